/* The search: descends to a leaf, judges the execution there, backtracks to the next
 * branch, until the tree is explored, a violation is found or a limit is reached.
 *
 * The clock is read only every few events (plan_look), so that limits and progress cost
 * nothing measurable.
 */
#include "engine/dpor/search.h"

#include "base/clock.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

/* How many events the search adds between two looks at the clock, unless events take
 * long; how often it reports progress. */
enum { LOOK_EVERY = 1024 };
#define SELDOM_NS         20000000u
#define PROGRESS_EVERY_NS 200000000u

/* Seconds after which the search starts other processes. */
#define FORK_AFTER 0.05

/* How long to probe at each report of progress: a twentieth of the time. */
#define PROBE_NS 10000000u

/* ---- Estimates ----
 *
 * A random walk from the root that takes each branch of a fork with the same
 * probability reaches a leaf with probability 1 / (product of the numbers of branches).
 * So the expectation of that product is the number of leaves (Knuth, "Estimating the
 * efficiency of backtrack programs", 1975). */

/* A walk takes at most so many events: longer ones would take much memory.  Where a
 * number of walks is wanted, whatever time they take, it is a smaller number, because a
 * walk of N events takes N cubed steps at worst. */
enum { MOST_EVENTS = 1 << 14, FEW_EVENTS = 256 };

/* A random walk to a leaf, and the product.  False: no leaf was reached within MOST
 * events, or by END_NS: of clock_thread_ns, so that a busy machine makes no
 * difference. */
static bool walk(etree *t, uint64_t *random, uint32_t most, uint64_t end_ns,
                 double *weight)
{
    enum { EVERY = 16 };

    for (uint32_t i = 1; i < most && (i % EVERY != 0 || clock_thread_ns() < end_ns);
         i++) {
        etree_step step = etree_grow(t);
        if (step == TREE_LEAF)
            return true;
        if (step != TREE_FORKED)
            continue;
        uint32_t count = vec_last(&t->forks)->count;
        *weight *= count;
        etree_turn(t, (uint32_t)(hash_random(random) % count));
    }
    return false;
}

/* Makes a walk for the estimate, if it ends by END_NS.  Long or infinite executions are
 * not estimated: walking through them would take time from the search, and keep a
 * search that must end from ending. */
static bool probe(dpor_search *s, uint32_t most, uint64_t end_ns)
{
    double weight = 1;
    if (s->is_past_probing || !walk(&s->probe, &s->probe_random, most, end_ns, &weight))
        s->is_past_probing = true;
    etree_clear(&s->probe);
    if (s->is_past_probing)
        return false;
    s->probe_sum += weight;
    s->probes++;
    return true;
}

static void probe_for(dpor_search *s, uint64_t ns)
{
    const uint64_t longest_walk_ns = 100000000;
    uint64_t begin = clock_thread_ns();
    s->tree.stats.estimate = 0;
    do {
        if (!probe(s, MOST_EVENTS, begin + longest_walk_ns))
            return;
    } while (clock_thread_ns() < begin + ns);
    s->tree.stats.estimate = s->probe_sum / (double)s->probes;
}

/* The same, in a number of walks.  The time is only a safeguard. */
static void probe_times(dpor_search *s, unsigned times)
{
    const uint64_t all_walks_ns = 2000000000;
    uint64_t end = clock_thread_ns() + all_walks_ns;
    s->tree.stats.estimate = 0;
    for (unsigned i = 0; i < times; i++)
        if (!probe(s, FEW_EVENTS, end))
            return;
    s->tree.stats.estimate = s->probe_sum / (double)s->probes;
}

/* ---- Limits ---- */

void search_stop(dpor_search *s, stop_reason why)
{
    assert(why != STOP_NONE);
    if (s->is_over)
        return;
    s->is_over = true;
    s->result->end = DPOR_STOPPED;
    s->result->stop = why;
}

