#include "analysis/way_out.h"

#include "analysis/flow.h"

struct way_out {
    const ir_program *ir;
    bool *ends; /* by function: there is a way out from its start */
};

static bool is_end(const ir_instr *i)
{
    switch (i->op) {
    case IR_SEND:
    case IR_NEW:
    case IR_RECEIVE:
    case IR_RETURN:
    case IR_RAISE:
    case IR_GOTO:
    case IR_FAIL:
    case IR_ASSUME:
        return true;
    default:
        return false;
    }
}

/* False: the condition is a constant, and the edge is never taken. */
static bool may_take(const ir_program *ir, const ir_instr *i, const flow_edge *e)
{
    if (e->when == FLOW_ALWAYS || IR_KIND(i->a) != IR_CONST)
        return true;
    const ir_const *condition = &ir->consts[IR_INDEX(i->a)];
    return condition->kind != IR_CONST_BOOL ||
           (condition->integer != 0) == (e->when == FLOW_IF_TRUE);
}

static bool passes(const way_out *w, const ir_instr *i)
{
    return i->op != IR_CALL || w->ends[i->a];
}

static void add_successors(const way_out *w, const ir_function *f, ir_pc pc,
                           pc_list *out, bits *visited)
{
    const ir_instr *i = &f->code[pc];
    flow_edge e;
    for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++)
        if (may_take(w->ir, i, &e) && bits_add(visited, e.to))
            vec_push(out, e.to);
}

bool way_out_exists(const way_out *w, uint32_t function, ir_pc pc)
{
    const ir_function *f = &w->ir->functions[function];
    pc_list next = {0};
    bits visited = {0};
    bool found = f->code_count == 0; /* foreign */
    if (!found)
        vec_push(&next, pc);
    while (!found && next.len > 0) {
        ir_pc at = vec_pop(&next);
        found = is_end(&f->code[at]);
        if (!found && passes(w, &f->code[at]))
            add_successors(w, f, at, &next, &visited);
    }
    vec_free(&next);
    bits_fini(&visited);
    return found;
}

/* The least fixpoint: functions that only call each other have no way out. */
way_out *way_out_new(arena *memory, const ir_program *ir)
{
    way_out *w = ARENA_ARRAY(memory, way_out, 1);
    w->ir = ir;
    w->ends = ARENA_ARRAY(memory, bool, ir->function_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = ir->function_count; f-- > 0;)
            if (!w->ends[f] && way_out_exists(w, f, 0))
                changed = w->ends[f] = true;
    }
    return w;
}
