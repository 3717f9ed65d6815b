/* Checks expressions: literals, operators and the built-in words.
 *
 * check_expr computes the type of each expression from the types of its operands, and
 * stores it in the tree.  A mistake is reported where it is found and gives TYPE_ERROR,
 * which every other check accepts silently: so one mistake gives one message, and a
 * program without messages has a correct type at every node.
 */
#include "lang/resolve.h"

enum { CHOOSE_LIMIT = 10000 };

void check_expr_is(checker *c, expr *e, type_id target)
{
    type_id found = check_expr(c, e);
    check_accepts(c, e->start, target, found);
}

/* ---- Strings ---- */

static bool is_digit(char ch)
{
    return ch >= '0' && ch <= '9';
}

/* The number of arguments that a format string needs: one more than its largest {k}. */
static uint32_t check_placeholders(checker *c, const expr *e, bool *ok)
{
    enum { LARGEST = 1000 };
    const char *s = e->text.text;
    uint32_t len = e->text.len;
    uint32_t needed = 0;
    const char *problem = NULL;
    uint32_t i = 0;
    while (i < len && problem == NULL) {
        char ch = s[i++];
        if ((ch == '{' || ch == '}') && i < len && s[i] == ch) {
            i++; /* doubled: a literal brace */
        } else if (ch == '}') {
            problem = "write '}}' for a literal '}'";
        } else if (ch == '{') {
            uint32_t k = 0;
            uint32_t first = i;
            while (i < len && is_digit(s[i]) && k <= LARGEST)
                k = k * 10 + (uint32_t)(s[i++] - '0');
            if (i == first || i == len || s[i] != '}')
                problem = "a placeholder is a number in braces, as in {0}; write '{{' "
                          "for a literal '{'";
            else if (k > LARGEST)
                problem = "its number is too large";
            i++;
            needed = k + 1 > needed ? k + 1 : needed;
        }
    }
    *ok = problem == NULL;
    if (problem != NULL) {
        diag_error(c->d, e->pos, "bad placeholder in a string");
        diag_hint(c->d, "%s", problem);
    }
    return needed;
}

static type_id check_text(checker *c, expr *e)
{
    list_each (a, &e->args)
        check_expr(c, *a);
    bool ok;
    uint32_t needed = check_placeholders(c, e, &ok);
    if (ok && needed != e->args.count) {
        diag_error(c->d, e->pos, "this string needs %u argument%s, found %u", needed,
                   check_plural(needed), e->args.count);
        if (e->kind == EX_TEXT)
            diag_hint(c->d, "write format(\"...\", ...), or double the braces");
    }
    return TYPE_STRING;
}

/* ---- Literals ---- */

static type_id check_int(checker *c, const expr *e)
{
    if (e->integer <= INT32_MAX)
        return TYPE_INT;
    if (e->integer == UINT64_MAX)
        diag_error(c->d, e->pos, "this number is too large");
    else
        diag_error(c->d, e->pos, "%llu is too large", (unsigned long long)e->integer);
    diag_hint(c->d, "the largest literal is %d", INT32_MAX);
    return TYPE_ERROR;
}

static type_id check_tuple(checker *c, expr *e)
{
    uint32_t count = e->args.count;
    type_id *parts = mem_alloc(count * sizeof *parts);
    name_id *names = NULL;
    bool ok = true;
    for (uint32_t i = 0; i < count; i++)
        parts[i] = check_expr(c, e->args.data[i]);
    if (e->kind == EX_NAMED_TUPLE) {
        ok = check_distinct_fields(c, &e->names);
        names = mem_alloc(count * sizeof *names);
        for (uint32_t i = 0; i < count; i++)
            names[i] = e->names.data[i].name;
    }
    type_id type = TYPE_ERROR;
    if (ok)
        type = names != NULL
                   ? type_named_tuple(&c->p->symbols.types, names, parts, count)
                   : type_tuple(&c->p->symbols.types, parts, count);
    if (type_depth(&c->p->symbols.types, type) > TYPE_MAX_DEPTH) {
        diag_error(c->d, e->pos, "tuple nested too deeply (more than %d levels)",
                   TYPE_MAX_DEPTH);
        type = TYPE_ERROR;
    }
    mem_free(names, names != NULL ? count * sizeof *names : 0);
    mem_free(parts, count * sizeof *parts);
    return type;
}

