/* Parses statements and bodies of functions.
 *
 * A statement that cannot be parsed is skipped up to its end, and hints name the usual
 * confusions with other languages (for, switch, x++, ...). */
#include "lang/parse.h"

#include <string.h>

static stmt *parse_stmt(parser *p);

static stmt *new_stmt(parser *p, stmt_kind kind)
{
    stmt *s = ARENA_NEW(p->memory, stmt);
    s->kind = kind;
    s->pos = parse_pos(p);
    return s;
}

static void set_args(parser *p, stmt *s, expr *const *args, uint32_t count)
{
    s->args.data = arena_copy(p->memory, args, count * sizeof *args);
    s->args.count = count;
}

static void set_body(parser *p, stmt *s, stmt *const *body, uint32_t count)
{
    s->body.data = arena_copy(p->memory, body, count * sizeof *body);
    s->body.count = count;
}

ident_list parse_events(parser *p, bool allow_null)
{
    size_t mark = p->idents.len;
    do {
        token_kind kind = parse_peek(p);
        ident name = {NAME_NONE, parse_pos(p)};
        if (p->in.panicking)
            break;
        if (kind == TOK_HALT || (kind == TOK_NULL && allow_null))
            name = parse_word_as_name(p);
        else if (kind == TOK_NULL)
            parse_fail(p, "the name of an event");
        else
            name = parse_name(p, "the name of an event");
        vec_push(&p->idents, name);
    } while (parse_accept(p, TOK_COMMA));
    return parse_take_idents(p, mark);
}

static bool starts_statement(uint32_t kind)
{
    switch ((int)kind) {
    case TOK_ASSERT:
    case TOK_ASSUME:
    case TOK_PRINT:
    case TOK_RETURN:
    case TOK_BREAK:
    case TOK_CONTINUE:
    case TOK_WHILE:
    case TOK_FOREACH:
    case TOK_IF:
    case TOK_RAISE:
    case TOK_ANNOUNCE:
    case TOK_SEND:
    case TOK_GOTO:
    case TOK_RECEIVE:
        return true;
    }
    return false;
}

static bool starts_statement_or_var(uint32_t kind)
{
    return kind == TOK_VAR || starts_statement(kind);
}

/* Statements up to the closing brace, which is not consumed. */
static void parse_stmts(parser *p, stmt_list *out)
{
    size_t mark = p->pointers.len;
    while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END) {
        const token *before = p->in.at;
        if (parse_peek(p) == TOK_VAR)
            parse_fail_hint(p, "a statement",
                            "variables are declared at the start of a function's body");
        vec_push(&p->pointers, parse_stmt(p));
        if (p->in.panicking) {
            if (p->in.at == before && parse_peek(p) != TOK_SEMICOLON)
                parse_advance(p);
            parse_recover_statement(p, starts_statement);
        }
    }
    PARSE_TAKE(p, mark, out);
}

static stmt *parse_block(parser *p)
{
    stmt *s = new_stmt(p, STMT_BLOCK);
    parse_expect(p, TOK_LBRACE);
    if (!p->in.panicking)
        parse_stmts(p, &s->body);
    parse_close(p, s->pos);
    return s;
}

void parse_body(parser *p, var_list *locals, stmt **body)
{
    stmt *block = new_stmt(p, STMT_BLOCK);
    *body = block;
    *locals = (var_list){0};
    if (!parse_expect(p, TOK_LBRACE) || !parse_enter(p))
        return;
    size_t mark = p->pointers.len;
    while (parse_accept(p, TOK_VAR)) {
        parse_var_group(p, VAR_LOCAL);
        parse_recover_statement(p, starts_statement_or_var);
    }
    PARSE_TAKE(p, mark, locals);
    parse_stmts(p, &block->body);
    parse_close(p, block->pos);
    parse_leave(p);
}

/* assert e [, msg];   assume e [, msg]; */
static stmt *parse_assert(parser *p, stmt_kind kind)
{
    stmt *s = new_stmt(p, kind);
    parse_advance(p);
    expr *args[2] = {parse_expr(p)};
    uint32_t count = 1;
    if (parse_accept(p, TOK_COMMA))
        args[count++] = parse_expr(p);
    parse_expect(p, TOK_SEMICOLON);
    set_args(p, s, args, count);
    return s;
}

