/* --engine=auto: the explicit engine, and others beside it.
 *
 * Most tests are small, and for them nothing is as good as to visit every state: exact
 * counts, the shortest counterexample, liveness.  So the explicit engine begins.  It
 * pauses at certain numbers of states, and meanwhile others run:
 *
 *   - random runs, soon and again and again: they find violations that are deep and
 *     frequent.  The search then goes on for a moment, to find a shortest one;
 *   - its rivals: `reduced` (or `asi`, where queues grow), and `sets`.  They pause, too
 *     (runner.h), so nothing that they have done is lost.
 *
 * What each may have spent is a share of what the search has spent, and the share
 * depends on what the engine has shown so far (share_of).  One that has shown nothing
 * gets little, one that is likely to end first gets more than the search.  Costs are
 * numbers of states, of steps and of operations, not seconds: which engine comes to a
 * verdict does not depend on the speed of the computer.
 *
 * The limits of time and memory are for all engines together, the others for each.
 */
#include "engine/auto/runner.h"
#include "engine/registry.h"

#include "base/clock.h"

#include <assert.h>

/* The first pauses are for random runs alone: a violation that is frequent should be
 * found in a moment, also where each state takes long. */
enum { FIRST_PAUSE = 2000, SECOND_PAUSE = 20000 };
enum { FIRST_STEPS = 10000, SECOND_STEPS = 30000 };

/* What things cost: in states of the search by tree, as they take on average. */
enum {
    ROW_COST = 10,    /* a state of the search by graph */
    REDUCED_COST = 8, /* a state of a reducing engine */
    WORK_A_STATE = 2, /* operations on diagrams take as long as one state */
    STEP_COST = 3,    /* a step of a random run */
};

/* Random runs get one in so many of all costs, and are not begun for less than half of
 * what they had: each time they start from nothing. */
enum { SAMPLING_SHARE = 10 };

/* The first ones are worth more: so many steps find what is frequent, and get one in
 * four of all costs.  Most of them are looked up, so each costs about a state. */
enum { EARLY_STEPS = 400000, EARLY_SHARE = 4 };

/* What a rival may spend: for each WHOLE that the search has spent, or where that is
 * more, the other rival. */
enum {
    WHOLE = 32,
    WEAK = 1,    /* so that it is not left out for good */
    UNSURE = 16, /* it has not shown anything yet */
    /* Of what the search has spent: */
    STRONG = 256, /* it is likely to end first */
};

/* The first orders of the sets are compared within that. */
enum { COMPARING_COST = 600000 };

/* What each rival may spend anyway: many end with that.  Then it runs whenever it may
 * have half as much again, so that there are few pauses. */
enum { LEAST_COST = 32000 };

/* A rival must show that it leaves out much: so many in a hundred of what it could. */
enum { MUCH = 25 };

/* Messages that wait for one machine.  A bounded protocol hardly gets there, and if it
 * does, asi comes to the same verdict a little later.  Unbounded queues get there
 * breadth first, so among many machines not soon: those of German's protocol with three
 * caches have 15 messages after a million states. */
enum { LONG_QUEUE = 12 };

/* How far the search goes on to find a shortest counterexample. */
enum { SHORTEST_COST = 100000, SHORTEST_LOOKS = 10 };
#define SHORTEST_SECONDS 2.0 /* more than all before: a state may take very long */

/* A step with more outcomes keeps every engine but random runs busy for ever. */
enum { MOST_OUTCOMES = 50000 };

/* Where the explicit engine cannot go on: what others may take. */
enum { ALONE_STEPS = 1000000, ALONE_COST = 16000000 };

/* Sizes do not say how long single steps and operations take.  So what comes to no
 * pause ends when it has had as much time as all before it, and so much more.  That is
 * far more than its size should take. */
#define MORE_SECONDS 5.0

/* An engine that runs while the explicit engine pauses. */
typedef struct rival {
    engine_id engine;
    bool applies;
    runner *runner; /* NULL: it has not begun */
} rival;

