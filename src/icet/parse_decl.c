/* Parses declarations (types, messages, index sets, processes) and types.
 *
 * The parser only builds the tree: it accepts any name, and check_type.c resolves names
 * and refuses types that contain themselves.  A tuple of one type is that type.
 */
#include "icet/parse.h"

#include "base/suggest.h"

/* ( type { , type } ) or, if MAY_BE_EMPTY, ( ) */
static ast_types parse_types(icet_parser *p, bool may_be_empty)
{
    ast_types list = {0};
    icet_parse_expect(p, T_LPAREN);
    if (may_be_empty && icet_parse_accept(p, T_RPAREN))
        return list;
    size_t mark = p->pointers.len;
    do
        vec_push(&p->pointers, icet_parse_type(p));
    while (icet_parse_accept(p, T_COMMA));
    ICET_PARSE_TAKE(p, mark, &list);
    icet_parse_expect(p, T_RPAREN);
    return list;
}

static ast_type *new_type(icet_parser *p, ast_type_kind kind)
{
    ast_type *t = ARENA_NEW(p->memory, ast_type);
    t->kind = kind;
    t->pos = p->in.at->pos;
    return t;
}

static ast_type *parse_word_type(icet_parser *p, ast_type_kind kind)
{
    ast_type *t = new_type(p, kind);
    icet_parse_advance(p);
    return t;
}

static ast_type *parse_tuple_type(icet_parser *p)
{
    ast_type *t = new_type(p, AST_TYPE_TUPLE);
    t->items = parse_types(p, true);
    return t->items.count == 1 ? t->items.data[0] : t; /* (int) is int */
}

static ast_type *parse_type_here(icet_parser *p)
{
    ast_type *t;
    switch ((int)p->in.at->kind) {
    case T_INT:
        return parse_word_type(p, AST_TYPE_INT);
    case T_BOOL:
        return parse_word_type(p, AST_TYPE_BOOL);
    case T_PID:
        return parse_word_type(p, AST_TYPE_PID);
    case T_LPAREN:
        return parse_tuple_type(p);
    }
    t = new_type(p, AST_TYPE_NAME);
    t->name = icet_parse_name(p, "a type");
    if (p->in.panicking)
        t->kind = AST_TYPE_BAD;
    return t;
}

ast_type *icet_parse_type(icet_parser *p)
{
    if (p->in.panicking || !icet_parse_enter(p))
        return new_type(p, AST_TYPE_BAD);
    ast_type *t = parse_type_here(p);
    icet_parse_leave(p);
    return t;
}

/* CTOR [ (types) ] { | CTOR [ (types) ] } */
static ast_ctors parse_ctors(icet_parser *p)
{
    size_t mark = p->pointers.len;
    do {
        ast_ctor *c = ARENA_NEW(p->memory, ast_ctor);
        c->name = icet_parse_name(p, "a constructor");
        if (p->in.at->kind == T_LPAREN && !p->in.panicking)
            c->fields = parse_types(p, false);
        vec_push(&p->pointers, c);
    } while (icet_parse_accept(p, T_BAR));
    ast_ctors list;
    ICET_PARSE_TAKE(p, mark, &list);
    return list;
}

static void parse_data(icet_parser *p)
{
    ast_data *data = ARENA_NEW(p->memory, ast_data);
    icet_parse_advance(p);
    data->name = icet_parse_name(p, "the name of a type");
    icet_parse_expect(p, T_ASSIGN);
    data->ctors = parse_ctors(p);
    icet_parse_expect(p, T_SEMICOLON);
    vec_push(&p->tree->datas, data);
}

static void parse_message(icet_parser *p)
{
    ast_message *m = ARENA_NEW(p->memory, ast_message);
    icet_parse_advance(p);
    m->name = icet_parse_name(p, "the name of a message");
    if (icet_parse_accept(p, T_ASSIGN)) {
        m->data = ARENA_NEW(p->memory, ast_data);
        m->data->name = m->name;
        m->data->ctors = parse_ctors(p);
    } else if (p->in.at->kind == T_LPAREN && !p->in.panicking) {
        m->fields = parse_types(p, false);
    }
    icet_parse_expect_hint(p, T_SEMICOLON,
                           p->in.at->kind == T_COLON
                               ? "put its payload in parentheses: message m(int);"
                               : NULL);
    vec_push(&p->tree->messages, m);
}

/* NAME [ >= INT ] */
static ast_set *parse_set(icet_parser *p)
{
    ast_set *set = ARENA_NEW(p->memory, ast_set);
    set->name = icet_parse_name(p, "the name of a set");
    if (icet_parse_accept(p, T_GE)) {
        set->at_least_pos = p->in.at->pos;
        set->at_least = icet_parse_number(p);
    }
    return set;
}

static void parse_index(icet_parser *p)
{
    icet_parse_advance(p);
    vec_push(&p->tree->indices, parse_set(p));
    icet_parse_expect(p, T_SEMICOLON);
}

static void parse_process(icet_parser *p)
{
    ast_process *proc = ARENA_NEW(p->memory, ast_process);
    proc->reactive = icet_parse_accept(p, T_REACTIVE);
    icet_parse_expect(p, T_PROC);
    proc->name = icet_parse_name(p, "the name of a process");
    if (icet_parse_accept(p, T_LBRACKET)) {
        proc->set = parse_set(p);
        icet_parse_expect_hint(
            p, T_RBRACKET,
            p->in.at->kind == T_GT ? "the smallest size is written [S >= 1]" : NULL);
    }
    vec_push(&p->tree->processes, proc);
    icet_parse_block(p, &proc->body);
}

static void fail_at_declaration(icet_parser *p)
{
    static const icet_token_kind words[] = {T_TYPE, T_MESSAGE, T_INDEX, T_REACTIVE,
                                            T_PROC};
    size_t before = p->in.d->errors;
    icet_parse_fail(p, "'type', 'message', 'index' or 'proc'", NULL);
    if (p->in.d->errors == before)
        return;
    if (p->in.at->kind == T_NAME) {
        suggest s;
        suggest_start(&s, intern_text(p->names, p->in.at->name));
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            suggest_offer(&s, icet_token_text(words[i]));
        if (s.best != NULL)
            diag_hint(p->in.d, "did you mean '%s'?", s.best);
    } else if (p->in.at->kind < T_HOLE) {
        diag_hint(p->in.d, "statements belong in a process: proc name { ... }");
    }
}

void icet_parse_declaration(icet_parser *p)
{
    switch ((int)p->in.at->kind) {
    case T_TYPE:
        parse_data(p);
        return;
    case T_MESSAGE:
        parse_message(p);
        return;
    case T_INDEX:
        parse_index(p);
        return;
    case T_REACTIVE:
    case T_PROC:
        parse_process(p);
        return;
    }
    fail_at_declaration(p);
}
