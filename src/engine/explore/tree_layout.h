/* tree_layout.h -- chooses the layout of a tree from a sample of states.
 *
 * The cost of a tree is the number of ids of its inner nodes, weighted by the length of
 * their lists.  A component with very many values is best left alone below the root;
 * components whose values depend on each other belong together, since pairs of them
 * take few values.  The sample estimates how many values a set of leaves takes in all.
 *
 * The search is greedy, from the root down: each set of leaves is split in two by local
 * search.  Any layout is correct; a bad one costs memory and time only.
 */
#ifndef EXPLORE_TREE_LAYOUT_H
#define EXPLORE_TREE_LAYOUT_H

#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

typedef VEC(uint64_t) tree_sample; /* keys; those after TREE_SAMPLE_SIZE are ignored */

enum { TREE_SAMPLE_SIZE = 1 << 12 };

/* Drops duplicates, and then picks TREE_SAMPLE_SIZE keys evenly if there are more. */
void tree_layout_thin_out(tree_sample *states);

/* Takes evenly spread visited states into the sample. */
void tree_layout_sample_visited(const visited *set, tree_sample *out);

/* True: OUT is a layout that costs less than SHARE of the cost of T's layout. */
bool tree_layout_improve(const tree *t, const tree_sample *states, double share,
                         tree_layout *out);

#endif
