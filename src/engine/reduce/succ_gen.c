#include "engine/reduce/succ_gen.h"

#include "core/component.h"
#include "core/env.h"
#include "engine/reduce/block.h"
#include "engine/reduce/dead.h"
#include "engine/reduce/queue_abs.h"

void succ_gen_fini(succ_gen *f)
{
    vec_free(&f->steps);
    vec_each (row, &f->rows)
        vec_free(row);
    vec_free(&f->rows);
    vec_free(&f->bare);
    vec_free(&f->fed);
}

static void need_row(succ_gen *f, uint32_t at)
{
    const system_state empty = {0};
    while (f->rows.len <= at)
        vec_push(&f->rows, empty);
}

/* The machine that reads its inbox in the course of a move; MACHINE_NONE: none. */
static uint32_t find_reader(const core *c, const system_state *s, transition m)
{
    uint32_t reader = m.machine;
    value message = system_message(c, s, m);
    if (message != VALUE_NULL)
        reader = value_to_machine_id(&c->vals,
                                     value_item(&c->vals, message, MESSAGE_TARGET));
    process_status is = local_status(c, system_local(c, s, reader));
    bool reads = message != VALUE_NULL ? is == STATUS_IDLE || is == STATUS_WAITING
                                       : is == STATUS_AT_RECEIVE;
    return reads ? reader : MACHINE_NONE;
}

/* As system_step, for machines that may have queue abstractions. */
static bool step_with_queue_abs(succ_gen *f, const system_state *from, transition m,
                                uint32_t k, system_state *to, transition_result *r)
{
    core *c = f->g->c;
    uint32_t reader = find_reader(c, from, m);
    value local = system_local(c, from, reader);
    value queue = local != VALUE_NULL ? queue_abs_of(c, local) : VALUE_NULL;
    if (queue == VALUE_NULL)
        return system_step(c, from, m, k, to, r);
    uint32_t front = queue_abs_prefix(c, local);
    system_copy(from, &f->bare);
    queue_abs_detach(c, &f->bare, reader);
    if (!system_step(c, &f->bare, m, k, to, r))
        return false;
    if (r->fault == 0 && !r->is_pruned)
        queue_abs_attach(c, to, reader, queue, front);
    return true;
}

/* As system_step, for machines that may have queue abstractions or be blocked. */
static bool make_move(succ_gen *f, const system_state *from, transition m, uint32_t k,
                      system_state *to, transition_result *r)
{
    core *c = f->g->c;
    bool is_one = f->g->reduction.tail > 0 ? step_with_queue_abs(f, from, m, k, to, r)
                                           : system_step(c, from, m, k, to, r);
    if (is_one && f->g->reduction.unbounded && r->fault == 0)
        block_keep(c, from, to);
    return is_one;
}

static void settle(succ_gen *f, uint32_t at);

/* Eager moves may have no end, as when machines create each other. */
static void count_transition(succ_gen *f)
{
    enum { EVERY = 64 };
    const core *c = f->g->c;
    if (++f->transitions % EVERY == 0 && c->is_over != NULL)
        f->is_over |= c->is_over(c->is_over_context);
}

static void note_length(succ_gen *f)
{
    if (f->steps.len > f->longest)
        f->longest = f->steps.len;
}

static void note_choices(succ_step *step, const transition_result *r)
{
    step->choices = r->choices;
    step->named = r->named;
    step->learned = r->learned;
}

/* All outcomes of M from FROM, each in row AT; and then of the moves in MORE. */
static void try_moves(succ_gen *f, const system_state *from, transition m,
                      const transition *more, uint32_t more_count, uint32_t at)
{
    assert(more_count == 0 || more != NULL);
    core *c = f->g->c;
    transition_result r = {0};
    succ_step step = {.m = m, .message = system_message(c, from, m)};
    const system_state origin =
        *from; /* the vector of rows may grow; their contents stay */
    need_row(f, at);
    uint32_t forks = 1;
    for (; !f->is_over && !r.is_last;
         step.outcome = system_next_branch(c, step.outcome, &r, &forks)) {
        system_state to = f->rows.data[at];
        bool is_one = make_move(f, &origin, m, step.outcome, &to, &r);
        f->rows.data[at] = to;
        if (!is_one)
            return;
        f->ends_some |= r.fault != 0 || (r.is_pruned && !r.is_void);
        if (r.is_pruned)
            continue;
        count_transition(f);
        note_choices(&step, &r);
        vec_push(&f->steps, step);
        note_length(f);
        if (r.fault != 0)
            f->on_fault(f->context, &origin, &r);
        else if (more_count > 0)
            try_moves(f, &f->rows.data[at], *more, more + 1, more_count - 1, at + 1);
        else
            settle(f, at);
        vec_pop(&f->steps);
    }
}

/* For tests: messages arrive at once. */
static bool find_sent(const succ_gen *f, const system_state *s, transition *m)
{
    for (machine_id id = 0; id < system_machines(f->g->c, s); id++) {
        if (system_outbox(f->g->c, s, id) == VALUE_NULL)
            continue;
        *m = (transition){TRANSITION_DELIVER, id, 0};
        return true;
    }
    return false;
}

/* An eager move: a new machine begins, then a machine reads its inbox; the first by
 * name. */
