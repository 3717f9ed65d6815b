/* An execution says in which order messages are sent, and which choices are made.  The
 * core runs handlers as early as it can and keeps their messages in outboxes, so most
 * events have happened in the core when their turn comes.  These remain:
 *
 *   in P's own network, a SEND is the moment at which a message leaves its outbox;
 *   in other networks a message leaves just before it is taken, together with those
 *   that may not come after it;
 *   a machine that has stopped before an observation acts when the observation comes,
 *   and the message that it holds back leaves with it;
 *   a crash happens at its CHOOSE;
 *   of several SENDs of one message (copies), each but the last to leave is a
 *   duplication. */
#include "engine/dpor/p_trace.h"

#include "core/component.h"
#include "core/network.h"
#include "core/trace_builder.h"

/* The state of a machine while the trace is made. */
typedef struct actor {
    uint32_t made;    /* messages and machines that the core has made */
    uint32_t met;     /* ... and whose events have been met */
    uint32_t covered; /* events to come that were part of the last act */
    bool owes_act;    /* it did not crash before it acts, and has not acted yet */
} actor;

typedef struct making {
    p_program *p;
    core *c;
    const dpor_execution *e;
    p_order order;
    trace_builder run;
    VEC(actor) actors;
    VEC(bool) has_left; /* by event: it has left its outbox */
    verdict *v;         /* a violation, once the run has failed */
} making;

/* ---- Choices ---- */

static void feed_choice(making *m, const dpor_event *e)
{
    core *c = m->c;
    const node *n = p_node(m->p, e->local);
    step_outcomes list = step_machine(c, n->local, n->stimulus);
    value_view choices = list_get(c, step_outcome(c, list, e->input)->choices);
    for (uint32_t i = 0; i < choices.count; i++)
        trace_builder_add_choice(&m->run, p_slot(m->p, e->thread),
                                 (uint32_t)value_to_int(&c->vals, choices.items[i]));
}

static void feed_choices(making *m)
{
    for (size_t i = 0; i < m->e->len; i++)
        if (p_node(m->p, m->e->data[i].local)->kind == NODE_CHOICE)
            feed_choice(m, &m->e->data[i]);
}

/* ---- Moves ---- */

static actor *actor_of(making *m, machine_id id)
{
    while (m->actors.len <= id) /* the core may go further than the execution */
        vec_push(&m->actors, (actor){0});
    return &m->actors.data[id];
}

static bool on_step(void *context)
{
    making *m = context;
    if (m->run.has_failed) {
        fault f = player_fault(&m->run.play);
        verdict_violated(m->v, &f);
        return true;
    }
    vec_each (n, &m->run.play.raw)
        if (n->kind == NOTE_SEND || n->kind == NOTE_NEW)
            actor_of(m, n->machine)->made++;
    return true;
}

/* ---- Acting ---- */

static value local_of(const making *m, machine_id id)
{
    return system_local(m->c, &m->run.play.state, id);
}

static value held_by(const making *m, machine_id id)
{
    value local = local_of(m, id);
    return local == VALUE_NULL ? VALUE_NULL : ts_pending_effect(m->c, local);
}

static bool is_new(const making *m, machine_id id)
{
    value local = local_of(m, id);
    return local != VALUE_NULL && local_status(m->c, local) == STATUS_NEW;
}

/* The machine of event I continues, and does everything that is glued to the event. */
static bool act(making *m, machine_id id, size_t i)
{
    bool holds = held_by(m, id) != VALUE_NULL;
    bool is_glued = holds || !p_is_machine(m->p, m->order.ops.data[i].thread);
    size_t last = p_order_last_glued(&m->order, i);
    transition what = {TRANSITION_ACT, id, 0};
    /* A machine that stopped only because it may crash holds nothing: what it sends
     * when it goes on is lost later, in its outbox. */
    if (holds && m->e->data[last].is_lost && m->c->options.network == NET_MBOX)
        what = (transition){TRANSITION_LOSE, id, TRANSITION_PENDING};
    actor_of(m, id)->owes_act = false;
    if (!trace_builder_advance(&m->run, what))
        return false;
    actor *a = actor_of(m, id);
    a->covered = 0;
    for (size_t k = i; is_glued; k = m->order.next.data[k]) {
        a->covered++;
        if (m->c->options.network == NET_MBOX)
            m->has_left.data[k] = true;
        if (k == last)
            break;
    }
    return true;
}

/* ---- Messages ---- */

static value message_of(const making *m, size_t send)
{
    return m->p->messages.data[m->order.ops.data[send].what].content;
}

static bool is_copy(const making *m, size_t send)
{
    return p_node(m->p, m->e->data[send].local)->is_copy;
}

