/* How a search got to each state: against an array of parents. */
#include "engine/explore/parent_index.h"

#include "unit.h"

typedef struct parent {
    uint64_t state;
    uint64_t ordinal;
} parent;

/* A parent_index and, by state, what it should say. */
typedef struct both {
    parent_index t;
    VEC(parent) parents;
    uint64_t at; /* the state being expanded */
} both;

static void both_init(both *b)
{
    *b = (both){0};
    vec_push(&b->parents, ((parent){0}));
}

static void both_fini(both *b)
{
    parent_index_fini(&b->t);
    vec_free(&b->parents);
}

static void add(both *b, uint64_t ordinal)
{
    parent_index_add(&b->t, ordinal);
    vec_push(&b->parents, ((parent){b->at, ordinal}));
}

static void next(both *b)
{
    parent_index_next(&b->t);
    b->at++;
    assert_true(parent_index_expanding(&b->t) == b->at);
}

static void check_path(const both *b, uint64_t state, parent_index_path *path)
{
    parent_index_find(&b->t, state, path);
    size_t left = path->len;
    for (uint64_t s = state; s != 0; s = b->parents.data[s].state) {
        assert_true(left > 0);
        assert_true(path->data[--left] == b->parents.data[s].ordinal);
    }
    assert_int_equal(left, 0);
}

static void check_all(const both *b, uint64_t step)
{
    parent_index_path path = {0};
    for (uint64_t s = 0; s < b->parents.len; s += step)
        check_path(b, s, &path);
    check_path(b, b->parents.len - 1, &path);
    vec_free(&path);
}

TEST(the_first_state_has_an_empty_path)
{
    both b;
    both_init(&b);
    check_all(&b, 1);
    assert_int_equal(parent_index_expanding(&b.t), 0);
    add(&b, 0); /* of the first state, which is not done yet */
    add(&b, 77);
    check_all(&b, 1);
    next(&b);
    check_all(&b, 1);
    both_fini(&b);
}

TEST(a_chain_is_as_long_as_it_is)
{
    both b;
    both_init(&b);
    for (uint64_t i = 0; i < 3 * PARENT_INDEX_MARK; i++) {
        add(&b, i * i);
        next(&b);
    }
    check_all(&b, 1);
    both_fini(&b);
}

/* All children of one, and many states without any: marks that begin alike. */
TEST(many_states_without_children_are_passed_over)
{
    both b;
    both_init(&b);
    for (uint64_t i = 0; i < 3 * PARENT_INDEX_MARK; i++)
        add(&b, i);
    for (uint64_t i = 0; i < 3 * PARENT_INDEX_MARK; i++)
        next(&b);
    add(&b, 5);
    check_all(&b, 1);
    next(&b);
    add(&b, 6);
    next(&b);
    check_all(&b, 1);
    both_fini(&b);
}

TEST(around_the_marks_all_parents_are_right)
{
    for (uint64_t before = PARENT_INDEX_MARK - 2; before <= PARENT_INDEX_MARK + 2;
         before++) {
        both b;
        both_init(&b);
        for (uint64_t i = 0; i < before; i++)
            add(&b, i);
        for (uint64_t i = 0; i + 1 < before; i++)
            next(&b);
        for (int i = 0; i < 6; i++) {
            add(&b, 1);
            check_all(&b, 1);
            next(&b);
            check_all(&b, 1);
        }
        both_fini(&b);
    }
}

/* Each length in bytes, at its borders. */
TEST(ordinals_of_any_size_come_back)
{
    both b;
    both_init(&b);
    for (unsigned bits = 0; bits < 64; bits++) {
        uint64_t n = UINT64_C(1) << bits;
        add(&b, n - 1);
        add(&b, n);
        add(&b, n + 1);
    }
    add(&b, UINT64_MAX);
    check_all(&b, 1);
    both_fini(&b);
}

/* One state may have more children than fit in two bytes. */
TEST(very_many_children_are_counted)
{
    both b;
    both_init(&b);
    for (int round = 0; round < 3; round++) {
        for (uint64_t i = 0; i < 40000; i++)
            add(&b, i);
        check_all(&b, 997);
        next(&b);
    }
    check_all(&b, 997);
    both_fini(&b);
}

static unsigned children(uint64_t *seed, unsigned kind)
{
    switch (kind) {
    case 0: /* few */
        return rnd_below(seed, 4);
    case 1: /* mostly none, sometimes very many */
        return rnd_below(seed, 400) == 0 ? rnd_below(seed, 2000) : 0;
    }
    return rnd_below(seed, 20) == 0 ? rnd_below(seed, 300) : rnd_below(seed, 2);
}

static uint64_t next_ordinal(uint64_t *seed, uint64_t last)
{
    return last + 1 +
           (rnd_below(seed, 50) == 0 ? rnd(seed) >> (20 + rnd_below(seed, 40)) : 0);
}

static void compare_random_tree(uint64_t seed, size_t states)
{
    both b;
    both_init(&b);
    parent_index_path path = {0};
    unsigned kind = (unsigned)(seed % 3);
    while (b.parents.len < states) {
        /* The last one that there is must have a child, or nothing goes on. */
        bool is_last = b.at + 1 == b.parents.len;
        uint64_t ordinal = 0;
        for (unsigned left = children(&seed, kind) + is_last; left > 0; left--) {
            add(&b, ordinal = next_ordinal(&seed, ordinal));
            if (rnd_below(&seed, 2000) == 0) { /* in the middle of an expansion */
                check_path(&b, rnd(&seed) % b.parents.len, &path);
                check_path(&b, b.parents.len - 1, &path);
                check_path(&b, b.at, &path);
            }
        }
        next(&b);
    }
    check_all(&b, 1 + states / 200);
    assert_true(parent_index_bytes(&b.t) >= b.parents.len);
    while (b.at < b.parents.len)
        next(&b);
    check_all(&b, 1 + states / 200);
    vec_free(&path);
    both_fini(&b);
}

TEST(random_trees_agree_with_an_array_of_parents)
{
    for (uint64_t seed = 1; seed <= 60; seed++)
        compare_random_tree(seed, 1 + seed * 20);
    for (uint64_t seed = 100; seed < 106; seed++)
        compare_random_tree(seed, 100000);
}

TEST(a_trail_can_be_begun_anew)
{
    both b;
    both_init(&b);
    for (int round = 0; round < 2; round++) {
        add(&b, 300);
        next(&b);
        add(&b, 4); /* left open */
        check_all(&b, 1);
        parent_index_fini(&b.t);
        b.parents.len = 1;
        b.at = 0;
        assert_int_equal(parent_index_expanding(&b.t), 0);
        assert_int_equal(parent_index_bytes(&b.t), 0);
    }
    both_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(the_first_state_has_an_empty_path),
        LEAK_FREE(a_chain_is_as_long_as_it_is),
        LEAK_FREE(many_states_without_children_are_passed_over),
        LEAK_FREE(around_the_marks_all_parents_are_right),
        LEAK_FREE(ordinals_of_any_size_come_back),
        LEAK_FREE(very_many_children_are_counted),
        LEAK_FREE(random_trees_agree_with_an_array_of_parents),
        LEAK_FREE(a_trail_can_be_begun_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
