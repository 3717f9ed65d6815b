/* The reduced engine: which tests it accepts, which searches it runs one after the
 * other, and the verdict. */
#include "core/openint_why.h"
#include "engine/reduce/counterexample.h"

#include <assert.h>

/* A property that reductions do not preserve; NULL: the test has no such property. */
static const char *why_not(const ir_program *ir, const ir_test *test,
                           const core_options *o)
{
    if (core_may_be_hot(ir, test))
        return "a spec has hot states, and reductions do not preserve all cycles: use "
               "--engine=explicit";
    if (o->network == NET_CAUSAL)
        return "in causal networks what one machine receives changes what all may "
               "receive, so no deliveries are independent: use --engine=explicit";
    return NULL;
}

/* Why this is not proved where choices stay open (reduced_search.c); NULL: it is. */
static const char *why_not_open(const ir_program *ir, const ir_test *test,
                                const engine_options *o)
{
    const char *obstacle = openint_obstacle(ir, test, &o->core);
    if (obstacle != NULL)
        return obstacle;
    if (o->core.network != NET_MBOX && o->core.network != NET_P2P)
        return "with reductions values can stay open only with --network=mbox and p2p, "
               "for which it is proved";
    if (o->core.narrow > 0)
        return "with reductions values cannot stay open with --narrow";
    if (core_has_quorum(ir))
        return "with reductions values cannot stay open where a machine has quorum "
               "handlers, whose size may depend on them";
    return NULL;
}

static void notify(const engine_options *o, const char *text)
{
    if (o->notice != NULL)
        o->notice(o->progress_context, text);
}

static void conclude(reduced_search *s)
{
    verdict *v = s->v;
    if (s->found.kind != FAULT_NONE) {
        /* With queue abstractions the violation may be spurious. */
        if (s->o->reduction.tail == 0 && counterexample_find(s))
            return;
        v->kind = VERDICT_UNKNOWN;
        v->stop = STOP_NO_RUN;
        v->saw_violation = true;
        return;
    }
    row_search_conclude(&s->rows,
                        s->o->reduction.unbounded ? VERDICT_PROVED : VERDICT_EXHAUSTED);
}

/* Symmetry costs time, and may gain nothing: where a machine keeps machines in a
 * sequence, hardly any two states are in one orbit.  So a pilot search runs without it.
 * If the pilot does not finish soon, a search with symmetry starts, and at the depth of
 * the pilot the numbers of states are compared. */
enum { PILOT_STATES = 3000 };

static bool wants_pilot(const engine_options *o, const symmetry *y)
{
    return y != NULL && o->reduction.symmetry == SYMMETRY_AUTO && !o->depth_first;
}

/* What earlier searches have left of the time; false: nothing. */
static bool spend_time(engine_options *o, verdict *v)
{
    if (o->limits.seconds <= 0 || (o->limits.seconds -= v->stats.seconds) > 0)
        return true;
    v->kind = VERDICT_UNKNOWN;
    v->stop = STOP_TIME;
    return false;
}

/* True: the pilot was the whole search. */
static bool fly_pilot(core *c, const engine_options *o, verdict *v, symmetry_notices *n,
                      reduced_goal *goal)
{
    assert(!o->depth_first);
    double before = v->stats.seconds;
    engine_options small = *o;
    uint64_t few = o->tuning.pilot_states > 0 ? o->tuning.pilot_states : PILOT_STATES;
    if (small.limits.states == 0 || small.limits.states > few)
        small.limits.states = few;
    if (!spend_time(&small, v))
        return true;
    reduced_search s = {.o = &small, .c = c, .v = v, .notices = n};
    reduced_search_run(&s);
    bool is_all =
        small.limits.states == o->limits.states || !reduced_search_is_full(&s, goal);
    if (is_all)
        conclude(&s);
    reduced_search_fini(&s);
    v->stats.seconds += before;
    if (!is_all)
        v->stats = (engine_stats){.seconds = v->stats.seconds};
    return is_all;
}