typedef enum rival_index { REDUCING, SYMBOLIC, RIVALS } rival_index;

typedef struct stages {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o; /* the user's */
    verdict *v;
    uint64_t begun;      /* clock_ns */
    verdict other;       /* the verdict that another engine came to, */
    engine_id by;        /* ... and which one; AUTO: none did */
    bool is_found;       /* random runs found a violation: */
    uint64_t until;      /* ... the search goes on up to so many states, */
    double until_second; /* ... and not longer */
    coverage *sampled;   /* by all random runs, */
    uint64_t runs;       /* ... their number, */
    uint64_t steps;      /* ... and their steps */
    unsigned state_cost; /* of the search */
    uint64_t next;       /* states at which rivals run next */
    rival rivals[RIVALS];
    bool has_asi;
    unsigned reported; /* engines that have tried, by bit */
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
    s->steps += steps;
    add_coverage(s, &v);
    bool is_found = take_answer(s, ENGINE_SAMPLE, &v);
    verdict_fini(&v);
    return is_found;
}

/* Random runs go on with their share of COST. */
static bool go_on_sampling(stages *s, uint64_t cost)
{
    uint64_t early = cost / EARLY_SHARE;
    uint64_t may = cost / SAMPLING_SHARE / STEP_COST;
    if (early > EARLY_STEPS)
        early = EARLY_STEPS;
    if (may < early)
        may = early;
    return may >= s->steps + s->steps / 2 && try_sampling(s, may - s->steps);
}

/* ---- Rivals ---- */

/* The first time that an engine tries. */
static void report_trial(stages *s, engine_id engine, uint64_t states)
{
    const engine_switch change = {.to = engine, .states = states, .from = s->v};
    if (s->o->on_switch != NULL && (s->reported >> engine & 1) == 0)
        s->o->on_switch(s->o->host, &change);
    s->reported |= 1u << engine;
}

static bool is_running(const rival *x)
{
    return x->runner != NULL && !runner_has_ended(x->runner);
}

static bool may_run(const rival *x)
{
    return x->applies && (x->runner == NULL || is_running(x));
}

static uint64_t cost_of(const rival *x)
{
    uint64_t work = x->runner != NULL ? runner_work(x->runner) : 0;
    return x->engine == ENGINE_SETS ? work / WORK_A_STATE : work * REDUCED_COST;
}

static uint64_t work_for(const rival *x, uint64_t cost)
{
    return x->engine == ENGINE_SETS ? cost * WORK_A_STATE : cost / REDUCED_COST;
}

/* Not if there is no time left. */
static void begin_rival(stages *s, rival *x)
{
    engine_options o = *s->o;
    x->applies = limit_rest(s, &o.limits);
    if (!x->applies)
        return;
    o.limits.outcomes = MOST_OUTCOMES;
    o.limits.queue = x->engine == ENGINE_REDUCED && s->has_asi ? LONG_QUEUE : 0;
    x->runner = runner_new(x->engine, s->ir, s->test, &o);
}

/* It has ended.  Where queues are long, another engine takes its place.  True: it came
 * to a verdict. */
static bool end_rival(stages *s, rival *x)
{
    verdict *v = runner_verdict(x->runner);
    bool is_long = v->stop == STOP_QUEUES && x->engine == ENGINE_REDUCED;
    if (take_answer(s, x->engine, v))
        return true;
    if (is_long) {
        runner_free(x->runner);
        *x = (rival){.engine = ENGINE_ASI, .applies = s->has_asi};
    }
    return false;
}

/* Lets X go on until it has spent COST; true: it came to a verdict. */
static bool run_rival(stages *s, rival *x, uint64_t cost, uint64_t states)
{
    report_trial(s, x->engine, states);
    if (x->runner == NULL)
        begin_rival(s, x);
    if (x->runner == NULL)
        return false;
    if (s->o->on_begin != NULL)
        s->o->on_begin(s->o->host, x->engine);
    runner_run(x->runner, work_for(x, cost), seconds_since(s->begun) + MORE_SECONDS);
    return runner_has_ended(x->runner) && end_rival(s, x);
}

