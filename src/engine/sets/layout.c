#include "engine/sets/layout.h"

#include "core/env.h"
#include "core/network.h"

#include <string.h>

/* The four numbers of a column in one. */
static uint64_t key_of(set_column x)
{
    enum { BITS = 20 };
    assert(x.machine >> BITS == 0);
    assert(x.target >> BITS == 0);
    assert(x.index >> BITS == 0);
    return (((uint64_t)x.kind << BITS | x.machine) << BITS | x.target) << BITS |
           x.index;
}

void layout_init(set_layout *l, core *c, const machine_order *order)
{
    *l = (set_layout){.c = c};
    for (size_t i = 0; i < order->len; i++)
        vec_push(&l->ranks, 0);
    for (size_t i = 0; i < order->len; i++)
        *vec_at(&l->ranks, order->data[i]) = (uint32_t)i;
}

void layout_fini(set_layout *l)
{
    vec_free(&l->columns);
    vec_free(&l->ranks);
    idmap_fini(&l->levels);
}

uint32_t layout_level(const set_layout *l, set_column x)
{
    return (uint32_t)idmap_get_number(&l->levels, key_of(x)) - 1;
}

static void number_levels(set_layout *l)
{
    idmap_fini(&l->levels);
    l->levels = (idmap){0};
    for (size_t i = 0; i < l->columns.len; i++)
        idmap_put_number(&l->levels, key_of(l->columns.data[i]), i + 1);
}

void layout_insert(set_layout *l, uint32_t level, set_column x)
{
    assert(layout_level(l, x) == LEVEL_NONE);
    assert(level <= l->columns.len);
    vec_push(&l->columns, x);
    for (size_t i = l->columns.len - 1; i > level; i--)
        l->columns.data[i] = l->columns.data[i - 1];
    l->columns.data[level] = x;
    number_levels(l);
}

void layout_swap(set_layout *l, uint32_t level)
{
    set_column upper = *vec_at(&l->columns, level);
    *vec_at(&l->columns, level) = *vec_at(&l->columns, level + 1);
    *vec_at(&l->columns, level + 1) = upper;
    number_levels(l);
}

static uint64_t rank_of(const set_layout *l, machine_id id)
{
    return id < l->ranks.len ? l->ranks.data[id] : (uint64_t)l->ranks.len + id;
}

static uint64_t column_rank(const set_layout *l, set_column x)
{
    enum { KINDS = 8 };
    if (x.kind == COLUMN_ENV)
        return UINT64_MAX;
    uint64_t rank = rank_of(l, x.machine);
    if (x.kind == COLUMN_CHANNEL && rank_of(l, x.target) < rank)
        rank = rank_of(l, x.target);
    return rank * KINDS + (uint64_t)x.kind;
}

/* The order of columns. */
static bool is_before(const set_layout *l, set_column a, set_column b)
{
    uint64_t here = column_rank(l, a);
    uint64_t there = column_rank(l, b);
    return here != there ? here < there : key_of(a) < key_of(b);
}

uint32_t layout_level_for(const set_layout *l, set_column x)
{
    uint32_t at = 0;
    while (at < l->columns.len && is_before(l, l->columns.data[at], x))
        at++;
    return at;
}

static set_column inbox_position(machine_id id, uint32_t index)
{
    return (set_column){.kind = COLUMN_INBOX, .machine = id, .index = index};
}

uint32_t layout_inbox_positions(const set_layout *l, machine_id id)
{
    uint32_t count = 0;
    while (layout_level(l, inbox_position(id, count)) != LEVEL_NONE)
        count++;
    return count;
}

/* ---- States ---- */

uint32_t layout_target(const core *c, value message)
{
    return value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

set_column layout_channel(const core *c, machine_id id, uint32_t target)
{
    if (c->options.network == NET_MBOX)
        return (set_column){.kind = COLUMN_OUTBOX, .machine = id};
    return (set_column){.kind = COLUMN_CHANNEL, .machine = id, .target = target};
}

void layout_machine_columns(const core *c, machine_id id, set_column_list *out)
{
    vec_push(out, ((set_column){.kind = COLUMN_LOCAL, .machine = id}));
    if (c->options.network == NET_MBOX)
        vec_push(out, layout_channel(c, id, 0));
    if (inbox_is_apart(c, id))
        vec_push(out, inbox_position(id, 0));
}

static void need_channels(const core *c, machine_id id, value outbox,
                          set_column_list *out)
{
    for (uint32_t k = 0; c->options.network != NET_MBOX && k < outbox_count(c, outbox);
         k++)
        vec_push(out,
                 layout_channel(c, id, layout_target(c, outbox_message(c, outbox, k))));
}

static void need_positions(const core *c, machine_id id, value inbox,
                           set_column_list *out)
{
    for (uint32_t i = 1; i < list_get(c, inbox).count; i++)
        vec_push(out, inbox_position(id, i));
}

void layout_state_columns(core *c, const system_state *s, set_column_list *out)
{
    set_column env = {.kind = COLUMN_ENV};
    vec_push(out, env);
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        if (local == VALUE_NULL)
            continue;
        layout_machine_columns(c, id, out);
        need_channels(c, id, system_outbox(c, s, id), out);
        if (inbox_is_apart(c, id))
            need_positions(c, id, inbox_take_out(c, local, &local), out);
    }
}

