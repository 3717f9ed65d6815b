/* points.h -- the choices that the ways of one step meet.
 *
 * A loop of choices has infinitely many ways.  But a way that comes to a choice in a
 * state in which another way came to it before has nothing new to offer: whatever
 * follows is, or will be, tried from there.  So it is left, and the ways come to an
 * end.
 *
 * From some choices no way leads out, whatever is chosen: that is a loop without end,
 * and an error like any other.
 */
#ifndef CORE_POINTS_H
#define CORE_POINTS_H

#include "core/value.h"

#define POINT_NONE 0u

/* A choice in some state, numbered from 1. */
typedef struct choice_point {
    bool can_end;     /* some way from here comes to an end */
    uint32_t depth;   /* how many choices lead to it */
    size_t first_way; /* how those fall, in `ways` */
} choice_point;

typedef struct point_edge {
    uint32_t from, to;
} point_edge;

typedef struct choice_points {
    idmap known; /* state -> number */
    VEC(choice_point) points;
    VEC(point_edge) edges;
    VEC(uint32_t) ways;
    VEC(uint32_t) path; /* of the way at hand: the point at each of its choices */
} choice_points;

void points_fini(choice_points *p); /* zeroed ones are empty */

/* The way that fell as TAKEN comes to its choice number INDEX in STATE; true: that is
 * known, and the way is to be left. */
bool points_meet(choice_points *p, value state, size_t index, const uint32_t *taken);

/* The way at hand has come to an end after COUNT choices. */
void points_end(choice_points *p, size_t count);

/* When all ways were tried: a point from which none comes to an end, or NULL. */
const choice_point *points_endless(choice_points *p);

#endif
