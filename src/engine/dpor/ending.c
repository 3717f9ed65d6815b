/* The end of an execution: is it complete or blocked, is it a violation, and what is
 * counted.
 *
 * The checks run in the order deadlock, unread messages, at_end; the first violation
 * wins, since search_fail ignores later ones.  An execution with a failed or blocked
 * thread is not a deadlock: other threads may wait for what that thread would have
 * done.
 */
#include "engine/dpor/search.h"

#include <assert.h>

/* The current graph as an execution of the original program. */
static void list_execution(dpor_search *s, dpor_execution *out)
{
    if (s->eager == NULL) {
        etree_list(&s->tree, out);
        return;
    }
    etree_list(&s->tree, &s->original);
    eager_translate(s->eager, &s->original, out);
}

/* Does thread NUMBER, whose last event is LAST, know that thread TARGET exists: did the
 * spawn happen before?  Only then do all schedules agree about it. */
static bool knows(const egraph *g, uint32_t number, const event *last, uint32_t target)
{
    const dpor_thread *other =
        target < g->threads.len ? egraph_thread(g, target) : NULL;
    if (other == NULL || !other->is_present)
        return false;
    if (other->spawn == NULL || target == number)
        return true;
    if (last == NULL)
        last = egraph_thread(g, number)->spawn;
    return last != NULL && (egraph_happens_before(other->spawn, last) ||
                            (last->source != NULL &&
                             egraph_happens_before(other->spawn, last->source)));
}

/* At an event that has just been pushed.  Later events do not change what happened
 * before it. */
static bool is_stray(const egraph *g, const event *e)
{
    return (e->op.kind == OP_SEND || e->op.kind == OP_JOIN) &&
           !knows(g, e->thread, e->previous, e->op.thread);
}

/* Does T wait for the end of a thread that it cannot know? */
static bool waits_astray(const egraph *g, const dpor_thread *t)
{
    return t->is_present && t->next.kind == OP_JOIN &&
           !knows(g, t->number, t->last, t->next.thread);
}

/* Carriers (eager.h) only pass on what threads send. */
static bool is_carrier(const dpor_search *s, uint32_t thread)
{
    return s->eager != NULL && thread % 2 == 1;
}

void search_check_stray(dpor_search *s)
{
    const egraph *g = &s->tree.graph;
    if (!s->options->stray_is_violation || g->order.len == 0)
        return;
    const event *e = *vec_last(&g->order);
    if (is_stray(g, e) && !is_carrier(s, e->thread))
        search_fail(s, DPOR_STRAY, e->thread);
}

static void remove_event(dpor_execution *e, size_t at)
{
    for (size_t i = at; i + 1 < e->len; i++)
        e->data[i] = e->data[i + 1];
    e->len--;
    vec_each (x, e)
        x->source -= x->source != SIZE_MAX && x->source > at;
}

static void remove_last_of(dpor_execution *e, uint32_t thread)
{
    for (size_t i = e->len; i-- > 0;)
        if (e->data[i].thread == thread) {
            remove_event(e, i);
            return;
        }
}

/* The failing thread stays before a stray event, which is its last: no event depends on
 * it, and no report can show a message to nobody. */
void search_list_violation(dpor_search *s, uint32_t thread)
{
    dpor_result *r = s->result;
    const egraph *g = &s->tree.graph;
    const dpor_thread *t = egraph_thread(g, thread);
    bool is_before = r->fault == DPOR_STRAY && t->last != NULL && is_stray(g, t->last);
    r->thread = thread;
    r->local = is_before ? t->last->before : t->local;
    if (s->eager != NULL) {
        r->thread = eager_thread(thread);
        r->local = eager_local(s->eager, r->local);
    }
    list_execution(s, &r->execution);
    if (is_before)
        remove_last_of(&r->execution, r->thread);
}

void search_fail(dpor_search *s, dpor_fault fault, uint32_t thread)
{
    if (s->is_over)
        return;
    assert(thread < s->tree.graph.threads.len);
    s->is_over = true;
    s->failed_thread = thread;
    s->result->end = DPOR_VIOLATED;
    s->result->fault = fault;
    search_list_violation(s, thread);
}

/* May T be where it is at the end of a complete execution? */
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

static bool has_unread(const dpor_thread *t)
{
    return t->is_present && t->unread.unread_next != &t->unread;
}

static const dpor_thread *first_with_unread(const egraph *g, bool at_rest)
{
    vec_each (t, &g->threads)
        if (*t != NULL && has_unread(*t) && (at_rest || (*t)->next.kind == OP_END))
            return *t;
    return NULL;
}

static const dpor_thread *find_unread(const dpor_search *s, const dpor_thread *undone)
{
    const dpor_options *o = s->options;
    if (o->unread_at_rest)
        return undone == NULL ? first_with_unread(&s->tree.graph, true) : NULL;
    return o->unread_is_violation ? first_with_unread(&s->tree.graph, false) : NULL;
}

static void end_is_wrong(dpor_search *s, dpor_fault fault, uint32_t thread)
{
    s->is_wrong_end = s->options->keep_going_at_end;
    if (!s->is_wrong_end)
        search_fail(s, fault, thread);
}

static void count_execution(dpor_search *s, bool is_blocked)
{
    dpor_stats *stats = &s->tree.stats;
    const egraph *g = &s->tree.graph;
    stats->executions += !is_blocked;
    stats->blocked += is_blocked;
    stats->waiting += is_blocked && g->stuck == 0;
    stats->errors += g->failed > 0 || s->is_wrong_end;
    s->is_wrong_end = false;
    stats->cut += g->cut > 0;
    if (g->order.len > stats->longest)
        stats->longest = g->order.len;
    uint64_t most = s->has_forked ? 0 : s->options->max_executions;
    if (most > 0 && stats->executions + stats->blocked >= most && s->tree.forks.len > 0)
        search_stop(s, STOP_EXECUTIONS);
}

static void judge_joins(dpor_search *s)
{
    const egraph *g = &s->tree.graph;
    vec_each (t, &g->threads)
        if (*t != NULL && waits_astray(g, *t))
            search_fail(s, DPOR_STRAY, (*t)->number);
}

static void judge_execution(dpor_search *s, const dpor_thread *undone)
{
    const dpor_options *o = s->options;
    const egraph *g = &s->tree.graph;
    if (o->stray_is_violation && undone != NULL)
        judge_joins(s);
    if (o->deadlock_is_violation && undone != NULL && g->stuck == 0)
        end_is_wrong(s, DPOR_DEADLOCK, undone->number);
    const dpor_thread *unread = find_unread(s, undone);
    if (unread != NULL)
        end_is_wrong(s, DPOR_UNREAD, unread->number);
    if (o->at_end == NULL || (o->wants_end != NULL && !o->wants_end(o->context)))
        return;
    list_execution(s, &s->execution);
    bool is_bad = o->at_end(o->context, &s->execution, undone != NULL);
    if (!search_has_trouble(s) && is_bad)
        end_is_wrong(s, DPOR_AT_END, 0);
}

void search_end_execution(dpor_search *s)
{
    const egraph *g = &s->tree.graph;
    const dpor_thread *undone = first_undone(g);
    assert(g->stuck >= g->failed && (g->stuck == 0 || undone != NULL));
    judge_execution(s, undone);
    count_execution(s, undone != NULL);
    if (s->program->is_full(s->program->context))
        etree_collect(&s->tree);
    if (s->has_forked && workers_are_hungry(s->workers))
        search_give(s);
}
