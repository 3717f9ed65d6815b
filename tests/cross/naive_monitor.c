#include "naive_run.h"

static const ir_machine *declaration(const step *t, uint32_t index)
{
    return &t->s->ir->machines[t->s->test->module->monitors[index].machine];
}

/* Runs a function of a monitor until it ends or jumps. */
static outcome run_function(step *t, uint32_t index, uint32_t function,
                            const val *payload, jump *j)
{
    if (function == IR_NONE)
        return OUT_RETURNED;
    actor a = {.decl = declaration(t, index), .fields = t->s->monitors[index].fields};
    frame_stack frames = {0};
    outcome out = run_begin(t, &frames, function, payload)
                      ? run_execute(t, &a, &frames, j)
                      : OUT_FAULT;
    vec_free(&frames);
    return out;
}

static void enter(step *t, uint32_t index, uint32_t state)
{
    t->s->monitors[index].state = state;
    if (declaration(t, index)->states[state].temp == COLD)
        t->was_cold[index] = true;
}

/* Exit and `with` functions never jump. */
static outcome go(step *t, uint32_t index, uint32_t state, uint32_t with,
                  const val *payload, jump *j)
{
    const ir_machine *decl = declaration(t, index);
    uint32_t from = t->s->monitors[index].state;
    outcome out = run_function(t, index, decl->states[from].exit, val_null(), j);
    if (out == OUT_RETURNED)
        out = run_function(t, index, with, payload, j);
    if (out != OUT_RETURNED)
        return out;
    enter(t, index, state);
    return run_function(t, index, decl->states[state].entry, payload, j);
}

static outcome handle(step *t, uint32_t index, uint32_t event, const val *payload,
                      jump *j)
{
    const ir_machine *decl = declaration(t, index);
    const ir_state *state = &decl->states[t->s->monitors[index].state];
    const ir_action *a = run_action(decl, t->s->monitors[index].state, event);
    if (a == NULL)
        return run_fail(t, FAULT_MONITOR_UNHANDLED, state->pos);
    if (a->kind == ACTION_DO)
        return run_function(t, index, a->function, payload, j);
    if (a->kind == ACTION_GOTO)
        return go(t, index, a->target, a->function, payload, j);
    return OUT_RETURNED;
}

/* What a jump leads to, and what that leads to; false: a fault. */
static bool settle(step *t, uint32_t index, outcome out, jump j)
{
    while (out == OUT_RAISED || out == OUT_GOTO) {
        jump next = {0};
        out = out == OUT_RAISED ? handle(t, index, j.index, j.payload, &next)
                                : go(t, index, j.index, IR_NONE, j.payload, &next);
        j = next;
    }
    return out == OUT_RETURNED;
}

static bool watches(const ir_monitor *o, uint32_t interface)
{
    for (uint32_t i = 0; i < o->watch_count; i++)
        if (o->watches[i] == interface)
            return true;
    return false;
}

bool monitor_is_watched(const step *t, const machine_state *m, uint32_t event)
{
    const ir_module *module_ = t->s->test->module;
    for (uint32_t i = 0; i < module_->monitor_count; i++)
        if (watches(&module_->monitors[i], m->interface) &&
            evset_has(&t->s->ir->source->evsets, declaration(t, i)->observes, event))
            return true;
    return false;
}

bool monitor_observe(step *t, const machine_state *m, uint32_t event,
                     const val *payload)
{
    const ir_module *module_ = t->s->test->module;
    const evsets *sets = &t->s->ir->source->evsets;
    for (uint32_t i = 0; i < module_->monitor_count; i++) {
        if (!watches(&module_->monitors[i], m->interface) ||
            !evset_has(sets, declaration(t, i)->observes, event))
            continue;
        jump j = {event, payload};
        if (!settle(t, i, OUT_RAISED, j))
            return false;
    }
    return true;
}

bool monitor_start_all(step *t)
{
    uint32_t count = t->s->test->module->monitor_count;
    arena *memory = t->s->memory;
    t->s->monitors = ARENA_ARRAY(memory, monitor_state, count);
    for (uint32_t i = 0; i < count; i++) {
        const ir_machine *decl = declaration(t, i);
        monitor_state *m = &t->s->monitors[i];
        m->fields = ARENA_ARRAY(memory, const val *, decl->field_count);
        for (uint32_t k = 0; k < decl->field_count; k++)
            m->fields[k] = val_default(memory, t->s->ir->source, decl->fields[k].type);
        enter(t, i, decl->start);
    }
    for (uint32_t i = 0; i < count; i++) {
        jump j = {0};
        const ir_machine *decl = declaration(t, i);
        outcome out =
            run_function(t, i, decl->states[decl->start].entry, val_null(), &j);
        if (!settle(t, i, out, j))
            return false;
    }
    return true;
}
