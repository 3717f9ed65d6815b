/* loop.h -- the rules `for` and `each`: one iteration of a loop stands for all.
 *
 * Both return true if S has moved to the state after the loop.  On false S is as it
 * was, and blame.h knows why.
 */
#ifndef ENGINE_SEQUENTIAL_LOOP_H
#define ENGINE_SEQUENTIAL_LOOP_H

#include "engine/sequential/seq_state.h"

/* The loop over a set at which unit INDEX stands; TOGETHER: in lockstep with loops of
 * other units over the same set. */
bool loop_run_for(prover *p, seq_state *s, uint32_t index, bool together);

/* Each copy of unit ALL in turn, served by SERVER (ICET_NONE: on its own). */
bool loop_run_each(prover *p, seq_state *s, uint32_t server, uint32_t all);

#endif
