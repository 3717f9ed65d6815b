/* cursor.h -- a cursor over the tokens of a file, for recursive-descent parsers.
 *
 * The parsers of P and of IceT share it; each describes its tokens in a
 * cursor_language.  cursor_fail reports a mistake and sets `panicking`; then the parser
 * consumes and reports nothing until a loop over statements or declarations calls
 * cursor_recover.  So one mistake gives one message.
 *
 * The list of tokens ends with one of kind `end`, which the cursor never passes.
 */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include "base/diag.h"

typedef struct cursor_token {
    uint32_t kind;
    srcpos pos;
    uint32_t len;
    uint32_t name; /* id of a name */
} cursor_token;

typedef VEC(cursor_token) cursor_tokens;

typedef struct cursor_language {
    uint32_t end;
    uint32_t stray; /* a character that the lexer has reported */
    uint32_t text;  /* a string; messages describe it, but do not quote it */
    uint32_t semicolon, open_brace, close_brace, else_word;
    unsigned max_depth;
    const char *(*spelling)(uint32_t kind); /* or a description */
} cursor_language;

typedef struct cursor {
    const cursor_language *language;
    const source_file *file;
    diag *d;
    const char *end; /* how messages call the end of the text */
    cursor_token *at;
    const cursor_token *first;
    bool is_whole; /* false: the lexer has reported that the text ends too early */
    bool panicking;
    unsigned depth;
} cursor;

static inline void cursor_advance(cursor *c)
{
    if (c->at->kind != c->language->end)
        c->at++;
}

/* The kind of the token after the next one. */
static inline uint32_t cursor_peek_after(const cursor *c)
{
    return c->at->kind == c->language->end ? c->at->kind : c->at[1].kind;
}

/* Both consume the next token if it has this kind; cursor_expect reports it otherwise,
 * with a HINT unless that is NULL. */
bool cursor_accept(cursor *c, uint32_t kind);
bool cursor_expect(cursor *c, uint32_t kind, const char *hint);

/* Expects the '}' of the '{' at OPEN. */
bool cursor_close(cursor *c, srcpos open);

/* Reports "expected EXPECTED, found ...", with a HINT unless that is NULL. */
void cursor_fail(cursor *c, const char *expected, const char *hint);

/* Bounds the recursion of the parser; false: too deep, which was reported. */
bool cursor_enter(cursor *c);
void cursor_leave(cursor *c);

/* Ends the panic.  Skips to a token for which IS_START holds, or before a '}', or, if
 * PAST_SEMICOLON, past a ';'; stays within the braces it is in. */
void cursor_recover(cursor *c, bool (*is_start)(uint32_t kind), bool past_semicolon);

const char *cursor_spelling(const cursor *c, const cursor_token *t); /* t->len bytes */
uint64_t cursor_number(const cursor *c, const cursor_token *t);      /* saturated */

#endif
