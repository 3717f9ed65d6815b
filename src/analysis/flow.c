#include "analysis/flow.h"

#include <assert.h>
#include <string.h>

bool flow_reads(const ir_function *f, const ir_instr *i, ir_operand o)
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

bool flow_writes(const ir_instr *i)
{
    return ir_op_shape((ir_op)i->op)[0] == 'd';
}

bool flow_writes_field(const ir_instr *i)
{
    return flow_writes(i) && IR_KIND(i->d) == IR_FIELD_OF_MACHINE;
}

static flow_edge edge_to(ir_pc pc)
{
    return (flow_edge){.to = pc, .writes = FLOW_NOTHING, .when = FLOW_ALWAYS};
}

static bool branch_edge(const ir_instr *i, ir_pc pc, uint32_t k, flow_edge *out)
{
    bool holds = (k == 0) == (i->op == IR_IF);
    *out = edge_to(k == 0 ? pc + 1 : i->b);
    out->when = holds ? FLOW_IF_TRUE : FLOW_IF_FALSE;
    return k < 2;
}

static bool foreach_edge(const ir_instr *i, ir_pc pc, uint32_t k, flow_edge *out)
{
    *out = edge_to(k == 0 ? pc + 1 : i->c);
    if (k == 0)
        out->writes = i->d;
    return k < 2;
}

static bool case_edge(const ir_function *f, const ir_instr *i, uint32_t k,
                      flow_edge *out)
{
    if (k >= i->count)
        return false;
    assert(i->first + k < f->case_count);
    const ir_case *one = &f->cases[i->first + k];
    *out = edge_to(one->start);
    if (one->slot != IR_NONE)
        out->writes = IR_OPERAND(IR_LOCAL, one->slot);
    return true;
}

bool flow_edge_at(const ir_function *f, ir_pc pc, uint32_t k, flow_edge *out)
{
    assert(pc < f->code_count);
    const ir_instr *i = &f->code[pc];
    switch (i->op) {
    case IR_RETURN:
    case IR_RAISE:
    case IR_GOTO:
    case IR_FAIL:
        return false;
    case IR_ELSE:
    case IR_REPEAT:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_DONE:
    case IR_PROOF:
        *out = edge_to(i->a);
        return k == 0;
    case IR_IF:
    case IR_IF_NOT:
        return branch_edge(i, pc, k, out);
    case IR_FOREACH:
        return foreach_edge(i, pc, k, out);
    case IR_RECEIVE:
        return case_edge(f, i, k, out);
    }
    *out = edge_to(pc + 1);
    return k == 0 && pc + 1 < f->code_count;
}

void flow_add_successors(const ir_function *f, ir_pc pc, pc_list *out, bits *visited)
{
    flow_edge e;
    for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++) {
        assert(e.to < f->code_count);
        if (bits_add(visited, e.to))
            vec_push(out, e.to);
    }
}
