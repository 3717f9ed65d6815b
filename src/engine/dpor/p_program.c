#include "engine/dpor/p_program.h"

#include "base/bits.h"
#include "base/numset.h"

#include "core/coverage.h"
#include "core/ts.h"

#include <string.h>

enum { WITNESSED, WITNESS_INTERFACE }; /* the items of a message to a group of specs */
enum { GROUP_NUMBER, GROUP_FIRST };    /* the parts of its local state */

static dpor_network model_of(network_model n)
{
    switch (n) {
    case NET_P2P:
        return DPOR_P2P;
    case NET_CAUSAL:
        return DPOR_CAUSAL;
    case NET_BAG:
        return DPOR_BAG;
    case NET_MBOX:
        break;
    }
    return DPOR_MBOX;
}

/* ---- Messages ---- */

static message_id message_number(p_program *p, value content, uint32_t event)
{
    size_t known = idmap_get_number(&p->message_numbers, content);
    if (known != 0)
        return (message_id)(known - 1);
    p_message m = {content, event};
    vec_push(&p->messages, m);
    idmap_put_number(&p->message_numbers, content, p->messages.len);
    return (message_id)(p->messages.len - 1);
}

static uint32_t event_of(const core *c, value message)
{
    return value_to_event(value_item(&c->vals, message, MESSAGE_EVENT));
}

static machine_id machine_of(const core *c, value local)
{
    return value_to_machine_id(&c->vals, value_item(&c->vals, local, LOCAL_SELF));
}

/* ---- Filters ---- */

static filter_id filter_new(p_program *p, uint64_t key)
{
    filter_id f = (filter_id)(p->wanted.len / p->event_count);
    for (uint32_t e = 0; e < p->event_count; e++)
        vec_push(&p->wanted, FILTER_WANTED);
    if (f != FILTER_ANY)
        idmap_put_number(&p->filters, key, f);
    return f;
}

static uint8_t *filter_row(p_program *p, filter_id f)
{
    return &p->wanted.data[(size_t)f * p->event_count];
}

static filter_id filter_of_state(p_program *p, uint32_t machine, uint32_t state)
{
    uint64_t key = IDMAP_KEY(machine << 1, state);
    size_t known = idmap_get_number(&p->filters, key);
    if (known != 0)
        return (filter_id)known;
    filter_id f = filter_new(p, key);
    for (uint32_t e = 0; e < p->event_count; e++) {
        const ir_action *a = core_action(&p->c->ir->machines[machine], state, e);
        if (a != NULL && a->kind == ACTION_DEFER)
            filter_row(p, f)[e] = FILTER_DEFERRED;
    }
    return f;
}

/* Of the `receive` that a machine stands at. */
static filter_id filter_of_receive(p_program *p, value local)
{
    core *c = p->c;
    local_place at = local_innermost(c, local);
    uint64_t key = IDMAP_KEY(at.function << 1 | 1, at.pc);
    size_t known = idmap_get_number(&p->filters, key);
    if (known != 0)
        return (filter_id)known;
    filter_id f = filter_new(p, key);
    const ir_function *fun = &c->ir->functions[at.function];
    for (uint32_t e = 0; e < p->event_count; e++)
        filter_row(p, f)[e] =
            run_wants(fun, &fun->code[at.pc], e) ? FILTER_WANTED : FILTER_UNWANTED;
    return f;
}

/* The state that a filter belongs to: needed once for each event that is deferred. */
static void cover_deferred(p_program *p, filter_id f, uint32_t event)
{
    idmap_settle(&p->filters);
    for (size_t i = 0; i < p->filters.slot_count; i++) {
        const idmap_slot *s = &p->filters.slots[i];
        if (s->value == NULL || (uintptr_t)s->value != f)
            continue;
        uint32_t machine = (uint32_t)(s->key >> 33);
        uint32_t state = (uint32_t)s->key;
        coverage_act(p->c->coverage, machine, state,
                     core_action(&p->c->ir->machines[machine], state, event));
    }
    filter_row(p, f)[event] = FILTER_UNWANTED;
}

