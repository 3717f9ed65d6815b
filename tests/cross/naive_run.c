#include "naive_run.h"

#include "ir/open.h"
#include "naive_coarse.h"

#include <string.h>

enum { MOST_FRAMES = 1000 };

outcome run_fail(step *t, fault_kind kind, srcpos pos)
{
    t->fault = kind;
    t->pos = pos;
    return OUT_FAULT;
}

uint32_t run_choose(step *t, uint32_t width)
{
    size_t index = t->widths.len;
    vec_push(&t->widths, width);
    return index < t->choice_count ? t->choices[index] : 0;
}

static bool is_whole(val_kind kind)
{
    return kind >= V_TUPLE;
}

bool run_expect(step *t, const val *v, val_kind kind, srcpos pos)
{
    if (v->kind == kind)
        return true;
    bool is_null = v->kind == V_NULL && is_whole(kind);
    run_fail(t, is_null ? FAULT_NULL_VALUE : FAULT_CAST, pos);
    return false;
}

static bool is_listed(const naive_budget *b, uint32_t index)
{
    for (uint32_t i = 0; i < b->only_count; i++)
        if (b->only[i] == index)
            return true;
    return b->only == NULL;
}

bool run_may_crash(const system_state *s, const machine_state *m)
{
    return s->options->crash.count > 0 && is_listed(&s->options->crash, m->machine);
}

bool run_can_be_hot(const system_state *s)
{
    const ir_module *all = s->test->module;
    for (uint32_t i = 0; i < all->monitor_count; i++) {
        const ir_machine *m = &s->ir->machines[all->monitors[i].machine];
        for (uint32_t k = 0; k < m->state_count; k++)
            if (m->kind == MACHINE_SPEC && m->states[k].temp == HOT)
                return true;
    }
    return false;
}

const ir_action *run_action(const ir_machine *m, uint32_t state, uint32_t event)
{
    const ir_state *s = &m->states[state];
    for (uint32_t i = 0; i < s->action_count; i++)
        if (s->actions[i].event == event)
            return &s->actions[i];
    return NULL;
}

/* ---- Frames and operands ---- */

static void push_frame(step *t, frame_stack *frames, uint32_t function,
                       const val *const *args, uint32_t count)
{
    const ir_function *f = &t->s->ir->functions[function];
    frame fr = {.function = function};
    fr.slots = ARENA_ARRAY(t->s->memory, const val *, f->slot_count);
    for (uint32_t i = 0; i < f->slot_count; i++)
        fr.slots[i] =
            i < count ? args[i]
                      : val_default(t->s->memory, t->s->ir->source, f->slots[i].type);
    vec_push(frames, fr);
}

bool run_begin(step *t, frame_stack *frames, uint32_t function, const val *payload)
{
    const ir_function *f = &t->s->ir->functions[function];
    if (f->param_count > 0 && !val_fits(t->s->ir->source, f->slots[0].type, payload)) {
        run_fail(t, FAULT_CAST, f->pos);
        return false;
    }
    push_frame(t, frames, function, &payload, f->param_count);
    return true;
}

static const val *constant(step *t, const ir_const *c)
{
    switch (c->kind) {
    case IR_CONST_NULL:
        return val_null();
    case IR_CONST_BOOL:
        return val_bool(c->integer != 0);
    case IR_CONST_INT:
        return val_number(t->s->memory, V_INT, c->integer);
    case IR_CONST_FLOAT:
        return val_float(t->s->memory, c->real);
    case IR_CONST_TEXT:
        return val_text(t->s->memory, c->text, c->len);
    case IR_CONST_EVENT:
        return val_number(t->s->memory, V_EVENT, c->integer);
    }
    return val_null();
}

static const val *global_param(step *t, uint32_t index)
{
    const ir_test *test = t->s->test;
    type_id type = t->s->ir->params[index].type;
    for (uint32_t i = 0; i < test->param_count; i++)
        if (test->params[i] == index)
            return type == TYPE_BOOL ? val_bool(test->values[i] != 0)
                                     : val_number(t->s->memory, V_INT, test->values[i]);
    return val_default(t->s->memory, t->s->ir->source, type);
}

const val *run_operand(step *t, const actor *a, const frame *f, ir_operand o)
{
    uint32_t index = IR_INDEX(o);
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return f->slots[index];
    case IR_FIELD_OF_MACHINE:
        return a->fields[index];
    case IR_PARAM:
        return global_param(t, index);
    }
    return constant(t, &t->s->ir->consts[index]);
}

