/* Parses machines, specs, scenarios, their states, handlers and functions.
 *
 * After a mistake, parse_recover skips to the next item of the same body, so the items
 * after a mistake are still parsed.  A missing brace ends the body at the next
 * declaration.
 */
#include "lang/parse.h"

#include <string.h>

static bool starts_member(uint32_t kind)
{
    switch ((int)kind) {
    case TOK_VAR:
    case TOK_FUN:
    case TOK_START:
    case TOK_HOT:
    case TOK_COLD:
    case TOK_STATE:
        return true;
    }
    return false;
}

static bool starts_state_item(uint32_t kind)
{
    switch ((int)kind) {
    case TOK_ENTRY:
    case TOK_EXIT:
    case TOK_DEFER:
    case TOK_IGNORE:
    case TOK_ON:
        return true;
    }
    return false;
}

static fun_decl *new_function(parser *p, fun_role role, machine_decl *owner)
{
    fun_decl *f = ARENA_NEW(p->memory, fun_decl);
    f->name = (ident){NAME_NONE, parse_pos(p)};
    f->role = role;
    f->owner = owner;
    return f;
}

/* ---- Functions ---- */

/* A function without a body may still have a contract in the proof dialect. */
static void parse_contract(parser *p, fun_decl *f)
{
    if (parse_accept(p, TOK_RETURN)) {
        parse_expect(p, TOK_LPAREN);
        f->returned = parse_param(p, VAR_PARAM);
        parse_expect(p, TOK_RPAREN);
        parse_expect(p, TOK_SEMICOLON);
    }
    for (int part = 0; part < 2; part++) {
        token_kind word = part == 0 ? TOK_REQUIRES : TOK_ENSURES;
        size_t mark = p->pointers.len;
        while (parse_peek(p) == word && !p->in.panicking) {
            parse_note_proof_word(p, word, parse_pos(p));
            parse_advance(p);
            vec_push(&p->pointers, parse_expr(p));
            parse_expect(p, TOK_SEMICOLON);
        }
        expr_list conditions;
        PARSE_TAKE(p, mark, &conditions);
        *(part == 0 ? &f->requires : &f->ensures) = parse_formulas(p, &conditions);
    }
}

fun_decl *parse_function(parser *p, machine_decl *owner)
{
    parse_advance(p); /* fun */
    fun_decl *f = new_function(p, ROLE_NAMED, owner);
    f->name = parse_name(p, "the name of a function");
    f->params = parse_params(p, VAR_PARAM);
    bool has_result = parse_accept(p, TOK_COLON);
    if (has_result)
        f->result = parse_type(p);
    if (p->in.panicking)
        return f;
    if (parse_peek(p) == TOK_LBRACE) {
        parse_body(p, &f->locals, &f->body);
    } else if (parse_accept(p, TOK_CREATES)) {
        f->creates = parse_name(p, "the name of a machine or interface");
        parse_expect(p, TOK_SEMICOLON);
    } else if (!parse_accept(p, TOK_SEMICOLON)) {
        if (has_result)
            parse_fail(p, "'{' or ';'");
        else
            parse_contract(p, f);
    }
    return f;
}

/* [ (param) ] body */
static fun_decl *parse_handler(parser *p, fun_role role)
{
    fun_decl *f = new_function(p, role, p->machine);
    if (parse_accept(p, TOK_LPAREN)) {
        var_decl *param = parse_param(p, VAR_PARAM);
        f->params.data = arena_copy(p->memory, &param, sizeof param);
        f->params.count = 1;
        parse_expect(p, TOK_RPAREN);
    }
    parse_body(p, &f->locals, &f->body);
    return f;
}

/* A function given by its name and `;`, or an anonymous one with its body. */
static void parse_handler_or_name(parser *p, fun_role role, ident *named,
                                  fun_decl **fun)
{
    token_kind next = parse_peek(p);
    if (next == TOK_LBRACE || (next == TOK_LPAREN && role != ROLE_EXIT)) {
        *fun = parse_handler(p, role);
    } else if (parse_at_name(p, "a function")) {
        *named = parse_name(p, "a function");
        parse_expect(p, TOK_SEMICOLON);
    } else {
        parse_fail_hint(p, "a function's name or body",
                        next == TOK_LPAREN ? "an exit function takes no parameter"
                                           : NULL);
    }
}

/* ---- States ---- */

