#include "engine/explore/bitstate.h"

#include "base/thread.h"
#include "unit.h"

#include <pthread.h>

#include <math.h>

static bool add(bitstate *b, uint64_t key)
{
    return bitstate_add(b, bitstate_prepare(b, key));
}

/* Dense ids, as the engine has them. */
static uint64_t key_number(uint64_t i)
{
    return i / 1000 << 32 | i % 1000;
}

TEST(sizes_are_rounded_up_to_lines)
{
    for (size_t bytes = 1; bytes < 1000; bytes++) {
        bitstate *b = bitstate_new(bytes);
        assert_int_equal(bitstate_bytes(b), (bytes + 63) / 64 * 64);
        bitstate_free(b);
    }
    bitstate_free(NULL);
}

TEST(memory_that_cannot_be_had_is_no_set)
{
    assert_null(bitstate_new(SIZE_MAX));
    assert_null(bitstate_new(SIZE_MAX / 2));
}

TEST(an_old_key_is_never_new)
{
    bitstate *b = bitstate_new(10000);
    for (uint64_t i = 0; i < 5000; i++) {
        add(b, key_number(i));
        for (uint64_t k = i < 20 ? 0 : i - 20; k <= i; k++)
            assert_false(add(b, key_number(k)));
    }
    bitstate_free(b);
}

TEST(every_key_has_three_bits_and_all_bits_are_used_alike)
{
    enum { KEYS = 200000 };
    unsigned uses[64] = {0};
    uint64_t seed = 4;
    for (unsigned i = 0; i < KEYS; i++) {
        uint64_t bits = bitstate_bits(rnd(&seed));
        assert_int_equal(__builtin_popcountll(bits), 3);
        for (unsigned k = 0; k < 64; k++)
            uses[k] += (unsigned)(bits >> k & 1);
    }
    for (unsigned k = 0; k < 64; k++)
        assert_true(fabs(uses[k] - KEYS * 3 / 64.0) < 5 * sqrt(KEYS * 3 / 64.0));
}

TEST(all_words_are_used)
{
    bitstate *b = bitstate_new(6400); /* not a power of two */
    for (uint64_t i = 0; i < 20000; i++)
        add(b, key_number(i));
    for (uint64_t i = 0; i < b->word_count; i++)
        assert_true(b->words[i] != 0);
    bitstate_free(b);
}

TEST(an_empty_set_misses_nothing)
{
    bitstate *b = bitstate_new(1000);
    bitstate_estimate e = bitstate_coverage(b);
    assert_true(e.share_kept == 1);
    assert_true(e.keys == 0);
    assert_true(e.hash_factor > 1e300);
    bitstate_free(b);
}

/* The truth is known here: the estimate must agree with it, at every load. */
TEST(the_estimate_agrees_with_what_was_missed)
{
    bitstate *b = bitstate_new(1 << 17);
    double bits = (double)bitstate_bytes(b) * 8;
    uint64_t added = 0;
    uint64_t fresh = 0;
    for (double factor = 1024; factor > 1; factor /= 2) {
        for (; (double)added < bits / factor; added++)
            fresh += add(b, key_number(added));
        bitstate_estimate e = bitstate_coverage(b);
        double missed = (double)(added - fresh);
        double expected = (1 - e.share_kept) * e.keys;
        assert_true(fabs(e.keys / (double)added - 1) < 0.02);
        assert_true(fabs(e.hash_factor / factor - 1) < 0.02);
        assert_true(fabs(missed - expected) < 5 * sqrt(expected) + 0.02 * expected + 2);
    }
    assert_true(fresh < added * 9 / 10); /* the last rounds did miss keys */
    bitstate_free(b);
}

TEST(the_estimate_is_finite_when_all_bits_are_set)
{
    bitstate *b = bitstate_new(64);
    for (uint64_t i = 0; i < 10000; i++)
        add(b, key_number(i));
    bitstate_estimate e = bitstate_coverage(b);
    assert_true(e.share_kept > 0 && e.share_kept < 0.5);
    assert_true(isfinite(e.keys) && e.keys > 0);
    assert_true(e.hash_factor > 0);
    bitstate_free(b);
}

enum { THREADS = 4, KEYS = 20000 };

typedef struct crowd {
    bitstate *b;
    atomic_uint fresh[KEYS]; /* by key: how often it was new */
} crowd;

static void add_all(void *context, unsigned index)
{
    crowd *c = context;
    for (unsigned i = 0; i < KEYS; i++) {
        unsigned k = index % 2 == 0 ? i : KEYS - 1 - i;
        if (add(c->b, key_number(k)))
            atomic_fetch_add_explicit(&c->fresh[k], 1, memory_order_relaxed);
    }
}

TEST(threads_are_told_new_at_most_once_for_each_key)
{
    static crowd c;
    for (size_t bytes = 1 << 10; bytes <= 1 << 20; bytes *= 4) {
        c = (crowd){.b = bitstate_new(bytes)};
        thread_fork_join(THREADS, add_all, &c);
        for (unsigned k = 0; k < KEYS; k++)
            assert_true(c.fresh[k] <= 1);
        bitstate_free(c.b);
    }
}

/* All threads add the same few keys at the same moment. */
typedef struct race {
    bitstate *b;
    pthread_barrier_t barrier;
    uint64_t first;
    atomic_uint fresh;
} race;

enum { RACE_KEYS = 200 };

static void run_race(void *context, unsigned index)
{
    race *r = context;
    (void)index;
    for (unsigned i = 0; i < RACE_KEYS; i++) {
        if (i % 20 == 0)
            pthread_barrier_wait(&r->barrier);
        r->fresh += add(r->b, key_number(r->first + i));
    }
}

TEST(threads_race_for_the_same_words)
{
    for (unsigned round = 0; round < test_size(100, 400); round++) {
        race r = {.b = bitstate_new(1 << 16), .first = round * 1000};
        assert_int_equal(pthread_barrier_init(&r.barrier, NULL, THREADS), 0);
        thread_fork_join(THREADS, run_race, &r);
        assert_true(r.fresh <= RACE_KEYS);
        pthread_barrier_destroy(&r.barrier);
        bitstate_free(r.b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(sizes_are_rounded_up_to_lines),
        LEAK_FREE(memory_that_cannot_be_had_is_no_set),
        LEAK_FREE(an_old_key_is_never_new),
        LEAK_FREE(every_key_has_three_bits_and_all_bits_are_used_alike),
        LEAK_FREE(all_words_are_used),
        LEAK_FREE(an_empty_set_misses_nothing),
        LEAK_FREE(the_estimate_agrees_with_what_was_missed),
        LEAK_FREE(the_estimate_is_finite_when_all_bits_are_set),
        LEAK_FREE(threads_race_for_the_same_words),
        LEAK_FREE(threads_are_told_new_at_most_once_for_each_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
