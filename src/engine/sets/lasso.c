/* From the remaining pairs of fair.h to a fair cycle.
 *
 * Every remaining pair is reachable from pairs that meet each constraint.  So from any
 * pair we can go back from constraint to constraint, until the path meets all of them:
 * a LAP.  It is built backwards: it begins at its last pair.  If the pair where the lap
 * started is a predecessor, by any number of steps, of the pair where it arrived, the
 * two paths form a cycle.  If not, the lap has left a strongly connected component
 * against the direction of steps, and the next lap starts where this one arrived. There
 * are finitely many components, so some lap stays within its component.
 *
 * On a cycle every alternative is taken that is offered: a pair behind the offer is
 * reachable from pairs behind steps that took the alternative, and so are all pairs
 * that follow it on the cycle.
 */
#include "engine/sets/lasso.h"

#include "engine/sets/counterexample.h"

#include <string.h>

/* A pair, and the transition that leads to it from the next one in the list. */
typedef struct lap_pair {
    size_t state; /* its index in STATES */
    value choices;
    transition by;
    value by_choices; /* the values of all choices of that transition */
    value label;
} lap_pair;

/* Backwards: each pair is reached from the next one. */
typedef struct lap {
    fair_search *f;
    VEC(lap_pair) pairs;
    state_row states;
} lap;

static const value *state_at(const lap *p, size_t i)
{
    assert(i < p->pairs.len);
    return p->states.data + p->pairs.data[i].state;
}

static size_t last_of(const lap *p)
{
    assert(p->pairs.len > 0);
    return p->pairs.len - 1;
}

static bool has_pair(const lap *p, const label_map *x, size_t i)
{
    const set_search *s = p->f->s;
    ldd states = label_map_get(x, p->pairs.data[i].choices);
    return ldd_has(&s->store, states, state_at(p, i), s->layout.columns.len);
}

/* Appends a pair; the caller fills in its state. */
static value *add_pair(lap *p)
{
    vec_push(&p->pairs, ((lap_pair){.state = p->states.len}));
    for (size_t i = 0; i < p->f->s->layout.columns.len; i++)
        vec_push(&p->states, VALUE_NULL);
    return p->states.data + vec_last(&p->pairs)->state;
}

/* ---- The predecessor of a pair ---- */

/* The target: a step of BY that leads to a pair, and meets CONSTRAINT unless that is
 * NULL. */
typedef struct step_aim {
    fair_search *f;
    transition_group by;
    const value *to;
    value choices;
    const fair_constraint *constraint;
} step_aim;

static bool is_target(const step_aim *a, value label)
{
    core *c = a->f->s->c;
    return fair_is_step(a->f, label) && label_choices(c, label) == a->choices &&
           (a->constraint == NULL || fair_is_met_by(a->f, label, a->constraint));
}

static bool leads_there(void *context, ldd from)
{
    const step_aim *a = context;
    const set_search *s = a->f->s;
    label_map to = {0};
    bool is_there = false;
    (void)image_by_label(a->f->image, from, a->by, &to);
    vec_each (one, &to)
        is_there |= is_target(a, one->label) &&
                    ldd_has(&s->store, one->states, a->to, s->layout.columns.len);
    vec_free(&to);
    return is_there;
}

/* Finds the transition of A from the state of the last pair. */
static void find_transition(lap *p, const step_aim *a)
{
    fair_search *f = p->f;
    core *c = f->s->c;
    system_state from = {0};
    system_state to = {0};
    system_state next = {0};
    transition_list enabled = {0};
    lap_pair *target = vec_at(&p->pairs, p->pairs.len - 2);
    bool is_found = false;
    layout_decode(&f->s->layout, state_at(p, last_of(p)), &from);
    layout_decode(&f->s->layout, a->to, &to);
    system_enabled(c, &from, &enabled);
    for (size_t i = 0; i < enabled.len && !is_found; i++) {
        transition_result r;
        for (uint32_t k = 0; system_step(c, &from, enabled.data[i], k, &next, &r);
             k++) {
            if (r.is_pruned || r.fault != 0 || next.len != to.len ||
                memcmp(next.data, to.data, to.len * sizeof *to.data) != 0)
                continue;
            value label = label_of_transition(c, &from, enabled.data[i], &r);
            is_found = is_target(a, label);
            if (!is_found)
                continue;
            target->by = enabled.data[i];
            target->by_choices = r.choices;
            target->label = label;
            break;
        }
    }
    assert(is_found);
    vec_free(&from);
    vec_free(&to);
    vec_free(&next);
    vec_free(&enabled);
}

