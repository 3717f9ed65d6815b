/* attempt.h -- runs a plan, and checks whether it fails as the original run does.
 *
 * A plan is a list of transitions to make, in order.  Where it is a part of a longer
 * run, some of them may not be enabled any more: the attempt skips those.  A new
 * machine starts by itself, since no other transition may come first (ts.h).
 *
 * Nothing is assumed about the model: a plan counts only if the core runs it to the
 * same fault at the same position of the program.
 */
#ifndef EVIDENCE_ATTEMPT_H
#define EVIDENCE_ATTEMPT_H

#include "core/hot_tail.h"
#include "core/player.h"
#include "core/trace.h"

#include <signal.h>

/* All attempts together draw so many steps of tails.  So none ends with a longer one.
 */
enum { ATTEMPT_TAIL_STEPS = 1 << 20 };

/* A transition to be made, or that was made. */
typedef struct plan_step {
    transition m;
    value message;    /* that it delivers, loses or duplicates; or null */
    value choices;    /* LIST of ints */
    uint32_t subject; /* the machine that runs */
} plan_step;

typedef VEC(plan_step) attempt_plan;

/* The states before each step of a run, one after the other. */
typedef struct attempt_rows {
    VEC(value) columns;
    VEC(size_t) starts;
} attempt_rows;

/* How a run must fail. */
typedef struct attempt_goal {
    fault fault;
    uint32_t monitor; /* the monitor that fails, or IR_NONE */
    uint32_t decl;    /* of the machine that fails, or IR_NONE */
    bool is_at_end;   /* no step fails, but the run ends in a wrong state */
    bool is_lasso;    /* no step fails, but the run reaches this state: */
    system_state loop_state;
    trace_tail tail; /* no step fails, but this tail follows, and the monitor is hot in
                        it; without steps: no tail is wanted */
} attempt_goal;

typedef struct attempt {
    core *c;
    player p;
    attempt_goal goal;
    attempt_plan made; /* the transitions that the last attempt made */
    attempt_rows rows; /* the states before them */
    /* The last attempt that failed as wanted; one that begins alike starts there. */
    attempt_plan known;
    attempt_rows known_rows;
    VEC(value) states;   /* before each of them: all columns, as a LIST */
    VEC(bool) used;      /* by step of the plan: it was made early */
    bool wants_states;   /* fill in `states` */
    bool is_exact;       /* all steps of the plan must be made, and no others */
    size_t max_len;      /* steps: longer runs are of no use */
    hot_tail tail;       /* of the last attempt */
    uint64_t tail_steps; /* that attempts have drawn, of those that they may draw */
    uint64_t deadline;   /* clock_ns */
    const volatile sig_atomic_t *stop; /* or NULL */
    uint32_t calls;
    bool is_time_up; /* no attempt succeeds any more */
} attempt;

void attempt_init(attempt *a, core *c);
void attempt_fini(attempt *a);

/* Replays T, and sets the goal to its failure; false: it does not fail. */
bool attempt_learn(attempt *a, const trace *t, attempt_plan *out);

/* Runs WHAT; true: it fails as the goal says, and `made` has its steps. */
bool attempt_run(attempt *a, const attempt_plan *what);

void attempt_copy_plan(const attempt_plan *from, attempt_plan *to);

#endif
