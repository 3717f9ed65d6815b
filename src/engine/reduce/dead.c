#include "engine/reduce/dead.h"

#include "core/coverage.h"
#include "core/inbox.h"
#include "core/part.h"
#include "core/world.h"

/* Looks at messages one after the other; those for one machine often come together. */
typedef struct sieve {
    core *c;
    outlook *o;
    const system_state *s;
    uint32_t target;
    const uint64_t *minded; /* events that the target minds; NULL: there is none */
} sieve;

static void find_target(sieve *v, uint32_t target)
{
    value local = system_local(v->c, v->s, target);
    v->target = target;
    v->minded = local != VALUE_NULL ? outlook_minded(v->o, local) : NULL;
}

/* What is in an inbox is for the machine itself; who a message of a box is for may
 * still wait to be created. */
static bool is_dead(sieve *v, value item)
{
    value_view parts = value_get(&v->c->vals, item);
    if (parts.aux != REC_MESSAGE)
        return false; /* a creation, or a tail */
    uint32_t target = value_to_slot(&v->c->vals, parts.items[MESSAGE_TARGET]);
    if (target != v->target)
        find_target(v, target);
    uint32_t event = value_to_event(parts.items[MESSAGE_EVENT]);
    return v->minded != NULL && (v->minded[event / 64] >> event % 64 & 1) == 0;
}

/* Had it come now, it would have been ignored, or put aside. */
static void cover(const sieve *v, value item)
{
    value_view parts = value_get(&v->c->vals, item);
    value local = system_local(v->c, v->s,
                               value_to_slot(&v->c->vals, parts.items[MESSAGE_TARGET]));
    if (local_status(v->c, local) != STATUS_IDLE)
        return;
    uint32_t machine = local_machine(v->c, local);
    uint32_t state = local_state(v->c, local);
    const ir_action *a = core_action(&v->c->ir->machines[machine], state,
                                     value_to_event(parts.items[MESSAGE_EVENT]));
    if (a != NULL)
        coverage_act(v->c->coverage, machine, state, a);
}

/* LIST without what is dead in it, and how many that were. */
static size_t sift(core *c, outlook *o, const system_state *s, value *list)
{
    if (*list == VALUE_NULL)
        return 0;
    sieve v = {.c = c, .o = o, .s = s, .target = SLOT_NONE};
    value_view w = list_get(c, *list);
    uint32_t first = 0;
    while (first < w.count && !is_dead(&v, w.items[first]))
        first++;
    if (first == w.count)
        return 0;
    VEC(value) kept = {0};
    for (uint32_t i = 0; i < w.count; i++)
        if (i < first || !is_dead(&v, w.items[i]))
            vec_push(&kept, w.items[i]);
        else
            cover(&v, w.items[i]);
    size_t dropped = w.count - kept.len;
    *list = list_make(c, kept.data, kept.len);
    vec_free(&kept);
    return dropped;
}

/* A machine that was about to look at its inbox finds nothing there. */
static value after_looking(core *c, value local)
{
    VEC(value) items = {0};
    value_view w = value_get(&c->vals, local);
    bool in_receive = w.items[LOCAL_FRAMES] != VALUE_NULL;
    value at_rest = value_int(&c->vals, in_receive ? STATUS_WAITING : STATUS_IDLE);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&items, i == LOCAL_STATUS ? at_rest : w.items[i]);
    value x = value_make(&c->vals, VK_RECORD, REC_LOCAL, items.data, items.len);
    vec_free(&items);
    return x;
}

static size_t drop_from_inbox(core *c, outlook *o, const system_state *s, value *local)
{
    value inbox = value_item(&c->vals, *local, LOCAL_INBOX);
    if (inbox == VALUE_NULL || inbox == LOCAL_INBOX_OUT ||
        outlook_minds_all(o, *local, inbox))
        return 0;
    size_t dropped = sift(c, o, s, &inbox);
    if (dropped == 0)
        return 0;
    *local = inbox_replace(c, *local, inbox);
    if (inbox == VALUE_NULL && local_status(c, *local) == STATUS_RESTING)
        *local = after_looking(c, *local);
    return dropped;
}

/* One pass over all machines; *HAS_NEW: messages for the new ones may be dead, too. */
static size_t drop_once(core *c, outlook *o, system_state *s, bool *has_new)
{
    size_t dropped = 0;
    uint32_t first = world_columns(c);
    *has_new = false;
    for (uint32_t slot = 0; slot < system_slots(c, s); slot++) {
        value *columns = &s->data[first + 2 * slot]; /* local state, box */
        if (columns[0] == VALUE_NULL)
            continue;
        dropped += drop_from_inbox(c, o, s, &columns[0]);
        size_t from_box = sift(c, o, s, &columns[1]);
        dropped += from_box;
        if (from_box > 0)
            *has_new |= system_settle(c, s, slot);
    }
    return dropped;
}

size_t dead_drop(core *c, outlook *o, system_state *s, bool *has_new)
{
    size_t dropped = 0;
    *has_new = false;
    if (c->options.network == NET_CAUSAL)
        return 0;
    for (bool again = true; again; *has_new |= again)
        dropped += drop_once(c, o, s, &again);
    return dropped;
}
