/* Lowers expressions.  An operation writes to a destination (a variable or a
 * temporary); a variable or constant is itself an operand, which the operation reads
 * when it runs. */
#include "ir/lower_private.h"

#include <string.h>

ir_operand lower_variable(const var_decl *v)
{
    switch (v->kind) {
    case VAR_FIELD:
        return IR_OPERAND(IR_FIELD_OF_MACHINE, v->index);
    case VAR_GLOBAL_PARAM:
        return IR_OPERAND(IR_PARAM, v->index);
    case VAR_LOCAL:
    case VAR_PARAM:
    case VAR_BOUND:
        break;
    }
    return IR_OPERAND(IR_LOCAL, v->index);
}

static const types *types_of(const build *b)
{
    return &b->l->p->symbols.types;
}

static type_kind kind_of(const build *b, type_id type)
{
    return type_kind_of(types_of(b), type);
}

/* ---- Several operands ---- */

static bool has_call(const expr *e)
{
    if (e->kind == EX_CALL)
        return true;
    list_each (a, &e->args)
        if (has_call(*a))
            return true;
    return false;
}

/* P copies an argument when it evaluates it.  Afterwards only a call can change a
 * variable, and only a field: so only fields before the last call are copied here. */
void lower_operands(build *b, expr *const *exprs, uint32_t count, ir_operand *out)
{
    uint32_t last_call = 0;
    for (uint32_t i = 0; i < count; i++)
        if (has_call(exprs[i]))
            last_call = i;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = lower_expr(b, exprs[i]);
        if (i < last_call && IR_KIND(out[i]) == IR_FIELD_OF_MACHINE) {
            ir_operand copy = build_temp(b, exprs[i]->type);
            ir_instr *transition = build_emit(b, IR_MOVE, exprs[i]->pos);
            transition->d = copy;
            transition->a = out[i];
            out[i] = copy;
        }
    }
}

static void release_all(build *b, const ir_operand *operands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        build_release(b, operands[i]);
}

/* OP target, args...: the list form. */
static void emit_list(build *b, ir_op op, const expr *e, ir_operand target, uint32_t a)
{
    uint32_t count = e->args.count;
    ir_operand *args = mem_alloc(count * sizeof *args);
    lower_operands(b, e->args.data, count, args);
    uint32_t first = build_args(b, args, count);
    ir_instr *i = build_emit(b, op, e->pos);
    i->d = target;
    i->a = a;
    i->first = first;
    i->count = count;
    release_all(b, args, count);
    mem_free(args, count * sizeof *args);
}

static ir_instr *emit_unary(build *b, ir_op op, const expr *e, ir_operand target)
{
    ir_operand a = lower_expr(b, e->args.data[0]);
    ir_instr *i = build_emit(b, op, e->pos);
    i->d = target;
    i->a = a;
    build_release(b, a);
    return i;
}

/* Plain operands are read when the operator runs, so nothing is copied here. */
static void emit_binary(build *b, ir_op op, const expr *e, ir_operand target, bool swap)
{
    ir_operand x = lower_expr(b, e->args.data[0]);
    ir_operand y = lower_expr(b, e->args.data[1]);
    ir_instr *i = build_emit(b, op, e->pos);
    i->d = target;
    i->a = swap ? y : x;
    i->b = swap ? x : y;
    build_release(b, x);
    build_release(b, y);
}

static void emit_move(build *b, ir_operand target, ir_operand from, srcpos pos)
{
    assert(IR_KIND(target) == IR_LOCAL || IR_KIND(target) == IR_FIELD_OF_MACHINE);
    if (target == from)
        return;
    ir_instr *i = build_emit(b, IR_MOVE, pos);
    i->d = target;
    i->a = from;
}

/* ---- Logic: the right side runs only if it decides ---- */

