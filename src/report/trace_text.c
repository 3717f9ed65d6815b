#include "report/trace_text.h"

#include "report/text.h"
#include "report/trace_end.h"

#include <ctype.h>
#include <string.h>

/* Columns at which positions begin. */
enum { PLACE_COLUMN = 72 };

/* ---- Colours ---- */

/* Readable on light and dark terminals; failures alone are red. */
static const char *const palette[] = {"36", "33", "35", "32", "34", "96", "95", "92"};
enum { PALETTE_SIZE = sizeof palette / sizeof *palette };

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of a name like Client(1.2) at the beginning of TEXT; 0: there is none. */
static size_t name_length(const char *text)
{
    size_t len = 0;
    while (is_of_word(text[len]))
        len++;
    if (len == 0 || text[len] != '(')
        return 0;
    size_t path = strspn(text + len + 1, "0123456789.");
    return path > 0 && text[len + 1 + path] == ')' ? len + path + 2 : 0;
}

/* The machine of that name, or STORY_NOBODY. */
static uint32_t find_name(const story *s, const char *name, size_t len)
{
    for (uint32_t i = 0; i < s->machines.len; i++) {
        const char *own = s->machines.data[i].name;
        if (strncmp(own, name, len) == 0 && own[len] == '\0')
            return i;
    }
    return STORY_NOBODY;
}

/* Adds a word, in colour if it is a machine's name; returns its length. */
static size_t add_word(const story *s, const char *text, strbuf *out)
{
    size_t len = name_length(text);
    uint32_t who = len > 0 ? find_name(s, text, len) : STORY_NOBODY;
    if (who != STORY_NOBODY) {
        strbuf_printf(out, "\033[%sm%.*s\033[0m", palette[who % PALETTE_SIZE], (int)len,
                      text);
        return len;
    }
    for (len = 0; is_of_word(text[len]); len++)
        strbuf_putc(out, text[len]);
    return len;
}

/* Looks for names only where words begin, since texts may be long and machines many. */
void trace_text_colored(const story *s, const char *text, bool use_color, strbuf *out)
{
    while (use_color && *text != '\0') {
        text += add_word(s, text, out);
        while (*text != '\0' && !is_of_word(*text))
            strbuf_putc(out, *text++);
    }
    strbuf_puts(out, text);
}

/* ---- One step ---- */

static void add_place(sources *src, srcpos pos, size_t width, strbuf *out)
{
    if (pos == SRC_NONE)
        return;
    strbuf_fill(out, ' ', width + 2 < PLACE_COLUMN ? PLACE_COLUMN - width : 2);
    text_place(src, pos, out);
}

static bool shows_who(const trace_view *v, const story *s, uint32_t who)
{
    if (who == STORY_NOBODY)
        return true;
    return trace_filter_shows_machine(v->filter, &s->machines.data[who]);
}

static bool shows_event(const trace_view *v, const char *event)
{
    return event == NULL || trace_filter_shows_event(v->filter, event);
}

static void add_line(sources *src, const story *s, const story_line *line,
                     const char *all, const trace_view *v, strbuf *out)
{
    strbuf room = {0};
    const char *text = text_short(all, &room);
    strbuf_puts(out, "         ");
    trace_text_colored(s, text, v->use_color, out);
    add_place(src, line->pos, strlen("         ") + strlen(text), out);
    strbuf_putc(out, '\n');
    strbuf_free(&room);
}

static void add_lines(sources *src, const story *s, const story_step *step,
                      const trace_view *v, strbuf *out)
{
    strbuf text = {0};
    for (size_t i = 0, end; i < step->lines.len; i = end) {
        const story_line *line = &step->lines.data[i];
        end = story_broadcast_end(s, step, i);
        if (!shows_who(v, s, line->who) || !shows_event(v, line->event))
            continue;
        strbuf_clear(&text);
        story_show_broadcast(s, step, i, end, &text);
        add_line(src, s, line, strbuf_text(&text), v, out);
    }
    strbuf_free(&text);
}

/* A change of state is left out if a line says that the machine enters the state. */
static bool has_entered(const story_step *step, uint32_t who)
{
    vec_each (line, &step->lines)
        if (line->who == who && strcmp(line->kind, "enter") == 0)
            return true;
    return false;
}

static bool shows_change(const story *s, const story_step *step, const story_change *c,
                         const trace_view *v)
{
    bool is_new = c->before == NULL && c->kind != CHANGE_VALUE;
    if (is_new || !shows_who(v, s, c->who))
        return false;
    switch (c->kind) {
    case CHANGE_STATE:
        return !has_entered(step, c->who);
    case CHANGE_VARIABLE:
        return trace_filter_shows_variable(v->filter, &s->machines.data[c->who],
                                           c->name);
    case CHANGE_QUEUE:
    case CHANGE_VALUE:
        return true;
    case CHANGE_STATUS: /* a line says it already */
        return false;
    }
    return true;
}

/* The machine of a change, unless it is the machine of the title. */
static void add_owner(const story *s, const story_step *step, uint32_t who,
                      const trace_view *v, strbuf *out)
{
    const story_machine *m = &s->machines.data[who];
    if (who == step->who)
        return;
    strbuf_puts(out, story_title(m));
    trace_text_colored(s, m->name, v->use_color, out);
    strbuf_puts(out, ": ");
}

