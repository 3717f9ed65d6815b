/* dead.h -- messages that cannot matter any more.
 *
 * A message is dead when its receiver, from its present local state on, can only throw
 * it away (outlook_ignores).  To take it out of the state at once is a quotient by a
 * weak bisimulation: delivering it would change nothing but that it is gone, and
 * whatever waits for it to be gone (P's own network: what is behind it in its box) can
 * follow at once.
 *
 * In more words.  Let s be a state and s' the same without its dead messages.
 *
 *   - What is dead stays dead: answers of outlook_ignores only become more.
 *   - Whatever s can do, s' can, with the same result but for dead messages.  In an
 *     inbox a machine passes over them when it looks for something to handle, and
 *     `receive` does not take them.  Delivering one is a move that s' need not make.
 *   - Whatever s' can do, s can after it has delivered what is dead and in the way: in
 *     P's own network what stands before it in the box.  That is always possible, and
 *     changes nothing else.  What is in the middle of a box is dead where it is: by the
 *     time it comes first, it still is.
 *   - A creation that was behind one takes place earlier.  Creations commute with all
 *     moves, and the new machine begins as soon as it is there.
 *   - A machine that looks at its queue (null handlers, quorums) could tell: it keeps
 *     everything.  Monitors saw the message when it was sent.  What is HELD back stays:
 *     it takes place together with what its sender does next, and is dead afterwards.
 *   - Budgets: to lose or to duplicate a dead message comes to the same as not to, and
 *     having spent less allows more.
 *
 * So local states, monitors, faults and the states in which runs end are the same, but
 * for the litter and for what is left of budgets.  Who looks at litter must not drop
 * it: strict_quiescence asks for messages that nobody handled.
 *
 * Causal networks keep theirs: to receive is to know, even where nothing is done.
 */
#ifndef REDUCE_DEAD_H
#define REDUCE_DEAD_H

#include "core/system.h"
#include "engine/reduce/outlook.h"

/* Takes all dead messages out of boxes and inboxes; returns how many.  Creations that
 * come first in a box then take place (system.h has the reason); *HAS_NEW: one did. */
size_t dead_drop(core *c, outlook *o, system_state *s, bool *has_new);

/* The same for a state that comes of CLEAN, in which nothing is dead: a message that
 * was there is dead now only if its receiver has changed. */
size_t dead_drop_since(core *c, outlook *o, const system_state *clean, system_state *s,
                       bool *has_new);

#endif
