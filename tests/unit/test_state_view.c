/* Transitions and their footprints: lemma view-1. */
#include "engine/reduce/state_view.h"

#include "view_fixture.h"

#include <stdlib.h>

typedef VEC(uint32_t) numbers;

/* The states after A and then the transition B; false: they cannot be told. */
static bool fire_both(viewed *v, const state_view *view, const view_transition *a,
                      identity b, numbers *out)
{
    numbers middle = {0};
    bool is_known = true;
    state_view next = {0};
    system_state row = {0};
    viewed_fire(v, view, a);
    is_known = !v->has_fault;
    vec_each (n, &v->found)
        vec_push(&middle, *n);
    for (size_t i = 0; i < middle.len && is_known; i++) {
        viewed_row(v, middle.data[i], &row);
        state_view_load(&next, &v->cache, &row);
        const view_transition *t = identity_find(v->m.c, &next, b);
        assert_non_null(t); /* A does not disable B */
        viewed_fire(v, &next, t);
        is_known = !v->has_fault;
        vec_each (n, &v->found)
            vec_push(out, *n);
    }
    vec_free(&middle);
    vec_free(&row);
    state_view_fini(&next);
    if (out->len > 0)
        qsort(out->data, out->len, sizeof *out->data, by_number);
    return is_known;
}

static uint64_t pairs_seen;

static void check_pair(viewed *v, const state_view *view, const view_transition *a,
                       const view_transition *b)
{
    const core *c = v->m.c;
    numbers ab = {0};
    numbers ba = {0};
    if (fire_both(v, view, a, identity_of(c, view->s, b), &ab) &&
        fire_both(v, view, b, identity_of(c, view->s, a), &ba)) {
        pairs_seen++;
        assert_int_equal(ab.len, ba.len);
        for (size_t i = 0; i < ab.len; i++)
            assert_int_equal(ab.data[i], ba.data[i]);
    }
    vec_free(&ab);
    vec_free(&ba);
}

static void check_state(viewed *v, uint32_t state)
{
    state_view view = {0};
    system_state row = {0};
    viewed_row(v, state, &row);
    state_view_load(&view, &v->cache, &row);
    for (size_t i = 0; i < view.transitions.len; i++)
        for (size_t k = 0; k < i; k++) {
            const view_transition *a = &view.transitions.data[i];
            const view_transition *b = &view.transitions.data[k];
            bool is_single = a->more_count == 0 && b->more_count == 0;
            if (is_single && (a->footprint & b->footprint) == 0)
                check_pair(v, &view, a, b);
        }
    vec_free(&row);
    state_view_fini(&view);
}

TEST(transitions_with_disjoint_footprints_commute)
{
    viewed_each_program(40, check_state);
    assert_true(pairs_seen > 200);
}

/* As system_enabled has them, but for messages that are not accepted yet. */
static void check_moves(viewed *v, uint32_t state)
{
    core *c = v->m.c;
    state_view view = {0};
    system_state row = {0};
    transition_list enabled = {0};
    viewed_row(v, state, &row);
    state_view_load(&view, &v->cache, &row);
    size_t count = system_enabled(c, &row, &enabled);
    if (c->options.network == NET_MBOX) {
        assert_int_equal(view.transitions.len, count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(view.transitions.data[i].m.kind, enabled.data[i].kind);
            assert_int_equal(view.transitions.data[i].m.machine,
                             enabled.data[i].machine);
            assert_int_equal(view.transitions.data[i].m.index, enabled.data[i].index);
        }
    }
    assert_int_equal(view.is_final, count == 0);
    vec_free(&enabled);
    vec_free(&row);
    state_view_fini(&view);
}

TEST(transitions_are_the_moves_of_the_system)
{
    viewed_each_program(60, check_moves);
}

/* Only local states in the footprint change, and monitors only if they are in it. */
static void check_footprints(viewed *v, uint32_t state)
{
    const core *c = v->m.c;
    state_view view = {0};
    system_state row = {0};
    system_state to = {0};
    viewed_row(v, state, &row);
    state_view_load(&view, &v->cache, &row);
    vec_each (t, &view.transitions) {
        viewed_fire(v, &view, t);
        vec_each (n, &v->found) {
            viewed_row(v, *n, &to);
            for (machine_id id = 0; id < system_machines(c, &row); id++)
                if (system_local(c, &row, id) != VALUE_NULL &&
                    system_local(c, &row, id) != system_local(c, &to, id))
                    assert_true((t->footprint & mask_of(id)) != 0);
            for (uint32_t i = 1; i < env_columns(c); i++)
                if (row.data[i] != to.data[i] && to.len == row.len)
                    assert_true((t->footprint & MASK_MONITORS) != 0);
        }
    }
    vec_free(&row);
    vec_free(&to);
    state_view_fini(&view);
}

TEST(a_transition_changes_nothing_outside_its_footprint)
{
    viewed_each_program(60, check_footprints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(transitions_with_disjoint_footprints_commute),
        LEAK_FREE(transitions_are_the_moves_of_the_system),
        LEAK_FREE(a_transition_changes_nothing_outside_its_footprint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
