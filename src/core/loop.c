/* P's machine loop: how a machine handles events.
 *
 * A machine runs until it rests (it can handle none of its messages), blocks in a
 * `receive`, or pauses before something that others can notice.  Messages that it
 * cannot handle yet wait in its inbox, in the order of their arrival.
 */
#include "core/coverage.h"
#include "core/inbox.h"
#include "core/run.h"

#include <string.h>

static uint32_t message_event(const run *r, value message)
{
    return value_to_event(value_item(&r->c->vals, message, MESSAGE_EVENT));
}

static value message_payload(const run *r, value message)
{
    return value_item(&r->c->vals, message, MESSAGE_PAYLOAD);
}

/* ---- Coverage ---- */

static void cover(const run *r, uint32_t which)
{
    coverage_use(r->c->coverage, r->p.machine, r->p.state, which);
}

static void cover_action(const run *r, const ir_action *a)
{
    coverage_act(r->c->coverage, r->p.machine, r->p.state, a);
}

static uint64_t spent(const run *r)
{
    return r->spent + (r->allowed - r->budget);
}

/* Runs the frames, and charges their cost to the handler that they belong to. */
static run_end run_handler(run *r, jump *j)
{
    uint64_t before = spent(r);
    uint32_t state = r->p.state;
    uint32_t function = r->p.frames.data[0].function;
    run_end end = run_frames(r, j);
    coverage_ran(r->c->coverage, r->p.machine, state, function, r->event,
                 spent(r) - before);
    return end;
}

/* ---- Tasks: what to do when no frame is left ---- */

static void add_task(run *r, task_kind kind, uint32_t index, value payload)
{
    if (kind == TASK_RUN && index == IR_NONE)
        return;
    value_share(&r->c->vals, payload);
    task t = {kind, index, payload};
    vec_push(&r->p.tasks, t);
}

/* The payload of an event reaches both the `with` function and the new state. */
static void plan_transition(run *r, uint32_t target, uint32_t with, value payload)
{
    const ir_state *states = r->p.decl->states;
    cover(r, HANDLER_EXIT);
    add_task(r, TASK_RUN, states[r->p.state].exit, VALUE_NULL);
    add_task(r, TASK_RUN, with, payload);
    add_task(r, TASK_ENTER, target, VALUE_NULL);
    add_task(r, TASK_RUN, states[target].entry, payload);
}

/* A: what the state does with it, or NULL. */
static void plan_action(run *r, const ir_action *a, uint32_t event, value payload)
{
    r->event = event;
    if (a == NULL) {
        if (!r->p.is_monitor) { /* the exit function runs all the same */
            cover(r, HANDLER_EXIT);
            add_task(r, TASK_RUN, r->p.decl->states[r->p.state].exit, VALUE_NULL);
        }
        add_task(r,
                 event == EVENT_HALT && !r->p.is_monitor ? TASK_HALT : TASK_UNHANDLED,
                 event, VALUE_NULL);
        return;
    }
    cover_action(r, a);
    switch (a->kind) {
    case ACTION_DO:
        add_task(r, TASK_RUN, a->function, payload);
        return;
    case ACTION_GOTO:
        plan_transition(r, a->target, a->function, payload);
        return;
    case ACTION_DEFER: /* raised: it is lost */
    case ACTION_IGNORE:
    case ACTION_QUORUM: /* raised: it has no sender to count */
        return;
    }
}

static void plan_event(run *r, uint32_t event, value payload)
{
    plan_action(r, core_action(r->p.decl, r->p.state, event), event, payload);
}

static void halt(run *r)
{
    r->pos = SRC_NONE;
    run_note(r, NOTE_HALT, 0, VALUE_NULL, VALUE_NULL);
    r->p.status = STATUS_HALTED;
}

static bool fail_unhandled(run *r, uint32_t event)
{
    const ir_state *s = &r->p.decl->states[r->p.state];
    r->pos = s->pos;
    return run_fail(r, r->p.is_monitor ? FAULT_UNHANDLED_IN_SPEC : FAULT_UNHANDLED,
                    "state %s of %s has no handler for %s", s->name, r->p.decl->name,
                    r->c->ir->events[event].name);
}

static bool start_function(run *r, uint32_t function, value payload)
{
    const ir_function *f = &r->c->ir->functions[function];
    if (f->param_count > 0 && !core_fits(r->c, f->slots[0].type, payload)) {
        strbuf type = {0};
        type_show(&r->c->source->types, f->slots[0].type, &type);
        r->pos = f->pos;
        run_fail(r, FAULT_CAST, "the payload does not fit the parameter of type %s",
                 strbuf_text(&type));
        strbuf_free(&type);
        return false;
    }
    run_push(r, function, &payload, f->param_count);
    return true;
}

