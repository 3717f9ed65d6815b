/* eager.h -- the same program, with messages ordered when they are sent.
 *
 * The paper compares its algorithm with one that orders all messages to a thread, read
 * or not (p2p-eager).  Here, that algorithm is the same search on another program: each
 * thread gets a CARRIER, which receives all messages to the thread, in any order that
 * the network allows, and forwards them in that order.
 *
 * Thread T becomes 2T, its carrier is 2T + 1.  Messages that a carrier has received
 * happened before those that it forwards later, which makes a difference under causal
 * and mbox; so this is for bag and p2p only.
 *
 * The messages that wait for a thread are one queue.  If a selective receive takes a
 * message from the middle, later receives still see the messages in front of it, also
 * those of other senders, in the order of the queue; the network does not require that
 * order.  So with selective receives under p2p, the search misses executions and proves
 * nothing.  Under bag it misses none: messages may always arrive in the order in which
 * the receives take them.
 */
#ifndef ENGINE_DPOR_EAGER_H
#define ENGINE_DPOR_EAGER_H

#include "base/idmap.h"
#include "engine/dpor/dpor.h"

typedef struct eager eager;

eager *eager_new(const dpor_program *p);
void eager_free(eager *e); /* accepts NULL */

const dpor_program *eager_program(const eager *e);

/* True: the search has met a selective receive under an ordered network, or a causal or
 * mbox message (monitors get such messages), so it has missed executions. */
bool eager_is_partial(const eager *e);

/* The execution without carriers, as one of the original program. */
void eager_translate(const eager *e, const dpor_execution *from, dpor_execution *to);
uint32_t eager_thread(uint32_t thread);
local_id eager_local(const eager *e, local_id local);

#endif
