/* From a run that stops at sends to one of whole handlers.
 *
 *     replay the original --> per machine: its choices; per step: machine, kind, status
 *     make a new run      --> for each step, the transition that does the same, if it
 *                             was not done ahead of time
 *
 * Machines are known by path, since the order of creation, and so ids, may change. */
#include "evidence/coarsen.h"

#include "core/component.h"
#include "core/trace_builder.h"
#include "evidence/replay.h"

#include <string.h>

/* A transition of the original run. */
typedef struct fine_step {
    transition_kind kind;
    const char *machine;   /* its path, as ids may differ */
    process_status status; /* of the machine, before */
    bool delivers;         /* a message that the machine held arrives, or is lost */
} fine_step;

typedef struct fine_machine {
    const char *path;
    VEC(uint32_t) choices;
} fine_machine;

typedef struct coarsening {
    arena memory;
    VEC(fine_step) steps;
    VEC(fine_machine) machines; /* those that make choices */
    size_t sends;
    bool choices_are_clear; /* it is known which machine made which choice */
    replay_result end;
    uint32_t decl; /* of the machine that fails, or IR_NONE */
    /* The run that is made of it: */
    trace made;
    trace_builder run;
    size_t fed; /* machines, by id, whose choices the run knows */
    size_t sends_made;
} coarsening;

/* ---- The original run ---- */

