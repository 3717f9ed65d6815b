/* held.h -- what a machine that stops may hold back.
 *
 * The last thing that a machine did before it stops for monitors or for an assumption
 * takes place only when it goes on (process.h).
 */
#ifndef REDUCE_HELD_H
#define REDUCE_HELD_H

#include "engine/reduce/deeds.h"

/* May a machine that runs FUNCTION be observed when it sends or announces EVENT? */
bool held_is_observed(const deeds *d, uint32_t function, ir_operand event);

/* May a message that was sent right before PLACE of FUNCTION be held back?  Machines
 * that may crash, or that stop at every send, are not asked for. */
bool held_may_be(const deeds *d, uint32_t function, uint32_t place);

#endif
