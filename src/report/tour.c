#include "report/tour.h"

#include "report/describe.h"

#include <string.h>

/* Of one move, for a step that draws ten numbers has millions of ways; and no move is
 * to hide the others. */
enum { MOST_WAYS = 100, MOST_TRIES = 500 };

/* ---- Beginning and end ---- */

static void check_end(tour *t)
{
    t->is_over = player_enabled(&t->p) == 0;
    if (!t->is_over)
        return;
    t->end.fault = system_end(t->c, &t->p.state);
    /* A fault may still happen to what is left, but it changes nothing for the better.
     */
    t->is_over = t->p.moves.len == 0 || t->end.fault.kind != FAULT_NONE;
}

/* What the player has just done becomes part of the story. */
static void tell(tour *t, play_answer answer, transition m)
{
    bool failed = answer == PLAY_FAILED;
    const replay_step step = {.number = t->story.steps.len,
                              .m = m,
                              .message = t->p.message,
                              .before = &t->p.state,
                              .after = failed ? NULL : &t->p.next,
                              .choices = t->p.result.choices,
                              .notes = &t->p.notes};
    story_tell(&t->story, t->c, &step);
    if (failed) {
        t->end.fault = player_fault(&t->p);
        t->end.machine = t->p.result.runner;
        t->end.monitor = t->p.result.monitor;
        t->is_over = true;
        return;
    }
    player_go(&t->p);
    check_end(t);
}

static void begin(tour *t)
{
    t->end =
        (replay_result){.is_valid = true, .machine = MACHINE_NONE, .monitor = IR_NONE};
    t->is_over = false;
    t->c = core_new(t->ir, t->test, t->options);
    story_init(&t->story);
    trace_init(&t->path);
    for (size_t i = 0; i < t->watched_count; i++)
        story_watch(&t->story, t->c, t->watched[i]);
    player_init(&t->p, t->c);
    play_answer answer = player_begin(&t->p);
    if (answer == PLAY_NONE)
        t->is_over = true; /* a spec assumes what is not so: there is no run at all */
    else
        tell(t, answer, (transition){0});
}

static void end(tour *t)
{
    player_fini(&t->p);
    story_fini(&t->story);
    trace_fini(&t->path);
    core_free(t->c);
}

void tour_init(tour *t, const ir_program *ir, const ir_test *test,
               const core_options *options, const ir_expression *const *watched,
               size_t watched_count)
{
    *t = (tour){.ir = ir,
                .test = test,
                .options = options,
                .watched = watched,
                .watched_count = watched_count};
    begin(t);
}

void tour_fini(tour *t)
{
    end(t);
}

size_t tour_length(const tour *t)
{
    return t->path.steps.len;
}

/* ---- Steps ---- */

bool tour_step(tour *t, const trace_step *s, strbuf *why)
{
    if (t->is_over) {
        strbuf_puts(why, "the run is over");
        return false;
    }
    transition m = {s->kind, replay_find_machine(t->c, &t->p.state, s->machine),
                    s->index};
    if (m.machine == MACHINE_NONE || !player_can(&t->p, m)) {
        strbuf_puts(why, "that step is not enabled here");
        return false;
    }
    play_answer answer = player_make(&t->p, m, s->choices, s->choice_count);
    if (answer == PLAY_NONE || !player_chose_as_told(&t->p)) {
        strbuf_puts(why, "the step has other choices");
        return false;
    }
    trace_add_step(&t->path, s);
    tell(t, answer, m);
    return true;
}

void tour_rewind(tour *t, size_t count)
{
    trace path = t->path;
    trace_init(&t->path);
    end(t);
    begin(t);
    strbuf why = {0};
    for (size_t i = 0; i < count && i < path.steps.len; i++) {
        bool ok = tour_step(t, &path.steps.data[i], &why);
        assert(ok);
        (void)ok;
    }
    strbuf_free(&why);
    trace_fini(&path);
}

