/* The instructions that branch, call, pause, or affect other machines.
 *
 * run_frames executes the innermost frame until it returns, jumps, fails, or stops
 * where others may run (process.h).  A process that pauses before an operation stays at
 * its instruction; the next step resumes there (is_resuming) and executes it. */
#include "core/coverage.h"
#include "core/run.h"
#include "core/show.h"
#include "ir/open.h"

#include <string.h>

static const ir_function *function_of(const run *r, const frame *f)
{
    return &r->c->ir->functions[f->function];
}

void run_store(run *r, ir_operand to, value x)
{
    if (IR_KIND(to) == IR_LOCAL)
        r->p.slots.data[vec_last(&r->p.frames)->base + IR_INDEX(to)] = x;
    else
        r->p.fields.data[IR_INDEX(to)] = x;
}

value *run_push_frame(run *r, uint32_t function, uint32_t count)
{
    assert(function < r->c->ir->function_count);
    const ir_function *f = &r->c->ir->functions[function];
    assert(count <= f->slot_count);
    frame new_frame = {.function = function, .base = (uint32_t)r->p.slots.len};
    const value *defaults = core_slot_defaults(r->c, function);
    while (r->p.slots.cap < r->p.slots.len + f->slot_count)
        r->p.slots.data =
            mem_grow(r->p.slots.data, &r->p.slots.cap, sizeof *r->p.slots.data);
    r->p.slots.len += f->slot_count;
    vec_push(&r->p.frames, new_frame);
    if (f->slot_count == 0)
        return NULL;
    value *slots = r->p.slots.data + new_frame.base;
    if (count < f->slot_count)
        memcpy(slots + count, defaults + count,
               (f->slot_count - count) * sizeof *slots);
    return slots;
}

void run_push(run *r, uint32_t function, const value *args, uint32_t count)
{
    value *slots = run_push_frame(r, function, count);
    for (uint32_t i = 0; i < count; i++) {
        value_share(&r->c->vals, args[i]);
        slots[i] = args[i];
    }
}

static void pop(run *r)
{
    r->p.slots.len = vec_last(&r->p.frames)->base;
    r->p.frames.len--;
}

value run_take(run *r, size_t k)
{
    assert(k < r->p.inbox.len);
    value m = r->p.inbox.data[k];
    r->p.inbox.len--;
    memmove(&r->p.inbox.data[k], &r->p.inbox.data[k + 1],
            (r->p.inbox.len - k) * sizeof m);
    return m;
}

/* ---- Operations that others can notice ---- */

static bool is_observed(const run *r, uint32_t event)
{
    const machine_name *me = naming_get(&r->c->vals.names, r->p.self);
    return r->c->observed[me->interface][event];
}

/* True if others may run first: the process stays at this instruction. */
static bool stop_before(run *r, bool observed)
{
    if (r->is_resuming) {
        r->is_resuming = false;
        return false;
    }
    if (core_may_crash(r->c, r->p.machine))
        run_scheduling_point(r);
    else if (!observed || r->has_floor)
        return false;
    r->p.held = r->pending;
    r->pending = VALUE_NULL;
    r->p.status = STATUS_PAUSED;
    return true;
}

/* What others will hold, too. */
static value give_away(run *r, value x)
{
    value_share(&r->c->vals, x);
    return value_freeze(&r->c->vals, x);
}

static void observe(run *r, value event, value payload)
{
    const value items[2] = {event, give_away(r, payload)};
    vec_push(&r->effects,
             value_make(&r->c->vals, VK_RECORD, REC_OBSERVATION, items, 2));
}

/* Sending or creating forever is no error: after very many effects, others run
 * first.  In a step that is split they do after each. */
static bool is_long(const run *r)
{
    return r->is_split || r->effects.len - r->first_effect >= STEP_EFFECTS;
}

/* After a send, a machine that polls its queue waits until the message has arrived: it
 * may be a message to itself. */
static run_end after_send(run *r)
{
    bool polls_queue =
        r->c->options.network == NET_MBOX && r->c->polls_queue[r->p.machine];
    if (!polls_queue && !run_stops(r) && !is_long(r))
        return RUN_RETURNED;
    r->p.held = r->pending; /* in all networks: an assumption may fail next */
    r->pending = VALUE_NULL;
    r->p.status = STATUS_SENDING;
    return RUN_STOPPED;
}