static bool p_matches(void *context, filter_id f, message_id message)
{
    p_program *p = context;
    uint32_t event = p->messages.data[message].event;
    uint8_t says = filter_row(p, f)[event];
    if (says == FILTER_DEFERRED)
        cover_deferred(p, f, event);
    return says == FILTER_WANTED;
}

/* ---- Nodes ---- */

static uint32_t node_new(p_program *p, node n)
{
    vec_push(&p->nodes, n);
    return (uint32_t)(p->nodes.len - 1);
}

static uint32_t node_over(p_program *p, op_kind kind, uint32_t what)
{
    node n = {.op = {.kind = (uint8_t)kind, .what = what}, .kind = NODE_OVER};
    return node_new(p, n);
}

/* Equal operations before the same node are the same node. */
static uint32_t node_known(p_program *p, const node *n)
{
    const op *o = &n->op;
    uint32_t key[] = {o->kind, o->network, o->is_glued, o->may_be_lost, o->thread,
                      o->what, o->budget,  n->is_copy,  n->next};
    intern_id id = intern_put(&p->effects, key, sizeof key);
    if (id == p->effect_nodes.len)
        vec_push(&p->effect_nodes, node_new(p, *n));
    return *vec_at(&p->effect_nodes, id);
}

static uint32_t node_effect(p_program *p, const op *o, uint32_t next)
{
    node n = {.op = *o, .kind = NODE_EFFECT, .next = next};
    return node_known(p, &n);
}

/* ---- Faults ---- */

/* A fault that takes from BUDGET.  Without it, the thread continues at node AT; the
 * caller sets the second branch, where the fault happens. */
static uint32_t node_fault(p_program *p, dpor_budget budget, value local, uint32_t at)
{
    node n = {.op = {.kind = OP_CHOOSE, .what = 2, .budget = (uint8_t)budget},
              .kind = NODE_FAULT,
              .next = (uint32_t)p->branches.len,
              .local = local};
    vec_push(&p->branches, at);
    vec_push(&p->branches, p->blocked);
    return node_new(p, n);
}

/* A copy of a message, and then the node of its fault again. */
static void set_copy(p_program *p, uint32_t choice, op send)
{
    assert(send.kind == OP_SEND && p->nodes.data[choice].kind == NODE_FAULT);
    send.may_be_lost = send.is_glued = false;
    node n = {.op = send, .kind = NODE_EFFECT, .is_copy = true, .next = choice};
    uint32_t copy = node_known(p, &n);
    p->branches.data[p->nodes.data[choice].next + 1] = copy;
}

/* Before node AT sends its message, the message may be duplicated. */
static uint32_t node_copies(p_program *p, uint32_t at)
{
    size_t known = idmap_get_number(&p->copies, at);
    if (known != 0)
        return (uint32_t)(known - 1);
    uint32_t choice = node_fault(p, DPOR_COPIES, VALUE_NULL, at);
    idmap_put_number(&p->copies, at, (size_t)choice + 1);
    set_copy(p, choice, p->nodes.data[at].op);
    return choice;
}

static bool is_group(const core *c, value local)
{
    return value_get(&c->vals, local).aux == REC_LIST;
}

/* No execution goes on forever, so a cycle within a step is not judged, and the mark
 * keeps the engine from saying that all executions are fine.  What others do meanwhile
 * is not lost: they do the same before the machine leaves the loop. */
static void leave_out_loop(p_program *p, value local)
{
    local_place at = local_innermost(p->c, local);
    p->c->coverage->code[at.function][at.pc] |= COVER_CUT_LOOP;
}

