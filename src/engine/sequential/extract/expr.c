/* Evaluates P's expressions to IceT expressions or to shapes.
 *
 * Most expressions become an expression of IceT.  A collection of machines has none: it
 * is a shape, known before the run.  An expression of IceT has no effects, so calls
 * inside an expression are computed before it, and only if that cannot change its
 * value.
 */
#include "engine/sequential/extract/extract_private.h"

static const extract_shape *nothing(extract_maker *m, srcpos pos)
{
    return extract_shape_of_expr(m->x, extract_int(m->x, 0, pos));
}

/* ---- names ---- */

static uint32_t set_of_param(extract_maker *m, const var_decl *param, srcpos pos)
{
    extraction *x = m->x;
    uint32_t found = ICET_NONE;
    for (uint32_t i = 0; i < x->sets.len; i++) {
        if (x->sets.data[i].param != param)
            continue;
        if (found != ICET_NONE) {
            extract_refuse(x, pos,
                           "give each set a parameter of its own, or loop over the "
                           "collection",
                           "'%s' here: it is the size of two sets of machines",
                           extract_text(x, param->name.name));
            return found;
        }
        found = i;
    }
    if (found == ICET_NONE)
        found = extract_add_set(x, extract_text(x, param->name.name), param->name.pos,
                                param);
    return found;
}

const icet_expr *extract_param_size(extract_maker *m, const var_decl *param, srcpos pos)
{
    extraction *x = m->x;
    if (param->type != TYPE_INT) {
        extract_refuse(x, pos, "only integers may stay unknown",
                       "a parameter that is not an int");
        return extract_int(x, 0, pos);
    }
    icet_expr *e = extract_expr_new(x, ICET_EX_SIZE, icet_type_int(), pos);
    e->index = set_of_param(m, param, pos);
    return e;
}

static const extract_shape *eval_variable(extract_maker *m, const var_decl *decl,
                                          srcpos pos)
{
    if (decl->kind == VAR_GLOBAL_PARAM)
        return extract_shape_of_expr(m->x, extract_param_size(m, decl, pos));
    const extract_var *v = extract_variable(m, decl);
    if (v->known != NULL)
        return v->known;
    extract_type(m->x, decl->type, pos);
    if (m->x->failed)
        return nothing(m, pos);
    return extract_shape_of_expr(m->x, extract_read_slot(m, v->slot, pos));
}

static const extract_shape *eval_name(extract_maker *m, const expr *e)
{
    extraction *x = m->x;
    if (e->ref == REF_VAR)
        return eval_variable(m, e->to.var, e->pos);
    if (e->ref == REF_ENUM_ELEM) {
        icet_expr *made =
            extract_expr_new(x, ICET_EX_CTOR, extract_type(x, e->type, e->pos), e->pos);
        made->ctor = extract_ctor(x, e->to.elem);
        return extract_shape_of_expr(x, made);
    }
    extract_refuse(x, e->pos, "name the event where it is sent", "an event as a value");
    return nothing(m, e->pos);
}

/* ---- choices ---- */

static const extract_shape *fresh(extract_maker *m, uint32_t slot, srcpos pos)
{
    return extract_shape_of_expr(m->x, extract_read_slot(m, slot, pos));
}

static const extract_shape *any_bool(extract_maker *m, srcpos pos)
{
    uint32_t slot = extract_new_slot(m, NULL, icet_type_bool(), pos);
    extract_draft *d = extract_emit(m, ICET_NONDET, pos);
    d->stmt.var = slot;
    return fresh(m, slot, pos);
}

enum { MOST_CHOICES = 64 };

