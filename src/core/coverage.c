#include "core/coverage.h"

#include "core/core.h"

#include <string.h>

/* ---- The tables ---- */

static void count_handlers(coverage *v)
{
    const ir_program *ir = v->ir;
    for (uint32_t m = 0; m < ir->machine_count; m++)
        v->state_count += ir->machines[m].state_count;
    v->first_state = mem_alloc((ir->machine_count + 1) * sizeof *v->first_state);
    v->first_handler = mem_alloc((v->state_count + 1) * sizeof *v->first_handler);
    uint32_t at = 0;
    for (uint32_t m = 0; m < ir->machine_count; m++) {
        v->first_state[m] = at;
        for (uint32_t s = 0; s < ir->machines[m].state_count; s++) {
            v->first_handler[at++] = v->handler_count;
            v->handler_count +=
                HANDLER_ACTIONS + ir->machines[m].states[s].action_count;
        }
    }
}

static uint8_t *part(coverage *v, size_t count)
{
    uint8_t *first = v->marks + v->mark_count;
    v->mark_count += count;
    return first;
}

static void lay_out(coverage *v)
{
    const ir_program *ir = v->ir;
    v->mark_count = 0;
    v->machines = part(v, ir->machine_count);
    v->states = part(v, v->state_count);
    v->handlers = part(v, v->handler_count);
    v->events = part(v, ir->event_count);
    for (uint32_t f = 0; f < ir->function_count; f++)
        v->code[f] = part(v, ir->functions[f].code_count);
}

coverage *coverage_new(const ir_program *ir)
{
    coverage *v = mem_alloc(sizeof *v);
    v->ir = ir;
    v->machine_count = ir->machine_count;
    v->function_count = ir->function_count;
    count_handlers(v);
    v->code = mem_alloc((ir->function_count + 1) * sizeof *v->code);
    size_t size =
        (size_t)ir->machine_count + v->state_count + v->handler_count + ir->event_count;
    for (uint32_t f = 0; f < ir->function_count; f++)
        size += ir->functions[f].code_count;
    v->marks = mem_alloc(size + COVERAGE_PADDING);
    lay_out(v);
    assert(v->mark_count == size);
    v->costs = mem_alloc((v->handler_count + 1) * sizeof *v->costs);
    v->last_step = mem_alloc((v->handler_count + 1) * sizeof *v->last_step);
    return v;
}

void coverage_free(coverage *v)
{
    if (v == NULL)
        return;
    mem_free(v->first_state, (v->machine_count + 1) * sizeof *v->first_state);
    mem_free(v->first_handler, (v->state_count + 1) * sizeof *v->first_handler);
    mem_free(v->code, (v->function_count + 1) * sizeof *v->code);
    mem_free(v->marks, v->mark_count + COVERAGE_PADDING);
    mem_free(v->costs, (v->handler_count + 1) * sizeof *v->costs);
    mem_free(v->last_step, (v->handler_count + 1) * sizeof *v->last_step);
    idmap_fini(&v->known);
    mem_free(v, sizeof *v);
}

/* ---- Adding and saving ---- */

void coverage_clear(coverage *v)
{
    v->clears++;
    memset(v->marks, 0, v->mark_count);
    memset(v->costs, 0, v->handler_count * sizeof *v->costs);
}

static void add(coverage *to, const uint8_t *marks, const coverage_cost *costs)
{
    for (size_t i = 0; i < to->mark_count; i++)
        to->marks[i] |= marks[i];
    for (uint32_t i = 0; i < to->handler_count; i++) {
        to->costs[i].steps += costs[i].steps;
        to->costs[i].instructions += costs[i].instructions;
    }
}

void coverage_add(coverage *to, const coverage *from)
{
    assert(to->ir == from->ir);
    add(to, from->marks, from->costs);
}

void coverage_write(const coverage *v, strbuf *out)
{
    strbuf_add(out, (const char *)v->marks, v->mark_count);
    strbuf_add(out, (const char *)v->costs, v->handler_count * sizeof *v->costs);
}

bool coverage_read(coverage *v, const char *bytes, size_t len)
{
    size_t size = v->handler_count * sizeof *v->costs;
    if (len != v->mark_count + size)
        return false;
    coverage_cost *costs = mem_alloc(size + 1); /* aligned */
    memcpy(costs, bytes + v->mark_count, size);
    add(v, (const uint8_t *)bytes, costs);
    mem_free(costs, size + 1);
    return true;
}

/* ---- The hottest handler ---- */

static void put_handler(const ir_program *ir, const ir_state *s, uint32_t which,
                        strbuf *out)
{
    if (which == HANDLER_ENTRY || which == HANDLER_EXIT)
        strbuf_puts(out, which == HANDLER_ENTRY ? " entry" : " exit");
    else
        strbuf_printf(out, " on %s",
                      ir->events[s->actions[which - HANDLER_ACTIONS].event].name);
}

static void put_name(const coverage *v, uint32_t handler, strbuf *out)
{
    uint32_t at = v->state_count - 1;
    while (v->first_handler[at] > handler)
        at--;
    uint32_t machine = v->machine_count - 1;
    while (v->first_state[machine] > at)
        machine--;
    const ir_machine *m = &v->ir->machines[machine];
    const ir_state *s = &m->states[at - v->first_state[machine]];
    strbuf_printf(out, "%s.%s", m->name, s->name);
    put_handler(v->ir, s, handler - v->first_handler[at], out);
}

