#include "base/cursor.h"

#include "base/scan.h"
#include "base/strbuf.h"

#include <string.h>

bool cursor_accept(cursor *c, uint32_t kind)
{
    if (c->panicking || c->at->kind != kind)
        return false;
    cursor_advance(c);
    return true;
}

const char *cursor_spelling(const cursor *c, const cursor_token *t)
{
    assert(t->pos >= c->file->base);
    assert(t->pos - c->file->base + t->len <= c->file->len);
    return c->file->text + (t->pos - c->file->base);
}

uint64_t cursor_number(const cursor *c, const cursor_token *t)
{
    return scan_number(cursor_spelling(c, t), t->len);
}

/* ---- Messages ---- */

/* Adds the next token as messages name it. */
static void describe_next(const cursor *c, strbuf *out)
{
    enum { LONGEST = 40 };
    const cursor_token *t = c->at;
    if (t->kind == c->language->end)
        strbuf_puts(out, c->end);
    else if (t->kind == c->language->text)
        strbuf_puts(out, c->language->spelling(t->kind));
    else
        strbuf_printf(out, "'%.*s'", (int)(t->len > LONGEST ? LONGEST : t->len),
                      cursor_spelling(c, t));
}

/* The lexer has reported what is wrong with the next token. */
static bool is_reported(const cursor *c)
{
    return c->at->kind == c->language->stray ||
           (c->at->kind == c->language->end && !c->is_whole);
}

static void fail_at(cursor *c, srcpos pos, const char *expected, const char *hint)
{
    if (c->panicking)
        return;
    c->panicking = true;
    if (is_reported(c))
        return;
    strbuf found = {0};
    describe_next(c, &found);
    diag_error(c->d, pos, "expected %s, found %s", expected, strbuf_text(&found));
    strbuf_free(&found);
    if (hint != NULL)
        diag_hint(c->d, "%s", hint);
}

void cursor_fail(cursor *c, const char *expected, const char *hint)
{
    fail_at(c, c->at->pos, expected, hint);
}

/* A missing ';' is reported where it belongs, which may be lines before the next token.
 */
static srcpos pos_of_missing(const cursor *c, uint32_t kind)
{
    if (kind != c->language->semicolon || c->at == c->first)
        return c->at->pos;
    srcpos end = c->at[-1].pos + c->at[-1].len;
    assert(end <= c->at->pos);
    const char *between = c->file->text + (end - c->file->base);
    return memchr(between, '\n', c->at->pos - end) != NULL ? end : c->at->pos;
}

bool cursor_expect(cursor *c, uint32_t kind, const char *hint)
{
    if (cursor_accept(c, kind))
        return true;
    if (!c->panicking) {
        strbuf what = {0};
        strbuf_printf(&what, "'%s'", c->language->spelling(kind));
        fail_at(c, pos_of_missing(c, kind), strbuf_text(&what), hint);
        strbuf_free(&what);
    }
    return false;
}

bool cursor_close(cursor *c, srcpos open)
{
    if (c->panicking)
        return cursor_accept(c, c->language->close_brace);
    size_t before = c->d->errors;
    bool ok = cursor_expect(c, c->language->close_brace, NULL);
    if (!ok && c->d->errors > before)
        diag_note(c->d, open, "this '{' is not closed");
    return ok;
}

/* ---- Depth ---- */

bool cursor_enter(cursor *c)
{
    if (c->depth < c->language->max_depth) {
        c->depth++;
        return true;
    }
    if (!c->panicking)
        diag_error(c->d, c->at->pos, "nested too deeply (more than %u levels)",
                   c->language->max_depth);
    /* Further messages would be noise: skip to the end of the file, and report nothing
     * there. */
    c->panicking = true;
    c->is_whole = false;
    while (c->at->kind != c->language->end)
        c->at++;
    return false;
}

void cursor_leave(cursor *c)
{
    assert(c->depth > 0);
    c->depth--;
}

/* ---- Recovery ---- */

/* `} else {` and `};` belong to what is being skipped. */
static bool continues_after_brace(const cursor *c)
{
    uint32_t next = cursor_peek_after(c);
    return next == c->language->else_word || next == c->language->semicolon;
}

void cursor_recover(cursor *c, bool (*is_start)(uint32_t kind), bool past_semicolon)
{
    if (!c->panicking)
        return;
    c->panicking = false;
    const cursor_language *l = c->language;
    unsigned braces = 0;
    for (; c->at->kind != l->end; cursor_advance(c)) {
        uint32_t kind = c->at->kind;
        if (kind == l->open_brace) {
            braces++;
        } else if (kind == l->close_brace) {
            if (braces == 0)
                return;
            if (--braces == 0 && !continues_after_brace(c)) {
                cursor_advance(c);
                return;
            }
        } else if (braces == 0 && kind == l->semicolon && past_semicolon) {
            cursor_advance(c);
            return;
        } else if (braces == 0 && is_start(kind)) {
            return;
        }
    }
}