static type_id check_this(checker *c, const expr *e)
{
    if (c->machine == NULL) {
        diag_error(c->d, e->pos, "'this' outside a machine");
        if (c->fun != NULL)
            diag_hint(c->d, "pass the machine to the function as an argument");
        return TYPE_ERROR;
    }
    return check_not_in_spec(c, e->pos, "this") ? TYPE_ERROR : c->machine->type;
}

static type_id check_nondet(checker *c, const expr *e)
{
    if (check_not_in_spec(c, e->pos, e->flag ? "$$" : "$"))
        return TYPE_ERROR;
    if (c->fun != NULL)
        c->fun->effects |= EFFECT_CHOOSES;
    return TYPE_BOOL;
}

/* ---- Operators ---- */

static type_id check_unary(checker *c, expr *e)
{
    type_id t = check_expr(c, e->args.data[0]);
    if (t == TYPE_ERROR)
        return TYPE_ERROR;
    bool ok = e->op == TOK_NOT ? t == TYPE_BOOL : t == TYPE_INT || t == TYPE_FLOAT;
    if (ok)
        return t;
    diag_error(c->d, e->pos, "operator '%s' does not apply to %s", token_text(e->op),
               check_type(c, t));
    return TYPE_ERROR;
}

static bool arithmetic_applies(token_kind op, type_id t)
{
    switch ((int)op) {
    case TOK_PLUS:
    case TOK_LT:
    case TOK_GT:
    case TOK_LE:
    case TOK_GE:
        return t == TYPE_INT || t == TYPE_FLOAT || t == TYPE_STRING;
    }
    return t == TYPE_INT || t == TYPE_FLOAT;
}

static type_id check_arithmetic(checker *c, const expr *e, type_id a, type_id b)
{
    bool compares =
        e->op == TOK_LT || e->op == TOK_GT || e->op == TOK_LE || e->op == TOK_GE;
    if (a == b && arithmetic_applies(e->op, a))
        return compares ? TYPE_BOOL : a;
    diag_error(c->d, e->pos, "operator '%s' does not apply to %s and %s",
               token_text(e->op), check_type(c, a), check_type(c, b));
    bool mixed =
        (a == TYPE_INT && b == TYPE_FLOAT) || (a == TYPE_FLOAT && b == TYPE_INT);
    if (mixed)
        diag_hint(c->d, "convert one side: x to float, y to int");
    return TYPE_ERROR;
}

static type_id check_membership(checker *c, const expr *e, type_id elem, type_id whole)
{
    const type_info *info = type_get(&c->p->symbols.types, whole);
    if (info->kind != TYPE_KIND_SEQ && info->kind != TYPE_KIND_SET &&
        info->kind != TYPE_KIND_MAP) {
        diag_error(c->d, e->args.data[1]->start,
                   "'in' needs a seq, set or map, found %s", check_type(c, whole));
        return TYPE_ERROR;
    }
    bool ok = check_accepts(c, e->args.data[0]->start, info->parts[0], elem);
    return ok ? TYPE_BOOL : TYPE_ERROR;
}

static type_id check_equality(checker *c, const expr *e, type_id a, type_id b)
{
    types *t = &c->p->symbols.types;
    if (type_accepts(t, a, b) || type_accepts(t, b, a))
        return TYPE_BOOL;
    diag_error(c->d, e->pos, "cannot compare %s with %s", check_type(c, a),
               check_type(c, b));
    return TYPE_ERROR;
}

static type_id check_logic(checker *c, const expr *e, type_id a, type_id b)
{
    bool left = check_accepts(c, e->args.data[0]->start, TYPE_BOOL, a);
    bool right = check_accepts(c, e->args.data[1]->start, TYPE_BOOL, b);
    return left && right ? TYPE_BOOL : TYPE_ERROR;
}