bool coverage_hottest(const coverage *v, strbuf *name, double *share)
{
    uint64_t all = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < v->handler_count; i++) {
        all += v->costs[i].instructions;
        if (v->costs[i].instructions > v->costs[most].instructions)
            most = i;
    }
    if (all == 0)
        return false;
    put_name(v, most, name);
    *share = (double)v->costs[most].instructions / (double)all;
    return true;
}

uint8_t coverage_find_cut(const coverage *v, uint32_t *function, uint32_t *pc)
{
    for (*function = 0; *function < v->function_count; ++*function)
        for (*pc = 0; *pc < v->ir->functions[*function].code_count; ++*pc)
            if ((v->code[*function][*pc] & COVER_CUT) != 0)
                return v->code[*function][*pc] & COVER_CUT;
    return 0;
}

bool coverage_has_failed_assumption(const coverage *v)
{
    for (uint32_t f = 0; f < v->function_count; f++)
        for (uint32_t pc = 0; pc < v->ir->functions[f].code_count; pc++)
            if (v->ir->functions[f].code[pc].op == IR_ASSUME &&
                (v->code[f][pc] & COVER_FALSE) != 0)
                return true;
    return false;
}

static bool is_choose(uint8_t op)
{
    return op == IR_CHOOSE_INT || op == IR_CHOOSE_SEQ || op == IR_CHOOSE_SET ||
           op == IR_CHOOSE_MAP;
}

uint64_t coverage_count_narrowed(const coverage *v)
{
    uint64_t count = 0;
    for (uint32_t f = 0; f < v->function_count; f++)
        for (uint32_t pc = 0; pc < v->ir->functions[f].code_count; pc++)
            count += is_choose(v->ir->functions[f].code[pc].op) &&
                     (v->code[f][pc] & COVER_NARROWED) != 0;
    return count;
}

/* ---- Recording ---- */

void coverage_begin_step(coverage *v, uint64_t key)
{
    v->step++;
    v->is_known = v->known.len > 0 && idmap_get(&v->known, key) != NULL;
}

static void charge(coverage *v, uint32_t handler, uint32_t steps, uint64_t instructions)
{
    const coverage_charge one = {handler, steps, instructions};
    if (v->is_known)
        return;
    coverage_repeat(v, &one, 1);
    if (v->charges != NULL)
        vec_push(v->charges, one);
}

void coverage_repeat(coverage *v, const coverage_charge *charges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        v->costs[charges[i].handler].steps += charges[i].steps;
        v->costs[charges[i].handler].instructions += charges[i].instructions;
    }
}

static void count_step(coverage *v, uint32_t handler)
{
    if (v->last_step[handler] == v->step)
        return;
    v->last_step[handler] = v->step;
    charge(v, handler, 1, 0);
}

void coverage_use(coverage *v, uint32_t machine, uint32_t state, uint32_t which)
{
    const ir_state *s = &v->ir->machines[machine].states[state];
    if ((which == HANDLER_ENTRY && s->entry == IR_NONE) ||
        (which == HANDLER_EXIT && s->exit == IR_NONE))
        return;
    uint32_t handler = coverage_handler(v, machine, state, which);
    v->handlers[handler] = 1;
    count_step(v, handler);
}

void coverage_begin(coverage *v, uint32_t machine, uint32_t state)
{
    v->machines[machine] |= COVER_BEGUN;
    v->states[coverage_state(v, machine, state)] = 1;
    coverage_use(v, machine, state, HANDLER_ENTRY);
}

void coverage_enter(coverage *v, uint32_t machine, uint32_t state)
{
    if (v->ir->machines[machine].states[state].temp == COLD)
        v->machines[machine] |= COVER_COOLED;
    v->states[coverage_state(v, machine, state)] = 1;
    coverage_use(v, machine, state, HANDLER_ENTRY);
}

void coverage_act(coverage *v, uint32_t machine, uint32_t state, const ir_action *a)
{
    const ir_state *s = &v->ir->machines[machine].states[state];
    uint32_t which = HANDLER_ACTIONS + (uint32_t)(a - s->actions);
    if (a->kind == ACTION_DEFER || a->kind == ACTION_IGNORE)
        v->handlers[coverage_handler(v, machine, state, which)] = 1;
    else
        coverage_use(v, machine, state, which);
    if (a->kind != ACTION_DEFER)
        v->events[a->event] |= COVER_HANDLED;
}

/* Finds the handler that FUNCTION runs for.  If a function serves several handlers of a
 * state, that is not known any more once the machine has paused: it is then the
 * first. */
static uint32_t handler_of(const ir_machine *m, uint32_t state, uint32_t function,
                           uint32_t event)
{
    const ir_state *s = &m->states[state];
    const ir_action *a = event != FAULT_NOWHERE ? core_action(m, state, event) : NULL;
    if (a != NULL && a->function == function)
        return HANDLER_ACTIONS + (uint32_t)(a - s->actions);
    if (s->entry == function)
        return HANDLER_ENTRY;
    if (s->exit == function)
        return HANDLER_EXIT;
    for (uint32_t i = 0; i < s->action_count; i++)
        if (s->actions[i].function == function)
            return HANDLER_ACTIONS + i;
    return IR_NONE;
}

void coverage_ran(coverage *v, uint32_t machine, uint32_t state, uint32_t function,
                  uint32_t event, uint64_t instructions)
{
    uint32_t which = handler_of(&v->ir->machines[machine], state, function, event);
    if (which == IR_NONE)
        return;
    uint32_t handler = coverage_handler(v, machine, state, which);
    count_step(v, handler);
    charge(v, handler, 0, instructions);
}
