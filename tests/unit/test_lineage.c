#include "engine/dpor/lineage.h"

#include "unit.h"

TEST(a_name_has_the_same_number_whenever_it_is_met)
{
    lineage l;
    lineage_init(&l);
    uint32_t a = lineage_child(&l, 0, 0);
    uint32_t b = lineage_child(&l, 0, 1);
    uint32_t c = lineage_child(&l, a, 0);
    assert_int_equal(a, 1);
    assert_int_equal(b, 2);
    assert_int_equal(c, 3);
    assert_int_equal(lineage_child(&l, 0, 1), b);
    assert_int_equal(lineage_child(&l, a, 0), c);
    assert_int_equal(lineage_child(&l, 0, 0), a);
    lineage_free(&l);
}

/* The names are 0, 0.0, 0.0.0, 0.0.1, 0.1, 0.1.0; in that order whatever the numbers.
 */
static void order_is_that_of_names(bool is_backwards)
{
    lineage l;
    lineage_init(&l);
    uint32_t first, second;
    if (is_backwards) {
        second = lineage_child(&l, 0, 1);
        first = lineage_child(&l, 0, 0);
    } else {
        first = lineage_child(&l, 0, 0);
        second = lineage_child(&l, 0, 1);
    }
    uint32_t below_second = lineage_child(&l, second, 0);
    uint32_t later = lineage_child(&l, first, 1);
    uint32_t sooner = lineage_child(&l, first, 0);
    uint32_t in_order[] = {0, first, sooner, later, second, below_second};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            assert_int_equal(lineage_compare(&l, in_order[i], in_order[k]),
                             (i > k) - (i < k));
    lineage_free(&l);
}

TEST(the_order_does_not_depend_on_when_names_were_met)
{
    order_is_that_of_names(false);
    order_is_that_of_names(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_name_has_the_same_number_whenever_it_is_met),
        LEAK_FREE(the_order_does_not_depend_on_when_names_were_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
