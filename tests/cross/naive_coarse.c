#include "naive_coarse.h"

#include <string.h>

/* In place of an event: the creation of the machine that is the target. */
#define CREATION IR_NONE

bool coarse_supports(const ir_program *ir, const ir_test *test,
                     const naive_options *options)
{
    if (options->network != NAIVE_MBOX || options->crash.count > 0)
        return false;
    for (uint32_t i = 0; i < test->module->binding_count; i++) {
        const ir_machine *m = &ir->machines[test->module->bindings[i].machine];
        for (uint32_t s = 0; s < m->state_count; s++)
            for (uint32_t k = 0; k < m->states[s].action_count; k++)
                if (m->states[s].actions[k].event == EVENT_NULL ||
                    m->states[s].actions[k].kind == ACTION_QUORUM)
                    return false;
    }
    return true;
}

bool coarse_stops(const step *t, const machine_state *m, const val *event)
{
    return !t->has_floor &&
           (event == NULL || (event->kind == V_EVENT &&
                              monitor_is_watched(t, m, (uint32_t)event->number)));
}

/* ---- Outboxes ---- */

static size_t first_of_outbox(const system_state *s, const char *sender)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < s->transit.len; i++)
        if (strcmp(s->transit.data[i].what.sender, sender) == 0 &&
            (first == SIZE_MAX || s->transit.data[i].id < s->transit.data[first].id))
            first = i;
    return first;
}

static bool is_outbox_empty(const system_state *s, const char *sender)
{
    return first_of_outbox(s, sender) == SIZE_MAX;
}

static void drop_transit(system_state *s, size_t index)
{
    vec_free(&s->transit.data[index].past);
    s->transit.data[index] = s->transit.data[--s->transit.len];
}

static void be_born(system_state *s, const char *path)
{
    state_find(s, path)->phase = PHASE_FRESH;
}

/* A creation with nothing in front of it takes place at once. */
static void put_into_outbox(system_state *s, const char *target, message what)
{
    if (what.event == CREATION && is_outbox_empty(s, what.sender)) {
        be_born(s, target);
        return;
    }
    transit one = {.target = target, .what = what};
    vec_each (other, &s->transit)
        if (other->id >= one.id)
            one.id = other->id + 1;
    vec_push(&s->transit, one);
}

/* Creations at the front of an outbox take place. */
static void settle(system_state *s, const char *sender)
{
    for (size_t i = first_of_outbox(s, sender);
         i != SIZE_MAX && s->transit.data[i].what.event == CREATION;
         i = first_of_outbox(s, sender)) {
        be_born(s, s->transit.data[i].target);
        drop_transit(s, i);
    }
}

/* ---- Running a machine until it stops ---- */

/* The last effect of a machine that runs; target "": none. */
typedef struct effect {
    const char *target;
    message what;
} effect;

static const effect no_effect = {"", {0, NULL, ""}};

static void flush(step *t, effect *last)
{
    if (last->target[0] != '\0')
        put_into_outbox(t->s, last->target, last->what);
    *last = no_effect;
    t->has_floor = false;
}

static void take_sent(machine_state *m, effect *last)
{
    *last = (effect){m->target, m->held};
    m->held = (message){0, val_null(), ""};
    m->target = "";
    m->phase = PHASE_BUSY;
}

/* The child is the machine that was added last. */
static void take_created(step *t, const char *creator, effect *last)
{
    machine_state *child = vec_last(&t->s->machines);
    child->phase = PHASE_UNBORN;
    *last = (effect){child->path, {CREATION, val_null(), creator}};
}

/* One round; false: the machine has stopped, or failed. */
static bool run_round(step *t, const char *path, effect *last)
{
    machine_state *m = state_find(t->s, path);
    size_t index = (size_t)(m - t->s->machines.data);
    switch (m->phase) {
    case PHASE_SENDING:
        flush(t, last);
        take_sent(m, last);
        step_run_on(t, index);
        return t->fault == FAULT_NONE;
    case PHASE_CREATING:
        flush(t, last);
        step_resume(t, index);
        if (t->fault == FAULT_NONE)
            take_created(t, path, last);
        return t->fault == FAULT_NONE;
    case PHASE_TAKEN:
    case PHASE_GIVEN:
        flush(t, last);
        step_resume(t, index);
        return t->fault == FAULT_NONE;
    case PHASE_BEFORE: /* what it did last takes place with what it does next */
        m->target = last->target;
        m->held =
            last->what.payload != NULL ? last->what : (message){0, val_null(), ""};
        return false;
    case PHASE_LOOPING:
    case PHASE_IDLE:
    case PHASE_WAITING:
    case PHASE_HALTED:
        flush(t, last);
        return false;
    case PHASE_UNBORN:
    case PHASE_FRESH:
    case PHASE_CHOOSING:
    case PHASE_WOKEN:
    case PHASE_BUSY:
    case PHASE_LOOKING:
    case PHASE_NULL:
        break;
    }
    t->fault = FAULT_UNSUPPORTED;
    return false;
}

