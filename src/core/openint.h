/* openint.h -- open ints: chosen, and not known until somebody needs to know.
 *
 * An open int is a TERM: a variable, minus another one, plus a constant; one of the two
 * may be missing.  A VARIABLE is the result of one choose(n); it is in 0 .. n-1.  What
 * is known of variables besides are bounds of their differences (diff_bounds.h): the
 * KNOWLEDGE.  A state with open ints stands for the states that its solutions give:
 * with numbers in place of its variables that fit what is known.
 *
 * A step starts without knowledge but for the ranges.  Sums and differences of terms
 * and numbers are terms, as long as one variable is added and one subtracted at the
 * most. To compare two terms is to FORK: a choice among the orders that the bounds
 * allow, and the bound of the one chosen is learned.  That takes two terms whose
 * difference is a term or a number; else one of them is made known first.  choose(n) of
 * an open n is a variable y with y < n, if n is a variable plus a constant and
 * certainly has a value that choose accepts.  Everything else makes an int known: a
 * choice among all the numbers that the bounds allow.  So nothing is unsupported.
 *
 * Lemma openint-1.  The outcomes of a step with open ints are exactly those of the same
 * step with numbers.  Take a solution S of the variables of a local state and its
 * stimulus.  A run with S in their place executes, instruction by instruction, what the
 * run of the open step does whose forks fall as S makes them fall: every operation on
 * terms is exact for each solution, and at every fork exactly one alternative fits S
 * (the alternatives exclude each other, and those that are left out have no solution).
 * The bounds are closed, so each order, and each number of a term, that they allow has
 * a solution.  A choose(n) with result r is met by the solution that adds r for the new
 * variable; where n is open, each solution has at least one such r, and exactly those
 * below its n.
 * So each outcome holds for those solutions that fit all that was learned on its way,
 * and only for them.  The outcome keeps what was learned of the variables that outlast
 * the step; to drop the others is exact (diff_bounds.h).
 *
 * Names.  A variable that a step makes is FRESH: the first, second, ... of the step.
 * When the outcome takes effect in a state, the variable is named after the machine,
 * with the least number that is not in use there (openint_state.h).
 */
#ifndef CORE_OPENINT_H
#define CORE_OPENINT_H

#include "core/diff_bounds.h"
#include "core/list.h"

typedef struct openint_variable {
    machine_id machine; /* whose choice; MACHINE_NONE: fresh */
    uint32_t number;
    uint32_t width; /* 0 .. width-1 */
} openint_variable;

/* variable - minus + offset.  Indices of two variables; DIFF_ZERO: there is none. */
typedef struct openint_term {
    uint32_t variable;
    uint32_t minus;
    int64_t offset;
} openint_term;

/* x - y <= most.  Variables, or DIFF_ZERO. */
typedef struct openint_fact {
    uint32_t x;
    uint32_t y;
    int64_t most;
} openint_fact;

/* An instruction that chooses. */
typedef struct openint_place {
    machine_id machine; /* who does; of CLOSED: any */
    uint32_t function;
    ir_pc pc;
} openint_place;

typedef struct openint_variables {
    const uint32_t *data; /* ascending */
    size_t count;
} openint_variables;

typedef struct openint_why openint_why;

struct openints {
    VEC(openint_variable) variables;
    VEC(openint_term) terms;
    idmap known_variables;        /* content -> index + 1 */
    idmap known_pairs;            /* (variable, minus) -> a number */
    idmap known_terms;            /* (pair, offset) -> index + 1 */
    idmap contents;               /* value -> its variables: a number in LISTS */
    VEC(openint_variables) lists; /* the first is empty */
    idmap conjunctions;           /* (knowledge, knowledge) -> both + 1 */
    idmap equalities;             /* knowledge -> see openint_equalities; + 1 */
    arena memory;
    openint_why *why; /* openint_why.h; NULL: nobody asks */
    /* Of the step that is being executed. */
    struct run *run;  /* NULL: none is */
    bool is_ended;    /* the run ended at a fork */
    bool is_equality; /* of structures: it begins again after each fork, */
    bool has_forked;  /* ... as it did */
    diff_bounds known;
    VEC(openint_fact) learned;  /* what KNOWN says, in the order of learning */
    uint32_t fresh;             /* variables that it has made */
    diff_bounds_variables kept; /* see openint_keep */
    bool is_open_step;          /* some of its runs forks, or makes a variable */
    VEC(openint_place) opened;  /* where they made choices without an exact label */
    /* Of the search: */
    VEC(openint_place) closed; /* where choices do not stay open */
    bool is_closed;            /* ... and anywhere else */
    bool must_close; /* it must begin again, with IS_CLOSED: see openint_forbid, and
                        has_open_loop in step.c */
    bool is_forbidden;
    struct outcome_cover *cover;
};

/* Lets choices of C stay open, before its first step. */
void openint_enable(core *c);
void openint_free(openints *o); /* accepts NULL */

