/* inbox.h -- what waits in a machine, apart from the machine.
 *
 * A machine that defers keeps messages in its inbox in the order in which they came, so
 * inboxes take very many values, and so does whatever they are a part of.  Told apart,
 * the machine takes few, and each of its steps is run once instead of once for every
 * inbox.  Its local state then says that the inbox is elsewhere, and a step says what
 * it NEEDS of it:
 *
 *   - a message that came must wait there;
 *   - the machine has come to rest in another state, so that what waits is to be gone
 *     through: the first message that the state handles is taken out and given to the
 *     machine, as if it had just come, and ignored ones before it go.  When it is
 *     handled, the rest is to be gone through again;
 *   - the machine is gone, and all messages with it.
 *
 * That is what a step does with an inbox inside, in several parts.  For a machine to
 * rest means that it defers all that waits, so a message that comes then decides alone
 * whether it is handled; and a scheduling point is between any two messages handled.
 *
 * Not all machines can be told so: those that look at their inbox otherwise (null
 * handlers, quorums, `receive`), and those with choices or assumptions, where the parts
 * of a step would count as branches that the whole step does not have.
 */
#ifndef CORE_INBOX_H
#define CORE_INBOX_H

#include "core/process.h"

typedef enum inbox_need {
    INBOX_NOTHING,
    INBOX_KEEP,  /* the message that came */
    INBOX_SCAN,  /* for what the state handles */
    INBOX_CLEAR, /* the machine has halted */
} inbox_need;

/* By machine: can its inbox be told apart? */
bool *inbox_find_apart(const ir_program *ir, const bool *polls_queue, arena *memory);

bool inbox_is_apart(const core *c, machine_id id);

/* ---- Local states ---- */

/* Is the inbox of this local state elsewhere? */
bool inbox_is_out(const core *c, value local);

/* The inbox, a LIST; TO is the local state without it, and may be the same. */
value inbox_take_out(core *c, value local, value *to);

/* A local state with another inbox. */
value inbox_replace(core *c, value local, value inbox);

/* A local state whose inbox is elsewhere, with it. */
value inbox_put_in(core *c, value local, value inbox);

/* What a step from BEFORE to P needs. */
inbox_need inbox_need_of(const core *c, value before, value stimulus, const process *p);

/* The message of a stimulus, which may be out of the inbox. */
value inbox_message(const core *c, value stimulus);

/* ---- Asks of an inbox ---- */

/* What a machine asks its inbox for; MESSAGE: the one to be kept. */
value inbox_ask(core *c, machine_id id, value local, inbox_need need, value message);

/* What becomes of an inbox; *MORE: what it asks the machine to do, or null. */
value inbox_do(core *c, value inbox, value ask, value *more);

#endif
