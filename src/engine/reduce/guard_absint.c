#include "engine/reduce/guard_absint.h"

#include "analysis/flow.h"

#include <string.h>

/* Handlers with more instructions, summed over all their paths, are given up. */
enum { MOST_STEPS = 200 };

typedef struct absrun {
    core *c;
    const ir_function *f;
    const absval *fields; /* of the machine */
    unsigned budget;
} absrun;

typedef struct absstate {
    ir_pc pc;
    absval slots[GUARD_MOST_SLOTS];
} absstate;

/* ---- Values ---- */

static absval exactly(value x)
{
    return (absval){.kind = ABSVAL_EXACT, .exact = x};
}

static absval absval_of(const absrun *t, const absstate *a, ir_operand o)
{
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return a->slots[IR_INDEX(o)];
    case IR_FIELD_OF_MACHINE:
        return t->fields[IR_INDEX(o)];
    case IR_PARAM:
        return exactly(t->c->params[IR_INDEX(o)]);
    }
    return exactly(t->c->consts[IR_INDEX(o)]);
}

/* False: it may be other than a number. */
static bool range_of(const absrun *t, const absval *x, int64_t *low, int64_t *high)
{
    if (x->kind == ABSVAL_EXACT && value_kind_of(&t->c->vals, x->exact) == VK_INT) {
        *low = *high = value_to_int(&t->c->vals, x->exact);
        return true;
    }
    *low = x->low;
    *high = x->high;
    return x->kind == ABSVAL_RANGE;
}

static bool is_bool(const absrun *t, const absval *x)
{
    return x->kind == ABSVAL_BOOL ||
           (x->kind == ABSVAL_EXACT && value_kind_of(&t->c->vals, x->exact) == VK_BOOL);
}

/* Surely true, surely false, or either. */
static absval truth(bool holds, bool fails)
{
    return holds || fails ? exactly(value_bool(holds)) : (absval){.kind = ABSVAL_BOOL};
}

/* Abstract operations; false: the concrete one may fail, or is not modelled. */
static bool compare(const absrun *t, uint8_t op, const absval *x, const absval *y,
                    absval *out)
{
    int64_t a_low, a_high, b_low, b_high;
    if (!range_of(t, x, &a_low, &a_high) || !range_of(t, y, &b_low, &b_high))
        return false;
    *out = op == IR_LT_INT ? truth(a_high < b_low, a_low >= b_high)
                           : truth(a_high <= b_low, a_low > b_high);
    return true;
}

static absval equal(const absrun *t, const absval *x, const absval *y)
{
    int64_t a_low, a_high, b_low, b_high;
    if (x->kind == ABSVAL_EXACT && y->kind == ABSVAL_EXACT) {
        bool is_equal = value_equal(&t->c->vals, x->exact, y->exact);
        return truth(is_equal, !is_equal);
    }
    bool differ = range_of(t, x, &a_low, &a_high) && range_of(t, y, &b_low, &b_high) &&
                  (a_high < b_low || b_high < a_low);
    return truth(false, differ);
}

static bool add(const absrun *t, uint8_t op, const absval *x, const absval *y,
                absval *out)
{
    int64_t a, a_high, b, b_high;
    if (!range_of(t, x, &a, &a_high) || !range_of(t, y, &b, &b_high))
        return false;
    *out = (absval){.kind = ABSVAL_RANGE, .low = INT64_MIN, .high = INT64_MAX};
    if (a == a_high && b == b_high) /* arithmetic wraps */
        *out = exactly(value_int(
            &t->c->vals, (int64_t)(op == IR_ADD_INT ? (uint64_t)a + (uint64_t)b
                                                    : (uint64_t)a - (uint64_t)b)));
    return true;
}

static bool negate(const absrun *t, const absval *x, absval *out)
{
    *out = *x;
    if (x->kind == ABSVAL_EXACT)
        out->exact = value_bool(x->exact == VALUE_FALSE);
    return is_bool(t, x);
}

static bool take_part(const absrun *t, const absval *x, const ir_instr *i, absval *out)
{
    if (x->kind != ABSVAL_EXACT || value_kind_of(&t->c->vals, x->exact) != VK_TUPLE)
        return false;
    value_view w = value_get(&t->c->vals, x->exact);
    uint32_t at = core_field_index(t->c, &w, i->first, i->b);
    if (at == FIELD_NONE)
        return false;
    *out = exactly(w.items[at]);
    return true;
}

