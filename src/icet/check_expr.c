/* Checks expressions and lowers them to icet_expr.
 *
 * Each function returns the lowered expression with its type, or NULL after it has
 * reported a mistake.  Callers pass NULL on without a message, so one mistake gives one
 * message, and a program without messages is well typed.
 */
#include "icet/check.h"

#include "icet/print.h"

const icet_expr *icet_check_expr_is(icet_checker *c, const ast_expr *e,
                                    const icet_type *type)
{
    const icet_expr *value = icet_check_expr(c, e);
    if (value == NULL || type == NULL || value->type == type)
        return value;
    diag_error(c->d, e->start, "expected %s, found %s", icet_check_type(c, type),
               icet_check_type(c, value->type));
    return NULL;
}

/* ---- Literals and names ---- */

static const icet_expr *check_int(icet_checker *c, const ast_expr *e, srcpos pos,
                                  bool negative)
{
    uint64_t largest = (uint64_t)INT64_MAX + negative;
    if (e->number <= largest) {
        uint64_t bits = negative ? 0 - e->number : e->number;
        return icet_expr_int(&c->b, pos, (int64_t)bits);
    }
    diag_error(c->d, e->pos, "this number is too large");
    diag_hint(c->d, "the largest one is %lld", (long long)INT64_MAX);
    return NULL;
}

static const icet_expr *check_process_name(icet_checker *c, const ast_expr *e,
                                           uint32_t index)
{
    const icet_process *p = &c->program->processes[index];
    if (p->set == ICET_NONE) {
        icet_expr *process =
            icet_expr_new(&c->b, ICET_EX_PROCESS, e->start, icet_type_pid(), NULL, 0);
        process->index = index;
        return process;
    }
    diag_error(c->d, e->pos, "'%s' is not one process, but a set of them", p->name);
    diag_hint(c->d, "get one of them from a loop, a message, nondet %s, or self",
              c->program->sets[p->set].name);
    return NULL;
}

static const icet_expr *check_name(icet_checker *c, const ast_expr *e)
{
    const icet_local *local = icet_check_local(c, e->name);
    if (local != NULL) {
        const icet_type *type = vec_at(&c->b.vars, local->var)->type;
        return type != NULL ? icet_expr_var(&c->b, e->start, local->var) : NULL;
    }
    const icet_global *g = icet_check_global(c, e->name);
    if (g == NULL) {
        icet_check_unknown(c, e->name, "variable, process or constructor");
        return NULL;
    }
    switch (g->kind) {
    case GLOBAL_PROCESS:
        return check_process_name(c, e, g->index);
    case GLOBAL_CTOR:
        return icet_check_ctor_call(c, g->ctor, e->start, e->name, &e->args);
    case GLOBAL_SET:
        break;
    }
    diag_error(c->d, e->pos, "'%s' is a set: it has no value",
               icet_check_name(c, e->name));
    diag_hint(c->d, "for x in %s { ... } iterates over it; |%s| is its size",
              icet_check_name(c, e->name), icet_check_name(c, e->name));
    return NULL;
}

/* ---- Constructors ---- */

static void suggest_ctor(icet_checker *c, ast_name name, const icet_data *data)
{
    suggest s;
    suggest_start(&s, icet_check_name(c, name));
    vec_each (g, &c->globals)
        if (g->kind == GLOBAL_CTOR && (data == NULL || g->ctor->data == data))
            suggest_offer(&s, g->ctor->name);
    icet_check_suggest(c, &s);
}

const icet_ctor *icet_check_ctor(icet_checker *c, ast_name name, const icet_data *data)
{
    const icet_global *g = icet_check_global(c, name);
    bool is_ctor = g != NULL && g->kind == GLOBAL_CTOR;
    if (is_ctor && (data == NULL || g->ctor->data == data))
        return g->ctor;
    const char *text = icet_check_name(c, name);
    if (data == NULL)
        diag_error(c->d, name.pos, "no constructor named '%s'", text);
    else
        diag_error(c->d, name.pos, "no constructor named '%s' in '%s'", text,
                   data->name);
    if (is_ctor)
        diag_note(c->d, g->name.pos, "it belongs to '%s'", g->ctor->data->name);
    else if (icet_check_may_suggest(c))
        suggest_ctor(c, name, data);
    return NULL;
}

/* Checks all of ARGS, even after a mistake.  False: some have mistakes. */
static bool check_args(icet_checker *c, const ast_exprs *args,
                       const icet_type *const *types, const icet_expr **out)
{
    bool ok = true;
    for (uint32_t i = 0; i < args->count; i++) {
        out[i] = icet_check_expr_is(c, args->data[i], types != NULL ? types[i] : NULL);
        ok &= out[i] != NULL;
    }
    return ok;
}

