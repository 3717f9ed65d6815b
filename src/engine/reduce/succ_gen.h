/* follow.h -- what an event leads to.
 *
 * From a state to all states that come of an event, in every way it can go.  On the
 * way, machines that have come into being begin to run (they commute with everything,
 * system.h), and dead messages are dropped: what is passed is a state of the system,
 * but is not kept.
 */
#ifndef REDUCE_SUCC_GEN_H
#define REDUCE_SUCC_GEN_H

#include "engine/reduce/state_view.h"

/* One move on the way, and in which way it went. */
typedef struct succ_step {
    move m;
    uint32_t way;
    value message; /* that it is about, or null */
    value choices;
} succ_step;

typedef struct succ_gen succ_gen;

struct succ_gen {
    local_cache *g;
    const engine_options *o;
    bool keeps_dead;
    bool is_clean;   /* nothing is dead in the states that events are followed from */
    bool is_over;    /* set by those who are called: nothing more is to be found */
    bool is_endless; /* it has ended since there were too many steps on the way */
    /* Called with each state, or with a fault and the state before it. */
    void (*on_successor)(void *context, const system_state *to);
    void (*on_fault)(void *context, const system_state *from, const move_result *r);
    void *context;
    VEC(succ_step) steps; /* those that lead to where it is now */
    size_t longest;       /* so many there were at once */
    size_t most;          /* what is further away is not looked for; 0: all is */
    VEC(system_state) rows;
    const system_state *clean; /* where it began, if nothing was dead there */
    system_state bare;         /* without a tail */
    system_state fed;          /* with a message of a tail in the box */
    uint64_t dropped;
    uint64_t refused; /* among those */
    uint64_t abstracted;
    uint64_t transitions;
};

void succ_gen_fini(succ_gen *f);

/* The first states: what comes of the state that the system starts in. */
void succ_gen_start(succ_gen *f, const system_state *start);

void succ_gen_fire(succ_gen *f, const state_view *s, const transition *e);

#endif