static void search_with(core *c, const engine_options *all, verdict *v, symmetry *y,
                        symmetry_notices *n, const reduced_goal *goal)
{
    double before = v->stats.seconds;
    engine_options own = *all;
    const engine_options *o = &own;
    if (!spend_time(&own, v))
        return;
    reduced_search s = {
        .o = o, .c = c, .v = v, .symmetry = y, .notices = n, .goal = *goal};
    reduced_search_run(&s);
    if (!s.is_useless)
        conclude(&s);
    /* Stubborn sets depend on names: the path back through blocked states may not be
     * found. */
    bool is_lost = y != NULL && v->saw_violation && o->reduction.tail == 0;
    bool is_useless = s.is_useless;
    reduced_search_fini(&s);
    if (is_useless)
        notify(o, "symmetry is off: it merges too few states");
    if (is_useless || is_lost) {
        v->saw_violation = false;
        v->stats = (engine_stats){.seconds = v->stats.seconds};
        search_with(c, o, v, NULL, n, &(reduced_goal){0});
    }
    v->stats.seconds += before;
}

/* The limits, while symmetry is looked for. */
typedef struct static_phase {
    engine_watch watch;
    verdict *v;
    stop_reason stopped;
} static_phase;

static bool is_over(void *context)
{
    static_phase *p = context;
    if (p->stopped == STOP_NONE)
        p->stopped = watch_look(&p->watch, &p->v->stats);
    return p->stopped != STOP_NONE;
}

/* False: it stopped before it was done. */
static bool find_symmetry(core *c, const engine_options *o, static_phase *p,
                          symmetry **y, strbuf *report)
{
    verdict *v = p->v;
    watch_start(&p->watch, o);
    c->is_over = is_over;
    c->is_over_context = p;
    if (o->reduction.symmetry != SYMMETRY_OFF)
        *y = symmetry_new(c, o->reduction.symmetry, report);
    c->is_over = NULL;
    v->stats.seconds = watch_seconds(&p->watch);
    watch_end(&p->watch);
    if (p->stopped == STOP_NONE)
        return true;
    v->kind = VERDICT_UNKNOWN;
    v->stop = p->stopped;
    return false;
}

static void search_all(core *c, const engine_options *o, verdict *v)
{
    symmetry *y = NULL;
    reduced_goal goal = {0};
    strbuf report = {0};
    symmetry_notices n;
    static_phase p = {.v = v};
    bool is_ready = find_symmetry(c, o, &p, &y, &report);
    symmetry_notices_init(&n, c, o, strbuf_text(&report));
    if (is_ready && (!wants_pilot(o, y) || !fly_pilot(c, o, v, &n, &goal)))
        search_with(c, o, v, y, &n, &goal);
    if (is_ready)
        symmetry_notices_end(&n);
    symmetry_notices_fini(&n);
    strbuf_free(&report);
    symmetry_free(y);
}

bool reduce_applies(const ir_program *ir, const ir_test *test, const engine_options *o,
                    strbuf *why)
{
    const char *reason = why_not(ir, test, &o->core);
    if (reason != NULL)
        strbuf_puts(why, reason);
    return reason == NULL;
}

static void search_once(const ir_program *ir, const ir_test *test,
                        const engine_options *o, verdict *v)
{
    core *c = core_new(ir, test, &o->core);
    if (o->open_values)
        openint_enable(c);
    if (o->open_values && o->explains_values)
        openint_explain(c->vals.open);
    c->most_outcomes = o->limits.outcomes > 0 ? o->limits.outcomes : o->limits.states;
    search_all(c, o, v);
    bool must_close = c->vals.open != NULL && c->vals.open->must_close;
    if (must_close && v->kind != VERDICT_VIOLATED) /* a violation is replayed */
        verdict_refuse(v, "with reductions values cannot stay open where a loop of "
                          "choices or a bound depends on them");
    else
        verdict_cover(v, c);
    if (c->vals.open != NULL)
        openint_add_reasons(c->vals.open, &v->known_values);
    core_free(c);
}

/* Searches again, in the remaining time. */
static bool search_again(const ir_program *ir, const ir_test *test, engine_options *o,
                         verdict *v)
{
    double spent = v->stats.seconds;
    engine_id engine = v->engine;
    if (engine_is_ended(o))
        return false;
    if (o->limits.seconds > 0 && (o->limits.seconds -= spent) <= 0)
        return false;
    verdict_fini(v);
    verdict_init(v);
    v->engine = engine;
    search_once(ir, test, o, v);
    v->stats.seconds += spent;
    return true;
}

