#include "cli/trial.h"

/* Cycles must be judged where a spec may be hot: that takes some ten times as long; and
 * a state of a reducing engine takes some twenty times as long. */
enum {
    MOST_STATES = 200000,
    MOST_STATES_HOT = 50000,
    MOST_STATES_REDUCED = 20000,
    MOST_OUTCOMES = 5000, /* of a step */
    MOST_WORK = 300000,   /* of `sets` */
    MOST_RUNS = 16,       /* of `sample`: those that the command will make first */
};

static uint64_t most_states(const result *r, engine_id engine)
{
    if (registry_has(engine, IS_REDUCED))
        return MOST_STATES_REDUCED;
    return core_may_be_hot(r->ir, r->test) ? MOST_STATES_HOT : MOST_STATES;
}

/* See engine_options.consult. */
static uint64_t end_trial(void *host, const engine_stats *stats)
{
    (void)host, (void)stats;
    return 0;
}

/* `sets` counts operations; the other engines have their numbers of states. */
static void limit_work(engine_options *e, engine_id engine)
{
    bool counts_work = registry_has(engine, IS_SYMBOLIC);
    e->consult = counts_work ? end_trial : NULL;
    e->consult_at = MOST_WORK;
}

/* 0 is no limit. */
static size_t most_memory(const engine_options *e, const trial_options *how)
{
    size_t limit = e->limits.memory;
    return limit > 0 && limit < how->memory ? how->memory : limit;
}

static engine_options options_of(const result *r, const trial_options *how)
{
    engine_options e = *r->options;
    e.limits = (engine_limits){.states = most_states(r, how->engine),
                               .outcomes = MOST_OUTCOMES,
                               .executions = TRIAL_EXECUTIONS,
                               .depth = how->depth,
                               .seconds = how->seconds,
                               .memory = most_memory(&e, how)};
    e.core.within = how->within;
    e.core.within_count = how->within_count;
    e.core.narrow = how->narrow;
    e.open_values = how->has_open_values;
    e.schedules = MOST_RUNS;
    e.judges_hot_tails = how->engine == ENGINE_SAMPLE;
    e.threads = 1;
    e.depth_first = false;
    e.bitstate = 0;
    e.spill = e.checkpoint = e.resume = NULL;
    e.cluster = NULL;
    e.explain = NULL;
    e.progress = NULL;
    e.notice = NULL;
    e.snapshot = NULL;
    e.wants_snapshot = NULL;
    e.on_begin = NULL;
    e.on_switch = NULL;
    e.is_verbose = false;
    limit_work(&e, how->engine);
    registry_prepare(how->engine, &e);
    return e;
}

static bool is_decided(const verdict *v)
{
    return v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_WITHIN ||
           v->kind == VERDICT_PROVED || v->kind == VERDICT_VIOLATED;
}

static bool has_handler(const coverage *v, uint32_t i)
{
    return v != NULL && v->handlers[i] != 0;
}

static void compare_coverage(trial *t, const verdict *before, const coverage *now)
{
    const coverage *any = before->coverage != NULL ? before->coverage : before->sampled;
    for (uint32_t i = 0; any != NULL && i < any->handler_count; i++)
        if (has_handler(before->coverage, i) || has_handler(before->sampled, i)) {
            t->handlers++;
            t->missing += !has_handler(now, i);
        }
}

/* A hot tail may only be a long run (core/hot_tail.h). */
static bool is_answer(const verdict *v)
{
    if (v->kind == VERDICT_VIOLATED)
        return v->trace.tail.steps == 0;
    return v->kind == VERDICT_EXHAUSTED || v->kind == VERDICT_PROVED;
}

trial trial_run(const result *r, const trial_options *how, verdict *answer)
{
    engine_options e = options_of(r, how);
    verdict v;
    verdict_init(&v);
    registry_run(how->engine, r->ir, r->test, &e, &v);
    trial t = {.is_decided = is_decided(&v),
               .kind = v.kind,
               .states = v.stats.states,
               .depth = v.stats.depth};
    compare_coverage(&t, &r->verdict, v.coverage);
    t.is_only_long = t.is_decided && v.kind == VERDICT_VIOLATED && !is_answer(&v);
    if (is_answer(&v)) {
        verdict_fini(answer);
        *answer = v;
    } else {
        verdict_fini(&v);
    }
    return t;
}

trial trial_of_search(const result *r)
{
    trial t = {.kind = VERDICT_WITHIN, .states = r->verdict.stats.states};
    compare_coverage(&t, &r->verdict, r->verdict.coverage);
    return t;
}
