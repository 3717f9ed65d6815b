/* --engine=auto: the engine that fits, found by trying.
 *
 * Most tests are small, and for them nothing is as good as to visit every state: exact
 * counts, the shortest counterexample, liveness.  So the explicit engine begins.  In
 * what it has not finished after some hundred thousand states, random runs look for
 * a violation that is deep and frequent.  If they find none, `reduced` takes over: it
 * begins anew and goes on if it leaves out enough; where queues grow without bound,
 * `asi` takes over.  Sets of states get a few seconds of their own.  Where reductions
 * do not pay, the explicit engine goes on to the end.
 *
 * The time limit is for all engines together, the other limits for each: every engine
 * begins anew and forgets what others have seen.
 */
#include "engine/registry.h"

#include "base/clock.h"

#include <assert.h>
#include <math.h>

/* For the explicit engine, where each step takes long.  A model that it does not finish
 * by then loses little, and one that it finishes within seconds, even under a sanitizer
 * or on a busy machine, has the same verdict every time. */
#define FIRST_SECONDS 5.0

/* Random runs find a violation soon, or practically never.  Most tests make all their
 * runs (--schedules) in that time. */
#define SAMPLE_SECONDS 2.0

/* Enough to see whether reductions pay: some ten thousand states. */
#define TRIAL_SECONDS 1.0

/* The sets engine finishes within seconds, or practically never. */
#define SETS_SECONDS 4.0

/* ... but they get more where only the explicit engine is left, as with hot specs, for
 * which it takes long. */
#define SETS_ALONE_SECONDS 16.0

/* Trials get at most this share of a time limit: a test that was finished without them
 * should not run out of time now. */
enum { FIRST_SHARE = 4, TRIAL_SHARE = 8 };

/* A state costs a reducing engine some twenty times as much.  So it must leave out much
 * in each state: every second transition, or every second state by symmetry. */
enum { PAYS_FROM = 2 };

/* Messages that wait for one machine.  A bounded protocol hardly gets there, and if it
 * does, asi comes to the same verdict a little later.  Unbounded queues get there
 * breadth first, so among many machines not soon: those of German's protocol with three
 * caches have 15 messages after a million states. */
enum { LONG_QUEUE = 12 };

/* Sets that find this many times as many states a second as the explicit engine did
 * will get further than it. */
enum { SETS_PAY_FROM = 10 };

typedef struct stages {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o; /* the user's */
    verdict *v;
    engine_id engine;     /* that runs, or ran last */
    engine_limits limits; /* of the present engine */
    double seconds;       /* that were used */
    double explicit_rate; /* states a second */
    double sets_rate;
    bool has_reduced; /* reduced applies, */
    bool has_asi;     /* ... and asi, */
    bool has_sets;    /* ... and sets */
    bool cuts_states; /* the present limits are tighter than the user's */
    bool cuts_seconds;
    bool is_trial; /* another engine may get further with the same memory */
} stages;

/* ---- One engine ---- */

/* The present engine gets what is left of the time; 0: it is not limited.  False:
 * nothing is left. */
static bool limit_rest(stages *s)
{
    engine_limits *l = &s->limits;
    *l = s->o->limits;
    if (l->seconds > 0 && l->seconds <= s->seconds)
        return false;
    l->seconds -= l->seconds > 0 ? s->seconds : 0;
    return true;
}

/* So many seconds, or a share of those that are left. */
static void limit_seconds(engine_limits *l, double seconds, int share)
{
    l->seconds =
        l->seconds <= 0 || l->seconds / share > seconds ? seconds : l->seconds / share;
}

static void limit_first(stages *s)
{
    engine_limits *l = &s->limits;
    limit_seconds(l, FIRST_SECONDS, FIRST_SHARE);
    if (l->states == 0 || l->states > s->o->auto_states)
        l->states = s->o->auto_states;
}

/* V is empty, and gets the verdict. */
static void run_into(stages *s, engine_id engine, verdict *v)
{
    uint64_t begun = clock_ns();
    engine_options now = *s->o;
    registry_prepare(engine, &now);
    now.limits = s->limits;
    if (s->o->on_begin != NULL)
        s->o->on_begin(s->o->host, engine);
    registry_run(engine, s->ir, s->test, &now, v);
    v->stats.seconds += s->seconds;
    s->seconds += (double)(clock_ns() - begun) * 1e-9;
}

static void run_engine(stages *s, engine_id engine)
{
    verdict_fini(s->v);
    verdict_init(s->v);
    s->engine = engine;
    run_into(s, engine, s->v);
}

/* True: that is the verdict.  Runs without a violation show nothing, so then the
 * previous engine keeps its own. */
static bool try_sampling(stages *s)
{
    verdict v;
    if (!limit_rest(s))
        return false;
    limit_seconds(&s->limits, SAMPLE_SECONDS, TRIAL_SHARE);
    verdict_init(&v);
    run_into(s, ENGINE_SAMPLE, &v);
    bool is_found = v.kind == VERDICT_VIOLATED;
    bool is_over = is_found || v.stop == STOP_INTERRUPTED;
    if (is_over) {
        verdict was = *s->v;
        *s->v = v;
        v = was;
        s->engine = ENGINE_SAMPLE;
    }
    verdict_fini(&v);
    return is_over;
}

/* ---- Which one takes over ---- */

