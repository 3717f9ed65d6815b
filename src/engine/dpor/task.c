/* Graphs as lists of numbers, and back.
 *
 * Writing is one pass over the stack.  Loading takes several rounds, since a receive
 * may be below its source, which does not exist yet when the receive comes first: each
 * round makes the events whose predecessors exist.  At the end the events are popped
 * and pushed in the order of the list, so that the stack, on which revisits depend, is
 * that of the sender.
 */
#include "engine/dpor/task.h"

#include "engine/dpor/schedule.h"

#include <assert.h>

/* ---- From a graph ---- */

typedef struct writing {
    const event_list *order;
    VEC(size_t) indexes;  /* in the list, by position; SIZE_MAX: not written */
    VEC(uint32_t) spawns; /* by thread: index of its spawn + 1 */
    task_list *out;
} writing;

static void begin_writing(writing *t, const etree *tree, const event_list *order,
                          task_list *out)
{
    *t = (writing){.order = order, .out = out};
    vec_clear(out);
    for (size_t i = 0; i < order->len; i++)
        vec_push(&t->indexes, SIZE_MAX);
    for (size_t i = 0; i < tree->graph.threads.len; i++)
        vec_push(&t->spawns, 0);
}

static void end_writing(writing *t)
{
    vec_free(&t->indexes);
    vec_free(&t->spawns);
}

static uint32_t what_came(const event *e)
{
    if (e->op.kind == OP_CHOOSE)
        return e->input;
    return e->op.kind == OP_SEND && e->is_lost;
}

/* Writes E, at the next index. */
static void put_event(writing *t, const event *e)
{
    *vec_at(&t->indexes, e->position) = t->out->len;
    vec_push(t->out, ((task_event){*vec_at(&t->spawns, e->thread), what_came(e)}));
    if (e->op.kind == OP_SPAWN)
        *vec_at(&t->spawns, e->op.thread) = (uint32_t)t->out->len;
}

static uint32_t source_index(const writing *t, const event *source)
{
    assert(source == NULL || *vec_at(&t->indexes, source->position) != SIZE_MAX);
    return source == NULL ? 0 : (uint32_t)*vec_at(&t->indexes, source->position) + 1;
}

/* The index of a source may be larger than that of its reader, so sources are written
 * last.
 */
static void put_sources(const writing *t)
{
    for (size_t i = 0; i < t->order->len; i++) {
        const event *e = *vec_at(t->order, i);
        if (e->op.kind == OP_RECEIVE && *vec_at(&t->indexes, i) != SIZE_MAX)
            vec_at(t->out, *vec_at(&t->indexes, i))->what = source_index(t, e->source);
    }
}

void task_of_graph(etree *tree, task_list *out)
{
    writing t;
    begin_writing(&t, tree, &tree->graph.order, out);
    vec_each (e, &tree->graph.order)
        put_event(&t, *e);
    put_sources(&t);
    end_writing(&t);
}

/* The graph in which R reads S, which revisits it. */
static void put_revisit(writing *t, const event *r, const event *s, uint32_t base)
{
    for (size_t i = 0; i < base; i++) {
        const event *e = *vec_at(t->order, i);
        if (i <= r->position || egraph_happens_before(e, s))
            put_event(t, e);
    }
    put_sources(t);
    vec_push(t->out, ((task_event){*vec_at(&t->spawns, s->thread), 0}));
    vec_at(t->out, r->position)->what = (uint32_t)t->out->len;
}

static void put_branch(writing *t, const etree *tree, const fork_point *f,
                       uint32_t branch)
{
    const event *e = f->event;
    if (e->op.kind == OP_SEND && branch > f->may_lose) {
        put_revisit(t, tree->branches.data[f->first + branch - 1 - f->may_lose], e,
                    f->base);
        return;
    }
    for (size_t i = 0; i < f->base; i++)
        put_event(t, *vec_at(t->order, i));
    put_sources(t);
    uint32_t what = branch;
    if (e->op.kind == OP_RECEIVE)
        what = source_index(t, tree->branches.data[f->first + branch]);
    vec_push(t->out, ((task_event){*vec_at(&t->spawns, e->thread), what}));
}

