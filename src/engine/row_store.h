/* row_store.h -- the visited states of a search, as rows, and the parent of each.
 *
 * States are numbered from 0 in the order in which they are visited, so a parent has a
 * smaller number than its children.
 */
#ifndef ENGINE_ROW_STORE_H
#define ENGINE_ROW_STORE_H

#include "core/system.h"

#define ROW_NONE UINT32_MAX

/* How a state was reached first. */
typedef struct row_node {
    uint32_t parent; /* ROW_NONE: an initial state */
    uint32_t depth : 30;
    bool is_expanded : 1;
    bool is_marked : 1; /* by the search, for a purpose of its own */
} row_node;

typedef struct row_store {
    intern rows;
    VEC(row_node) nodes;
} row_store;

void row_store_init(row_store *t);
void row_store_fini(row_store *t);

/* The number of a state; *IS_NEW: it was visited for the first time, from PARENT. */
uint32_t row_store_add(row_store *t, const system_state *row, uint32_t parent,
                       bool *is_new);

uint32_t row_store_find(const row_store *t, const system_state *row); /* or ROW_NONE */
void row_store_get(const row_store *t, uint32_t state, system_state *out);

static inline uint32_t row_store_count(const row_store *t)
{
    return (uint32_t)t->nodes.len;
}

static inline uint32_t row_store_depth(const row_store *t, uint32_t state)
{
    return vec_at(&t->nodes, state)->depth;
}

#endif
