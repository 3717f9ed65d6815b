/* Parses statements, patterns and arms.
 *
 * After a mistake the parser skips to the next statement or arm; hints name the usual
 * confusions with other languages. */
#include "icet/parse.h"

#include "base/strbuf.h"
#include "base/suggest.h"

#include <string.h>

static ast_stmt *parse_stmt(icet_parser *p);

static ast_stmt *new_stmt(icet_parser *p, ast_stmt_kind kind)
{
    ast_stmt *s = ARENA_NEW(p->memory, ast_stmt);
    s->kind = kind;
    s->pos = p->in.at->pos;
    s->name.id = s->ctor.id = s->set.id = s->value.set.id = INTERN_NONE;
    return s;
}

/* ---- Blocks ---- */

static bool starts_statement(uint32_t kind)
{
    switch ((int)kind) {
    case T_SEND:
    case T_RECEIVE:
    case T_MATCH:
    case T_VAR:
    case T_IF:
    case T_FOR:
    case T_WHILE:
    case T_BREAK:
    case T_ASSERT:
    case T_FAIL:
        return true;
    }
    return false;
}

static bool starts_statement_or_declaration(uint32_t kind)
{
    return starts_statement(kind) || icet_parse_starts_declaration(kind);
}

/* A declaration inside a block means that a '}' is missing before it. */
static bool ends_block(const icet_parser *p)
{
    return p->in.at->kind == T_RBRACE || p->in.at->kind == T_END ||
           icet_parse_starts_declaration(p->in.at->kind);
}

static void parse_stmts(icet_parser *p, ast_block *out)
{
    size_t mark = p->pointers.len;
    while (!ends_block(p)) {
        const icet_token *before = p->in.at;
        vec_push(&p->pointers, parse_stmt(p));
        if (p->in.panicking) {
            bool is_end = p->in.at->kind == T_SEMICOLON || p->in.at->kind == T_LBRACE;
            if (p->in.at == before && !is_end)
                icet_parse_advance(p);
            icet_parse_recover(p, starts_statement_or_declaration, true);
        }
    }
    ICET_PARSE_TAKE(p, mark, out);
}

void icet_parse_block(icet_parser *p, ast_block *out)
{
    srcpos open = p->in.at->pos;
    if (!icet_parse_expect(p, T_LBRACE) || !icet_parse_enter(p))
        return;
    parse_stmts(p, out);
    icet_parse_leave(p);
    icet_parse_close(p, open);
}

/* ---- Patterns and arms ---- */

static ast_patterns parse_patterns(icet_parser *p);

static ast_pattern *parse_pattern(icet_parser *p)
{
    ast_pattern *pat = ARENA_NEW(p->memory, ast_pattern);
    pat->pos = p->in.at->pos;
    pat->name.id = INTERN_NONE;
    if (p->in.panicking || !icet_parse_enter(p))
        return pat;
    if (p->in.at->kind == T_LPAREN) {
        pat->items = parse_patterns(p);
        pat->is_tuple = true;
        if (pat->items.count == 1) /* (x) is x */
            pat = pat->items.data[0];
    } else if (!icet_parse_accept(p, T_HOLE)) {
        pat->name = icet_parse_name(p, "a variable");
    }
    icet_parse_leave(p);
    return pat;
}

/* ( )   ( pattern { , pattern } ) */
static ast_patterns parse_patterns(icet_parser *p)
{
    ast_patterns list = {0};
    icet_parse_expect(p, T_LPAREN);
    if (icet_parse_accept(p, T_RPAREN))
        return list;
    size_t mark = p->pointers.len;
    do
        vec_push(&p->pointers, parse_pattern(p));
    while (icet_parse_accept(p, T_COMMA));
    ICET_PARSE_TAKE(p, mark, &list);
    icet_parse_expect_hint(p, T_RPAREN,
                           p->in.at->kind == T_DOT || p->in.at->kind == T_LPAREN
                               ? "a pattern has names, '_' and tuples of them"
                               : NULL);
    return list;
}

static ast_arm *parse_arm(icet_parser *p)
{
    ast_arm *arm = ARENA_NEW(p->memory, ast_arm);
    arm->pos = p->in.at->pos;
    arm->ctor = (ast_name){INTERN_NONE, p->in.at->pos};
    if (!icet_parse_accept(p, T_HOLE)) {
        arm->ctor = icet_parse_name(p, "a constructor or '_'");
        if (p->in.at->kind == T_LPAREN && !p->in.panicking) {
            arm->patterns = parse_patterns(p);
            arm->has_pattern = true;
        }
    }
    icet_parse_expect(p, T_ARROW);
    icet_parse_block(p, &arm->body);
    return arm;
}

static bool starts_arm(uint32_t kind)
{
    return kind == T_HOLE || icet_parse_starts_declaration(kind);
}

