#include "base/vec.h"

#include "unit.h"

#include <string.h>

typedef VEC(int) ints;

TEST(a_zeroed_vector_is_an_empty_one)
{
    ints v = {0};
    int seen = 0;
    vec_each (p, &v)
        seen++;
    assert_int_equal(seen, 0);
    vec_clear(&v);
    vec_free(&v);
    vec_free(&v);
    assert_null(v.data);
}

TEST(elements_survive_every_growth)
{
    ints v = {0};
    for (int i = 0; i < 1000; i++) {
        vec_push(&v, i * i);
        assert_int_equal(v.len, i + 1);
        assert_true(v.cap >= v.len);
        assert_int_equal(*vec_last(&v), i * i);
        for (int k = 0; k <= i; k++)
            assert_int_equal(*vec_at(&v, (size_t)k), k * k);
    }
    vec_free(&v);
}

TEST(a_full_vector_doubles_so_that_growing_stays_cheap)
{
    ints v = {0};
    int growths = 0;
    for (int i = 0; i < 1 << 20; i++) {
        size_t cap = v.cap;
        vec_push(&v, i);
        growths += v.cap != cap;
    }
    assert_true(growths <= 20);
    vec_free(&v);
}

TEST(the_last_in_is_the_first_out)
{
    ints v = {0};
    for (int i = 0; i < 100; i++)
        vec_push(&v, i);
    for (int i = 99; i >= 0; i--) {
        assert_int_equal(vec_pop(&v), i);
        assert_int_equal(v.len, i);
    }
    vec_free(&v);
}

TEST(clearing_keeps_the_room)
{
    ints v = {0};
    for (int i = 0; i < 100; i++)
        vec_push(&v, i);
    const int *room = v.data;
    size_t before = mem_in_use();
    vec_clear(&v);
    for (int i = 0; i < 100; i++)
        vec_push(&v, -i);
    assert_ptr_equal(v.data, room);
    assert_int_equal(mem_in_use(), before);
    assert_int_equal(*vec_at(&v, 99), -99);
    vec_free(&v);
}

TEST(each_sees_every_element_once_in_order)
{
    ints v = {0};
    for (int n = 0; n < 40; n++) {
        int expected = 0;
        vec_each (p, &v)
            assert_int_equal(*p, expected++);
        assert_int_equal(expected, n);
        vec_push(&v, n);
    }
    vec_free(&v);
}

TEST(each_can_be_left_early_and_nested)
{
    ints v = {0};
    for (int i = 0; i < 5; i++)
        vec_push(&v, i);
    int pairs = 0;
    vec_each (p, &v) {
        vec_each (q, &v) {
            if (q == p)
                break;
            pairs++;
        }
    }
    assert_int_equal(pairs, 0 + 1 + 2 + 3 + 4);
    vec_free(&v);
}

/* Pushes n .. 1 below what the caller pushes. */
static int push_below(ints *v, int n)
{
    if (n > 0)
        vec_push(v, push_below(v, n - 1));
    return n;
}

TEST(the_pushed_value_may_itself_push_to_the_vector)
{
    ints v = {0};
    vec_push(&v, push_below(&v, 50));
    assert_int_equal(v.len, 51);
    for (int i = 0; i <= 50; i++)
        assert_int_equal(*vec_at(&v, (size_t)i), i);
    vec_free(&v);
}

TEST(an_element_may_be_pushed_again_while_the_vector_moves)
{
    ints v = {0};
    vec_push(&v, 42);
    for (int i = 0; i < 100; i++)
        vec_push(&v, v.data[0]);
    vec_each (p, &v)
        assert_int_equal(*p, 42);
    vec_free(&v);
}

TEST(elements_may_be_structs_of_odd_size)
{
    struct odd {
        char bytes[13];
    };
    VEC(struct odd) v = {0};
    for (int i = 0; i < 100; i++) {
        struct odd o;
        memset(o.bytes, i, sizeof o.bytes);
        vec_push(&v, o);
    }
    int i = 0;
    vec_each (o, &v) {
        assert_int_equal(o->bytes[0], i);
        assert_int_equal(o->bytes[12], i++);
    }
    vec_free(&v);
}

/* The naive twin is an array that is large enough from the start. */
TEST(random_pushes_and_pops_agree_with_an_array)
{
    static int twin[20000];
    size_t twin_len = 0;
    ints v = {0};
    uint64_t seed = 0x7ec;
    for (int i = 0; i < 20000; i++) {
        unsigned what = rnd_below(&seed, 1000);
        if (what == 0) {
            vec_clear(&v);
            twin_len = 0;
        } else if (what < 450 && twin_len > 0) {
            assert_int_equal(vec_pop(&v), twin[--twin_len]);
        } else {
            vec_push(&v, i);
            twin[twin_len++] = i;
        }
        assert_int_equal(v.len, twin_len);
        if (twin_len > 0)
            assert_memory_equal(v.data, twin, twin_len * sizeof *twin);
    }
    vec_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_zeroed_vector_is_an_empty_one),
        LEAK_FREE(elements_survive_every_growth),
        LEAK_FREE(a_full_vector_doubles_so_that_growing_stays_cheap),
        LEAK_FREE(the_last_in_is_the_first_out),
        LEAK_FREE(clearing_keeps_the_room),
        LEAK_FREE(each_sees_every_element_once_in_order),
        LEAK_FREE(each_can_be_left_early_and_nested),
        LEAK_FREE(the_pushed_value_may_itself_push_to_the_vector),
        LEAK_FREE(an_element_may_be_pushed_again_while_the_vector_moves),
        LEAK_FREE(elements_may_be_structs_of_odd_size),
        LEAK_FREE(random_pushes_and_pops_agree_with_an_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
