#include "analysis/monotone.h"

#include "analysis/flow.h"

#include <string.h>

/* What is known of a value, on one path through a function. */
typedef enum origin_kind {
    ORIGIN_VALUE, /* a part of the value with this name */
    ORIGIN_FIELD, /* the current value of a field */
    ORIGIN_SUM,   /* ... plus a constant */
    ORIGIN_TRUTH, /* a condition that was decided: true (IS_UP) or false */
    ORIGIN_ORDER, /* a comparison. True: a value is at least (IS_UP) or at most the
                     field; false: the reverse */
} origin_kind;

enum { MOST_PARTS = 3 };

typedef struct origin {
    origin_kind kind;
    uint32_t name; /* VALUE, ORDER: a number, or the operand of a constant */
    uint32_t parts[MOST_PARTS];
    uint32_t part_count;
    uint32_t field;
    bool is_up;
} origin;

/* A decided ORDER: VALUE is at least (IS_UP) or at most FIELD. */
typedef struct fact {
    origin value;
    uint32_t field;
    bool is_up;
} fact;

enum { MOST_FACTS = 12 };

typedef struct path {
    ir_pc pc;
    uint32_t fact_count;
    fact facts[MOST_FACTS];
    origin slots[];
} path;

typedef struct walk {
    const ir_program *ir;
    const ir_function *f;
    monotone *m;
    uint32_t names;  /* used so far */
    uint32_t budget; /* of instructions */
    bits visited;    /* pcs that write a field and were visited */
} walk;

/* Functions with more instructions, summed over all paths, may do anything. */
enum { MOST_STEPS = 4000, MOST_SLOTS = 400 };

/* ---- Origins of values ---- */

static origin new_value(walk *w)
{
    return (origin){.kind = ORIGIN_VALUE, .name = w->names++};
}

static origin origin_of(const path *y, ir_operand o)
{
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return y->slots[IR_INDEX(o)];
    case IR_FIELD_OF_MACHINE:
        return (origin){.kind = ORIGIN_FIELD, .field = IR_INDEX(o)};
    }
    return (origin){.kind = ORIGIN_VALUE, .name = o}; /* never changes */
}

static bool is_same_value(const origin *a, const origin *b)
{
    return a->kind == b->kind && a->name == b->name && a->part_count == b->part_count &&
           memcmp(a->parts, b->parts, a->part_count * sizeof *a->parts) == 0;
}

static origin part_of(walk *w, origin whole, uint32_t part)
{
    if (whole.kind != ORIGIN_VALUE || whole.part_count == MOST_PARTS)
        return new_value(w);
    whole.parts[whole.part_count++] = part;
    return whole;
}

/* Fields are found by name: two types may have the same name at different indexes. */
static uint32_t part_name(const walk *w, const ir_instr *i)
{
    enum { IS_NAME = 1 << 30 };
    const type_info *t = type_get(&w->ir->source->types, i->first);
    return t->kind == TYPE_KIND_NAMED_TUPLE ? IS_NAME | t->names[i->b] : i->b;
}

/* LOW < HIGH or LOW <= HIGH: the difference does not matter here. */
static origin order_of(walk *w, origin low, origin high)
{
    bool is_up = low.kind == ORIGIN_FIELD;
    origin *value = is_up ? &high : &low;
    const origin *field = is_up ? &low : &high;
    if (value->kind != ORIGIN_VALUE || field->kind != ORIGIN_FIELD)
        return new_value(w);
    value->kind = ORIGIN_ORDER;
    value->field = field->field;
    value->is_up = is_up;
    return *value;
}

/* A constant that may be added; 0: it is no such constant. */
static int64_t stride_of(const ir_program *ir, ir_operand o)
{
    if (IR_KIND(o) != IR_CONST || ir->consts[IR_INDEX(o)].kind != IR_CONST_INT)
        return 0;
    int64_t n = ir->consts[IR_INDEX(o)].integer;
    return n >= -MONOTONE_STRIDE && n <= MONOTONE_STRIDE ? n : 0;
}

static origin sum_of(walk *w, const path *y, const ir_instr *i)
{
    bool is_added = i->op == IR_ADD_INT;
    bool is_first = is_added && IR_KIND(i->a) == IR_CONST; /* 1 + f */
    int64_t n = stride_of(w->ir, is_first ? i->a : i->b);
    origin from = origin_of(y, is_first ? i->b : i->a);
    if (from.kind != ORIGIN_FIELD || n == 0)
        return new_value(w);
    return (origin){
        .kind = ORIGIN_SUM, .field = from.field, .is_up = (n > 0) == is_added};
}

