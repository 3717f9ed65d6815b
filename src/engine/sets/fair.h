/* fair.h -- liveness on sets: the states that fair cycles contain or lead to.
 *
 * engine/explore/liveness.h defines the property: a spec that stays hot on a weakly
 * fair run is a violation.  Images of sets can only be computed forwards, so instead of
 * the states that lead to a cycle we keep the states that cycles lead to.
 *
 * A PAIR is a state, together with the labels of the choices (fair_label.h) made by a
 * transition that leads to it.  There is a STEP from one pair to another if a
 * transition leads from the first state to the second, with the choices of the second
 * pair, and the spec is not cold in either state, nor in between.  We start with all
 * pairs of reachable settled states, and remove pairs until nothing changes. (Unsettled
 * states can be left out: the number of machines that each machine has created only
 * grows, so no cycle contains a state in which a machine is new.)  We remove
 *
 *   - pairs that no remaining pair has a step to;
 *   - for each fairness CONSTRAINT: pairs that are not reachable, by any number of
 *     steps among the remaining pairs, from a pair that meets it.  "The spec is hot"
 *     is met by hot states.  "This machine runs" is met by states in which it cannot
 *     act, and by pairs behind a step in which it ran.  "Pending messages are
 *     delivered" is met by states in which none is pending, and by pairs behind a
 *     delivery;
 *   - for each site of choices and each alternative: pairs behind a step that offered
 *     the alternative at this site, and that are not reachable from a pair behind a
 *     step that took it there.
 *
 * Lemma fair-1: if pairs remain, there is a violation.  Among the strongly connected
 * components of the remaining pairs, take one that no step enters from outside.  Every
 * remaining pair has a step that leads to it, so the component has steps.  Whatever its
 * pairs are reachable from is inside the component, because all paths to them are: a
 * hot state; for each machine a state in which it cannot act, or a step in which it
 * runs (that step leads to a pair inside, so it starts inside); likewise deliveries;
 * and each alternative that is offered is taken.  A run that visits all of these again
 * and again is fair.
 *
 * Lemma fair-2: if there is a violation, pairs remain.  The steps that the run makes
 * infinitely often are strongly connected.  Take the pairs that these steps lead to.
 * None of them is the first to be removed: a step leads to each of them from another
 * one, and each is reachable from all others; among these are pairs that meet each
 * constraint, and, for each alternative that is offered at all, pairs for which it was
 * taken.
 */
#ifndef SETS_FAIR_H
#define SETS_FAIR_H

#include "engine/sets/set_search.h"

typedef enum fair_constraint_kind {
    CONSTRAINT_HOT,
    CONSTRAINT_RUN,     /* a machine runs, or cannot */
    CONSTRAINT_SERVICE, /* pending messages of an outbox are delivered */
    CONSTRAINT_CHOICE,  /* an alternative is taken at a site, if it is offered there */
} fair_constraint_kind;

typedef struct fair_constraint {
    fair_constraint_kind kind;
    set_column at;
    value message;       /* SERVICE in bags: this message; else null */
    value fair_label;    /* RUN, SERVICE: a step with this fair_label meets it */
    value site;          /* CHOICE */
    value alternative;   /* CHOICE */
    uint32_t numbers[3]; /* for the operation cache */
} fair_constraint;

/* The pairs that were reached after one application of a group. */
typedef struct fair_iteration {
    transition_group by;
    label_map reached;
} fair_iteration;

typedef VEC(fair_iteration) fair_iterations;

/* The pairs that are reachable from some pairs, while they are computed. */
typedef struct fair_closure {
    label_map reached;
    group_progress_list groups;
    fair_iterations *iterations; /* to be filled in; or NULL */
} fair_closure;

typedef struct fair_search {
    set_search *s;
    set_image *image; /* with labels */
    uint32_t monitor;
    value cooled;    /* a transition with this fair_label is not a step */
    ldd bound;       /* the settled states in which the spec is not cold */
    bool is_open;    /* PAIRS is not computed yet: all pairs of BOUND count */
    label_map pairs; /* the remaining pairs, by choices */
    label_map moved; /* the same by whole label; may contain removed pairs */
    VEC(fair_constraint) constraints;
    bool is_unfair;             /* of choices, only `$$` is fair */
    bool has_choices;           /* some constraint is about another choice */
    uint32_t generation;        /* of their numbers: see ldd.h */
    fair_closure closure;       /* the current one */
    ldd all;                    /* the states of all pairs, while steps are computed */
    label_map first;            /* where a closure starts */
    fair_iterations iterations; /* of a closure that lasso.c will go back through */
} fair_search;

/* Checks all specs in turn; sets the verdict if there is a violation. */
void fair_check(set_search *s);

/* ---- For lasso.c ---- */

/* Runs a job that may exhaust the store.  The job must not change F before all of its
 * results are complete; it is repeated after a collection.  False: the search must end.
 */
typedef void fair_job(fair_search *f, void *context);
bool fair_do(fair_search *f, fair_job *job, void *context);
void fair_collect(fair_search *f);

/* Does a step with LABEL meet W? */
bool fair_is_met_by(const fair_search *f, value label, const fair_constraint *w);

/* Does STATE meet W, whatever step led to it? */
bool fair_is_met_in(const fair_search *f, const value *state, const fair_constraint *w);

/* Sets F->first to all pairs that meet W. */
bool fair_find_met(fair_search *f, const fair_constraint *w);

/* Sets F->closure to the pairs reachable from F->first; KEEPS: and F->iterations. */
bool fair_close(fair_search *f, bool keeps);

/* Is a transition with this label a step, that is, is the spec not cold in between? */
bool fair_is_step(const fair_search *f, value label);

#endif
