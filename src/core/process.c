/* Loads a process from its local state, and saves it again.
 *
 * Equal processes must be saved as equal values, since a search compares local states
 * by id.  So saving drops what cannot matter any more: dead slots of frames become
 * null, and a halted machine keeps nothing but its id.
 */
#include "core/process.h"
#include "core/value_heap.h"

#include <string.h>

void process_free(process *p)
{
    vec_free(&p->inbox);
    vec_free(&p->frames);
    vec_free(&p->slots);
    vec_free(&p->tasks);
    vec_free(&p->fields);
}

static uint32_t number(const core *c, value x)
{
    return (uint32_t)value_to_int(&c->vals, x);
}

/* ---- Loading ---- */

static void load_frames(const core *c, process *p, value list)
{
    value_view frames = list_get(c, list);
    for (uint32_t i = 0; i < frames.count; i++) {
        value_view record = value_get_node(&c->vals, frames.items[i]);
        frame f = {.function = number(c, record.items[0]),
                   .pc = number(c, record.items[1]),
                   .base = (uint32_t)p->slots.len};
        vec_append(&p->slots, record.items + 2, record.count - 2);
        vec_push(&p->frames, f);
    }
}

static void load_tasks(const core *c, process *p, value list)
{
    value_view tasks = list_get(c, list);
    for (uint32_t i = 0; i < tasks.count; i++) {
        value_view record = value_get_node(&c->vals, tasks.items[i]);
        task t = {(task_kind)number(c, record.items[0]), number(c, record.items[1]),
                  record.items[2]};
        vec_push(&p->tasks, t);
    }
}

static void load_inbox(const core *c, process *p, value list)
{
    value_view inbox = list_get(c, list);
    vec_append(&p->inbox, inbox.items, inbox.count);
}

void process_load(const core *c, process *p, value local)
{
    value_view record = value_get_node(&c->vals, local);
    assert(record.aux == REC_LOCAL);
    assert(record.count >= LOCAL_FIELDS);
    value self = record.items[LOCAL_SELF];
    p->is_monitor = value_kind_of(&c->vals, self) == VK_INT;
    p->self = p->is_monitor ? MACHINE_NONE : value_to_machine_id(&c->vals, self);
    p->machine = local_machine(c, local);
    p->decl = &c->ir->machines[p->machine];
    p->status = (process_status)number(c, record.items[LOCAL_STATUS]);
    p->state = number(c, record.items[LOCAL_STATE]);
    p->created = number(c, record.items[LOCAL_CREATED]);
    p->held = record.items[LOCAL_PENDING];
    vec_clear(&p->inbox);
    vec_clear(&p->frames);
    vec_clear(&p->slots);
    vec_clear(&p->tasks);
    vec_clear(&p->fields);
    p->inbox_is_out = record.items[LOCAL_INBOX] == LOCAL_INBOX_OUT;
    if (!p->inbox_is_out)
        load_inbox(c, p, record.items[LOCAL_INBOX]);
    load_frames(c, p, record.items[LOCAL_FRAMES]);
    load_tasks(c, p, record.items[LOCAL_TASKS]);
    vec_append(&p->fields, record.items + LOCAL_FIELDS, record.count - LOCAL_FIELDS);
}

/* ---- Saving ---- */

/* Items of a record are collected at the end of core.scratch, from BASE on. */

static void put(core *c, value x)
{
    vec_push(&c->scratch, x);
}

static value take_record(core *c, size_t base, uint32_t kind)
{
    size_t count = c->scratch.len - base;
    c->scratch.len = base;
    return value_make(&c->vals, VK_RECORD, kind, c->scratch.data + base, count);
}

static value take_list(core *c, size_t base)
{
    return c->scratch.len == base ? VALUE_NULL : take_record(c, base, REC_LIST);
}

const live_slots *process_live(core *c, uint32_t function)
{
    if (c->live[function] == NULL)
        c->live[function] = live_new(&c->memory, &c->ir->functions[function]);
    return c->live[function];
}

/* All but the innermost frame wait for a call to return. */
value *process_put_slots(core *c, const process *p, size_t number, value *to)
{
    const frame *f = vec_at(&p->frames, number);
    bool is_innermost = number + 1 == p->frames.len;
    uint32_t count = c->ir->functions[f->function].slot_count;
    assert(f->base + count <= p->slots.len);
    const live_slots *slots = process_live(c, f->function);
    for (uint32_t i = 0; i < count; i++) {
        bool live = is_innermost ? live_before(slots, f->pc, i)
                                 : live_behind_call(slots, f->pc, i);
        *to++ = live ? value_freeze(&c->vals, p->slots.data[f->base + i]) : VALUE_NULL;
    }
    return to;
}

static value save_frame(core *c, const process *p, size_t number)
{
    const frame *f = &p->frames.data[number];
    assert(f->function < c->ir->function_count);
    uint32_t count = c->ir->functions[f->function].slot_count;
    size_t base = c->scratch.len;
    put(c, value_int(&c->vals, f->function));
    put(c, value_int(&c->vals, f->pc));
    for (uint32_t i = 0; i < count; i++)
        put(c, VALUE_NULL);
    process_put_slots(c, p, number, c->scratch.data + base + 2);
    return take_record(c, base, REC_FRAME);
}

static value save_frames(core *c, const process *p)
{
    size_t base = c->scratch.len;
    for (size_t i = 0; i < p->frames.len; i++)
        put(c, save_frame(c, p, i));
    return take_list(c, base);
}

