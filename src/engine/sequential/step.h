/* step.h -- one step of one unit: computing, sends, and receives that name their
 * sender.
 *
 * Such a step is a left mover: once enabled it stays enabled, and it commutes with
 * every step of every other unit, because a channel has one sender and one receiver. So
 * the prover may run it as soon as it is enabled.
 */
#ifndef ENGINE_SEQUENTIAL_STEP_H
#define ENGINE_SEQUENTIAL_STEP_H

#include "engine/sequential/seq_state.h"

typedef enum step_result {
    STEP_NONE,
    STEP_DONE,
    STEP_BRANCH, /* the unit stands at an undecided if */
} step_result;

step_result step_unit(prover *p, seq_state *s, uint32_t index);

/* Moves unit INDEX to the statement after STMT. */
void step_after(prover *p, seq_state *s, uint32_t index, const icet_stmt *stmt);
/* Moves unit INDEX into BLOCK of the statement it stands at; NULL: an empty block. */
void step_into(prover *p, seq_state *s, uint32_t index, const icet_stmt *block);

/* May unit TO, which stands at a receive, take the first item of the channel? */
bool step_can_take(const prover *p, const seq_state *s, uint32_t from, uint32_t to,
                   bool some);

#endif
