/* reduced_search.h -- a search over stubborn sets and canonical states, while it runs.
 *
 * The caller sets O, C, V and optionally SYMMETRY, NOTICES and GOAL in a zeroed struct,
 * runs the search, reads what it found, and calls fini.  One thread; the search owns
 * everything below GOAL.  reduced_search.c has the argument why no run is ignored.
 */
#ifndef REDUCE_REDUCED_SEARCH_H
#define REDUCE_REDUCED_SEARCH_H

#include "engine/reduce/dead.h"
#include "engine/reduce/seq_sort.h"
#include "engine/reduce/stubborn.h"
#include "engine/reduce/succ_gen.h"
#include "engine/reduce/symmetry.h"
#include "engine/reduce/symmetry_notices.h"
#include "engine/row_search.h"

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
    bool is_useless;     /* stopped because symmetry merges too little */
    seq_sort *sequences; /* or NULL */
    row_search rows;     /* canonical states; marked: reached by blocking machines */
    local_cache cache;
    succ_gen succ;
    state_view view;
    VEC(uint32_t)
    onward;         /* by state: the successor where postponed transitions are
                       explored, reduced_search.c */
    uint32_t first; /* successor that does not point back, or ROW_NONE */
    /* Where ints are open, of one transition: */
    uint32_t last;      /* successor, or ROW_NONE */
    bool goes_on;       /* all have higher numbers than the state */
    uint64_t explained; /* the number of states explained to the user */
    bool told_too_large;
    fault found;       /* NONE: no violation */
    uint32_t found_in; /* the state of the violation, or the one before it */
    system_state start;
    system_state blocked;
    system_state canonical;
} reduced_search;

void reduced_search_run(reduced_search *s);
void reduced_search_fini(reduced_search *s);

/* Did it stop at the limit of states?  Then GOAL says how far it got. */
bool reduced_search_is_full(const reduced_search *s, reduced_goal *goal);

#endif
