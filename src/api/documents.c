/* The files that report on a model in C.
 *
 * Paths are tried before the search, so that a wrong one is reported at once, and files
 * are written at its end, each whole or not at all (newfile.h), with the code of
 * src/report that also writes those of models in P.
 */
#include "api/documents.h"

#include "api/exit_codes.h"
#include "api/places.h"

#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const option_of[] = {
    [DOCUMENT_JSON] = "--json",   [DOCUMENT_JUNIT] = "--junit",
    [DOCUMENT_SARIF] = "--sarif", [DOCUMENT_HTML] = "--html",
    [DOCUMENT_TRACE] = "--trace",
};

/* ---- Opening ---- */

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool cannot_write(const char *path, strbuf *why)
{
    const char *trouble = strerror(errno);
    if (is_standard(path))
        strbuf_printf(why, "cannot write to standard output: %s", trouble);
    else
        strbuf_printf(why, "cannot write '%s': %s", path, trouble);
    return false;
}

static bool are_different(const documents *d, strbuf *why)
{
    for (int i = 0; i < DOCUMENT_KINDS; i++) {
        for (int k = 0; k < i; k++) {
            const char *a = d->all[k].path;
            const char *b = d->all[i].path;
            if (a == NULL || b == NULL || strcmp(a, b) != 0)
                continue;
            strbuf_printf(why, "%s and %s are given the same file: '%s'", option_of[k],
                          option_of[i], a);
            return false;
        }
    }
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    return len > strlen(end) && strcmp(text + len - strlen(end), end) == 0;
}

/* A typing error must not destroy a model. */
static bool are_no_sources(const documents *d, strbuf *why)
{
    for (int i = 0; i < DOCUMENT_KINDS; i++) {
        const char *path = d->all[i].path;
        if (path == NULL || (!ends_with(path, ".c") && !ends_with(path, ".h")))
            continue;
        strbuf_printf(why, "%s would overwrite a source file: '%s'", option_of[i],
                      path);
        return false;
    }
    return true;
}

/* Other output must not get into the document: from now on it goes to stderr. */
static int take_standard(void)
{
    fflush(stdout);
    int file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (file >= 0)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    return file;
}

static bool prepare(document *one)
{
    if (!is_standard(one->path))
        return newfile_prepare(&one->file, one->path);
    int file = take_standard();
    if (file >= 0)
        newfile_take(&one->file, file);
    return file >= 0;
}

static bool open_one(document *one, strbuf *why)
{
    return one->path == NULL || prepare(one) || cannot_write(one->path, why);
}

bool documents_open(documents *d, const syn_options *o, strbuf *why)
{
    *d = (documents){.all = {[DOCUMENT_JSON] = {o->json, NEWFILE_NONE},
                             [DOCUMENT_JUNIT] = {o->junit, NEWFILE_NONE},
                             [DOCUMENT_SARIF] = {o->sarif, NEWFILE_NONE},
                             [DOCUMENT_HTML] = {o->html, NEWFILE_NONE},
                             [DOCUMENT_TRACE] = {o->trace, NEWFILE_NONE}}};
    if (!are_different(d, why) || !are_no_sources(d, why))
        return false;
    for (int i = 0; i < DOCUMENT_TRACE; i++)
        if (!open_one(&d->all[i], why))
            return false;
    return true;
}

bool documents_have_file(const documents *d)
{
    for (int i = 0; i < DOCUMENT_KINDS; i++)
        if (d->all[i].path != NULL && !is_standard(d->all[i].path))
            return true;
    return false;
}

void documents_close(documents *d)
{
    for (int i = 0; i < DOCUMENT_KINDS; i++)
        newfile_fini(&d->all[i].file);
}

/* ---- Contents ---- */

static void make_json(sources *src, const checked *tests, size_t count, strbuf *out)
{
    VEC(const char *) inputs = {0};
    vec_each (file, &src->files)
        vec_push(&inputs, file->path);
    json_begin(src, inputs.data, inputs.len, false, "", out);
    for (size_t i = 0; i < count; i++)
        json_result(src, &tests[i].result, i == 0, out);
    json_end(out);
    vec_free(&inputs);
}

static void make_junit(sources *src, const checked *tests, size_t count, strbuf *out)
{
    junit j;
    junit_begin(&j);
    for (size_t i = 0; i < count; i++)
        junit_result(&j, src, &tests[i].result, out);
    junit_end(&j, out);
}

static void make_sarif(sources *src, const checked *tests, size_t count, int code,
                       strbuf *out)
{
    sarif s;
    if (src->files.len == 0)
        places_find(src, "model.c", 1); /* a result must have a place */
    sarif_begin(&s, src, out);
    for (size_t i = 0; i < count; i++)
        sarif_result(&s, &tests[i].result, out);
    sarif_end(&s, code, code != EXIT_INPUT && code != EXIT_FAULT, out);
    sarif_fini(&s);
}

static void make_page(sources *src, const checked *tests, size_t count, strbuf *out)
{
    strbuf json = {0};
    make_json(src, tests, count, &json);
    html_page(src, strbuf_text(&json), json.len, out);
    strbuf_free(&json);
}

/* The first violation. */
static void make_trace(const checked *tests, size_t count, strbuf *out)
{
    for (size_t i = 0; i < count && out->len == 0; i++)
        if (tests[i].result.verdict.kind == VERDICT_VIOLATED)
            recording_write(&tests[i].recording, out);
}

static void make(document_kind kind, sources *src, const checked *tests, size_t count,
                 int code, strbuf *out)
{
    switch (kind) {
    case DOCUMENT_JSON:
        make_json(src, tests, count, out);
        return;
    case DOCUMENT_JUNIT:
        make_junit(src, tests, count, out);
        return;
    case DOCUMENT_SARIF:
        make_sarif(src, tests, count, code, out);
        return;
    case DOCUMENT_HTML:
        make_page(src, tests, count, out);
        return;
    case DOCUMENT_TRACE:
        make_trace(tests, count, out);
        return;
    case DOCUMENT_KINDS:
        return;
    }
}

/* ---- Writing ---- */

static bool write_one(documents *d, document_kind kind, sources *src,
                      const checked *tests, size_t count, int code, strbuf *why)
{
    document *one = &d->all[kind];
    strbuf text = {0};
    bool ok = true;
    if (one->path != NULL)
        make(kind, src, tests, count, code, &text);
    if (text.len > 0 && !newfile_is_prepared(&one->file))
        ok = open_one(one, why);
    if (text.len > 0 && ok && !newfile_write(&one->file, &text))
        ok = cannot_write(one->path, why);
    strbuf_free(&text);
    return ok;
}

bool documents_write(documents *d, sources *src, const checked *tests, size_t count,
                     int code, strbuf *why)
{
    for (int i = 0; i < DOCUMENT_KINDS; i++)
        if (!write_one(d, (document_kind)i, src, tests, count, code, why))
            return false;
    return true;
}
