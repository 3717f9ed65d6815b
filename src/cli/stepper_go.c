#include "cli/stepper_inside.h"

#include "base/hash.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Along the trace ---- */

/* The step that the given trace has next, or NULL. */
static const trace_step *planned(const stepper *s)
{
    size_t at = tour_length(&s->t);
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
    bool ok = tour_step(&s->t, step, &why);
    if (!ok)
        stepper_complain(s, strbuf_text(&why));
    strbuf_free(&why);
    return ok;
}

/* Any of the steps that are possible, the same in every session. */
static bool draw(stepper *s)
{
    alternatives all;
    tour_alternatives(&s->t, &all);
    bool ok = all.list.len > 0 &&
              go(s, &all.list.data[hash_random(&s->random) % all.list.len].step);
    alternatives_fini(&all);
    return ok;
}

/* The next step of the trace; where there is none to follow, one by chance. */
static bool go_on(stepper *s)
{
    const trace_step *step = planned(s);
    if (step != NULL)
        return go(s, step);
    if (!s->t.is_over && (s->in->trace == NULL || s->has_left))
        return draw(s);
    stepper_complain(
        s, s->t.is_over ? "the run is over; 'back' goes back"
                        : "the trace ends here; 'list' shows what could happen next");
    return false;
}

/* An empty text is 1. */
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
    tour_rewind(&s->t, number);
    /* Who goes back far enough is on the trace again. */
    const trace *t = s->in->trace;
    s->has_left = false;
    for (size_t i = 0; t != NULL && i < number && !s->has_left; i++)
        s->has_left = i >= t->steps.len ||
                      !same_step(&t->steps.data[i], &s->t.path.steps.data[i]);
}

void stepper_back(stepper *s, const char *text)
{
    size_t count;
    if (!get_count(s, text, &count))
        return;
    size_t at = tour_length(&s->t);
    if (at == 0) {
        stepper_complain(s, "this is the beginning");
        return;
    }
    go_back_to(s, count < at ? at - count : 0);
    stepper_show_step(s);
    stepper_offer(s);
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
    if (number < tour_length(&s->t))
        go_back_to(s, number);
    while (tour_length(&s->t) < number && go_on(s))
        ;
    stepper_show_step(s);
}

static bool is_at_end(const stepper *s)
{
    bool has_trace = s->in->trace != NULL && !s->has_left;
    return s->t.is_over || (has_trace && planned(s) == NULL);
}

/* Goes on to a step that one of STOPS is about. */
static void go_until(stepper *s, const break_list *stops)
{
    enum { MOST = 1000 }; /* a run by chance may have no end */
    size_t start = tour_length(&s->t);
    while (!is_at_end(s) && tour_length(&s->t) < start + MOST && go_on(s)) {
        const char *name = breaks_hit(stops, &s->t.story, tour_length(&s->t));
        if (name == NULL)
            continue;
        printf("       stops for %s\n", name);
        break;
    }
    if (tour_length(&s->t) == start)
        go_on(s); /* says why not */
    else
        stepper_show_step(s);
}

void stepper_go_on(stepper *s, const char *text)
{
    (void)text;
    go_until(s, &s->breaks);
}

void stepper_until(stepper *s, const char *text)
{
    strbuf why = {0};
    break_list one = {0};
    if (breaks_add(&one, s->in->m->ir, text, &why))
        go_until(s, &one);
    else
        stepper_complain(s, strbuf_text(&why));
    breaks_fini(&one);
    strbuf_free(&why);
}

void stepper_break(stepper *s, const char *text)
{
    strbuf why = {0};
    if (*text == '\0') {
        for (size_t i = 0; i < s->breaks.len; i++)
            printf("%5zu  %s\n", i + 1, s->breaks.data[i]);
        if (s->breaks.len == 0)
            printf("no breakpoints; 'break NAME' sets one\n");
    } else if (!breaks_add(&s->breaks, s->in->m->ir, text, &why)) {
        stepper_complain(s, strbuf_text(&why));
    }
    strbuf_free(&why);
}

void stepper_delete(stepper *s, const char *text)
{
    size_t number = 0;
    if (*text == '\0')
        breaks_fini(&s->breaks);
    else if (!get_count(s, text, &number))
        return;
    else if (number == 0 || number > s->breaks.len)
        stepper_complain(s, "there is no such breakpoint");
    else
        breaks_remove(&s->breaks, number - 1);
}

void stepper_list(stepper *s, const char *text)
{
    (void)text;
    alternatives all;
    tour_alternatives(&s->t, &all);
    const trace_step *next = planned(s);
    for (size_t i = 0; i < all.list.len; i++) {
        const alternative *a = &all.list.data[i];
        strbuf b = {0};
        bool is_next = next != NULL && same_step(next, &a->step);
        strbuf_printf(&b, "%5zu%s ", i + 1, is_next ? "*" : " ");
        trace_text_colored(&s->t.story, a->title, s->in->view->trace.use_color, &b);
        if (a->choices[0] != '\0')
            strbuf_printf(&b, ": %s", a->choices);
        strbuf_putc(&b, '\n');
        stepper_put(&b);
    }
    if (all.is_cut)
        printf("       ... and more; 'do N CHOICE...' sets the choices of step N\n");
    if (all.list.len == 0)
        printf("       no step is enabled\n");
    alternatives_fini(&all);
}

void stepper_offer(stepper *s)
{
    if (planned(s) == NULL && !s->t.is_over)
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

static void do_alternative(stepper *s, alternatives *all, size_t number,
                           const char *choices)
{
    if (number == 0 || number > all->list.len) {
        stepper_complain(s, "'list' shows what can happen next, 'do N' takes step N");
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
    alternatives all;
    tour_alternatives(&s->t, &all);
    if (s->t.is_over)
        stepper_complain(s, "the run is over; 'back' goes back");
    else if (!isdigit((unsigned char)*text) ||
             (*end != '\0' && !isspace((unsigned char)*end)))
        stepper_complain(s, "'list' shows what can happen next, 'do N' takes step N");
    else
        do_alternative(s, &all, number, end + strspn(end, " \t"));
    alternatives_fini(&all);
}
