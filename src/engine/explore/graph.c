#include "engine/explore/graph.h"

#include "base/hash.h"

#include <string.h>

enum { KNOWN_LABELS = 4096 };

void graph_init(graph *g, core *c, const row_store *states, bool has_edges)
{
    *g = (graph){.c = c, .states = states, .has_edges = has_edges};
    if (has_edges)
        g->known = mem_alloc(KNOWN_LABELS * sizeof *g->known);
}

void graph_fini(graph *g)
{
    vec_free(&g->links);
    vec_free(&g->edges);
    vec_free(&g->first_edge);
    vec_free(&g->position);
    vec_free(&g->label);
    vec_free(&g->in_doubt);
    mem_free(g->known, KNOWN_LABELS * sizeof *g->known);
    fair_label_memo_free(&g->fair_labels);
}

void graph_add_link(graph *g, graph_link link)
{
    assert(g->links.len < row_store_count(g->states));
    vec_push(&g->links, link);
}

/* ---- Edges ---- */

void graph_begin_edges(graph *g, uint32_t state)
{
    if (!g->has_edges)
        return;
    while (g->position.len <= state)
        vec_push(&g->position, 0);
    vec_push(&g->first_edge, g->edges.len);
    g->position.data[state] = (uint32_t)g->first_edge.len;
}

void graph_drop_edges(graph *g, uint32_t state)
{
    if (state >= g->position.len || g->position.data[state] == 0)
        return;
    assert(g->position.data[state] == g->first_edge.len);
    g->position.data[state] = 0;
    g->edges.len = vec_pop(&g->first_edge);
}

static value make_label(graph *g, const system_state *from, transition m,
                        const transition_result *r)
{
    vec_clear(&g->label);
    fair_label_transition(g->c, &g->fair_labels, from, m, r, &g->label);
    return list_make(g->c, g->label.data, g->label.len);
}

/* Very many transitions have few labels, so this looks them up first.  The key is
 * everything that fair_label_transition depends on. */
value graph_label(graph *g, const system_state *from, transition m,
                  const transition_result *r)
{
    bool delivers = m.kind == TRANSITION_DELIVER;
    const uint32_t key[6] = {r->runner,
                             r->other,
                             delivers ? m.machine : MACHINE_NONE,
                             delivers ? system_message(g->c, from, m) : VALUE_NULL,
                             r->fair,
                             r->cooled};
    graph_known_label *k = &g->known[hash_bytes(key, sizeof key) % KNOWN_LABELS];
    if (k->label == VALUE_NULL || memcmp(k->from, key, sizeof key) != 0) {
        memcpy(k->from, key, sizeof key);
        k->label = make_label(g, from, m, r);
    }
    return k->label;
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
    if (state >= g->position.len || g->position.data[state] == 0)
        return NULL;
    size_t at = g->position.data[state] - 1;
    size_t first = g->first_edge.data[at];
    size_t end = at + 1 < g->first_edge.len ? g->first_edge.data[at + 1] : g->edges.len;
    *count = end - first;
    return g->edges.data + first;
}

/* ---- Traces ---- */

void graph_trace_add(graph_trace *t, const system_state *from, transition m,
                     const transition_result *r)
{
    core *c = t->g->c;
    if (c->vals.open != NULL)
        openint_trace_add(&t->open, from, m, r);
    else
        trace_add(t->made, c, m, r->choices);
}

static void add_step(graph_trace *t, uint32_t state, system_state *from,
                     system_state *to, transition_list *enabled)
{
    graph *g = t->g;
    const graph_link *by = vec_at(&g->links, state);
    row_store_get(g->states, vec_at(&g->states->nodes, state)->parent, from);
    system_enabled(g->c, from, enabled);
    transition_result r;
    const transition m = *vec_at(enabled, by->transition);
    bool found = system_step(g->c, from, m, by->branch, to, &r);
    assert(found);
    (void)found;
    graph_trace_add(t, from, m, &r);
}

graph_trace graph_trace_to(graph *g, uint32_t state, trace *out)
{
    graph_trace t = {.g = g, .made = out, .open = {.c = g->c}};
    VEC(uint32_t) path = {0};
    const row_node *nodes = g->states->nodes.data;
    for (; nodes[state].parent != ROW_NONE; state = nodes[state].parent)
        vec_push(&path, state);
    system_state from = {0};
    system_state to = {0};
    transition_list enabled = {0};
    while (path.len > 0)
        add_step(&t, vec_pop(&path), &from, &to, &enabled);
    vec_free(&path);
    vec_free(&from);
    vec_free(&to);
    vec_free(&enabled);
    return t;
}

void graph_trace_end(graph_trace *t)
{
    openint_trace_end(&t->open, t->made);
}

void graph_trace_open_loop(graph_trace *t, const system_state *state)
{
    bool is_open = t->g->c->vals.open != NULL;
    t->made->loop = is_open ? t->open.steps.len : t->made->steps.len;
    if (is_open)
        openint_trace_open(&t->open, state->data, state->len);
}

void graph_trace_close_loop(graph_trace *t)
{
    openint_trace_close(&t->open);
}

void graph_path(graph *g, uint32_t state, const transition *last,
                const transition_result *result, trace *out)
{
    graph_trace t = graph_trace_to(g, state, out);
    if (last != NULL) {
        system_state from = {0};
        row_store_get(g->states, state, &from);
        graph_trace_add(&t, &from, *last, result);
        vec_free(&from);
    }
    graph_trace_end(&t);
}