/* The messages of OUTBOX to TARGET, in order. */
static value channel_of_outbox(core *c, value outbox, uint32_t target)
{
    state_row messages = {0};
    for (uint32_t k = 0; k < outbox_count(c, outbox); k++)
        if (layout_target(c, outbox_message(c, outbox, k)) == target)
            vec_push(&messages, outbox_message(c, outbox, k));
    value list = list_make(c, messages.data, messages.len);
    vec_free(&messages);
    return list;
}

static value item_or_null(const core *c, value list, uint32_t index)
{
    value_view w = list_get(c, list);
    return index < w.count ? w.items[index] : VALUE_NULL;
}

static value encode_column(core *c, const system_state *s, set_column x)
{
    if (x.kind == COLUMN_ENV)
        return env_of_row(c, s->data, s->len);
    if (x.machine >= system_machines(c, s))
        return VALUE_NULL;
    value local = system_local(c, s, x.machine);
    value outbox = system_outbox(c, s, x.machine);
    value inbox = VALUE_NULL;
    if (local != VALUE_NULL && inbox_is_apart(c, x.machine))
        inbox = inbox_take_out(c, local, &local);
    switch (x.kind) {
    case COLUMN_LOCAL:
        return local;
    case COLUMN_INBOX:
        return item_or_null(c, inbox, x.index);
    case COLUMN_OUTBOX:
        return outbox;
    case COLUMN_CHANNEL:
        return channel_of_outbox(c, outbox, x.target);
    case COLUMN_ENV:
        break;
    }
    return VALUE_NULL;
}

void layout_encode(const set_layout *l, const system_state *s, state_row *out)
{
    vec_clear(out);
    vec_each (x, &l->columns)
        vec_push(out, encode_column(l->c, s, *x));
}

static void decode_column(core *c, set_column x, value v, system_state *out)
{
    value *columns = &out->data[env_columns(c) + 2 * (size_t)x.machine];
    switch (x.kind) {
    case COLUMN_ENV: {
        value_view w = list_get(c, v);
        memcpy(out->data, w.items, env_columns(c) * sizeof *w.items);
        break;
    }
    case COLUMN_LOCAL:
        columns[0] = v;
        break;
    case COLUMN_OUTBOX:
        columns[1] = v;
        break;
    case COLUMN_CHANNEL: {
        value_view w = list_get(c, v);
        columns[1] = outbox_send(c, columns[1], x.machine, w.items, w.count);
        break;
    }
    case COLUMN_INBOX:
        break;
    }
}

/* Puts ID's inbox into its local state, which is decoded already. */
static void decode_inbox(const set_layout *l, machine_id id, const value *from,
                         system_state *out)
{
    core *c = l->c;
    value *local = &out->data[env_columns(c) + 2 * (size_t)id];
    if (!inbox_is_out(c, *local))
        return;
    state_row messages = {0};
    for (uint32_t i = 0; i < layout_inbox_positions(l, id); i++) {
        value message = from[layout_level(l, inbox_position(id, i))];
        if (message != VALUE_NULL)
            vec_push(&messages, message);
    }
    *local = inbox_put_in(c, *local, list_make(c, messages.data, messages.len));
    vec_free(&messages);
}

void layout_decode(const set_layout *l, const value *from, system_state *out)
{
    core *c = l->c;
    uint32_t machines = 0;
    vec_each (x, &l->columns)
        if (x->kind != COLUMN_ENV && x->machine >= machines)
            machines = x->machine + 1;
    vec_clear(out);
    for (size_t i = 0; i < env_columns(c) + 2 * (size_t)machines; i++)
        vec_push(out, VALUE_NULL);
    for (size_t i = 0; i < l->columns.len; i++)
        decode_column(c, l->columns.data[i], from[i], out);
    for (machine_id id = 0; id < machines; id++)
        decode_inbox(l, id, from, out);
    /* The last machine of a state exists. */
    while (out->len > env_columns(c) && out->data[out->len - 2] == VALUE_NULL)
        out->len -= 2;
}