/* ---- Ways to go on ---- */

void alternatives_fini(alternatives *a)
{
    vec_free(&a->list);
    arena_fini(&a->memory);
}

typedef struct way {
    transition m;
    value choices;
} way;

typedef VEC(way) way_list;

static bool is_enough(void *tries_left)
{
    return --*(uint32_t *)tries_left == 0;
}

/* Adds the ways of one move; false: there may be more. */
static bool find_ways_of(tour *t, transition m, system_state *to, way_list *out)
{
    uint32_t tries_left = MOST_TRIES;
    core *c = t->c;
    c->is_over = is_enough;
    c->is_over_context = &tries_left;
    transition_result r;
    uint32_t k = 0;
    for (; k < MOST_WAYS && system_step(c, &t->p.state, m, k, to, &r); k++) {
        way one = {m, r.choices};
        if (!r.is_pruned)
            vec_push(out, one);
    }
    bool is_cut =
        c->was_stopped || (k == MOST_WAYS && system_step(c, &t->p.state, m, k, to, &r));
    core_forget_limits(c);
    return !is_cut;
}

/* All ways of all moves; true: there are more.  For this the core must try them all: it
 * plays no more. */
static bool find_ways(tour *t, way_list *out)
{
    transition_list moves = {0};
    system_state to = {0};
    script *playing = t->c->script;
    t->c->script = NULL;
    step_forget(t->c);
    system_enabled(t->c, &t->p.state, &moves);
    bool is_cut = false;
    vec_each (m, &moves)
        is_cut |= !find_ways_of(t, *m, &to, out);
    step_forget(t->c);
    t->c->script = playing;
    vec_free(&moves);
    vec_free(&to);
    return is_cut;
}

static const char *keep(arena *memory, strbuf *b)
{
    const char *text = arena_strndup(memory, strbuf_text(b), b->len);
    strbuf_free(b);
    return text;
}

/* Only by making the step it is known what its choices are about. */
static const char *choices_text(tour *t, const alternative *a, transition m,
                                arena *memory)
{
    strbuf b = {0};
    if (a->step.choice_count > 0)
        player_make(&t->p, m, a->step.choices, a->step.choice_count);
    for (size_t i = 0; a->step.choice_count > 0 && i < t->p.notes.len; i++) {
        if (t->p.notes.data[i].kind != NOTE_CHOICE)
            continue;
        strbuf_puts(&b, b.len > 0 ? ", " : "");
        describe_note(t->c, &t->p.notes.data[i], &b);
    }
    return keep(memory, &b);
}

static alternative make_alternative(tour *t, const way *w, arena *memory)
{
    value_view list = list_get(t->c, w->choices);
    uint32_t *choices = ARENA_ARRAY(memory, uint32_t, list.count);
    for (uint32_t i = 0; i < list.count; i++)
        choices[i] = (uint32_t)value_to_int(&t->c->vals, list.items[i]);
    strbuf path = {0};
    strbuf title = {0};
    naming_path(&t->c->vals.names, w->m.machine, &path);
    replay_step step = {.number = 1,
                        .m = w->m,
                        .message = system_message(t->c, &t->p.state, w->m),
                        .before = &t->p.state};
    describe_title(t->c, &step, &title);
    alternative a = {.step = {.kind = w->m.kind,
                              .machine = keep(memory, &path),
                              .index = w->m.index,
                              .choices = choices,
                              .choice_count = list.count},
                     .title = keep(memory, &title)};
    a.choices = choices_text(t, &a, w->m, memory);
    return a;
}

void tour_alternatives(tour *t, alternatives *out)
{
    *out = (alternatives){0};
    arena_init(&out->memory);
    if (t->is_over)
        return;
    way_list ways = {0};
    out->is_cut = find_ways(t, &ways);
    vec_each (w, &ways)
        vec_push(&out->list, make_alternative(t, w, &out->memory));
    vec_free(&ways);
}
