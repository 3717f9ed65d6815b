/* trail.h -- how a breadth-first search got to each state, in about two bytes a state.
 *
 * States are numbered in the order in which they are met, 0 is the first.  They are
 * expanded in that order too, so the new states that one leads to have consecutive
 * numbers: it is enough to note how many they were, and of each which successor it was.
 */
#ifndef EXPLORE_TRAIL_H
#define EXPLORE_TRAIL_H

#include "base/vec.h"

#include <stdint.h>

/* Small numbers, a byte each where possible, with marks to find the n-th. */
typedef struct trail_numbers {
    VEC(uint8_t) bytes;
    VEC(uint64_t) marks; /* every TRAIL_MARK numbers: where the next begins */
    uint64_t count;
} trail_numbers;

typedef struct trail {
    trail_numbers children;    /* by expanded state: new states that it led to */
    trail_numbers ordinals;    /* by state but the first: which successor it was */
    VEC(uint64_t) first_child; /* every TRAIL_MARK expanded states: the next number */
    uint64_t open;             /* new states from the one being expanded */
} trail;

enum { TRAIL_MARK = 256 };

void trail_fini(trail *t); /* a zeroed trail is an empty one */
size_t trail_bytes(const trail *t);

/* The state being expanded has led to a new one, as its successor number ORDINAL. */
void trail_add(trail *t, uint64_t ordinal);

/* The state being expanded is done. */
void trail_next(trail *t);

/* The number of the state being expanded. */
uint64_t trail_at(const trail *t);

typedef VEC(uint64_t) trail_path;

/* Which successor to take from the first state on to get to STATE. */
void trail_to(const trail *t, uint64_t state, trail_path *out);

#endif
