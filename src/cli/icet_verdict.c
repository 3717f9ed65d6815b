#include "cli/icet_verdict.h"

#include "cli/model.h"
#include "cli/summary.h"

#include "report/proof.h"
#include "report/text.h"
#include "report/trace_text.h"

#include <stdio.h>
#include <unistd.h>

typedef struct printer {
    const options *o;
    sources *src;
} printer;

static void say(const char *text)
{
    fputs(text, stdout);
}

/* Prints it like the diagnostics of the model. */
static void say_diagnosis(const printer *s, const proof *p)
{
    diag d;
    diag_init(&d, s->src);
    proof_diagnose(p, &d);
    diag_show(&d, stdout, &(diag_style){.color = model_use_color(s->o, STDOUT_FILENO)});
    diag_fini(&d);
}

static void put_titled(const char *title, const char *nothing, const strbuf *text,
                       strbuf *out)
{
    if (text->len > 0)
        strbuf_printf(out, "  %s:\n%s", title, strbuf_text(text));
    else if (nothing != NULL)
        strbuf_printf(out, "  %s\n", nothing);
}

/* Keeps the last lines of a long text, since the proof failed there. */
static void keep_last_lines(strbuf *text)
{
    enum { LINES = 40 };
    size_t at = text->len, lines = 0, all = 0;
    for (size_t i = 0; i < text->len; i++)
        all += text->data[i] == '\n';
    while (at > 0 && lines <= LINES)
        lines += text->data[--at] == '\n';
    if (at == 0)
        return;
    strbuf last = {0};
    strbuf_printf(&last, "    ... %zu lines (--show-program shows them)\n%s",
                  all - LINES, text->data + at + 1);
    strbuf_free(text);
    *text = last;
}

static void put_program(const printer *s, const proof *p, strbuf *out)
{
    bool holds = p->found->kind == SEQUENTIAL_HOLDS;
    strbuf text = {0};
    proof_program(p, 4, &text);
    if (!s->o->show_program)
        keep_last_lines(&text);
    put_titled(
        holds ? "the equivalent sequential program" : "the sequential program so far",
        holds ? "the sequential program is empty" : "nothing could be sequentialised",
        &text, out);
    strbuf_free(&text);
}

static void put_rest(const printer *s, const proof *p, strbuf *out)
{
    strbuf text = {0};
    proof_rest(p, s->src, 4, &text);
    put_titled("what is left", NULL, &text, out);
    strbuf_free(&text);
}

static void put_derivation(const proof *p, strbuf *out)
{
    strbuf text = {0};
    proof_derivation(p, 4, &text);
    put_titled(p->found->kind == SEQUENTIAL_HOLDS ? "the derivation"
                                                  : "the derivation so far",
               "no rule was applied", &text, out);
    strbuf_free(&text);
}

static void put_trace(const printer *s, const result *r, strbuf *out)
{
    trace_view view = {.use_color = model_use_color(s->o, STDOUT_FILENO)};
    trace_text(s->src, r, &view, out);
}

static void put_run(const printer *s, const result *r, strbuf *out)
{
    const proof *p = r->proof;
    strbuf_puts(out, p->program->set_count > 0 ? "  with " : "  ");
    proof_sizes(p->program, p->sizes, out);
    strbuf_printf(out, "%sthe model fails:\n", p->program->set_count > 0 ? " " : "");
    put_trace(s, r, out);
}

static void put_how_far(const printer *s, const proof *p, strbuf *out)
{
    put_program(s, p, out);
    put_rest(s, p, out);
}

/* The model is wrong, and the run shows it.  The reason why there is no proof may help,
 * and comes last; if it is the fault of that run, only the advice is printed. */
static void say_wrong(const printer *s, const result *r)
{
    const proof *p = r->proof;
    strbuf b = {0};
    bool is_same_fault =
        proof_fails_by(p, s->src, &r->verdict.fault) && p->found->hint == NULL;
    put_run(s, r, &b);
    strbuf_puts(&b, is_same_fault ? "  this is also why there is no proof\n"
                                  : "  there is no proof because:\n");
    say(strbuf_text(&b));
    strbuf_clear(&b);
    if (!is_same_fault)
        say_diagnosis(s, p);
    if (s->o->show_program)
        put_how_far(s, p, &b);
    else
        strbuf_puts(&b, "  (--show-program prints the sequential program so far, and "
                        "what is left)\n");
    say(strbuf_text(&b));
    strbuf_free(&b);
}

/* No instance fails, but there is no proof: prints the reason. */
static void say_unknown(const printer *s, const result *r)
{
    strbuf b = {0};
    say_diagnosis(s, r->proof);
    put_how_far(s, r->proof, &b);
    strbuf_puts(&b, "  the program may be right, but this method cannot prove it; see "
                    "docs/sequential.md\n");
    say(strbuf_text(&b));
    strbuf_free(&b);
}

static void say_more(const printer *s, const result *r)
{
    strbuf b = {0};
    if (r->proof == NULL && r->verdict.kind == VERDICT_VIOLATED)
        put_trace(s, r, &b);
    else if (r->proof != NULL && r->proof->sizes != NULL)
        say_wrong(s, r);
    else if (r->proof != NULL && r->proof->found->kind != SEQUENTIAL_HOLDS)
        say_unknown(s, r);
    else if (r->proof != NULL && s->o->show_program)
        put_program(s, r->proof, &b);
    if (r->proof != NULL && s->o->derivation)
        put_derivation(r->proof, &b);
    say(strbuf_text(&b));
    strbuf_free(&b);
}

void icet_verdict_print(const options *o, sources *src, const result *r,
                        trace_quota *traces)
{
    strbuf b = {0};
    if (!summary_is_fine(r) || !o->quiet) {
        strbuf_printf(&b, "%s: ", r->name);
        text_verdict(src, r, &b);
        strbuf_putc(&b, '\n');
        say(strbuf_text(&b));
    }
    if (!o->quiet && (r->verdict.kind != VERDICT_VIOLATED || trace_quota_take(traces)))
        say_more(&(printer){o, src}, r);
    fflush(stdout);
    strbuf_free(&b);
}
