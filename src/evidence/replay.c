#include "evidence/replay.h"

#include "evidence/tail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct repeat {
    core *c;
    player p;
    const trace *t;
    replay_observer *see;
    void *context;
    system_state at_loop; /* the state in which the loop must end */
    VEC(uint32_t) hot;    /* by monitor: its first hot state in the loop, or IR_NONE */
    VEC(bool) cold;
    hot_tail tail;
    replay_result result;
} repeat;

static void show_step(repeat *r, size_t number, transition m)
{
    const replay_step step = {.number = number,
                              .m = m,
                              .message = r->p.message,
                              .before = &r->p.state,
                              .after = r->p.result.fault != 0 ? NULL : &r->p.next,
                              .choices = r->p.result.choices,
                              .notes = &r->p.notes};
    if (r->see != NULL)
        r->see(r->context, r->c, &step);
}

static bool invalid(repeat *r, const char *why)
{
    r->result.is_valid = false;
    snprintf(r->result.why, sizeof r->result.why, "%s", why);
    return false;
}

static bool invalid_step(repeat *r, size_t number, const char *why)
{
    r->result.is_valid = false;
    snprintf(r->result.why, sizeof r->result.why, "step %zu: %s", number, why);
    return false;
}

/* See room.h. */
static bool may_go_on(repeat *r, uint64_t number)
{
    enum { NOW_AND_THEN = 64 };
    if (number % NOW_AND_THEN != 0 || !core_is_over(r->c))
        return true;
    return invalid(r, "the memory limit was reached");
}

/* Several machine ids can have the same path, if different machines were created there
 * in different runs; at most one of them exists in S. */
static uint32_t find_child(const core *c, const system_state *s, uint32_t parent,
                           uint32_t number)
{
    machine_id id = naming_first(&c->vals.names, parent, number);
    while (id != MACHINE_NONE && system_local(c, s, id) == VALUE_NULL) {
        uint32_t next = naming_get(&c->vals.names, id)->next;
        id = next == 0 ? MACHINE_NONE : next - 1;
    }
    return id;
}

static bool has_path(const core *c, machine_id id, const char *path)
{
    strbuf own = {0};
    naming_path(&c->vals.names, id, &own);
    bool is_it = strcmp(strbuf_text(&own), path) == 0;
    strbuf_free(&own);
    return is_it;
}

uint32_t replay_find_machine(const core *c, const system_state *s, const char *path)
{
    machine_id id = MACHINE_NONE;
    const char *at = path;
    do {
        char *end;
        id = find_child(c, s, id, (uint32_t)strtoul(at, &end, 10));
        at = end;
    } while (id != MACHINE_NONE && *at++ == '.');
    return id != MACHINE_NONE && has_path(c, id, path) ? id : MACHINE_NONE;
}

static void note_fault(repeat *r)
{
    r->result.fault = player_fault(&r->p);
    r->result.machine = r->p.result.runner;
    r->result.monitor = r->p.result.monitor;
}

/* In the loop: notes hot and cold states of specs, also cold ones that a spec only
 * passes through within a step. */
static void note_temperatures(repeat *r)
{
    const ir_module *m = r->c->test->module;
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_machine *spec = &r->c->ir->machines[m->monitors[i].machine];
        uint32_t at = local_state(r->c, system_monitor(r->c, &r->p.next, i));
        bool is_hot = spec->kind == MACHINE_SPEC && spec->states[at].temp == HOT;
        if (is_hot && r->hot.data[i] == IR_NONE)
            r->hot.data[i] = at;
        r->cold.data[i] |= spec->states[at].temp == COLD;
    }
    value_view cooled = list_get(r->c, r->p.result.cooled);
    for (uint32_t i = 0; i < cooled.count; i++)
        r->cold.data[value_to_int(&r->c->vals, cooled.items[i])] = true;
}

static bool make_step(repeat *r, size_t number, const trace_step *s)
{
    transition m = {s->kind, replay_find_machine(r->c, &r->p.state, s->machine),
                    s->index};
    if (m.machine == MACHINE_NONE)
        return invalid_step(r, number, "it names a machine that does not exist");
    if (!player_can(&r->p, m))
        return invalid_step(r, number, "it takes a step that is not enabled");
    play_answer answer = player_make(&r->p, m, s->choices, s->choice_count);
    if (answer == PLAY_NONE)
        return invalid_step(r, number, "it takes a step without a successor");
    if (!player_made_choices(&r->p))
        return invalid_step(r, number, "its choices do not fit the step");
    r->result.steps = number;
    show_step(r, number, m);
    if (answer == PLAY_FAILED) {
        note_fault(r);
        return false;
    }
    if (r->t->loop != TRACE_NO_LOOP && number > r->t->loop)
        note_temperatures(r);
    if (r->t->tail.steps > 0 && number > r->t->tail.from)
        tail_note(&r->tail, &r->p);
    player_go(&r->p);
    return true;
}