/* The goal is a scenario whose witness is wanted: the run can end there. */
static bool is_at_goal(const run *r)
{
    return r->c->options.goal == r->p.machine + 1 && r->p.is_monitor &&
           r->p.decl->states[r->p.state].temp == COLD;
}

static bool enter(run *r, uint32_t state)
{
    r->p.state = state;
    r->cooled |= r->p.decl->states[state].temp == COLD;
    r->pos = r->p.decl->states[state].pos;
    coverage_enter(r->c->coverage, r->p.machine, state);
    run_note(r, NOTE_ENTER, state, VALUE_NULL, VALUE_NULL);
    return !is_at_goal(r) ||
           run_fail(r, FAULT_WITNESS, "scenario %s is in cold state %s",
                    r->p.decl->name, r->p.decl->states[state].name);
}

static bool start_task(run *r)
{
    task t = r->p.tasks.data[0];
    r->p.tasks.len--;
    memmove(r->p.tasks.data, r->p.tasks.data + 1, r->p.tasks.len * sizeof t);
    switch (t.kind) {
    case TASK_RUN:
        return start_function(r, t.index, t.payload);
    case TASK_ENTER:
        return enter(r, t.index);
    case TASK_HALT:
        halt(r);
        return true;
    case TASK_UNHANDLED:
        break;
    }
    return fail_unhandled(r, t.index);
}

/* After raise or goto, the frames of the callers are dropped too. */
static void plan_jump(run *r, run_end end, const jump *j)
{
    vec_clear(&r->p.frames);
    vec_clear(&r->p.slots);
    vec_clear(&r->p.tasks);
    if (end == RUN_GOTO)
        plan_transition(r, j->index, IR_NONE, j->payload);
    else
        plan_event(r, j->index, j->payload);
}

/* ---- Quorums ---- */

static value sender(const run *r, value message)
{
    return value_item(&r->c->vals, message, MESSAGE_SENDER);
}

bool run_quorum_size(run *r, const ir_action *a, int64_t *size)
{
    jump j;
    run_push(r, a->quorum, NULL, 0);
    openint_forbid(r->c->vals.open);
    bool has_returned = run_frames(r, &j) == RUN_RETURNED;
    if (has_returned)
        r->result = openint_make_known(r, r->result);
    openint_allow(r->c->vals.open);
    if (!has_returned || openint_has_ended(r->c))
        return false;
    r->pos = a->pos;
    bool is_int = value_kind_of(&r->c->vals, r->result) == VK_INT;
    *size = is_int ? value_to_int(&r->c->vals, r->result) : 0;
    return *size > 0 ||
           run_fail(r, FAULT_QUORUM, "a quorum of %lld messages", (long long)*size);
}

/* Finds the first message of each of the first SIZE senders of EVENT; returns how many
 * it found. */
static size_t find_quorum(const run *r, uint32_t event, size_t size, size_t *indices)
{
    size_t found = 0;
    for (size_t k = 0; k < r->p.inbox.len && found < size; k++) {
        value m = r->p.inbox.data[k];
        if (message_event(r, m) != event)
            continue;
        bool is_new = true;
        for (size_t n = 0; n < found; n++)
            is_new &= sender(r, r->p.inbox.data[indices[n]]) != sender(r, m);
        if (is_new)
            indices[found++] = k;
    }
    return found;
}

/* Handles a quorum, if there is one; false: computing its size failed. */
static bool try_quorum(run *r, const ir_action *a, bool *fired)
{
    int64_t size;
    *fired = false;
    if (!run_quorum_size(r, a, &size))
        return false;
    if ((uint64_t)size > r->p.inbox.len)
        return true;
    VEC(value) payloads = {0};
    size_t *indices = mem_alloc((size_t)size * sizeof *indices);
    *fired = find_quorum(r, a->event, (size_t)size, indices) == (size_t)size;
    for (size_t n = 0; *fired && n < (size_t)size; n++)
        vec_push(&payloads, message_payload(r, run_take(r, indices[n] - n)));
    mem_free(indices, (size_t)size * sizeof *indices);
    if (*fired) {
        value all = value_make(&r->c->vals, VK_SEQ, 0, payloads.data, payloads.len);
        r->event = a->event;
        cover_action(r, a);
        run_note(r, NOTE_HANDLE, a->event, all, VALUE_NULL);
        add_task(r, TASK_RUN, a->function, all);
    }
    vec_free(&payloads);
    return true;
}

/* ---- The inbox ---- */

