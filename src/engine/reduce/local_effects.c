#include "engine/reduce/local_effects.h"

#include "base/hash.h"
#include "core/component.h"
#include "engine/context.h"

/* Which events occur in a list of messages, by their numbers modulo 64. */
typedef struct list_events {
    value list;
    uint64_t events;
} list_events;

enum { LISTS = 1 << 12 };

enum { RECENT = 1 << 10 };

/* Rows of local states, in one table of reach_effects.h. */
typedef struct mixed_rows {
    const reach_effects *r;
    bool takes_messages; /* it may act as in its state, too */
    idmap known;         /* local state in the middle of a handler -> its row + 1 */
    intern rows;         /* there are few distinct ones */
    struct {
        value local;
        const uint64_t *row; /* or NULL */
    } recent[RECENT];        /* a direct-mapped cache: rows never move */
} mixed_rows;

struct local_effects {
    core *c;
    reach_effects *r;
    mixed_rows all;
    mixed_rows before_receive;
    list_events *lists; /* a direct-mapped cache */
};

static void mixed_rows_init(mixed_rows *m, const reach_effects *r, bool takes_messages)
{
    *m = (mixed_rows){.r = r, .takes_messages = takes_messages};
    intern_init(&m->rows);
}

static void mixed_rows_fini(mixed_rows *m)
{
    idmap_fini(&m->known);
    intern_fini(&m->rows);
}

local_effects *local_effects_new(core *c)
{
    local_effects *l = mem_alloc(sizeof *l);
    l->c = c;
    l->r = reach_effects_new(context_of(c));
    mixed_rows_init(&l->all, l->r, true);
    mixed_rows_init(&l->before_receive, reach_effects_before_receive(l->r), false);
    l->lists = mem_alloc(LISTS * sizeof *l->lists);
    return l;
}

void local_effects_free(local_effects *l)
{
    if (l == NULL)
        return;
    mixed_rows_fini(&l->all);
    mixed_rows_fini(&l->before_receive);
    mem_free(l->lists, LISTS * sizeof *l->lists);
    reach_effects_free(l->r);
    mem_free(l, sizeof *l);
}

/* ---- The row of a local state ---- */

static uint32_t number(const local_effects *l, value x)
{
    return (uint32_t)value_to_int(&l->c->vals, x);
}

static const machine_name *name_of(const local_effects *l, value machine)
{
    return naming_get(&l->c->vals.names, value_to_machine_id(&l->c->vals, machine));
}

static void mix_tasks(const local_effects *l, const mixed_rows *m, uint64_t *row,
                      uint32_t interface, value list)
{
    value_view tasks = list_get(l->c, list);
    for (uint32_t i = 0; i < tasks.count; i++) {
        value_view t = value_get(&l->c->vals, tasks.items[i]);
        uint32_t index = number(l, t.items[1]);
        switch ((task_kind)number(l, t.items[0])) {
        case TASK_RUN:
            reach_effects_join(m->r, row,
                               reach_effects_running(m->r, interface, index));
            break;
        case TASK_ENTER: /* its entry is a task of its own */
            if (m->takes_messages)
                reach_effects_join(m->r, row,
                                   reach_effects_resting(m->r, interface, index));
            break;
        case TASK_HALT:
        case TASK_UNHANDLED:
            break;
        }
    }
}

/* Inner frames are calls of the outermost one, and counted there. */
static void mix_frames(const local_effects *l, const mixed_rows *m, uint64_t *row,
                       uint32_t interface, value list)
{
    value_view frames = list_get(l->c, list);
    if (frames.count == 0)
        return;
    uint32_t function = number(l, value_item(&l->c->vals, frames.items[0], 0));
    reach_effects_join(m->r, row, reach_effects_running(m->r, interface, function));
}

static void mix_pending(const local_effects *l, const mixed_rows *m, uint64_t *row,
                        value pending)
{
    if (pending == VALUE_NULL)
        return;
    value_view parts = value_get(&l->c->vals, pending);
    if (parts.aux == REC_MESSAGE) {
        reach_effects_add_send(m->r, row, name_of(l, parts.items[MESSAGE_TARGET])->decl,
                               value_to_event(parts.items[MESSAGE_EVENT]));
        return;
    }
    assert(parts.aux == REC_CREATION);
    reach_effects_add_child(m->r, row,
                            name_of(l, parts.items[CREATION_MACHINE])->interface);
}

static const uint64_t *mix(const local_effects *l, mixed_rows *m, value local,
                           uint32_t interface)
{
    value_view parts = value_get(&l->c->vals, local);
    size_t size = reach_effects_words(m->r) * sizeof(uint64_t);
    uint64_t *row = mem_alloc(size);
    if (m->takes_messages)
        reach_effects_join(m->r, row,
                           reach_effects_resting(m->r, interface,
                                                 number(l, parts.items[LOCAL_STATE])));
    mix_frames(l, m, row, interface, parts.items[LOCAL_FRAMES]);
    mix_tasks(l, m, row, interface, parts.items[LOCAL_TASKS]);
    mix_pending(l, m, row, ts_pending_effect(l->c, local));
    intern_id id = intern_put(&m->rows, row, size);
    mem_free(row, size);
    idmap_put_number(&m->known, local, (size_t)id + 1);
    return (const void *)intern_text(&m->rows, id);
}

