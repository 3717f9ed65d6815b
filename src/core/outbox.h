/* outbox.h -- the messages that a machine has sent and the network has not yet
 * delivered.
 *
 * A LIST of messages; in P's own network creations wait among them.  The empty outbox
 * is null.  In causal networks each message has a clock, see network.h.
 */
#ifndef CORE_OUTBOX_H
#define CORE_OUTBOX_H

#include "core/core.h"

uint32_t outbox_count(const core *c, value outbox);
value outbox_message(const core *c, value outbox, uint32_t k);

/* The outbox after ID has sent messages, in this order. */
value outbox_send(core *c, value outbox, machine_id id, const value *messages,
                  size_t count);

/* True if message K may leave next.  Not for causal networks, where this depends on all
 * outboxes. */
bool outbox_may_leave(const core *c, value outbox, uint32_t k);
value outbox_remove(core *c, value outbox, uint32_t at);

/* The same messages in their canonical order, after others have replaced some.  A
 * target stays the same; so only a bag has a new order. */
value outbox_sort(core *c, value outbox);

#endif
