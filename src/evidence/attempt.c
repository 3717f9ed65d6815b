/* One attempt: a run by a plan.
 *
 *     for each step of the plan:  start new machines, find the transition, make it
 *     then, if the goal is a wrong end:  make any transitions until there is none
 *           if the goal is a hot tail:   draw its transitions
 *
 * A plan that begins with steps of the last successful attempt (`known`) starts in the
 * state after them: a step of a run that is made in the same state is the same step, so
 * the attempt would come to that state anyway.
 *
 * Why `made` reproduces the failure: it lists the transitions as the core made them,
 * with all their choices, and is taken only after the core has failed as wanted. */
#include "evidence/attempt.h"

#include "base/clock.h"
#include "core/component.h"
#include "evidence/replay.h"
#include "evidence/tail.h"

#include <string.h>

void attempt_init(attempt *a, core *c)
{
    *a = (attempt){.c = c, .max_len = SIZE_MAX, .deadline = UINT64_MAX};
    player_init(&a->p, c);
}

void attempt_fini(attempt *a)
{
    player_fini(&a->p);
    vec_free(&a->goal.loop_state);
    hot_tail_free(&a->tail);
    vec_free(&a->made);
    vec_free(&a->rows.columns);
    vec_free(&a->rows.starts);
    vec_free(&a->known);
    vec_free(&a->known_rows.columns);
    vec_free(&a->known_rows.starts);
    vec_free(&a->states);
    vec_free(&a->used);
}

void attempt_copy_plan(const attempt_plan *from, attempt_plan *to)
{
    vec_clear(to);
    vec_each (one, from)
        vec_push(to, *one);
}

/* ---- States of the last successful attempt ---- */

static void clear_rows(attempt_rows *r)
{
    vec_clear(&r->columns);
    vec_clear(&r->starts);
}

/* A very long run is remembered in part. */
static void add_row(attempt_rows *r, const value *columns, size_t count)
{
    enum { MOST_COLUMNS = 1 << 24 };
    if (r->columns.len >= MOST_COLUMNS)
        return;
    vec_push(&r->starts, r->columns.len);
    for (size_t i = 0; i < count; i++)
        vec_push(&r->columns, columns[i]);
}

static size_t row_end(const attempt_rows *r, size_t i)
{
    return i + 1 < r->starts.len ? r->starts.data[i + 1] : r->columns.len;
}

/* Keeps the attempt that has just succeeded. */
static void remember(attempt *a)
{
    assert(a->rows.starts.len <= a->made.len);
    attempt_copy_plan(&a->made, &a->known);
    attempt_rows was = a->known_rows;
    a->known_rows = a->rows;
    a->rows = was;
}

static bool is_same_step(const plan_step *x, const plan_step *y)
{
    return transition_is_same(x->m, y->m) && x->message == y->message &&
           x->choices == y->choices && x->subject == y->subject;
}

/* How many steps at the beginning of WHAT need not be made again: there must be a state
 * after them. */
static size_t count_known(const attempt *a, const attempt_plan *what)
{
    size_t n = 0;
    size_t states = a->known_rows.starts.len;
    while (n < what->len && n < a->known.len && n + 1 < states && !a->wants_states &&
           is_same_step(&what->data[n], &a->known.data[n]))
        n++;
    return n;
}

/* Goes to the state after the first N steps of the known attempt. */
static void start_after(attempt *a, size_t n)
{
    const attempt_rows *k = &a->known_rows;
    for (size_t i = 0; i < n; i++) {
        vec_push(&a->made, a->known.data[i]);
        add_row(&a->rows, k->columns.data + k->starts.data[i],
                row_end(k, i) - k->starts.data[i]);
    }
    vec_clear(&a->p.state);
    for (size_t i = k->starts.data[n]; i < row_end(k, n); i++)
        vec_push(&a->p.state, k->columns.data[i]);
}

/* ---- Making transitions ---- */

