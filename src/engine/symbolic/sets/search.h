/* search.h -- all reachable states, as one set that grows.
 *
 * Moves are applied to sets, one kind after the other, each to all states that it was
 * not applied to before, those that the moves before it have just added among them
 * (chaining). When none adds anything, that is all.  What was reached after each of
 * them is kept: so the way to any state is found backwards.
 */
#ifndef SETS_SEARCH_H
#define SETS_SEARCH_H

#include "engine/symbolic/sets/image.h"
#include "engine/watch.h"

/* What was reached after a move had been applied to everything before it. */
typedef struct stage {
    start by;
    bool is_calm; /* applied to states in which no machine is new */
    ldd reached;
} stage;

/* A kind of moves, and the states that it was applied to. */
typedef struct trial {
    start by;
    ldd done;
} trial;

typedef VEC(trial) trial_list;

typedef struct set_search {
    const engine_options *o;
    core *c;
    verdict *v;
    const slot_order *order;
    engine_watch watch;
    layout layout;
    ldd_store store;
    image *image;
    ldd reached;
    ldd calm;   /* of these: no machine is new */
    ldd urgent; /* ... one is, and has not begun yet */
    VEC(stage) stages;
    trial_list trials;
    ldd trying; /* all calm states, while a move is applied to the new ones */
    uint64_t rounds;
    double next_count; /* seconds: when to count states for those who watch */
    stop_reason stopped;
    uint64_t most_work; /* of the store, for a trial; 0: any */
    bool is_cut;        /* ... and it was more */
    bool is_over;       /* there is a violation */
} set_search;

/* All of it: S has options, core and verdict. */
void set_search_run(set_search *s);
void set_search_fini(set_search *s);

/* Has a limit been reached, or has the store given up?  Then S is stopped. */
void set_search_look(set_search *s);
bool set_search_goes_on(const set_search *s);

/* ---- The way to a violation (way.c) ---- */

/* A state of FROM for which TEST, if FROM as a whole passes and there is room.  NEAR:
 * in most columns it is as there; or NULL. */
typedef bool way_test(void *context, ldd from);
bool way_find_state(set_search *s, ldd from, const value *near, way_test *test,
                    void *context, value *out);

/* Which stage a state came with, one before BEFORE. */
size_t way_stage_of(const set_search *s, const value *state, size_t before);

/* The moves from the first state to STATE; false: there is no room to look for them. */
bool way_add_moves_to(set_search *s, const value *state);

/* There is a violation, and not how to get there. */
void way_give_up(set_search *s);

/* A state of FROM in which X fails. */
void way_to_failure(set_search *s, ldd from, start x);

/* A state of BAD, in which runs end. */
void way_to_end(set_search *s, ldd bad);

#endif
