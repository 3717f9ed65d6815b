#include "lang/evset.h"

#include "unit.h"

/* A universe of HALT and the user events 2 .. 10; null is number 1 and in no set. */
enum { LAST = 10, UNIVERSE = LAST };

static void start(evsets *e)
{
    evsets_init(e);
    evsets_set_universe(e, UNIVERSE);
}

/* The naive twin of a set is a mask, bit I for event I. */
static const unsigned every = (1u << (LAST + 1)) - 1 - (1u << EVENT_NULL);

static evset_id from_mask(evsets *e, unsigned mask)
{
    uint32_t events[LAST + 1];
    size_t count = 0;
    for (uint32_t i = 0; i <= LAST; i++)
        if (mask & 1u << i)
            events[count++] = i;
    return evset_make(e, events, count);
}

static unsigned to_mask(const evsets *e, evset_id set)
{
    unsigned mask = 0;
    for (uint32_t i = 0; i <= LAST; i++)
        if (evset_has(e, set, i))
            mask |= 1u << i;
    return mask;
}

static evset_id union_of(evsets *e, evset_id a, evset_id b)
{
    evset_union u = {0};
    evset_union_add(&u, e, a);
    evset_union_add(&u, e, b);
    return evset_union_finish(&u, e);
}

TEST(empty_and_all_have_names_of_their_own)
{
    evsets e;
    start(&e);
    assert_int_equal(evset_make(&e, NULL, 0), EVSET_EMPTY);
    assert_int_equal(from_mask(&e, every), EVSET_ALL);
    assert_int_equal(to_mask(&e, EVSET_EMPTY), 0);
    assert_int_equal(to_mask(&e, EVSET_ALL), every);
    evsets_fini(&e);
}

TEST(a_universe_of_halt_alone_is_all)
{
    evsets e;
    evsets_init(&e);
    evsets_set_universe(&e, 1);
    assert_int_equal(evset_make(&e, (uint32_t[]){EVENT_HALT}, 1), EVSET_ALL);
    evsets_fini(&e);
}

TEST(null_is_not_among_all_events)
{
    evsets e;
    start(&e);
    assert_false(evset_has(&e, EVSET_ALL, EVENT_NULL));
    unsigned with_null = (every & ~(1u << LAST)) | 1u << EVENT_NULL;
    evset_id set = from_mask(&e, with_null); /* as many members as the universe */
    assert_int_not_equal(set, EVSET_ALL);
    assert_false(evset_has(&e, set, LAST));
    evsets_fini(&e);
}

TEST(order_and_repetition_do_not_matter)
{
    evsets e;
    start(&e);
    evset_id a = evset_make(&e, (uint32_t[]){7, 2, 7, 0, 2, 7}, 6);
    assert_int_equal(a, evset_make(&e, (uint32_t[]){0, 2, 7}, 3));
    size_t count;
    const uint32_t *members = evset_members(&e, a, &count);
    assert_int_equal(count, 3);
    assert_int_equal(members[0], 0);
    assert_int_equal(members[1], 2);
    assert_int_equal(members[2], 7);
    evset_members(&e, EVSET_EMPTY, &count);
    assert_int_equal(count, 0);
    evsets_fini(&e);
}

TEST(all_of_the_events_with_repetitions_are_all)
{
    evsets e;
    start(&e);
    uint32_t twice[2 * UNIVERSE];
    for (uint32_t i = 0; i < 2 * UNIVERSE; i++)
        twice[i] = i % UNIVERSE == 0 ? 0 : i % UNIVERSE + 1;
    assert_int_equal(evset_make(&e, twice, 2 * UNIVERSE), EVSET_ALL);
    assert_int_not_equal(evset_make(&e, twice, UNIVERSE - 1), EVSET_ALL);
    evsets_fini(&e);
}

TEST(a_union_that_fills_up_becomes_all)
{
    evsets e;
    start(&e);
    evset_id most = from_mask(&e, every & ~(1u << 5));
    evset_id one = from_mask(&e, 1u << 5);
    assert_int_equal(union_of(&e, most, one), EVSET_ALL);
    assert_int_equal(union_of(&e, one, most), EVSET_ALL);
    assert_int_equal(union_of(&e, EVSET_ALL, one), EVSET_ALL);
    assert_int_equal(union_of(&e, EVSET_EMPTY, EVSET_ALL), EVSET_ALL);
    assert_int_equal(union_of(&e, EVSET_EMPTY, EVSET_EMPTY), EVSET_EMPTY);
    evsets_fini(&e);
}

