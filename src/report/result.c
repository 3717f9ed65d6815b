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

/* The same failure at the same place; where a loop is hot, it must be hot again. */
static bool is_same(const fault *a, const replay_result *p)
{
    return a->kind == p->fault.kind && (p->is_lasso || a->pos == p->fault.pos);
}

static replay_result run_again(result *r)
{
    core *c = core_new(r->ir, r->test, &r->options->core);
    for (size_t i = 0; i < r->watched_count; i++)
        story_watch(&r->story, c, r->watched[i]);
    replay_result p = replay(c, &r->verdict.trace, story_tell, &r->story);
    story_explain(&r->story, &p, r->verdict.trace.loop);
    if (!p.is_valid)
        r->bad_replay = arena_strndup(&r->memory, p.why, strlen(p.why));
    name_culprit(r, c, &p);
    /* Its text goes with the core. */
    const char *text = p.fault.text != NULL ? p.fault.text : "";
    p.fault.text = arena_strndup(&r->memory, text, strlen(text));
    core_free(c);
    return p;
}

/* A run that was made shorter must still fail, and in the same way. */
static bool run_shrunk(result *r, trace *shorter)
{
    trace original = r->verdict.trace;
    r->verdict.trace = *shorter;
    replay_result p = run_again(r);
    if (p.is_valid && is_same(&r->verdict.fault, &p)) {
        r->shrunk_from = original.steps.len;
        r->verdict.fault = p.fault;
        *shorter = original; /* to be freed */
        return true;
    }
    r->verdict.trace = original;
    r->bad_replay = NULL;
    story_forget(&r->story);
    return false;
}

void result_replay(result *r)
{
    replay_result p = run_again(r);
    if (p.is_valid && !is_same(&r->verdict.fault, &p))
        r->bad_replay = "it ends differently";
}

void result_shrink_and_replay(result *r, const shrink_limits *limits)
{
    trace shorter;
    trace_copy(&r->verdict.trace, &shorter);
    bool is_done = shrink_trace(r->ir, r->test, &r->options->core, limits, &shorter) &&
                   run_shrunk(r, &shorter);
    trace_fini(&shorter);
    if (!is_done)
        result_replay(r);
}

void result_replay_any(result *r)
{
    r->verdict.fault = run_again(r).fault;
}
