#include "analysis/pending_effect.h"

#include "analysis/flow.h"

static bool is_const_event(const ir_program *ir, ir_operand o)
{
    return IR_KIND(o) == IR_CONST && ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT;
}

static bool is_event(const ir_program *ir, ir_operand o, uint32_t event)
{
    return !is_const_event(ir, o) || ir->consts[IR_INDEX(o)].integer == (int64_t)event;
}

bool pending_effect_is_observed(const fn_effects_table *e, uint32_t function,
                                ir_operand event)
{
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!e->exists[i] || !bits_has(&e->runs[i], function))
            continue;
        for (uint32_t n = 0; n < ir->event_count; n++)
            if (e->t->observed[i][n] && is_event(ir, event, n))
                return true;
    }
    return false;
}

/* ---- Control flow from a send to the next stop ---- */

typedef struct walk {
    const fn_effects_table *e;
    const ir_program *ir;
    uint32_t *first_pcs; /* by function, in one numbering of all code */
    pc_list todo;
    bits visited;
    bool is_pending;
} walk;

static void add_start(walk *w, uint32_t function)
{
    assert(function == IR_NONE || function < w->ir->function_count);
    if (function == IR_NONE || w->ir->functions[function].code_count == 0)
        return;
    ir_pc pc = w->first_pcs[function];
    if (bits_add(&w->visited, pc))
        vec_push(&w->todo, pc);
}

/* The machine leaves a state, whichever it is in. */
static void add_exits(walk *w, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++)
        add_start(w, m->states[s].exit);
}

static void add_handlers(walk *w, const ir_machine *m, ir_operand event)
{
    add_exits(w, m);
    for (uint32_t s = 0; s < m->state_count; s++) {
        for (uint32_t a = 0; a < m->states[s].action_count; a++) {
            const ir_action *one = &m->states[s].actions[a];
            if (!is_event(w->ir, event, one->event))
                continue;
            add_start(w, one->function);
            if (one->kind == ACTION_GOTO)
                add_start(w, m->states[one->target].entry);
        }
    }
}

/* If FUNCTION runs during a state change, the rest of the state change follows. */
static void add_rest_of_transition(walk *w, uint32_t function)
{
    for (uint32_t d = 0; d < w->ir->plain_machine_count; d++) {
        const ir_machine *m = &w->ir->machines[d];
        bool is_between = false;
        for (uint32_t s = 0; s < m->state_count; s++) {
            is_between |= m->states[s].exit == function;
            for (uint32_t a = 0; a < m->states[s].action_count; a++)
                is_between |= m->states[s].actions[a].kind == ACTION_GOTO &&
                              m->states[s].actions[a].function == function;
        }
        for (uint32_t s = 0; s < m->state_count && is_between; s++) {
            add_start(w, m->states[s].entry);
            for (uint32_t a = 0; a < m->states[s].action_count; a++)
                if (m->states[s].actions[a].kind == ACTION_GOTO)
                    add_start(w, m->states[s].actions[a].function);
        }
    }
}

/* The pcs behind all calls of FUNCTION.  Where a machine runs it for itself, the step
 * ends. */
static void add_returns(walk *w, uint32_t function)
{
    for (uint32_t i = 0; i < w->ir->function_count; i++) {
        const ir_function *f = &w->ir->functions[i];
        for (uint32_t k = 0; k < f->code_count; k++) {
            uint32_t next = w->first_pcs[i] + k + 1;
            if (f->code[k].op == IR_CALL && f->code[k].a == function &&
                bits_add(&w->visited, next))
                vec_push(&w->todo, next);
        }
    }
    add_rest_of_transition(w, function);
}

static void add_jump(walk *w, uint32_t function, const ir_instr *i)
{
    const ir_program *ir = w->ir;
    for (uint32_t n = 0; n < ir->interface_count; n++) {
        if (!w->e->exists[n] || !bits_has(&w->e->runs[n], function))
            continue;
        const ir_machine *m = &ir->machines[w->e->t->bindings[n]->machine];
        if (i->op == IR_RAISE) {
            add_handlers(w, m, i->a);
        } else {
            add_exits(w, m);
            add_start(w, m->states[i->a].entry);
        }
    }
}

static void add_next(walk *w, uint32_t function, ir_pc pc)
{
    pc_list next = {0};
    bits visited = {0};
    flow_add_successors(&w->ir->functions[function], pc, &next, &visited);
    vec_each (one, &next) {
        uint32_t at = w->first_pcs[function] + *one;
        if (bits_add(&w->visited, at))
            vec_push(&w->todo, at);
    }
    vec_free(&next);
    bits_fini(&visited);
}

static void visit(walk *w, uint32_t function, ir_pc pc)
{
    const ir_instr *i = &w->ir->functions[function].code[pc];
    switch (i->op) {
    case IR_SEND:
        w->is_pending |= pending_effect_is_observed(w->e, function, i->b);
        return; /* else it has been sent by now */
    case IR_ASSUME:
        w->is_pending = true;
        return;
    case IR_NEW:
    case IR_RECEIVE:
    case IR_FAIL:
        return;
    case IR_RETURN:
        add_returns(w, function);
        return;
    case IR_RAISE:
    case IR_GOTO:
        add_jump(w, function, i);
        return;
    case IR_CALL: /* add_returns continues behind it */
        if (w->ir->functions[i->a].code_count > 0) {
            add_start(w, i->a);
            return;
        }
        break;
    case IR_ANNOUNCE:
        w->is_pending |= pending_effect_is_observed(w->e, function, i->a);
        break;
    }
    add_next(w, function, pc);
}

static uint32_t function_at(const walk *w, uint32_t number)
{
    uint32_t f = w->ir->function_count;
    while (w->first_pcs[f - 1] > number || w->ir->functions[f - 1].code_count == 0)
        f--;
    return f - 1;
}

bool pending_effect_is_possible(const fn_effects_table *e, uint32_t function, ir_pc pc)
{
    assert(pc < e->t->ir->functions[function].code_count);
    const ir_program *ir = e->t->ir;
    walk w = {.e = e, .ir = ir};
    w.first_pcs = mem_alloc(ir->function_count * sizeof *w.first_pcs);
    for (uint32_t i = 1; i < ir->function_count; i++)
        w.first_pcs[i] = w.first_pcs[i - 1] + ir->functions[i - 1].code_count;
    vec_push(&w.todo, w.first_pcs[function] + pc);
    while (w.todo.len > 0 && !w.is_pending) {
        uint32_t number = vec_pop(&w.todo);
        uint32_t at = function_at(&w, number);
        visit(&w, at, number - w.first_pcs[at]);
    }
    mem_free(w.first_pcs, ir->function_count * sizeof *w.first_pcs);
    vec_free(&w.todo);
    bits_fini(&w.visited);
    return w.is_pending;
}