const icet_expr *icet_check_ctor_call(icet_checker *c, const icet_ctor *ctor,
                                      srcpos pos, ast_name name, const ast_exprs *args)
{
    bool fits = args->count == ctor->count;
    const icet_expr **values = ARENA_ARRAY(&c->scratch, const icet_expr *, args->count);
    bool ok = check_args(c, args, fits ? ctor->fields : NULL, values);
    if (!fits) {
        diag_error(c->d, name.pos, "constructor '%s' has %u value%s, found %u",
                   ctor->name, ctor->count, icet_check_plural(ctor->count),
                   args->count);
        diag_note(c->d, icet_check_global(c, name)->name.pos, "it is declared here");
        return NULL;
    }
    if (!ok)
        return NULL;
    icet_expr *made =
        icet_expr_new(&c->b, ICET_EX_CTOR, pos, icet_type_data(&c->b, ctor->data),
                      values, args->count);
    made->ctor = ctor;
    return made;
}

static const icet_expr *check_call(icet_checker *c, const ast_expr *e)
{
    const icet_ctor *ctor = icet_check_ctor(c, e->name, NULL);
    if (ctor != NULL)
        return icet_check_ctor_call(c, ctor, e->start, e->name, &e->args);
    list_each (arg, &e->args)
        icet_check_expr(c, *arg);
    return NULL;
}

static const icet_expr *check_is(icet_checker *c, const ast_expr *e)
{
    const icet_expr *value = icet_check_expr(c, e->args.data[0]);
    if (value == NULL)
        return NULL;
    if (value->type->kind != ICET_DATA) {
        diag_error(c->d, e->pos, "'is' needs a value with constructors, found %s",
                   icet_check_type(c, value->type));
        return NULL;
    }
    const icet_ctor *ctor = icet_check_ctor(c, e->name, value->type->data);
    return ctor != NULL ? icet_expr_is(&c->b, value, ctor) : NULL;
}

/* ---- Sets ---- */

static void explain_no_set(icet_checker *c, ast_name name)
{
    const icet_global *g = icet_check_global(c, name);
    if (g != NULL && g->kind == GLOBAL_PROCESS) {
        uint32_t set = c->program->processes[g->index].set;
        if (set != ICET_NONE)
            diag_hint(c->d, "the set of '%s' is '%s'", icet_check_name(c, name),
                      c->program->sets[set].name);
        return;
    }
    if (!icet_check_may_suggest(c))
        return;
    suggest s;
    suggest_start(&s, icet_check_name(c, name));
    for (uint32_t i = 0; i < c->program->set_count; i++)
        suggest_offer(&s, c->program->sets[i].name);
    if (s.best != NULL)
        icet_check_suggest(c, &s);
    else
        diag_hint(c->d, "sets are declared as: proc p[S] { ... } or index S;");
}

uint32_t icet_check_set(icet_checker *c, ast_name name)
{
    const icet_global *g = icet_check_global(c, name);
    if (g != NULL && g->kind == GLOBAL_SET)
        return g->index;
    diag_error(c->d, name.pos, "no set named '%s'", icet_check_name(c, name));
    explain_no_set(c, name);
    return ICET_NONE;
}

static const icet_expr *check_size(icet_checker *c, const ast_expr *e)
{
    uint32_t set = icet_check_set(c, e->name);
    if (set == ICET_NONE)
        return NULL;
    icet_expr *size =
        icet_expr_new(&c->b, ICET_EX_SIZE, e->start, icet_type_int(), NULL, 0);
    size->index = set;
    return size;
}

/* ---- Tuples ---- */

static const icet_expr *check_tuple(icet_checker *c, const ast_expr *e)
{
    const icet_expr **values =
        ARENA_ARRAY(&c->scratch, const icet_expr *, e->args.count);
    if (!check_args(c, &e->args, NULL, values))
        return NULL;
    const icet_expr *tuple = icet_expr_tuple(&c->b, e->start, values, e->args.count);
    return icet_check_size_of(c, tuple->type, e->start) ? tuple : NULL;
}

