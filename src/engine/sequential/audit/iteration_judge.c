/* Is the end of an iteration like its start?  docs/sequential-rules.md, rule `for`.
 *
 * This is the step of the induction over the iterations: if one iteration, begun in the
 * general state, ends in that state again, so do all of them.  Units must stand where
 * they stood, with equal live variables, except those that the derivation forgets or
 * lets grow by a constant.  A channel must hold what it held, except for one message
 * that each iteration leaves or takes, which the loop sums up as a heap.  The copy that
 * the iteration changes (CHANGED) is left out here; its summary is compared in
 * iteration.c.
 */
#include "engine/sequential/audit/iteration.h"

audit_effect *audit_find_effect(const audit_effect_list *list, const audit_channel *l)
{
    vec_each (t, list)
        if (t->from == l->from && t->to == l->to && t->message == l->message &&
            t->some == l->some)
            return t;
    return NULL;
}

/* ---- units ---- */

static bool takes_part(const derivation *d, uint32_t index)
{
    for (uint32_t i = 0; i < d->unit_count; i++)
        if (d->units[i] == index)
            return true;
    return false;
}

const derivation_slot *audit_find_slot(const derivation *d, uint32_t index,
                                       uint32_t var)
{
    for (uint32_t i = 0; i < d->forgotten_count; i++)
        if (d->forgotten[i].unit == index && d->forgotten[i].var == var)
            return &d->forgotten[i];
    return NULL;
}

/* Is AFTER the value BEFORE plus an amount that the slot allows? */
static bool adds(const auditor *a, term before, term after, const derivation_slot *f)
{
    int64_t least, most;
    return term_growth(&a->terms, before, after, &least, &most) && f->least <= least &&
           most <= f->most;
}

static bool same_store(audit_iteration *l, const audit_unit *before,
                       const audit_unit *after, uint32_t index)
{
    for (uint32_t i = 0; i < audit_var_count(l->a, before); i++) {
        const derivation_slot *f = audit_find_slot(l->d, index, i);
        term x = before->store[i], y = after->store[i];
        if (!audit_is_live(l->a, before, i) && !(f && f->counts))
            continue;
        if (!f && x != y)
            return audit_refuse(l->a,
                                "variable %s of %s is not as before the iteration",
                                l->a->program->processes[before->process].vars[i].name,
                                l->a->program->processes[before->process].name);
        if (f && f->counts && !adds(l->a, x, y, f))
            return audit_refuse(l->a,
                                "a variable does not grow as the derivation says");
    }
    return true;
}

static bool same_units(audit_iteration *l, const audit_state *start,
                       const audit_state *end)
{
    for (uint32_t i = 0; i < start->count; i++) {
        const audit_unit *x = audit_state_unit(start, i), *y = audit_state_unit(end, i);
        if (!x && !y)
            continue;
        bool returns = l->d->rule == RULE_FOR && takes_part(l->d, i);
        if (!x || !y || x->at != y->at || x->pinned != y->pinned ||
            y->returned != (returns || x->returned))
            return audit_refuse(l->a,
                                "unit %u is not where it was before the iteration", i);
        if (!same_store(l, x, y, i))
            return false;
    }
    return true;
}

/* ---- channels ---- */

static bool same_item(const audit_item *x, const audit_item *y)
{
    return x->value == y->value && x->many == y->many && x->partial == y->partial &&
           x->taken == y->taken;
}

/* Does the channel hold one more message, and may it? */
static bool leaves_one(audit_iteration *l, const audit_state *end,
                       const audit_channel *x, uint32_t count)
{
    assert(x->count > count);
    const audit_item *last = &x->items[count];
    if (x->count != count + 1 || last->many != ICET_NONE)
        return audit_refuse(l->a,
                            "an iteration leaves more than one message in a channel");
    if (end->units[x->to].kind != AUDIT_ONE ||
        audit_unit_is_many(&end->units[x->from]) != x->some || (x->some && count != 1))
        return audit_refuse(
            l->a, "an iteration leaves a message that cannot be part of a heap");
    return true;
}

static bool same_channel(audit_iteration *l, const audit_state *start,
                         const audit_state *end, const audit_channel *x)
{
    const audit_channel *before =
        audit_state_find_channel(start, x->from, x->to, x->message, x->some);
    uint32_t count = before ? before->count : 0;
    if (x->count < count)
        return audit_refuse(l->a, "an iteration takes a message that was there before");
    for (uint32_t i = 0; i < count; i++) {
        audit_item was = before->items[i];
        if (i == 0 && audit_find_effect(&l->taken, x)) {
            if (was.taken || was.partial || was.many != l->set)
                return audit_refuse(l->a,
                                    "an iteration takes from a heap of another loop");
            was.taken = true;
        }
        if (!same_item(&was, &x->items[i]))
            return audit_refuse(
                l->a,
                "the messages of a channel differ from those before the iteration");
    }
    if (audit_find_effect(&l->left, x))
        return leaves_one(l, end, x, count);
    return x->count == count ||
           audit_refuse(l->a, "an iteration leaves an unexpected message");
}

static bool same_channels(audit_iteration *l, const audit_state *start,
                          const audit_state *end, uint32_t changed)
{
    for (uint32_t i = 0; i < end->channel_count; i++) {
        const audit_channel *x = &end->channels[i];
        if (x->from != changed && x->to != changed && !same_channel(l, start, end, x))
            return false;
    }
    for (uint32_t i = 0; i < start->channel_count; i++) {
        const audit_channel *x = &start->channels[i];
        if (x->count > 0 &&
            !audit_state_find_channel(end, x->from, x->to, x->message, x->some))
            return audit_refuse(l->a, "a message that was there before is gone");
    }
    vec_each (t, &l->left)
        if (!audit_state_find_channel(end, t->from, t->to, t->message, t->some))
            return audit_refuse(l->a, "not all iterations leave the same messages");
    return true;
}

bool audit_judge_end(audit_iteration *l, const audit_state *start,
                     const audit_state *end, uint32_t changed)
{
    return same_units(l, start, end) && same_channels(l, start, end, changed);
}
