#include "engine/sets/counterexample.h"

#include "engine/path.h"

#include <string.h>

/* The target: a state in which a transition of BY fails, or a predecessor of TO by BY.
 */
typedef struct aim {
    set_search *s;
    transition_group by;
    const value *to; /* NULL: a transition fails */
} aim;

static bool is_met(void *context, ldd from)
{
    const aim *a = context;
    set_search *s = a->s;
    image_result r = image_after(s->image, from, a->by);
    assert(a->to == NULL || !r.is_violation); /* the search would have ended there */
    return a->to == NULL ? r.is_violation
                         : ldd_has(&s->store, r.to, a->to, s->layout.columns.len);
}

/* The list at LEVEL of rows that are equal above it. */
static ldd list_at(const set_search *s, ldd a, uint32_t level)
{
    while (level-- > 0)
        a = ldd_at(&s->store, a)->down;
    return a;
}

/* Fixes one column after the other to a value for which the rest still passes.  A
 * transition changes few columns, so the value of NEAR is tried first. */
bool counterexample_find_state(set_search *s, ldd from, const value *near,
                               counterexample_test *test, void *context, value *out)
{
    if (!test(context, from))
        return false;
    for (uint32_t level = 0; level < s->layout.columns.len; level++) {
        ldd chosen = LDD_EMPTY;
        if (near != NULL)
            chosen = image_where(s->image, from, level, near[level]);
        if (chosen != LDD_EMPTY && !test(context, chosen))
            chosen = LDD_EMPTY;
        for (ldd x = list_at(s, from, level); chosen == LDD_EMPTY;
             x = ldd_at(&s->store, x)->right) {
            if (s->store.trouble != LDD_NO_TROUBLE)
                return false;
            assert(x != LDD_EMPTY);
            chosen = image_where(s->image, from, level, ldd_at(&s->store, x)->value);
            if (!test(context, chosen))
                chosen = LDD_EMPTY;
        }
        from = chosen;
    }
    if (s->store.trouble != LDD_NO_TROUBLE)
        return false;
    ldd_pick(&s->store, from, out, s->layout.columns.len);
    return true;
}

/* The states of ALL in which ID is the first new machine by name. */
static ldd where_begins(set_search *s, ldd all, machine_id id)
{
    vec_each (first, &s->c->vals.names.sorted) {
        if (*first == id)
            break;
        all = ldd_minus(&s->store, all, image_urgent(s->image, all, *first));
    }
    return image_urgent(s->image, all, id);
}

/* The states reached before iteration K that its group was applied to, then or earlier;
 * in other states the group may fail. */
static ldd states_before(set_search *s, size_t k)
{
    assert(k > 0);
    assert(k < s->iterations.len);
    const search_iteration *x = &s->iterations.data[k];
    ldd all = s->iterations.data[k - 1].reached;
    return x->is_settled ? image_subset(s->image, all, SUBSET_SETTLED)
                         : where_begins(s, all, x->by.machine);
}

size_t counterexample_iteration_of(const set_search *s, const value *state, size_t end)
{
    size_t k = end;
    while (k > 0 && ldd_has(&s->store, s->iterations.data[k - 1].reached, state,
                            s->layout.columns.len))
        k--;
    return k;
}

/* The recovery of a trace ignores the limits.  Only the iterations are needed for it.
 */
static void lift_limits(set_search *s)
{
    s->v->stats.phase = PHASE_COUNTEREXAMPLE;
    core_forget_limits(s->c);
    s->store.tuning.is_over = NULL;
    s->store.tuning.max_bytes = 0;
}

static void collect_if_due(set_search *s)
{
    if (!ldd_wants_to_collect(&s->store))
        return;
    VEC(ldd) roots = {0};
    vec_each (x, &s->iterations)
        vec_push(&roots, x->reached);
    s->reached = vec_last(&s->iterations)->reached;
    ldd_collect(&s->store, roots.data, roots.len);
    vec_free(&roots);
}

