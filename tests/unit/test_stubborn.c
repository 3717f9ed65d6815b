/* Stubborn sets: lemma stubborn-1, by brute force over short runs. */
#include "engine/reduce/stubborn.h"

#include "view_fixture.h"

enum { LONGEST = 4, MOST_RUNS = 200 };

/* A state, its set, and the transitions in the set. */
typedef struct claim {
    viewed *v;
    const system_state *s;
    stubborn x;
    VEC(identity) inside;
    unsigned runs; /* looked at */
} claim;

static bool is_inside(const claim *k, identity want)
{
    vec_each (one, &k->inside)
        if (one->kind == want.kind && one->owner == want.owner &&
            one->message == want.message)
            return true;
    return false;
}

/* Runs without the set have not changed what its members hold. */
static void check_members(const claim *k, const system_state *at)
{
    const core *c = k->v->m.c;
    for (machine_id id = 0; id < system_machines(c, k->s) && id < MASK_SLOTS; id++)
        if ((k->x.members & MASK_BIT(id)) != 0)
            assert_int_equal(system_local(c, at, id), system_local(c, k->s, id));
    for (uint32_t i = 1; i < env_columns(c); i++)
        if ((k->x.members & MASK_MONITORS) != 0)
            assert_int_equal(at->data[i], k->s->data[i]);
}

/* Transitions that meet the set are those of its first state, and all of them. */
static void check_transitions(const claim *k, const state_view *view)
{
    const core *c = k->v->m.c;
    size_t count = 0;
    vec_each (t, &view->transitions) {
        if (!stubborn_has(&k->x, t))
            continue;
        assert_true(is_inside(k, identity_of(c, view->s, t)));
        count++;
    }
    assert_int_equal(count, k->x.count);
}

static void follow_runs(claim *k, const system_state *at, unsigned length)
{
    state_view view = {0};
    VEC(uint32_t) next = {0};
    system_state row = {0};
    state_view_load(&view, &k->v->cache, at);
    check_members(k, at);
    check_transitions(k, &view);
    vec_each (t, &view.transitions) {
        if (stubborn_has(&k->x, t) || length == 0)
            continue;
        viewed_fire(k->v, &view, t);
        vec_each (n, &k->v->found)
            vec_push(&next, *n);
    }
    for (size_t i = 0; i < next.len && k->runs++ < MOST_RUNS; i++) {
        viewed_row(k->v, next.data[i], &row);
        follow_runs(k, &row, length - 1);
    }
    vec_free(&next);
    vec_free(&row);
    state_view_fini(&view);
}

static uint64_t sets_seen;

static bool has_quorum(const state_view *view)
{
    vec_each (t, &view->transitions)
        if (t->more_count > 0)
            return true;
    return false;
}

static void check_set(viewed *v, const state_view *view, stubborn x)
{
    claim k = {.v = v, .s = view->s, .x = x};
    vec_each (t, &view->transitions)
        if (stubborn_has(&x, t))
            vec_push(&k.inside, identity_of(v->m.c, view->s, t));
    assert_int_equal(k.inside.len, x.count);
    sets_seen++;
    follow_runs(&k, view->s, LONGEST);
    vec_free(&k.inside);
}

static void check_state(viewed *v, uint32_t state)
{
    state_view view = {0};
    system_state row = {0};
    viewed_row(v, state, &row);
    state_view_load(&view, &v->cache, &row);
    stubborn best = stubborn_choose(&view);
    assert_true(best.count > 0 || view.transitions.len == 0);
    bool is_reduced = !view.explores_all && view.transitions.len > 1;
    for (size_t i = 0; is_reduced && i < view.transitions.len; i++) {
        stubborn x = stubborn_close(&view, view.transitions.data[i].footprint);
        assert_true(best.count <= x.count); /* no seed does better */
        if (x.count < view.transitions.len && !has_quorum(&view))
            check_set(v, &view, x);
    }
    vec_free(&row);
    state_view_fini(&view);
}

TEST(no_run_without_the_set_enables_or_disables_what_meets_it)
{
    viewed_each_program(40, check_state);
    assert_true(sets_seen > 200);
}

/* Creations that wait in an outbox behind a message: what children send counts, too. */
TEST(children_that_are_yet_to_be_created_count)
{
    strbuf text = {0};
    suite_read("../../cross/programs/reduce/a-child-not-yet-born", &text);
    viewed_each(strbuf_text(&text), 200, check_state);
    strbuf_free(&text);
}

/* References that are still in transit: who is told of Z may send to Z. */
TEST(references_in_transit_count)
{
    strbuf text = {0};
    suite_read("../../cross/programs/reduce/a-reference-on-its-way", &text);
    viewed_each(strbuf_text(&text), 200, check_state);
    suite_read("../../cross/programs/reduce/what-a-monitor-sees-first", &text);
    viewed_each(strbuf_text(&text), 200, check_state);
    strbuf_free(&text);
}

/* Two machines that do not know each other. */
TEST(independent_machines_are_explored_one_after_the_other)
{
    viewed v;
    state_view view = {0};
    system_state row = {0};
    viewed_begin(&v,
                 "event a;\n"
                 "machine Main { start state S { entry { new W(); new W(); } } }\n"
                 "machine W { start state S { entry { send this, a; }\n"
                 "  on a do { } } }\n"
                 "test t [main=Main]: { Main, W };\n",
                 NET_MBOX);
    viewed_row(&v, 0, &row);
    state_view_load(&view, &v.cache, &row);
    assert_int_equal(view.transitions.len, 2);
    assert_int_equal(stubborn_choose(&view).count, 1);
    vec_free(&row);
    state_view_fini(&view);
    viewed_end(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(no_run_without_the_set_enables_or_disables_what_meets_it),
        LEAK_FREE(children_that_are_yet_to_be_created_count),
        LEAK_FREE(references_in_transit_count),
        LEAK_FREE(independent_machines_are_explored_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
