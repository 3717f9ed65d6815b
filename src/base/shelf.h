/* shelf.h -- an array that grows and whose items never move.
 *
 * Segment k holds 2^k items, so that item i is in the segment of the highest bit of
 * i + SHELF_FIRST.  One thread adds at a time; others may read items that they heard of
 * by way of something that orders memory.
 */
#ifndef BASE_SHELF_H
#define BASE_SHELF_H

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>

enum { SHELF_FIRST_BITS = 6, SHELF_FIRST = 1 << SHELF_FIRST_BITS };

/* No index is higher. */
#define SHELF_MAX (UINT32_MAX - 2 * SHELF_FIRST)

typedef struct shelf {
    char *segments[32];
    uint32_t item_size;
    char apart[64]; /* what changes is not in a line that others read */
    uint32_t count;
} shelf;

static inline unsigned shelf_segment(uint32_t i)
{
    return 31u - (unsigned)__builtin_clz(i + SHELF_FIRST);
}

static inline void *shelf_at(const shelf *s, uint32_t i)
{
    unsigned k = shelf_segment(i);
    return s->segments[k] + (size_t)(i + SHELF_FIRST - (1u << k)) * s->item_size;
}

void shelf_init(shelf *s, uint32_t item_size);
void shelf_fini(shelf *s);

/* Room for COUNT more items side by side; returns the index of the first.  They are
 * zero.  What is left of a segment that is too short stays unused. */
uint32_t shelf_add(shelf *s, uint32_t count);

#endif
