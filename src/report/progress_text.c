#include "report/progress_text.h"

#include "engine/registry.h"
#include "engine/statistics.h"
#include "report/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- In words ---- */

void progress_text_time(double seconds, strbuf *out)
{
    uint64_t s = seconds > 0 ? (uint64_t)(seconds + 0.5) : 0;
    unsigned long long hours = s / 3600;
    unsigned minutes = (unsigned)(s / 60 % 60);
    if (hours > 0)
        strbuf_printf(out, "%llu h %u min", hours, minutes);
    else if (minutes > 0)
        strbuf_printf(out, "%u min %u s", minutes, (unsigned)(s % 60));
    else
        strbuf_printf(out, "%u s", (unsigned)s);
}

static void separate(strbuf *b)
{
    if (b->len > 0)
        strbuf_puts(b, ", ");
}

static void amount(strbuf *b, uint64_t n, const char *what)
{
    separate(b);
    text_count(n, b);
    strbuf_puts(b, what);
}

static void add_noun(strbuf *b, const char *noun, uint64_t n)
{
    strbuf_printf(b, " %s%s", noun, n == 1 ? "" : "s");
}

/* 1,234 revisits */
static void amount_noun(strbuf *b, uint64_t n, const char *noun)
{
    amount(b, n, "");
    add_noun(b, noun, n);
}

static void amount_statistic(strbuf *b, const engine_stats *s, statistic_id id)
{
    amount_noun(b, statistics_count(id, s), statistics_get(id)->noun);
}

static void share(strbuf *b, double part, double whole)
{
    strbuf_printf(b, " (%.0f%%)", whole > 0 ? 100 * part / whole : 0);
}

/* 3 of 10 states (30%); LIMIT 0: there is none. */
static void amount_of(strbuf *b, uint64_t n, uint64_t limit, const char *what)
{
    separate(b);
    text_count(n, b);
    if (limit > 0) {
        strbuf_puts(b, " of ");
        text_count(limit, b);
    }
    strbuf_puts(b, what);
    if (limit > 0)
        share(b, (double)n, (double)limit);
}

static void amount_statistic_of(strbuf *b, const engine_stats *s, statistic_id id,
                                uint64_t limit)
{
    uint64_t n = statistics_count(id, s);
    strbuf what = {0};
    add_noun(&what, statistics_get(id)->noun, limit > 0 ? limit : n);
    amount_of(b, n, limit, strbuf_text(&what));
    strbuf_free(&what);
}

static uint64_t whole(double number)
{
    return number > 0 ? (uint64_t)(number + 0.5) : 0;
}

static void add_time(const engine_stats *s, const engine_limits *l, strbuf *b)
{
    separate(b);
    progress_text_time(s->seconds, b);
    if (l->seconds <= 0)
        return;
    strbuf_puts(b, s->earlier > 0 ? ", this run " : "");
    if (s->earlier > 0)
        progress_text_time(s->seconds - s->earlier, b);
    strbuf_puts(b, " of ");
    progress_text_time(l->seconds, b);
    share(b, s->seconds - s->earlier, l->seconds);
}

static bool is_of_sets(const engine_stats *s)
{
    return s->phase == PHASE_SETS || s->set.nodes > 0;
}

static void add_how_far(const progress_view *i, strbuf *b)
{
    const engine_stats *s = i->stats;
    const engine_options *o = i->options;
    if (s->phase == PHASE_SAMPLE) {
        amount_statistic_of(b, s, STATISTIC_SCHEDULES, o->schedules);
        amount(b, whole(i->rate.per_second), "/s");
        amount_statistic(b, s, STATISTIC_BEHAVIOURS);
        if (s->states > 0)
            amount_noun(b, s->states, "different state");
    } else if (s->phase == PHASE_EXECUTIONS) {
        amount_statistic_of(b, s, STATISTIC_EXECUTIONS, o->limits.executions);
        if (s->blocked > 0)
            amount(b, s->blocked, " blocked");
        amount(b, whole(i->rate.per_second), "/s");
        amount_statistic(b, s, STATISTIC_REVISITS);
    } else if (is_of_sets(s)) {
        text_magnitude(s->set.about, b);
        strbuf_puts(b, s->set.about == 1 ? " state in " : " states in ");
        text_count(s->set.nodes, b);
        add_noun(b, "node", s->set.nodes);
        strbuf_puts(b, ", round ");
        text_count(s->depth + 1, b);
    } else {
        amount_statistic_of(b, s, STATISTIC_STATES, o->limits.states);
        amount(b, whole(i->rate.per_second), "/s");
        strbuf_puts(b, ", depth ");
        text_count(s->depth, b);
        if (o->limits.depth > 0) {
            strbuf_puts(b, " of ");
            text_count(o->limits.depth, b);
        }
    }
    add_time(s, &o->limits, b);
}

