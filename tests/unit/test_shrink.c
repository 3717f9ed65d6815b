/* Shorter runs: they fail in the same way, and no step of them can be left out. */
#include "evidence/shrink.h"

#include "evidence/attempt.h"
#include "walk_fixture.h"

static const shrink_limits no_limits = {.seconds = 60};

static bool trace_is_same(const trace *a, const trace *b)
{
    if (a->steps.len != b->steps.len)
        return false;
    for (size_t i = 0; i < a->steps.len; i++) {
        const trace_step *x = &a->steps.data[i];
        const trace_step *y = &b->steps.data[i];
        if (x->kind != y->kind || strcmp(x->machine, y->machine) != 0 ||
            x->index != y->index || x->choice_count != y->choice_count ||
            memcmp(x->choices, y->choices, x->choice_count * sizeof *x->choices) != 0)
            return false;
    }
    return true;
}

/* No removal of one step keeps the failure. */
static void expect_minimal(const model *m, const core_options *o, const trace *t)
{
    core *c = core_new(m->ir, m->c->test, o);
    attempt a;
    attempt_plan plan = {0};
    attempt_plan less = {0};
    attempt_init(&a, c);
    assert_true(attempt_learn(&a, t, &plan));
    a.max_len = plan.len - 1;
    for (size_t k = 0; k < plan.len; k++) {
        vec_clear(&less);
        for (size_t i = 0; i < plan.len; i++)
            if (i != k)
                vec_push(&less, plan.data[i]);
        assert_false(attempt_run(&a, &less));
    }
    vec_free(&plan);
    vec_free(&less);
    attempt_fini(&a);
    core_free(c);
}

static size_t shrink_one(const char *text, const core_options *o, uint64_t seed)
{
    model m = model_load(text, o);
    trace t;
    walk_to_failure(&m, o, &seed, 6, 60, &t);
    replay_result want = walk_replay(&m, o, &t);
    size_t before = t.steps.len;
    assert_true(shrink_trace(m.ir, m.c->test, o, &no_limits, &t));
    size_t after = t.steps.len;
    assert_true(after <= before);
    walk_expect_fault(&m, o, &t, &want);
    expect_minimal(&m, o, &t);
    trace_fini(&t);
    model_free(&m);
    return before - after;
}

TEST(runs_become_minimal_and_fail_as_before)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG, NET_CAUSAL};
    size_t saved = 0;
    for (size_t i = 0; i < COUNT_OF(walk_programs); i++)
        for (uint64_t seed = 0; seed < test_size(24, 100); seed++) {
            core_options o = {.network = networks[seed % 4]};
            o.budgets[BUDGET_LOSS].left = seed % 3 == 0;
            o.budgets[BUDGET_DUP].left = seed % 5 == 0;
            saved += shrink_one(walk_programs[i], &o, seed);
        }
    assert_true(saved > 80);
}

/* Noise is no part of the failure, nor is a choice that is higher than it must be. */
TEST(machines_and_choices_that_do_not_matter_go)
{
    static const char text[] =
        "event eTick; event eX: int;\n" WALK_NOISE
        "machine Main { start state S { entry {\n"
        "  new Noise(); new Noise(); new Bad(); } } }\n"
        "machine Bad { start state S { entry { send this, eX, choose(9); }\n"
        "  on eX do (i: int) { assert i < 4; } } }\n";
    const core_options o = {.network = NET_P2P};
    for (uint64_t seed = 0; seed < 10; seed++) {
        uint64_t dice = seed;
        model m = model_load(text, &o);
        trace t;
        walk_to_failure(&m, &o, &dice, 1, 60, &t);
        assert_true(shrink_trace(m.ir, m.c->test, &o, &no_limits, &t));
        uint32_t sum = 0;
        vec_each (step, &t.steps) {
            bool is_start = step->choice_count == 0 && step->kind == TRANSITION_ACT;
            assert_true(is_start || strcmp(step->machine, "1.3") == 0);
            for (uint32_t i = 0; i < step->choice_count; i++)
                sum += step->choices[i];
        }
        assert_int_equal(sum, 4);
        trace_fini(&t);
        model_free(&m);
    }
}

/* A message fails when it arrives; that it is a copy does not matter. */
TEST(a_duplication_becomes_a_delivery)
{
    static const char text[] =
        "event eX;\n"
        "machine Main { start state S { entry { send new Bad(), eX; } } }\n"
        "machine Bad { start state S { on eX do { assert false; } } }\n";
    core_options o = {.network = NET_P2P};
    o.budgets[BUDGET_DUP].left = 1;
    unsigned copies = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        uint64_t dice = seed;
        model m = model_load(text, &o);
        trace t;
        walk_to_failure(&m, &o, &dice, 1, 60, &t);
        vec_each (step, &t.steps)
            copies += step->kind == TRANSITION_DUP;
        assert_true(shrink_trace(m.ir, m.c->test, &o, &no_limits, &t));
        vec_each (step, &t.steps)
            assert_int_not_equal(step->kind, TRANSITION_DUP);
        trace_fini(&t);
        model_free(&m);
    }
    assert_true(copies > 2);
}

