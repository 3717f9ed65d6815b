/* step.h -- local steps: pure functions, each executed once.
 *
 * (local state, stimulus) -> a list of outcomes, one for each combination of choices.
 * A local step touches no other machine, so the list is cached under its key.  A search
 * that needs the same local step in a million global states executes it once.
 *
 * A step can have very many outcomes: a handler that sends in a loop of choices has one
 * for each sequence of messages.  If there are more than core_options.split_above (long
 * ones count more), the step is SPLIT: the machine stops after each send, and before
 * each creation, so that the step has only the outcomes up to there, and the next step
 * of the machine goes on.  If that would be too wide as well, the step stays whole.
 *
 * Lemma split-1.  A search in which steps are split has the same violations, and the
 * machines reach the same resting local states; it may have more states.
 * - Nothing is added.  The stops are those that a machine makes after very many effects
 *   (is_long in exec.c): behind a send or before a creation, where P has a scheduling
 *   point, with the last message held back until the machine goes on.  So a run with
 *   such stops is a run of P.
 * - Nothing is missed.  In P a machine may be overtaken at each send.  What system.h
 *   says of a handler that runs to its end holds for each part of it up to a stop: the
 *   other machines see its messages alone, which are put into queues one after the
 *   other, in P's own network each in a transition with what follows.  In the other
 *   networks a message that is held arrives later, as it may anyway; and while it is
 *   held, its machine can go on, so that it is not held forever in a run that ends or
 *   is fair.
 * - It does not matter which steps are split: the argument is about one at a time.
 *   That the answer depends on the local state and the stimulus alone keeps steps pure,
 *   and lets a script make the same stops: its step asks before it runs (is_split).
 * Monitors are never split (they send nothing), nor are steps in which ints are open,
 * and random runs make only one run of a step.
 */
#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "core/inbox.h"
#include "core/run.h"

#include "base/savefile.h"

typedef struct outcome {
    value local;     /* the new local state; with a fault, or if stuck: null */
    value effects;   /* LIST of MESSAGE, CREATION and OBSERVATION, in order */
    value choices;   /* LIST of ints, some of which may be open: the choices made */
    value fair;      /* LIST of labels of choices, see fair_label.h */
    value learned;   /* of open ints: a LIST of openint_save, openint_save_learned and
                        openint_why_places; or null */
    value covers;    /* of open ints: what counts once a state has this outcome, see
                        outcome_cover.h; or null */
    uint32_t fault;  /* in core.faults, from 1; 0: none */
    bool cooled;     /* a monitor has been in a cold state */
    bool only_sends; /* all effects are messages */
    bool is_stuck; /* an assumption failed after these observations: they can fail, but
                      nothing follows them.  Of open ints: for COVERS */
    inbox_need need : 8; /* of an inbox that is stored apart */
} outcome;

/* After so many runs of a step, core.is_over is asked: a run takes less than a look at
 * the clock.  Within long runs it is asked, too. */
enum { STEP_LOOK_RUNS = 16 };

/* Valid until step_trim. */
typedef struct step_outcomes {
    uint32_t first;
    uint32_t count;
} step_outcomes;

/* The outcomes of a machine for STIMULUS: see run_machine. */
step_outcomes step_machine(core *c, value local, value stimulus);

/* The outcome of a monitor for an observation: exactly one, unless ints are open. */
step_outcomes step_monitor(core *c, value local, value observation);

/* The number of messages that quorum handler A of a machine at rest needs; 0: its
 * computation fails. */
uint64_t step_quorum_size(core *c, value local, const ir_action *a);

/* Prefetches the cached outcomes of step_machine, if there are any. */
void step_prefetch(const core *c, value local, value stimulus);

const outcome *step_outcome(const core *c, step_outcomes list, uint32_t i);

/* Where ints are open: some state has outcome I of LIST, so what it covers counts. */
void step_cover(core *c, step_outcomes list, uint32_t i);

/* From now on, the steps of random runs are cached, see drawn.h; or no longer.  KEEPS:
 * as for drawn_new.  Where the heap is on, other machines change in place. */
void step_keep_drawn(core *c, const bool *keeps);
void step_forget_drawn(core *c);

/* Which steps should be kept, as drawn_judge says.  False: none are cached, and KEEPS
 * stays as it is. */
bool step_judge_drawn(const core *c, uint64_t least_known, bool *keeps);

/* Drops cached steps: TRIM if there are too many of them, FORGET always.  Outcomes of
 * random runs do not outlive their transition, so TRIM drops these at once. */
void step_trim(core *c);
void step_forget(core *c);

typedef struct step_statistics {
    uint64_t executed; /* distinct local steps run */
    uint64_t lookups;
    size_t bytes;
} step_statistics;

step_statistics step_stats(const core *c);

/* See idmap_coming_growth. */
size_t step_coming_growth(const core *c, size_t more);

/* Saves and loads the steps that coverage has counted.  They will be executed again,
 * and must not be counted again. */
void step_save_known(const core *c, savefile *f);
MUST_CHECK bool step_load_known(coverage *v, savefile *f);

step_cache *step_cache_new(void);
void step_cache_free(step_cache *s);

#endif
