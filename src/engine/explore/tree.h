/* tree.h -- states as pairs of pairs, and transitions as look-ups.
 *
 * The parts of a state (part.h) are the leaves of a binary tree.  Each part, and each
 * pair of ids below an inner node, gets a dense id of its own at its node; id 0 is "no
 * machine there".  The root is not interned: a state is the two ids below it, its KEY.
 *
 *                    key
 *                  /     \             A move begins at one leaf and asks things of
 *              left       right        others, one after the other (an EFFECT is what
 *             /    \     /     \       is still asked).  Inside a subtree that is a
 *           leaf  leaf  leaf   ...     function of the subtree's id alone:
 *
 *   - list(id): all moves that begin in this subtree, followed as far as they stay
 *     inside, as entries (what is still asked, new id);
 *   - apply(id, effect): what is asked, done as far as it concerns this subtree.
 *
 * Both are built from those of the children and remembered, so that in the end a
 * transition is an entry of one side's list and at most one apply at the other side,
 * however many machines there are.  `apply` may forget; `list` and the pairs may not.
 *
 * One thread at a time may change a tree (whatever is not const here); all may read
 * records and lists of ids that they got in an ordered way.
 */
#ifndef EXPLORE_TREE_H
#define EXPLORE_TREE_H

#include "base/intern.h"
#include "base/savefile.h"
#include "base/shelf.h"
#include "core/part.h"
#include "core/system.h"

#include <stdatomic.h>

/* Of the caches inside a tree: at most 2^this entries each. */
enum { TREE_CACHE_BITS = 18 };

typedef struct tree_entry {
    uint32_t requests; /* LIST of asks; 0: done; or one of the marks */
    uint32_t id;
} tree_entry;

#define TREE_FAULT (1u << 31) /* a mark: the move is a violation */

/* At a leaf, LEFT and RIGHT are those of a part: local state and box. */
typedef struct tree_record {
    uint32_t left;
    uint32_t right;
    _Atomic uint32_t list; /* place of the first entry + 1; 0: not made yet */
    uint32_t info;         /* number of entries, and traits; set before the list is */
} tree_record;

enum { TREE_TRAIT_BITS = 5, TREE_TRAITS = (1 << TREE_TRAIT_BITS) - 1 };
#define TREE_LIST_MAX (UINT32_MAX >> TREE_TRAIT_BITS)

/* Results of an apply; valid for ever. */
typedef struct tree_results {
    uint32_t count;
    /* Unless there is exactly one; before the first is one with their number as id. */
    const tree_entry *many;
    tree_entry one;
} tree_results;

typedef struct tree_cached {
    uint32_t id;
    uint32_t requests; /* 0: nothing is remembered here */
    tree_entry result;
} tree_cached;

typedef struct tree_node {
    uint32_t slot;        /* of a leaf: its part; SLOT_NONE: an inner node */
    uint32_t left, right; /* nodes, of an inner node */
    uint32_t first, end;  /* the leaves below it, by position */
    uint32_t id_limit;    /* ids from here on are no good yet: see tree_set_limit */
    shelf records;
    uint32_t *map; /* ids by (left, right), 0: empty */
    size_t map_size;
    tree_cached *cache;
    size_t cache_size;
    size_t cache_misses;
} tree_node;

typedef enum tree_pause {
    TREE_PAUSE_NONE,
    TREE_PAUSE_NEW_MACHINE, /* a machine that has no leaf: see tree_extend */
    TREE_PAUSE_WIDE_ID,     /* an id below the root that is too large */
    TREE_PAUSE_TOO_MANY,    /* 32 bits do not suffice for something */
} tree_pause;

/* Where an effect goes first. */
typedef struct tree_route {
    uint32_t requests;
    uint32_t position;
} tree_route;

enum { TREE_ROUTES = 1 << 10 };
#define TREE_NOWHERE UINT32_MAX
#define TREE_FAILS   (UINT32_MAX - 1)

typedef struct tree {
    core *c;
    VEC(tree_node) nodes;
    uint32_t side[2]; /* the nodes below the root */
    shelf entries;
    char padding[64]; /* what follows is for the one thread that changes the tree */
    VEC(uint32_t) position;       /* by slot, + 1; 0: it has no leaf */
    VEC(uint32_t) inbox_position; /* the same of inboxes that are told apart */
    uint32_t world_position;
    uint32_t leaves;
    tree_route routes[TREE_ROUTES]; /* remembered, by effect */
    VEC(tree_entry) stack;          /* on their way to where they are kept */
    intern many;                    /* results of several entries */
    unsigned cache_bits;            /* no cache has more than 2^this entries */
    /* Once set, nothing that the tree says is complete until it is mended. */
    tree_pause pause;
} tree;

