/* --engine=auto: the explicit engine, and others beside it.
 *
 * Most tests are small, and for them nothing is as good as to visit every state: exact
 * counts, the shortest counterexample, liveness.  So the explicit engine begins.  It
 * pauses at certain numbers of states, and meanwhile others try:
 *
 *   - random runs, soon and again and again: they find violations that are deep and
 *     frequent.  The search then goes on for a moment, to find a shortest one;
 *   - `reduced` (or `asi`, where queues grow), and `sets`, while the frontier grows.
 *     If it falls, the explicit engine will soon be done.
 *
 * What the others may spend grows with what the search has spent.  So all of them
 * together cost a share of it, and none is left out for good.  Sizes are numbers of
 * states, of steps and of operations, not seconds: which engine comes to a verdict does
 * not depend on the speed of the computer.
 *
 * The time limit is for all engines together, the other limits for each.
 */
#include "engine/registry.h"

#include "base/clock.h"

#include <assert.h>

/* The first pauses are for random runs alone: a violation that is frequent should be
 * found in a moment, also where each state takes long. */
enum { FIRST_PAUSE = 2000, SECOND_PAUSE = 20000 };

/* Steps of random runs: at the first pauses, and later one for so many states. */
enum { FIRST_STEPS = 20000, SECOND_STEPS = 40000, STEP_SHARE = 8 };

/* From one trial of the other engines to the next, the search grows by this factor. */
enum { GROWTH = 4 };

/* The reduced engine shows with one state for so many of the search whether it pays,
 * and gets one for so many if it does. */
enum { TRIAL_SHARE = 600, PAYING_SHARE = 40 };

/* Operations on diagrams, for each state of the search. */
enum { WORK_A_STATE = 1 };

/* What is done in a moment is worth a try anyway. */
enum { LEAST_STATES = 500, LEAST_WORK = 200000 };

/* Sizes do not say how long single steps and operations take.  So others end at the
 * latest when they have had as much time as all before them, and this much more. */
#define MORE_SECONDS 0.5

/* A state costs a reducing engine some twenty times as much.  So it must leave out much
 * in each state: every second transition, or every second state by symmetry. */
enum { PAYS_FROM = 2 };

/* Messages that wait for one machine.  A bounded protocol hardly gets there, and if it
 * does, asi comes to the same verdict a little later.  Unbounded queues get there
 * breadth first, so among many machines not soon: those of German's protocol with three
 * caches have 15 messages after a million states. */
enum { LONG_QUEUE = 12 };

/* How far the search goes on to find a shortest counterexample. */
enum { SHORTEST_STATES = 100000, SHORTEST_LOOKS = 10 };
#define SHORTEST_SECONDS 1.0

/* A step with more outcomes keeps every engine but random runs busy for ever. */
enum { MOST_OUTCOMES = 50000 };

/* Where the explicit engine cannot go on: what others may take. */
enum { ALONE_STEPS = 1000000 };
#define ALONE_SECONDS 4.0

typedef struct stages {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o; /* the user's */
    verdict *v;
    uint64_t begun;       /* clock_ns */
    verdict other;        /* the verdict that another engine came to, */
    engine_id by;         /* ... and which one; AUTO: none did */
    uint64_t found_at;    /* random runs found a violation: clock_ns; 0: they did not */
    uint64_t until;       /* ... the search goes on up to so many states */
    coverage *sampled;    /* by all random runs, */
    uint64_t runs;        /* ... and their number */
    uint64_t trial_at;    /* states at which other engines try next */
    uint64_t frontier;    /* at half of that */
    bool has_reduced;     /* reduced applies, */
    bool has_asi;         /* ... and asi, */
    bool has_sets;        /* ... and sets */
    bool has_long_queues; /* which may grow without bound: that is for asi */
    bool has_waited;      /* the last trial was put off, since the frontier fell */
    unsigned reported;    /* engines that have tried, by bit */
} stages;

/* ---- One engine ---- */

