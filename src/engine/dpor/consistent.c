/* Consistency of reads: the rules of consistent.h, one network after the other.
 *
 * bag, p2p and causal compare two candidates by their threads and clocks.  mbox looks
 * for a path: close_before computes all events from which a path leads to S, as one
 * number per thread (the events of a thread up to that number), since program order
 * makes the set downward closed.  It is a least fixed point: close_mailbox adds the
 * sends that overtake a send of the closure, until no mailbox adds any.
 */
#include "engine/dpor/consistent.h"

#include "base/invariant.h"

#include <assert.h>
#include <string.h>

static bool wants(const egraph *g, const op *receive, const event *send)
{
    const dpor_program *p = g->program;
    return receive->what == FILTER_ANY ||
           p->matches(p->context, receive->what, send->op.what);
}

static bool is_in_view(egraph_view v, const event *e)
{
    return v.limit == NULL || e->position <= v.limit->position ||
           (egraph_happens_before(e, v.send) && e != v.send);
}

static bool is_by_rank(const egraph *g, const event *a, const event *b)
{
    if (a->thread == b->thread)
        return a->index < b->index;
    return egraph_thread(g, a->thread)->rank < egraph_thread(g, b->thread)->rank;
}

/* ---- mbox ---- */

static bool is_in_closure(const egraph *g, const event *e)
{
    INVARIANT(e->thread < g->closure.len);
    return g->closure.data[e->thread] >= e->index;
}

static void add_to_closure(egraph *g, const event *e)
{
    INVARIANT(e->clock_len <= g->closure.len);
    uint32_t *to = g->closure.data;
    for (uint32_t i = 0; i < e->clock_len; i++)
        to[i] = to[i] > e->clock[i] ? to[i] : e->clock[i];
}

bool consistent_is_queued_before(const egraph *g, const event *s, const event *x)
{
    const event *r = s->reader;
    return r != NULL && x != s && s->op.network == DPOR_MBOX &&
           x->op.network == DPOR_MBOX && x->op.thread == s->op.thread && !x->is_lost &&
           (x->reader == NULL || x->reader->index > r->index) && wants(g, &r->op, x);
}

/* Collects the sends of the closure that are unread in view V.  TARGET is among them,
 * although a send that revisits is not in its own view; EXCEPT counts as a receive that
 * has read nothing. */
static void find_late(egraph *g, egraph_view v, const dpor_thread *box,
                      const event *target, const event *except)
{
    vec_clear(&g->late);
    vec_each (e, &box->sends) {
        event *x = *e;
        if (x->op.network == DPOR_MBOX && !x->is_lost && is_in_closure(g, x) &&
            (x == target || is_in_view(v, x)) &&
            (x->reader == NULL || x->reader == except || !is_in_view(v, x->reader)))
            vec_push(&g->late, x);
    }
}

static bool wants_late(const egraph *g, const event *r)
{
    if (r->op.what == FILTER_ANY)
        return g->late.len > 0;
    vec_each (x, &g->late)
        if (wants(g, &r->op, *x))
            return true;
    return false;
}

/* Adds, from the last receive of a mailbox to the first, each send that was read
 * although the receive's filter accepts a send of the closure.  Returns whether the
 * closure grew. */
static bool close_mailbox(egraph *g, egraph_view v, const dpor_thread *box,
                          const event *target, const event *except)
{
    bool grew = false;
    find_late(g, v, box, target, except);
    for (size_t i = box->receives.len; i > 0; i--) {
        const event *r = box->receives.data[i - 1];
        event *s = r->source;
        if (s == NULL || r == except || s->op.network != DPOR_MBOX || !is_in_view(v, r))
            continue;
        if (!is_in_closure(g, s)) {
            if (!wants_late(g, r))
                continue;
            add_to_closure(g, s);
            grew = true;
        }
        vec_push(&g->late, s);
    }
    return grew;
}

/* Computes the events from which a path leads to S. */
static void close_before(egraph *g, egraph_view v, const event *s, const event *except)
{
    while (g->closure.len < g->threads.len)
        vec_push(&g->closure, 0);
    memset(g->closure.data, 0, g->closure.len * sizeof *g->closure.data);
    add_to_closure(g, s);
    bool grew;
    do {
        grew = false;
        vec_each (t, &g->threads)
            if (*t != NULL && (*t)->mbox_sends > 0 && (*t)->receives.len > 0)
                grew |= close_mailbox(g, v, *t, s, except);
    } while (grew);
}

