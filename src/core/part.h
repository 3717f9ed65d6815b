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

#include "core/step.h"

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

/* What is to be known of a part. */
typedef enum part_trait {
    PART_MOVES = 1,    /* something other than a fault can begin here */
    PART_URGENT = 2,   /* ... and comes before all else */
    PART_WAITS = 4,    /* a machine in a `receive` */
    PART_HAS_MAIL = 8, /* messages that a machine did not handle */
    PART_IS_HOT = 16,  /* the world: some spec is in a hot state */
} part_trait;

bool part_can_tell(const core *c); /* not in causal networks */

unsigned part_traits(const core *c, uint32_t slot, part p);

/* All ways in which moves that begin here can begin. */
void part_begin(core *c, uint32_t slot, part p, part_ways *out);

/* The same in three parts, for those who tell a machine and its box apart.  A machine
 * that begins to run does nothing else.  What leaves a box changes its machine only if
 * it is sent to it. */
void part_begin_act(core *c, uint32_t slot, part p, part_ways *out);
void part_begin_deliveries(core *c, uint32_t slot, part p, part_ways *out);
void part_begin_crash(core *c, uint32_t slot, part p, part_ways *out);

/* Instead of a box: it is told apart.  Then what a machine sends is asked of its box, a
 * POST, and the machine does not depend on it; but in P's own network it acts only with
 * an empty box, which is then to be told. */
#define PART_BOX_OUT VALUE_TRUE

/* A box without message K; creations that come next do not wait there: they are added
 * to ASKS. */
typedef VEC(value) part_asks;
value part_left(core *c, uint32_t slot, value box, uint32_t k, part_asks *asks);

/* The message that leaves is delivered: those who want it are told so, among ASKS. */
void part_tell_delivery(core *c, uint32_t slot, value message, part_asks *asks);

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

/* ---- Questions about one machine ---- */

bool part_is_urgent(const core *c, uint32_t slot, value local);
bool part_can_act(const core *c, part p);
bool part_may_crash(const core *c, value local);
value part_held_effect(const core *c, value local); /* or null */
bool part_is_message(const core *c, value effect);

/* Does an effect wait in the box, behind what was sent before?  In P's own network
 * creations do too. */
bool part_is_boxed(const core *c, value box, size_t boxed, value effect);

#endif
