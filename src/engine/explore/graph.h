/* graph.h -- the transitions between the states that a search has met: those that it
 * met states by, and all of them where liveness needs to look at cycles. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H

#include "core/fair_label.h"
#include "core/trace.h"
#include "engine/row_store.h"

/* The transition that a state was met by. */
typedef struct graph_link {
    uint32_t transition; /* among those enabled in the parent */
    uint32_t branch;
} graph_link;

/* LABEL: a LIST, see graph_label. */
typedef struct graph_edge {
    uint32_t to;
    value label;
} graph_edge;

/* What a label is made from, and the label. */
typedef struct graph_known_label {
    uint32_t from[6];
    value label; /* null: none is known here */
} graph_known_label;

typedef struct graph {
    core *c;
    const row_store *states;
    VEC(graph_link) links; /* by state; of an initial one: of no meaning */
    bool has_edges;        /* are they kept? */
    VEC(graph_edge) edges;
    VEC(size_t) first_edge; /* by state in the order of expansion */
    VEC(uint32_t) place;    /* by state: its place in that order, from 1; 0: none */
    fair_label_memo fair_labels;
    fair_label_list label;    /* while it is made */
    graph_known_label *known; /* KNOWN_LABELS of them, by hash; or NULL */
} graph;

void graph_init(graph *g, core *c, const row_store *states, bool has_edges);
void graph_fini(graph *g);

/* The next state was met by LINK. */
void graph_add_link(graph *g, graph_link link);

/* Edges of the state being expanded: begin, add, add, ... */
void graph_begin_edges(graph *g, uint32_t state);
void graph_add_edge(graph *g, uint32_t to, const system_state *from, transition m,
                    const transition_result *r);

/* The edges of an expanded state. */
const graph_edge *graph_edges(const graph *g, uint32_t state, size_t *count);

/* What a transition means for fairness: a LIST of fair_labels (core/fair_label.h). */
value graph_label(graph *g, const system_state *from, transition m,
                  const transition_result *r);

/* The transitions that lead from an initial state to STATE. */
void graph_path(graph *g, uint32_t state, trace *out);

#endif
