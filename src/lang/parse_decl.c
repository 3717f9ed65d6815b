/* Parses the simple declarations (types, enums, events, event sets, interfaces,
 * modules, functions), and dispatches on the first word of each declaration. */
#include "lang/parse.h"

/* type T;    type T = ...; */
static void parse_typedef(parser *p)
{
    typedef_decl *t = ARENA_NEW(p->memory, typedef_decl);
    parse_advance(p);
    t->name = parse_name(p, "the name of a type");
    if (parse_accept(p, TOK_ASSIGN))
        t->syntax = parse_type(p);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->typedefs, t);
}

typedef enum numbering {
    NUMBERING_OPEN, /* the first element decides */
    NUMBERED,
    UNNUMBERED,
} numbering;

static enum_elem *parse_enum_elem(parser *p, enum_decl *owner, numbering *style)
{
    enum_elem *e = ARENA_NEW(p->memory, enum_elem);
    e->owner = owner;
    e->name = parse_name(p, "the name of an enum element");
    e->number_pos = e->name.pos;
    bool has_number = parse_peek(p) == TOK_ASSIGN;
    if (*style == NUMBERING_OPEN)
        *style = has_number ? NUMBERED : UNNUMBERED;
    if (has_number != (*style == NUMBERED))
        parse_fail_hint(p, has_number ? "',' or '}'" : "'='",
                        "number every element of the enum, or none");
    if (parse_accept(p, TOK_ASSIGN)) {
        e->has_number = true;
        e->number_pos = parse_pos(p);
        if (parse_peek(p) == TOK_NUMBER) {
            e->number = parse_number_value(p, p->in.at);
            parse_advance(p);
        } else {
            parse_fail(p, "a number");
        }
    }
    return e;
}

static void parse_enum(parser *p)
{
    enum_decl *e = ARENA_NEW(p->memory, enum_decl);
    parse_advance(p);
    e->name = parse_name(p, "the name of an enum");
    parse_expect(p, TOK_LBRACE);
    size_t mark = p->pointers.len;
    numbering style = NUMBERING_OPEN;
    uint64_t next = 0;
    do {
        enum_elem *elem = parse_enum_elem(p, e, &style);
        vec_push(&p->pointers, elem);
        if (!elem->has_number)
            elem->number = next++;
    } while (parse_accept(p, TOK_COMMA));
    parse_expect(p, TOK_RBRACE);
    PARSE_TAKE(p, mark, &e->elems);
    if (!p->in.panicking)
        vec_push(&p->program->enums, e);
}

static void parse_event(parser *p)
{
    event_decl *e = ARENA_NEW(p->memory, event_decl);
    parse_advance(p);
    e->name = parse_name(p, "the name of an event");
    if (parse_accept(p, TOK_COLON))
        e->syntax = parse_type(p);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->events, e);
}

static void parse_eventset(parser *p)
{
    eventset_decl *e = ARENA_NEW(p->memory, eventset_decl);
    parse_advance(p);
    e->name = parse_name(p, "the name of an event set");
    parse_expect(p, TOK_ASSIGN);
    parse_expect(p, TOK_LBRACE);
    e->events = parse_events(p, false);
    parse_expect(p, TOK_RBRACE);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->eventsets, e);
}

static void parse_interface(parser *p)
{
    interface_decl *i = ARENA_NEW(p->memory, interface_decl);
    parse_advance(p);
    i->name = parse_name(p, "the name of an interface");
    parse_expect(p, TOK_LPAREN);
    if (parse_peek(p) != TOK_RPAREN)
        i->payload_syntax = parse_type(p);
    parse_expect(p, TOK_RPAREN);
    parse_expect(p, TOK_RECEIVES);
    if (parse_peek(p) != TOK_SEMICOLON)
        i->receives = parse_events(p, false);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->interfaces, i);
}

static void parse_module(parser *p)
{
    module_decl *m = ARENA_NEW(p->memory, module_decl);
    parse_advance(p);
    m->name = parse_name(p, "the name of a module");
    parse_expect(p, TOK_ASSIGN);
    m->body = parse_module_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    if (!p->in.panicking)
        vec_push(&p->program->modules, m);
}

static void parse_global_params(parser *p)
{
    size_t mark = p->pointers.len;
    parse_advance(p);
    parse_var_group(p, VAR_GLOBAL_PARAM);
    for (size_t i = mark; i < p->pointers.len && !p->in.panicking; i++)
        vec_push(&p->program->params, p->pointers.data[i]);
    p->pointers.len = mark;
}

void parse_declaration(parser *p, bool keep_tests)
{
    switch ((int)parse_peek(p)) {
    case TOK_TYPE:
        parse_typedef(p);
        return;
    case TOK_ENUM:
        parse_enum(p);
        return;
    case TOK_EVENT:
        parse_event(p);
        return;
    case TOK_EVENTSET:
        parse_eventset(p);
        return;
    case TOK_INTERFACE:
        parse_interface(p);
        return;
    case TOK_MACHINE:
        parse_machine(p, MACHINE_PLAIN);
        return;
    case TOK_SPEC:
        parse_machine(p, MACHINE_SPEC);
        return;
    case TOK_SCENARIO:
        parse_machine(p, MACHINE_SCENARIO);
        return;
    case TOK_FUN:
        vec_push(&p->program->global_functions, parse_function(p, NULL));
        return;
    case TOK_MODULE:
        parse_module(p);
        return;
    case TOK_TEST:
        parse_test(p, keep_tests);
        return;
    case TOK_IMPLEMENTATION:
        parse_implementation(p, keep_tests);
        return;
    case TOK_PARAM:
        parse_global_params(p);
        return;
    }
    if (token_starts_proof(parse_peek(p)))
        parse_proof_declaration(p);
    else
        parse_fail(p, "a declaration");
}
