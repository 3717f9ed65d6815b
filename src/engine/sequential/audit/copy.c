/* Copies unfold and fold.
 *
 * Unfolding instantiates the description of all copies for one: TERM_SELF becomes its
 * name, and each unknown that is every copy's own becomes a fresh one (`renamings`).
 * Folding applies the same renamings and compares, so a copy that folds satisfies the
 * description.
 */
#include "engine/sequential/audit/audit_private.h"

typedef struct leaving {
    auditor *a;
    term self;
    const audit_renaming *renamings;
} leaving;

static term fresh_for(auditor *a, const icet_type *type)
{
    if (type < a->picks || type >= a->picks + a->program->process_count)
        return term_unknown(&a->terms, type);
    audit_name some = {.process = (uint32_t)(type - a->picks)};
    return term_leaf(&a->terms, TERM_NAME, audit_new_name(a, some));
}

/* Instantiates the description of all copies for one. */
static term for_one(void *context, term x, const term_node *n)
{
    leaving *l = context;
    if (n->kind == TERM_SELF)
        return l->self;
    if (!audit_is_own(l->a, n))
        return TERM_NONE;
    for (const audit_renaming *b = l->renamings; b; b = b->next)
        if (b->own == x)
            return b->fresh;
    audit_renaming *b = ARENA_NEW(&l->a->memory, audit_renaming);
    *b = (audit_renaming){x, fresh_for(l->a, n->of), l->renamings};
    l->renamings = b;
    return b->fresh;
}

static term made_for(leaving *l, term x)
{
    return term_replace(&l->a->terms, x, &(term_change){l, for_one});
}

static void unfold_channel(leaving *l, audit_state *s, audit_channel from, uint32_t all,
                           uint32_t copy)
{
    audit_channel *own =
        audit_state_open_channel(l->a, s, from.from == all ? copy : from.from,
                                 from.to == all ? copy : from.to, from.message, false);
    for (uint32_t k = 0; k < from.count; k++) {
        audit_item one = from.items[k];
        one.value = made_for(l, one.value);
        audit_channel_push(l->a, own, one);
    }
}

uint32_t audit_unfold(auditor *a, audit_state *s, uint32_t all, uint32_t name)
{
    audit_unit copy = s->units[all];
    assert(audit_unit_is_many(&copy));
    assert(audit_state_named(s, name) == ICET_NONE);
    leaving l = {a, term_leaf(&a->terms, TERM_NAME, name), NULL};
    copy.kind = AUDIT_COPY;
    copy.name = name;
    uint32_t vars = audit_var_count(a, &copy);
    const term *store = copy.store;
    copy.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        copy.store[i] = made_for(&l, store[i]);
    uint32_t index = audit_state_add_unit(a, s, &copy), channels = s->channel_count;
    for (uint32_t i = 0; i < channels; i++)
        if (!s->channels[i].some &&
            (s->channels[i].from == all || s->channels[i].to == all))
            unfold_channel(&l, s, s->channels[i], all, index);
    s->units[index].renamings = l.renamings;
    return index;
}

/* ---- folding ---- */

static bool same_value(leaving *l, const audit_state *s, term all, term one)
{
    term_store *t = &l->a->terms;
    if (all == TERM_NONE || one == TERM_NONE)
        return all == one;
    return term_under(t, s->facts, made_for(l, all)) == term_under(t, s->facts, one);
}

static bool same_items(leaving *l, const audit_state *s, const audit_channel *all,
                       const audit_channel *one)
{
    uint32_t count = one ? one->count : 0;
    if (count != (all ? all->count : 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const audit_item *x = &all->items[i], *y = &one->items[i];
        if (x->many != y->many || x->taken != y->taken || x->partial != y->partial ||
            !same_value(l, s, x->value, y->value))
            return false;
    }
    return true;
}

/* Does each channel of one have its counterpart at the other? */
static bool same_channels(leaving *l, const audit_state *s, uint32_t all,
                          uint32_t index)
{
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const audit_channel *x = &s->channels[i];
        bool mine = x->from == index || x->to == index;
        bool theirs = x->from == all || x->to == all;
        if (x->some || (!mine && !theirs))
            continue;
        if (mine && theirs && x->count > 0)
            return false; /* from one copy to another, not from each to itself */
        uint32_t here = mine ? index : all, there = mine ? all : index;
        const audit_channel *y =
            audit_state_find_channel(s, x->from == here ? there : x->from,
                                     x->to == here ? there : x->to, x->message, false);
        if (!same_items(l, s, mine ? y : x, mine ? x : y))
            return false;
    }
    return true;
}

/* The only message of the copy to a single process becomes one of some copy. */
static void leave_messages(auditor *a, audit_state *s, uint32_t all, uint32_t index)
{
    uint32_t channels = s->channel_count;
    for (uint32_t i = 0; i < channels; i++) {
        audit_channel l = s->channels[i];
        if (l.from != index || l.count != 1 || l.items[0].many != ICET_NONE ||
            s->units[l.to].kind != AUDIT_ONE)
            continue;
        const audit_channel *theirs =
            audit_state_find_channel(s, all, l.to, l.message, false);
        if (theirs && theirs->count > 0)
            continue;
        audit_item left = audit_channel_pull(&s->channels[i]);
        audit_channel_push(
            a, audit_state_open_channel(a, s, all, l.to, l.message, true), left);
    }
}

static bool is_waited_for(const audit_state *s, uint32_t index)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->units[i].here && s->units[i].pinned == index)
            return true;
    return false;
}

bool audit_fold(auditor *a, audit_state *s, uint32_t index, bool leaves_messages)
{
    const audit_unit *x = &s->units[index];
    uint32_t all = x->process;
    const audit_unit *others = &s->units[all];
    if (x->kind != AUDIT_COPY)
        return audit_refuse(a, "only a copy can fold");
    if (x->at != others->at || x->returned || x->pinned != ICET_NONE)
        return audit_refuse(a, "the copy is not where the others are");
    if (is_waited_for(s, index))
        return audit_refuse(a, "another unit waits for the copy");
    if (leaves_messages)
        leave_messages(a, s, all, index);
    leaving l = {a, term_leaf(&a->terms, TERM_NAME, x->name), x->renamings};
    for (uint32_t i = 0; i < audit_var_count(a, x); i++)
        if (audit_is_live(a, x, i) && !same_value(&l, s, others->store[i], x->store[i]))
            return audit_refuse(
                a, "a variable of the copy differs from that of the others");
    if (!same_channels(&l, s, all, index))
        return audit_refuse(a,
                            "the messages of the copy differ from those of the others");
    audit_state_drop_channels(s, index);
    s->units[index].here = false;
    return true;
}

bool audit_is_inhabited(auditor *a, const audit_state *s, uint32_t all)
{
    const audit_unit *x = &s->units[all];
    assert(audit_unit_is_many(x));
    uint32_t copies = audit_state_copies(s, x->process);
    uint32_t set = a->program->processes[x->process].set;
    if (x->kind == AUDIT_ALL && a->program->sets[set].at_least > copies)
        return true;
    if (copies > 0 || x->kind == AUDIT_DONE)
        return false;
    if (x->kind == AUDIT_ALL && audit_state_size(a, s, set) == 1)
        return true;
    for (const audit_loop_frame *t = a->frame; t; t = t->outer)
        if (t->process == x->process)
            return true; /* this iteration is about one of them */
    return false;
}
