#include "naive_run.h"
#include "naive_show.h"

#include <math.h>
#include <string.h>

enum { CHOOSE_LIMIT = 10000 };

static const symbols *source(const step *t)
{
    return t->s->ir->source;
}

static const val *fail(step *t, fault_kind kind, srcpos pos)
{
    run_fail(t, kind, pos);
    return NULL;
}

static const val *format(step *t, const actor *a, const frame *f, const ir_instr *i)
{
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_const *c = &t->s->ir->consts[i->a];
    strbuf out = {0};
    for (uint32_t k = 0; k < c->len; k++) {
        char ch = c->text[k];
        if ((ch == '{' || ch == '}') && k + 1 < c->len && c->text[k + 1] == ch) {
            strbuf_putc(&out, ch);
            k++;
        } else if (ch == '{') {
            uint32_t n = 0;
            for (k++; c->text[k] != '}'; k++)
                n = n * 10 + (uint32_t)(c->text[k] - '0');
            show_formatted(t->s->ir, run_operand(t, a, f, fun->args[i->first + n]),
                           &out);
        } else {
            strbuf_putc(&out, ch);
        }
    }
    const val *text = val_text(t->s->memory, strbuf_text(&out), out.len);
    strbuf_free(&out);
    return text;
}

/* ---- Arithmetic ---- */

/* The kind of operands that an instruction takes; V_NULL: any. */
static val_kind operand_kind(uint8_t op)
{
    switch (op) {
    case IR_NOT:
        return V_BOOL;
    case IR_NEG_INT:
    case IR_ADD_INT:
    case IR_SUB_INT:
    case IR_MUL_INT:
    case IR_DIV_INT:
    case IR_MOD_INT:
    case IR_LT_INT:
    case IR_LE_INT:
    case IR_INT_TO_FLOAT:
        return V_INT;
    case IR_NEG_FLOAT:
    case IR_ADD_FLOAT:
    case IR_SUB_FLOAT:
    case IR_MUL_FLOAT:
    case IR_DIV_FLOAT:
    case IR_MOD_FLOAT:
    case IR_LT_FLOAT:
    case IR_LE_FLOAT:
    case IR_FLOAT_TO_INT:
        return V_FLOAT;
    case IR_ADD_TEXT:
    case IR_LT_TEXT:
    case IR_LE_TEXT:
        return V_TEXT;
    }
    return V_NULL;
}

/* Toward zero; what does not fit is the smallest number, as x86 has it. */
static int64_t truncated(double f)
{
    bool fits = f > -9223372036854777856.0 && f < 9223372036854775808.0;
    return fits ? (int64_t)f : INT64_MIN;
}

static const val *unary(step *t, uint8_t op, const val *x)
{
    arena *m = t->s->memory;
    switch (op) {
    case IR_NOT:
        return val_bool(!x->number);
    case IR_NEG_INT:
        return val_number(m, V_INT, (int64_t)(0 - (uint64_t)x->number));
    case IR_NEG_FLOAT:
        return val_float(m, -x->real);
    case IR_INT_TO_FLOAT:
        return val_float(m, (double)x->number);
    case IR_FLOAT_TO_INT:
        return val_number(m, V_INT, truncated(x->real));
    }
    return x;
}

static const val *divide(step *t, uint8_t op, int64_t x, int64_t y, srcpos pos)
{
    if (y == 0)
        return fail(t, FAULT_DIVISION, pos);
    int64_t n;
    if (op == IR_DIV_INT)
        n = y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y;
    else
        n = y == -1 ? 0 : x % y;
    return val_number(t->s->memory, V_INT, n);
}

static const val *integer(step *t, uint8_t op, const val *x, const val *y, srcpos pos)
{
    uint64_t a = (uint64_t)x->number; /* wraps */
    uint64_t b = (uint64_t)y->number;
    switch (op) {
    case IR_ADD_INT:
        return val_number(t->s->memory, V_INT, (int64_t)(a + b));
    case IR_SUB_INT:
        return val_number(t->s->memory, V_INT, (int64_t)(a - b));
    case IR_MUL_INT:
        return val_number(t->s->memory, V_INT, (int64_t)(a * b));
    case IR_LT_INT:
        return val_bool(x->number < y->number);
    case IR_LE_INT:
        return val_bool(x->number <= y->number);
    }
    return divide(t, op, x->number, y->number, pos);
}

