#include "engine/explore/graph.h"

#include "core/openint_trace.h"

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

/* What a path is made of: a trace, or steps whose choices are not known yet. */
typedef struct path_sink {
    core *c;
    trace *made;
    openint_trace open;
} path_sink;

static void sink_add(path_sink *p, transition m, const transition_result *r)
{
    if (p->c->vals.open != NULL)
        openint_trace_add(&p->open, m, r);
    else
        trace_add(p->made, p->c, m, r->choices);
}

static void add_step(graph *g, uint32_t state, path_sink *out, system_state *from,
                     system_state *to, transition_list *enabled)
{
    const graph_link *by = vec_at(&g->links, state);
    row_store_get(g->states, vec_at(&g->states->nodes, state)->parent, from);
    system_enabled(g->c, from, enabled);
    transition_result r;
    const transition m = *vec_at(enabled, by->transition);
    bool found = system_step(g->c, from, m, by->branch, to, &r);
    assert(found);
    (void)found;
    sink_add(out, m, &r);
}

void graph_path(graph *g, uint32_t state, const transition *last,
                const transition_result *result, trace *out)
{
    VEC(uint32_t) path = {0};
    const row_node *nodes = g->states->nodes.data;
    for (; nodes[state].parent != ROW_NONE; state = nodes[state].parent)
        vec_push(&path, state);
    system_state from = {0};
    system_state to = {0};
    transition_list enabled = {0};
    path_sink sink = {.c = g->c, .made = out, .open = {.c = g->c}};
    while (path.len > 0)
        add_step(g, vec_pop(&path), &sink, &from, &to, &enabled);
    if (last != NULL)
        sink_add(&sink, *last, result);
    openint_trace_end(&sink.open, out);
    vec_free(&path);
    vec_free(&from);
    vec_free(&to);
    vec_free(&enabled);
}
