/* quorum.h -- messages that come together.
 *
 * A machine at rest whose state has a handler for a quorum of k messages is given k of
 * different senders at once (accept.h says where).  The handler sees them in the order
 * in which they came, so the events are the ordered choices of k senders, and of one of
 * the messages of each; of equal messages one is enough, and among equal ones the
 * senders come in the order of their names.
 */
#ifndef REDUCE_QUORUM_H
#define REDUCE_QUORUM_H

#include "engine/reduce/state_view.h"

/* Adds the events by which TO takes a quorum. */
void quorum_find(state_view *s, const machine_view *to);

/* Machines that have a message EVENT for TO on its way. */
mask quorum_senders(const state_view *s, const machine_view *to, uint32_t event);

#endif