static double seconds_since(uint64_t begun)
{
    return (double)(clock_ns() - begun) * 1e-9;
}

/* What is left of the time; false: nothing is. */
static bool limit_rest(const stages *s, engine_limits *l)
{
    *l = s->o->limits;
    if (l->seconds > 0)
        l->seconds -= seconds_since(s->begun);
    return s->o->limits.seconds <= 0 || l->seconds > 0;
}

static void limit_seconds(engine_limits *l, double seconds)
{
    if (seconds > 0 && (l->seconds <= 0 || seconds < l->seconds))
        l->seconds = seconds;
}

/* V is empty, and gets the verdict. */
static void run_into(stages *s, engine_id engine, const engine_options *o, verdict *v)
{
    double before = seconds_since(s->begun);
    engine_options now = *o;
    registry_prepare(engine, &now);
    now.limits = o->limits;
    if (s->o->on_begin != NULL)
        s->o->on_begin(s->o->host, engine);
    registry_run(engine, s->ir, s->test, &now, v);
    v->stats.seconds += before;
}

static bool is_interrupted(const verdict *v)
{
    return v->kind == VERDICT_UNKNOWN && v->stop == STOP_INTERRUPTED;
}

/* The verdict of an engine that tried; true: the search need not go on. */
static bool take_answer(stages *s, engine_id engine, verdict *v)
{
    bool is_answer = (v->kind != VERDICT_UNKNOWN && v->kind != VERDICT_REFUSED &&
                      v->kind != VERDICT_SAMPLED) ||
                     is_interrupted(v);
    if (is_answer) {
        verdict_fini(&s->other);
        s->other = *v;
        s->by = engine;
        verdict_init(v);
    }
    return is_answer;
}

/* ---- Random runs ---- */

static void add_coverage(stages *s, const verdict *v)
{
    if (v->coverage == NULL)
        return;
    if (s->sampled == NULL)
        s->sampled = coverage_new(s->ir);
    coverage_add(s->sampled, v->coverage);
}

/* Makes so many steps, in several runs; true: there is a violation, or the user has had
 * enough.  Each time other runs are made. */
static bool try_sampling(stages *s, uint64_t steps)
{
    enum { LEAST_RUNS = 16, LEAST_STEPS = 200 };
    verdict v;
    engine_options o = *s->o;
    if (!limit_rest(s, &o.limits))
        return false;
    limit_seconds(&o.limits, seconds_since(s->begun) + MORE_SECONDS);
    o.limits.steps = steps;
    if (o.max_steps > steps / LEAST_RUNS + LEAST_STEPS)
        o.max_steps = steps / LEAST_RUNS + LEAST_STEPS;
    o.seed += s->runs;
    o.schedules = 0;
    o.strategy = SAMPLE_PORTFOLIO;
    o.judges_hot_tails = false;
    verdict_init(&v);
    run_into(s, ENGINE_SAMPLE, &o, &v);
    s->runs += v.stats.schedules;
    add_coverage(s, &v);
    bool is_found = take_answer(s, ENGINE_SAMPLE, &v);
    verdict_fini(&v);
    return is_found;
}

/* ---- Other engines ---- */

/* The first time that an engine tries. */
static void report_trial(stages *s, engine_id engine, uint64_t states)
{
    const engine_switch change = {.to = engine, .states = states, .from = s->v};
    if (s->o->on_switch != NULL && (s->reported >> engine & 1) == 0)
        s->o->on_switch(s->o->host, &change);
    s->reported |= 1u << engine;
}

/* Did the reductions leave out enough to be worth their time? */
static bool pays(const verdict *v)
{
    const reduction_stats *x = &v->stats.reduction;
    return x->explored > 0 && (x->possible >= PAYS_FROM * x->explored ||
                               x->renamed * PAYS_FROM >= v->stats.transitions);
}

/* Runs ENGINE with LIMITS, and the time that is left; true: it came to a verdict.
 * *PAID, if it is not NULL: its reductions pay. */
