#include "base/clock.h"
#include "base/hash.h"
#include "engine/dpor/dpor.h"
#include "engine/dpor/eager.h"
#include "engine/dpor/etree.h"
#include "engine/dpor/workers.h"

#include <stdio.h>

/* How often the search looks at the clock, in events; how often it tells how far it is.
 */
enum { LOOK_EVERY = 1024 };
#define TELL_EVERY_NS 200000000u

/* Seconds after which other processes are worth their while. */
#define FORK_AFTER 0.05

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
    workers *workers; /* NULL: there is only this process */
    unsigned number;  /* of this process */
    uint32_t failed_thread;
    bool has_forked;
    task_list task;
    eager *eager;             /* or NULL */
    dpor_execution execution; /* for at_end */
    dpor_execution original;  /* without what eager adds: scratch */
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
    snprintf(s->result->text, sizeof s->result->text, "%s", reason);
    s->result->reason = s->result->text;
}

/* What all have done so far. */
static dpor_stats all_stats(search *s)
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

/* The limits are looked after by the process that began. */
static void check_limits(search *s, const dpor_stats *all)
{
    const dpor_options *o = s->options;
    if (o->stop != NULL && *o->stop)
        stop_because(s, "it was interrupted");
    if (o->max_seconds > 0 && all->seconds >= o->max_seconds)
        stop_because(s, "the time limit was reached");
    if (o->max_memory > 0 && mem_resident() >= o->max_memory)
        stop_because(s, "the memory limit was reached");
    if (s->has_forked && o->max_executions > 0 &&
        all->executions + all->blocked >= o->max_executions)
        stop_because(s, "the limit of executions was reached");
}

static void tell(search *s)
{
    const dpor_options *o = s->options;
    if (o->progress == NULL || clock_ns() < s->next_tell)
        return;
    if (!o->sample)
        probe_for(s, PROBE_NS);
    dpor_stats all = all_stats(s);
    o->progress(o->context, &all);
    s->next_tell = clock_ns() + TELL_EVERY_NS;
}

static void fork_others(search *s);

static void look_around(search *s)
{
    s->until_look = LOOK_EVERY;
    dpor_stats all = all_stats(s);
    if (s->has_forked && workers_are_stopped(s->workers))
        s->is_over = true;
    if (s->number > 0)
        return;
    check_limits(s, &all);
    tell(s);
    if (s->workers != NULL && !s->has_forked && !s->is_over &&
        all.seconds >=
            (s->options->jobs_after > 0 ? s->options->jobs_after : FORK_AFTER))
        fork_others(s);
}

/* ---- Executions ---- */

/* The graph, in terms of the program as it was given. */
static void list_execution(search *s, dpor_execution *out)
{
    if (s->eager == NULL) {
        etree_list(&s->tree, out);
        return;
    }
    etree_list(&s->tree, &s->original);
    eager_translate(s->eager, &s->original, out);
}

/* THREAD is where the violation shows. */
static void list_violation(search *s, uint32_t thread)
{
    dpor_result *r = s->result;
    r->thread = thread;
    r->local = egraph_thread(&s->tree.graph, thread)->local;
    if (s->eager != NULL) {
        r->thread = eager_thread(thread);
        r->local = eager_local(s->eager, r->local);
    }
    list_execution(s, &r->execution);
}

static void fail(search *s, dpor_fault fault, uint32_t thread)
{
    if (s->is_over)
        return;
    s->is_over = true;
    s->failed_thread = thread;
    s->result->end = DPOR_VIOLATED;
    s->result->fault = fault;
    list_violation(s, thread);
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
           (t->next.may_wait || g->program->is_daemon(g->program->context, t->number));
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
    uint64_t most = s->has_forked ? 0 : s->options->max_executions;
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
    if (o->at_end == NULL || (o->wants_end != NULL && !o->wants_end(o->context)))
        return;
    list_execution(s, &s->execution);
    if (o->at_end(o->context, &s->execution, undone != NULL))
        fail(s, DPOR_AT_END, 0);
}

/* Gives away a way of the oldest fork that has more: usually the largest part. */
static void give_task(search *s)
{
    for (size_t i = 0; i < s->tree.forks.len; i++) {
        fork_point *f = vec_at(&s->tree.forks, i);
        if (f->way + 1 >= f->count)
            continue;
        task_of_way(&s->tree, i, f->count - 1, &s->task);
        if (!workers_give(s->workers, &s->task))
            return;
        f->count--;
        s->tree.stats.revisits +=
            f->event->op.kind == OP_SEND && f->count > f->may_lose;
        return;
    }
}

