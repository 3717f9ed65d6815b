/* naive_live.h -- the graph of all states, and the fair cycles that violate liveness.
 *
 * An infinite run violates a spec if, from some point on, the spec neither is in a cold
 * state nor passes through one, and is in a hot state again and again.  Fair runs
 * count:
 *
 *   - who is enabled from some point on acts again and again; machines act by running,
 *     the network by delivering (P2P, CAUSAL: for each sender and target; BAG: each
 *     message, where equal ones need not be told apart);
 *   - what a machine can choose again and again at one place it does choose there again
 *     and again; with unfair choices that is so for `$$` alone.
 *
 * What a run does again and again is a strongly connected part of the graph.  The first
 * condition holds of a part or of none of its subparts.  Where an alternative is never
 * taken, the edges that offer it cannot be taken again and again: without them the part
 * may fall apart, and its parts are judged anew (Emerson, Lei 1987, on Streett
 * conditions).
 *
 * Between two rounds of a loop of choices within a step stands a state in which nobody
 * else may run (PHASE_CHOOSING).  A run that stays there for ever is not judged, since
 * there is another one in which others may run (PHASE_LOOPING), and a spec that is hot
 * there only in passing is not hot.
 */
#ifndef CROSS_NAIVE_LIVE_H
#define CROSS_NAIVE_LIVE_H

#include "naive_step.h"

typedef struct live_node {
    size_t depth;
    intern_id enabled;  /* in sets: names of those who can act */
    intern_id monitors; /* in sets: their states */
    size_t first, end;  /* edges from here */
    bool is_choosing;   /* in a step: see PHASE_CHOOSING */
    bool can_end; /* CHOOSING: some way from here ends the step, or was not tried */
} live_node;

typedef struct live_edge {
    uint32_t from, to;
    intern_id label; /* in sets: who acted, monitors that were cold, how choices fell */
} live_edge;

typedef struct live_graph {
    uint32_t monitor_count;
    intern names; /* of those who act, and of alternatives at places */
    intern sets;
    VEC(live_node) nodes;
    VEC(live_edge) edges;
} live_graph;

/* A hot state of a spec that some fair run is in again and again. */
typedef struct live_violation {
    uint32_t monitor;
    uint32_t state;
    size_t depth; /* the least at which it is seen there */
} live_violation;

typedef VEC(live_violation) live_violations;

void live_init(live_graph *g, uint32_t monitor_count);
void live_fini(live_graph *g);

/* The state gets the next number.  It was written before, so it is in order. */
void live_add_node(live_graph *g, const system_state *s, size_t depth);

/* Who acts when this move is made; faults are nobody's. */
intern_id live_actor(live_graph *g, const system_state *s, move what);
void live_begin_edges(live_graph *g, size_t from);
void live_add_edge(live_graph *g, size_t from, size_t to, intern_id actor,
                   const step *t);
void live_end_edges(live_graph *g, size_t from);

/* Some way from here ends the step. */
void live_note_end(live_graph *g, size_t from);

/* A state within a step that never ends, whatever is chosen; SIZE_MAX: there is none.
 */
size_t live_find_endless(live_graph *g);

void live_find(const live_graph *g, const ir_program *ir, const ir_test *test,
               live_violations *out);

#endif
