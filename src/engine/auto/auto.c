/* --engine=auto: the explicit engine, and others beside it.
 *
 * Most tests are small, and for them nothing is as good as to visit every state: exact
 * counts, the shortest counterexample, liveness.  So the explicit engine begins.  It
 * pauses at certain numbers of states, and others run, too:
 *
 *   - random runs, soon and again and again: they find violations that are deep and
 *     frequent.  The search then goes on for a moment, to find a shortest one;
 *   - its rivals: `reduced` (or `asi`, where queues grow), and `sets`.  They pause, too
 *     (runner.h), so nothing that they have done is lost.
 *
 * What each may have spent is a share of what the search has spent, and the share
 * depends on what the engine has shown so far (share.h).  One that has shown nothing
 * gets little, one that is likely to end first gets more than the search.  Costs are
 * numbers of states, of steps and of operations, not seconds: which engine comes to a
 * verdict does not depend on the speed of the computer.
 *
 * The others run while the search pauses, or beside it, if it leaves cores unused: at a
 * pause each is told how far to go, and the search goes on; at the next pause it waits
 * until they are there, and only then an answer of theirs is taken.  So what happens
 * depends on counts alone, here too.  A search that ends between two pauses answers by
 * itself.  The first random runs are always made beside the search, because its first
 * states may take very long.
 *
 * The limits of time and memory are for all engines together, the others for each.
 */
#include "engine/auto/runner.h"
#include "engine/auto/share.h"
#include "engine/auto/wide_steps.h"
#include "engine/registry.h"

#include "base/clock.h"

#include <assert.h>
#include <math.h>

/* The first random runs: a violation that is frequent should be found in a moment.  The
 * search waits for them when it has spent so much. */
enum { FIRST_COST = 5000, FIRST_STEPS = 4000 };

/* Its rivals begin then, too.  If it bursts they begin at a part of that, and random
 * runs are waited for when all have spent BURST_COST.  The first levels of a search by
 * graph, whose states cost more, say less. */
enum { EARLY_PART = 5, EARLY_ROW_PART = 2, BURST_COST = 50000 };

/* The search by tree looks for a better tree at so many states.  That takes as long as
 * very many states, so others may spend some of it before.  Of a search by graph that
 * bursts we know that it will spend much. */
enum { LAYOUT_STATES = 1 << 14, LAYOUT_COST = 150000, BURSTING_COST = 40000 };

/* From so many nodes on diagrams do not fit into a cache, or into no cache at all, and
 * operations take so many times as long as others. */
enum { LARGE_DIAGRAM = 1 << 17, LARGE_TIMES = 2 };
enum { HUGE_DIAGRAM = 1 << 20, HUGE_TIMES = 8 };

/* Random runs get one in so many of all costs, and go on whenever they may have half as
 * much again, so that there are few pauses. */
enum { SAMPLING_SHARE = 10 };

/* The first ones are worth more: so many steps find what is frequent, and one is made
 * for so many of the costs of a search by tree, or of all engines beside one by graph,
 * where each state and step may be a large one. */
enum { EARLY_STEPS = 400000, EARLY_SHARE = 8 };

/* Beside the search one step is made for so many of its costs: that takes as long. */
enum { BESIDE_COST = 3 };

/* A search by tree gains little from more threads, so further cores are for others. */
enum { TREE_THREADS = 4 };

/* With --auto-states=N rivals begin at this part of N, but not before FIRST_COST: a set
 * that grows faster than the search, and an engine that needs few states, show it at
 * once. */
enum { BEGIN_PART = 20, ROW_PART = 10 };

/* What a rival may spend anyway: it says little before that.  Then it runs whenever it
 * may have half as much again, so that there are few pauses. */
enum { LEAST_REDUCING = 1600, LEAST_SETS = 4000 };

/* ... beside a search that bursts: sets that will be far ahead are by then, and
 * reducing engines have flown their pilot, which makes no use of symmetry. */
enum { BURSTING_REDUCING = 5000, BURSTING_SETS = 9000 };

/* ... and what one that shows nothing may spend beside a strong one. */
enum { ENOUGH_BESIDE = 14000 };