static void parse_arms(icet_parser *p, ast_stmt *s)
{
    srcpos open = p->in.at->pos;
    s->has_arms = true;
    if (!icet_parse_expect(p, T_LBRACE))
        return;
    size_t mark = p->pointers.len;
    while (!ends_block(p)) {
        const icet_token *before = p->in.at;
        ast_arm *arm = parse_arm(p);
        vec_push(&p->pointers, arm);
        if (p->in.panicking) {
            if (p->in.at == before)
                icet_parse_advance(p);
            icet_parse_recover(p, starts_arm, false);
        }
    }
    ICET_PARSE_TAKE(p, mark, &s->arms);
    icet_parse_close(p, open);
}

/* ---- Statements ---- */

static ast_stmt *parse_send(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_SEND);
    icet_parse_advance(p);
    s->name = icet_parse_name(p, "the name of a message");
    if (icet_parse_accept(p, T_DOT))
        s->ctor = icet_parse_name(p, "a constructor");
    if (icet_parse_accept(p, T_LPAREN))
        s->args = icet_parse_args(p);
    icet_parse_expect_hint(p, T_TO,
                           p->in.at->kind == T_SEMICOLON || p->in.at->kind == T_COMMA
                               ? "say to whom: send m(x) to p;"
                               : NULL);
    s->target = icet_parse_expr(p);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

static ast_stmt *parse_receive(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_RECEIVE);
    icet_parse_advance(p);
    s->name = icet_parse_name(p, "the name of a message");
    if (p->in.at->kind == T_LPAREN && !p->in.panicking) {
        s->patterns = parse_patterns(p);
        s->has_pattern = true;
    }
    if (icet_parse_accept(p, T_FROM))
        s->target = icet_parse_expr(p);
    if (p->in.at->kind != T_LBRACE || p->in.panicking)
        icet_parse_expect(p, T_SEMICOLON);
    else if (s->has_pattern)
        icet_parse_fail(p, "';'", "a receive has a pattern, or arms, not both");
    else
        parse_arms(p, s);
    return s;
}

static ast_stmt *parse_match(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_MATCH);
    icet_parse_advance(p);
    s->target = icet_parse_expr(p);
    parse_arms(p, s);
    return s;
}

/* expr   nondet   nondet SET */
static void parse_value(icet_parser *p, ast_value *value)
{
    value->pos = p->in.at->pos;
    if (!icet_parse_accept(p, T_NONDET))
        value->expr = icet_parse_expr(p);
    else if (p->in.at->kind != T_SEMICOLON)
        value->set = icet_parse_name(p, "the name of a set");
}

static ast_stmt *parse_var(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_VAR);
    icet_parse_advance(p);
    s->name = icet_parse_name(p, "a variable");
    if (icet_parse_accept(p, T_COLON))
        s->type = icet_parse_type(p);
    icet_parse_expect_hint(
        p, T_ASSIGN,
        p->in.at->kind == T_SEMICOLON ? "give the variable a value: var x = 0;" : NULL);
    parse_value(p, &s->value);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

static ast_stmt *parse_if(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_IF);
    icet_parse_advance(p);
    icet_parse_expect_hint(p, T_LPAREN, "put the condition in parentheses");
    if (p->in.at->kind != T_STAR || icet_parse_peek_after(p) != T_RPAREN)
        s->target = icet_parse_expr(p);
    else
        icet_parse_advance(p);
    icet_parse_expect_hint(p, T_RPAREN,
                           p->in.at->kind == T_ASSIGN ? "compare with '=='" : NULL);
    icet_parse_block(p, &s->then);
    if (!icet_parse_accept(p, T_ELSE))
        return s;
    if (p->in.at->kind == T_IF) {
        ast_stmt *other = parse_stmt(p);
        s->otherwise.data = arena_copy(p->memory, &other, sizeof other);
        s->otherwise.count = 1;
    } else {
        icet_parse_block(p, &s->otherwise);
    }
    return s;
}

static ast_stmt *parse_for(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_FOR);
    icet_parse_advance(p);
    s->name.pos = p->in.at->pos;
    if (p->in.at->kind == T_LPAREN)
        icet_parse_fail(p, "a variable", "write: for x in S { ... }");
    else if (!icet_parse_accept(p, T_HOLE))
        s->name = icet_parse_name(p, "a variable");
    icet_parse_expect(p, T_IN);
    s->set = icet_parse_name(p, "the name of a set");
    icet_parse_block(p, &s->then);
    return s;
}

static ast_stmt *parse_while(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_WHILE);
    icet_parse_advance(p);
    icet_parse_expect_hint(
        p, T_TRUE, "loops are written: while true { ... if (done) { break; } }");
    icet_parse_block(p, &s->then);
    return s;
}

static ast_stmt *parse_break(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_BREAK);
    icet_parse_advance(p);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

