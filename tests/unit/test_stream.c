/* The random numbers of a run: which of them a change keeps. */
#include "engine/sample/stream.h"

#include "base/hash.h"
#include "unit.h"

enum { STEPS = 200 };

TEST(each_step_has_numbers_of_its_own)
{
    stream s = stream_new(7);
    for (uint64_t i = 0; i < STEPS; i++)
        for (uint64_t k = 0; k < i; k++)
            assert_true(stream_at(&s, i) != stream_at(&s, k));
}

TEST(a_fork_keeps_what_comes_before)
{
    stream s = stream_new(7);
    for (uint64_t at = 0; at < STEPS; at += 13) {
        stream t = stream_fork(&s, at, 1000 + at);
        for (uint64_t i = 0; i < STEPS; i++)
            assert_int_equal(stream_at(&s, i) == stream_at(&t, i), i < at);
    }
}

TEST(a_change_keeps_all_other_steps)
{
    stream s = stream_new(7);
    for (uint64_t at = 0; at < STEPS; at += 13) {
        stream t = stream_change(&s, at, 1000 + at);
        for (uint64_t i = 0; i < STEPS; i++)
            assert_int_equal(stream_at(&s, i) == stream_at(&t, i), i != at);
    }
}

TEST(a_digest_tells_streams_apart)
{
    stream s = stream_new(7);
    assert_true(stream_digest(&s) == stream_digest(&(stream){s.count, {s.parts[0]}}));
    stream other = stream_new(8);
    assert_true(stream_digest(&s) != stream_digest(&other));
    for (uint64_t at = 1; at < STEPS; at++) {
        stream t = stream_fork(&s, at, 1000);
        stream u = stream_change(&s, at, 1000);
        assert_true(stream_digest(&t) != stream_digest(&s));
        assert_true(stream_digest(&t) != stream_digest(&u));
    }
}

/* A naive twin: the seed of each step. */
static void change_twin(uint64_t *seeds, uint64_t at, uint64_t seed, bool is_fork)
{
    for (uint64_t i = at; i < STEPS; i++)
        if (is_fork || i == at)
            seeds[i] = seed;
}

TEST(many_changes_agree_with_a_list_of_seeds)
{
    uint64_t random = 5;
    for (int round = 0; round < 300; round++) {
        uint64_t seeds[STEPS];
        stream s = stream_new(1);
        change_twin(seeds, 0, 1, true);
        while (s.count + 3 < STREAM_MOST_PARTS) {
            uint64_t at = hash_random(&random) % STEPS;
            uint64_t seed = hash_random(&random);
            bool is_fork = hash_random(&random) % 8 == 0;
            s = is_fork ? stream_fork(&s, at, seed) : stream_change(&s, at, seed);
            change_twin(seeds, at, seed, is_fork);
            if (hash_random(&random) % 20 == 0)
                break;
        }
        for (uint64_t i = 0; i < STEPS; i++) {
            stream alone = stream_new(seeds[i]);
            assert_true(stream_at(&s, i) == stream_at(&alone, i));
        }
    }
}

TEST(a_stream_that_is_changed_very_often_stays_a_stream)
{
    uint64_t random = 6;
    stream s = stream_new(1);
    for (int i = 0; i < 2000; i++) {
        uint64_t at = hash_random(&random) % STEPS;
        s = stream_change(&s, at, hash_random(&random));
        assert_true(s.count > 0 && s.count <= STREAM_MOST_PARTS);
        assert_int_equal(s.parts[0].from, 0);
        for (uint32_t k = 1; k < s.count; k++)
            assert_true(s.parts[k - 1].from < s.parts[k].from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(each_step_has_numbers_of_its_own),
        LEAK_FREE(a_fork_keeps_what_comes_before),
        LEAK_FREE(a_change_keeps_all_other_steps),
        LEAK_FREE(a_digest_tells_streams_apart),
        LEAK_FREE(many_changes_agree_with_a_list_of_seeds),
        LEAK_FREE(a_stream_that_is_changed_very_often_stays_a_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