/* An item of a tuple, or of a value whose type has only one constructor. */
static const icet_expr *check_item(icet_checker *c, const ast_expr *e)
{
    const icet_expr *whole = icet_check_expr(c, e->args.data[0]);
    if (whole == NULL)
        return NULL;
    const icet_type *t = whole->type;
    bool is_data = t->kind == ICET_DATA && t->data->count == 1;
    uint32_t count = is_data ? t->data->ctors[0].count : t->count;
    if (t->kind != ICET_TUPLE && !is_data) {
        diag_error(c->d, e->pos, "'.' needs a tuple, found %s", icet_check_type(c, t));
        if (t->kind == ICET_DATA)
            diag_hint(c->d, "use match to find its constructor");
        return NULL;
    }
    if (e->number >= count) {
        diag_error(c->d, e->pos, "no such item: %s has %u item%s",
                   icet_check_type(c, t), count, icet_check_plural(count));
        diag_hint(c->d, "they are counted from 0");
        return NULL;
    }
    return is_data
               ? icet_expr_part(&c->b, whole, &t->data->ctors[0], (uint32_t)e->number)
               : icet_expr_item(&c->b, whole, (uint32_t)e->number);
}

/* ---- Operators ---- */

static const icet_expr *check_unary(icet_checker *c, const ast_expr *e)
{
    const ast_expr *operand = e->args.data[0];
    if (e->op == ICET_EX_NEGATE && operand->kind == AST_INT)
        return check_int(c, operand, e->start, true);
    const icet_expr *value = icet_check_expr(c, operand);
    if (value == NULL)
        return NULL;
    const icet_type *wanted = e->op == ICET_EX_NOT ? icet_type_bool() : icet_type_int();
    if (value->type == wanted)
        return icet_expr_new(&c->b, e->op, e->start, wanted, &value, 1);
    diag_error(c->d, e->pos, "operator '%s' does not apply to %s", icet_operator(e->op),
               icet_check_type(c, value->type));
    return NULL;
}

static bool compares(icet_expr_kind op)
{
    return op == ICET_EX_LT || op == ICET_EX_LE || op == ICET_EX_GT || op == ICET_EX_GE;
}

/* The type that both sides must have; NULL: any. */
static const icet_type *operand_type(icet_expr_kind op)
{
    if (op == ICET_EX_EQ || op == ICET_EX_NE)
        return NULL;
    return op == ICET_EX_AND || op == ICET_EX_OR ? icet_type_bool() : icet_type_int();
}

static void report_operands(icet_checker *c, const ast_expr *e, const icet_type *a,
                            const icet_type *b)
{
    if (operand_type(e->op) == NULL)
        diag_error(c->d, e->pos, "cannot compare %s with %s", icet_check_type(c, a),
                   icet_check_type(c, b));
    else
        diag_error(c->d, e->pos, "operator '%s' does not apply to %s and %s",
                   icet_operator(e->op), icet_check_type(c, a), icet_check_type(c, b));
}

static const icet_expr *check_binary(icet_checker *c, const ast_expr *e)
{
    const icet_expr *args[2] = {icet_check_expr(c, e->args.data[0]),
                                icet_check_expr(c, e->args.data[1])};
    if (args[0] == NULL || args[1] == NULL)
        return NULL;
    const icet_type *wanted = operand_type(e->op);
    const icet_type *left = args[0]->type;
    if (left != args[1]->type || (wanted != NULL && left != wanted)) {
        report_operands(c, e, left, args[1]->type);
        return NULL;
    }
    const icet_type *type =
        wanted == NULL || compares(e->op) ? icet_type_bool() : wanted;
    return icet_expr_new(&c->b, e->op, e->start, type, args, 2);
}

const icet_expr *icet_check_expr(icet_checker *c, const ast_expr *e)
{
    switch (e->kind) {
    case AST_INT:
        return check_int(c, e, e->start, false);
    case AST_BOOL:
        return icet_expr_bool(&c->b, e->start, e->number != 0);
    case AST_SELF:
        return icet_expr_new(&c->b, ICET_EX_SELF, e->start, icet_type_pid(), NULL, 0);
    case AST_NOBODY:
        return icet_expr_new(&c->b, ICET_EX_NOBODY, e->start, icet_type_pid(), NULL, 0);
    case AST_NAME:
        return check_name(c, e);
    case AST_CALL:
        return check_call(c, e);
    case AST_SIZE:
        return check_size(c, e);
    case AST_TUPLE:
        return check_tuple(c, e);
    case AST_ITEM:
        return check_item(c, e);
    case AST_IS:
        return check_is(c, e);
    case AST_UNARY:
        return check_unary(c, e);
    case AST_BINARY:
        return check_binary(c, e);
    case AST_BAD:
        break;
    }
    return NULL;
}
