/* tree.h -- states as pairs of pairs, and transitions as look-ups.
 *
 * The components of a state (ts.h, component.h) are the leaves of a binary tree.  Each
 * node numbers the values below it: a leaf the values of its component, an inner node
 * the pairs of ids of its children.  These ids are dense; id 0 means "no component
 * here". The root is not numbered: a state is the pair of ids of its two SIDES, its
 * KEY.
 *
 *                    key
 *                  /     \             A transition starts at one leaf and sends
 *              left       right        requests to others.  They are served one after
 *             /    \     /     \       the other; REQUESTS is the list of those that
 *           leaf  leaf  leaf   ...     are left.  Inside a subtree, a transition is a
 *                                      function of the subtree's id alone:
 *
 *   - list(id): all transitions that start in this subtree, followed as long as they
 *     stay inside, as entries (requests left, new id);
 *   - apply(id, requests): serves the requests as long as they stay in this subtree.
 *
 * Both are computed from those of the children, and remembered.  So in the end a
 * transition costs an entry of one side's list and at most one apply at the other side,
 * however many machines there are.  The results of `apply` may be forgotten; lists and
 * pairs may not, as keys and entries refer to them.
 *
 * One thread at a time may change a tree (call a function that takes it non-const).
 * All threads may read the records and lists of ids that reached them by a
 * synchronizing operation.
 */
#ifndef EXPLORE_TREE_H
#define EXPLORE_TREE_H

#include "base/intern.h"
#include "base/savefile.h"
#include "base/shelf.h"
#include "core/component.h"
#include "core/system.h"

#include <stdatomic.h>

/* Each cache inside a tree has at most 2^this entries. */
enum { TREE_CACHE_BITS = 18 };

typedef struct tree_entry {
    uint32_t requests; /* LIST of requests left; 0: done; or a mark */
    uint32_t id;
} tree_entry;

#define TREE_FAULT (1u << 31) /* a mark: the transition is a violation */

/* At a leaf, LEFT and RIGHT are local state and outbox of its component. */
typedef struct tree_record {
    uint32_t left;
    uint32_t right;
    _Atomic uint32_t list; /* index of the first entry + 1; 0: not made yet */
    uint32_t info;         /* number of entries, and traits; set before the list is */
} tree_record;

enum { TREE_TRAIT_BITS = 6, TREE_TRAITS = (1 << TREE_TRAIT_BITS) - 1 };
#define TREE_LIST_MAX (UINT32_MAX >> TREE_TRAIT_BITS)

/* Results of an apply; valid as long as the tree. */
typedef struct tree_results {
    uint32_t count;
    /* Unless COUNT is 1.  The entry before the first has COUNT in its id. */
    const tree_entry *many;
    tree_entry one;
} tree_results;

typedef struct tree_cached {
    uint32_t id;
    uint32_t requests; /* 0: empty */
    tree_entry result;
} tree_cached;

typedef struct tree_node {
    component_id cid;     /* of a leaf: its component; COMPONENT_NONE: an inner node */
    uint32_t left, right; /* nodes, of an inner node */
    uint32_t first, end;  /* the leaves below it, by position */
    uint32_t id_limit;    /* larger ids are a pause: see tree_set_limit */
    shelf records;
    uint32_t *map; /* ids by (left, right), 0: empty */
    size_t map_size;
    tree_cached *cache;
    size_t cache_size;
    size_t cache_misses;
} tree_node;

/* Why all users of the tree must stop before it is used again. */
typedef enum tree_pause {
    TREE_PAUSE_NONE,
    TREE_PAUSE_NEW_MACHINE, /* a machine has no leaf: see tree_extend */
    TREE_PAUSE_WIDE_ID,     /* the id of a side exceeds its limit */
    TREE_PAUSE_TOO_MANY,    /* some number does not fit into 32 bits */
} tree_pause;

/* The leaf that serves the first of REQUESTS. */
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
    char padding[64];       /* the rest is for the one thread that changes the tree */
    VEC(uint32_t) position; /* by component id, + 1; 0: it has no leaf */
    VEC(uint32_t) inbox_position; /* the same, of inboxes that are components */
    uint32_t env_position;
    uint32_t leaves;
    tree_route routes[TREE_ROUTES]; /* a cache, by requests */
    VEC(tree_entry) stack;          /* entries while they are computed */
    intern many;                    /* results of several entries, or none */
    unsigned cache_bits;            /* no cache has more than 2^this entries */
    /* Unless NONE, no answer of the tree is complete, until it is resolved. */
    tree_pause pause;
} tree;

