/* block.h -- blocked machines: how almost-synchronous search (asi) avoids the ignoring
 * problem.
 *
 * Where all transitions of a stubborn set EX only lead to known states, the search must
 * still explore the runs that contain none of them.  In such a run the machines that
 * own these transitions never get past them, and no member of X ever receives anything.
 * So the search removes these machines: messages to them vanish, and their local states
 * do not matter any more.  (The set of blocked machines only grows, and a run that ends
 * has blocked no machine.)
 *
 * To the core a blocked machine looks like a halted one: messages to it vanish.
 */
#ifndef REDUCE_BLOCK_H
#define REDUCE_BLOCK_H

#include "engine/reduce/stubborn.h"

/* FROM with the owners of transitions in X and the members of X blocked. */
void block_set(const state_view *from, const stubborn *x, system_state *to);

/* After a transition FROM -> TO: a blocked machine stays blocked when it receives. */
void block_keep(const core *c, const system_state *from, system_state *to);

bool block_is_blocked(const core *c, value local);
bool block_has_any(const core *c, const system_state *s);

#endif