static node rest_of_machine(p_program *p, value local)
{
    node n = {.kind = NODE_WAITS, .local = local};
    n.op = (op){.kind = OP_RECEIVE, .is_blocking = true, .what = FILTER_ANY};
    switch (local_status(p->c, local)) {
    case STATUS_IDLE:
        n.op.may_wait = true;
        if (!p->is_exact)
            n.op.what = filter_of_state(p, local_machine(p->c, local),
                                        local_state(p->c, local));
        break;
    case STATUS_WAITING:
        if (!p->is_exact)
            n.op.what = filter_of_receive(p, local);
        break;
    case STATUS_HALTED:
        n.op = (op){.kind = OP_END};
        n.kind = NODE_OVER;
        break;
    case STATUS_NEW:
    case STATUS_PAUSED:
    case STATUS_SENDING:
        n.kind = NODE_ACTS;
        n.next = UINT32_MAX;
        break;
    case STATUS_LOOPING:
        leave_out_loop(p, local);
        n.op = (op){.kind = OP_BLOCK};
        n.kind = NODE_OVER;
        break;
    case STATUS_POLLING:
    case STATUS_NULL:
    case STATUS_AT_RECEIVE:
    case STATUS_RUNNING:
        assert(0 && "refused before");
    }
    return n;
}

static uint32_t node_before_faults(p_program *p, value local, uint32_t at);

/* A machine or a group of specs between two steps. */
static uint32_t node_rest(p_program *p, value local)
{
    size_t known = idmap_get_number(&p->rests, local);
    if (known != 0)
        return (uint32_t)(known - 1);
    node n = {.kind = NODE_WAITS, .local = local};
    n.op = (op){.kind = OP_RECEIVE, .is_blocking = true, .may_wait = true};
    if (!is_group(p->c, local))
        n = rest_of_machine(p, local);
    uint32_t id = node_new(p, n);
    if (!is_group(p->c, local) && core_has_faults(p->c))
        id = node_before_faults(p, local, id);
    idmap_put_number(&p->rests, local, (size_t)id + 1);
    return id;
}

/* ---- What a step does, as operations ---- */

typedef VEC(op) op_list;

/* A group observes what any of its specs observes: adds the groups that observe it. */
static void find_watchers(const p_program *p, uint32_t interface, uint32_t event,
                          numset *groups)
{
    for (uint32_t i = 0; i < p->group_of.len; i++)
        if (core_watches(p->c, i, interface, event))
            vec_push(groups, p->group_of.data[i]);
    numset_finish(groups);
}

static void add_observation(p_program *p, machine_id machine, value observation,
                            op_list *out)
{
    core *c = p->c;
    uint32_t interface = naming_get(&c->vals.names, machine)->interface;
    uint32_t event =
        value_to_event(value_item(&c->vals, observation, OBSERVATION_EVENT));
    const value parts[] = {[WITNESSED] = observation,
                           [WITNESS_INTERFACE] = value_int(&c->vals, interface)};
    message_id number = message_number(p, list_make(c, parts, 2), event);
    numset groups = {0};
    find_watchers(p, interface, event, &groups);
    vec_each (g, &groups) {
        op o = {.kind = OP_SEND, .network = DPOR_MBOX, .is_glued = true};
        o.thread = *g;
        o.what = number;
        vec_push(out, o);
    }
    vec_free(&groups);
}

static op send_of(p_program *p, machine_id machine, value message)
{
    core *c = p->c;
    op o = {.kind = OP_SEND, .network = (uint8_t)model_of(c->options.network)};
    o.may_be_lost = ts_may_fail(c, machine, message, BUDGET_LOSS);
    o.thread = p_thread(p, ts_target(c, message));
    o.what = message_number(p, message, event_of(c, message));
    return o;
}

/* A CHOOSE stands before a message that may be duplicated. */
static void add_message(p_program *p, machine_id machine, value message, op_list *out)
{
    op copies = {.kind = OP_CHOOSE, .budget = DPOR_COPIES};
    if (ts_may_fail(p->c, machine, message, BUDGET_DUP))
        vec_push(out, copies);
    vec_push(out, send_of(p, machine, message));
}

static void add_creation(p_program *p, value creation, op_list *out)
{
    core *c = p->c;
    uint32_t child =
        value_to_machine_id(&c->vals, value_item(&c->vals, creation, CREATION_MACHINE));
    value payload = value_item(&c->vals, creation, CREATION_PAYLOAD);
    op o = {.kind = OP_SPAWN, .thread = p_thread(p, child)};
    o.what = node_rest(p, process_new_machine(c, child, payload));
    vec_push(out, o);
}

