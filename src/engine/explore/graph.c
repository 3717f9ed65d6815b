#include "engine/explore/graph.h"

#include <string.h>

void graph_init(graph *g, core *c, bool has_edges)
{
    *g = (graph){.c = c, .has_edges = has_edges};
    intern_init(&g->states);
}

void graph_fini(graph *g)
{
    intern_fini(&g->states);
    vec_free(&g->nodes);
    vec_free(&g->edges);
    vec_free(&g->first_edge);
    vec_free(&g->place);
    vec_free(&g->label);
    fair_label_memo_free(&g->fair_labels);
}

uint32_t graph_count(const graph *g)
{
    return (uint32_t)g->nodes.len;
}

uint32_t graph_add(graph *g, const system_state *s, const graph_node *node,
                   bool *is_new)
{
    uint32_t state = intern_put(&g->states, s->data, s->len * sizeof *s->data);
    *is_new = state == g->nodes.len;
    if (*is_new)
        vec_push(&g->nodes, *node);
    return state;
}

uint32_t graph_find(const graph *g, const system_state *s)
{
    return intern_find(&g->states, s->data, s->len * sizeof *s->data);
}

void graph_get(const graph *g, uint32_t state, system_state *out)
{
    const char *bytes = intern_text(&g->states, state);
    size_t count = intern_len(&g->states, state) / sizeof(value);
    system_resize(out, count);
    memcpy(out->data, bytes, count * sizeof *out->data);
}

/* ---- Edges ---- */

void graph_begin_edges(graph *g, uint32_t state)
{
    if (!g->has_edges)
        return;
    while (g->place.len <= state)
        vec_push(&g->place, 0);
    vec_push(&g->first_edge, g->edges.len);
    g->place.data[state] = (uint32_t)g->first_edge.len;
}

value graph_label(graph *g, const system_state *from, transition m,
                  const transition_result *r)
{
    vec_clear(&g->label);
    fair_label_transition(g->c, &g->fair_labels, from, m, r, &g->label);
    return list_make(g->c, g->label.data, g->label.len);
}

void graph_add_edge(graph *g, uint32_t to, const system_state *from, transition m,
                    const transition_result *r)
{
    if (!g->has_edges)
        return;
    graph_edge e = {to, graph_label(g, from, m, r)};
    vec_push(&g->edges, e);
}

const graph_edge *graph_edges(const graph *g, uint32_t state, size_t *count)
{
    *count = 0;
    if (state >= g->place.len || g->place.data[state] == 0)
        return NULL;
    size_t at = g->place.data[state] - 1;
    size_t first = g->first_edge.data[at];
    size_t end = at + 1 < g->first_edge.len ? g->first_edge.data[at + 1] : g->edges.len;
    *count = end - first;
    return g->edges.data + first;
}

/* ---- Traces ---- */

static void add_step(graph *g, uint32_t state, trace *out, system_state *from,
                     system_state *to, transition_list *moves)
{
    const graph_node *n = &g->nodes.data[state];
    graph_get(g, n->parent, from);
    system_enabled(g->c, from, moves);
    transition_result r;
    bool found = system_step(g->c, from, moves->data[n->transition], n->way, to, &r);
    assert(found);
    (void)found;
    trace_add(out, g->c, moves->data[n->transition], r.choices);
}

void graph_path(graph *g, uint32_t state, trace *out)
{
    VEC(uint32_t) path = {0};
    for (; g->nodes.data[state].parent != STATE_NONE;
         state = g->nodes.data[state].parent)
        vec_push(&path, state);
    system_state from = {0};
    system_state to = {0};
    transition_list moves = {0};
    while (path.len > 0)
        add_step(g, vec_pop(&path), out, &from, &to, &moves);
    vec_free(&path);
    vec_free(&from);
    vec_free(&to);
    vec_free(&moves);
}