/* A path leaves an unread send by a later event of its thread on which events of other
 * threads depend, or by a join. */
static bool leads_somewhere(const egraph *g, const event *x)
{
    const dpor_thread *t = egraph_thread(g, x->thread);
    return t->leads_from > x->index || t->joins > 0;
}

static bool is_overtaken_by_path(egraph *g, egraph_view v, const event_list *candidates,
                                 const event *s, const event *except)
{
    bool is_closed = false;
    vec_each (c, candidates) {
        const event *x = *c;
        if (x == s || x->op.network != DPOR_MBOX || !leads_somewhere(g, x))
            continue;
        if (!is_closed)
            close_before(g, v, s, except);
        is_closed = true;
        if (is_in_closure(g, x))
            return true;
    }
    return false;
}

/* ---- All networks ---- */

static bool comes_first(const event *x, const event *s)
{
    if (x->op.network != s->op.network)
        return false;
    if (s->op.network == DPOR_P2P)
        return x->thread == s->thread && x->index < s->index;
    return egraph_happens_before(x, s); /* sufficient for mbox, exact for causal */
}

/* Must another candidate be read before S?  EXCEPT is the receive that is to read S, if
 * it is in the graph. */
static bool is_held_up(egraph *g, egraph_view v, const event_list *candidates,
                       const event *s, const event *except)
{
    if (s->op.network == DPOR_BAG)
        return false;
    vec_each (c, candidates)
        if (*c != s && comes_first(*c, s))
            return true;
    return s->op.network == DPOR_MBOX &&
           is_overtaken_by_path(g, v, candidates, s, except);
}

static void find_candidates(egraph *g, egraph_view v, const event *r)
{
    INVARIANT(r->op.kind == OP_RECEIVE);
    const dpor_thread *box = egraph_mailbox(g, r);
    vec_clear(&g->candidates);
    vec_each (e, &box->sends) {
        event *s = *e;
        if (!s->is_lost && (s->reader == NULL || s->reader->index >= r->index) &&
            is_in_view(v, s) && wants(g, &r->op, s))
            vec_push(&g->candidates, s);
    }
}

bool consistent_can_receive(egraph *g, const dpor_thread *t)
{
    INVARIANT(t->next.kind == OP_RECEIVE);
    for (const event *s = t->unread.unread_next; s != &t->unread; s = s->unread_next)
        if (wants(g, &t->next, s))
            return true;
    return false;
}

static void insert_by_rank(const egraph *g, event_list *out, size_t first, event *s)
{
    vec_push(out, s);
    size_t at = out->len - 1;
    for (; at > first && is_by_rank(g, s, out->data[at - 1]); at--)
        out->data[at] = out->data[at - 1];
    out->data[at] = s;
}

void consistent_list_sources(egraph *g, const dpor_thread *t, event_list *out)
{
    size_t first = out->len;
    INVARIANT(t->next.kind == OP_RECEIVE);
    vec_clear(&g->candidates);
    for (event *s = t->unread.unread_next; s != &t->unread; s = s->unread_next)
        if (wants(g, &t->next, s))
            vec_push(&g->candidates, s);
    vec_each (s, &g->candidates)
        if (!is_held_up(g, (egraph_view){0}, &g->candidates, *s, NULL))
            insert_by_rank(g, out, first, *s);
}

bool consistent_may_reread(egraph *g, const event *r, const event *s)
{
    egraph_view v = {r, s};
    INVARIANT(s->op.kind == OP_SEND && s->op.thread == r->thread);
    find_candidates(g, v, r);
    return !is_held_up(g, v, &g->candidates, s, r);
}

const event *consistent_tie_breaker(egraph *g, egraph_view v, const event *r)
{
    const event *first = NULL;
    find_candidates(g, v, r);
    vec_each (s, &g->candidates)
        if ((first == NULL || is_by_rank(g, *s, first)) &&
            !is_held_up(g, v, &g->candidates, *s, r))
            first = *s;
    return first;
}
