#include "base/clock.h"
#include "base/hash.h"
#include "engine/dpor/dpor.h"
#include "engine/dpor/etree.h"

#include <math.h>

/* How often the search looks at the clock, in events; how often it tells how far it is.
 */
enum { LOOK_EVERY = 1024 };
#define TELL_EVERY_NS 200000000u

/* Of the time, at most so much goes into probes: a twentieth. */
#define PROBE_NS 10000000u

typedef struct search {
    const dpor_program *program;
    const dpor_options *options;
    dpor_result *result;
    etree tree;
    etree probe; /* for estimates */
    uint64_t probe_random;
    double probe_sum;
    uint64_t probes;
    uint64_t start;
    uint64_t next_tell;
    uint32_t until_look;
    bool is_over;
    dpor_execution execution; /* for at_end */
} search;

/* ---- Estimates ----
 *
 * A walk from the root that takes each way of a fork with the same chance reaches a
 * leaf with chance 1 / (product of the numbers of ways).  So that product, on average,
 * is the number of leaves (Knuth, "Estimating the efficiency of backtrack programs",
 * 1975). */

/* A random walk to a leaf; the product. */
static double walk(etree *t, uint64_t *random)
{
    double weight = 1;
    for (;;) {
        etree_step step = etree_grow(t);
        if (step == TREE_LEAF || t->graph.order.len > 1000000)
            return weight;
        if (step != TREE_FORKED)
            continue;
        uint32_t count = vec_last(&t->forks)->count;
        weight *= count;
        etree_turn(t, (uint32_t)(hash_random(random) % count));
    }
}

static void probe_for(search *s, uint64_t ns)
{
    uint64_t end = clock_ns() + ns;
    do {
        s->probe_sum += walk(&s->probe, &s->probe_random);
        s->probes++;
        etree_clear(&s->probe);
    } while (clock_ns() < end);
    s->tree.stats.estimate = s->probe_sum / (double)s->probes;
}

/* ---- Limits ---- */

static void stop_because(search *s, const char *reason)
{
    if (s->is_over)
        return;
    s->is_over = true;
    s->result->end = DPOR_STOPPED;
    s->result->reason = reason;
}

static void measure(search *s)
{
    s->tree.stats.seconds = (double)(clock_ns() - s->start) / 1e9;
    s->tree.stats.memory = mem_in_use();
}

static void look_around(search *s)
{
    const dpor_options *o = s->options;
    s->until_look = LOOK_EVERY;
    measure(s);
    if (o->stop != NULL && *o->stop)
        stop_because(s, "it was interrupted");
    if (o->max_seconds > 0 && s->tree.stats.seconds >= o->max_seconds)
        stop_because(s, "the time limit was reached");
    if (o->max_memory > 0 && mem_resident() >= o->max_memory)
        stop_because(s, "the memory limit was reached");
    if (o->progress == NULL || clock_ns() < s->next_tell)
        return;
    if (!o->sample)
        probe_for(s, PROBE_NS);
    o->progress(o->context, &s->tree.stats);
    s->next_tell = clock_ns() + TELL_EVERY_NS;
}

/* ---- Executions ---- */

static void fail(search *s, dpor_fault fault, uint32_t thread)
{
    if (s->is_over)
        return;
    s->is_over = true;
    s->result->end = DPOR_VIOLATED;
    s->result->fault = fault;
    s->result->thread = thread;
    etree_list(&s->tree, &s->result->execution);
}

/* The first thread at an operation of KIND. */
static uint32_t thread_at(const egraph *g, op_kind kind)
{
    vec_each (t, &g->threads)
        if (*t != NULL && (*t)->is_present && (*t)->next.kind == kind)
            return (*t)->number;
    return 0;
}

/* Is it all right that T goes no further? */
static bool is_done(const egraph *g, const dpor_thread *t)
{
    if (!t->is_present || t->next.kind == OP_END)
        return true;
    return t->next.kind == OP_RECEIVE &&
           g->program->is_daemon(g->program->context, t->number);
}

static const dpor_thread *first_undone(const egraph *g)
{
    vec_each (t, &g->threads)
        if (*t != NULL && !is_done(g, *t))
            return *t;
    return NULL;
}

