/* Commands of the stepper that go forward and back, and the breakpoints.
 *
 * The stepper follows the given trace until the user takes another step; from then on
 * (`has_left`), and without a trace, `next` makes random steps.  Their seed is fixed,
 * so a script gives the same output each time.  `back` compares the remaining steps
 * with the trace: after going back far enough, the run is on the trace again.
 */
#include "cli/stepper_private.h"

#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Along the trace ---- */

/* The next step of the given trace, or NULL. */
static const trace_step *planned(const stepper *s)
{
    size_t at = trace_cursor_length(&s->run.at);
    if (s->in->trace == NULL || s->has_left || at >= s->in->trace->steps.len)
        return NULL;
    return &s->in->trace->steps.data[at];
}

static bool same_step(const trace_step *a, const trace_step *b)
{
    return a->kind == b->kind && strcmp(a->machine, b->machine) == 0 &&
           a->index == b->index && a->choice_count == b->choice_count &&
           (a->choice_count == 0 ||
            memcmp(a->choices, b->choices, a->choice_count * sizeof *a->choices) == 0);
}

static bool go(stepper *s, const trace_step *step)
{
    strbuf why = {0};
    bool ok = trace_cursor_step(&s->run.at, step, &why);
    if (!ok)
        stepper_complain(s, strbuf_text(&why));
    strbuf_free(&why);
    return ok;
}

/* Makes a random step; the same one in every session. */
static bool draw(stepper *s)
{
    story_alternatives all;
    story_alternatives_init(&all, &s->run);
    bool ok = all.list.len > 0 &&
              go(s, &all.list.data[hash_random(&s->random) % all.list.len].step);
    story_alternatives_fini(&all);
    return ok;
}

static void complain_of_loop(stepper *s, size_t loop)
{
    strbuf why = {0};
    strbuf_printf(&why,
                  "the loop ends here; 'goto %zu' goes back to where it begins, 'list' "
                  "shows what else could happen",
                  loop);
    stepper_complain(s, strbuf_text(&why));
    strbuf_free(&why);
}

/* Makes the next step of the trace, or a random one if there is no trace to follow. */
static bool go_on(stepper *s)
{
    const trace_step *step = planned(s);
    if (step != NULL)
        return go(s, step);
    if (!s->run.at.is_over && (s->in->trace == NULL || s->has_left))
        return draw(s);
    const trace *ended = stepper_ended(s);
    if (ended != NULL && ended->loop != TRACE_NO_LOOP)
        complain_of_loop(s, ended->loop);
    else
        stepper_complain(
            s, s->run.at.is_over
                   ? "the run is over; 'back' goes back"
                   : "the trace ends here; 'list' shows what could happen next");
    return false;
}

/* Reads a number; an empty text is 1. */
static bool get_count(stepper *s, const char *text, size_t *count)
{
    char *end;
    errno = 0;
    unsigned long n = *text == '\0' ? 1 : strtoul(text, &end, 10);
    if (*text != '\0' &&
        (*end != '\0' || errno != 0 || !isdigit((unsigned char)*text))) {
        stepper_complain(s, "expected a number");
        return false;
    }
    *count = n;
    return true;
}

void stepper_next(stepper *s, const char *text)
{
    size_t count;
    if (!get_count(s, text, &count))
        return;
    for (size_t i = 0; i < count && go_on(s); i++)
        stepper_show_step(s);
}

static void go_back_to(stepper *s, size_t number)
{
    trace_cursor_rewind(&s->run.at, number);
    /* After going back far enough, the run is on the trace again. */
    const trace *t = s->in->trace;
    s->has_left = false;
    for (size_t i = 0; t != NULL && i < number && !s->has_left; i++)
        s->has_left = i >= t->steps.len ||
                      !same_step(&t->steps.data[i], &s->run.at.path.steps.data[i]);
}

void stepper_back(stepper *s, const char *text)
{
    size_t count;
    if (!get_count(s, text, &count))
        return;
    size_t at = trace_cursor_length(&s->run.at);
    if (at == 0) {
        stepper_complain(s, "this is the beginning");
        return;
    }
    go_back_to(s, count < at ? at - count : 0);
    stepper_show_step(s);
    stepper_offer(s);
}

static bool is_at_end(const stepper *s)
{
    bool has_trace = s->in->trace != NULL && !s->has_left;
    return s->run.at.is_over || (has_trace && planned(s) == NULL);
}

static void complain_of_end(stepper *s)
{
    size_t len = trace_cursor_length(&s->run.at);
    strbuf why = {0};
    strbuf_printf(&why, "the run has %zu step%s; went to the last", len,
                  len == 1 ? "" : "s");
    stepper_complain(s, strbuf_text(&why));
    strbuf_free(&why);
}

void stepper_goto(stepper *s, const char *text)
{
    size_t number;
    if (*text == '\0') {
        stepper_complain(s, "goto needs the number of a step");
        return;
    }
    if (!get_count(s, text, &number))
        return;
    if (number < trace_cursor_length(&s->run.at))
        go_back_to(s, number);
    while (trace_cursor_length(&s->run.at) < number && !is_at_end(s) && go_on(s))
        ;
    if (trace_cursor_length(&s->run.at) < number && is_at_end(s))
        complain_of_end(s);
    stepper_show_step(s);
}