/* Stores one of FIRST .. COUNT-1 in SLOT. */
static void choose_number(extract_maker *m, uint32_t slot, uint64_t first,
                          uint64_t count, srcpos pos)
{
    if (first + 1 >= count) {
        extract_emit_assign(m, slot, extract_int(m->x, (int64_t)first, pos), pos);
        return;
    }
    extract_draft *d = extract_emit(m, ICET_IF, pos);
    extract_block b;
    extract_open(m, &b, false);
    extract_emit_assign(m, slot, extract_int(m->x, (int64_t)first, pos), pos);
    d->stmt.then = extract_close(m);
    extract_open(m, &b, false);
    choose_number(m, slot, first + 1, count, pos);
    d->stmt.otherwise = extract_close(m);
}

static const extract_shape *choose_int(extract_maker *m, const expr *e,
                                       const expr *bound)
{
    if (bound->kind != EX_INT || bound->integer > MOST_CHOICES) {
        extract_refuse(m->x, e->pos, "choose(3), with a small number written out",
                       "this 'choose'");
        return nothing(m, e->pos);
    }
    uint32_t slot = extract_new_slot(m, NULL, icet_type_int(), e->pos);
    choose_number(m, slot, 0, bound->integer, e->pos);
    return fresh(m, slot, e->pos);
}

static const extract_shape *choose_member(extract_maker *m, const expr *e,
                                          const extract_shape *s)
{
    extraction *x = m->x;
    if (s->kind != SHAPE_SET) {
        extract_refuse(x, e->pos, "choose from a collection of machines",
                       "this 'choose'");
        return nothing(m, e->pos);
    }
    extract_set_draft *set = vec_at(&x->sets, s->set);
    set->is_walked = true;
    if (set->set.at_least == 0)
        extract_refuse(x, e->pos, "remove 0 from the test's values of its size",
                       "'choose' from a set that may be empty");
    uint32_t slot = extract_new_slot(m, NULL, icet_type_pid(), e->pos);
    extract_draft *d = extract_emit(m, ICET_NONDET, e->pos);
    d->stmt.var = slot;
    d->stmt.set = s->set;
    return fresh(m, slot, e->pos);
}

static const extract_shape *eval_choose(extract_maker *m, const expr *e)
{
    if (e->args.count == 0)
        return any_bool(m, e->pos);
    const expr *from = e->args.data[0];
    if (from->type == TYPE_INT)
        return choose_int(m, e, from);
    return choose_member(m, e, extract_eval(m, from));
}

/* ---- operators ---- */

static const extract_shape *eval_unary(extract_maker *m, const expr *e)
{
    const icet_expr *a = extract_value(m, e->args.data[0]);
    icet_expr_kind kind = e->op == TOK_NOT ? ICET_EX_NOT : ICET_EX_NEGATE;
    return extract_shape_of_expr(
        m->x, extract_operation(m->x, kind, a->type, a, NULL, e->pos));
}

/* Returns false if IceT has no such operator. */
static bool find_operator(token_kind op, icet_expr_kind *kind, bool *is_bool)
{
    static const struct {
        token_kind op;
        icet_expr_kind kind;
        bool is_bool;
    } all[] = {
        {TOK_PLUS, ICET_EX_ADD, false}, {TOK_MINUS, ICET_EX_SUB, false},
        {TOK_STAR, ICET_EX_MUL, false}, {TOK_EQ, ICET_EX_EQ, true},
        {TOK_NE, ICET_EX_NE, true},     {TOK_LT, ICET_EX_LT, true},
        {TOK_LE, ICET_EX_LE, true},     {TOK_GT, ICET_EX_GT, true},
        {TOK_GE, ICET_EX_GE, true},     {TOK_AND, ICET_EX_AND, true},
        {TOK_OR, ICET_EX_OR, true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].op != op)
            continue;
        *kind = all[i].kind;
        *is_bool = all[i].is_bool;
        return true;
    }
    return false;
}

