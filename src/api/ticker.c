#include "api/ticker.h"

#include "api/check.h"
#include "report/progress_text.h"
#include "report/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void ticker_init(ticker *t, const syn_options *o, const char *mode, bool is_quiet)
{
    enum { SELDOM = 10 };
    *t = (ticker){.options = o, .screen = {.descriptor = STDERR_FILENO}, .every = 1};
    if (strcmp(mode, "json") == 0) {
        t->mode = TICKER_JSON;
    } else if (is_quiet || strcmp(mode, "off") == 0) {
        t->mode = TICKER_OFF;
    } else if (strcmp(mode, "auto") != 0) {
        t->mode = TICKER_LINES;
    } else if (screen_is_able(STDERR_FILENO)) {
        t->mode = TICKER_LIVE;
    } else {
        t->mode = TICKER_LINES;
        t->every =
            SELDOM; /* without --progress, a log still gets a line now and then */
    }
}

void ticker_begin(ticker *t, const char *test)
{
    t->test = test;
    t->meter = (rate_meter){0};
    t->next = t->mode == TICKER_JSON ? 0 : t->every;
    t->rate_from = t->rate = 0;
    t->from = 0;
}

/* Over the last seconds: an average over the whole run would hide a slowdown. */
static void measure_rate(ticker *t, const dpor_stats *s)
{
    enum { WINDOW = 2 };
    uint64_t done = s->executions + s->blocked;
    double passed = s->seconds - t->rate_from;
    if (passed > 0 && (t->rate == 0 || passed >= WINDOW))
        t->rate = (double)(done - t->from) / passed;
    if (passed < WINDOW)
        return;
    t->rate_from = s->seconds;
    t->from = done;
}

/* 5.8 million, 12,000, 730 */
static void add_roughly(double n, strbuf *out)
{
    static const struct {
        double from;
        const char *word;
    } units[] = {{1e15, NULL}, {1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}};
    if (n >= units[0].from) {
        strbuf_printf(out, "%.0e", n);
        return;
    }
    for (size_t i = 1; i < sizeof units / sizeof *units; i++) {
        if (n >= units[i].from) {
            double many = n / units[i].from;
            strbuf_printf(out, many < 10 ? "%.1f %s" : "%.0f %s", many, units[i].word);
            return;
        }
    }
    text_count((uint64_t)(n + 0.5), out);
}

/* An estimate below the present count is useless. */
static void add_estimate(const dpor_stats *s, strbuf *out)
{
    double done = (double)(s->executions + s->blocked);
    if (s->estimate <= done || !isfinite(s->estimate))
        return;
    double share = done / s->estimate * 100;
    strbuf_printf(out, share < 1 ? ", about %.1g%% of " : ", about %.0f%% of ", share);
    add_roughly(s->estimate, out);
}

void ticker_words(const ticker *t, const dpor_stats *s, strbuf *out)
{
    text_count(s->executions, out);
    strbuf_puts(out, s->executions == 1 ? " execution" : " executions");
    if (s->blocked > 0) {
        strbuf_puts(out, ", ");
        text_count(s->blocked, out);
        strbuf_puts(out, " blocked");
    }
    if (t->rate >= 1) {
        strbuf_puts(out, ", ");
        text_count((uint64_t)t->rate, out);
        strbuf_puts(out, "/s");
    }
    add_estimate(s, out);
    strbuf_printf(out, ", %zu MB, %.0f s", s->memory >> 20, s->seconds);
}

/* V: NULL while the test runs. */
static void print_json(const ticker *t, const engine_stats *stats, const verdict *v)
{
    bool is_sample = t->options->engine == SYN_SAMPLE;
    const engine_options limits = {.limits = {.seconds = t->options->max_seconds,
                                              .memory = t->options->max_memory,
                                              .executions = t->options->max_executions,
                                              .depth = t->options->max_events},
                                   .schedules = t->options->samples};
    const progress_view i = {.test = t->test,
                             .engine = is_sample ? ENGINE_SAMPLE : ENGINE_DPOR,
                             .options = &limits,
                             .stats = stats,
                             .rate = rate_look(&t->meter, stats, &limits)};
    strbuf line = {0};
    progress_text_json(&i, v != NULL ? "done" : "progress", v, &line);
    fprintf(stderr, "%s\n", strbuf_text(&line));
    strbuf_free(&line);
}

static void see_json(ticker *t, const dpor_stats *s)
{
    engine_stats stats = check_stats(s, t->options->engine == SYN_SAMPLE);
    rate_see(&t->meter, &stats);
    if (s->seconds < t->next)
        return;
    print_json(t, &stats, NULL);
    t->next = s->seconds + t->every;
}

void ticker_see(void *context, const dpor_stats *s)
{
    ticker *t = context;
    strbuf line = {0};
    measure_rate(t, s);
    if (t->mode == TICKER_JSON)
        see_json(t, s);
    if (t->mode == TICKER_OFF || t->mode == TICKER_JSON ||
        (t->mode == TICKER_LINES && s->seconds < t->next))
        return;
    strbuf_printf(&line, "%s: ", t->test);
    size_t name = line.len;
    ticker_words(t, s, &line);
    if (t->mode == TICKER_LIVE) {
        screen_draw(&t->screen, &line, 1, name);
    } else {
        fprintf(stderr, "%s\n", strbuf_text(&line));
        t->next = s->seconds + t->every;
    }
    strbuf_free(&line);
}

void ticker_end(ticker *t, const verdict *v)
{
    screen_wipe(&t->screen);
    if (t->mode == TICKER_JSON)
        print_json(t, &v->stats, v);
}
