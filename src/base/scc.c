#include "base/scc.h"

#include "base/vec.h"

#include <stdbool.h>
#include <string.h>

/* Edges by one of their ends: those of node N are LIST[FIRST[N]] up to FIRST[N + 1]. */
typedef struct adjacency {
    uint32_t count;
    size_t edge_count;
    size_t *first;
    uint32_t *list; /* the other ends */
} adjacency;

static void adjacency_init(adjacency *a, uint32_t count, const scc_edge *edges,
                           size_t edge_count, bool by_target)
{
    *a = (adjacency){.count = count, .edge_count = edge_count};
    a->first = mem_alloc(((size_t)count + 2) * sizeof *a->first);
    a->list = mem_alloc((edge_count + 1) * sizeof *a->list);
    for (size_t i = 0; i < edge_count; i++)
        a->first[(by_target ? edges[i].to : edges[i].from) + 2]++;
    for (uint32_t n = 0; n < count; n++)
        a->first[n + 2] += a->first[n + 1];
    for (size_t i = 0; i < edge_count; i++) {
        uint32_t at = by_target ? edges[i].to : edges[i].from;
        a->list[a->first[at + 1]++] = by_target ? edges[i].from : edges[i].to;
    }
}

static void adjacency_fini(adjacency *a)
{
    mem_free(a->first, ((size_t)a->count + 2) * sizeof *a->first);
    mem_free(a->list, (a->edge_count + 1) * sizeof *a->list);
}

typedef struct visit {
    uint32_t node;
    size_t next; /* edge */
} visit;

typedef struct tarjan {
    adjacency out;
    uint32_t *index; /* from 1 on; 0: not visited */
    uint32_t *low;
    uint32_t *component;
    uint32_t last_index;
    uint32_t components;
    VEC(visit) path;
    VEC(uint32_t) open; /* visited, and in no component yet */
} tarjan;

#define NO_COMPONENT UINT32_MAX

static void enter(tarjan *t, uint32_t node)
{
    t->index[node] = t->low[node] = ++t->last_index;
    visit v = {node, t->out.first[node]};
    vec_push(&t->path, v);
    vec_push(&t->open, node);
}

static void leave(tarjan *t, uint32_t node)
{
    (void)vec_pop(&t->path);
    if (t->path.len > 0) {
        uint32_t parent = vec_last(&t->path)->node;
        if (t->low[node] < t->low[parent])
            t->low[parent] = t->low[node];
    }
    if (t->low[node] != t->index[node])
        return;
    uint32_t member;
    do {
        member = vec_pop(&t->open);
        t->component[member] = t->components;
    } while (member != node);
    t->components++;
}

static void walk(tarjan *t, uint32_t root)
{
    enter(t, root);
    while (t->path.len > 0) {
        visit *v = vec_last(&t->path);
        uint32_t node = v->node;
        if (v->next == t->out.first[node + 1]) {
            leave(t, node);
            continue;
        }
        uint32_t to = t->out.list[v->next++];
        if (t->index[to] == 0)
            enter(t, to);
        else if (t->component[to] == NO_COMPONENT && t->index[to] < t->low[node])
            t->low[node] = t->index[to];
    }
}

uint32_t scc_find(uint32_t count, const scc_edge *edges, size_t edge_count,
                  uint32_t *component)
{
    tarjan t = {.component = component};
    adjacency_init(&t.out, count, edges, edge_count, false);
    t.index = mem_alloc((count + 1) * sizeof *t.index);
    t.low = mem_alloc((count + 1) * sizeof *t.low);
    for (uint32_t n = 0; n < count; n++)
        component[n] = NO_COMPONENT;
    for (uint32_t n = 0; n < count; n++)
        if (t.index[n] == 0)
            walk(&t, n);
    mem_free(t.index, (count + 1) * sizeof *t.index);
    mem_free(t.low, (count + 1) * sizeof *t.low);
    vec_free(&t.path);
    vec_free(&t.open);
    adjacency_fini(&t.out);
    return t.components;
}

/* ---- Closures ---- */

static uint64_t *part_of_row(const scc_rows *r, uint32_t row)
{
    return r->words + (size_t)row * r->stride + r->first;
}

static void join(const scc_rows *r, uint32_t to, uint32_t from)
{
    uint64_t *a = part_of_row(r, to);
    const uint64_t *b = part_of_row(r, from);
    for (size_t w = 0; w < r->count; w++)
        a[w] |= b[w];
}

/* All rows of a component become their union, with what leads into it from outside. */
static void close_component(const scc_rows *rows, const adjacency *in,
                            const uint32_t *component, const uint32_t *members,
                            size_t count)
{
    uint32_t head = members[0];
    for (size_t k = 0; k < count; k++) {
        uint32_t node = members[k];
        if (node != head)
            join(rows, head, node);
        for (size_t i = in->first[node]; i < in->first[node + 1]; i++)
            if (component[in->list[i]] != component[node])
                join(rows, head, in->list[i]);
    }
    for (size_t k = 1; k < count; k++)
        memcpy(part_of_row(rows, members[k]), part_of_row(rows, head),
               rows->count * sizeof *rows->words);
}

void scc_close(const scc_rows *rows, uint32_t count, const scc_edge *edges,
               size_t edge_count)
{
    uint32_t *component = mem_alloc((count + 1) * sizeof *component);
    uint32_t components = scc_find(count, edges, edge_count, component);
    adjacency in;
    adjacency members; /* "edges" from components to their nodes */
    scc_edge *parts = mem_alloc((count + 1) * sizeof *parts);
    for (uint32_t n = 0; n < count; n++)
        parts[n] = (scc_edge){component[n], n};
    adjacency_init(&in, count, edges, edge_count, true);
    adjacency_init(&members, components, parts, count, false);
    for (uint32_t c = components; c-- > 0;)
        close_component(rows, &in, component, members.list + members.first[c],
                        members.first[c + 1] - members.first[c]);
    adjacency_fini(&members);
    adjacency_fini(&in);
    mem_free(parts, (count + 1) * sizeof *parts);
    mem_free(component, (count + 1) * sizeof *component);
}
