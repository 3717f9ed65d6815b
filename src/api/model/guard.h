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
    GUARD_REFUSED,  /* it made a call that ends the check: see guard_refuse */
} guard_end;

typedef struct guard_report {
    guard_end end;
    int signal;
    const void *address; /* of SIGSEGV and SIGBUS: the invalid address */
    const char *call;    /* of REFUSED: which, ... */
    const char *why;     /* ... and what is wrong with it */
} guard_report;

/* Runs C until it leaves.  TICKS: the limit in tenths of a second; 0: none. */
guard_end guard_run(coroutine *c, unsigned ticks);

/* The same, but crashes and loops are left to a debugger, and a call that guard_refuse
 * refuses aborts the process. */
void guard_run_bare(coroutine *c);

/* Of the last run. */
guard_report guard_last(void);

/* Called by the code that runs: between the two, or until it leaves, the time limit
 * does not stop it, so it does not leave our data half changed.  A crash can still
 * happen, so a call reads the user's memory before it changes our data. */
void guard_enter(void);
void guard_exit(void);

/* Does the user's code run, and on its own stack? */
bool guard_runs_model(void);

/* CALL ends or harms the check.  If the user's code makes it, that code is abandoned;
 * otherwise this returns. */
void guard_refuse(const char *call, const char *why);
#define GUARD_ENDS                                                                 \
    "that would end the check; to end a thread, return from its function or call " \
    "syn_exit"

/* The process is about to end with a code: the code to end with.  It is another one,
 * after a message, if the code means success, but a check has begun and has no verdict,
 * or guard_keep_exit_code keeps another one. */
int guard_judge_exit(int given);

/* There are verdicts.  From here on, the code with which the process begins to end
 * stays, unless it was success: a function of atexit, or a destructor, cannot make it
 * success.
 */
void guard_keep_exit_code(void);

const char *guard_signal_name(int signal);

#endif
