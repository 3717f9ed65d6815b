/* points.h -- the choices that the paths through one step reach.
 *
 * A loop of choices has infinitely many paths.  But a path that reaches a choice in a
 * state in which another path reached it before leads to nothing new: every
 * continuation is, or will be, tried from there.  So the path is abandoned, and the
 * number of paths is finite.
 *
 * From some choices no path leaves the loop, whatever is chosen.  That is an endless
 * loop, an error like any other.
 */
#ifndef CORE_POINTS_H
#define CORE_POINTS_H

#include "core/value.h"

#define POINT_NONE 0u

/* A choice in some state, numbered from 1. */
typedef struct choice_point {
    bool can_end;        /* some path from here ends */
    uint32_t depth;      /* the number of choices that lead to it */
    size_t first_choice; /* those choices, in `choices` */
} choice_point;

typedef struct point_edge {
    uint32_t from, to;
} point_edge;

typedef struct choice_points {
    idmap known; /* state -> number */
    VEC(choice_point) points;
    VEC(point_edge) edges;
    VEC(uint32_t) choices;
    VEC(uint32_t) path; /* of the current path: the point at each of its choices */
} choice_points;

void points_fini(choice_points *p); /* a zeroed one is empty */

/* The path with choices TAKEN reaches its choice number INDEX in STATE.  True: another
 * path was there before, and this one must be abandoned. */
bool points_reach(choice_points *p, value state, size_t index, const uint32_t *taken);

/* The current path has ended after COUNT choices. */
void points_end(choice_points *p, size_t count);

/* After all paths were tried: a point from which no path ends, or NULL. */
const choice_point *points_endless(choice_points *p);

#endif
