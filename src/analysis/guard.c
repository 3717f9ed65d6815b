#include "analysis/guard.h"

#include "analysis/flow.h"

static bool only_computes(uint8_t op)
{
    switch (op) {
    case IR_MOVE:
    case IR_DEFAULT:
    case IR_THIS:
    case IR_NOT:
    case IR_ADD_INT:
    case IR_SUB_INT:
    case IR_LT_INT:
    case IR_LE_INT:
    case IR_EQ:
    case IR_NE:
    case IR_CAST:
    case IR_FORMAT:
    case IR_TUPLE:
    case IR_FIELD:
        return true;
    }
    return false;
}

bool guard_is_harmless(const ir_instr *i)
{
    if (i->op == IR_END || i->op == IR_PRINT)
        return true;
    return only_computes(i->op) && IR_KIND(i->d) == IR_LOCAL;
}

static bool is_branch(uint8_t op)
{
    return op == IR_IF || op == IR_IF_NOT || op == IR_ELSE || op == IR_PROOF;
}

bool guard_may_refuse(const ir_function *f)
{
    if (f->code_count == 0 || f->param_count > 1 || f->slot_count > GUARD_MOST_SLOTS)
        return false;
    pc_list todo = {0};
    bits visited = {0};
    bool reaches_end = false;
    bits_add(&visited, 0);
    vec_push(&todo, 0);
    while (todo.len > 0 && !reaches_end) {
        ir_pc pc = vec_pop(&todo);
        const ir_instr *i = &f->code[pc];
        reaches_end = i->op == IR_RETURN;
        if (is_branch(i->op) || guard_is_harmless(i))
            flow_add_successors(f, pc, &todo, &visited);
    }
    vec_free(&todo);
    bits_fini(&visited);
    return reaches_end;
}
