/* The tree of graphs: how the search descends and backtracks.
 *
 * etree_grow adds the next event of a scheduled thread; if the event has several
 * branches it becomes a fork.  etree_next undoes events back to the last fork with
 * another branch.  The events of the branch that the search leaves are freed, since
 * they are on the stack and nowhere else; the event of a fork stays until the fork has
 * no branch left.  A revisit keeps the old stack in SAVED, so leaving it restores the
 * graph exactly.
 */
#include "engine/dpor/etree.h"

#include "engine/dpor/consistent.h"
#include "engine/dpor/schedule.h"

#include "base/invariant.h"

#include <assert.h>

void etree_init(etree *t, const dpor_program *p, const dpor_options *o)
{
    *t = (etree){.options = o, .random = o->seed};
    egraph_init(&t->graph, p, o->max_events != 0 ? o->max_events : DPOR_MAX_EVENTS);
}

void etree_free(etree *t)
{
    etree_clear(t);
    egraph_free(&t->graph);
    vec_free(&t->forks);
    vec_free(&t->branches);
    vec_free(&t->saved);
    vec_free(&t->indexes);
}

/* ---- Forks ---- */

/* Frees the events above the first LEN, which nothing else refers to. */
static void drop_above(egraph *g, size_t len)
{
    assert(len <= g->order.len);
    while (g->order.len > len)
        egraph_free_event(g, egraph_pop(g));
}

static void take_branch(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    event *e = f->event;
    INVARIANT(f->branch < f->count && !f->is_revisiting && g->order.len == f->base);
    if (e->op.kind == OP_CHOOSE)
        egraph_set_choice(g, e, f->branch);
    else if (e->op.kind == OP_RECEIVE)
        egraph_set_source(g, e, t->branches.data[f->first + f->branch]);
    else
        e->is_lost = f->may_lose && f->branch == 1;
    egraph_push(g, e);
    if (e->op.kind != OP_SEND || f->branch <= f->may_lose)
        return;
    size_t which = f->first + f->branch - 1 - f->may_lose;
    f->revisit = revisit_make(g, t->branches.data[which], e, &t->saved);
    f->is_revisiting = true;
    f->kept = (uint32_t)g->order.len;
    t->stats.revisits++;
}

/* Takes the event of F, and all above it, off the stack. */
static void leave_branch(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    if (f->is_revisiting) {
        drop_above(g, f->kept);
        revisit_undo(g, f->revisit, &t->saved);
        f->is_revisiting = false;
    }
    drop_above(g, f->base + 1);
    event *e = egraph_pop(g);
    INVARIANT(e == f->event && g->order.len == f->base);
    e->is_lost = false;
}

static void drop_fork(etree *t)
{
    fork_point f = vec_pop(&t->forks);
    t->branches.len = f.first;
    egraph_free_event(&t->graph, f.event);
}

bool etree_next(etree *t)
{
    while (t->forks.len > 0) {
        fork_point *f = vec_last(&t->forks);
        leave_branch(t, f);
        if (++f->branch < f->count) {
            take_branch(t, f);
            return true;
        }
        drop_fork(t);
    }
    return false;
}

void etree_turn(etree *t, uint32_t branch)
{
    fork_point *f = vec_last(&t->forks);
    INVARIANT(branch < f->count);
    if (branch == f->branch)
        return;
    leave_branch(t, f);
    f->branch = branch;
    take_branch(t, f);
}

void etree_clear(etree *t)
{
    while (t->forks.len > 0) {
        leave_branch(t, vec_last(&t->forks));
        drop_fork(t);
    }
    drop_above(&t->graph, 0);
}

/* ---- Growing ---- */

static void list_branches_of_receive(etree *t, fork_point *f)
{
    consistent_list_sources(&t->graph, egraph_thread(&t->graph, f->event->thread),
                            &t->branches);
    if (!f->event->op.is_blocking)
        vec_push(&t->branches, NULL);
    f->count = (uint32_t)(t->branches.len - f->first);
    INVARIANT(f->count > 0); /* the schedule chooses only enabled threads */
}

/* Pushes the send, since its revisits depend on the graph that contains it. */
static void list_branches_of_send(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    f->may_lose = f->event->op.may_be_lost && g->lost < t->options->lose;
    t->stats.lossy += f->may_lose;
    egraph_push(g, f->event);
    revisit_list(g, f->event, &t->branches);
    f->count = (uint32_t)(t->branches.len - f->first) + 1 + f->may_lose;
}

