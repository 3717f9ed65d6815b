/* The look is a search by the explicit engine that ends at the first wide step. */
#include "engine/auto/wide_steps.h"

#include "core/openint.h"
#include "engine/registry.h"

enum { STATES = 1000 };

static bool chooses_ints(const ir_program *ir)
{
    for (uint32_t f = 0; f < ir->function_count; f++)
        for (ir_pc pc = 0; pc < ir->functions[f].code_count; pc++)
            if (ir->functions[f].code[pc].op == IR_CHOOSE_INT)
                return true;
    return false;
}

bool wide_steps_are_met(const ir_program *ir, const ir_test *test,
                        const engine_options *o)
{
    engine_options own = *o;
    verdict v;
    if (!o->may_open_values || openint_obstacle(ir, test, &o->core) != NULL ||
        !chooses_ints(ir))
        return false;
    registry_prepare(ENGINE_EXPLICIT, &own);
    own.limits = o->limits;
    own.limits.outcomes = WIDE_OUTCOMES;
    if (own.limits.states == 0 || own.limits.states > STATES)
        own.limits.states = STATES;
    own.threads = 1;
    own.progress = NULL;
    own.notice = NULL;
    verdict_init(&v);
    registry_run(ENGINE_EXPLICIT, ir, test, &own, &v);
    bool is_wide = v.kind == VERDICT_UNKNOWN && v.stop == STOP_OUTCOMES;
    verdict_fini(&v);
    return is_wide;
}
