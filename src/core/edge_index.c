#include "core/edge_index.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

void edge_index_init(edge_index *x, const void *edges, size_t count, size_t node_count,
                     edge_node *node)
{
    assert(count < UINT32_MAX);
    *x = (edge_index){.edge_count = count, .node_count = node_count};
    x->list = mem_alloc((count + 1) * sizeof *x->list);
    x->first = mem_alloc((node_count + 1) * sizeof *x->first);
    for (size_t i = 0; i < count; i++) {
        assert(node(edges, i) < node_count);
        x->first[node(edges, i) + 1]++;
    }
    for (size_t n = 0; n < node_count; n++)
        x->first[n + 1] += x->first[n];
    /* Filling moves each beginning to its end, which is the beginning of the next. */
    for (size_t i = 0; i < count; i++)
        x->list[x->first[node(edges, i)]++] = (uint32_t)i;
    memmove(x->first + 1, x->first, node_count * sizeof *x->first);
    x->first[0] = 0;
}

void edge_index_fini(edge_index *x)
{
    mem_free(x->list, (x->edge_count + 1) * sizeof *x->list);
    mem_free(x->first, (x->node_count + 1) * sizeof *x->first);
}
