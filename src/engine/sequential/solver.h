/* solver.h -- an SMT solver, where constants do not decide.
 *
 * Z3 behind one function.  A build without it answers no to everything.
 */
#ifndef ENGINE_SEQUENTIAL_SOLVER_H
#define ENGINE_SEQUENTIAL_SOLVER_H

#include "engine/sequential/state.h"

/* Does X hold wherever FACTS do?  False: no, or it cannot be told. */
bool solver_entails(prover *p, const fact *facts, term x);

#endif
