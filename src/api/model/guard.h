/* guard.h -- runs a coroutine of the user, which may crash or never leave.
 *
 * While a guard is held, the signals of crashes have handlers; signals outside of
 * guard_run go to the previous handlers.  Guards are counted; they also work in a child
 * after fork.
 */
#ifndef API_MODEL_GUARD_H
#define API_MODEL_GUARD_H

#include "base/coroutine.h"

#include <signal.h>

void guard_hold(void);
void guard_drop(void);

typedef enum guard_end {
    GUARD_LEFT,
    GUARD_CRASHED,  /* see the signal */
    GUARD_OVERFLOW, /* of its stack */
    GUARD_LOOPED,   /* it ran too long */
    GUARD_EXITED,   /* it called exit */
} guard_end;

typedef struct guard_report {
    guard_end end;
    int signal;
    const void *address; /* of SIGSEGV and SIGBUS: the invalid address */
} guard_report;

/* Runs C until it leaves.  TICKS: the limit in tenths of a second; 0: none. */
guard_end guard_run(coroutine *c, unsigned ticks);

/* Of the last run. */
guard_report guard_last(void);

/* Called by the code that runs: between the two, or until it leaves, the time limit
 * does not stop it, so it does not leave our data half changed.  A crash can still
 * happen, so a call reads the user's memory before it changes our data. */
void guard_enter(void);
void guard_exit(void);

const char *guard_signal_name(int signal);

#endif