/* The SEND of the same message before or after SEND, with a CHOOSE in between; or
 * P_NO_EVENT. */
static size_t copy_before(const making *m, size_t send)
{
    size_t choice = m->order.previous.data[send];
    size_t before = choice == P_NO_EVENT ? P_NO_EVENT : m->order.previous.data[choice];
    bool is_one = before != P_NO_EVENT && m->order.next.data[before] == choice &&
                  p_node(m->p, m->e->data[choice].local)->kind == NODE_FAULT &&
                  is_copy(m, before);
    return is_one ? before : P_NO_EVENT;
}

static size_t copy_after(const making *m, size_t send)
{
    size_t choice = is_copy(m, send) ? m->order.next.data[send] : P_NO_EVENT;
    return choice == P_NO_EVENT ? P_NO_EVENT : m->order.next.data[choice];
}

/* Must a copy of this message stay?  It must if another SEND of it is still to leave.
 * In bags any of them may be the last one. */
static bool leaves_copy(const making *m, size_t send)
{
    size_t at = send;
    for (size_t i = copy_before(m, send); i != P_NO_EVENT; i = copy_before(m, i))
        at = i;
    for (; is_copy(m, at); at = copy_after(m, at)) {
        size_t after = copy_after(m, at);
        if ((at != send && !m->has_left.data[at]) || after == P_NO_EVENT)
            return true;
    }
    return at != send && !m->has_left.data[at];
}

/* Its position in the outbox of its sender.  In P's own network the sender may hold it.
 */
static bool find_message(making *m, size_t send, transition *found)
{
    machine_id id = p_slot(m->p, m->e->data[send].thread);
    value box = system_outbox(m->c, &m->run.play.state, id);
    value content = message_of(m, send);
    transition_kind kind = m->e->data[send].is_lost ? TRANSITION_LOSE
                           : leaves_copy(m, send)   ? TRANSITION_DUP
                                                    : TRANSITION_DELIVER;
    for (uint32_t k = 0; k < outbox_count(m->c, box); k++) {
        *found = (transition){kind, id, k};
        if (outbox_message(m->c, box, k) == content && player_can(&m->run.play, *found))
            return true;
    }
    *found = (transition){kind, id, TRANSITION_PENDING};
    return kind == TRANSITION_DUP && held_by(m, id) == content &&
           player_can(&m->run.play, *found);
}

/* The message is delivered, or lost. */
static bool let_leave(making *m, size_t send)
{
    transition found;
    m->has_left.data[send] = true;
    return find_message(m, send, &found) && trace_builder_advance(&m->run, found);
}

/* May OTHER, to the same machine, not come after SEND? */
static bool must_leave_first(const making *m, size_t other, size_t send)
{
    if (m->order.ops.data[other].kind != OP_SEND ||
        m->order.ops.data[other].thread != m->order.ops.data[send].thread)
        return false;
    if (m->c->options.network == NET_P2P)
        return m->e->data[other].thread == m->e->data[send].thread && other < send;
    return m->c->options.network == NET_CAUSAL &&
           p_order_is_before(&m->order, other, send);
}

static bool let_leave_in_turn(making *m, size_t send)
{
    vec_each (other, &m->order.sorted) {
        if (*other == send)
            break;
        if (!m->has_left.data[*other] && must_leave_first(m, *other, send) &&
            !let_leave(m, *other))
            return false;
        if (m->run.has_failed)
            return true;
    }
    return let_leave(m, send);
}

/* ---- Events ---- */

static bool is_covered(making *m, machine_id id)
{
    actor *a = actor_of(m, id);
    if (a->covered == 0)
        return false;
    a->covered--;
    return true;
}

/* A message or creation: was it made by a step that has run? */
static bool was_made(making *m, machine_id id)
{
    const actor *a = actor_of(m, id);
    return a->met + (held_by(m, id) != VALUE_NULL) < a->made;
}

/* Is it a copy of what the machine holds?  Then the machine does not continue. */
static bool is_copy_of_held(const making *m, machine_id id, size_t i)
{
    return m->c->options.network == NET_MBOX && is_copy(m, i) &&
           held_by(m, id) == message_of(m, i);
}

static bool make_effect(making *m, machine_id id, size_t i)
{
    bool is_observation = !p_is_machine(m->p, m->order.ops.data[i].thread);
    if (!is_covered(m, id)) {
        if ((is_observation || (!was_made(m, id) && !is_copy_of_held(m, id, i))) &&
            !act(m, id, i))
            return false;
        if (m->run.has_failed)
            return true;
        (void)is_covered(m, id);
    }
    if (is_observation)
        return true;
    actor_of(m, id)->met += !is_copy(m, i);
    return m->order.ops.data[i].kind != OP_SEND || m->has_left.data[i] ||
           m->c->options.network != NET_MBOX || let_leave(m, i);
}