/* ---- Layouts ---- */

/* The leaves and how they are joined: children before parents; the last node is the
 * root, whose children are the sides. */
typedef struct tree_join {
    component_id
        cid; /* of a leaf: its component; COMPONENT_NONE: joins two earlier nodes */
    uint32_t left, right;
} tree_join;

typedef VEC(tree_join) tree_layout;

/* The environment, then by name all machines that the core knows and their inboxes. */
void tree_layout_balanced(const core *c, tree_layout *out);

/* The layout of a tree, without leaves of machines that the core does not know. */
void tree_layout_of(const tree *t, tree_layout *out);

tree *tree_new(core *c, const tree_layout *layout, unsigned cache_bits);
void tree_free(tree *t); /* accepts NULL */

/* An id of SIDE that needs more than BITS bits is a pause: no caller gets to see it. */
void tree_set_limit(tree *t, int side, unsigned bits);

/* Adds leaves for all machines that the core knows, and for as many machines to come as
 * the tree has leaves.  All ids, and so all keys, keep their meaning. */
void tree_extend(tree *t);

/* ---- States ---- */

uint64_t tree_encode(tree *t, const system_state *s);
void tree_decode(const tree *t, uint64_t key, system_state *out);

static inline uint64_t tree_key(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

/* Visits the id of every component of a state, by position of its leaf. */
typedef void tree_visit(void *context, uint32_t position, uint32_t id);
void tree_each_leaf(const tree *t, uint64_t key, tree_visit *visit, void *context);

/* Visits every component of the states whose id at SIDE is ID. */
typedef void tree_visit_component(void *context, component_id cid, component p);
void tree_each_component(const tree *t, int side, uint32_t id,
                         tree_visit_component *visit, void *context);

/* The position of a component's leaf; TREE_NOWHERE: it has none. */
uint32_t tree_position(const tree *t, component_id cid);

/* The id at SIDE of components given by position; those of the other side are ignored.
 */
uint32_t tree_encode_side(tree *t, int side, const component *components);

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

/* Makes the list of ID at SIDE if there is none.  In an urgent list, the entry before
 * the first has the urgent machine's component id in its id. */
void tree_list(tree *t, int side, uint32_t id);

/* Prefetch for tree_list: first the buckets of the map, then the records they name. */
void tree_prefetch_list_buckets(const tree *t, int side, uint32_t id);
void tree_prefetch_list_records(const tree *t, int side, uint32_t id);

/* Serves REQUESTS at SIDE until all are done or the next one is for the other side. */
tree_results tree_apply(tree *t, int side, uint32_t id, uint32_t requests);

/* The same in four steps, so that many tasks can wait for memory at once: each step for
 * all tasks, then the next step for all.  The two prefetches may be left out. */
typedef struct tree_task {
    uint32_t side;
    uint32_t id;
    uint32_t requests;
    bool
        is_simple; /* one result, without requests left; its id is still to be found: */
    uint32_t left, right; /* that of this pair */
} tree_task;

void tree_prefetch_task(tree *t, const tree_task *a);
void tree_start_task(tree *t, tree_task *a);
void tree_prefetch_record(const tree *t, const tree_task *a);
tree_results tree_finish_task(tree *t, const tree_task *a);

/* Both sides are urgent: the side whose machine comes first by name.  Compares names,
 * so no other thread may change the tree meanwhile. */
int tree_first_urgent(const tree *t, const tree_record *left, const tree_record *right);

/* The number of ids at SIDE, id 0 included. */
uint32_t tree_count(const tree *t, int side);

/* Bytes that tables of the tree and its core will allocate if MORE entries are added.
 */
size_t tree_coming_growth(const tree *t, size_t more);

/* Saves all ids, but nothing that can be computed again.  LOAD returns NULL if the file
 * is damaged. */
void tree_save(const tree *t, savefile *f);
MUST_CHECK tree *tree_load(core *c, unsigned cache_bits, savefile *f);

bool tree_check(const tree *t); /* the invariants of the whole tree: see tree_check.c */

#endif