static void emit_short_circuit(build *b, const expr *e, ir_operand target)
{
    /* The right side may read a variable that is the target: use a temporary then. */
    bool is_temp = build_is_temp(b, target);
    ir_operand value = is_temp ? target : build_temp(b, TYPE_BOOL);
    lower_expr_into(b, e->args.data[0], value);
    if (e->op == TOK_IMPLIES) {
        ir_instr *negated = build_emit(b, IR_NOT, e->pos);
        negated->d = value;
        negated->a = value;
    }
    ir_pc at = build_here(b);
    build_emit(b, e->op == TOK_AND ? IR_IF : IR_IF_NOT, e->pos)->a = value;
    lower_expr_into(b, e->args.data[1], value);
    build_emit(b, IR_END, e->pos);
    b->code.data[at].b = build_here(b);
    if (!is_temp) {
        emit_move(b, target, value, e->pos);
        build_release(b, value);
    }
}

static ir_op by_type(type_id type, ir_op for_int, ir_op for_float, ir_op for_text)
{
    return type == TYPE_FLOAT ? for_float : type == TYPE_STRING ? for_text : for_int;
}

static ir_op membership(const build *b, type_id whole)
{
    switch ((int)kind_of(b, whole)) {
    case TYPE_KIND_SEQ:
        return IR_IN_SEQ;
    case TYPE_KIND_SET:
        return IR_IN_SET;
    }
    return IR_IN_MAP;
}

static void emit_operator(build *b, const expr *e, ir_operand target)
{
    type_id t = e->args.data[0]->type;
    switch ((int)e->op) {
    case TOK_AND:
    case TOK_OR:
    case TOK_IMPLIES:
        emit_short_circuit(b, e, target);
        return;
    case TOK_PLUS:
        emit_binary(b, by_type(t, IR_ADD_INT, IR_ADD_FLOAT, IR_ADD_TEXT), e, target,
                    false);
        return;
    case TOK_MINUS:
        emit_binary(b, by_type(t, IR_SUB_INT, IR_SUB_FLOAT, 0), e, target, false);
        return;
    case TOK_STAR:
        emit_binary(b, by_type(t, IR_MUL_INT, IR_MUL_FLOAT, 0), e, target, false);
        return;
    case TOK_SLASH:
        emit_binary(b, by_type(t, IR_DIV_INT, IR_DIV_FLOAT, 0), e, target, false);
        return;
    case TOK_PERCENT:
        emit_binary(b, by_type(t, IR_MOD_INT, IR_MOD_FLOAT, 0), e, target, false);
        return;
    case TOK_LT:
    case TOK_GT:
        emit_binary(b, by_type(t, IR_LT_INT, IR_LT_FLOAT, IR_LT_TEXT), e, target,
                    e->op == TOK_GT);
        return;
    case TOK_LE:
    case TOK_GE:
        emit_binary(b, by_type(t, IR_LE_INT, IR_LE_FLOAT, IR_LE_TEXT), e, target,
                    e->op == TOK_GE);
        return;
    case TOK_EQ:
    case TOK_IFF:
        emit_binary(b, IR_EQ, e, target, false);
        return;
    case TOK_NE:
        emit_binary(b, IR_NE, e, target, false);
        return;
    case TOK_IN:
        emit_binary(b, membership(b, e->args.data[1]->type), e, target, false);
        return;
    }
    assert(false); /* no other token is a binary operator */
}

/* ---- The other operations ---- */

static void emit_convert(build *b, const expr *e, ir_operand target)
{
    type_id from = e->args.data[0]->type;
    if (type_accepts(&b->l->p->symbols.types, e->type, from))
        emit_unary(b, IR_MOVE, e, target); /* the same events: nothing to check */
    else if (kind_of(b, e->type) == TYPE_KIND_PERMISSION)
        emit_unary(b, IR_RESTRICT, e, target)->b = e->type;
    else if (from == TYPE_INT && e->type == TYPE_FLOAT)
        emit_unary(b, IR_INT_TO_FLOAT, e, target);
    else if (from == TYPE_FLOAT && e->type == TYPE_INT)
        emit_unary(b, IR_FLOAT_TO_INT, e, target);
    else
        emit_unary(b, IR_MOVE, e, target); /* an enum element is its number */
}

