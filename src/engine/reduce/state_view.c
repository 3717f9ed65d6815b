#include "engine/reduce/state_view.h"

#include "core/component.h"
#include "engine/reduce/queue_abs.h"
#include "engine/reduce/quorum.h"

void state_view_fini(state_view *s)
{
    vec_free(&s->enabled);
    vec_free(&s->quorum_moves);
    vec_free(&s->transitions);
    vec_free(&s->machines);
    vec_free(&s->by_machine);
}

/* ---- Machines ---- */

static void add_machine(state_view *s, const local_info *x)
{
    const machine_view a = {.own = x,
                            .machine = x->machine,
                            .decl = x->decl,
                            .local = x->local,
                            .outbox = x->outbox,
                            .accepts = x->accepts};
    s->is_too_large |= x->machine >= MASK_SLOTS;
    vec_push(&s->machines, a);
}

static void find_machines(state_view *s)
{
    const core *c = s->g->c;
    vec_clear(&s->machines);
    vec_each (id, &c->vals.names.sorted) {
        value local = system_local(c, s->s, *id);
        if (local != VALUE_NULL)
            add_machine(s, local_cache_get(s->g, local, system_outbox(c, s->s, *id)));
    }
    vec_clear(&s->by_machine);
    for (machine_id id = 0; id < system_machines(c, s->s); id++)
        vec_push(&s->by_machine, NULL);
    vec_each (a, &s->machines)
        s->by_machine.data[a->machine] = a;
}

/* Most states have the same machines as the last one. */
static void count_machines(state_view *s)
{
    mask present = 0;
    vec_each (a, &s->machines)
        present |= MASK_BIT(a->machine);
    if (present == s->present)
        return;
    s->present = present;
    memset(s->by_decl, 0, sizeof s->by_decl);
    vec_each (a, &s->machines)
        s->by_decl[mask_decl_bit(a->decl)] |= MASK_BIT(a->machine);
}

/* ---- Future sends ---- */

static mask machines_of(const state_view *s, mask decls)
{
    mask all = 0;
    for (; decls != 0; decls &= decls - 1)
        all |= s->by_decl[__builtin_ctzll(decls)];
    return all;
}

static mask targets_of(const state_view *s, const send_targets *x)
{
    return x->known_targets != MASK_MONITORS ? x->known_targets
                                             : machines_of(s, x->target_decls);
}

/* Declarations that it may send to, of machines yet to be created.  None, if its
 * targets are known and all of them exist. */
static mask future_targets_of(const state_view *s, const send_targets *x)
{
    return (x->known_targets & ~s->present) == 0 ? 0 : x->target_decls;
}

static void fill_machine(state_view *s, machine_view *a)
{
    const local_info *x = a->own;
    a->outbox_targets = x->outbox_targets;
    a->first_target = x->first_target;
    a->may_know = x->may_know;
    a->may_send = targets_of(s, &x->own);
    a->may_send_before_receive = machines_of(s, x->may_send_before_receive);
    a->created_decls = x->own.created_decls;
    a->future_targets = future_targets_of(s, &x->own);
    a->has_waiting_child = x->child_count > 0;
    a->waits_for_outbox = x->waits_for_outbox;
    a->is_observable = x->is_observable;
    /* A creation that waits: the child's sends count as if it existed. */
    for (uint32_t i = 0; i < x->child_count; i++) {
        a->child_targets |= targets_of(s, &x->children[i]);
        a->created_decls |= x->children[i].created_decls;
        a->future_targets |= future_targets_of(s, &x->children[i]);
    }
    s->explores_all |= (a->may_know & MASK_MONITORS) != 0;
}

/* The next action of a machine that is sending comes before all its other effects. */
static void note_first_targets(state_view *s)
{
    vec_each (e, &s->transitions) {
        machine_view *a = s->by_machine.data[e->owner];
        if (e->m.kind == TRANSITION_ACT && (e->footprint & mask_of(e->owner)) == 0)
            a->first_target = e->footprint;
        a->can_unqueue |= e->message != VALUE_NULL;
    }
}

/* Q may send to P.  True: P may get to know another machine. */
static bool share_references(const machine_view *q, machine_view *p)
{
    if ((q->may_know & ~p->may_know) == 0)
        return false;
    p->may_know |= q->may_know;
    return true;
}

static bool spread_from(state_view *s, const machine_view *q)
{
    bool changes = false;
    mask to = (q->may_know & (q->may_send | q->child_targets)) | q->outbox_targets;
    for (to &= s->present; to != 0; to &= to - 1)
        changes |= share_references(q, s->by_machine.data[__builtin_ctzll(to)]);
    if (q->future_targets != 0)
        vec_each (p, &s->machines)
            if ((q->future_targets & p->created_decls) != 0)
                changes |= share_references(q, p);
    return changes;
}

