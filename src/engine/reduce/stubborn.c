#include "engine/reduce/stubborn.h"

#include "engine/reduce/quorum.h"

#define EVERYBODY (~(mask)0)

static uint32_t bit_count(mask m)
{
    return (uint32_t)__builtin_popcountll(m);
}

/* How many events touch M. */
static uint32_t events_of(const scene *s, mask m)
{
    uint32_t count = 0;
    vec_each (e, &s->events)
        count += (e->touches & m) != 0;
    return count;
}

/* Of two ways to keep something from happening, the one that adds less to X. */
static mask cheaper(const scene *s, mask x, mask a, mask b)
{
    if ((a & ~x) == 0 || (b & ~x) == 0)
        return x;
    return x | (events_of(s, a) <= events_of(s, b) ? a : b);
}

/* P's own network: Y must not come to have a new message for X. */
static mask silence_mailbox(const scene *s, mask x, const actor *y)
{
    mask to = x & ~MASK_WORLD;
    if ((y->boxed & to) != 0 || (y->unborn & y->knows & to) != 0)
        return x | y->head;
    if (!actor_sends(y, to))
        return x;
    mask self = MASK_BIT(y->slot);
    if ((x & self) != 0 && (y->mutters & y->knows & y->speaks & to) == 0)
        return x;
    if (y->box != VALUE_NULL)
        return cheaper(s, x, y->head, self);
    return x | (y->head != 0 ? y->head : self);
}

static mask silence_channels(const scene *s, mask x, const actor *y)
{
    /* What it creates has channels of its own. */
    mask full = s->g->how.joins_replies || y->makes != 0 ? 0 : y->boxed;
    return actor_sends(y, x & ~MASK_WORLD & ~full) ? x | MASK_BIT(y->slot) : x;
}

static bool may_send(const scene *s, const actor *y, const actor *z, uint32_t event)
{
    return actor_sends(y, MASK_BIT(z->slot)) &&
           local_effects_sends(s->g->effects, y->local, z->decl, event);
}

/* Bag: Y must not come to have a message that Z would take now. */
static mask silence_bag(const scene *s, mask x, const actor *y, const actor *z)
{
    if ((x & MASK_BIT(y->slot)) != 0 || !actor_sends(y, MASK_BIT(z->slot)))
        return x;
    bool sends =
        z->takes->takes_all || s->g->how.por == POR_LPOR ||
        local_effects_sends_any(s->g->effects, y->local, z->decl, z->takes->takes);
    return sends ? x | MASK_BIT(y->slot) : x;
}

/* The bit in M that adds the fewest events to X; M is not empty. */
static mask cheapest(const scene *s, mask m)
{
    mask best = 0;
    uint32_t least = UINT32_MAX;
    vec_each (y, &s->actors) {
        mask bit = MASK_BIT(y->slot) & m;
        uint32_t cost = bit == 0 ? UINT32_MAX : events_of(s, bit);
        if (bit != 0 && (best == 0 || cost < least)) {
            best = bit;
            least = cost;
        }
    }
    return best;
}

/* Z must not come to have a quorum of EVENT that it does not have now.  As long as it
 * has too few senders, it is enough to silence so many of the others that the rest does
 * not make a quorum: this is what the thesis gets by one transition for each set of
 * senders.  Who may create machines stands for any number of them. */
static mask silence_quorum(const scene *s, mask x, const actor *z, uint32_t event)
{
    uint32_t wants = z->takes->wants[event];
    mask present = quorum_senders(s, z, event);
    mask missing = 0;
    mask all = 0;
    vec_each (y, &s->actors) {
        if (!may_send(s, y, z, event))
            continue;
        all |= MASK_BIT(y->slot);
        if (y->makes != 0)
            x |= MASK_BIT(y->slot);
        else
            missing |= MASK_BIT(y->slot) & ~present;
    }
    if (bit_count(present) >= wants || s->g->how.joins_quorums)
        return x | all;
    uint32_t needed = wants - bit_count(present);
    while (bit_count(missing & ~x) >= needed) {
        if (s->g->how.por == POR_LPOR)
            return x | missing;
        x |= cheapest(s, missing & ~x);
    }
    return x;
}

