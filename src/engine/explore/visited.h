/* visited.h -- the exact set of the states that a search has found.
 *
 * A state is a key of two ids, left << 32 | right.  The set knows how many bits each id
 * needs; visited_widen changes that.  A key costs about 4.9 bytes when the set is as
 * full as visited_is_crowded allows.  Keys are never removed.
 *
 * Adding takes two steps, so that many keys can wait for memory at once:
 * visited_prepare a batch, then visited_add it.  A prepared slot is valid until the set
 * grows or is widened.
 *
 * Many threads may call visited_prepare, visited_add and visited_is_crowded at once;
 * all other functions need the set alone.  Of all threads that add the same key exactly
 * one gets VISITED_NEW (lemma visited-1 in visited.c).  The set publishes no memory
 * (all its accesses are relaxed): data that belong to a key must reach other threads by
 * other means.
 *
 * visited.c explains the algorithm.
 */
#ifndef EXPLORE_VISITED_H
#define EXPLORE_VISITED_H

#include "base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ThreadSanitizer must see each access, and as an atomic one. */
#if defined(__SANITIZE_THREAD__)
#define VISITED_SSE2 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VISITED_SSE2 0
#endif
#endif
#if !defined(VISITED_SSE2)
#if defined(__SSE2__)
#define VISITED_SSE2 1
#else
#define VISITED_SSE2 0
#endif
#endif

#if VISITED_SSE2
#include <emmintrin.h>
#endif

enum {
    VISITED_WORDS = 16,     /* in a line of 64 bytes */
    VISITED_WIDE_WORDS = 8, /* of 64 bits */
    VISITED_REACH = 3,      /* lines in which a key may lie */
    VISITED_MAX_BITS = 63,  /* of both ids together; each has 1 to 32 */
};

typedef union visited_line {
    _Alignas(64) _Atomic uint32_t words[VISITED_WORDS];
    _Atomic uint64_t wide_words[VISITED_WIDE_WORDS];
} visited_line;

/* Open only for the functions below and for tests. */
typedef struct visited {
    visited_line *lines; /* line_count, and VISITED_REACH - 1 spare ones */
    uint64_t line_count;
    uint64_t mask; /* of BITS ones */
    unsigned left_bits;
    unsigned right_bits;
    unsigned bits;
    unsigned spare;             /* 64 - BITS */
    unsigned rest_shift;        /* the largest power of two in line_count */
    bool is_wide;               /* words of 64 bits */
    _Atomic uint64_t *overflow; /* mixed key + 1; 0: empty */
    uint64_t overflow_slots;
    char padding[64]; /* keeps writes of the count away from the fields above */
    _Atomic uint64_t overflow_count;
} visited;

typedef struct visited_slot {
    uint64_t home; /* line */
    uint64_t rest; /* of the mixed key */
} visited_slot;

typedef enum visited_answer {
    VISITED_OLD,
    VISITED_NEW,
    VISITED_FULL, /* not added: visited_grow, then prepare and add again */
} visited_answer;

/* Room for EXPECTED keys at first; 0: small.  NULL: the system has no memory. */
visited *visited_new(unsigned left_bits, unsigned right_bits, uint64_t expected);
void visited_free(visited *v); /* accepts NULL */

static inline visited_slot visited_prepare(const visited *v, uint64_t key);
static inline visited_answer visited_add(visited *v, visited_slot s);
bool visited_has(const visited *v, uint64_t key);

/* True if the set should grow, now that it has COUNT keys.  Adding still works for a
 * while. */
bool visited_is_crowded(const visited *v, uint64_t count);

/* Grows by FACTOR, at least by an eighth, with so many THREADS.  In place: it needs the
 * memory of the larger set only, see visited_growth_bytes.  False: the system has no
 * memory, and the set is unchanged. */
MUST_CHECK bool visited_grow(visited *v, double factor, unsigned threads);
size_t visited_growth_bytes(const visited *v, double factor); /* bytes to be added */

/* The sum of the two widths up to which visited_widen makes the set no larger. */
unsigned visited_free_bits(const visited *v);

/* Changes the widths; every key inside must fit.  Needs a second set for a while.
 * False: the system has no memory, and the set is unchanged. */
MUST_CHECK bool visited_widen(visited *v, unsigned left_bits, unsigned right_bits);

/* Calls FN with every key once, in no particular order. */
void visited_each(const visited *v, void (*fn)(void *context, uint64_t key),
                  void *context);
uint64_t visited_count(const visited *v); /* reads the whole set */
size_t visited_bytes(const visited *v);

/* Writes the set at the file's position, in this machine's byte order; false: it could
 * not be written.  LOAD returns NULL for anything that visited_save did not write. */
MUST_CHECK bool visited_save(const visited *v, FILE *f);
visited *visited_load(FILE *f);

bool visited_check(const visited *v); /* a search for each word ends at that word */

/* The key whose mixed key is MIXED. */
uint64_t visited_unmix(const visited *v, uint64_t mixed);

/* ---- Called for every transition ---- */

__extension__ typedef unsigned __int128 visited_product;

#define VISITED_MULTIPLIER_1 UINT64_C(0x9e3779b97f4a7c15)
#define VISITED_MULTIPLIER_2 UINT64_C(0xd6e8feb86659fd93)
#define VISITED_MULTIPLIER_3 UINT64_C(0xff51afd7ed558ccd)