static void parse_hook(parser *p, state_decl *s, fun_role role)
{
    hook h = {.pos = parse_pos(p)};
    parse_advance(p);
    parse_handler_or_name(p, role, &h.named, &h.fun);
    hook *place = role == ROLE_ENTRY ? &s->entry : &s->exit;
    if (place->pos == SRC_NONE) {
        *place = h;
        return;
    }
    diag_error(&p->program->diags, h.pos, "state '%s' already has an %s",
               s->name.name == NAME_NONE ? "?" : program_name(p->program, s->name.name),
               role == ROLE_ENTRY ? "entry" : "exit");
    diag_note(&p->program->diags, place->pos, "the first one is here");
}

static handler_decl *new_handler(parser *p, action_kind kind)
{
    handler_decl *h = ARENA_NEW(p->memory, handler_decl);
    h->kind = kind;
    h->pos = parse_pos(p);
    return h;
}

static handler_decl *parse_drop(parser *p, action_kind kind)
{
    handler_decl *h = new_handler(p, kind);
    parse_advance(p);
    h->events = parse_events(p, false);
    parse_expect(p, TOK_SEMICOLON);
    return h;
}

/* `on quorum (k) e do ...`: `quorum` is not a reserved word; the parenthesis decides.
 */
static bool at_quorum(const parser *p)
{
    return parse_peek(p) == TOK_NAME && parse_peek_after(p) == TOK_LPAREN &&
           p->in.at->len == 6 && memcmp(parse_spelling(p, p->in.at), "quorum", 6) == 0;
}

static void parse_quorum(parser *p, handler_decl *h)
{
    program *prog = p->program;
    if (prog->strict_p) {
        diag_error(&prog->diags, parse_pos(p),
                   "'quorum' is an extension of P, which --strict-p turns off");
    }
    h->kind = ACTION_QUORUM;
    parse_advance(p);
    parse_expect(p, TOK_LPAREN);
    h->quorum = parse_expr(p);
    parse_expect(p, TOK_RPAREN);
}

static handler_decl *parse_on(parser *p)
{
    handler_decl *h = new_handler(p, ACTION_DO);
    parse_advance(p);
    if (at_quorum(p))
        parse_quorum(p, h);
    h->events = parse_events(p, h->kind != ACTION_QUORUM);
    if (parse_accept(p, TOK_DO)) {
        parse_handler_or_name(p, ROLE_DO, &h->named, &h->fun);
        return h;
    }
    if (h->kind == ACTION_QUORUM || parse_peek(p) != TOK_GOTO) {
        parse_fail(p, h->kind == ACTION_QUORUM ? "'do'" : "'do' or 'goto'");
        return h;
    }
    parse_advance(p);
    h->kind = ACTION_GOTO;
    h->target = parse_name(p, "the name of a state");
    if (parse_accept(p, TOK_WITH))
        parse_handler_or_name(p, ROLE_WITH, &h->named, &h->fun);
    else
        parse_expect(p, TOK_SEMICOLON);
    return h;
}

/* Returns a handler, or enters a hook (entry, exit) into the state and returns NULL. */
static handler_decl *parse_state_item(parser *p, state_decl *s)
{
    switch ((int)parse_peek(p)) {
    case TOK_ENTRY:
        parse_hook(p, s, ROLE_ENTRY);
        return NULL;
    case TOK_EXIT:
        parse_hook(p, s, ROLE_EXIT);
        return NULL;
    case TOK_DEFER:
        return parse_drop(p, ACTION_DEFER);
    case TOK_IGNORE:
        return parse_drop(p, ACTION_IGNORE);
    case TOK_ON:
        return parse_on(p);
    }
    parse_fail_hint(p, "'on', 'entry', 'exit', 'defer', 'ignore' or '}'",
                    parse_peek(p) == TOK_SEMICOLON ? "remove the ';' after the '}'"
                                                   : NULL);
    return NULL;
}

static state_decl *parse_state(parser *p)
{
    state_decl *s = ARENA_NEW(p->memory, state_decl);
    s->is_start = parse_accept(p, TOK_START);
    if (parse_accept(p, TOK_HOT))
        s->temp = HOT;
    else if (parse_accept(p, TOK_COLD))
        s->temp = COLD;
    parse_expect(p, TOK_STATE);
    s->name = parse_name(p, "the name of a state");
    s->owner = p->machine;
    size_t mark = p->pointers.len;
    srcpos open = parse_pos(p);
    if (!parse_expect(p, TOK_LBRACE))
        return s;
    while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END) {
        const token *before = p->in.at;
        if (starts_member(parse_peek(p)))
            break; /* its closing brace is missing */
        handler_decl *h = parse_state_item(p, s);
        if (h != NULL)
            vec_push(&p->pointers, h);
        if (p->in.panicking) {
            if (p->in.at == before && parse_peek(p) != TOK_SEMICOLON)
                parse_advance(p);
            parse_recover(p, starts_state_item);
        }
    }
    parse_close(p, open);
    PARSE_TAKE(p, mark, &s->handlers);
    return s;
}