static const dpor_thread *first_with_unread(const egraph *g)
{
    vec_each (t, &g->threads)
        if (*t != NULL && (*t)->is_present && (*t)->next.kind == OP_END &&
            (*t)->unread.unread_next != &(*t)->unread)
            return *t;
    return NULL;
}

static void count_execution(search *s, bool is_blocked)
{
    dpor_stats *stats = &s->tree.stats;
    const egraph *g = &s->tree.graph;
    stats->executions += !is_blocked;
    stats->blocked += is_blocked;
    stats->errors += g->failed > 0;
    stats->cut += g->cut > 0;
    if (g->order.len > stats->longest)
        stats->longest = g->order.len;
    uint64_t most = s->options->max_executions;
    if (most > 0 && stats->executions + stats->blocked >= most && s->tree.forks.len > 0)
        stop_because(s, "the limit of executions was reached");
}

static void judge_execution(search *s, const dpor_thread *undone)
{
    const dpor_options *o = s->options;
    const egraph *g = &s->tree.graph;
    if (o->deadlock_is_violation && undone != NULL && g->stuck == 0)
        fail(s, DPOR_DEADLOCK, undone->number);
    const dpor_thread *unread = o->unread_is_violation ? first_with_unread(g) : NULL;
    if (unread != NULL)
        fail(s, DPOR_UNREAD, unread->number);
    if (o->at_end == NULL)
        return;
    etree_list(&s->tree, &s->execution);
    if (o->at_end(o->context, &s->execution, undone != NULL))
        fail(s, DPOR_AT_END, 0);
}

static void end_execution(search *s)
{
    const egraph *g = &s->tree.graph;
    const dpor_thread *undone = first_undone(g);
    judge_execution(s, undone);
    count_execution(s, undone != NULL);
    if (s->program->is_full(s->program->context))
        etree_collect(&s->tree);
}

/* ---- The search ---- */

static void check_graph(search *s)
{
    const dpor_options *o = s->options;
    const egraph *g = &s->tree.graph;
    if (g->failed > 0 && !o->keep_going)
        fail(s, DPOR_FAIL, thread_at(g, OP_FAIL));
    if (g->cut > 0 && !o->cuts)
        stop_because(s, "a thread did not end");
    if (o->is_over != NULL && o->is_over(o->context))
        stop_because(s, "the program is out of order");
    if (s->until_look-- == 0)
        look_around(s);
}

/* From where the tree is to the next leaf. */
static void run_to_leaf(search *s)
{
    check_graph(s);
    while (!s->is_over) {
        if (etree_grow(&s->tree) == TREE_LEAF) {
            end_execution(s);
            return;
        }
        check_graph(s);
    }
}

static void explore_all(search *s)
{
    do
        run_to_leaf(s);
    while (!s->is_over && etree_next(&s->tree));
}

/* Like walk, but what it meets counts. */
static double walk_and_check(search *s)
{
    double weight = 1;
    check_graph(s);
    while (!s->is_over) {
        etree_step step = etree_grow(&s->tree);
        if (step == TREE_LEAF) {
            end_execution(s);
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

static void sample_some(search *s)
{
    for (uint64_t i = 0; i < s->options->samples && !s->is_over; i++) {
        s->probe_sum += walk_and_check(s);
        s->tree.stats.estimate = s->probe_sum / (double)++s->probes;
        if (!s->is_over)
            etree_clear(&s->tree);
    }
}

void dpor_run_program(const dpor_program *p, const dpor_options *o, dpor_result *r)
{
    *r = (dpor_result){.end = DPOR_DONE};
    search s = {.program = p, .options = o, .result = r, .start = clock_ns()};
    s.next_tell = s.start + TELL_EVERY_NS;
    s.probe_random = o->seed + 1;
    etree_init(&s.tree, p, o);
    etree_init(&s.probe, p, o);
    if (o->sample)
        sample_some(&s);
    else
        explore_all(&s);
    measure(&s);
    r->stats = s.tree.stats;
    etree_free(&s.tree);
    etree_free(&s.probe);
    vec_free(&s.execution);
}

void dpor_result_free(dpor_result *r)
{
    vec_free(&r->execution);
}
