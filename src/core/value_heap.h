/* value_heap.h -- values that change in place, for engines that only make runs.
 *
 * Looking every new value up costs more than most instructions.  A search needs it,
 * because it compares states by id; a random run does not.  With the heap on, new
 * values are nodes that are not in the index.  Equal content may be there twice, so ids
 * say nothing about equality: value_equal compares content (nodes of the heap have
 * VALUE_MIXED_BIT).  A node that nobody else holds is changed in place, by the rules
 * for drafts, but across steps, too: the state before a step is never needed again.
 *
 * Whatever keeps values by id between steps, as caches do, must not hold nodes of the
 * heap: they move when it is collected.
 */
#ifndef CORE_VALUE_HEAP_H
#define CORE_VALUE_HEAP_H

#include "core/value.h"

/* From now on, new values go into the heap.  Values made before stay where they are. */
void values_start_heap(values *v);

/* Switches the heap off for values that caches keep, or on again; returns whether it
 * was on. */
bool values_switch_heap(values *v, bool on);

/* Drops everything in the heap. */
void values_clear_heap(values *v);

size_t values_heap_bytes(const values *v);

/* A step that needs more is cut off; the heap itself has room for some more. */
#define HEAP_LIMIT ((size_t)512 << 20)

static inline bool values_heap_is_too_large(const values *v)
{
    return v->heap.segments.len > HEAP_LIMIT / ((size_t)SEGMENT_UNITS * 8);
}

/* Is it time to collect? */
static inline bool values_heap_is_full(const values *v)
{
    enum { COLLECT_BYTES = 1 << 21 };
    return v->heap.is_restless ||
           values_heap_bytes(v) > 2 * v->heap.kept + COLLECT_BYTES;
}

/* Keeps what ROOTS hold and drops the rest.  Kept nodes move: the roots are updated. */
void values_collect(values *v, value *roots, size_t count);

/* ---- For value.c ---- */

/* Gives segment NUMBER of the store its memory. */
void values_add_segment(values *v, size_t number);

/* A node with room for BYTES; its items are undefined.  COUNT: as in value_node. */
value value_heap_new(values *v, uint32_t tag, uint32_t count, size_t bytes);

/* May X be changed in place? */
static inline bool value_heap_is_own(const values *v, value x)
{
    return value_is_in_heap(v, x) && value_node_at(v, x)->heap.flags == 0;
}

/* The node of X, to change it. */
static inline value_node *value_heap_node(values *v, value x)
{
    assert(value_is_in_heap(v, x));
    return (value_node *)value_node_at(v, x);
}

/* See value_splice and value_append_text; X may be changed. */
value value_heap_splice(values *v, value x, size_t at, size_t removed,
                        const value *added, size_t added_count);
value value_heap_append_text(values *v, value x, const char *tail, size_t more);

#endif