static void run_to_stop(step *t, const char *path)
{
    effect last = no_effect;
    step_resume(t, (size_t)(state_find(t->s, path) - t->s->machines.data));
    while (t->fault == FAULT_NONE && run_round(t, path, &last))
        ;
}

/* ---- Steps ---- */

static void receive(step *t, const char *target, message what)
{
    what.sender = "";
    net_enqueue(t, target, what);
    machine_state *m = state_find(t->s, target);
    if (m->phase == PHASE_IDLE)
        m->phase = PHASE_WOKEN; /* to look at what it ignores, too */
    if (m->phase == PHASE_WOKEN || m->phase == PHASE_GIVEN)
        run_to_stop(t, target);
}

static void deliver(step *t, size_t index, bool is_kept)
{
    transit one = t->s->transit.data[index];
    if (!is_kept) {
        drop_transit(t->s, index);
        settle(t->s, one.what.sender);
    }
    receive(t, one.target, one.what);
}

static effect take_held(machine_state *m)
{
    effect e = {m->target, m->held};
    m->target = "";
    m->held = (message){0, val_null(), ""};
    return e;
}

/* What another machine does about a message comes last: in P it cannot run before the
 * sender is at its next scheduling point, and the sender may not get there. */
static void act(step *t, size_t index, bool is_lost)
{
    machine_state *m = &t->s->machines.data[index];
    const char *path = m->path;
    bool is_fresh = m->phase == PHASE_FRESH;
    effect e = take_held(m);
    bool has_effect = e.target[0] != '\0';
    bool is_sent = has_effect && e.what.event != CREATION && !is_lost;
    bool is_to_itself = is_sent && strcmp(e.target, path) == 0;
    if (has_effect && e.what.event == CREATION)
        be_born(t->s, e.target);
    if (is_to_itself)
        receive(t, e.target, e.what);
    t->has_floor = !is_fresh;
    run_to_stop(t, path);
    t->has_floor = false;
    if (is_sent && !is_to_itself && t->fault == FAULT_NONE)
        receive(t, e.target, e.what);
}

static void lose(system_state *s, size_t index)
{
    const char *sender = s->transit.data[index].what.sender;
    drop_transit(s, index);
    settle(s, sender);
}

void coarse_make(step *t, move what)
{
    step_begin(t);
    switch (what.kind) {
    case MOVE_RUN:
        act(t, what.index, false);
        return;
    case MOVE_DELIVER:
        deliver(t, what.index, false);
        return;
    case MOVE_LOSE:
        t->s->losses--;
        lose(t->s, what.index);
        return;
    case MOVE_DUP:
        t->s->dups--;
        deliver(t, what.index, true);
        return;
    case MOVE_LOSE_SENT:
        t->s->losses--;
        act(t, what.index, true);
        return;
    case MOVE_DUP_SENT:
        t->s->dups--;
        receive(t, t->s->machines.data[what.index].target,
                t->s->machines.data[what.index].held);
        return;
    case MOVE_START:
    case MOVE_CRASH:
        break;
    }
    step_make(t, what);
}

static void add_move(move_list *out, move_kind kind, size_t index)
{
    move m = {kind, index};
    vec_push(out, m);
}

static void machine_moves(const system_state *s, size_t index, move_list *out)
{
    const machine_state *m = &s->machines.data[index];
    if ((m->phase != PHASE_BEFORE && m->phase != PHASE_LOOPING) ||
        !is_outbox_empty(s, m->path))
        return;
    add_move(out, MOVE_RUN, index);
    if (m->target[0] == '\0' || m->held.event == CREATION)
        return;
    if (net_may_lose(s, &m->held, m->target))
        add_move(out, MOVE_LOSE_SENT, index);
    if (net_may_dup(s, &m->held, m->target))
        add_move(out, MOVE_DUP_SENT, index);
}