static void end_execution(search *s)
{
    const egraph *g = &s->tree.graph;
    const dpor_thread *undone = first_undone(g);
    judge_execution(s, undone);
    count_execution(s, undone != NULL);
    if (s->program->is_full(s->program->context))
        etree_collect(&s->tree);
    if (s->has_forked && workers_are_hungry(s->workers))
        give_task(s);
}

/* ---- The search ---- */

static void check_graph(search *s)
{
    const dpor_options *o = s->options;
    const egraph *g = &s->tree.graph;
    if (g->failed > 0 && !o->keep_going)
        fail(s, DPOR_FAIL, thread_at(g, OP_FAIL));
    if (g->cut > 0 && !o->cuts)
        stop_because(s, DPOR_NO_END);
    const char *trouble = o->trouble == NULL ? NULL : o->trouble(o->context);
    if (trouble != NULL) {
        stop_because(s, trouble);
        s->result->is_trouble = true;
    }
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

/* ---- Several processes ---- */

/* The place of the spawn of a thread in a task of the whole graph. */
static uint32_t spawn_place(const search *s, uint32_t thread)
{
    const event *spawn = egraph_thread(&s->tree.graph, thread)->spawn;
    return spawn == NULL ? 0 : spawn->position + 1;
}

/* All are to know that this process has come to an end of its own. */
static void tell_others(search *s)
{
    const dpor_result *r = s->result;
    if (r->end == DPOR_DONE)
        return;
    workers_verdict v = {.end = r->end, .fault = r->fault, .is_trouble = r->is_trouble};
    snprintf(v.reason, sizeof v.reason, "%s", r->text);
    task_of_graph(&s->tree, &s->task);
    v.spawn = r->end == DPOR_VIOLATED ? spawn_place(s, s->failed_thread) : 0;
    workers_stop(s->workers, &v, &s->task);
}

/* Explores what others give away, until nothing is left. */
static void help_others(search *s)
{
    while (!s->is_over) {
        etree_clear(&s->tree);
        workers_answer answer = workers_take(s->workers, &s->task);
        if (answer == WORKERS_OVER)
            return;
        if (answer == WORKERS_LATER) {
            look_around(s);
            continue;
        }
        if (task_load(&s->tree, s->task.data, s->task.len))
            explore_all(s);
        else
            stop_because(s, "a part of the program could not be made again");
        all_stats(s); /* publishes */
    }
}

static void be_worker(void *context, unsigned number)
{
    search *s = context;
    s->number = number;
    s->has_forked = true;
    s->tree.stats = (dpor_stats){0};
    s->until_look = LOOK_EVERY;
    help_others(s);
    all_stats(s);
    tell_others(s);
    if (s->options->leave != NULL)
        s->options->leave(s->options->context);
}

static void fork_others(search *s)
{
    workers_fork(s->workers, be_worker, s);
    s->has_forked = true;
}

/* What another process has found is found again here. */
static void take_verdict(search *s, const workers_verdict *v)
{
    dpor_result *r = s->result;
    r->end = v->end;
    r->fault = v->fault;
    r->is_trouble = v->is_trouble;
    snprintf(r->text, sizeof r->text, "%s", v->reason);
    r->reason = r->text;
    if (v->end != DPOR_VIOLATED)
        return;
    etree_clear(&s->tree);
    if (!task_load(&s->tree, s->task.data, s->task.len) || v->spawn > s->task.len) {
        r->end = DPOR_STOPPED;
        r->reason = "what one process has found could not be found again by another";
        return;
    }
    list_violation(
        s, v->spawn == 0 ? 0 : s->tree.graph.order.data[v->spawn - 1]->op.thread);
    if (r->fault == DPOR_AT_END)
        s->options->at_end(s->options->context, &r->execution, false);
}

static void explore_with_others(search *s)
{
    explore_all(s);
    if (!s->has_forked)
        return;
    if (!s->is_over)
        help_others(s);
    tell_others(s);
    workers_verdict v = workers_result(s->workers, &s->task);
    if (s->result->end == DPOR_DONE && v.end != DPOR_DONE)
        take_verdict(s, &v);
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

static void begin_search(search *s)
{
    const dpor_options *o = s->options;
    s->start = clock_ns();
    s->next_tell = s->start + TELL_EVERY_NS;
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
    search s = {.program = p, .options = o, .result = r};
    begin_search(&s);
    if (o->sample)
        sample_some(&s);
    else
        explore_with_others(&s);
    r->stats = all_stats(&s);
    workers_free(s.workers);
    etree_free(&s.tree);
    etree_free(&s.probe);
    vec_free(&s.task);
    vec_free(&s.execution);
    vec_free(&s.original);
    eager_free(s.eager);
}

void dpor_result_free(dpor_result *r)
{
    vec_free(&r->execution);
}
