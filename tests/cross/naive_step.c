#include "naive_run.h"

#include <string.h>

enum { STEP_BUDGET = 1000000 };
static const size_t memory_per_step = (size_t)1 << 30;

static void drop_message(machine_state *m, size_t index)
{
    memmove(&m->queue.data[index], &m->queue.data[index + 1],
            (m->queue.len - index - 1) * sizeof *m->queue.data);
    m->queue.len--;
}

static actor actor_of(const step *t, machine_state *m)
{
    return (actor){
        .m = m, .decl = &t->s->ir->machines[m->machine], .fields = m->fields};
}

/* ---- What to do about an event ---- */

static void add_task(machine_state *m, task_kind kind, uint32_t index,
                     const val *payload)
{
    if (kind == TASK_RUN && index == IR_NONE)
        return;
    task t = {kind, index, payload};
    vec_push(&m->tasks, t);
}

static void plan_transition(const step *t, machine_state *m, uint32_t state,
                            uint32_t with, const val *payload)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    add_task(m, TASK_RUN, decl->states[m->state].exit, val_null());
    add_task(m, TASK_RUN, with, payload);
    add_task(m, TASK_ENTER, state, val_null());
    add_task(m, TASK_RUN, decl->states[state].entry, payload);
}

/* A quorum's payload is that of all its messages. */
static void plan_event(const step *t, machine_state *m, uint32_t event,
                       const val *payload)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    const ir_action *a = run_action(decl, m->state, event);
    if (a == NULL) {
        add_task(m, TASK_RUN, decl->states[m->state].exit, val_null());
        add_task(m, event == EVENT_HALT ? TASK_HALT : TASK_UNHANDLED, event,
                 val_null());
        return;
    }
    switch (a->kind) {
    case ACTION_DO:
    case ACTION_QUORUM:
        add_task(m, TASK_RUN, a->function, payload);
        return;
    case ACTION_GOTO:
        plan_transition(t, m, a->target, a->function, payload);
        return;
    case ACTION_DEFER:
    case ACTION_IGNORE:
        return;
    }
}

/* A raised event that waits for a quorum is lost, as a deferred one is. */
static void plan_raised(const step *t, machine_state *m, const jump *j)
{
    const ir_action *a =
        run_action(&t->s->ir->machines[m->machine], m->state, j->index);
    if (a == NULL || a->kind != ACTION_QUORUM)
        plan_event(t, m, j->index, j->payload);
}

/* After raise or goto: callers are gone too. */
static void plan_jump(const step *t, machine_state *m, outcome out, const jump *j)
{
    vec_clear(&m->frames);
    vec_clear(&m->tasks);
    if (out == OUT_GOTO)
        plan_transition(t, m, j->index, IR_NONE, j->payload);
    else
        plan_raised(t, m, j);
}

static void halt(machine_state *m)
{
    vec_clear(&m->queue);
    vec_clear(&m->tasks);
    vec_clear(&m->frames);
    vec_clear(&m->past);
    m->phase = PHASE_HALTED;
}

static bool start_task(step *t, machine_state *m)
{
    task k = m->tasks.data[0];
    memmove(m->tasks.data, m->tasks.data + 1, --m->tasks.len * sizeof *m->tasks.data);
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    switch (k.kind) {
    case TASK_RUN:
        return run_begin(t, &m->frames, k.index, k.payload);
    case TASK_ENTER:
        m->state = k.index;
        return true;
    case TASK_HALT:
        halt(m);
        return true;
    case TASK_UNHANDLED:
        break;
    }
    t->message = t->s->ir->events[k.index].name;
    run_fail(t, FAULT_UNHANDLED, decl->states[m->state].pos);
    return false;
}

/* ---- Looking at the queue ---- */

/* How many messages make a quorum; false: a fault. */
static bool quorum_size(step *t, machine_state *m, const ir_action *q, int64_t *size)
{
    actor a = actor_of(t, m);
    frame_stack frames = {0};
    jump j = {0};
    bool ok = run_begin(t, &frames, q->quorum, val_null()) &&
              run_execute(t, &a, &frames, &j) == OUT_RETURNED;
    vec_free(&frames);
    srcpos pos = t->s->ir->functions[q->quorum].pos;
    if (!ok || !run_expect(t, t->result, V_INT, pos))
        return false;
    *size = t->result->number;
    if (*size > 0)
        return true;
    run_fail(t, FAULT_QUORUM, pos);
    return false;
}

