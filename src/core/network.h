/* network.h -- what is sent and not yet delivered.
 *
 * The outbox of a machine (outbox.h) holds what it has sent.  The network model says in
 * which order messages may leave.  Outboxes are canonical: two that allow the same
 * deliveries are equal.  So messages are sorted by target if only the order for each
 * target counts, and by content if no order counts.
 *
 * Causal networks need to know what happened before what.  A clock says how many of
 * the oldest pending messages of each machine happened before: a count a machine is
 * enough, for what one machine sends is in order.  A message carries the clock of its
 * sending, a machine the clock of all it knows of.  When a message leaves, counts that
 * covered it go down by one.
 */
#ifndef CORE_NETWORK_H
#define CORE_NETWORK_H

#include "core/outbox.h"

/* The outboxes of a system, by machine id; absent ones are null. */
typedef struct network {
    value *columns; /* of machines: local state, outbox, local state, outbox, ... */
    uint32_t machines;
} network;

const char *network_word(network_model model); /* mbox, p2p, ... */

/* May message K of ID's outbox be delivered next? */
bool network_may_leave(const core *c, const network *n, machine_id id, uint32_t k);

/* ID sends messages, in this order. */
void network_send(core *c, network *n, machine_id id, const value *messages,
                  size_t count);

/* Message K of ID's outbox leaves.  IS_RECEIVED: its target learns the clock of its
 * sending; IS_KEPT: a copy stays in its place. */
void network_leave(core *c, network *n, machine_id id, uint32_t k, bool is_received,
                   bool is_kept);

/* CHILD begins with the clock of its creator. */
void network_create(core *c, network *n, uint32_t creator, uint32_t child);

#endif
