/* Parses module expressions, tests with their parameters, and implementations.
 *
 * Module expressions nest by prefix operators (`union`, `assert S in`, ...), so one
 * function per form suffices and no precedence is needed; parse_enter bounds their
 * depth.
 */
#include "lang/parse.h"

static module_expr *new_module(parser *p, module_kind kind)
{
    module_expr *m = ARENA_NEW(p->memory, module_expr);
    m->kind = kind;
    m->pos = parse_pos(p);
    return m;
}

static ident_list parse_names(parser *p, const char *what, bool several)
{
    size_t mark = p->idents.len;
    do {
        ident name = parse_name(p, what);
        vec_push(&p->idents, name);
    } while (several && parse_accept(p, TOK_COMMA));
    return parse_take_idents(p, mark);
}

/* { M, N -> I } */
static module_expr *parse_bindings(parser *p)
{
    module_expr *m = new_module(p, MOD_BIND);
    VEC(binding_syntax) found = {0};
    parse_advance(p);
    do {
        binding_syntax b = {0};
        b.machine = parse_name(p, "the name of a machine");
        if (parse_accept(p, TOK_ARROW))
            b.interface = parse_name(p, "the name of an interface");
        vec_push(&found, b);
    } while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_RBRACE);
    m->bindings.data = ARENA_VEC(p->memory, &found);
    m->bindings.count = (uint32_t)found.len;
    vec_free(&found);
    return m;
}

static void set_part(parser *p, module_expr *m)
{
    module_expr *part = parse_module_expr(p);
    m->parts.data = arena_copy(p->memory, &part, sizeof part);
    m->parts.count = 1;
}

/* compose A, B    union A, B */
static module_expr *parse_combination(parser *p, module_kind kind)
{
    module_expr *m = new_module(p, kind);
    size_t mark = p->pointers.len;
    parse_advance(p);
    vec_push(&p->pointers, parse_module_expr(p));
    parse_expect(p, TOK_COMMA);
    do
        vec_push(&p->pointers, parse_module_expr(p));
    while (parse_accept(p, TOK_COMMA));
    PARSE_TAKE(p, mark, &m->parts);
    return m;
}

/* assert S, T in A    hidei I in A    hidee e in A    main M in A */
static module_expr *parse_names_in(parser *p, module_kind kind, const char *what)
{
    module_expr *m = new_module(p, kind);
    parse_advance(p);
    if (kind == MOD_HIDE_EVENTS)
        m->names = parse_events(p, false);
    else
        m->names = parse_names(p, what, kind != MOD_MAIN);
    parse_expect(p, TOK_IN);
    set_part(p, m);
    return m;
}

static module_expr *parse_rename(parser *p)
{
    module_expr *m = new_module(p, MOD_RENAME);
    size_t mark = p->idents.len;
    parse_advance(p);
    ident from = parse_name(p, "the name of an interface");
    parse_expect(p, TOK_TO);
    ident to = parse_name(p, "the name of an interface");
    vec_push(&p->idents, from);
    vec_push(&p->idents, to);
    m->names = parse_take_idents(p, mark);
    parse_expect(p, TOK_IN);
    set_part(p, m);
    return m;
}

static module_expr *parse_module_here(parser *p)
{
    module_expr *m;
    (void)parse_at_name(p, "a module");
    switch ((int)parse_peek(p)) {
    case TOK_LPAREN:
        parse_advance(p);
        m = parse_module_expr(p);
        parse_expect(p, TOK_RPAREN);
        return m;
    case TOK_LBRACE:
        return parse_bindings(p);
    case TOK_NAME:
        m = new_module(p, MOD_NAME);
        m->names.data = ARENA_NEW(p->memory, ident);
        m->names.data[0] = parse_name(p, "a module");
        m->names.count = 1;
        return m;
    case TOK_COMPOSE:
        return parse_combination(p, MOD_COMPOSE);
    case TOK_UNION:
        return parse_combination(p, MOD_UNION);
    case TOK_ASSERT:
        return parse_names_in(p, MOD_ASSERT, "the name of a spec");
    case TOK_HIDEI:
        return parse_names_in(p, MOD_HIDE_INTERFACES, "the name of an interface");
    case TOK_HIDEE:
        return parse_names_in(p, MOD_HIDE_EVENTS, "the name of an event");
    case TOK_MAIN:
        return parse_names_in(p, MOD_MAIN, "the name of a machine");
    case TOK_RENAME:
        return parse_rename(p);
    }
    parse_fail(p, "a module");
    return new_module(p, MOD_BIND);
}

