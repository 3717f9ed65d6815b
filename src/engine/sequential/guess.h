/* guess.h -- values that are tried on a question.
 *
 * What does not always hold usually fails for some small numbers.  Z3 would say the
 * same, but takes longer to start than a proof should take.
 */
#ifndef ENGINE_SEQUENTIAL_GUESS_H
#define ENGINE_SEQUENTIAL_GUESS_H

#include "engine/sequential/state.h"

/* Are there values for which FACTS hold, and X does not?  False: none was found. */
bool guess_refutes(prover *p, const term_fact *facts, term x);

#endif
