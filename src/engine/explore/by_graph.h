/* by_graph.h -- explores every state, as a graph in memory.
 *
 * The simple search: each state is a row of columns, with its parent and, if cycles
 * matter, its edges.  For liveness, for causal networks, and for depth-first search.
 */
#ifndef EXPLORE_BY_GRAPH_H
#define EXPLORE_BY_GRAPH_H

#include "engine/engine.h"

void by_graph(core *c, const engine_options *o, verdict *v);

#endif
