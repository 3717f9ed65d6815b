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
    coverage_free(v->sampled);
    vec_free(&v->known_values);
}

static void say_long(const char *place, uint64_t most, const char *what, strbuf *out)
{
    strbuf_printf(out, "a step did not end at %s within %llu %s", place,
                  (unsigned long long)most, what);
}

/* Why nothing is known about all runs: PLACE has these MARKS. */
static stop_reason say_cut(const core *c, uint8_t marks, const char *place, strbuf *out)
{
    if ((marks & COVER_CUT_LONG) != 0) {
        say_long(place, core_most_instructions(c),
                 "instructions (see --max-instructions)", out);
    } else if ((marks & COVER_CUT_DEEP) != 0) {
        say_long(place, core_most_calls(c), "nested calls (see --max-calls)", out);
    } else if ((marks & COVER_CUT_CHOICES) != 0) {
        say_long(place, core_most_choices(c), "choices (see --max-choices)", out);
    } else if ((marks & COVER_CUT_LOOP) != 0) {
        strbuf_printf(
            out,
            "a machine can stay in the loop of choices at %s, and this engine "
            "does not judge cycles: use --engine=explicit",
            place);
        return STOP_CHOICE_LOOP;
    } else {
        strbuf_printf(out,
                      "the choices of the step at %s can be combined in too many ways "
                      "to judge cycles (--choices=unfair has fewer)",
                      place);
        return STOP_CYCLES;
    }
    return STOP_LONG_STEP;
}

/* If some step was cut off, the rest shows nothing about all runs. */
static void doubt(verdict *v, const core *c)
{
    uint32_t function;
    uint32_t pc;
    bool is_complete = v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_PROVED ||
                       v->kind == VERDICT_COVERED || v->kind == VERDICT_WITHIN;
    uint8_t marks =
        is_complete ? coverage_find_cut(c->coverage, &function, &pc) : (uint8_t)0;
    if (marks == 0)
        return;
    strbuf place = {0};
    strbuf text = {0};
    sources_show_line(c->source->sources, c->ir->functions[function].positions[pc],
                      &place);
    v->kind = VERDICT_UNKNOWN;
    v->stop = say_cut(c, marks, strbuf_text(&place), &text);
    v->detail = arena_strndup(&v->trace.memory, strbuf_text(&text), text.len);
    strbuf_free(&place);
    strbuf_free(&text);
}

/* An alternative that an assumption rules out counts as one that fair runs take.  So
 * where choices must be fair, it may be that no infinite run is fair at all. */
static void doubt_fairness(verdict *v, const core *c)
{
    bool is_complete = v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_WITHIN;
    if (!is_complete || !v->needs_fair_choices ||
        !coverage_has_failed_assumption(c->coverage))
        return;
    v->kind = VERDICT_UNKNOWN;
    v->stop = STOP_CYCLES;
    v->detail =
        "a spec can stay hot if choices are unfair (--choices=unfair shows how), "
        "and assumptions rule out some choices";
}

void verdict_count_narrowed(verdict *v, const core *c)
{
    v->stats.narrowed_choices = coverage_count_narrowed(c->coverage);
}

/* Engines need not know of it: what they have searched is a smaller program. */
static void bound(verdict *v, const core *c)
{
    if (c->options.narrow == 0)
        return;
    verdict_count_narrowed(v, c);
    if (v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_PROVED)
        v->kind = verdict_complete(v->kind, &v->stats);
}

void verdict_cover(verdict *v, const core *c)
{
    if (c == NULL)
        return;
    if (v->coverage == NULL)
        v->coverage = coverage_new(c->ir);
    coverage_add(v->coverage, c->coverage);
    v->stats.split_steps += c->split_steps;
    if (c->split_steps > 0)
        v->trace.split_above = c->options.split_above;
    bound(v, c);
    doubt(v, c);
    doubt_fairness(v, c);
}

verdict_kind verdict_complete(verdict_kind complete, const engine_stats *stats)
{
    bool is_all =
        stats->outside == 0 && stats->deeper == 0 && stats->narrowed_choices == 0;
    return is_all ? complete : VERDICT_WITHIN;
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
        [VERDICT_SKIPPED] = "skipped",     [VERDICT_PROVED] = "proved",
        [VERDICT_WITHIN] = "within"};
    assert(kind <= VERDICT_SKIPPED);
    return words[kind];
}