static void add_effect(p_program *p, machine_id machine, value effect, op_list *out)
{
    switch (value_get(&p->c->vals, effect).aux) {
    case REC_MESSAGE:
        add_message(p, machine, effect, out);
        return;
    case REC_CREATION:
        add_creation(p, effect, out);
        return;
    default:
        add_observation(p, machine, effect, out);
    }
}

static bool is_observation(const core *c, value effect)
{
    return value_get(&c->vals, effect).aux == REC_OBSERVATION;
}

/* ---- A driver of the transition relation (core/ts.h): steps become nodes ----
 *
 * What a machine sends is in the hands of the DPOR engine, so for the rules its outbox
 * is a component of its own. */

typedef struct stepping {
    ts_run run;
    p_program *p;
    value local;
    VEC(value) held; /* effects that take place with the machine's next step */
    bool has_step;   /* ... and its outcomes, if it is not stuck */
    step_outcomes outcomes;
    /* of the outcome at hand: */
    value effects;
    value end;      /* the new local state */
    uint32_t fault; /* in core.faults, from 1; 0: none */
    bool is_stuck;  /* an assumption failed */
} stepping;

static stepping *stepping_of(ts_run *t)
{
    return (stepping *)(void *)t;
}

static value stepping_local(const ts_run *t, machine_id machine)
{
    (void)machine;
    return ((const stepping *)(const void *)t)->local;
}

static value stepping_outbox(const ts_run *t, machine_id machine)
{
    (void)t, (void)machine;
    return OUTBOX_APART;
}

static void stepping_set_local(ts_run *t, machine_id machine, value local)
{
    (void)machine;
    stepping_of(t)->end = local;
}

static void stepping_fail(ts_run *t, uint32_t number)
{
    stepping_of(t)->fault = number;
    t->is_over = true;
}

static void stepping_hold(ts_run *t, value effect)
{
    vec_push(&stepping_of(t)->held, effect);
}

/* IS_LAST: it is a copy, and the machine still holds the message. */
static void stepping_receive(ts_run *t, value message, bool is_last)
{
    (void)is_last;
    stepping_hold(t, message);
}

static void stepping_create(ts_run *t, uint32_t creator, value creation)
{
    (void)creator;
    stepping_hold(t, creation);
}

/* The engine counts what is spent. */
static void stepping_spend(ts_run *t, int budget)
{
    (void)t, (void)budget;
}

static void stepping_ran(ts_run *t, machine_id machine, const outcome *o)
{
    (void)t, (void)machine, (void)o;
}

/* Before the outcome, this is the message that the machine held back. */
static void stepping_send_list(ts_run *t, machine_id machine, value effects)
{
    (void)machine;
    stepping_of(t)->effects = effects;
}

/* The effects that take place atomically at the beginning of a step: observations, and
 * what was held back, which nobody notices if the machine is stuck.  Returns how many
 * effects these are. */
static uint32_t add_glued(stepping *s, machine_id machine, value_view effects,
                          op_list *out)
{
    p_program *p = s->p;
    uint32_t n = 0;
    for (; n < effects.count && is_observation(p->c, effects.items[n]); n++)
        add_observation(p, machine, effects.items[n], out);
    bool is_mbox = p->c->options.network == NET_MBOX;
    if ((s->held.len == 0 || !is_mbox || s->is_stuck) && out->len > 0)
        vec_last(out)->is_glued = false;
    if (s->is_stuck)
        return n;
    vec_each (effect, &s->held) {
        if (is_mbox && ts_is_message(p->c, *effect))
            vec_push(out, send_of(p, machine, *effect)); /* its copies came before */
        else
            add_effect(p, machine, *effect, out);
    }
    return n;
}

/* Operations, one after the other, and then node AT. */
static uint32_t node_before(p_program *p, op_list *ops, uint32_t at)
{
    for (size_t i = ops->len; i > 0; i--) {
        const op *o = &ops->data[i - 1];
        at = o->kind == OP_CHOOSE ? node_copies(p, at) : node_effect(p, o, at);
    }
    vec_free(ops);
    return at;
}

/* The first node of an outcome: its effects, one after the other, and then the
 * machine's next stop. */