/* Does it matter which machines get to know each other? */
static bool needs_closure(const state_view *s)
{
    vec_each (a, &s->machines)
        if (((a->may_send | a->child_targets) & ~a->may_know) != 0)
            return true;
    return false;
}

/* A machine that Q may send to may get to know all machines that Q knows.  A machine
 * that P is yet to create belongs to P: what it may get to know, P may.  Only
 * references to possible targets matter: often a machine knows all of them already, and
 * there is nothing to do. */
static void close_knowledge(state_view *s)
{
    bool changes = (s->g->reduction.flaws & FLAW_KNOWN_ONLY) == 0 && needs_closure(s);
    while (changes) {
        changes = false;
        vec_each (q, &s->machines)
            changes |= spread_from(s, q);
    }
}

/* ---- Transitions ---- */

static bool shows_monitors(const core *c, step_outcomes list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        const outcome *o = step_outcome(c, list, i);
        if (o->only_sends)
            continue;
        value_view effects = list_get(c, o->effects);
        for (uint32_t k = 0; k < effects.count; k++)
            if (value_get(&c->vals, effects.items[k]).aux == REC_OBSERVATION)
                return true;
    }
    return false;
}

static mask monitors_if(const state_view *s, bool is_observable)
{
    bool is_blind = (s->g->reduction.flaws & FLAW_BLIND_MONITOR) != 0;
    return is_observable && !is_blind ? MASK_MONITORS : 0;
}

/* The queue abstraction of a machine does not affect how it handles a message. */
static value stripped_local(state_view *s, machine_id id)
{
    value local = system_local(s->g->c, s->s, id);
    return s->g->reduction.tail > 0 && queue_abs_of(s->g->c, local) != VALUE_NULL
               ? queue_abs_strip(s->g->c, local)
               : local;
}

/* Would a machine at rest handle the message now? */
static bool would_handle(core *c, value local, value message)
{
    step_outcomes list = step_machine(c, local, message);
    if (list.count == 0)
        return false;
    const outcome *o = step_outcome(c, list, 0);
    return o->local == VALUE_NULL ||
           local_status(c, o->local) != local_status(c, local) ||
           queue_abs_prefix(c, o->local) <= queue_abs_prefix(c, local);
}

/* Is the machine busy, or can it not handle the message now? */
static bool would_grow(state_view *s, uint32_t target, value message)
{
    core *c = s->g->c;
    value local = stripped_local(s, target);
    process_status is = local_status(c, local);
    if (is == STATUS_HALTED)
        return false;
    return (is != STATUS_IDLE && is != STATUS_WAITING) ||
           system_outbox(c, s->s, target) != VALUE_NULL ||
           !would_handle(c, local, message);
}

static view_transition delivery(state_view *s, transition m)
{
    core *c = s->g->c;
    value message = system_message(c, s->s, m);
    machine_id target = ts_target(c, message);
    bool is_observable =
        s->g->has_monitors &&
        shows_monitors(c, step_machine(c, stripped_local(s, target), message));
    view_transition e = {.m = m, .owner = m.machine};
    e.footprint = mask_of(target) | monitors_if(s, is_observable);
    e.grows = s->g->reduction.unbounded && would_grow(s, target, message);
    return e;
}

static bool is_null_act(const core *c, value local)
{
    process_status is = local_status(c, local);
    return is == STATUS_POLLING || is == STATUS_NULL;
}

/* A machine that stops at sends does not read its inbox when it acts: messages that
 * arrive meanwhile make no difference. */
static bool is_alone(const core *c, value local)
{
    return c->options.stops_at_sends && c->options.network == NET_MBOX &&
           !c->polls_queue[local_machine(c, local)] &&
           local_status(c, local) != STATUS_NEW;
}

static view_transition act(state_view *s, transition m)
{
    core *c = s->g->c;
    value local = system_local(c, s->s, m.machine);
    ts_footprint f = system_footprint(c, s->s, m);
    view_transition e = {.m = m, .owner = m.machine};
    if (!is_alone(c, local))
        e.footprint = mask_of(f.runs);
    if ((s->g->reduction.flaws & FLAW_PLAIN_NULL) != 0 && is_null_act(c, local))
        e.footprint = MASK_NOBODY;
    bool is_observable = c->test->module->monitor_count > 0;
    if (f.target != MACHINE_NONE) {
        value held = ts_pending_effect(c, local);
        e.footprint |= mask_of(f.target);
        e.grows = s->g->reduction.unbounded && f.target != f.runs &&
                  would_grow(s, f.target, held);
        is_observable =
            is_observable && local_effects_is_observed(s->g->effects, local);
        /* A message to itself may change its next action. */
        if (f.target != f.runs)
            is_observable =
                shows_monitors(c, step_machine(c, local, VALUE_NULL)) ||
                shows_monitors(c, step_machine(c, stripped_local(s, f.target), held));
    } else {
        is_observable =
            is_observable && shows_monitors(c, step_machine(c, local, VALUE_NULL));
    }
    e.footprint |= monitors_if(s, is_observable);
    if (e.footprint == 0)
        e.footprint = mask_of(m.machine);
    return e;
}

