/* parent_index.h -- how a breadth-first search got to each state, in about two bytes a
 * state.
 *
 * States are numbered in the order in which they are met, 0 is the first.  They are
 * expanded in that order too, so the new states that one leads to have consecutive
 * numbers: it is enough to note how many they were, and of each which successor it was.
 */
#ifndef EXPLORE_PARENT_INDEX_H
#define EXPLORE_PARENT_INDEX_H

#include "base/vec.h"

#include <stdint.h>

/* Small numbers, a byte each where possible, with marks to find the n-th. */
typedef struct parent_index_numbers {
    VEC(uint8_t) bytes;
    VEC(uint64_t) marks; /* every TRAIL_MARK numbers: where the next begins */
    uint64_t count;
} parent_index_numbers;

typedef struct parent_index {
    parent_index_numbers children; /* by expanded state: new states that it led to */
    parent_index_numbers ordinals; /* by state but the first: which successor it was */
    VEC(uint64_t) first_child; /* every TRAIL_MARK expanded states: the next number */
    uint64_t open;             /* new states from the one being expanded */
} parent_index;

enum { PARENT_INDEX_MARK = 256 };

void parent_index_fini(parent_index *t); /* a zeroed parent_index is an empty one */
size_t parent_index_bytes(const parent_index *t);

/* The state being expanded has led to a new one, as its successor number ORDINAL. */
void parent_index_add(parent_index *t, uint64_t ordinal);

/* The state being expanded is done. */
void parent_index_next(parent_index *t);

/* The number of the state being expanded. */
uint64_t parent_index_expanding(const parent_index *t);

typedef VEC(uint64_t) parent_index_path;

/* Which successor to take from the first state on to get to STATE. */
void parent_index_find(const parent_index *t, uint64_t state, parent_index_path *out);

#endif
