/* live.h -- which slots of a paused frame can still be read.
 *
 * The others are forgotten before a frame is stored: two frames that differ in what
 * nobody will read are one local state.
 */
#ifndef CORE_LIVE_H
#define CORE_LIVE_H

#include "core/core.h"

/* Slot I of FUNCTION is read before it is written, from the instruction at PLACE on.
 * AFTER: from behind it on, and what the instruction writes counts as written (a call
 * that has not returned yet). */
bool live_at(core *c, uint32_t function, uint32_t place, uint32_t slot, bool after);

#endif
