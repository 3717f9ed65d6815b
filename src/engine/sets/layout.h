/* layout.h -- the columns of a row: how a state becomes a row of a set.
 *
 * A row of ldd.h represents a state of the system (system.h).  The columns are:
 *
 *   LOCAL    the local state of a machine;
 *   OUTBOX   its outbox, in P's own network (mbox), where the order of all its
 *            messages matters;
 *   CHANNEL  in the other networks: the part of its outbox that goes to one target.
 *            With one column for the whole outbox, a broadcast would take as many
 *            values as there are sets of receivers;
 *   INBOX    one position of an inbox that is a component of its own (inbox.h), the
 *            first message first, nulls behind the last one.  Many messages wait
 *            there, in every order;
 *   ENV      the environment: monitors and fault budgets together.
 *
 * Outboxes and channels are one column each, not one per position: they are short, and
 * the removal of the first message would change all positions.
 *
 * The search discovers machines, channels and inbox positions, so columns are added
 * while it runs, and rows become longer.  The columns of a machine that does not exist
 * yet are null.
 *
 * Invariant layout-1: the columns are sorted by layout_level_for, unless layout_swap
 * was used.  Lemma layout-2: if the layout has all layout_state_columns of a state,
 * layout_decode inverts layout_encode, and the value of a column is null if the state
 * does not need that column.  So rows stay right when a column is added: it is null in
 * all of them.
 */
#ifndef SETS_LAYOUT_H
#define SETS_LAYOUT_H

#include "core/component.h"
#include "engine/sets/order.h"

typedef enum set_column_kind {
    COLUMN_LOCAL,
    COLUMN_OUTBOX,
    COLUMN_CHANNEL,
    COLUMN_INBOX,
    COLUMN_ENV,
} set_column_kind;

typedef struct set_column {
    set_column_kind kind;
    machine_id machine; /* the machine; ENV: 0 */
    uint32_t target;    /* CHANNEL: the receiver */
    uint32_t index;     /* INBOX: the position */
} set_column;

typedef VEC(set_column) set_column_list;

#define LEVEL_NONE UINT32_MAX

typedef struct set_layout {
    core *c;
    set_column_list columns; /* by level */
    idmap levels;            /* column -> its level + 1 */
    machine_order ranks;     /* by machine id: the rank of the machine in the order */
} set_layout;

/* ORDER is the order of machines; machines that it does not list come behind. */
void layout_init(set_layout *l, core *c, const machine_order *order);
void layout_fini(set_layout *l);

uint32_t layout_level(const set_layout *l, set_column x); /* or LEVEL_NONE */

/* Inserts X, which must be new, as the column at LEVEL. */
void layout_insert(set_layout *l, uint32_t level, set_column x);

/* Exchanges the columns at LEVEL and LEVEL + 1. */
void layout_swap(set_layout *l, uint32_t level);

/* The number of positions, from 0 on, that ID's inbox has columns for. */
uint32_t layout_inbox_positions(const set_layout *l, machine_id id);

/* The level at which to insert X: the columns of a machine are adjacent, a channel is
 * next to the machine of its two that has the lower rank, and the environment is last.
 */
uint32_t layout_level_for(const set_layout *l, set_column x);

/* Adds the columns that ID needs in every state in which it exists. */
void layout_machine_columns(const core *c, machine_id id, set_column_list *out);

/* Adds all columns that S needs, unsorted and perhaps with duplicates. */
void layout_state_columns(core *c, const system_state *s, set_column_list *out);

typedef VEC(value) state_row;

/* State to row, and back.  The layout must have all columns that the state needs. */
void layout_encode(const set_layout *l, const system_state *s, state_row *out);
void layout_decode(const set_layout *l, const value *from, system_state *out);

/* The column for messages from ID to TARGET. */
set_column layout_channel(const core *c, machine_id id, uint32_t target);

/* The machine id of the machine that a message is sent to. */
uint32_t layout_target(const core *c, value message);

#endif