/* ---- Crashes ---- */

/* A step without visible effect has no event: the machine takes it at its next event.
 */
static bool let_act(making *m, machine_id id)
{
    actor *a = actor_of(m, id);
    if (!a->owes_act)
        return true;
    a->owes_act = false;
    return trace_builder_advance(&m->run, (transition){TRANSITION_ACT, id, 0});
}

/* A machine crashes, or does not: then it acts with its next event. */
static bool make_crash(making *m, machine_id id, size_t i)
{
    const node *n = p_node(m->p, m->e->data[i].local);
    if (!let_act(m, id) || m->run.has_failed)
        return m->run.has_failed;
    if (m->e->data[i].input != 0)
        return trace_builder_advance(&m->run, (transition){TRANSITION_CRASH, id, 0});
    actor_of(m, id)->owes_act = ts_can_act(m->c, n->local, VALUE_NULL);
    return true;
}

static bool make_event(making *m, size_t i)
{
    const dpor_event *e = &m->e->data[i];
    if (!p_is_machine(m->p, e->thread))
        return true;
    machine_id id = p_slot(m->p, e->thread);
    if (is_new(m, id) &&
        !trace_builder_advance(&m->run, (transition){TRANSITION_ACT, id, 0}))
        return false;
    if (m->run.has_failed)
        return true;
    switch ((op_kind)m->order.ops.data[i].kind) {
    case OP_SEND:
    case OP_SPAWN:
        return make_effect(m, id, i);
    case OP_RECEIVE:
        return let_act(m, id) && (m->run.has_failed || m->has_left.data[e->source] ||
                                  let_leave_in_turn(m, e->source));
    case OP_CHOOSE:
        return m->order.ops.data[i].budget != DPOR_CRASHES || make_crash(m, id, i);
    default:
        return true;
    }
}

/* ---- The run ---- */

/* Messages in flight arrive, though nobody takes them. */
static bool deliver_rest(making *m)
{
    for (machine_id id = 0; id < m->actors.len; id++)
        if (!let_act(m, id) || m->run.has_failed)
            return m->run.has_failed;
    vec_each (i, &m->order.sorted) {
        const op *does = &m->order.ops.data[*i];
        bool is_message = does->kind == OP_SEND && p_is_machine(m->p, does->thread);
        if (is_message && !m->has_left.data[*i] && !let_leave(m, *i))
            return false;
        if (m->run.has_failed)
            return true;
    }
    return player_enabled(&m->run.play) == 0;
}

static void check_end(making *m)
{
    if (!deliver_rest(m) || m->run.has_failed)
        return;
    fault f = system_end(m->c, &m->run.play.state);
    if (f.kind == FAULT_NONE)
        return;
    verdict_violated(m->v, &f);
}

/* A machine that fails by itself, before it did anything else. */
static void let_fail(making *m, uint32_t failed)
{
    if (p_is_machine(m->p, failed))
        (void)!trace_builder_make(
            &m->run, (transition){TRANSITION_ACT, p_slot(m->p, failed), 0});
}

static void make_run(making *m, uint32_t failed)
{
    if (!trace_builder_begin(&m->run))
        return;
    vec_each (i, &m->order.sorted)
        if (m->run.has_failed || !make_event(m, *i))
            return;
    if (m->run.has_failed)
        return;
    if (failed == P_NO_THREAD)
        check_end(m);
    else
        let_fail(m, failed);
}

p_trace_answer p_trace_make(p_program *p, const dpor_execution *e, uint32_t failed,
                            verdict *v)
{
    assert(v->kind != VERDICT_VIOLATED);
    making m = {.p = p, .c = p->c, .e = e, .v = v};
    bool has_order = p_order_make(&m.order, p, e, failed);
    trace_builder_init(&m.run, p->c, &v->trace);
    m.run.on_step = on_step;
    m.run.context = &m;
    if (has_order) {
        feed_choices(&m);
        for (size_t i = 0; i < e->len; i++)
            vec_push(&m.has_left, false);
        make_run(&m, failed);
    }
    bool is_pruned = m.run.is_pruned;
    trace_builder_fini(&m.run);
    bool is_violation = v->kind == VERDICT_VIOLATED;
    if (!is_violation) {
        trace_fini(&v->trace);
        trace_init(&v->trace);
    }
    p_order_fini(&m.order);
    vec_free(&m.actors);
    vec_free(&m.has_left);
    if (is_violation)
        return P_TRACE_MADE;
    return has_order && !is_pruned ? P_TRACE_OTHER : P_TRACE_NO_RUN;
}
