/* guess.h -- looks for small values that refute an entailment.
 *
 * A condition that does not always hold usually fails for small numbers.  A solver
 * query would find the same, but Z3 takes longer to start than most proofs take in all.
 */
#ifndef ENGINE_SEQUENTIAL_GUESS_H
#define ENGINE_SEQUENTIAL_GUESS_H

#include "engine/sequential/prover.h"

/* Are there values for which FACTS hold and X does not?  True is certain; false only
 * means that none was found. */
bool guess_refutes(prover *p, const term_fact *facts, term x);

#endif