static uint32_t node_outcome(stepping *s, machine_id machine, value stimulus,
                             const outcome *o)
{
    p_program *p = s->p;
    op_list ops = {0};
    s->effects = VALUE_NULL;
    s->fault = 0;
    s->is_stuck = s->run.is_over = false;
    ts_outcome(&s->run, machine, stimulus, o);
    value_view effects = list_get(p->c, s->effects);
    for (uint32_t i = add_glued(s, machine, effects, &ops); i < effects.count; i++)
        add_effect(p, machine, effects.items[i], &ops);
    uint32_t at = s->fault != 0 ? node_over(p, OP_FAIL, s->fault)
                  : s->is_stuck ? p->blocked
                                : node_rest(p, s->end);
    return node_before(p, &ops, at);
}

static uint32_t node_choice(p_program *p, value local, value stimulus, uint32_t count)
{
    node n = {.op = {.kind = OP_CHOOSE, .what = count},
              .kind = NODE_CHOICE,
              .next = (uint32_t)p->branches.len,
              .local = local,
              .stimulus = stimulus};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&p->branches, 0);
    return node_new(p, n);
}

/* The outcomes become nodes once it is known what takes place with them (node_step). */
static void stepping_branch(ts_run *t, machine_id machine, value stimulus,
                            step_outcomes list, bool is_last)
{
    stepping *s = stepping_of(t);
    (void)machine, (void)stimulus, (void)is_last;
    /* In other networks the message that was held back goes into the outbox first. */
    if (s->effects != VALUE_NULL)
        vec_push(&s->held, value_item(&t->c->vals, s->effects, 0));
    s->has_step = true;
    s->outcomes = list;
}

static void stepping_stuck(ts_run *t)
{
    stepping_of(t)->is_stuck = true;
    t->is_over = true;
}

static const ts_driver stepping_driver = {.local = stepping_local,
                                          .outbox = stepping_outbox,
                                          .set_local = stepping_set_local,
                                          .send_list = stepping_send_list,
                                          .create = stepping_create,
                                          .spend = stepping_spend,
                                          .receive = stepping_receive,
                                          .branch = stepping_branch,
                                          .stuck = stepping_stuck,
                                          .fail = stepping_fail,
                                          .ran = stepping_ran};

/* The fault M of a machine at LOCAL; without the fault the machine is at node AT. */
static uint32_t node_of_fault(p_program *p, value local, transition m, uint32_t at)
{
    stepping s = {
        .run = {.c = p->c, .driver = &stepping_driver}, .p = p, .local = local};
    bool is_crash = m.kind == TRANSITION_CRASH;
    uint32_t choice = node_fault(p, is_crash ? DPOR_CRASHES : DPOR_COPIES, local, at);
    ts_fire(&s.run, m);
    if (is_crash) {
        uint32_t crashed = node_rest(p, s.end);
        p->branches.data[p->nodes.data[choice].next + 1] = crashed;
    } else {
        set_copy(p, choice, send_of(p, m.machine, s.held.data[0]));
    }
    vec_free(&s.held);
    return choice;
}

/* A machine that crashes or has its message duplicated at LOCAL, or continues at node
 * AT.  Its outbox is empty: all SENDs of earlier steps are earlier events of the
 * thread.  Losses are branches of SEND.  A machine that holds a message does not crash,
 * so there is one fault at most. */
static uint32_t node_before_faults(p_program *p, value local, uint32_t at)
{
    transition_list list = {0};
    uint32_t goes_on = at;
    ts_enabled(p->c, machine_of(p->c, local), local, VALUE_NULL, &list);
    vec_each (m, &list) {
        if (m->kind != TRANSITION_CRASH && m->kind != TRANSITION_DUP)
            continue;
        assert(at == goes_on);
        at = node_of_fault(p, local, *m, goes_on);
    }
    vec_free(&list);
    return at;
}

/* Choices that make no difference are a CHOOSE with one branch, so that they are found
 * in an execution. */