/* From now on, choices at this instruction do not stay open, and those from collections
 * have no open ints in them.  Steps that are known must be forgotten. */
void openint_close(openints *o, uint32_t function, ir_pc pc);

/* Why choices of this test cannot stay open; NULL: they can. */
const char *openint_obstacle(const ir_program *ir, const ir_test *test,
                             const core_options *options);

/* ---- Terms and variables ---- */

/* Constants beyond this make an int known, so sums never wrap. */
enum { OPENINT_MOST_OFFSET = 1 << 30 };

value openint_term_value(openints *o, openint_term t);

/* A variable of this content; its value is the term without a constant. */
uint32_t openint_index(openints *o, openint_variable v);
value openint_variable_value(openints *o, openint_variable v);

static inline openint_term openint_term_of(const openints *o, value x)
{
    assert(value_is_open(x));
    return *vec_at(&o->terms, x & VALUE_ATOM_MASK);
}

/* The variable that a term without a constant is. */
static inline const openint_variable *openint_variable_of(const openints *o, uint32_t v)
{
    return vec_at(&o->variables, v);
}

/* An order of variables by what they are: indices follow the order in which a search
 * has met them. */
int openint_order(const values *v, uint32_t a, uint32_t b);

/* Is it a variable of a step that has no name yet? */
static inline bool openint_is_fresh(const openints *o, uint32_t v)
{
    return openint_variable_of(o, v)->machine == MACHINE_NONE;
}

/* A variable without a constant is a term of its own. */
static inline bool openint_is_plain(const openint_term *t)
{
    return t->variable != DIFF_ZERO && t->minus == DIFF_ZERO;
}

/* X + Y and X - Y, of ints of which one is open: a term or a number; or null if it is
 * no term, or its constant gets too large. */
value openint_sum(values *v, value x, value y);
value openint_difference(values *v, value x, value y);

/* The variables in X, which is no draft. */
openint_variables openint_contents(core *c, value x);

/* ---- In a step ---- */

/* Before the runs of a step.  O may be NULL. */
void openint_begin_step(openints *o);

/* R is being executed: comparisons are part of it.  And no longer. */
void openint_resume(core *c, struct run *r);
void openint_pause(openints *o);

/* From now on the run is where it cannot fork: a run does not go on from there.  If it
 * would, it ends, and the search must begin again with all choices closed. */
void openint_forbid(openints *o); /* accepts NULL */
void openint_allow(openints *o);

/* True after a fork at which the run ended: what it does then does not matter. */
static inline bool openint_has_ended(const core *c)
{
    return c->vals.open != NULL && c->vals.open->is_ended;
}

/* Where a run is: to go on from there (waypoint.h). */
typedef struct openint_mark {
    size_t learned;
    uint32_t fresh;
} openint_mark;

openint_mark openint_mark_of(const openints *o); /* accepts NULL */
void openint_restore(openints *o, openint_mark m);

/* May the choice of one of WIDTH that the run is about to make stay open?  In a loop of
 * choices each fresh variable is another place, so at some point alternatives are tried
 * instead. */
bool openint_may_choose(const struct run *r, uint32_t width);

/* The run is about to choose from collection X.  Where choices are closed: X without
 * open ints.  Elsewhere such a choice is noted as one without an exact label. */
value openint_choose_from(struct run *r, value x);

/* choose(WIDTH), left open. */
value openint_choose(struct run *r, uint32_t width);

/* The same for a width that is open; null: that has to be known first. */
value openint_choose_below(struct run *r, value width);

/* These fork.  Outside of steps openint_compare is some order, by content: a bag that
 * is sorted by it is the same in every run (lemma openint-2). */
int openint_compare(const values *v, value a, value b);
bool openint_less(openints *o, value a, value b, bool or_equal);

/* Are A and B equal?  Forks, unless it is certain that they are not. */
bool openint_equal(const values *v, value a, value b);

/* X with numbers instead of all open ints in it; forks.  It may be a draft. */
value openint_make_known(struct run *r, value x);

/* What is known of the variables that are not fresh, and of those in the values that
 * openint_keep was called with since the last time: a LIST, for openint_load. */
void openint_keep(core *c, const value *items, size_t count);
value openint_save(core *c);

/* All that was learned: a LIST of x, y and most in turn; null stands for zero. */
value openint_save_learned(core *c);

/* ---- Knowledge as a value ---- */

/* Where variables were renamed since openint_store, they may be out of order: then B is
 * only to be read. */
void openint_load(const core *c, value knowledge, diff_bounds *b);
value openint_store(core *c, const diff_bounds *b);

/* The least and greatest value of a variable as such. */
static inline int64_t openint_most(const openints *o, uint32_t v)
{
    return (int64_t)openint_variable_of(o, v)->width - 1;
}

/* Adds the variable to B, with its range, unless it is there. */
void openint_add_variable(const openints *o, diff_bounds *b, uint32_t v);

/* Drops variables of which B says no more than their ranges. */
void openint_drop_idle(const openints *o, diff_bounds *b);

#endif
