/* part.h -- a move, machine by machine.
 *
 * system.h tells what a move does to a whole state.  Here the same move is told as what
 * happens to one machine after another.  It begins at one machine, which changes and
 * ASKS something of others: to receive a message, to come into being, to take notice.
 * Those change and may ask in turn.  What a machine does depends on its own part of the
 * state and on what it is asked, and on nothing else, so that an engine can remember
 * it.  Asks are met in order: an earlier one that fails ends the move.
 *
 * Monitors and fault budgets are one part, the WORLD.  Where a machine's inbox can be
 * told apart (inbox.h), it is a part too.
 *
 * Causal networks have no parts: what one machine receives changes what all know.
 */
#ifndef CORE_PART_H
#define CORE_PART_H

#include "core/ts.h"

/* A machine that is not there has two nulls.  Of the world: LIST of budgets and
 * monitors, and null.  Of an inbox: LIST of messages, and null. */
typedef struct part {
    value local;
    value box;
} part;

/* What a part is: a machine's slot, that of its inbox, or the world. */
#define PART_WORLD     (SLOT_NONE - 1)
#define PART_INBOX_BIT (1u << 31)

static inline bool part_is_inbox(uint32_t slot)
{
    return (slot & PART_INBOX_BIT) != 0 && slot < PART_WORLD;
}

/* The same as a value, and back. */
value part_name(core *c, uint32_t slot);
uint32_t part_named(const core *c, value name);

/* One way in which it can go. */
typedef struct part_way {
    part to;
    value asks; /* LIST, what is still to be done elsewhere; null: the move is over */
} part_way;

typedef VEC(part_way) part_ways;

bool part_can_tell(const core *c); /* not in causal networks */

unsigned part_traits(const core *c, uint32_t slot, part p); /* of ts_trait */

/* All ways in which transitions that start here can begin. */
void part_begin(core *c, uint32_t slot, part p, part_ways *out);

/* Those of some of them.  The machine or its box may be a component of its own:
 * PART_LOCAL_OUT, OUTBOX_APART (ts.h).  Then what the machine sends is asked of its
 * box, a POST; and what leaves the box for the machine itself is asked of it. */
void part_begin_moves(core *c, part p, const move_list *moves, part_ways *out);
#define PART_LOCAL_OUT VALUE_TRUE

/* What is asked is a POST: POSTED is what becomes of the box. */
bool part_is_post(const core *c, value ask);
uint32_t part_poster(const core *c, value post);
part_way part_posted(core *c, value box, value post);

/* All ways to do what is asked; none: then there is no such move. */
void part_do(core *c, uint32_t slot, part p, value ask, part_ways *out);

/* The same where it is simple: done in one way, and nothing more is asked.  False: it
 * is not. */
bool part_do_simply(core *c, uint32_t slot, part *p, value what);

/* Gets what part_do will look at closer. */
void part_prefetch(const core *c, part p, value what);

/* Which part an ask is for; SLOT_NONE: the move fails. */
uint32_t part_asked(const core *c, value ask);

/* Remembers a few boxes: the same are made again and again. */
part_cache *part_cache_new(void);
void part_cache_free(part_cache *p);

#endif
