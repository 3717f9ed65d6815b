#include "analysis/way_out.h"

#include "analysis/flow.h"

struct way_out {
    const ir_program *ir;
    /* By function, from its start: */
    bool *leaves;
    bool *returns;
};

static bool leaves(const way_out *w, const ir_instr *i)
{
    switch (i->op) {
    case IR_CALL:
        return w->leaves[i->a];
    case IR_SEND:
    case IR_NEW:
    case IR_RECEIVE:
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

static bool returns(const way_out *w, const ir_instr *i)
{
    (void)w;
    return i->op == IR_RETURN;
}

/* Does control get behind the instruction? */
static bool passes(const way_out *w, const ir_instr *i)
{
    return i->op != IR_CALL || w->returns[i->a];
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

/* Does control get from PC to an instruction that is a GOAL? */
static bool reaches(const way_out *w, uint32_t function, ir_pc pc,
                    bool goal(const way_out *, const ir_instr *))
{
    const ir_function *f = &w->ir->functions[function];
    pc_list next = {0};
    bits visited = {0};
    bool found = false;
    vec_push(&next, pc);
    while (!found && next.len > 0) {
        ir_pc at = vec_pop(&next);
        found = goal(w, &f->code[at]);
        if (!found && passes(w, &f->code[at]))
            add_successors(w, f, at, &next, &visited);
    }
    vec_free(&next);
    bits_fini(&visited);
    return found;
}

static bool is_foreign(const way_out *w, uint32_t function)
{
    return w->ir->functions[function].code_count == 0;
}

bool way_out_leaves(const way_out *w, uint32_t function, ir_pc pc)
{
    return !is_foreign(w, function) && reaches(w, function, pc, leaves);
}

bool way_out_returns(const way_out *w, uint32_t function, ir_pc pc)
{
    return is_foreign(w, function) || reaches(w, function, pc, returns);
}

/* The least fixpoints: functions that only call each other have no way out. */
way_out *way_out_new(arena *memory, const ir_program *ir)
{
    way_out *w = ARENA_ARRAY(memory, way_out, 1);
    w->ir = ir;
    w->leaves = ARENA_ARRAY(memory, bool, ir->function_count);
    w->returns = ARENA_ARRAY(memory, bool, ir->function_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = ir->function_count; f-- > 0;) {
            if (!w->returns[f] && way_out_returns(w, f, 0))
                changed = w->returns[f] = true;
            if (!w->leaves[f] && way_out_leaves(w, f, 0))
                changed = w->leaves[f] = true;
        }
    }
    return w;
}