static uint32_t subject_of(const core *c, transition m, value message)
{
    if (m.kind != TRANSITION_DELIVER && m.kind != TRANSITION_DUP)
        return m.machine;
    return value_to_machine_id(&c->vals, value_item(&c->vals, message, MESSAGE_TARGET));
}

static play_answer make_transition(attempt *a, transition m, value choices)
{
    VEC(uint32_t) choices_list = {0};
    value_view list = list_get(a->c, choices);
    for (uint32_t i = 0; i < list.count; i++)
        vec_push(&choices_list, (uint32_t)value_to_int(&a->c->vals, list.items[i]));
    play_answer answer =
        player_make(&a->p, m, choices_list.data, (uint32_t)choices_list.len);
    vec_free(&choices_list);
    if (answer == PLAY_NONE)
        return answer;
    plan_step one = {.m = m,
                     .message = a->p.message,
                     .choices = a->p.result.choices,
                     .subject = subject_of(a->c, m, a->p.message)};
    vec_push(&a->made, one);
    add_row(&a->rows, a->p.state.data, a->p.state.len);
    if (a->wants_states)
        vec_push(&a->states, list_make(a->c, a->p.state.data, a->p.state.len));
    return answer;
}

/* Finds an enabled transition with the planned message, or else with one of the same
 * event to the same machine. */
static bool find_message(attempt *a, const plan_step *one, transition *found)
{
    const values *v = &a->c->vals;
    bool is_found = false;
    assert(one->message != VALUE_NULL);
    vec_each (m, &a->p.enabled) {
        if (m->kind != one->m.kind || m->machine != one->m.machine)
            continue;
        value message = system_message(a->c, &a->p.state, *m);
        if (message == one->message) {
            *found = *m;
            return true;
        }
        if (is_found || a->is_exact || message == VALUE_NULL ||
            value_item(v, message, MESSAGE_TARGET) !=
                value_item(v, one->message, MESSAGE_TARGET) ||
            value_item(v, message, MESSAGE_EVENT) !=
                value_item(v, one->message, MESSAGE_EVENT))
            continue;
        *found = *m;
        is_found = true;
    }
    return is_found;
}

static bool find_transition(attempt *a, const plan_step *one, transition *found)
{
    player_enabled(&a->p);
    if (one->m.kind == TRANSITION_DELIVER || one->m.kind == TRANSITION_LOSE ||
        one->m.kind == TRANSITION_DUP)
        return find_message(a, one, found);
    vec_each (m, &a->p.enabled) {
        if (m->kind == one->m.kind && m->machine == one->m.machine) {
            *found = *m;
            return true;
        }
    }
    return false;
}

/* ---- How it ends ---- */

static bool is_same_fault(const attempt *a, const fault *f, uint32_t monitor,
                          uint32_t decl)
{
    const attempt_goal *w = &a->goal;
    return f->kind == w->fault.kind && f->pos == w->fault.pos &&
           f->state == w->fault.state && f->event == w->fault.event &&
           monitor == w->monitor && decl == w->decl;
}

static uint32_t decl_of(const core *c, machine_id id)
{
    return id == MACHINE_NONE ? IR_NONE : naming_get(&c->vals.names, id)->decl;
}

static bool failed_as_wanted(const attempt *a)
{
    fault f = player_fault(&a->p);
    const transition_result *r = &a->p.result;
    uint32_t decl = r->monitor != IR_NONE ? IR_NONE : decl_of(a->c, r->runner);
    return !a->goal.is_at_end && !a->goal.is_lasso && a->goal.tail.steps == 0 &&
           is_same_fault(a, &f, r->monitor, decl);
}

static bool is_at_loop(const attempt *a)
{
    const system_state *s = &a->goal.loop_state;
    return a->p.state.len == s->len &&
           memcmp(a->p.state.data, s->data, s->len * sizeof *s->data) == 0;
}

