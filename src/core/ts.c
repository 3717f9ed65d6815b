#include "core/ts.h"

static bool is_mbox(const core *c)
{
    return c->options.network == NET_MBOX;
}

/* ---- One machine ---- */

bool ts_can_act(const core *c, value local, value outbox)
{
    return local != VALUE_NULL && ts_status_acts(c, local_status(c, local), outbox);
}

/* Not before it begins, and not between the observation of a message and its arrival.
 */
bool ts_may_crash(const core *c, value local)
{
    process_status is = local_status(c, local);
    return core_may_crash(c, local_machine(c, local)) && is != STATUS_NEW &&
           is != STATUS_HALTED &&
           value_item(&c->vals, local, LOCAL_PENDING) == VALUE_NULL;
}

value ts_pending_effect(const core *c, value local)
{
    process_status is = local_status(c, local);
    bool holds = is == STATUS_PAUSED || is == STATUS_SENDING || is == STATUS_POLLING;
    return holds ? value_item(&c->vals, local, LOCAL_PENDING) : VALUE_NULL;
}

bool ts_is_message(const core *c, value effect)
{
    return effect != VALUE_NULL && value_get_node(&c->vals, effect).aux == REC_MESSAGE;
}

/* Does what a machine holds arrive in the same transition?  In other networks it goes
 * into the outbox. */
static bool arrives_at_once(const core *c, value held)
{
    return is_mbox(c) && ts_is_message(c, held);
}

/* ---- Enabled transitions ---- */

value ts_message(const core *c, value local, value outbox, transition m)
{
    if (m.kind == TRANSITION_CRASH)
        return VALUE_NULL;
    if (m.kind != TRANSITION_ACT && m.index != TRANSITION_PENDING)
        return outbox_message(c, outbox, m.index);
    value held = ts_pending_effect(c, local);
    return arrives_at_once(c, held) ? held : VALUE_NULL;
}

ts_footprint ts_footprint_of(const core *c, value local, value outbox, transition m)
{
    ts_footprint f = {MACHINE_NONE, MACHINE_NONE};
    bool goes_on = m.kind == TRANSITION_ACT || m.kind == TRANSITION_CRASH ||
                   m.index == TRANSITION_PENDING;
    if (goes_on)
        f.runs = m.machine;
    value message = ts_message(c, local, outbox, m);
    if (message != VALUE_NULL && m.kind != TRANSITION_LOSE)
        f.target = ts_target(c, message);
    return f;
}

static void add_transition(transition_list *out, transition_kind kind, machine_id id,
                           uint32_t index)
{
    transition m = {kind, id, index};
    vec_push(out, m);
}

/* Nothing happens to messages that a machine sends to itself. */
bool ts_may_fail(const core *c, machine_id id, value message, int budget)
{
    uint32_t event = value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
    return c->options.budgets[budget].left > 0 && ts_target(c, message) != id &&
           core_may_fail(c, budget, event);
}

static bool has_message_faults(const core *c)
{
    return c->options.budgets[BUDGET_LOSS].left > 0 ||
           c->options.budgets[BUDGET_DUP].left > 0;
}

static void add_message_faults(const core *c, machine_id id, value message,
                               uint32_t index, transition_list *out)
{
    if (ts_may_fail(c, id, message, BUDGET_LOSS))
        add_transition(out, TRANSITION_LOSE, id, index);
    if (ts_may_fail(c, id, message, BUDGET_DUP))
        add_transition(out, TRANSITION_DUP, id, index);
}

static inline void add_acts(const core *c, machine_id id, value local, value outbox,
                            transition_list *out)
{
    if (!ts_status_acts(c, local_status(c, local), outbox))
        return;
    add_transition(out, TRANSITION_ACT, id, 0);
    value held = has_message_faults(c) ? ts_pending_effect(c, local) : VALUE_NULL;
    if (arrives_at_once(c, held))
        add_message_faults(c, id, held, TRANSITION_PENDING, out);
}

void ts_enabled_acts(const core *c, machine_id id, value local, value outbox,
                     transition_list *out)
{
    if (local != VALUE_NULL)
        add_acts(c, id, local, outbox, out);
}

/* Causal networks have an order over all outboxes: see system_enabled. */
static bool may_leave(const core *c, value outbox, uint32_t k)
{
    return c->options.network == NET_CAUSAL || outbox_may_leave(c, outbox, k);
}

void ts_enabled_deliveries(const core *c, machine_id id, value outbox,
                           transition_list *out)
{
    if (outbox == VALUE_NULL)
        return;
    bool has_faults = has_message_faults(c);
    uint32_t count = is_mbox(c) ? 1 : outbox_count(c, outbox);
    for (uint32_t k = 0; k < count; k++) {
        if (!is_mbox(c) && !may_leave(c, outbox, k))
            continue; /* in P's own network the first may leave, and no other */
        add_transition(out, TRANSITION_DELIVER, id, k);
        if (has_faults)
            add_message_faults(c, id, outbox_message(c, outbox, k), k, out);
    }
}