static bool is_first_of_sender(const machine_state *m, size_t index)
{
    const message *one = &m->queue.data[index];
    for (size_t i = 0; i < index; i++)
        if (m->queue.data[i].event == one->event &&
            strcmp(m->queue.data[i].sender, one->sender) == 0)
            return false;
    return true;
}

/* Takes the first message of each of the first SIZE senders; false: too few. */
static bool take_quorum(const step *t, machine_state *m, uint32_t event, int64_t size)
{
    VEC(size_t) places = {0};
    for (size_t i = 0; i < m->queue.len && (int64_t)places.len < size; i++)
        if (m->queue.data[i].event == event && is_first_of_sender(m, i))
            vec_push(&places, i);
    bool is_complete = (int64_t)places.len == size;
    if (is_complete) {
        const val **items = ARENA_ARRAY(t->s->memory, const val *, places.len);
        for (size_t i = 0; i < places.len; i++)
            items[i] = m->queue.data[places.data[i]].payload;
        while (places.len > 0)
            drop_message(m, vec_pop(&places));
        m->held =
            (message){event, val_make(t->s->memory, V_SEQ, 0, items, (size_t)size), ""};
    }
    vec_free(&places);
    return is_complete;
}

typedef enum found {
    FOUND_NOTHING,
    FOUND_EVENT, /* held */
    FOUND_FAULT,
} found;

/* Takes the first event that need not wait; ignored ones on the way go. */
static found take_event(step *t, machine_state *m)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    for (size_t i = 0; i < m->queue.len;) {
        message one = m->queue.data[i];
        const ir_action *a = run_action(decl, m->state, one.event);
        if (a != NULL && a->kind == ACTION_IGNORE) {
            drop_message(m, i);
        } else if (a != NULL && a->kind == ACTION_DEFER) {
            i++;
        } else if (a != NULL && a->kind == ACTION_QUORUM) {
            int64_t size;
            if (!quorum_size(t, m, a, &size))
                return FOUND_FAULT;
            if (take_quorum(t, m, one.event, size))
                return FOUND_EVENT;
            i++;
        } else {
            m->held = one;
            drop_message(m, i);
            return FOUND_EVENT;
        }
    }
    return FOUND_NOTHING;
}

static bool has_null_handler(const step *t, const machine_state *m)
{
    return run_action(&t->s->ir->machines[m->machine], m->state, EVENT_NULL) != NULL;
}

static bool look(step *t, machine_state *m)
{
    found what = take_event(t, m);
    if (what == FOUND_EVENT)
        m->phase = PHASE_TAKEN;
    else
        m->phase = has_null_handler(t, m) ? PHASE_NULL : PHASE_IDLE;
    return what != FOUND_FAULT;
}

static void handle_taken(const step *t, machine_state *m)
{
    message held = m->held;
    m->held = (message){0, val_null(), ""};
    m->phase = PHASE_BUSY;
    plan_event(t, m, held.event, held.payload);
}

/* ---- Creation ---- */

static const ir_binding *binding_of(const step *t, uint32_t interface)
{
    const ir_module *module_ = t->s->test->module;
    for (uint32_t i = 0; i < module_->binding_count; i++)
        if (module_->bindings[i].interface == interface)
            return &module_->bindings[i];
    return NULL;
}

static bool add_machine(step *t, const machine_state *creator, const char *path,
                        uint32_t interface, const val *payload)
{
    const ir_binding *b = binding_of(t, interface);
    if (b == NULL)
        return false;
    const ir_machine *decl = &t->s->ir->machines[b->machine];
    machine_state m = {.path = path,
                       .interface = interface,
                       .machine = b->machine,
                       .phase = PHASE_FRESH,
                       .state = decl->start,
                       .held = {0, val_null(), ""},
                       .target = ""};
    m.fields = ARENA_ARRAY(t->s->memory, const val *, decl->field_count);
    for (uint32_t i = 0; i < decl->field_count; i++)
        m.fields[i] = val_default(t->s->memory, t->s->ir->source, decl->fields[i].type);
    add_task(&m, TASK_RUN, decl->states[decl->start].entry, payload);
    if (creator != NULL)
        net_inherit(creator, &m);
    vec_push(&t->s->machines, m);
    return true;
}

/* What a `new` of the interface by this machine really makes. */
static uint32_t linked(const step *t, const machine_state *m, uint32_t interface)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    const ir_binding *b = binding_of(t, m->interface);
    for (uint32_t k = 0; k < decl->create_count; k++)
        if (decl->creates[k] == interface)
            return b->links[k];
    return interface;
}

