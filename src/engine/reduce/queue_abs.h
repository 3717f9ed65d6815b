/* queue_abs.h -- queue abstraction: unbounded queues made finite (asi, P's own
 * network).
 *
 * Of an inbox only the first few messages, its PREFIX, are kept exactly.  Of the
 * messages behind the prefix, those that occur once stay in order; of a message that
 * has occurred several times only its presence is known: it is UNORDERED, its position
 * is unknown.  A count is 1, or QUEUE_ABS_MANY: two or more.
 *
 *   add     new: at the end of the ordered ones; ordered already: unordered and many;
 *           unordered: many
 *   remove  ordered: the first that the machine can handle; unordered: any that it can.
 *           1 -> none; many -> both 1 and many
 *
 * An ordered message occurs exactly once, and before the ordered ones behind it.  A
 * machine handles the first message of the prefix that it can, and if there is none, a
 * message of the abstraction.
 *
 * Lemma queue-1.  The concrete machine does one of these, so the abstraction simulates
 * it: a search without a violation is a proof, a violation may be spurious.
 *
 * Taking a message from the abstraction is a transition of its own, because there may
 * be infinitely many of them in a row.  Its footprint is empty: a message that arrives
 * meanwhile goes to the abstraction in any case.
 */
#ifndef REDUCE_QUEUE_ABS_H
#define REDUCE_QUEUE_ABS_H

#include "core/system.h"

enum { QUEUE_ABS_MANY = 2 };

/* The abstraction at the end of a machine's inbox, or null. */
value queue_abs_of(const core *c, value local);

/* Abstracts the inboxes of all machines: where there is an abstraction, all messages
 * behind it; elsewhere those behind the first LENGTH messages.  Machines that poll
 * their inboxes keep them.  Returns the number of abstractions. */
uint32_t queue_abs_fold(core *c, system_state *s, uint32_t length);

/* A local state without its abstraction. */
value queue_abs_strip(core *c, value local);

/* Before ID reads its inbox: removes its abstraction and returns it. */
value queue_abs_detach(core *c, system_state *s, machine_id id);

/* After that: puts QUEUE behind what is left of an inbox that had COUNT messages;
 * messages that were added meanwhile go into it. */
void queue_abs_attach(core *c, system_state *s, machine_id id, value queue,
                      uint32_t count);

/* The length of the prefix. */
uint32_t queue_abs_prefix(const core *c, value local);

/* ---- Removing a message ---- */

uint32_t queue_abs_count(const core *c, value queue); /* of distinct messages */
value queue_abs_message(const core *c, value queue, uint32_t k);
bool queue_abs_is_unordered(const core *c, value queue, uint32_t k);
bool queue_abs_is_many(const core *c, value queue, uint32_t k);

/* QUEUE with one less of message K; STAYS: of many, many are left. */
value queue_abs_remove(core *c, value queue, uint32_t k, bool stays);

#endif