static stmt *parse_print(parser *p)
{
    stmt *s = new_stmt(p, STMT_PRINT);
    parse_advance(p);
    expr *text = parse_expr(p);
    set_args(p, s, &text, 1);
    if (parse_peek(p) == TOK_COMMA)
        parse_fail_hint(p, "';'",
                        "print takes one string: print format(\"...\", ...);");
    parse_expect(p, TOK_SEMICOLON);
    return s;
}

static stmt *parse_return(parser *p)
{
    stmt *s = new_stmt(p, STMT_RETURN);
    parse_advance(p);
    if (parse_peek(p) != TOK_SEMICOLON) {
        expr *value = parse_expr(p);
        set_args(p, s, &value, 1);
    }
    parse_expect(p, TOK_SEMICOLON);
    return s;
}

static stmt *parse_word_statement(parser *p, stmt_kind kind)
{
    stmt *s = new_stmt(p, kind);
    parse_advance(p);
    if (kind != STMT_EMPTY)
        parse_expect(p, TOK_SEMICOLON);
    return s;
}

/* ( condition ) */
static void parse_condition(parser *p, stmt *s)
{
    if (parse_peek(p) != TOK_LPAREN)
        parse_fail_hint(p, "'('", "put the condition in parentheses");
    parse_expect(p, TOK_LPAREN);
    expr *condition = parse_expr(p);
    set_args(p, s, &condition, 1);
    if (parse_peek(p) == TOK_ASSIGN)
        parse_fail_hint(p, "')'", "compare with '=='");
    parse_expect(p, TOK_RPAREN);
}

static stmt *parse_while(parser *p)
{
    stmt *s = new_stmt(p, STMT_WHILE);
    parse_advance(p);
    parse_condition(p, s);
    stmt *body = parse_stmt(p);
    set_body(p, s, &body, 1);
    return s;
}

/* Does this token after a name make it the target of an assignment? */
static bool follows_target(token_kind kind)
{
    switch ((int)kind) {
    case TOK_ASSIGN:
    case TOK_INSERT:
    case TOK_REMOVE:
    case TOK_DOT:
    case TOK_LBRACKET:
        return true;
    }
    return false;
}

static bool at_loop_invariant(const parser *p)
{
    return parse_peek(p) == TOK_INVARIANT && !follows_target(parse_peek_after(p));
}

static stmt *parse_foreach(parser *p)
{
    stmt *s = new_stmt(p, STMT_FOREACH);
    parse_advance(p);
    parse_expect(p, TOK_LPAREN);
    s->name = parse_name(p, "a variable");
    parse_expect(p, TOK_IN);
    expr *collection = parse_expr(p);
    set_args(p, s, &collection, 1);
    parse_expect(p, TOK_RPAREN);
    size_t mark = p->pointers.len;
    while (at_loop_invariant(p) && !p->in.panicking) {
        parse_note_proof_word(p, TOK_INVARIANT, parse_pos(p));
        parse_advance(p);
        vec_push(&p->pointers, parse_expr(p));
        parse_expect(p, TOK_SEMICOLON);
    }
    PARSE_TAKE(p, mark, &s->invariants);
    stmt *body = parse_stmt(p);
    set_body(p, s, &body, 1);
    return s;
}

static stmt *parse_if(parser *p)
{
    stmt *s = new_stmt(p, STMT_IF);
    parse_advance(p);
    parse_condition(p, s);
    stmt *branches[2] = {parse_stmt(p)};
    uint32_t count = 1;
    if (parse_accept(p, TOK_ELSE))
        branches[count++] = parse_stmt(p);
    set_body(p, s, branches, count);
    return s;
}

