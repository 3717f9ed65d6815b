/* Arrays that grow and whose items never move. */
#include "base/shelf.h"

#include "base/vec.h"
#include "unit.h"

#include <string.h>

/* The first index of segment K: 64 of them, then 128, then 256, ... */
static uint32_t border(unsigned k)
{
    return (1u << k) - SHELF_FIRST;
}

TEST(the_segment_of_an_index_changes_at_the_borders_only)
{
    assert_int_equal(shelf_segment(0), SHELF_FIRST_BITS);
    for (unsigned k = SHELF_FIRST_BITS; k < 32; k++) {
        assert_int_equal(shelf_segment(border(k)), k);
        assert_int_equal(shelf_segment(border(k) + 1), k);
        assert_int_equal(shelf_segment(border(k) + ((1u << k) - 1)), k);
        if (k > SHELF_FIRST_BITS)
            assert_int_equal(shelf_segment(border(k) - 1), k - 1);
    }
    assert_int_equal(shelf_segment(SHELF_MAX), 31);
    assert_true(SHELF_MAX + SHELF_FIRST > SHELF_MAX); /* no index goes round */
}

TEST(single_items_get_every_index_and_stay_where_they_are)
{
    enum { ITEMS = 5000 };
    shelf s;
    shelf_init(&s, sizeof(uint64_t));
    uint64_t **where = mem_alloc(ITEMS * sizeof *where);
    for (uint32_t i = 0; i < ITEMS; i++) {
        assert_int_equal(shelf_add(&s, 1), i);
        where[i] = shelf_at(&s, i);
        assert_true(*where[i] == 0);
        *where[i] = ~(uint64_t)i;
        assert_int_equal(s.count, i + 1);
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        assert_ptr_equal(shelf_at(&s, i), where[i]);
        assert_true(*where[i] == ~(uint64_t)i);
    }
    mem_free(where, ITEMS * sizeof *where);
    shelf_fini(&s);
}

TEST(a_run_that_fits_stays_and_one_that_does_not_goes_on_in_the_next_segment)
{
    for (uint32_t used = 1; used < SHELF_FIRST; used++) {
        uint32_t rest = SHELF_FIRST - used;
        shelf s;
        shelf_init(&s, 4);
        shelf_add(&s, used);
        assert_int_equal(shelf_add(&s, rest), used);
        assert_int_equal(shelf_add(&s, 1), SHELF_FIRST);
        shelf_fini(&s);
        shelf_add(&s, used);
        assert_int_equal(shelf_add(&s, rest + 1), SHELF_FIRST);
        assert_int_equal(s.count, SHELF_FIRST + rest + 1);
        assert_int_equal(shelf_add(&s, 1), SHELF_FIRST + rest + 1);
        shelf_fini(&s);
    }
}

TEST(a_run_may_skip_several_segments)
{
    shelf s;
    shelf_init(&s, 1);
    for (unsigned k = 8; k < 21; k += 2) {
        uint32_t count = (1u << k) - k % 4; /* all of the segment, or nearly so */
        uint32_t first = shelf_add(&s, count);
        assert_int_equal(first, border(k));
        assert_int_equal(shelf_segment(first), k);
        memset(shelf_at(&s, first), 0xff, count);
    }
    assert_null(s.segments[SHELF_FIRST_BITS]); /* nothing for what nobody asked for */
    shelf_fini(&s);
}

/* A run and what it was filled with. */
typedef struct run {
    uint32_t first;
    uint32_t count;
    char *at;
    uint64_t seed;
} run;

static void fill_or_compare(const shelf *s, const run *r, bool fills)
{
    uint64_t seed = r->seed;
    size_t size = s->item_size;
    assert_ptr_equal(shelf_at(s, r->first), r->at);
    for (uint32_t i = 0; i < r->count; i++) {
        char *item = shelf_at(s, r->first + i);
        assert_ptr_equal(item, r->at + i * size);
        for (size_t k = 0; k < size; k++) {
            char c = (char)rnd(&seed);
            if (fills) {
                assert_int_equal(item[k], 0);
                item[k] = c;
            }
            assert_int_equal(item[k], c);
        }
    }
}

static void compare_random_runs(uint32_t item_size, uint64_t seed)
{
    shelf s;
    shelf_init(&s, item_size);
    VEC(run) runs = {0};
    while (s.count < 60000) {
        uint32_t most = rnd_below(&seed, 50) == 0 ? 20000
                        : rnd_below(&seed, 2)     ? 3
                                                  : 90;
        run r = {.count = 1 + rnd_below(&seed, most), .seed = rnd(&seed)};
        uint32_t before = s.count;
        r.first = shelf_add(&s, r.count);
        r.at = shelf_at(&s, r.first);
        assert_true(r.first >= before);
        assert_int_equal(s.count, r.first + r.count);
        /* Only what would not fit is skipped. */
        if (r.first != before) {
            assert_int_equal(r.first, border(shelf_segment(r.first)));
            assert_true(before + r.count > border(shelf_segment(before) + 1));
        }
        fill_or_compare(&s, &r, true);
        vec_push(&runs, r);
    }
    vec_each (r, &runs)
        fill_or_compare(&s, r, false);
    vec_free(&runs);
    shelf_fini(&s);
}

TEST(random_runs_keep_their_content_and_place)
{
    static const uint32_t sizes[] = {1, 3, 8, 16, 20};
    for (uint32_t i = 0; i < COUNT_OF(sizes); i++)
        compare_random_runs(sizes[i], i);
}

TEST(a_shelf_can_be_emptied_and_used_again)
{
    shelf s;
    shelf_init(&s, 12);
    shelf_fini(&s);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(shelf_add(&s, 1), 0);
        shelf_add(&s, 1000);
        memset(shelf_at(&s, 0), 0xff, 12);
        shelf_fini(&s);
        assert_int_equal(s.count, 0);
        assert_int_equal(s.item_size, 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(the_segment_of_an_index_changes_at_the_borders_only),
        LEAK_FREE(single_items_get_every_index_and_stay_where_they_are),
        LEAK_FREE(
            a_run_that_fits_stays_and_one_that_does_not_goes_on_in_the_next_segment),
        LEAK_FREE(a_run_may_skip_several_segments),
        LEAK_FREE(random_runs_keep_their_content_and_place),
        LEAK_FREE(a_shelf_can_be_emptied_and_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