static void emit_choose(build *b, const expr *e, ir_operand target)
{
    if (e->args.count == 0) {
        build_emit(b, IR_NONDET, e->pos)->d = target;
        return;
    }
    ir_op op = IR_CHOOSE_INT;
    switch ((int)kind_of(b, e->args.data[0]->type)) {
    case TYPE_KIND_SEQ:
        op = IR_CHOOSE_SEQ;
        break;
    case TYPE_KIND_SET:
        op = IR_CHOOSE_SET;
        break;
    case TYPE_KIND_MAP:
        op = IR_CHOOSE_MAP;
        break;
    }
    emit_unary(b, op, e, target);
}

static ir_op getter(const build *b, type_id whole)
{
    switch ((int)kind_of(b, whole)) {
    case TYPE_KIND_SEQ:
        return IR_SEQ_GET;
    case TYPE_KIND_SET:
        return IR_SET_GET;
    }
    return IR_MAP_GET;
}

static void emit_read(build *b, const expr *e, ir_operand target, uint32_t index)
{
    ir_instr *i = emit_unary(b, IR_FIELD, e, target);
    i->b = index;
    i->first = e->args.data[0]->type;
}

static void emit_field(build *b, const expr *e, ir_operand target)
{
    ir_instr *i;
    switch ((int)e->ref) {
    case REF_MACHINE_FIELD:
        i = emit_unary(b, IR_MACHINE_FIELD, e, target);
        i->b = e->to.machine->index;
        i->c = e->access.index;
        return;
    case REF_SPEC_FIELD:
        i = build_emit(b, IR_SPEC_FIELD, e->pos);
        i->d = target;
        i->a = e->to.machine->index;
        i->b = e->access.index;
        return;
    case REF_EVENT_FIELD:
        i = emit_unary(b, IR_EVENT_FIELD, e, target);
        i->b = e->to.event->index;
        i->c = e->access.index;
        return;
    }
    emit_read(b, e, target, e->access.index);
}

static void emit_is_state(build *b, const expr *e, ir_operand target,
                          ir_operand machine, const state_decl *s)
{
    ir_instr *i = build_emit(b, IR_IS_STATE, e->pos);
    i->d = target;
    i->a = machine;
    i->b = s->owner->index;
    i->c = s->index;
}

/* Tests for a state of this name, in each machine that has one, until one matches. */
static void emit_is_any_state(build *b, const expr *e, ir_operand target)
{
    const program *p = b->l->p;
    ir_operand value = build_is_temp(b, target) ? target : build_temp(b, TYPE_BOOL);
    ir_operand machine = lower_expr(b, e->args.data[0]);
    emit_move(b, value, build_bool(b, false), e->pos);
    vec_each (m, &p->machines) {
        const state_decl *s =
            scope_get(&p->scopes, (*m)->scope, NS_STATE, e->access.field.name);
        if (s == NULL)
            continue;
        ir_pc at = build_here(b);
        build_emit(b, IR_IF_NOT, e->pos)->a = value;
        emit_is_state(b, e, value, machine, s);
        build_emit(b, IR_END, e->pos);
        b->code.data[at].b = build_here(b);
    }
    build_release(b, machine);
    if (value != target) {
        emit_move(b, target, value, e->pos);
        build_release(b, value);
    }
}

static void emit_is(build *b, const expr *e, ir_operand target)
{
    switch ((int)e->ref) {
    case REF_MACHINE:
        emit_unary(b, IR_IS_MACHINE, e, target)->b = e->to.machine->index;
        return;
    case REF_EVENT:
        emit_unary(b, IR_IS_EVENT, e, target)->b = e->to.event->index;
        return;
    }
    if (e->flag) {
        emit_is_any_state(b, e, target);
        return;
    }
    ir_operand machine = lower_expr(b, e->args.data[0]);
    emit_is_state(b, e, target, machine, e->to.state);
    build_release(b, machine);
}

static void emit_new(build *b, const expr *e, ir_operand target)
{
    uint32_t count = e->args.count;
    expr tuple;
    ir_operand payload =
        count == 0   ? build_null(b)
        : count == 1 ? lower_expr(b, e->args.data[0])
                     : lower_expr(b, lower_as_tuple(&tuple, e->args.data, count,
                                                    e->to.interface->payload, e->pos));
    ir_instr *i = build_emit(b, IR_NEW, e->pos);
    i->d = target;
    i->a = e->to.interface->index;
    i->b = payload;
    build_release(b, payload);
}