/* send m, e [, args];   raise e [, args];   announce e [, args]; */
static stmt *parse_emission(parser *p, stmt_kind kind)
{
    stmt *s = new_stmt(p, kind);
    parse_advance(p);
    size_t mark = p->pointers.len;
    vec_push(&p->pointers, parse_expr(p));
    if (kind == STMT_SEND) {
        parse_expect(p, TOK_COMMA);
        vec_push(&p->pointers, parse_expr(p));
    }
    while (parse_accept(p, TOK_COMMA))
        vec_push(&p->pointers, parse_expr(p));
    parse_expect(p, TOK_SEMICOLON);
    PARSE_TAKE(p, mark, &s->args);
    return s;
}

static stmt *parse_goto(parser *p)
{
    stmt *s = new_stmt(p, STMT_GOTO);
    parse_advance(p);
    s->name = parse_name(p, "the name of a state");
    if (parse_accept(p, TOK_COMMA))
        s->args = parse_expr_list(p);
    parse_expect(p, TOK_SEMICOLON);
    return s;
}

static receive_case *parse_case(parser *p)
{
    receive_case *c = ARENA_NEW(p->memory, receive_case);
    c->pos = parse_pos(p);
    parse_expect(p, TOK_CASE);
    c->events = parse_events(p, true);
    parse_expect(p, TOK_COLON);
    if (parse_accept(p, TOK_LPAREN)) {
        var_decl *param = parse_param(p, VAR_PARAM);
        c->params.data = arena_copy(p->memory, &param, sizeof param);
        c->params.count = 1;
        parse_expect(p, TOK_RPAREN);
    }
    parse_body(p, &c->locals, &c->body);
    return c;
}

static bool starts_case(uint32_t kind)
{
    return kind == TOK_CASE;
}

static stmt *parse_receive(parser *p)
{
    stmt *s = new_stmt(p, STMT_RECEIVE);
    parse_advance(p);
    if (!parse_expect(p, TOK_LBRACE))
        return s;
    size_t mark = p->pointers.len;
    do {
        vec_push(&p->pointers, parse_case(p));
        parse_recover(p, starts_case);
    } while (parse_peek(p) != TOK_RBRACE && parse_peek(p) != TOK_END);
    parse_expect(p, TOK_RBRACE);
    PARSE_TAKE(p, mark, &s->cases);
    return s;
}

/* Words of other languages, with what P has instead. */
static const char *foreign_word_hint(parser *p, name_id name)
{
    static const struct {
        const char *word, *hint;
    } words[] = {
        {"for", "there is no 'for': use while, or foreach (x in collection)"},
        {"switch", "there is no 'switch': use if and else if"},
        {"elif", "write else if"},
        {"elseif", "write else if"},
        {"push", "there is no 'push': use goto"},
        {"pop", "there is no 'pop': use goto"},
        {"let", "declare variables as: var name: type;"},
        {"try", "there are no exceptions: use assert"},
    };
    const char *text = program_name(p->program, name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, text) == 0)
            return words[i].hint;
    return NULL;
}

static stmt *parse_call(parser *p)
{
    stmt *s = new_stmt(p, STMT_EXPR);
    expr *call = parse_expr(p);
    set_args(p, s, &call, 1);
    if (!p->in.panicking && call->kind != EX_CALL && call->kind != EX_NEW) {
        diag_error(&p->program->diags, call->pos,
                   "expected ';' after the call: only calls and 'new' are statements");
        p->in.panicking = true;
    }
    if (call->kind == EX_CALL && parse_peek(p) == TOK_LBRACE)
        parse_fail_hint(p, "';'", foreign_word_hint(p, call->callee.name));
    parse_expect(p, TOK_SEMICOLON);
    return s;
}

/* lv += (a, b);   lv += (a); */
static void parse_insertion(parser *p, stmt *s, expr *target)
{
    expr *args[3] = {target};
    uint32_t count = 1;
    parse_advance(p);
    if (parse_peek(p) != TOK_LPAREN)
        parse_fail_hint(p, "'('",
                        "'+=' inserts: s += (element); q += (index, element); "
                        "m += (key, value); write x = x + 1 to add");
    parse_expect(p, TOK_LPAREN);
    args[count++] = parse_expr(p);
    s->kind = STMT_ADD;
    if (parse_accept(p, TOK_COMMA)) {
        args[count++] = parse_expr(p);
        s->kind = STMT_INSERT;
    }
    parse_expect(p, TOK_RPAREN);
    set_args(p, s, args, count);
}