/* Did it stop because queues grow? */
static bool may_abstract(const engine_options *o, const verdict *v)
{
    return o->core.network == NET_MBOX && v->kind == VERDICT_UNKNOWN &&
           v->stop == STOP_QUEUES;
}

/* A violation of the abstraction may be spurious: then it searches with a longer exact
 * prefix, and at last with exact queues and a bound on states. */
static void search_for_run(const ir_program *ir, const ir_test *test, engine_options *o,
                           verdict *v)
{
    assert(v->saw_violation);
    enum { LATER = 6, MORE = 20, FEW = 100000, VERY_LONG_QUEUE = 40 };
    notify(o,
           "the queue abstraction reports a violation; searching for a concrete run");
    uint64_t states = FEW + MORE * v->stats.states;
    if (o->limits.states == 0 || o->limits.states > states)
        o->limits.states = states;
    if (o->reduction.tail < LATER) {
        o->reduction.tail = LATER;
        if (!search_again(ir, test, o, v) || !v->saw_violation)
            return;
    }
    o->reduction.tail = 0;
    if (o->limits.queue == 0)
        o->limits.queue = VERY_LONG_QUEUE;
    if (search_again(ir, test, o, v) && v->kind == VERDICT_UNKNOWN) {
        v->saw_violation = true;
        if (v->stop != STOP_INTERRUPTED && v->stop != STOP_TIME)
            v->stop = STOP_ABSTRACT_QUEUE;
    }
}

/* First with exact queues; if they grow, with queue abstractions. */
static void search_unbounded(const ir_program *ir, const ir_test *test,
                             engine_options *o, verdict *v)
{
    assert(o->reduction.unbounded);
    enum { LONG_QUEUE = 8, FRONT = 2 };
    uint64_t limit = o->limits.queue;
    if (o->reduction.tail == 0 && limit == 0 && o->core.network == NET_MBOX)
        o->limits.queue = LONG_QUEUE;
    search_once(ir, test, o, v);
    bool is_growing = may_abstract(o, v) && limit == 0;
    o->limits.queue = limit;
    if (is_growing) {
        o->reduction.tail = FRONT;
        if (!search_again(ir, test, o, v))
            return;
    }
    if (v->saw_violation && o->reduction.tail > 0)
        search_for_run(ir, test, o, v);
}

/* What is switched off, and why. */
static void notify_limits(const engine_options *o)
{
    bool may_fail = false;
    for (int i = 0; i < BUDGET_COUNT; i++)
        may_fail |= o->core.budgets[i].left > 0;
    if (may_fail && o->reduction.por != POR_OFF)
        notify(o, "stubborn sets are off while a fault can happen: all orders are "
                  "explored until the fault budget is used up");
    if (o->open_values)
        notify(o,
               "values stay open: symmetry is off, and dead messages and the order of "
               "sequences are kept");
    if (o->core.strict_quiescence)
        notify(o, "dead messages are kept and delivery is not postponed: "
                  "--strict-quiescence checks the messages left in queues");
}

void reduce_run(const ir_program *ir, const ir_test *test, const engine_options *o,
                verdict *v)
{
    const char *refused = why_not(ir, test, &o->core);
    assert(!o->open_values || !o->reduction.unbounded); /* engines.def */
    if (refused == NULL && o->open_values)
        refused = why_not_open(ir, test, o);
    if (refused != NULL) {
        verdict_refuse(v, refused);
        return;
    }
    assert(o->core.stops_at_sends == o->reduction.unbounded); /* registry_prepare */
    engine_options own = *o;
    own.reduction.keeps_dead |= o->core.strict_quiescence || o->open_values;
    own.reduction.keeps_orders |= o->open_values;
    if (o->open_values)
        own.reduction.symmetry = SYMMETRY_OFF;
    v->has_open_values = o->open_values;
    if (!o->reduction.unbounded || o->core.network != NET_MBOX)
        own.reduction.tail = 0;
    notify_limits(&own);
    if (o->reduction.unbounded)
        search_unbounded(ir, test, &own, v);
    else
        search_once(ir, test, &own, v);
}