void trace_text_step(sources *src, const story *s, size_t number, const trace_view *v,
                     strbuf *out)
{
    const story_step *step = &s->steps.data[number];
    strbuf room = {0};
    strbuf_printf(out, "%5zu  ", number);
    trace_text_colored(s, text_short(step->title, &room), v->use_color, out);
    strbuf_putc(out, '\n');
    add_lines(src, s, step, v, out);
    vec_each (change, &step->changes) {
        if (!shows_change(s, step, change, v))
            continue;
        strbuf_puts(out, "         ");
        add_owner(s, step, change->who, v, out);
        strbuf_printf(out, "%s\n", text_short(change->text, &room));
    }
    strbuf_free(&room);
}

/* ---- All of them ---- */

/* A step concerns the events of its message and of its lines; it is shown if one of
 * them is. */
static bool has_shown_event(const story *s, const story_step *step, const trace_view *v)
{
    bool has_any = step->message != STORY_NEVER;
    if (has_any && shows_event(v, s->messages.data[step->message].event))
        return true;
    vec_each (line, &step->lines) {
        if (line->event == NULL || !shows_who(v, s, line->who))
            continue;
        has_any = true;
        if (shows_event(v, line->event))
            return true;
    }
    return !has_any && trace_filter_shows_eventless(v->filter);
}

static bool shows_step(const result *r, size_t i, const trace_view *v)
{
    const story *s = &r->story;
    const story_step *step = &s->steps.data[i];
    if (i == 0 && step->lines.len == 0)
        return false; /* no monitor did anything before the first step */
    if (v->only_why && !step->is_why)
        return false;
    if (i + 1 == s->steps.len)
        return true; /* the last step is always shown */
    return shows_who(v, s, step->who) && has_shown_event(s, step, v);
}

void trace_text_failure(sources *src, const result *r, strbuf *out)
{
    const fault *f = &r->verdict.fault;
    strbuf_puts(out, "       ");
    text_failure(r, out);
    if (f->pos != SRC_NONE) {
        strbuf_puts(out, "  ");
        text_place(src, f->pos, out);
    }
    strbuf_putc(out, '\n');
}

static void add_hidden(size_t *count, strbuf *out)
{
    if (*count > 0)
        strbuf_printf(out, "       ... %zu step%s not shown\n", *count,
                      *count == 1 ? "" : "s");
    *count = 0;
}

/* A reader must know that the failure may depend on them. */
static void add_open_values(const story *s, strbuf *out)
{
    enum { MOST = 5 };
    strbuf room = {0};
    if (s->open_values.len == 0)
        return;
    strbuf_puts(out, "       the run has values of foreign functions left open:");
    for (size_t i = 0; i < s->open_values.len && i < MOST; i++) {
        const story_open_value *v = &s->open_values.data[i];
        strbuf_printf(out, "%s %s gives %s (step %zu)", i > 0 ? "," : "", v->function,
                      text_short(v->value, &room), v->step);
    }
    if (s->open_values.len > MOST)
        strbuf_printf(out, ", and %zu more", s->open_values.len - MOST);
    strbuf_putc(out, '\n');
    strbuf_free(&room);
}

const char *trace_text_end_title(const trace *t)
{
    return t->tail.steps > 0
               ? "       the following steps are drawn at random, so they are fair:\n"
               : "       the following steps repeat forever:\n";
}

void trace_text_end(const trace *t, strbuf *out)
{
    size_t shown = t->steps.len - t->tail.from;
    if (t->loop != TRACE_NO_LOOP) {
        strbuf_printf(out, "       the run repeats from step %zu\n", t->loop + 1);
    } else if (t->tail.steps > shown) {
        strbuf_puts(out, "       ... ");
        text_count(t->tail.steps - shown, out);
        strbuf_puts(out,
                    " more random steps, in which it stays hot; a larger --max-steps "
                    "tells whether it ever cools\n");
    }
}

static void add_shrunk(const result *r, strbuf *out)
{
    const trace *t = &r->verdict.trace;
    bool has_tail = t->tail.steps > 0;
    size_t now = has_tail ? t->tail.from : t->steps.len;
    if (r->shrunk_from > now)
        strbuf_printf(out, "       %s%zu steps, shrunk to %zu\n",
                      has_tail ? "the first " : "", r->shrunk_from, now);
}

static void add_lead(const result *r, const trace_view *v, strbuf *out)
{
    size_t count = 0;
    add_shrunk(r, out);
    for (size_t i = 1; i < r->story.steps.len; i++)
        count += r->story.steps.data[i].is_why;
    if (v->only_why)
        strbuf_printf(out,
                      "       why: the %zu of %zu steps that the failure depends on\n",
                      count, r->story.steps.len - 1);
    add_open_values(&r->story, out);
}

void trace_text(sources *src, const result *r, const trace_view *v, strbuf *out)
{
    const trace *t = &r->verdict.trace;
    size_t hidden = 0;
    const trace_view whole = {.use_color = v->use_color}; /* of the last step */
    add_lead(r, v, out);
    for (size_t i = 0; i < r->story.steps.len; i++) {
        if (trace_end_begins(t, i)) {
            add_hidden(&hidden, out);
            strbuf_puts(out, trace_text_end_title(t));
        }
        if (!shows_step(r, i, v)) {
            hidden += i > 0 && !v->only_why;
            continue;
        }
        add_hidden(&hidden, out);
        trace_text_step(src, &r->story, i, i + 1 < r->story.steps.len ? v : &whole,
                        out);
    }
    add_hidden(&hidden, out);
    trace_text_end(t, out);
    trace_text_failure(src, r, out);
    trace_end_text(r, v, out);
}