/* A: as for plan_action. */
static void handle(run *r, const ir_action *a, value message)
{
    uint32_t event = message_event(r, message);
    r->is_delivering = false;
    run_scheduling_point(r);
    r->first_effect = r->effects.len; /* also if the inbox is stored apart */
    r->pos = SRC_NONE;
    run_note(r, NOTE_HANDLE, event, message_payload(r, message), VALUE_NULL);
    plan_action(r, a, event, message_payload(r, message));
}

static bool has_null_handler(const run *r)
{
    return r->c->polls_queue[r->p.machine] &&
           core_action(r->p.decl, r->p.state, EVENT_NULL) != NULL;
}

/* Takes the first message that is neither deferred nor ignored, and drops ignored ones
 * before it.  If there is none, the machine rests. */
static bool scan(run *r)
{
    for (size_t k = 0; k < r->p.inbox.len;) {
        uint32_t event = message_event(r, r->p.inbox.data[k]);
        const ir_action *a = core_action(r->p.decl, r->p.state, event);
        bool fired = false;
        if (a != NULL && a->kind == ACTION_QUORUM && !try_quorum(r, a, &fired))
            return false;
        if (fired)
            return true;
        if (a != NULL && (a->kind == ACTION_DEFER || a->kind == ACTION_QUORUM)) {
            if (a->kind == ACTION_DEFER)
                cover_action(r, a);
            if (++k == r->p.inbox.len && r->is_delivering)
                run_note(r, NOTE_KEEP, event, VALUE_NULL, VALUE_NULL);
            continue;
        }
        value m = run_take(r, k);
        if (a == NULL || a->kind != ACTION_IGNORE) {
            handle(r, a, m);
            return true;
        }
        cover_action(r, a);
        run_note(r, NOTE_IGNORE, event, message_payload(r, m), VALUE_NULL);
    }
    r->p.status = has_null_handler(r) ? STATUS_NULL : STATUS_IDLE;
    return true;
}

/* The machine is at a `receive` that accepts MESSAGE: enters its case. */
static bool enter_case(run *r, value message)
{
    frame *f = vec_last(&r->p.frames);
    const ir_function *fun = &r->c->ir->functions[f->function];
    const ir_instr *i = &fun->code[f->pc];
    uint32_t event = message_event(r, message);
    value payload = message_payload(r, message);
    r->pos = fun->positions[f->pc];
    r->event = event;
    r->c->coverage->events[event] |= COVER_HANDLED;
    run_note(r, NOTE_TAKE, event, payload, VALUE_NULL);
    r->p.held = VALUE_NULL;
    r->p.status = STATUS_RUNNING;
    for (uint32_t k = i->first; k < i->first + i->count; k++) {
        const ir_case *one = &fun->cases[k];
        for (uint32_t n = 0; n < one->event_count; n++) {
            if (one->events[n] != event)
                continue;
            if (one->slot != IR_NONE &&
                !core_fits(r->c, fun->slots[one->slot].type, payload))
                return run_fail(r, FAULT_CAST,
                                "the payload of %s does not fit its parameter",
                                r->c->ir->events[event].name);
            if (one->slot != IR_NONE)
                r->p.slots.data[f->base + one->slot] = payload;
            f->pc = one->start;
            return true;
        }
    }
    const jump j = {EVENT_HALT, VALUE_NULL};
    plan_jump(r, RUN_RAISED, &j);
    return true;
}

/* ---- Steps ---- */

static bool is_wanted(const run *r, value message)
{
    const frame *f = vec_last(&r->p.frames);
    const ir_function *fun = &r->c->ir->functions[f->function];
    return run_wants(fun, &fun->code[f->pc], message_event(r, message));
}

static bool accept_message(run *r, value message)
{
    uint32_t event = message_event(r, message);
    switch (r->p.status) {
    case STATUS_HALTED:
        run_note(r, NOTE_IGNORE, event, message_payload(r, message), VALUE_NULL);
        return true;
    case STATUS_WAITING:
        if (is_wanted(r, message))
            return enter_case(r, message);
        break;
    case STATUS_IDLE:
        vec_push(&r->p.inbox, message);
        r->is_delivering = true;
        r->p.status = r->c->polls_queue[r->p.machine] ? STATUS_POLLING : STATUS_RUNNING;
        return true;
    case STATUS_NEW:
    case STATUS_POLLING:
    case STATUS_NULL:
    case STATUS_PAUSED:
    case STATUS_SENDING:
    case STATUS_AT_RECEIVE:
    case STATUS_RUNNING:
        break;
    case STATUS_LOOPING: /* it will never handle it: the inbox need not grow */
        run_note(r, NOTE_KEEP, event, message_payload(r, message), VALUE_NULL);
        return true;
    }
    run_note(r, NOTE_KEEP, event, message_payload(r, message), VALUE_NULL);
    vec_push(&r->p.inbox, message);
    return true;
}