/* Did it end at a limit that the user has not set, or that only binds this engine? */
static bool is_cut(const stages *s)
{
    const verdict *v = s->v;
    bool is_large = v->stop == STOP_STATES || v->stop == STOP_OUTCOMES;
    return v->kind == VERDICT_UNKNOWN &&
           ((is_large && s->cuts_states) || (v->stop == STOP_TIME && s->cuts_seconds) ||
            (v->stop == STOP_MEMORY && s->is_trial));
}

/* Did the reductions leave out enough to be worth their time? */
static bool pays(const verdict *v)
{
    const reduction_stats *x = &v->stats.reduction;
    return x->explored > 0 && (x->possible >= PAYS_FROM * x->explored ||
                               x->renamed * PAYS_FROM >= v->stats.transitions);
}

/* Would more time and memory be of no help to the engine? */
static bool is_stuck(const stages *s)
{
    switch (s->v->stop) {
    case STOP_STATES:
    case STOP_OUTCOMES:
    case STOP_TIME:
    case STOP_MEMORY:
    case STOP_INTERRUPTED:
        return false;
    default:
        return s->v->kind == VERDICT_UNKNOWN || s->v->kind == VERDICT_REFUSED;
    }
}

static void report_switch(const stages *s, engine_id next)
{
    const engine_switch change = {
        .to = next,
        .from = s->v,
        .first_states = s->o->auto_states,
        .is_ratio_low = s->engine == ENGINE_REDUCED && is_cut(s) && !pays(s->v) &&
                        s->v->stats.reduction.explored > 0,
    };
    if (s->o->on_switch != NULL)
        s->o->on_switch(s->o->host, &change);
}

/* With what is left of the limits.  TRIAL: not longer than so many seconds; or 0. True:
 * that is the verdict. */
static bool go_on_with(stages *s, engine_id engine, double trial, uint64_t queue)
{
    if (s->engine != engine)
        report_switch(s, engine);
    if (!limit_rest(s)) {
        s->v->kind = VERDICT_UNKNOWN;
        s->v->stop = STOP_TIME;
        s->v->detail = NULL;
        s->v->violation_within = 0;
        return true;
    }
    s->cuts_states = false;
    s->cuts_seconds = s->is_trial = trial > 0;
    if (trial > 0)
        limit_seconds(&s->limits, trial, TRIAL_SHARE);
    s->limits.queue = queue;
    run_engine(s, engine);
    return !is_stuck(s);
}

/* States a second of the engine that has run since BEGUN. */
static double rate(const stages *s, double begun)
{
    return (double)s->v->stats.states / fmax(s->seconds - begun, 0.001);
}

static bool try_sets(stages *s)
{
    double seconds = s->has_reduced || s->has_asi ? SETS_SECONDS : SETS_ALONE_SECONDS;
    double begun = s->seconds;
    if (!s->has_sets)
        return false;
    bool is_done = go_on_with(s, ENGINE_SETS, seconds, 0) && !is_cut(s);
    s->sets_rate = rate(s, begun);
    return is_done;
}

static bool try_to_prove(stages *s)
{
    return s->has_asi && go_on_with(s, ENGINE_ASI, TRIAL_SECONDS, 0) && !is_cut(s);
}

/* What a trial of the reductions shows. */
typedef struct trial {
    bool is_verdict;
    bool pays;            /* to go on, and it was cut short */
    bool has_long_queues; /* which may grow without bound: that is for asi */
} trial;

static trial try_reductions(stages *s, uint64_t queue)
{
    trial t = {0};
    bool is_done = go_on_with(s, ENGINE_REDUCED, TRIAL_SECONDS, queue);
    t.pays = is_done && is_cut(s) && pays(s->v);
    t.is_verdict = is_done && !is_cut(s);
    t.has_long_queues = s->v->stop == STOP_QUEUES;
    return t;
}

/* The explicit engine was cut short.  If it knows of a violation, only that engine can
 * find the path to it. */
static void go_on(stages *s)
{
    bool has_others = !s->v->saw_violation;
    if (has_others && try_sampling(s))
        return;
    uint64_t queue = s->has_asi ? LONG_QUEUE : 0;
    trial t = {0};
    if (has_others && s->has_reduced)
        t = try_reductions(s, queue);
    if (t.is_verdict || (t.has_long_queues && try_to_prove(s)))
        return;
    if (has_others && try_sets(s))
        return;
    if (t.pays && go_on_with(s, ENGINE_REDUCED, 0, queue))
        return;
    if (t.has_long_queues ? go_on_with(s, ENGINE_ASI, 0, 0)
                          : has_others && try_to_prove(s))
        return;
    bool sets_pay = s->sets_rate > SETS_PAY_FROM * s->explicit_rate;
    (void)go_on_with(s, sets_pay ? ENGINE_SETS : ENGINE_EXPLICIT, 0, 0);
}

static bool applies(const stages *s, engine_id engine)
{
    engine_options o = *s->o;
    strbuf why = {0};
    registry_prepare(engine, &o);
    bool does = registry_applies(engine, s->ir, s->test, &o, &why);
    strbuf_free(&why);
    return does;
}

void auto_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    stages s = {.ir = ir, .test = test, .o = o, .v = v, .limits = o->limits};
    assert(o->auto_states > 0);
    s.has_reduced = applies(&s, ENGINE_REDUCED);
    s.has_asi = applies(&s, ENGINE_ASI);
    s.has_sets = applies(&s, ENGINE_SETS);
    limit_first(&s);
    s.cuts_states = s.limits.states != o->limits.states;
    s.cuts_seconds = true;
    run_engine(&s, ENGINE_EXPLICIT);
    s.explicit_rate = rate(&s, 0);
    if (is_cut(&s))
        go_on(&s);
}
