#include "report/html.h"

#include "report/page/page.h"

#include <string.h>

/* Adds JSON without bytes that have a meaning in HTML, and without characters that end
 * a line in JavaScript but not in JSON.  Such characters occur only inside strings,
 * where \u escapes mean the same. */
void html_json(const char *text, size_t len, strbuf *out)
{
    size_t done = 0;
    for (size_t i = 0; i < len; i++) {
        size_t n = 1;
        const char *instead = NULL;
        if (text[i] == '<') {
            instead = "\\u003c";
        } else if (text[i] == '>') {
            instead = "\\u003e";
        } else if (text[i] == '&') {
            instead = "\\u0026";
        } else if (len - i >= 3 && (memcmp(text + i, "\xe2\x80\xa8", 3) == 0 ||
                                    memcmp(text + i, "\xe2\x80\xa9", 3) == 0)) {
            instead = text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            n = 3;
        } else {
            continue;
        }
        strbuf_add(out, text + done, i - done);
        strbuf_puts(out, instead);
        i += n - 1;
        done = i + 1;
    }
    strbuf_add(out, text + done, len - done);
}

static void put_string(const char *key, const char *text, size_t len, strbuf *out)
{
    strbuf literal = {0};
    strbuf_json(&literal, text, len);
    strbuf_printf(out, "\"%s\":", key);
    html_json(strbuf_text(&literal), literal.len, out);
    strbuf_free(&literal);
}

static void put_sources(const sources *src, strbuf *out)
{
    bool is_first = true;
    vec_each (f, &src->files) {
        strbuf_puts(out, is_first ? "{" : ",{");
        put_string("file", f->path, strlen(f->path), out);
        strbuf_putc(out, ',');
        put_string("text", f->text, f->len, out);
        strbuf_putc(out, '}');
        is_first = false;
    }
}

void html_begin(const sources *src, strbuf *out)
{
    strbuf_add(out, (const char *)page_head, page_head_len);
    strbuf_puts(out, "{\"sources\":[");
    put_sources(src, out);
    strbuf_puts(out, "],\"report\":");
}

void html_end(strbuf *out)
{
    strbuf_putc(out, '}');
    strbuf_add(out, (const char *)page_tail, page_tail_len);
}

size_t html_end_size(void)
{
    return page_tail_len + 1;
}

void html_page(const sources *src, const char *report_json, size_t len, strbuf *out)
{
    html_begin(src, out);
    if (len > 0)
        html_json(report_json, len, out);
    else
        strbuf_puts(out, "null");
    html_end(out);
}