visited_answer visited_add_wide(visited *v, visited_slot s);
visited_answer visited_add_overflow(visited *v, visited_slot s);

/* True if the ids fit their widths.  If they do not, two keys could become one.  For
 * many keys at once, pass their bitwise OR. */
static inline bool visited_fits(const visited *v, uint64_t keys)
{
    return keys >> 32 >> v->left_bits == 0 && (keys & UINT32_MAX) >> v->right_bits == 0;
}

/* A bijection on numbers of v->bits bits, since each step is one.  Dense ids become
 * numbers whose high bits, which choose the line, look random.
 *
 * The number is held in the high bits of the word, and the spare low bits are 0.  So no
 * multiplication needs a mask, and the line is the high word of a product. */
static inline uint64_t visited_mix_high(const visited *v, uint64_t key)
{
    unsigned half = (v->bits + 1) / 2;
    uint64_t mask = v->mask << v->spare;
    uint64_t x = (key >> 32 << v->right_bits | (uint32_t)key) << v->spare;
    x *= VISITED_MULTIPLIER_1;
    x ^= x >> half & mask;
    x *= VISITED_MULTIPLIER_2;
    x ^= x >> half & mask;
    return x * VISITED_MULTIPLIER_3;
}

static inline visited_slot visited_slot_of_high(const visited *v, uint64_t mixed)
{
    visited_product p = (visited_product)mixed * v->line_count;
    return (visited_slot){(uint64_t)(p >> 64),
                          (uint64_t)p >> v->spare >> v->rest_shift};
}

static inline uint64_t visited_mix(const visited *v, uint64_t key)
{
    return visited_mix_high(v, key) >> v->spare;
}

static inline visited_slot visited_slot_of_mixed(const visited *v, uint64_t mixed)
{
    return visited_slot_of_high(v, mixed << v->spare);
}

/* The ids must fit their widths. */
static inline visited_slot visited_prepare(const visited *v, uint64_t key)
{
    visited_slot s = visited_slot_of_high(v, visited_mix_high(v, key));
    __builtin_prefetch(&v->lines[s.home], 1);
    return s;
}

/* True if WORD is in the line.  If not, *FREE is the first empty word, or
 * VISITED_WORDS.
 *
 * The vector loads race with writers, which C leaves undefined.  On every processor
 * with SSE2 an aligned load tears no word of 32 bits; the words may be of different
 * moments, as they may in the loop.
 */
#if VISITED_SSE2
static inline bool visited_line_find(const visited_line *line, uint32_t word,
                                     unsigned *free)
{
    const __m128i *at = (const __m128i *)(const void *)line;
    __m128i a = _mm_load_si128(at);
    __m128i b = _mm_load_si128(at + 1);
    __m128i c = _mm_load_si128(at + 2);
    __m128i d = _mm_load_si128(at + 3);
    __m128i wanted = _mm_set1_epi32((int)word);
    __m128i found = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi32(a, wanted), _mm_cmpeq_epi32(b, wanted)),
        _mm_or_si128(_mm_cmpeq_epi32(c, wanted), _mm_cmpeq_epi32(d, wanted)));
    if (_mm_movemask_epi8(found) != 0)
        return true;
    __m128i zero = _mm_setzero_si128();
    __m128i front = _mm_packs_epi32(_mm_cmpeq_epi32(a, zero), _mm_cmpeq_epi32(b, zero));
    __m128i back = _mm_packs_epi32(_mm_cmpeq_epi32(c, zero), _mm_cmpeq_epi32(d, zero));
    unsigned empty = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(front, back));
    *free = (unsigned)__builtin_ctz(empty | 1u << VISITED_WORDS);
    return false;
}
#else
static inline bool visited_line_find(const visited_line *line, uint32_t word,
                                     unsigned *free)
{
    unsigned i = 0;
    for (; i < VISITED_WORDS; i++) {
        uint32_t seen = atomic_load_explicit(&line->words[i], memory_order_relaxed);
        if (seen == word)
            return true;
        if (seen == 0)
            break;
    }
    *free = i;
    return false;
}
#endif

/* VISITED_FULL: the line is full of other words. */
static inline visited_answer visited_line_add(visited_line *line, uint32_t word)
{
    unsigned free;
    while (!visited_line_find(line, word, &free)) {
        if (free == VISITED_WORDS)
            return VISITED_FULL;
        uint32_t empty = 0;
        if (atomic_compare_exchange_strong_explicit(&line->words[free], &empty, word,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed))
            return VISITED_NEW;
    }
    return VISITED_OLD;
}

static inline visited_answer visited_add(visited *v, visited_slot s)
{
    unsigned free;
    if (v->is_wide)
        return visited_add_wide(v, s);
    /* Most keys are old and lie in their home line. */
    if (visited_line_find(&v->lines[s.home], 1u << 30 | (uint32_t)s.rest, &free))
        return VISITED_OLD;
    for (uint32_t i = 0; i < VISITED_REACH; i++) {
        uint32_t word = (i + 1) << 30 | (uint32_t)s.rest;
        visited_answer answer = visited_line_add(&v->lines[s.home + i], word);
        if (answer != VISITED_FULL)
            return answer;
    }
    return visited_add_overflow(v, s);
}

#endif
