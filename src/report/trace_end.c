#include "report/trace_end.h"

#include "report/text.h"

#include <string.h>

static bool shows_who(const trace_view *v, const story *s, uint32_t who)
{
    return trace_filter_shows_machine(v->filter, &s->machines.data[who]);
}

/* What its last part is called. */
static const char *end_word(const trace *t)
{
    return t->tail.steps > 0 ? "tail" : "loop";
}

/* ---- Messages ---- */

static bool shows_message(const story *s, const story_message *m, const trace_view *v)
{
    return trace_filter_shows_event(v->filter, m->event) &&
           (shows_who(v, s, m->from) || shows_who(v, s, m->to));
}

/* In a loop, what was sent in this round arrives in the next; in a tail, later. */
static bool is_in_flight(const result *r, const story_message *m, const trace_view *v)
{
    size_t before = trace_before_end(&r->verdict.trace);
    return m->fate == FATE_PENDING && shows_message(&r->story, m, v) &&
           (before == TRACE_NO_LOOP || m->sent <= before) &&
           (!v->only_why || r->story.steps.data[m->sent].is_why);
}

static bool is_dropped(const story *s, const story_message *m, const trace_view *v)
{
    bool is = m->fate == FATE_IGNORED || m->fate == FATE_VOID || m->fate == FATE_LOST;
    return is && m->handled != STORY_NEVER && shows_message(s, m, v);
}

/* The text of M after its label. */
static void add_message(const story *s, const story_message *m, const trace_view *v,
                        strbuf *out)
{
    strbuf text = {0};
    strbuf room = {0};
    story_show_message(s, m, &text);
    trace_text_colored(s, text_short(strbuf_text(&text), &room), v->use_color, out);
    strbuf_free(&text);
    strbuf_free(&room);
}

static void add_rest(size_t count, size_t most, const char *indent, strbuf *out)
{
    if (count > most)
        strbuf_printf(out, "%s... and %zu more\n", indent, count - most);
}

/* Messages in transit at the failure often explain it. */
static void add_in_flight(const result *r, const trace_view *v, strbuf *out)
{
    const story *s = &r->story;
    const char *what = r->ir != NULL ? "still in flight" : "never received";
    enum { MOST = 5 };
    size_t count = 0;
    vec_each (m, &s->messages) {
        if (!is_in_flight(r, m, v) || count++ >= MOST)
            continue;
        strbuf_printf(out, "       %s: ", what);
        add_message(s, m, v, out);
        strbuf_putc(out, '\n');
    }
    add_rest(count, MOST, "       ", out);
}

/* In a loop, what arrived in this round may be handled in the next; in a tail, later.
 */
static bool is_unhandled(const result *r, const story_message *m, const trace_view *v)
{
    size_t before = trace_before_end(&r->verdict.trace);
    return m->fate == FATE_QUEUED && shows_message(&r->story, m, v) &&
           (before == TRACE_NO_LOOP || m->arrived <= before);
}

/* Messages that a machine defers, or has no time for, until nothing happens any more.
 */
static void add_unhandled(const result *r, const trace_view *v, strbuf *out)
{
    enum { MOST = 5 };
    size_t count = 0;
    vec_each (m, &r->story.messages) {
        if (!is_unhandled(r, m, v) || count++ >= MOST)
            continue;
        strbuf_puts(out, "       never handled: ");
        add_message(&r->story, m, v, out);
        strbuf_printf(out, ", in the queue since step %zu\n", m->arrived);
    }
    add_rest(count, MOST, "       ", out);
}

static void add_dropped(const story *s, const trace_view *v, strbuf *out)
{
    enum { MOST = 8 };
    size_t count = 0;
    vec_each (m, &s->messages) {
        if (!is_dropped(s, m, v) || count++ >= MOST)
            continue;
        strbuf_printf(out, "       %s in step %zu: ",
                      m->fate == FATE_LOST ? "lost" : "dropped", m->handled);
        add_message(s, m, v, out);
        strbuf_puts(out, m->fate == FATE_VOID      ? ", because its target had halted\n"
                         : m->fate == FATE_IGNORED ? ", which its target ignores\n"
                                                   : "\n");
    }
    add_rest(count, MOST, "       ", out);
}

/* ---- What the spec waits for ---- */

/* The last step since the spec is hot in which it observed EVENT, or STORY_NEVER. */
static size_t last_seen(const story *s, const char *event)
{
    for (size_t i = s->steps.len; i-- > s->machines.data[s->hot].hot_since + 1;)
        vec_each (line, &s->steps.data[i].lines)
            if (line->who == s->hot && line->event != NULL &&
                strcmp(line->kind, "handle") == 0 && strcmp(line->event, event) == 0)
                return i;
    return STORY_NEVER;
}

