/* attempt.h -- runs what is left of a run, and sees whether it still fails.
 *
 * A plan is a list of moves to make, in order.  Not all of them may be possible any
 * more: those are passed over.  A machine that has just been made begins by itself,
 * since nothing else may come first (see system.h).
 */
#ifndef SHRINK_ATTEMPT_H
#define SHRINK_ATTEMPT_H

#include "core/player.h"
#include "core/trace.h"

#include <signal.h>

/* A move that is to be made, or was. */
typedef struct plan_step {
    move m;
    value message;    /* that it is about, or null */
    value choices;    /* LIST of ints */
    uint32_t subject; /* the machine that runs */
} plan_step;

typedef VEC(plan_step) attempt_plan;

/* How a run must end. */
typedef struct attempt_goal {
    fault fault;
    uint32_t monitor; /* that fails, or IR_NONE */
    uint32_t decl;    /* of the machine that fails, or IR_NONE */
    bool is_at_end;   /* not a step fails, but that nothing else happens */
    bool is_lasso;    /* not a step fails, but this state is reached: */
    system_state loop_state;
} attempt_goal;

typedef struct attempt {
    core *c;
    player p;
    attempt_goal goal;
    attempt_plan made; /* what was done */
    VEC(value) states; /* before each move that was made: all columns, as a LIST */
    VEC(bool) used;    /* by move of the plan */
    bool wants_states; /* fill them in */
    bool is_exact;     /* every move of the plan must be made, and no other */
    size_t max_len;    /* moves: longer runs are of no use */
    uint64_t deadline; /* clock_ns */
    const volatile sig_atomic_t *stop; /* or NULL */
    uint32_t calls;
    bool is_time_up; /* time is up: no attempt succeeds any more */
} attempt;

void attempt_init(attempt *a, core *c);
void attempt_fini(attempt *a);

/* Runs T itself and learns how it ends; false: it does not fail. */
bool attempt_learn(attempt *a, const trace *t, attempt_plan *out);

/* Runs WHAT; true: it fails as wanted, and `made` is how. */
bool attempt_run(attempt *a, const attempt_plan *what);

void attempt_copy_plan(const attempt_plan *from, attempt_plan *to);

#endif