static type_id check_binary(checker *c, expr *e)
{
    type_id a = check_expr(c, e->args.data[0]);
    type_id b = check_expr(c, e->args.data[1]);
    if (a == TYPE_ERROR || b == TYPE_ERROR)
        return TYPE_ERROR;
    switch ((int)e->op) {
    case TOK_IN:
        return check_membership(c, e, a, b);
    case TOK_EQ:
    case TOK_NE:
        return check_equality(c, e, a, b);
    case TOK_AND:
    case TOK_OR:
    case TOK_IMPLIES:
    case TOK_IFF:
        return check_logic(c, e, a, b);
    }
    return check_arithmetic(c, e, a, b);
}

/* ---- Conversions ---- */

static type_id check_cast(checker *c, expr *e)
{
    type_id from = check_expr(c, e->args.data[0]);
    type_id to = resolve_type(c, e->as);
    types *t = &c->p->symbols.types;
    if (type_accepts(t, to, from) || type_accepts(t, from, to))
        return to;
    diag_error(c->d, e->pos, "cannot cast %s to %s", check_type(c, from),
               check_type(c, to));
    return TYPE_ERROR;
}

/* ref to P: the target may accept only events that the source accepts. */
static type_id convert_reference(checker *c, const expr *e, type_id from, type_id to)
{
    const type_info *target = type_get(&c->p->symbols.types, to);
    const type_info *source = type_get(&c->p->symbols.types, from);
    uint32_t event;
    if (from == TYPE_MACHINE)
        return to;
    if (source->kind != TYPE_KIND_PERMISSION) {
        diag_error(c->d, e->pos, "cannot convert %s to %s", check_type(c, from),
                   check_type(c, to));
        return TYPE_ERROR;
    }
    if (evset_difference(&c->p->symbols.evsets, *target->events, *source->events,
                         &event)) {
        diag_error(c->d, e->pos,
                   "cannot convert to '%s': '%s' does not accept event '%s'",
                   check_type(c, to), check_type(c, from),
                   check_name(c, c->p->events.data[event]->name.name));
        return TYPE_ERROR;
    }
    return to;
}

static type_id check_convert(checker *c, expr *e)
{
    type_id from = check_expr(c, e->args.data[0]);
    type_id to = resolve_type(c, e->as);
    if (from == TYPE_ERROR || to == TYPE_ERROR)
        return TYPE_ERROR;
    type_kind from_kind = type_kind_of(&c->p->symbols.types, from);
    type_kind to_kind = type_kind_of(&c->p->symbols.types, to);
    if (to_kind == TYPE_KIND_PERMISSION)
        return convert_reference(c, e, from, to);
    bool is_number = to == TYPE_INT || to == TYPE_FLOAT;
    if (!is_number && to_kind != TYPE_KIND_ENUM) {
        diag_error(c->d, e->as->pos, "cannot convert to %s", check_type(c, to));
        diag_hint(c->d, "'to' converts to int, float, or a machine or interface");
        return TYPE_ERROR;
    }
    bool from_number = from == TYPE_INT || from == TYPE_FLOAT;
    bool enum_to_int = from_kind == TYPE_KIND_ENUM && to == TYPE_INT;
    if (is_number && (from_number || enum_to_int))
        return to;
    diag_error(c->d, e->pos, "cannot convert %s to %s", check_type(c, from),
               check_type(c, to));
    return TYPE_ERROR;
}

/* ---- keys, values, sizeof, choose ---- */

static type_id check_map_part(checker *c, expr *e)
{
    type_id t = check_expr(c, e->args.data[0]);
    if (t == TYPE_ERROR)
        return TYPE_ERROR;
    const type_info *info = type_get(&c->p->symbols.types, t);
    if (info->kind == TYPE_KIND_MAP)
        return type_seq(&c->p->symbols.types, info->parts[e->kind == EX_KEYS ? 0 : 1]);
    diag_error(c->d, e->args.data[0]->start, "'%s' needs a map, found %s",
               e->kind == EX_KEYS ? "keys" : "values", check_type(c, t));
    return TYPE_ERROR;
}

