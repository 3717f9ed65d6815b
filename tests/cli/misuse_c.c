/* What a model in C must not do, a test each; misuse_c.py says what must come out. */
#define _GNU_SOURCE
#include "synod.h"

#include <err.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

enum { ASK = 1, CLIENTS = 7 };

static jmp_buf outside;
static char *const words[] = {(char *)"true", NULL};

static void client(void *arg)
{
    syn_send_int(*(syn_thread *)arg, ASK, (int)syn_self());
}

/* Returns in one of the 5,040 executions only, and not in the first: there is time for
 * other processes to take a part of the search. */
static syn_msg receive_late(void)
{
    syn_thread me = syn_self();
    syn_msg m = {0};
    bool is_late = true;
    for (int i = 0; i < CLIENTS; i++)
        syn_spawn_value("client", client, me);
    for (int i = 0, before = CLIENTS + 1; i < CLIENTS; i++) {
        m = syn_recv(); /* the last call */
        is_late &= syn_int(m) < before;
        before = syn_int(m);
    }
    if (!is_late)
        syn_exit();
    return m;
}

#define LATE(name, ...)                   \
    static void name(void *arg)           \
    {                                     \
        const syn_msg m = receive_late(); \
        (void)arg;                        \
        (void)m;                          \
        __VA_ARGS__;                      \
    }

/* ---- The end of the process ---- */

LATE(exits, exit(0))
LATE(errs, errx(0, "bye"))
LATE(under_exits, _exit(0))
LATE(c_exits, _Exit(0))
LATE(quick, quick_exit(0))
LATE(ends_posix, pthread_exit(NULL))
LATE(ends_c11, thrd_exit(0))
LATE(kills, kill(getpid(), SIGKILL))
LATE(raises, raise(SIGKILL))
LATE(calls_exit, syscall(SYS_exit_group, 0))
LATE(jumps, longjmp(outside, 1))

/* ---- Another program, another process ---- */

LATE(execs, execve("/bin/true", words, environ))
LATE(execs_v, execv("/bin/true", words))
LATE(execs_vp, execvp("true", words))
LATE(execs_l, execl("/bin/true", "true", (char *)NULL))
LATE(execs_lp, execlp("true", "true", (char *)NULL))
LATE(execs_le, execle("/bin/true", "true", (char *)NULL, environ))
LATE(calls_exec, syscall(SYS_execve, "/bin/true", words, environ))
LATE(forks, fork())
LATE(calls_fork, syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0))
LATE(daemonic, (void)!daemon(1, 1))

/* These end no check: their processes are others. */
static void others(void *arg)
{
    (void)arg;
    if (system("exit 3") != 3 << 8)
        syn_fail("no system");
    pid_t child = vfork();
    if (child == 0)
        _exit(7);
    int how = 0;
    if (waitpid(child, &how, 0) != child || WEXITSTATUS(how) != 7)
        syn_fail("no child");
    free(realloc(malloc(7), 70));
}

/* ---- Memory ---- */

LATE(frees, free((void *)m.data))
LATE(reallocs, m.data == realloc((void *)m.data, 100) ? (void)0 : syn_exit())
LATE(frees_alloc, free(syn_alloc(10)))

static void takes_argument(void *arg)
{
    free(arg);
}

static void frees_argument(void *arg)
{
    int x = 7;
    (void)arg;
    syn_spawn_value("child", takes_argument, x);
}

static bool frees_message(const syn_msg *m, const void *context)
{
    (void)context;
    free((void *)m->data);
    return true;
}

static void filter_frees(void *arg)
{
    char text[1000] = "long";
    (void)arg;
    syn_send_value(syn_self(), ASK, text);
    syn_recv_if(frees_message, NULL, 0);
}

/* ---- Functions that are not threads ---- */

static bool exits_inside(const syn_msg *m, const void *context)
{
    (void)m;
    (void)context;
    _exit(0);
}

static void filter_exits(void *arg)
{
    (void)arg;
    syn_tell(syn_self(), ASK);
    syn_recv_if(exits_inside, NULL, 0);
}

