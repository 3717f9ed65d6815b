/* Crashes, endless loops and calls that end the process in the user's code.
 *
 * A crash arrives as a signal in the thread that caused it; the handler runs on a stack
 * of its own, since the coroutine's may have overflowed, and abandons the coroutine
 * with a jump to guard_run.  Nothing of the coroutine's stack is unwound; that is safe,
 * since it holds none of our data outside guard_enter and guard_exit.  Loops are found
 * by a timer that ticks ten times a second: if the same coroutine runs for LIMIT ticks
 * and is not inside our code, it is abandoned in the same way.
 *
 * Calls that end the process come to guard_refuse (intercept.c); exit, which other
 * functions of the C library call as well, also to on_exit_of_process.  What ends the
 * process in any other way (a jump out of the thread into the user's own code, another
 * thread of the process) must not pass for success: see guard_judge_exit.
 */
#include "api/model/guard.h"

#include "api/exit_codes.h"
#include "base/crash_signal.h"
#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Debuggers do not stop at this signal. */
#define TICK SIGVTALRM

enum { TICKS_PER_SECOND = 10, IDLE_TICKS = 10, HANDLER_STACK = 64 << 10 };

/* What the handlers need, by thread: a crash signal goes to the thread that caused it,
 * a tick to the thread that started the timer. */
typedef struct watch {
    coroutine *volatile running; /* or NULL */
    coroutine *bare;             /* runs without a guard; or NULL */
    volatile unsigned runs;      /* number of calls of guard_run */
    volatile unsigned seen;      /* RUNS at the last tick */
    volatile unsigned ticks;     /* during the current run */
    volatile unsigned limit;
    volatile sig_atomic_t is_inside;  /* between guard_enter and guard_exit */
    volatile sig_atomic_t is_resting; /* the timer is off */
    guard_report report;
    timer_t timer;
    unsigned timer_of; /* the process that owns the timer; 0: none */
    bool has_timer;
    pid_t owner; /* the process of this thread */
    void *handler_stack;
    stack_t stack_before;
} watch;

static _Thread_local watch mine __attribute__((tls_model("initial-exec")));

static _Atomic unsigned holders;
static _Atomic unsigned process = 1; /* another number in each child */
static _Atomic pid_t checker;        /* the process that began the checks that run */
static struct sigaction before[CRASH_SIGNALS];
static struct sigaction tick_before;

/* ---- Handlers ---- */

static _Noreturn void stop_running(guard_report how)
{
    coroutine *c = mine.running;
    mine.running = NULL;
    mine.report = how;
    coroutine_abandon(c);
}

static void on_crash(int signal, siginfo_t *info, void *context)
{
    if (mine.running == NULL) {
        crash_signal_pass_on(before, signal, info, context);
        return;
    }
    bool has_address = signal == SIGSEGV || signal == SIGBUS;
    const void *address = has_address ? info->si_addr : NULL;
    bool is_overflow = has_address && coroutine_overflows(mine.running, address);
    stop_running((guard_report){.end = is_overflow ? GUARD_OVERFLOW : GUARD_CRASHED,
                                .signal = signal,
                                .address = address});
}

/* Nothing has run for a while, so the timer stops, not to disturb the process. */
static void rest(void)
{
    struct itimerspec never = {{0, 0}, {0, 0}};
    timer_settime(mine.timer, 0, &never, NULL);
    mine.is_resting = 1;
}

static void on_tick(int signal)
{
    if (mine.seen != mine.runs) {
        mine.seen = mine.runs;
        mine.ticks = 0;
        return;
    }
    mine.ticks++;
    if (mine.running == NULL) {
        if (mine.ticks >= IDLE_TICKS)
            rest();
    } else if (mine.limit > 0 && mine.ticks >= mine.limit && !mine.is_inside) {
        stop_running((guard_report){.end = GUARD_LOOPED, .signal = signal});
    }
}

/* ---- The end of the process ---- */

/* A thread that has jumped out of its function still counts as running, but its stack
 * is not the current one. */
bool guard_runs_model(void)
{
    const coroutine *c = mine.bare != NULL ? mine.bare : mine.running;
    return c != NULL && !mine.is_inside &&
           coroutine_owns(c, __builtin_frame_address(0));
}

/* After vfork, a child runs on the stack of its parent. */
void guard_refuse(const char *call, const char *why)
{
    if (!guard_runs_model() || mine.owner != getpid())
        return;
    if (mine.bare == NULL)
        stop_running((guard_report){.end = GUARD_REFUSED, .call = call, .why = why});
    fprintf(stderr, "synod: the model called %s: %s\n", call, why);
    abort(); /* the debugger shows where */
}

static int code_to_keep = EXIT_OK;

static void on_beginning_to_end(int code, void *context)
{
    (void)context;
    code_to_keep = code;
}

void guard_keep_exit_code(void)
{
    on_exit(on_beginning_to_end, NULL);
}

/* Other processes of a search (engine/dpor/workers.c) end with a code of their own,
 * which process 0 expects. */
