#include "engine/reduce/dead.h"

#include "analysis/monotone.h"
#include "base/bits.h"
#include "base/hash.h"
#include "core/component.h"
#include "core/coverage.h"
#include "core/env.h"
#include "core/inbox.h"
#include "core/step.h"
#include "engine/engine.h"
#include "engine/reduce/guard_absint.h"

/* Does a machine refuse a message?  A direct-mapped cache. */
typedef struct refusal {
    value local;
    value message;
    bool is_one;
} refusal;

enum { REFUSALS = 1 << 12 };

struct dead {
    core *c;
    local_effects *o;
    unsigned flaws; /* for tests: of reduction_flaw */
    uint64_t refused;
    VEC(value) unreported; /* refused messages, see dead_next_refused */
    bits reported;         /* by declaration, then event */
    refusal *known;
    VEC(absval) fields;
};

dead *dead_new(core *c, local_effects *o, unsigned flaws)
{
    assert(o != NULL);
    dead *d = mem_alloc(sizeof *d);
    d->c = c;
    d->o = o;
    d->flaws = flaws;
    d->known = mem_alloc(REFUSALS * sizeof *d->known);
    return d;
}

void dead_free(dead *d)
{
    if (d == NULL)
        return;
    mem_free(d->known, REFUSALS * sizeof *d->known);
    vec_free(&d->fields);
    vec_free(&d->unreported);
    bits_fini(&d->reported);
    mem_free(d, sizeof *d);
}

uint64_t dead_refused(const dead *d)
{
    return d->refused;
}

bool dead_next_refused(dead *d, value *message)
{
    if (d->unreported.len == 0)
        return false;
    *message = vec_pop(&d->unreported);
    return true;
}

/* ---- Refused messages ---- */

static absval abstract_number(const field_direction *x, int64_t now)
{
    absval g = {.kind = ABSVAL_RANGE, .low = INT64_MIN, .high = INT64_MAX};
    bool is_far = now < -MONOTONE_FAR || now > MONOTONE_FAR;
    if (!x->increases && !is_far)
        g.high = now;
    if (!x->decreases && !is_far)
        g.low = now;
    return g;
}

/* A field that only increases stays true; one that only decreases, false. */
static absval abstract_bool(const field_direction *x, value now)
{
    if (now == VALUE_TRUE ? !x->decreases : !x->increases)
        return (absval){.kind = ABSVAL_EXACT, .exact = now};
    return (absval){.kind = ABSVAL_BOOL};
}

/* All values that a field can hold from now on. */
static absval abstract_field(const dead *d, value local, uint32_t field)
{
    const values *v = &d->c->vals;
    value now = value_item(v, local, LOCAL_FIELDS + field);
    field_direction x = local_effects_field(d->o, local, field);
    if ((d->flaws & FLAW_ALL_RISE) != 0)
        x.decreases = x.is_untyped = false;
    if ((!x.increases && !x.decreases) || (d->flaws & FLAW_FIXED_FIELDS) != 0)
        return (absval){.kind = ABSVAL_EXACT, .exact = now};
    if (!x.is_untyped && value_kind_of(v, now) == VK_INT)
        return abstract_number(&x, value_to_int(v, now));
    if (!x.is_untyped && value_kind_of(v, now) == VK_BOOL)
        return abstract_bool(&x, now);
    return (absval){.kind = ABSVAL_ANY};
}

static void abstract_fields(dead *d, const ir_machine *m, value local)
{
    vec_clear(&d->fields);
    for (uint32_t i = 0; i < m->field_count; i++)
        vec_push(&d->fields, abstract_field(d, local, i));
    vec_push(&d->fields, (absval){0}); /* there may be no fields */
}

/* Is STATE reachable, so that the message may be handled there? */
static bool is_ahead(const dead *d, value local, uint32_t state)
{
    if ((d->flaws & FLAW_THIS_STATE) != 0)
        return state == local_state(d->c, local);
    return local_effects_rests_in(d->o, local, state);
}

/* In every reachable state; states often share a handler. */
static bool refuses_forever(dead *d, value local, uint32_t event, value payload)
{
    const ir_machine *m = &d->c->ir->machines[local_machine(d->c, local)];
    uint32_t last = IR_NONE;
    abstract_fields(d, m, local);
    for (uint32_t s = 0; s < m->state_count; s++) {
        if (!is_ahead(d, local, s))
            continue;
        /* The event is guarded in all states that are reachable; where it has no
         * action, a merged column only says that the state may be. */
        const ir_action *a = core_action(m, s, event);
        if (a == NULL || a->kind != ACTION_DO || a->function == last)
            continue;
        last = a->function;
        if (!guard_absint_refuses(d->c, last, payload, d->fields.data))
            return false;
    }
    return true;
}

/* Executes the step, for coverage.  It also confirms for this state what the analysis
 * says about all states. */
