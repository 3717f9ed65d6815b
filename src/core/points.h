/* points.h -- the choices that the paths through one step reach, as a graph.
 *
 * A loop of choices has infinitely many paths.  But a path that reaches a choice in a
 * state in which another path reached it before leads to nothing new: every
 * continuation is, or will be, tried from there.  So the path is abandoned, and the
 * number of paths is finite.
 *
 * Choices in a state are POINTS, numbered from 1 in the order in which they are
 * reached.  Each alternative of a point is tried once, and is an edge of the graph: to
 * another point, or to the END of a path, which is an outcome of the step.  Point 1 is
 * the first choice of all paths.  A state is a list of words (waypoint.h).
 *
 * From some points no path leaves the loop, whatever is chosen.  That is an endless
 * loop, an error like any other.
 */
#ifndef CORE_POINTS_H
#define CORE_POINTS_H

#include "core/value.h"

#include "base/arena.h"

#define POINT_NONE   0u
#define POINT_NO_END UINT32_MAX

typedef struct choice_point {
    const value *state; /* what the rest of the step depends on */
    uint32_t state_len;
    uint32_t alike;  /* another point whose state has the same hash, or POINT_NONE */
    uint32_t depth;  /* the number of choices that lead to it */
    uint32_t parent; /* the point before, one choice earlier; POINT_NONE: the first */
    uint32_t choice; /* ... and that choice */
    bool can_end;    /* some path from here ends, or may end for all we know */
} choice_point;

typedef struct point_edge {
    uint32_t from;   /* a point */
    uint32_t to;     /* a point; or, IS_END, an outcome */
    uint32_t choice; /* the alternative */
    value label;     /* see fair_label.h; or null */
    value executed;  /* on the way; see outcome_cover.h */
    bool is_end;
} point_edge;

/* A choice of the current path. */
typedef struct path_choice {
    uint32_t point;
    value label;
} path_choice;

typedef struct choice_points {
    idmap known; /* hash of a state -> the last point with that hash */
    arena states;
    VEC(choice_point) points;
    VEC(point_edge) edges;
    VEC(path_choice) path;
    /* Where choices stay open, set by who runs the step: */
    value executed; /* by the current path since its last choice; a LIST */
    value before;   /* ... and before the first choice of all paths */
} choice_points;

void points_fini(choice_points *p); /* a zeroed one is empty */

/* Drops all points, and keeps some memory for those that come. */
void points_clear(choice_points *p);

/* The path with choices TAKEN reaches its choice number INDEX in a state of LEN words.
 * True: another path was there before, and this one must be abandoned. */
bool points_reach(choice_points *p, const value *state, size_t len, size_t index,
                  const uint32_t *taken);

/* The point of choice number INDEX of the current path. */
const choice_point *points_at(const choice_points *p, size_t index);

/* The label of choice number INDEX of the current path. */
void points_label(choice_points *p, size_t index, value label);

/* Choice number INDEX of the current path has alternatives that are never tried. */
void points_leave_open(choice_points *p, size_t index);

/* The current path, with COUNT choices TAKEN, has ended in outcome END, or in none:
 * POINT_NO_END. */
void points_end(choice_points *p, size_t count, const uint32_t *taken, uint32_t end);

/* After all paths were tried: a point from which no path can end, or NULL. */
const choice_point *points_endless(choice_points *p);

/* The choices that lead to a point: OUT has room for its depth. */
void points_choices(const choice_points *p, const choice_point *to, uint32_t *out);

#endif