int guard_judge_exit(int given)
{
    if (given != EXIT_OK || atomic_load(&checker) != getpid())
        return given;
    if (atomic_load(&holders) == 0)
        return code_to_keep;
    fputs("synod: error: the process ended during a check, which has no verdict\n",
          stderr);
    if (mine.running != NULL)
        fputs("synod: a thread of the model has left its function by a jump (longjmp, "
              "pthread_exit): use syn_assert and syn_exit\n",
              stderr);
    return EXIT_INPUT;
}

/* Runs inside of exit, after the functions of the user.  The C library takes this one
 * off its list before it calls it. */
static void on_exit_of_process(int given, void *context)
{
    if (guard_runs_model()) {
        on_exit(on_exit_of_process, context);
        guard_refuse("exit", GUARD_ENDS);
    }
    int code = guard_judge_exit(given);
    if (code == given)
        return;
    fflush(NULL);
    _exit(code);
}

/* ---- Installing them ---- */

/* Signals are not blocked during the handler: it jumps out and never returns. */
static void install(void)
{
    crash_signal_install(on_crash, before);
    struct sigaction t = {0};
    t.sa_handler = on_tick;
    t.sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&t.sa_mask);
    sigaction(TICK, &t, &tick_before);
}

static void uninstall(void)
{
    crash_signal_uninstall(before);
    sigaction(TICK, &tick_before, NULL);
}

/* Handlers need their own stack, since the coroutine's may be full. */
static void take_stack(void)
{
    if (mine.handler_stack != NULL)
        return;
    mine.handler_stack = mem_alloc(HANDLER_STACK);
    stack_t s = {.ss_sp = mine.handler_stack, .ss_size = HANDLER_STACK};
    sigaltstack(&s, &mine.stack_before);
}

static void give_stack_back(void)
{
    if (mine.handler_stack == NULL)
        return;
    sigaltstack(&mine.stack_before, NULL);
    mem_free(mine.handler_stack, HANDLER_STACK);
    mine.handler_stack = NULL;
}

/* ---- The tick ---- */

/* A child has no timers of its parent. */
static void in_child(void)
{
    mine.owner = getpid();
    atomic_fetch_add_explicit(&process, 1, memory_order_relaxed);
}

static void watch_process(void)
{
    pthread_atfork(NULL, NULL, in_child);
    on_exit(on_exit_of_process, NULL);
}

static bool make_timer(unsigned self)
{
    struct sigevent e = {0};
    e.sigev_notify = SIGEV_THREAD_ID;
    e.sigev_signo = TICK;
    e._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    mine.timer_of = self;
    mine.has_timer = timer_create(CLOCK_MONOTONIC, &e, &mine.timer) == 0;
    return mine.has_timer; /* without one, loops are not noticed */
}

static void start_timer(unsigned self)
{
    mine.is_resting = 0;
    if (mine.timer_of == self ? !mine.has_timer : !make_timer(self))
        return;
    long tenth = 1000000000L / TICKS_PER_SECOND;
    struct itimerspec every = {{0, tenth}, {0, tenth}};
    timer_settime(mine.timer, 0, &every, NULL);
}

static void stop_timer(void)
{
    unsigned self = atomic_load_explicit(&process, memory_order_relaxed);
    if (mine.timer_of == self && mine.has_timer)
        timer_delete(mine.timer);
    mine.timer_of = 0;
}

/* ---- Guards ---- */

void guard_hold(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_process);
    take_stack();
    mine.owner = getpid();
    atomic_store(&checker, mine.owner);
    if (atomic_fetch_add_explicit(&holders, 1, memory_order_relaxed) == 0)
        install();
}

void guard_drop(void)
{
    unsigned held = atomic_fetch_sub_explicit(&holders, 1, memory_order_relaxed);
    assert(held > 0);
    if (held > 1)
        return;
    stop_timer();
    uninstall();
    give_stack_back();
}

guard_end guard_run(coroutine *c, unsigned ticks)
{
    unsigned self = atomic_load_explicit(&process, memory_order_relaxed);
    assert(c->stack != NULL && atomic_load(&holders) > 0);
    if (ticks > 0 && (mine.timer_of != self || mine.is_resting))
        start_timer(self);
    coroutine *outer = mine.running; /* which may check a model itself */
    sig_atomic_t was_inside = mine.is_inside;
    if (outer != NULL && !coroutine_owns(outer, __builtin_frame_address(0)))
        outer = NULL; /* it has jumped away, and its resumer is gone */
    mine.limit = ticks;
    mine.runs++;
    mine.is_inside = 0;
    mine.report.end = GUARD_LEFT;
    mine.running = c;
    coroutine_resume(c);
    mine.running = outer;
    mine.is_inside = was_inside;
    return mine.report.end;
}

void guard_run_bare(coroutine *c)
{
    mine.bare = c;
    mine.is_inside = 0;
    coroutine_resume(c);
    mine.bare = NULL;
}

guard_report guard_last(void)
{
    return mine.report;
}

void guard_enter(void)
{
    mine.is_inside = 1;
}

void guard_exit(void)
{
    mine.is_inside = 0;
}

const char *guard_signal_name(int signal)
{
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV";
    case SIGBUS:
        return "SIGBUS";
    case SIGFPE:
        return "SIGFPE";
    case SIGILL:
        return "SIGILL";
    case SIGABRT:
        return "SIGABRT";
    default:
        return "a signal";
    }
}
