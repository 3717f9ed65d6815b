#include "engine/dpor/etree.h"

#include "engine/dpor/consistent.h"
#include "engine/dpor/schedule.h"

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
    vec_free(&t->ways);
    vec_free(&t->saved);
    vec_free(&t->places);
}

/* ---- Forks ---- */

/* What stands above event LEN, and nowhere else, goes. */
static void drop_above(egraph *g, size_t len)
{
    while (g->order.len > len)
        egraph_free_event(g, egraph_pop(g));
}

static void go_way(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    event *e = f->event;
    if (e->op.kind == OP_CHOOSE)
        egraph_set_choice(g, e, f->way);
    else if (e->op.kind == OP_RECEIVE)
        egraph_set_source(g, e, t->ways.data[f->first + f->way]);
    else
        e->is_lost = f->may_lose && f->way == 1;
    egraph_push(g, e);
    if (e->op.kind != OP_SEND || f->way <= f->may_lose)
        return;
    size_t which = f->first + f->way - 1 - f->may_lose;
    f->revisit = revisit_make(g, t->ways.data[which], e, &t->saved);
    f->is_revisiting = true;
    f->kept = (uint32_t)g->order.len;
    t->stats.revisits++;
}

/* The event of F is nowhere now. */
static void leave_way(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    if (f->is_revisiting) {
        drop_above(g, f->kept);
        revisit_undo(g, f->revisit, &t->saved);
        f->is_revisiting = false;
    }
    drop_above(g, f->base + 1);
    (void)egraph_pop(g);
    f->event->is_lost = false;
}

static void drop_fork(etree *t)
{
    fork_point f = vec_pop(&t->forks);
    t->ways.len = f.first;
    egraph_free_event(&t->graph, f.event);
}

bool etree_next(etree *t)
{
    while (t->forks.len > 0) {
        fork_point *f = vec_last(&t->forks);
        leave_way(t, f);
        if (++f->way < f->count) {
            go_way(t, f);
            return true;
        }
        drop_fork(t);
    }
    return false;
}

void etree_turn(etree *t, uint32_t way)
{
    fork_point *f = vec_last(&t->forks);
    if (way == f->way)
        return;
    leave_way(t, f);
    f->way = way;
    go_way(t, f);
}

void etree_clear(etree *t)
{
    while (t->forks.len > 0) {
        leave_way(t, vec_last(&t->forks));
        drop_fork(t);
    }
    drop_above(&t->graph, 0);
}

/* ---- Growing ---- */

static void list_ways_of_receive(etree *t, fork_point *f)
{
    consistent_list_sources(&t->graph, egraph_thread(&t->graph, f->event->thread),
                            &t->ways);
    if (!f->event->op.is_blocking)
        vec_push(&t->ways, NULL);
    f->count = (uint32_t)(t->ways.len - f->first);
}

/* It is on the stack when this is over. */
static void list_ways_of_send(etree *t, fork_point *f)
{
    egraph *g = &t->graph;
    f->may_lose = f->event->op.may_be_lost && g->lost < t->options->lose;
    egraph_push(g, f->event);
    revisit_list(g, f->event, &t->ways);
    f->count = (uint32_t)(t->ways.len - f->first) + 1 + f->may_lose;
}

etree_step etree_grow(etree *t)
{
    egraph *g = &t->graph;
    uint32_t thread = schedule_next(g, t->options->schedule, &t->random);
    if (thread == NO_THREAD)
        return TREE_LEAF;
    t->stats.events++;
    fork_point f = {.base = (uint32_t)g->order.len, .first = t->ways.len, .count = 1};
    f.event = egraph_new_event(g, thread);
    switch ((op_kind)f.event->op.kind) {
    case OP_RECEIVE:
        list_ways_of_receive(t, &f);
        break;
    case OP_CHOOSE:
        f.count = f.event->op.what;
        break;
    case OP_SEND:
        list_ways_of_send(t, &f);
        break;
    default:
        break;
    }
    if (f.event->op.kind != OP_SEND)
        go_way(t, &f);
    if (f.count == 1) {
        t->ways.len = f.first;
        return TREE_GREW;
    }
    vec_push(&t->forks, f);
    return TREE_FORKED;
}

/* ---- What is in the tree ---- */

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
    return e == NULL || t->places.data[e->position] != NOT_YET;
}

/* What is to be received before it must come before it into the queue. */
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

/* Receives may stand before what they read, and messages before others that come before
 * them in a queue; then those after them wait for another round. */
void etree_list(etree *t, dpor_execution *out)
{
    const event_list *order = &t->graph.order;
    vec_clear(out);
    vec_clear(&t->places);
    for (size_t i = 0; i < order->len; i++)
        vec_push(&t->places, NOT_YET);
    while (out->len < order->len) {
        size_t before = out->len;
        vec_each (x, order) {
            const event *e = *x;
            if (t->places.data[e->position] != NOT_YET || !can_happen(t, e))
                continue;
            t->places.data[e->position] = out->len;
            vec_push(out, ((dpor_event){
                              .thread = e->thread,
                              .local = e->before,
                              .told = e->told,
                              .source = e->source == NULL
                                            ? SIZE_MAX
                                            : t->places.data[e->source->position],
                              .is_lost = e->is_lost,
                          }));
        }
        assert(out->len > before); /* else the graph has a cycle */
        (void)before;
    }
}