dpor_stats search_stats(dpor_search *s)
{
    dpor_stats *own = &s->tree.stats;
    own->seconds = (double)(clock_ns() - s->start) / 1e9;
    own->memory = mem_in_use();
    if (!s->has_forked)
        return *own;
    dpor_stats sum = {.seconds = own->seconds, .estimate = own->estimate};
    workers_publish(s->workers, s->number, own);
    workers_sum(s->workers, &sum);
    return sum;
}

/* Only process 0 checks the limits. */
static void check_limits(dpor_search *s, const dpor_stats *all)
{
    const dpor_options *o = s->options;
    if (o->stop != NULL && *o->stop)
        search_stop(s, STOP_INTERRUPTED);
    if (o->max_seconds > 0 && all->seconds >= o->max_seconds)
        search_stop(s, STOP_TIME);
    if (o->max_memory > 0 && mem_resident() >= o->max_memory)
        search_stop(s, STOP_MEMORY);
    if (s->has_forked && o->max_executions > 0 &&
        all->executions + all->blocked >= o->max_executions)
        search_stop(s, STOP_EXECUTIONS);
}

static void report_progress(dpor_search *s)
{
    const dpor_options *o = s->options;
    if (o->progress == NULL || clock_ns() < s->next_progress)
        return;
    if (!o->sample)
        probe_for(s, PROBE_NS);
    dpor_stats all = search_stats(s);
    o->progress(o->context, &all);
    s->next_progress = clock_ns() + PROGRESS_EVERY_NS;
}

/* Events take long in programs with many threads and in long executions; then the next
 * look comes sooner. */
static void plan_look(dpor_search *s)
{
    uint64_t now = clock_ns();
    bool is_slow = now - s->looked > SELDOM_NS;
    s->looked = now;
    if (is_slow && s->look_every > 1)
        s->look_every /= 2;
    else if (!is_slow && s->look_every < LOOK_EVERY)
        s->look_every *= 2;
    s->until_look = s->look_every;
}

void search_look_around(dpor_search *s)
{
    plan_look(s);
    dpor_stats all = search_stats(s);
    if (s->has_forked && workers_are_stopped(s->workers))
        s->is_over = true;
    if (s->number > 0)
        return;
    if (s->has_forked)
        workers_look_after(s->workers);
    check_limits(s, &all);
    report_progress(s);
    if (s->workers != NULL && !s->has_forked && !s->is_over &&
        all.seconds >=
            (s->options->jobs_after > 0 ? s->options->jobs_after : FORK_AFTER))
        search_fork(s);
}

/* ---- The search ---- */

/* The first thread at an operation of KIND. */
static uint32_t thread_at(const egraph *g, op_kind kind)
{
    vec_each (t, &g->threads)
        if (*t != NULL && (*t)->is_present && (*t)->next.kind == kind)
            return (*t)->number;
    return 0;
}

bool search_has_trouble(dpor_search *s)
{
    const dpor_options *o = s->options;
    const char *detail = NULL;
    stop_reason trouble =
        o->trouble == NULL ? STOP_NONE : o->trouble(o->context, &detail);
    if (trouble == STOP_NONE)
        return false;
    if (!s->is_over && detail != NULL)
        dpor_result_explain(s->result, detail);
    s->result->is_trouble |= !s->is_over;
    search_stop(s, trouble);
    return true;
}

void search_finish(dpor_search *s)
{
    const dpor_options *o = s->options;
    if (o->finish == NULL || s->result->end != DPOR_DONE)
        return;
    s->is_over = false; /* the others may have told this process that all is explored */
    o->finish(o->context);
    search_has_trouble(s);
}

static void check_graph(dpor_search *s)
{
    const dpor_options *o = s->options;
    const egraph *g = &s->tree.graph;
    if (search_has_trouble(s))
        return;
    search_check_stray(s);
    if (g->failed > 0 && !o->keep_going)
        search_fail(s, DPOR_FAIL, thread_at(g, OP_FAIL));
    if (g->cut > 0 && !o->cuts)
        search_stop(s, STOP_NO_END);
    if (s->until_look-- == 0)
        search_look_around(s);
}

