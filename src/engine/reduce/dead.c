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
    const system_state *clean; /* where nothing was dead, or NULL */
    bool was_clean;            /* the list that is looked at was there */
    uint32_t target;
    const uint64_t *minded; /* events that the target minds; NULL: there is none */
} sieve;

/* As in CLEAN, where it may not have been. */
static bool is_unchanged(const sieve *v, uint32_t slot)
{
    return v->clean != NULL &&
           system_local(v->c, v->clean, slot) == system_local(v->c, v->s, slot);
}

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
    if (v->was_clean && is_unchanged(v, target))
        return false;
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
static size_t sift(sieve *v, value *list)
{
    if (*list == VALUE_NULL)
        return 0;
    v->target = SLOT_NONE;
    value_view w = list_get(v->c, *list);
    uint32_t first = 0;
    while (first < w.count && !is_dead(v, w.items[first]))
        first++;
    if (first == w.count)
        return 0;
    VEC(value) kept = {0};
    for (uint32_t i = 0; i < w.count; i++)
        if (i < first || !is_dead(v, w.items[i]))
            vec_push(&kept, w.items[i]);
        else
            cover(v, w.items[i]);
    size_t dropped = w.count - kept.len;
    *list = list_make(v->c, kept.data, kept.len);
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

static size_t drop_from_inbox(sieve *v, value *local)
{
    core *c = v->c;
    value inbox = value_item(&c->vals, *local, LOCAL_INBOX);
    if (inbox == VALUE_NULL || inbox == LOCAL_INBOX_OUT ||
        outlook_minds_all(v->o, *local, inbox))
        return 0;
    v->was_clean = false;
    size_t dropped = sift(v, &inbox);
    if (dropped == 0)
        return 0;
    *local = inbox_replace(c, *local, inbox);
    if (inbox == VALUE_NULL && local_status(c, *local) == STATUS_RESTING)
        *local = after_looking(c, *local);
    return dropped;
}

/* One pass over all machines; *HAS_NEW: messages for the new ones may be dead, too. */
static size_t drop_once(sieve *v, system_state *s, bool *has_new)
{
    size_t dropped = 0;
    uint32_t first = world_columns(v->c);
    *has_new = false;
    for (uint32_t slot = 0; slot < system_slots(v->c, s); slot++) {
        value *columns = &s->data[first + 2 * slot]; /* local state, box */
        if (columns[0] == VALUE_NULL)
            continue;
        if (!is_unchanged(v, slot))
            dropped += drop_from_inbox(v, &columns[0]);
        v->was_clean =
            v->clean != NULL && system_box(v->c, v->clean, slot) == columns[1];
        size_t from_box = sift(v, &columns[1]);
        dropped += from_box;
        if (from_box > 0)
            *has_new |= system_settle(v->c, s, slot);
    }
    return dropped;
}

size_t dead_drop_since(core *c, outlook *o, const system_state *clean, system_state *s,
                       bool *has_new)
{
    sieve v = {.c = c, .o = o, .s = s, .clean = clean};
    size_t dropped = 0;
    *has_new = false;
    if (c->options.network == NET_CAUSAL)
        return 0;
    for (bool again = true; again; *has_new |= again)
        dropped += drop_once(&v, s, &again);
    return dropped;
}

size_t dead_drop(core *c, outlook *o, system_state *s, bool *has_new)
{
    return dead_drop_since(c, o, NULL, s, has_new);
}
