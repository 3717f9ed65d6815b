/* reduced_search.h -- a search over stubborn sets and canonical states, while it runs.
 *
 * The caller sets O, C, V and optionally SYMMETRY, NOTICES and GOAL in a zeroed struct,
 * runs the search, reads what it found, and calls fini.  One thread; the search owns
 * everything below GOAL.  reduced_search.c has the argument why no run is ignored.
 */
#ifndef REDUCE_REDUCED_SEARCH_H
#define REDUCE_REDUCED_SEARCH_H

#include "engine/reduce/dead.h"
#include "engine/reduce/stubborn.h"
#include "engine/reduce/succ_gen.h"
#include "engine/reduce/symmetry.h"
#include "engine/reduce/symmetry_notices.h"
#include "engine/watch.h"

#define REDUCED_NONE UINT32_MAX

/* How a state was reached first. */
typedef struct reduced_node {
    uint32_t parent; /* REDUCED_NONE: at the start */
    uint32_t onward; /* the successor where postponed transitions are explored:
                        reduced_search.c */
    uint32_t depth : 30;
    bool is_block : 1;   /* by blocking machines of the parent */
    bool is_entered : 1; /* depth first: it has been expanded */
} reduced_node;

/* Depth first: a state on the path, and its successors that are not entered yet. */
typedef struct reduced_frame {
    size_t first; /* of its successors */
    size_t next;
} reduced_frame;

/* How far a search without symmetry got. */
typedef struct reduced_goal {
    uint32_t depth;  /* of the last complete level; 0: none */
    uint64_t states; /* up to there */
} reduced_goal;

typedef struct reduced_search {
    const engine_options *o;
    core *c;
    verdict *v;
    symmetry *symmetry;        /* or NULL */
    symmetry_notices *notices; /* or NULL */
    reduced_goal goal;
    bool is_useless; /* stopped because symmetry merges too little */
    engine_watch watch;
    local_cache cache;
    succ_gen succ;
    state_view view;
    intern states; /* rows of canonical states */
    VEC(reduced_node) nodes;
    uint32_t next; /* to expand, breadth first */
    VEC(reduced_frame) path;
    VEC(uint32_t) successors; /* of all states on the path */
    uint32_t at;              /* the state being expanded */
    stop_reason stopped;
    bool is_cut;
    bool is_over;
    uint64_t explained; /* the number of states explained to the user */
    bool told_too_large;
    uint32_t onward; /* a successor that does not point back, or REDUCED_NONE */
    fault found;
    uint32_t found_in; /* the state of the violation, or the one before it */
    system_state row;
    system_state start;
    system_state blocked;
    system_state canonical;
    transition_list moves;
} reduced_search;

void reduced_search_run(reduced_search *s);
void reduced_search_fini(reduced_search *s);

/* Did it stop at the limit of states?  Then GOAL says how far it got. */
bool reduced_search_is_full(const reduced_search *s, reduced_goal *goal);

/* The row of a state. */
void reduced_search_row(const reduced_search *s, uint32_t state, system_state *out);

#endif
