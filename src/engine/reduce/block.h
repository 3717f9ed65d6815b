/* block.h -- machines that take no more part: the answer of almost-synchronous search
 * to cycles that would put everything else off.
 *
 * Where all events of a set EX only lead to what was met before, it is time for the
 * runs that contain none of them.  In such a run the machines that own these events
 * never get past them, and no member of X ever receives anything.  So they can be taken
 * out: what is sent to them goes to the ether, and what they are does not matter any
 * more.  (The set of blocked machines only grows, and a run that ends has blocked
 * nobody.)
 *
 * To the core a blocked machine looks like one that has halted: what it is sent
 * vanishes.
 */
#ifndef REDUCE_BLOCK_H
#define REDUCE_BLOCK_H

#include "engine/reduce/stubborn.h"

/* FROM with the owners of X's events and the members of X blocked. */
void block_set(const state_view *from, const stubborn *x, system_state *to);

/* After a move FROM -> TO: whoever gets something while it is blocked stays so. */
void block_keep(const core *c, const system_state *from, system_state *to);

bool block_is_blocked(const core *c, value local);
bool block_has_any(const core *c, const system_state *s);

#endif
