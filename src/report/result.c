#include "report/result.h"

#include <string.h>

void result_init(result *r, const ir_program *ir, const ir_test *test)
{
    *r = (result){.ir = ir, .test = test};
    verdict_init(&r->verdict);
    arena_init(&r->memory);
}

void result_fini(result *r)
{
    vec_each (step, &r->steps)
        describe_fini(step);
    vec_free(&r->steps);
    verdict_fini(&r->verdict);
    arena_fini(&r->memory);
}

static void see_step(void *context, const core *c, const replay_step *s)
{
    result *r = context;
    described_step d;
    describe_init(&d);
    describe_step(c, s, &d);
    vec_push(&r->steps, d);
    /* The event that was being handled, by whoever ran last. */
    for (size_t i = 0; i < s->notes->len; i++) {
        const note *n = &s->notes->data[i];
        if (n->kind == NOTE_HANDLE || n->kind == NOTE_TAKE || n->kind == NOTE_RAISE)
            r->event = c->ir->events[n->index].name;
        if (n->kind == NOTE_START)
            r->event = NULL;
        if (n->kind == NOTE_ENTER)
            r->state = c->ir->machines[n->machine].states[n->index].name;
    }
    if (s->after != NULL) {
        r->event = NULL;
        r->state = NULL;
    } else if (r->state == NULL && s->number > 0) {
        uint32_t slot = s->m.slot;
        if (s->message != VALUE_NULL)
            slot = value_to_slot(&c->vals,
                                 value_item(&c->vals, s->message, MESSAGE_TARGET));
        value local = system_local(c, s->before, slot);
        r->state =
            c->ir->machines[local_machine(c, local)].states[local_state(c, local)].name;
    }
}

static void name_culprit(result *r, const core *c, const replay_result *p)
{
    strbuf who = {0};
    if (p->monitor != IR_NONE)
        strbuf_puts(
            &who, c->ir->machines[c->test->module->monitors[p->monitor].machine].name);
    else if (p->slot != SLOT_NONE)
        core_show_machine(c, p->slot, &who);
    if (who.len > 0)
        r->machine = arena_strndup(&r->memory, strbuf_text(&who), who.len);
    strbuf_free(&who);
}

/* The same failure at the same place; where a loop is hot, it must be hot again. */
static bool is_same(const fault *a, const replay_result *p)
{
    return a->kind == p->fault.kind && (p->is_lasso || a->pos == p->fault.pos);
}

static replay_result run_again(result *r)
{
    core *c = core_new(r->ir, r->test, &r->options->core);
    replay_result p = replay(c, &r->verdict.trace, see_step, r);
    if (!p.is_valid)
        r->bad_replay = p.why;
    name_culprit(r, c, &p);
    /* Its text goes with the core. */
    const char *text = p.fault.text != NULL ? p.fault.text : "";
    p.fault.text = arena_strndup(&r->memory, text, strlen(text));
    core_free(c);
    return p;
}

void result_replay(result *r)
{
    replay_result p = run_again(r);
    if (p.is_valid && !is_same(&r->verdict.fault, &p))
        r->bad_replay = "it ends in another way";
}

void result_replay_any(result *r)
{
    r->verdict.fault = run_again(r).fault;
}