static bool try_engine(stages *s, engine_id engine, const engine_limits *limits,
                       bool *paid)
{
    verdict v;
    engine_options o = *s->o;
    engine_limits *l = &o.limits;
    if (!limit_rest(s, l))
        return false;
    limit_seconds(l, limits->seconds > 0 ? limits->seconds
                                         : seconds_since(s->begun) + MORE_SECONDS);
    if (limits->states > 0 && (l->states == 0 || limits->states < l->states))
        l->states = limits->states;
    l->work = limits->work;
    l->queue = engine == ENGINE_REDUCED && s->has_asi ? LONG_QUEUE : 0;
    verdict_init(&v);
    run_into(s, engine, &o, &v);
    s->has_long_queues |= v.stop == STOP_QUEUES;
    if (paid != NULL)
        *paid = pays(&v);
    bool is_answer = take_answer(s, engine, &v);
    verdict_fini(&v);
    return is_answer;
}

/* The engine that reduces: asi where queues are long. */
static engine_id reducing_engine(const stages *s)
{
    bool is_asi = s->has_asi && (s->has_long_queues || !s->has_reduced);
    return is_asi ? ENGINE_ASI : ENGINE_REDUCED;
}

static bool try_reductions(stages *s, uint64_t states)
{
    engine_limits l = {.states = states / TRIAL_SHARE + LEAST_STATES};
    bool paid = false;
    if (!s->has_reduced && !s->has_asi)
        return false;
    report_trial(s, reducing_engine(s), states);
    if (try_engine(s, reducing_engine(s), &l, &paid))
        return true;
    if (!paid && !s->has_long_queues)
        return false;
    l.states = states / PAYING_SHARE + LEAST_STATES;
    report_trial(s, reducing_engine(s), states);
    return try_engine(s, reducing_engine(s), &l, NULL);
}

static bool try_sets(stages *s, uint64_t states)
{
    const engine_limits l = {.work = states * WORK_A_STATE + LEAST_WORK};
    if (!s->has_sets)
        return false;
    report_trial(s, ENGINE_SETS, states);
    return try_engine(s, ENGINE_SETS, &l, NULL);
}

/* ---- Pauses of the search ---- */

/* A violation is known: how far to go on for a shortest one. */
static uint64_t pause_on_the_way(stages *s, uint64_t states)
{
    bool is_late = states >= s->until || seconds_since(s->found_at) > SHORTEST_SECONDS;
    if (s->o->wants_shortest)
        return UINT64_MAX;
    return is_late ? 0 : states + SHORTEST_STATES / SHORTEST_LOOKS;
}

static uint64_t go_on_for_shortest(stages *s, uint64_t states)
{
    if (s->by != ENGINE_SAMPLE || s->other.kind != VERDICT_VIOLATED)
        return 0;
    s->found_at = clock_ns();
    s->until = states + SHORTEST_STATES;
    return pause_on_the_way(s, states);
}

/* The next of the pauses behind STATES. */
static uint64_t next_pause(const stages *s, uint64_t states)
{
    const uint64_t pauses[] = {FIRST_PAUSE, SECOND_PAUSE, s->trial_at / 2};
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (states < pauses[i] && pauses[i] < s->trial_at)
            return pauses[i];
    return s->trial_at;
}

/* If the frontier falls, the search will probably end before the next pause. */
static bool try_others(stages *s, const engine_stats *stats)
{
    uint64_t states = stats->states;
    s->has_waited = stats->frontier < s->frontier && !s->has_waited;
    return !s->has_waited && (try_sampling(s, states / STEP_SHARE + SECOND_STEPS) ||
                              try_reductions(s, states) || try_sets(s, states));
}

static bool try_at_pause(stages *s, const engine_stats *stats)
{
    if (stats->states >= s->trial_at) {
        bool is_done = try_others(s, stats);
        s->trial_at *= GROWTH;
        return is_done;
    }
    if (stats->states < s->trial_at / 2)
        return try_sampling(s,
                            stats->states < SECOND_PAUSE ? FIRST_STEPS : SECOND_STEPS);
    s->frontier = stats->frontier;
    return false;
}

