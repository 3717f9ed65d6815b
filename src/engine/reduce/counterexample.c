/* From a violation to a run that leads there.
 *
 * A reduced search stores canonical states: machines are renamed, sequences are sorted,
 * dead messages are gone, some machines are blocked.  This module follows the path of
 * the search again, in two states at a time: a MASKED state, which obeys the rules of
 * the search but keeps names and orders, and the REAL state, which makes the same
 * transitions and those that the search has skipped.  The transitions of the real state
 * are an ordinary run. */
#include "engine/reduce/counterexample.h"
#include "engine/reduce/block.h"

#include "core/component.h"
#include "core/openint_trace.h"

#include <string.h>

typedef struct counterexample {
    reduced_search *s;
    core *c;
    succ_gen succ;
    state_view view;
    const system_state *goal; /* the canonical state to reach; NULL: the fault */
    bool is_found;
    VEC(succ_step) path; /* the steps to it */
    system_state representative;
    system_state masked;
    system_state next;
    system_state real;
    system_state to;
    system_state sorted;
    transition_list enabled;
    openint_trace open;
    fault fault; /* that ended the real run */
} counterexample;

/* ---- Real transitions ---- */

static bool ends_with(const core *c, value choices, value end)
{
    value_view all = list_get(c, choices);
    value_view last = list_get(c, end);
    for (uint32_t i = 0; i < last.count; i++)
        if (i >= all.count ||
            all.items[all.count - 1 - i] != last.items[last.count - 1 - i])
            return false;
    return true;
}

/* The outcome of M whose choices are CHOICES, or end with them: what a blocked machine
 * does with a message does not matter. */
static bool find_outcome(counterexample *t, transition m, value choices,
                         uint32_t *number)
{
    bool is_found = false;
    transition_result r;
    for (uint32_t k = 0; system_step(t->c, &t->real, m, k, &t->to, &r); k++) {
        if (r.is_pruned)
            continue;
        if (r.choices == choices) {
            *number = k;
            return true;
        }
        if (!is_found && ends_with(t->c, r.choices, choices)) {
            *number = k;
            is_found = true;
        }
    }
    return is_found;
}

/* False: the run has ended, or the transition is not enabled. */
static bool make_transition(counterexample *t, transition m, value choices)
{
    uint32_t number;
    transition_result r;
    if (!find_outcome(t, m, choices, &number))
        return false;
    system_step(t->c, &t->real, m, number, &t->to, &r);
    trace_add(&t->s->v->trace, t->c, m, r.choices);
    if (r.fault != 0) {
        t->fault = t->c->faults.data[r.fault - 1];
        return false;
    }
    system_copy(&t->to, &t->real);
    return true;
}

/* The message of STEP, or one that must leave before it. */
static bool find_message(counterexample *t, const succ_step *step, transition *m)
{
    value outbox = system_outbox(t->c, &t->real, step->m.machine);
    uint32_t target = 0;
    bool is_p2p = t->c->options.network == NET_P2P;
    if (step->message != VALUE_NULL)
        target = value_item(&t->c->vals, step->message, MESSAGE_TARGET);
    for (uint32_t k = 0; k < outbox_count(t->c, outbox); k++) {
        value x = outbox_message(t->c, outbox, k);
        bool is_it = t->c->options.network == NET_MBOX || x == step->message ||
                     (is_p2p && value_item(&t->c->vals, x, MESSAGE_TARGET) == target);
        if (!is_it || !outbox_may_leave(t->c, outbox, k))
            continue;
        *m = (transition){TRANSITION_DELIVER, step->m.machine, k};
        return true;
    }
    return false;
}

/* Does a step of the search, from number FIRST on, let ID act? */
static bool is_planned(const counterexample *t, size_t first, machine_id id)
{
    for (size_t i = first; i < t->path.len; i++)
        if (t->path.data[i].m.kind == TRANSITION_ACT && t->path.data[i].m.machine == id)
            return true;
    return false;
}

/* The machine that must act before anything else: the first new one by name, or one
 * that is about to read an inbox with messages. */
