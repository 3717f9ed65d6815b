#include "evidence/trace_cursor.h"

/* Limits for each transition, since a step that draws ten numbers has millions of
 * branches; no transition may hide the others. */
enum { MOST_BRANCHES = 100, MOST_TRIES = 500 };

/* ---- Beginning and end ---- */

static void check_end(trace_cursor *t)
{
    t->is_over = player_enabled(&t->p) == 0;
    if (!t->is_over)
        return;
    t->end.fault = system_end(t->c, &t->p.state);
    /* If the end is wrong, the remaining faults of the network cannot repair it. */
    t->is_over = t->p.enabled.len == 0 || t->end.fault.kind != FAULT_NONE;
}

/* The player has made M. */
static void advance(trace_cursor *t, play_answer answer, transition m)
{
    bool failed = answer == PLAY_FAILED;
    const replay_step step = {.number = t->path.steps.len,
                              .m = m,
                              .message = t->p.message,
                              .before = &t->p.state,
                              .after = failed ? NULL : &t->p.next,
                              .choices = t->p.result.choices,
                              .notes = &t->p.notes};
    if (t->see != NULL)
        t->see(t->context, t->c, &step);
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

static void begin(trace_cursor *t)
{
    t->end =
        (replay_result){.is_valid = true, .machine = MACHINE_NONE, .monitor = IR_NONE};
    t->is_over = false;
    t->c = core_new(t->ir, t->test, t->options);
    trace_init(&t->path);
    player_init(&t->p, t->c);
    play_answer answer = player_begin(&t->p);
    if (answer == PLAY_NONE)
        t->is_over = true; /* an assumption of a spec fails: there is no run at all */
    else
        advance(t, answer, (transition){0});
}

void trace_cursor_init(trace_cursor *t, const ir_program *ir, const ir_test *test,
                       const core_options *options, replay_observer *see, void *context)
{
    *t = (trace_cursor){
        .ir = ir, .test = test, .options = options, .see = see, .context = context};
    begin(t);
}

void trace_cursor_fini(trace_cursor *t)
{
    player_fini(&t->p);
    trace_fini(&t->path);
    core_free(t->c);
}

size_t trace_cursor_length(const trace_cursor *t)
{
    return t->path.steps.len;
}

/* ---- Steps ---- */

bool trace_cursor_step(trace_cursor *t, const trace_step *s, strbuf *why)
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
    if (answer == PLAY_NONE || !player_made_choices(&t->p)) {
        strbuf_puts(why, "the step has other choices");
        return false;
    }
    trace_add_step(&t->path, s);
    advance(t, answer, m);
    return true;
}

void trace_cursor_rewind(trace_cursor *t, size_t count)
{
    trace path = t->path;
    trace_init(&t->path);
    trace_cursor_fini(t);
    begin(t);
    strbuf why = {0};
    for (size_t i = 0; i < count && i < path.steps.len; i++) {
        bool ok = trace_cursor_step(t, &path.steps.data[i], &why);
        assert(ok);
        (void)ok;
    }
    strbuf_free(&why);
    trace_fini(&path);
}

/* ---- Branches ---- */

static bool is_enough(void *tries_left)
{
    return --*(uint32_t *)tries_left == 0;
}

/* Adds the branches of one transition; false: there may be more. */
static bool add_branches(trace_cursor *t, transition m, system_state *to,
                         trace_branch_list *out)
{
    uint32_t tries_left = MOST_TRIES;
    core *c = t->c;
    c->is_over = is_enough;
    c->is_over_context = &tries_left;
    transition_result r;
    uint32_t k = 0;
    for (; k < MOST_BRANCHES && system_step(c, &t->p.state, m, k, to, &r); k++) {
        trace_branch one = {m, r.choices};
        if (!r.is_pruned)
            vec_push(out, one);
    }
    bool is_cut = c->was_stopped ||
                  (k == MOST_BRANCHES && system_step(c, &t->p.state, m, k, to, &r));
    core_forget_limits(c);
    return !is_cut;
}

/* A core with a script makes one run; without one, it computes all outcomes. */
bool trace_cursor_branches(trace_cursor *t, trace_branch_list *out)
{
    if (t->is_over)
        return false;
    transition_list enabled = {0};
    system_state to = {0};
    script *playing = t->c->script;
    t->c->script = NULL;
    step_forget(t->c);
    system_enabled(t->c, &t->p.state, &enabled);
    bool is_cut = false;
    vec_each (m, &enabled)
        is_cut |= !add_branches(t, *m, &to, out);
    step_forget(t->c);
    t->c->script = playing;
    vec_free(&enabled);
    vec_free(&to);
    return is_cut;
}

trace_step trace_cursor_branch_step(const trace_cursor *t, const trace_branch *b,
                                    arena *memory)
{
    value_view list = list_get(t->c, b->choices);
    uint32_t *choices = ARENA_ARRAY(memory, uint32_t, list.count);
    for (uint32_t i = 0; i < list.count; i++)
        choices[i] = (uint32_t)value_to_int(&t->c->vals, list.items[i]);
    strbuf path = {0};
    naming_path(&t->c->vals.names, b->m.machine, &path);
    trace_step s = {.kind = b->m.kind,
                    .machine = arena_strndup(memory, strbuf_text(&path), path.len),
                    .index = b->m.index,
                    .choices = choices,
                    .choice_count = list.count};
    strbuf_free(&path);
    return s;
}

const note_list *trace_cursor_try(trace_cursor *t, const trace_branch *b,
                                  const trace_step *s)
{
    assert(!t->is_over);
    player_make(&t->p, b->m, s->choices, s->choice_count);
    return &t->p.notes;
}
