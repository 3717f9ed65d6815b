/* edge_index.h -- the edges of a graph by node: those that leave it, or that lead to
 * it.
 *
 * The edges of node n are list[first[n]] to list[first[n + 1] - 1].
 */
#ifndef CORE_EDGE_INDEX_H
#define CORE_EDGE_INDEX_H

#include <stddef.h>
#include <stdint.h>

typedef struct edge_index {
    uint32_t *list;
    uint32_t *first;
    size_t edge_count;
    size_t node_count;
} edge_index;

/* The node of edge I; EDGES is what the caller of edge_index_init gave. */
typedef uint32_t edge_node(const void *edges, size_t i);

void edge_index_init(edge_index *x, const void *edges, size_t count, size_t node_count,
                     edge_node *node);
void edge_index_fini(edge_index *x);

#endif
