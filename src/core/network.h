/* network.h -- what is sent and not yet delivered.
 *
 * A box holds what one machine has sent.  The model says in which order its messages
 * may leave, and keeps the box in a form that is the same for the same possibilities:
 * by target where only the order for each target counts, by content where none does.
 *
 * Causal networks need to know what happened before what.  A clock says how many of
 * the oldest pending messages of each machine happened before: a count a machine is
 * enough, for what one machine sends is in order.  A message carries the clock of its
 * sending, a machine the clock of all it knows of.  When a message leaves, counts that
 * covered it go down by one.
 */
#ifndef CORE_NETWORK_H
#define CORE_NETWORK_H

#include "core/core.h"

/* The boxes of a system, by slot; absent ones are null. */
typedef struct network {
    value *columns; /* of machines: local state, box, local state, box, ... */
    uint32_t slots;
} network;

const char *network_word(network_model model); /* mbox, p2p, ... */

uint32_t network_count(const core *c, value box);
value network_message(const core *c, value box, uint32_t k);

/* May message K of SLOT's box be delivered next? */
bool network_may_leave(const core *c, const network *n, uint32_t slot, uint32_t k);

/* SLOT sends messages, in this order. */
void network_send(core *c, network *n, uint32_t slot, const value *messages,
                  size_t count);

/* Message K of SLOT's box leaves.  IS_RECEIVED: its target knows now what its sender
 * knew; IS_KEPT: a copy stays in its place. */
void network_leave(core *c, network *n, uint32_t slot, uint32_t k, bool is_received,
                   bool is_kept);

/* CHILD begins to know what its creator knows. */
void network_create(core *c, network *n, uint32_t creator, uint32_t child);

/* ---- One box by itself ---- */

value box_send(core *c, value box, uint32_t slot, const value *messages, size_t count);

/* Not in causal networks, where other boxes have a say. */
bool box_may_leave(const core *c, value box, uint32_t k);
value box_remove(core *c, value box, uint32_t at);

#endif