static const val *real(step *t, uint8_t op, double x, double y)
{
    arena *m = t->s->memory;
    switch (op) {
    case IR_ADD_FLOAT:
        return val_float(m, x + y);
    case IR_SUB_FLOAT:
        return val_float(m, x - y);
    case IR_MUL_FLOAT:
        return val_float(m, x * y);
    case IR_DIV_FLOAT:
        return val_float(m, x / y);
    case IR_MOD_FLOAT:
        return val_float(m, fmod(x, y));
    case IR_LT_FLOAT:
        return val_bool(x < y);
    }
    return val_bool(x <= y);
}

static const val *text(step *t, uint8_t op, const val *x, const val *y)
{
    if (op == IR_LT_TEXT)
        return val_bool(val_compare(source(t), x, y) < 0);
    if (op == IR_LE_TEXT)
        return val_bool(val_compare(source(t), x, y) <= 0);
    strbuf both = {0};
    strbuf_add(&both, x->text, x->count);
    strbuf_add(&both, y->text, y->count);
    const val *v = val_text(t->s->memory, strbuf_text(&both), both.len);
    strbuf_free(&both);
    return v;
}

static const val *arithmetic(step *t, uint8_t op, const val *x, const val *y,
                             srcpos pos)
{
    val_kind kind = operand_kind(op);
    if (op == IR_EQ || op == IR_NE)
        return val_bool((val_compare(source(t), x, y) == 0) == (op == IR_EQ));
    if (!run_expect(t, x, kind, pos))
        return NULL;
    if (y == NULL)
        return unary(t, op, x);
    if (!run_expect(t, y, kind, pos))
        return NULL;
    if (kind == V_INT)
        return integer(t, op, x, y, pos);
    return kind == V_FLOAT ? real(t, op, x->real, y->real) : text(t, op, x, y);
}

/* ---- Collections ---- */

/* The kind of the collection that an instruction takes; SIZE takes all three. */
static val_kind collection_kind(uint8_t op, const val *whole)
{
    switch (op) {
    case IR_IN_SEQ:
    case IR_SEQ_GET:
    case IR_SEQ_PUT:
    case IR_SEQ_INSERT:
    case IR_SEQ_REMOVE:
    case IR_CHOOSE_SEQ:
        return V_SEQ;
    case IR_IN_SET:
    case IR_SET_GET:
    case IR_SET_ADD:
    case IR_SET_REMOVE:
    case IR_CHOOSE_SET:
        return V_SET;
    case IR_SIZE:
        return whole->kind == V_SET || whole->kind == V_MAP ? whole->kind : V_SEQ;
    }
    return V_MAP;
}

static bool takes_index(uint8_t op)
{
    return op == IR_SEQ_GET || op == IR_SET_GET || op == IR_SEQ_PUT ||
           op == IR_SEQ_INSERT || op == IR_SEQ_REMOVE;
}

static const val *halves(step *t, const val *map, size_t which)
{
    const val **items = ARENA_ARRAY(t->s->memory, const val *, map->count / 2 + 1);
    for (size_t i = 0; i < map->count / 2; i++)
        items[i] = map->items[i * 2 + which];
    return val_make(t->s->memory, V_SEQ, 0, items, map->count / 2);
}

static const val *contains(step *t, const val *whole, const val *x)
{
    size_t where;
    if (whole->kind != V_SEQ)
        return val_bool(val_find(source(t), whole, x, &where) >= 0);
    for (size_t i = 0; i < whole->count; i++)
        if (val_compare(source(t), x, whole->items[i]) == 0)
            return val_bool(true);
    return val_bool(false);
}

