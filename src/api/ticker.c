#include "api/ticker.h"

#include "report/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void ticker_init(ticker *t, const char *way, bool is_quiet)
{
    enum { SELDOM = 10 };
    *t = (ticker){.screen = {.descriptor = STDERR_FILENO}, .every = 1};
    if (is_quiet || strcmp(way, "off") == 0) {
        t->mode = TICKER_OFF;
    } else if (strcmp(way, "auto") != 0) {
        t->mode = TICKER_LINES;
    } else if (screen_is_able(STDERR_FILENO)) {
        t->mode = TICKER_LIVE;
    } else {
        t->mode = TICKER_LINES;
        t->every = SELDOM; /* nobody asked; but who reads a log wonders */
    }
}

void ticker_begin(ticker *t, const char *test)
{
    t->test = test;
    t->next = t->every;
    t->rate_from = t->rate_until = t->rate = 0;
    t->from = 0;
}

/* Over the last seconds: an average of the whole run would hide that it gets slower. */
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

/* An estimate that was passed is none. */
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

void ticker_see(void *context, const dpor_stats *s)
{
    ticker *t = context;
    strbuf line = {0};
    measure_rate(t, s);
    if (t->mode == TICKER_OFF || (t->mode == TICKER_LINES && s->seconds < t->next))
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

void ticker_end(ticker *t)
{
    screen_wipe(&t->screen);
}