void run_store(const actor *a, const frame *f, ir_operand to, const val *v)
{
    if (IR_KIND(to) == IR_LOCAL)
        f->slots[IR_INDEX(to)] = v;
    else
        a->fields[IR_INDEX(to)] = v;
}

/* ---- Instructions that touch others ---- */

/* An event to send, announce or raise. */
static bool is_event(step *t, const val *event, srcpos pos)
{
    if (event->kind != V_NULL)
        return run_expect(t, event, V_EVENT, pos);
    run_fail(t, FAULT_NULL_EVENT, pos);
    return false;
}

/* A machine that may crash can do so before each send and announce, and before an
 * assumption that fails (EVENT null); a coarse one stops before what is observed. */
static bool pauses_before(step *t, const actor *a, const val *event)
{
    bool may_pause = t->s->options->is_coarse ? coarse_stops(t, a->m, event)
                                              : run_may_crash(t->s, a->m);
    bool pauses = may_pause && !t->has_paused;
    t->has_paused = false;
    if (pauses)
        a->m->phase = PHASE_BEFORE;
    return pauses;
}

static outcome begin_send(step *t, const actor *a, frame *f, const ir_instr *i,
                          srcpos pos)
{
    if (pauses_before(t, a, run_operand(t, a, f, i->b)))
        return OUT_PAUSED;
    const val *target = run_operand(t, a, f, i->a);
    const val *event = run_operand(t, a, f, i->b);
    const val *payload = run_operand(t, a, f, i->c);
    const evsets *sets = &t->s->ir->source->evsets;
    if (!is_event(t, event, pos))
        return OUT_FAULT;
    if (target->kind == V_NULL)
        return run_fail(t, FAULT_NULL_TARGET, pos);
    if (!run_expect(t, target, V_MACHINE, pos))
        return OUT_FAULT;
    uint32_t e = (uint32_t)event->number;
    if (!evset_has(sets, a->decl->sends, e) || !evset_has(sets, target->rights, e))
        return run_fail(t, FAULT_RIGHTS, pos);
    if (!monitor_observe(t, a->m, e, payload))
        return OUT_FAULT;
    a->m->held = (message){e, payload, a->m->path};
    a->m->target = target->text;
    a->m->phase = PHASE_SENDING;
    f->place++;
    return OUT_PAUSED;
}

static outcome run_announce(step *t, const actor *a, frame *f, const ir_instr *i,
                            srcpos pos)
{
    if (pauses_before(t, a, run_operand(t, a, f, i->a)))
        return OUT_PAUSED;
    const val *event = run_operand(t, a, f, i->a);
    if (!is_event(t, event, pos) ||
        !monitor_observe(t, a->m, (uint32_t)event->number, run_operand(t, a, f, i->b)))
        return OUT_FAULT;
    f->place++;
    return OUT_GOING;
}

bool run_wants(const ir_function *fun, const ir_instr *receive, uint32_t event)
{
    if (event == EVENT_HALT)
        return true;
    for (uint32_t k = receive->first; k < receive->first + receive->count; k++)
        for (uint32_t n = 0; n < fun->cases[k].event_count; n++)
            if (fun->cases[k].events[n] == event)
                return true;
    return false;
}

static outcome begin_receive(step *t, const actor *a, const frame *f, const ir_instr *i)
{
    const ir_function *fun = &t->s->ir->functions[f->function];
    machine_state *m = a->m;
    m->phase = PHASE_WAITING;
    for (size_t k = 0; k < m->queue.len; k++) {
        if (!run_wants(fun, i, m->queue.data[k].event))
            continue;
        m->held = m->queue.data[k];
        memmove(&m->queue.data[k], &m->queue.data[k + 1],
                (m->queue.len - k - 1) * sizeof *m->queue.data);
        m->queue.len--;
        m->phase = PHASE_GIVEN;
        break;
    }
    return OUT_PAUSED;
}

static outcome run_raise(step *t, const actor *a, const frame *f, const ir_instr *i,
                         jump *j, srcpos pos)
{
    const val *event = run_operand(t, a, f, i->a);
    if (!is_event(t, event, pos))
        return OUT_FAULT;
    *j = (jump){(uint32_t)event->number, run_operand(t, a, f, i->b)};
    return OUT_RAISED;
}

/* ---- Calls and control ---- */