/* ---- Who gets how much ---- */

/* The numbers of states at each depth rise and then fall.  When they fall, at least
 * about half of the states are known, and as much again will do. */
static bool falls(const engine_stats *t)
{
    return t->level < t->level_before;
}

/* Does the reducing engine leave out much, where it is now?  It narrows states, drops
 * messages, or finds states that are others renamed.  (How many transitions it leaves
 * out says little: those of the first states are many, and all that is saved of
 * diamonds is seen in states, not in transitions.) */
static bool leaves_out_much(const engine_stats *now, const engine_stats *before)
{
    const reduction_stats *a = &before->reduction;
    const reduction_stats *b = &now->reduction;
    uint64_t states = (now->states - before->states) * MUCH / 100;
    uint64_t transitions = (now->transitions - before->transitions) * MUCH / 100;
    return b->narrowed - a->narrowed >= states ||
           b->dropped - a->dropped >= transitions ||
           b->renamed - a->renamed >= transitions;
}

static unsigned share_of_reducing(const rival *x)
{
    const engine_stats *now = runner_now(x->runner);
    if (falls(now) || leaves_out_much(now, runner_before(x->runner)))
        return STRONG;
    return now->depth < 2 ? UNSURE : WEAK; /* many states to begin with say nothing */
}

/* A set that has more states than the search, for less, will stay ahead: it grows
 * faster and faster, since what is found once is never looked at again. */
static unsigned share_of_sets(const rival *x, uint64_t states)
{
    if (runner_now(x->runner)->set.about >= (double)states)
        return STRONG;
    return cost_of(x) < COMPARING_COST ? UNSURE : WEAK;
}

static unsigned share_of(const rival *x, const engine_stats *search)
{
    bool is_sets = x->engine == ENGINE_SETS;
    unsigned share = is_sets ? share_of_sets(x, search->states) : share_of_reducing(x);
    return falls(search) && share > UNSURE ? UNSURE : share;
}

/* A set that has all states looks at cycles.  The search would have to visit all these
 * states, too, so X may spend what that costs.  0: X is not as far. */
static uint64_t budget_for_cycles(const stages *s, const rival *x)
{
    const engine_stats *now = runner_now(x->runner);
    double cost = now->set.about * s->state_cost;
    if (now->phase != PHASE_CYCLES)
        return 0;
    return cost < 1e18 ? (uint64_t)cost : UINT64_MAX;
}

/* What X may have spent. */
static uint64_t budget_of(const stages *s, const rival *x, const engine_stats *search)
{
    uint64_t spent = search->states * s->state_cost;
    uint64_t most = spent;
    if (cost_of(x) < LEAST_COST)
        return LEAST_COST;
    uint64_t for_cycles = budget_for_cycles(s, x);
    if (for_cycles > 0)
        return for_cycles;
    for (const rival *y = s->rivals; y < s->rivals + RIVALS; y++)
        most = cost_of(y) > most ? cost_of(y) : most;
    unsigned share = share_of(x, search);
    return (share > UNSURE ? spent : most) / WHOLE * share;
}

/* Of the rivals that may go on, the one that has spent least; NULL: none may.  *COST:
 * up to what. */
static rival *next_rival(stages *s, const engine_stats *stats, uint64_t *cost)
{
    rival *best = NULL;
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++) {
        uint64_t spent = cost_of(x);
        uint64_t more = spent + spent / 2;
        if (!may_run(x) || (best != NULL && spent >= cost_of(best)) ||
            budget_of(s, x, stats) < more)
            continue;
        best = x;
        *cost = more > LEAST_COST ? more : LEAST_COST;
    }
    return best;
}

/* True: one has come to a verdict. */
static bool try_rivals(stages *s, const engine_stats *stats)
{
    uint64_t cost;
    for (rival *x; (x = next_rival(s, stats, &cost)) != NULL;) {
        if (run_rival(s, x, cost, stats->states))
            return true;
    }
    return false;
}

