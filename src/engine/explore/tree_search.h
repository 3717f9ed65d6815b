/* tree_search.h -- a breadth-first search over the keys of a tree (tree.h) while it
 * runs.
 *
 * by_tree.c implements it for one process; by_ranks.c runs the same search on several
 * ranks and shares the state below.  The search works in PASSES from the first state:
 *
 *   pilot      in order, one worker, with a parent index; most models end here
 *   main       with the tree layout chosen from the pilot's states, all workers
 *   retrace    after a violation of the main pass: in order again, for its path
 *
 * Between two runs of the workers one thread is alone.  It then RESOLVES the reason for
 * which the workers paused (worker.h): it grows a table, adds leaves for new machines,
 * writes a checkpoint.
 */
#ifndef EXPLORE_TREE_SEARCH_H
#define EXPLORE_TREE_SEARCH_H

#include "engine/explore/worker.h"
#include "engine/watch.h"

typedef struct exchange exchange;

typedef struct tree_search {
    const engine_options *o;
    core *c;
    verdict *v;
    engine_watch watch;
    pthread_mutex_t watch_lock;
    bool has_core; /* the thread that checks limits is in a step, and owns the core */
    stop_reason stopped; /* why the search ends early */
    const char *detail;  /* of STOP_DISK, or NULL */
    team team;
    parent_index parents;
    uint64_t level;        /* states of the level that is expanded, */
    uint64_t level_before; /* ... and of the one before */
    worker **workers;
    unsigned worker_count;
    engine_stats reported; /* the last progress report: its counts never fall */
    uint64_t first;        /* the key of the first state */
    system_state start;
    uint64_t pass_limit;      /* states after which the pass pauses; 0: none */
    tree_layout first_layout; /* the layout for the retrace; empty: the present one */
    explore_tuning tuning;
    unsigned early; /* restarts because a machine appeared early */
    unsigned tree_cache_bits;
    engine_stats
        before_retrace;     /* the counts when a violation without a trace was found */
    stop_reason refused;    /* why the search cannot begin */
    strbuf refusal;         /* ... its detail, or empty */
    double next_checkpoint; /* seconds since the start */
    uint64_t next_growth_look; /* transitions: when to look for coming growth again */
    /* Several ranks: */
    exchange *exchange;     /* NULL: this process owns all states */
    uint64_t round_ends_ns; /* when the present round ends */
    engine_stats elsewhere; /* the counts of the other ranks after the last round */
    strbuf shared;          /* holds DETAIL if it came from another rank */
} tree_search;

/* Replaces the tree.  The next pass must start from the first state. */
void tree_search_use_layout(tree_search *s, const tree_layout *layout);

/* Starts a pass from the first state.  IN_ORDER: with a parent index.  BITSTATE_SIZE >
 * 0: with a bitstate set of so many bytes in place of the exact one. */
void tree_search_begin(tree_search *s, bool in_order, size_t bitstate_size);

/* Checks limits and reports progress; true: the search must end. */
bool tree_search_check_limits(tree_search *s);

/* Expands states of the present level until the workers pause or the level is empty.
 * Resolve then handles the reason for the pause; resolve_tree handles the tree's. */
void tree_search_run_workers(tree_search *s);
void tree_search_resolve(tree_search *s);
void tree_search_resolve_tree(tree_search *s);

/* True if the set of visited states must grow.  Growing may end the search. */
bool tree_search_is_crowded(tree_search *s);
void tree_search_grow_visited(tree_search *s);

/* Level by level to the end, or to the pass limit. */
void tree_search_run_levels(tree_search *s);

/* Runs the pilots, which choose a tree layout; they may finish the search. */
void tree_search_run_pilots(tree_search *s);
bool tree_search_is_done(tree_search *s);

#endif
