/* Delta debugging on runs.
 *
 *     cut cycles; then, until nothing helps:
 *         remove machines, pieces of steps, duplications; lower choices
 *     group steps by machine; start again if single steps can now be removed
 *
 * A candidate with fewer steps than a shortest run cannot fail, so none is tried then.
 *
 * Why it ends: each accepted candidate is smaller in (steps, faults, choices), compared
 * lexicographically; grouping keeps these and lowers the number of switches. */
#include "evidence/shrink.h"

#include "base/clock.h"
#include "evidence/attempt.h"
#include "evidence/group.h"
#include "evidence/room.h"

typedef struct shrinker {
    attempt a;
    attempt_plan best;
    attempt_plan candidate;
    attempt_plan loop; /* of a lasso: the steps of its loop, which stay unchanged */
    bool is_shortest;  /* no run with fewer steps fails */
} shrinker;

/* ---- What is better ---- */

typedef struct cost {
    size_t steps;
    size_t faults;
    uint64_t choices; /* their sum: choice 0 is the simplest */
} cost;

static bool is_fault(transition_kind kind)
{
    return kind == TRANSITION_CRASH || kind == TRANSITION_LOSE ||
           kind == TRANSITION_DUP;
}

static cost cost_of(const core *c, const attempt_plan *p)
{
    cost sum = {.steps = p->len};
    vec_each (one, p) {
        sum.faults += is_fault(one->m.kind);
        value_view list = list_get(c, one->choices);
        for (uint32_t i = 0; i < list.count; i++)
            sum.choices += (uint64_t)value_to_int(&c->vals, list.items[i]);
    }
    return sum;
}

static bool is_less(cost a, cost b)
{
    if (a.steps != b.steps)
        return a.steps < b.steps;
    if (a.faults != b.faults)
        return a.faults < b.faults;
    return a.choices < b.choices;
}

/* Runs the candidate; true: it is better, and becomes the best. */
static bool try_candidate(shrinker *s)
{
    assert(s->candidate.len <= s->best.len);
    s->a.max_len = s->best.len;
    if (!attempt_run(&s->a, &s->candidate) ||
        !is_less(cost_of(s->a.c, &s->a.made), cost_of(s->a.c, &s->best)))
        return false;
    assert(s->a.made.len <= s->best.len);
    attempt_copy_plan(&s->a.made, &s->best);
    return true;
}

/* ---- Removals ---- */

static bool try_without(shrinker *s, size_t first, size_t count)
{
    vec_clear(&s->candidate);
    for (size_t i = 0; i < s->best.len; i++)
        if (i < first || i >= first + count)
            vec_push(&s->candidate, s->best.data[i]);
    return try_candidate(s);
}

/* Removes all steps of one machine. */
static bool drop_machines(shrinker *s)
{
    bool is_better = false;
    for (machine_id id = 0; id < s->a.c->vals.names.machines.len; id++) {
        vec_clear(&s->candidate);
        vec_each (one, &s->best)
            if (one->subject != id)
                vec_push(&s->candidate, *one);
        if (s->candidate.len < s->best.len && !s->a.is_time_up)
            is_better |= try_candidate(s);
    }
    return is_better;
}

/* Removes pieces of the run: long ones first, down to single steps. */
static bool drop_steps(shrinker *s)
{
    bool is_better = false;
    for (size_t piece = s->best.len; piece > 0; piece /= 2) {
        for (size_t i = 0; i < s->best.len && !s->a.is_time_up;) {
            if (try_without(s, i, piece))
                is_better = true;
            else
                i += piece;
        }
    }
    return is_better;
}

/* Turns duplications of a message into plain deliveries. */
static bool drop_copies(shrinker *s)
{
    bool is_better = false;
    for (size_t i = 0; i < s->best.len && !s->a.is_time_up; i++) {
        if (s->best.data[i].m.kind != TRANSITION_DUP)
            continue;
        attempt_copy_plan(&s->best, &s->candidate);
        s->candidate.data[i].m.kind = TRANSITION_DELIVER;
        is_better |= try_candidate(s);
    }
    return is_better;
}

/* The list with CHOICE in place of choice K. */
static value replace_choice(core *c, value choices, uint32_t k, int64_t choice)
{
    VEC(value) choices_now = {0};
    value_view list = list_get(c, choices);
    for (uint32_t i = 0; i < list.count; i++)
        vec_push(&choices_now, list.items[i]);
    *vec_at(&choices_now, k) = value_int(&c->vals, choice);
    value changed = list_make(c, choices_now.data, choices_now.len);
    vec_free(&choices_now);
    return changed;
}