static uint32_t find_urgent(const counterexample *t, size_t first)
{
    const core *c = t->c;
    machine_id urgent = system_urgent(c, &t->real);
    if (urgent != MACHINE_NONE)
        return urgent;
    vec_each (id, &c->vals.names.sorted) {
        value local = system_local(c, &t->real, *id);
        if (local != VALUE_NULL &&
            acceptance_is_polling(&t->s->cache.acceptance, local) &&
            !is_planned(t, first, *id))
            return *id;
    }
    return MACHINE_NONE;
}

/* Makes transitions that are not steps of the search, which saw only dead messages
 * there. */
static bool catch_up(counterexample *t, size_t first)
{
    for (;;) {
        machine_id id = find_urgent(t, first);
        if (id == MACHINE_NONE || is_planned(t, first, id))
            return true;
        if (!make_transition(t, (transition){TRANSITION_ACT, id, 0}, VALUE_NULL))
            return false;
    }
}

/* Makes a step of the search in the real state. */
static bool make_step(counterexample *t, size_t number)
{
    assert(number < t->path.len);
    const succ_step *step = &t->path.data[number];
    bool acts = step->m.kind == TRANSITION_ACT;
    if (!catch_up(t, number))
        return false;
    transition m = step->m;
    if (step->m.kind == TRANSITION_CRASH)
        return make_transition(t, m, step->choices);
    while (acts && !system_can_act(t->c, &t->real, m.machine)) {
        transition first;
        if (!find_message(t, step, &first) || !make_transition(t, first, VALUE_NULL) ||
            !catch_up(t, number))
            return false;
    }
    if (acts || m.index == TRANSITION_PENDING)
        return make_transition(t, m, step->choices);
    for (;;) {
        if (!find_message(t, step, &m))
            return false;
        value outbox = system_outbox(t->c, &t->real, m.machine);
        bool is_it = outbox_message(t->c, outbox, m.index) == step->message;
        m.kind = is_it ? step->m.kind : TRANSITION_DELIVER;
        if (!make_transition(t, m, is_it ? step->choices : VALUE_NULL))
            return false;
        if (is_it)
            return true;
        if (!catch_up(t, number))
            return false;
    }
}

/* Where ints are open, nothing is renamed, dropped or blocked: the path is the run. */
static bool keep_steps(counterexample *t)
{
    vec_each (step, &t->path) {
        const transition_result r = {
            .choices = step->choices, .named = step->named, .learned = step->learned};
        openint_trace_add(&t->open, NULL, step->m, &r); /* it takes from no bag */
    }
    return true;
}

static bool make_steps(counterexample *t)
{
    if (t->c->vals.open != NULL)
        return keep_steps(t);
    for (size_t i = 0; i < t->path.len; i++)
        if (!make_step(t, i))
            return false;
    return true;
}

/* ---- The path of the search ---- */

/* Canonical states may differ where not all ties were tried: compare orbits instead. */
static bool is_goal(counterexample *t, const system_state *row)
{
    assert(t->goal != NULL);
    if (t->s->sequences != NULL) {
        system_copy(row, &t->sorted);
        seq_sort_row(t->s->sequences, &t->sorted);
        row = &t->sorted;
    }
    if (t->s->symmetry != NULL)
        return symmetry_is_same(t->s->symmetry, row, t->goal);
    return row->len == t->goal->len &&
           memcmp(row->data, t->goal->data, row->len * sizeof *row->data) == 0;
}

static void take_path(counterexample *t)
{
    t->is_found = t->succ.is_over = true;
    vec_clear(&t->path);
    vec_each (step, &t->succ.steps)
        vec_push(&t->path, *step);
}

static void see_successor(void *context, const system_state *to)
{
    counterexample *t = context;
    if (t->goal == NULL || !is_goal(t, to))
        return;
    take_path(t);
    system_copy(to, &t->next);
}

static void see_fault(void *context, const system_state *from,
                      const transition_result *r)
{
    counterexample *t = context;
    const fault *f = &t->c->faults.data[r->fault - 1];
    (void)from;
    if (t->goal == NULL && f->kind == t->s->found.kind && f->pos == t->s->found.pos)
        take_path(t);
}

static void try_events(counterexample *t)
{
    t->is_found = t->succ.is_over = false;
    state_view_load(&t->view, &t->s->cache, &t->masked);
    vec_each (e, &t->view.transitions) {
        succ_gen_fire(&t->succ, &t->view, e);
        if (t->is_found)
            return;
    }
}

