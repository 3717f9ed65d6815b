/* shape.h -- which tree fits: learned from a sample of states.
 *
 * What a tree costs is the number of ids below its root, and below those.  A part that
 * takes very many values is best left alone, parts that go together belong together.
 */
#ifndef EXPLORE_TREE_LAYOUT_H
#define EXPLORE_TREE_LAYOUT_H

#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

typedef VEC(uint64_t) tree_sample; /* keys; those beyond SHAPE_SAMPLE are not used */

enum { TREE_SAMPLE_SIZE = 1 << 12 };

/* Leaves out what is there several times, and evenly as much as is too much. */
void tree_layout_thin_out(tree_sample *states);

/* Some of the states SEEN. */
void tree_layout_sample_visited(const visited *seen, tree_sample *out);

/* True: OUT is a shape that costs less than SHARE of what that of T does. */
bool tree_layout_improve(const tree *t, const tree_sample *states, double share,
                         tree_layout *out);

#endif
