/* The explicit engine: chooses the search by tree, or by graph. */
#include "core/within.h"
#include "engine/engine.h"
#include "engine/explore/by_graph.h"
#include "engine/explore/by_tree.h"
#include "engine/explore/liveness.h"

/* Where a scenario is covered, or where the search may have to begin again without open
 * values (openint_forbid): the search by tree executes steps ahead. */
static bool has_scenario_or_quorum(const ir_program *ir)
{
    for (uint32_t m = 0; m < ir->machine_count; m++)
        if (ir->machines[m].kind == MACHINE_SCENARIO)
            return true;
    return core_has_quorum(ir);
}

/* What is known of variables is in the order of their indices, which other processes do
 * not share.  Reasons are noted where an outcome gets its names, at once. */
static const char *why_open_by_graph(const core *c, const engine_options *o)
{
    if (o->cluster != NULL)
        return "open values need all states in memory";
    if (o->explains_values)
        return "--explain-values needs all states in memory";
    if (c->options.within_count > 0 || c->options.narrow > 0 ||
        has_scenario_or_quorum(c->ir))
        return "open values need all states in memory with --within, --narrow, "
               "scenarios and quorums";
    return NULL;
}

/* Why the search needs the whole graph in memory; NULL: it does not. */
static const char *why_by_graph(const core *c, const engine_options *o)
{
    const char *why = c->vals.open != NULL ? why_open_by_graph(c, o) : NULL;
    if (why != NULL)
        return why;
    if (liveness_matters(c))
        return "a spec has hot states, and the search for cycles needs all states in "
               "memory: checkpoints and bitstate do not work";
    if (!component_is_separable(c))
        return "in causal networks a delivery changes the clocks of all machines, and "
               "the search needs all states in memory: checkpoints and bitstate do "
               "not work";
    return o->depth_first ? "depth-first search needs all states in memory" : NULL;
}

static void notify_single_rank(const ir_test *test, const engine_options *o)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s needs all states in one memory: rank 0 checks it alone",
                  test->name);
    if (o->notice != NULL)
        o->notice(o->progress_context, strbuf_text(&text));
    strbuf_free(&text);
}

static void add_coverage(void *context, const strbuf *b)
{
    core *c = context;
    /* A rank with another program has none to add: its search was refused. */
    (void)!coverage_read(c->coverage, strbuf_text(b), b->len);
}

/* Rank 0 reports what any rank has executed. */
static void gather_coverage(const cluster *ranks, core *c)
{
    strbuf b = {0};
    coverage_write(c->coverage, &b);
    cluster_gather(ranks, &b, add_coverage, c);
    strbuf_free(&b);
}

/* A search breadth first expands all states that are fewer steps away before it meets a
 * violation, so that no run with fewer steps has one.  Not so for a lasso: its path is
 * a shortest one to a state of the loop, which need not be the nearest loop.  And not
 * so where choices were narrowed: an alternative that was left out may fail earlier. */
static bool is_shortest(const core *c, const engine_options *o, const verdict *v)
{
    return v->kind == VERDICT_VIOLATED && !o->depth_first && o->bitstate == 0 &&
           v->trace.loop == TRACE_NO_LOOP && coverage_count_narrowed(c->coverage) == 0;
}

static void conclude(verdict *v, const core *c)
{
    if (v->kind == VERDICT_REFUSED)
        return;
    verdict_cover(v, c);
    if (c->vals.open == NULL)
        return;
    v->has_open_values = !c->vals.open->is_closed;
    openint_add_reasons(c->vals.open, &v->known_values);
}

void explore_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                 verdict *v)
{
    const char *obstacle = o->open_values ? openint_obstacle(ir, test, &o->core) : NULL;
    if (obstacle != NULL) {
        verdict_refuse(v, obstacle);
        return;
    }
    core *c = core_new(ir, test, &o->core);
    if (o->open_values)
        openint_enable(c);
    if (o->open_values && o->explains_values)
        openint_explain(c->vals.open);
    v->has_open_values = o->open_values;
    c->most_outcomes = o->limits.outcomes > 0 ? o->limits.outcomes : o->limits.states;
    system_state start = {0};
    transition_result r;
    system_start(c, &start, &r);
    bool begins = r.fault == 0 && !r.is_pruned;
    const char *why = why_by_graph(c, o);
    if (begins && why == NULL) {
        by_tree(c, &start, o, v);
        if (o->cluster != NULL)
            gather_coverage(o->cluster, c);
    } else if (begins &&
               (o->resume != NULL || o->checkpoint != NULL || o->bitstate > 0)) {
        verdict_refuse(v, why);
    } else if (o->cluster == NULL || o->cluster->rank == 0) {
        if (o->cluster != NULL && begins)
            notify_single_rank(test, o);
        by_graph(c, o, v);
    }
    v->is_shortest = is_shortest(c, o, v);
    if (within_failure(c) != NULL && o->notice != NULL)
        o->notice(o->progress_context, within_failure(c));
    conclude(v, c);
    vec_free(&start);
    core_free(c);
}