static bool find_state(const label_map *among, step_aim *a, value *out)
{
    set_search *s = a->f->s;
    ldd all = label_map_union(among, &s->store);
    return counterexample_find_state(s, all, a->to, leads_there, a, out);
}

/* Goes back to a pair of AMONG; false: the last pair has no such predecessor by BY. */
static bool go_back_by(lap *p, const label_map *among, transition_group by,
                       const fair_constraint *w)
{
    fair_search *f = p->f;
    size_t at = last_of(p);
    value *out = add_pair(p);
    step_aim a = {f, by, state_at(p, at), p->pairs.data[at].choices, w};
    bool is_found = find_state(among, &a, out);
    if (f->s->store.trouble == LDD_FULL) {
        fair_collect(f);
        is_found = find_state(among, &a, out);
    }
    if (!is_found) {
        p->states.len = vec_pop(&p->pairs).state;
        return false;
    }
    find_transition(p, &a);
    vec_each (one, among) {
        vec_last(&p->pairs)->choices = one->label;
        if (has_pair(p, among, last_of(p)))
            break;
    }
    return true;
}

static bool check_and_collect(lap *p)
{
    set_search_check_limits(p->f->s);
    if (ldd_wants_to_collect(&p->f->s->store))
        fair_collect(p->f);
    return set_search_goes_on(p->f->s);
}

/* The same, by any group. */
static bool go_back(lap *p, const fair_constraint *w)
{
    const group_progress_list *groups = &p->f->s->groups;
    bool is_found = false;
    for (size_t i = 0; i < groups->len && !is_found && check_and_collect(p); i++)
        is_found = go_back_by(p, &p->f->pairs, groups->data[i].by, w);
    return is_found;
}

/* ---- Paths to constraints ---- */

static size_t iteration_of(const lap *p, size_t before)
{
    const fair_iterations *iterations = &p->f->iterations;
    size_t k = before;
    while (k > 0 && has_pair(p, &iterations->data[k - 1].reached, last_of(p)))
        k--;
    return k;
}

/* Goes back through the iterations of a closure that contains the last pair, to a pair
 * where the closure starts. */
static bool go_to_first(lap *p)
{
    const fair_iterations *iterations = &p->f->iterations;
    size_t k = iteration_of(p, iterations->len - 1);
    while (k > 0) {
        if (!check_and_collect(p) || !go_back_by(p, &iterations->data[k - 1].reached,
                                                 iterations->data[k].by, NULL))
            return false;
        k = iteration_of(p, k - 1);
    }
    return true;
}

static bool is_met_on(const lap *p, const fair_constraint *w)
{
    for (size_t i = 0; i < p->pairs.len; i++) {
        if (fair_is_met_in(p->f, state_at(p, i), w))
            return true;
        if (i < last_of(p) && fair_is_met_by(p->f, p->pairs.data[i].label, w))
            return true;
    }
    return false;
}

/* Extends the lap until it meets W, unless W is about an alternative that is not
 * offered here. */
static bool go_to_constraint(lap *p, const fair_constraint *w)
{
    fair_search *f = p->f;
    if (is_met_on(p, w))
        return true;
    if (!fair_find_met(f, w) || !fair_close(f, true))
        return false;
    if (!has_pair(p, &f->closure.reached, last_of(p))) {
        assert(w->kind == CONSTRAINT_CHOICE);
        return true;
    }
    return go_to_first(p) &&
           (fair_is_met_in(f, state_at(p, last_of(p)), w) || go_back(p, w));
}

/* Goes back until all constraints are met.  False: the search must end. */
static bool make_lap(lap *p)
{
    bool goes_on = go_back(p, NULL);
    for (size_t i = 0; goes_on && i < p->f->constraints.len; i++)
        goes_on = go_to_constraint(p, &p->f->constraints.data[i]);
    return goes_on;
}

