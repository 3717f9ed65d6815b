/* syn_check: a verdict as users of the library get it. */
#include "api/check.h"
#include "api/documents.h"
#include "api/model/guard.h"
#include "report/text.h"
#include "report/trace_text.h"

#include <stdio.h>
#include <string.h>

/* A verdict, and the memory that it points to. */
typedef struct holder {
    syn_verdict verdict; /* first: users have a pointer to it */
    arena memory;
} holder;

static const char *keep(holder *h, strbuf *b)
{
    const char *text = arena_strndup(&h->memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

static void note_stats(const engine_stats *s, syn_verdict *v)
{
    v->executions = s->executions;
    v->blocked = s->blocked;
    v->waiting = s->waiting;
    v->revisits = s->revisits;
    v->errors = s->errors;
    v->longest = s->depth;
    v->estimate = s->estimate;
    v->seconds = s->seconds;
    v->memory = s->memory;
}

static void note_violation(sources *src, const result *r, holder *h)
{
    strbuf failure = {0};
    strbuf steps = {0};
    srcpos pos = r->verdict.fault.pos;
    text_failure(r, &failure);
    trace_text(src, r, &(trace_view){0}, &steps);
    h->verdict.violation = keep(h, &failure);
    h->verdict.trace = keep(h, &steps);
    if (pos == SRC_NONE)
        return;
    src_place at = sources_place(src, pos);
    h->verdict.file = arena_strndup(&h->memory, at.file->path, strlen(at.file->path));
    h->verdict.line = at.line;
}

static void fill(sources *src, const result *r, holder *h)
{
    strbuf text = {0};
    h->verdict.outcome = check_outcome(r);
    note_stats(&r->verdict.stats, &h->verdict);
    strbuf_printf(&text, "%s: ", r->name);
    text_verdict(src, r, &text);
    h->verdict.text = keep(h, &text);
    if (r->verdict.kind == VERDICT_VIOLATED)
        note_violation(src, r, h);
}

static void write_documents(const syn_options *o, sources *src, const checked *c)
{
    documents d;
    strbuf why = {0};
    if (!documents_open(&d, o, &why) ||
        !documents_write(&d, src, c, 1, check_exit_code(&c->result), &why))
        fprintf(stderr, "synod: error: %s\n", strbuf_text(&why));
    documents_close(&d);
    strbuf_free(&why);
}

static void run_again(const check_request *c, checked *out)
{
    recording s;
    strbuf why = {0};
    recording_init(&s);
    if (recording_read(&s, c->options.replay, &why))
        check_replay(c, &s, out);
    else
        check_refuse(c, strbuf_text(&why), out);
    recording_fini(&s);
    strbuf_free(&why);
}

/* A thread of a model may check another model: what the check itself does is ours. */
static bool begin_inside(void)
{
    bool is_inside = guard_runs_model();
    if (is_inside)
        guard_enter();
    return is_inside;
}

syn_verdict *syn_check(const syn_test *test, const syn_options *options)
{
    bool is_inside = begin_inside();
    holder *h = mem_alloc(sizeof *h);
    sources src;
    checked out;
    check_request c = {.test = test, .options = check_defaults(options), .src = &src};
    arena_init(&h->memory);
    sources_init(&src);
    if (c.options.replay != NULL)
        run_again(&c, &out);
    else
        check_run(&c, &out);
    fill(&src, &out.result, h);
    write_documents(&c.options, &src, &out);
    check_fini(&out);
    sources_fini(&src);
    if (is_inside)
        guard_exit();
    return &h->verdict;
}

void syn_verdict_free(syn_verdict *v)
{
    holder *h = (holder *)v;
    if (h == NULL)
        return;
    arena_fini(&h->memory);
    mem_free(h, sizeof *h);
}