/* A choice that takes from a budget which is spent has its first alternative only. */
static uint32_t count_alternatives(const etree *t, const op *choice)
{
    assert(choice->kind == OP_CHOOSE && choice->budget < DPOR_BUDGETS);
    bool is_free = choice->budget == DPOR_FREE;
    return is_free ||
                   t->graph.spent[choice->budget] < t->options->budgets[choice->budget]
               ? choice->what
               : 1;
}

etree_step etree_grow(etree *t)
{
    egraph *g = &t->graph;
    uint32_t thread = schedule_next(g, t->options->schedule, &t->random);
    if (thread == NO_THREAD)
        return TREE_LEAF;
    t->stats.events++;
    fork_point f = {
        .base = (uint32_t)g->order.len, .first = t->branches.len, .count = 1};
    f.event = egraph_new_event(g, thread);
    switch ((op_kind)f.event->op.kind) {
    case OP_RECEIVE:
        list_branches_of_receive(t, &f);
        break;
    case OP_CHOOSE:
        f.count = count_alternatives(t, &f.event->op);
        break;
    case OP_SEND:
        list_branches_of_send(t, &f);
        break;
    default:
        break;
    }
    if (f.event->op.kind != OP_SEND)
        take_branch(t, &f);
    if (f.count == 1) {
        t->branches.len = f.first;
        return TREE_GREW;
    }
    vec_push(&t->forks, f);
    return TREE_FORKED;
}

/* ---- Local states and messages of the tree ---- */

typedef struct live {
    VEC(local_id) locals;
    VEC(message_id) messages;
} live;

static void mark_event(live *l, const event *e)
{
    vec_push(&l->locals, e->before);
    vec_push(&l->locals, e->after);
    if (e->op.kind == OP_SPAWN)
        vec_push(&l->locals, e->op.what);
    if (e->op.kind == OP_SEND)
        vec_push(&l->messages, e->op.what);
}

void etree_collect(etree *t)
{
    const egraph *g = &t->graph;
    live l = {0};
    vec_each (e, &g->order)
        mark_event(&l, *e);
    vec_each (e, &t->saved)
        mark_event(&l, *e);
    vec_each (f, &t->forks)
        mark_event(&l, f->event);
    vec_each (x, &g->threads)
        if (*x != NULL && (*x)->is_present)
            vec_push(&l.locals, (*x)->local);
    g->program->collect(g->program->context, l.locals.data, l.locals.len,
                        l.messages.data, l.messages.len);
    vec_free(&l.locals);
    vec_free(&l.messages);
}

/* ---- As an execution ---- */

#define NOT_YET SIZE_MAX

static bool has_happened(const etree *t, const event *e)
{
    return e == NULL || t->indexes.data[e->position] != NOT_YET;
}

/* Under mbox, the sends that overtake E must have happened. */
static bool can_be_queued(const etree *t, const event *e)
{
    const dpor_thread *box = egraph_mailbox(&t->graph, e);
    if (e->op.network != DPOR_MBOX)
        return true;
    vec_each (s, &box->sends)
        if (!has_happened(t, *s) && consistent_is_queued_before(&t->graph, *s, e))
            return false;
    return true;
}

static bool can_happen(const etree *t, const event *e)
{
    const egraph *g = &t->graph;
    const event *before =
        e->previous != NULL ? e->previous : egraph_thread(g, e->thread)->spawn;
    return has_happened(t, before) && has_happened(t, e->source) &&
           (e->op.kind != OP_JOIN ||
            has_happened(t, egraph_thread(g, e->op.thread)->last)) &&
           (e->op.kind != OP_SEND || can_be_queued(t, e));
}

/* The stack is not such an order: a receive may be below its source, and a send below
 * another that overtakes it.  Each round lists the events whose predecessors are
 * listed.  Some event is enabled in each round, since the graph has no cycle. */
void etree_list(etree *t, dpor_execution *out)
{
    const event_list *order = &t->graph.order;
    vec_clear(out);
    vec_clear(&t->indexes);
    for (size_t i = 0; i < order->len; i++)
        vec_push(&t->indexes, NOT_YET);
    while (out->len < order->len) {
        size_t before = out->len;
        vec_each (x, order) {
            const event *e = *x;
            if (t->indexes.data[e->position] != NOT_YET || !can_happen(t, e))
                continue;
            t->indexes.data[e->position] = out->len;
            vec_push(out, ((dpor_event){
                              .thread = e->thread,
                              .local = e->before,
                              .input = e->input,
                              .source = e->source == NULL
                                            ? SIZE_MAX
                                            : t->indexes.data[e->source->position],
                              .is_lost = e->is_lost,
                          }));
        }
        assert(out->len > before); /* else the graph has a cycle */
        (void)before;
    }
}
