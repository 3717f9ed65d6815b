/* cache.h -- what tree_apply said about one side, as far as one worker remembers.
 *
 * It may forget: what it does not know is asked of the tree again.  A line of memory
 * holds four answers, so that a look-up waits for memory once.  For one thread.
 */
#ifndef EXPLORE_CACHE_H
#define EXPLORE_CACHE_H

#include "engine/explore/tree.h"

#define CACHE_MANY (1u << 30)

typedef struct cache_entry {
    uint32_t id;
    uint32_t
        requests; /* 0: empty; with CACHED_MANY: there are several results or none */
    union {
        tree_entry one;
        const tree_entry *many; /* the first, after one that has their number */
    } to;
} cache_entry;

enum { CACHE_WAYS = 4 }; /* in a line of memory */

typedef struct cache_line {
    _Alignas(64) cache_entry ways[CACHE_WAYS]; /* the latest first */
} cache_line;

typedef struct cache {
    cache_line *lines;
    void *memory; /* of the lines, with room to align them */
    unsigned bits;
    uint64_t misses; /* since it has grown */
} cache;

static inline cache_line *cache_line_of(const cache *c, uint32_t id, uint32_t requests)
{
    uint64_t mixed = tree_key(id, requests) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return &c->lines[mixed >> (64 - c->bits)];
}

/* NULL: it is not there. */
static inline const cache_entry *cache_find(const cache_line *line, uint32_t id,
                                            uint32_t requests)
{
    for (int i = 0; i < CACHE_WAYS; i++) {
        const cache_entry *one = &line->ways[i];
        if (one->id == id && (one->requests & ~CACHE_MANY) == requests)
            return one;
    }
    return NULL;
}

/* The oldest of its line is forgotten. */
static inline void cache_put(const cache *c, cache_entry one)
{
    cache_line *line = cache_line_of(c, one.id, one.requests & ~CACHE_MANY);
    for (int i = CACHE_WAYS - 1; i > 0; i--)
        line->ways[i] = line->ways[i - 1];
    line->ways[0] = one;
}

void cache_init(cache *c, unsigned bits); /* 2^bits lines */
void cache_fini(cache *c);
void cache_grow(cache *c, unsigned bits); /* keeps what it knows */

#endif
