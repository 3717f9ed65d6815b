/* Bounds of differences agree with trying all numbers. */
#include "core/diff_bounds.h"

#include "unit.h"

#include "base/hash.h"

enum { VARIABLES = 4, MOST = 4 };

/* A system of bounds, and all its solutions with numbers in 0 .. MOST. */
typedef struct twin {
    diff_bounds b;
    bool is_solution[(MOST + 1) * (MOST + 1) * (MOST + 1) * (MOST + 1)];
} twin;

enum { COUNT = (MOST + 1) * (MOST + 1) * (MOST + 1) * (MOST + 1) };

/* Variable number I, whose id is 10 * I, in assignment number K. */
static int64_t number(int k, uint32_t variable)
{
    if (variable == DIFF_ZERO)
        return 0;
    for (uint32_t i = 0; i < variable / 10; i++)
        k /= MOST + 1;
    return k % (MOST + 1);
}

static bool has_solution(const twin *t)
{
    for (int k = 0; k < COUNT; k++)
        if (t->is_solution[k])
            return true;
    return false;
}

static int64_t greatest(const twin *t, uint32_t x, uint32_t y)
{
    int64_t most = INT64_MIN;
    for (int k = 0; k < COUNT; k++)
        if (t->is_solution[k] && number(k, x) - number(k, y) > most)
            most = number(k, x) - number(k, y);
    return most;
}

static void start(twin *t, uint64_t *random)
{
    static const uint32_t orders[][VARIABLES] = {
        {0, 10, 20, 30}, {30, 20, 10, 0}, {20, 0, 30, 10}};
    const uint32_t *order = orders[hash_random(random) % 3];
    t->b = (diff_bounds){0};
    for (int i = 0; i < VARIABLES; i++)
        diff_bounds_add(&t->b, order[i], 0, MOST);
    for (int k = 0; k < COUNT; k++)
        t->is_solution[k] = true;
}

static uint32_t draw_variable(uint64_t *random)
{
    uint64_t i = hash_random(random) % (VARIABLES + 1);
    return i == VARIABLES ? DIFF_ZERO : (uint32_t)i * 10;
}

static void assert_same(const twin *t)
{
    for (uint32_t i = 0; i <= VARIABLES; i++)
        for (uint32_t j = 0; j <= VARIABLES; j++) {
            uint32_t x = i == VARIABLES ? DIFF_ZERO : i * 10;
            uint32_t y = j == VARIABLES ? DIFF_ZERO : j * 10;
            assert_int_equal(diff_bounds_of(&t->b, x, y), greatest(t, x, y));
        }
}

/* Learns a random bound; false: there is no solution any more. */
static bool limit(twin *t, uint64_t *random)
{
    uint32_t x = draw_variable(random);
    uint32_t y = draw_variable(random);
    int64_t most = (int64_t)(hash_random(random) % (MOST + 2)) - 2;
    if (x == y)
        return true;
    for (int k = 0; k < COUNT; k++)
        t->is_solution[k] &= number(k, x) - number(k, y) <= most;
    bool is_fine = diff_bounds_limit(&t->b, x, y, most);
    assert_int_equal(is_fine, has_solution(t));
    if (is_fine)
        assert_same(t);
    return is_fine;
}

TEST(bounds_are_the_least_that_all_solutions_keep)
{
    uint64_t random = 0x5eed;
    unsigned contradictions = 0;
    for (unsigned round = 0; round < test_size(60, 600); round++) {
        twin t;
        start(&t, &random);
        bool is_fine = true;
        for (int i = 0; i < 8 && is_fine; i++)
            is_fine = limit(&t, &random);
        contradictions += !is_fine;
        diff_bounds_fini(&t.b);
    }
    assert_true(contradictions > 5);
}

/* Is a variable added again, with its range, what it was? */
static bool is_as_before(const twin *t, uint32_t variable)
{
    diff_bounds b = {0};
    diff_bounds_copy(&t->b, &b);
    diff_bounds_drop(&b, variable);
    diff_bounds_add(&b, variable, 0, MOST);
    bool is_same = b.variables.len == t->b.variables.len;
    for (size_t i = 0; i < b.at.len; i++)
        is_same &= b.at.data[i] == t->b.at.data[i];
    diff_bounds_fini(&b);
    return is_same;
}

TEST(a_variable_is_idle_if_dropping_it_loses_nothing)
{
    uint64_t random = 0x1d1e;
    unsigned idle = 0;
    unsigned busy = 0;
    for (unsigned round = 0; round < test_size(60, 600); round++) {
        twin t;
        start(&t, &random);
        bool is_fine = limit(&t, &random) && limit(&t, &random);
        for (size_t i = 0; is_fine && i < VARIABLES; i++) {
            bool is_idle = diff_bounds_is_idle(&t.b, i, 0, MOST);
            assert_int_equal(is_idle, is_as_before(&t, t.b.variables.data[i]));
            idle += is_idle;
            busy += !is_idle;
        }
        diff_bounds_fini(&t.b);
    }
    assert_true(idle > 10);
    assert_true(busy > 10);
}

TEST(the_others_keep_their_bounds_when_a_variable_is_dropped)
{
    uint64_t random = 0xd20b;
    for (unsigned round = 0; round < test_size(60, 600); round++) {
        twin t;
        start(&t, &random);
        bool is_fine = limit(&t, &random) && limit(&t, &random) && limit(&t, &random);
        uint32_t dropped = (uint32_t)(hash_random(&random) % VARIABLES) * 10;
        if (is_fine)
            diff_bounds_drop(&t.b, dropped);
        for (uint32_t x = 0; is_fine && x < VARIABLES * 10; x += 10)
            for (uint32_t y = 0; y < VARIABLES * 10; y += 10)
                if (x != dropped && y != dropped)
                    assert_int_equal(diff_bounds_of(&t.b, x, y), greatest(&t, x, y));
        assert_int_equal(diff_bounds_has(&t.b, dropped), !is_fine);
        diff_bounds_fini(&t.b);
    }
}

TEST(nothing_is_known_of_no_variable)
{
    diff_bounds b = {0};
    assert_false(diff_bounds_has(&b, 3));
    assert_int_equal(diff_bounds_of(&b, DIFF_ZERO, DIFF_ZERO), 0);
    diff_bounds_add(&b, 3, -1, 7);
    assert_true(diff_bounds_has(&b, 3));
    assert_int_equal(diff_bounds_of(&b, 3, DIFF_ZERO), 7);
    assert_int_equal(diff_bounds_of(&b, DIFF_ZERO, 3), 1);
    diff_bounds_clear(&b);
    assert_false(diff_bounds_has(&b, 3));
    diff_bounds_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(bounds_are_the_least_that_all_solutions_keep),
        LEAK_FREE(a_variable_is_idle_if_dropping_it_loses_nothing),
        LEAK_FREE(the_others_keep_their_bounds_when_a_variable_is_dropped),
        LEAK_FREE(nothing_is_known_of_no_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
