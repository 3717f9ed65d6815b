/* parent_index.h -- the parent of each state of a breadth-first search, in about two
 * bytes a state.
 *
 * States are numbered in the order in which they are found; 0 is the first state.  They
 * are expanded in the same order.  So the new states that one expansion finds have
 * consecutive numbers, and it is enough to store
 *
 *     for each expanded state   the number of its children   (new states)
 *     for each state but 0      its ordinal among the successors of its parent
 *
 *     children:   3       2     0  ...        state 4 is child 0 of state 1,
 *     states:   0 | 1 2 3 | 4 5 |  ...        as 1 + children[0] = 4
 *
 * The parent of a state is the first expanded state whose children, added to those of
 * all before it, reach beyond the state's number.  Marks at every PARENT_INDEX_MARK
 * states make that a binary search and a short scan.
 */
#ifndef EXPLORE_PARENT_INDEX_H
#define EXPLORE_PARENT_INDEX_H

#include "base/vec.h"

#include <stdint.h>

/* Small numbers, a byte each where possible, with marks to find the n-th. */
typedef struct parent_index_numbers {
    VEC(uint8_t) bytes;
    VEC(uint64_t) marks; /* every PARENT_INDEX_MARK numbers: where the next begins */
    uint64_t count;
} parent_index_numbers;

typedef struct parent_index {
    parent_index_numbers children; /* by expanded state */
    parent_index_numbers ordinals; /* by state but the first */
    VEC(uint64_t) first_child;     /* of every PARENT_INDEX_MARK-th expanded state */
    uint64_t open;                 /* children so far of the state being expanded */
} parent_index;

enum { PARENT_INDEX_MARK = 256 };

void parent_index_fini(parent_index *t); /* a zeroed index is an empty one */
size_t parent_index_bytes(const parent_index *t);

/* The state being expanded has a new child: its successor number ORDINAL. */
void parent_index_add(parent_index *t, uint64_t ordinal);

/* The state being expanded is done; the next one follows. */
void parent_index_next(parent_index *t);

/* The number of the state being expanded. */
uint64_t parent_index_expanding(const parent_index *t);

typedef VEC(uint64_t) parent_index_path;

/* The path from the first state to STATE: which successor to take at each state. */
void parent_index_find(const parent_index *t, uint64_t state, parent_index_path *out);

#endif
