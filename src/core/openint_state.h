/* openint_state.h -- open ints in a state: their names, and what is known of them.
 *
 * The last column of the environment holds the knowledge (openint.h): of variables that
 * are in the other columns, as far as there is more to say than their ranges.  The
 * NORMAL FORM has no variable that has only one value left, or that is another one plus
 * a constant: there are numbers, or terms of the other, instead.  So the matrix tells
 * whether two terms are equal, and states that stand for the same states are often one.
 *
 * Lemma openint-2.  A search over states in normal form reaches exactly the states with
 * numbers that are reachable.  By lemma openint-1 the outcomes of a step hold for the
 * solutions that fit what was learned; a state takes an outcome together with what was
 * learned, if both have a common solution: the states that stand behind the successor
 * are those to which the states behind the present one have that outcome.  The same
 * holds for what specs learn when they observe.  A new variable gets a name that no
 * variable in sight has, so it is related to none; dead variables are dropped, which is
 * exact (diff_bounds.h), and to replace a variable by what it equals changes no
 * solution.
 *
 * In a bag, messages that look different may be equal for some solutions.  From a state
 * with numbers there is one transition for all messages that are equal.  Each of them
 * stands behind an open one, and an open message, with a solution, stands for that
 * transition.  So all open ones together stand for exactly those with numbers; to
 * deliver messages one by one that are equal costs transitions, and nothing else.  A
 * bag is kept in an order that looks at terms and not at what is known
 * (openint_compare).  Where variables are replaced the order may change, so the bag is
 * sorted again: there is one list for each multiset of terms.
 */
#ifndef CORE_OPENINT_STATE_H
#define CORE_OPENINT_STATE_H

#include "core/step.h"

/* A state has no more live variables of one machine. */
enum { OPENINT_MOST_NUMBERS = 1024 };

/* Adds what is known by MORE; false: there is no solution. */
bool openint_assume(core *c, value *knowledge, value more);

/* Where there are names in use: columns, the stimulus of the step, and a LIST of those
 * that were given in this transition. */
typedef struct openint_sight {
    const value *columns;
    size_t count;
    value stimulus;
    value named;
    value numbers; /* LIST of ints: these, too */
} openint_sight;

/* Names the fresh variables of an outcome that machine ID makes, and replaces them in
 * it; *NAMED is the LIST of the new ones.  False: too many are in use; that is a limit,
 * and there is no such transition. */
bool openint_name(core *c, machine_id id, const openint_sight *in_use, outcome *o,
                  value *named);

/* The variables that are to be replaced in KNOWLEDGE's state, each followed by what
 * replaces it: a LIST. */
value openint_equalities(core *c, value knowledge);

/* Replaces variables by such a LIST. */
void openint_replace(core *c, value pairs, value *columns, size_t count);

/* KNOWLEDGE without a LIST of variables. */
value openint_forget(core *c, value knowledge, value variables);

/* The columns of a state, and the index of the one that is the knowledge. */
typedef struct openint_row {
    value *columns;
    size_t count;
    size_t known;
} openint_row;

/* Brings a state to its normal form, which a transition from FROM, which has it, has
 * led to; NAMED: see openint_name. */
void openint_normalize(core *c, const openint_row *from, openint_row *to, value named);

#endif