static const extract_shape *eval_binary(extract_maker *m, const expr *e)
{
    extraction *x = m->x;
    icet_expr_kind kind;
    bool is_bool;
    if (!find_operator(e->op, &kind, &is_bool)) {
        extract_refuse(x, e->pos, NULL, "the operator '%s'", token_text(e->op));
        return nothing(m, e->pos);
    }
    const icet_expr *a = extract_value(m, e->args.data[0]);
    bool was_guarded = m->is_guarded;
    m->is_guarded |= e->op == TOK_AND || e->op == TOK_OR;
    const icet_expr *b = extract_value(m, e->args.data[1]);
    m->is_guarded = was_guarded;
    if (!x->failed && a->type != b->type)
        extract_refuse(x, e->pos, NULL, "a comparison of different types");
    return extract_shape_of_expr(
        x,
        extract_operation(x, kind, is_bool ? icet_type_bool() : a->type, a, b, e->pos));
}

/* ---- tuples and collections ---- */

static const extract_shape *eval_tuple(extract_maker *m, expr *const *args,
                                       uint32_t count, srcpos pos)
{
    const extract_shape **parts =
        ARENA_ARRAY(&m->x->scratch, const extract_shape *, count);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = extract_eval(m, args[i]);
    return extract_shape_of_tuple(m->x, parts, count, pos);
}

const extract_shape *extract_payload(extract_maker *m, expr *const *args,
                                     uint32_t count, srcpos pos)
{
    if (count == 0)
        return NULL;
    return count == 1 ? extract_eval(m, args[0]) : eval_tuple(m, args, count, pos);
}

static const extract_shape *eval_size(extract_maker *m, const expr *e)
{
    const extract_shape *s = extract_eval(m, e->args.data[0]);
    if (s->kind == SHAPE_SET) {
        icet_expr *size = extract_expr_new(m->x, ICET_EX_SIZE, icet_type_int(), e->pos);
        size->index = s->set;
        return extract_shape_of_expr(m->x, size);
    }
    if (s->kind == SHAPE_MEMBER)
        return s;
    if (s->kind != SHAPE_EMPTY)
        extract_refuse(m->x, e->pos, NULL, "this 'sizeof'");
    return nothing(m, e->pos);
}

/* ws[i], in a loop that counts i over all of ws. */
static const extract_shape *eval_index(extract_maker *m, const expr *e)
{
    const expr *index = e->args.data[1];
    const extract_shape *s = extract_eval(m, e->args.data[0]);
    for (const extract_loop *l = m->loop; l != NULL && index->kind == EX_NAME;
         l = l->outer)
        if (l->counter != NULL && index->ref == REF_VAR &&
            l->counter == index->to.var && l->counts_last && s->kind == SHAPE_SET &&
            l->set == s->set)
            return extract_shape_of_expr(m->x,
                                         extract_read_slot(m, l->element, e->pos));
    extract_refuse(m->x, e->pos,
                   "loop over all machines: foreach (w in ws), or "
                   "while (i < sizeof(ws)) { ... ws[i] ...; i = i + 1; }",
                   "this index");
    return nothing(m, e->pos);
}

/* ---- all expressions ---- */

static const extract_shape *eval_cast(extract_maker *m, const expr *e)
{
    const icet_expr *value = extract_value(m, e->args.data[0]);
    const icet_type *type = extract_type(m->x, e->type, e->pos);
    if (!m->x->failed && value->type != type)
        extract_refuse(m->x, e->pos, NULL, "this conversion");
    return extract_shape_of_expr(m->x, value);
}

static const extract_shape *literal(extract_maker *m, icet_expr_kind kind,
                                    const icet_type *type, const expr *e)
{
    icet_expr *made = extract_expr_new(m->x, kind, type, e->pos);
    if (kind == ICET_EX_BOOL)
        made->number = e->flag;
    return extract_shape_of_expr(m->x, made);
}

static const extract_shape *refuse_expr(extract_maker *m, const expr *e,
                                        const char *what)
{
    extract_refuse(m->x, e->pos, NULL, "%s", what);
    return nothing(m, e->pos);
}

/* A call is computed before the rest of the expression, so it must not change the
 * variables that the rest reads, nor depend on the rest. */