static void outbox_moves(const system_state *s, const char *sender, move_list *out)
{
    size_t index = first_of_outbox(s, sender);
    if (index == SIZE_MAX)
        return;
    const transit *t = &s->transit.data[index];
    add_move(out, MOVE_DELIVER, index);
    if (net_may_lose(s, &t->what, t->target))
        add_move(out, MOVE_LOSE, index);
    if (net_may_dup(s, &t->what, t->target))
        add_move(out, MOVE_DUP, index);
}

void coarse_moves(const system_state *s, move_list *out)
{
    for (size_t i = 0; i < s->machines.len; i++) {
        if (s->machines.data[i].phase == PHASE_FRESH) {
            add_move(out, MOVE_RUN, i); /* a new machine begins before all else */
            return;
        }
    }
    for (size_t i = 0; i < s->machines.len; i++) {
        machine_moves(s, i, out);
        outbox_moves(s, s->machines.data[i].path, out);
    }
}

/* ---- Dead slots ---- */

typedef struct walk {
    const ir_function *f;
    uint32_t slot;
    bool *was_here;
    VEC(uint32_t) next;
} walk;

static void go_to(walk *w, uint32_t place)
{
    if (place < w->f->code_count && !w->was_here[place]) {
        w->was_here[place] = true;
        vec_push(&w->next, place);
    }
}

static bool reads(const walk *w, const ir_instr *i)
{
    const char *shape = ir_op_shape((ir_op)i->op);
    const ir_operand me = IR_OPERAND(IR_LOCAL, w->slot);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o' && fields[k] == me)
            return true;
    if (strchr(shape, '*') != NULL)
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            if (w->f->args[k] == me)
                return true;
    return false;
}

static bool writes(const walk *w, const ir_instr *i)
{
    return ir_op_shape((ir_op)i->op)[0] == 'd' && i->d == IR_OPERAND(IR_LOCAL, w->slot);
}

static void go_to_cases(walk *w, const ir_instr *i)
{
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        if (w->f->cases[k].slot != w->slot)
            go_to(w, w->f->cases[k].start);
}

/* As run_execute goes on. */
static void go_on(walk *w, uint32_t place)
{
    const ir_instr *i = &w->f->code[place];
    switch (i->op) {
    case IR_RETURN:
    case IR_RAISE:
    case IR_GOTO:
    case IR_FAIL:
        return;
    case IR_ELSE:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_REPEAT:
    case IR_DONE:
    case IR_PROOF:
        go_to(w, i->a);
        return;
    case IR_RECEIVE:
        go_to_cases(w, i);
        return;
    case IR_FOREACH: /* writes its variable only where it goes in */
        go_to(w, i->c);
        break;
    case IR_IF:
    case IR_IF_NOT:
        go_to(w, i->b);
        break;
    }
    if (!writes(w, i))
        go_to(w, place + 1);
}

/* Some path from PLACE on reads the slot before it writes it. */
static bool is_read(arena *memory, const ir_function *f, uint32_t place, uint32_t slot)
{
    walk w = {.f = f, .slot = slot};
    w.was_here = ARENA_ARRAY(memory, bool, f->code_count);
    go_to(&w, place);
    bool found = false;
    while (!found && w.next.len > 0) {
        uint32_t here = vec_pop(&w.next);
        found = reads(&w, &f->code[here]);
        go_on(&w, here);
    }
    vec_free(&w.next);
    return found;
}

static void forget_in_frame(const system_state *s, const frame *f, bool is_innermost)
{
    const ir_function *fun = &s->ir->functions[f->function];
    const ir_instr *i = &fun->code[f->place];
    for (uint32_t k = 0; k < fun->slot_count; k++) {
        bool is_result = !is_innermost && i->d == IR_OPERAND(IR_LOCAL, k);
        if (is_result ||
            !is_read(s->memory, fun, is_innermost ? f->place : f->place + 1, k))
            f->slots[k] = val_null();
    }
}

void coarse_forget_machine(const system_state *s, const machine_state *m)
{
    vec_each (f, &m->frames)
        forget_in_frame(s, f, f == vec_last(&m->frames));
}

void coarse_forget(const system_state *s)
{
    vec_each (m, &s->machines)
        coarse_forget_machine(s, m);
}
