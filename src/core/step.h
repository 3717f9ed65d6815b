/* step.h -- local steps: pure functions, each executed once.
 *
 * (local state, what it reacts to) -> a list of outcomes, one for each way in which its
 * choices can fall.  It touches no other machine, so the list is kept under its key,
 * and a search that meets the same local step in a million global states runs it once.
 */
#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "core/inbox.h"
#include "core/run.h"

#include "base/savefile.h"

typedef struct outcome {
    value local;     /* the new local state; with a fault: null */
    value effects;   /* LIST of MESSAGE and CREATION, in order */
    value choices;   /* LIST of ints: how the choices fell */
    value fair;      /* LIST: function, pc, outcome of each `$$` */
    uint32_t fault;  /* in core.faults, from 1; 0: none */
    bool cooled;     /* a monitor has been in a cold state */
    bool only_sends; /* all effects are messages */
    inbox_need need; /* of an inbox that is told apart */
} outcome;

/* Valid until step_trim. */
typedef struct step_outcomes {
    uint32_t first;
    uint32_t count;
} step_outcomes;

/* What a machine may do with STIMULUS: see run_machine. */
step_outcomes step_machine(core *c, value local, value stimulus);

/* What a monitor does with an observation: one outcome. */
step_outcomes step_monitor(core *c, value local, value observation);

/* How many messages the quorum handler A of a machine at rest wants; 0: to find out
 * fails.
 */
uint64_t step_quorum_size(core *c, value local, const ir_action *a);

/* Gets step_machine's answer closer, if there is one already. */
void step_prefetch(const core *c, value local, value stimulus);

const outcome *step_outcome(const core *c, step_outcomes list, uint32_t i);

/* Forgets cached steps: when there are too many of them, or at any rate. */
void step_trim(core *c);
void step_forget(core *c);

typedef struct step_statistics {
    uint64_t executed; /* distinct local steps run */
    uint64_t asked;
    size_t bytes;
} step_statistics;

step_statistics step_stats(const core *c);

/* See idmap_coming_growth. */
size_t step_coming_growth(const core *c, size_t more);

/* The steps that coverage has counted, to a file and back: they will be executed again,
 * and then not counted. */
void step_save_known(const core *c, savefile *f);
MUST_CHECK bool step_load_known(coverage *v, savefile *f);

step_cache *step_cache_new(void);
void step_cache_free(step_cache *s);

#endif
