/* guard.h -- runs a coroutine of somebody else, which may crash or never leave.
 *
 * While a guard is held, the signals of crashes have handlers; those that happen
 * outside of guard_run go to whom they went before.  Guards are counted; they work in a
 * child after fork, too.
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
    GUARD_LOOPED,   /* it ran for too long */
    GUARD_EXITED,   /* it called exit */
} guard_end;

typedef struct guard_report {
    guard_end end;
    int signal;
    const void *address; /* that it must not touch, of SIGSEGV and SIGBUS */
} guard_report;

/* Until C leaves.  TICKS: tenths of a second that it may take; 0: any number. */
guard_end guard_run(coroutine *c, unsigned ticks);

/* Of the last run. */
guard_report guard_last(void);

/* For what runs: it is not stopped for taking too long from the first of these to the
 * second, or until it leaves: what it changes of ours is whole then.  A crash may come
 * at any time, so whatever a model gave us to read is read first. */
void guard_enter(void);
void guard_exit(void);

const char *guard_signal_name(int signal);

#endif
