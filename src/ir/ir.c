#include "ir/ir.h"

void ir_free(ir_program *ir)
{
    if (ir == NULL)
        return;
    arena memory = ir->memory;
    mem_free(ir, sizeof *ir);
    arena_fini(&memory);
}

static const struct {
    const char *text;
    const char *shape;
} ops[] = {
#define OP(name, text, shape) {text, shape},
#include "ir/op.def"
#undef OP
};

const char *ir_op_text(ir_op op)
{
    assert(op < IR_OP_COUNT);
    return ops[op].text;
}

const char *ir_op_shape(ir_op op)
{
    assert(op < IR_OP_COUNT);
    return ops[op].shape;
}
