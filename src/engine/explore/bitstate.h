/* bitstate.h -- a set of states that stores a few bits a key.  It may take a new key
 * for an old one, but never an old one for a new one (Holzmann, "An analysis of
 * bitstate hashing", 1998).
 *
 * For models too large for an exact set: the search then misses states, and
 * bitstate_coverage estimates how many.  The memory is fixed from the start.
 *
 * Adding takes two steps, as in visited.h.  Many threads may call bitstate_prepare and
 * bitstate_add at once.  Of all threads that add the same key at most one gets true,
 * since the bits of a key lie in one word and one atomic operation sets them.
 */
#ifndef EXPLORE_BITSTATE_H
#define EXPLORE_BITSTATE_H

#include "base/hash.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open only for the functions below. */
typedef struct bitstate {
    _Atomic uint64_t *words;
    uint64_t word_count;
} bitstate;

typedef struct bitstate_slot {
    uint64_t word;
    uint64_t bits; /* three */
} bitstate_slot;

bitstate *bitstate_new(size_t bytes); /* rounded up; NULL: the system has no memory */
void bitstate_free(bitstate *b);      /* accepts NULL */
size_t bitstate_bytes(const bitstate *b);

static inline bitstate_slot bitstate_prepare(const bitstate *b, uint64_t key);
static inline bool bitstate_add(bitstate *b, bitstate_slot s); /* true: it is new */

typedef struct bitstate_estimate {
    double share_kept;  /* of the distinct keys added: those reported as new; 0 to 1 */
    double keys;        /* distinct keys added, missed ones included */
    double hash_factor; /* bits of memory per key: below 10, many keys are missed */
} bitstate_estimate;

/* Reads all of the memory.  It cannot count keys that were never added because only
 * missed states lead to them.  bitstate.c derives the estimate. */
bitstate_estimate bitstate_coverage(const bitstate *b);

/* ---- Called for every transition ---- */

__extension__ typedef unsigned __int128 bitstate_product;

/* Three different bits, all choices with equal probability: the second and the third
 * are at distances 1 to 63 from the first, and differ. */
static inline uint64_t bitstate_bits(uint64_t hash)
{
    unsigned first = hash & 63;
    unsigned second = 1 + (unsigned)((hash >> 6 & 0xfff) * 63 >> 12);
    unsigned third = 1 + (unsigned)((hash >> 18 & 0xfff) * 62 >> 12);
    third += third >= second;
    return (uint64_t)1 << first | (uint64_t)1 << (first ^ second) |
           (uint64_t)1 << (first ^ third);
}

static inline bitstate_slot bitstate_prepare(const bitstate *b, uint64_t key)
{
    uint64_t hash = hash_u64(key);
    uint64_t word = (uint64_t)((bitstate_product)hash * b->word_count >> 64);
    __builtin_prefetch((const void *)&b->words[word], 1);
    return (bitstate_slot){word, bitstate_bits(hash_u64(hash))};
}

/* Relaxed: no other memory is published through the bits. */
static inline bool bitstate_add(bitstate *b, bitstate_slot s)
{
    _Atomic uint64_t *word = &b->words[s.word];
    uint64_t seen = atomic_load_explicit(word, memory_order_relaxed);
    if ((seen & s.bits) != s.bits)
        seen = atomic_fetch_or_explicit(word, s.bits, memory_order_relaxed);
    return (seen & s.bits) != s.bits;
}

#endif
