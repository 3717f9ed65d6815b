/* search.h -- a breadth-first search by keys of a tree, while it runs: what its parts
 * share.  by_tree.c runs it in one process, by_ranks.c in several.
 */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "engine/explore/worker.h"
#include "engine/watch.h"

typedef struct post post;

typedef struct search {
    const engine_options *o;
    core *c;
    verdict *v;
    engine_watch watch;
    pthread_mutex_t watch_lock;
    bool has_core;       /* who looks is in a step, and so has the core for itself */
    stop_reason stopped; /* why it ends early */
    const char *detail;  /* ... of STOP_DISK, or NULL */
    team m;
    trail trail;
    worker **workers;
    unsigned worker_count;
    engine_stats told; /* what progress was told of: counts never fall */
    uint64_t first;    /* the key of the first state */
    system_state start;
    uint64_t pause_at;      /* states; 0: never */
    tree_shape first_shape; /* the tree to find a way with; empty: the present one */
    explore_tuning tuning;
    unsigned early; /* how often it began anew for a machine */
    unsigned tree_cache_bits;
    engine_stats
        before_way;      /* what was known when a violation without a path was seen */
    stop_reason refused; /* why it cannot begin */
    strbuf refusal;      /* ... its detail, or empty */
    double next_checkpoint;    /* seconds since the start */
    uint64_t next_growth_look; /* transitions: when to look for tables about to grow */
    /* of several processes: */
    post *post;             /* NULL: this one has all states */
    uint64_t round_ends_ns; /* when it is time to see what others have sent */
    engine_stats elsewhere; /* what the others have, as far as it is known */
    strbuf shared;          /* where DETAIL is, if another process had it */
} search;

/* A tree of this shape, and then from the first state on. */
void search_use_shape(search *s, const tree_shape *shape);
void search_begin(search *s, bool in_order, size_t bitstate_size);

/* Looks at limits and counts; true: it must end. */
bool search_look(search *s);

/* Expands states of the present level until something has to be done alone; MEND does
 * it. */
void search_run_workers(search *s);
void search_mend(search *s);
void search_mend_tree(search *s);

/* Makes room in the set of visited states if there is too little. */
bool search_is_crowded(search *s);
void search_grow_visited(search *s);

/* Level by level to the end. */
void search_run_levels(search *s);

/* Chooses a tree; may end before that. */
void search_run_pilots(search *s);
bool search_is_done(search *s);

#endif