static bool same_state(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

static void remember(repeat *r)
{
    vec_clear(&r->at_loop);
    vec_each (x, &r->p.state)
        vec_push(&r->at_loop, *x);
}

/* A loop violates a spec that is hot in it and never cold. */
static void check_loop(repeat *r)
{
    if (!same_state(&r->p.state, &r->at_loop)) {
        invalid(r, "its loop does not close");
        return;
    }
    for (size_t i = 0; i < r->hot.len && r->result.fault.kind == FAULT_NONE; i++) {
        if (r->hot.data[i] == IR_NONE || r->cold.data[i])
            continue;
        r->result.is_lasso = true;
        r->result.monitor = (uint32_t)i;
        r->result.fault = system_hot_forever(r->c, (uint32_t)i, r->hot.data[i]);
    }
}

/* ---- A tail ---- */

/* Draws the steps of the tail that the trace does not list; false: the run is over. */
static bool go_on_at_random(repeat *r)
{
    const trace_tail *tail = &r->t->tail;
    for (uint64_t k = r->t->steps.len - tail->from; k < tail->steps; k++) {
        transition m;
        play_answer answer = tail_draw(&r->p, tail, k, &m);
        if (answer == PLAY_NONE || !may_go_on(r, k))
            return false;
        r->result.steps = tail->from + k + 1;
        show_step(r, r->result.steps, m);
        if (answer == PLAY_FAILED) {
            note_fault(r);
            return false;
        }
        tail_note(&r->tail, &r->p);
        player_go(&r->p);
    }
    return true;
}

static void check_tail(repeat *r)
{
    uint32_t spec = hot_tail_spec(&r->tail, r->c, &r->p.state);
    if (spec == IR_NONE || player_enabled(&r->p) == 0)
        return;
    r->result.is_tail = true;
    r->result.monitor = spec;
    r->result.fault =
        system_hot_for_long(r->c, &r->p.state, spec, r->tail.steps, r->result.steps);
}

/* ---- How it ends ---- */

static void check_end(repeat *r)
{
    if (r->t->loop != TRACE_NO_LOOP) {
        check_loop(r);
        return;
    }
    if (r->t->tail.steps > 0 && go_on_at_random(r)) {
        check_tail(r);
        if (r->result.is_tail)
            return;
    }
    if (r->result.fault.kind != FAULT_NONE)
        return;
    if (player_enabled(&r->p) > 0)
        return;
    r->result.fault = system_end(r->c, &r->p.state);
    r->result.is_end = r->result.fault.kind != FAULT_NONE;
    if (r->result.fault.kind == FAULT_LIVENESS)
        r->result.monitor = system_hot_spec(r->c, &r->p.state);
}

static void play(repeat *r)
{
    play_answer answer = player_begin(&r->p);
    show_step(r, 0, (transition){0});
    if (answer == PLAY_FAILED) {
        note_fault(r);
        return;
    }
    if (answer == PLAY_NONE) {
        invalid(r, "an assumption of a spec does not hold");
        return;
    }
    player_go(&r->p);
    for (size_t i = 0; i < r->t->steps.len; i++) {
        if (i == r->t->loop)
            remember(r);
        if (!may_go_on(r, i) || !make_step(r, i + 1, &r->t->steps.data[i]))
            return;
    }
    check_end(r);
}

replay_result replay(core *c, const trace *t, replay_observer *see, void *context)
{
    repeat r = {.c = c, .t = t, .see = see, .context = context};
    r.result =
        (replay_result){.is_valid = true, .machine = MACHINE_NONE, .monitor = IR_NONE};
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        vec_push(&r.hot, IR_NONE);
        vec_push(&r.cold, false);
    }
    hot_tail_begin(&r.tail, c);
    player_init(&r.p, c);
    play(&r);
    player_fini(&r.p);
    vec_free(&r.at_loop);
    vec_free(&r.hot);
    vec_free(&r.cold);
    hot_tail_free(&r.tail);
    return r.result;
}
