#include "engine/dpor/p_order.h"

#include "core/ts.h"

#include <assert.h>

typedef VEC(size_t) event_list;

/* ---- What is known of each event ---- */

static void read_event(p_order *o, size_t i, event_list *last)
{
    const dpor_event *e = &o->e->data[i];
    op does = p_node(o->p, e->local)->op;
    while (last->len <= e->thread)
        vec_push(last, P_NO_EVENT);
    size_t before = last->data[e->thread];
    vec_push(&o->ops, does);
    vec_push(&o->previous, before);
    vec_push(&o->next, P_NO_EVENT);
    vec_push(&o->readers, P_NO_EVENT);
    vec_push(&o->is_kept, false);
    if (before != P_NO_EVENT && o->e->data[before].thread == e->thread)
        o->next.data[before] = i;
    if (does.kind == OP_RECEIVE && e->source != SIZE_MAX)
        o->readers.data[e->source] = i;
    last->data[e->thread] = i;
    if (does.kind != OP_SPAWN)
        return;
    while (last->len <= does.thread)
        vec_push(last, P_NO_EVENT);
    last->data[does.thread] = i;
}

/* Glued operations stay together. */
static void keep(p_order *o, size_t i, event_list *todo)
{
    if (i == P_NO_EVENT || o->is_kept.data[i])
        return;
    o->is_kept.data[i] = true;
    vec_push(todo, i);
}

static void keep_past(p_order *o, size_t i)
{
    event_list todo = {0};
    keep(o, i, &todo);
    while (todo.len > 0) {
        size_t at = vec_pop(&todo);
        keep(o, o->previous.data[at], &todo);
        if (o->ops.data[at].kind == OP_RECEIVE)
            keep(o, o->e->data[at].source, &todo);
        if (o->ops.data[at].is_glued)
            keep(o, o->next.data[at], &todo);
    }
    vec_free(&todo);
}

/* ---- What comes before what ---- */

static void link_events(p_order *o, size_t before, size_t after)
{
    p_link l = {before, after};
    vec_push(&o->links, l);
}

static bool is_glued_to_next(const p_order *o, size_t i)
{
    return o->ops.data[i].is_glued && o->next.data[i] != P_NO_EVENT;
}

static size_t first_of_glued(const p_order *o, size_t i)
{
    size_t before = o->previous.data[i];
    while (before != P_NO_EVENT && o->next.data[before] == i &&
           is_glued_to_next(o, before)) {
        i = before;
        before = o->previous.data[i];
    }
    return i;
}

size_t p_order_last_glued(const p_order *o, size_t i)
{
    while (is_glued_to_next(o, i))
        i = o->next.data[i];
    return i;
}

static bool is_sent_to(const p_order *o, size_t i, uint32_t thread)
{
    return o->is_kept.data[i] && o->ops.data[i].kind == OP_SEND &&
           o->ops.data[i].thread == thread && !o->e->data[i].is_lost;
}

static bool wants(const p_order *o, const op *receive, size_t send)
{
    const p_program *p = o->p;
    uint32_t event = p->messages.data[o->ops.data[send].what].event;
    size_t row = (size_t)receive->what * p->event_count;
    return p->wanted.data[row + event] == FILTER_WANTED;
}

/* When R was made, X was not taken yet. */
static bool is_left_by(const p_order *o, size_t r, size_t x)
{
    size_t reader = o->readers.data[x];
    return reader == P_NO_EVENT || !o->is_kept.data[reader] || reader > r;
}

/* R takes its message before all other messages that its filter accepts. */
static void link_overtaken(p_order *o, size_t r)
{
    size_t s = o->e->data[r].source;
    if (s == SIZE_MAX || o->ops.data[s].network != DPOR_MBOX)
        return;
    uint32_t thread = o->e->data[r].thread;
    for (size_t x = 0; x < o->e->len; x++)
        if (x != s && is_sent_to(o, x, thread) && is_left_by(o, r, x) &&
            wants(o, &o->ops.data[r], x) &&
            first_of_glued(o, s) != first_of_glued(o, x))
            link_events(o, p_order_last_glued(o, s), first_of_glued(o, x));
}

/* Event I is a machine's crash while it waits: what it would have taken comes later.
 * (One that is about to act takes nothing.  In other networks than mbox, a message that
 * nobody takes arrives at the end.) */
static void link_missed(p_order *o, size_t i)
{
    const dpor_event *e = &o->e->data[i];
    const node *n = p_node(o->p, e->local);
    if (n->kind != NODE_FAULT || n->op.budget != DPOR_CRASHES || e->input == 0 ||
        ts_can_act(o->p->c, n->local, VALUE_NULL))
        return;
    const op *else_does = &p_node(o->p, o->p->branches.data[n->next])->op;
    assert(else_does->kind == OP_RECEIVE);
    for (size_t x = 0; x < o->e->len; x++)
        if (is_sent_to(o, x, e->thread) && o->ops.data[x].network == DPOR_MBOX &&
            is_left_by(o, i, x) && wants(o, else_does, x))
            link_events(o, i, first_of_glued(o, x));
}

