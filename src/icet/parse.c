#include "icet/parse.h"

#include "base/scan.h"
#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

icet_token_kind icet_parse_peek(const icet_parser *p)
{
    return p->at->kind;
}

icet_token_kind icet_parse_peek_after(const icet_parser *p)
{
    return p->at->kind == T_END ? T_END : p->at[1].kind;
}

void icet_parse_advance(icet_parser *p)
{
    if (p->at->kind != T_END)
        p->at++;
}

bool icet_parse_accept(icet_parser *p, icet_token_kind kind)
{
    if (p->panicking || p->at->kind != kind)
        return false;
    icet_parse_advance(p);
    return true;
}

const char *icet_parse_spelling(const icet_parser *p, const icet_token *t)
{
    return p->file->text + (t->pos - p->file->base);
}

/* The token that was found, as messages name it. */
static void describe(const icet_parser *p, const icet_token *t, strbuf *out)
{
    enum { LONGEST = 40 };
    if (t->kind == T_END || t->kind == T_TEXT)
        strbuf_puts(out, icet_token_text(t->kind));
    else
        strbuf_printf(out, "'%.*s'", (int)(t->len > LONGEST ? LONGEST : t->len),
                      icet_parse_spelling(p, t));
}

static void fail_at(icet_parser *p, srcpos pos, const char *expected, const char *hint)
{
    if (p->panicking)
        return;
    p->panicking = true;
    bool is_reported = p->at->kind == T_STRAY || (p->at->kind == T_END && !p->is_whole);
    if (is_reported)
        return;
    strbuf found = {0};
    describe(p, p->at, &found);
    diag_error(p->d, pos, "expected %s, found %s", expected, strbuf_text(&found));
    strbuf_free(&found);
    if (hint != NULL)
        diag_hint(p->d, "%s", hint);
}

void icet_parse_fail(icet_parser *p, const char *expected, const char *hint)
{
    fail_at(p, p->at->pos, expected, hint);
}

/* Reports a missing ';' where it belongs, which may be lines before the next token. */
static srcpos place_of_missing(const icet_parser *p, icet_token_kind kind)
{
    if (kind != T_SEMICOLON || p->at == p->first)
        return p->at->pos;
    srcpos end = p->at[-1].pos + p->at[-1].len;
    const char *between = p->file->text + (end - p->file->base);
    return memchr(between, '\n', p->at->pos - end) != NULL ? end : p->at->pos;
}

bool icet_parse_expect_hint(icet_parser *p, icet_token_kind kind, const char *hint)
{
    if (icet_parse_accept(p, kind))
        return true;
    char what[16];
    snprintf(what, sizeof what, "'%s'", icet_token_text(kind));
    fail_at(p, place_of_missing(p, kind), what, hint);
    return false;
}

bool icet_parse_expect(icet_parser *p, icet_token_kind kind)
{
    return icet_parse_expect_hint(p, kind, NULL);
}

bool icet_parse_close(icet_parser *p, srcpos open)
{
    if (p->panicking)
        return icet_parse_accept(p, T_RBRACE);
    size_t before = p->d->errors;
    bool ok = icet_parse_expect(p, T_RBRACE);
    if (!ok && p->d->errors > before)
        diag_note(p->d, open, "this '{' is not closed");
    return ok;
}

ast_name icet_parse_name(icet_parser *p, const char *what)
{
    ast_name name = {INTERN_NONE, p->at->pos};
    if (p->panicking)
        return name;
    if (p->at->kind == T_NAME) {
        name.id = p->at->name;
        icet_parse_advance(p);
    } else if (p->at->kind < T_HOLE) {
        diag_error(p->d, p->at->pos, "'%s' is a reserved word and cannot be %s",
                   icet_token_text(p->at->kind), what);
        p->panicking = true;
        icet_parse_advance(p); /* it may look like the start of something */
    } else {
        icet_parse_fail(p, what, NULL);
    }
    return name;
}

uint64_t icet_parse_number(icet_parser *p)
{
    if (p->panicking || p->at->kind != T_NUMBER) {
        icet_parse_fail(p, "a number", NULL);
        return 0;
    }
    uint64_t value = scan_number(icet_parse_spelling(p, p->at), p->at->len);
    icet_parse_advance(p);
    return value;
}

bool icet_parse_enter(icet_parser *p)
{
    if (p->depth < ICET_MAX_DEPTH) {
        p->depth++;
        return true;
    }
    if (!p->panicking)
        diag_error(p->d, p->at->pos, "nested too deeply (more than %d levels)",
                   ICET_MAX_DEPTH);
    /* Further messages would be noise: skip to the end of the file, and report nothing
     * there. */
    p->panicking = true;
    p->is_whole = false;
    while (p->at->kind != T_END)
        icet_parse_advance(p);
    return false;
}

void icet_parse_leave(icet_parser *p)
{
    assert(p->depth > 0);
    p->depth--;
}

/* `} else {` and `};` belong to what is being skipped. */
static bool goes_on_after_brace(const icet_parser *p)
{
    icet_token_kind next = icet_parse_peek_after(p);
    return next == T_ELSE || next == T_SEMICOLON;
}

void icet_parse_recover(icet_parser *p, bool (*is_start)(icet_token_kind),
                        bool statement)
{
    if (!p->panicking)
        return;
    p->panicking = false;
    unsigned braces = 0;
    for (; p->at->kind != T_END; icet_parse_advance(p)) {
        icet_token_kind kind = p->at->kind;
        if (kind == T_LBRACE) {
            braces++;
        } else if (kind == T_RBRACE) {
            if (braces == 0)
                return;
            if (--braces == 0 && !goes_on_after_brace(p)) {
                icet_parse_advance(p);
                return;
            }
        } else if (braces == 0 && kind == T_SEMICOLON && statement) {
            icet_parse_advance(p);
            return;
        } else if (braces == 0 && is_start(kind)) {
            return;
        }
    }
}

bool icet_parse_starts_declaration(icet_token_kind kind)
{
    return kind == T_TYPE || kind == T_MESSAGE || kind == T_INDEX ||
           kind == T_REACTIVE || kind == T_PROC;
}

static void parse_all(icet_parser *p)
{
    while (p->at->kind != T_END) {
        const icet_token *before = p->at;
        icet_parse_declaration(p);
        if (!p->panicking)
            continue;
        if (p->at == before)
            icet_parse_advance(p); /* always make progress */
        icet_parse_recover(p, icet_parse_starts_declaration, false);
        if (p->at->kind == T_RBRACE)
            icet_parse_advance(p); /* left by a body that was given up half-way */
    }
}

void icet_parse(const source_file *file, intern *names, diag *d, ast_program *tree)
{
    *tree = (ast_program){0};
    arena_init(&tree->memory);
    icet_tokens tokens = {0};
    bool is_whole = icet_lex(file, names, d, &tokens);
    icet_parser p = {.tree = tree,
                     .memory = &tree->memory,
                     .d = d,
                     .names = names,
                     .file = file,
                     .at = tokens.data,
                     .first = tokens.data,
                     .is_whole = is_whole};
    parse_all(&p);
    vec_free(&p.pointers);
    vec_free(&tokens);
}

void icet_parse_free(ast_program *tree)
{
    vec_free(&tree->datas);
    vec_free(&tree->messages);
    vec_free(&tree->indices);
    vec_free(&tree->processes);
    arena_fini(&tree->memory);
}
