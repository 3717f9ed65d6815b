/* fair.h -- hot for ever, on sets: which states are on fair cycles, or behind them.
 *
 * What counts is said in engine/explore/liveness.h, and here it is the same.  Moves can
 * only be made forward on sets, so instead of what leads to a cycle we keep what cycles
 * lead to.
 *
 * A PAIR is a state, and the fair choices made by a move that leads to it; there is a
 * step from one pair to another where a move leads from the state to the other state
 * with the choices of that pair, and the spec is not cold, neither there nor in
 * passing.  We begin with all pairs of reachable states and drop some until nothing
 * changes.  (But for states in which a machine is new and must begin: how many machines
 * each has made only grows, so nothing comes back to such a state.)
 *
 *   - pairs that no step leads to from one that is left;
 *   - for each WANT: pairs that cannot be reached, in any number of steps among those
 *     that are left, from where it is met.  That the spec is hot is met in hot states.
 *     That a machine runs is met where it cannot act, and by steps in which it runs.
 *     That what waits is delivered is met where it does not wait, and by delivery;
 *   - for each `$$` and each of its ways: pairs that it was made for, and that cannot
 *     be reached from one for which it fell that way.
 *
 * Lemma fair-1: if pairs are left, there is a violation.  Of the strongly connected
 * parts of what is left, take one that no step leads to from outside: there is one.  Of
 * each of its pairs there is a step that leads to it, so it has steps.  What its pairs
 * can be reached from is inside, for all ways to them are: a hot state; for each
 * machine a state where it cannot act or a step in which it runs (that step leads to a
 * pair inside, so it begins inside); likewise deliveries; and each `$$` that is made
 * falls both ways.  A run that goes through all of it again and again is fair.
 *
 * Lemma fair-2: if there is a violation, pairs are left.  What the run does again and
 * again is strongly connected.  Take the pairs that its steps lead to.  None of them is
 * the first to be dropped: to each leads a step from another, and from each one can get
 * to all others, from those where a want is met among them, and from those for which a
 * `$$` fell one way, if it is made at all.
 */
#ifndef SETS_FAIR_H
#define SETS_FAIR_H

#include "engine/symbolic/sets/search.h"

typedef enum want_kind {
    WANT_HOT,
    WANT_RUN,     /* of a machine */
    WANT_SERVICE, /* of what waits in a box */
    WANT_CHOICE,  /* a `$$` falls one way, if it is made */
} want_kind;

typedef struct want {
    want_kind kind;
    column at;
    value message;       /* SERVICE in bags: this one; else null */
    value deed;          /* a step with this meets it; HOT: null */
    value other;         /* CHOICE: it falls the other way */
    uint32_t numbers[3]; /* for memos */
} want;

/* What was reached after steps by a move. */
typedef struct fair_stage {
    start by;
    labelled_list reached;
} fair_stage;

typedef VEC(fair_stage) fair_stages;

/* Pairs that others lead to, while they are found. */
typedef struct fair_closure {
    labelled_list reached;
    trial_list trials;
    fair_stages *stages; /* to be filled in; or NULL */
} fair_closure;

typedef struct fair_search {
    set_search *s;
    image *image; /* one that tells deeds */
    uint32_t monitor;
    value cooled;        /* what no step must say */
    ldd bound;           /* states in which the spec is not cold, and nobody is new */
    bool is_open;        /* pairs are not known yet: all with such states count */
    labelled_list pairs; /* that are left, by choices */
    labelled_list moved; /* the same by whole label, and perhaps some that are not */
    VEC(want) wants;
    uint32_t generation;  /* of their numbers: see ldd.h */
    fair_closure closure; /* the one at hand */
    ldd all;              /* states of all pairs, while moves are made from them */
    labelled_list first;  /* where a closure begins */
    fair_stages stages;   /* of a closure that is to be gone back through */
} fair_search;

/* All specs in turn: the verdict, if there is a violation. */
void fair_check(set_search *s);

/* ---- For the lasso (lasso.c) ---- */

/* The pairs that are left are those of a violation of F's monitor: a run of it. */
void lasso_report(fair_search *f);

/* A job that needs room: it changes nothing before all went well, and is tried again
 * when something was collected.  False: the search must end. */
typedef void fair_job(fair_search *f, void *context);
bool fair_do(fair_search *f, fair_job *job, void *context);
void fair_collect(fair_search *f);

/* Is W met in STATE, whatever led there? */
bool fair_is_met_in(const fair_search *f, const value *state, const want *w);

/* F's FIRST becomes all pairs at which W is met. */
bool fair_find_met(fair_search *f, const want *w);

/* Pairs that can be reached from FIRST, as F's closure; KEEPS: with stages. */
bool fair_close(fair_search *f, bool keeps);

bool fair_is_step(const fair_search *f, value label); /* or the spec cools down */

#endif
