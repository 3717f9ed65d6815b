#include "core/replay.h"

#include <stdio.h>
#include <string.h>

typedef struct player {
    core *c;
    const trace *t;
    void (*see)(void *context, const core *c, const replay_step *step);
    void *context;
    system_state state;
    system_state next;
    system_state at_loop; /* the state that the loop must come back to */
    note_list notes;      /* as they came: monitors after the machine they observe */
    note_list ordered;    /* as things happened */
    script script;
    move_list moves;
    VEC(uint32_t) hot; /* by monitor: its first hot state in the loop, or IR_NONE */
    VEC(bool) cold;
    replay_result result;
} player;

/* Adds what monitors did in an observation; AT is the place to go on from: their notes
 * are in order too. */
static void add_observation(player *p, uint32_t number, size_t *at)
{
    for (; *at < p->notes.len; ++*at) {
        const note *n = &p->notes.data[*at];
        if (n->slot == SLOT_NONE && n->observation > number)
            return;
        if (n->slot == SLOT_NONE)
            vec_push(&p->ordered, *n);
    }
}

/* Puts what monitors did where they did it.  When one of them failed, nothing came
 * after that. */
static void order_notes(player *p, bool monitor_failed)
{
    uint32_t number = 0;
    size_t at = 0;
    p->ordered.len = 0;
    add_observation(p, 0, &at); /* at the start of the run */
    vec_each (n, &p->notes) {
        if (n->slot == SLOT_NONE)
            continue;
        if (n->kind != NOTE_OBSERVED) {
            vec_push(&p->ordered, *n);
            continue;
        }
        add_observation(p, ++number, &at);
        if (monitor_failed && number == p->script.observations)
            return;
    }
}

static void show_step(player *p, size_t number, move m, value message,
                      const move_result *r)
{
    bool failed = r->fault != 0;
    bool monitor_failed = failed && r->monitor != IR_NONE;
    const replay_step step = {.number = number,
                              .m = m,
                              .message = message,
                              .before = &p->state,
                              .after = failed ? NULL : &p->next,
                              .notes = &p->ordered};
    order_notes(p, monitor_failed);
    if (p->see != NULL)
        p->see(p->context, p->c, &step);
}

static bool invalid(player *p, const char *why)
{
    p->result.is_valid = false;
    snprintf(p->result.why, sizeof p->result.why, "%s", why);
    return false;
}

static bool invalid_step(player *p, size_t number, const char *why)
{
    p->result.is_valid = false;
    snprintf(p->result.why, sizeof p->result.why, "step %zu: %s", number, why);
    return false;
}

static uint32_t find_slot(const core *c, const system_state *s, const char *path)
{
    for (uint32_t slot = 0; slot < system_slots(c, s); slot++) {
        if (system_local(c, s, slot) == VALUE_NULL)
            continue;
        strbuf one = {0};
        naming_path(&c->vals.names, slot, &one);
        bool is_it = strcmp(strbuf_text(&one), path) == 0;
        strbuf_free(&one);
        if (is_it)
            return slot;
    }
    return SLOT_NONE;
}

static bool is_possible(player *p, move m)
{
    system_moves(p->c, &p->state, &p->moves);
    vec_each (one, &p->moves)
        if (one->kind == m.kind && one->slot == m.slot && one->index == m.index)
            return true;
    return false;
}

static bool is_about_message(move_kind kind)
{
    return kind == MOVE_DELIVER || kind == MOVE_LOSE || kind == MOVE_DUP;
}

static void note_fault(player *p, const move_result *r)
{
    p->result.fault = p->c->faults.data[r->fault - 1];
    p->result.slot = r->runner;
    p->result.monitor = r->monitor;
}

/* In the loop: hot states seen, and cold ones even in passing. */
static void note_temperatures(player *p, const move_result *r)
{
    const ir_module *m = p->c->test->module;
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        const ir_machine *spec = &p->c->ir->machines[m->monitors[i].machine];
        uint32_t at = local_state(p->c, system_monitor(p->c, &p->next, i));
        bool is_hot = spec->kind == MACHINE_SPEC && spec->states[at].temp == HOT;
        if (is_hot && p->hot.data[i] == IR_NONE)
            p->hot.data[i] = at;
        p->cold.data[i] |= spec->states[at].temp == COLD;
    }
    value_view cooled = list_get(p->c, r->cooled);
    for (uint32_t i = 0; i < cooled.count; i++)
        p->cold.data[value_to_int(&p->c->vals, cooled.items[i])] = true;
}