static const val *by_index(step *t, uint8_t op, const val *x, const val *index,
                           const val *z, srcpos pos)
{
    size_t limit = x->count + (op == IR_SEQ_INSERT);
    if (index->number < 0 || (uint64_t)index->number >= limit)
        return fail(t, FAULT_INDEX, pos);
    size_t at = (size_t)index->number;
    if (op == IR_SEQ_PUT || op == IR_SEQ_INSERT)
        return val_splice(t->s->memory, x, at, op == IR_SEQ_PUT, &z, 1);
    if (op == IR_SEQ_REMOVE)
        return val_splice(t->s->memory, x, at, 1, NULL, 0);
    return x->items[at];
}

static const val *by_key(step *t, uint8_t op, const val *x, const val *y, const val *z,
                         srcpos pos)
{
    size_t where;
    bool is_there = val_find(source(t), x, y, &where) >= 0;
    arena *m = t->s->memory;
    const val *pair[2] = {y, z};
    switch (op) {
    case IR_MAP_GET:
        return is_there ? x->items[where + 1] : fail(t, FAULT_KEY, pos);
    case IR_MAP_INSERT:
        if (is_there)
            return fail(t, FAULT_KEY, pos);
        break;
    case IR_SET_ADD:
        return is_there ? x : val_splice(m, x, where, 0, &y, 1);
    case IR_SET_REMOVE:
        return is_there ? val_splice(m, x, where, 1, NULL, 0) : x;
    case IR_MAP_REMOVE:
        return is_there ? val_splice(m, x, where, 2, NULL, 0) : x;
    }
    return val_splice(m, x, where, is_there ? 2 : 0, pair, 2);
}

static const val *collection(step *t, uint8_t op, const val *x, const val *y,
                             const val *z, srcpos pos)
{
    bool is_in = op == IR_IN_SEQ || op == IR_IN_SET || op == IR_IN_MAP;
    const val *whole = is_in ? y : x;
    if (!run_expect(t, whole, collection_kind(op, whole), pos))
        return NULL;
    if (is_in)
        return contains(t, whole, x);
    if (op == IR_SIZE)
        return val_number(t->s->memory, V_INT,
                          (int64_t)(x->kind == V_MAP ? x->count / 2 : x->count));
    if (op == IR_KEYS || op == IR_VALUES)
        return halves(t, x, op == IR_VALUES);
    if (!takes_index(op))
        return by_key(t, op, x, y, z, pos);
    return run_expect(t, y, V_INT, pos) ? by_index(t, op, x, y, z, pos) : NULL;
}

/* ---- Choices ---- */

/* The first, the last, and others between them. */
static const val *choose_some(step *t, const val **all, uint32_t width)
{
    uint32_t most = t->s->options->narrow;
    if (most == 0 || width <= most)
        return all[run_choose(t, width)];
    t->is_narrowed = true;
    return all[run_choose(t, most) * (width - 1) / (most - 1)];
}

static const val *choose_from(step *t, const actor *a, const frame *f, const val **all,
                              uint32_t width)
{
    const val *taken = choose_some(t, all, width);
    bool is_fair = t->s->ir->functions[f->function].code[f->place].op == IR_FAIR_NONDET;
    fair_choice one = {.who = a->m != NULL ? a->m->path : a->decl->name,
                       .function = f->function,
                       .place = f->place,
                       .from = all,
                       .width = width,
                       .taken = taken};
    if (run_can_be_hot(t->s) && (is_fair || !t->s->options->choices_are_unfair))
        vec_push(&t->fair, one);
    return taken;
}

static const val *choose_int(step *t, const actor *a, const frame *f, const val *x,
                             srcpos pos)
{
    if (!run_expect(t, x, V_INT, pos))
        return NULL;
    if (x->number == 0)
        return x;
    if (x->number < 0 || x->number > CHOOSE_LIMIT)
        return fail(t, FAULT_CHOOSE, pos);
    const val **all = ARENA_ARRAY(t->s->memory, const val *, (size_t)x->number);
    for (int64_t n = 0; n < x->number; n++)
        all[n] = val_number(t->s->memory, V_INT, n);
    return choose_from(t, a, f, all, (uint32_t)x->number);
}

