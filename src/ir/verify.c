/* Checks the invariants of ir.h one by one, so that a mistake in lowering stops the
 * process here and not in an engine. */
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK_IR(condition)            \
    do {                               \
        if (!(condition))              \
            broken(f, at, #condition); \
    } while (0)

static void broken(const ir_function *f, ir_pc at, const char *what)
{
    fprintf(stderr, "synod: internal fault: IR of '%s' at %u: %s\n", f->name, at, what);
    abort();
}

static uint32_t field_count(const ir_program *ir, const ir_function *f)
{
    return f->machine == IR_NONE ? 0 : ir->machines[f->machine].field_count;
}

static void check_operand(const ir_program *ir, const ir_function *f, ir_pc at,
                          ir_operand o)
{
    uint32_t index = IR_INDEX(o);
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        CHECK_IR(index < f->slot_count);
        break;
    case IR_FIELD_OF_MACHINE:
        CHECK_IR(index < field_count(ir, f));
        break;
    case IR_PARAM:
        CHECK_IR(index < ir->param_count);
        break;
    case IR_CONST:
        CHECK_IR(index < ir->const_count);
        break;
    }
}

static void check_part(const ir_program *ir, const ir_function *f, ir_pc at, char kind,
                       uint32_t value)
{
    switch (kind) {
    case 'd':
        CHECK_IR(IR_KIND(value) == IR_LOCAL || IR_KIND(value) == IR_FIELD_OF_MACHINE);
        check_operand(ir, f, at, value);
        break;
    case 'o':
        check_operand(ir, f, at, value);
        break;
    case 't':
        CHECK_IR(value < ir->source->types.infos.len);
        break;
    case 'f':
        CHECK_IR(value < ir->function_count);
        break;
    case 'n':
        CHECK_IR(value < ir->interface_count);
        break;
    case 'm':
        CHECK_IR(value < ir->machine_count);
        break;
    case 'e':
        CHECK_IR(value < ir->event_count);
        break;
    case 'p':
        CHECK_IR(value <= f->code_count);
        break;
    case 'x':
        CHECK_IR(value < ir->const_count && ir->consts[value].kind == IR_CONST_TEXT);
        break;
    default: /* numbers and states have no range of their own */
        break;
    }
}

static bool lands_on(const ir_function *f, ir_pc at, ir_op op)
{
    return at < f->code_count && f->code[at].op == op;
}

/* The instruction before AT must be one of two. */
static bool lands_after(const ir_function *f, ir_pc at, ir_op op, ir_op other)
{
    return at > 0 && (lands_on(f, at - 1, op) || lands_on(f, at - 1, other));
}

static void check_cases(const ir_program *ir, const ir_function *f, ir_pc at)
{
    const ir_instr *i = &f->code[at];
    CHECK_IR(i->count > 0 && i->count <= f->case_count);
    CHECK_IR(i->first <= f->case_count - i->count);
    for (uint32_t k = i->first; k < i->first + i->count; k++) {
        const ir_case *c = &f->cases[k];
        CHECK_IR(lands_on(f, c->start, IR_CASE));
        CHECK_IR(f->code[c->start].first == k);
        CHECK_IR(c->slot == IR_NONE || c->slot < f->slot_count);
        for (uint32_t e = 0; e < c->event_count; e++)
            CHECK_IR(c->events[e] < ir->event_count);
    }
}

