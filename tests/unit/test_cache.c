/* A worker's cache: it may forget, but never answers with another entry's results. */
#include "engine/explore/cache.h"

#include "unit.h"

static cache_entry entry(uint32_t id, uint32_t requests, uint32_t to)
{
    return (cache_entry){.id = id, .requests = requests, .to.one = {.id = to}};
}

static const cache_entry *find(const cache *c, uint32_t id, uint32_t requests)
{
    return cache_find(cache_line_of(c, id, requests), id, requests);
}

TEST(an_empty_cache_finds_nothing)
{
    cache c;
    cache_init(&c, 1);
    assert_int_equal((uintptr_t)c.lines % sizeof(cache_line), 0);
    for (uint32_t id = 0; id < 100; id++)
        assert_null(find(&c, id, id + 1));
    cache_fini(&c);
}

TEST(an_entry_is_found_by_id_and_requests)
{
    cache c;
    cache_init(&c, 6);
    cache_put(&c, entry(5, 7, 1));
    cache_put(&c, entry(7, 5, 2));
    cache_put(&c, entry(5, 8, 3));
    assert_int_equal(find(&c, 5, 7)->to.one.id, 1);
    assert_int_equal(find(&c, 7, 5)->to.one.id, 2);
    assert_int_equal(find(&c, 5, 8)->to.one.id, 3);
    assert_null(find(&c, 7, 8));
    assert_null(find(&c, 8, 5));
    cache_fini(&c);
}

TEST(a_mark_of_many_results_is_no_part_of_the_requests)
{
    static const tree_entry many[3] = {{.id = 2}, {.id = 8}, {.id = 9}};
    cache c;
    cache_init(&c, 1);
    cache_entry several = {.id = 3, .requests = 4 | CACHE_MANY, .to.many = many + 1};
    cache_put(&c, several);
    cache_grow(&c, 5);
    const cache_entry *found = find(&c, 3, 4);
    assert_non_null(found);
    assert_true(found->requests & CACHE_MANY);
    assert_ptr_equal(found->to.many, many + 1);
    assert_int_equal(found->to.many[-1].id, 2);
    cache_fini(&c);
}

/* Ids whose entries lie in the first line. */
static void ids_of_one_line(const cache *c, uint32_t *ids, size_t count)
{
    uint32_t id = 0;
    for (size_t i = 0; i < count; i++) {
        do
            id++;
        while (cache_line_of(c, id, 1) != c->lines);
        ids[i] = id;
    }
}

TEST(a_line_drops_its_oldest_entry)
{
    enum { MORE = CACHE_WAYS + 3 };
    uint32_t ids[MORE];
    cache c;
    cache_init(&c, 4);
    ids_of_one_line(&c, ids, MORE);
    for (size_t i = 0; i < MORE; i++) {
        cache_put(&c, entry(ids[i], 1, ids[i]));
        for (size_t k = 0; k <= i; k++) {
            const cache_entry *found = find(&c, ids[k], 1);
            assert_int_equal(found != NULL, k + CACHE_WAYS > i);
        }
    }
    cache_fini(&c);
}

/* Keys of one line go to a few new lines, so growth drops none; and age is kept. */
TEST(growth_keeps_all_entries_and_their_age)
{
    uint32_t ids[CACHE_WAYS];
    cache c;
    for (unsigned bits = 2; bits <= 8; bits++) {
        cache_init(&c, 1);
        ids_of_one_line(&c, ids, CACHE_WAYS);
        for (size_t i = 0; i < CACHE_WAYS; i++)
            cache_put(&c, entry(ids[i], 1, ids[i] + 10));
        cache_grow(&c, bits);
        assert_int_equal(c.bits, bits);
        assert_int_equal(c.misses, 0);
        for (size_t i = 0; i < CACHE_WAYS; i++) {
            const cache_entry *found = find(&c, ids[i], 1);
            assert_non_null(found);
            assert_int_equal(found->to.one.id, ids[i] + 10);
            for (size_t k = i + 1; k < CACHE_WAYS; k++) {
                const cache_entry *younger = find(&c, ids[k], 1);
                bool is_same_line =
                    cache_line_of(&c, ids[i], 1) == cache_line_of(&c, ids[k], 1);
                assert_true(!is_same_line || younger < found);
            }
        }
        cache_fini(&c);
    }
}

/* Lemma cache-1: what is found is what the tree has answered, in caches of all sizes
 * and while they grow. */
TEST(an_entry_is_never_wrong)
{
    cache c;
    uint64_t seed = 1;
    unsigned hits = 0;
    cache_init(&c, 1);
    for (unsigned i = 0; i < test_size(40000, 400000); i++) {
        uint32_t id = rnd_below(&seed, 60);
        uint32_t requests = 1 + rnd_below(&seed, 40);
        uint32_t answer = id * 1000 + requests;
        const cache_entry *found = find(&c, id, requests);
        assert_true(found == NULL || found->to.one.id == answer);
        hits += found != NULL;
        if (found == NULL) {
            cache_put(&c, entry(id, requests, answer));
            assert_non_null(find(&c, id, requests));
        }
        if (i % 5000 == 4999 && c.bits < 12)
            cache_grow(&c, c.bits + 1 + i / 5000 % 2);
    }
    assert_true(hits > 1000);
    cache_fini(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_empty_cache_finds_nothing),
        LEAK_FREE(an_entry_is_found_by_id_and_requests),
        LEAK_FREE(a_mark_of_many_results_is_no_part_of_the_requests),
        LEAK_FREE(a_line_drops_its_oldest_entry),
        LEAK_FREE(growth_keeps_all_entries_and_their_age),
        LEAK_FREE(an_entry_is_never_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