/* A cycle of states leads nowhere. */
TEST(cycles_are_cut)
{
    static const char text[] =
        "event eTick;\n"
        "machine Main { var n: int; start state S { entry { send this, eTick; }\n"
        "  on eTick do { n = (n + 1) % 3; if ($) { assert n != 2; }\n"
        "    send this, eTick; } } }\n";
    const core_options o = {.network = NET_P2P};
    uint64_t seed = 3;
    model m = model_load(text, &o);
    trace t;
    walk_to_failure(&m, &o, &seed, 8, 60, &t);
    assert_true(shrink_trace(m.ir, m.c->test, &o, &no_limits, &t));
    assert_int_equal(t.steps.len, 3); /* the entry, and two ticks */
    trace_fini(&t);
    model_free(&m);
}

TEST(a_run_that_does_not_fail_stays_as_it_is)
{
    const core_options o = {.network = NET_P2P};
    uint64_t seed = 1;
    model m = model_load(walk_race, &o);
    trace t;
    walk_to_failure(&m, &o, &seed, 8, 60, &t);
    size_t len = --t.steps.len;
    assert_false(shrink_trace(m.ir, m.c->test, &o, &no_limits, &t));
    assert_int_equal(t.steps.len, len);
    trace_fini(&t);
    model_free(&m);
}

/* What a search breadth first finds: removals do not make it shorter, and without them
 * the result is the same. */
TEST(a_run_that_is_said_to_be_the_shortest_is_the_shortest)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG, NET_CAUSAL};
    for (size_t i = 0; i < COUNT_OF(walk_programs); i++)
        for (size_t k = 0; k < 4 * COUNT_OF(networks); k++) {
            engine_options o = {.core.network = networks[k / 4], .threads = 1};
            o.core.budgets[BUDGET_LOSS].left = k % 2;
            o.core.budgets[BUDGET_DUP].left = k / 2 % 2;
            const shrink_limits shortest = {.seconds = 60, .is_shortest = true};
            model m = model_load(walk_programs[i], &o.core);
            verdict v;
            trace quick;
            verdict_init(&v);
            explore_run(m.ir, m.c->test, &o, &v);
            assert_int_equal(v.kind, VERDICT_VIOLATED);
            assert_true(v.is_shortest);
            size_t len = v.trace.steps.len;
            trace_copy(&v.trace, &quick);
            assert_true(shrink_trace(m.ir, m.c->test, &o.core, &no_limits, &v.trace));
            assert_true(shrink_trace(m.ir, m.c->test, &o.core, &shortest, &quick));
            assert_int_equal(v.trace.steps.len, len);
            assert_true(trace_is_same(&v.trace, &quick));
            trace_fini(&quick);
            verdict_fini(&v);
            model_free(&m);
        }
}

TEST(other_searches_do_not_say_that_a_run_is_the_shortest)
{
    static const char hot[] =
        "event eTick; event eDone;\n"
        "machine Main { start state S { entry { send this, eTick; }\n"
        "  on eTick do { send this, eTick; } } }\n"
        "spec Ends observes eTick, eDone { start hot state W { ignore eTick;\n"
        "  on eDone goto D; } state D { ignore eTick, eDone; } }\n"
        "test t [main=Main]: assert Ends in { Main };\n";
    const engine_options searches[] = {
        {.depth_first = true}, {.bitstate = 1 << 20}, {.threads = 1}};
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        verdict v;
        model_explore(i == 2 ? hot : walk_race, &searches[i], &v);
        assert_int_equal(v.kind, VERDICT_VIOLATED);
        assert_false(v.is_shortest);
        verdict_fini(&v);
    }
}

TEST(a_user_who_stops_gets_a_run_that_fails)
{
    static const volatile sig_atomic_t yes = 1;
    const core_options o = {.network = NET_P2P};
    uint64_t seed = 2;
    model m = model_load(walk_race, &o);
    trace t;
    walk_to_failure(&m, &o, &seed, 8, 60, &t);
    replay_result want = walk_replay(&m, &o, &t);
    assert_true(shrink_trace(m.ir, m.c->test, &o,
                             &(shrink_limits){.seconds = 60, .stop = &yes}, &t));
    walk_expect_fault(&m, &o, &t, &want);
    trace_fini(&t);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(runs_become_minimal_and_fail_as_before),
        LEAK_FREE(machines_and_choices_that_do_not_matter_go),
        LEAK_FREE(a_run_that_is_said_to_be_the_shortest_is_the_shortest),
        LEAK_FREE(other_searches_do_not_say_that_a_run_is_the_shortest),
        LEAK_FREE(a_duplication_becomes_a_delivery),
        LEAK_FREE(cycles_are_cut),
        LEAK_FREE(a_run_that_does_not_fail_stays_as_it_is),
        LEAK_FREE(a_user_who_stops_gets_a_run_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