static void link_all(p_order *o)
{
    for (size_t i = 0; i < o->e->len; i++) {
        if (!o->is_kept.data[i])
            continue;
        if (o->previous.data[i] != P_NO_EVENT)
            link_events(o, o->previous.data[i], i);
        link_missed(o, i);
        if (o->ops.data[i].kind != OP_RECEIVE)
            continue;
        if (o->e->data[i].source != SIZE_MAX)
            link_events(o, p_order_last_glued(o, o->e->data[i].source), i);
        link_overtaken(o, i);
    }
}

/* ---- The order ---- */

typedef struct sorting {
    p_order *o;
    VEC(size_t) first;   /* by event: of its links, sorted by what is before */
    VEC(size_t) waiting; /* by event: links to it that are left */
    event_list ready;    /* the earliest last */
} sorting;

static void make_ready(sorting *s, size_t i)
{
    vec_push(&s->ready, i);
    size_t at = s->ready.len - 1;
    for (; at > 0 && s->ready.data[at - 1] < i; at--)
        s->ready.data[at] = s->ready.data[at - 1];
    s->ready.data[at] = i;
}

static void count_links(sorting *s, event_list *order)
{
    p_order *o = s->o;
    for (size_t i = 0; i <= o->e->len; i++) {
        vec_push(&s->first, 0);
        vec_push(&s->waiting, 0);
    }
    vec_each (l, &o->links) {
        s->first.data[l->before + 1]++;
        s->waiting.data[l->after]++;
    }
    for (size_t i = 0; i < o->e->len; i++)
        s->first.data[i + 1] += s->first.data[i];
    VEC(size_t) at = {0};
    for (size_t i = 0; i < o->e->len; i++)
        vec_push(&at, s->first.data[i]);
    for (size_t i = 0; i < o->links.len; i++)
        vec_push(order, 0);
    for (size_t i = 0; i < o->links.len; i++) {
        size_t *next = vec_at(&at, o->links.data[i].before);
        *vec_at(order, *next) = i;
        ++*next;
    }
    vec_free(&at);
}

/* I comes next, and what is glued to it directly after it. */
static void put(sorting *s, const event_list *order, size_t i)
{
    p_order *o = s->o;
    vec_push(&o->sorted, i);
    size_t glued = is_glued_to_next(o, i) ? o->next.data[i] : P_NO_EVENT;
    for (size_t k = s->first.data[i]; k < s->first.data[i + 1]; k++) {
        size_t after = vec_at(&o->links, *vec_at(order, k))->after;
        if (--s->waiting.data[after] == 0 && after != glued)
            make_ready(s, after);
    }
    if (glued != P_NO_EVENT && s->waiting.data[glued] == 0)
        put(s, order, glued);
}

static bool sort(p_order *o)
{
    sorting s = {.o = o};
    event_list order = {0};
    size_t count = 0;
    count_links(&s, &order);
    for (size_t i = 0; i < o->e->len; i++) {
        count += o->is_kept.data[i];
        if (o->is_kept.data[i] && s.waiting.data[i] == 0)
            make_ready(&s, i);
    }
    while (s.ready.len > 0)
        put(&s, &order, vec_pop(&s.ready));
    vec_free(&order);
    vec_free(&s.first);
    vec_free(&s.waiting);
    vec_free(&s.ready);
    return o->sorted.len == count;
}

bool p_order_make(p_order *o, const p_program *p, const dpor_execution *e,
                  uint32_t failed)
{
    *o = (p_order){.p = p, .e = e};
    event_list last = {0};
    for (size_t i = 0; i < e->len; i++)
        read_event(o, i, &last);
    if (failed == P_NO_THREAD)
        for (size_t i = 0; i < e->len; i++)
            o->is_kept.data[i] = true;
    else if (failed < last.len && last.data[failed] != P_NO_EVENT)
        keep_past(o, last.data[failed]);
    vec_free(&last);
    link_all(o);
    return sort(o);
}

void p_order_fini(p_order *o)
{
    vec_free(&o->ops);
    vec_free(&o->previous);
    vec_free(&o->next);
    vec_free(&o->is_kept);
    vec_free(&o->readers);
    vec_free(&o->links);
    vec_free(&o->sorted);
}

bool p_order_is_before(const p_order *o, size_t a, size_t b)
{
    VEC(bool) visited = {0};
    event_list todo = {0};
    for (size_t i = 0; i <= b; i++)
        vec_push(&visited, false);
    vec_push(&todo, b);
    while (todo.len > 0 && !visited.data[a]) {
        size_t at = vec_pop(&todo);
        if (visited.data[at])
            continue;
        visited.data[at] = true;
        if (o->previous.data[at] != P_NO_EVENT)
            vec_push(&todo, o->previous.data[at]);
        if (o->ops.data[at].kind == OP_RECEIVE && o->e->data[at].source != SIZE_MAX)
            vec_push(&todo, o->e->data[at].source);
    }
    bool is_it = a != b && a < visited.len && visited.data[a];
    vec_free(&visited);
    vec_free(&todo);
    return is_it;
}