static const char *child_path(const step *t, const machine_state *creator)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s.%u", creator->path, creator->created);
    const char *text = arena_strndup(t->s->memory, path.data, path.len);
    strbuf_free(&path);
    return text;
}

/* Runs the NEW that the machine stands at. */
static bool create(step *t, machine_state *m)
{
    frame *f = vec_last(&m->frames);
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_instr *i = &fun->code[f->place];
    srcpos pos = fun->positions[f->place];
    actor a = actor_of(t, m);
    m->created++;
    const char *path = child_path(t, m);
    uint32_t interface = linked(t, m, i->a);
    const val *payload = run_operand(t, &a, f, i->b);
    run_store(&a, f, i->d,
              val_machine(t->s->memory, path, interface,
                          t->s->ir->interfaces[i->a].receives));
    f->place++;
    m->phase = PHASE_BUSY;
    if (add_machine(t, m, path, interface, payload)) /* M may have moved */
        return true;
    run_fail(t, FAULT_UNBOUND, pos);
    return false;
}

/* ---- Receiving ---- */

static const ir_case *case_for(const ir_function *fun, const ir_instr *i,
                               uint32_t event)
{
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        for (uint32_t n = 0; n < fun->cases[k].event_count; n++)
            if (fun->cases[k].events[n] == event)
                return &fun->cases[k];
    return NULL;
}

/* An event for the RECEIVE that the machine stands at. */
static bool enter_case(step *t, machine_state *m)
{
    frame *f = vec_last(&m->frames);
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_case *c = case_for(fun, &fun->code[f->place], m->held.event);
    const val *payload = m->held.payload;
    m->held = (message){0, val_null(), ""};
    m->phase = PHASE_BUSY;
    if (c == NULL) {
        jump j = {EVENT_HALT, val_null()};
        plan_jump(t, m, OUT_RAISED, &j);
        return true;
    }
    if (c->slot != IR_NONE) {
        if (!val_fits(t->s->ir->source, fun->slots[c->slot].type, payload)) {
            run_fail(t, FAULT_CAST, fun->positions[f->place]);
            return false;
        }
        f->slots[c->slot] = payload;
    }
    f->place = c->start;
    return true;
}

/* ---- Steps of a machine ---- */

/* What the machine paused before. */
static bool resume(step *t, machine_state *m)
{
    switch (m->phase) {
    case PHASE_LOOPING:
        t->must_loop = true;
        m->phase = PHASE_BUSY;
        return true;
    case PHASE_FRESH:
    case PHASE_CHOOSING:
        m->phase = PHASE_BUSY;
        return true;
    case PHASE_BEFORE:
        t->has_paused = true;
        m->phase = PHASE_BUSY;
        return true;
    case PHASE_SENDING:
        m->phase = PHASE_BUSY;
        net_send(t, m);
        return true;
    case PHASE_CREATING:
        return create(t, m);
    case PHASE_TAKEN:
        handle_taken(t, m);
        return true;
    case PHASE_NULL:
        m->phase = PHASE_BUSY;
        plan_event(t, m, EVENT_NULL, val_null());
        return true;
    case PHASE_GIVEN:
        return enter_case(t, m);
    case PHASE_LOOKING:
        return look(t, m);
    case PHASE_WOKEN: /* no point between taking and handling */
        if (!look(t, m))
            return false;
        if (m->phase == PHASE_TAKEN)
            handle_taken(t, m);
        return true;
    case PHASE_BUSY:
    case PHASE_UNBORN:
    case PHASE_IDLE:
    case PHASE_WAITING:
    case PHASE_HALTED:
        break;
    }
    return true;
}

/* Runs until others may; false: a fault. */
static bool run_on(step *t, machine_state *m)
{
    while (m->phase == PHASE_BUSY) {
        if (m->frames.len > 0) {
            actor a = actor_of(t, m);
            jump j = {0};
            outcome out = run_execute(t, &a, &m->frames, &j);
            if (out == OUT_FAULT)
                return false;
            if (out == OUT_RAISED || out == OUT_GOTO)
                plan_jump(t, m, out, &j);
        } else if (m->tasks.len > 0) {
            if (!start_task(t, m))
                return false;
        } else if (has_null_handler(t, m)) {
            m->phase = PHASE_LOOKING;
        } else if (!look(t, m)) {
            return false;
        }
    }
    return true;
}

