/* share.h -- what a rival of the search has shown, and what it may spend for that.
 *
 * Costs are numbers: one is what a state of the search by tree takes on average. */
#ifndef AUTO_SHARE_H
#define AUTO_SHARE_H

#include "engine/stats.h"

#include <stdbool.h>
#include <stdint.h>

/* What things cost. */
enum {
    ROW_COST = 4,     /* a state of the search by graph */
    REDUCED_COST = 8, /* a state of a reducing engine */
    WORK_A_STATE = 4, /* operations on diagrams take as long as one state */
    STEP_COST = 2,    /* a step of a random run */
};

static inline uint64_t share_lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t share_greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

typedef enum share {
    WEAK,   /* it leaves out little: a part, so that it is not left out for good */
    BEHIND, /* it is better than the search, but its rival is, too */
    UNSURE, /* it has not shown anything yet */
    FIRST,  /* ... as it is still at the states that a first, wide step leads to */
    BUSY,   /* it leaves out much, but bursts: no end is in sight */
    STRONG, /* it is likely to end first: so many times what the search has spent */
    ENDING, /* it has about half of its states */
    FAR,    /* sets that are very likely to end first */
} share;

/* The numbers of states at each depth rise and then fall.  When they fall, at least
 * about half of the states are known, and as much again will do. */
bool share_falls(const engine_stats *t);

/* There are far more states at this depth than at the one before: it will be long
 * before they fall. */
bool share_bursts(const engine_stats *t);

/* Of a reducing engine that has spent COST, where it is NOW and at the pause BEFORE. */
share share_of_reducing(const engine_stats *now, const engine_stats *before,
                        uint64_t cost, bool is_set_ahead);

/* Does a reducing engine with that share, which has spent COST, go before sets that
 * have spent SETS?  It does at its first states, where sets may grow very fast, and
 * when its end is near. */
bool share_goes_first(share of, uint64_t cost, uint64_t sets);

/* Of a set with ABOUT so many states, each of which would cost the search STATE_COST.
 * It has spent COST, and the search has visited STATES. */
share share_of_sets(double about, uint64_t cost, uint64_t states, unsigned state_cost);

typedef struct share_costs {
    uint64_t search; /* what the search has spent, */
    uint64_t soon;   /* ... what it will surely spend soon, */
    uint64_t own;    /* ... the rival itself, */
    uint64_t other;  /* ... and the other one */
    bool is_set;     /* the rival */
} share_costs;

/* What one with that share may have spent. */
uint64_t share_budget(share of, const share_costs *spent);

#endif
