#include "analysis/extremum.h"

#include "analysis/flow.h"

#include <assert.h>
#include <string.h>

/* Instructions whose result depends on their operands only. */
static bool is_repeatable(const ir_instr *i)
{
    return i->op < IR_NONDET && strchr(ir_op_shape((ir_op)i->op), '*') == NULL;
}

static bool is_same(const ir_instr *a, const ir_instr *b)
{
    return a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c &&
           a->first == b->first && a->count == b->count;
}

/* Does some instruction from FIRST up to END write O? */
static bool is_written(const ir_function *f, ir_pc first, ir_pc end, ir_operand o)
{
    for (ir_pc pc = first; pc < end; pc++)
        if (flow_writes(&f->code[pc]) && f->code[pc].d == o)
            return true;
    return false;
}

/* Does the instruction at PC read only what was written from FIRST on, or what is not
 * written before END? */
static bool reads_the_same(const ir_function *f, ir_pc pc, ir_pc first, ir_pc end)
{
    const ir_instr *i = &f->code[pc];
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o' && !is_written(f, first, pc, fields[k]) &&
            is_written(f, pc, end, fields[k]))
            return false;
    return true;
}

/* Do the instructions below the IF repeat those before the comparison? */
static bool repeats(const ir_function *f, const extremum *e, ir_operand x)
{
    ir_pc again = e->test + 2;
    uint32_t count = e->store + 1 - again;
    if (count > e->test)
        return false;
    ir_pc first = e->test - count;
    for (uint32_t k = 0; k < count; k++) {
        const ir_instr *i = &f->code[first + k];
        const ir_instr *j = &f->code[again + k];
        bool is_last = k + 1 == count;
        if (!is_repeatable(i) || !is_same(i, j) ||
            (is_last ? i->d != x : i->d != j->d || i->d == e->variable) ||
            flow_reads(f, i, e->variable) ||
            !reads_the_same(f, first + k, first, e->test + 1))
            return false;
    }
    return true;
}

bool extremum_find(const ir_function *f, ir_pc pc, extremum *out)
{
    assert(pc < f->code_count);
    const ir_instr *less = &f->code[pc];
    const ir_instr *branch = less + 1;
    if ((less->op != IR_LT_INT && less->op != IR_LE_INT) || pc + 3 >= f->code_count ||
        branch->op != IR_IF || branch->a != less->d || branch->b < pc + 4 ||
        f->code[branch->b - 1].op != IR_END)
        return false;
    const ir_instr *store = &f->code[branch->b - 2];
    *out = (extremum){.variable = store->d, .test = pc, .store = branch->b - 2};
    out->is_least = less->b == store->d;
    ir_operand x = out->is_least ? less->a : less->b;
    if (!flow_writes(store) || x == store->d || less->d == store->d ||
        (!out->is_least && less->a != store->d))
        return false;
    bool is_plain = store->op == IR_MOVE && store->a == x && out->store == pc + 2;
    return (is_plain && less->d != x) || repeats(f, out, x);
}