/* ---- Shapes ---- */

/* Leaves and how they are joined: nodes in an order with children first, the last two
 * are the sides. */
typedef struct tree_join {
    uint32_t slot; /* of a leaf: its part; SLOT_NONE: joins two earlier nodes */
    uint32_t left, right;
} tree_join;

typedef VEC(tree_join) tree_layout;

/* Every machine that the core has met, by name, and its inbox, and the world. */
void tree_layout_balanced(const core *c, tree_layout *out);

/* The shape that a tree has, without leaves for machines that nobody has met. */
void tree_layout_of(const tree *t, tree_layout *out);

tree *tree_new(core *c, const tree_layout *layout, unsigned cache_bits);
void tree_free(tree *t); /* accepts NULL */

/* Ids below SIDE that need more than BITS bits are a wall: nobody gets to see them. */
void tree_set_limit(tree *t, int side, unsigned bits);

/* Makes leaves for all machines that the core has met, and for as many more as there
 * are leaves: slots are numbered as they come.  Ids and keys stay what they are. */
void tree_extend(tree *t);

/* ---- States ---- */

uint64_t tree_encode(tree *t, const system_state *s);
void tree_decode(const tree *t, uint64_t key, system_state *out);

static inline uint64_t tree_key(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

/* Visits the id of every part in a state, by position of its leaf. */
typedef void tree_visit(void *context, uint32_t position, uint32_t id);
void tree_each_leaf(const tree *t, uint64_t key, tree_visit *visit, void *context);

/* Visits every part of the states whose id below SIDE is ID. */
typedef void tree_visit_part(void *context, uint32_t slot, part p);
void tree_each_part(const tree *t, int side, uint32_t id, tree_visit_part *visit,
                    void *context);

/* The position of a part's leaf; TREE_NOWHERE: it has none. */
uint32_t tree_position(const tree *t, uint32_t slot);

/* The id below SIDE of parts given by position, those of the other side among them. */
uint32_t tree_encode_side(tree *t, int side, const part *parts);

/* ---- Transitions ---- */

enum { TREE_LEFT, TREE_RIGHT };

static inline tree_record *tree_at(const tree *t, uint32_t node, uint32_t id)
{
    return shelf_at(&t->nodes.data[node].records, id);
}

static inline const tree_entry *tree_entries(const tree *t, uint32_t list)
{
    return shelf_at(&t->entries, list - 1);
}

/* Makes the list of ID below the root if there is none.  An urgent list has the
 * machine's slot in the id of an entry before the first. */
void tree_list(tree *t, int side, uint32_t id);

/* Gets what tree_list will look at closer, and then what it will look at next. */
void tree_prefetch_list_buckets(const tree *t, int side, uint32_t id);
void tree_prefetch_list_records(const tree *t, int side, uint32_t id);

/* Does what is asked, of a part below SIDE, until it is done or asks another side. */
tree_results tree_apply(tree *t, int side, uint32_t id, uint32_t requests);

/* The same in steps, so that many can be under way while memory is slow: first one step
 * for all, then the next for all.  TREE_LOOK and TREE_REACH may be left out. */
typedef struct tree_task {
    uint32_t side;
    uint32_t id;
    uint32_t requests;
    bool is_simple; /* one way, and then it is done: what is left is to find the id */
    uint32_t left, right; /* ... of this pair */
} tree_task;

void tree_prefetch_task(tree *t, const tree_task *a);
void tree_start_task(tree *t, tree_task *a);
void tree_prefetch_record(const tree *t, const tree_task *a);
tree_results tree_finish_task(tree *t, const tree_task *a);

/* Of two urgent states of the sides: which machine comes first?  Looks at names, so
 * nobody may change the tree meanwhile. */
int tree_first_urgent(const tree *t, const tree_record *left, const tree_record *right);

/* Ids in use below SIDE. */
uint32_t tree_count(const tree *t, int side);

/* Bytes that tables of the tree and its core will take when they grow, as far as MORE
 * entries make them. */
size_t tree_coming_growth(const tree *t, size_t more);

/* All ids, without what can be worked out again.  LOAD: NULL if the file is no good. */
void tree_save(const tree *t, savefile *f);
MUST_CHECK tree *tree_load(core *c, unsigned cache_bits, savefile *f);

/* Walks the whole structure and asserts what it should be; for tests. */
void tree_check(const tree *t);

#endif
