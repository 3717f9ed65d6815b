/* search.h -- a breadth-first search by keys of a tree, while it runs: what its parts
 * share.  by_tree.c runs it in one process, by_ranks.c in several.
 */
#ifndef EXPLORE_TREE_SEARCH_H
#define EXPLORE_TREE_SEARCH_H

#include "engine/engine.h"
#include "engine/explore/worker.h"

typedef struct exchange exchange;

typedef struct tree_search {
    const engine_options *o;
    core *c;
    verdict *v;
    engine_watch watch;
    pthread_mutex_t watch_lock;
    bool has_core;       /* who looks is in a step, and so has the core for itself */
    const char *stopped; /* the reason to end early */
    team team;
    parent_index parents;
    worker **workers;
    unsigned worker_count;
    engine_stats reported; /* what progress was told of: counts never fall */
    uint64_t first;        /* the key of the first state */
    system_state start;
    uint64_t pass_limit;      /* states; 0: never */
    tree_layout first_layout; /* the tree to find a way with; empty: the present one */
    explore_tuning tuning;
    unsigned early; /* how often it began anew for a machine */
    unsigned tree_cache_bits;
    strbuf lost_trace;           /* a reason to end, of a violation without a trace */
    engine_stats before_retrace; /* ... and what was known when it was seen */
    strbuf refused;              /* why it cannot begin; empty: it can */
    double next_checkpoint;      /* seconds since the start */
    uint64_t next_growth_look; /* transitions: when to look for tables about to grow */
    /* of several processes: */
    exchange *exchange;     /* NULL: this one has all states */
    uint64_t round_ends_ns; /* when it is time to see what others have sent */
    engine_stats elsewhere; /* what the others have, as far as it is known */
    strbuf reason;          /* where STOPPED is, if another process had it */
} tree_search;

/* A tree of this shape, and then from the first state on. */
void tree_search_use_layout(tree_search *s, const tree_layout *layout);
void tree_search_begin(tree_search *s, bool in_order, size_t bitstate_size);

/* Looks at limits and counts; true: it must end. */
bool tree_search_check_limits(tree_search *s);

/* Expands states of the present level until something has to be done alone; MEND does
 * it. */
void tree_search_run_workers(tree_search *s);
void tree_search_resolve(tree_search *s);
void tree_search_resolve_tree(tree_search *s);

/* Makes room in the set of visited states if there is too little. */
bool tree_search_is_crowded(tree_search *s);
void tree_search_grow_visited(tree_search *s);

/* Level by level to the end. */
void tree_search_run_levels(tree_search *s);

/* Chooses a tree; may end before that. */
void tree_search_run_pilots(tree_search *s);
bool tree_search_is_done(tree_search *s);

#endif
