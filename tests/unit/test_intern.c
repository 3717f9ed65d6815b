#include "base/intern.h"

#include "base/hash.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(names_are_dense_and_equal_for_equal_bytes)
{
    intern t;
    intern_init(&t);
    assert_int_equal(intern_count(&t), 0);
    assert_int_equal(intern_puts(&t, "a"), 0);
    assert_int_equal(intern_puts(&t, "b"), 1);
    assert_int_equal(intern_puts(&t, "a"), 0);
    assert_int_equal(intern_puts(&t, "ab"), 2);
    assert_int_equal(intern_put(&t, "abc", 2), 2);
    assert_int_equal(intern_count(&t), 3);
    intern_fini(&t);
}

TEST(the_empty_string_has_a_name_too)
{
    intern t;
    intern_init(&t);
    assert_int_equal(intern_find(&t, "", 0), INTERN_NONE);
    assert_int_equal(intern_puts(&t, ""), 0);
    assert_int_equal(intern_put(&t, "xyz", 0), 0);
    assert_int_equal(intern_find(&t, "q", 0), 0);
    assert_int_equal(intern_len(&t, 0), 0);
    assert_string_equal(intern_text(&t, 0), "");
    intern_fini(&t);
}

TEST(finding_adds_nothing)
{
    intern t;
    intern_init(&t);
    assert_int_equal(intern_find(&t, "a", 1), INTERN_NONE);
    assert_int_equal(intern_count(&t), 0);
    intern_puts(&t, "a");
    assert_int_equal(intern_find(&t, "a", 1), 0);
    assert_int_equal(intern_find(&t, "a\0", 2), INTERN_NONE);
    assert_int_equal(intern_count(&t), 1);
    intern_fini(&t);
}

TEST(bytes_may_be_nul_and_lengths_count)
{
    intern t;
    intern_init(&t);
    static const char zeros[20] = {0};
    for (size_t len = 0; len < sizeof zeros; len++)
        assert_int_equal(intern_put(&t, zeros, len), len);
    for (size_t len = 0; len < sizeof zeros; len++) {
        assert_int_equal(intern_find(&t, zeros, len), len);
        assert_int_equal(intern_len(&t, (intern_id)len), len);
    }
    intern_fini(&t);
}

TEST(the_bytes_are_copied_never_move_and_end_with_nul)
{
    enum { N = 5000 };
    static const char *where[N];
    intern t;
    intern_init(&t);
    char text[16];
    for (unsigned i = 0; i < N; i++) {
        int len = snprintf(text, sizeof text, "n%u", i);
        where[i] = intern_text(&t, intern_put(&t, text, (size_t)len));
        memset(text, '#', sizeof text);
    }
    for (unsigned i = 0; i < N; i++) {
        snprintf(text, sizeof text, "n%u", i);
        assert_ptr_equal(intern_text(&t, i), where[i]);
        assert_string_equal(where[i], text);
    }
    intern_fini(&t);
}

TEST(a_string_longer_than_any_chunk_is_kept_whole)
{
    enum { LEN = 3 << 20 };
    char *big = mem_alloc(LEN);
    memset(big, 'x', LEN);
    intern t;
    intern_init(&t);
    assert_int_equal(intern_put(&t, big, LEN), 0);
    assert_int_equal(intern_put(&t, big, LEN - 1), 1);
    big[LEN - 1] = 'y';
    assert_int_equal(intern_put(&t, big, LEN), 2);
    assert_int_equal(intern_len(&t, 0), LEN);
    assert_int_equal(intern_text(&t, 0)[LEN - 1], 'x');
    assert_int_equal(intern_text(&t, 0)[LEN], '\0');
    intern_fini(&t);
    mem_free(big, LEN);
}

/* Numbers as bytes whose hashes share the low 12 bits: one chain in a small table. */
TEST(colliding_strings_are_kept_apart)
{
    enum { KEYS = 50 };
    uint64_t keys[KEYS];
    size_t found = 0;
    for (uint64_t k = 0; found < KEYS; k++)
        if ((hash_bytes(&k, sizeof k) & 0xfff) == 0xfff)
            keys[found++] = k;
    intern t;
    intern_init(&t);
    for (size_t i = 0; i < KEYS; i++) {
        assert_int_equal(intern_find(&t, &keys[i], sizeof keys[i]), INTERN_NONE);
        assert_int_equal(intern_put(&t, &keys[i], sizeof keys[i]), i);
    }
    for (size_t i = 0; i < KEYS; i++)
        assert_int_equal(intern_find(&t, &keys[i], sizeof keys[i]), i);
    intern_fini(&t);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Among 300,000 numbers some ten pairs share all 32 bits of the hash that are kept. */
TEST(strings_with_the_very_same_hash_are_kept_apart)
{
    enum { N = 300000 };
    uint64_t *hashed = mem_alloc(N * sizeof *hashed); /* hash above, number below */
    for (uint64_t i = 0; i < N; i++)
        hashed[i] = hash_bytes(&i, sizeof i) << 32 | i;
    qsort(hashed, N, sizeof *hashed, compare_u64);
    intern t;
    intern_init(&t);
    uint32_t pairs = 0;
    for (size_t i = 1; i < N; i++) {
        if (hashed[i] >> 32 != hashed[i - 1] >> 32)
            continue;
        uint64_t a = (uint32_t)hashed[i - 1];
        uint64_t b = (uint32_t)hashed[i];
        intern_id first = intern_put(&t, &a, sizeof a);
        assert_int_equal(intern_find(&t, &b, sizeof b), INTERN_NONE);
        assert_int_equal(intern_put(&t, &b, sizeof b), first + 1);
        assert_int_equal(intern_find(&t, &a, sizeof a), first);
        pairs++;
    }
    assert_true(pairs > 0);
    intern_fini(&t);
    mem_free(hashed, N * sizeof *hashed);
}

/* The naive twin is an array of the names given so far. */
TEST(random_use_agrees_with_an_array)
{
    enum { KEYS = 3000 };
    static unsigned seen[KEYS]; /* id + 1, or 0 */
    intern t;
    intern_init(&t);
    uint64_t seed = 0x1d872b41;
    uint32_t fresh = 0;
    for (int i = 0; i < 50000; i++) {
        unsigned key = rnd_below(&seed, KEYS);
        char text[16];
        size_t len = (size_t)snprintf(text, sizeof text, "%x", key);
        intern_id found = intern_find(&t, text, len);
        assert_int_equal(found, seen[key] == 0 ? INTERN_NONE : seen[key] - 1);
        intern_id id = intern_put(&t, text, len);
        if (seen[key] == 0)
            seen[key] = ++fresh;
        assert_int_equal(id, seen[key] - 1);
        assert_int_equal(intern_len(&t, id), len);
        assert_string_equal(intern_text(&t, id), text);
    }
    assert_int_equal(intern_count(&t), fresh);
    intern_fini(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(names_are_dense_and_equal_for_equal_bytes),
        LEAK_FREE(the_empty_string_has_a_name_too),
        LEAK_FREE(finding_adds_nothing),
        LEAK_FREE(bytes_may_be_nul_and_lengths_count),
        LEAK_FREE(the_bytes_are_copied_never_move_and_end_with_nul),
        LEAK_FREE(a_string_longer_than_any_chunk_is_kept_whole),
        LEAK_FREE(colliding_strings_are_kept_apart),
        LEAK_FREE(strings_with_the_very_same_hash_are_kept_apart),
        LEAK_FREE(random_use_agrees_with_an_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
