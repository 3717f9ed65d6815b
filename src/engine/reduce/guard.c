#include "engine/reduce/guard.h"

#include <string.h>

/* Handlers that are longer, counted along all their ways, are not looked at. */
enum { MOST_STEPS = 200, MOST_SLOTS = 32 };

typedef struct trial {
    core *c;
    const ir_function *f;
    const guess *fields; /* NULL: only the way matters */
    unsigned budget;
} trial;

typedef struct attempt {
    uint32_t place;
    guess slots[MOST_SLOTS];
} attempt;

/* ---- Values ---- */

static guess exactly(value x)
{
    return (guess){.kind = GUESS_EXACT, .exact = x};
}

static guess guess_of(const trial *t, const attempt *a, ir_operand o)
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

/* False: it may be something else than a number. */
static bool range_of(const trial *t, const guess *x, int64_t *low, int64_t *high)
{
    if (x->kind == GUESS_EXACT && value_kind_of(&t->c->vals, x->exact) == VK_INT) {
        *low = *high = value_to_int(&t->c->vals, x->exact);
        return true;
    }
    *low = x->low;
    *high = x->high;
    return x->kind == GUESS_INT;
}

static bool is_bool(const trial *t, const guess *x)
{
    return x->kind == GUESS_BOOL ||
           (x->kind == GUESS_EXACT && value_kind_of(&t->c->vals, x->exact) == VK_BOOL);
}

/* Sure to hold, sure not to, or neither. */
static guess truth(bool holds, bool fails)
{
    return holds || fails ? exactly(value_bool(holds)) : (guess){.kind = GUESS_BOOL};
}

/* Instructions that compute something; false: they may fail, or are not followed. */
static bool compare(const trial *t, uint8_t op, const guess *x, const guess *y,
                    guess *out)
{
    int64_t a_low, a_high, b_low, b_high;
    if (!range_of(t, x, &a_low, &a_high) || !range_of(t, y, &b_low, &b_high))
        return false;
    *out = op == IR_LT_INT ? truth(a_high < b_low, a_low >= b_high)
                           : truth(a_high <= b_low, a_low > b_high);
    return true;
}

static guess equal(const trial *t, const guess *x, const guess *y)
{
    int64_t a_low, a_high, b_low, b_high;
    if (x->kind == GUESS_EXACT && y->kind == GUESS_EXACT) {
        bool is_equal = value_equal(&t->c->vals, x->exact, y->exact);
        return truth(is_equal, !is_equal);
    }
    bool differ = range_of(t, x, &a_low, &a_high) && range_of(t, y, &b_low, &b_high) &&
                  (a_high < b_low || b_high < a_low);
    return truth(false, differ);
}

static bool add(const trial *t, uint8_t op, const guess *x, const guess *y, guess *out)
{
    int64_t a, a_high, b, b_high;
    if (!range_of(t, x, &a, &a_high) || !range_of(t, y, &b, &b_high))
        return false;
    *out = (guess){.kind = GUESS_INT, .low = INT64_MIN, .high = INT64_MAX};
    if (a == a_high && b == b_high) /* arithmetic wraps */
        *out = exactly(value_int(
            &t->c->vals, (int64_t)(op == IR_ADD_INT ? (uint64_t)a + (uint64_t)b
                                                    : (uint64_t)a - (uint64_t)b)));
    return true;
}

static bool negate(const trial *t, const guess *x, guess *out)
{
    *out = *x;
    if (x->kind == GUESS_EXACT)
        out->exact = value_bool(x->exact == VALUE_FALSE);
    return is_bool(t, x);
}

static bool take_part(const trial *t, const guess *x, uint32_t part, guess *out)
{
    if (x->kind != GUESS_EXACT || value_kind_of(&t->c->vals, x->exact) != VK_TUPLE)
        return false;
    value_view w = value_get(&t->c->vals, x->exact);
    if (part >= w.count)
        return false;
    *out = exactly(w.items[part]);
    return true;
}