static value save_tasks(core *c, const process *p)
{
    size_t base = c->scratch.len;
    vec_each (t, &p->tasks) {
        const value record[3] = {value_int(&c->vals, t->kind),
                                 value_int(&c->vals, t->index),
                                 value_freeze(&c->vals, t->payload)};
        put(c, value_make(&c->vals, VK_RECORD, REC_TASK, record, 3));
    }
    return take_list(c, base);
}

static value save_inbox(core *c, const process *p)
{
    return p->inbox_is_out ? LOCAL_INBOX_OUT
                           : list_make(c, p->inbox.data, p->inbox.len);
}

/* The same; BEFORE is the local state that was loaded: often its inbox has stayed as it
 * was. */
static value save_inbox_over(core *c, const process *p, value before)
{
    value was = value_item(&c->vals, before, LOCAL_INBOX);
    if (p->inbox_is_out || p->inbox.len == 0)
        return save_inbox(c, p);
    value_view items = list_get(c, was);
    bool is_same =
        items.count == p->inbox.len &&
        memcmp(items.items, p->inbox.data, items.count * sizeof *items.items) == 0;
    return is_same ? was : save_inbox(c, p);
}

static value self_value(core *c, const process *p)
{
    return p->is_monitor ? value_int(&c->vals, p->machine) : value_machine_id(p->self);
}

value process_save(core *c, process *p)
{
    if (p->status == STATUS_HALTED)
        return process_halted(c, p->self);
    assert(p->fields.len == p->decl->field_count);
    size_t base = c->scratch.len;
    put(c, self_value(c, p));
    put(c, value_int(&c->vals, p->status));
    put(c, value_int(&c->vals, p->state));
    put(c, value_int(&c->vals, p->created));
    put(c, save_inbox(c, p));
    put(c, value_freeze(&c->vals, p->held));
    put(c, save_frames(c, p));
    put(c, save_tasks(c, p));
    vec_each (field, &p->fields)
        put(c, value_freeze(&c->vals, *field));
    return take_record(c, base, REC_LOCAL);
}

/* A node for the local state: that of the state before the step, if nobody else holds
 * it. */
static value room_for(core *c, value before, size_t count)
{
    bool is_free = value_heap_is_own(&c->vals, before) &&
                   value_node_at(&c->vals, before)->count == count;
    uint32_t tag = VK_RECORD | (uint32_t)REC_LOCAL << VALUE_AUX_SHIFT;
    return is_free
               ? before
               : value_heap_new(&c->vals, tag, (uint32_t)count, count * sizeof(value));
}

value process_save_over(core *c, process *p, value before)
{
    if (!c->vals.heap.is_on || p->status == STATUS_HALTED)
        return process_save(c, p);
    value head[LOCAL_FIELDS] = {0};
    head[LOCAL_SELF] = self_value(c, p);
    head[LOCAL_STATUS] = value_int(&c->vals, p->status);
    head[LOCAL_STATE] = value_int(&c->vals, p->state);
    head[LOCAL_CREATED] = value_int(&c->vals, p->created);
    head[LOCAL_INBOX] = save_inbox_over(c, p, before);
    head[LOCAL_PENDING] = p->held;
    head[LOCAL_FRAMES] = save_frames(c, p);
    head[LOCAL_TASKS] = save_tasks(c, p);
    value local = room_for(c, before, LOCAL_FIELDS + p->fields.len);
    value *items = value_heap_node(&c->vals, local)->items;
    memcpy(items, head, sizeof head);
    if (p->fields.len > 0)
        memcpy(items + LOCAL_FIELDS, p->fields.data, p->fields.len * sizeof *items);
    return local;
}

/* ---- Beginning and end ---- */

/* A process that has not begun. */
static value new_process(core *c, uint32_t machine, value self, value pending)
{
    assert(machine < c->ir->machine_count);
    const ir_machine *decl = &c->ir->machines[machine];
    value head[LOCAL_FIELDS] = {0};
    head[LOCAL_SELF] = self;
    head[LOCAL_STATUS] = value_int(&c->vals, STATUS_NEW);
    head[LOCAL_STATE] = value_int(&c->vals, decl->start);
    head[LOCAL_CREATED] = value_int(&c->vals, 0);
    head[LOCAL_PENDING] = pending;
    assert(decl->start < decl->state_count);
    size_t base = c->scratch.len;
    for (uint32_t i = 0; i < LOCAL_FIELDS; i++)
        put(c, head[i]);
    const value *fields = core_field_defaults(c, machine);
    for (uint32_t i = 0; i < decl->field_count; i++)
        put(c, fields[i]);
    return take_record(c, base, REC_LOCAL);
}

value process_new_machine(core *c, machine_id id, value payload)
{
    return new_process(c, naming_get(&c->vals.names, id)->decl, value_machine_id(id),
                       payload);
}

value process_new_monitor(core *c, uint32_t machine)
{
    return new_process(c, machine, value_int(&c->vals, machine), VALUE_NULL);
}

/* The rest of a halted machine's local state does not matter any more. */
value process_halted(core *c, machine_id id)
{
    value record[LOCAL_FIELDS] = {0};
    record[LOCAL_SELF] = value_machine_id(id);
    record[LOCAL_STATUS] = value_int(&c->vals, STATUS_HALTED);
    record[LOCAL_STATE] = record[LOCAL_CREATED] = value_int(&c->vals, 0);
    return value_make(&c->vals, VK_RECORD, REC_LOCAL, record, LOCAL_FIELDS);
}