static bool is_collection(const checker *c, type_id t)
{
    type_kind kind = type_kind_of(&c->p->symbols.types, t);
    return kind == TYPE_KIND_SEQ || kind == TYPE_KIND_SET || kind == TYPE_KIND_MAP;
}

static type_id check_sizeof(checker *c, expr *e)
{
    type_id t = check_expr(c, e->args.data[0]);
    if (t == TYPE_ERROR || is_collection(c, t))
        return TYPE_INT;
    diag_error(c->d, e->args.data[0]->start,
               "'sizeof' needs a seq, set or map, found %s", check_type(c, t));
    return TYPE_ERROR;
}

static type_id check_choose(checker *c, expr *e)
{
    bool illegal = check_not_in_spec(c, e->pos, "choose");
    if (c->fun != NULL)
        c->fun->effects |= EFFECT_CHOOSES;
    if (e->args.count == 0)
        return illegal ? TYPE_ERROR : TYPE_BOOL;
    const expr *arg = e->args.data[0];
    type_id t = check_expr(c, e->args.data[0]);
    if (illegal || t == TYPE_ERROR)
        return TYPE_ERROR;
    if (arg->kind == EX_INT && arg->integer > CHOOSE_LIMIT) {
        diag_error(c->d, arg->pos, "choose is limited to %d, found %llu", CHOOSE_LIMIT,
                   (unsigned long long)arg->integer);
        return TYPE_ERROR;
    }
    if (t == TYPE_INT)
        return TYPE_INT;
    if (is_collection(c, t))
        return type_get(&c->p->symbols.types, t)->parts[0];
    diag_error(c->d, arg->start, "choose needs an int, seq, set or map, found %s",
               check_type(c, t));
    return TYPE_ERROR;
}

static type_id check_kind(checker *c, expr *e)
{
    switch (e->kind) {
    case EX_NAME:
        return check_name_expr(c, e);
    case EX_INT:
        return check_int(c, e);
    case EX_FLOAT:
        return TYPE_FLOAT;
    case EX_BOOL:
        return TYPE_BOOL;
    case EX_NULL:
        return TYPE_NULL;
    case EX_NONDET:
        return check_nondet(c, e);
    case EX_HALT:
        return TYPE_EVENT;
    case EX_THIS:
        return check_this(c, e);
    case EX_TEXT:
    case EX_FORMAT:
        return check_text(c, e);
    case EX_TUPLE:
    case EX_NAMED_TUPLE:
        return check_tuple(c, e);
    case EX_FIELD:
        return check_field(c, e);
    case EX_TUPLE_FIELD:
        return check_tuple_field(c, e);
    case EX_INDEX:
        return check_index(c, e);
    case EX_KEYS:
    case EX_VALUES:
        return check_map_part(c, e);
    case EX_SIZEOF:
        return check_sizeof(c, e);
    case EX_DEFAULT:
        return resolve_type(c, e->as);
    case EX_CHOOSE:
        return check_choose(c, e);
    case EX_NEW:
        return check_new(c, e);
    case EX_CALL:
        return check_call(c, e);
    case EX_UNARY:
        return check_unary(c, e);
    case EX_BINARY:
        return check_binary(c, e);
    case EX_CAST:
        return check_cast(c, e);
    case EX_CONVERT:
        return check_convert(c, e);
    case EX_IS:
        return check_is(c, e);
    case EX_TARGETS:
    case EX_INFLIGHT:
    case EX_SENT:
        return check_event_predicate(c, e);
    case EX_QUANTIFIER:
        return check_quantifier(c, e);
    }
    return TYPE_ERROR;
}

type_id check_expr(checker *c, expr *e)
{
    e->type = check_kind(c, e);
    return e->type;
}
