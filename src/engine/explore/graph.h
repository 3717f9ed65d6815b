/* graph.h -- the states that a search has met, how it came to them, and the moves
 * between them where liveness needs to look at cycles. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H

#include "core/fair_label.h"
#include "core/trace.h"

#define STATE_NONE UINT32_MAX

typedef struct graph_node {
    uint32_t parent;     /* STATE_NONE: the first state */
    uint32_t transition; /* among those of the parent */
    uint32_t way;
    uint32_t depth;
} graph_node;

/* LABEL: a LIST, see graph_label. */
typedef struct graph_edge {
    uint32_t to;
    value label;
} graph_edge;

typedef struct graph {
    core *c;
    intern states; /* rows of columns */
    VEC(graph_node) nodes;
    bool has_edges; /* are they kept? */
    VEC(graph_edge) edges;
    VEC(size_t) first_edge; /* by state in the order of expansion */
    VEC(uint32_t) place;    /* by state: its place in that order, from 1; 0: none */
    fair_label_memo fair_labels;
    fair_label_list label; /* while it is made */
} graph;

void graph_init(graph *g, core *c, bool has_edges);
void graph_fini(graph *g);

/* The number of a state; *IS_NEW: it was not known. */
uint32_t graph_add(graph *g, const system_state *s, const graph_node *node,
                   bool *is_new);
uint32_t graph_find(const graph *g, const system_state *s); /* or STATE_NONE */
void graph_get(const graph *g, uint32_t state, system_state *out);
uint32_t graph_count(const graph *g);

/* Edges of the state being expanded: begin, add, add, ... */
void graph_begin_edges(graph *g, uint32_t state);
void graph_add_edge(graph *g, uint32_t to, const system_state *from, transition m,
                    const transition_result *r);

/* The edges of an expanded state. */
const graph_edge *graph_edges(const graph *g, uint32_t state, size_t *count);

/* What a move means for fairness: a LIST of fair_labels (core/fair_label.h). */
value graph_label(graph *g, const system_state *from, transition m,
                  const transition_result *r);

/* The moves that lead from the first state to STATE. */
void graph_path(graph *g, uint32_t state, trace *out);

#endif