static void emit_call(build *b, const expr *e, ir_operand target)
{
    uint32_t callee = e->ref == REF_PURE ? e->to.pure->frame->index : e->to.fun->index;
    emit_list(b, IR_CALL, e, target, callee);
}

static void emit_quantifier(build *b, const expr *e, ir_operand target)
{
    static const ir_op ops[2][2] = {{IR_EXISTS, IR_EXISTS_NEW},
                                    {IR_FORALL, IR_FORALL_NEW}};
    build_name_slots(b, &e->bound);
    ir_operand *bound = mem_alloc(e->bound.count * sizeof *bound);
    for (uint32_t i = 0; i < e->bound.count; i++)
        bound[i] = lower_variable(e->bound.data[i]);
    ir_pc at = build_here(b);
    ir_instr *q = build_emit(b, ops[e->op == TOK_FORALL][e->flag], e->pos);
    q->d = target;
    q->first = build_args(b, bound, e->bound.count);
    q->count = e->bound.count;
    mem_free(bound, e->bound.count * sizeof *bound);
    ir_operand body = lower_expr(b, e->args.data[0]);
    build_emit(b, IR_RESULT, e->pos)->a = body;
    build_release(b, body);
    b->code.data[at].a = build_here(b);
}

/* The name of an invariant or lemma inside a formula: all of it holds. */
static void emit_lemma(build *b, const expr *e, ir_operand target)
{
    assert(e->ref == REF_LEMMA);
    const lemma_decl *l = e->to.lemma;
    ir_operand value = build_temp(b, TYPE_BOOL);
    emit_move(b, value, build_bool(b, true), e->pos);
    list_each (inv, &l->invariants) {
        ir_operand one = build_temp(b, TYPE_BOOL);
        ir_instr *i = build_emit(b, IR_HOLDS, e->pos);
        i->d = one;
        i->a = (*inv)->condition.frame->index;
        ir_pc at = build_here(b);
        build_emit(b, IR_IF, e->pos)->a = value;
        emit_move(b, value, one, e->pos);
        build_emit(b, IR_END, e->pos);
        b->code.data[at].b = build_here(b);
        build_release(b, one);
    }
    emit_move(b, target, value, e->pos);
    build_release(b, value);
}

static ir_operand simple_operand(build *b, const expr *e, bool *is_simple)
{
    *is_simple = true;
    switch ((int)e->kind) {
    case EX_INT:
        return build_int(b, (int64_t)e->integer, TYPE_INT);
    case EX_FLOAT:
        return build_float(b, e->real);
    case EX_BOOL:
        return build_bool(b, e->flag);
    case EX_NULL:
        return build_null(b);
    case EX_HALT:
        return build_event(b, EVENT_HALT);
    case EX_NAME:
        if (e->ref == REF_VAR)
            return lower_variable(e->to.var);
        if (e->ref == REF_ENUM_ELEM)
            return build_int(b, (int64_t)e->to.elem->number, e->type);
        if (e->ref == REF_EVENT)
            return build_event(b, e->to.event->index);
        if (e->ref == REF_SPEC)
            return build_null(b); /* proofs read only its fields and states */
        break;
    }
    *is_simple = false;
    return 0;
}

/* Expressions that are one instruction on their one operand. */
static bool unary_op(const expr *e, ir_op *op)
{
    switch ((int)e->kind) {
    case EX_KEYS:
        *op = IR_KEYS;
        return true;
    case EX_VALUES:
        *op = IR_VALUES;
        return true;
    case EX_SIZEOF:
        *op = IR_SIZE;
        return true;
    case EX_INFLIGHT:
        *op = IR_INFLIGHT;
        return true;
    case EX_SENT:
        *op = IR_SENT;
        return true;
    case EX_UNARY:
        *op = e->op == TOK_NOT        ? IR_NOT
              : e->type == TYPE_FLOAT ? IR_NEG_FLOAT
                                      : IR_NEG_INT;
        return true;
    }
    return false;
}

