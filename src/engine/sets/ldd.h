/* ldd.h -- sets of rows of numbers, as list decision diagrams.
 *
 * A row is a fixed number of 32-bit values.  A set of rows is a list of nodes, sorted
 * by the first value of the rows, the largest first; each node points down to the set
 * of rests that may follow its value.  Equal sets are the same node (hash consing), so
 * sets that have much in common take little memory, and a result that is computed for a
 * node is computed once.
 *
 *     {1 3, 1 4, 2 3, 2 4, 5 6}:
 *
 *     [5] -> [2] -> [1]     -> right: the next value
 *      |       \    /
 *     [6]     [4] -> [3]    down: the rest of the row
 *
 * The largest first, because values are numbered as they are found: a new value goes to
 * the front of a list, and the rest of the list is the old one.  In the other order a
 * queue of n messages, which has n states, takes n^2 / 2 nodes.
 *
 * Nodes do not store their level: a suffix of a row means the same at every level, and
 * all rows that are passed to one call must have the same length.  (J.-M. Couvreur, Y.
 * Thierry-Mieg: hierarchical decision diagrams, 2005; S. Blom, J. van de Pol: symbolic
 * reachability by list decision diagrams, 2008.)
 *
 * A store that runs out of memory, or must stop, gives up and sets `trouble`: from then
 * on every result is empty and means nothing, until the next collection.  A store
 * belongs to one thread; there may be any number of stores.
 */
#ifndef SETS_LDD_H
#define SETS_LDD_H

#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ldd;

#define LDD_EMPTY 0u /* no row */
#define LDD_UNIT  1u /* the row of length 0 */

typedef struct ldd_node {
    uint32_t value;
    ldd down;
    ldd right;     /* smaller values */
    uint32_t next; /* in its bucket; of a free node: the next free one */
} ldd_node;

/* An entry of the operation cache: (operation, a, b) -> result. */
typedef struct ldd_cache_entry {
    uint32_t what; /* the number of the operation, see ldd_operation; 0: none */
    uint32_t a;
    uint32_t b;
    uint32_t result;
} ldd_cache_entry;

typedef struct ldd_element {
    uint32_t value;
    ldd down;
} ldd_element;

typedef enum ldd_trouble {
    LDD_NO_TROUBLE,
    LDD_FULL,
    LDD_STOPPED,
} ldd_trouble;

typedef struct ldd_tuning {
    size_t max_bytes;         /* of nodes, buckets and the cache; 0: no limit */
    unsigned most_cache_bits; /* at most 2^this cache entries; 0: as many as nodes */
    bool always_collects;     /* at every opportunity: for tests */
    uint32_t most_numbers;    /* of operations; 0: 32 bits */
    /* Called now and then; true: give up.  Or NULL. */
    bool (*is_over)(void *context);
    void *context;
} ldd_tuning;

typedef struct ldd_store {
    ldd_tuning tuning;
    ldd_node *nodes;
    size_t cap;
    uint32_t used;       /* nodes ever allocated, the two constants among them */
    uint32_t first_free; /* 0: none */
    uint32_t free_count;
    uint32_t *buckets;
    size_t bucket_count; /* a power of two */
    ldd_cache_entry *cache;
    size_t cache_size;      /* a power of two */
    VEC(ldd_element) stack; /* lists under construction, the innermost last */
    uint32_t live_after;    /* nodes that survived the last collection */
    size_t peak;            /* nodes */
    uint32_t operations;    /* operation numbers handed out so far */
    uint32_t generation;    /* how often all numbers were withdrawn */
    uint64_t work;          /* nodes looked up and cache entries written */
    uint32_t inserted;      /* the value of the last ldd_insert */
    uint32_t inserting;     /* ... and its operation number */
    bool is_cache_stale; /* a collection was cut short: entries may be of dead nodes */
    ldd_trouble trouble;
} ldd_store;

void ldd_init(ldd_store *s, const ldd_tuning *t);
void ldd_fini(ldd_store *s);

/* Bytes that the tables need at once when they grow, if MORE nodes make them grow; else
 * 0. */
size_t ldd_coming_growth(const ldd_store *s, size_t more);

/* ---- Making sets ---- */

/* {VALUE} x DOWN, united with RIGHT, whose first values are all smaller; RIGHT alone if
 * DOWN is empty. */
ldd ldd_make(ldd_store *s, uint32_t value, ldd down, ldd right);

ldd ldd_row(ldd_store *s, const uint32_t *row, size_t len);
ldd ldd_union(ldd_store *s, ldd a, ldd b);
ldd ldd_minus(ldd_store *s, ldd a, ldd b);
ldd ldd_intersect(ldd_store *s, ldd a, ldd b);

/* Inserts VALUE into each row, before the value at LEVEL. */
ldd ldd_insert(ldd_store *s, ldd a, uint32_t level, uint32_t value);

/* Exchanges the values at LEVEL and LEVEL + 1. */
ldd ldd_swap(ldd_store *s, ldd a, uint32_t level);

/* ---- Reading sets ---- */

static inline const ldd_node *ldd_at(const ldd_store *s, ldd a)
{
    return &s->nodes[a];
}

bool ldd_has(const ldd_store *s, ldd a, const uint32_t *row, size_t len);

/* The lexicographically least row; A is not empty. */
void ldd_pick(const ldd_store *s, ldd a, uint32_t *row, size_t len);

/* Visits all rows in order, until VISIT returns false. */
typedef bool ldd_visit(void *context, const uint32_t *row);
bool ldd_each(const ldd_store *s, ldd a, uint32_t *row, size_t len, ldd_visit *visit,
              void *context);

double ldd_count(const ldd_store *s, ldd a);                    /* of rows, rounded */
void ldd_count_exactly(const ldd_store *s, ldd a, strbuf *out); /* in decimal */
size_t ldd_size(const ldd_store *s, ldd a);                     /* nodes */

/* ---- Operations of callers, which share the cache ---- */

/* The first of COUNT consecutive operation numbers; 0: there are not that many left. */
uint32_t ldd_operation(ldd_store *s, uint32_t count);

/* If few numbers are left, withdraws all of them, clears the cache and increments the
 * generation.  The holder of a number compares generations before each use: after a
 * change, the number may belong to another operation. */
void ldd_renew_operations(ldd_store *s);

/* The cache.  A and the result are nodes; B is any number.  Get returns false, and
 * leaves RESULT alone, if the cache has no entry.  It may forget entries at any time.
 */
bool ldd_cache_get(const ldd_store *s, uint32_t what, uint32_t a, uint32_t b,
                   ldd *result);
void ldd_cache_put(ldd_store *s, uint32_t what, uint32_t a, uint32_t b, ldd result);

/* Pops the elements of the stack from MARK on, whose values increase, and returns them
 * as a list in front of REST. */
ldd ldd_list(ldd_store *s, size_t mark, ldd rest);

/* ---- Memory ---- */

size_t ldd_nodes(const ldd_store *s); /* reachable, or not collected yet */
size_t ldd_bytes(const ldd_store *s);

/* Is a collection due? */
bool ldd_wants_to_collect(const ldd_store *s);

/* Every node is reached by its bucket, once; no two are equal; lists are sorted; no
 * node points to a free node. */
bool ldd_check(const ldd_store *s);

/* Frees every node that is reachable neither from ROOTS nor from lists under
 * construction, and drops the cache entries that mention one of them. */
void ldd_collect(ldd_store *s, const ldd *roots, size_t count);

#endif
