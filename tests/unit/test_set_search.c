/* The search by sets: its invariants at the end, and its iterations. */
#include "engine/sets/counterexample.h"

#include "reach_fixture.h"

typedef struct bench {
    model m;
    verdict v;
    machine_order order;
    engine_options o;
    set_search s;
} bench;

static void bench_run(bench *b, const char *text, const core_options *with)
{
    *b = (bench){.o = {.core = *with}};
    b->m = model_load(text, with);
    verdict_init(&b->v);
    b->s = (set_search){.o = &b->o, .c = b->m.c, .v = &b->v, .order = &b->order};
    set_search_run(&b->s);
}

static void bench_end(bench *b)
{
    set_search_fini(&b->s);
    verdict_fini(&b->v);
    model_free(&b->m);
}

/* Lemma search-3: nothing is urgent, and every group was applied to all that is
 * settled; so a further application adds nothing. */
static void check_is_closed(bench *b)
{
    set_search *s = &b->s;
    assert_int_equal(s->urgent, LDD_EMPTY);
    assert_int_equal(s->settled, image_subset(s->image, s->reached, SUBSET_SETTLED));
    vec_each (g, &s->groups) {
        assert_int_equal(g->done, s->settled);
        image_result r = image_after(s->image, s->settled, g->by);
        assert_false(r.is_missing);
        assert_false(r.is_violation);
        assert_int_equal(ldd_minus(&s->store, r.to, s->reached), LDD_EMPTY);
    }
}

/* Iterations are an increasing chain from the initial state to all states, and each
 * consists of what its group adds to the one before. */
static void check_iterations(bench *b)
{
    set_search *s = &b->s;
    assert_true(s->iterations.len > 0);
    assert_true(ldd_count(&s->store, s->iterations.data[0].reached) == 1);
    assert_int_equal(vec_last(&s->iterations)->reached, s->reached);
    for (size_t k = 1; k < s->iterations.len; k++) {
        const search_iteration *x = &s->iterations.data[k];
        ldd before = s->iterations.data[k - 1].reached;
        ldd added = ldd_minus(&s->store, x->reached, before);
        assert_int_equal(ldd_minus(&s->store, before, x->reached), LDD_EMPTY);
        assert_int_not_equal(added, LDD_EMPTY);
        state_row row = {0};
        for (size_t i = 0; i < s->layout.columns.len; i++)
            vec_push(&row, 0);
        ldd_pick(&s->store, added, row.data, row.len);
        assert_int_equal(counterexample_iteration_of(s, row.data, s->iterations.len),
                         k);
        assert_int_equal(counterexample_iteration_of(s, row.data, k), k);
        vec_free(&row);
    }
}

static unsigned compared;

static void check(const char *text, const core_options *o)
{
    reach r;
    bench b;
    reach_begin(&r, text, o);
    reach_counts n = reach_all(&r);
    bench_run(&b, text, o);
    if (!n.has_fault && n.states < REACH_MOST && !b.s.is_over &&
        !core_may_be_hot(b.m.ir, b.m.c->test)) {
        assert_true(ldd_count(&b.s.store, b.s.reached) == (double)n.states);
        check_is_closed(&b);
        check_iterations(&b);
        compared++;
    }
    bench_end(&b);
    reach_end(&r);
}

TEST(all_states_are_reached_and_iterations_lead_there)
{
    compared = 0;
    each_program(check);
    assert_true(compared > test_size(30, 100));
}

/* ---- States that pass a test ---- */

typedef struct membership {
    set_search *s;
    ldd wanted;
} membership;

static bool has_common_state(void *context, ldd from)
{
    membership *w = context;
    return ldd_intersect(&w->s->store, from, w->wanted) != LDD_EMPTY;
}

/* The one state of a set that passes is found, whatever state is said to be near. */
TEST(a_state_that_passes_is_found)
{
    bench b;
    bench_run(&b, more_programs[6], &(core_options){.network = NET_P2P});
    set_search *s = &b.s;
    size_t columns = s->layout.columns.len;
    state_row row = {0};
    state_row found = {0};
    for (size_t i = 0; i < columns; i++) {
        vec_push(&row, 0);
        vec_push(&found, 0);
    }
    assert_true(s->iterations.len > 2);
    for (size_t k = 1; k < s->iterations.len; k++) {
        ldd added = ldd_minus(&s->store, s->iterations.data[k].reached,
                              s->iterations.data[k - 1].reached);
        ldd_pick(&s->store, added, row.data, columns);
        membership w = {s, ldd_row(&s->store, row.data, columns)};
        const value *near = k % 2 == 0 ? NULL : found.data;
        assert_true(counterexample_find_state(s, s->reached, near, has_common_state, &w,
                                              found.data));
        assert_memory_equal(found.data, row.data, columns * sizeof *row.data);
        assert_false(counterexample_find_state(s, s->iterations.data[k - 1].reached,
                                               near, has_common_state, &w, found.data));
    }
    vec_free(&row);
    vec_free(&found);
    bench_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(all_states_are_reached_and_iterations_lead_there),
        LEAK_FREE(a_state_that_passes_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
