/* Several processes explore one tree.
 *
 * The first process explores alone for a moment, and then forks the others, which have
 * nothing to do.  When a process is idle, a busy one cuts the last branch off its
 * oldest fork that has more (search_give), as a task: the graph of that branch.  So the
 * parts are disjoint, and together they are the whole tree: a branch is explored either
 * by its owner, whose count no longer includes it, or by the taker.  A process that
 * has finished its part takes tasks until all processes are idle and no task is left.
 *
 * Numbers of threads and messages differ between processes, so process 0 rebuilds the
 * violation of another process from its task and checks it there.
 */
#include "engine/dpor/search.h"

#include <assert.h>
#include <stdio.h>

/* Gives away a branch of the oldest fork that has more: usually the largest part. */
void search_give(dpor_search *s)
{
    for (size_t i = 0; i < s->tree.forks.len; i++) {
        fork_point *f = vec_at(&s->tree.forks, i);
        if (f->branch + 1 >= f->count)
            continue;
        task_of_branch(&s->tree, i, f->count - 1, &s->task);
        if (!workers_give(s->workers, &s->task))
            return;
        assert(f->count > f->branch + 1);
        f->count--;
        s->tree.stats.revisits +=
            f->event->op.kind == OP_SEND && f->count > f->may_lose;
        return;
    }
}

/* The position of the event that spawned a thread, in a task of the whole graph. */
static uint32_t spawn_position(const dpor_search *s, uint32_t thread)
{
    const event *spawn = egraph_thread(&s->tree.graph, thread)->spawn;
    return spawn == NULL ? 0 : spawn->position + 1;
}

/* Stops the others if this process has found a violation or has stopped. */
static void notify_others(dpor_search *s)
{
    const dpor_result *r = s->result;
    if (r->end == DPOR_DONE)
        return;
    workers_verdict v = {.end = r->end, .fault = r->fault, .is_trouble = r->is_trouble};
    v.stop = r->stop;
    snprintf(v.detail, sizeof v.detail, "%s", r->text);
    task_of_graph(&s->tree, &s->task);
    v.spawn = r->end == DPOR_VIOLATED ? spawn_position(s, s->failed_thread) : 0;
    workers_stop(s->workers, &v, &s->task);
}

/* Explores tasks until none is left. */
static void help_others(dpor_search *s)
{
    while (!s->is_over) {
        etree_clear(&s->tree);
        workers_answer answer = workers_take(s->workers, &s->task);
        if (answer == WORKERS_OVER)
            return;
        if (answer == WORKERS_LATER) {
            search_look_around(s);
            continue;
        }
        if (task_load(&s->tree, s->task.data, s->task.len))
            search_explore(s);
        else if (!search_has_trouble(s))
            search_stop(s, STOP_LOST_TASK);
        search_stats(s); /* publishes */
    }
}

static void be_worker(void *context, unsigned number)
{
    dpor_search *s = context;
    assert(number > 0 && !s->has_forked);
    s->number = number;
    s->has_forked = true;
    s->tree.stats = (dpor_stats){0};
    s->until_look = 0;
    help_others(s);
    search_finish(s);
    search_admit(s);
    search_stats(s);
    notify_others(s);
    if (s->options->leave != NULL)
        s->options->leave(s->options->context);
}

void search_fork(dpor_search *s)
{
    assert(s->workers != NULL && !s->has_forked);
    workers_fork(s->workers, be_worker, s);
    s->has_forked = true;
}

static uint32_t spawned_at(const dpor_search *s, uint32_t position)
{
    return position == 0 ? 0 : s->tree.graph.order.data[position - 1]->op.thread;
}

/* False: in this process the program does something else. */
static bool load_violation(dpor_search *s, const workers_verdict *v)
{
    const egraph *g = &s->tree.graph;
    return task_load(&s->tree, s->task.data, s->task.len) && v->spawn <= s->task.len &&
           (v->fault != DPOR_FAIL ||
            egraph_thread(g, spawned_at(s, v->spawn))->next.kind == OP_FAIL);
}

/* Takes over the verdict of another process; a violation is rebuilt here. */
static void take_verdict(dpor_search *s, const workers_verdict *v)
{
    dpor_result *r = s->result;
    r->end = v->end;
    r->fault = v->fault;
    r->is_trouble = v->is_trouble;
    r->stop = v->stop;
    if (v->detail[0] != '\0')
        dpor_result_explain(r, v->detail);
    if (v->end != DPOR_VIOLATED)
        return;
    etree_clear(&s->tree);
    if (load_violation(s, v)) {
        search_list_violation(s, spawned_at(s, v->spawn));
        if (r->fault != DPOR_AT_END ||
            s->options->at_end(s->options->context, &r->execution, false))
            return;
    }
    r->end = DPOR_STOPPED;
    r->stop = STOP_LOST_FINDING;
    r->detail = NULL;
}

void search_help(dpor_search *s)
{
    if (!s->has_forked)
        return;
    if (!s->is_over)
        help_others(s);
    notify_others(s);
    workers_verdict v = workers_result(s->workers, &s->task);
    if (s->result->end == DPOR_DONE && v.end != DPOR_DONE)
        take_verdict(s, &v);
}
