#include "engine/reduce/stubborn.h"

#include "engine/reduce/quorum.h"

#define ALL_MACHINES (~(mask)0)

static uint32_t bit_count(mask m)
{
    return (uint32_t)__builtin_popcountll(m);
}

/* The number of transitions whose footprint meets M. */
static uint32_t transitions_of(const state_view *s, mask m)
{
    uint32_t count = 0;
    vec_each (e, &s->transitions)
        count += (e->footprint & m) != 0;
    return count;
}

/* Of two necessary enabling sets, adds the one with fewer transitions to X. */
static mask cheaper(const state_view *s, mask x, mask a, mask b)
{
    if ((a & ~x) == 0 || (b & ~x) == 0)
        return x;
    return x | (transitions_of(s, a) <= transitions_of(s, b) ? a : b);
}

/* P's own network: Y must not get a new message for X. */
static mask close_mailbox(const state_view *s, mask x, const machine_view *y)
{
    mask to = x & ~MASK_MONITORS;
    if ((y->outbox_targets & to) != 0 || (y->child_targets & y->may_know & to) != 0)
        return x | y->first_target;
    if (!state_view_may_send(y, to))
        return x;
    mask self = MASK_BIT(y->machine);
    if ((x & self) != 0 &&
        (y->may_send_before_receive & y->may_know & y->may_send & to) == 0)
        return x;
    if (y->outbox != VALUE_NULL)
        return cheaper(s, x, y->first_target, self);
    return x | (y->first_target != 0 ? y->first_target : self);
}

static mask close_channels(const state_view *s, mask x, const machine_view *y)
{
    /* Machines that it creates have channels of their own. */
    mask full =
        s->g->reduction.joins_replies || y->created_decls != 0 ? 0 : y->outbox_targets;
    return state_view_may_send(y, x & ~MASK_MONITORS & ~full) ? x | MASK_BIT(y->machine)
                                                              : x;
}

static bool may_send(const state_view *s, const machine_view *y, const machine_view *z,
                     uint32_t event)
{
    return state_view_may_send(y, MASK_BIT(z->machine)) &&
           local_effects_sends(s->g->effects, y->local, z->decl, event);
}

/* Bag: Y must not get a message that Z would accept now. */
static mask close_bag_sender(const state_view *s, mask x, const machine_view *y,
                             const machine_view *z)
{
    if ((x & MASK_BIT(y->machine)) != 0 ||
        !state_view_may_send(y, MASK_BIT(z->machine)))
        return x;
    bool sends =
        z->accepts->takes_all || s->g->reduction.por == POR_LPOR ||
        local_effects_sends_any(s->g->effects, y->local, z->decl, z->accepts->takes);
    return sends ? x | MASK_BIT(y->machine) : x;
}

/* The bit in M with the fewest transitions; M is not empty. */
static mask cheapest(const state_view *s, mask m)
{
    assert(m != 0);
    mask best = 0;
    uint32_t least = UINT32_MAX;
    vec_each (y, &s->machines) {
        mask bit = MASK_BIT(y->machine) & m;
        uint32_t cost = bit == 0 ? UINT32_MAX : transitions_of(s, bit);
        if (bit != 0 && (best == 0 || cost < least)) {
            best = bit;
            least = cost;
        }
    }
    return best;
}

/* Z must not get a quorum of EVENT that it does not have now.  As long as it has too
 * few senders, it suffices to add so many of the others that the rest cannot form a
 * quorum: the thesis gets the same by one transition for each set of senders.  A
 * machine that may create machines stands for any number of senders. */
static mask close_quorum(const state_view *s, mask x, const machine_view *z,
                         uint32_t event)
{
    uint32_t quorum_size = z->accepts->quorum_size[event];
    mask present = quorum_senders(s, z, event);
    mask missing = 0;
    mask all = 0;
    vec_each (y, &s->machines) {
        if (!may_send(s, y, z, event))
            continue;
        all |= MASK_BIT(y->machine);
        if (y->created_decls != 0)
            x |= MASK_BIT(y->machine);
        else
            missing |= MASK_BIT(y->machine) & ~present;
    }
    if (bit_count(present) >= quorum_size || s->g->reduction.joins_quorums)
        return x | all;
    uint32_t needed = quorum_size - bit_count(present);
    while (bit_count(missing & ~x) >= needed) {
        if (s->g->reduction.por == POR_LPOR)
            return x | missing;
        x |= cheapest(s, missing & ~x);
    }
    return x;
}

static mask close_bag(const state_view *s, mask x)
{
    vec_each (z, &s->machines) {
        if ((x & MASK_BIT(z->machine)) == 0)
            continue;
        vec_each (y, &s->machines)
            x = close_bag_sender(s, x, y, z);
        for (uint32_t e = 0; z->accepts->has_quorum && e < s->g->c->ir->event_count;
             e++)
            if (z->accepts->quorum_size[e] > 0)
                x = close_quorum(s, x, z, e);
    }
    return x;
}

