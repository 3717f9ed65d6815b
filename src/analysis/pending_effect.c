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

/* Is one of the events from FIRST up to END observed of a machine that runs FUNCTION?
 */
static bool is_some_observed(const fn_effects_table *e, uint32_t function,
                             uint32_t first, uint32_t end)
{
    vec_each (i, &e->of[function].runners)
        for (uint32_t n = first; n < end; n++)
            if (e->t->observed[*i][n])
                return true;
    return false;
}

static bool is_written(const ir_function *f, ir_operand o)
{
    for (uint32_t k = 0; k < f->code_count; k++) {
        flow_edge edge;
        if (flow_writes(&f->code[k]) && f->code[k].d == o)
            return true;
        for (uint32_t n = 0; flow_edge_at(f, k, n, &edge); n++)
            if (edge.writes == o)
                return true;
    }
    return false;
}

/* Is O a parameter that holds what callers give, and no machine runs FUNCTION for
 * itself? */
static bool is_given(const fn_effects_table *e, uint32_t function, ir_operand o)
{
    const ir_function *f = &e->t->ir->functions[function];
    return IR_KIND(o) == IR_LOCAL && IR_INDEX(o) < f->param_count &&
           !e->of[function].is_root && !is_written(f, o);
}

/* RUNNER runs the instruction, EVENT is an operand of FUNCTION.  LEFT bounds the number
 * of calls that are followed back: there may be many, and they may be recursive. */
static bool may_be_observed(const fn_effects_table *e, uint32_t runner,
                            uint32_t function, ir_operand event, uint32_t *left)
{
    const ir_program *ir = e->t->ir;
    if (is_const_event(ir, event)) {
        uint32_t n = (uint32_t)ir->consts[IR_INDEX(event)].integer;
        return is_some_observed(e, runner, n, n + 1);
    }
    if (*left == 0 || !is_given(e, function, event))
        return is_some_observed(e, runner, 0, ir->event_count);
    --*left;
    vec_each (call, &e->of[function].callers) {
        const ir_function *f = &ir->functions[call->function];
        assert(f->code[call->pc].op == IR_CALL);
        ir_operand given = f->args[f->code[call->pc].first + IR_INDEX(event)];
        if (may_be_observed(e, runner, call->function, given, left))
            return true;
    }
    return false;
}

bool pending_effect_is_observed(const fn_effects_table *e, uint32_t function,
                                ir_operand event)
{
    uint32_t left = 20;
    return may_be_observed(e, function, function, event, &left);
}

/* ---- Control flow from a send to the next stop ---- */

typedef struct walk {
    const fn_effects_table *e;
    const ir_program *ir;
    pc_list todo;
    bits visited;
    bits left;  /* machines whose state changes are followed */
    bits exits; /* machines whose exits are */
    bool is_pending;
} walk;

static void add_start(walk *w, uint32_t function)
{
    assert(function == IR_NONE || function < w->ir->function_count);
    if (function == IR_NONE || w->ir->functions[function].code_count == 0)
        return;
    ir_pc pc = w->e->first_pcs[function];
    if (bits_add(&w->visited, pc))
        vec_push(&w->todo, pc);
}

/* The machine leaves a state, whichever it is in. */
static void add_exits(walk *w, const ir_machine *m)
{
    if (!bits_add(&w->exits, (size_t)(m - w->ir->machines)))
        return;
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
    vec_each (d, &w->e->of[function].leaves) {
        const ir_machine *m = &w->ir->machines[*d];
        if (!bits_add(&w->left, *d))
            continue;
        for (uint32_t s = 0; s < m->state_count; s++) {
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
    vec_each (call, &w->e->of[function].callers) {
        uint32_t next = w->e->first_pcs[call->function] + call->pc + 1;
        if (bits_add(&w->visited, next))
            vec_push(&w->todo, next);
    }
    add_rest_of_transition(w, function);
}

static void add_jump(walk *w, uint32_t function, const ir_instr *i)
{
    vec_each (n, &w->e->of[function].runners) {
        const ir_machine *m = &w->ir->machines[w->e->t->bindings[*n]->machine];
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
        uint32_t at = w->e->first_pcs[function] + *one;
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

bool pending_effect_is_possible(const fn_effects_table *e, uint32_t function, ir_pc pc)
{
    assert(pc < e->t->ir->functions[function].code_count);
    walk w = {.e = e, .ir = e->t->ir};
    vec_push(&w.todo, e->first_pcs[function] + pc);
    while (w.todo.len > 0 && !w.is_pending && !test_context_is_over(e->t)) {
        uint32_t number = vec_pop(&w.todo);
        uint32_t at = fn_effects_function_at(e, number);
        visit(&w, at, number - e->first_pcs[at]);
    }
    vec_free(&w.todo);
    bits_fini(&w.visited);
    bits_fini(&w.left);
    bits_fini(&w.exits);
    return w.is_pending;
}