/* Messages that wait for one machine.  A bounded protocol hardly gets there, and if it
 * does, asi comes to the same verdict a little later.  Unbounded queues get there
 * breadth first, so among many machines not soon: those of German's protocol with three
 * caches have 15 messages after a million states. */
enum { LONG_QUEUE = 12 };

/* How far the search goes on to find a shortest counterexample; and how much longer
 * than it took to find the other one, as a state may take very long. */
enum { SHORTEST_COST = 100000 };
#define SHORTEST_SECONDS 1.0

/* A step with more outcomes keeps every engine but random runs busy for ever. */
enum { MOST_OUTCOMES = 50000 };

/* Where the explicit engine cannot go on: what others may take. */
enum { ALONE_STEPS = 1000000, ALONE_COST = 16000000 };

/* ... and how many states with open values the explicit engine may visit, in which part
 * of the time that is left, as random runs get the rest; and before everything else. */
enum { OPEN_STATES = 16000000, FIRST_OPEN_STATES = 50000 };
#define OPEN_PART 0.7

/* Sizes do not say how long single steps and operations take.  So what comes to no
 * pause ends when it has had as much time as all before it, and so much more.  That is
 * far more than its size should take. */
#define MORE_SECONDS 5.0

typedef struct rival {
    engine_id engine;
    bool applies;
    runner *runner; /* NULL: it has not begun */
    uint64_t work;  /* that it has done, when it paused last, */
    uint64_t cost;  /* ... and what it has spent */
} rival;

typedef enum rival_index { REDUCING, SYMBOLIC, RIVALS } rival_index;

typedef struct stages {
    const ir_program *ir;
    const ir_test *test;
    const engine_options *o; /* the user's, but no step is split */
    uint64_t split_above;    /* ... as the user wants it */
    verdict *v;
    uint64_t begun;      /* clock_ns */
    verdict other;       /* the verdict that another engine came to, */
    engine_id by;        /* ... and which one; AUTO: none did */
    bool is_found;       /* there is a violation: */
    uint64_t until;      /* ... the search goes on up to so many states */
    runner *sampling;    /* random runs, or NULL */
    bool may_sample;     /* they have not ended by themselves */
    coverage *sampled;   /* by random runs that have ended, */
    uint64_t ended_runs; /* ... their number, */
    uint64_t ended_work; /* ... their sample_work, */
    hot_count hot;       /* ... and those that were hot for long */
    bool is_by_graph;    /* the search, which has one thread then */
    unsigned state_cost; /* of the search */
    unsigned cores;      /* that the search leaves unused; 0: others run at pauses */
    uint64_t first_at;   /* states at which random runs are waited for, */
    uint64_t begin_at;   /* ... rivals begin, */
    uint64_t auto_at;    /* ... and what runs beside the search */
    rival rivals[RIVALS];
    double set_states; /* the most that a set had at a pause */
    /* When another engine found a violation: clock_ns; 0: none has.  Relaxed: a late
     * look does not matter. */
    _Atomic uint64_t found_at;
    bool has_asi;
    unsigned reported; /* engines that have tried, by bit */
} stages;

/* ---- The pauses of the search ---- */

static unsigned early_part(const stages *s)
{
    return s->is_by_graph ? EARLY_ROW_PART : EARLY_PART;
}

static uint64_t first_pause(const stages *s)
{
    return s->cores > 0 ? s->first_at : s->first_at / early_part(s) + 1;
}

/* The pause behind that at STATES. */
static uint64_t next_pause(const stages *s, uint64_t states)
{
    uint64_t next = states + states / 4 + 1;
    if (states < s->first_at)
        return share_lesser(next, s->first_at);
    bool is_early = states < s->auto_at;
    return is_early && (s->cores > 0 || s->auto_at < next) ? s->auto_at : next;
}

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

