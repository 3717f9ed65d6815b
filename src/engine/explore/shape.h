/* shape.h -- which tree fits: learned from a sample of states.
 *
 * What a tree costs is the number of ids below its root, and below those.  A part that
 * takes very many values is best left alone, parts that go together belong together.
 */
#ifndef EXPLORE_SHAPE_H
#define EXPLORE_SHAPE_H

#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

/* Looks at a sample of the states SEEN.  True: OUT is a shape that costs less than
 * SHARE of what that of T does. */
bool shape_improve(const tree *t, const visited *seen, double share, tree_shape *out);

#endif