module_expr *parse_module_expr(parser *p)
{
    if (p->in.panicking || !parse_enter(p))
        return new_module(p, MOD_BIND);
    module_expr *m = parse_module_here(p);
    parse_leave(p);
    return m;
}

/* ---- Tests ---- */

static param_value parse_param_value(parser *p)
{
    param_value v = {.pos = parse_pos(p)};
    token_kind kind = parse_peek(p);
    if (kind == TOK_TRUE || kind == TOK_FALSE) {
        v.is_bool = true;
        v.value = kind == TOK_TRUE;
        parse_advance(p);
        return v;
    }
    bool negative = parse_accept(p, TOK_MINUS);
    if (parse_peek(p) != TOK_NUMBER) {
        parse_fail(p, "a number, 'true' or 'false'");
        return v;
    }
    uint64_t magnitude = parse_number_value(p, p->in.at);
    v.too_large = magnitude > INT32_MAX;
    if (!v.too_large)
        v.value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    parse_advance(p);
    return v;
}

/* n in [1, 2, 3] */
static test_param parse_test_param(parser *p)
{
    test_param t = {.name = parse_name(p, "the name of a global parameter")};
    VEC(param_value) found = {0};
    parse_expect(p, TOK_IN);
    parse_expect(p, TOK_LBRACKET);
    do {
        param_value v = parse_param_value(p);
        vec_push(&found, v);
    } while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_RBRACKET);
    t.values.data = ARENA_VEC(p->memory, &found);
    t.values.count = (uint32_t)found.len;
    vec_free(&found);
    return t;
}

static void parse_test_params(parser *p, test_decl *t)
{
    VEC(test_param) found = {0};
    parse_expect(p, TOK_LPAREN);
    do {
        test_param one = parse_test_param(p);
        vec_push(&found, one);
    } while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_RPAREN);
    t->params.data = ARENA_VEC(p->memory, &found);
    t->params.count = (uint32_t)found.len;
    vec_free(&found);
}

/* pairwise    (k wise) */
static void parse_wise(parser *p, test_decl *t)
{
    t->wise_pos = parse_pos(p);
    if (parse_accept(p, TOK_PAIRWISE)) {
        t->has_wise = true;
        t->wise = 2;
    } else if (parse_accept(p, TOK_LPAREN)) {
        t->has_wise = true;
        t->wise_pos = parse_pos(p);
        if (parse_peek(p) == TOK_NUMBER) {
            t->wise = parse_number_value(p, p->in.at);
            parse_advance(p);
        } else {
            parse_fail(p, "a number");
        }
        parse_expect(p, TOK_WISE);
        parse_expect(p, TOK_RPAREN);
    }
}

static void parse_main(parser *p, test_decl *t)
{
    parse_expect(p, TOK_LBRACKET);
    parse_expect(p, TOK_MAIN);
    parse_expect(p, TOK_ASSIGN);
    t->main = parse_name(p, "the name of a machine");
    parse_expect(p, TOK_RBRACKET);
}

static void finish_test(parser *p, test_decl *t, bool keep)
{
    parse_expect(p, TOK_COLON);
    t->body = parse_module_expr(p);
    if (!t->is_implementation && parse_accept(p, TOK_REFINES))
        t->refines = parse_module_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    if (keep && !p->in.panicking)
        vec_push(&p->program->tests, t);
}

void parse_test(parser *p, bool keep)
{
    test_decl *t = ARENA_NEW(p->memory, test_decl);
    parse_advance(p);
    if (parse_accept(p, TOK_PARAM))
        parse_test_params(p, t);
    if (parse_accept(p, TOK_ASSUME))
        t->assume = parse_expr(p);
    parse_wise(p, t);
    t->name = parse_name(p, "the name of a test");
    parse_main(p, t);
    finish_test(p, t, keep);
}

void parse_implementation(parser *p, bool keep)
{
    test_decl *t = ARENA_NEW(p->memory, test_decl);
    t->is_implementation = true;
    parse_advance(p);
    t->name = parse_name(p, "the name of an implementation");
    if (parse_peek(p) == TOK_LBRACKET)
        parse_main(p, t);
    finish_test(p, t, keep);
}