static void tell_host(const stages *s, engine_id engine)
{
    if (s->o->on_begin != NULL)
        s->o->on_begin(s->o->host, engine);
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

/* Random runs have one thread beside the search, and all of them at its pauses. */
static void make_sampling(stages *s)
{
    engine_options o = *s->o;
    if (!limit_rest(s, &o.limits))
        return;
    o.seed += s->ended_runs;
    o.schedules = 0;
    o.threads = s->cores > 0 ? 1 : o.threads;
    o.strategy = SAMPLE_PORTFOLIO;
    o.judges_hot_tails = false;
    o.counts_hot_tails = true;
    s->sampling = runner_new(ENGINE_SAMPLE, s->ir, s->test, &o);
    runner_note_violation(s->sampling, &s->found_at);
}

/* Lets random runs make so many steps more.  The first ones begin late: most searches
 * end before that. */
static void start_sampling(stages *s, uint64_t steps)
{
    bool is_first = s->sampling == NULL && s->ended_work == 0;
    if (s->sampling == NULL && s->may_sample)
        make_sampling(s);
    if (s->sampling == NULL)
        return;
    uint64_t work = runner_work(s->sampling) + steps;
    if (is_first)
        runner_start_late(s->sampling, work);
    else
        runner_start(s->sampling, work);
}

/* Random runs have come to an end, or somebody else needs their memory. */
static void end_sampling(stages *s)
{
    runner_quit(s->sampling);
    const verdict *v = runner_verdict(s->sampling);
    s->ended_work += sample_work(&v->stats);
    s->ended_runs += v->stats.schedules;
    hot_count_add(&s->hot, v->stats.hot);
    add_coverage(s, v);
}

static void free_sampling(stages *s)
{
    runner_free(s->sampling);
    s->sampling = NULL;
}

/* They run on until SECONDS are over.  True: there is a violation, or the user has had
 * enough. */
static bool wait_for_sampling_until(stages *s, double seconds)
{
    if (s->sampling == NULL || !runner_is_on_its_way(s->sampling))
        return false;
    tell_host(s, ENGINE_SAMPLE);
    runner_wait(s->sampling, seconds);
    if (!runner_has_ended(s->sampling))
        return false;
    end_sampling(s);
    bool is_answer = take_answer(s, ENGINE_SAMPLE, runner_verdict(s->sampling));
    free_sampling(s);
    s->may_sample = false;
    return is_answer;
}

static bool wait_for_sampling(stages *s)
{
    return wait_for_sampling_until(s, seconds_since(s->begun) + 2 * MORE_SECONDS);
}

static bool try_sampling(stages *s, uint64_t steps)
{
    start_sampling(s, steps);
    return wait_for_sampling(s);
}

static uint64_t steps_so_far(const stages *s)
{
    return s->ended_work + (s->sampling != NULL ? runner_work(s->sampling) : 0);
}

/* Random runs go on beside the search and its rivals, the slowest of which spends COST
 * meanwhile.  They share a single core with a rival. */
static void sample_beside(stages *s, uint64_t cost)
{
    start_sampling(s, cost / BESIDE_COST / (s->cores == 1 ? 2 : 1));
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

static bool is_on_its_way(const rival *x)
{
    return x->runner != NULL && runner_is_on_its_way(x->runner);
}

/* Does it wait to go on? */
static bool is_paused(const rival *x)
{
    return x->runner != NULL && !runner_is_on_its_way(x->runner) &&
           !runner_has_ended(x->runner);
}

static bool has_layout(const stages *s, uint64_t states)
{
    return !s->is_by_graph && states >= LAYOUT_STATES;
}

/* What the search has spent. */
static uint64_t search_cost(const stages *s, uint64_t states)
{
    return states * s->state_cost + (has_layout(s, states) ? LAYOUT_COST : 0);
}

/* Is it time for the rivals? */
static bool has_come(const stages *s, const engine_stats *search)
{
    uint64_t states = search->states;
    return states >= s->begin_at ||
           (share_bursts(search) && states >= s->begin_at / early_part(s));
}

/* Random runs get their share of that: where sets are far ahead, hardly anything else
 * goes on. */
static uint64_t all_costs(const stages *s, uint64_t states)
{
    uint64_t sum = search_cost(s, states);
    for (const rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        sum += x->cost;
    return sum;
}

static bool may_run(const rival *x)
{
    return x->applies && (x->runner == NULL || is_paused(x));
}

/* X without its runner, and BY instead of its engine. */
static void begin_anew(rival *x, engine_id by, bool applies)
{
    runner_free(x->runner);
    *x = (rival){.engine = by, .applies = applies};
}

/* How many times as long as at first an operation takes where the set is now. */
static uint64_t times_as_long(const rival *x)
{
    uint64_t nodes = x->runner != NULL ? runner_now(x->runner)->set.nodes : 0;
    if (nodes >= HUGE_DIAGRAM)
        return HUGE_TIMES;
    return nodes >= LARGE_DIAGRAM ? LARGE_TIMES : 1;
}

static uint64_t cost_of(const rival *x, uint64_t work)
{
    return x->engine == ENGINE_SETS ? work * times_as_long(x) / WORK_A_STATE
                                    : work * REDUCED_COST;
}

static uint64_t work_for(const rival *x, uint64_t cost)
{
    return x->engine == ENGINE_SETS ? cost * WORK_A_STATE / times_as_long(x)
                                    : cost / REDUCED_COST;
}

/* Not if there is no time left. */
static void make_runner(stages *s, rival *x)
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
    if (is_long)
        begin_anew(x, ENGINE_ASI, s->has_asi);
    return false;
}

/* Lets X go on until it has spent COST. */
static void start_rival(stages *s, rival *x, uint64_t cost, uint64_t states)
{
    report_trial(s, x->engine, states);
    if (x->runner == NULL)
        make_runner(s, x);
    if (x->runner != NULL)
        runner_start(x->runner, x->work + work_for(x, cost - x->cost));
}

/* True: X came to a verdict. */
static bool wait_for_rival(stages *s, rival *x)
{
    if (!is_on_its_way(x))
        return false;
    tell_host(s, x->engine);
    runner_wait(x->runner, seconds_since(s->begun) + MORE_SECONDS);
    uint64_t before = x->work;
    x->work = runner_work(x->runner);
    x->cost += cost_of(x, x->work - before);
    s->set_states = fmax(s->set_states, runner_now(x->runner)->set.about);
    return runner_has_ended(x->runner) && end_rival(s, x);
}

static bool run_rival(stages *s, rival *x, uint64_t cost, uint64_t states)
{
    start_rival(s, x, cost, states);
    return wait_for_rival(s, x);
}

/* ---- Who gets how much ---- */

static share share_of_symbolic(const stages *s, const rival *x, uint64_t states)
{
    return share_of_sets(runner_now(x->runner)->set.about, x->cost, states,
                         s->state_cost);
}

static bool is_set_ahead(const stages *s, uint64_t states)
{
    const rival *x = &s->rivals[SYMBOLIC];
    return is_paused(x) && share_of_symbolic(s, x, states) >= STRONG;
}

/* Of a search by graph that bursts. */
static uint64_t cost_by_graph(const stages *s, const engine_stats *search)
{
    if (!share_bursts(search))
        return 0;
    return is_set_ahead(s, search->states) ? LAYOUT_COST : BURSTING_COST;
}

/* The search will surely spend that: on a better tree if it bursts, if a set has as
 * many states, or if its next pause is behind that and no end is near. */
static uint64_t cost_to_come(const stages *s, const engine_stats *search)
{
    uint64_t states = search->states;
    bool bursts = share_bursts(search);
    bool is_near = bursts || s->set_states >= LAYOUT_STATES ||
                   (next_pause(s, states) >= LAYOUT_STATES && !share_falls(search));
    if (s->is_by_graph)
        return cost_by_graph(s, search);
    return is_near && !has_layout(s, states) ? LAYOUT_COST : 0;
}

static share share_of_rival(const stages *s, const rival *x, uint64_t states)
{
    if (x->engine == ENGINE_SETS)
        return share_of_symbolic(s, x, states);
    return share_of_reducing(runner_now(x->runner), runner_before(x->runner), x->cost,
                             is_set_ahead(s, states));
}

/* X has shown nothing for some time, and the other rival is strong. */
static bool is_behind(const stages *s, const rival *x, share of_x, uint64_t states)
{
    const rival *other = &s->rivals[x == s->rivals];
    return of_x == UNSURE && x->cost >= ENOUGH_BESIDE && is_paused(other) &&
           share_of_rival(s, other, states) >= BUSY;
}

static share share_of(const stages *s, const rival *x, const engine_stats *search)
{
    share of_x = share_of_rival(s, x, search->states);
    if (is_behind(s, x, of_x, search->states))
        return WEAK;
    return share_falls(search) && of_x > UNSURE ? UNSURE : of_x;
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

/* What X may spend anyway. */
static uint64_t least_of(const stages *s, const rival *x, const engine_stats *search)
{
    bool bursts = share_bursts(search);
    if (x->engine == ENGINE_SETS)
        return bursts ? BURSTING_SETS : LEAST_SETS;
    return bursts && !is_set_ahead(s, search->states) ? BURSTING_REDUCING
                                                      : LEAST_REDUCING;
}

/* What X may have spent. */
static uint64_t budget_of(const stages *s, const rival *x, const engine_stats *search)
{
    uint64_t least = least_of(s, x, search);
    if (x->cost < least)
        return least;
    const share_costs spent = {.search = search_cost(s, search->states),
                               .soon = cost_to_come(s, search),
                               .own = x->cost,
                               .is_set = x->engine == ENGINE_SETS,
                               .other = s->rivals[x == s->rivals].cost};
    return share_greater(share_budget(share_of(s, x, search), &spent),
                         budget_for_cycles(s, x));
}

/* Whose turn it is: the one with the least rank.  A reducing engine begins, since where
 * it needs few states it has soon ended.  Then sets come, and show whether they grow
 * fast.  Then it flies its pilot, and then the one goes on that has spent least. */
static uint64_t rank_of(const stages *s, const rival *x, const engine_stats *search)
{
    bool is_set = x->engine == ENGINE_SETS;
    if (!is_set && is_paused(x) &&
        share_goes_first(share_of(s, x, search), x->cost, s->rivals[SYMBOLIC].cost))
        return 0;
    if (x->cost < (is_set ? LEAST_SETS : LEAST_REDUCING))
        return 1;
    if (x->cost < least_of(s, x, search))
        return is_set ? 2 : 3;
    return x->cost;
}

/* Up to what X goes on: it may have half as much again. */
static uint64_t next_cost(const stages *s, const rival *x, const engine_stats *search)
{
    uint64_t more = share_greater(
        x->cost + x->cost / 2, x->engine == ENGINE_SETS ? LEAST_SETS : LEAST_REDUCING);
    uint64_t least = least_of(s, x, search);
    return x->cost < least ? share_lesser(more, least) : more;
}

/* The rival that may go on and whose turn it is; NULL: none may.  *COST: up to what. */
static rival *next_rival(stages *s, const engine_stats *stats, uint64_t *cost)
{
    rival *best = NULL;
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++) {
        uint64_t until = next_cost(s, x, stats);
        if (!may_run(x) || budget_of(s, x, stats) < until ||
            (best != NULL && rank_of(s, x, stats) >= rank_of(s, best, stats)))
            continue;
        best = x;
        *cost = until;
    }
    return best;
}

/* Random runs go on with their share.  True: there is a violation. */
static bool go_on_sampling(stages *s, uint64_t states)
{
    uint64_t all = all_costs(s, states);
    if (states < s->first_at && all < BURST_COST)
        return false;
    if (wait_for_sampling(s))
        return true;
    uint64_t made = steps_so_far(s);
    uint64_t early = (s->is_by_graph ? all : states) / EARLY_SHARE;
    uint64_t may = share_greater(share_lesser(early, EARLY_STEPS),
                                 all / SAMPLING_SHARE / STEP_COST);
    return may >= made + made / 2 && try_sampling(s, may - made);
}

/* True: one has come to a verdict. */
static bool try_rivals(stages *s, const engine_stats *stats)
{
    uint64_t cost;
    if (!has_come(s, stats))
        return false;
    for (rival *x; (x = next_rival(s, stats, &cost)) != NULL;) {
        if (run_rival(s, x, cost, stats->states) || go_on_sampling(s, stats->states))
            return true;
    }
    return false;
}

/* Those that may go on do so beside the search, which spends COST meanwhile.  Returns
 * how long the slowest of all takes. */
static uint64_t start_rivals(stages *s, const engine_stats *stats, uint64_t cost)
{
    uint64_t until;
    uint64_t longest = cost;
    rival *x;
    for (unsigned i = 0; has_come(s, stats) && i < s->cores &&
                         (x = next_rival(s, stats, &until)) != NULL;
         i++) {
        uint64_t budget = budget_of(s, x, stats);
        uint64_t as_long = x->cost + cost / (s->cores == 1 ? 2 : 1);
        bool may_be_as_long = x->runner == NULL || as_long <= budget;
        if (until < as_long)
            until = may_be_as_long ? as_long : budget;
        longest = share_greater(longest, until - x->cost);
        start_rival(s, x, until, stats->states);
    }
    return longest;
}

/* What runs beside the search comes to its pause.  True: there is a verdict. */
static bool wait_for_others(stages *s)
{
    if (wait_for_sampling(s))
        return true;
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        if (wait_for_rival(s, x))
            return true;
    return false;
}

/* ---- Pauses of the search ---- */

/* A violation is known: how far to go on for a shortest one. */
static uint64_t pause_on_the_way(const stages *s, uint64_t states)
{
    if (s->o->wants_shortest)
        return UINT64_MAX;
    return states < s->until ? s->until : 0;
}

static uint64_t go_on_for_shortest(stages *s, uint64_t states)
{
    uint64_t none = 0;
    if (s->other.kind != VERDICT_VIOLATED)
        return 0;
    atomic_compare_exchange_strong(&s->found_at, &none, clock_ns());
    s->is_found = true;
    s->until = states + SHORTEST_COST / s->state_cost;
    return pause_on_the_way(s, states);
}

/* See engine_options.has_enough. */
static bool has_gone_on_enough(void *host)
{
    stages *s = host;
    uint64_t at = atomic_load_explicit(&s->found_at, memory_order_relaxed);
    if (at == 0 || s->o->wants_shortest)
        return false;
    double took = (double)(at - s->begun) * 1e-9;
    return seconds_since(at) > took + SHORTEST_SECONDS;
}

/* The engines share the memory.  When half of it is used, only a rival that is likely
 * to end first keeps its own; random runs begin anew.  None is on its way, so no
 * verdict is lost. */
static void free_others(stages *s, const engine_stats *stats)
{
    size_t limit = s->o->limits.memory;
    if (limit == 0 || stats->memory < limit / 2)
        return;
    if (s->sampling != NULL) {
        assert(!runner_is_on_its_way(s->sampling));
        end_sampling(s);
        free_sampling(s);
    }
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++) {
        if (is_paused(x) && share_of(s, x, stats) < STRONG)
            begin_anew(x, x->engine, false);
    }
}

static bool try_at_pause(stages *s, const engine_stats *stats)
{
    bool is_early = stats->states < s->first_at;
    if (!is_early && wait_for_sampling(s))
        return true;
    if (!is_early)
        free_others(s, stats);
    return try_rivals(s, stats) || go_on_sampling(s, stats->states);
}

/* Random runs take longer than the search to its first pause, so nothing is waited for
 * there. */
static bool go_on_beside(stages *s, const engine_stats *stats)
{
    uint64_t states = stats->states;
    uint64_t cost = (next_pause(s, states) - states) * s->state_cost;
    if (states < s->auto_at) {
        (void)start_rivals(s, stats, cost);
        return false;
    }
    if (wait_for_others(s))
        return true;
    free_others(s, stats);
    sample_beside(s, start_rivals(s, stats, cost));
    return false;
}

/* See engine_options.consult. */
static uint64_t let_others_try(void *host, const engine_stats *stats)
{
    stages *s = host;
    if (s->is_found)
        return pause_on_the_way(s, stats->states);
    bool is_done = s->cores > 0 ? go_on_beside(s, stats) : try_at_pause(s, stats);
    tell_host(s, ENGINE_EXPLICIT);
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

static rival sets(const stages *s)
{
    return (rival){.engine = ENGINE_SETS, .applies = applies(s, ENGINE_SETS)};
}

/* Where the search must look at cycles, or at clocks, it has no tree. */
static bool is_by_graph(const stages *s)
{
    return core_may_be_hot(s->ir, s->test) || s->o->core.network == NET_CAUSAL;
}

/* A search by graph has as many after a part of them: its states may be large ones. */
static uint64_t auto_states(const stages *s)
{
    uint64_t states = s->o->auto_states;
    return s->is_by_graph ? (states + ROW_PART - 1) / ROW_PART : states;
}

static unsigned unused_cores(const stages *s)
{
    unsigned used = s->is_by_graph ? 1 : TREE_THREADS;
    return s->o->threads > used ? s->o->threads - used : 0;
}

static void explore(stages *s)
{
    engine_options o = *s->o;
    registry_prepare(ENGINE_EXPLICIT, &o);
    o.limits = s->o->limits;
    o.limits.outcomes = MOST_OUTCOMES;
    o.consult = let_others_try;
    o.has_enough = has_gone_on_enough;
    o.consult_host = s;
    o.consult_at = first_pause(s);
    o.threads -= s->cores < RIVALS + 1 ? s->cores : RIVALS + 1;
    tell_host(s, ENGINE_EXPLICIT);
    if (s->cores > 0)
        sample_beside(s, s->auto_at * s->state_cost);
    else
        start_sampling(s, FIRST_STEPS);
    registry_run(ENGINE_EXPLICIT, s->ir, s->test, &o, s->v);
}

static bool is_undecided(const verdict *v)
{
    return v->kind == VERDICT_UNKNOWN || v->kind == VERDICT_REFUSED;
}

/* Did the explicit engine end for a reason that does not concern all engines? */
static bool may_others_help(const stages *s)
{
    const verdict *v = s->v;
    bool is_its_own = v->stop == STOP_OUTCOMES || v->stop == STOP_COMPONENTS ||
                      v->stop == STOP_VALUES;
    return v->kind == VERDICT_UNKNOWN && !v->saw_violation && is_its_own;
}

/* The explicit engine once more, with options O, as CHANGE says.  True: it came to a
 * verdict. */
static bool explore_again(stages *s, engine_options *o, const engine_switch *change)
{
    verdict v;
    if (!limit_rest(s, &o->limits))
        return false;
    o->limits.outcomes = MOST_OUTCOMES;
    if (change->has_open_values)
        o->limits.seconds *= OPEN_PART;
    if (change->has_open_values &&
        (o->limits.states == 0 || o->limits.states > OPEN_STATES))
        o->limits.states = OPEN_STATES;
    verdict_init(&v);
    if (o->on_switch != NULL)
        o->on_switch(o->host, change);
    tell_host(s, ENGINE_EXPLICIT);
    registry_run(ENGINE_EXPLICIT, s->ir, s->test, o, &v);
    bool is_answer = take_answer(s, ENGINE_EXPLICIT, &v);
    verdict_fini(&v);
    return is_answer;
}

/* If a step is wide, but not too wide for a search, few states with open values may be
 * all there is. */
static bool try_open_values_first(stages *s)
{
    engine_options o = *s->o;
    verdict v;
    if (!wide_steps_are_met(s->ir, s->test, &o))
        return false;
    registry_prepare(ENGINE_EXPLICIT, &o);
    if (!limit_rest(s, &o.limits))
        return false;
    o.open_values = true;
    o.limits.outcomes = WIDE_OUTCOMES;
    if (o.limits.states == 0 || o.limits.states > FIRST_OPEN_STATES)
        o.limits.states = FIRST_OPEN_STATES;
    verdict_init(&v);
    tell_host(s, ENGINE_EXPLICIT);
    registry_run(ENGINE_EXPLICIT, s->ir, s->test, &o, &v);
    bool is_answer = take_answer(s, ENGINE_EXPLICIT, &v);
    verdict_fini(&v);
    return is_answer;
}

/* Choices of ints stay open, so that a step has few outcomes. */
static bool try_open_values(stages *s)
{
    engine_options o = *s->o;
    const engine_switch change = {
        .to = ENGINE_EXPLICIT, .from = s->v, .has_open_values = true};
    if (!o.may_open_values || openint_obstacle(s->ir, s->test, &o.core) != NULL)
        return false;
    o.open_values = true;
    return explore_again(s, &o, &change);
}

/* A handler that sends between its choices has few outcomes up to the next send. */
static bool try_split_steps(stages *s)
{
    engine_options o = *s->o;
    const engine_switch change = {
        .to = ENGINE_EXPLICIT, .from = s->v, .splits_steps = true};
    o.core.split_above = s->split_above;
    return s->split_above > 0 && explore_again(s, &o, &change);
}

/* True: one of the rivals came to a verdict. */
static bool try_rivals_alone(stages *s)
{
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        if (may_run(x) && run_rival(s, x, x->cost + ALONE_COST, 0))
            return true;
    return false;
}

/* Random runs beside the search had one thread.  They begin anew with all of them. */
static void widen_sampling(stages *s)
{
    if (s->sampling == NULL || unused_cores(s) == 0)
        return;
    end_sampling(s);
    free_sampling(s);
}

/* Random runs use the time that the user has set. */
static void sample_to_the_end(stages *s)
{
    engine_limits left;
    if (s->o->limits.seconds <= 0 || !limit_rest(s, &left))
        return;
    widen_sampling(s);
    start_sampling(s, UINT64_MAX / 2);
    (void)wait_for_sampling_until(s, left.seconds + MORE_SECONDS);
}

/* The explicit engine cannot go on, because one step has very many outcomes, say.  No
 * rival can, in that case. */
static void go_on_without(stages *s)
{
    bool is_wide = s->v->stop == STOP_OUTCOMES;
    if (try_sampling(s, ALONE_STEPS) ||
        (is_wide ? try_open_values(s) || try_split_steps(s) : try_rivals_alone(s)))
        return;
    sample_to_the_end(s);
}

/* The verdict of another engine replaces that of the search, unless that is one, too:
 * a shortest counterexample.  Of an engine that was interrupted, only that counts. */
static void choose_verdict(stages *s)
{
    verdict *v = s->v;
    if (s->by != ENGINE_AUTO && is_interrupted(&s->other)) {
        v->stop = v->kind == VERDICT_UNKNOWN ? STOP_INTERRUPTED : v->stop;
        s->by = ENGINE_AUTO;
    }
    if (s->by != ENGINE_AUTO &&
        (is_undecided(v) || s->other.kind == VERDICT_VIOLATED) &&
        v->kind != VERDICT_VIOLATED) {
        verdict was = *v;
        *v = s->other;
        s->other = was;
        tell_host(s, s->by);
    } else {
        tell_host(s, ENGINE_EXPLICIT);
    }
    verdict_fini(&s->other);
    v->stats.seconds = seconds_since(s->begun);
    v->random_runs = s->ended_runs;
    v->random_hot = s->hot;
    v->sampled = s->sampled;
}

/* Whatever is still on its way does not count. */
static void end_all(stages *s)
{
    if (s->sampling != NULL && !runner_is_on_its_way(s->sampling))
        end_sampling(s);
    free_sampling(s);
    for (rival *x = s->rivals; x < s->rivals + RIVALS; x++)
        runner_free(x->runner);
}

void auto_run(const ir_program *ir, const ir_test *test, const engine_options *o,
              verdict *v)
{
    engine_options whole = *o;
    whole.core.split_above = 0;
    stages s = {.ir = ir, .test = test, .o = &whole, .v = v, .begun = clock_ns()};
    s.split_above = o->core.split_above;
    assert(o->auto_states > 0);
    verdict_init(&s.other);
    s.by = ENGINE_AUTO;
    s.may_sample = true;
    s.is_by_graph = is_by_graph(&s);
    s.state_cost = s.is_by_graph ? ROW_COST : 1;
    s.cores = unused_cores(&s);
    s.auto_at = auto_states(&s);
    s.first_at = share_lesser(FIRST_COST / s.state_cost, s.auto_at);
    s.begin_at = share_greater(s.auto_at / BEGIN_PART, s.first_at);
    s.has_asi = applies(&s, ENGINE_ASI);
    s.rivals[REDUCING] = first_reducing(&s);
    s.rivals[SYMBOLIC] = sets(&s);
    if (!try_open_values_first(&s))
        explore(&s);
    /* Random runs would be cut off, too, and take long to get so far. */
    if (s.by == ENGINE_AUTO && is_undecided(v) && v->stop != STOP_LONG_STEP)
        (void)wait_for_others(&s);
    s.cores = 0;
    if (s.by == ENGINE_AUTO && may_others_help(&s))
        go_on_without(&s);
    end_all(&s);
    choose_verdict(&s);
}
