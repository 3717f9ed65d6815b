#include "cli/progress.h"

#include "report/text.h"

#include <stdio.h>

static void amount(strbuf *b, uint64_t n, const char *what)
{
    strbuf_puts(b, b->len > 0 ? ", " : "");
    text_count(n, b);
    strbuf_puts(b, what);
}

static void describe(const engine_stats *s, strbuf *b)
{
    double seconds = s->seconds > 0 ? s->seconds : 1;
    if (s->schedules > 0)
        amount(b, s->schedules, s->schedules == 1 ? " schedule" : " schedules");
    amount(b, s->states, " states");
    amount(b, (uint64_t)((double)s->states / seconds), "/s");
    if (s->schedules == 0) {
        amount(b, s->frontier, " to go");
        strbuf_printf(b, ", depth %llu", (unsigned long long)s->depth);
    }
    amount(b, s->memory >> 20, " MB");
    if (s->asked > 0) {
        amount(b, s->executed, " local steps");
        strbuf_printf(b, " (%.1f%% cached)",
                      100 * (1 - (double)s->executed / (double)s->asked));
    }
    strbuf_printf(b, ", %.0f s", s->seconds);
}

void progress_show(void *context, const engine_stats *stats)
{
    progress *p = context;
    if (!p->is_live && stats->seconds < p->next)
        return;
    p->next = stats->seconds + 1;
    strbuf b = {0};
    describe(stats, &b);
    if (p->is_live)
        fprintf(stderr, "\r\033[K%s: %s", p->test, strbuf_text(&b));
    else
        fprintf(stderr, "%s: %s\n", p->test, strbuf_text(&b));
    fflush(stderr);
    p->is_shown = p->is_live;
    strbuf_free(&b);
}

void progress_clear(progress *p)
{
    if (p->is_shown)
        fputs("\r\033[K", stderr);
    p->is_shown = false;
    p->next = 0;
}

void progress_notice(void *context, const char *text)
{
    progress_clear(context);
    fprintf(stderr, "synod: %s\n", text);
}
