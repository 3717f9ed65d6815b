/* solver.h -- entailment queries that term simplification cannot answer.
 *
 * Small values refute most of them (guess.h); Z3 (base/smt.h) gets the rest, and starts
 * at the first such query.  In a build without Z3 no query is ever entailed.  The
 * prover uses only positive answers, so a timeout or a missing solver costs proofs,
 * never soundness.
 */
#ifndef ENGINE_SEQUENTIAL_SOLVER_H
#define ENGINE_SEQUENTIAL_SOLVER_H

#include "engine/sequential/prover.h"

/* Does X hold wherever FACTS do?  False: no, or unknown.  Answers are cached. */
bool solver_entails(prover *p, const term_fact *facts, term x);

/* ... by Z3 alone, and without the cache. */
bool solver_ask(prover *p, const term_fact *facts, term x);

/* True or false if FACTS entail X or its negation, otherwise X, a condition. */
term solver_decide(prover *p, const term_fact *facts, term x);

void solver_free(solver *s); /* accepts NULL */

#endif
