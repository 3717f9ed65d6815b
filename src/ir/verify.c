/* The invariants of ir.h, checked one by one: a mistake in lowering stops here and not
 * in an engine. */
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK_IR(condition)            \
    do {                               \
        if (!(condition))              \
            broken(f, at, #condition); \
    } while (0)

static void broken(const ir_function *f, uint32_t at, const char *what)
{
    fprintf(stderr, "synod: internal fault: IR of '%s' at %u: %s\n", f->name, at, what);
    abort();
}

static uint32_t field_count(const ir_program *ir, const ir_function *f)
{
    return f->machine == IR_NONE ? 0 : ir->machines[f->machine].field_count;
}

static void check_operand(const ir_program *ir, const ir_function *f, uint32_t at,
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

static void check_part(const ir_program *ir, const ir_function *f, uint32_t at,
                       char kind, uint32_t value)
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

/* A jump must land where its partner is. */
static void check_landing(const ir_function *f, uint32_t at)
{
    const ir_instr *i = &f->code[at];
    switch ((int)i->op) {
    case IR_IF:
    case IR_IF_NOT:
        CHECK_IR(i->b > at && i->b <= f->code_count);
        CHECK_IR(f->code[i->b - 1].op == IR_ELSE || f->code[i->b - 1].op == IR_END);
        break;
    case IR_ELSE:
        CHECK_IR(i->a > at && f->code[i->a].op == IR_END);
        break;
    case IR_LOOP:
        CHECK_IR(i->a > at && f->code[i->a - 1].op == IR_REPEAT);
        CHECK_IR(f->code[i->a - 1].a == at);
        break;
    case IR_FOREACH:
        CHECK_IR(i->c > at && f->code[i->c - 1].op == IR_REPEAT);
        CHECK_IR(f->code[i->c - 1].a == at);
        break;
    case IR_BREAK:
        CHECK_IR(i->a > at && f->code[i->a - 1].op == IR_REPEAT);
        break;
    case IR_CONTINUE:
        CHECK_IR(i->a < at);
        CHECK_IR(f->code[i->a].op == IR_LOOP || f->code[i->a].op == IR_FOREACH);
        break;
    case IR_RECEIVE:
        CHECK_IR(i->count > 0 && i->first + i->count <= f->case_count);
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            CHECK_IR(f->code[f->cases[k].start].op == IR_CASE);
        break;
    case IR_FORALL:
    case IR_EXISTS:
    case IR_FORALL_NEW:
    case IR_EXISTS_NEW:
        CHECK_IR(f->code[i->a - 1].op == IR_RESULT);
        break;
    default:
        break;
    }
}

static void check_function(const ir_program *ir, const ir_function *f)
{
    for (uint32_t at = 0; at < f->code_count; at++) {
        const ir_instr *i = &f->code[at];
        CHECK_IR(i->op < IR_OP_COUNT);
        const char *shape = ir_op_shape(i->op);
        const uint32_t parts[4] = {i->d, i->a, i->b, i->c};
        for (int k = 0; k < 4; k++)
            check_part(ir, f, at, shape[k], parts[k]);
        if (shape[4] == '*') {
            CHECK_IR(i->first + i->count <= f->arg_count);
            for (uint32_t k = 0; k < i->count; k++)
                check_operand(ir, f, at, f->args[i->first + k]);
        }
        check_landing(f, at);
    }
    uint32_t at = f->code_count;
    bool has_code = f->kind == IR_FUN_NAMED || f->kind == IR_FUN_HANDLER ||
                    f->kind == IR_FUN_FORMULA;
    CHECK_IR(!has_code || (at > 0 && f->code[at - 1].op == IR_RETURN));
    CHECK_IR(f->param_count <= f->slot_count);
}

void ir_verify(const ir_program *ir)
{
    for (uint32_t i = 0; i < ir->function_count; i++)
        check_function(ir, &ir->functions[i]);
}