/* See engine_options.consult. */
static uint64_t let_others_try(void *host, const engine_stats *stats)
{
    stages *s = host;
    if (s->found_at != 0)
        return pause_on_the_way(s, stats->states);
    bool is_done = try_at_pause(s, stats);
    if (s->o->on_begin != NULL)
        s->o->on_begin(s->o->host, ENGINE_EXPLICIT);
    return is_done ? go_on_for_shortest(s, stats->states)
                   : next_pause(s, stats->states);
}

/* ---- All of it ---- */

static bool applies(const stages *s, engine_id engine)
{
    engine_options o = *s->o;
    strbuf why = {0};
    registry_prepare(engine, &o);
    bool does = registry_applies(engine, s->ir, s->test, &o, &why);
    strbuf_free(&why);
    return does;
}

static void explore(stages *s)
{
    engine_options o = *s->o;
    o.consult = let_others_try;
    o.consult_host = s;
    o.consult_states = next_pause(s, 0);
    o.limits.outcomes = MOST_OUTCOMES;
    run_into(s, ENGINE_EXPLICIT, &o, s->v);
}

/* Did the explicit engine end for a reason that does not concern all engines? */
static bool may_others_help(const stages *s)
{
    const verdict *v = s->v;
    bool is_its_own = v->stop == STOP_OUTCOMES || v->stop == STOP_COMPONENTS ||
                      v->stop == STOP_VALUES;
    return v->kind == VERDICT_UNKNOWN && !v->saw_violation && is_its_own;
}

/* The explicit engine cannot go on, because one step has very many outcomes, say. */
static void go_on_without(stages *s)
{
    const engine_limits some = {.seconds = ALONE_SECONDS};
    if (try_sampling(s, ALONE_STEPS) || s->v->stop == STOP_OUTCOMES)
        return;
    if ((s->has_reduced || s->has_asi)) {
        report_trial(s, reducing_engine(s), 0);
        if (try_engine(s, reducing_engine(s), &some, NULL))
            return;
    }
    if (s->has_sets) {
        report_trial(s, ENGINE_SETS, 0);
        (void)try_engine(s, ENGINE_SETS, &some, NULL);
    }
}

/* The verdict of another engine replaces that of the search, unless that is one, too:
 * a shortest counterexample.  Of an engine that was interrupted, only that counts. */
static void choose_verdict(stages *s)
{
    verdict *v = s->v;
    bool is_open = v->kind == VERDICT_UNKNOWN || v->kind == VERDICT_REFUSED;
    if (s->by != ENGINE_AUTO && is_interrupted(&s->other)) {
        v->stop = v->kind == VERDICT_UNKNOWN ? STOP_INTERRUPTED : v->stop;
        s->by = ENGINE_AUTO;
    }
    if (s->by != ENGINE_AUTO && (is_open || s->other.kind == VERDICT_VIOLATED) &&
        v->kind != VERDICT_VIOLATED) {
        verdict was = *v;
        *v = s->other;
        s->other = was;
        if (s->o->on_begin != NULL)
            s->o->on_begin(s->o->host, s->by);
    }
    verdict_fini(&s->other);
    v->stats.seconds = seconds_since(s->begun);
    v->random_runs = s->runs;
    v->sampled = s->sampled;
}

void auto_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    stages s = {.ir = ir, .test = test, .o = o, .v = v, .begun = clock_ns()};
    assert(o->auto_states > 0);
    verdict_init(&s.other);
    s.by = ENGINE_AUTO;
    s.trial_at = o->auto_states;
    s.has_reduced = applies(&s, ENGINE_REDUCED);
    s.has_asi = applies(&s, ENGINE_ASI);
    s.has_sets = applies(&s, ENGINE_SETS);
    explore(&s);
    if (s.by == ENGINE_AUTO && may_others_help(&s))
        go_on_without(&s);
    choose_verdict(&s);
}