static const uint64_t *find_row(const local_effects *l, mixed_rows *m, value local)
{
    value_view parts = value_get(&l->c->vals, local);
    process_status is = (process_status)number(l, parts.items[LOCAL_STATUS]);
    if (is == STATUS_HALTED)
        return reach_effects_none(m->r);
    uint32_t interface = name_of(l, parts.items[LOCAL_SELF])->interface;
    if (is == STATUS_NEW)
        return reach_effects_new_machine(m->r, interface);
    if (parts.items[LOCAL_FRAMES] == VALUE_NULL &&
        parts.items[LOCAL_TASKS] == VALUE_NULL &&
        parts.items[LOCAL_PENDING] == VALUE_NULL)
        return reach_effects_resting(m->r, interface,
                                     number(l, parts.items[LOCAL_STATE]));
    size_t known = idmap_get_number(&m->known, local);
    return known != 0 ? (const void *)intern_text(&m->rows, (intern_id)(known - 1))
                      : mix(l, m, local, interface);
}

static const uint64_t *mixed_row_of(const local_effects *l, mixed_rows *m, value local)
{
    size_t at = local % RECENT;
    if (m->recent[at].row == NULL || m->recent[at].local != local) {
        m->recent[at].row = find_row(l, m, local);
        m->recent[at].local = local;
    }
    return m->recent[at].row;
}

static const uint64_t *row_of(local_effects *l, value local)
{
    return mixed_row_of(l, &l->all, local);
}

static const uint64_t *row_before_receive(local_effects *l, value local)
{
    value_view parts = value_get(&l->c->vals, local);
    process_status is = (process_status)number(l, parts.items[LOCAL_STATUS]);
    if (is == STATUS_HALTED)
        return reach_effects_none(l->r);
    if (parts.items[LOCAL_INBOX] != VALUE_NULL ||
        l->c->polls_queue[local_machine(l->c, local)])
        return row_of(l, local);
    if (is == STATUS_IDLE || is == STATUS_WAITING)
        return reach_effects_none(l->r);
    if (is != STATUS_PAUSED && is != STATUS_SENDING)
        return row_of(l, local);
    return mixed_row_of(l, &l->before_receive, local);
}

/* ---- Questions ---- */

bool local_effects_sends_before_receive(local_effects *l, value local, uint32_t decl)
{
    return reach_effects_sends_to(l->r, row_before_receive(l, local), decl) &&
           local_effects_sends_to(l, local, decl);
}

bool local_effects_sends(local_effects *l, value local, uint32_t decl, uint32_t event)
{
    return reach_effects_sends(l->r, row_of(l, local), decl, event);
}

bool local_effects_sends_to(local_effects *l, value local, uint32_t decl)
{
    return reach_effects_sends_to(l->r, row_of(l, local), decl);
}

bool local_effects_sends_any(local_effects *l, value local, uint32_t decl,
                             const bool *events)
{
    return reach_effects_sends_any(l->r, row_of(l, local), decl, events);
}

bool local_effects_has_known_targets(local_effects *l, value local)
{
    return reach_effects_has_known_targets(l->r, row_of(l, local));
}

bool local_effects_targets_self(local_effects *l, value local)
{
    return reach_effects_targets_self(l->r, row_of(l, local));
}

bool local_effects_targets_field(local_effects *l, value local, uint32_t field)
{
    return reach_effects_targets_field(l->r, row_of(l, local), field);
}

bool local_effects_is_observed(local_effects *l, value local)
{
    return reach_effects_is_observed(row_of(l, local));
}

bool local_effects_creates(local_effects *l, value local)
{
    return reach_effects_creates(l->r, row_of(l, local));
}

bool local_effects_creates_one(local_effects *l, value local, uint32_t decl)
{
    return reach_effects_creates_one(l->r, row_of(l, local), decl);
}

bool local_effects_is_irrelevant(local_effects *l, value local, uint32_t event)
{
    assert(event < l->c->ir->event_count);
    return (local_effects_relevant(l, local)[event / 64] >> event % 64 & 1) == 0;
}

const uint64_t *local_effects_relevant(local_effects *l, value local)
{
    return reach_effects_relevant(row_of(l, local));
}

const uint64_t *local_effects_unguarded(local_effects *l, value local)
{
    return reach_effects_unguarded(l->r, row_of(l, local));
}

bool local_effects_rests_in(local_effects *l, value local, uint32_t state)
{
    return reach_effects_rests_in(l->r, row_of(l, local), state);
}

field_direction local_effects_field(local_effects *l, value local, uint32_t field)
{
    return reach_effects_field(l->r, row_of(l, local), field);
}

static uint64_t find_events(const local_effects *l, value list)
{
    uint64_t found = 0;
    value_view w = list_get(l->c, list);
    for (uint32_t i = 0; i < w.count; i++) {
        value_view parts = value_get(&l->c->vals, w.items[i]);
        if (parts.aux == REC_MESSAGE)
            found |= (uint64_t)1 << value_to_event(parts.items[MESSAGE_EVENT]) % 64;
    }
    return found;
}

bool local_effects_all_relevant(local_effects *l, value local, value list)
{
    list_events *known = &l->lists[hash_u64(list) % LISTS];
    if (known->list != list)
        *known = (list_events){list, find_events(l, list)};
    const uint64_t *relevant = local_effects_relevant(l, local);
    uint64_t irrelevant = 0;
    for (uint32_t w = 0; w < reach_effects_event_words(l->r); w++)
        irrelevant |= ~relevant[w];
    return (known->events & irrelevant) == 0;
}
