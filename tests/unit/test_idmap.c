#include "base/idmap.h"

#include "base/hash.h"
#include "unit.h"

static char values[10000]; /* only their addresses matter */

TEST(an_empty_map_has_nothing)
{
    idmap m = {0};
    assert_null(idmap_get(&m, 0));
    assert_null(idmap_get(&m, UINT64_MAX));
    idmap_fini(&m);
    idmap_fini(&m);
}

TEST(zero_and_the_largest_key_are_keys_like_others)
{
    idmap m = {0};
    assert_null(idmap_put(&m, 1, &values[1]));
    assert_null(idmap_get(&m, 0)); /* an empty slot has key 0, too */
    assert_null(idmap_put(&m, 0, &values[0]));
    assert_null(idmap_put(&m, UINT64_MAX, &values[2]));
    assert_ptr_equal(idmap_get(&m, 0), &values[0]);
    assert_ptr_equal(idmap_get(&m, 1), &values[1]);
    assert_ptr_equal(idmap_get(&m, UINT64_MAX), &values[2]);
    idmap_fini(&m);
}

TEST(the_first_value_under_a_key_stays)
{
    idmap m = {0};
    assert_null(idmap_put(&m, 5, &values[0]));
    assert_ptr_equal(idmap_put(&m, 5, &values[1]), &values[0]);
    assert_ptr_equal(idmap_get(&m, 5), &values[0]);
    assert_int_equal(m.len, 1);
    idmap_fini(&m);
}

TEST(asking_for_the_same_key_does_not_grow_the_map_forever)
{
    idmap m = {0};
    idmap_put(&m, 5, &values[0]);
    size_t before = mem_in_use();
    for (int i = 0; i < 100000; i++)
        idmap_put(&m, 5, &values[1]);
    assert_int_equal(mem_in_use(), before);
    idmap_fini(&m);
}

TEST(a_key_of_two_ids_keeps_them_apart)
{
    assert_true(IDMAP_KEY(1, 2) == 0x100000002u);
    assert_true(IDMAP_KEY(2, 1) != IDMAP_KEY(1, 2));
    assert_true(IDMAP_KEY(UINT32_MAX, UINT32_MAX) == UINT64_MAX);
    assert_true(IDMAP_KEY(0, -1) == UINT32_MAX); /* no sign spills over */
    idmap m = {0};
    for (uint32_t i = 0; i < 100; i++)
        for (uint32_t k = 0; k < 100; k++)
            assert_null(idmap_put(&m, IDMAP_KEY(i, k), &values[i * 100 + k]));
    for (uint32_t i = 0; i < 100; i++)
        for (uint32_t k = 0; k < 100; k++)
            assert_ptr_equal(idmap_get(&m, IDMAP_KEY(i, k)), &values[i * 100 + k]);
    idmap_fini(&m);
}

/* Keys whose hashes agree in the low 16 bits: one long chain until the map is large. */
TEST(colliding_keys_are_kept_apart)
{
    enum { KEYS = 60 };
    uint64_t keys[KEYS];
    size_t found = 0;
    for (uint64_t k = 0; found < KEYS; k++)
        if ((hash_u64(k) & 0xffff) == 0xffff) /* the last slot: chains wrap around */
            keys[found++] = k;
    idmap m = {0};
    for (size_t i = 0; i < KEYS; i++) {
        assert_null(idmap_get(&m, keys[i]));
        assert_null(idmap_put(&m, keys[i], &values[i]));
        for (size_t k = 0; k <= i; k++)
            assert_ptr_equal(idmap_get(&m, keys[k]), &values[k]);
    }
    assert_int_equal(m.len, KEYS);
    idmap_fini(&m);
}

TEST(the_map_is_never_more_than_half_full)
{
    idmap m = {0};
    for (uint64_t i = 0; i < 10000; i++) {
        idmap_put(&m, i, &values[i]);
        assert_int_equal(m.len, i + 1);
        assert_true(m.len * 2 <= m.slot_count);
        assert_int_equal(m.slot_count & (m.slot_count - 1), 0);
    }
    idmap_fini(&m);
}

/* The naive twin is an array indexed by the key's number. */
TEST(random_use_agrees_with_an_array)
{
    enum { KEYS = 5000 };
    static void *twin[KEYS];
    idmap m = {0};
    uint64_t seed = 0x1d;
    for (int i = 0; i < 100000; i++) {
        unsigned number = rnd_below(&seed, KEYS);
        uint64_t key = IDMAP_KEY(number % 70, number / 70 * 0x10000);
        void *value = &values[rnd_below(&seed, 10000)];
        if (rnd_below(&seed, 2) == 0) {
            assert_ptr_equal(idmap_get(&m, key), twin[number]);
        } else {
            assert_ptr_equal(idmap_put(&m, key, value), twin[number]);
            if (twin[number] == NULL)
                twin[number] = value;
        }
    }
    idmap_fini(&m);
}

TEST(a_set_tells_what_is_new)
{
    idmap m = {0};
    assert_true(idmap_add(&m, 7));
    assert_false(idmap_add(&m, 7));
    assert_true(idmap_add(&m, 0));
    idmap_fini(&m);
}

/* A large table moves a bounded number of entries at a time, and finds all meanwhile.
 */
TEST(a_large_map_grows_while_it_is_used)
{
    enum { MANY = 100000, MOST_MOVED = 1 << 12 };
    idmap m = {0};
    unsigned seen_moving = 0;
    for (uint64_t key = 0; key < MANY; key++) {
        size_t before = m.old != NULL ? m.moved : 0;
        assert_int_equal(idmap_put_number(&m, key * 3, key + 1), 0);
        if (m.old == NULL)
            continue;
        seen_moving++;
        assert_true(m.moved - before <= MOST_MOVED || m.moved == MOST_MOVED);
        for (uint64_t old = 0; old <= key; old += key / 16 + 1) {
            assert_int_equal(idmap_get_number(&m, old * 3), old + 1);
            assert_int_equal(idmap_get_number(&m, old * 3 + 1), 0);
        }
    }
    assert_true(seen_moving > 10);
    idmap_settle(&m);
    size_t found = 0;
    for (size_t i = 0; i < m.slot_count; i++)
        found += m.slots[i].value != NULL;
    assert_int_equal(found, MANY);
    assert_int_equal(m.len, MANY);
    idmap_fini(&m);
}

TEST(numbers_are_kept_from_one_on)
{
    idmap m = {0};
    assert_int_equal(idmap_get_number(&m, 5), 0);
    assert_int_equal(idmap_put_number(&m, 5, 1), 0);
    assert_int_equal(idmap_put_number(&m, 5, 2), 1);
    assert_int_equal(idmap_get_number(&m, 5), 1);
    idmap_fini(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_empty_map_has_nothing),
        LEAK_FREE(zero_and_the_largest_key_are_keys_like_others),
        LEAK_FREE(the_first_value_under_a_key_stays),
        LEAK_FREE(asking_for_the_same_key_does_not_grow_the_map_forever),
        LEAK_FREE(a_key_of_two_ids_keeps_them_apart),
        LEAK_FREE(colliding_keys_are_kept_apart),
        LEAK_FREE(the_map_is_never_more_than_half_full),
        LEAK_FREE(random_use_agrees_with_an_array),
        LEAK_FREE(a_set_tells_what_is_new),
        LEAK_FREE(a_large_map_grows_while_it_is_used),
        LEAK_FREE(numbers_are_kept_from_one_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
