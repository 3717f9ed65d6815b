/* Which strategy gets how many runs. */
#include "engine/sample/portfolio.h"

#include "unit.h"

static unsigned places_of(const portfolio *p, sample_strategy kind)
{
    unsigned count = 0;
    for (uint64_t chunk = 0; chunk < PORTFOLIO_PLACES; chunk++)
        count += portfolio_strategy(p, chunk) == kind;
    return count;
}

TEST(one_strategy_gets_all_runs)
{
    portfolio p;
    portfolio_init(&p, SAMPLE_POS);
    for (uint64_t chunk = 0; chunk < 100; chunk++)
        assert_int_equal(portfolio_strategy(&p, chunk), SAMPLE_POS);
}

/* 16 places for five strategies: three each, and one more. */
TEST(at_first_all_are_equal)
{
    portfolio p;
    portfolio_init(&p, SAMPLE_PORTFOLIO);
    for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++)
        assert_in_range(places_of(&p, kind), 3, 4);
}

/* Yields of 10 to 1: the best gets its one place and nearly all that are not given. */
TEST(who_finds_more_gets_more_and_nobody_nothing)
{
    portfolio p;
    portfolio_init(&p, SAMPLE_PORTFOLIO);
    for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++)
        portfolio_note(&p, kind, kind == SAMPLE_RL ? 10000 : 1000, 1000000);
    portfolio_divide(&p);
    for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++)
        assert_true(places_of(&p, kind) >= 1);
    assert_true(places_of(&p, SAMPLE_RL) >= 8);
}

/* What was found long ago counts less and less. */
TEST(who_finds_nothing_more_falls_back)
{
    portfolio p;
    portfolio_init(&p, SAMPLE_PORTFOLIO);
    portfolio_note(&p, SAMPLE_PCT, 100, 1000);
    portfolio_divide(&p);
    unsigned before = places_of(&p, SAMPLE_PCT);
    for (int batch = 0; batch < 12; batch++) {
        for (sample_strategy kind = 0; kind < SAMPLE_PORTFOLIO; kind++)
            portfolio_note(&p, kind, kind == SAMPLE_POS ? 50 : 0, 100000);
        portfolio_divide(&p);
    }
    assert_true(places_of(&p, SAMPLE_PCT) < before);
    assert_true(places_of(&p, SAMPLE_POS) > places_of(&p, SAMPLE_PCT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(one_strategy_gets_all_runs),
        LEAK_FREE(at_first_all_are_equal),
        LEAK_FREE(who_finds_more_gets_more_and_nobody_nothing),
        LEAK_FREE(who_finds_nothing_more_falls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