/* Takes a string; its escapes are \" \\ \n \t. */
static const char *parse_text(icet_parser *p)
{
    if (p->in.panicking || p->in.at->kind != T_TEXT) {
        icet_parse_fail(p, "a string", NULL);
        return NULL;
    }
    const char *s = icet_parse_spelling(p, p->in.at) + 1;
    size_t len = p->in.at->len - 2;
    strbuf out = {0};
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '\\' && i + 1 < len && strchr("\"\\nt", s[i + 1]) != NULL) {
            i++;
            strbuf_putc(&out, s[i] == 'n' ? '\n' : s[i] == 't' ? '\t' : s[i]);
        } else {
            strbuf_putc(&out, s[i]);
        }
    }
    const char *text = arena_strndup(p->memory, strbuf_text(&out), out.len);
    strbuf_free(&out);
    icet_parse_advance(p);
    return text;
}

static ast_stmt *parse_assert(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_ASSERT);
    icet_parse_advance(p);
    s->target = icet_parse_expr(p);
    if (icet_parse_accept(p, T_COMMA))
        s->text = parse_text(p);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

static ast_stmt *parse_fail(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_FAIL);
    icet_parse_advance(p);
    if (p->in.at->kind != T_SEMICOLON)
        s->text = parse_text(p);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

/* Words of other languages and common typos, with what IceT has instead. */
static void hint_at_word(icet_parser *p, const char *word)
{
    static const struct {
        const char *word, *hint;
    } words[] = {
        {"let", "variables are declared as: var x = 0;"},
        {"foreach", "write: for x in S { ... }"},
        {"switch", "write: match x { A => { ... } _ => { ... } }"},
        {"case", "write: match x { A => { ... } _ => { ... } }"},
        {"print", "there is no 'print'"},
        {"return", "a process ends at the end of its body"},
        {"continue", "there is no 'continue': use if and else"},
        {"skip", "there is no 'skip': an empty block does nothing"},
        {"recv", "did you mean 'receive'?"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word) == 0) {
            diag_hint(p->in.d, "%s", words[i].hint);
            return;
        }
    }
    suggest s;
    suggest_start(&s, word);
    for (int kind = 0; kind < T_WORD_COUNT; kind++)
        if (starts_statement((icet_token_kind)kind))
            suggest_offer(&s, icet_token_text((icet_token_kind)kind));
    if (s.best != NULL)
        diag_hint(p->in.d, "did you mean '%s'?", s.best);
}

static void fail_at_assignment(icet_parser *p, ast_name name)
{
    size_t before = p->in.d->errors;
    icet_parse_fail(p, "'='", NULL);
    if (p->in.d->errors == before)
        return;
    if (p->in.at->kind == T_PLUS || p->in.at->kind == T_MINUS)
        diag_hint(p->in.d, "write x = x + 1");
    else if (p->in.at->kind == T_EQ || p->in.at->kind == T_COLON)
        diag_hint(p->in.d, "assign with '='");
    else
        hint_at_word(p, intern_text(p->names, name.id));
}

static ast_stmt *parse_assignment(icet_parser *p)
{
    ast_stmt *s = new_stmt(p, AST_ASSIGN);
    s->name = icet_parse_name(p, "a variable");
    if (p->in.at->kind != T_ASSIGN)
        fail_at_assignment(p, s->name);
    icet_parse_accept(p, T_ASSIGN);
    parse_value(p, &s->value);
    icet_parse_expect(p, T_SEMICOLON);
    return s;
}

static const char *statement_hint(icet_token_kind found)
{
    switch ((int)found) {
    case T_INT:
    case T_BOOL:
    case T_PID:
        return "variables are declared as: var x = 0;";
    case T_HOLE:
        return "'_' is allowed only in patterns";
    case T_LBRACE:
        return "a block belongs to if, for, while or an arm";
    }
    return NULL;
}

static ast_stmt *parse_stmt_here(icet_parser *p)
{
    switch ((int)p->in.at->kind) {
    case T_SEND:
        return parse_send(p);
    case T_RECEIVE:
        return parse_receive(p);
    case T_MATCH:
        return parse_match(p);
    case T_VAR:
        return parse_var(p);
    case T_IF:
        return parse_if(p);
    case T_FOR:
        return parse_for(p);
    case T_WHILE:
        return parse_while(p);
    case T_BREAK:
        return parse_break(p);
    case T_ASSERT:
        return parse_assert(p);
    case T_FAIL:
        return parse_fail(p);
    case T_NAME:
        return parse_assignment(p);
    }
    icet_parse_fail(p, "a statement", statement_hint(p->in.at->kind));
    return new_stmt(p, AST_NOTHING);
}

static ast_stmt *parse_stmt(icet_parser *p)
{
    if (p->in.panicking || !icet_parse_enter(p))
        return new_stmt(p, AST_NOTHING);
    ast_stmt *s = parse_stmt_here(p);
    icet_parse_leave(p);
    return s;
}
