#include "base/diag.h"

#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* No user reads more; further ones are counted, but not kept. */
enum { MAX_ERRORS_KEPT = 100000, MAX_WARNINGS_KEPT = 10000 };

/* A longer message is cut: it quotes something that is hardly a name. */
enum { MAX_TEXT = 600 };

/* Only a section of a longer source line is shown. */
enum { MAX_LINE_SHOWN = 160, CONTEXT_BEFORE = 100 };

void diag_init(diag *d, sources *src)
{
    assert(src != NULL);
    *d = (diag){.src = src};
    arena_init(&d->memory);
    intern_init(&d->said);
}

void diag_fini(diag *d)
{
    vec_free(&d->items);
    intern_fini(&d->said);
    arena_fini(&d->memory);
}

static size_t start_of_char(const char *s, size_t at)
{
    for (size_t back = 0; back < 4 && back <= at; back++)
        if (((unsigned char)s[at - back] & 0xc0) != 0x80)
            return at - back;
    return at; /* malformed: cut anywhere */
}

static diag_item *make_item(diag *d, diag_severity severity, srcpos pos,
                            const char *format, va_list args)
{
    strbuf text = {0};
    strbuf_vprintf(&text, format, args);
    if (text.len > MAX_TEXT) {
        text.len = start_of_char(text.data, MAX_TEXT);
        strbuf_puts(&text, "...");
    }
    diag_item *item = ARENA_NEW(&d->memory, diag_item);
    item->severity = severity;
    item->pos = pos;
    item->text = arena_strndup(&d->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return item;
}

/* False if the same message was reported before. */
static bool is_new(diag *d, const diag_item *item)
{
    strbuf key = {0};
    strbuf_printf(&key, "%u %d %s\n%s", item->pos, (int)item->severity,
                  item->path != NULL ? item->path : "", item->text);
    uint32_t before = intern_count(&d->said);
    bool is_new = intern_put(&d->said, key.data, key.len) == before;
    strbuf_free(&key);
    return is_new;
}

static void push(diag *d, diag_item *item)
{
    item->order = d->items.len;
    vec_push(&d->items, item);
    d->last = item;
}

static void keep(diag *d, diag_item *item)
{
    assert(item->severity == DIAG_ERROR || item->severity == DIAG_WARNING);
    d->last = NULL;
    if (!is_new(d, item))
        return;
    bool is_error = item->severity == DIAG_ERROR;
    size_t count = is_error ? ++d->errors : ++d->warnings;
    if (count > (is_error ? MAX_ERRORS_KEPT : MAX_WARNINGS_KEPT)) {
        d->dropped += is_error;
        return;
    }
    push(d, item);
}

void diag_error(diag *d, srcpos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(d, make_item(d, DIAG_ERROR, pos, format, args));
    va_end(args);
}

void diag_error_in(diag *d, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_item *item = make_item(d, DIAG_ERROR, SRC_NONE, format, args);
    item->path = arena_strndup(&d->memory, path, strlen(path));
    keep(d, item);
    va_end(args);
}

void diag_warning(diag *d, const char *code, srcpos pos, const char *format, ...)
{
    assert(code != NULL);
    d->last = NULL;
    if (d->warnings_off)
        return;
    va_list args;
    va_start(args, format);
    diag_severity severity = d->warnings_are_errors ? DIAG_ERROR : DIAG_WARNING;
    diag_item *item = make_item(d, severity, pos, format, args);
    item->code = code;
    keep(d, item);
    va_end(args);
}

void diag_remark(diag *d, srcpos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_item *item = make_item(d, DIAG_NOTE, pos, format, args);
    va_end(args);
    d->last = NULL;
    if (is_new(d, item))
        push(d, item);
}

static void attach(diag *d, diag_severity severity, srcpos pos, const char *format,
                   va_list args)
{
    assert(severity == DIAG_NOTE || severity == DIAG_HINT);
    if (d->last == NULL)
        return;
    diag_item **end = &d->last->details;
    while (*end != NULL)
        end = &(*end)->next;
    *end = make_item(d, severity, pos, format, args);
}

void diag_note(diag *d, srcpos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    attach(d, DIAG_NOTE, pos, format, args);
    va_end(args);
}

void diag_hint(diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    attach(d, DIAG_HINT, SRC_NONE, format, args);
    va_end(args);
}

static int compare_items(const void *a, const void *b)
{
    const diag_item *x = *(diag_item *const *)a;
    const diag_item *y = *(diag_item *const *)b;
    if (x->pos != y->pos)
        return x->pos < y->pos ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

void diag_visit(diag *d, void (*see)(void *context, const diag_item *item),
                void *context)
{
    if (d->items.len == 0)
        return;
    qsort(d->items.data, d->items.len, sizeof *d->items.data, compare_items);
    vec_each (item, &d->items)
        see(context, *item);
}

/* ---- Showing text ---- */

typedef struct palette {
    const char *bold, *error, *warning, *note, *caret, *reset;
} palette;

static const palette plain = {"", "", "", "", "", ""};
static const palette colored = {"\033[1m",    "\033[1;31m", "\033[1;35m",
                                "\033[1;36m", "\033[1;32m", "\033[0m"};

static const char *severity_name(diag_severity s)
{
    switch (s) {
    case DIAG_ERROR:
        return "error";
    case DIAG_WARNING:
        return "warning";
    case DIAG_NOTE:
        return "note";
    case DIAG_HINT:
        return "hint";
    }
    return "";
}

static const char *severity_color(const palette *p, diag_severity s)
{
    return s == DIAG_ERROR ? p->error : s == DIAG_WARNING ? p->warning : p->note;
}

/* How far the token at TEXT reaches, so that the caret can underline all of it. */
static size_t token_len(const char *text, size_t len)
{
    if (len == 0)
        return 1;
    size_t n = 1;
    if (ascii_is_word(text[0])) {
        while (n < len && ascii_is_word(text[n]))
            n++;
        bool is_float = ascii_is_digit(text[0]) && n + 1 < len && text[n] == '.' &&
                        ascii_is_digit(text[n + 1]);
        for (n += is_float; is_float && n < len && ascii_is_digit(text[n]);)
            n++;
        return n;
    }
    if (text[0] == '"') {
        while (n < len && text[n] != '"')
            n += text[n] == '\\' && n + 1 < len ? 2 : 1;
        return n < len ? n + 1 : len;
    }
    static const char *const operators[] = {
        "<==>", "==>", "==", "!=", "<=", ">=", "->", "+=", "-=", "&&", "||", "$$"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t size = strlen(operators[i]);
        if (len >= size && memcmp(text, operators[i], size) == 0)
            return size;
    }
    return utf8_char(text, len) > 0 ? utf8_char(text, len) : 1;
}

/* Control characters would move the cursor; malformed bytes would print as garbage. */
static void add_visible(strbuf *b, const char *s, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = utf8_char(s + i, len - i);
        if (n == 0 || (utf8_is_control(s + i, n) && s[i] != '\t')) {
            strbuf_puts(b, UTF8_REPLACEMENT);
            i += n > 0 ? n : 1;
        } else {
            strbuf_add(b, s + i, n);
            i += n;
        }
    }
}

static void add_source_line(strbuf *b, const src_place *p, const palette *colors)
{
    size_t from = 0;
    size_t to = p->line_len;
    if (to > MAX_LINE_SHOWN) {
        from = p->offset > CONTEXT_BEFORE
                   ? start_of_char(p->line_text, p->offset - CONTEXT_BEFORE)
                   : 0;
        if (to - from > MAX_LINE_SHOWN)
            to = start_of_char(p->line_text, from + MAX_LINE_SHOWN);
    }
    const char *dots = from > 0 ? "..." : "";
    strbuf_printf(b, "%5u | %s", p->line, dots);
    add_visible(b, p->line_text + from, to - from);
    strbuf_printf(b, "%s\n      | %*s", to < p->line_len ? "..." : "",
                  (int)strlen(dots), "");
    for (size_t i = from; i < p->offset;) { /* tabs stay tabs, so that columns agree */
        size_t n = utf8_char(p->line_text + i, p->line_len - i);
        strbuf_putc(b, p->line_text[i] == '\t' ? '\t' : ' ');
        i += n > 0 ? n : 1;
    }
    const char *token = p->line_text + p->offset;
    size_t bytes = token_len(token, to > p->offset ? to - p->offset : 0);
    size_t width = to > p->offset ? utf8_count(token, bytes) : 1;
    strbuf_printf(b, "%s^", colors->caret);
    strbuf_fill(b, '~', width - 1);
    strbuf_printf(b, "%s\n", colors->reset);
}

static void add_text(strbuf *b, const diag *d, const diag_item *item, const palette *c)
{
    if (item->severity == DIAG_HINT) {
        strbuf_printf(b, "      = %shint:%s %s\n", c->note, c->reset, item->text);
        return;
    }
    src_place p = {0};
    if (item->pos != SRC_NONE) {
        p = sources_place(d->src, item->pos);
        strbuf_printf(b, "%s%s:%u:%u:%s ", c->bold, p.file->path, p.line, p.column,
                      c->reset);
    } else {
        strbuf_printf(b, "%s%s:%s ", c->bold, item->path != NULL ? item->path : "synod",
                      c->reset);
    }
    strbuf_printf(b, "%s%s:%s %s%s%s", severity_color(c, item->severity),
                  severity_name(item->severity), c->reset, c->bold, item->text,
                  c->reset);
    if (item->code != NULL)
        strbuf_printf(b, " [%s]", item->code);
    strbuf_putc(b, '\n');
    if (item->pos != SRC_NONE)
        add_source_line(b, &p, c);
    for (const diag_item *n = item->details; n != NULL; n = n->next)
        add_text(b, d, n, c);
}

/* ---- Showing JSON ---- */

static void add_json(strbuf *b, const diag *d, const diag_item *item)
{
    strbuf_printf(b,
                  "{\"severity\":\"%s\",\"message\":", severity_name(item->severity));
    strbuf_json(b, item->text, strlen(item->text));
    if (item->code != NULL)
        strbuf_printf(b, ",\"code\":\"%s\"", item->code);
    const char *path = item->path;
    if (item->pos != SRC_NONE) {
        src_place p = sources_place(d->src, item->pos);
        path = p.file->path;
        const char *token = p.line_text + p.offset;
        size_t rest = p.line_len - p.offset;
        size_t width = rest > 0 ? utf8_count(token, token_len(token, rest)) : 1;
        strbuf_printf(b, ",\"line\":%u,\"column\":%u,\"endColumn\":%zu", p.line,
                      p.column, p.column + width);
    }
    if (path != NULL) {
        strbuf_puts(b, ",\"file\":");
        strbuf_json(b, path, strlen(path));
    }
    if (item->details != NULL) {
        strbuf_puts(b, ",\"details\":[");
        for (const diag_item *n = item->details; n != NULL; n = n->next) {
            add_json(b, d, n);
            strbuf_puts(b, n->next != NULL ? "," : "]");
        }
    }
    strbuf_putc(b, '}');
}

typedef struct show_context {
    const diag *d;
    const diag_style *style;
    strbuf text;
    size_t errors_shown;
    size_t errors_left_out;
} show_context;

static void show_item(void *context, const diag_item *item)
{
    show_context *s = context;
    if (s->style->warnings_off && item->severity != DIAG_ERROR)
        return;
    if (item->severity == DIAG_ERROR) {
        if (s->style->max_errors > 0 && s->errors_shown == s->style->max_errors) {
            s->errors_left_out++;
            return;
        }
        s->errors_shown++;
    }
    if (s->style->json) {
        add_json(&s->text, s->d, item);
        strbuf_putc(&s->text, '\n');
    } else {
        add_text(&s->text, s->d, item, s->style->color ? &colored : &plain);
    }
}

/* A remark about the list of messages itself. */
static void PRINTF_LIKE(2, 3) add_remark(show_context *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf text = {0};
    strbuf_vprintf(&text, format, args);
    va_end(args);
    if (s->style->json) {
        strbuf_puts(&s->text, "{\"severity\":\"note\",\"message\":");
        strbuf_json(&s->text, strbuf_text(&text), text.len);
        strbuf_puts(&s->text, "}\n");
    } else {
        strbuf_printf(&s->text, "synod: %s\n", strbuf_text(&text));
    }
    strbuf_free(&text);
}

void diag_show(diag *d, FILE *out, const diag_style *style)
{
    show_context s = {.d = d, .style = style};
    diag_visit(d, show_item, &s);
    if (d->warnings > MAX_WARNINGS_KEPT && !style->warnings_off)
        add_remark(&s, "more warnings follow (%zu in all)", d->warnings);
    if (d->dropped > 0)
        add_remark(&s, "more errors follow (%zu in all); --max-errors=0 shows more",
                   d->errors);
    else if (s.errors_left_out > 0)
        add_remark(&s, "more errors follow (%zu in all); --max-errors=0 shows them",
                   d->errors);
    fwrite(strbuf_text(&s.text), 1, s.text.len, out);
    strbuf_free(&s.text);
    vec_clear(&d->items);
    d->last = NULL;
    d->dropped = 0;
}
