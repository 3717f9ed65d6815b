/* An undecided if: both branches, and the state where they meet. */
#include "engine/sequential/audit/audit_private.h"

typedef struct meeting {
    auditor *a;
    audit_state *yes;
    const audit_state *no;
    term condition;
} meeting;

/* Values that differ depend on the condition. */
static bool meet_value(meeting *m, term *x, term y)
{
    if (*x == y)
        return true;
    if (*x == TERM_NONE || y == TERM_NONE)
        return false;
    *x = term_ite(&m->a->terms, m->condition, *x, y);
    return true;
}

static bool meet_unit(meeting *m, uint32_t index)
{
    audit_unit *x = audit_state_unit(m->yes, index);
    const audit_unit *y = audit_state_unit(m->no, index);
    if (!x || !y)
        return !x && !y;
    if (x->process != y->process || x->kind != y->kind || x->name != y->name ||
        x->at != y->at || x->returned != y->returned || x->pinned != y->pinned)
        return false;
    for (uint32_t i = 0; i < audit_var_count(m->a, x); i++)
        if (audit_is_live(m->a, x, i) && !meet_value(m, &x->store[i], y->store[i]))
            return false;
    return true;
}

static bool meet_channel(meeting *m, audit_channel *x, const audit_channel *y)
{
    if (x->count != (y ? y->count : 0))
        return false;
    for (uint32_t i = 0; i < x->count; i++) {
        audit_item *u = &x->items[i];
        const audit_item *v = &y->items[i];
        if (u->many != v->many || u->taken != v->taken || u->partial != v->partial)
            return false;
        bool heap = u->many != ICET_NONE;
        if (heap && (u->names != v->names || u->unknowns != v->unknowns ||
                     u->value != v->value))
            return false;
        if (!heap && !meet_value(m, &u->value, v->value))
            return false;
    }
    return true;
}

static bool meet_channels(meeting *m)
{
    for (uint32_t i = 0; i < m->yes->channel_count; i++) {
        audit_channel *x = &m->yes->channels[i];
        if (!meet_channel(
                m, x,
                audit_state_find_channel(m->no, x->from, x->to, x->message, x->some)))
            return false;
    }
    for (uint32_t i = 0; i < m->no->channel_count; i++) {
        const audit_channel *y = &m->no->channels[i];
        if (y->count > 0 &&
            !audit_state_find_channel(m->yes, y->from, y->to, y->message, y->some))
            return false;
    }
    return true;
}

static bool meet(auditor *a, audit_state *s, audit_state *yes, const audit_state *no,
                 term condition)
{
    meeting m = {a, yes, no, condition};
    uint32_t count = yes->count > no->count ? yes->count : no->count;
    for (uint32_t i = 0; i < count; i++)
        if (!meet_unit(&m, i))
            return audit_refuse(a, "the two branches do not meet: unit %u differs", i);
    if (!meet_channels(&m))
        return audit_refuse(
            a, "the two branches do not meet: they leave different messages");
    const term_fact *facts = s->facts;
    *s = *yes;
    s->facts = facts;
    return true;
}

static bool replay_one_branch(auditor *a, const audit_state *s, const derivation *d,
                              term condition, bool yes, audit_state_list *ends)
{
    audit_state *branch = audit_state_copy(a, s);
    branch->facts = term_fact_add(&a->memory, &a->terms, s->facts, condition, yes);
    audit_unit_enter(a, &branch->units[d->unit],
                     yes ? d->stmt->then : d->stmt->otherwise);
    return audit_replay(a, branch, yes ? d->then : d->otherwise, ends);
}

bool audit_branch(auditor *a, audit_state *s, const derivation *d,
                  audit_state_list *ends)
{
    static const icet_type truth = {.kind = ICET_BOOL};
    const audit_unit *x = audit_state_unit(s, d->unit);
    if (!x || audit_unit_is_many(x) || !x->at || x->at != d->stmt ||
        x->at->kind != ICET_IF)
        return audit_refuse(a, "the unit is not at that if");
    term c = x->at->value ? audit_eval_now(a, s, x, x->at->value)
                          : audit_any_value(a, x, &truth);
    audit_state_list yes = {0}, no = {0};
    bool good = replay_one_branch(a, s, d, c, true, &yes) &&
                replay_one_branch(a, s, d, c, false, &no);
    a->step = d;
    if (good && d->joined) {
        good = yes.len == 1 && no.len == 1
                   ? meet(a, s, yes.data[0], no.data[0], c)
                   : audit_refuse(a, "more than two branches cannot meet");
    } else if (good) {
        vec_each (end, &yes)
            vec_push(ends, *end);
        vec_each (end, &no)
            vec_push(ends, *end);
        good = !d->next || audit_refuse(a, "a step follows branches that do not meet");
    }
    vec_free(&yes);
    vec_free(&no);
    return good;
}