/* ROWS has one state.  Appends its predecessors up to the initial state.  False: the
 * store gave up. */
static bool go_back(set_search *s, state_row *rows)
{
    size_t columns = s->layout.columns.len;
    assert(rows->len == columns);
    size_t k = counterexample_iteration_of(s, rows->data, s->iterations.len);
    assert(k < s->iterations.len); /* the state is reachable */
    while (k > 0) {
        size_t at = rows->len;
        for (size_t i = 0; i < columns; i++)
            vec_push(rows, 0);
        aim a = {s, s->iterations.data[k].by, rows->data + at - columns};
        collect_if_due(s);
        if (!counterexample_find_state(s, states_before(s, k), a.to, is_met, &a,
                                       rows->data + at))
            return false;
        size_t earlier = counterexample_iteration_of(s, rows->data + at, k);
        assert(earlier < k); /* so this ends */
        k = earlier;
    }
    return true;
}

/* Adds the transitions from the state at the end of ROWS to the one at the beginning,
 * which becomes LAST. */
static void add_transitions(set_search *s, const state_row *rows, system_state *last,
                            path_trace *made)
{
    size_t columns = s->layout.columns.len;
    system_state to = {0};
    layout_decode(&s->layout, rows->data + rows->len - columns, last);
    for (size_t at = rows->len - columns; at > 0; at -= columns) {
        layout_decode(&s->layout, rows->data + at - columns, &to);
        path_add_transition(made, last, &to);
        system_copy(&to, last);
    }
    vec_free(&to);
}

bool counterexample_add_transitions_to(set_search *s, const value *state)
{
    state_row rows = {0};
    system_state last = {0};
    lift_limits(s);
    for (size_t i = 0; i < s->layout.columns.len; i++)
        vec_push(&rows, state[i]);
    bool is_found = go_back(s, &rows);
    path_trace made = path_begin(s->c, &s->v->trace);
    if (is_found)
        add_transitions(s, &rows, &last, &made);
    is_found &= path_end(&made);
    vec_free(&rows);
    vec_free(&last);
    return is_found;
}

static void add_violation(set_search *s, const state_row *rows, bool is_end)
{
    system_state last = {0};
    path_trace made = path_begin(s->c, &s->v->trace);
    add_transitions(s, rows, &last, &made);
    const fault f =
        is_end ? system_end(s->c, &last) : path_add_transition(&made, &last, NULL);
    if (path_end(&made))
        verdict_violated(s->v, &f);
    else
        counterexample_give_up(s);
    vec_free(&last);
}

void counterexample_give_up(set_search *s)
{
    if (s->stopped == STOP_NONE)
        s->stopped = s->c->limit; /* see path_end */
    assert(s->stopped != STOP_NONE || s->store.trouble != LDD_NO_TROUBLE);
    s->v->saw_violation = true;
    s->is_over = false;
    if (s->stopped == STOP_NONE)
        s->stopped = STOP_MEMORY;
}

/* Reports the run to the state at the beginning of ROWS. */
static void report(set_search *s, state_row *rows, bool is_end)
{
    if (go_back(s, rows))
        add_violation(s, rows, is_end);
    else
        counterexample_give_up(s);
}

static state_row new_row(const set_search *s)
{
    state_row r = {0};
    for (size_t i = 0; i < s->layout.columns.len; i++)
        vec_push(&r, 0);
    return r;
}

void counterexample_to_failure(set_search *s, ldd from, transition_group x)
{
    aim a = {.s = s, .by = x};
    state_row rows = new_row(s);
    lift_limits(s);
    if (counterexample_find_state(s, from, NULL, is_met, &a, rows.data))
        report(s, &rows, false);
    else
        counterexample_give_up(s);
    vec_free(&rows);
}

void counterexample_to_end(set_search *s, ldd bad)
{
    state_row rows = new_row(s);
    lift_limits(s);
    ldd_pick(&s->store, bad, rows.data, rows.len);
    report(s, &rows, true);
    vec_free(&rows);
}