/* ---- Machines ---- */

static void append_idents(parser *p, ident_list *to, const ident_list *more)
{
    size_t mark = p->idents.len;
    list_each (i, to)
        vec_push(&p->idents, *i);
    list_each (i, more)
        vec_push(&p->idents, *i);
    *to = parse_take_idents(p, mark);
}

/* receives e, f; sends g;  each may occur several times */
static void parse_clauses(parser *p, machine_decl *m)
{
    while (parse_peek(p) == TOK_RECEIVES || parse_peek(p) == TOK_SENDS) {
        bool is_receives = parse_peek(p) == TOK_RECEIVES;
        *(is_receives ? &m->has_receives : &m->has_sends) = true;
        parse_advance(p);
        if (parse_peek(p) != TOK_SEMICOLON) {
            ident_list events = parse_events(p, false);
            append_idents(p, is_receives ? &m->receives : &m->sends, &events);
        }
        if (!parse_expect(p, TOK_SEMICOLON))
            return;
    }
}

typedef struct members {
    VEC(var_decl *) fields;
    VEC(fun_decl *) functions;
    VEC(state_decl *) states;
} members;

static const char *member_hint(token_kind found)
{
    switch ((int)found) {
    case TOK_SEMICOLON:
        return "remove the ';' after the '}'";
    case TOK_RECEIVES:
    case TOK_SENDS:
        return "write this before the '{' of the machine";
    case TOK_ON:
    case TOK_ENTRY:
    case TOK_EXIT:
    case TOK_IGNORE:
    case TOK_DEFER:
        return "handlers belong in a state; there may be one '}' too many above";
    }
    return NULL;
}

static void parse_member(parser *p, members *found)
{
    if (parse_accept(p, TOK_VAR)) {
        size_t mark = p->pointers.len;
        parse_var_group(p, VAR_FIELD);
        for (size_t i = mark; i < p->pointers.len; i++)
            vec_push(&found->fields, p->pointers.data[i]);
        p->pointers.len = mark;
    } else if (parse_peek(p) == TOK_FUN) {
        vec_push(&found->functions, parse_function(p, p->machine));
    } else if (starts_member(parse_peek(p))) {
        vec_push(&found->states, parse_state(p));
    } else {
        parse_fail_hint(p, "'var', 'fun', 'start', 'hot', 'cold', 'state' or '}'",
                        member_hint(parse_peek(p)));
    }
}

#define COPY_MEMBERS(p, from, to)                  \
    do {                                           \
        (to)->data = ARENA_VEC((p)->memory, from); \
        (to)->count = (uint32_t)(from)->len;       \
        vec_free(from);                            \
    } while (0)

static void parse_machine_body(parser *p, machine_decl *m)
{
    members found = {0};
    p->machine = m;
    srcpos open = parse_pos(p);
    if (parse_expect(p, TOK_LBRACE)) {
        while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END) {
            const token *before = p->in.at;
            if (parse_peek(p) != TOK_FUN && parse_starts_declaration(parse_peek(p)))
                break; /* its closing brace is missing */
            parse_member(p, &found);
            if (p->in.panicking) {
                if (p->in.at == before && parse_peek(p) != TOK_SEMICOLON)
                    parse_advance(p);
                parse_recover(p, starts_member);
            }
        }
        parse_close(p, open);
    }
    p->machine = NULL;
    COPY_MEMBERS(p, &found.fields, &m->fields);
    COPY_MEMBERS(p, &found.functions, &m->functions);
    COPY_MEMBERS(p, &found.states, &m->states);
}

void parse_machine(parser *p, machine_kind kind)
{
    machine_decl *m = ARENA_NEW(p->memory, machine_decl);
    m->kind = kind;
    parse_advance(p);
    m->name = parse_name(p, kind == MACHINE_PLAIN ? "the name of a machine"
                                                  : "the name of a spec");
    if (kind == MACHINE_PLAIN) {
        parse_clauses(p, m);
    } else {
        parse_expect(p, TOK_OBSERVES);
        m->observes = parse_events(p, false);
    }
    parse_machine_body(p, m);
    if (m->name.name != NAME_NONE)
        vec_push(&p->program->machines, m);
}
