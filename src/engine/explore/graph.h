/* graph.h -- the transitions between the visited states of a search: the first
 * transition to each state, and all transitions if liveness must check cycles. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H

#include "core/fair_label.h"
#include "core/openint_trace.h"
#include "engine/row_store.h"

/* The transition by which a state was reached first. */
typedef struct graph_link {
    uint32_t transition; /* among those enabled in the parent */
    uint32_t branch;
} graph_link;

/* LABEL: a LIST, see graph_label. */
typedef struct graph_edge {
    uint32_t to;
    value label;
} graph_edge;

/* The key of a label, and the label. */
typedef struct graph_known_label {
    uint32_t from[6];
    value label; /* null: the entry is empty */
} graph_known_label;

typedef struct graph {
    core *c;
    const row_store *states;
    VEC(graph_link) links; /* by state; undefined for an initial state */
    bool has_edges;        /* true if edges are kept */
    VEC(graph_edge) edges;
    VEC(size_t) first_edge; /* by state in the order of expansion */
    VEC(uint32_t) position; /* by state: its position in that order, from 1; 0: none */
    fair_label_memo fair_labels;
    fair_label_list label;    /* while it is built */
    graph_known_label *known; /* KNOWN_LABELS of them, by hash; or NULL */
    fair_label_list in_doubt; /* sites: see lemma openint-live-1 */
} graph;

void graph_init(graph *g, core *c, const row_store *states, bool has_edges);
void graph_fini(graph *g);

/* LINK leads to the next new state. */
void graph_add_link(graph *g, graph_link link);

/* Edges of the state being expanded: begin, add, add, ... */
void graph_begin_edges(graph *g, uint32_t state);
void graph_add_edge(graph *g, uint32_t to, const system_state *from, transition m,
                    const transition_result *r);

/* STATE counts as not expanded: a step was stopped before it had all its outcomes. It
 * is the last state that was expanded, or none. */
void graph_drop_edges(graph *g, uint32_t state);

/* The edges of an expanded state. */
const graph_edge *graph_edges(const graph *g, uint32_t state, size_t *count);

/* The meaning of a transition for fairness: a LIST of fair_labels
 * (core/fair_label.h). */
value graph_label(graph *g, const system_state *from, transition m,
                  const transition_result *r);

/* A trace that is being made: where ints are open, its numbers are known at the end. */
typedef struct graph_trace {
    graph *g;
    trace *made;
    openint_trace open;
} graph_trace;

/* Begins a trace to STATE. */
graph_trace graph_trace_to(graph *g, uint32_t state, trace *out);
void graph_trace_add(graph_trace *t, const system_state *from, transition m,
                     const transition_result *r);
void graph_trace_end(graph_trace *t);

/* The rest of the trace is a loop, from STATE back to it; before graph_trace_end. */
void graph_trace_open_loop(graph_trace *t, const system_state *state);
void graph_trace_close_loop(graph_trace *t);

/* The transitions that lead from an initial state to STATE, and LAST with its RESULT
 * unless it is NULL. */
void graph_path(graph *g, uint32_t state, const transition *last,
                const transition_result *result, trace *out);

#endif