static outcome run_call(step *t, const actor *a, frame_stack *frames, const ir_instr *i,
                        srcpos pos)
{
    frame *f = vec_last(frames);
    const ir_function *caller = &t->s->ir->functions[f->function];
    const ir_function *callee = &t->s->ir->functions[i->a];
    bool chooses = open_is(callee) && open_needs_machine(callee);
    if (callee->code_count == 0 || (a->m == NULL && chooses))
        return run_fail(t, FAULT_UNSUPPORTED, pos);
    if (frames->len >= MOST_FRAMES)
        return run_fail(t, FAULT_RUNAWAY, pos);
    const val **args = ARENA_ARRAY(t->s->memory, const val *, i->count + 1);
    for (uint32_t k = 0; k < i->count; k++)
        args[k] = run_operand(t, a, f, caller->args[i->first + k]);
    push_frame(t, frames, i->a, args, i->count);
    return OUT_GOING;
}

static void run_return(step *t, const actor *a, frame_stack *frames, const ir_instr *i)
{
    t->result = run_operand(t, a, vec_last(frames), i->a);
    frames->len--;
    if (frames->len == 0)
        return;
    frame *caller = vec_last(frames);
    const ir_instr *call = &t->s->ir->functions[caller->function].code[caller->place];
    run_store(a, caller, call->d, t->result);
    caller->place++;
}

static outcome run_if(step *t, const actor *a, frame *f, const ir_instr *i, srcpos pos)
{
    const val *condition = run_operand(t, a, f, i->a);
    if (!run_expect(t, condition, V_BOOL, pos))
        return OUT_FAULT;
    bool is_true = condition->number != 0;
    f->place = is_true == (i->op == IR_IF) ? f->place + 1 : i->b;
    return OUT_GOING;
}

/* Over a sequence or a set. */
static outcome run_foreach(step *t, const actor *a, frame *f, const ir_instr *i,
                           srcpos pos)
{
    const val *whole = run_operand(t, a, f, i->a);
    if (whole->kind != V_SET && !run_expect(t, whole, V_SEQ, pos))
        return OUT_FAULT;
    int64_t at = run_operand(t, a, f, i->b)->number;
    if ((size_t)at >= whole->count) {
        f->place = i->c;
        return OUT_GOING;
    }
    run_store(a, f, i->d, whole->items[at]);
    run_store(a, f, i->b, val_number(t->s->memory, V_INT, at + 1));
    f->place++;
    return OUT_GOING;
}

static outcome run_assertion_failed(step *t, const actor *a, const frame *f,
                                    const ir_instr *i, srcpos pos)
{
    const val *text = run_operand(t, a, f, i->a);
    t->message = text->kind == V_TEXT ? text->text : "";
    return run_fail(t, FAULT_ASSERT, pos);
}

/* Where an assumption fails, the run ends and no longer counts.  This is no scheduling
 * point: what this machine has sent since the last one is in queues, and nobody has
 * looked at it; what specs have observed, they have judged. */
static outcome run_assume(step *t, const actor *a, frame *f, const ir_instr *i,
                          srcpos pos)
{
    const val *condition = run_operand(t, a, f, i->a);
    if (!run_expect(t, condition, V_BOOL, pos))
        return OUT_FAULT;
    if (condition->number == 0 && a->m != NULL && pauses_before(t, a, NULL))
        return OUT_PAUSED;
    t->has_paused = false;
    f->place++;
    return condition->number != 0 ? OUT_GOING : run_fail(t, FAULT_ASSUMED, pos);
}

/* Instructions that only machines run. */
static outcome run_effect(step *t, const actor *a, frame *f, const ir_instr *i,
                          srcpos pos)
{
    if (a->m == NULL)
        return run_fail(t, FAULT_UNSUPPORTED, pos);
    switch (i->op) {
    case IR_SEND:
        return begin_send(t, a, f, i, pos);
    case IR_ANNOUNCE:
        return run_announce(t, a, f, i, pos);
    case IR_NEW:
        a->m->phase = PHASE_CREATING;
        return OUT_PAUSED;
    case IR_RECEIVE:
        return begin_receive(t, a, f, i);
    }
    return run_fail(t, FAULT_UNSUPPORTED, pos);
}