/* Expressions that are one instruction without operands; A is its only part. */
static bool plain_op(const expr *e, ir_op *op, uint32_t *a)
{
    switch ((int)e->kind) {
    case EX_NONDET:
        *op = e->flag ? IR_FAIR_NONDET : IR_NONDET;
        return true;
    case EX_THIS:
        *op = IR_THIS;
        return true;
    case EX_DEFAULT:
        *op = IR_DEFAULT;
        *a = e->type;
        return true;
    case EX_NAME: /* other names are operands, or lemmas */
        *op = IR_HOLDS;
        *a = e->ref == REF_INVARIANT ? e->to.invariant->condition.frame->index : 0;
        return e->ref == REF_INVARIANT;
    }
    return false;
}

static void emit_other(build *b, const expr *e, ir_operand target)
{
    switch ((int)e->kind) {
    case EX_NAME:
        emit_lemma(b, e, target);
        return;
    case EX_TEXT:
    case EX_FORMAT:
        /* A plain literal may still hold doubled braces, which formatting undoes. */
        emit_list(b, IR_FORMAT, e, target,
                  IR_INDEX(build_text(b, e->text.text, e->text.len)));
        return;
    case EX_TUPLE:
    case EX_NAMED_TUPLE:
        emit_list(b, IR_TUPLE, e, target, e->type);
        return;
    case EX_FIELD:
        emit_field(b, e, target);
        return;
    case EX_TUPLE_FIELD:
        emit_read(b, e, target, (uint32_t)e->integer);
        return;
    case EX_INDEX:
        emit_binary(b, getter(b, e->args.data[0]->type), e, target, false);
        return;
    case EX_CHOOSE:
        emit_choose(b, e, target);
        return;
    case EX_NEW:
        emit_new(b, e, target);
        return;
    case EX_CALL:
        emit_call(b, e, target);
        return;
    case EX_BINARY:
        emit_operator(b, e, target);
        return;
    case EX_CAST:
        emit_unary(b, IR_CAST, e, target)->b = e->type;
        return;
    case EX_CONVERT:
        emit_convert(b, e, target);
        return;
    case EX_IS:
        emit_is(b, e, target);
        return;
    case EX_TARGETS:
        emit_binary(b, IR_TARGETS, e, target, false);
        return;
    case EX_QUANTIFIER:
        emit_quantifier(b, e, target);
        return;
    }
    assert(false); /* an expression that lowering does not know */
}

void lower_expr_into(build *b, const expr *e, ir_operand target)
{
    bool is_simple;
    ir_operand simple = simple_operand(b, e, &is_simple);
    ir_op op;
    uint32_t part = 0;
    if (is_simple) {
        emit_move(b, target, simple, e->pos);
    } else if (plain_op(e, &op, &part)) {
        ir_instr *i = build_emit(b, op, e->pos);
        i->d = target;
        i->a = part;
    } else if (unary_op(e, &op)) {
        emit_unary(b, op, e, target);
    } else {
        emit_other(b, e, target);
    }
}

static bool is_plain_text(const expr *e)
{
    return e->kind == EX_TEXT && memchr(e->text.text, '{', e->text.len) == NULL &&
           memchr(e->text.text, '}', e->text.len) == NULL;
}

ir_operand lower_expr(build *b, const expr *e)
{
    bool is_simple;
    ir_operand simple = simple_operand(b, e, &is_simple);
    if (is_simple)
        return simple;
    if (is_plain_text(e))
        return build_text(b, e->text.text, e->text.len);
    ir_operand temp = build_temp(b, e->type);
    lower_expr_into(b, e, temp);
    return temp;
}

expr *lower_as_tuple(expr *room, expr *const *args, uint32_t count, type_id type,
                     srcpos pos)
{
    *room = (expr){.kind = EX_TUPLE,
                   .pos = pos,
                   .type = type,
                   .args = {.data = (expr **)args, .count = count}};
    return room;
}