static void add_trend(const progress_view *i, strbuf *b)
{
    const rate_view *p = &i->rate;
    amount(b, i->stats->frontier, " waiting");
    switch (p->trend) {
    case TREND_UNKNOWN:
        break;
    case TREND_STEADY:
        strbuf_puts(b, ", steady");
        break;
    case TREND_GROWING:
        strbuf_puts(b, ", growing by ");
        text_count(whole(p->frontier_rate), b);
        strbuf_puts(b, "/s");
        break;
    case TREND_FALLING:
        strbuf_puts(b, ", falling by ");
        text_count(whole(-p->frontier_rate), b);
        strbuf_puts(b, "/s since depth ");
        text_count(p->since_depth, b);
        break;
    }
}

static void add_what_is_ahead(const progress_view *i, strbuf *b)
{
    const engine_stats *s = i->stats;
    if (s->phase == PHASE_CYCLES) {
        strbuf_puts(b, "all states visited; searching for cycles");
        return;
    }
    if (s->phase == PHASE_SOME_CYCLES) {
        strbuf_puts(b, "searching for cycles among the visited states");
        return;
    }
    if (s->phase == PHASE_COUNTEREXAMPLE) {
        strbuf_puts(b, "violation found; recovering its trace: ");
        text_count(s->pass_states, b);
        add_noun(b, "state", s->pass_states);
        strbuf_puts(b, " again");
        return;
    }
    if (s->phase == PHASE_SEARCH && s->pass_states < s->states) {
        strbuf_puts(b, "restarted with a better tree: ");
        text_count(s->pass_states, b);
        add_noun(b, "state", s->pass_states);
        strbuf_puts(b, " again");
    }
    if (s->phase == PHASE_SEARCH)
        add_trend(i, b);
    if (s->phase == PHASE_EXECUTIONS && s->estimate > 0) {
        strbuf_puts(b, "some ");
        text_count(whole(s->estimate), b);
        add_noun(b, "execution", whole(s->estimate));
        strbuf_puts(b, " estimated");
    }
    if (i->rate.left >= 0) {
        strbuf_puts(b, b->len > 0 ? "; " : "");
        progress_text_time(i->rate.left, b);
        strbuf_puts(b, " left at this rate");
    }
}

static void add_cost(const progress_view *i, strbuf *b)
{
    const engine_stats *s = i->stats;
    amount_of(b, s->memory >> 20, i->options->limits.memory >> 20, " MB");
    if (i->rate.memory_left >= 0) {
        strbuf_puts(b, ", full in ");
        progress_text_time(i->rate.memory_left, b);
        strbuf_puts(b, " at this rate");
    }
    if (s->lookups > 0) {
        amount_statistic(b, s, STATISTIC_LOCAL_STEPS);
        strbuf_printf(b, " (%.1f%% cached)",
                      100 * (1 - (double)s->executed / (double)s->lookups));
    }
    if (s->hottest != NULL)
        strbuf_printf(b, ", hottest: %s (%.0f%%)", s->hottest, 100 * s->hottest_share);
}

void progress_text_words(const progress_view *i, strbuf lines[PROGRESS_TEXT_LINES])
{
    add_how_far(i, &lines[0]);
    add_what_is_ahead(i, &lines[1]);
    add_cost(i, &lines[2]);
}

/* ---- As JSON ---- */

static void field(strbuf *b, const char *name, uint64_t n)
{
    strbuf_printf(b, ", \"%s\": %llu", name, (unsigned long long)n);
}

static void real_field(strbuf *b, const char *name, double x, bool is_known)
{
    if (is_known)
        strbuf_printf(b, ", \"%s\": %.3f", name, x);
    else
        strbuf_printf(b, ", \"%s\": null", name);
}

static void limit_field(strbuf *b, const char *name, uint64_t limit)
{
    if (limit > 0)
        field(b, name, limit);
    else
        strbuf_printf(b, ", \"%s\": null", name);
}

static const char *phase_word(const engine_stats *s)
{
    switch (s->phase) {
    case PHASE_COUNTEREXAMPLE:
        return "way";
    case PHASE_CYCLES:
    case PHASE_SOME_CYCLES:
        return "cycles";
    case PHASE_SAMPLE:
        return "sample";
    case PHASE_EXECUTIONS:
        return "executions";
    case PHASE_SETS:
        return "sets";
    case PHASE_SEARCH:
        break;
    }
    return s->pass_states < s->states ? "again" : "search";
}

