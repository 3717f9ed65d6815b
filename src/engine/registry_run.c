/* The functions of the engines. */
#include "engine/registry.h"

#include <assert.h>

static const struct {
    engine_run *run;
    engine_applies *applies;
} functions[ENGINE_COUNT] = {
#define ENGINE(id, name, run, applies, takes, reads, help) \
    [ENGINE_##id] = {run, applies},
#include "engine/engines.def"
#undef ENGINE
};

bool engine_always_applies(const ir_program *ir, const ir_test *test,
                           const engine_options *o, strbuf *why)
{
    (void)ir, (void)test, (void)o, (void)why;
    return true;
}

bool engine_never_applies(const ir_program *ir, const ir_test *test,
                          const engine_options *o, strbuf *why)
{
    (void)ir, (void)test, (void)o;
    strbuf_puts(why, "the engine does not support P tests");
    return false;
}

void engine_never_runs(const ir_program *ir, const ir_test *test,
                       const engine_options *o, verdict *v)
{
    (void)ir, (void)test, (void)o;
    verdict_refuse(v, "the engine does not support P tests");
}

void registry_prepare(engine_id id, engine_options *e)
{
    assert(id != ENGINE_NONE && id != ENGINE_AUTO);
    e->reduction.unbounded = registry_has(id, IS_UNBOUNDED);
    e->core.stops_at_sends = e->reduction.unbounded;
    if (!registry_reads(id, SETTING_SPLIT_STEPS))
        e->core.split_above = 0;
}

bool registry_applies(engine_id id, const ir_program *ir, const ir_test *test,
                      const engine_options *o, strbuf *why)
{
    assert(id != ENGINE_NONE && id < ENGINE_COUNT);
    return functions[id].applies(ir, test, o, why);
}

void registry_run(engine_id id, const ir_program *ir, const ir_test *test,
                  const engine_options *o, verdict *v)
{
    assert(id != ENGINE_NONE && id < ENGINE_COUNT);
    v->engine = id;
    functions[id].run(ir, test, o, v);
    assert(v->engine != ENGINE_AUTO && v->engine != ENGINE_NONE);
}