static bool find_eager(const succ_gen *f, const system_state *s, transition *m)
{
    const core *c = f->g->c;
    uint32_t looker = MACHINE_NONE;
    vec_each (id, &c->vals.names.sorted) {
        value local = system_local(c, s, *id);
        process_status is = local != VALUE_NULL ? local_status(c, local) : STATUS_IDLE;
        if (is == STATUS_NEW && ts_is_urgent(c, *id, local)) {
            *m = (transition){TRANSITION_ACT, *id, 0};
            return true;
        }
        if ((is == STATUS_AT_RECEIVE || is == STATUS_POLLING) &&
            looker == MACHINE_NONE && acceptance_is_polling(&f->g->acceptance, local))
            looker = *id;
    }
    *m = (transition){TRANSITION_ACT, looker, 0};
    if (looker != MACHINE_NONE && (f->g->reduction.flaws & FLAW_STORED_RECEIVES) == 0)
        return true;
    return (f->g->reduction.flaws & FLAW_ATOMIC_SENDS) != 0 && find_sent(f, s, m);
}

/* Drops dead messages; a creation that waited behind them may take place. */
static bool find_eager_without_dead(succ_gen *f, system_state *s, transition *m)
{
    bool has_new = false;
    if (!f->keeps_dead) {
        uint64_t before = dead_refused(f->g->dead);
        f->dropped += dead_drop_since(f->g->dead, f->clean, s, &has_new);
        f->refused += dead_refused(f->g->dead) - before;
    }
    return has_new && find_eager(f, s, m);
}

/* If M has one outcome, and that is a state, row AT becomes that state.  So thousands
 * of new machines do not need a row and a stack frame each. */
static bool take_only_outcome(succ_gen *f, transition m, uint32_t at)
{
    transition_result r;
    transition_result next;
    succ_step step = {.m = m, .message = system_message(f->g->c, &f->rows.data[at], m)};
    need_row(f, at + 2);
    const system_state from = f->rows.data[at];
    system_state to = f->rows.data[at + 1];
    system_state other = f->rows.data[at + 2];
    bool is_only = make_move(f, &from, m, 0, &to, &r) && !r.is_pruned && r.fault == 0 &&
                   (r.is_last || !make_move(f, &from, m, 1, &other, &next));
    f->rows.data[at] = is_only ? to : from;
    f->rows.data[at + 1] = is_only ? from : to;
    f->rows.data[at + 2] = other;
    if (!is_only)
        return false;
    count_transition(f);
    note_choices(&step, &r);
    vec_push(&f->steps, step);
    note_length(f);
    return true;
}

/* The eager move of row AT; false: the row is a successor. */
static bool find_next(succ_gen *f, uint32_t at, transition *m)
{
    core *c = f->g->c;
    system_state *row = &f->rows.data[at];
    if (f->g->reduction.tail > 0)
        f->abstracted += queue_abs_fold(c, row, f->g->reduction.tail);
    if (!find_eager(f, row, m) && !find_eager_without_dead(f, row, m))
        return false;
    if (f->o->see_state != NULL)
        f->o->see_state(f->o->see_context, c, row);
    return true;
}

static void settle(succ_gen *f, uint32_t at)
{
    enum { DEEPEST = 2000 }; /* rows on the stack */
    transition m;
    size_t before = f->steps.len;
    bool has_more;
    bool is_too_far;
    do {
        has_more = find_next(f, at, &m);
        is_too_far = f->most > 0 && f->steps.len > f->most;
    } while (has_more && !f->is_over && !is_too_far && take_only_outcome(f, m, at));
    if (has_more && at >= DEEPEST)
        f->is_endless = f->is_over = true;
    if (!has_more)
        f->on_successor(f->context, &f->rows.data[at]);
    else if (!f->is_over && !is_too_far)
        try_moves(f, &f->rows.data[at], m, NULL, 0, at + 1);
    f->steps.len = before;
}

void succ_gen_start(succ_gen *f, const system_state *start)
{
    need_row(f, 0);
    f->clean = NULL;
    system_copy(start, &f->rows.data[0]);
    settle(f, 0);
}

/* A message of the queue abstraction: it arrives as if the machine had sent it to
 * itself. */
static void fire_dequeue(succ_gen *f, const state_view *s, const view_transition *e)
{
    assert(e->message != VALUE_NULL);
    core *c = f->g->c;
    system_copy(s->s, &f->fed);
    uint32_t front = queue_abs_prefix(c, system_local(c, s->s, e->owner));
    queue_abs_detach(c, &f->fed, e->owner);
    queue_abs_attach(c, &f->fed, e->owner, e->queue_left, front);
    f->fed.data[env_columns(c) + 2 * e->owner + 1] = list_make(c, &e->message, 1);
    try_moves(f, &f->fed, e->m, NULL, 0, 0);
}

void succ_gen_fire(succ_gen *f, const state_view *s, const view_transition *e)
{
    assert(f->on_successor != NULL);
    assert(f->on_fault != NULL);
    f->clean = f->is_clean ? s->s : NULL;
    if (e->message != VALUE_NULL) {
        fire_dequeue(f, s, e);
        return;
    }
    try_moves(f, s->s, e->m, s->quorum_moves.data + e->more, e->more_count, 0);
}