static bool compute(const trial *t, const attempt *a, const ir_instr *i, guess *out)
{
    guess x = {0};
    guess y = {0};
    const char *shape = ir_op_shape((ir_op)i->op);
    if (shape[1] == 'o')
        x = guess_of(t, a, i->a);
    if (shape[2] == 'o')
        y = guess_of(t, a, i->b);
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
        return take_part(t, &x, i->b, out);
    case IR_CAST:
        *out = x;
        return x.kind == GUESS_EXACT && core_fits(t->c, i->b, x.exact);
    }
    *out = (guess){.kind = GUESS_ANYTHING}; /* THIS, TUPLE, FORMAT, DEFAULT */
    return true;
}

/* ---- Ways ---- */

static bool is_followed(uint8_t op)
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

/* An instruction on the way; false: it matters.  With no fields to go by, none fails.
 */
static bool pass(const trial *t, attempt *a, const ir_instr *i)
{
    if (i->op == IR_END || i->op == IR_PRINT)
        return true;
    if (!is_followed(i->op) || IR_KIND(i->d) != IR_LOCAL)
        return false;
    guess x;
    if (t->fields == NULL)
        return true;
    if (!compute(t, a, i, &x))
        return false;
    a->slots[IR_INDEX(i->d)] = x;
    return true;
}

static bool try_ways(trial *t, attempt *a);

/* By the way on which the condition of I holds, or does not. */
static bool try_way(trial *t, const attempt *a, const ir_instr *i, bool holds)
{
    attempt copy = *a;
    copy.place = holds == (i->op == IR_IF) ? a->place + 1 : i->b;
    if (t->fields != NULL && IR_KIND(i->a) == IR_LOCAL)
        copy.slots[IR_INDEX(i->a)] = exactly(value_bool(holds));
    return try_ways(t, &copy);
}

/* All ways, or some way where only that matters. */
static bool try_both(trial *t, const attempt *a, const ir_instr *i)
{
    bool first = try_way(t, a, i, true);
    if (first == (t->fields == NULL))
        return first;
    return try_way(t, a, i, false);
}

/* True: it is known which way it goes. */
static bool is_known(const trial *t, const attempt *a, const ir_instr *i, bool *holds)
{
    if (t->fields == NULL)
        return false;
    guess x = guess_of(t, a, i->a);
    *holds = x.exact == VALUE_TRUE;
    return x.kind == GUESS_EXACT;
}

static bool may_branch(const trial *t, const attempt *a, const ir_instr *i)
{
    if (t->fields == NULL)
        return true;
    guess x = guess_of(t, a, i->a);
    return is_bool(t, &x);
}

static bool try_ways(trial *t, attempt *a)
{
    while (t->budget > 0) {
        t->budget--;
        const ir_instr *i = &t->f->code[a->place];
        bool holds = false;
        switch (i->op) {
        case IR_RETURN:
            return true;
        case IR_ELSE:
        case IR_PROOF:
            a->place = i->a;
            continue;
        case IR_IF:
        case IR_IF_NOT:
            if (!may_branch(t, a, i))
                return false;
            if (!is_known(t, a, i, &holds))
                return try_both(t, a, i);
            a->place = holds == (i->op == IR_IF) ? a->place + 1 : i->b;
            continue;
        }
        if (!pass(t, a, i))
            return false;
        a->place++;
    }
    return false;
}

bool guard_may_refuse(const ir_function *f)
{
    trial t = {.f = f, .budget = MOST_STEPS};
    attempt a = {0};
    return f->code_count > 0 && f->param_count <= 1 && f->slot_count <= MOST_SLOTS &&
           try_ways(&t, &a);
}

bool guard_refuses(core *c, uint32_t function, value payload, const guess *fields)
{
    const ir_function *f = &c->ir->functions[function];
    trial t = {.c = c, .f = f, .fields = fields, .budget = MOST_STEPS};
    attempt a = {0};
    assert(f->slot_count <= MOST_SLOTS);
    for (uint32_t i = 0; i < f->slot_count; i++)
        a.slots[i] = exactly(core_default(c, f->slots[i].type));
    if (f->param_count > 0 && !core_fits(c, f->slots[0].type, payload))
        return false;
    if (f->param_count > 0)
        a.slots[0] = exactly(payload);
    return try_ways(&t, &a);
}