static origin result_of(walk *w, const path *y, const ir_instr *i)
{
    origin x;
    switch (i->op) {
    case IR_MOVE:
    case IR_CAST: /* the same value, or a fault */
        return origin_of(y, i->a);
    case IR_FIELD:
        return part_of(w, origin_of(y, i->a), part_name(w, i));
    case IR_NOT:
        x = origin_of(y, i->a);
        x.is_up = !x.is_up;
        return x.kind == ORIGIN_ORDER || x.kind == ORIGIN_TRUTH ? x : new_value(w);
    case IR_LT_INT:
    case IR_LE_INT:
        return order_of(w, origin_of(y, i->a), origin_of(y, i->b));
    case IR_ADD_INT:
    case IR_SUB_INT:
        return sum_of(w, y, i);
    }
    return new_value(w);
}

/* ---- Assignments to fields ---- */

static type_id type_of(const walk *w, uint32_t field)
{
    return w->ir->machines[w->f->machine].fields[field].type;
}

/* Does the result of the instruction surely have the type of the field?  A constant
 * does, and the front end has checked all operators. */
static bool has_type_of_field(const walk *w, const ir_instr *i)
{
    type_id type = type_of(w, IR_INDEX(i->d));
    if (type != TYPE_INT && type != TYPE_BOOL &&
        type_get(&w->ir->source->types, type)->kind != TYPE_KIND_ENUM)
        return false;
    if (i->op == IR_MOVE)
        return IR_KIND(i->a) == IR_CONST || IR_KIND(i->a) == IR_PARAM;
    return (i->op >= IR_NOT && i->op <= IR_NE) || i->op == IR_DEFAULT ||
           i->op == IR_SIZE || i->op == IR_NONDET || i->op == IR_FAIR_NONDET ||
           i->op == IR_CHOOSE_INT;
}

static bool is_bool_const(const ir_program *ir, const origin *x, bool *is_true)
{
    if (x->kind != ORIGIN_VALUE || x->part_count > 0 || IR_KIND(x->name) != IR_CONST ||
        ir->consts[IR_INDEX(x->name)].kind != IR_CONST_BOOL)
        return false;
    *is_true = ir->consts[IR_INDEX(x->name)].integer != 0;
    return true;
}

/* Is X known to be at least (IS_UP) or at most what FIELD holds? */
static bool is_known(const path *y, const origin *x, uint32_t field, bool is_up)
{
    for (uint32_t i = 0; i < y->fact_count; i++)
        if (y->facts[i].field == field && y->facts[i].is_up == is_up &&
            is_same_value(&y->facts[i].value, x))
            return true;
    return false;
}

/* Does X depend on the current value of a field? */
static bool depends(const origin *x)
{
    return x->kind != ORIGIN_VALUE && x->kind != ORIGIN_TRUTH;
}

static void forget_field(walk *w, path *y, uint32_t field)
{
    for (uint32_t i = 0; i < w->f->slot_count; i++)
        if (depends(&y->slots[i]) && y->slots[i].field == field)
            y->slots[i] = new_value(w);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < y->fact_count; i++)
        if (y->facts[i].field != field)
            y->facts[kept++] = y->facts[i];
    y->fact_count = kept;
}

/* A value that is both at least and at most the field is equal to it, or the path is
 * infeasible. */
static void write_field(walk *w, path *y, const ir_instr *i, origin x)
{
    assert(flow_writes_field(i));
    uint32_t field = IR_INDEX(i->d);
    bits_add(&w->visited, y->pc);
    if (x.kind == ORIGIN_FIELD && x.field == field)
        return;
    bool is_true = false;
    bool is_truth =
        type_of(w, field) == TYPE_BOOL && is_bool_const(w->ir, &x, &is_true);
    bool is_up = is_truth ? is_true : is_known(y, &x, field, true);
    bool is_down = is_truth ? !is_true : is_known(y, &x, field, false);
    bool is_sum = x.kind == ORIGIN_SUM && x.field == field;
    if (is_sum) {
        is_up = x.is_up;
        is_down = !x.is_up;
    }
    bool is_any = !is_up && !is_down;
    if (is_any || !is_down)
        bits_add(&w->m->increases, field);
    if (is_any || !is_up)
        bits_add(&w->m->decreases, field);
    if (is_any && !has_type_of_field(w, i))
        bits_add(&w->m->untyped, field);
    if (!is_any)
        bits_add(is_sum ? &w->m->sums : &w->m->jumps, field);
    forget_field(w, y, field);
}

static void compute(walk *w, path *y, const ir_instr *i)
{
    if (!flow_writes(i))
        return;
    origin x = result_of(w, y, i);
    if (IR_KIND(i->d) == IR_FIELD_OF_MACHINE)
        write_field(w, y, i, x);
    else
        y->slots[IR_INDEX(i->d)] = x;
}

/* ---- Paths ---- */

static void forget_fields(walk *w, path *y)
{
    for (uint32_t i = 0; i < w->f->slot_count; i++)
        if (depends(&y->slots[i]))
            y->slots[i] = new_value(w);
    y->fact_count = 0;
}

static void forget_all(walk *w, path *y)
{
    for (uint32_t i = 0; i < w->f->slot_count; i++)
        y->slots[i] = new_value(w);
    y->fact_count = 0;
}

static size_t path_size(const walk *w)
{
    return sizeof(path) + w->f->slot_count * sizeof(origin);
}

