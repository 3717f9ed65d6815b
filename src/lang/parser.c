#include "lang/parser.h"

#include "lang/parse.h"

static const char *spelling(uint32_t kind)
{
    return token_text((token_kind)kind);
}

static const cursor_language language = {
    .end = TOK_END,
    .stray = TOK_STRAY,
    .text = TOK_TEXT,
    .semicolon = TOK_SEMICOLON,
    .open_brace = TOK_LBRACE,
    .close_brace = TOK_RBRACE,
    .else_word = TOK_ELSE,
    .max_depth = PARSE_MAX_DEPTH,
    .spelling = spelling,
};

parser parse_begin(program *p, const source_file *file, token_list *tokens,
                   const char *end)
{
    bool is_whole = lexer_run(file, &p->symbols.names, &p->diags, tokens);
    return (parser){.program = p,
                    .memory = &p->memory,
                    .in = {.language = &language,
                           .file = file,
                           .d = &p->diags,
                           .end = end,
                           .at = tokens->data,
                           .first = tokens->data,
                           .is_whole = is_whole}};
}

void parse_end(parser *p)
{
    assert(p->in.depth == 0);     /* every parse_enter has its parse_leave */
    assert(p->pointers.len == 0); /* every list was taken */
    assert(p->idents.len == 0);
    vec_free(&p->pointers);
    vec_free(&p->idents);
}

token_kind parse_peek(const parser *p)
{
    return (token_kind)p->in.at->kind;
}

token_kind parse_peek_after(const parser *p)
{
    return (token_kind)cursor_peek_after(&p->in);
}

srcpos parse_pos(const parser *p)
{
    return p->in.at->pos;
}

void parse_advance(parser *p)
{
    cursor_advance(&p->in);
}

bool parse_accept(parser *p, token_kind kind)
{
    return cursor_accept(&p->in, kind);
}

/* A reserved word that was declared as a name is used as one, too.  That needs no
 * message of its own. */
static void pass_over_misused(parser *p)
{
    p->in.panicking |= p->is_misused[parse_peek(p)];
}

bool parse_expect(parser *p, token_kind kind)
{
    if (parse_peek(p) != kind)
        pass_over_misused(p);
    return cursor_expect(&p->in, kind, NULL);
}

const char *parse_spelling(const parser *p, const token *t)
{
    return cursor_spelling(&p->in, t);
}

void parse_fail(parser *p, const char *expected)
{
    pass_over_misused(p);
    cursor_fail(&p->in, expected, NULL);
}

void parse_fail_hint(parser *p, const char *expected, const char *hint)
{
    pass_over_misused(p);
    cursor_fail(&p->in, expected, hint);
}

bool parse_close(parser *p, srcpos open)
{
    return cursor_close(&p->in, open);
}

/* ---- Names ---- */

static void turn_into_name(token *t)
{
    t->name = NAME_OF_WORD(t->kind);
    t->kind = TOK_NAME;
}

static void turn_all_into_names(token *from, token_kind word)
{
    for (token *t = from; t->kind != TOK_END; t++)
        if (t->kind == word)
            turn_into_name(t);
}

static void fail_at_reserved(parser *p, const char *what)
{
    diag *d = &p->program->diags;
    token_kind kind = parse_peek(p);
    diag_error(d, parse_pos(p), "'%s' is a reserved word and cannot be %s",
               token_text(kind), what);
    if (token_is_proof_word(kind)) {
        diag_hint(d, "P reserves the words of its proof dialect in every program; "
                     "without --strict-p they are names, too");
        turn_all_into_names(p->in.at, kind); /* one message a word */
    } else {
        p->in.panicking = true;
        p->is_misused[kind] = true;
        parse_advance(p); /* it may look like the start of something */
    }
}

/* The words of the proof dialect make natural names.  P reserves them since it has
 * proofs, also in programs that prove nothing; models that are older use them. */
bool parse_at_name(parser *p, const char *what)
{
    token_kind kind = parse_peek(p);
    if (kind == TOK_NAME || !token_may_be_name(kind))
        return kind == TOK_NAME;
    if (p->program->strict_p)
        fail_at_reserved(p, what);
    else
        turn_into_name(p->in.at);
    return true;
}

/* `sent (x)` is a call where the file declares such a function. */
static void find_functions(token *from)
{
    for (token *t = from; t->kind != TOK_END; t++)
        if (t->kind == TOK_FUN && (t[1].kind == TOK_SENT || t[1].kind == TOK_INFLIGHT))
            turn_all_into_names(from, (token_kind)t[1].kind);
}

ident parse_name(parser *p, const char *what)
{
    ident name = {NAME_NONE, parse_pos(p)};
    if (p->in.panicking)
        return name;
    if (!parse_at_name(p, what)) {
        if (token_is_word(parse_peek(p)))
            fail_at_reserved(p, what);
        else
            parse_fail(p, what);
    }
    if (!p->in.panicking) {
        name.name = p->in.at->name;
        parse_advance(p);
    }
    return name;
}

ident parse_word_as_name(parser *p)
{
    ident name = {NAME_OF_WORD(parse_peek(p)), parse_pos(p)};
    assert(token_is_word(parse_peek(p)));
    parse_advance(p);
    return name;
}

bool parse_enter(parser *p)
{
    return cursor_enter(&p->in);
}

void parse_leave(parser *p)
{
    cursor_leave(&p->in);
}

uint64_t parse_number_value(const parser *p, const token *t)
{
    assert(t->kind == TOK_NUMBER);
    return cursor_number(&p->in, t);
}

ident_list parse_take_idents(parser *p, size_t mark)
{
    ident_list list;
    ARENA_TAKE(p->memory, &p->idents, mark, &list);
    return list;
}

void parse_note_proof_word(parser *p, token_kind kind, srcpos pos)
{
    program *prog = p->program;
    if (!prog->strict_p || prog->proof_target)
        return;
    diag_error(&prog->diags, pos, "'%s' belongs to the proof dialect",
               token_text(kind));
    diag_hint(&prog->diags,
              "--strict-p allows it only in projects with target PVerifier");
}

void parse_recover_statement(parser *p, bool (*is_start)(uint32_t kind))
{
    cursor_recover(&p->in, is_start, true);
}

void parse_recover(parser *p, bool (*is_start)(uint32_t kind))
{
    cursor_recover(&p->in, is_start, false);
}

bool parse_starts_declaration(uint32_t kind)
{
    switch (kind) {
    case TOK_TYPE:
    case TOK_ENUM:
    case TOK_EVENT:
    case TOK_EVENTSET:
    case TOK_INTERFACE:
    case TOK_MACHINE:
    case TOK_SPEC:
    case TOK_SCENARIO:
    case TOK_FUN:
    case TOK_MODULE:
    case TOK_TEST:
    case TOK_IMPLEMENTATION:
    case TOK_PARAM:
        return true;
    }
    return token_starts_proof((token_kind)kind);
}

void parser_run(program *prog, const source_file *file, bool keep_tests)
{
    token_list tokens = {0};
    parser p = parse_begin(prog, file, &tokens, "end of file");
    if (!prog->strict_p)
        find_functions(tokens.data);
    while (parse_peek(&p) != TOK_END) {
        const token *before = p.in.at;
        parse_declaration(&p, keep_tests);
        if (p.in.panicking) {
            if (p.in.at == before)
                parse_advance(&p); /* always make progress */
            parse_recover(&p, parse_starts_declaration);
            if (parse_peek(&p) == TOK_RBRACE)
                parse_advance(&p); /* left by a body that was given up half-way */
        }
    }
    parse_end(&p);
    vec_free(&tokens);
}