static bool make_step(player *p, size_t number, const trace_step *s)
{
    move m = {s->kind, find_slot(p->c, &p->state, s->machine), s->index};
    if (m.slot == SLOT_NONE)
        return invalid_step(p, number, "it names a machine that is not there");
    if (!is_possible(p, m))
        return invalid_step(p, number, "it makes a step that is not possible");
    value message =
        is_about_message(m.kind) ? system_message(p->c, &p->state, m) : VALUE_NULL;
    p->notes.len = 0;
    p->script.choices = s->choices;
    p->script.choice_count = s->choice_count;
    p->script.used = 0;
    p->script.is_wrong = false;
    p->script.observations = 0;
    step_trim(p->c);
    move_result r;
    if (!system_step(p->c, &p->state, m, 0, &p->next, &r) || r.is_pruned)
        return invalid_step(p, number, "it makes a step that leads nowhere");
    if (p->script.used != s->choice_count || p->script.is_wrong)
        return invalid_step(p, number, "it makes other choices than the step has");
    p->result.steps = number;
    show_step(p, number, m, message, &r);
    if (r.fault != 0) {
        note_fault(p, &r);
        return false;
    }
    if (p->t->loop != TRACE_NO_LOOP && number > p->t->loop)
        note_temperatures(p, &r);
    system_state was = p->state;
    p->state = p->next;
    p->next = was;
    return true;
}

static bool same_state(const system_state *a, const system_state *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len * sizeof *a->data) == 0;
}

static void remember(player *p)
{
    vec_clear(&p->at_loop);
    vec_each (x, &p->state)
        vec_push(&p->at_loop, *x);
}

/* A loop violates a spec that is hot on the way and never cold. */
static void check_loop(player *p)
{
    if (!same_state(&p->state, &p->at_loop)) {
        invalid(p, "its loop does not come back to where it began");
        return;
    }
    for (size_t i = 0; i < p->hot.len && p->result.fault.kind == FAULT_NONE; i++) {
        if (p->hot.data[i] == IR_NONE || p->cold.data[i])
            continue;
        p->result.is_lasso = true;
        p->result.monitor = (uint32_t)i;
        p->result.fault = system_hot_for_ever(p->c, (uint32_t)i, p->hot.data[i]);
    }
}

static void check_end(player *p)
{
    if (p->t->loop != TRACE_NO_LOOP)
        check_loop(p);
    else if (system_moves(p->c, &p->state, &p->moves) == 0)
        p->result.fault = system_end(p->c, &p->state);
}

static void play(player *p)
{
    move_result r;
    system_start(p->c, &p->next, &r);
    show_step(p, 0, (move){0}, VALUE_NULL, &r);
    if (r.fault != 0) {
        note_fault(p, &r);
        return;
    }
    if (r.is_pruned) {
        invalid(p, "a spec assumes what is not so");
        return;
    }
    system_state was = p->state;
    p->state = p->next;
    p->next = was;
    for (size_t i = 0; i < p->t->steps.len; i++) {
        if (i == p->t->loop)
            remember(p);
        if (!make_step(p, i + 1, &p->t->steps.data[i]))
            return;
    }
    check_end(p);
}

replay_result replay(core *c, const trace *t,
                     void (*see)(void *context, const core *c, const replay_step *step),
                     void *context)
{
    player p = {.c = c, .t = t, .see = see, .context = context};
    p.result = (replay_result){.is_valid = true, .slot = SLOT_NONE, .monitor = IR_NONE};
    p.script.notes = &p.notes;
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++) {
        vec_push(&p.hot, IR_NONE);
        vec_push(&p.cold, false);
    }
    c->script = &p.script;
    play(&p);
    c->script = NULL;
    vec_free(&p.state);
    vec_free(&p.next);
    vec_free(&p.at_loop);
    vec_free(&p.notes);
    vec_free(&p.ordered);
    vec_free(&p.moves);
    vec_free(&p.hot);
    vec_free(&p.cold);
    return p.result;
}
