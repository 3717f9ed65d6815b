/* asks.h -- what moves ask of boxes and inboxes, where these are queues of columns.
 *
 * A machine whose box is told apart POSTs what it does (part.h); where it has a channel
 * to each machine, that is one POST for each of them.  An inbox has a column for each
 * place, so what is asked of it is told apart.  All asks are values.
 */
#ifndef SETS_ASKS_H
#define SETS_ASKS_H

#include "engine/symbolic/sets/layout.h"

typedef enum ask_kind {
    ASK_OTHER, /* of a machine, or the world */
    ASK_POST,  /* of a box, or a channel */
    ASK_KEEP,  /* of an inbox: one message more, */
    ASK_SCAN,  /* ... to be gone through, */
    ASK_CLEAR, /* ... to be emptied */
} ask_kind;

ask_kind ask_kind_of(const core *c, value ask);

/* The column that is asked; of a queue its first place. */
column ask_column(const core *c, value ask);

bool ask_is_failure(const core *c, value ask);
bool ask_is_creation(const core *c, value ask);

/* Of KEEP: the message. */
value ask_kept(const core *c, value keep);

/* ---- Lists of asks ---- */

value asks_joined(core *c, value a, value b);

/* The same, but the first is no POST that concerns several channels. */
value asks_simplified(core *c, value asks);

#endif