/* Instructions that say what comes next. */
static outcome run_control(step *t, const actor *a, frame_stack *frames,
                           const ir_instr *i, srcpos pos, jump *j)
{
    frame *f = vec_last(frames);
    switch (i->op) {
    case IR_IF:
    case IR_IF_NOT:
        return run_if(t, a, f, i, pos);
    case IR_ELSE:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_REPEAT:
    case IR_DONE:
    case IR_PROOF:
        f->place = i->a;
        return OUT_GOING;
    case IR_PRINT:
    case IR_END:
    case IR_LOOP:
    case IR_CASE:
        f->place++;
        return OUT_GOING;
    case IR_FOREACH:
        return run_foreach(t, a, f, i, pos);
    case IR_CALL:
        return run_call(t, a, frames, i, pos);
    case IR_RETURN:
        run_return(t, a, frames, i);
        return OUT_GOING;
    case IR_RAISE:
        return run_raise(t, a, f, i, j, pos);
    case IR_GOTO:
        *j = (jump){i->a, run_operand(t, a, f, i->b)};
        return OUT_GOTO;
    case IR_FAIL:
        return run_assertion_failed(t, a, f, i, pos);
    case IR_ASSUME:
        return run_assume(t, a, f, i, pos);
    }
    return run_effect(t, a, f, i, pos);
}

/* ---- Loops of choices ---- */

static bool is_choice(uint8_t op)
{
    return op == IR_NONDET || op == IR_FAIR_NONDET || op == IR_CHOOSE_INT ||
           op == IR_CHOOSE_SEQ || op == IR_CHOOSE_SET || op == IR_CHOOSE_MAP;
}

/* The machine has chosen in this state before, in this step, and monitors were as they
 * are: so it can go round and round. */
static bool comes_back(step *t, const actor *a)
{
    if (a->m == NULL)
        return false;
    if (t->chosen_in == NULL) {
        t->chosen_in = ARENA_ARRAY(t->s->memory, intern, 1);
        intern_init(t->chosen_in);
    }
    strbuf bytes = {0};
    coarse_forget_machine(t->s, a->m);
    state_write_machine(t->s, a->m, &bytes);
    state_write_monitors(t->s, &bytes);
    uint32_t before = intern_count(t->chosen_in);
    intern_put(t->chosen_in, bytes.data, bytes.len);
    strbuf_free(&bytes);
    return intern_count(t->chosen_in) == before;
}

static void stay(step *t, machine_state *m)
{
    vec_clear(&m->queue); /* it never looks there again */
    m->phase = PHASE_LOOPING;
    t->must_loop = false;
}

/* A run that goes round a loop is made of ways: each but the last comes back to a
 * choice.  Between two ways is a state of its own, in which nobody else may run.
 *
 * The machine can also go round for ever.  If that matters, it is as if the loop went
 * through a message to itself: it never leaves, and others run meanwhile.
 *
 * Coarse steps have no state between ways.  What comes after a way that comes back is
 * what came after the first time, so the way is dropped, unless it stays. */
static outcome pause_in_loop(step *t, const actor *a, srcpos pos)
{
    bool is_coarse = t->s->options->is_coarse;
    bool may_stay = run_can_be_hot(t->s);
    if (is_coarse && !may_stay)
        return run_fail(t, FAULT_ASSUMED, pos);
    t->has_come_back = true;
    if (may_stay && (is_coarse || t->must_loop || run_choose(t, 2) == 1))
        stay(t, a->m);
    else
        a->m->phase = PHASE_CHOOSING;
    return OUT_PAUSED;
}

static bool is_value_op(uint8_t op)
{
    return op < IR_SEND;
}

/* Step budgets are counted in instructions; what eats memory instead is given up. */
static bool may_go_on(step *t, srcpos pos)
{
    if (t->budget > 0 && mem_in_use() < t->memory_end) {
        t->budget--;
        return true;
    }
    run_fail(t, t->budget == 0 ? FAULT_RUNAWAY : FAULT_UNSUPPORTED, pos);
    return false;
}

outcome run_execute(step *t, const actor *a, frame_stack *frames, jump *j)
{
    while (frames->len > 0) {
        frame *f = vec_last(frames);
        const ir_function *fun = &t->s->ir->functions[f->function];
        const ir_instr *i = &fun->code[f->place];
        srcpos pos = fun->positions[f->place];
        if (!may_go_on(t, pos))
            return OUT_FAULT;
        if (is_choice(i->op) && comes_back(t, a))
            return pause_in_loop(t, a, pos);
        if (is_value_op(i->op)) {
            const val *v = compute_value(t, a, f, i, pos);
            if (v == NULL)
                return OUT_FAULT;
            run_store(a, f, i->d, v);
            f->place++;
            continue;
        }
        outcome out = run_control(t, a, frames, i, pos, j);
        if (out != OUT_GOING)
            return out;
    }
    return OUT_RETURNED;
}
