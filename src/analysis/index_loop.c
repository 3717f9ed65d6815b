#include "analysis/index_loop.h"

#include "analysis/flow.h"

#include <assert.h>

static bool is_get(const ir_instr *i)
{
    return i->op == IR_SET_GET || i->op == IR_SEQ_GET;
}

/* What the instruction at PC reads as O: the instruction before may have taken it out
 * of a tuple. */
static index_collection collection_at(const ir_function *f, ir_pc pc, ir_operand o)
{
    const ir_instr *before = pc > 0 ? &f->code[pc - 1] : NULL;
    if (before != NULL && before->op == IR_FIELD && before->d == o && before->a != o)
        return (index_collection){before->a, before->b};
    return (index_collection){o, IR_NONE};
}

static bool is_same(index_collection a, index_collection b)
{
    return a.variable == b.variable && a.field == b.field;
}

bool index_loop_gets(const ir_function *f, const index_loop *l, ir_pc pc)
{
    const ir_instr *i = &f->code[pc];
    return is_get(i) && i->b == l->index &&
           is_same(collection_at(f, pc, i->a), l->collection);
}

/* ---- The shape of the loop ---- */

/* while (INDEX < sizeof(COLLECTION)): finds the beginning of the body. */
static bool match_test(const ir_function *f, index_loop *l)
{
    ir_pc pc = l->head + 1 + (f->code[l->head + 1].op == IR_FIELD);
    if (pc + 4 >= l->after)
        return false;
    const ir_instr *size = &f->code[pc];
    const ir_instr *less = &f->code[pc + 1];
    const ir_instr *leave = &f->code[pc + 2];
    l->first = pc + 5;
    return size->op == IR_SIZE &&
           is_same(collection_at(f, pc, size->a), l->collection) &&
           less->op == IR_LT_INT && less->a == l->index && less->b == size->d &&
           leave->op == IR_IF_NOT && leave->a == less->d &&
           f->code[pc + 3].op == IR_BREAK && f->code[pc + 3].a == l->after &&
           f->code[pc + 4].op == IR_END;
}

static bool is_const_int(const ir_program *ir, ir_operand o, int64_t number)
{
    return IR_KIND(o) == IR_CONST && ir->consts[IR_INDEX(o)].kind == IR_CONST_INT &&
           ir->consts[IR_INDEX(o)].integer == number;
}

/* INDEX = INDEX + 1 at the end. */
static bool match_step(const ir_program *ir, const ir_function *f, index_loop *l)
{
    l->step = l->after - 2;
    const ir_instr *i = &f->code[l->step];
    return l->step >= l->first && i->op == IR_ADD_INT && i->d == l->index &&
           i->a == l->index && is_const_int(ir, i->b, 1);
}

/* Does I change O, on whichever edge?  RECEIVE has no place in such a loop. */
static bool changes(const ir_instr *i, ir_operand o)
{
    return (flow_writes(i) && i->d == o) || (i->op == IR_FOREACH && i->b == o) ||
           i->op == IR_RECEIVE;
}

static bool stays_unchanged(const ir_function *f, const index_loop *l)
{
    for (ir_pc pc = l->head; pc < l->after; pc++)
        if (changes(&f->code[pc], l->collection.variable) ||
            (pc != l->step && changes(&f->code[pc], l->index)))
            return false;
    return true;
}

/* Is the test the only way out, and the step part of every iteration? */
static bool runs_to_its_end(const ir_function *f, const index_loop *l)
{
    for (ir_pc pc = l->first; pc < l->step; pc++) {
        const ir_instr *i = &f->code[pc];
        if ((i->op == IR_BREAK && i->a == l->after) ||
            (i->op == IR_CONTINUE && i->a == l->head))
            return false;
    }
    return true;
}

/* ---- The index is 0 at the beginning ---- */

static bool sets_to_zero(const ir_program *ir, const ir_instr *i, ir_operand o)
{
    return flow_writes(i) && i->d == o &&
           ((i->op == IR_MOVE && is_const_int(ir, i->a, 0)) || i->op == IR_DEFAULT);
}

/* Does an edge lead from PC, which is outside, to the head? */
static bool enters(const ir_function *f, const index_loop *l, ir_pc pc)
{
    flow_edge e;
    for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++)
        if (e.to == l->head && (pc < l->head || pc >= l->after))
            return true;
    return false;
}

/* Follows all other values of the index: none may get to the loop from outside.
 * A variable is 0 at first. */
static bool begins_with_zero(const ir_program *ir, const ir_function *f,
                             const index_loop *l)
{
    pc_list todo = {0};
    bits visited = {0};
    bool is_zero = true;
    for (ir_pc pc = 0; pc < f->code_count; pc++)
        if (changes(&f->code[pc], l->index) && bits_add(&visited, pc))
            vec_push(&todo, pc);
    while (todo.len > 0 && is_zero) {
        ir_pc pc = vec_pop(&todo);
        if (sets_to_zero(ir, &f->code[pc], l->index))
            continue;
        is_zero = !enters(f, l, pc);
        flow_add_successors(f, pc, &todo, &visited);
    }
    vec_free(&todo);
    bits_fini(&visited);
    return is_zero;
}

/* ---- All together ---- */

static bool is_own_variable(const ir_function *f, ir_operand o)
{
    return IR_KIND(o) == IR_LOCAL && IR_INDEX(o) >= f->param_count &&
           f->slots[IR_INDEX(o)].type == TYPE_INT;
}

bool index_loop_find(const ir_program *ir, const ir_function *f, ir_pc pc,
                     index_loop *out)
{
    const ir_instr *get = &f->code[pc];
    assert(is_get(get));
    if (!is_own_variable(f, get->b))
        return false;
    index_loop l = {.collection = collection_at(f, pc, get->a), .index = get->b};
    for (l.head = pc; l.head-- > 0;) {
        if (f->code[l.head].op != IR_LOOP || f->code[l.head].a <= pc)
            continue;
        l.after = f->code[l.head].a;
        if (!match_test(f, &l))
            continue;
        *out = l;
        return match_step(ir, f, out) && stays_unchanged(f, out) &&
               runs_to_its_end(f, out) && begins_with_zero(ir, f, out);
    }
    return false;
}