static bool takes_for_nothing(core *c, value local, value message)
{
    value bare = inbox_replace(c, local, VALUE_NULL);
    step_outcomes all = step_machine(c, bare, message);
    if (all.count != 1)
        return false; /* it was cut short */
    const outcome *only = step_outcome(c, all, 0);
    bool is_nothing = only->fault == 0 && only->local == bare &&
                      only->effects == VALUE_NULL && only->choices == VALUE_NULL;
    assert(is_nothing || c->limit != STOP_NONE || c->was_stopped);
    return is_nothing;
}

/* The message would be handled at once, and its receiver is at rest. */
static bool is_refused(dead *d, value local, value message)
{
    core *c = d->c;
    value_view parts = value_get(&c->vals, message);
    uint32_t event = value_to_event(parts.items[MESSAGE_EVENT]);
    const ir_action *a = core_action(&c->ir->machines[local_machine(c, local)],
                                     local_state(c, local), event);
    bool is_handled = a != NULL && a->kind == ACTION_DO &&
                      guard_may_refuse(&c->ir->functions[a->function]);
    bool is_ignored = a != NULL && a->kind == ACTION_IGNORE;
    return (is_handled || is_ignored) &&
           refuses_forever(d, local, event, parts.items[MESSAGE_PAYLOAD]) &&
           takes_for_nothing(c, local, message);
}

static void note_refusal(dead *d, value local, value message)
{
    assert(local_status(d->c, local) == STATUS_IDLE);
    uint32_t event = value_to_event(value_item(&d->c->vals, message, MESSAGE_EVENT));
    size_t first = (size_t)local_machine(d->c, local) * d->c->ir->event_count;
    d->refused++;
    if (bits_add(&d->reported, first + event))
        vec_push(&d->unreported, message);
}

static bool refuses(dead *d, value local, value message)
{
    if (local_status(d->c, local) != STATUS_IDLE)
        return false;
    refusal *r = &d->known[hash_u64((uint64_t)local << 32 | message) % REFUSALS];
    if (r->local != local || r->message != message)
        *r = (refusal){local, message, is_refused(d, local, message)};
    return r->is_one;
}

/* ---- Lists of messages ---- */

/* A pass over messages; those for one machine are often neighbours. */
typedef struct dead_filter {
    dead *d;
    const system_state *s;
    const system_state *clean; /* a predecessor without dead messages, or NULL */
    bool was_clean; /* the list is the same in CLEAN, and nothing was dropped yet */
    bool is_box;
    uint32_t target;
    value local;
    const uint64_t *relevant;  /* events of the target; NULL: it does not exist */
    const uint64_t *unguarded; /* ... */
    value last;                /* message that was kept; null: none */
} dead_filter;

/* Is the local state the same as in CLEAN? */
static bool is_unchanged(const dead_filter *v, machine_id id)
{
    const core *c = v->d->c;
    return v->clean != NULL &&
           system_local(c, v->clean, id) == system_local(c, v->s, id);
}

static void find_target(dead_filter *v, uint32_t target)
{
    v->local = system_local(v->d->c, v->s, target);
    v->target = target;
    v->relevant = v->unguarded = NULL;
    if (v->local == VALUE_NULL)
        return;
    v->relevant = local_effects_relevant(v->d->o, v->local);
    v->unguarded = local_effects_unguarded(v->d->o, v->local);
}

/* Does no kept message block it? */
static bool may_leave(const dead_filter *v, value item)
{
    const core *c = v->d->c;
    if (!v->is_box)
        return false;
    if (c->options.network == NET_BAG || v->last == VALUE_NULL)
        return true;
    return c->options.network == NET_P2P &&
           value_item(&c->vals, v->last, MESSAGE_TARGET) !=
               value_item(&c->vals, item, MESSAGE_TARGET);
}

/* For coverage: if it came now, the machine would ignore or defer it. */
static void cover(const dead_filter *v, uint32_t event)
{
    const core *c = v->d->c;
    if (local_status(c, v->local) != STATUS_IDLE)
        return;
    uint32_t machine = local_machine(c, v->local);
    uint32_t state = local_state(c, v->local);
    const ir_action *a = core_action(&c->ir->machines[machine], state, event);
    if (a != NULL)
        coverage_act(c->coverage, machine, state, a);
}

static bool has_event(const uint64_t *set, uint32_t event)
{
    return (set[event / 64] >> event % 64 & 1) != 0;
}

/* A message in an inbox is for the machine itself; the target of one in an outbox may
 * not exist yet. */
