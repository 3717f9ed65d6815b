#include "naive_run.h"

#include <string.h>

/* ---- Pasts ---- */

static bool past_has(const past_set *past, uint32_t id)
{
    vec_each (one, past)
        if (*one == id)
            return true;
    return false;
}

static void past_add(past_set *past, uint32_t id)
{
    if (!past_has(past, id))
        vec_push(past, id);
}

static void past_join(past_set *past, const past_set *more)
{
    vec_each (id, more)
        past_add(past, *id);
}

static void past_remove(past_set *past, uint32_t id)
{
    size_t n = 0;
    vec_each (one, past)
        if (*one != id)
            past->data[n++] = *one;
    past->len = n;
}

void net_inherit(const machine_state *creator, machine_state *child)
{
    past_join(&child->past, &creator->past);
}

/* ---- The queue of the target ---- */

static bool is_blocked_for(const step *t, const machine_state *m, uint32_t event)
{
    if (m->phase != PHASE_WAITING)
        return false;
    const frame *f = vec_last(&m->frames);
    const ir_function *fun = &t->s->ir->functions[f->function];
    return run_wants(fun, &fun->code[f->place], event);
}

void net_enqueue(step *t, const char *target, message what)
{
    machine_state *m = state_find(t->s, target);
    if (m->phase == PHASE_HALTED || m->phase == PHASE_LOOPING)
        return;
    if (is_blocked_for(t, m, what.event)) {
        m->held = what;
        m->phase = PHASE_GIVEN;
        return;
    }
    vec_push(&m->queue, what);
    if (m->phase != PHASE_IDLE)
        return;
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    const ir_action *a = run_action(decl, m->state, what.event);
    if (a == NULL || (a->kind != ACTION_DEFER && a->kind != ACTION_IGNORE))
        m->phase = PHASE_WOKEN;
}

/* ---- Messages in transit ---- */

static void put_in_transit(step *t, machine_state *sender, const char *target,
                           message what)
{
    transit one = {.target = target, .what = what};
    vec_each (other, &t->s->transit)
        if (other->id >= one.id)
            one.id = other->id + 1;
    if (t->s->options->network == NAIVE_CAUSAL) {
        past_join(&one.past, &sender->past);
        past_add(&sender->past, one.id);
    }
    vec_push(&t->s->transit, one);
}

void net_send(step *t, machine_state *m)
{
    message what = m->held;
    const char *target = m->target;
    m->held = (message){0, val_null(), ""};
    m->target = "";
    if (t->s->options->network == NAIVE_MBOX)
        net_enqueue(t, target, what);
    else
        put_in_transit(t, m, target, what);
}

static bool is_same_pair(const transit *a, const transit *b)
{
    return strcmp(a->target, b->target) == 0 &&
           strcmp(a->what.sender, b->what.sender) == 0;
}

bool net_can_deliver(const system_state *s, size_t index)
{
    const transit *t = &s->transit.data[index];
    vec_each (other, &s->transit) {
        if (s->options->network == NAIVE_P2P && other->id < t->id &&
            is_same_pair(other, t))
            return false;
        if (past_has(&t->past, other->id) && strcmp(other->target, t->target) == 0)
            return false;
    }
    return true;
}

static void remove_from_transit(system_state *s, size_t index)
{
    uint32_t id = s->transit.data[index].id;
    vec_free(&s->transit.data[index].past);
    memmove(&s->transit.data[index], &s->transit.data[index + 1],
            (s->transit.len - index - 1) * sizeof *s->transit.data);
    s->transit.len--;
    vec_each (t, &s->transit)
        past_remove(&t->past, id);
    vec_each (m, &s->machines)
        past_remove(&m->past, id);
}

/* The copy of a duplicated message counts as sent later, so the receiver, who got the
 * first one, does not follow the second. */
void net_deliver(step *t, size_t index, move_kind how)
{
    const transit *one = &t->s->transit.data[index];
    if (how != MOVE_LOSE) {
        machine_state *m = state_find(t->s, one->target);
        if (m->phase != PHASE_HALTED)
            past_join(&m->past, &one->past);
        net_enqueue(t, one->target, one->what);
    }
    if (how != MOVE_DUP)
        remove_from_transit(t->s, index);
}

/* ---- Faults ---- */

static bool is_subject(const naive_budget *b, uint32_t event)
{
    for (uint32_t i = 0; i < b->only_count; i++)
        if (b->only[i] == event)
            return true;
    return b->only == NULL && event != EVENT_HALT;
}

static bool may_fail(const naive_budget *b, uint32_t left, const message *m,
                     const char *target)
{
    return left > 0 && is_subject(b, m->event) && strcmp(m->sender, target) != 0;
}

bool net_may_lose(const system_state *s, const message *m, const char *target)
{
    return may_fail(&s->options->loss, s->losses, m, target);
}

bool net_may_dup(const system_state *s, const message *m, const char *target)
{
    return may_fail(&s->options->dup, s->dups, m, target);
}