/* ---- Pauses of the search ---- */

/* A violation is known: how far to go on for a shortest one. */
static uint64_t pause_on_the_way(const stages *s, uint64_t states)
{
    if (s->o->wants_shortest)
        return UINT64_MAX;
    bool is_late = states >= s->until || seconds_since(s->begun) > s->until_second;
    return is_late ? 0 : states + SHORTEST_COST / SHORTEST_LOOKS / s->state_cost;
}

static uint64_t go_on_for_shortest(stages *s, uint64_t states)
{
    if (s->by != ENGINE_SAMPLE || s->other.kind != VERDICT_VIOLATED)
        return 0;
    s->is_found = true;
    s->until = states + SHORTEST_COST / s->state_cost;
    s->until_second = 2 * seconds_since(s->begun) + SHORTEST_SECONDS;
    return pause_on_the_way(s, states);
}

/* The next of the pauses behind STATES. */
static uint64_t next_pause(const stages *s, uint64_t states)
{
    const uint64_t pauses[] = {FIRST_PAUSE, SECOND_PAUSE};
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++)
        if (states < pauses[i] && pauses[i] < s->next)
            return pauses[i];
    return s->next;
}

static uint64_t all_costs(const stages *s, uint64_t states)
{
    uint64_t sum = states * s->state_cost;
    for (const rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        sum += cost_of(x);
    return sum;
}

/* The engines share the memory.  When half of it is used, only a rival that is likely
 * to end first keeps its own. */
static void free_others(stages *s, const engine_stats *stats)
{
    size_t limit = s->o->limits.memory;
    if (limit == 0 || stats->memory < limit / 2)
        return;
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++) {
        if (!is_running(x) || share_of(x, stats) == STRONG)
            continue;
        runner_free(x->runner);
        *x = (rival){.engine = x->engine};
    }
}

static bool try_at_pause(stages *s, const engine_stats *stats)
{
    uint64_t states = stats->states;
    free_others(s, stats);
    if (states < s->next)
        return try_sampling(s, states < SECOND_PAUSE ? FIRST_STEPS : SECOND_STEPS);
    s->next = states + states / 4 + 1;
    return try_rivals(s, stats) || go_on_sampling(s, all_costs(s, states));
}

/* See engine_options.consult. */
static uint64_t let_others_try(void *host, const engine_stats *stats)
{
    stages *s = host;
    if (s->is_found)
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

static rival first_reducing(const stages *s)
{
    bool is_reduced = applies(s, ENGINE_REDUCED);
    return (rival){.engine = is_reduced ? ENGINE_REDUCED : ENGINE_ASI,
                   .applies = is_reduced || s->has_asi};
}

/* Where the search must look at cycles, or at clocks, it has no tree. */
static bool is_by_graph(const stages *s)
{
    return core_may_be_hot(s->ir, s->test) || s->o->core.network == NET_CAUSAL;
}

static void explore(stages *s)
{
    engine_options o = *s->o;
    o.consult = let_others_try;
    o.consult_host = s;
    o.consult_at = next_pause(s, 0);
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
    if (try_sampling(s, ALONE_STEPS) || s->v->stop == STOP_OUTCOMES)
        return;
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        if (may_run(x) && run_rival(s, x, cost_of(x) + ALONE_COST, 0))
            return;
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
    s.state_cost = is_by_graph(&s) ? ROW_COST : 1;
    s.next = (o->auto_states + s.state_cost - 1) / s.state_cost;
    s.has_asi = applies(&s, ENGINE_ASI);
    s.rivals[REDUCING] = first_reducing(&s);
    s.rivals[SYMBOLIC] =
        (rival){.engine = ENGINE_SETS, .applies = applies(&s, ENGINE_SETS)};
    explore(&s);
    if (s.by == ENGINE_AUTO && may_others_help(&s))
        go_on_without(&s);
    for (rival *x = s.rivals; x < s.rivals + RIVALS; x++)
        runner_free(x->runner);
    choose_verdict(&s);
}
