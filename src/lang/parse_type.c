/* Parses types, parameters and groups of variables. */
#include "lang/parse.h"

static type_expr *new_type(parser *p, type_expr_kind kind)
{
    type_expr *t = ARENA_NEW(p->memory, type_expr);
    t->kind = kind;
    t->pos = parse_pos(p);
    return t;
}

static type_expr *parse_builtin(parser *p, type_id builtin)
{
    type_expr *t = new_type(p, TX_BUILTIN);
    t->builtin = builtin;
    parse_advance(p);
    return t;
}

/* seq[T], set[T], map[K, V] */
static type_expr *parse_collection(parser *p, type_expr_kind kind)
{
    type_expr *t = new_type(p, kind);
    size_t mark = p->pointers.len;
    parse_advance(p);
    parse_expect(p, TOK_LBRACKET);
    vec_push(&p->pointers, parse_type(p));
    if (kind == TX_MAP) {
        parse_expect(p, TOK_COMMA);
        vec_push(&p->pointers, parse_type(p));
    }
    parse_expect(p, TOK_RBRACKET);
    PARSE_TAKE(p, mark, &t->parts);
    return t;
}

static type_expr *parse_tuple_type(parser *p)
{
    type_expr *t = new_type(p, TX_TUPLE);
    size_t mark = p->pointers.len;
    size_t ident_mark = p->idents.len;
    parse_expect(p, TOK_LPAREN);
    if (parse_peek_after(p) == TOK_COLON)
        t->kind = TX_NAMED_TUPLE;
    do {
        if (t->kind == TX_NAMED_TUPLE) {
            ident name = parse_name(p, "a field name");
            vec_push(&p->idents, name);
            parse_expect(p, TOK_COLON);
        }
        vec_push(&p->pointers, parse_type(p));
    } while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_RPAREN);
    PARSE_TAKE(p, mark, &t->parts);
    t->names = parse_take_idents(p, ident_mark);
    return t;
}

static type_expr *parse_type_here(parser *p)
{
    switch ((int)parse_peek(p)) {
    case TOK_BOOL:
        return parse_builtin(p, TYPE_BOOL);
    case TOK_INT:
        return parse_builtin(p, TYPE_INT);
    case TOK_FLOAT:
        return parse_builtin(p, TYPE_FLOAT);
    case TOK_STRING:
        return parse_builtin(p, TYPE_STRING);
    case TOK_EVENT:
        return parse_builtin(p, TYPE_EVENT);
    case TOK_MACHINE:
        return parse_builtin(p, TYPE_MACHINE);
    case TOK_DATA:
        return parse_builtin(p, TYPE_DATA);
    case TOK_ANY:
        return parse_builtin(p, TYPE_ANY);
    case TOK_SEQ:
        return parse_collection(p, TX_SEQ);
    case TOK_SET:
        return parse_collection(p, TX_SET);
    case TOK_MAP:
        return parse_collection(p, TX_MAP);
    case TOK_LPAREN:
        return parse_tuple_type(p);
    }
    type_expr *t = new_type(p, TX_NAME);
    if (parse_at_name(p, "a type"))
        t->name = parse_name(p, "a type");
    else
        parse_fail(p, "a type");
    return t;
}

type_expr *parse_type(parser *p)
{
    if (p->in.panicking || !parse_enter(p))
        return new_type(p, TX_NAME);
    type_expr *t = parse_type_here(p);
    parse_leave(p);
    return t;
}

static var_decl *new_var(parser *p, var_kind kind, ident name)
{
    var_decl *v = ARENA_NEW(p->memory, var_decl);
    v->kind = kind;
    v->name = name;
    return v;
}

var_decl *parse_param(parser *p, var_kind kind)
{
    var_decl *v = new_var(p, kind, parse_name(p, "a parameter name"));
    parse_expect(p, TOK_COLON);
    v->syntax = parse_type(p);
    return v;
}

var_list parse_params(parser *p, var_kind kind)
{
    size_t mark = p->pointers.len;
    parse_expect(p, TOK_LPAREN);
    if (!parse_accept(p, TOK_RPAREN)) {
        do
            vec_push(&p->pointers, parse_param(p, kind));
        while (parse_accept(p, TOK_COMMA));
        parse_expect(p, TOK_RPAREN);
    }
    var_list list;
    PARSE_TAKE(p, mark, &list);
    return list;
}

void parse_var_group(parser *p, var_kind kind)
{
    size_t mark = p->pointers.len;
    do
        vec_push(&p->pointers, new_var(p, kind, parse_name(p, "a variable name")));
    while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_COLON);
    type_expr *type = parse_type(p);
    for (size_t i = mark; i < p->pointers.len; i++)
        ((var_decl *)p->pointers.data[i])->syntax = type;
    if (parse_peek(p) == TOK_ASSIGN)
        parse_fail_hint(
            p, "';'",
            "a declaration has no initialiser: assign in a separate statement");
    parse_expect(p, TOK_SEMICOLON);
}