static bool is_dead(dead_filter *v, value item)
{
    const core *c = v->d->c;
    value_view parts = value_get(&c->vals, item);
    if (parts.aux != REC_MESSAGE)
        return false; /* a creation, or a queue abstraction */
    uint32_t target = value_to_machine_id(&c->vals, parts.items[MESSAGE_TARGET]);
    if (v->was_clean && is_unchanged(v, target))
        return false;
    if (target != v->target)
        find_target(v, target);
    if (v->relevant == NULL)
        return false;
    uint32_t event = value_to_event(parts.items[MESSAGE_EVENT]);
    if (!has_event(v->relevant, event)) {
        cover(v, event);
        return true;
    }
    bool is_firm =
        has_event(v->unguarded, event) && (v->d->flaws & FLAW_THIS_STATE) == 0;
    if (is_firm || !may_leave(v, item) || !refuses(v->d, v->local, item))
        return false;
    note_refusal(v->d, v->local, item);
    return true;
}

/* Removes the dead messages from LIST; returns how many.  Messages behind the first
 * dead one may now leave sooner. */
static size_t filter_list(dead_filter *v, value *list)
{
    if (*list == VALUE_NULL)
        return 0;
    core *c = v->d->c;
    v->target = MACHINE_NONE;
    v->last = VALUE_NULL;
    value_view w = list_get(c, *list);
    uint32_t first = 0;
    for (; first < w.count && !is_dead(v, w.items[first]); first++)
        v->last = w.items[first];
    if (first == w.count)
        return 0;
    v->was_clean = false;
    VEC(value) kept = {0};
    for (uint32_t i = 0; i < w.count; i++) {
        if (i == first || (i > first && is_dead(v, w.items[i])))
            continue;
        vec_push(&kept, w.items[i]);
        if (i > first)
            v->last = w.items[i];
    }
    size_t dropped = w.count - kept.len;
    assert(dropped > 0);
    *list = list_make(c, kept.data, kept.len);
    vec_free(&kept);
    return dropped;
}

/* ---- States ---- */

/* A machine that was about to read its inbox finds it empty. */
static value after_polling(core *c, value local)
{
    assert(local_status(c, local) == STATUS_AT_RECEIVE);
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

static size_t drop_from_inbox(dead_filter *v, value *local)
{
    core *c = v->d->c;
    value inbox = value_item(&c->vals, *local, LOCAL_INBOX);
    if (inbox == VALUE_NULL || inbox == LOCAL_INBOX_OUT ||
        local_effects_all_relevant(v->d->o, *local, inbox))
        return 0;
    v->was_clean = v->is_box = false;
    size_t dropped = filter_list(v, &inbox);
    if (dropped == 0)
        return 0;
    *local = inbox_replace(c, *local, inbox);
    if (inbox == VALUE_NULL && local_status(c, *local) == STATUS_AT_RECEIVE)
        *local = after_polling(c, *local);
    return dropped;
}

static size_t drop_from_box(dead_filter *v, machine_id id, value *outbox)
{
    v->was_clean = v->clean != NULL && system_outbox(v->d->c, v->clean, id) == *outbox;
    v->is_box = true;
    return filter_list(v, outbox);
}

/* The columns of a machine: its local state and its outbox. */
static value *columns_of(const core *c, const system_state *s, machine_id id)
{
    return &s->data[env_columns(c) + 2 * id];
}

/* A machine with an empty inbox is at rest, and may refuse messages in outboxes: so
 * inboxes come first. */
static size_t drop_from_inboxes(dead_filter *v, system_state *s)
{
    size_t dropped = 0;
    for (machine_id id = 0; id < system_machines(v->d->c, s); id++) {
        value *local = columns_of(v->d->c, s, id);
        if (*local != VALUE_NULL && !is_unchanged(v, id))
            dropped += drop_from_inbox(v, local);
    }
    return dropped;
}

/* One pass over all machines; *HAS_NEW: messages for the new ones may be dead, too. */
static size_t drop_once(dead_filter *v, system_state *s, bool *has_new)
{
    size_t dropped = drop_from_inboxes(v, s);
    *has_new = false;
    for (machine_id id = 0; id < system_machines(v->d->c, s); id++) {
        value *columns = columns_of(v->d->c, s, id);
        if (columns[0] == VALUE_NULL)
            continue;
        size_t from_box = drop_from_box(v, id, &columns[1]);
        dropped += from_box;
        if (from_box > 0)
            *has_new |= system_settle(v->d->c, s, id);
    }
    return dropped;
}

size_t dead_drop_since(dead *d, const system_state *clean, system_state *s,
                       bool *has_new)
{
    dead_filter v = {.d = d, .s = s, .clean = clean};
    size_t dropped = 0;
    *has_new = false;
    if (d->c->options.network == NET_CAUSAL)
        return 0;
    for (bool again = true; again; *has_new |= again)
        dropped += drop_once(&v, s, &again);
    return dropped;
}

size_t dead_drop(dead *d, system_state *s, bool *has_new)
{
    return dead_drop_since(d, NULL, s, has_new);
}
