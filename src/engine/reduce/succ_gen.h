/* succ_gen.h -- the successor generator: all states that a transition leads to.
 *
 * It calls back with each successor, for every outcome of the transition.  Before a
 * successor is reported, new machines begin to run (they commute with everything,
 * core/system.h), and dead messages are dropped: the states in between are states of
 * the system, but are not stored.
 */
#ifndef REDUCE_SUCC_GEN_H
#define REDUCE_SUCC_GEN_H

#include "engine/reduce/state_view.h"

/* A transition, and which of its outcomes. */
typedef struct succ_step {
    transition m;
    uint32_t outcome;
    value message; /* that it delivers, or null */
    value choices;
    value named; /* of open ints: see transition_result */
    value learned;
} succ_step;

typedef struct succ_gen succ_gen;

struct succ_gen {
    local_cache *g;
    const engine_options *o;
    bool keeps_dead;
    bool is_clean;   /* source states have no dead messages */
    bool is_over;    /* a callback has set it: stop generating */
    bool is_endless; /* stopped: too many steps to one successor */
    bool ends_some;  /* an assumption has failed, or there was a fault; for the
                        caller to reset */
    /* Called with each successor, or with a fault and the state before it. */
    void (*on_successor)(void *context, const system_state *to);
    void (*on_fault)(void *context, const system_state *from,
                     const transition_result *r);
    void *context;
    VEC(succ_step) steps; /* from the source state to the current one */
    size_t longest;       /* the most steps at one time */
    size_t most;          /* bound on the steps; 0: none */
    VEC(system_state) rows;
    const system_state *clean; /* the source state, if it has no dead messages */
    system_state bare;         /* without a queue abstraction */
    system_state fed;          /* with a message of a queue abstraction in the outbox */
    uint64_t dropped;
    uint64_t refused; /* among the dropped messages */
    uint64_t abstracted;
    uint64_t transitions;
};

void succ_gen_fini(succ_gen *f);

/* The initial states: the successors of the state that the system starts in. */
void succ_gen_start(succ_gen *f, const system_state *start);

void succ_gen_fire(succ_gen *f, const state_view *s, const view_transition *e);

#endif