static void follow(walk *w, path *y);

static path *copy_path(const walk *w, const path *y)
{
    path *copy = mem_alloc(path_size(w));
    memcpy(copy, y, path_size(w));
    return copy;
}

/* Continues a copy of the path at PC. */
static void follow_copy(walk *w, const path *y, ir_pc pc)
{
    path *copy = copy_path(w, y);
    copy->pc = pc;
    follow(w, copy);
    mem_free(copy, path_size(w));
}

static void learn(path *y, ir_operand condition, bool is_true)
{
    assert(y->fact_count <= MOST_FACTS);
    origin x = origin_of(y, condition);
    if (IR_KIND(condition) == IR_LOCAL)
        y->slots[IR_INDEX(condition)] =
            (origin){.kind = ORIGIN_TRUTH, .is_up = is_true};
    if (x.kind != ORIGIN_ORDER || y->fact_count == MOST_FACTS)
        return;
    fact new_fact = {.value = x, .field = x.field, .is_up = x.is_up == is_true};
    new_fact.value.kind = ORIGIN_VALUE;
    y->facts[y->fact_count++] = new_fact;
}

static void follow_branch(walk *w, path *y, const ir_instr *i)
{
    origin x = origin_of(y, i->a);
    if (x.kind == ORIGIN_TRUTH) {
        y->pc = x.is_up == (i->op == IR_IF) ? y->pc + 1 : i->b;
        return;
    }
    flow_edge first, second;
    bool has_two =
        flow_edge_at(w->f, y->pc, 0, &first) && flow_edge_at(w->f, y->pc, 1, &second);
    assert(has_two);
    (void)has_two;
    path *other = copy_path(w, y);
    learn(other, i->a, second.when == FLOW_IF_TRUE);
    other->pc = second.to;
    follow(w, other);
    mem_free(other, path_size(w));
    learn(y, i->a, first.when == FLOW_IF_TRUE);
    y->pc = first.to;
}

/* Nothing is known at the start of a case, nor behind the receive. */
static void follow_cases(walk *w, path *y, const ir_instr *i)
{
    forget_all(w, y);
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        follow_copy(w, y, w->f->cases[k].start);
    y->pc = i->a;
}

/* True: the path continues.  A loop's body starts with nothing known, and so does the
 * code behind the loop; a path ends where it reaches either of them again. */
static bool control(walk *w, path *y, const ir_instr *i)
{
    switch (i->op) {
    case IR_RETURN:
    case IR_RAISE:
    case IR_GOTO:
    case IR_FAIL:
    case IR_REPEAT:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_DONE:
        return false;
    case IR_IF:
    case IR_IF_NOT:
        follow_branch(w, y, i);
        return true;
    case IR_ELSE:
    case IR_PROOF:
        y->pc = i->a;
        return true;
    case IR_LOOP:
    case IR_FOREACH:
        forget_all(w, y);
        compute(w, y, i);
        follow_copy(w, y, i->op == IR_LOOP ? i->a : i->c);
        break;
    case IR_RECEIVE:
        follow_cases(w, y, i);
        return true;
    case IR_CALL:
        forget_fields(w, y);
        compute(w, y, i);
        break;
    default:
        compute(w, y, i);
    }
    y->pc++;
    return true;
}

static void follow(walk *w, path *y)
{
    while (w->budget > 0 && y->pc < w->f->code_count) {
        w->budget--;
        if (!control(w, y, &w->f->code[y->pc]))
            return;
    }
}

static bool writes_any(const ir_function *f)
{
    for (uint32_t k = 0; k < f->code_count; k++)
        if (flow_writes_field(&f->code[k]))
            return true;
    return false;
}

/* Writes that no path visited, or all of them if the budget ran out. */
static void write_blindly(walk *w)
{
    for (uint32_t k = 0; k < w->f->code_count; k++) {
        const ir_instr *i = &w->f->code[k];
        if (!flow_writes_field(i) || (w->budget > 0 && bits_has(&w->visited, k)))
            continue;
        bits_add(&w->m->increases, IR_INDEX(i->d));
        bits_add(&w->m->decreases, IR_INDEX(i->d));
        bits_add(&w->m->untyped, IR_INDEX(i->d));
    }
}

void monotone_fini(monotone *m)
{
    bits_fini(&m->increases);
    bits_fini(&m->decreases);
    bits_fini(&m->untyped);
    bits_fini(&m->sums);
    bits_fini(&m->jumps);
}

void monotone_add(const ir_program *ir, uint32_t function, monotone *m)
{
    assert(function < ir->function_count);
    walk w = {.ir = ir, .f = &ir->functions[function], .m = m};
    if (!writes_any(w.f))
        return;
    if (w.f->slot_count <= MOST_SLOTS) {
        w.budget = MOST_STEPS;
        path *y = mem_alloc(path_size(&w));
        forget_all(&w, y);
        follow(&w, y);
        mem_free(y, path_size(&w));
    }
    write_blindly(&w);
    bits_fini(&w.visited);
}