static const extract_shape *eval_call(extract_maker *m, const expr *e)
{
    if (m->is_guarded || e->ref != REF_FUN || extract_changes_fields(e->to.fun)) {
        extract_refuse(m->x, e->pos, "give its value to a variable first",
                       "this call inside an expression");
        return nothing(m, e->pos);
    }
    const extract_shape *result = extract_eval_whole(m, e);
    if (m->x->failed || extract_shape_is_constant(result))
        return result;
    const icet_expr *value = extract_shape_expr(m->x, result, e->pos);
    if (value->kind == ICET_EX_VAR && vec_at(&m->vars, value->index)->name == NULL)
        return result; /* a variable that was made for this call only */
    /* The next call of the function overwrites its variables. */
    uint32_t slot = extract_new_slot(m, NULL, value->type, e->pos);
    extract_emit_assign(m, slot, value, e->pos);
    return fresh(m, slot, e->pos);
}

const extract_shape *extract_eval(extract_maker *m, const expr *e)
{
    extraction *x = m->x;
    if (x->failed)
        return nothing(m, e->pos);
    switch (e->kind) {
    case EX_NAME:
        return eval_name(m, e);
    case EX_INT:
        return extract_shape_of_expr(x, extract_int(x, (int64_t)e->integer, e->pos));
    case EX_BOOL:
        return literal(m, ICET_EX_BOOL, icet_type_bool(), e);
    case EX_NULL:
        return literal(m, ICET_EX_NOBODY, icet_type_pid(), e);
    case EX_THIS:
        return literal(m, ICET_EX_SELF, icet_type_pid(), e);
    case EX_NONDET:
        return any_bool(m, e->pos);
    case EX_TUPLE:
    case EX_NAMED_TUPLE:
        return eval_tuple(m, e->args.data, e->args.count, e->pos);
    case EX_FIELD:
        return extract_shape_part(x, extract_eval(m, e->args.data[0]), e->access.index,
                                  e->pos);
    case EX_TUPLE_FIELD:
        return extract_shape_part(x, extract_eval(m, e->args.data[0]),
                                  (uint32_t)e->integer, e->pos);
    case EX_INDEX:
        return eval_index(m, e);
    case EX_SIZEOF:
        return eval_size(m, e);
    case EX_DEFAULT:
        return extract_shape_default(x, e->type, e->pos);
    case EX_CHOOSE:
        return eval_choose(m, e);
    case EX_NEW:
        return extract_new(m, e);
    case EX_UNARY:
        return eval_unary(m, e);
    case EX_BINARY:
        return eval_binary(m, e);
    case EX_CAST:
    case EX_CONVERT:
        return eval_cast(m, e);
    case EX_CALL:
        return eval_call(m, e);
    case EX_HALT:
        return refuse_expr(m, e, "'halt'");
    case EX_FLOAT:
        return refuse_expr(m, e, "a float");
    case EX_TEXT:
    case EX_FORMAT:
        return refuse_expr(m, e, "a string");
    case EX_KEYS:
    case EX_VALUES:
        return refuse_expr(m, e, "a map");
    case EX_IS:
    case EX_TARGETS:
    case EX_INFLIGHT:
    case EX_SENT:
    case EX_QUANTIFIER:
        return refuse_expr(m, e, "an expression of the proof dialect");
    }
    return nothing(m, e->pos);
}

const extract_shape *extract_eval_whole(extract_maker *m, const expr *e)
{
    if (e->kind != EX_CALL || m->x->failed)
        return extract_eval(m, e);
    if (e->ref != REF_FUN)
        return refuse_expr(m, e, "an expression of the proof dialect");
    const extract_shape **args =
        ARENA_ARRAY(&m->x->scratch, const extract_shape *, e->args.count);
    for (uint32_t i = 0; i < e->args.count; i++)
        args[i] = extract_eval(m, e->args.data[i]);
    return extract_call(m, e->to.fun, args, e->pos);
}

const icet_expr *extract_value(extract_maker *m, const expr *e)
{
    return extract_shape_expr(m->x, extract_eval(m, e), e->pos);
}