static void begin(run *r)
{
    value payload = r->p.held;
    r->p.held = VALUE_NULL;
    r->p.status = STATUS_RUNNING;
    r->pos = r->p.decl->pos;
    coverage_begin(r->c->coverage, r->p.machine, r->p.state);
    run_note(r, NOTE_START, r->p.state, payload, VALUE_NULL);
    r->cooled |= r->p.decl->states[r->p.state].temp == COLD;
    add_task(r, TASK_RUN, r->p.decl->states[r->p.state].entry, payload);
}

static bool take_stimulus(run *r, value stimulus)
{
    if (stimulus != VALUE_NULL)
        return accept_message(r, inbox_message(r->c, stimulus));
    process_status was = r->p.status;
    if (was == STATUS_NEW) {
        begin(r);
        return true;
    }
    r->p.held = VALUE_NULL;
    r->p.status = STATUS_RUNNING;
    r->is_resuming = was == STATUS_PAUSED;
    r->is_polling = was == STATUS_POLLING || was == STATUS_AT_RECEIVE;
    r->has_floor = !r->is_polling;
    if (was == STATUS_NULL) {
        run_note(r, NOTE_HANDLE, EVENT_NULL, VALUE_NULL, VALUE_NULL);
        plan_event(r, EVENT_NULL, VALUE_NULL);
    }
    return true;
}

/* P has a scheduling point before a machine polls its queue only if the state has a
 * null handler.  Otherwise its last effect takes place together with the poll. */
static bool must_stop_before_poll(run *r)
{
    bool has_null = has_null_handler(r);
    if (!r->c->polls_queue[r->p.machine] || r->is_polling ||
        (r->p.inbox.len == 0 && !has_null))
        return false;
    if (has_null)
        return true;
    if (r->has_floor)
        return false;
    run_hold(r);
    return true;
}

/* No frame and no task is left: continues with the next message. */
static bool poll_inbox(run *r)
{
    if (r->p.is_monitor) {
        r->p.status = STATUS_IDLE;
        return true;
    }
    if (must_stop_before_poll(r)) {
        r->p.status = STATUS_POLLING;
        return true;
    }
    if (run_stops(r) && !r->is_polling && !r->is_delivering && r->p.inbox.len > 0) {
        r->p.status = STATUS_AT_RECEIVE;
        return true;
    }
    r->is_polling = false;
    return scan(r);
}

/* One iteration of the loop; false: a fault. */
static bool run_iteration(run *r)
{
    if (r->p.status == STATUS_WAITING)
        return enter_case(r, r->p.held);
    if (r->p.frames.len > 0) {
        jump j;
        run_end end = run_handler(r, &j);
        if (end == RUN_RAISED || end == RUN_GOTO)
            plan_jump(r, end, &j);
        return end != RUN_FAILED;
    }
    if (r->p.tasks.len > 0)
        return start_task(r);
    return poll_inbox(r);
}

/* Raising forever executes few instructions, so iterations count too. */
static bool spend_iteration(run *r)
{
    if (r->budget > 0)
        r->budget--;
    return !r->look.is_on || run_look_back(r);
}

static void run_to_rest(run *r)
{
    while (r->p.status == STATUS_RUNNING ||
           (r->p.status == STATUS_WAITING && r->p.held != VALUE_NULL))
        if (!spend_iteration(r) || !run_iteration(r))
            return;
}

void run_machine(run *r, value stimulus)
{
    assert(!r->p.is_monitor);
    run_allow(r, core_most_instructions(r->c));
    if (take_stimulus(r, stimulus))
        run_to_rest(r);
    run_scheduling_point(r);
}

/* The frames run again from the instruction that chooses: the run stands at it. */
void run_go_on(run *r)
{
    assert(r->p.status == STATUS_RUNNING);
    assert(r->p.frames.len > 0);
    if (run_iteration(r))
        run_to_rest(r);
    if (!r->p.is_monitor)
        run_scheduling_point(r);
}

void run_monitor(run *r, value observation)
{
    run_allow(r, core_most_instructions(r->c));
    if (observation == VALUE_NULL) {
        begin(r);
    } else {
        uint32_t event =
            value_to_event(value_item(&r->c->vals, observation, OBSERVATION_EVENT));
        value payload = value_item(&r->c->vals, observation, OBSERVATION_PAYLOAD);
        r->p.status = STATUS_RUNNING;
        r->pos = SRC_NONE;
        run_note(r, NOTE_HANDLE, event, payload, VALUE_NULL);
        plan_event(r, event, payload);
    }
    run_to_rest(r);
}