/* The stack as it was when fork I was added: undoes the later revisits. */
static void stack_before(const etree *tree, size_t i, event_list *out)
{
    size_t end = tree->saved.len;
    vec_each (e, &tree->graph.order)
        vec_push(out, *e);
    for (size_t k = tree->forks.len; k > i; k--) {
        const fork_point *f = &tree->forks.data[k - 1];
        if (!f->is_revisiting)
            continue;
        while (out->len > f->revisit.position)
            (void)vec_pop(out);
        for (size_t n = f->revisit.saved; n < end; n++)
            vec_push(out, *vec_at(&tree->saved, n));
        end = f->revisit.saved;
    }
    while (out->len > tree->forks.data[i].base)
        (void)vec_pop(out);
}

static void number_events(const event_list *order)
{
    for (size_t i = 0; i < order->len; i++)
        (*vec_at(order, i))->position = (uint32_t)i;
}

void task_of_branch(etree *tree, size_t fork, uint32_t branch, task_list *out)
{
    event_list order = {0};
    assert(fork < tree->forks.len && branch < tree->forks.data[fork].count);
    stack_before(tree, fork, &order);
    number_events(&order);
    writing t;
    begin_writing(&t, tree, &order, out);
    put_branch(&t, tree, &tree->forks.data[fork], branch);
    end_writing(&t);
    number_events(&tree->graph.order);
    vec_free(&order);
}

/* ---- To a graph ---- */

typedef struct loading {
    etree *tree;
    const task_event *list;
    event_list made; /* by index; NULL: not yet */
} loading;

static uint32_t thread_of(const loading *l, size_t i)
{
    uint32_t spawn = l->list[i].spawn;
    if (spawn == 0)
        return 0;
    const event *e = spawn > l->made.len ? NULL : l->made.data[spawn - 1];
    return e == NULL || e->op.kind != OP_SPAWN ? NO_THREAD : e->op.thread;
}

static bool can_make(loading *l, size_t i, uint32_t thread, bool has_waiting)
{
    const egraph *g = &l->tree->graph;
    if (thread == NO_THREAD || has_waiting)
        return false;
    op next = egraph_thread(g, thread)->next;
    if (next.kind == OP_RECEIVE) {
        uint32_t source = l->list[i].what;
        return source == 0 ||
               (source <= l->made.len && l->made.data[source - 1] != NULL &&
                l->made.data[source - 1]->op.kind == OP_SEND);
    }
    if (next.kind == OP_JOIN)
        return schedule_can_join(g, next.thread);
    return next.kind == OP_SEND || next.kind == OP_SPAWN ||
           (next.kind == OP_CHOOSE && l->list[i].what < next.what);
}

static void make_event(loading *l, size_t i, uint32_t thread)
{
    egraph *g = &l->tree->graph;
    uint32_t what = l->list[i].what;
    event *e = egraph_new_event(g, thread);
    if (e->op.kind == OP_RECEIVE)
        egraph_set_source(g, e, what == 0 ? NULL : l->made.data[what - 1]);
    else if (e->op.kind == OP_CHOOSE)
        egraph_set_choice(g, e, what);
    else if (e->op.kind == OP_SEND)
        e->is_lost = what != 0;
    egraph_push(g, e);
    l->made.data[i] = e;
}

/* Is an earlier event of the same thread not made yet? */
static bool has_waiting(const loading *l, size_t from, size_t i)
{
    for (size_t k = from; k < i; k++)
        if (l->made.data[k] == NULL && l->list[k].spawn == l->list[i].spawn)
            return true;
    return false;
}

/* Makes all events that can be made; returns the first index that is left. */
static size_t make_round(loading *l, size_t from)
{
    size_t left = l->made.len;
    for (size_t i = from; i < l->made.len; i++) {
        if (l->made.data[i] != NULL)
            continue;
        uint32_t thread = thread_of(l, i);
        if (can_make(l, i, thread, has_waiting(l, from, i)))
            make_event(l, i, thread);
        else if (left == l->made.len)
            left = i;
    }
    return left;
}

bool task_load(etree *t, const task_event *list, size_t count)
{
    egraph *g = &t->graph;
    loading l = {.tree = t, .list = list};
    assert(g->order.len == 0);
    for (size_t i = 0; i < count; i++)
        vec_push(&l.made, NULL);
    for (size_t from = 0, before = SIZE_MAX; from < count && g->order.len != before;) {
        before = g->order.len;
        from = make_round(&l, from);
    }
    bool is_whole = g->order.len == count;
    if (is_whole) { /* now in the order of the list */
        while (g->order.len > 0)
            (void)egraph_pop(g);
        vec_each (e, &l.made)
            egraph_push(g, *e);
    }
    vec_free(&l.made);
    return is_whole;
}
