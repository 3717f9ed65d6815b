/* dead.h -- dead messages: those that can have no effect any more.
 *
 * A message is dead when its receiver, from its present local state on, can only
 * discard it (local_effects_is_irrelevant), or refuses it (below).  Removing it at once
 * is a quotient by a weak bisimulation: its delivery would only remove it, and whatever
 * waits for that (P's own network: the messages behind it in its outbox) can follow at
 * once.
 *
 * Lemma dead-0.  Let s be a state and s' the same without its dead messages.
 *
 *   - A dead message stays dead: irrelevant events stay irrelevant.
 *   - Each transition of s is possible in s', with the same result up to dead messages.
 *     A machine skips dead messages in its inbox when it looks for one to handle, and
 *     `receive` does not take them.  Delivering one is a transition that s' need not
 *     make.
 *   - Each transition of s' is possible in s after s has delivered the dead messages
 *     that block it: in P's own network those before it in the outbox.  That is always
 *     possible, and changes nothing else.  A message in the middle of an outbox is dead
 *     where it is: when it becomes the first, it still is.
 *   - A creation that was behind one takes place earlier.  Creations commute with all
 *   transitions, and the new machine begins as soon as it exists.
 *   - A machine that polls its queue (null handlers, quorums) could tell the
 *     difference: it keeps all messages.  Monitors observed the message when it was
 *     sent.  A pending effect stays: it takes place together with what its sender does
 *     next, and is dead afterwards.
 *   - Budgets: losing or duplicating a dead message has the same result as not doing
 *     so, and a larger remaining budget allows more.
 *
 * So local states, monitors, faults and final states are preserved, up to dead messages
 * and remaining budgets.  A check that counts undelivered messages must keep them:
 * strict_quiescence does.
 *
 * Causal networks keep dead messages: receiving one adds to the causal past of the
 * machine, even if it does nothing.
 *
 * REFUSED.  A machine at rest refuses a message when its handler does nothing with it,
 * here and in every reachable state: an acceptor of Paxos a ballot below the one that
 * it has promised.
 *
 * Lemma dead-1.  Then the state without the message relates to the state with it as
 * s' to s above.
 *
 *   - Which code can take it?  Only handlers of reachable states, since no reachable
 *   `receive` takes it, and the machine reads its queue in no other way
 *   (local_effects_unguarded).
 *     States that ignore or defer it do nothing either.  A state without an action for
 *     it would fail: then it is not refused.
 *   - With which fields?  They are in the ranges that monotone.h gives for reachable
 *     code, and reachability only shrinks.  On all of these the handler reaches its
 *     end, changes nothing and has no effect (guard_absint.h), so the machine is where
 *     it was.  In the next local state the ranges are subsets of these: a refused
 *     message stays refused.
 *   - So delivering it only removes it, whenever that happens; if it waits in the inbox
 *   instead, some later step takes it out, and is not changed by that.  No transition
 *   of another machine depends on it except
 *     through what is behind it in the outbox, as above.
 *
 * It is dropped where it could be delivered now: the machine is at rest and does not
 * defer it, and nothing is before it in the outbox.  So dropping it is a step of the
 * whole system, too, and is executed once as such, because coverage must know that the
 * handler ran, and which branches it took.
 *
 * Machines that count quorums or have handlers for null refuse nothing: a message may
 * count in their queue before they handle it.
 */
#ifndef REDUCE_DEAD_H
#define REDUCE_DEAD_H

#include "core/system.h"
#include "engine/reduce/local_effects.h"

typedef struct dead dead;

/* FLAWS, for tests: of reduction_flaw.  C and O must live as long. */
dead *dead_new(core *c, local_effects *o, unsigned flaws);
void dead_free(dead *d); /* accepts NULL */

/* Removes all dead messages from outboxes and inboxes; returns how many.  A creation
 * that is then first in an outbox takes place (core/system.h); *HAS_NEW: one did. */
size_t dead_drop(dead *d, system_state *s, bool *has_new);

/* The same for a successor of CLEAN, which has no dead messages.  Whether a message is
 * dead depends on the local state of its receiver and on the messages before it in the
 * outbox.  So a message of an unchanged outbox can be dead now only if its receiver has
 * changed, or if a message before it was dropped. */
size_t dead_drop_since(dead *d, const system_state *clean, system_state *s,
                       bool *has_new);

/* The number of dropped messages that were refused. */
uint64_t dead_refused(const dead *d);

/* The next refused message to report: the first for each event and declaration, each
 * once.  False: there is none. */
bool dead_next_refused(dead *d, value *message);

#endif
