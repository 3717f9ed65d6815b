/* cache.h -- a worker's own cache of tree_apply at one side.
 *
 * It may drop entries: a worker sends requests that it does not find to the tree again.
 * A cache line of memory holds four entries, so a look-up waits for memory once.  For
 * one thread.
 *
 * Lemma cache-1: an entry is never wrong.  The results of tree_apply depend on the id
 * and the requests alone, ids keep their meaning as long as the tree lives, and
 * worker_forget empties the cache when the team gets another tree.
 */
#ifndef EXPLORE_CACHE_H
#define EXPLORE_CACHE_H

#include "engine/explore/tree.h"

#define CACHE_MANY (1u << 30)

typedef struct cache_entry {
    uint32_t id;
    uint32_t requests; /* 0: empty; CACHE_MANY is set: several results, or none */
    union {
        tree_entry one;
        const tree_entry
            *many; /* the first; the entry before it has their number in its id */
    } to;
} cache_entry;

enum { CACHE_WAYS = 4 }; /* in a line of memory */

typedef struct cache_line {
    _Alignas(64) cache_entry ways[CACHE_WAYS]; /* the newest first */
} cache_line;

typedef struct cache {
    cache_line *lines;
    void *memory; /* the allocation, with room to align the lines */
    unsigned bits;
    uint64_t misses; /* since it has last grown */
} cache;

static inline cache_line *cache_line_of(const cache *c, uint32_t id, uint32_t requests)
{
    uint64_t mixed = tree_key(id, requests) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return &c->lines[mixed >> (64 - c->bits)];
}

/* NULL: not found. */
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

/* Adds an entry and drops the oldest one of its line. */
static inline void cache_put(const cache *c, cache_entry one)
{
    cache_line *line = cache_line_of(c, one.id, one.requests & ~CACHE_MANY);
    for (int i = CACHE_WAYS - 1; i > 0; i--)
        line->ways[i] = line->ways[i - 1];
    line->ways[0] = one;
}

void cache_init(cache *c, unsigned bits); /* 2^bits lines */
void cache_fini(cache *c);
void cache_grow(cache *c, unsigned bits); /* keeps its entries */

#endif