static bool check_event(run *r, value event)
{
    return value_kind_of(&r->c->vals, event) == VK_EVENT ||
           run_fail(r, FAULT_NULL_EVENT, "the event is null");
}

static bool check_send(run *r, value target, value event)
{
    if (!check_event(r, event))
        return false;
    const char *name = r->c->ir->events[value_to_event(event)].name;
    if (value_kind_of(&r->c->vals, target) != VK_MACHINE)
        return run_fail(r, FAULT_NULL_TARGET, "%s is sent to null", name);
    const evsets *sets = &r->c->source->evsets;
    if (!evset_has(sets, r->p.decl->sends, value_to_event(event)))
        return run_fail(r, FAULT_NOT_ALLOWED,
                        "the sends list of %s does not contain %s", r->p.decl->name,
                        name);
    evset_id rights = core_usual_rights(r->c, value_to_machine_id(&r->c->vals, target));
    value_has_rights(&r->c->vals, target, &rights);
    if (!evset_has(sets, rights, value_to_event(event)))
        return run_fail(r, FAULT_NOT_ALLOWED,
                        "the reference does not permit sending %s", name);
    return true;
}

static run_end run_send(run *r, const ir_instr *i)
{
    value target = run_operand(r, i->a);
    value event = run_operand(r, i->b);
    value payload = run_operand(r, i->c);
    if (!check_send(r, target, event))
        return RUN_FAILED;
    uint32_t e = value_to_event(event);
    bool observed = is_observed(r, e);
    if (stop_before(r, observed))
        return RUN_STOPPED;
    if (observed)
        observe(r, event, payload);
    run_scheduling_point(r);
    value items[4] = {value_machine_id(value_to_machine_id(&r->c->vals, target)), event,
                      give_away(r, payload), value_machine_id(r->p.self)};
    uint32_t count = r->c->has_quorum[e] ? 4 : 3;
    r->pending = value_make(&r->c->vals, VK_RECORD, REC_MESSAGE, items, count);
    r->c->coverage->events[e] |= COVER_SENT;
    run_note(r, NOTE_SEND, e, items[MESSAGE_TARGET], items[MESSAGE_PAYLOAD]);
    if (observed)
        run_note(r, NOTE_OBSERVED, 0, VALUE_NULL, VALUE_NULL);
    vec_last(&r->p.frames)->pc++;
    return after_send(r);
}

static run_end run_announce(run *r, const ir_instr *i)
{
    value event = run_operand(r, i->a);
    value payload = run_operand(r, i->b);
    if (!check_event(r, event))
        return RUN_FAILED;
    bool observed = is_observed(r, value_to_event(event));
    if (stop_before(r, observed))
        return RUN_STOPPED;
    if (observed)
        observe(r, event, payload);
    r->c->coverage->events[value_to_event(event)] |= COVER_SENT;
    run_note(r, NOTE_ANNOUNCE, value_to_event(event), payload, VALUE_NULL);
    if (observed)
        run_note(r, NOTE_OBSERVED, 0, VALUE_NULL, VALUE_NULL);
    vec_last(&r->p.frames)->pc++;
    return RUN_RETURNED;
}

/* The interface that `new INTERFACE` creates here: modules rename interfaces. */
static uint32_t linked_interface(const run *r, uint32_t interface)
{
    const machine_name *me = naming_get(&r->c->vals.names, r->p.self);
    const ir_binding *b = r->c->bindings[me->interface];
    for (uint32_t k = 0; k < r->p.decl->create_count; k++)
        if (r->p.decl->creates[k] == interface)
            return b->links[k];
    return interface;
}

static run_end run_new(run *r, const ir_instr *i)
{
    bool is_resuming = r->is_resuming;
    if (stop_before(r, false))
        return RUN_STOPPED;
    run_scheduling_point(r);
    if (is_long(r) && !is_resuming) {
        r->p.status = STATUS_PAUSED;
        return RUN_STOPPED;
    }
    uint32_t made = linked_interface(r, i->a);
    const ir_binding *b = r->c->bindings[made];
    if (b == NULL) {
        run_fail(r, FAULT_UNBOUND, "no machine is bound to %s in this test",
                 r->c->ir->interfaces[made].name);
        return RUN_FAILED;
    }
    uint32_t child = naming_child(&r->c->vals.names, r->p.self, ++r->p.created, i->a,
                                  made, b->machine);
    const value items[2] = {value_machine_id(child),
                            give_away(r, run_operand(r, i->b))};
    r->pending = value_make(&r->c->vals, VK_RECORD, REC_CREATION, items, 2);
    run_note(r, NOTE_NEW, made, items[0], items[1]);
    run_store(r, i->d, items[0]);
    vec_last(&r->p.frames)->pc++;
    return RUN_RETURNED;
}