static const val *choose_item(step *t, const actor *a, const frame *f, const val *x,
                              srcpos pos)
{
    uint8_t op = t->s->ir->functions[f->function].code[f->place].op;
    if (!run_expect(t, x, collection_kind(op, x), pos))
        return NULL;
    size_t stride = op == IR_CHOOSE_MAP ? 2 : 1;
    size_t width = x->count / stride;
    if (width == 0 || width > CHOOSE_LIMIT)
        return fail(t, FAULT_CHOOSE, pos);
    const val **all = ARENA_ARRAY(t->s->memory, const val *, width);
    for (size_t i = 0; i < width; i++)
        all[i] = x->items[i * stride];
    return choose_from(t, a, f, all, (uint32_t)width);
}

static const val *choose_bool(step *t, const actor *a, const frame *f)
{
    const val **all = ARENA_ARRAY(t->s->memory, const val *, 2);
    all[0] = val_bool(false);
    all[1] = val_bool(true);
    return choose_from(t, a, f, all, 2);
}

/* ---- Others ---- */

static const val *restricted(step *t, const val *x, type_id type, srcpos pos)
{
    const symbols *p = source(t);
    uint32_t wanted = *type_get(&p->types, type)->events;
    uint32_t missing;
    if (x->kind == V_NULL)
        return fail(t, FAULT_NULL_VALUE, pos);
    if (!run_expect(t, x, V_MACHINE, pos))
        return NULL;
    if (evset_difference(&p->evsets, wanted, x->rights, &missing))
        return fail(t, FAULT_RIGHTS, pos);
    return val_machine(t->s->memory, x->text, (uint32_t)x->number, wanted);
}

static const val *make_tuple(step *t, const actor *a, const frame *f, const ir_instr *i)
{
    const ir_function *fun = &t->s->ir->functions[f->function];
    const val **items = ARENA_ARRAY(t->s->memory, const val *, i->count + 1);
    for (uint32_t k = 0; k < i->count; k++)
        items[k] = run_operand(t, a, f, fun->args[i->first + k]);
    return val_tuple(t->s->memory, source(t), i->a, items, i->count);
}

static const val *field(step *t, const ir_instr *i, const val *x, const val *z,
                        srcpos pos)
{
    if (!run_expect(t, x, V_TUPLE, pos))
        return NULL;
    size_t at = val_field(source(t), x, i->first, i->b);
    if (at >= x->count)
        return fail(t, FAULT_CAST, pos);
    return i->op == IR_FIELD ? x->items[at] : val_splice(t->s->memory, x, at, 1, &z, 1);
}

const val *compute_value(step *t, const actor *a, const frame *f, const ir_instr *i,
                         srcpos pos)
{
    const char *shape = ir_op_shape(i->op);
    const val *x = shape[1] == 'o' ? run_operand(t, a, f, i->a) : NULL;
    const val *y = shape[2] == 'o' ? run_operand(t, a, f, i->b) : NULL;
    const val *z = shape[3] == 'o' ? run_operand(t, a, f, i->c) : NULL;
    switch (i->op) {
    case IR_MOVE:
        return x;
    case IR_DEFAULT:
        return val_default(t->s->memory, source(t), i->a);
    case IR_THIS:
        return a->m == NULL ? val_null() /* in a value of a foreign type */
                            : val_machine(t->s->memory, a->m->path, a->m->interface,
                                          a->decl->receives);
    case IR_CAST:
        return val_fits(source(t), i->b, x) ? x : fail(t, FAULT_CAST, pos);
    case IR_RESTRICT:
        return restricted(t, x, i->b, pos);
    case IR_FORMAT:
        return format(t, a, f, i);
    case IR_TUPLE:
        return make_tuple(t, a, f, i);
    case IR_FIELD:
    case IR_WITH_FIELD:
        return field(t, i, x, z, pos);
    case IR_NONDET:
    case IR_FAIR_NONDET:
        return choose_bool(t, a, f);
    case IR_CHOOSE_INT:
        return choose_int(t, a, f, x, pos);
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
        return choose_item(t, a, f, x, pos);
    }
    if (i->op >= IR_SIZE && i->op <= IR_MAP_REMOVE)
        return collection(t, i->op, x, y, z, pos);
    return arithmetic(t, i->op, x, y, pos);
}
