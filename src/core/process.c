#include "core/process.h"

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
        value_view parts = value_get(&c->vals, frames.items[i]);
        frame f = {.function = number(c, parts.items[0]),
                   .pc = number(c, parts.items[1]),
                   .base = (uint32_t)p->slots.len};
        for (uint32_t k = 2; k < parts.count; k++)
            vec_push(&p->slots, parts.items[k]);
        vec_push(&p->frames, f);
    }
}

static void load_tasks(const core *c, process *p, value list)
{
    value_view tasks = list_get(c, list);
    for (uint32_t i = 0; i < tasks.count; i++) {
        value_view parts = value_get(&c->vals, tasks.items[i]);
        task t = {(task_kind)number(c, parts.items[0]), number(c, parts.items[1]),
                  parts.items[2]};
        vec_push(&p->tasks, t);
    }
}

static void load_inbox(const core *c, process *p, value list)
{
    value_view inbox = list_get(c, list);
    for (uint32_t i = 0; i < inbox.count; i++)
        vec_push(&p->inbox, inbox.items[i]);
}

void process_load(const core *c, process *p, value local)
{
    value_view parts = value_get(&c->vals, local);
    assert(parts.aux == REC_LOCAL);
    assert(parts.count >= LOCAL_FIELDS);
    value self = parts.items[LOCAL_SELF];
    p->is_monitor = value_kind_of(&c->vals, self) == VK_INT;
    p->self = p->is_monitor ? MACHINE_NONE : value_to_machine_id(&c->vals, self);
    p->machine = local_machine(c, local);
    p->decl = &c->ir->machines[p->machine];
    p->status = (process_status)number(c, parts.items[LOCAL_STATUS]);
    p->state = number(c, parts.items[LOCAL_STATE]);
    p->created = number(c, parts.items[LOCAL_CREATED]);
    p->held = parts.items[LOCAL_PENDING];
    vec_clear(&p->inbox);
    vec_clear(&p->frames);
    vec_clear(&p->slots);
    vec_clear(&p->tasks);
    vec_clear(&p->fields);
    p->inbox_is_out = parts.items[LOCAL_INBOX] == LOCAL_INBOX_OUT;
    if (!p->inbox_is_out)
        load_inbox(c, p, parts.items[LOCAL_INBOX]);
    load_frames(c, p, parts.items[LOCAL_FRAMES]);
    load_tasks(c, p, parts.items[LOCAL_TASKS]);
    for (uint32_t i = LOCAL_FIELDS; i < parts.count; i++)
        vec_push(&p->fields, parts.items[i]);
}

/* ---- Saving ---- */

typedef VEC(value) value_list;

static value save_list(core *c, value_list *items)
{
    value list = list_make(c, items->data, items->len);
    vec_free(items);
    return list;
}

static const live_slots *live_of(core *c, uint32_t function)
{
    if (c->live[function] == NULL)
        c->live[function] = live_new(&c->memory, &c->ir->functions[function]);
    return c->live[function];
}

/* All but the innermost frame wait for a call to return. */
static value save_frame(core *c, const process *p, const frame *f, bool is_innermost)
{
    assert(f->function < c->ir->function_count);
    uint32_t count = c->ir->functions[f->function].slot_count;
    assert(f->base + count <= p->slots.len);
    const live_slots *slots = live_of(c, f->function);
    value_list parts = {0};
    vec_push(&parts, value_int(&c->vals, f->function));
    vec_push(&parts, value_int(&c->vals, f->pc));
    for (uint32_t i = 0; i < count; i++) {
        bool live = is_innermost ? live_before(slots, f->pc, i)
                                 : live_behind_call(slots, f->pc, i);
        vec_push(&parts, live ? value_freeze(&c->vals, p->slots.data[f->base + i])
                              : VALUE_NULL);
    }
    value x = value_make(&c->vals, VK_RECORD, REC_FRAME, parts.data, parts.len);
    vec_free(&parts);
    return x;
}

static value save_frames(core *c, const process *p)
{
    value_list frames = {0};
    for (size_t i = 0; i < p->frames.len; i++)
        vec_push(&frames, save_frame(c, p, &p->frames.data[i], i + 1 == p->frames.len));
    return save_list(c, &frames);
}

static value save_tasks(core *c, const process *p)
{
    value_list tasks = {0};
    vec_each (t, &p->tasks) {
        const value parts[3] = {value_int(&c->vals, t->kind),
                                value_int(&c->vals, t->index),
                                value_freeze(&c->vals, t->payload)};
        vec_push(&tasks, value_make(&c->vals, VK_RECORD, REC_TASK, parts, 3));
    }
    return save_list(c, &tasks);
}

static value save_inbox(core *c, const process *p)
{
    return p->inbox_is_out ? LOCAL_INBOX_OUT
                           : list_make(c, p->inbox.data, p->inbox.len);
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
    value_list parts = {0};
    vec_push(&parts, self_value(c, p));
    vec_push(&parts, value_int(&c->vals, p->status));
    vec_push(&parts, value_int(&c->vals, p->state));
    vec_push(&parts, value_int(&c->vals, p->created));
    vec_push(&parts, save_inbox(c, p));
    vec_push(&parts, value_freeze(&c->vals, p->held));
    vec_push(&parts, save_frames(c, p));
    vec_push(&parts, save_tasks(c, p));
    vec_each (field, &p->fields)
        vec_push(&parts, value_freeze(&c->vals, *field));
    value local = value_make(&c->vals, VK_RECORD, REC_LOCAL, parts.data, parts.len);
    vec_free(&parts);
    return local;
}

/* ---- Beginning and end ---- */

static value new_process(core *c, process *p)
{
    assert(p->machine < c->ir->machine_count);
    p->decl = &c->ir->machines[p->machine];
    p->state = p->decl->start;
    assert(p->state < p->decl->state_count);
    assert(p->frames.len == 0);
    for (uint32_t i = 0; i < p->decl->field_count; i++)
        vec_push(&p->fields, core_default(c, p->decl->fields[i].type));
    value local = process_save(c, p);
    process_free(p);
    return local;
}

value process_new_machine(core *c, machine_id id, value payload)
{
    process p = {.self = id, .status = STATUS_NEW, .held = payload};
    p.machine = naming_get(&c->vals.names, id)->decl;
    return new_process(c, &p);
}

value process_new_monitor(core *c, uint32_t machine)
{
    process p = {.is_monitor = true,
                 .self = MACHINE_NONE,
                 .machine = machine,
                 .status = STATUS_NEW};
    return new_process(c, &p);
}

/* Nothing of a halted machine matters any more. */
value process_halted(core *c, machine_id id)
{
    value parts[LOCAL_FIELDS] = {0};
    parts[LOCAL_SELF] = value_machine_id(id);
    parts[LOCAL_STATUS] = value_int(&c->vals, STATUS_HALTED);
    parts[LOCAL_STATE] = parts[LOCAL_CREATED] = value_int(&c->vals, 0);
    return value_make(&c->vals, VK_RECORD, REC_LOCAL, parts, LOCAL_FIELDS);
}
