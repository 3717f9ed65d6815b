/* history.h -- the tree of histories: what a thread does after each sequence of inputs.
 *
 * A node stands for the inputs of a thread since it began, and stores its next
 * operation.  Nodes are numbers; those of swept nodes are reused.
 */
#ifndef API_MODEL_HISTORY_H
#define API_MODEL_HISTORY_H

#include "base/vec.h"
#include "engine/dpor/program.h"

enum { OP_UNKNOWN = 255 }; /* not run yet: only roots, and nodes in the making */

/* Data that few nodes have. */
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
    published *published; /* since the previous call, newest first */
    end_check *checks;    /* from syn_at_end since the previous call, newest first */
} detail;

typedef struct history_node {
    op op;
    local_id parent; /* 0: a root */
    uint32_t
        input; /* the input that leads here from the parent; of a root: its number */
    local_id recent; /* the child that was looked up last; 0: it has none */
    uint32_t thread;
    uint32_t depth; /* nodes above it */
    int line;
    const char *file; /* of the call; or NULL */
    detail *detail;   /* or NULL */
    bool is_used;
    bool is_marked;
} history_node;

typedef struct history {
    VEC(history_node) nodes; /* 0 is not a node */
    VEC(local_id) free;      /* numbers for reuse */
    local_id *slots;         /* hash table by (parent, input); 0: empty */
    size_t slot_count;       /* a power of two, more than twice the nodes */
    size_t live;
    size_t bytes; /* of details */
} history;

void history_init(history *h);
void history_free(history *h);

local_id history_add_root(history *h, uint32_t thread, uint32_t number);
local_id history_add(history *h, local_id parent, uint32_t input);
local_id history_find(history *h, local_id parent, uint32_t input); /* 0: none */

/* The detail of a node, made if it has none. */
detail *history_detail(history *h, local_id local);
void history_set_text(history *h, local_id local, const char *kind, const char *text);
void history_publish(history *h, local_id local, uint32_t key, const void *data,
                     size_t size);

void history_add_check(history *h, local_id local, void (*run)(void *arg), void *arg);

/* Frees the nodes without a mark, and clears the marks of the others. */
void history_sweep(history *h);

/* Numbers, tree, hash table and bytes agree. */
bool history_check(const history *h);

static inline history_node *history_at(const history *h, local_id local)
{
    return vec_at(&h->nodes, local);
}

/* The child, or 0: it does not exist yet. */
static inline local_id history_child(history *h, local_id parent, uint32_t input)
{
    local_id recent = history_at(h, parent)->recent;
    if (recent == 0 || h->nodes.data[recent].input == input)
        return recent;
    return history_find(h, parent, input);
}

#endif
