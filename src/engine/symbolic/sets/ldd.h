/* ldd.h -- sets of rows of numbers, as list decision diagrams.
 *
 * A row is a fixed number of 32-bit values.  A set of rows is a list, sorted by the
 * first value; each element leads down to the set of what may follow it.  Equal sets
 * are the same node, so sets with much in common take little room, and what is worked
 * out for a node is worked out once.
 *
 *     {1 3, 1 4, 2 3, 2 4, 5 6}:
 *
 *     [1] -> [2] -> [5]     -> right: the next value
 *       \    /       |
 *     [3] -> [4]    [6]     down: the rest of the row
 *
 * Nodes do not know their level: a part of a row means the same wherever it stands, and
 * rows of one call must be equally long.  (J.-M. Couvreur, Y. Thierry-Mieg:
 * hierarchical decision diagrams, 2005; S. Blom, J. van de Pol: symbolic reachability
 * by list decision diagrams, 2008.)
 *
 * A store that has no room left, or is told to stop, gives up: then all that it says is
 * empty and means nothing, until something is collected.  One thread; any number of
 * stores.
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
    ldd right;     /* larger values */
    uint32_t next; /* in its bucket; of a free node: the next free one */
} ldd_node;

/* What is remembered of an operation: up to three numbers to a fourth. */
typedef struct ldd_memo {
    uint32_t what; /* see ldd_operation; 0: nothing */
    uint32_t a;
    uint32_t b;
    uint32_t result;
} ldd_memo;

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
    size_t max_bytes;        /* of nodes, buckets and memos; 0: no limit */
    unsigned most_memo_bits; /* 2^this memos at most; 0: as many as are good */
    bool always_collects;    /* wherever one may: for tests */
    uint32_t most_numbers;   /* of operations; 0: as many as there are */
    /* Asked every now and then; true: give up.  Or NULL. */
    bool (*is_over)(void *context);
    void *context;
} ldd_tuning;

typedef struct ldd_store {
    ldd_tuning tuning;
    ldd_node *nodes;
    size_t cap;
    uint32_t used;       /* nodes ever taken, with the two constants */
    uint32_t first_free; /* 0: none */
    uint32_t free_count;
    uint32_t *buckets;
    size_t bucket_count; /* a power of two */
    ldd_memo *memos;
    size_t memo_count;      /* a power of two */
    VEC(ldd_element) stack; /* lists under construction, the innermost last */
    uint32_t live_after;    /* the last collection */
    size_t peak;            /* nodes */
    uint32_t operations;    /* numbers given to operations so far */
    uint32_t generation;    /* ... since they were given anew so many times */
    uint64_t work;          /* nodes and memos made, to know when to ask */
    uint32_t inserted;      /* the value that went into a set the last time */
    uint32_t inserting;     /* ... and the number of that operation */
    ldd_trouble trouble;
} ldd_store;

void ldd_init(ldd_store *s, const ldd_tuning *t);
void ldd_fini(ldd_store *s);

/* ---- Making sets ---- */

/* (value, anything of DOWN), and RIGHT, whose values are larger; nothing if DOWN is. */
ldd ldd_make(ldd_store *s, uint32_t value, ldd down, ldd right);

ldd ldd_row(ldd_store *s, const uint32_t *row, size_t len);
ldd ldd_union(ldd_store *s, ldd a, ldd b);
ldd ldd_minus(ldd_store *s, ldd a, ldd b);
ldd ldd_both(ldd_store *s, ldd a, ldd b); /* what is in both */

/* Each row gets a VALUE more, before the one that was at LEVEL. */
ldd ldd_insert(ldd_store *s, ldd a, uint32_t level, uint32_t value);

/* The values at LEVEL and LEVEL + 1 change places. */
ldd ldd_swap(ldd_store *s, ldd a, uint32_t level);

/* ---- Looking at them ---- */

static inline const ldd_node *ldd_at(const ldd_store *s, ldd a)
{
    return &s->nodes[a];
}

bool ldd_has(const ldd_store *s, ldd a, const uint32_t *row, size_t len);

/* The least row in the order of its values; A is not empty. */
void ldd_pick(const ldd_store *s, ldd a, uint32_t *row, size_t len);

/* All rows in turn, until VISIT says no. */
typedef bool ldd_visit(void *context, const uint32_t *row);
bool ldd_each(const ldd_store *s, ldd a, uint32_t *row, size_t len, ldd_visit *visit,
              void *context);

double ldd_count(const ldd_store *s, ldd a);                    /* of rows, about */
void ldd_count_exactly(const ldd_store *s, ldd a, strbuf *out); /* in decimal */
size_t ldd_size(const ldd_store *s, ldd a);                     /* nodes */

/* ---- Operations of one's own ---- */

/* A number for one, or the first of COUNT; 0: there are none left. */
uint32_t ldd_operation(ldd_store *s, uint32_t count);

/* Where few numbers are left, all are given anew, and nothing is remembered.  Whoever
 * has numbers looks at the generation before each use: if it is another one, they are
 * somebody else's. */
void ldd_renew_operations(ldd_store *s);

/* What is remembered of it: A is a node, and so is the result.  False: nothing, and
 * RESULT stays as it is. */
bool ldd_recall(const ldd_store *s, uint32_t what, uint32_t a, uint32_t b, ldd *result);
void ldd_remember(ldd_store *s, uint32_t what, uint32_t a, uint32_t b, ldd result);

/* The elements of the stack from MARK on, values rising, as a list before REST; they
 * are taken off. */
ldd ldd_list(ldd_store *s, size_t mark, ldd rest);

/* ---- Room ---- */

size_t ldd_nodes(const ldd_store *s); /* alive, or not yet collected */
size_t ldd_bytes(const ldd_store *s);

/* Is it time to collect? */
bool ldd_wants_to_collect(const ldd_store *s);

/* Every node is reached by its bucket, once; no two are equal; lists rise; nothing
 * leads to a free node. */
bool ldd_check(const ldd_store *s);

/* Frees every node that neither ROOTS nor lists under construction lead to, and forgets
 * what is remembered of them. */
void ldd_collect(ldd_store *s, const ldd *roots, size_t count);

#endif
