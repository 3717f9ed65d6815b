/* shape.h -- which tree fits: learned from a sample of states.
 *
 * What a tree costs is the number of ids below its root, and below those.  A part that
 * takes very many values is best left alone, parts that go together belong together.
 */
#ifndef EXPLORE_SHAPE_H
#define EXPLORE_SHAPE_H

#include "engine/explore/tree.h"
#include "engine/explore/visited.h"

typedef VEC(uint64_t) shape_sample; /* keys; those beyond SHAPE_SAMPLE are not used */

enum { SHAPE_SAMPLE = 1 << 12 };

/* Leaves out what is there several times, and evenly as much as is too much. */
void shape_thin_out(shape_sample *states);

/* Some of the states SEEN. */
void shape_take_seen(const visited *seen, shape_sample *out);

/* True: OUT is a shape that costs less than SHARE of what that of T does. */
bool shape_improve(const tree *t, const shape_sample *states, double share,
                   tree_shape *out);

#endif
