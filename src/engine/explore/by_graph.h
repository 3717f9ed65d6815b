/* by_graph.h -- every state, as a graph in memory.
 *
 * The plain way: each state is a row of columns, with its parent and, where cycles
 * matter, its edges.  For liveness, for causal networks and depth first.
 */
#ifndef EXPLORE_BY_GRAPH_H
#define EXPLORE_BY_GRAPH_H

#include "engine/engine.h"

void by_graph(core *c, const engine_options *o, verdict *v);

#endif
