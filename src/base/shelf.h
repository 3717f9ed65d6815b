/* shelf.h -- an array that grows and whose items never move.
 *
 * Segment k holds 2^k items: the highest bit of i + SHELF_FIRST gives the segment of
 * item i.  One thread adds at a time; others may read an item if they got its index
 * through a synchronising operation (release and acquire).
 */
#ifndef BASE_SHELF_H
#define BASE_SHELF_H

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>

enum { SHELF_FIRST_BITS = 6, SHELF_FIRST = 1 << SHELF_FIRST_BITS };

/* The bound of indices. */
#define SHELF_MAX (UINT32_MAX - 2 * SHELF_FIRST)

typedef struct shelf {
    char *segments[32];
    uint32_t item_size;
    char apart[64]; /* keeps `count`, which changes, out of cache lines that others read
                     */
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

/* Adds COUNT zeroed, contiguous items; returns the index of the first.  The rest of a
 * segment that is too short stays unused. */
uint32_t shelf_add(shelf *s, uint32_t count);

#endif
