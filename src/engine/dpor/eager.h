/* eager.h -- the same program, with messages ordered when they are sent.
 *
 * The paper compares its algorithm with one that puts all messages to a thread in
 * order, read or not (p2p-eager).  Here that is another program: a CARRIER for each
 * thread takes all messages to it, in any order that the model allows, and hands them
 * on in that order.
 *
 * Thread T becomes 2T, its carrier is 2T + 1.  What a carrier has taken happened before
 * what it hands on later, and causal and mbox would notice; so this is for asyn and
 * p2p.
 *
 * And what waits for a thread is one queue.  A selective receive that takes a message
 * out of its middle leaves what was before it, of other senders too, to be taken first;
 * the model itself does not ask for that.  So with selective receives some behaviours
 * are left out, and nothing is
 * proved; but under asyn messages may always come in the order in which they are taken.
 */
#ifndef ENGINE_DPOR_EAGER_H
#define ENGINE_DPOR_EAGER_H

#include "base/idmap.h"
#include "engine/dpor/dpor.h"

typedef struct eager eager;

eager *eager_new(const dpor_program *p);
void eager_free(eager *e); /* accepts NULL */

const dpor_program *eager_program(const eager *e);

/* A selective receive was met, or a causal or mbox message, as monitors get them: not
 * all behaviours are explored. */
bool eager_is_partial(const eager *e);

/* The execution without carriers, in terms of the program itself. */
void eager_translate(const eager *e, const dpor_execution *from, dpor_execution *to);
uint32_t eager_thread(uint32_t thread);
local_id eager_local(const eager *e, local_id local);

#endif
