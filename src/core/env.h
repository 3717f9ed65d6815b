/* env.h -- the environment: the columns of a state that belong to no machine.
 *
 * The first column holds all fault budgets; one column for each monitor follows.  Where
 * choices stay open, the last one is what is known of them (openint_state.h).
 */
#ifndef CORE_ENV_H
#define CORE_ENV_H

#include "core/openint_state.h"

typedef enum env_answer {
    ENV_FINE,
    ENV_FAILED, /* a monitor failed */
    ENV_PRUNED, /* an assumption of a monitor failed, or a budget is used up */
} env_answer;

/* The results of an observation. */
typedef struct env_notes {
    uint32_t fault;    /* FAILED: in core.faults, from 1 */
    uint32_t monitor;  /* FAILED: which */
    VEC(value) cooled; /* the monitors that have been in a cold state, as ints */
    /* Where ints are open, monitors may fork: */
    uint32_t fork;  /* the wanted outcomes, as far as they are not yet decided */
    uint32_t forks; /* the product of the numbers of outcomes so far; UINT32_MAX: too
                       large */
    value learned;  /* LIST, see openint_save_learned */
    bool is_void;   /* PRUNED: no values fit; it is not because of an assumption */
} env_notes;

/* How many columns there are. */
static inline uint32_t env_columns(const core *c)
{
    return 1 + c->test->module->monitor_count + (c->vals.open != NULL);
}

/* What is known of open ints: the last column. */
static inline value *env_knowledge(const core *c, value *columns)
{
    assert(c->vals.open != NULL);
    return &columns[env_columns(c) - 1];
}

value env_budgets(core *c); /* at the start */
uint32_t env_budget(const core *c, value budgets, int budget);
value env_spend(core *c, value budgets, int budget);

/* Steps one monitor; OBSERVATION null: its start entry. */
env_answer env_step(core *c, value *columns, uint32_t monitor, value observation,
                    env_notes *notes);

/* Each monitor observes what ID does, in order, until one fails. */
env_answer env_observe(core *c, value *columns, machine_id id, value observation,
                       env_notes *notes);

bool env_spec_is_hot(const core *c, const value *columns, uint32_t monitor);

/* ---- All columns as one LIST ---- */

/* Where ints are open, the LIST of the machines that there are is its last item: see
 * openint_parts.h. */
static inline uint32_t env_items(const core *c)
{
    return env_columns(c) + (c->vals.open != NULL);
}

/* The environment of a row. */
value env_of_row(core *c, const value *row, size_t count);

/* Serves a request (component.h): to spend a budget, or to observe.  A monitor that
 * forks: see env_notes. */
env_answer env_respond(core *c, value env, value what, value *to, env_notes *notes);

bool env_is_hot(const core *c, value env);

#endif