static void begin_at_first(fair_search *f, void *context)
{
    const lap *p = context;
    size_t columns = f->s->layout.columns.len;
    ldd first = ldd_row(&f->s->store, state_at(p, 0), columns);
    vec_clear(&f->first);
    label_map_set(&f->first, p->pairs.data[0].choices, first);
}

/* *IS_CLOSED: the last pair is reachable from the first one; the lap now ends there. */
static bool close_lap(lap *p, bool *is_closed)
{
    fair_search *f = p->f;
    if (!fair_do(f, begin_at_first, p) || !fair_close(f, true))
        return false;
    *is_closed = has_pair(p, &f->closure.reached, last_of(p));
    return !*is_closed || go_to_first(p);
}

/* The next lap starts where this one arrived. */
static void begin_at_last(lap *p)
{
    const lap_pair last = *vec_last(&p->pairs);
    memmove(p->states.data, p->states.data + last.state,
            p->f->s->layout.columns.len * sizeof *p->states.data);
    p->states.len = p->f->s->layout.columns.len;
    vec_clear(&p->pairs);
    vec_push(&p->pairs, ((lap_pair){.choices = last.choices}));
}

static bool find_cycle(lap *p)
{
    bool is_closed = false;
    while (make_lap(p)) {
        if (!close_lap(p, &is_closed))
            return false;
        if (is_closed)
            return true;
        begin_at_last(p);
    }
    return false;
}

/* ---- The verdict ---- */

/* The pair of the cycle that the search for states reached first. */
static size_t first_reached(const lap *p)
{
    const set_search *s = p->f->s;
    size_t best = last_of(p);
    size_t earliest = s->iterations.len;
    for (size_t i = 1; i < p->pairs.len; i++) {
        size_t own = counterexample_iteration_of(s, state_at(p, i), earliest);
        if (own < earliest) {
            best = i;
            earliest = own;
        }
    }
    return best;
}

static uint32_t hot_state_on(const lap *p)
{
    const core *c = p->f->s->c;
    const fair_constraint hot = {.kind = CONSTRAINT_HOT};
    size_t i = 0;
    while (!fair_is_met_in(p->f, state_at(p, i), &hot))
        i++;
    uint32_t at = layout_level(&p->f->s->layout, (set_column){.kind = COLUMN_ENV});
    return local_state(c, list_get(c, state_at(p, i)[at]).items[1 + p->f->monitor]);
}

/* The last pair is the first one.  Adds the cycle, from pair FIRST on. */
static void add_cycle(const lap *p, size_t first, trace *out)
{
    size_t count = last_of(p);
    assert(count > 0); /* a cycle has a step */
    assert(memcmp(state_at(p, 0), state_at(p, count),
                  p->f->s->layout.columns.len * sizeof(value)) == 0);
    out->loop = out->steps.len;
    for (size_t i = 0; i < count; i++) {
        const lap_pair *x = &p->pairs.data[(first + count - 1 - i) % count];
        trace_add(out, p->f->s->c, x->by, x->by_choices);
    }
}

static void report(const lap *p)
{
    set_search *s = p->f->s;
    size_t first = first_reached(p);
    s->is_over = true;
    if (!counterexample_add_transitions_to(s, state_at(p, first))) {
        counterexample_give_up(s);
        return;
    }
    add_cycle(p, first, &s->v->trace);
    const fault f = system_hot_forever(s->c, p->f->monitor, hot_state_on(p));
    verdict_violated(s->v, &f);
}

static void pick_pair(lap *p)
{
    const fair_search *f = p->f;
    size_t i = 0;
    assert(!label_map_is_empty(&f->pairs));
    while (f->pairs.data[i].states == LDD_EMPTY)
        i++;
    value *state = add_pair(p);
    p->pairs.data[0].choices = f->pairs.data[i].label;
    ldd_pick(&f->s->store, f->pairs.data[i].states, state, f->s->layout.columns.len);
}

void lasso_report(fair_search *f)
{
    lap p = {.f = f};
    pick_pair(&p);
    if (find_cycle(&p))
        report(&p);
    else
        counterexample_give_up(f->s);
    vec_free(&p.pairs);
    vec_free(&p.states);
}