static uint32_t node_outcomes(stepping *s, machine_id machine, value stimulus)
{
    p_program *p = s->p;
    step_outcomes list = s->outcomes;
    outcome first = *step_outcome(p->c, list, 0);
    if (list.count == 1 && first.choices == VALUE_NULL)
        return node_outcome(s, machine, stimulus, &first);
    uint32_t choice = node_choice(p, s->local, stimulus, list.count);
    uint32_t branches = p->nodes.data[choice].next;
    for (uint32_t i = 0; i < list.count; i++) {
        if (core_looks(p->c, i)) { /* the search ends, and takes no branch */
            p->branches.data[branches + i] = p->blocked;
            continue;
        }
        outcome o = *step_outcome(p->c, list, i);
        uint32_t first_node = node_outcome(s, machine, stimulus, &o);
        p->branches.data[branches + i] =
            first_node; /* faults of the outcome have branches, too */
    }
    return choice;
}

/* What a machine does with a message, or by itself. */
static uint32_t node_step(p_program *p, value local, value stimulus)
{
    core *c = p->c;
    machine_id machine = machine_of(c, local);
    stepping s = {.run = {.c = c, .driver = &stepping_driver}, .p = p, .local = local};
    if (stimulus == VALUE_NULL)
        ts_fire(&s.run, (transition){.kind = TRANSITION_ACT, .machine = machine});
    else
        ts_step(&s.run, machine, stimulus, true);
    uint32_t at = s.has_step ? node_outcomes(&s, machine, stimulus)
                             : p->blocked; /* it is stuck */
    vec_free(&s.held);
    return at;
}

/* From a node that acts by itself to its first operation. */
static uint32_t resolve(p_program *p, uint32_t id)
{
    while (p->nodes.data[id].kind == NODE_ACTS) {
        uint32_t next = p->nodes.data[id].next;
        if (next == UINT32_MAX) {
            next = node_step(p, p->nodes.data[id].local, VALUE_NULL);
            p->nodes.data[id].next = next;
        }
        id = next;
    }
    return id;
}

/* ---- Specs ---- */

static uint32_t monitor_of(const core *c, value local)
{
    uint32_t machine = local_machine(c, local);
    uint32_t i = 0;
    while (c->test->module->monitors[i].machine != machine)
        i++;
    return i;
}

static uint32_t node_group_step(p_program *p, value local, value witness)
{
    core *c = p->c;
    value observation = value_item(&c->vals, witness, WITNESSED);
    uint32_t interface = (uint32_t)value_to_int(
        &c->vals, value_item(&c->vals, witness, WITNESS_INTERFACE));
    uint32_t event =
        value_to_event(value_item(&c->vals, observation, OBSERVATION_EVENT));
    VEC(value) parts = {0};
    value_view w = list_get(c, local);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&parts, w.items[i]);
    uint32_t to = UINT32_MAX;
    for (size_t i = GROUP_FIRST; i < parts.len && to == UINT32_MAX; i++) {
        if (!core_watches(c, monitor_of(c, parts.data[i]), interface, event))
            continue;
        step_outcomes list = step_monitor(c, parts.data[i], observation);
        if (list.count == 0) {
            to = p->blocked;
            break;
        }
        const outcome *o = step_outcome(c, list, 0);
        if (o->fault != 0)
            to = node_over(p, OP_FAIL, o->fault);
        parts.data[i] = o->local;
    }
    if (to == UINT32_MAX)
        to = node_rest(p, list_make(c, parts.data, parts.len));
    vec_free(&parts);
    return to;
}

/* The specs that observe the same event of the same machine do so at the same moment,
 * so they are one group: while groups are found, a spec refers to an earlier one of its
 * group, or to itself. */
static uint32_t find_first(p_program *p, uint32_t spec)
{
    uint32_t *to = p->group_of.data;
    while (to[spec] != spec) {
        to[spec] = to[to[spec]];
        spec = to[spec];
    }
    return spec;
}

static void merge_groups(p_program *p, uint32_t a, uint32_t b)
{
    a = find_first(p, a);
    b = find_first(p, b);
    p->group_of.data[a > b ? a : b] = a > b ? b : a;
}

/* FIRST: (table of what is observed, event) -> the first spec that observes it + 1.
 * Interfaces with the same table are watched by the same specs (core.observed). */
