#include "core/env.h"

enum { BUDGET_BITS = 8 };

/* ---- Budgets ---- */

value env_budgets(core *c)
{
    int64_t all = 0;
    for (int i = 0; i < BUDGET_COUNT; i++)
        all |= (int64_t)c->options.budgets[i].left << i * BUDGET_BITS;
    return value_int(&c->vals, all);
}

uint32_t env_budget(const core *c, value budgets, int budget)
{
    int64_t all = value_to_int(&c->vals, budgets);
    assert(budget >= 0 && budget < BUDGET_COUNT);
    return (uint32_t)(all >> budget * BUDGET_BITS) & BUDGET_MAX;
}

value env_spend(core *c, value budgets, int budget)
{
    int64_t all = value_to_int(&c->vals, budgets);
    assert(env_budget(c, budgets, budget) > 0);
    return value_int(&c->vals, all - ((int64_t)1 << budget * BUDGET_BITS));
}

/* ---- Monitors ---- */

/* The wanted outcome; the first decision is the lowest digit of the fork's number. */
static uint32_t pick_outcome(const core *c, step_outcomes list, env_notes *notes)
{
    if (list.count == 1)
        return 0;
    assert(c->vals.open != NULL); /* else specs make no choices */
    (void)c;
    uint32_t way = notes->fork % list.count;
    notes->fork /= list.count;
    bool is_too_large = notes->forks > UINT32_MAX / list.count;
    notes->forks = is_too_large ? UINT32_MAX : notes->forks * list.count;
    return way;
}

/* False: what an outcome says of open ints contradicts what is known. */
static bool learn(core *c, value *columns, const outcome *o, env_notes *notes)
{
    if (o->learned == VALUE_NULL)
        return true;
    value known = value_item(&c->vals, o->learned, 0);
    notes->learned = list_join(c, notes->learned, value_item(&c->vals, o->learned, 1));
    return openint_assume(c, env_knowledge(c, columns), known);
}

env_answer env_step(core *c, value *columns, uint32_t monitor, value observation,
                    env_notes *notes)
{
    assert(monitor < c->test->module->monitor_count);
    step_outcomes list = step_monitor(c, columns[1 + monitor], observation);
    if (list.count == 0)
        return ENV_PRUNED;
    uint32_t way = pick_outcome(c, list, notes);
    const outcome *o = step_outcome(c, list, way);
    notes->is_void = !learn(c, columns, o, notes);
    if (notes->is_void)
        return ENV_PRUNED;
    step_cover(c, list, way);
    if (o->is_stuck)
        return ENV_PRUNED;
    if (o->cooled)
        vec_push(&notes->cooled, value_int(&c->vals, monitor));
    if (o->fault != 0) {
        notes->fault = o->fault;
        notes->monitor = monitor;
        return ENV_FAILED;
    }
    columns[1 + monitor] = o->local;
    return ENV_FINE;
}

env_answer env_observe(core *c, value *columns, machine_id id, value observation,
                       env_notes *notes)
{
    uint32_t event =
        value_to_event(value_item(&c->vals, observation, OBSERVATION_EVENT));
    uint32_t interface = naming_get(&c->vals.names, id)->interface;
    env_answer answer = ENV_FINE;
    uint32_t count = c->test->module->monitor_count;
    for (uint32_t i = 0; answer == ENV_FINE && i < count; i++)
        if (core_watches(c, i, interface, event))
            answer = env_step(c, columns, i, observation, notes);
    return answer;
}

bool env_spec_is_hot(const core *c, const value *columns, uint32_t monitor)
{
    const ir_machine *m = &c->ir->machines[c->test->module->monitors[monitor].machine];
    return m->kind == MACHINE_SPEC &&
           m->states[local_state(c, columns[1 + monitor])].temp == HOT;
}

/* ---- All columns as one LIST ---- */

value env_of_row(core *c, const value *row, size_t count)
{
    uint32_t columns = env_columns(c);
    if (c->vals.open == NULL)
        return list_make(c, row, columns);
    VEC(value) items = {0};
    for (uint32_t i = 0; i < columns; i++)
        vec_push(&items, row[i]);
    VEC(value) machines = {0};
    for (size_t i = columns; i < count; i += 2)
        if (row[i] != VALUE_NULL)
            vec_push(&machines, value_machine_id((machine_id)((i - columns) / 2)));
    value list = list_make(c, machines.data, machines.len);
    vec_push(&items, list);
    value all = list_make(c, items.data, items.len);
    vec_free(&machines);
    vec_free(&items);
    return all;
}

static env_answer spend(core *c, value *columns, int budget)
{
    if (env_budget(c, columns[0], budget) == 0)
        return ENV_PRUNED;
    columns[0] = env_spend(c, columns[0], budget);
    return ENV_FINE;
}

static env_answer witness(core *c, value *columns, value what, env_notes *notes)
{
    value_view w = value_get(&c->vals, what);
    if (w.aux == REC_DEAD_END)
        return ENV_PRUNED;
    machine_id id = value_to_machine_id(&c->vals, w.items[WITNESS_MACHINE]);
    value observation = w.items[WITNESS_OBSERVATION];
    return env_observe(c, columns, id, observation, notes);
}

env_answer env_respond(core *c, value env, value what, value *to, env_notes *notes)
{
    VEC(value) columns = {0};
    value_view w = list_get(c, env);
    assert(w.count == env_items(c));
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&columns, w.items[i]);
    assert(columns.data != NULL);
    env_answer answer = what & VALUE_INT_BIT
                            ? spend(c, columns.data, (int)value_to_int(&c->vals, what))
                            : witness(c, columns.data, what, notes);
    if (answer == ENV_FINE)
        *to = list_make(c, columns.data, columns.len);
    vec_free(&columns);
    return answer;
}

bool env_is_hot(const core *c, value env)
{
    value_view w = list_get(c, env);
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        if (env_spec_is_hot(c, w.items, i))
            return true;
    return false;
}
