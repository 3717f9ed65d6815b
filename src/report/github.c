#include "report/github.h"

#include "report/text.h"

#include <string.h>

/* ---- Annotations ---- */

static void put_code(char c, strbuf *out)
{
    strbuf_printf(out, "%%%02X", (unsigned char)c);
}

/* Escapes only what would end the line. */
static void put_message(const char *text, size_t len, strbuf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '%' || text[i] == '\r' || text[i] == '\n')
            put_code(text[i], out);
        else
            strbuf_putc(out, text[i]);
    }
}

/* Escapes also what would end the property. */
static void put_property(const char *key, const char *text, strbuf *out)
{
    strbuf_printf(out, "%s=", key);
    for (; *text != '\0'; text++) {
        if (*text == ':' || *text == ',')
            put_code(*text, out);
        else
            put_message(text, 1, out);
    }
}

static void put_place(const path_map *w, sources *src, srcpos pos, strbuf *out)
{
    src_place p = sources_place(src, pos);
    put_property("file", w->files[path_map_index(src, p.file)].path, out);
    strbuf_printf(out, ",line=%u,col=%u,", p.line, p.column);
}

static void put_annotation(const path_map *w, sources *src, const result *r,
                           const char *level, srcpos pos, strbuf *out)
{
    strbuf_printf(out, "::%s ", level);
    if (pos != SRC_NONE)
        put_place(w, src, pos, out);
    put_property("title", r->name, out);
    strbuf_puts(out, "::");
}

void github_result(const path_map *w, sources *src, const result *r, strbuf *out)
{
    bool is_violated = r->verdict.kind == VERDICT_VIOLATED;
    srcpos pos =
        is_violated && r->verdict.fault.pos != SRC_NONE ? r->verdict.fault.pos : r->pos;
    if (!is_violated && r->verdict.kind != VERDICT_UNKNOWN &&
        r->verdict.kind != VERDICT_REFUSED)
        return;
    put_annotation(w, src, r, r->verdict.kind == VERDICT_UNKNOWN ? "warning" : "error",
                   pos, out);
    size_t from = out->len;
    if (is_violated)
        text_failure(r, out);
    else
        text_verdict(src, r, out);
    if (r->command != NULL)
        strbuf_printf(out, "\n%s", r->command);
    strbuf_rewrite(out, from, 3, put_message);
    strbuf_putc(out, '\n');
}

void github_message(path_map *w, sources *src, const diag_item *item, strbuf *out)
{
    bool is_error = item->severity == DIAG_ERROR;
    strbuf_puts(out, is_error ? "::error " : "::warning ");
    if (item->pos != SRC_NONE) {
        put_place(w, src, item->pos, out);
    } else if (item->path != NULL) {
        put_property("file", path_map_find(w, item->path).path, out);
        strbuf_putc(out, ',');
    }
    put_property("title", item->code != NULL ? item->code : "error in the model", out);
    strbuf_puts(out, "::");
    put_message(item->text, strlen(item->text), out);
    strbuf_putc(out, '\n');
}

/* ---- The table ---- */

/* Text of a cell must not end its row, nor be taken for markup. */
static void put_cell(const char *text, size_t len, strbuf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\n' || text[i] == '\r')
            strbuf_putc(out, ' ');
        else if (text[i] != '\0' && strchr("<>&\\`*_[]|~$@#", text[i]) != NULL)
            strbuf_printf(out, "&#%d;", text[i]);
        else
            strbuf_putc(out, text[i]);
    }
}

void github_table(strbuf *out)
{
    strbuf_puts(out, "### Synod\n\n| test | verdict |\n| --- | --- |\n");
}

void github_row(sources *src, const result *r, strbuf *out)
{
    strbuf_puts(out, "| ");
    put_cell(r->name, strlen(r->name), out);
    strbuf_puts(out, " | ");
    size_t from = out->len;
    text_verdict(src, r, out);
    strbuf_rewrite(out, from, 6, put_cell);
    strbuf_puts(out, " |\n");
}
