#include "engine/dpor/revisit.h"

#include "base/invariant.h"
#include "engine/dpor/consistent.h"

/* Is E as it would be without any revisit, and by first choices? */
static bool is_maximal(egraph *g, const event *e, const event *s)
{
    switch ((op_kind)e->op.kind) {
    case OP_CHOOSE:
        return e->told == 0;
    case OP_SEND:
        /* not lost, and no receive before it has been made to read it */
        return !e->is_lost && (e->reader == NULL || e->reader->position > e->position);
    case OP_RECEIVE:
        if (!e->op.is_blocking)
            return e->source == NULL;
        return e->source == tie_breaker(g, (egraph_view){e, s}, e);
    default:
        return true;
    }
}

static bool wants_message(const egraph *g, const event *r, const event *s)
{
    return r->op.what == FILTER_ANY ||
           g->program->matches(g->program->context, r->op.what, s->op.what);
}

/* The lowest position of a receive that S could revisit; or that of S. */
static uint32_t lowest_receive(const dpor_thread *box, const event *s)
{
    uint32_t lowest = s->position;
    for (size_t i = box->receives.len; i > 0; i--) {
        const event *r = box->receives.data[i - 1];
        if (event_is_before(r, s))
            break; /* and so are those before it */
        lowest = r->position;
    }
    return lowest;
}

void list_revisits(egraph *g, const event *s, event_list *out)
{
    assert(s->position + 1 == g->order.len);
    const dpor_thread *box = egraph_mailbox(g, s);
    uint32_t lowest = lowest_receive(box, s);
    for (uint32_t i = s->position; i > lowest; i--) {
        event *e = g->order.data[i - 1];
        if (event_is_before(e, s))
            continue;
        if (!is_maximal(g, e, s))
            return; /* it is deleted by all revisits of earlier ones, too */
        if (e->op.kind == OP_RECEIVE && e->thread == box->number &&
            wants_message(g, e, s) && may_reread(g, e, s))
            vec_push(out, e);
    }
}

revisit make_revisit(egraph *g, event *r, event *s, event_list *saved)
{
    revisit v = {.saved = saved->len, .position = r->position};
    for (size_t i = r->position; i < g->order.len; i++)
        vec_push(saved, g->order.data[i]);
    while (g->order.len > v.position)
        (void)egraph_pop(g);
    v.receive = event_copy(g, r);
    event_read(g, v.receive, s);
    egraph_push(g, v.receive);
    for (size_t i = v.saved + 1; i < saved->len; i++)
        if (event_is_before(saved->data[i], s))
            egraph_push(g, saved->data[i]);
    INVARIANT(egraph_check(g));
    return v;
}

void undo_revisit(egraph *g, revisit v, event_list *saved)
{
    while (g->order.len > v.position)
        (void)egraph_pop(g);
    event_free(g, v.receive);
    for (size_t i = v.saved; i < saved->len; i++)
        egraph_push(g, saved->data[i]);
    saved->len = v.saved;
    INVARIANT(egraph_check(g));
}
