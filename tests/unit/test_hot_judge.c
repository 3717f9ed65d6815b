#include "engine/sample/hot_judge.h"

#include "model_fixture.h"

/* Never answered. */
#define SPEC                                                                       \
    "spec Answered observes eAsk, eAnswer { start cold state Idle { on eAsk goto " \
    "Open; } hot state Open { on eAnswer goto Idle; } }"                           \
    "event eAsk; event eAnswer; event eTick: int;"

/* Every tick creates a machine, so each state has more columns than the one before. */
static const char crowd[] =
    SPEC "machine Main { start state S { entry { announce eAsk; send this, eTick, 0; } "
         "on eTick do (n: int) { new Leaf(); send this, eTick, n; } } }"
         "machine Leaf { start state S { } }"
         "test tc [main=Main]: assert Answered in { Main, Leaf };";

static const char clock_model[] =
    SPEC "machine Main { start state S { entry { announce eAsk; send this, eTick, 0; } "
         "on eTick do (n: int) { send this, eTick, n + 1; } } }"
         "test tc [main=Main]: assert Answered in { Main };";

/* How many states the explicit engine visits for an opinion. */
static uint64_t states_for(const char *text)
{
    model m = model_load(text, &(core_options){0});
    const engine_options o = {0};
    hot_judge j;
    hot_judge_init(&j, m.ir, m.c->test, &o, 0);
    assert_true(hot_judge_accepts(&j, 3));
    assert_int_equal(j.opinion, HOT_OPEN);
    assert_int_equal(j.exact.stop, STOP_STATES);
    uint64_t states = j.exact.stats.states;
    hot_judge_fini(&j);
    model_free(&m);
    return states;
}

TEST(small_states_are_counted)
{
    assert_int_equal(states_for(clock_model), 100000);
}

TEST(large_states_count_by_their_columns)
{
    uint64_t states = states_for(crowd);
    assert_true(states > 1000);
    assert_true(states < 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(small_states_are_counted),
        LEAK_FREE(large_states_count_by_their_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