static void statistic_field(strbuf *b, statistic_id id, const engine_stats *s)
{
    const statistic *x = statistics_get(id);
    switch (x->kind) {
    case STATISTIC_IS_COUNT:
    case STATISTIC_IS_BYTES:
        field(b, x->key, statistics_count(id, s));
        return;
    case STATISTIC_IS_SECONDS:
        real_field(b, x->key, statistics_real(id, s), true);
        return;
    case STATISTIC_IS_ESTIMATE:
        real_field(b, x->key, statistics_real(id, s), statistics_real(id, s) > 0);
        return;
    case STATISTIC_IS_MAGNITUDE: /* JSON has no infinity */
        strbuf_printf(b, ", \"%s\": %.3g", x->key, fmin(statistics_real(id, s), 1e308));
        return;
    case STATISTIC_IS_TEXT:
    case STATISTIC_IS_NAME:
        break;
    }
    assert(false); /* texts are for results only */
}

static void json_group(statistic_group group, const engine_stats *s, strbuf *b)
{
    for (statistic_id id = STATISTIC_COUNT;
         (id = statistics_next(id, group, STATISTIC_IN_PROGRESS)) < STATISTIC_COUNT;)
        statistic_field(b, id, s);
}

static void json_counts(const engine_stats *s, strbuf *b)
{
    json_group(STATISTIC_OF_ALL, s, b);
    if (s->phase == PHASE_EXECUTIONS)
        json_group(STATISTIC_OF_EXECUTIONS, s, b);
    if (is_of_sets(s))
        json_group(STATISTIC_OF_SET, s, b);
    json_group(STATISTIC_OF_COST, s, b);
}

static void json_rate(const progress_view *i, strbuf *b)
{
    static const char *const trends[] = {[TREND_UNKNOWN] = "null",
                                         [TREND_GROWING] = "\"growing\"",
                                         [TREND_STEADY] = "\"steady\"",
                                         [TREND_FALLING] = "\"falling\""};
    const engine_stats *s = i->stats;
    const rate_view *p = &i->rate;
    strbuf_printf(b, ", \"phase\": \"%s\"", phase_word(s));
    field(b, "pass_states", s->pass_states);
    field(b, "frontier", s->frontier);
    strbuf_printf(b, ", \"trend\": %s", trends[p->trend]);
    real_field(b, "frontier_rate", p->frontier_rate, p->trend != TREND_UNKNOWN);
    if (p->trend == TREND_FALLING)
        field(b, "falling_since", p->since_depth);
    else
        strbuf_puts(b, ", \"falling_since\": null");
    real_field(b, "rate", p->per_second, true);
    if (s->phase == PHASE_EXECUTIONS)
        statistic_field(b, STATISTIC_ESTIMATE, s);
    real_field(b, "left", p->left, p->left >= 0);
    real_field(b, "memory_left", p->memory_left, p->memory_left >= 0);
    limit_field(b, "local_steps_asked", s->lookups);
    if (s->hottest != NULL) {
        strbuf_puts(b, ", \"hottest\": {\"handler\": ");
        strbuf_json(b, s->hottest, strlen(s->hottest));
        strbuf_printf(b, ", \"share\": %.4f}", s->hottest_share);
    } else {
        strbuf_puts(b, ", \"hottest\": null");
    }
}

static void json_limits(const engine_options *o, strbuf *b)
{
    real_field(b, "max_seconds", o->limits.seconds, o->limits.seconds > 0);
    limit_field(b, "max_memory", o->limits.memory);
    limit_field(b, "max_states", o->limits.states);
    limit_field(b, "max_depth", o->limits.depth);
}

void progress_text_json(const progress_view *i, const char *type, const verdict *v,
                        strbuf *out)
{
    strbuf_printf(out, "{\"type\": \"%s\", \"test\": ", type);
    strbuf_json(out, i->test, strlen(i->test));
    strbuf_printf(out, ", \"engine\": \"%s\"", registry_name(i->engine));
    json_counts(i->stats, out);
    if (v != NULL)
        strbuf_printf(out, ", \"verdict\": \"%s\"", verdict_word(v->kind));
    else
        json_rate(i, out);
    json_limits(i->options, out);
    if (registry_reads(i->engine, SETTING_SCHEDULES))
        field(out, "max_schedules", i->options->schedules);
    if (registry_reads(i->engine, SETTING_MAX_EXECUTIONS))
        limit_field(out, "max_executions", i->options->limits.executions);
    strbuf_putc(out, '}');
}
