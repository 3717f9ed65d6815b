/* set_search.h -- all reachable states, as one set that grows.
 *
 * The search applies the transition groups in turn.  Each is applied to all states that
 * it was not applied to before, among them the states that the groups before it have
 * just added (chaining).  The search ends when no group adds a state.  It keeps the set
 * that was reached after each iteration, so that a counterexample to any state can be
 * found backwards (counterexample.h).
 *
 * A state is SETTLED if no machine is new in it; in other states the new machine that
 * is first by name begins, and nothing else happens.
 *
 * Invariant search-1: `reached` is the disjoint union of `settled` and the unsettled
 * states; `urgent` holds those of the latter whose new machine has not begun yet.
 * Invariant search-2: all successors of a group's `done` states by that group are in
 * `reached`.  Hence lemma search-3: when `urgent` is empty and every `done` is equal to
 * `settled`, `reached` is closed under all transitions.
 */
#ifndef SETS_SET_SEARCH_H
#define SETS_SET_SEARCH_H

#include "engine/sets/image.h"
#include "engine/watch.h"

/* The set that was reached after one application of a group. */
typedef struct search_iteration {
    transition_group by;
    bool is_settled; /* it was applied to settled states */
    ldd reached;
} search_iteration;

/* A group, and the states that it was applied to. */
typedef struct group_progress {
    transition_group by;
    ldd done;
} group_progress;

typedef VEC(group_progress) group_progress_list;

typedef struct set_search {
    const engine_options *o;
    core *c;
    verdict *v;
    const machine_order *order;
    engine_watch watch;
    set_layout layout;
    ldd_store store;
    set_image *image;
    ldd reached;
    ldd settled;
    ldd urgent;
    VEC(search_iteration) iterations;
    group_progress_list groups;
    ldd expanding; /* all settled states, while a group is applied to the new ones */
    uint64_t rounds;
    double next_count;     /* seconds: when to count states for progress output */
    uint64_t next_consult; /* work at which it pauses next; 0: never again */
    stop_reason stopped;
    uint64_t most_work; /* of the store, while orders are compared; 0: unlimited */
    double shown;       /* the most states that an order has found before */
    bool is_cut;        /* the search exceeded MOST_WORK */
    bool is_over;       /* a violation was found */
} set_search;

/* Runs the search and sets the verdict; S has options, core, verdict, order and SHOWN.
 */
void set_search_run(set_search *s);
void set_search_fini(set_search *s);

/* Checks limits and the store; S->stopped says why the search must end. */
void set_search_check_limits(set_search *s);
bool set_search_goes_on(const set_search *s);

#endif
