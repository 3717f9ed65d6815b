/* world.h -- what of a state belongs to no machine: fault budgets and monitors.
 *
 * Columns: all budgets in one, then one for each monitor.
 */
#ifndef CORE_WORLD_H
#define CORE_WORLD_H

#include "core/step.h"

typedef enum world_answer {
    WORLD_FINE,
    WORLD_FAILED, /* a monitor failed */
    WORLD_PRUNED, /* what a monitor assumes is not so, or a budget is used up */
} world_answer;

/* What came of an observation. */
typedef struct world_notes {
    uint32_t fault;    /* FAILED: in core.faults, from 1 */
    uint32_t monitor;  /* FAILED: which */
    VEC(value) cooled; /* the monitors that have been in a cold state, as ints */
} world_notes;

/* How many there are. */
static inline uint32_t world_columns(const core *c)
{
    return 1 + c->test->module->monitor_count;
}

value world_budgets(core *c); /* at the start */
uint32_t world_budget(const core *c, value budgets, int budget);
value world_spend(core *c, value budgets, int budget);

/* Steps one monitor; OBSERVATION null: its start entry. */
world_answer world_step(core *c, value *columns, uint32_t monitor, value observation,
                        world_notes *notes);

/* All monitors see what SLOT does, in turn, until one fails. */
world_answer world_observe(core *c, value *columns, uint32_t slot, value observation,
                           world_notes *notes);

bool world_spec_is_hot(const core *c, const value *columns, uint32_t monitor);

/* ---- All columns as one LIST ---- */

/* Does what a part is asked (see part.h): to spend a budget, to see something. */
world_answer world_do(core *c, value world, value what, value *to, world_notes *notes);

bool world_is_hot(const core *c, value world);

#endif