/* The target of a jump must be at, or behind, the matching instruction. */
static void check_landing(const ir_program *ir, const ir_function *f, ir_pc at)
{
    const ir_instr *i = &f->code[at];
    switch ((int)i->op) {
    case IR_IF:
    case IR_IF_NOT:
        CHECK_IR(i->b > at && lands_after(f, i->b, IR_ELSE, IR_END));
        break;
    case IR_ELSE:
        CHECK_IR(i->a > at && lands_on(f, i->a, IR_END));
        break;
    case IR_LOOP:
        CHECK_IR(i->a > at && lands_after(f, i->a, IR_REPEAT, IR_REPEAT));
        CHECK_IR(f->code[i->a - 1].a == at);
        break;
    case IR_FOREACH:
        CHECK_IR(i->c > at && lands_after(f, i->c, IR_REPEAT, IR_REPEAT));
        CHECK_IR(f->code[i->c - 1].a == at);
        break;
    case IR_BREAK:
        CHECK_IR(i->a > at && lands_after(f, i->a, IR_REPEAT, IR_REPEAT));
        break;
    case IR_CONTINUE:
    case IR_REPEAT:
        CHECK_IR(i->a < at);
        CHECK_IR(lands_on(f, i->a, IR_LOOP) || lands_on(f, i->a, IR_FOREACH));
        break;
    case IR_RECEIVE:
        CHECK_IR(i->a > at && lands_after(f, i->a, IR_DONE, IR_DONE));
        check_cases(ir, f, at);
        break;
    case IR_DONE:
        CHECK_IR(i->a > at);
        break;
    case IR_PROOF:
        CHECK_IR(i->a > at && lands_after(f, i->a, IR_INVARIANT, IR_INVARIANT));
        break;
    case IR_FORALL:
    case IR_EXISTS:
    case IR_FORALL_NEW:
    case IR_EXISTS_NEW:
        CHECK_IR(i->a > at && lands_after(f, i->a, IR_RESULT, IR_RESULT));
        break;
    case IR_FIELD:
    case IR_WITH_FIELD:
        CHECK_IR(i->first < ir->source->types.infos.len);
        break;
    case IR_GOTO:
        CHECK_IR(f->machine != IR_NONE);
        CHECK_IR(i->a < ir->machines[f->machine].state_count);
        break;
    case IR_IS_STATE:
        CHECK_IR(i->c < ir->machines[i->b].state_count);
        break;
    case IR_MACHINE_FIELD:
        CHECK_IR(i->c < ir->machines[i->b].field_count);
        break;
    case IR_SPEC_FIELD:
        CHECK_IR(i->b < ir->machines[i->a].field_count);
        break;
    default:
        break;
    }
}

static void check_args(const ir_program *ir, const ir_function *f, ir_pc at)
{
    const ir_instr *i = &f->code[at];
    CHECK_IR(i->count <= f->arg_count && i->first <= f->arg_count - i->count);
    for (uint32_t k = 0; k < i->count; k++)
        check_operand(ir, f, at, f->args[i->first + k]);
    if (i->op == IR_CALL)
        CHECK_IR(i->count == ir->functions[i->a].param_count);
}

static void check_function(const ir_program *ir, const ir_function *f)
{
    for (ir_pc at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        CHECK_IR(i->op < IR_OP_COUNT);
        const char *shape = ir_op_shape(i->op);
        const uint32_t parts[4] = {i->d, i->a, i->b, i->c};
        for (int k = 0; k < 4; k++)
            check_part(ir, f, at, shape[k], parts[k]);
        if (shape[4] == '*')
            check_args(ir, f, at);
        check_landing(ir, f, at);
    }
    ir_pc at = f->code_count;
    bool has_code = f->kind == IR_FUN_NAMED || f->kind == IR_FUN_HANDLER ||
                    f->kind == IR_FUN_FORMULA;
    CHECK_IR(!has_code || (at > 0 && f->code[at - 1].op == IR_RETURN));
    CHECK_IR(f->param_count <= f->slot_count);
    CHECK_IR(f->machine == IR_NONE || f->machine < ir->machine_count);
    CHECK_IR(f->result < ir->source->types.infos.len);
    for (uint32_t i = 0; i < f->slot_count; i++)
        CHECK_IR(f->slots[i].type < ir->source->types.infos.len);
    for (uint32_t i = 0; i < f->require_count; i++)
        CHECK_IR(f->requires[i] < ir -> function_count);
    for (uint32_t i = 0; i < f->ensure_count; i++)
        CHECK_IR(f->ensures[i] < ir->function_count);
}

