/* dead.h -- messages that cannot matter any more.
 *
 * A message is dead when its receiver, from its present local state on, can only throw
 * it away (local_effects_is_irrelevant), or refuses it (below).  To take it out of the
 * state at once is a quotient by a weak bisimulation: delivering it would change
 * nothing but that it is gone, and whatever waits for it to be gone (P's own network:
 * what is behind it in its box) can follow at once.
 *
 * In more words.  Let s be a state and s' the same without its dead messages.
 *
 *   - What is dead stays dead: answers of local_effects_is_irrelevant only become more.
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
 *
 * REFUSED.  A machine at rest refuses a message when its handler does nothing with it,
 * here and in every state that it can get to: an acceptor of Paxos a ballot below the
 * one that it has promised.  Lemma dead-1: then the state without the message is to the
 * state with it what it is above.
 *
 *   - Who can take it?  Handlers of the states that the machine can get to, for no
 *     `receive` in its reach does, and it looks at its queue in no other way
 *     (local_effects_unguarded).  States that ignore or defer it do nothing either.  A
 * state without an action for it would fail: then it is not refused.
 *   - With which fields?  They are in the ranges that drift.h has for what is in reach,
 *     and reach only shrinks.  On all of these the handler comes to its end, changes
 *     nothing and tells nobody (guard.h), so the machine is where it was.  In the next
 *     local state the ranges are contained in these: what is refused stays refused.
 *   - So to deliver it is a move that changes nothing but that it is gone, whenever it
 *     is made; if it waits in the inbox instead, to take it out is part of some later
 *     step, and changes nothing of that.  No other machine's move depends on it but by
 *     what is behind it in the box, as above.
 *
 * It is dropped where it could be delivered now: the machine is at rest and does not
 * defer it, and nothing is before it in the box.  So to drop it is a step that the
 * whole system makes, too, and is executed once as such, for coverage has to know that
 * the handler ran, and which ways it went.
 *
 * Machines that count quorums or have handlers for null refuse nothing: a message may
 * count in their queue before anybody handles it.
 */
#ifndef REDUCE_DEAD_H
#define REDUCE_DEAD_H

#include "core/system.h"
#include "engine/reduce/local_effects.h"

typedef struct dead dead;

/* FLAWS, for tests: of reduction_flaw.  C and O must live as long. */
dead *dead_new(core *c, local_effects *o, unsigned flaws);
void dead_free(dead *d); /* accepts NULL */

/* Takes all dead messages out of boxes and inboxes; returns how many.  Creations that
 * come first in a box then take place (system.h has the reason); *HAS_NEW: one did. */
size_t dead_drop(dead *d, system_state *s, bool *has_new);

/* The same for a state that comes of CLEAN, in which nothing is dead.  What is dropped
 * depends on the local state of its receiver and on what stays before it in its box. So
 * a message of a box that is as it was can be dropped now only if its receiver has
 * changed, or if something before it was. */
size_t dead_drop_since(dead *d, const system_state *clean, system_state *s,
                       bool *has_new);

/* How many of all that were dropped so far were refused. */
uint64_t dead_refused(const dead *d);

/* The first message with some event that was refused by a machine of some declaration;
 * each is told once.  False: there is none to tell of. */
bool dead_next_refused(dead *d, value *message);

#endif
