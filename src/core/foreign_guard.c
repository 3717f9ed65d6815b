#include "core/foreign_guard.h"

#include "base/crash_signal.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* EXIT_CODE is EXIT_INPUT of api/exit_codes.h; MOST_THREADS is the limit of --threads.
 */
enum { EXIT_CODE = 2, HANDLER_STACK = 64 << 10, MOST_THREADS = 1024 };

/* What the handlers need: they get no arguments. */
static _Thread_local const char *volatile running
    __attribute__((tls_model("initial-exec"))); /* the function, or NULL */
static struct sigaction before[CRASH_SIGNALS];
static void (*before_end)(void);

/* ---- The end ---- */

/* Into a buffer: neither memory nor stdio can be trusted any more. */
static size_t add(char *line, size_t len, size_t room, const char *text)
{
    size_t more = strnlen(text, room - len);
    memcpy(line + len, text, more);
    return len + more;
}

static void put(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t done = write(STDERR_FILENO, text, len);
        if (done <= 0)
            return;
        text += done;
        len -= (size_t)done;
    }
}

_Noreturn void foreign_guard_end(const char *function, const char *what)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;
    enum { ROOM = 4096 };
    char line[ROOM];
    while (atomic_flag_test_and_set(&is_said))
        pause(); /* another thread ends the process */
    running = NULL;
    if (before_end != NULL)
        before_end();
    size_t len = add(line, 0, ROOM - 1, "synod: error: foreign function '");
    len = add(line, len, ROOM - 1, function);
    len = add(line, len, ROOM - 1, "' ");
    len = add(line, len, ROOM - 1, what);
    line[len++] = '\n';
    put(line, len);
    _exit(EXIT_CODE);
}

static const char *crash_text(int signal)
{
    switch (signal) {
    case SIGSEGV:
        return "crashed with SIGSEGV: it used memory that is not its own, or its stack "
               "overflowed";
    case SIGBUS:
        return "crashed with SIGBUS";
    case SIGFPE:
        return "crashed with SIGFPE: it divided by zero, or the quotient overflowed";
    case SIGILL:
        return "crashed with SIGILL";
    }
    return "crashed with SIGABRT: it called abort, or an assertion of C failed";
}

/* ---- Handlers ---- */

static void on_crash(int signal, siginfo_t *info, void *context)
{
    if (running != NULL)
        foreign_guard_end(running, crash_text(signal));
    crash_signal_pass_on(before, signal, info, context);
}

/* Otherwise the check would end without a verdict, and perhaps with code 0. */
static void on_exit_inside(void)
{
    if (running != NULL)
        foreign_guard_end(running, "called exit");
}

/* ---- Calls that do not return ---- */

/* No limit and no signal ends a call of C code, so a thread watches them.  It counts
 * its own ticks: a process that is stopped for a while does not tick. */
enum { TICK_NS = 100000000, MOST_TICKS = 100 };

/* A call, while it lasts.  The watcher reads FUNCTION and CALLS; relaxed: a late look
 * costs a tick. */
typedef struct call_slot {
    const char *_Atomic function; /* NULL: the slot is free */
    _Atomic uint64_t calls;       /* so far, in this slot */
    uint64_t seen_calls;          /* by the watcher, in the last tick */
    unsigned ticks;               /* that the same call has lasted */
} call_slot;

static call_slot slots[MOST_THREADS];
static _Thread_local call_slot *this_call; /* the slot of this thread's last call */
static atomic_flag is_watched = ATOMIC_FLAG_INIT;

static void look_at(call_slot *x)
{
    const char *function = atomic_load_explicit(&x->function, memory_order_relaxed);
    uint64_t calls = atomic_load_explicit(&x->calls, memory_order_relaxed);
    x->ticks = function != NULL && calls == x->seen_calls ? x->ticks + 1 : 0;
    x->seen_calls = calls;
    if (x->ticks >= MOST_TICKS)
        foreign_guard_end(function, "has not returned for 10 seconds");
}

static void *watch(void *unused)
{
    const struct timespec tick = {.tv_nsec = TICK_NS};
    for (;;) {
        nanosleep(&tick, NULL);
        for (int i = 0; i < MOST_THREADS; i++)
            look_at(&slots[i]);
    }
    return unused;
}

/* If there is no thread to be had, calls are not watched. */
static void start_watching(void)
{
    pthread_t watcher;
    sigset_t all;
    sigset_t mask;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask); /* signals are for the other threads */
    if (pthread_create(&watcher, NULL, watch, NULL) == 0)
        pthread_detach(watcher);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* A child has only the thread that forked, and that one is not in a call. */
static void begin_child(void)
{
    for (int i = 0; i < MOST_THREADS; i++)
        atomic_store_explicit(&slots[i].function, NULL, memory_order_relaxed);
    atomic_flag_clear(&is_watched);
}

static bool take_slot(call_slot *x, const char *function)
{
    const char *none = NULL;
    return atomic_compare_exchange_strong_explicit(
        &x->function, &none, function, memory_order_relaxed, memory_order_relaxed);
}

/* Threads come and go, so a slot belongs to a call.  There are enough for all threads.
 */
static void begin_call(const char *function)
{
    call_slot *x = this_call != NULL ? this_call : slots;
    while (!take_slot(x, function))
        x = x + 1 < slots + MOST_THREADS ? x + 1 : slots;
    atomic_fetch_add_explicit(&x->calls, 1, memory_order_relaxed);
    this_call = x;
    if (!atomic_flag_test_and_set(&is_watched))
        start_watching();
}

static void end_call(void)
{
    atomic_store_explicit(&this_call->function, NULL, memory_order_relaxed);
}

/* ---- Calls ---- */

void foreign_guard_install(void)
{
    static bool is_installed;
    if (is_installed)
        return;
    is_installed = true;
    crash_signal_install(on_crash, before);
    /* The C library takes a function off its list before it calls it, and all threads
     * may exit at once. */
    for (int i = 0; i < MOST_THREADS; i++)
        atexit(on_exit_inside);
    pthread_atfork(NULL, NULL, begin_child);
}

/* Handlers need their own stack, since the thread's may be full.  A sanitizer has given
 * the thread one, and takes it back. */
static void take_stack(void)
{
    static _Thread_local bool has_stack;
    static _Thread_local char stack[HANDLER_STACK];
    if (has_stack)
        return;
    has_stack = true;
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    stack_t is;
    if (sigaltstack(NULL, &is) != 0 || (is.ss_flags & SS_DISABLE) != 0)
        sigaltstack(&s, NULL);
}

void foreign_guard_enter(const char *function)
{
    take_stack();
    running = function;
    begin_call(function);
}

void foreign_guard_leave(void)
{
    running = NULL;
    end_call();
}

void foreign_guard_on_end(void (*cleanup)(void))
{
    before_end = cleanup;
}
