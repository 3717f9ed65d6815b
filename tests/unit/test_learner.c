/* Q-learning prefers what was not tried. */
#include "engine/sample/learner.h"

#include "unit.h"

/* In one state with two actions, both are taken about equally often: each makes itself
 * less attractive. */
TEST(actions_take_turns)
{
    learner *l = learner_new();
    const uint64_t actions[] = {11, 22};
    unsigned count[2] = {0};
    uint64_t random = 3;
    for (int run = 0; run < 2000; run++) {
        learner_start(l);
        for (int step = 0; step < 3; step++)
            count[learner_choose(l, 1, actions, 2, &random)]++;
    }
    assert_in_range(count[0], 2700, 3300);
    learner_free(l);
}

/* Action 1 leads to a state where much was done before, and action 2 to new ones. */
TEST(what_leads_to_the_known_becomes_rare)
{
    learner *l = learner_new();
    const uint64_t actions[] = {1, 2};
    const uint64_t only[] = {5};
    unsigned known = 0;
    uint64_t random = 4;
    uint64_t fresh = 1000;
    for (int run = 0; run < 3000; run++) {
        learner_start(l);
        size_t chosen = learner_choose(l, 1, actions, 2, &random);
        known += chosen == 0;
        for (int step = 0; step < 5; step++)
            learner_choose(l, chosen == 0 ? 2 : fresh++, only, 1, &random);
    }
    assert_true(known < 1350);
    learner_free(l);
}

TEST(a_reset_forgets)
{
    learner *a = learner_new();
    learner *b = learner_new();
    const uint64_t actions[] = {1, 2, 3};
    uint64_t random = 9;
    for (int i = 0; i < 500; i++)
        learner_choose(a, 1, actions, 3, &random);
    learner_reset(a);
    uint64_t x = 77;
    uint64_t y = 77;
    for (int i = 0; i < 500; i++)
        assert_int_equal(learner_choose(a, (uint64_t)i % 7, actions, 3, &x),
                         learner_choose(b, (uint64_t)i % 7, actions, 3, &y));
    learner_free(a);
    learner_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(actions_take_turns),
        LEAK_FREE(what_leads_to_the_known_becomes_rare),
        LEAK_FREE(a_reset_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
