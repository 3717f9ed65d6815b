#include "engine/verdict.h"

#include <assert.h>
#include <string.h>

void verdict_init(verdict *v)
{
    *v = (verdict){.kind = VERDICT_UNKNOWN};
    trace_init(&v->trace);
}

void verdict_fini(verdict *v)
{
    trace_fini(&v->trace);
    coverage_free(v->coverage);
}

/* What a limit on steps is called, and the option that sets it. */
static void say_cut(const core *c, uint8_t marks, strbuf *out)
{
    unsigned long long most = 0;
    if ((marks & COVER_CUT_LONG) != 0) {
        most = core_most_instructions(c);
        strbuf_printf(out, " within %llu instructions (see --max-instructions)", most);
    } else if ((marks & COVER_CUT_DEEP) != 0) {
        most = core_most_calls(c);
        strbuf_printf(out, " within %llu nested calls (see --max-calls)", most);
    } else {
        most = core_most_choices(c);
        strbuf_printf(out, " within %llu choices (see --max-choices)", most);
    }
}

static void say_too_many_labels(strbuf *out)
{
    strbuf_puts(out,
                ", the first choice of a step with too many combinations of choices "
                "(--choices=unfair needs none of them)");
}

/* If some step was cut off, the rest shows nothing about all runs. */
static void doubt(verdict *v, const core *c)
{
    uint32_t function;
    uint32_t pc;
    bool is_complete = v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_PROVED ||
                       v->kind == VERDICT_COVERED;
    uint8_t marks =
        is_complete ? coverage_find_cut(c->coverage, &function, &pc) : (uint8_t)0;
    if (marks == 0)
        return;
    strbuf text = {0};
    bool is_cycles = marks == COVER_CUT_LABELS;
    strbuf_puts(&text, is_cycles ? "cycles were not judged because of "
                                 : "a step did not end at ");
    sources_show_line(c->source->sources, c->ir->functions[function].positions[pc],
                      &text);
    if (is_cycles)
        say_too_many_labels(&text);
    else
        say_cut(c, marks, &text);
    v->kind = VERDICT_UNKNOWN;
    v->stop = is_cycles ? STOP_CYCLES : STOP_LONG_STEP;
    v->detail = arena_strndup(&v->trace.memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
}

void verdict_cover(verdict *v, const core *c)
{
    if (c == NULL)
        return;
    if (v->coverage == NULL)
        v->coverage = coverage_new(c->ir);
    coverage_add(v->coverage, c->coverage);
    doubt(v, c);
}

void verdict_refuse(verdict *v, const char *why)
{
    assert(why != NULL);
    v->kind = VERDICT_REFUSED;
    v->stop = STOP_NOT_APPLICABLE;
    v->detail = why;
}

void verdict_violated(verdict *v, const fault *f)
{
    assert(f->kind != FAULT_NONE && f->text != NULL);
    v->kind = VERDICT_VIOLATED;
    v->fault = *f;
    v->fault.text = arena_strndup(&v->trace.memory, f->text, strlen(f->text));
}

const char *verdict_word(verdict_kind kind)
{
    static const char *const words[] = {
        [VERDICT_EXHAUSTED] = "exhausted", [VERDICT_SAMPLED] = "sampled",
        [VERDICT_UNKNOWN] = "unknown",     [VERDICT_COVERED] = "covered",
        [VERDICT_REFUSED] = "refused",     [VERDICT_VIOLATED] = "violated",
        [VERDICT_SKIPPED] = "skipped",     [VERDICT_PROVED] = "proved"};
    assert(kind <= VERDICT_SKIPPED);
    return words[kind];
}
