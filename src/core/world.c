#include "core/world.h"

enum { BUDGET_BITS = 8 };

/* ---- Budgets ---- */

value world_budgets(core *c)
{
    int64_t all = 0;
    for (int i = 0; i < BUDGET_COUNT; i++)
        all |= (int64_t)c->options.budgets[i].left << i * BUDGET_BITS;
    return value_int(&c->vals, all);
}

uint32_t world_budget(const core *c, value budgets, int budget)
{
    int64_t all = value_to_int(&c->vals, budgets);
    assert(budget >= 0 && budget < BUDGET_COUNT);
    return (uint32_t)(all >> budget * BUDGET_BITS) & BUDGET_MAX;
}

value world_spend(core *c, value budgets, int budget)
{
    int64_t all = value_to_int(&c->vals, budgets);
    assert(world_budget(c, budgets, budget) > 0);
    return value_int(&c->vals, all - ((int64_t)1 << budget * BUDGET_BITS));
}

/* ---- Monitors ---- */

world_answer world_step(core *c, value *columns, uint32_t monitor, value observation,
                        world_notes *notes)
{
    assert(monitor < c->test->module->monitor_count);
    step_outcomes list = step_monitor(c, columns[1 + monitor], observation);
    if (list.count == 0)
        return WORLD_PRUNED;
    assert(list.count == 1); /* specs make no choices */
    const outcome *o = step_outcome(c, list, 0);
    if (o->cooled)
        vec_push(&notes->cooled, value_int(&c->vals, monitor));
    if (o->fault != 0) {
        notes->fault = o->fault;
        notes->monitor = monitor;
        return WORLD_FAILED;
    }
    columns[1 + monitor] = o->local;
    return WORLD_FINE;
}

world_answer world_observe(core *c, value *columns, uint32_t slot, value observation,
                           world_notes *notes)
{
    uint32_t event =
        value_to_event(value_item(&c->vals, observation, OBSERVATION_EVENT));
    uint32_t interface = naming_get(&c->vals.names, slot)->interface;
    world_answer answer = WORLD_FINE;
    uint32_t count = c->test->module->monitor_count;
    for (uint32_t i = 0; answer == WORLD_FINE && i < count; i++)
        if (core_watches(c, i, interface, event))
            answer = world_step(c, columns, i, observation, notes);
    return answer;
}

bool world_spec_is_hot(const core *c, const value *columns, uint32_t monitor)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    return m->kind == MACHINE_SPEC &&
           m->states[local_state(c, columns[1 + monitor])].temp == HOT;
}

/* ---- All columns as one LIST ---- */

static world_answer spend(core *c, value *columns, int budget)
{
    if (world_budget(c, columns[0], budget) == 0)
        return WORLD_PRUNED;
    columns[0] = world_spend(c, columns[0], budget);
    return WORLD_FINE;
}

static world_answer witness(core *c, value *columns, value what, world_notes *notes)
{
    value_view w = value_get(&c->vals, what);
    if (w.aux == REC_DEAD_END)
        return WORLD_PRUNED;
    uint32_t slot = value_to_slot(&c->vals, w.items[WITNESS_MACHINE]);
    value observation = w.items[WITNESS_OBSERVATION];
    return world_observe(c, columns, slot, observation, notes);
}

world_answer world_do(core *c, value world, value what, value *to, world_notes *notes)
{
    VEC(value) columns = {0};
    value_view w = list_get(c, world);
    assert(w.count == world_columns(c));
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&columns, w.items[i]);
    assert(columns.data != NULL);
    world_answer answer =
        what & VALUE_INT_BIT ? spend(c, columns.data, (int)value_to_int(&c->vals, what))
                             : witness(c, columns.data, what, notes);
    if (answer == WORLD_FINE)
        *to = list_make(c, columns.data, columns.len);
    vec_free(&columns);
    return answer;
}

bool world_is_hot(const core *c, value world)
{
    value_view w = list_get(c, world);
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (world_spec_is_hot(c, w.items, i))
            return true;
    return false;
}
