/* etree.h -- the tree of graphs, and the place in it at which the search stands.
 *
 * An event that can come about in several ways is a FORK: a receive that may read
 * several sends, a choice, a send that may be lost or that revisits receives.
 * Everything between two forks follows by itself.
 */
#ifndef ENGINE_DPOR_ETREE_H
#define ENGINE_DPOR_ETREE_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/egraph.h"
#include "engine/dpor/revisit.h"

typedef struct fork_point {
    event *event;
    uint32_t base;  /* events before it */
    uint32_t count; /* ways */
    uint32_t way;   /* the present one */
    size_t first;   /* in the list of ways: sources, or receives to revisit */
    bool may_lose;  /* SEND: way 1 is to be lost */
    bool is_revisiting;
    uint32_t kept; /* events that the revisit has kept */
    revisit revisit;
} fork_point;

typedef struct etree {
    egraph graph;
    const dpor_options *options;
    uint64_t random;
    VEC(fork_point) forks;
    event_list ways;
    event_list saved; /* by revisits */
    dpor_stats stats;
    VEC(size_t) places; /* of events, in a list: scratch */
} etree;

void etree_init(etree *t, const dpor_program *p, const dpor_options *o);
void etree_free(etree *t);

typedef enum etree_step {
    TREE_GREW,   /* an event was added */
    TREE_FORKED, /* ... and there are other ways for it: it went the first */
    TREE_LEAF,   /* nothing more can be added */
} etree_step;

etree_step etree_grow(etree *t);

/* From the last fork on, the next way; false: there is none, all is explored. */
bool etree_next(etree *t);

/* The last fork goes another way than the first one, before anything followed it. */
void etree_turn(etree *t, uint32_t way);

/* Back to the beginning. */
void etree_clear(etree *t);

/* Lets the program forget what is nowhere in the tree. */
void etree_collect(etree *t);

/* The graph as an execution. */
void etree_list(etree *t, dpor_execution *out);

#endif