/* Does the target accept a single message with EVENT now? */
static bool is_taken(const state_view *s, uint32_t target, uint32_t event)
{
    const acceptance *a = s->by_machine.data[target]->accepts;
    return a->takes_all || a->takes[event];
}

static void add_delivery(state_view *s, uint32_t owner, const deliverable *x)
{
    const transition m = {TRANSITION_DELIVER, owner, x->index};
    view_transition e = {.m = m, .owner = owner, .footprint = mask_of(x->target)};
    if (!is_taken(s, x->target, x->event))
        return;
    if (s->g->has_monitors || s->g->reduction.unbounded)
        e = delivery(s, m);
    vec_push(&s->transitions, e);
}

/* A fault: a crash, a loss or a duplication. */
static void add_fault(state_view *s, transition m)
{
    const core *c = s->g->c;
    const view_transition e = {.m = m, .owner = m.machine, .footprint = MASK_MONITORS};
    value message =
        m.index == TRANSITION_PENDING ? VALUE_NULL : system_message(c, s->s, m);
    if (m.kind != TRANSITION_CRASH && message != VALUE_NULL &&
        !is_taken(s, ts_target(c, message),
                  value_to_event(value_item(&c->vals, message, MESSAGE_EVENT))))
        return;
    vec_push(&s->transitions, e);
}

static void find_dequeues(state_view *s, const machine_view *a)
{
    core *c = s->g->c;
    process_status is = local_status(c, a->local);
    value queue = is == STATUS_IDLE || is == STATUS_WAITING ? queue_abs_of(c, a->local)
                                                            : VALUE_NULL;
    if (queue == VALUE_NULL)
        return;
    value bare = stripped_local(s, a->machine);
    bool has_first = false; /* only the first ordered one may be taken */
    for (uint32_t k = 0; k < queue_abs_count(c, queue); k++) {
        view_transition e = {.owner = a->machine,
                             .footprint = MASK_NOBODY,
                             .m = {TRANSITION_DELIVER, a->machine, 0},
                             .message = queue_abs_message(c, queue, k)};
        bool is_unordered = queue_abs_is_unordered(c, queue, k);
        if ((!is_unordered && has_first) || !would_handle(c, bare, e.message))
            continue;
        has_first |= !is_unordered;
        int most = queue_abs_is_many(c, queue, k) ? 1 : 0;
        for (int stays = 0; stays <= most; stays++) {
            e.queue_left = queue_abs_remove(c, queue, k, stays != 0);
            vec_push(&s->transitions, e);
        }
    }
}

/* The same transitions as system_enabled, in the same order. */
static void find_enabled(state_view *s)
{
    vec_each (a, &s->machines)
        if (a->own->is_urgent) {
            vec_push(&s->transitions,
                     act(s, (transition){TRANSITION_ACT, a->machine, 0}));
            return;
        }
    vec_each (a, &s->machines) {
        const local_info *x = a->own;
        if (x->can_act)
            vec_push(&s->transitions,
                     act(s, (transition){TRANSITION_ACT, a->machine, 0}));
        for (uint32_t i = 0; i < x->deliverable_count; i++)
            add_delivery(s, a->machine, &x->deliverables[i]);
    }
}

static void find_faults(state_view *s)
{
    size_t ordinary = system_enabled(s->g->c, s->s, &s->enabled);
    s->explores_all |= s->enabled.len > ordinary;
    for (size_t i = ordinary; i < s->enabled.len; i++)
        add_fault(s, s->enabled.data[i]);
}

static void find_events(state_view *s)
{
    vec_clear(&s->transitions);
    vec_clear(&s->quorum_moves);
    find_enabled(s);
    vec_each (a, &s->machines)
        if (a->accepts->has_quorum)
            quorum_find(s, a);
    if (s->g->reduction.tail > 0)
        vec_each (a, &s->machines)
            find_dequeues(s, a);
    s->is_final = s->transitions.len == 0;
    if (s->g->has_faults)
        find_faults(s);
}

void state_view_load(state_view *s, local_cache *g, const system_state *state)
{
    assert(state->len >= env_columns(g->c));
    s->g = g;
    s->s = state;
    s->is_too_large = false;
    local_cache_trim(g);
    find_machines(s);
    s->explores_all = g->reduction.por == POR_OFF || s->is_too_large;
    find_events(s);
    if (s->explores_all || s->transitions.len <= 1)
        return;
    count_machines(s);
    vec_each (a, &s->machines)
        fill_machine(s, a);
    note_first_targets(s);
    close_knowledge(s);
}