static void exits_at_end(void *arg)
{
    (void)arg;
    _exit(0);
}

static void end_exits(void *arg)
{
    (void)arg;
    syn_at_end(exits_at_end, NULL);
}

/* ---- Filters that change their mind ---- */

static int asked;

static bool wants_first(const syn_msg *m, const void *context)
{
    (void)m;
    (void)context;
    return asked++ % 2 == 0;
}

static void fickle(void *arg)
{
    (void)arg;
    syn_tell(syn_self(), ASK);
    syn_recv_if(wants_first, NULL, 0); /* by a counter */
}

static bool is_asked;

static bool wants_once(const syn_msg *m, const void *context)
{
    (void)m;
    (void)context;
    return !is_asked;
}

/* It changes after the last execution: only the question at the end shows it. */
static void fickle_at_end(void *arg)
{
    (void)arg;
    syn_tell(syn_self(), ASK);
    syn_recv_if(wants_once, NULL, 0); /* by a variable */
    if (syn_nondet(3) == 2)
        is_asked = true;
}

/* ---- Monitors that act ---- */

static void sends_in_see(void *state, const syn_observation *o)
{
    (void)state;
    syn_tell(o->to, ASK); /* in see */
}

static void receives_in_see(void *state, const syn_observation *o)
{
    (void)state;
    (void)o;
    syn_recv(); /* in see */
}

static void polls_in_see(void *state, const syn_observation *o)
{
    syn_msg m;
    (void)state;
    (void)o;
    syn_poll(&m); /* in see */
}

static void spawns_in_see(void *state, const syn_observation *o)
{
    (void)state;
    (void)o;
    syn_spawn("child", client, NULL); /* in see */
}

static void joins_in_see(void *state, const syn_observation *o)
{
    (void)state;
    syn_join(o->from); /* in see */
}

static void exits_in_see(void *state, const syn_observation *o)
{
    (void)state;
    (void)o;
    syn_exit();
}

/* What a monitor may do. */
static void claims_in_see(void *state, const syn_observation *o)
{
    int *seen = state;
    int *more = syn_alloc(sizeof *more);
    *more = (int)syn_nondet(2);
    syn_publish_int(7, *more);
    syn_note("%u", syn_self());
    syn_assert(++*seen < 3 && o->tag == ASK, "%d were seen", *seen);
}

static void watch_two(void (*see)(void *state, const syn_observation *o))
{
    syn_thread me = syn_self();
    syn_monitor(
        (&(syn_monitoring){.name = "watch", .see = see, .state_size = sizeof(int)}));
    syn_spawn_value("client", client, me);
    syn_spawn_value("client", client, me);
    syn_recv();
    syn_recv();
}

#define SEEN(name, function)    \
    static void name(void *arg) \
    {                           \
        (void)arg;              \
        watch_two(function);    \
    }

SEEN(see_sends, sends_in_see)
SEEN(see_receives, receives_in_see)
SEEN(see_polls, polls_in_see)
SEEN(see_spawns, spawns_in_see)
SEEN(see_joins, joins_in_see)
SEEN(see_exits, exits_in_see)
SEEN(see_claims, claims_in_see)

/* ---- Threads that are spawned later ---- */

static void idle(void *arg)
{
    (void)arg;
    syn_recv();
}

static void ends(void *arg)
{
    (void)arg;
}

static void guesses(void *arg)
{
    (void)arg;
    syn_tell(2, ASK); /* a guess */
}

static void guesses_join(void *arg)
{
    (void)arg;
    syn_join(2); /* a guess, too */
}

/* No order of the two spawns and the send says that the thread exists. */
static void stray_of_other(void *arg)
{
    (void)arg;
    syn_spawn("guesser", guesses, NULL);
    syn_spawn("idle", idle, NULL);
}

/* The first alternative makes the number known. */
static void stray_of_own(void *arg)
{
    (void)arg;
    syn_spawn("one", ends, NULL);
    if (syn_flip()) {
        syn_tell(2, ASK); /* too early */
        syn_spawn("two", idle, NULL);
    } else {
        syn_tell(syn_spawn("two", idle, NULL), ASK);
    }
}