static bool is_time_up(attempt *a)
{
    if (a->is_time_up || ++a->calls % 64 != 0)
        return a->is_time_up;
    a->is_time_up =
        clock_ns() > a->deadline || (a->stop != NULL && *a->stop) || core_is_over(a->c);
    return a->is_time_up;
}

/* Makes enabled transitions until there is none; then the run must end as wanted. */
static bool run_to_end(attempt *a)
{
    while (player_enabled(&a->p) > 0) {
        if (a->is_exact || a->made.len >= a->max_len || is_time_up(a))
            return false;
        bool is_made = false;
        for (size_t i = 0; i < a->p.enabled.len && !is_made; i++) {
            if (a->p.enabled.data[i].kind != TRANSITION_ACT &&
                a->p.enabled.data[i].kind != TRANSITION_DELIVER)
                break;
            play_answer answer = make_transition(a, a->p.enabled.data[i], VALUE_NULL);
            if (answer == PLAY_FAILED)
                return false;
            is_made = answer == PLAY_MADE;
        }
        if (!is_made)
            return false;
        player_go(&a->p);
    }
    fault f = system_end(a->c, &a->p.state);
    return is_same_fault(a, &f, IR_NONE, IR_NONE);
}

/* Values of tails take memory. */
static bool may_draw(attempt *a)
{
    a->is_time_up |= a->tail_steps >= ATTEMPT_TAIL_STEPS;
    a->tail_steps++;
    return !is_time_up(a);
}

/* Draws a tail: is the spec hot in it?  It is of the same length, so the run is as
 * convincing as the one that was found. */
static bool stays_hot(attempt *a)
{
    const uint32_t spec = a->goal.monitor;
    hot_tail_begin(&a->tail, a->c);
    for (uint64_t k = 0; k < a->goal.tail.steps; k++) {
        transition m;
        if (a->tail.cooled.data[spec] || !may_draw(a) ||
            tail_draw(&a->p, &a->goal.tail, k, &m) != PLAY_MADE)
            return false;
        tail_note(&a->tail, &a->p);
        player_go(&a->p);
    }
    return player_enabled(&a->p) > 0 &&
           hot_tail_spec(&a->tail, a->c, &a->p.state) == spec;
}

/* ---- A whole run ---- */

typedef enum run_progress {
    RUN_CONTINUES,
    RUN_FAILS_AS_WANTED,
    RUN_IS_USELESS
} run_progress;

static run_progress follow_transition(attempt *a, transition m, value choices)
{
    switch (make_transition(a, m, choices)) {
    case PLAY_MADE:
        player_go(&a->p);
        return RUN_CONTINUES;
    case PLAY_FAILED:
        return failed_as_wanted(a) ? RUN_FAILS_AS_WANTED : RUN_IS_USELESS;
    case PLAY_NONE:
        break;
    }
    return a->is_exact ? RUN_IS_USELESS : RUN_CONTINUES;
}

/* The choices of the next step of ID in the plan, which is made now. */
static value take_choices(attempt *a, const attempt_plan *what, size_t at,
                          machine_id id)
{
    for (size_t i = at; i < what->len; i++) {
        const plan_step *later = vec_at(what, i);
        if (later->m.kind != TRANSITION_ACT || later->m.machine != id ||
            a->used.data[i])
            continue;
        a->used.data[i] = true;
        return later->choices;
    }
    return VALUE_NULL;
}

/* A new machine starts before any other transition, with the choices that the plan has
 * for it later on. */
static run_progress start_new_machines(attempt *a, const attempt_plan *what, size_t at,
                                       const plan_step *one)
{
    transition first;
    while (player_must(&a->p, &first)) {
        if (one != NULL && one->m.kind == TRANSITION_ACT &&
            one->m.machine == first.machine)
            return RUN_CONTINUES;
        if (a->is_exact || a->made.len >= a->max_len)
            return RUN_IS_USELESS;
        size_t before = a->made.len;
        run_progress p =
            follow_transition(a, first, take_choices(a, what, at, first.machine));
        if (p != RUN_CONTINUES || a->made.len == before)
            return p == RUN_FAILS_AS_WANTED ? p : RUN_IS_USELESS;
    }
    return RUN_CONTINUES;
}

