#include "base/coroutine.h"

#include "unit.h"

#include <string.h>

typedef struct counter {
    coroutine c;
    int seen;
    char *local;
} counter;

static void count(void *arg)
{
    counter *k = arg;
    char local[100];
    k->local = local;
    for (;;) {
        memset(local, k->seen, sizeof local);
        k->seen++;
        coroutine_leave(&k->c);
    }
}

TEST(a_coroutine_goes_on_where_it_left)
{
    counter k = {0};
    assert_int_equal(coroutine_init(&k.c, 64 << 10), ST_OK);
    coroutine_begin(&k.c, count, &k);
    for (int i = 1; i <= 1000; i++) {
        coroutine_resume(&k.c);
        assert_int_equal(k.seen, i);
        assert_int_equal(k.local[99], (char)(i - 1)); /* what it left there stays */
    }
    coroutine_fini(&k.c);
}

TEST(begun_anew_it_has_the_same_addresses)
{
    counter k = {0};
    assert_int_equal(coroutine_init(&k.c, 64 << 10), ST_OK);
    char *first = NULL;
    for (int i = 0; i < 1000; i++) {
        coroutine_begin(&k.c, count, &k);
        coroutine_resume(&k.c);
        if (i == 0)
            first = k.local;
        assert_ptr_equal(k.local, first);
        if (i % 100 == 99)
            coroutine_forget(&k.c);
    }
    assert_true(coroutine_owns(&k.c, first));
    assert_false(coroutine_overflows(&k.c, first));
    coroutine_fini(&k.c);
}

TEST(several_of_them_do_not_disturb_each_other)
{
    enum { MANY = 50 };
    counter k[MANY] = {0};
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(coroutine_init(&k[i].c, 16 << 10), ST_OK);
        coroutine_begin(&k[i].c, count, &k[i]);
    }
    for (int round = 1; round <= 20; round++)
        for (int i = 0; i < MANY; i++) {
            coroutine_resume(&k[i].c);
            assert_int_equal(k[i].seen, round);
        }
    for (int i = 0; i < MANY; i++)
        coroutine_fini(&k[i].c);
}

static void give_up(void *arg)
{
    counter *k = arg;
    k->seen++;
    coroutine_abandon(&k->c);
}

TEST(an_abandoned_one_may_begin_again)
{
    counter k = {0};
    assert_int_equal(coroutine_init(&k.c, 16 << 10), ST_OK);
    for (int i = 1; i <= 10; i++) {
        coroutine_begin(&k.c, give_up, &k);
        coroutine_resume(&k.c);
        assert_int_equal(k.seen, i);
    }
    coroutine_fini(&k.c);
}

TEST(the_guard_lies_right_below_the_stack)
{
    coroutine c;
    assert_int_equal(coroutine_init(&c, 5000), ST_OK); /* two pages then */
    char *top = c.stack + c.size;
    assert_true(coroutine_owns(&c, top - 1));
    assert_false(coroutine_owns(&c, top));
    assert_true(coroutine_owns(&c, top - 8192));
    assert_false(coroutine_owns(&c, top - 8193));
    assert_true(coroutine_overflows(&c, top - 8193));
    assert_true(coroutine_overflows(&c, c.stack - (1 << 20)));
    assert_false(coroutine_overflows(&c, c.stack - (1 << 20) - 1));
    coroutine_fini(&c);
}

TEST(no_room_for_a_stack_is_a_status)
{
    coroutine c;
    mem_fail_after(1);
    assert_int_equal(coroutine_init(&c, 5000), ST_LIMIT);
    coroutine_fini(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_coroutine_goes_on_where_it_left),
        LEAK_FREE(begun_anew_it_has_the_same_addresses),
        LEAK_FREE(several_of_them_do_not_disturb_each_other),
        LEAK_FREE(an_abandoned_one_may_begin_again),
        LEAK_FREE(the_guard_lies_right_below_the_stack),
        LEAK_FREE(no_room_for_a_stack_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