static void stray_join(void *arg)
{
    (void)arg;
    syn_spawn("guesser", guesses_join, NULL);
    syn_spawn("two", ends, NULL);
}

/* The thread is never there in one of two executions. */
static void stray_wait(void *arg)
{
    (void)arg;
    syn_spawn("one", ends, NULL);
    if (!syn_flip())
        syn_spawn("two", ends, NULL);
    syn_join(2); /* perhaps */
}

static void is_told(void *arg)
{
    (void)arg;
    syn_tell((syn_thread)syn_int(syn_recv()), ASK);
}

/* The receiver is spawned after the sender, but the sender hears of it. */
static void told(void *arg)
{
    (void)arg;
    syn_thread sender = syn_spawn("sender", is_told, NULL);
    syn_thread receiver = syn_spawn("receiver", idle, NULL);
    syn_send_int(sender, ASK, (int)receiver);
    syn_join(receiver);
}

/* ---- After the verdicts ---- */

static void leave(void)
{
    _exit(0);
}

static void at_exit(void *arg)
{
    (void)arg;
    atexit(leave);
    syn_fail("no");
}

static void closes(void *arg)
{
    (void)arg;
    close(STDOUT_FILENO);
}

/* The search takes for ever. */
static void endless(void *arg)
{
    syn_thread me = syn_self();
    (void)arg;
    for (int i = 0; i < 20; i++)
        syn_spawn_value("client", client, me);
    for (int i = 0; i < 20; i++)
        syn_recv();
}

/* ---- Names ---- */

static void names(void *arg)
{
    (void)arg;
    syn_describe(9, "\033[31mtag", NULL);
    syn_thread t = syn_spawn("\033]0;title\007", idle, NULL);
    syn_tell(t, 9);
    syn_note("\033[2J");
    syn_recv_tag(9);
}

/* ---- Another thread of the process ---- */

static volatile bool is_running;

static void *leave_process(void *arg)
{
    (void)arg;
    while (!is_running)
        usleep(1000);
    _exit(0);
}

static void runs(void *arg)
{
    (void)arg;
    is_running = true;
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    pthread_t other;
    if (argc > 1 && strcmp(argv[1], "runs") == 0)
        pthread_create(&other, NULL, leave_process, NULL);
    if (setjmp(outside) != 0)
        return 0;
    return syn_main(
        argc, argv, SYN_TEST(exits), SYN_TEST(errs), SYN_TEST(under_exits),
        SYN_TEST(c_exits), SYN_TEST(quick), SYN_TEST(ends_posix), SYN_TEST(ends_c11),
        SYN_TEST(kills), SYN_TEST(raises), SYN_TEST(calls_exit), SYN_TEST(jumps),
        SYN_TEST(execs), SYN_TEST(execs_v), SYN_TEST(execs_vp), SYN_TEST(execs_l),
        SYN_TEST(execs_lp), SYN_TEST(execs_le), SYN_TEST(calls_exec), SYN_TEST(forks),
        SYN_TEST(calls_fork), SYN_TEST(daemonic), SYN_TEST(others), SYN_TEST(frees),
        SYN_TEST(reallocs), SYN_TEST(frees_alloc), SYN_TEST(frees_argument),
        SYN_TEST(filter_frees), SYN_TEST(filter_exits), SYN_TEST(end_exits),
        SYN_TEST(fickle), SYN_TEST(fickle_at_end), SYN_TEST(see_sends),
        SYN_TEST(see_receives), SYN_TEST(see_polls), SYN_TEST(see_spawns),
        SYN_TEST(see_joins), SYN_TEST(see_exits), SYN_TEST(see_claims),
        SYN_TEST(stray_of_other), SYN_TEST(stray_of_own), SYN_TEST(stray_join),
        SYN_TEST(stray_wait), SYN_TEST(told), SYN_TEST(at_exit), SYN_TEST(closes),
        SYN_TEST(endless), SYN_TEST(names), SYN_TEST(runs));
}
