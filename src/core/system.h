/* system.h -- the whole system: its states, and the moves between them.
 *
 * A state is a row of columns: the fault budgets, one column for each monitor, and two
 * for each machine: its local state and its box, what it has sent and what is not yet
 * delivered (network.h).  Columns are values, so a state is a few words.
 *
 * P lets others run between any two sends.  Here a handler runs to its end in one move,
 * for that makes no difference to its machine, and to the others its messages are sent
 * when they are DELIVERED, which is a move of its own: it takes the oldest message of a
 * box (in P's own network) and makes the target handle it, or put it into its inbox.
 * Every order in which P can put messages into queues is an order of deliveries, and
 * the other way round: a delivery stands for the moment at which P puts the message
 * into its queue.
 *
 * What monitors observe happens at a point of time that others take part in, so a
 * machine stops before it (process.h).  In P all that it sent before is in queues by
 * then.  So in P's own network it ACTS only when its box is empty.  Other networks
 * deliver late anyway.
 *
 * Two kinds of move are never put off, for they commute with all others.  A machine
 * that is new begins to run.  A creation takes place as soon as what was sent before it
 * is delivered.
 */
#ifndef CORE_SYSTEM_H
#define CORE_SYSTEM_H

#include "core/ts.h"
#include "core/world.h"

typedef VEC(value) system_state;

/* What came of a move. */
typedef struct move_result {
    uint32_t fault;   /* in core.faults, from 1; 0: none */
    uint32_t monitor; /* with a fault: the monitor that failed, or IR_NONE */
    uint32_t runner;  /* the machine that ran last, or SLOT_NONE */
    uint32_t other;   /* the one that ran before it, or SLOT_NONE */
    value choices;    /* LIST of ints: how the choices fell, of both in turn */
    value fair;       /* LIST, see outcome; of both */
    value cooled;     /* LIST of monitors that have been in a cold state */
    bool is_pruned;   /* an assumption of a spec failed: there is no such move */
} move_result;

/* ---- Columns ---- */

/* Some may be absent. */
static inline uint32_t system_slots(const core *c, const system_state *s)
{
    return (uint32_t)(s->len - world_columns(c)) / 2;
}

/* Or null. */
static inline value system_local(const core *c, const system_state *s, uint32_t slot)
{
    return slot < system_slots(c, s) ? s->data[world_columns(c) + 2 * slot]
                                     : VALUE_NULL;
}

static inline value system_box(const core *c, const system_state *s, uint32_t slot)
{
    return slot < system_slots(c, s) ? s->data[world_columns(c) + 2 * slot + 1]
                                     : VALUE_NULL;
}

value system_monitor(const core *c, const system_state *s, uint32_t monitor);
uint32_t system_budget(const core *c, const system_state *s, int budget);

/* ---- States and moves ---- */

/* LEN columns; what is in them is not said. */
void system_resize(system_state *s, size_t len);

void system_copy(const system_state *from, system_state *to);

/* The state before anything ran but the monitors' start entries. */
void system_start(core *c, system_state *to, move_result *result);

/* All moves of a state, always in the same order.  Returns how many of them are no
 * faults: they come first, and when there are none, the run has ended. */
size_t system_moves(const core *c, const system_state *s, move_list *out);

/* The machine that goes first since it is new, see ts_is_urgent; or SLOT_NONE. */
uint32_t system_urgent(const core *c, const system_state *s);

/* Way K in which move M can go; false: there are fewer ways.  With a fault TO is not
 * filled in. */
bool system_step(core *c, const system_state *from, move m, uint32_t k,
                 system_state *to, move_result *result);

/* Creations that come first in the box of SLOT take place, as after each message that
 * left it; true: there was one. */
bool system_settle(core *c, system_state *to, uint32_t slot);

/* What is wrong with a run that ends here; FAULT_NONE: nothing. */
fault system_end(core *c, const system_state *s);

/* The first spec that is hot here, by its number among the monitors; or IR_NONE. */
uint32_t system_hot_spec(const core *c, const system_state *s);

/* What is wrong with a loop in which a spec is in a hot state and never cold. */
fault system_hot_for_ever(core *c, uint32_t monitor, uint32_t state);

/* The message that a move is about, or null. */
value system_message(const core *c, const system_state *s, move m);

/* May the machine go on by itself? */
bool system_can_act(const core *c, const system_state *s, uint32_t slot);

/* What every state satisfies: columns are of the right kind and name themselves, the
 * last machine is there, and no creation is first in an outbox of P's own network. */
bool system_check(const core *c, const system_state *s);

/* The same for the same content in every run. */
uint64_t system_hash(const core *c, const system_state *s);

#endif