void step_resume(step *t, size_t index)
{
    if (resume(t, &t->s->machines.data[index]))
        run_on(t, &t->s->machines.data[index]); /* creation may have moved it */
}

void step_run_on(step *t, size_t index)
{
    run_on(t, &t->s->machines.data[index]);
}

bool step_is_enabled(const machine_state *m)
{
    return m->phase != PHASE_IDLE && m->phase != PHASE_WAITING &&
           m->phase != PHASE_HALTED;
}

/* ---- Moves ---- */

static bool can_crash(const system_state *s, const machine_state *m)
{
    return s->crashes > 0 && run_may_crash(s, m) && m->phase != PHASE_FRESH &&
           m->phase != PHASE_SENDING && m->phase != PHASE_HALTED;
}

static void add_move(move_list *out, move_kind kind, size_t index)
{
    move m = {kind, index};
    vec_push(out, m);
}

static void machine_moves(const system_state *s, size_t index, move_list *out)
{
    const machine_state *m = &s->machines.data[index];
    if (step_is_enabled(m))
        add_move(out, MOVE_RUN, index);
    if (can_crash(s, m))
        add_move(out, MOVE_CRASH, index);
    if (m->phase != PHASE_SENDING || s->options->network != NAIVE_MBOX)
        return;
    if (net_may_lose(s, &m->held, m->target))
        add_move(out, MOVE_LOSE_SENT, index);
    if (net_may_dup(s, &m->held, m->target))
        add_move(out, MOVE_DUP_SENT, index);
}

static void transit_moves(const system_state *s, size_t index, move_list *out)
{
    const transit *t = &s->transit.data[index];
    if (!net_can_deliver(s, index))
        return;
    add_move(out, MOVE_DELIVER, index);
    if (net_may_lose(s, &t->what, t->target))
        add_move(out, MOVE_LOSE, index);
    if (net_may_dup(s, &t->what, t->target))
        add_move(out, MOVE_DUP, index);
}

void step_moves(const system_state *s, move_list *out)
{
    const machine_state *m = state_choosing(s);
    if (m != NULL) {
        add_move(out, MOVE_RUN, (size_t)(m - s->machines.data));
        return;
    }
    for (size_t i = 0; i < s->machines.len; i++)
        machine_moves(s, i, out);
    for (size_t i = 0; i < s->transit.len; i++)
        transit_moves(s, i, out);
}

static void start(step *t)
{
    const naive_options *o = t->s->options;
    t->s->crashes = o->crash.count;
    t->s->losses = o->loss.count;
    t->s->dups = o->dup.count;
    if (monitor_start_all(t) &&
        !add_machine(t, NULL, "1", t->s->test->main_interface, val_null()))
        run_fail(t, FAULT_UNBOUND, SRC_NONE);
}

/* Without its message, the sender goes on as if it had been enqueued. */
static void lose_sent(step *t, size_t index)
{
    machine_state *m = &t->s->machines.data[index];
    t->s->losses--;
    m->held = (message){0, val_null(), ""};
    m->target = "";
    m->phase = PHASE_BUSY;
    run_on(t, m);
}

static void dup_sent(step *t, size_t index)
{
    const machine_state *m = &t->s->machines.data[index];
    t->s->dups--;
    net_enqueue(t, m->target, m->held);
}

void step_begin(step *t)
{
    t->budget = STEP_BUDGET;
    t->memory_end = mem_in_use() + memory_per_step;
    t->was_cold = ARENA_ARRAY(t->s->memory, bool, t->s->test->module->monitor_count);
}

void step_make(step *t, move what)
{
    step_begin(t);
    switch (what.kind) {
    case MOVE_START:
        start(t);
        return;
    case MOVE_RUN:
        step_resume(t, what.index);
        return;
    case MOVE_CRASH:
        t->s->crashes--;
        halt(&t->s->machines.data[what.index]);
        return;
    case MOVE_LOSE_SENT:
        lose_sent(t, what.index);
        return;
    case MOVE_DUP_SENT:
        dup_sent(t, what.index);
        return;
    case MOVE_LOSE:
        t->s->losses--;
        break;
    case MOVE_DUP:
        t->s->dups--;
        break;
    case MOVE_DELIVER:
        break;
    }
    net_deliver(t, what.index, what.kind);
}

void step_free(step *t)
{
    vec_free(&t->widths);
    vec_free(&t->fair);
    if (t->chosen_in != NULL)
        intern_fini(t->chosen_in);
}
