#include "report/junit.h"

#include "base/utf8.h"
#include "report/stop_text.h"
#include "report/text.h"
#include "report/trace_text.h"

#include <string.h>
#include <time.h>

/* ---- XML ---- */

enum { GROWTH = 6 }; /* &quot; is the longest */

/* XML parsers would replace line ends and tabs in attributes, and carriage returns in
 * text. */
static void put_byte(char c, bool is_attribute, strbuf *out)
{
    switch (c) {
    case '&':
        strbuf_puts(out, "&amp;");
        return;
    case '<':
        strbuf_puts(out, "&lt;");
        return;
    case '>':
        strbuf_puts(out, "&gt;");
        return;
    case '"':
        strbuf_puts(out, "&quot;");
        return;
    case '\r':
        strbuf_puts(out, "&#13;");
        return;
    case '\n':
    case '\t':
        if (is_attribute)
            strbuf_printf(out, "&#%d;", c);
        else
            strbuf_putc(out, c);
        return;
    default:
        if ((unsigned char)c < 0x20 || c == 0x7f)
            strbuf_printf(out, "\\x%02x", (unsigned char)c);
        else
            strbuf_putc(out, c);
    }
}

/* U+FFFE and U+FFFF are well-formed UTF-8, but not allowed in XML. */
static bool is_forbidden(const char *s, size_t len)
{
    return len == 3 && memcmp(s, "\xef\xbf", 2) == 0 &&
           (s[2] == '\xbe' || s[2] == '\xbf');
}

static void put_xml(const char *text, size_t len, bool is_attribute, strbuf *out)
{
    for (size_t n; len > 0; text += n, len -= n) {
        n = utf8_char(text, len);
        if (n == 1)
            put_byte(*text, is_attribute, out);
        else if (n == 0 || is_forbidden(text, n))
            strbuf_puts(out, UTF8_REPLACEMENT);
        else
            strbuf_add(out, text, n);
        n = n > 0 ? n : 1;
    }
}

static void put_text(const char *text, size_t len, strbuf *out)
{
    put_xml(text, len, false, out);
}

static void put_value(const char *text, size_t len, strbuf *out)
{
    put_xml(text, len, true, out);
}

static void put_attribute(const char *name, const char *text, strbuf *out)
{
    strbuf_printf(out, " %s=\"", name);
    put_value(text, strlen(text), out);
    strbuf_putc(out, '"');
}

/* ---- A case ---- */

/* models/ping/Test.p becomes models.ping.Test, since CI systems show the parts as
 * packages. */
static void put_class(const char *path, strbuf *out)
{
    while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0 || *path == '/')
        path = strchr(path, '/') + 1;
    const char *dot = strrchr(path, '.');
    const char *end = dot != NULL && strchr(dot, '/') == NULL && dot > path
                          ? dot
                          : path + strlen(path);
    strbuf_puts(out, " classname=\"");
    while (path < end) {
        size_t len = strcspn(path, "/");
        if (len > (size_t)(end - path))
            len = (size_t)(end - path);
        put_value(path, len, out);
        path += len;
        if (path < end)
            strbuf_putc(out, '.');
        path += path < end;
    }
    strbuf_putc(out, '"');
}

static void put_failure(sources *src, const result *r, strbuf *out)
{
    strbuf_printf(out, "      <failure type=\"%s\" message=\"",
                  fault_word(r->verdict.fault.kind));
    size_t from = out->len;
    text_failure(r, out);
    strbuf_rewrite(out, from, GROWTH, put_value);
    strbuf_puts(out, "\">");
    from = out->len;
    trace_text(src, r, &(trace_view){0}, out);
    strbuf_rewrite(out, from, GROWTH, put_text);
    strbuf_puts(out, "</failure>\n");
}

static void put_other(const char *element, const char *type, const char *reason,
                      strbuf *out)
{
    strbuf_printf(out, "      <%s", element);
    if (type != NULL)
        put_attribute("type", type, out);
    put_attribute("message", reason, out);
    strbuf_puts(out, "/>\n");
}

/* The outcome of a test that neither holds nor is violated. */
static void put_other_outcome(junit *j, const result *r, strbuf *out)
{
    strbuf room = {0};
    const char *reason = stop_text_verdict(&r->verdict, &room);
    if (r->verdict.kind == VERDICT_REFUSED) {
        j->errors++;
        put_other("error", "refused", reason, out);
    } else if (r->verdict.kind == VERDICT_UNKNOWN &&
               r->verdict.stop != STOP_NOT_CHECKED) {
        j->errors++;
        put_other("error", "unknown", reason, out);
    } else {
        j->skipped++;
        put_other("skipped", NULL, reason, out);
    }
    strbuf_free(&room);
}