/* ... and waits for eA, eB (last seen in step 7) or eC */
static void add_events(const story *s, strbuf *out)
{
    for (size_t i = 0; i < s->awaited.len; i++) {
        size_t seen = last_seen(s, s->awaited.data[i]);
        strbuf_puts(out, i == 0                    ? ", and waits for "
                         : i + 1 == s->awaited.len ? " or "
                                                   : ", ");
        strbuf_puts(out, s->awaited.data[i]);
        if (seen != STORY_NEVER)
            strbuf_printf(out, " (last seen in step %zu)", seen);
    }
}

static void add_awaited(const result *r, strbuf *out)
{
    const story *s = &r->story;
    if (s->hot == STORY_NOBODY)
        return;
    const story_machine *spec = &s->machines.data[s->hot];
    strbuf_printf(out, "       %s ", spec->name);
    if (s->is_moving)
        strbuf_printf(out, "changes its state in the %s, but is never cold",
                      end_word(&r->verdict.trace));
    else if (spec->hot_since > 0)
        strbuf_printf(out, "has been hot since step %zu", spec->hot_since);
    else
        strbuf_puts(out, "has been hot from the beginning");
    add_events(s, out);
    if (s->awaited.len == 0 && !s->is_moving)
        strbuf_puts(out, ", and no event leads out of its state");
    strbuf_putc(out, '\n');
}

/* ---- What each machine did last ---- */

/* What a step says of WHO, whose name need not be repeated. */
static const char *without_name(const story_machine *m, const char *text)
{
    size_t len = strlen(m->name);
    return strncmp(text, m->name, len) == 0 && text[len] == ' ' && text[len + 1] != '-'
               ? text + len + 1
               : text;
}

static bool is_deed(const story_line *line, uint32_t who)
{
    static const char *const kinds[] = {"send", "new",  "announce",
                                        "keep", "wait", "ignore"};
    for (size_t i = 0; line->who == who && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(line->kind, kinds[i]) == 0)
            return true;
    return false;
}

/* The last thing that WHO did in the step, after its title. */
static void add_deed(const story *s, const story_step *step, uint32_t who, strbuf *out)
{
    size_t first = STORY_NEVER;
    size_t after = 0;
    for (size_t i = 0, end; i < step->lines.len; i = end) {
        end = story_broadcast_end(s, step, i);
        if (!is_deed(&step->lines.data[i], who))
            continue;
        first = i;
        after = end;
    }
    if (first == STORY_NEVER)
        return;
    strbuf text = {0};
    story_show_broadcast(s, step, first, after, &text);
    strbuf_printf(out, "; %s",
                  without_name(&s->machines.data[who], strbuf_text(&text)));
    strbuf_free(&text);
}

static void add_machine(const story *s, uint32_t who, const trace_view *v, strbuf *out)
{
    const story_machine *m = &s->machines.data[who];
    size_t number = m->has_halted ? m->ended : m->touched;
    strbuf text = {0};
    strbuf room = {0};
    strbuf_puts(&text, m->name);
    if (m->has_halted)
        strbuf_puts(&text, ", halted");
    else if (m->state != NULL)
        strbuf_printf(&text, " in state %s", m->state);
    if (number == STORY_NEVER) {
        strbuf_puts(&text, ": nothing");
    } else {
        const story_step *step = &s->steps.data[number];
        strbuf_printf(&text, ": step %zu, %s", number, without_name(m, step->title));
        add_deed(s, step, who, &text);
    }
    strbuf_puts(out, "         ");
    trace_text_colored(s, text_short(strbuf_text(&text), &room), v->use_color, out);
    strbuf_putc(out, '\n');
    strbuf_free(&text);
    strbuf_free(&room);
}

/* In a loop or a tail, only those that take no part in it have a last step. */
static bool has_stopped(const result *r, uint32_t who)
{
    const story_machine *m = &r->story.machines.data[who];
    size_t before = trace_before_end(&r->verdict.trace);
    return m->path != NULL && (before == TRACE_NO_LOOP || m->touched == STORY_NEVER ||
                               m->touched <= before);
}

static void add_machines_title(const trace *t, strbuf *out)
{
    if (trace_before_end(t) == TRACE_NO_LOOP)
        strbuf_puts(out, "       what each machine did last:\n");
    else
        strbuf_printf(out, "       what the machines outside the %s did last:\n",
                      end_word(t));
}

static void add_machines(const result *r, const trace_view *v, strbuf *out)
{
    enum { MOST = 20 };
    const story *s = &r->story;
    size_t count = 0;
    for (uint32_t i = 0; i < s->machines.len; i++) {
        if (!has_stopped(r, i) || !shows_who(v, s, i))
            continue;
        if (count == 0)
            add_machines_title(&r->verdict.trace, out);
        if (count++ < MOST)
            add_machine(s, i, v, out);
    }
    add_rest(count, MOST, "         ", out);
}

void trace_end_text(const result *r, const trace_view *v, strbuf *out)
{
    add_awaited(r, out);
    add_in_flight(r, v, out);
    if (r->story.ends_early)
        add_unhandled(r, v, out);
    if (!v->only_why || !r->story.ends_early)
        return;
    add_dropped(&r->story, v, out);
    add_machines(r, v, out);
}
