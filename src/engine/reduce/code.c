#include "engine/reduce/code.h"

#include <string.h>

bool code_reads(const ir_function *f, const ir_instr *i, ir_operand o)
{
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o' && fields[k] == o)
            return true;
    for (uint32_t k = 0; strchr(shape, '*') != NULL && k < i->count; k++)
        if (f->args[i->first + k] == o)
            return true;
    return false;
}

bool code_writes(const ir_instr *i)
{
    return ir_op_shape((ir_op)i->op)[0] == 'd';
}

static void add_place(place_list *out, bits *seen, uint32_t place)
{
    if (bits_add(seen, place))
        vec_push(out, place);
}

void code_add_next(const ir_function *f, uint32_t place, place_list *out, bits *seen)
{
    const ir_instr *i = &f->code[place];
    switch (i->op) {
    case IR_RETURN:
    case IR_RAISE:
    case IR_GOTO:
    case IR_FAIL:
        return;
    case IR_ELSE:
    case IR_REPEAT:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_DONE:
    case IR_PROOF:
        add_place(out, seen, i->a);
        return;
    case IR_RECEIVE:
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            add_place(out, seen, f->cases[k].start);
        return;
    case IR_IF:
    case IR_IF_NOT:
        add_place(out, seen, i->b);
        break;
    case IR_FOREACH:
        add_place(out, seen, i->c);
        break;
    }
    add_place(out, seen, place + 1);
}

bool code_may_read(const ir_function *f, uint32_t place, uint32_t slot)
{
    ir_operand o = IR_OPERAND(IR_LOCAL, slot);
    place_list todo = {0};
    bits seen = {0};
    bool found = false;
    add_place(&todo, &seen, place);
    while (todo.len > 0 && !found) {
        uint32_t at = vec_pop(&todo);
        const ir_instr *i = &f->code[at];
        bool is_written = code_writes(i) && i->d == o;
        found = code_reads(f, i, o);
        if (is_written && i->op == IR_FOREACH)
            add_place(&todo, &seen, i->c);
        else if (!is_written)
            code_add_next(f, at, &todo, &seen);
    }
    vec_free(&todo);
    bits_fini(&seen);
    return found;
}