static void put_outcome(junit *j, sources *src, const result *r, strbuf *out)
{
    switch (r->verdict.kind) {
    case VERDICT_EXHAUSTED:
    case VERDICT_SAMPLED:
    case VERDICT_COVERED:
    case VERDICT_WITHIN:
    case VERDICT_PROVED:
        return;
    case VERDICT_VIOLATED:
        j->failures++;
        put_failure(src, r, out);
        return;
    case VERDICT_UNKNOWN:
    case VERDICT_REFUSED:
    case VERDICT_SKIPPED:
        put_other_outcome(j, r, out);
        return;
    }
}

/* The verdict with its counts, and the command that reproduces it. */
static void put_summary(sources *src, const result *r, strbuf *out)
{
    strbuf_puts(out, "      <system-out>");
    size_t from = out->len;
    text_verdict(src, r, out);
    strbuf_putc(out, '\n');
    if (r->verdict.kind == VERDICT_VIOLATED) {
        text_search(r, out);
        strbuf_putc(out, '\n');
    }
    if (r->command != NULL)
        strbuf_printf(out, "%s\n", r->command);
    strbuf_rewrite(out, from, GROWTH, put_text);
    strbuf_puts(out, "</system-out>\n");
}

static void open_case(const char *name, const char *path, double seconds, strbuf *out)
{
    strbuf_puts(out, "    <testcase");
    put_attribute("name", name, out);
    put_class(path, out);
    put_attribute("file", path, out);
    strbuf_puts(out, " time=\"");
    text_seconds(seconds, out);
    strbuf_puts(out, "\">\n");
}

void junit_result(junit *j, sources *src, const result *r, strbuf *out)
{
    srcpos pos = r->pos;
    double seconds = r->verdict.stats.seconds;
    j->tests++;
    j->seconds += seconds;
    open_case(r->name,
              pos != SRC_NONE      ? sources_place(src, pos).file->path
              : src->files.len > 0 ? src->files.data[0].path
                                   : r->name,
              seconds, out);
    put_outcome(j, src, r, out);
    put_summary(src, r, out);
    strbuf_puts(out, "    </testcase>\n");
}

/* ---- A model that has errors: one case that could not be run ---- */

typedef struct message_list {
    sources *src;
    strbuf *out;
} message_list;

static void put_message(void *context, const diag_item *item)
{
    const message_list *m = context;
    if (item->severity != DIAG_ERROR)
        return;
    if (item->pos != SRC_NONE) {
        src_place p = sources_place(m->src, item->pos);
        strbuf_printf(m->out, "%s:%u:%u: ", p.file->path, p.line, p.column);
    } else if (item->path != NULL) {
        strbuf_printf(m->out, "%s: ", item->path);
    }
    strbuf_printf(m->out, "error: %s\n", item->text);
}

void junit_messages(junit *j, diag *d, strbuf *out)
{
    message_list m = {d->src, out};
    j->tests++;
    j->errors++;
    open_case("compile", d->src->files.len > 0 ? d->src->files.data[0].path : "model.p",
              0, out);
    strbuf_printf(out, "      <error type=\"compile\" message=\"%zu error%s\">",
                  d->errors, d->errors == 1 ? "" : "s");
    size_t from = out->len;
    diag_visit(d, put_message, &m);
    strbuf_rewrite(out, from, GROWTH, put_text);
    strbuf_puts(out, "</error>\n    </testcase>\n");
}

/* ---- The document ---- */

void junit_begin(junit *j)
{
    time_t now = time(NULL);
    struct tm parts;
    *j = (junit){0};
    if (gmtime_r(&now, &parts) != NULL)
        strftime(j->began, sizeof j->began, "%Y-%m-%dT%H:%M:%S", &parts);
}

static void put_counts(const junit *j, strbuf *out)
{
    strbuf_printf(out,
                  " name=\"synod\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
                  "skipped=\"%zu\" time=\"",
                  j->tests, j->failures, j->errors, j->skipped);
    text_seconds(j->seconds, out);
    strbuf_putc(out, '"');
}

/* The counts precede the test cases, but are known only now. */
void junit_end(const junit *j, strbuf *out)
{
    size_t end = out->len;
    strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    put_counts(j, out);
    strbuf_puts(out, ">\n  <testsuite");
    put_counts(j, out);
    strbuf_printf(out, " timestamp=\"%s\">\n", j->began);
    strbuf_move_tail(out, end, 0);
    strbuf_puts(out, "  </testsuite>\n</testsuites>\n");
}