/* Continues to a step that concerns one of STOPS. */
static void go_until(stepper *s, const breakpoint_list *stops)
{
    enum { MOST = 1000 }; /* a random run may have no end */
    size_t start = trace_cursor_length(&s->run.at);
    while (!is_at_end(s) && trace_cursor_length(&s->run.at) < start + MOST &&
           go_on(s)) {
        const char *name =
            breakpoints_hit(stops, &s->run.story, trace_cursor_length(&s->run.at));
        if (name == NULL)
            continue;
        printf("       stops for %s\n", name);
        break;
    }
    if (trace_cursor_length(&s->run.at) == start)
        go_on(s); /* prints why there is no step */
    else
        stepper_show_step(s);
}

void stepper_go_on(stepper *s, const char *text)
{
    (void)text;
    go_until(s, &s->breakpoints);
}

void stepper_until(stepper *s, const char *text)
{
    strbuf why = {0};
    breakpoint_list one = {0};
    if (breakpoints_add(&one, s->in->m->ir, text, &why))
        go_until(s, &one);
    else
        stepper_complain(s, strbuf_text(&why));
    breakpoints_fini(&one);
    strbuf_free(&why);
}

void stepper_break(stepper *s, const char *text)
{
    strbuf why = {0};
    if (*text == '\0') {
        for (size_t i = 0; i < s->breakpoints.len; i++)
            printf("%5zu  %s\n", i + 1, s->breakpoints.data[i]);
        if (s->breakpoints.len == 0)
            printf("no breakpoints; 'break NAME' sets one\n");
    } else if (!breakpoints_add(&s->breakpoints, s->in->m->ir, text, &why)) {
        stepper_complain(s, strbuf_text(&why));
    }
    strbuf_free(&why);
}

void stepper_delete(stepper *s, const char *text)
{
    size_t number = 0;
    if (*text == '\0')
        breakpoints_fini(&s->breakpoints);
    else if (!get_count(s, text, &number))
        return;
    else if (number == 0 || number > s->breakpoints.len)
        stepper_complain(s, "there is no such breakpoint");
    else
        breakpoints_remove(&s->breakpoints, number - 1);
}

void stepper_list(stepper *s, const char *text)
{
    (void)text;
    story_alternatives all;
    story_alternatives_init(&all, &s->run);
    const trace_step *next = planned(s);
    for (size_t i = 0; i < all.list.len; i++) {
        const story_alternative *a = &all.list.data[i];
        strbuf b = {0};
        bool is_next = next != NULL && same_step(next, &a->step);
        strbuf_printf(&b, "%5zu%s ", i + 1, is_next ? "*" : " ");
        trace_text_colored(&s->run.story, a->title, s->in->view->trace.use_color, &b);
        if (a->choices[0] != '\0')
            strbuf_printf(&b, ": %s", a->choices);
        strbuf_putc(&b, '\n');
        stepper_put(&b);
    }
    if (all.is_cut)
        printf("       ... and more; 'do N CHOICE...' sets the choices of step N\n");
    if (all.list.len == 0)
        printf("       no step is enabled\n");
    story_alternatives_fini(&all);
}

void stepper_offer(stepper *s)
{
    if (planned(s) == NULL && !s->run.at.is_over)
        stepper_list(s, "");
}

/* The choices that follow a number. */
static bool read_choices(const char *text, trace_step *step, arena *memory)
{
    VEC(uint32_t) choices = {0};
    bool ok = true;
    while (ok && *text != '\0') {
        char *end;
        unsigned long n = strtoul(text, &end, 10);
        ok = isdigit((unsigned char)*text) && n <= UINT32_MAX && n <= UINT32_MAX &&
             (*end == '\0' || isspace((unsigned char)*end));
        vec_push(&choices, (uint32_t)n);
        text = end + strspn(end, " \t");
    }
    step->choices =
        arena_copy(memory, choices.data, choices.len * sizeof *choices.data);
    step->choice_count = (uint32_t)choices.len;
    vec_free(&choices);
    return ok;
}

static void do_alternative(stepper *s, story_alternatives *all, size_t number,
                           const char *choices)
{
    if (number == 0 || number > all->list.len) {
        strbuf why = {0};
        strbuf_printf(&why, "there is no step %zu; 'list' shows what can happen next",
                      number);
        stepper_complain(s, strbuf_text(&why));
        strbuf_free(&why);
        return;
    }
    trace_step step = all->list.data[number - 1].step;
    if (*choices != '\0' && !read_choices(choices, &step, &all->memory)) {
        stepper_complain(s, "choices are numbers, starting at 0");
        return;
    }
    const trace_step *next = planned(s);
    bool stays = next != NULL && same_step(next, &step);
    if (go(s, &step)) {
        s->has_left |= s->in->trace != NULL && !stays;
        stepper_show_step(s);
        stepper_offer(s);
    }
}

void stepper_do(stepper *s, const char *text)
{
    char *end;
    size_t number = strtoul(text, &end, 10);
    story_alternatives all;
    story_alternatives_init(&all, &s->run);
    if (s->run.at.is_over)
        stepper_complain(s, "the run is over; 'back' goes back");
    else if (!isdigit((unsigned char)*text) ||
             (*end != '\0' && !isspace((unsigned char)*end)))
        stepper_complain(s, "'list' shows what can happen next, 'do N' takes step N");
    else
        do_alternative(s, &all, number, end + strspn(end, " \t"));
    story_alternatives_fini(&all);
}