static void merge_by_events(p_program *p, uint32_t spec, uint32_t table, idmap *first)
{
    const core *c = p->c;
    evset_id observes =
        c->ir->machines[c->test->module->monitors[spec].machine].observes;
    size_t count = c->ir->event_count;
    const uint32_t *members = NULL;
    if (observes != EVSET_ALL)
        members = evset_members(&c->source->evsets, observes, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t event = members != NULL ? members[i] : i;
        size_t other = idmap_put_number(first, IDMAP_KEY(table, event), spec + 1);
        if (other != 0)
            merge_groups(p, (uint32_t)(other - 1), spec);
    }
}

/* Numbers tables by their first interface. */
static void merge_specs(p_program *p)
{
    const core *c = p->c;
    idmap first = {0};
    idmap tables = {0};
    for (uint32_t i = 0; i < p->group_of.len; i++) {
        const ir_monitor *m = &c->test->module->monitors[i];
        bits done = {0};
        for (uint32_t k = 0; k < m->watch_count; k++) {
            const bool *observed = c->observed[m->watches[k]];
            if (observed == NULL)
                continue;
            uint64_t key = (uint64_t)(uintptr_t)observed;
            size_t table = idmap_put_number(&tables, key, tables.len + 1);
            uint32_t number = (uint32_t)(table != 0 ? table : tables.len);
            if (bits_add(&done, number))
                merge_by_events(p, i, number, &first);
        }
        bits_fini(&done);
    }
    idmap_fini(&first);
    idmap_fini(&tables);
}

/* Groups have numbers from 1 on, in the order of their first specs. */
static void group_specs(p_program *p)
{
    uint32_t count = p->c->test->module->monitor_count;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&p->group_of, i);
    merge_specs(p);
    for (uint32_t i = 0; i < count; i++)
        p->group_of.data[i] = find_first(p, i);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t head = p->group_of.data[i];
        p->group_of.data[i] = head == i ? ++p->group_count : p->group_of.data[head];
    }
}

/* ---- The first thread ---- */

/* The specs of each group as they are at the start of a run; by group, from 1 on. */
static void groups_start(p_program *p, const system_state *start, value *groups)
{
    typedef VEC(value) value_list;
    value_list *parts = mem_alloc((p->group_count + 1) * sizeof *parts);
    for (uint32_t i = 0; i < p->group_of.len; i++) {
        value_list *one = &parts[p->group_of.data[i]];
        if (one->len == 0)
            vec_push(one, value_int(&p->c->vals, p->group_of.data[i]));
        vec_push(one, system_monitor(p->c, start, i));
    }
    for (uint32_t g = 1; g <= p->group_count; g++) {
        groups[g] = list_make(p->c, parts[g].data, parts[g].len);
        vec_free(&parts[g]);
    }
    mem_free(parts, (p->group_count + 1) * sizeof *parts);
}

static local_id p_begin(void *context)
{
    p_program *p = context;
    system_state start = {0};
    transition_result r;
    system_start(p->c, &start, &r);
    assert(r.fault == 0);
    assert(!r.is_pruned);
    uint32_t at = node_over(p, OP_END, 0);
    op o = {.kind = OP_SPAWN, .thread = p_thread(p, 0)};
    o.what = node_rest(p, system_local(p->c, &start, 0));
    at = node_effect(p, &o, at);
    value *groups = mem_alloc((p->group_count + 1) * sizeof *groups);
    groups_start(p, &start, groups);
    for (uint32_t g = p->group_count; g > 0; g--) {
        o.thread = g;
        o.what = node_rest(p, groups[g]);
        at = node_effect(p, &o, at);
    }
    mem_free(groups, (p->group_count + 1) * sizeof *groups);
    vec_free(&start);
    return at;
}

/* ---- The interface to the engine ---- */

static const op *p_look(void *context, local_id local)
{
    p_program *p = context;
    node *n = &p->nodes.data[local];
    if (n->op.kind == OP_SPAWN && p->nodes.data[n->op.what].kind == NODE_ACTS) {
        uint32_t first = resolve(p, n->op.what);
        n = &p->nodes.data[local];
        n->op.what = first;
    }
    return &n->op;
}