static bool try_choice(shrinker *s, size_t i, uint32_t k, int64_t choice)
{
    attempt_copy_plan(&s->best, &s->candidate);
    s->candidate.data[i].choices =
        replace_choice(s->a.c, s->best.data[i].choices, k, choice);
    return try_candidate(s);
}

/* Replaces a choice by 0; if that does not help, by the next lower one. */
static bool lower_choices(shrinker *s)
{
    bool is_better = false;
    for (size_t i = 0; i < s->best.len; i++) {
        for (uint32_t k = 0; i < s->best.len && !s->a.is_time_up; k++) {
            value_view list = list_get(s->a.c, s->best.data[i].choices);
            if (k >= list.count)
                break;
            int64_t choice = value_to_int(&s->a.c->vals, list.items[k]);
            if (choice > 0)
                is_better |= try_choice(s, i, k, 0) ||
                             (choice > 1 && try_choice(s, i, k, choice - 1));
        }
    }
    return is_better;
}

/* Cuts out cycles: from each state, continues with the last step that leaves it. */
static bool cut_cycles(shrinker *s)
{
    s->a.wants_states = true;
    attempt_copy_plan(&s->best, &s->candidate);
    s->a.max_len = s->best.len;
    bool ok = attempt_run(&s->a, &s->candidate);
    s->a.wants_states = false;
    if (!ok)
        return false;
    idmap last = {0};
    for (size_t i = s->a.states.len; i-- > 0;)
        if (idmap_get_number(&last, s->a.states.data[i]) == 0)
            idmap_put_number(&last, s->a.states.data[i], i + 1);
    vec_clear(&s->candidate);
    for (size_t i = 0; i < s->a.made.len; i++) {
        size_t leaves = idmap_get_number(&last, s->a.states.data[i]);
        assert(leaves > i);
        i = leaves - 1;
        vec_push(&s->candidate, s->a.made.data[i]);
    }
    idmap_fini(&last);
    return s->candidate.len < s->best.len && try_candidate(s);
}

static void remove_all(shrinker *s)
{
    bool is_better = true;
    if (!s->is_shortest)
        cut_cycles(s);
    while (is_better && !s->a.is_time_up) {
        is_better = !s->is_shortest && drop_machines(s);
        is_better |= !s->is_shortest && drop_steps(s);
        is_better |= drop_copies(s);
        is_better |= lower_choices(s);
    }
}

/* ---- From a trace and back ---- */

static void write_back(shrinker *s, trace *t)
{
    trace shorter;
    trace_init(&shorter);
    vec_each (one, &s->best)
        trace_add(&shorter, s->a.c, one->m, one->choices);
    if (s->a.goal.is_lasso)
        shorter.loop = s->best.len;
    if (t->tail.steps > 0)
        shorter.tail = (trace_tail){
            .from = s->best.len, .steps = t->tail.steps, .seed = t->tail.seed};
    vec_each (one, &s->loop)
        trace_add(&shorter, s->a.c, one->m, one->choices);
    trace_fini(t);
    *t = shorter;
}

/* Of a lasso only the path to its loop is shortened: fairness of the loop depends on
 * the states it visits. */
static void set_loop_aside(shrinker *s, size_t loop)
{
    assert(loop <= s->best.len);
    for (size_t i = loop; i < s->best.len; i++)
        vec_push(&s->loop, s->best.data[i]);
    s->best.len = loop;
}

/* Learns the goal, and checks that an attempt with the whole plan reaches it, since an
 * attempt runs differently from a replay. */
static bool learn(shrinker *s, const trace *t)
{
    if (!attempt_learn(&s->a, t, &s->best))
        return false;
    if (s->a.goal.is_lasso)
        set_loop_aside(s, t->loop);
    s->a.is_exact = true;
    bool ok = attempt_run(&s->a, &s->best);
    s->a.is_exact = false;
    return ok;
}

bool shrink_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                  const shrink_limits *limits, trace *t)
{
    shrinker s = {.is_shortest = limits->is_shortest};
    if (t->tail.steps > ATTEMPT_TAIL_STEPS)
        return false;
    core *c = core_new(ir, test, o);
    room_limit(c, &limits->memory);
    attempt_init(&s.a, c);
    bool ok = learn(&s, t);
    if (ok) {
        s.a.deadline = clock_ns() + (uint64_t)(limits->seconds * 1e9);
        s.a.stop = limits->stop;
        do {
            remove_all(&s);
            group_steps(&s.a, &s.best);
        } while (!s.is_shortest &&
                 drop_steps(&s)); /* in the new order, more steps may be redundant */
        write_back(&s, t);
    }
    vec_free(&s.best);
    vec_free(&s.candidate);
    vec_free(&s.loop);
    attempt_fini(&s.a);
    core_free(c);
    return ok;
}