void ts_enabled_crash(const core *c, machine_id id, value local, transition_list *out)
{
    if (c->options.budgets[BUDGET_CRASH].left > 0 && ts_may_crash(c, local))
        add_transition(out, TRANSITION_CRASH, id, 0);
}

void ts_enabled(const core *c, machine_id id, value local, value outbox,
                transition_list *out)
{
    if (local == VALUE_NULL)
        return;
    add_acts(c, id, local, outbox, out);
    if (ts_is_urgent(c, id, local))
        return;
    if (outbox != VALUE_NULL && is_mbox(c) && !has_message_faults(c))
        add_transition(out, TRANSITION_DELIVER, id, 0);
    else
        ts_enabled_deliveries(c, id, outbox, out);
    if (c->options.budgets[BUDGET_CRASH].left > 0)
        ts_enabled_crash(c, id, local, out);
}

/* ---- Ends of runs ---- */

/* A message that is pending can be delivered, or another one before it. */
unsigned ts_traits(const core *c, machine_id id, value local, value outbox)
{
    unsigned traits = 0;
    if (local == VALUE_NULL)
        return 0;
    if (ts_can_act(c, local, outbox) ||
        (outbox != VALUE_NULL && outbox_count(c, outbox) > 0))
        traits |= TRAIT_ENABLED;
    if (ts_is_urgent(c, id, local))
        traits |= TRAIT_URGENT;
    if (local_status(c, local) == STATUS_WAITING)
        traits |= TRAIT_WAITS;
    value inbox = value_item(&c->vals, local, LOCAL_INBOX);
    if (inbox != VALUE_NULL && inbox != LOCAL_INBOX_OUT)
        traits |= TRAIT_HAS_MAIL;
    return traits;
}

fault_kind ts_final(const core *c, unsigned traits)
{
    assert(!(traits & TRAIT_ENABLED));
    if ((traits & TRAIT_WAITS) != 0 && !c->options.deadlock_is_fine)
        return FAULT_DEADLOCK;
    if ((traits & TRAIT_HAS_MAIL) != 0 && c->options.strict_quiescence)
        return FAULT_QUIESCENCE;
    return (traits & TRAIT_IS_HOT) != 0 ? FAULT_LIVENESS : FAULT_NONE;
}

/* ---- Effects ---- */

/* Does an effect wait in the outbox, behind what was sent before?  BOXED: so many go
 * there just before it.  In P's own network creations wait too. */
static bool is_boxed(const core *c, value outbox, size_t boxed, value effect)
{
    switch (value_get_node(&c->vals, effect).aux) {
    case REC_MESSAGE:
        return true;
    case REC_CREATION:
        return is_mbox(c) && (boxed > 0 || outbox != VALUE_NULL);
    }
    return false;
}

void ts_effects(ts_run *t, machine_id id, value effects)
{
    const ts_driver *d = t->driver;
    const core *c = t->c;
    if (d->outbox(t, id) == OUTBOX_APART) {
        d->send_list(t, id, effects);
        return;
    }
    value_view w = list_get(c, effects);
    for (uint32_t i = 0; i < w.count && !t->is_over;) {
        uint32_t first = i;
        while (i < w.count && is_boxed(c, d->outbox(t, id), i - first, w.items[i]))
            i++;
        if (i > first)
            d->send(t, id, w.items + first, i - first);
        else if (value_get_node(&c->vals, w.items[i]).aux == REC_CREATION)
            d->create(t, id, w.items[i++]);
        else
            d->observe(t, id, w.items[i++]);
    }
}

bool ts_settle(ts_run *t, machine_id id)
{
    bool has_new = false;
    while (is_mbox(t->c)) {
        value outbox = t->driver->outbox(t, id);
        if (outbox_count(t->c, outbox) == 0)
            break;
        value first = outbox_message(t->c, outbox, 0);
        if (ts_is_message(t->c, first))
            break;
        t->driver->leave(t, id, 0, false, false);
        t->driver->create(t, id, first);
        has_new = true;
    }
    return has_new;
}

/* ---- Steps ---- */