static mask close_bag(const scene *s, mask x)
{
    vec_each (z, &s->actors) {
        if ((x & MASK_BIT(z->slot)) == 0)
            continue;
        vec_each (y, &s->actors)
            x = silence_bag(s, x, y, z);
        for (uint32_t e = 0; z->takes->has_quorum && e < s->g->c->ir->event_count; e++)
            if (z->takes->wants[e] > 0)
                x = silence_quorum(s, x, z, e);
    }
    return x;
}

/* Nobody must come to have a new message for X. */
static mask silence(const scene *s, mask x)
{
    switch (s->g->c->options.network) {
    case NET_MBOX:
        vec_each (y, &s->actors)
            x = silence_mailbox(s, x, y);
        return x;
    case NET_P2P:
        vec_each (y, &s->actors)
            x = silence_channels(s, x, y);
        return x;
    case NET_BAG:
        return close_bag(s, x);
    case NET_CAUSAL:
        break;
    }
    return EVERYBODY;
}

/* Monitors must not come to see something of Y. */
static mask hide(const scene *s, mask x, const actor *y)
{
    mask self = MASK_BIT(y->slot);
    if (!y->is_seen)
        return x;
    if (y->box == VALUE_NULL || y->head == 0)
        return x | (y->head != 0 ? y->head : self);
    /* Who waits in the box to be created does not depend on what Y does. */
    return y->has_unborn ? x | y->head : cheaper(s, x, y->head, self);
}

static mask add_touched(const scene *s, mask x)
{
    vec_each (e, &s->events)
        if ((e->touches & x) != 0)
            x |= e->touches;
    return x;
}

static mask close_once(const scene *s, mask x)
{
    x = add_touched(s, x);
    vec_each (y, &s->actors) {
        if (y->is_stuck && (x & MASK_BIT(y->slot)) != 0)
            x |= y->head;
        if (y->is_fed && (x & MASK_BIT(y->slot)) != 0)
            x |= MASK_NOBODY;
        if ((x & MASK_WORLD) != 0)
            x = hide(s, x, y);
    }
    return silence(s, x);
}

stubborn stubborn_close(const scene *s, mask seed)
{
    mask x = seed;
    mask before;
    do {
        before = x;
        x = close_once(s, x);
    } while (x != before);
    stubborn set = {.members = x};
    vec_each (e, &s->events)
        if ((e->touches & x) != 0) {
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

/* For tests: something that nobody else can notice is done first, and alone. */
static bool choose_flawed(const scene *s, stubborn *x)
{
    const core *c = s->g->c;
    vec_each (e, &s->events) {
        value owner = system_local(c, s->s, e->owner);
        bool rests = local_status(c, owner) == STATUS_RESTING;
        bool vanishes = false;
        vec_each (a, &s->actors)
            vanishes |= e->touches == MASK_BIT(a->slot) &&
                        local_status(c, a->local) == STATUS_HALTED;
        if (((s->g->how.flaws & FLAW_EAGER_DEAD) == 0 || !vanishes) &&
            ((s->g->how.flaws & FLAW_STORED_RECEIVES) == 0 || !rests))
            continue;
        *x = (stubborn){.members = e->touches, .count = 1, .is_unfair = true};
        return true;
    }
    return false;
}

/* Which event is tried as the I-th.  Of equal sets the first that is tried is taken.
 * What is found does not depend on that, but how many states it takes does.  Events
 * stand in the order of their machines' names, creators before those that they create.
 * To begin with the last lets what is under way come to its end before more is sent:
 * a tenth of the states for a ring, the same for most.  With asi, where it is the
 * queues that matter, the first are better (bench/asi, elevator: half the states). */
static size_t place_of_seed(const scene *s, size_t i)
{
    return s->g->how.unbounded ? i : s->events.len - 1 - i;
}

stubborn stubborn_choose(const scene *s)
{
    stubborn best = {.members = EVERYBODY, .count = (uint32_t)s->events.len};
    if (s->is_wide || s->events.len <= 1)
        return best;
    if (s->g->how.flaws != 0 && choose_flawed(s, &best))
        return best;
    vec_each (e, &s->events)
        best.grows += e->grows;
    mask tried = 0;
    for (size_t i = 0; i < s->events.len; i++) {
        const scene_event *e = &s->events.data[place_of_seed(s, i)];
        if ((e->touches & ~tried) == 0)
            continue;
        tried |= e->touches & ~MASK_WORLD;
        stubborn set = stubborn_close(s, e->touches);
        if (is_better(&set, &best))
            best = set;
        if (best.count == 1 && best.grows == 0)
            break;
    }
    return best;
}