/* No machine must get a new message for X. */
static mask close_senders(const state_view *s, mask x)
{
    switch (s->g->c->options.network) {
    case NET_MBOX:
        vec_each (y, &s->machines)
            x = close_mailbox(s, x, y);
        return x;
    case NET_P2P:
        vec_each (y, &s->machines)
            x = close_channels(s, x, y);
        return x;
    case NET_BAG:
        return close_bag(s, x);
    case NET_CAUSAL:
        break;
    }
    return ALL_MACHINES;
}

/* Monitors must not get to observe Y. */
static mask close_monitors(const state_view *s, mask x, const machine_view *y)
{
    mask self = MASK_BIT(y->machine);
    if (!y->is_observable)
        return x;
    if (y->outbox == VALUE_NULL || y->first_target == 0)
        return x | (y->first_target != 0 ? y->first_target : self);
    /* A child whose creation waits in the outbox does not depend on Y's actions. */
    return y->has_waiting_child ? x | y->first_target
                                : cheaper(s, x, y->first_target, self);
}

static mask add_footprints(const state_view *s, mask x)
{
    vec_each (e, &s->transitions)
        if ((e->footprint & x) != 0)
            x |= e->footprint;
    return x;
}

static mask close_once(const state_view *s, mask x)
{
    x = add_footprints(s, x);
    vec_each (y, &s->machines) {
        if (y->waits_for_outbox && (x & MASK_BIT(y->machine)) != 0)
            x |= y->first_target;
        if (y->can_unqueue && (x & MASK_BIT(y->machine)) != 0)
            x |= MASK_NOBODY;
        if ((x & MASK_MONITORS) != 0)
            x = close_monitors(s, x, y);
    }
    return close_senders(s, x);
}

stubborn stubborn_close(const state_view *s, mask seed)
{
    assert(seed != 0);
    mask x = seed;
    mask before;
    do {
        before = x;
        x = close_once(s, x);
    } while (x != before);
    assert((x & seed) == seed);
    stubborn set = {.members = x};
    vec_each (e, &s->transitions)
        if ((e->footprint & x) != 0) {
            set.count++;
            set.grows += e->grows;
        }
    return set;
}

static bool is_better(const stubborn *a, const stubborn *b)
{
    if (a->grows != b->grows)
        return a->grows < b->grows;
    if (a->count != b->count)
        return a->count < b->count;
    return bit_count(a->members) < bit_count(b->members);
}

/* For tests: explores a transition that nobody else notices alone. */
static bool choose_flawed(const state_view *s, stubborn *x)
{
    const core *c = s->g->c;
    vec_each (e, &s->transitions) {
        value owner = system_local(c, s->s, e->owner);
        bool rests = local_status(c, owner) == STATUS_AT_RECEIVE;
        bool vanishes = false;
        vec_each (a, &s->machines)
            vanishes |= e->footprint == MASK_BIT(a->machine) &&
                        local_status(c, a->local) == STATUS_HALTED;
        if (((s->g->reduction.flaws & FLAW_EAGER_DEAD) == 0 || !vanishes) &&
            ((s->g->reduction.flaws & FLAW_STORED_RECEIVES) == 0 || !rests))
            continue;
        *x = (stubborn){.members = e->footprint, .count = 1, .is_unfair = true};
        return true;
    }
    return false;
}

/* The index of the I-th seed.  Of equally good sets the first one wins.  The order does
 * not affect the verdict, but the number of states.  Transitions stand in the order of
 * their machines' names, creators before their children.  To start with the last lets
 * messages in transit finish before new ones are sent: a tenth of the states for a
 * ring, the same for most models.  With asi, where queues matter, the first are better
 * (bench/asi, elevator: half the states). */
static size_t seed_index(const state_view *s, size_t i)
{
    return s->g->reduction.unbounded ? i : s->transitions.len - 1 - i;
}

stubborn stubborn_choose(const state_view *s)
{
    stubborn best = {.members = ALL_MACHINES, .count = (uint32_t)s->transitions.len};
    if (s->explores_all || s->transitions.len <= 1)
        return best;
    if (s->g->reduction.flaws != 0 && choose_flawed(s, &best))
        return best;
    vec_each (e, &s->transitions)
        best.grows += e->grows;
    mask tried = 0;
    for (size_t i = 0; i < s->transitions.len; i++) {
        const view_transition *e = &s->transitions.data[seed_index(s, i)];
        if ((e->footprint & ~tried) == 0)
            continue;
        tried |= e->footprint & ~MASK_MONITORS;
        stubborn set = stubborn_close(s, e->footprint);
        if (is_better(&set, &best))
            best = set;
        if (best.count == 1 && best.grows == 0)
            break;
    }
    return best;
}