void ts_outcome(ts_run *t, machine_id id, value stimulus, const outcome *o)
{
    const ts_driver *d = t->driver;
    assert(!t->is_over);
    assert(o->fault != 0 || o->is_stuck || o->local != VALUE_NULL);
    d->ran(t, id, o);
    if (o->only_sends)
        d->send_list(t, id, o->effects);
    else
        ts_effects(t, id, o->effects);
    if (t->is_over)
        return;
    if (o->fault != 0) {
        d->fail(t, o->fault);
        return;
    }
    if (o->is_stuck) {
        d->stuck(t);
        return;
    }
    d->set_local(t, id, o->local);
    if (o->need != INBOX_NOTHING)
        d->use_inbox(t, id, o->local, o->need, stimulus);
}

void ts_step(ts_run *t, machine_id id, value stimulus, bool is_last)
{
    value local = t->driver->local(t, id);
    assert(local != VALUE_NULL); /* only a foreign function knows who is not there */
    step_outcomes list = step_machine(t->c, local, stimulus);
    if (list.count == 0)
        t->driver->stuck(t);
    else
        t->driver->branch(t, id, stimulus, list, is_last);
}

/* ---- Transitions ---- */

/* ID goes on, and then another machine takes the message that ID held.
 *
 * In P the message is in the queue of its target before ID goes on, but the target
 * cannot run before ID has reached its next scheduling point.  If ID fails before that
 * point, or a spec that observes it does, then this is the violation, whatever the
 * target would do with the message.  If an assumption fails there, of ID or of such a
 * spec, the run ends, and the target never runs.  ID does not see the difference: only
 * a message to itself could change what it does. */
static void act_and_pass_on(ts_run *t, machine_id id, value message)
{
    const ts_driver *d = t->driver;
    ts_step(t, id, VALUE_NULL, false);
    if (!t->is_over)
        d->receive(t, message, true);
    else if (d->never_arrives != NULL)
        d->never_arrives(t, message);
}

/* What ID holds takes place, unless it is lost; and ID goes on. */
static void act(ts_run *t, machine_id id, bool is_lost)
{
    const ts_driver *d = t->driver;
    assert(d->local(t, id) != VALUE_NULL);
    value held = is_lost ? VALUE_NULL : ts_pending_effect(t->c, d->local(t, id));
    if (arrives_at_once(t->c, held) && ts_target(t->c, held) != id) {
        act_and_pass_on(t, id, held);
        return;
    }
    if (arrives_at_once(t->c, held))
        d->receive(t, held, false);
    else if (ts_is_message(t->c, held))
        ts_effects(t, id, list_make(t->c, &held, 1));
    else if (held != VALUE_NULL)
        d->create(t, id, held);
    if (!t->is_over && (d->puts_off == NULL || !d->puts_off(t, id)))
        ts_step(t, id, VALUE_NULL, true);
}

/* Message K of ID's outbox reaches its target. */
static void deliver(ts_run *t, machine_id id, uint32_t k, bool is_kept)
{
    const ts_driver *d = t->driver;
    value message = outbox_message(t->c, d->outbox(t, id), k);
    t->is_over = d->has_branch != NULL && !d->has_branch(t, message);
    if (t->is_over)
        return;
    if (!is_kept)
        d->served(t, id, message);
    d->leave(t, id, k, true, is_kept);
    if (!is_kept)
        ts_settle(t, id);
    d->receive(t, message, true);
}

static void duplicate(ts_run *t, machine_id id, uint32_t k)
{
    t->driver->spend(t, BUDGET_DUP);
    if (k == TRANSITION_PENDING)
        t->driver->receive(t, ts_pending_effect(t->c, t->driver->local(t, id)), true);
    else
        deliver(t, id, k, true);
}

static void lose(ts_run *t, machine_id id, uint32_t k)
{
    assert(t->c->options.budgets[BUDGET_LOSS].left > 0);
    t->driver->spend(t, BUDGET_LOSS);
    if (k == TRANSITION_PENDING) {
        act(t, id, true);
        return;
    }
    t->driver->leave(t, id, k, false, false);
    ts_settle(t, id);
}

static void crash(ts_run *t, machine_id id)
{
    value local = t->driver->local(t, id);
    assert(ts_may_crash(t->c, local));
    t->driver->spend(t, BUDGET_CRASH);
    if (inbox_is_out(t->c, local))
        t->driver->use_inbox(t, id, local, INBOX_CLEAR, VALUE_NULL);
    t->driver->set_local(t, id, process_halted(t->c, id));
}

void ts_fire(ts_run *t, transition m)
{
    switch (m.kind) {
    case TRANSITION_ACT:
        act(t, m.machine, false);
        return;
    case TRANSITION_DELIVER:
        deliver(t, m.machine, m.index, false);
        return;
    case TRANSITION_DUP:
        duplicate(t, m.machine, m.index);
        return;
    case TRANSITION_CRASH:
        crash(t, m.machine);
        return;
    case TRANSITION_LOSE:
        lose(t, m.machine, m.index);
        return;
    }
    assert(0 && "no such transition");
}
