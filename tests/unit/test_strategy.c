/* Which transition comes next in a random run. */
#include "engine/sample/strategy.h"

#include "reach_fixture.h"

static void push_machine(transition_list *enabled, uint32_t machine)
{
    vec_push(enabled, ((transition){TRANSITION_ACT, machine, 0}));
}

static void push_machines(transition_list *enabled, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        push_machine(enabled, i);
}

static size_t choose(strategy *s, const transition_list *enabled, uint64_t *seed)
{
    size_t i = strategy_choose(s, NULL, NULL, enabled, seed);
    assert_true(i < enabled->len);
    return i;
}

/* Each of the three ENABLED transitions is chosen in a third of all cases. */
static void expect_equal_shares(strategy *s, const transition_list *enabled,
                                uint64_t seed)
{
    unsigned count[3] = {0};
    strategy_start(s, &seed);
    for (int i = 0; i < 6000; i++)
        count[choose(s, enabled, &seed)]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(count[i], 1800, 2200);
}

TEST(random_takes_all_with_equal_probability)
{
    strategy *s = strategy_new(SAMPLE_RANDOM, 0, 0);
    transition_list enabled = {0};
    uint64_t seed = 1;
    push_machines(&enabled, 3);
    expect_equal_shares(s, &enabled, seed);
    vec_free(&enabled);
    strategy_free(s);
}

/* ---- pct ---- */

/* Machines in the order of their priorities: each is chosen when the ones before it are
 * not enabled. */
static unsigned order_of(strategy *s, uint64_t *seed)
{
    transition_list enabled = {0};
    unsigned order = 0;
    push_machines(&enabled, 3);
    while (enabled.len > 0) {
        size_t i = choose(s, &enabled, seed);
        assert_int_equal(choose(s, &enabled, seed), i);
        order = 10 * order + enabled.data[i].machine + 1;
        enabled.data[i] = enabled.data[enabled.len - 1];
        enabled.len--;
    }
    vec_free(&enabled);
    return order;
}

/* Without change points a run has one order of machines, and another run any other. */
TEST(pct_takes_the_machine_of_the_highest_priority)
{
    static const unsigned orders[] = {123, 132, 213, 231, 312, 321};
    unsigned count[COUNT_OF(orders)] = {0};
    strategy *s = strategy_new(SAMPLE_PCT, 1, 20);
    uint64_t seed = 2;
    for (int round = 0; round < 600; round++) {
        strategy_start(s, &seed);
        unsigned order = order_of(s, &seed);
        assert_int_equal(order_of(s, &seed), order);
        for (size_t i = 0; i < COUNT_OF(orders); i++)
            count[i] += orders[i] == order;
    }
    for (size_t i = 0; i < COUNT_OF(orders); i++)
        assert_in_range(count[i], 60, 140);
    strategy_free(s);
}

/* At its change point the machine that would go next falls below all others, for the
 * rest of the run. */
TEST(pct_changes_at_each_step_with_equal_probability)
{
    enum { LENGTH = 10 };
    strategy *s = strategy_new(SAMPLE_PCT, 2, LENGTH);
    transition_list enabled = {0};
    unsigned count[LENGTH + 2] = {0};
    uint64_t seed = 3;
    push_machines(&enabled, 3);
    for (int round = 0; round < 1000; round++) {
        strategy_start(s, &seed);
        unsigned changed_at = 1; /* if it changed before the first step */
        size_t last = choose(s, &enabled, &seed);
        unsigned changes = 0;
        for (unsigned step = 2; step <= LENGTH + 5; step++) {
            size_t now = choose(s, &enabled, &seed);
            if (now != last) {
                changes++;
                changed_at = step;
            }
            last = now;
        }
        assert_true(changes <= 1);
        assert_true(changed_at <= LENGTH);
        count[changed_at]++;
    }
    for (unsigned step = 1; step <= LENGTH; step++)
        assert_in_range(count[step], 60, 140);
    vec_free(&enabled);
    strategy_free(s);
}

TEST(pct_lets_those_fall_that_would_go_next)
{
    strategy *s = strategy_new(SAMPLE_PCT, 3, 1); /* two changes at the first step */
    transition_list enabled = {0};
    uint64_t seed = 4;
    push_machines(&enabled, 3);
    for (int round = 0; round < 100; round++) {
        strategy_start(s, &seed);
        size_t only = choose(s, &enabled, &seed); /* the others have fallen */
        for (int i = 0; i < 10; i++)
            assert_int_equal(choose(s, &enabled, &seed), only);
        transition_list fallen = {0};
        for (uint32_t i = 0; i < 3; i++)
            if (i != only)
                push_machine(&fallen, i);
        size_t first = choose(s, &fallen, &seed); /* they have an order, too */
        for (int i = 0; i < 10; i++)
            assert_int_equal(choose(s, &fallen, &seed), first);
        vec_free(&fallen);
    }
    vec_free(&enabled);
    strategy_free(s);
}

/* Transitions of one machine have the same priority. */
TEST(pct_takes_any_transition_of_a_machine)
{
    strategy *s = strategy_new(SAMPLE_PCT, 1, 10);
    transition_list enabled = {0};
    uint64_t seed = 5;
    for (int i = 0; i < 3; i++)
        push_machine(&enabled, 7);
    expect_equal_shares(s, &enabled, seed);
    vec_free(&enabled);
    strategy_free(s);
}

