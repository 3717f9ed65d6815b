/* evidence.h -- from what an engine found to a run that is confirmed.
 *
 *     engine:    finding -> trace    each engine has its own path back from its private
 *                                    structures (explore/counterexample.c,
 *                                    sets/counterexample.c and sets/lasso.c,
 *                                    reduce/counterexample.c, dpor/p_trace.c)
 *     evidence:  trace -> coarsen -> shrink -> replay -> confirmed run
 *     report:    confirmed run -> story -> text, JSON, HTML, ...
 *
 * An engine ends with a verdict, whose trace is a list of transitions with their
 * choices (core/trace.h).  Everything after that is the same for all engines, and is
 * done here.  The last step is always a replay in a fresh core without caches, so no
 * conclusion of an engine, and no mistake in coarsening or shrinking, can get into what
 * users see.  If the shrunk run is not confirmed, the original one is replayed.
 * A random tail (core/trace.h) is drawn again, so its fairness is confirmed, too; of
 * its steps the run that reports show has only the first. (One conclusion is not
 * checked again: that a loop is fair.  The replay checks that the loop closes, and that
 * a spec is hot in it and never cold; tests/cross/lasso.c checks fairness.)
 *
 * Executions of models in C and IceT are not runs of a core; api/model replays them.
 */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "evidence/replay.h"
#include "evidence/shrink.h"

typedef struct evidence_request {
    const ir_program *ir;
    const ir_test *test;
    const core_options *options; /* that the run was made with */
    const trace *found;
    const fault *fault;          /* the run must end with it; NULL: any end will do */
    bool wants_whole_handlers;   /* coarsen a run that stops at sends (coarsen.h) */
    const shrink_limits *shrink; /* NULL: leave the run as it is */
    size_t memory;               /* in use, in bytes; 0: there is no limit */
} evidence_request;

/* A step as the replay made it. */
typedef struct evidence_step {
    transition m;
    value message; /* that it delivers, loses or duplicates; or null */
    value choices; /* LIST of ints */
    system_state after;
    bool has_failed; /* it leads nowhere */
    note_list notes; /* what happened, in the order of time, up to a failure */
} evidence_step;

typedef struct evidence {
    core *c; /* that the run was made in: the values of its steps live there */
    core_options options;
    trace trace;              /* the run that reports show */
    VEC(evidence_step) steps; /* the first is the start of the run */
    replay_result end;        /* how the replay ended */
    fault fault;              /* as replayed; not confirmed: as the engine said */
    size_t shrunk_from;  /* steps before the run was shrunk, without those of a tail;
                            0: it was not */
    size_t most;         /* steps to record */
    const char *problem; /* why the run is not confirmed; NULL: it is */
    bool lacks_memory;   /* ... and it may well be right */
    arena memory;
} evidence;

void evidence_make(evidence *e, const evidence_request *q);
void evidence_fini(evidence *e);

/* Step I of the run; valid as long as E. */
replay_step evidence_step_at(const evidence *e, size_t i);

#endif
