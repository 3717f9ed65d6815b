#include "lang/parser.h"

#include "base/scan.h"
#include "lang/parse.h"

#include <string.h>

token_kind parse_peek(const parser *p)
{
    return p->at->kind;
}

token_kind parse_peek_after(const parser *p)
{
    return p->at->kind == TOK_END ? TOK_END : p->at[1].kind;
}

srcpos parse_pos(const parser *p)
{
    return p->at->pos;
}

void parse_advance(parser *p)
{
    if (p->at->kind != TOK_END)
        p->at++;
}

bool parse_accept(parser *p, token_kind kind)
{
    if (p->panicking || p->at->kind != kind)
        return false;
    parse_advance(p);
    return true;
}

const char *parse_spelling(const parser *p, const token *t)
{
    assert(t->pos >= p->file->base);
    assert(t->pos - p->file->base <= p->file->len);
    return p->file->text + (t->pos - p->file->base);
}

/* "'text'" for what has one spelling, a description for the rest. */
static void describe(const parser *p, const token *t, strbuf *out)
{
    switch (t->kind) {
    case TOK_END:
        strbuf_puts(out, p->end);
        break;
    case TOK_TEXT:
        strbuf_puts(out, "a string");
        break;
    default:
        strbuf_printf(out, "'%.*s'", (int)(t->len > 40 ? 40 : t->len),
                      parse_spelling(p, t));
    }
}

static void fail_at(parser *p, srcpos pos, const char *expected)
{
    if (p->panicking)
        return;
    p->panicking = true;
    bool is_reported =
        parse_peek(p) == TOK_STRAY || (parse_peek(p) == TOK_END && !p->is_whole);
    if (is_reported)
        return;
    strbuf found = {0};
    describe(p, p->at, &found);
    diag_error(&p->program->diags, pos, "expected %s, found %s", expected,
               strbuf_text(&found));
    strbuf_free(&found);
}

void parse_fail(parser *p, const char *expected)
{
    fail_at(p, parse_pos(p), expected);
}

void parse_fail_hint(parser *p, const char *expected, const char *hint)
{
    if (p->panicking)
        return;
    size_t before = p->program->diags.errors;
    parse_fail(p, expected);
    if (hint != NULL && p->program->diags.errors > before)
        diag_hint(&p->program->diags, "%s", hint);
}

/* Reports a missing ';' where it belongs, which may be lines before the next token. */
static srcpos place_of_missing(const parser *p, token_kind kind)
{
    const char *start = p->file->text;
    if (kind != TOK_SEMICOLON || p->at == p->first)
        return parse_pos(p);
    srcpos end = p->at[-1].pos + p->at[-1].len;
    const char *between = start + (end - p->file->base);
    size_t len = parse_pos(p) - end;
    return memchr(between, '\n', len) != NULL ? end : parse_pos(p);
}

bool parse_close(parser *p, srcpos open)
{
    if (p->panicking)
        return parse_accept(p, TOK_RBRACE);
    size_t before = p->program->diags.errors;
    bool ok = parse_expect(p, TOK_RBRACE);
    if (!ok && p->program->diags.errors > before)
        diag_note(&p->program->diags, open, "this '{' is not closed");
    return ok;
}

bool parse_expect(parser *p, token_kind kind)
{
    if (parse_accept(p, kind))
        return true;
    if (!p->panicking) {
        strbuf what = {0};
        strbuf_printf(&what, "'%s'", token_text(kind));
        fail_at(p, place_of_missing(p, kind), strbuf_text(&what));
        strbuf_free(&what);
    }
    return false;
}

/* The words of the proof dialect make natural names, and P reserves them in programs
 * that prove nothing.  Report that once, then take the word for a name. */
static void treat_as_name(parser *p, token_kind word)
{
    for (token *t = p->at; t->kind != TOK_END; t++) {
        if (t->kind == word) {
            t->kind = TOK_NAME;
            t->name = NAME_OF_WORD(word);
        }
    }
}

