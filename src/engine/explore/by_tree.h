/* by_tree.h -- every state, breadth first, as keys of a tree (tree.h).
 *
 * The fast way: a few bytes a state, all cores, successors looked up.  For what is
 * shown of single states; cycles need by_graph.h.  Not for causal networks.
 */
#ifndef EXPLORE_BY_TREE_H
#define EXPLORE_BY_TREE_H

#include "engine/engine.h"

void by_tree(core *c, const system_state *start, const engine_options *o, verdict *v);

#endif
