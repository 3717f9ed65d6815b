/* Who gets how much beside the search. */
#include "engine/auto/share.h"

#include "unit.h"

static engine_stats levels(uint64_t states, uint64_t level, uint64_t before)
{
    return (engine_stats){.states = states,
                          .transitions = states,
                          .level = level,
                          .level_before = before};
}

static engine_stats narrowed(engine_stats t)
{
    t.reduction.narrowed = t.states;
    return t;
}

static share of_reducing(engine_stats now, uint64_t cost, bool is_set_ahead)
{
    engine_stats before = {0};
    return share_of_reducing(&now, &before, cost, is_set_ahead);
}

TEST(levels_that_double_burst_and_one_wide_step_does_not)
{
    engine_stats doubles = levels(1000, 256, 128);
    engine_stats slow = levels(1000, 190, 128);
    engine_stats wide = levels(1000, 744, 1);
    assert_true(share_bursts(&doubles));
    assert_false(share_bursts(&slow));
    assert_false(share_bursts(&wide));
}

TEST(a_reducing_engine_is_judged_by_its_levels)
{
    assert_int_equal(of_reducing(levels(3000, 0, 0), 24000, false), FIRST);
    assert_int_equal(of_reducing(levels(3000, 300, 301), 24000, false), ENDING);
    assert_int_equal(of_reducing(narrowed(levels(3000, 600, 599)), 24000, false),
                     STRONG);
    assert_int_equal(of_reducing(narrowed(levels(3000, 1200, 600)), 24000, false),
                     BUSY);
    assert_int_equal(of_reducing(narrowed(levels(3000, 600, 599)), 24000, true),
                     BEHIND);
    assert_int_equal(of_reducing(levels(700, 160, 120), 5600, false), UNSURE);
    assert_int_equal(of_reducing(levels(3000, 700, 600), 24000, false), WEAK);
}

/* A counter that grows for ever has as many states at each depth, so it always seems to
 * be near its end. */
TEST(what_ends_at_last_does_not_get_all)
{
    const share_costs spent = {.search = 1000, .own = (uint64_t)1 << 40};
    const share_costs little = {.search = 1000, .own = 50000};
    assert_int_equal(share_budget(ENDING, &little), 100000);
    assert_true(share_budget(ENDING, &spent) < (uint64_t)1 << 22);
}

TEST(a_set_must_have_more_states_for_less)
{
    assert_int_equal(share_of_sets(4000, 4000, 5000, 1), UNSURE);
    assert_int_equal(share_of_sets(20000, 4000, 5000, 1), STRONG);
    assert_int_equal(share_of_sets(20000, 4001, 5000, 1), UNSURE);
    assert_int_equal(share_of_sets(25000, 25000, 5000, 1), STRONG); /* five times */
    assert_int_equal(share_of_sets(90000, 90000, 5000, 1), WEAK);   /* for too long */
    assert_int_equal(share_of_sets(5e6, 4000, 5000, 1), FAR);
    assert_int_equal(share_of_sets(50000, 60000, 50000, 1), WEAK);
}

/* The more it has shown, the more it gets, all else being equal. */
TEST(shares_have_an_order)
{
    const share order[] = {WEAK, BEHIND, UNSURE, BUSY, STRONG, FAR};
    const share_costs spent = {
        .search = 100000, .soon = 1000, .own = 1000, .other = 100000, .is_set = true};
    for (unsigned i = 1; i < sizeof order / sizeof *order; i++)
        assert_true(share_budget(order[i - 1], &spent) <
                    share_budget(order[i], &spent));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(levels_that_double_burst_and_one_wide_step_does_not),
        LEAK_FREE(a_reducing_engine_is_judged_by_its_levels),
        LEAK_FREE(what_ends_at_last_does_not_get_all),
        LEAK_FREE(a_set_must_have_more_states_for_less),
        LEAK_FREE(shares_have_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
