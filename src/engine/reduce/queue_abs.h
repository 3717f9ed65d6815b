/* tail.h -- queues that grow without bound, made finite (asi, P's own network).
 *
 * Of an inbox only the first few messages are kept as they are.  Of those behind them,
 * the TAIL, the ones that are there once stay in order; of a message that has been
 * there several times it is only known whether that is so still: it is LOOSE, and its
 * place is not known.  A count is 1, or TAIL_MANY: two or more.
 *
 *   put     new: at the end of those in order; in order already: loose, and many;
 *           loose: many
 *   take    in order: the first that the machine can handle; loose: any that it can.
 *           1 -> none; many -> 1, and many: both are tried
 *
 * A message in order is there exactly once, and before those behind it.  A machine
 * takes what it can handle from the front of its inbox, and when there is nothing for
 * it, from the tail.  The real machine does one of these, so the search can only see
 * more than there is: where it finds nothing wrong, nothing is wrong; where it finds
 * something, that may be no real run.
 *
 * To take from a tail is an event of its own: it need not come to an end.  It touches
 * nobody: what comes meanwhile goes to the tail in any case.
 */
#ifndef REDUCE_QUEUE_ABS_H
#define REDUCE_QUEUE_ABS_H

#include "core/system.h"

enum { QUEUE_ABS_MANY = 2 };

/* The tail of a machine's inbox, or null. */
value queue_abs_of(const core *c, value local);

/* Puts what is too much in the inboxes of all machines into tails: of those that have
 * one, all that came later; of others what is behind the first LENGTH messages.
 * Machines that look at their inboxes otherwise are left alone.  Returns the number of
 * tails. */
uint32_t queue_abs_fold(core *c, system_state *s, uint32_t length);

/* A local state without its tail. */
value queue_abs_strip(core *c, value local);

/* Before SLOT looks at its inbox: without its tail, which is returned. */
value queue_abs_detach(core *c, system_state *s, uint32_t slot);

/* After that: TAIL behind what is left of an inbox that had COUNT messages; what was
 * added goes into it. */
void queue_abs_attach(core *c, system_state *s, uint32_t slot, value queue,
                      uint32_t count);

/* Messages in an inbox, without its tail. */
uint32_t queue_abs_prefix(const core *c, value local);

/* ---- Taking one ---- */

uint32_t queue_abs_count(const core *c, value queue); /* of different messages */
value queue_abs_message(const core *c, value queue, uint32_t k);
bool queue_abs_is_unordered(const core *c, value queue, uint32_t k);
bool queue_abs_is_many(const core *c, value queue, uint32_t k);

/* TAIL with one less of message K; STAYS: of many, many are left. */
value queue_abs_remove(core *c, value queue, uint32_t k, bool stays);

#endif
