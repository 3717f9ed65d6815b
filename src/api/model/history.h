/* history.h -- the tree of histories: what a thread does next after it was told so and
 * so.
 *
 * A node stands for all that a thread was told since it began, and says what it does
 * then.  Nodes are numbers, which are used again once they were swept.
 */
#ifndef API_MODEL_HISTORY_H
#define API_MODEL_HISTORY_H

#include "base/vec.h"
#include "engine/dpor/program.h"

enum { OP_UNKNOWN = 255 }; /* nobody has looked yet: only of roots */

/* What few nodes have. */
typedef struct published {
    struct published *older; /* in the same node */
    uint32_t key;
    size_t size;
    _Alignas(16) char data[]; /* aligned for any type */
} published;

typedef struct end_check {
    struct end_check *older;
    void (*run)(void *arg);
    void *arg;
} end_check;

typedef struct detail {
    const char *kind; /* of OP_FAIL: see model_failure_info */
    char *text;       /* of OP_FAIL and OP_BLOCK */
    size_t text_size;
    published *published; /* since the call before this one, newest first */
    end_check *checks;    /* ... by syn_at_end, newest first */
} detail;

typedef struct node {
    op op;
    local_id parent; /* 0: a root */
    uint32_t told;   /* what the parent was told; of a root: its number */
    local_id recent; /* the child that was asked for last; 0: it has none */
    uint32_t thread;
    uint32_t depth; /* nodes above it */
    int line;
    const char *file; /* of the call; or NULL */
    detail *detail;   /* or NULL */
    bool is_used;
    bool is_marked;
} node;

typedef struct history {
    VEC(node) nodes;    /* 0 is none */
    VEC(local_id) free; /* numbers */
    local_id *slots;    /* children by parent and what they were told; 0: empty */
    size_t slot_count;  /* a power of two, more than twice the nodes */
    size_t live;
    size_t bytes; /* of details */
} history;

void history_init(history *h);
void history_free(history *h);

local_id history_add_root(history *h, uint32_t thread, uint32_t number);
local_id history_add(history *h, local_id parent, uint32_t told);
local_id history_find(history *h, local_id parent, uint32_t told); /* 0: none */

/* The node's, made when it has none. */
detail *history_detail(history *h, local_id local);
void history_set_text(history *h, local_id local, const char *kind, const char *text);
void history_publish(history *h, local_id local, uint32_t key, const void *data,
                     size_t size);

void history_add_check(history *h, local_id local, void (*run)(void *arg), void *arg);

/* Takes away the nodes without a mark, and the marks of the others. */
void history_sweep(history *h);

/* Numbers, tree, hash table and bytes agree. */
bool history_check(const history *h);

static inline node *history_at(const history *h, local_id local)
{
    return vec_at(&h->nodes, local);
}

/* The child, or 0: nobody was there yet. */
static inline local_id history_child(history *h, local_id parent, uint32_t told)
{
    local_id recent = history_at(h, parent)->recent;
    if (recent == 0 || h->nodes.data[recent].told == told)
        return recent;
    return history_find(h, parent, told);
}

#endif