static run_progress make_plan_step(attempt *a, const attempt_plan *what, size_t i)
{
    assert(i < what->len && a->used.len == what->len);
    const plan_step *one = &what->data[i];
    transition m;
    run_progress p = start_new_machines(a, what, i, one);
    if (p != RUN_CONTINUES || a->used.data[i])
        return p;
    if (a->made.len >= a->max_len || is_time_up(a))
        return RUN_IS_USELESS;
    if (!find_transition(a, one, &m))
        return a->is_exact ? RUN_IS_USELESS : RUN_CONTINUES;
    return follow_transition(a, m, one->choices);
}

static bool begin_run(attempt *a, size_t known)
{
    vec_clear(&a->made);
    clear_rows(&a->rows);
    vec_clear(&a->states);
    if (known > 0) {
        start_after(a, known);
        return true;
    }
    if (player_begin(&a->p) != PLAY_MADE)
        return false;
    player_go(&a->p);
    return true;
}

static bool run_plan(attempt *a, const attempt_plan *what)
{
    size_t known = count_known(a, what);
    vec_clear(&a->used);
    for (size_t i = 0; i < what->len; i++)
        vec_push(&a->used, false);
    if (a->is_time_up || !begin_run(a, known))
        return false;
    for (size_t i = known; i < what->len; i++) {
        run_progress p = make_plan_step(a, what, i);
        if (p != RUN_CONTINUES)
            return p == RUN_FAILS_AS_WANTED && (!a->is_exact || i + 1 == what->len);
    }
    if (start_new_machines(a, what, what->len, NULL) != RUN_CONTINUES)
        return false;
    if (a->goal.is_lasso)
        return is_at_loop(a);
    if (a->goal.tail.steps > 0)
        return stays_hot(a);
    return a->goal.is_at_end && run_to_end(a);
}

bool attempt_run(attempt *a, const attempt_plan *what)
{
    assert(a->goal.fault.kind != FAULT_NONE);
    bool ok = run_plan(a, what);
    if (ok)
        remember(a);
    return ok;
}

/* ---- The original run ---- */

typedef struct learner {
    attempt *a;
    attempt_plan *out;
    size_t loop;
    size_t most; /* steps to learn: a tail is drawn */
} learner;

static void learn_step(void *context, const core *c, const replay_step *s)
{
    learner *l = context;
    if (s->number > 0 && s->number <= l->most) {
        plan_step one = {.m = s->m,
                         .message = s->message,
                         .choices = s->choices,
                         .subject = subject_of(c, s->m, s->message)};
        vec_push(l->out, one);
    }
    if (s->number != l->loop || s->after == NULL)
        return;
    vec_each (x, s->after)
        vec_push(&l->a->goal.loop_state, *x);
}

bool attempt_learn(attempt *a, const trace *t, attempt_plan *out)
{
    bool has_tail = t->tail.steps > 0;
    learner l = {.a = a,
                 .out = out,
                 .loop = t->loop,
                 .most = has_tail ? t->tail.from : SIZE_MAX};
    assert(out->len == 0);
    player_fini(&a->p); /* a replay has a player of its own */
    replay_result r = replay(a->c, t, learn_step, &l);
    player_init(&a->p, a->c);
    attempt_goal *w = &a->goal;
    w->fault = r.fault;
    /* At the end of a run, the position of the fault identifies the spec. */
    w->monitor = r.is_end ? IR_NONE : r.monitor;
    w->decl = r.monitor != IR_NONE ? IR_NONE : decl_of(a->c, r.machine);
    w->is_lasso = r.is_lasso;
    w->is_at_end = r.is_end;
    w->tail = t->tail;
    if (has_tail && !r.is_tail)
        return false;
    return r.is_valid && r.fault.kind != FAULT_NONE && out->len > 0;
}
