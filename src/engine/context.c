#include "engine/context.h"

/* A machine that stops after each send shows the order of its sends. */
static send_order order_of(const core_options *o)
{
    if (o->stops_at_sends)
        return SEND_ORDER_VISIBLE;
    switch (o->network) {
    case NET_BAG:
        return SEND_ORDER_HIDDEN;
    case NET_P2P:
        return SEND_ORDER_PER_TARGET;
    case NET_MBOX:
    case NET_CAUSAL:
        break;
    }
    return SEND_ORDER_VISIBLE;
}

static bool is_over(void *context)
{
    return core_is_over(context);
}

const test_context *context_of(core *c)
{
    test_context *t = ARENA_NEW(&c->memory, test_context);
    bool *may_crash = ARENA_ARRAY(&c->memory, bool, c->ir->machine_count);
    for (uint32_t i = 0; i < c->ir->machine_count; i++)
        may_crash[i] = core_may_crash(c, i);
    *t = (test_context){.ir = c->ir,
                        .test = c->test,
                        .bindings = c->bindings,
                        .observed = c->observed,
                        .polls = c->polls_queue,
                        .may_crash = may_crash,
                        .order = order_of(&c->options),
                        .narrows = c->options.narrow > 0,
                        .has_foreign = c->options.foreign != NULL,
                        .coarseness = c->coarseness,
                        .is_over = is_over,
                        .is_over_context = c};
    return t;
}
