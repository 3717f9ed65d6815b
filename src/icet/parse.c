#include "icet/parse.h"

static const char *spelling(uint32_t kind)
{
    return icet_token_text((icet_token_kind)kind);
}

static const cursor_language language = {
    .end = T_END,
    .stray = T_STRAY,
    .text = T_TEXT,
    .semicolon = T_SEMICOLON,
    .open_brace = T_LBRACE,
    .close_brace = T_RBRACE,
    .else_word = T_ELSE,
    .max_depth = ICET_MAX_DEPTH,
    .spelling = spelling,
};

icet_token_kind icet_parse_peek(const icet_parser *p)
{
    return (icet_token_kind)p->in.at->kind;
}

icet_token_kind icet_parse_peek_after(const icet_parser *p)
{
    return (icet_token_kind)cursor_peek_after(&p->in);
}

void icet_parse_advance(icet_parser *p)
{
    cursor_advance(&p->in);
}

bool icet_parse_accept(icet_parser *p, icet_token_kind kind)
{
    return cursor_accept(&p->in, kind);
}

bool icet_parse_expect(icet_parser *p, icet_token_kind kind)
{
    return cursor_expect(&p->in, kind, NULL);
}

bool icet_parse_expect_hint(icet_parser *p, icet_token_kind kind, const char *hint)
{
    return cursor_expect(&p->in, kind, hint);
}

void icet_parse_fail(icet_parser *p, const char *expected, const char *hint)
{
    cursor_fail(&p->in, expected, hint);
}

const char *icet_parse_spelling(const icet_parser *p, const icet_token *t)
{
    return cursor_spelling(&p->in, t);
}

bool icet_parse_close(icet_parser *p, srcpos open)
{
    return cursor_close(&p->in, open);
}

bool icet_parse_enter(icet_parser *p)
{
    return cursor_enter(&p->in);
}

void icet_parse_leave(icet_parser *p)
{
    cursor_leave(&p->in);
}

void icet_parse_recover(icet_parser *p, bool (*is_start)(uint32_t kind), bool statement)
{
    cursor_recover(&p->in, is_start, statement);
}

ast_name icet_parse_name(icet_parser *p, const char *what)
{
    ast_name name = {INTERN_NONE, p->in.at->pos};
    if (p->in.panicking)
        return name;
    if (p->in.at->kind == T_NAME) {
        name.id = p->in.at->name;
        icet_parse_advance(p);
    } else if (p->in.at->kind < T_HOLE) {
        diag_error(p->in.d, p->in.at->pos, "'%s' is a reserved word and cannot be %s",
                   icet_token_text(icet_parse_peek(p)), what);
        p->in.panicking = true;
        icet_parse_advance(p); /* it may look like the start of something */
    } else {
        icet_parse_fail(p, what, NULL);
    }
    return name;
}

uint64_t icet_parse_number(icet_parser *p)
{
    if (p->in.panicking || p->in.at->kind != T_NUMBER) {
        icet_parse_fail(p, "a number", NULL);
        return 0;
    }
    uint64_t value = cursor_number(&p->in, p->in.at);
    icet_parse_advance(p);
    return value;
}

bool icet_parse_starts_declaration(uint32_t kind)
{
    return kind == T_TYPE || kind == T_MESSAGE || kind == T_INDEX ||
           kind == T_REACTIVE || kind == T_PROC;
}

static void parse_all(icet_parser *p)
{
    while (p->in.at->kind != T_END) {
        const icet_token *before = p->in.at;
        icet_parse_declaration(p);
        if (!p->in.panicking)
            continue;
        if (p->in.at == before)
            icet_parse_advance(p); /* always make progress */
        icet_parse_recover(p, icet_parse_starts_declaration, false);
        if (p->in.at->kind == T_RBRACE)
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
                     .names = names,
                     .in = {.language = &language,
                            .file = file,
                            .d = d,
                            .end = icet_token_text(T_END),
                            .at = tokens.data,
                            .first = tokens.data,
                            .is_whole = is_whole}};
    parse_all(&p);
    assert(p.in.depth == 0);     /* every icet_parse_enter has its icet_parse_leave */
    assert(p.pointers.len == 0); /* every list was taken */
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