/* The first time that a thread receives this message in this state. */
static uint32_t receive(p_program *p, local_id local, uint32_t input)
{
    value is = p->nodes.data[local].local;
    value content = p->messages.data[input].content;
    uint32_t to = is_group(p->c, is) ? node_group_step(p, is, content)
                                     : resolve(p, node_step(p, is, content));
    idmap_put_number(&p->after, IDMAP_KEY(local, input), (size_t)to + 1);
    return to;
}

static local_id p_advance(void *context, local_id local, uint32_t input)
{
    p_program *p = context;
    const node *n = &p->nodes.data[local];
    switch (n->kind) {
    case NODE_EFFECT:
        if (p->nodes.data[n->next].kind == NODE_ACTS) {
            uint32_t first = resolve(p, n->next);
            p->nodes.data[local].next = first;
            return first;
        }
        return n->next;
    case NODE_CHOICE:
    case NODE_FAULT: {
        uint32_t at = n->next + input;
        uint32_t first = resolve(p, p->branches.data[at]);
        p->branches.data[at] = first;
        return first;
    }
    case NODE_WAITS: {
        size_t known = idmap_get_number(&p->after, IDMAP_KEY(local, input));
        return known != 0 ? (local_id)(known - 1) : receive(p, local, input);
    }
    case NODE_ACTS:
    case NODE_OVER:
        break;
    }
    assert(0 && "it goes nowhere");
    return local;
}

static bool p_is_daemon(void *context, uint32_t thread)
{
    (void)context;
    (void)thread;
    return false; /* its operation says whether it may wait */
}

static int p_compare(void *context, uint32_t a, uint32_t b)
{
    const p_program *p = context;
    if (!p_is_machine(p, a) || !p_is_machine(p, b))
        return a < b ? -1 : a > b;
    return naming_compare(&p->c->vals.names, p_slot(p, a), p_slot(p, b));
}

/* Nothing is dropped: local states are shared, and the search needs all of them again.
 */
static bool p_is_full(void *context)
{
    (void)context;
    return false;
}

size_t p_program_coming_growth(const p_program *p, size_t more)
{
    return p == NULL ? 0
                     : idmap_coming_growth(&p->rests, more) +
                           idmap_coming_growth(&p->after, more) +
                           idmap_coming_growth(&p->message_numbers, more) +
                           vec_coming_growth(&p->nodes, more) +
                           vec_coming_growth(&p->messages, more);
}

dpor_program p_program_view(p_program *p)
{
    return (dpor_program){.context = p,
                          .begin = p_begin,
                          .look = p_look,
                          .advance = p_advance,
                          .matches = p_matches,
                          .is_daemon = p_is_daemon,
                          .compare = p_compare,
                          .is_full = p_is_full};
}

void p_program_init(p_program *p, core *c, bool is_exact)
{
    *p = (p_program){.c = c, .is_exact = is_exact, .event_count = c->ir->event_count};
    intern_init(&p->effects);
    (void)filter_new(p, 0);
    p->blocked = node_over(p, OP_BLOCK, 0);
    group_specs(p);
}

void p_program_fini(p_program *p)
{
    vec_free(&p->nodes);
    vec_free(&p->branches);
    idmap_fini(&p->rests);
    idmap_fini(&p->after);
    idmap_fini(&p->copies);
    intern_fini(&p->effects);
    vec_free(&p->effect_nodes);
    vec_free(&p->messages);
    idmap_fini(&p->message_numbers);
    vec_free(&p->wanted);
    idmap_fini(&p->filters);
    vec_free(&p->group_of);
}

/* ---- What is not for this engine ---- */

const char *p_program_refuses(const core *c)
{
    const ir_module *m = c->test->module;
    if (c->options.goal != 0)
        return "the dpor engine does not look for witnesses";
    for (uint32_t i = 0; i < m->binding_count; i++)
        if (c->polls_queue[m->bindings[i].machine])
            return "a machine handles null or a quorum: that depends on all messages "
                   "in its queue at a moment, and executions of the dpor engine only "
                   "say which message it takes; use --engine=explicit";
    return NULL;
}