static const char *path_of(coarsening *k, const core *c, machine_id id)
{
    strbuf text = {0};
    naming_path(&c->vals.names, id, &text);
    const char *path = arena_strndup(&k->memory, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return path;
}

static fine_machine *machine_at(coarsening *k, const char *path)
{
    vec_each (m, &k->machines)
        if (strcmp(m->path, path) == 0)
            return m;
    vec_push(&k->machines, (fine_machine){.path = path});
    return vec_last(&k->machines);
}

/* Assigns the choices of a step to machines.  Notes and choices are both in the order
 * of time.  A step that fails may lack its last notes; then the remaining choices are
 * those of the machine that runs. */
static void learn_choices(coarsening *k, const core *c, const replay_step *s)
{
    value_view choices = list_get(c, s->choices);
    uint32_t i = 0;
    for (size_t n = 0; n < s->notes->len; n++) {
        const note *one = &s->notes->data[n];
        k->sends += one->kind == NOTE_SEND;
        if (one->kind != NOTE_CHOICE || one->machine == MACHINE_NONE)
            continue;
        if (i < choices.count)
            vec_push(&machine_at(k, path_of(k, c, one->machine))->choices,
                     (uint32_t)value_to_int(&c->vals, choices.items[i]));
        i++;
    }
    k->choices_are_clear &=
        i == choices.count || (i < choices.count && s->after == NULL);
    for (; i < choices.count; i++)
        vec_push(&machine_at(k, path_of(k, c, s->m.machine))->choices,
                 (uint32_t)value_to_int(&c->vals, choices.items[i]));
}

static void learn_step(void *context, const core *c, const replay_step *s)
{
    coarsening *k = context;
    if (s->number == 0)
        return;
    value local = system_local(c, s->before, s->m.machine);
    bool is_held = s->m.kind == TRANSITION_ACT || s->m.index == TRANSITION_PENDING;
    fine_step step = {.kind = s->m.kind,
                      .machine = path_of(k, c, s->m.machine),
                      .status = local_status(c, local),
                      .delivers =
                          is_held && ts_is_message(c, ts_pending_effect(c, local))};
    vec_push(&k->steps, step);
    learn_choices(k, c, s);
}

static bool learn(coarsening *k, const ir_program *ir, const ir_test *test,
                  const core_options *o, const trace *t)
{
    core *c = core_new(ir, test, o);
    k->choices_are_clear = true;
    k->end = replay(c, t, learn_step, k);
    k->decl = k->end.monitor != IR_NONE || k->end.machine == MACHINE_NONE
                  ? IR_NONE
                  : naming_get(&c->vals.names, k->end.machine)->decl;
    k->end.fault.text = NULL; /* it lives in the core, which is freed */
    core_free(c);
    return k->choices_are_clear && k->end.is_valid && k->end.fault.kind != FAULT_NONE &&
           !k->end.is_lasso;
}

/* ---- The same in ordinary transitions ---- */

/* New machines get the choices of the original run, too. */
static void feed_all(coarsening *k)
{
    const naming *names = &k->run.c->vals.names;
    for (; k->fed < names->machines.len; k->fed++) {
        machine_id id = (machine_id)k->fed;
        const fine_machine *m = machine_at(k, path_of(k, k->run.c, id));
        vec_each (choice, &m->choices)
            trace_builder_add_choice(&k->run, id, *choice);
    }
}

static bool is_wanted(const coarsening *k, const fault *f, uint32_t monitor)
{
    const fault *w = &k->end.fault;
    return f->kind == w->kind && f->pos == w->pos && f->state == w->state &&
           f->event == w->event && monitor == k->end.monitor;
}

static bool fails_as_wanted(const coarsening *k)
{
    const transition_result *r = &k->run.play.result;
    fault f = player_fault(&k->run.play);
    uint32_t decl = r->monitor != IR_NONE || r->runner == MACHINE_NONE
                        ? IR_NONE
                        : naming_get(&k->run.c->vals.names, r->runner)->decl;
    return !k->end.is_end && is_wanted(k, &f, r->monitor) && decl == k->decl;
}

/* Handlers that run to their end must not send much more than the original run did. */
static bool ran_too_far_ahead(coarsening *k)
{
    enum { SLACK = 50 };
    vec_each (n, &k->run.play.raw)
        k->sends_made += n->kind == NOTE_SEND;
    return k->sends_made > 2 * k->sends + SLACK;
}

/* False: the new run is of no use. */
static bool on_step(void *context)
{
    coarsening *k = context;
    if (k->run.has_failed)
        return fails_as_wanted(k);
    if (ran_too_far_ahead(k))
        return false;
    feed_all(k);
    return true;
}

/* The transition that does what STEP did; false: an earlier one has done so. */
static bool find_transition(coarsening *k, const fine_step *step, transition *m)
{
    const core *c = k->run.c;
    machine_id id = replay_find_machine(c, &k->run.play.state, step->machine);
    if (id == MACHINE_NONE)
        return false;
    value local = system_local(c, &k->run.play.state, id);
    bool is_lost = step->kind == TRANSITION_LOSE;
    bool has_sent = outbox_count(c, system_outbox(c, &k->run.play.state, id)) > 0;
    if (step->kind == TRANSITION_CRASH)
        *m = (transition){TRANSITION_CRASH, id, 0};
    else if ((step->delivers || step->kind != TRANSITION_ACT) && has_sent)
        *m = (transition){
            step->kind == TRANSITION_ACT ? TRANSITION_DELIVER : step->kind, id, 0};
    else if (step->delivers && ts_is_message(c, ts_pending_effect(c, local)))
        *m = (transition){is_lost ? TRANSITION_LOSE : TRANSITION_ACT, id,
                          is_lost ? TRANSITION_PENDING : 0};
    else if (!step->delivers && local_status(c, local) == step->status)
        *m = (transition){TRANSITION_ACT, id, 0};
    else
        return false;
    return player_can(&k->run.play, *m);
}

/* Makes enabled transitions until there is none; then the run must end as wanted. */
static bool run_to_end(coarsening *k)
{
    enum { LONGEST = 100000 };
    while (player_enabled(&k->run.play) > 0 && k->made.steps.len < LONGEST) {
        transition first = k->run.play.enabled.data[0];
        if ((first.kind != TRANSITION_ACT && first.kind != TRANSITION_DELIVER) ||
            !trace_builder_make(&k->run, first) || k->run.has_failed)
            return false;
    }
    assert(k->end.is_end);
    fault f = system_end(k->run.c, &k->run.play.state);
    return f.kind == k->end.fault.kind && f.pos == k->end.fault.pos;
}

static bool make_run(coarsening *k)
{
    if (!trace_builder_begin(&k->run))
        return false;
    vec_each (step, &k->steps) {
        transition m;
        if (k->run.has_failed)
            return true;
        if (find_transition(k, step, &m) && !trace_builder_advance(&k->run, m))
            return false;
    }
    return k->run.has_failed || (k->end.is_end && run_to_end(k));
}

static bool rerun(coarsening *k, const ir_program *ir, const ir_test *test,
                  const core_options *o)
{
    core_options ordinary = *o;
    ordinary.stops_at_sends = false;
    ordinary.split_above = 0;
    core *c = core_new(ir, test, &ordinary);
    trace_builder_init(&k->run, c, &k->made);
    k->run.on_step = on_step;
    k->run.context = k;
    bool ok = make_run(k);
    trace_builder_fini(&k->run);
    core_free(c);
    return ok;
}

bool coarsen_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                   trace *t)
{
    assert(o->stops_at_sends || o->split_above > 0);
    coarsening k = {0};
    arena_init(&k.memory);
    trace_init(&k.made);
    bool ok = learn(&k, ir, test, o, t) && rerun(&k, ir, test, o);
    if (ok) {
        trace was = *t;
        *t = k.made;
        k.made = was;
    }
    trace_fini(&k.made);
    vec_each (m, &k.machines)
        vec_free(&m->choices);
    vec_free(&k.machines);
    vec_free(&k.steps);
    arena_fini(&k.memory);
    return ok;
}