bool run_wants(const ir_function *f, const ir_instr *i, uint32_t event)
{
    if (event == EVENT_HALT)
        return true;
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; n < f->cases[k].event_count; n++)
            if (f->cases[k].events[n] == event)
                return true;
    return false;
}

static run_end run_receive(run *r, const ir_instr *i)
{
    const ir_function *f = function_of(r, vec_last(&r->p.frames));
    run_scheduling_point(r);
    if (run_stops(r) && !r->is_polling && r->p.inbox.len > 0) {
        r->p.status = STATUS_AT_RECEIVE;
        return RUN_STOPPED;
    }
    r->is_polling = false;
    for (size_t k = 0; k < r->p.inbox.len; k++) {
        value m = r->p.inbox.data[k];
        value event = value_item(&r->c->vals, m, MESSAGE_EVENT);
        if (run_wants(f, i, value_to_event(event))) {
            r->p.held = run_take(r, k); /* the loop in loop.c continues with it */
            r->p.status = STATUS_WAITING;
            return RUN_STOPPED;
        }
    }
    run_note(r, NOTE_WAIT, 0, VALUE_NULL, VALUE_NULL);
    r->p.held = VALUE_NULL;
    r->p.status = STATUS_WAITING;
    return RUN_STOPPED;
}

/* ---- Calls ---- */

/* A function with code: the arguments become the first slots of its frame. */
static void call_code(run *r, const ir_instr *i)
{
    if (i->count == 0) {
        (void)run_push_frame(r, i->a, 0);
        return;
    }
    size_t caller = vec_last(&r->p.frames)->base;
    const ir_operand *args = function_of(r, vec_last(&r->p.frames))->args + i->first;
    value *slots = run_push_frame(r, i->a, i->count);
    const value *const bases[] = {
        [IR_LOCAL] = r->p.slots.data + caller,
        [IR_FIELD_OF_MACHINE] = r->p.fields.data,
        [IR_PARAM] = r->c->params,
        [IR_CONST] = r->c->consts,
    };
    for (uint32_t k = 0; k < i->count; k++) {
        slots[k] = bases[IR_KIND(args[k])][IR_INDEX(args[k])];
        value_share(&r->c->vals, slots[k]);
    }
}

static bool call_foreign(run *r, const ir_instr *i)
{
    const ir_function *caller = function_of(r, vec_last(&r->p.frames));
    size_t base = r->c->scratch.len;
    for (uint32_t k = 0; k < i->count; k++)
        vec_push(&r->c->scratch,
                 openint_make_known(r, run_operand(r, caller->args[i->first + k])));
    if (openint_has_ended(r->c)) {
        r->c->scratch.len = base;
        return false;
    }
    const value *args = i->count > 0 ? r->c->scratch.data + base : NULL;
    value result = VALUE_NULL;
    bool ok = run_foreign(r, i->a, args, i->count, &result);
    run_store(r, i->d, result);
    vec_last(&r->p.frames)->pc++;
    r->c->scratch.len = base;
    return ok;
}

bool run_call(run *r, const ir_instr *i)
{
    const ir_function *callee = &r->c->ir->functions[i->a];
    if (r->p.frames.len >= core_most_calls(r->c))
        return run_too_deep(r);
    if (r->p.is_monitor && open_is(callee) && open_needs_machine(callee))
        return run_limit(r, STOP_OPEN_IN_SPEC); /* a monitor makes no choices */
    if (callee->code_count == 0)
        return call_foreign(r, i);
    call_code(r, i);
    return true;
}

/* At the call, not at the declaration. */
static void note_open(run *r, uint32_t function, value result)
{
    const ir_function *f = &r->c->ir->functions[function];
    if (!open_is(f) || f->result == TYPE_NULL)
        return;
    if (r->p.frames.len > 0) {
        const frame *caller = vec_last(&r->p.frames);
        r->pos = function_of(r, caller)->positions[caller->pc];
    }
    run_note(r, NOTE_OPEN, function, result, VALUE_NULL);
}

