/* acceptance.h -- which messages a machine would handle if they came now.
 *
 * In networks other than P's own, a message may come arbitrarily late.  So a message
 * that a machine would only queue need not come yet: it stays in transit until the
 * machine would handle it.
 *
 *   p2p, bag: a machine that is in the middle of a handler accepts nothing until it has
 *   continued.  No other machine can prevent that.
 *
 *   bag: a message that is deferred now, or that a `receive` does not wait for, is not
 *   delivered now.  (In p2p it is: messages behind it may be accepted.)
 *
 *   bag: messages of a quorum come together, when they suffice.
 *
 * Exceptions, where everything is accepted: machines with handlers for null, which
 * notice which messages have arrived; in p2p, machines with handlers for quorums;
 * checks that judge a run by what is left in inboxes (strict quiescence); and networks
 * that lose or duplicate messages, since a queued message may be the copy.
 *
 * Why quorums in p2p notice which messages have arrived.  A machine that looks at its
 * inbox handles a quorum at the position of its first message, before all messages
 * behind that one.  Let x come from b, and then y and x from a, while the machine is in
 * the middle of a handler. When it looks, two messages x are there, and it handles them
 * before y.  If a's messages come late, the machine looks at b's x alone and rests;
 * then y comes and is handled first, because it is ahead of x in its channel.  So no
 * late run handles x, x, y.  (In bags, one does: both x come together, and y after
 * them.  `on null` and quorums in P's own network are exceptions already.)
 */
#ifndef REDUCE_ACCEPTANCE_H
#define REDUCE_ACCEPTANCE_H

#include "core/step.h"
#include "engine/engine.h"

typedef struct acceptance {
    bool takes_all;
    const bool *takes; /* by event: a single message */
    const uint32_t
        *quorum_size; /* by event: messages of so many senders together; or 0 */
    bool has_quorum;
} acceptance;

typedef struct acceptance_table {
    core *c;
    unsigned flaws; /* of reduction_flaw */
    bool *is_plain; /* by machine: it may get messages late */
    bool **counts;  /* by machine, then state: it has handlers for quorums */
    idmap known;    /* key_of(local state) -> acceptance */
    arena memory;
} acceptance_table;

void acceptance_init(acceptance_table *a, core *c, unsigned flaws);
void acceptance_fini(acceptance_table *a);

/* Valid until fini. */
const acceptance *acceptance_of(acceptance_table *a, value local);

/* Is the machine about to read its inbox?  No other machine notices, so the search need
 * not store the state. */
bool acceptance_is_polling(const acceptance_table *a, value local);

#endif
