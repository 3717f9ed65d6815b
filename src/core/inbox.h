/* inbox.h -- a machine's inbox, stored apart from the machine.
 *
 * A machine that defers keeps messages in its inbox in the order of their arrival.  So
 * inboxes take very many values, and so does every value that contains one.  Without
 * its inbox a machine takes few values, and each of its steps is executed once instead
 * of once for every inbox.  Its local state then says that the inbox is stored apart,
 * and a step says what it NEEDS of the inbox:
 *
 *   - KEEP: the message that arrived must wait there;
 *   - SCAN: the machine has come to rest in another state, so it must look through the
 *     messages that wait.  The first message that the state handles is taken out and
 *     given to the machine as if it had just arrived; ignored messages before it are
 *     dropped.  When it is handled, the machine scans the rest;
 *   - CLEAR: the machine has halted, and all its messages are dropped.
 *
 * Together these do what a step with an inbox inside does, in several pieces.  A
 * machine that rests defers every message that waits.  So a message that arrives then
 * decides alone whether it is handled, and a scheduling point lies between any two
 * handled messages.
 *
 * Some machines must keep their inbox inside: those that look at it in another way
 * (null handlers, quorums, `receive`), and those with choices or assumptions, where the
 * pieces of a step would count as branches that the whole step does not have.  Where
 * ints are open all machines do, for each may get one and compare it, which is a
 * choice.
 */
#ifndef CORE_INBOX_H
#define CORE_INBOX_H

#include "core/process.h"

typedef enum inbox_need {
    INBOX_NOTHING,
    INBOX_KEEP,  /* the message that arrived */
    INBOX_SCAN,  /* for a message that the state handles */
    INBOX_CLEAR, /* the machine has halted */
} inbox_need;

/* By machine: true if its inbox can be stored apart. */
bool *inbox_find_apart(const ir_program *ir, const bool *polls_queue, arena *memory);

bool inbox_is_apart(const core *c, machine_id id);

/* ---- Local states ---- */

/* True if the inbox of this local state is stored apart. */
bool inbox_is_out(const core *c, value local);

/* Returns the inbox, a LIST; *TO is the local state without it, which may be the
 * same. */
value inbox_take_out(core *c, value local, value *to);

/* The local state with another inbox. */
value inbox_replace(core *c, value local, value inbox);

/* A local state whose inbox is stored apart, with its inbox put back inside. */
value inbox_put_in(core *c, value local, value inbox);

/* The need of a step from BEFORE to P. */
inbox_need inbox_need_of(const core *c, value before, value stimulus, const process *p);

/* The message of a stimulus, which may have been taken out of the inbox. */
value inbox_message(const core *c, value stimulus);

/* ---- Requests to an inbox ---- */

/* The request of a machine to its inbox; MESSAGE: the one to keep. */
value inbox_request(core *c, machine_id id, value local, inbox_need need,
                    value message);

/* Serves REQUEST and returns the new inbox; *MORE: its request to the machine, or
 * null. */
value inbox_do(core *c, value inbox, value request, value *more);

#endif
