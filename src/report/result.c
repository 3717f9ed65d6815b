#include "report/result.h"

#include <string.h>

void result_init_named(result *r, const char *name)
{
    *r = (result){.name = name, .pos = SRC_NONE};
    verdict_init(&r->verdict);
    story_init(&r->story);
    arena_init(&r->memory);
}

void result_init(result *r, const ir_program *ir, const ir_test *test)
{
    result_init_named(r, test->name);
    r->ir = ir;
    r->test = test;
    r->pos = test->pos;
}

void result_fini(result *r)
{
    story_fini(&r->story);
    verdict_fini(&r->verdict);
    vec_free(&r->notices);
    arena_fini(&r->memory);
}

bool result_note(result *r, const char *text)
{
    vec_each (known, &r->notices)
        if (strcmp(*known, text) == 0)
            return false;
    vec_push(&r->notices, arena_strndup(&r->memory, text, strlen(text)));
    return true;
}

const fault_budget *result_budget(const result *r, int budget)
{
    return budget == BUDGET_CRASH && r->crashes.left > 0
               ? &r->crashes
               : &r->options->core.budgets[budget];
}

bool result_is_set(const result *r)
{
    return registry_has(r->engine, IS_SYMBOLIC);
}

bool result_is_reduced(const result *r)
{
    return registry_has(r->engine, IS_REDUCED);
}

bool result_needs_fair_choices(const result *r)
{
    return (r->verdict.kind == VERDICT_EXHAUSTED ||
            r->verdict.kind == VERDICT_WITHIN) &&
           r->verdict.needs_fair_choices && r->verdict.stats.narrowed_choices == 0;
}

bool result_has_narrow_cycles(const result *r)
{
    return r->verdict.kind == VERDICT_WITHIN && r->verdict.needs_fair_choices &&
           r->verdict.stats.narrowed_choices > 0;
}

static const ir_machine *culprit(const core *c, const replay_result *p)
{
    if (p->monitor != IR_NONE)
        return &c->ir->machines[c->test->module->monitors[p->monitor].machine];
    if (p->machine != MACHINE_NONE)
        return &c->ir->machines[naming_get(&c->vals.names, p->machine)->decl];
    return NULL;
}

static void name_culprit(result *r, const core *c, const replay_result *p)
{
    const ir_machine *m = culprit(c, p);
    if (m == NULL)
        return;
    strbuf who = {0};
    if (p->monitor != IR_NONE)
        strbuf_puts(&who, m->name);
    else
        core_show_machine(c, p->machine, &who);
    r->machine = arena_strndup(&r->memory, strbuf_text(&who), who.len);
    strbuf_free(&who);
    if (p->fault.state != FAULT_NOWHERE)
        r->state = m->states[p->fault.state].name;
    if (p->fault.event != FAULT_NOWHERE)
        r->event = c->ir->events[p->fault.event].name;
}

static void take_options(result *r, const core_options *o)
{
    if (r->options->core.stops_at_sends == o->stops_at_sends &&
        r->options->core.split_above == o->split_above)
        return;
    engine_options *own = ARENA_NEW(&r->memory, engine_options);
    *own = *r->options;
    own->core.stops_at_sends = o->stops_at_sends;
    own->core.split_above = o->split_above;
    r->options = own;
}

static void take_trace(result *r, const evidence *e)
{
    trace_fini(&r->verdict.trace);
    trace_copy(&e->trace, &r->verdict.trace);
    r->verdict.fault = e->fault;
    r->verdict.fault.text =
        arena_strndup(&r->memory, e->fault.text, strlen(e->fault.text));
}

evidence_request result_finding(const result *r)
{
    bool has_fault = r->verdict.fault.kind != FAULT_NONE;
    return (evidence_request){.ir = r->ir,
                              .test = r->test,
                              .options = &r->options->core,
                              .found = &r->verdict.trace,
                              .fault = has_fault ? &r->verdict.fault : NULL};
}

void result_read_evidence(result *r, const evidence *e)
{
    r->lacks_memory = e->lacks_memory;
    if (r->lacks_memory)
        return; /* a story would take more */
    take_options(r, &e->options);
    take_trace(r, e);
    name_culprit(r, e->c, &e->end);
    story_make(&r->story, e, r->watched, r->watched_count);
    r->shrunk_from = e->shrunk_from;
    if (e->problem != NULL)
        r->bad_replay = arena_strndup(&r->memory, e->problem, strlen(e->problem));
}
