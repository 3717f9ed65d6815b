/* scc.h -- the strongly connected components of a graph, and closures along its edges.
 *
 * Tarjan's algorithm without recursion, in time linear in nodes and edges.
 */
#ifndef BASE_SCC_H
#define BASE_SCC_H

#include <stddef.h>
#include <stdint.h>

typedef struct scc_edge {
    uint32_t from, to;
} scc_edge;

/* Numbers the components of the nodes 0 .. COUNT-1 so that no edge leads to a component
 * with a larger number.  COMPONENT gets one number for each node.  Returns how many
 * components there are. */
uint32_t scc_find(uint32_t count, const scc_edge *edges, size_t edge_count,
                  uint32_t *component);

/* A matrix of bits: rows of STRIDE words, of which COUNT from FIRST on are meant. */
typedef struct scc_rows {
    uint64_t *words;
    size_t stride;
    size_t first;
    size_t count;
} scc_rows;

/* Adds to each row the rows of all nodes from which edges lead to it, near or far: one
 * pass over the edges, whatever the graph. */
void scc_close(const scc_rows *rows, uint32_t count, const scc_edge *edges,
               size_t edge_count);

#endif
