#include "engine/reduce/quorum.h"

/* One message that may be part of a quorum. */
typedef struct vote {
    transition m;
    value payload;
} vote;

typedef struct ballot {
    state_view *s;
    const machine_view *to;
    size_t size;
    VEC(vote) votes;
    VEC(size_t) chosen; /* of the votes, in order */
} ballot;

static bool is_for(const core *c, value message, const machine_view *to, uint32_t event)
{
    value_view m = value_get(&c->vals, message);
    return m.aux == REC_MESSAGE && value_to_event(m.items[MESSAGE_EVENT]) == event &&
           value_to_machine_id(&c->vals, m.items[MESSAGE_TARGET]) == to->machine;
}

static void collect(ballot *b, const machine_view *from, uint32_t event)
{
    const core *c = b->s->g->c;
    for (uint32_t k = 0; k < outbox_count(c, from->outbox); k++) {
        value message = outbox_message(c, from->outbox, k);
        if (!is_for(c, message, b->to, event) || !outbox_may_leave(c, from->outbox, k))
            continue;
        const vote v = {{TRANSITION_DELIVER, from->machine, k},
                        value_item(&c->vals, message, MESSAGE_PAYLOAD)};
        vec_push(&b->votes, v);
    }
}

static void add_event(ballot *b)
{
    assert(b->chosen.len == b->size);
    const vote *first = &b->votes.data[b->chosen.data[0]];
    view_transition e = {.m = first->m,
                         .owner = b->to->machine,
                         .footprint = mask_of(b->to->machine),
                         .more = (uint32_t)b->s->quorum_moves.len,
                         .more_count = (uint32_t)b->chosen.len - 1};
    for (size_t i = 1; i < b->chosen.len; i++)
        vec_push(&b->s->quorum_moves, b->votes.data[b->chosen.data[i]].m);
    vec_push(&b->s->transitions, e);
}

/* May vote N come next?  Votes stand in the order of their senders' names. */
static bool is_next(const ballot *b, size_t n)
{
    const vote *v = &b->votes.data[n];
    for (size_t i = 0; i < b->chosen.len; i++) {
        size_t k = b->chosen.data[i];
        const vote *before = &b->votes.data[k];
        if (before->m.machine == v->m.machine ||
            (before->payload == v->payload && k > n))
            return false;
    }
    return true;
}

/* Beyond that many in one state the search gives up. */
enum { MOST_QUORUMS = 50000 };

static void choose(ballot *b)
{
    core *c = b->s->g->c;
    if (b->chosen.len == b->size) {
        add_event(b);
        if (b->s->transitions.len > MOST_QUORUMS)
            c->limit = STOP_QUORUMS;
        return;
    }
    for (size_t n = 0; n < b->votes.len && c->limit == STOP_NONE; n++) {
        if (!is_next(b, n))
            continue;
        vec_push(&b->chosen, n);
        choose(b);
        vec_pop(&b->chosen);
    }
}

/* Votes of one sender are neighbours. */
static size_t sender_count(const ballot *b)
{
    size_t count = 0;
    for (size_t n = 0; n < b->votes.len; n++)
        count += n == 0 || b->votes.data[n].m.machine != b->votes.data[n - 1].m.machine;
    return count;
}

void quorum_find(state_view *s, const machine_view *to)
{
    assert(to->accepts->has_quorum);
    for (uint32_t e = 0; e < s->g->c->ir->event_count; e++) {
        if (to->accepts->quorum_size[e] == 0)
            continue;
        ballot b = {.s = s, .to = to, .size = to->accepts->quorum_size[e]};
        vec_each (from, &s->machines)
            collect(&b, from, e);
        if (sender_count(&b) >= b.size)
            choose(&b);
        vec_free(&b.votes);
        vec_free(&b.chosen);
    }
}

mask quorum_senders(const state_view *s, const machine_view *to, uint32_t event)
{
    const core *c = s->g->c;
    mask all = 0;
    vec_each (from, &s->machines)
        for (uint32_t k = 0; k < outbox_count(c, from->outbox); k++)
            if (is_for(c, outbox_message(c, from->outbox, k), to, event))
                all |= mask_of(from->machine);
    return all;
}