static void fail_at_reserved(parser *p, const char *what)
{
    diag *d = &p->program->diags;
    token_kind kind = parse_peek(p);
    diag_error(d, parse_pos(p), "'%s' is a reserved word and cannot be %s",
               token_text(kind), what);
    if (token_is_proof_word(kind)) {
        diag_hint(d, "P reserves the words of its proof dialect in every program");
        treat_as_name(p, kind);
    } else {
        p->panicking = true;
        parse_advance(p); /* it may look like the start of something */
    }
}

ident parse_name(parser *p, const char *what)
{
    ident name = {NAME_NONE, parse_pos(p)};
    if (p->panicking)
        return name;
    if (token_is_word(parse_peek(p)))
        fail_at_reserved(p, what);
    else if (parse_peek(p) != TOK_NAME)
        parse_fail(p, what);
    if (!p->panicking) {
        name.name = p->at->name;
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
    if (p->depth < PARSE_MAX_DEPTH) {
        p->depth++;
        return true;
    }
    if (!p->panicking)
        diag_error(&p->program->diags, parse_pos(p),
                   "nested too deeply (more than %d levels)", PARSE_MAX_DEPTH);
    /* Further messages would be noise: skip to the end of the file, and report nothing
     * there. */
    p->panicking = true;
    p->is_whole = false;
    while (parse_peek(p) != TOK_END)
        parse_advance(p);
    return false;
}

void parse_leave(parser *p)
{
    assert(p->depth > 0);
    p->depth--;
}

uint64_t parse_number_value(const parser *p, const token *t)
{
    assert(t->kind == TOK_NUMBER);
    return scan_number(parse_spelling(p, t), t->len);
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

/* `} else {` and `};` belong to what is being skipped. */
static bool goes_on_after_brace(const parser *p)
{
    token_kind next = parse_peek_after(p);
    return next == TOK_ELSE || next == TOK_SEMICOLON;
}

static void recover(parser *p, bool (*is_start)(token_kind), bool stop_at_semicolon)
{
    if (!p->panicking)
        return;
    p->panicking = false;
    unsigned braces = 0;
    for (;; parse_advance(p)) {
        token_kind kind = parse_peek(p);
        if (kind == TOK_END)
            return;
        if (kind == TOK_LBRACE) {
            braces++;
        } else if (kind == TOK_RBRACE) {
            if (braces == 0)
                return;
            if (--braces == 0 && !goes_on_after_brace(p)) {
                parse_advance(p);
                return;
            }
        } else if (braces == 0) {
            if (kind == TOK_SEMICOLON && stop_at_semicolon) {
                parse_advance(p);
                return;
            }
            if (is_start(kind))
                return;
        }
    }
}

void parse_recover_statement(parser *p, bool (*is_start)(token_kind))
{
    recover(p, is_start, true);
}

void parse_recover(parser *p, bool (*is_start)(token_kind))
{
    recover(p, is_start, false);
}

bool parse_starts_declaration(token_kind kind)
{
    switch ((int)kind) {
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
    return token_starts_proof(kind);
}

void parser_run(program *prog, const source_file *file, bool keep_tests)
{
    token_list tokens = {0};
    bool is_whole = lexer_run(file, &prog->symbols.names, &prog->diags, &tokens);
    parser p = {.program = prog,
                .memory = &prog->memory,
                .file = file,
                .end = "end of file",
                .at = tokens.data,
                .first = tokens.data,
                .is_whole = is_whole};
    while (parse_peek(&p) != TOK_END) {
        const token *before = p.at;
        parse_declaration(&p, keep_tests);
        if (p.panicking) {
            if (p.at == before)
                parse_advance(&p); /* always make progress */
            parse_recover(&p, parse_starts_declaration);
            if (parse_peek(&p) == TOK_RBRACE)
                parse_advance(&p); /* left by a body that was given up half-way */
        }
    }
    assert(p.depth == 0);        /* every parse_enter has its parse_leave */
    assert(p.pointers.len == 0); /* every list was taken */
    assert(p.idents.len == 0);
    vec_free(&p.pointers);
    vec_free(&p.idents);
    vec_free(&tokens);
}