void run_return(run *r, value result)
{
    uint32_t function = vec_last(&r->p.frames)->function;
    value_share(&r->c->vals, result);
    pop(r);
    r->result = result;
    note_open(r, function, result);
    if (r->p.frames.len == 0)
        return;
    frame *caller = vec_last(&r->p.frames);
    run_store(r, function_of(r, caller)->code[caller->pc].d, result);
    caller->pc++;
}

static run_end run_raise(run *r, const ir_instr *i, jump *j)
{
    value event = run_operand(r, i->a);
    if (!check_event(r, event))
        return RUN_FAILED;
    *j = (jump){value_to_event(event), run_operand(r, i->b)};
    r->c->coverage->events[j->index] |= COVER_SENT;
    run_note(r, NOTE_RAISE, j->index, j->payload, VALUE_NULL);
    return RUN_RAISED;
}

static run_end run_assertion(run *r, const ir_instr *i)
{
    value text = run_operand(r, i->a);
    if (value_kind_of(&r->c->vals, text) == VK_TEXT) {
        strbuf message = {0};
        show_message_text(r->c, text, &message);
        run_fail(r, FAULT_ASSERT, "%s", strbuf_text(&message));
        strbuf_free(&message);
    } else {
        run_fail(r, FAULT_ASSERT, "%s", "");
    }
    return RUN_FAILED;
}

/* A run in which an assumption fails does not count from there on; what happened before
 * does.  So the moment of the failure matters.
 *
 * An assumption is no scheduling point of P: nobody runs between the machine's last
 * scheduling point and the failure.  What others can do, they do at that point or
 * earlier, so the machine stops, as before an observed operation, and others may go
 * first.  When it goes on, it fails, and what it did since the scheduling point has
 * become visible to specs alone: they see what it announces at once (step.c keeps that
 * as a stuck outcome), but a message that it sent has not been taken by anybody, and a
 * machine that it created has not begun to run. */
static run_end run_assume(run *r, const ir_instr *i)
{
    bool holds = run_operand(r, i->a) == VALUE_TRUE;
    if (!holds && !r->p.is_monitor && stop_before(r, true))
        return RUN_STOPPED;
    r->is_resuming = false;
    frame *f = vec_last(&r->p.frames);
    if (!holds)
        r->c->coverage->code[f->function][f->pc] |= COVER_FALSE;
    f->pc++;
    r->pruned = r->is_stuck = !holds;
    return holds ? RUN_RETURNED : RUN_FAILED;
}

/* RUN_RETURNED stands for: continue. */
static run_end run_effect(run *r, const ir_instr *i, jump *j)
{
    switch (i->op) {
    case IR_SEND:
        return run_send(r, i);
    case IR_ANNOUNCE:
        return run_announce(r, i);
    case IR_NEW:
        return run_new(r, i);
    case IR_PRINT:
        run_note(r, NOTE_PRINT, 0, run_operand(r, i->a), VALUE_NULL);
        vec_last(&r->p.frames)->pc++;
        return RUN_RETURNED;
    case IR_RECEIVE:
        return run_receive(r, i);
    case IR_RAISE:
        return run_raise(r, i, j);
    case IR_GOTO:
        *j = (jump){i->a, run_operand(r, i->b)};
        return RUN_GOTO;
    case IR_FAIL:
        return run_assertion(r, i);
    case IR_ASSUME:
        return run_assume(r, i);
    }
    run_fail(r, FAULT_FOREIGN, "%s can be used only in proofs",
             ir_op_text((ir_op)i->op));
    return RUN_FAILED;
}

run_end run_frames(run *r, jump *j)
{
    while (r->p.frames.len > 0) {
        if (!run_interpret(r))
            return r->p.status == STATUS_LOOPING ? RUN_STOPPED : RUN_FAILED;
        if (r->p.frames.len == 0)
            break;
        const frame *f = vec_last(&r->p.frames);
        run_end end = run_effect(r, &function_of(r, f)->code[f->pc], j);
        if (end != RUN_RETURNED)
            return end;
    }
    return RUN_RETURNED;
}