static const char *assignment_hint(parser *p, token_kind op, const expr *target)
{
    switch ((int)op) {
    case TOK_PLUS:
    case TOK_MINUS:
        return "there is no '++' or '--': write x = x + 1";
    case TOK_EQ:
    case TOK_COLON:
        return "assign with '='";
    }
    return target->kind == EX_NAME && target->name.name != NAME_NONE
               ? foreign_word_hint(p, target->name.name)
               : NULL;
}

static stmt *parse_assignment(parser *p)
{
    stmt *s = new_stmt(p, STMT_ASSIGN);
    expr *target = parse_lvalue(p);
    token_kind op = parse_peek(p);
    if (op == TOK_INSERT && !p->in.panicking) {
        parse_insertion(p, s, target);
    } else if (parse_accept(p, TOK_ASSIGN) || parse_accept(p, TOK_REMOVE)) {
        s->kind = op == TOK_ASSIGN ? STMT_ASSIGN : STMT_REMOVE;
        expr *args[2] = {target, parse_expr(p)};
        set_args(p, s, args, 2);
    } else {
        parse_fail_hint(p, "'=', '+=' or '-='", assignment_hint(p, op, target));
    }
    parse_expect(p, TOK_SEMICOLON);
    return s;
}

static const char *statement_hint(token_kind found)
{
    switch ((int)found) {
    case TOK_INT:
    case TOK_BOOL:
    case TOK_FLOAT:
    case TOK_STRING:
    case TOK_SEQ:
    case TOK_SET:
    case TOK_MAP:
    case TOK_MACHINE:
    case TOK_EVENT:
        return "declare variables at the start of the function's body: var name: type;";
    case TOK_HALT:
        return "to stop the machine: raise halt;";
    case TOK_PLUS:
    case TOK_MINUS:
        return "there is no '++' or '--': write x = x + 1";
    case TOK_ON:
    case TOK_ENTRY:
    case TOK_EXIT:
    case TOK_IGNORE:
    case TOK_DEFER:
        return "a '}' may be missing before this";
    }
    return NULL;
}

static stmt *parse_stmt_here(parser *p)
{
    token_kind next = parse_peek_after(p);
    if (next == TOK_LPAREN || follows_target(next))
        (void)parse_at_name(p, "a name");
    switch ((int)parse_peek(p)) {
    case TOK_LBRACE:
        return parse_block(p);
    case TOK_SEMICOLON:
        return parse_word_statement(p, STMT_EMPTY);
    case TOK_ASSERT:
        return parse_assert(p, STMT_ASSERT);
    case TOK_ASSUME:
        return parse_assert(p, STMT_ASSUME);
    case TOK_PRINT:
        return parse_print(p);
    case TOK_RETURN:
        return parse_return(p);
    case TOK_BREAK:
        return parse_word_statement(p, STMT_BREAK);
    case TOK_CONTINUE:
        return parse_word_statement(p, STMT_CONTINUE);
    case TOK_WHILE:
        return parse_while(p);
    case TOK_FOREACH:
        return parse_foreach(p);
    case TOK_IF:
        return parse_if(p);
    case TOK_RAISE:
        return parse_emission(p, STMT_RAISE);
    case TOK_ANNOUNCE:
        return parse_emission(p, STMT_ANNOUNCE);
    case TOK_SEND:
        return parse_emission(p, STMT_SEND);
    case TOK_GOTO:
        return parse_goto(p);
    case TOK_RECEIVE:
        return parse_receive(p);
    case TOK_NEW:
        return parse_call(p);
    case TOK_NAME:
        return next == TOK_LPAREN ? parse_call(p) : parse_assignment(p);
    }
    stmt *s = new_stmt(p, STMT_EMPTY);
    parse_fail_hint(p, "a statement", statement_hint(parse_peek(p)));
    return s;
}

static stmt *parse_stmt(parser *p)
{
    if (p->in.panicking || !parse_enter(p))
        return new_stmt(p, STMT_EMPTY);
    stmt *s = parse_stmt_here(p);
    parse_leave(p);
    return s;
}
