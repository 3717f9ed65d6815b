/* The compiler runs in a process group of its own, so that a signal can be passed on to
 * all of its processes, and its temporary files are in the folder that is removed at
 * the end (TMPDIR).  From the making of the folder to its removal, signals that end the
 * run are blocked and waited for; so there is no moment at which one leaves the folder
 * behind.
 */
#include "cli/compiler.h"

#include "cli/cmd.h"

#include "base/mem.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OPEN_FOLDERS = 16 };

/* ---- Signals ---- */

/* Signals that were ignored at the start (nohup) stay ignored. */
static void block_signals(compiler *c)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t all;
    sigemptyset(&c->ends);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction is;
        if (sigaction(signals[i], NULL, &is) == 0 && is.sa_handler != SIG_IGN)
            sigaddset(&c->ends, signals[i]);
    }
    all = c->ends;
    sigaddset(&all, SIGCHLD); /* it wakes wait_for_end */
    sigprocmask(SIG_BLOCK, &all, &c->before);
}

static void restore_signals(const compiler *c)
{
    sigprocmask(SIG_SETMASK, &c->before, NULL);
}

/* ---- The folder ---- */

static bool make_folder(compiler *c)
{
    const char *place = getenv("TMPDIR");
    const char *name = "/synod-XXXXXX";
    bool is_given = place != NULL && place[0] != '\0';
    place = is_given ? place : "/tmp";
    c->size = strlen(place) + strlen(name) + 1;
    c->folder = mem_alloc(c->size);
    memcpy(c->folder, place, strlen(place));
    memcpy(c->folder + strlen(place), name, strlen(name));
    if (mkdtemp(c->folder) != NULL)
        return true;
    fprintf(stderr,
            "synod: error: cannot make a folder for the compiled model in '%s'%s: %s\n",
            place, is_given ? " (TMPDIR)" : "", strerror(errno));
    return false;
}

static int remove_one(const char *path, const struct stat *info, int type,
                      struct FTW *where)
{
    (void)info;
    (void)type;
    (void)where;
    remove(path);
    return 0;
}

bool compiler_begin(compiler *c)
{
    *c = (compiler){0};
    block_signals(c);
    if (make_folder(c))
        return true;
    restore_signals(c);
    mem_free(c->folder, c->size);
    return false;
}

void compiler_end(compiler *c)
{
    nftw(c->folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    mem_free(c->folder, c->size);
    restore_signals(c); /* a signal that came since then ends the process here */
    if (c->signal == 0)
        return;
    signal(c->signal, SIG_DFL);
    raise(c->signal);
}

/* ---- Running it ---- */

static _Noreturn void become_compiler(const compiler *c, char *const *line)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* if this run is killed without notice */
    restore_signals(c);
    setenv("TMPDIR", c->folder, 1);
    execvp(line[0], line);
    fprintf(stderr, "synod: error: cannot run the compiler '%s': %s\n", line[0],
            strerror(errno));
    _exit(EXIT_INPUT);
}

/* After a signal, no process of the group may write into the folder any more.  All are
 * our children, since we adopt orphans. */
static void end_group(pid_t group)
{
    kill(-group, SIGKILL);
    while (waitpid(-group, NULL, 0) > 0 || errno == EINTR)
        ;
}

/* The first signal is passed on, so that the compiler can clean up; it has a second for
 * that.  The second signal, or the end of that second, kills it. */
static void pass_on(compiler *c, pid_t child, int which)
{
    if (which > 0 && c->signal == 0) {
        c->signal = which;
        kill(-child, which);
    } else if (c->signal != 0) {
        kill(-child, SIGKILL);
    }
}

/* The exit status of the compiler. */
static int wait_for_end(compiler *c, pid_t child)
{
    const struct timespec second = {1, 0};
    sigset_t wanted = c->ends;
    int end = 0;
    sigaddset(&wanted, SIGCHLD);
    while (waitpid(child, &end, WNOHANG) == 0) {
        int which = sigtimedwait(&wanted, NULL, c->signal != 0 ? &second : NULL);
        if (which != SIGCHLD)
            pass_on(c, child, which);
    }
    return end;
}

bool compiler_run(compiler *c, char *const *line)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    if (child == 0)
        become_compiler(c, line);
    if (child < 0) {
        fprintf(stderr, "synod: error: cannot run the compiler '%s': %s\n", line[0],
                strerror(errno));
        return false;
    }
    setpgid(child, child); /* both do it, so that it is done in time for both */
    int end = wait_for_end(c, child);
    if (c->signal != 0)
        end_group(child);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    return c->signal == 0 && WIFEXITED(end) && WEXITSTATUS(end) == 0;
}