/* ---- Outside functions ---- */

static bool is_function_or_none(const ir_program *ir, uint32_t index)
{
    return index == IR_NONE || index < ir->function_count;
}

static void check_machine(const ir_program *ir, const ir_machine *m)
{
    assert(m->start < m->state_count);
    for (uint32_t i = 0; i < m->create_count; i++)
        assert(m->creates[i] < ir->interface_count);
    for (uint32_t i = 0; i < m->state_count; i++) {
        const ir_state *s = &m->states[i];
        assert(is_function_or_none(ir, s->entry));
        assert(is_function_or_none(ir, s->exit));
        for (uint32_t k = 0; k < s->action_count; k++) {
            const ir_action *a = &s->actions[k];
            assert(a->event < ir->event_count);
            assert(k == 0 || s->actions[k - 1].event < a->event);
            assert(is_function_or_none(ir, a->function));
            assert(a->kind != ACTION_GOTO || a->target < m->state_count);
            assert(a->kind != ACTION_QUORUM || a->quorum < ir->function_count);
        }
    }
}

static void check_module(const ir_program *ir, const ir_module *m)
{
    for (uint32_t i = 0; i < m->binding_count; i++) {
        const ir_binding *b = &m->bindings[i];
        assert(b->interface < ir->interface_count);
        assert(i == 0 || m->bindings[i - 1].interface < b->interface);
        assert(b->machine < ir->machine_count);
        for (uint32_t k = 0; k < ir->machines[b->machine].create_count; k++)
            assert(b->links[k] < ir->interface_count);
    }
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_monitor *o = &m->monitors[i];
        assert(o->machine < ir->machine_count);
        assert(ir->machines[o->machine].kind != MACHINE_PLAIN);
        for (uint32_t k = 0; k < o->watch_count; k++) {
            assert(o->watches[k] < ir->interface_count);
            assert(k == 0 || o->watches[k - 1] < o->watches[k]);
        }
    }
}

static void check_test(const ir_program *ir, const ir_test *t)
{
    assert(t->main_interface < ir->interface_count || t->is_implementation);
    for (uint32_t i = 0; i < t->param_count; i++)
        assert(t->params[i] < ir->param_count);
}

static void check_goals(const ir_program *ir, const ir_goal *goals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const ir_goal *g = &goals[i];
        assert(g->invariant == IR_NONE || g->invariant < ir->invariant_count);
        assert(is_function_or_none(ir, g->function));
        /* exactly one of: the default, an invariant, a formula */
        assert(g->is_default + (g->invariant != IR_NONE) + (g->function != IR_NONE) ==
               1);
    }
}

static void check_proofs(const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->invariant_count; i++)
        assert(ir->invariants[i].function < ir->function_count);
    for (uint32_t i = 0; i < ir->axiom_count; i++)
        assert(ir->axioms[i] < ir->function_count);
    for (uint32_t i = 0; i < ir->init_count; i++)
        assert(ir->inits[i] < ir->function_count);
    for (uint32_t i = 0; i < ir->prove_count; i++) {
        check_goals(ir, ir->proves[i].goals, ir->proves[i].goal_count);
        check_goals(ir, ir->proves[i].premises, ir->proves[i].premise_count);
    }
}

void ir_verify(const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->function_count; i++)
        check_function(ir, &ir->functions[i]);
    for (uint32_t i = 0; i < ir->machine_count; i++)
        check_machine(ir, &ir->machines[i]);
    for (uint32_t i = 0; i < ir->test_count; i++) {
        check_test(ir, &ir->tests[i]);
        if (i == 0 || ir->tests[i].module != ir->tests[i - 1].module)
            check_module(ir, ir->tests[i].module);
    }
    check_proofs(ir);
}
