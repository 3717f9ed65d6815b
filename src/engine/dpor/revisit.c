#include "engine/dpor/revisit.h"

#include "base/invariant.h"
#include "engine/dpor/consistent.h"

#include <assert.h>

/* Is E as the search adds it without any revisit, in its first branch? */
static bool is_maximal(egraph *g, const event *e, const event *s)
{
    switch ((op_kind)e->op.kind) {
    case OP_CHOOSE:
        return e->input == 0;
    case OP_SEND:
        /* it is not lost, and no receive below it was revisited to read it */
        return !e->is_lost && (e->reader == NULL || e->reader->position > e->position);
    case OP_RECEIVE:
        if (!e->op.is_blocking)
            return e->source == NULL;
        return e->source == consistent_tie_breaker(g, (egraph_view){e, s}, e);
    default:
        return true;
    }
}

static bool wants_message(const egraph *g, const event *r, const event *s)
{
    return r->op.what == FILTER_ANY ||
           g->program->matches(g->program->context, r->op.what, s->op.what);
}

/* The lowest position of a receive that S could revisit; or the position of S. */
static uint32_t lowest_receive(const dpor_thread *box, const event *s)
{
    uint32_t lowest = s->position;
    for (size_t i = box->receives.len; i > 0; i--) {
        const event *r = box->receives.data[i - 1];
        if (egraph_happens_before(r, s))
            break; /* so did all receives before it */
        lowest = r->position;
    }
    return lowest;
}

void revisit_list(egraph *g, const event *s, event_list *out)
{
    assert(s->position + 1 == g->order.len);
    const dpor_thread *box = egraph_mailbox(g, s);
    uint32_t lowest = lowest_receive(box, s);
    for (uint32_t i = s->position; i > lowest; i--) {
        event *e = g->order.data[i - 1];
        if (egraph_happens_before(e, s))
            continue;
        if (!is_maximal(g, e, s))
            return; /* revisits of lower receives would delete it, too */
        if (e->op.kind == OP_RECEIVE && e->thread == box->number &&
            wants_message(g, e, s) && consistent_may_reread(g, e, s))
            vec_push(out, e);
    }
}

revisit revisit_make(egraph *g, event *r, event *s, event_list *saved)
{
    revisit v = {.saved = saved->len, .position = r->position};
    assert(r->op.kind == OP_RECEIVE && r->position < s->position);
    assert(*vec_last(&g->order) == s && !egraph_happens_before(r, s));
    for (size_t i = r->position; i < g->order.len; i++)
        vec_push(saved, g->order.data[i]);
    while (g->order.len > v.position)
        (void)egraph_pop(g);
    v.receive = egraph_copy_event(g, r);
    egraph_set_source(g, v.receive, s);
    egraph_push(g, v.receive);
    for (size_t i = v.saved + 1; i < saved->len; i++)
        if (egraph_happens_before(saved->data[i], s))
            egraph_push(g, saved->data[i]);
    INVARIANT(egraph_check(g));
    return v;
}

void revisit_undo(egraph *g, revisit v, event_list *saved)
{
    assert(v.position < g->order.len && g->order.data[v.position] == v.receive);
    while (g->order.len > v.position)
        (void)egraph_pop(g);
    egraph_free_event(g, v.receive);
    for (size_t i = v.saved; i < saved->len; i++)
        egraph_push(g, saved->data[i]);
    saved->len = v.saved;
    INVARIANT(egraph_check(g));
}