/* ---- pos ---- */

/* In how many of 3000 runs the first of two transitions of KIND is the second, too, if
 * the state does not change. */
static unsigned choose_again(const char *text, transition_kind kind)
{
    reach r;
    reach_begin(&r, text, &(core_options){.network = NET_P2P});
    (void)reach_all(&r);
    system_state at = {0};
    uint32_t i = 0;
    do {
        reach_row(&r, i++, &at);
        system_enabled(r.m.c, &at, &r.enabled);
    } while (r.enabled.len != 2 || r.enabled.data[0].kind != kind ||
             r.enabled.data[1].kind != kind);
    strategy *s = strategy_new(SAMPLE_POS, 0, 0);
    uint64_t seed = 6;
    unsigned again = 0;
    for (int round = 0; round < 3000; round++) {
        strategy_start(s, &seed);
        size_t first = strategy_choose(s, r.m.c, &at, &r.enabled, &seed);
        again += strategy_choose(s, r.m.c, &at, &r.enabled, &seed) == first;
    }
    strategy_free(s);
    vec_free(&at);
    reach_end(&r);
    return again;
}

/* Those that race draw again, the others keep their numbers. */
TEST(pos_draws_again_for_those_that_race)
{
    /* To different machines: the lower number against a new one, which wins in two of
     * three runs. */
    assert_in_range(
        choose_again("event a;\n"
                     "machine Main { start state S { entry { var r, q: machine;\n"
                     "  r = new R(); q = new R(); send r, a; send q, a; } } }\n"
                     "machine R { start state S { ignore a; } }\n",
                     TRANSITION_DELIVER),
        1850, 2150);
    /* To the same machine: two new numbers. */
    assert_in_range(
        choose_again(
            "event a;\n"
            "machine Main { start state S { entry { var r: machine;\n"
            "  r = new R(); new A(r); new A(r); } } }\n"
            "machine A { start state S { entry (r: machine) { send r, a; } } }\n"
            "machine R { start state S { ignore a; } }\n",
            TRANSITION_DELIVER),
        1350, 1650);
    /* Whoever acts may be observed. */
    assert_in_range(
        choose_again("event a;\n"
                     "machine Main { start state S { entry { new A(); new A(); } } }\n"
                     "machine A { start state S { entry { announce a; } } }\n"
                     "spec M observes a { start state S { ignore a; } }\n"
                     "test t [main=Main]: assert M in { Main, A };\n",
                     TRANSITION_ACT),
        1350, 1650);
}

/* ---- All ---- */

static void run_once(reach *r, strategy *s, uint64_t *seed)
{
    system_state at = {0};
    transition_list enabled = {0};
    reach_row(r, 0, &at);
    strategy_start(s, seed);
    for (int step = 0; step < 40 && system_enabled(r->m.c, &at, &enabled) > 0; step++) {
        size_t i = strategy_choose(s, r->m.c, &at, &enabled, seed);
        assert_true(i < enabled.len);
        transition_result result;
        uint32_t ways = 0;
        while (system_step(r->m.c, &at, enabled.data[i], ways, &r->to, &result))
            ways++;
        uint32_t way = ways == 0 ? 0 : rnd_below(seed, ways);
        if (!system_step(r->m.c, &at, enabled.data[i], way, &r->to, &result) ||
            result.fault != 0 || result.is_pruned)
            break;
        reach_number(r, &r->to);
        system_copy(&r->to, &at);
    }
    vec_free(&at);
    vec_free(&enabled);
}

TEST(every_state_is_met_in_the_end)
{
    static const char text[] =
        "event a; event b;\n"
        "machine Main { start state S { entry { var r: machine; r = new R();\n"
        "  new A(r); new B(r); } } }\n"
        "machine A { start state S { entry (r: machine) { send r, a; send r, a; } } }\n"
        "machine B { start state S { entry (r: machine) { send r, b;\n"
        "  if ($) { send r, b; } } } }\n"
        "machine R { var n: int; start state S { on a do { n = 2 * n + 1; }\n"
        "  on b do { n = 2 * n; } } }\n";
    static const sample_strategy kinds[] = {SAMPLE_RANDOM, SAMPLE_PCT, SAMPLE_POS};
    const core_options o = {.network = NET_P2P};
    reach all;
    reach_begin(&all, text, &o);
    uint64_t states = reach_all(&all).states;
    reach_end(&all);
    assert_in_range(states, 20, REACH_MOST - 1);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        reach r;
        reach_begin(&r, text, &o);
        strategy *s = strategy_new(kinds[i], 4, 12);
        uint64_t seed = 7;
        for (int round = 0; round < 2000; round++)
            run_once(&r, s, &seed);
        assert_int_equal(intern_count(&r.rows), states);
        strategy_free(s);
        reach_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(random_takes_all_with_equal_probability),
        LEAK_FREE(pct_takes_the_machine_of_the_highest_priority),
        LEAK_FREE(pct_changes_at_each_step_with_equal_probability),
        LEAK_FREE(pct_lets_those_fall_that_would_go_next),
        LEAK_FREE(pct_takes_any_transition_of_a_machine),
        LEAK_FREE(pos_draws_again_for_those_that_race),
        LEAK_FREE(every_state_is_met_in_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
