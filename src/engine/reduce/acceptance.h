/* accept.h -- which messages a machine would do something with, if they came now.
 *
 * In networks other than P's own, a message may come as late as one likes.  So one that
 * a machine would only put aside need not come yet: it stays on its way until the
 * machine would take it.
 *
 *   p2p, bag: a machine that is in the middle of something takes nothing until it has
 *   gone on.  Nobody else is in its way.
 *
 *   bag: a message that is deferred now, or that a `receive` does not wait for, is not
 *   delivered now.  (In p2p it is: those behind it may be wanted.)
 *
 *   bag: messages of a quorum come together, when they are enough.
 *
 * Machines with handlers for null notice what has come, and are left out; so is
 * everything where runs are judged by what is left in inboxes at their end (strict
 * quiescence), or where messages may be lost or come twice: what is put aside now may
 * be the copy.
 */
#ifndef REDUCE_ACCEPTANCE_H
#define REDUCE_ACCEPTANCE_H

#include "core/step.h"

typedef struct acceptance {
    bool takes_all;
    const bool *takes; /* by event: it comes alone */
    const uint32_t
        *quorum_size; /* by event: so many of different senders come together; or 0 */
    bool has_quorum;
} acceptance;

typedef struct acceptance_table {
    core *c;
    bool *is_plain; /* by machine: it has no null handlers */
    bool **counts;  /* by machine, then state: it has handlers for quorums */
    idmap known;    /* see key_of -> acceptance */
    arena memory;
} acceptance_table;

void acceptance_init(acceptance_table *a, core *c);
void acceptance_fini(acceptance_table *a);

/* Stays as it is until fini. */
const acceptance *acceptance_of(acceptance_table *a, value local);

/* Is the machine about to look at what it was given?  Nobody else notices.  It need not
 * be a state of the search. */
bool acceptance_is_polling(const acceptance_table *a, value local);

#endif
