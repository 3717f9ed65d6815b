/* layout.h -- which column of a row is what.
 *
 * A state of the system (system.h) as a row for ldd.h.  A machine has a column for its
 * local state.  What it has sent is one column in P's own network, where the order of
 * all its messages counts; in others one for each machine that it sends to, or a
 * broadcast would take as many values as there are sets of receivers.  Monitors and
 * budgets are one column.
 *
 * An inbox that can be told apart (inbox.h) is a queue, with a column for each place,
 * the first one first, and nulls behind the last: many wait there, in every order.
 * Boxes are better off as one column: they are short, and what moves up changes all
 * places.
 *
 * Machines, channels and places in queues come up while states are explored: then rows
 * get longer.  A machine that does not exist is null.
 */
#ifndef SETS_LAYOUT_H
#define SETS_LAYOUT_H

#include "core/part.h"
#include "engine/symbolic/sets/order.h"

typedef enum column_kind {
    COLUMN_LOCAL,
    COLUMN_BOX,     /* mbox: what a machine has sent */
    COLUMN_CHANNEL, /* p2p, bag: ... to one machine */
    COLUMN_INBOX,
    COLUMN_WORLD,
} column_kind;

typedef struct column {
    column_kind kind;
    uint32_t slot;   /* the machine; WORLD: 0 */
    uint32_t target; /* CHANNEL: who is sent to */
    uint32_t index;  /* INBOX: which place */
} column;

typedef VEC(column) column_list;

#define LEVEL_NONE UINT32_MAX

typedef struct layout {
    core *c;
    column_list columns; /* by level */
    idmap levels;        /* column -> its level + 1 */
    slot_order ranks;    /* by slot: in which order machines stand */
} layout;

/* Machines stand as ORDER says, and others behind them. */
void layout_init(layout *l, core *c, const slot_order *order);
void layout_fini(layout *l);

uint32_t layout_level(const layout *l, column x); /* or LEVEL_NONE */

/* X becomes the column at LEVEL. */
void layout_insert(layout *l, uint32_t level, column x);

/* The columns at LEVEL and LEVEL + 1 change places. */
void layout_swap(layout *l, uint32_t level);

/* How many places SLOT's inbox has. */
uint32_t layout_places(const layout *l, uint32_t slot);

/* Where a column goes: a machine with all that is its own stands together, a channel
 * with that of its two machines that comes first, monitors behind all. */
uint32_t layout_place_for(const layout *l, column x);

/* What every machine needs. */
void layout_needs_of_machine(const core *c, uint32_t slot, column_list *out);

/* All columns that a state needs, in no order; there may be some twice. */
void layout_needs(core *c, const system_state *s, column_list *out);

typedef VEC(value) row;

/* A state that has all it needs as a row, and back. */
void layout_encode(const layout *l, const system_state *s, row *out);
void layout_decode(const layout *l, const value *from, system_state *out);

/* The column that holds what SLOT has sent to TARGET. */
column layout_channel(const core *c, uint32_t slot, uint32_t target);

/* What a message's target is. */
uint32_t layout_target(const core *c, value message);

#endif