TEST(a_union_of_nothing_is_empty)
{
    evsets e;
    start(&e);
    evset_union u = {0};
    assert_int_equal(evset_union_finish(&u, &e), EVSET_EMPTY);
    evsets_fini(&e);
}

TEST(a_union_of_many_sets_agrees_with_bit_masks)
{
    evsets e;
    start(&e);
    uint64_t seed = 0xa11;
    for (int round = 0; round < 1000; round++) {
        evset_union u = {0};
        unsigned mask = 0;
        for (unsigned i = rnd_below(&seed, 12); i > 0; i--) {
            unsigned one =
                rnd_below(&seed, 8) == 0 ? every : 1u << rnd_below(&seed, 11);
            mask |= one & every;
            evset_union_add(&u, &e, from_mask(&e, one & every));
        }
        assert_int_equal(evset_union_finish(&u, &e), from_mask(&e, mask));
    }
    evsets_fini(&e);
}

TEST(what_a_difference_with_all_misses_is_found_at_both_ends)
{
    evsets e;
    start(&e);
    for (uint32_t missing = 0; missing <= LAST; missing++) {
        if (missing == EVENT_NULL)
            continue;
        evset_id most = from_mask(&e, every & ~(1u << missing));
        uint32_t found = 99;
        assert_true(evset_difference(&e, EVSET_ALL, most, &found));
        assert_int_equal(found, missing);
        assert_false(evset_difference(&e, most, EVSET_ALL, &found));
    }
    evsets_fini(&e);
}

static void check_pair(evsets *e, unsigned x, unsigned y)
{
    evset_id a = from_mask(e, x);
    evset_id b = from_mask(e, y);
    assert_true((a == b) == (x == y));
    assert_int_equal(to_mask(e, a), x);
    assert_int_equal(to_mask(e, union_of(e, a, b)), x | y);
    assert_int_equal(union_of(e, a, b), from_mask(e, x | y));
    uint32_t event = 99;
    bool some = evset_difference(e, a, b, &event);
    assert_true(some == ((x & ~y) != 0));
    assert_true(some ? (x & ~y) >> event & 1 : event == 99);
    event = 99;
    some = evset_common(e, a, b, &event);
    assert_true(some == ((x & y) != 0));
    assert_true(some ? (x & y) >> event & 1 : event == 99);
}

TEST(random_sets_agree_with_bit_masks)
{
    evsets e;
    start(&e);
    uint64_t seed = 0xe5e7;
    for (int i = 0; i < 20000; i++) {
        unsigned x = rnd_below(&seed, every + 1) & every;
        unsigned y = rnd_below(&seed, every + 1) & every;
        switch (rnd_below(&seed, 6)) {
        case 0:
            y = x;
            break;
        case 1:
            y = every & ~x;
            break;
        case 2:
            x = every;
            break;
        case 3:
            y = every;
            break;
        case 4:
            y = 0;
            break;
        }
        check_pair(&e, x, y);
    }
    evsets_fini(&e);
}

TEST(every_pair_of_small_sets_agrees_with_bit_masks)
{
    evsets e;
    start(&e);
    for (unsigned x = 0; x < 64; x++)
        for (unsigned y = 0; y < 64; y++)
            check_pair(&e, x & every, y & every);
    evsets_fini(&e);
}

TEST(members_stay_where_they_are_while_sets_are_added)
{
    evsets e;
    start(&e);
    size_t count;
    evset_id set = from_mask(&e, 1u << 3 | 1u << 9);
    const uint32_t *members = evset_members(&e, set, &count);
    for (unsigned x = 0; x <= every; x++)
        from_mask(&e, x & every);
    assert_ptr_equal(evset_members(&e, set, &count), members);
    assert_int_equal(members[0], 3);
    assert_int_equal(members[1], 9);
    evsets_fini(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(empty_and_all_have_names_of_their_own),
        LEAK_FREE(a_universe_of_halt_alone_is_all),
        LEAK_FREE(null_is_not_among_all_events),
        LEAK_FREE(order_and_repetition_do_not_matter),
        LEAK_FREE(all_of_the_events_with_repetitions_are_all),
        LEAK_FREE(a_union_that_fills_up_becomes_all),
        LEAK_FREE(a_union_of_nothing_is_empty),
        LEAK_FREE(a_union_of_many_sets_agrees_with_bit_masks),
        LEAK_FREE(what_a_difference_with_all_misses_is_found_at_both_ends),
        LEAK_FREE(random_sets_agree_with_bit_masks),
        LEAK_FREE(every_pair_of_small_sets_agrees_with_bit_masks),
        LEAK_FREE(members_stay_where_they_are_while_sets_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
