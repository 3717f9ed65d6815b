/* ways.h -- steps that can go many ways, and the choices behind them.
 *
 * Walks show which handlers make choices.  The ways of such a step are estimated as
 * Knuth (1975) estimates the leaves of a tree: the product of the widths along a random
 * path, averaged over several paths, has the right expectation.  Its outcomes are
 * enumerated up to a limit, because many ways may lead to the same outcome, and only
 * outcomes multiply states.
 */
#ifndef DIAGNOSE_WAYS_H
#define DIAGNOSE_WAYS_H

#include "engine/diagnose/walk.h"

/* A place in the program at which a step chooses. */
typedef struct choice_site {
    srcpos pos;
    uint32_t op;    /* the instruction */
    uint32_t width; /* the most alternatives that it had */
    uint64_t times; /* in one step */
} choice_site;

typedef VEC(choice_site) choice_site_list;

enum { WAYS_SITES = 2 };

/* A step with choices. */
typedef struct wide_step {
    uint32_t decl; /* the machine that chooses */
    srcpos pos;    /* of the handler */
    bool is_first; /* it is the first step of every run */
    double ways;
    /* Those that contribute most, as they were in the step; width 0: there are fewer.
     */
    choice_site sites[WAYS_SITES];
    uint64_t outcomes; /* that were enumerated */
    bool is_counted;   /* there are no others */
    bool is_distinct;  /* else: all ways that were tried lead to different states */
    system_state from; /* where it begins */
    transition step;
} wide_step;

typedef struct ways {
    VEC(wide_step) steps;  /* in the order in which walks met their handlers */
    uint32_t alternatives; /* the most that a `choose` had */
} ways;

void ways_fini(ways *s); /* a zeroed struct has seen nothing */

/* Looks at the last step of W. */
void ways_see(ways *s, const walk *w);

/* After all walks: measures the steps that were seen, with up to MOST outcomes each. */
void ways_settle(ways *s, core *c, uint64_t most);

/* The first step with more outcomes than were enumerated, and more ways than MOST; else
 * the one with the most outcomes.  NULL: no step has a choice. */
const wide_step *ways_widest(const ways *s, uint64_t most);

#endif