static bool try_blocks(counterexample *t)
{
    state_view_load(&t->view, &t->s->cache, &t->masked);
    vec_each (e, &t->view.transitions) {
        stubborn x = stubborn_close(&t->view, e->footprint);
        block_set(&t->view, &x, &t->next);
        bool has_new;
        if (!t->s->o->reduction.keeps_dead)
            dead_drop(t->s->cache.dead, &t->next, &has_new);
        if (is_goal(t, &t->next))
            return true;
    }
    return false;
}

/* From the masked state to a state in the orbit of GOAL. */
static bool make_hop(counterexample *t, const row_node *n)
{
    if (n->is_marked) {
        if (!try_blocks(t))
            return false;
    } else {
        t->is_found = t->succ.is_over = false;
        if (n->parent == ROW_NONE)
            succ_gen_start(&t->succ, &t->s->start);
        else
            try_events(t);
        if (!t->is_found || !make_steps(t))
            return false;
    }
    system_copy(&t->next, &t->masked);
    return true;
}

/* ---- The violation ---- */

/* A run ends when dead messages have arrived, too. */
static void end_run(counterexample *t)
{
    while (catch_up(t, t->path.len) && system_enabled(t->c, &t->real, &t->enabled) > 0)
        if (!make_transition(t, t->enabled.data[0], VALUE_NULL))
            return;
    if (t->fault.kind == FAULT_NONE)
        t->fault = system_end(t->c, &t->real);
}

static void fail(counterexample *t)
{
    assert(t->fault.kind == FAULT_NONE);
    t->goal = NULL;
    try_events(t);
    if (t->is_found)
        make_steps(t);
    else if (t->c->vals.open == NULL)
        end_run(t);
}

static void walk(counterexample *t)
{
    VEC(uint32_t) hops = {0};
    for (uint32_t at = t->s->found_in; at != ROW_NONE;
         at = t->s->rows.states.nodes.data[at].parent)
        vec_push(&hops, at);
    t->goal = &t->representative;
    bool goes_on = true;
    while (goes_on && hops.len > 0) {
        uint32_t state = vec_pop(&hops);
        row_store_get(&t->s->rows.states, state, &t->representative);
        goes_on = make_hop(t, &t->s->rows.states.nodes.data[state]);
    }
    if (goes_on)
        fail(t);
    vec_free(&hops);
}

/* A violation before the first state: at the start or while the first machine begins.
 */
static void fail_at_once(counterexample *t)
{
    t->goal = NULL;
    succ_gen_start(&t->succ, &t->s->start);
    if (t->is_found)
        make_steps(t);
    else
        t->fault = t->s->found; /* a monitor's start entry */
}

bool counterexample_find(reduced_search *s)
{
    assert(s->found.kind != FAULT_NONE);
    counterexample t = {.s = s, .c = s->c, .open.c = s->c};
    engine_options silent = *s->o;
    silent.see_state = NULL;
    t.succ = (succ_gen){.g = &s->cache,
                        .o = &silent,
                        .keeps_dead = s->o->reduction.keeps_dead,
                        /* other paths may be endless */
                        .most = 2 * s->succ.longest + 100,
                        .on_successor = see_successor,
                        .on_fault = see_fault,
                        .context = &t};
    core_forget_limits(s->c);
    system_copy(&s->start, &t.real);
    if (s->found_in == ROW_NONE)
        fail_at_once(&t);
    else
        walk(&t);
    if (s->c->vals.open != NULL) {
        openint_trace_end(&t.open, &s->v->trace);
        t.fault = s->found; /* the run is replayed with numbers */
    }
    if (t.fault.kind != FAULT_NONE) {
        verdict_violated(s->v, &t.fault);
    } else { /* a partial trace is useless */
        trace_fini(&s->v->trace);
        trace_init(&s->v->trace);
    }
    succ_gen_fini(&t.succ);
    state_view_fini(&t.view);
    vec_free(&t.path);
    vec_free(&t.representative);
    vec_free(&t.masked);
    vec_free(&t.next);
    vec_free(&t.real);
    vec_free(&t.to);
    vec_free(&t.sorted);
    vec_free(&t.enabled);
    return t.fault.kind != FAULT_NONE;
}
