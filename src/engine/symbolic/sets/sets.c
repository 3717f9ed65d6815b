/* All states as one set: what is fit for it, and the verdict. */
#include "engine/symbolic/sets/search.h"
#include <stdlib.h>

static bool has_hot_spec(const ir_program *ir, const ir_test *test)
{
    for (uint32_t i = 0; i < test->module->monitor_count; i++) {
        const ir_machine *m = &ir->machines[test->module->monitors[i].machine];
        for (uint32_t k = 0; m->kind == MACHINE_SPEC && k < m->state_count; k++)
            if (m->states[k].temp == HOT)
                return true;
    }
    return false;
}

/* NULL: nothing is in the way. */
static const char *why_not(const ir_program *ir, const ir_test *test,
                           const core_options *o)
{
    if (has_hot_spec(ir, test))
        return "a spec can be hot, and sets of states are not yet searched for cycles: "
               "use --engine=explicit";
    if (o->network == NET_CAUSAL)
        return "in causal networks what one machine receives changes what all may "
               "receive: use --engine=explicit";
    return NULL;
}

bool sets_apply(const ir_program *ir, const ir_test *test, const engine_options *o,
                strbuf *why)
{
    const char *reason = why_not(ir, test, &o->core);
    if (reason != NULL)
        strbuf_puts(why, reason);
    return reason == NULL;
}

static void conclude(set_search *s)
{
    if (s->is_over)
        return;
    s->v->kind = s->stopped != NULL ? VERDICT_UNKNOWN : VERDICT_EXHAUSTED;
    s->v->reason = s->stopped;
}

void sets_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    v->kind = VERDICT_REFUSED;
    v->reason = why_not(ir, test, &o->core);
    if (v->reason != NULL)
        return;
    core *c = core_new(ir, test, &o->core);
    order_links links;
    slot_order order = {0};
    system_state first = {0};
    move_result r;
    system_start(c, &first, &r);
    order_observe(c, &first, &links);
    order_make(&links, getenv("ORD") ? (order_kind)atoi(getenv("ORD")) : 0, &order);
    set_search s = {.o = o, .c = c, .v = v, .order = &order};
    set_search_run(&s);
    conclude(&s);
    set_search_fini(&s);
    verdict_cover(v, c);
    core_free(c);
}
