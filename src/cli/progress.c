#include "cli/progress.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "cli/engine_choice.h"
#include "cli/model.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Views ---- */

/* SHOWN: the numbers to show; STATS: those of the engine. */
static progress_view view_of(const progress *p, const engine_stats *stats,
                             const engine_stats *shown)
{
    const result *r = p->result;
    return (progress_view){.test = r->name,
                           .engine = r->engine,
                           .options = r->options,
                           .stats = shown,
                           .rate = rate_look(&p->meter, stats, r->options)};
}

/* Each engine of auto counts its own seconds.  Users wait for all of them together. */
static engine_stats with_whole_time(const progress *p, const engine_stats *stats)
{
    engine_stats shown = *stats;
    double whole = stats->earlier + (double)(clock_ns() - p->begun) * 1e-9;
    if (whole > shown.seconds)
        shown.seconds = whole;
    return shown;
}

static void free_lines(strbuf lines[PROGRESS_TEXT_LINES])
{
    for (int i = 0; i < PROGRESS_TEXT_LINES; i++)
        strbuf_free(&lines[i]);
}

/* On a narrow screen, a long name must leave room for the rest. */
static void add_name(const char *name, size_t columns, strbuf *out)
{
    enum { LEAST = 6 };
    size_t most = columns / 3 > LEAST ? columns / 3 : LEAST;
    size_t len = strlen(name);
    if (utf8_columns(name, len) <= most)
        strbuf_puts(out, name);
    else
        strbuf_printf(out, "%.*s..", (int)utf8_fit(name, len, most - 2), name);
    strbuf_putc(out, ':');
}

static void draw(progress *p, const engine_stats *stats)
{
    engine_stats shown = with_whole_time(p, stats);
    progress_view i = view_of(p, stats, &shown);
    strbuf words[PROGRESS_TEXT_LINES] = {0};
    strbuf lines[PROGRESS_TEXT_LINES] = {0};
    size_t count = 0;
    progress_text_words(&i, words);
    add_name(p->result->name, screen_measure(&p->screen).columns, &lines[0]);
    size_t name_len = lines[0].len;
    for (int k = 0; k < PROGRESS_TEXT_LINES; k++)
        if (words[k].len > 0)
            strbuf_printf(&lines[count++], k > 0 ? "  %s" : " %s",
                          strbuf_text(&words[k]));
    screen_draw(&p->screen, lines, count, p->use_bold ? name_len : 0);
    free_lines(words);
    free_lines(lines);
}

static void print_line(const progress *p, const engine_stats *stats)
{
    engine_stats shown = with_whole_time(p, stats);
    progress_view i = view_of(p, stats, &shown);
    strbuf words[PROGRESS_TEXT_LINES] = {0};
    strbuf b = {0};
    progress_text_words(&i, words);
    strbuf_printf(&b, "%s: ", p->result->name);
    if (p->is_auto) /* its engines take turns, and each counts for itself */
        strbuf_printf(&b, "%s: ", registry_name(p->result->engine));
    for (int k = 0; k < PROGRESS_TEXT_LINES; k++)
        if (words[k].len > 0)
            strbuf_printf(&b, "%s%s", k > 0 ? "; " : "", strbuf_text(&words[k]));
    fprintf(stderr, "%s\n", strbuf_text(&b));
    strbuf_free(&b);
    free_lines(words);
}

static void print_json(const progress *p, const engine_stats *stats, const char *type,
                       const verdict *v)
{
    engine_stats shown = v != NULL ? *stats : with_whole_time(p, stats);
    progress_view i = view_of(p, stats, &shown);
    strbuf b = {0};
    progress_text_json(&i, type, v, &b);
    fprintf(stderr, "%s\n", strbuf_text(&b));
    strbuf_free(&b);
}

/* ---- While it runs ---- */

/* The interval grows in long runs, so that a log stays readable. */
static double pause_after(const progress *p, double seconds)
{
    enum { SHARE = 20, MOST = 10 };
    double pause = seconds / SHARE < MOST ? seconds / SHARE : MOST;
    return pause > p->every ? pause : p->every;
}

static void show(void *context, const engine_stats *stats)
{
    progress *p = context;
    double now = (double)(clock_ns() - p->begun) * 1e-9;
    rate_see(&p->meter, stats);
    if (p->mode == PROGRESS_LIVE)
        draw(p, stats);
    if (now < p->next)
        return;
    p->next = now + pause_after(p, now);
    if (p->mode == PROGRESS_LINES)
        print_line(p, stats);
    else if (p->mode == PROGRESS_JSON)
        print_json(p, stats, "progress", NULL);
}

