/* solver.h -- where constants do not decide.
 *
 * Most conditions that are not decided by constants are not decided at all: a few
 * values show it (guess.h).  What they do not show, Z3 is asked (base/smt.h), which
 * starts at the first question.  A build without it answers no to everything.
 */
#ifndef ENGINE_SEQUENTIAL_SOLVER_H
#define ENGINE_SEQUENTIAL_SOLVER_H

#include "engine/sequential/state.h"

/* Does X hold wherever FACTS do?  False: no, or it cannot be told. */
bool solver_entails(prover *p, const term_fact *facts, term x);

/* ... by Z3 alone, and asked anew. */
bool solver_ask(prover *p, const term_fact *facts, term x);

/* X, a condition, or true or false if FACTS say so. */
term solver_decide(prover *p, const term_fact *facts, term x);

void solver_free(solver *s); /* accepts NULL */

#endif
