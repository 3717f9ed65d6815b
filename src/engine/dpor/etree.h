/* etree.h -- the tree of execution graphs, and the current position of the search.
 *
 * An event with several BRANCHES is a FORK: a receive that may read several sends, a
 * choice, a send that may be lost or that revisits receives.  All events between two
 * forks are determined.  The branches of a send are, in this order: it arrives, it is
 * lost (if may_lose), then one backward revisit each.
 */
#ifndef ENGINE_DPOR_ETREE_H
#define ENGINE_DPOR_ETREE_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/egraph.h"
#include "engine/dpor/revisit.h"

typedef struct fork_point {
    event *event;
    uint32_t base;   /* events below it */
    uint32_t count;  /* branches */
    uint32_t branch; /* the current one */
    size_t first;    /* in etree.branches: sources, or receives to revisit */
    bool may_lose;   /* SEND: in branch 1 it is lost */
    bool is_revisiting;
    uint32_t kept; /* length of the stack after the revisit */
    revisit revisit;
} fork_point;

typedef struct etree {
    egraph graph;
    const dpor_options *options;
    uint64_t random;
    VEC(fork_point) forks;
    event_list branches;
    event_list saved; /* events that revisits have taken off the stack */
    dpor_stats stats;
    VEC(size_t) indexes; /* scratch of etree_list */
} etree;

void etree_init(etree *t, const dpor_program *p, const dpor_options *o);
void etree_free(etree *t);

typedef enum etree_step {
    TREE_GREW,   /* an event was added */
    TREE_FORKED, /* ... and it is a fork, now in its first branch */
    TREE_LEAF,   /* no thread is enabled */
} etree_step;

etree_step etree_grow(etree *t);

/* Backtracks to the last fork that has another branch, and takes it.  False: there is
 * none, so the tree is explored. */
bool etree_next(etree *t);

/* The last fork takes this branch instead of its first.  No event has been added since.
 */
void etree_turn(etree *t, uint32_t branch);

/* Back to the root. */
void etree_clear(etree *t);

/* Lets the program drop the local states and messages that are nowhere in the tree. */
void etree_collect(etree *t);

/* The graph as an execution: a linear order in which its events can happen. */
void etree_list(etree *t, dpor_execution *out);

#endif
