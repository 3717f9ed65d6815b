/* bits.h -- a set of small numbers, one bit each.
 *
 *     bits known = {0};
 *     if (bits_add(&known, 7)) ...    7 was not in the set
 *     bits_fini(&known);
 */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bits {
    VEC(uint64_t) words;
} bits;

static inline void bits_fini(bits *b)
{
    vec_free(&b->words);
}

static inline bool bits_has(const bits *b, size_t n)
{
    return n / 64 < b->words.len && (b->words.data[n / 64] >> n % 64 & 1) != 0;
}

/* True if N was not in the set. */
static inline bool bits_add(bits *b, size_t n)
{
    if (bits_has(b, n))
        return false;
    while (b->words.len <= n / 64)
        vec_push(&b->words, 0);
    b->words.data[n / 64] |= (uint64_t)1 << n % 64;
    return true;
}

/* Adds all members of FROM; true if TO has grown. */
static inline bool bits_join(bits *to, const bits *from)
{
    uint64_t added = 0;
    while (to->words.len < from->words.len)
        vec_push(&to->words, 0);
    for (size_t w = 0; w < from->words.len; w++) {
        added |= from->words.data[w] & ~to->words.data[w];
        to->words.data[w] |= from->words.data[w];
    }
    return added != 0;
}

#endif
