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
 */
#ifndef CORE_OPENINT_STATE_H
#define CORE_OPENINT_STATE_H

#include "core/step.h"

/* Adds what is known by MORE; false: there is no solution. */
bool openint_assume(core *c, value *knowledge, value more);

/* Names the fresh variables of an outcome that machine ID makes, and replaces them in
 * it.  Those in the COLUMNS of the state before the transition are in use, and so are
 * those of *NAMED, a LIST: they were named in this transition.  The new ones are added.
 * False: too many are in use; that is a limit, and there is no such transition. */
bool openint_name(core *c, machine_id id, const value *columns, size_t count,
                  outcome *o, value *named);

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