/* From the current graph to the next leaf. */
static void run_to_leaf(dpor_search *s)
{
    check_graph(s);
    while (!s->is_over) {
        if (etree_grow(&s->tree) == TREE_LEAF) {
            search_end_execution(s);
            return;
        }
        check_graph(s);
    }
}

void search_explore(dpor_search *s)
{
    do
        run_to_leaf(s);
    while (!s->is_over && etree_next(&s->tree));
}

/* ---- Samples ---- */

/* Like walk, but checks and counts what it meets. */
static double walk_and_check(dpor_search *s)
{
    double weight = 1;
    check_graph(s);
    while (!s->is_over) {
        etree_step step = etree_grow(&s->tree);
        if (step == TREE_LEAF) {
            search_end_execution(s);
            return weight;
        }
        if (step == TREE_FORKED) {
            uint32_t count = vec_last(&s->tree.forks)->count;
            weight *= count;
            etree_turn(&s->tree, (uint32_t)(hash_random(&s->probe_random) % count));
        }
        check_graph(s);
    }
    return weight;
}

static void sample_some(dpor_search *s)
{
    for (uint64_t i = 0; i < s->options->samples && !s->is_over; i++) {
        s->probe_sum += walk_and_check(s);
        s->tree.stats.estimate = s->probe_sum / (double)++s->probes;
        if (!s->is_over)
            etree_clear(&s->tree);
    }
}

void search_admit(dpor_search *s)
{
    if (s->result->end != DPOR_DONE || s->eager == NULL || !eager_is_partial(s->eager))
        return;
    s->is_over = false;
    search_stop(s, STOP_EAGER);
}

/* At a limit, users want to know how much is left. */
static void estimate_rest(dpor_search *s)
{
    const dpor_result *r = s->result;
    if (s->options->sample || r->end != DPOR_STOPPED || r->is_trouble ||
        r->stop == STOP_NO_END || r->stop == STOP_EAGER)
        return;
    etree_clear(&s->tree); /* frees its local states and messages */
    if (s->options->probes > 0)
        probe_times(s, s->options->probes);
    else
        probe_for(s, (uint64_t)5 * PROBE_NS);
}

static void begin_search(dpor_search *s)
{
    const dpor_options *o = s->options;
    s->start = clock_ns();
    s->looked = s->start;
    s->look_every = LOOK_EVERY;
    s->next_progress = s->start + PROGRESS_EVERY_NS;
    s->probe_random = o->seed + 1;
    if (o->eager) {
        s->eager = eager_new(s->program);
        s->program = eager_program(s->eager);
    }
    etree_init(&s->tree, s->program, o);
    etree_init(&s->probe, s->program, o);
    if (o->jobs > 1 && !o->sample)
        s->workers = workers_new(o->jobs);
}

void dpor_run_program(const dpor_program *p, const dpor_options *o, dpor_result *r)
{
    *r = (dpor_result){.end = DPOR_DONE};
    dpor_search s = {.program = p, .options = o, .result = r};
    begin_search(&s);
    if (o->sample) {
        sample_some(&s);
    } else {
        search_explore(&s);
        search_help(&s);
    }
    search_finish(&s);
    search_admit(&s);
    estimate_rest(&s);
    r->stats = search_stats(&s);
    workers_free(s.workers);
    etree_free(&s.tree);
    etree_free(&s.probe);
    vec_free(&s.task);
    vec_free(&s.execution);
    vec_free(&s.original);
    eager_free(s.eager);
}

void dpor_result_explain(dpor_result *r, const char *detail)
{
    snprintf(r->text, sizeof r->text, "%s", detail);
    r->detail = r->text;
}

void dpor_result_free(dpor_result *r)
{
    vec_free(&r->execution);
}