static void snapshot(void *context, const engine_stats *stats)
{
    progress *p = context;
    if (p->mode == PROGRESS_JSON) {
        print_json(p, stats, "snapshot", NULL);
        return;
    }
    screen_wipe(&p->screen);
    fputs("synod: ", stderr);
    print_line(p, stats);
}

static void say(progress *p, const char *name, const char *text)
{
    screen_wipe(&p->screen);
    if (p->mode != PROGRESS_JSON) {
        fprintf(stderr, "synod: %s%s%s\n", name != NULL ? name : "",
                name != NULL ? ": " : "", text);
        return;
    }
    strbuf b = {0};
    strbuf_puts(&b, "{\"type\": \"notice\", \"text\": ");
    strbuf_json(&b, text, strlen(text));
    fprintf(stderr, "%s}\n", strbuf_text(&b));
    strbuf_free(&b);
}

void progress_remark(void *context, const char *text)
{
    progress *p = context;
    if (result_note(p->result, text) && (!p->is_quiet || p->mode == PROGRESS_JSON))
        say(p, p->result->name, text);
}

void progress_aside(void *context, const char *text)
{
    progress *p = context;
    if (result_note(p->result, text) && p->result->options->is_verbose)
        say(p, p->result->name, text);
}

static void remark_lines(progress *p, const char *text)
{
    strbuf line = {0};
    for (size_t len; *text != '\0'; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        strbuf_clear(&line);
        strbuf_add(&line, text, len);
        if (len > 0)
            (p->is_auto ? progress_aside : progress_remark)(p, strbuf_text(&line));
    }
    strbuf_free(&line);
}

/* A reducing engine only tells what it does not reduce.  A user who has not asked for
 * reductions need not hear that. */
void progress_notice(void *context, const char *text)
{
    progress *p = context;
    if (p->result != NULL && result_is_reduced(p->result))
        remark_lines(p, text);
    else
        say(p, NULL, text);
}

/* Plain lines that the user asked for. */
static void explain(void *context, const char *text)
{
    progress *p = context;
    screen_wipe(&p->screen);
    if (!p->is_quiet)
        printf("%s: %s%s", p->result->name, text,
               text[0] != '\0' && text[strlen(text) - 1] == '\n' ? "" : "\n");
}

void progress_begin(progress *p, result *r)
{
    if (p->result == NULL) {
        p->begun = clock_ns();
        p->next = p->every;
    }
    if (p->mode == PROGRESS_JSON)
        p->next = 0;
    p->result = r;
    p->meter = (rate_meter){0};
}

void progress_end(progress *p, const verdict *v)
{
    assert(v != NULL);
    screen_wipe(&p->screen);
    if (p->mode == PROGRESS_JSON)
        print_json(p, &v->stats, "done", v);
    p->result = NULL;
}

/* ---- Beginning ---- */

static volatile sig_atomic_t asked;

static void on_question(int signal_number)
{
    (void)signal_number;
    asked = 1;
}

void progress_catch_signal(void)
{
    signal(SIGUSR1, on_question);
}

/* Without --progress, a log still gets a line now and then, to show that the search
 * runs. */
static void choose_mode(progress *p, const options *o)
{
    enum { SELDOM = 10, DUMB = 5 };
    bool is_terminal = isatty(STDERR_FILENO);
    p->every = 1;
    if (strcmp(o->progress, "json") == 0) {
        p->mode = PROGRESS_JSON;
    } else if (o->quiet || strcmp(o->progress, "off") == 0) {
        p->mode = PROGRESS_OFF;
    } else if (strcmp(o->progress, "auto") != 0) {
        p->mode = PROGRESS_LINES;
    } else if (screen_is_able(STDERR_FILENO)) {
        p->mode = PROGRESS_LIVE;
    } else {
        p->mode = PROGRESS_LINES;
        p->every = is_terminal ? DUMB : SELDOM;
    }
}

void progress_init(progress *p, const options *o, engine_options *e)
{
    *p = (progress){.screen = {.descriptor = STDERR_FILENO}};
    choose_mode(p, o);
    p->is_quiet = o->quiet;
    p->is_auto = engine_choice(o) == ENGINE_AUTO;
    p->use_bold = model_use_color(o, STDERR_FILENO);
    e->progress = show;
    e->snapshot = snapshot;
    e->notice = progress_notice;
    e->explain = o->explain_reduction > 0 ? explain : NULL;
    e->explain_states = o->explain_reduction;
    e->progress_context = p;
    e->wants_snapshot = &asked;
    /* A log that the user did not ask for does not mention checkpoints. */
    bool is_asked = !o->quiet && strcmp(o->progress, "auto") != 0;
    e->is_verbose = p->mode == PROGRESS_LIVE || p->mode == PROGRESS_JSON ||
                    (is_asked && p->mode == PROGRESS_LINES);
}
