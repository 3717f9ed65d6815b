/* outbox.h -- what one machine has sent and the network has not yet delivered.
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

/* May message K leave next?  Not for causal networks, where all outboxes count. */
bool outbox_may_leave(const core *c, value outbox, uint32_t k);
value outbox_remove(core *c, value outbox, uint32_t at);

#endif
