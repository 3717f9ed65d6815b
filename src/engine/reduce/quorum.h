/* quorum.h -- deliveries of a whole quorum.
 *
 * A machine at rest whose state has a handler for a quorum of k messages receives k
 * messages of different senders at once (acceptance.h says where).  The handler sees
 * them in their order of arrival, so the transitions are the ordered choices of k
 * senders, and of one message of each; of equal messages one suffices, and among equal
 * ones the senders come in the order of their names.
 */
#ifndef REDUCE_QUORUM_H
#define REDUCE_QUORUM_H

#include "engine/reduce/state_view.h"

/* Adds the transitions that deliver a quorum to TO. */
void quorum_find(state_view *s, const machine_view *to);

/* The machines with a message EVENT for TO in their outboxes. */
mask quorum_senders(const state_view *s, const machine_view *to, uint32_t event);

#endif
