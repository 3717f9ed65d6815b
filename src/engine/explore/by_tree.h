/* by_tree.h -- explores every state, breadth first, as keys of a tree (tree.h).
 *
 * This is the fast search: a few bytes a state, all cores, successors by look-up.  It
 * checks properties of single states and transitions; cycles need by_graph.h.  It does
 * not support causal networks, whose components do not split (component_is_separable).
 */
#ifndef EXPLORE_BY_TREE_H
#define EXPLORE_BY_TREE_H

#include "engine/engine.h"

void by_tree(core *c, const system_state *start, const engine_options *o, verdict *v);

#endif