static bool compute(const absrun *t, const absstate *a, const ir_instr *i, absval *out)
{
    absval x = {0};
    absval y = {0};
    const char *shape = ir_op_shape((ir_op)i->op);
    if (shape[1] == 'o')
        x = absval_of(t, a, i->a);
    if (shape[2] == 'o')
        y = absval_of(t, a, i->b);
    switch (i->op) {
    case IR_MOVE:
        *out = x;
        return true;
    case IR_NOT:
        return negate(t, &x, out);
    case IR_ADD_INT:
    case IR_SUB_INT:
        return add(t, i->op, &x, &y, out);
    case IR_LT_INT:
    case IR_LE_INT:
        return compare(t, i->op, &x, &y, out);
    case IR_EQ:
        *out = equal(t, &x, &y);
        return true;
    case IR_NE:
        x = equal(t, &x, &y);
        return negate(t, &x, out);
    case IR_FIELD:
        return take_part(t, &x, i, out);
    case IR_CAST:
        *out = x;
        return x.kind == ABSVAL_EXACT && core_fits(t->c, i->b, x.exact);
    }
    *out = (absval){.kind = ABSVAL_ANY}; /* THIS, TUPLE, FORMAT, DEFAULT */
    return true;
}

/* ---- Paths ---- */

/* Runs an instruction; false: it may have an effect or fail. */
static bool run_one(const absrun *t, absstate *a, const ir_instr *i)
{
    if (!guard_is_harmless(i))
        return false;
    if (!flow_writes(i))
        return true;
    absval x;
    if (!compute(t, a, i, &x))
        return false;
    assert(IR_INDEX(i->d) < t->f->slot_count);
    a->slots[IR_INDEX(i->d)] = x;
    return true;
}

static bool run_paths(absrun *t, absstate *a);

/* The branch that edge E begins: the condition has the value that E requires. */
static bool run_edge(absrun *t, const absstate *a, ir_operand condition,
                     const flow_edge *e)
{
    absstate copy = *a;
    copy.pc = e->to;
    if (IR_KIND(condition) == IR_LOCAL)
        copy.slots[IR_INDEX(condition)] = exactly(value_bool(e->when == FLOW_IF_TRUE));
    return run_paths(t, &copy);
}

/* All branches that are possible. */
static bool run_branch(absrun *t, const absstate *a, const ir_instr *i)
{
    absval x = absval_of(t, a, i->a);
    if (!is_bool(t, &x))
        return false;
    flow_edge e;
    for (uint32_t k = 0; flow_edge_at(t->f, a->pc, k, &e); k++) {
        assert(e.when != FLOW_ALWAYS);
        bool is_possible = x.kind != ABSVAL_EXACT ||
                           (x.exact == VALUE_TRUE) == (e.when == FLOW_IF_TRUE);
        if (is_possible && !run_edge(t, a, i->a, &e))
            return false;
    }
    return true;
}

/* True: all paths reach the end of the handler without an effect. */
static bool run_paths(absrun *t, absstate *a)
{
    while (t->budget > 0) {
        t->budget--;
        const ir_instr *i = &t->f->code[a->pc];
        switch (i->op) {
        case IR_RETURN:
            return true;
        case IR_IF:
        case IR_IF_NOT:
            return run_branch(t, a, i);
        case IR_ELSE:
        case IR_PROOF:
            break;
        default:
            if (!run_one(t, a, i))
                return false;
        }
        flow_edge e;
        if (!flow_edge_at(t->f, a->pc, 0, &e))
            return false;
        a->pc = e.to;
    }
    return false;
}

bool guard_absint_refuses(core *c, uint32_t function, value payload,
                          const absval *fields)
{
    const ir_function *f = &c->ir->functions[function];
    absrun t = {.c = c, .f = f, .fields = fields, .budget = MOST_STEPS};
    absstate a = {0};
    assert(fields != NULL);
    if (f->slot_count > GUARD_MOST_SLOTS || f->param_count > 1)
        return false; /* guard_may_refuse: of a state that is not reachable */
    for (uint32_t i = 0; i < f->slot_count; i++)
        a.slots[i] = exactly(core_default(c, f->slots[i].type));
    if (f->param_count > 0 && !core_fits(c, f->slots[0].type, payload))
        return false;
    if (f->param_count > 0)
        a.slots[0] = exactly(payload);
    return run_paths(&t, &a);
}
