#include "engine/diagnose/executions.h"

#include "engine/registry.h"

/* A second look, longer by this factor, where the first one finds few. */
enum { WALKS = 30, FEW = 100000000, LONGER = 10 };

/* Of a step, and events of one machine: dpor is not for runs without an end. */
enum { MOST_OUTCOMES = 5000, MOST_EVENTS = 200 };

static bool applies(const ir_program *ir, const ir_test *test, const engine_options *o)
{
    strbuf why = {0};
    bool does = o->core.within_count == 0 && o->core.narrow == 0 &&
                registry_applies(ENGINE_DPOR, ir, test, o, &why);
    strbuf_free(&why);
    return does;
}

static engine_options options_of(const engine_options *o, uint64_t most, unsigned walks,
                                 double seconds)
{
    return (engine_options){.core = o->core,
                            .limits = {.seconds = seconds,
                                       .memory = o->limits.memory,
                                       .outcomes = MOST_OUTCOMES,
                                       .depth = MOST_EVENTS,
                                       .executions = most},
                            .stop = o->stop,
                            .threads = 1,
                            .seed = 1,
                            .probes = walks};
}

/* Steps or loops that it does not follow: it would come to no verdict. */
static bool was_cut(const verdict *v)
{
    uint32_t function;
    uint32_t pc;
    return v->coverage != NULL && coverage_find_cut(v->coverage, &function, &pc) != 0;
}

static void look(executions *x, const ir_program *ir, const ir_test *test,
                 const engine_options *o)
{
    verdict v;
    verdict_init(&v);
    registry_run(ENGINE_DPOR, ir, test, o, &v);
    x->is_decided = v.kind == VERDICT_EXHAUSTED || v.kind == VERDICT_VIOLATED;
    x->estimate = v.stop == STOP_EXECUTIONS && !was_cut(&v) ? v.stats.estimate : 0;
    verdict_fini(&v);
}

void executions_make(executions *x, const ir_program *ir, const ir_test *test,
                     const engine_options *o, uint64_t most, double seconds)
{
    engine_options own = options_of(o, most / LONGER, WALKS, seconds);
    *x = (executions){0};
    registry_prepare(ENGINE_DPOR, &own);
    if (!applies(ir, test, &own))
        return;
    look(x, ir, test, &own);
    double first = x->estimate;
    if (first == 0 || first > FEW)
        return;
    own = options_of(o, most, WALKS * LONGER, seconds);
    own.seed++;
    registry_prepare(ENGINE_DPOR, &own);
    look(x, ir, test, &own);
    x->is_steady = x->estimate < 2 * first && first < 2 * x->estimate;
}
