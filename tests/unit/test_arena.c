#include "base/arena.h"

#include "base/vec.h"
#include "unit.h"

#include <string.h>

TEST(nothing_asked_is_nothing_given)
{
    arena a;
    arena_init(&a);
    assert_null(arena_alloc(&a, 0));
    assert_null(arena_copy(&a, NULL, 0));
    VEC(int) empty = {0};
    assert_null(ARENA_VEC(&a, &empty));
    assert_null(a.chunks);
    arena_fini(&a);
}

TEST(an_arena_can_be_used_again_after_it_was_freed)
{
    arena a;
    arena_init(&a);
    memset(arena_alloc(&a, 100), 1, 100);
    arena_fini(&a);
    arena_fini(&a);
    char *p = arena_alloc(&a, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(p[i], 0);
    arena_fini(&a);
}

TEST(a_cleared_arena_gives_zeroed_blocks)
{
    static const size_t sizes[] = {1, 100, 4000, 4096, 5000, 20000};
    arena a;
    arena_init(&a);
    arena_clear(&a);
    for (size_t round = 0; round < 2 * COUNT_OF(sizes); round++) {
        size_t size = sizes[round % COUNT_OF(sizes)];
        for (int i = 0; i < 5; i++) {
            char *p = arena_alloc(&a, size);
            for (size_t k = 0; k < size; k++)
                assert_int_equal(p[k], 0);
            memset(p, 1, size);
        }
        arena_clear(&a);
    }
    arena_fini(&a);
}

static bool is_zero(const unsigned char *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i] != 0)
            return false;
    return true;
}

/* Around the sizes where chunks end: header, first chunk, doublings, largest chunk. */
TEST(blocks_of_every_awkward_size_are_zeroed_and_whole)
{
    static const size_t around[] = {8, 16, 4096, 8192, 16384, 1 << 20, 1 << 21};
    for (size_t i = 0; i < COUNT_OF(around); i++) {
        for (size_t size = around[i] - 24; size != around[i] + 25; size++) {
            if (size == 0 || size > SIZE_MAX / 2)
                continue;
            arena a;
            arena_init(&a);
            unsigned char *small = arena_alloc(&a, 3);
            unsigned char *p = arena_alloc(&a, size);
            assert_true(is_zero(p, size < 64 ? size : 64));
            p[size - 1] = 0xff; /* AddressSanitizer watches the edge */
            unsigned char *next = arena_alloc(&a, 1);
            assert_true(is_zero(next, 1));
            assert_true(is_zero(small, 3));
            arena_fini(&a);
        }
    }
}

TEST(the_same_size_again_and_again_fills_chunks_to_the_brim)
{
    for (size_t size = 1; size <= 64; size++) {
        arena a;
        arena_init(&a);
        for (int i = 0; i < 2000; i++) {
            unsigned char *p = arena_alloc(&a, size);
            assert_int_equal((uintptr_t)p % 8, 0);
            assert_true(is_zero(p, size));
            memset(p, 0xff, size);
        }
        arena_fini(&a);
    }
}

TEST(memory_taken_is_in_proportion_to_memory_used)
{
    size_t before = mem_in_use();
    arena a;
    arena_init(&a);
    assert_int_equal(mem_in_use(), before);
    arena_alloc(&a, 1);
    assert_true(mem_in_use() - before <= 4096);
    size_t used = 8;
    while (used < 10u << 20) {
        arena_alloc(&a, 1000);
        used += 1000;
        assert_true(mem_in_use() - before <= 3 * used + 8192);
    }
    arena_fini(&a);
}

/* After one huge block the chunks are of ordinary size again. */
TEST(a_huge_block_does_not_make_the_next_chunk_huge)
{
    arena a;
    arena_init(&a);
    arena_alloc(&a, 64u << 20);
    size_t before = mem_in_use();
    arena_alloc(&a, 1);
    assert_true(mem_in_use() - before <= 1 << 20);
    arena_fini(&a);
}

TEST(a_copied_string_ends_with_nul_even_when_it_contains_one)
{
    arena a;
    arena_init(&a);
    char *s = arena_strndup(&a, "ab\0cdX", 5);
    assert_memory_equal(s, "ab\0cd", 6);
    char *empty = arena_strndup(&a, "X", 0);
    assert_string_equal(empty, "");
    char *whole_word = arena_strndup(&a, "12345678", 8); /* NUL needs a new word */
    char *after = arena_strndup(&a, "z", 1);
    assert_string_equal(whole_word, "12345678");
    assert_string_equal(after, "z");
    arena_fini(&a);
}

TEST(a_vector_is_copied_element_by_element)
{
    arena a;
    arena_init(&a);
    VEC(short) v = {0};
    for (short i = 0; i < 9; i++)
        vec_push(&v, i);
    short *copy = ARENA_VEC(&a, &v);
    vec_free(&v);
    for (short i = 0; i < 9; i++)
        assert_int_equal(copy[i], i);
    arena_fini(&a);
}

TEST(what_is_new_in_a_vector_can_be_taken_from_it)
{
    arena a;
    arena_init(&a);
    struct {
        short *data;
        uint32_t count;
    } list = {NULL, 7};
    VEC(short) v = {0};
    ARENA_TAKE(&a, &v, 0, &list);
    assert_null(list.data);
    assert_int_equal(list.count, 0);
    for (short i = 0; i < 9; i++)
        vec_push(&v, i);
    ARENA_TAKE(&a, &v, 6, &list);
    assert_int_equal(v.len, 6);
    vec_push(&v, 70);
    assert_int_equal(list.count, 3);
    for (short i = 0; i < 3; i++)
        assert_int_equal(list.data[i], 6 + i);
    vec_free(&v);
    arena_fini(&a);
}

typedef struct block {
    unsigned char *bytes;
    size_t size;
    unsigned char mark;
} block;

static size_t random_size(uint64_t *seed)
{
    switch (rnd_below(seed, 10)) {
    case 0:
        return 4000 + rnd_below(seed, 200);
    case 1:
        return 1 + rnd_below(seed, 100000);
    }
    return 1 + rnd_below(seed, 50);
}

/* The naive twin: every block remembers what was written to it. */
TEST(blocks_never_move_and_never_overlap)
{
    arena a;
    arena_init(&a);
    VEC(block) blocks = {0};
    uint64_t seed = 0x5eed1;
    for (int i = 0; i < 3000; i++) {
        block b = {.size = random_size(&seed), .mark = (unsigned char)(1 + i % 255)};
        b.bytes = arena_alloc(&a, b.size);
        assert_int_equal((uintptr_t)b.bytes % 8, 0);
        assert_true(is_zero(b.bytes, b.size));
        memset(b.bytes, b.mark, b.size);
        vec_push(&blocks, b);
    }
    vec_each (b, &blocks)
        for (size_t i = 0; i < b->size; i++)
            if (b->bytes[i] != b->mark)
                fail_msg("block of %zu bytes was overwritten at %zu", b->size, i);
    vec_free(&blocks);
    arena_fini(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(nothing_asked_is_nothing_given),
        LEAK_FREE(an_arena_can_be_used_again_after_it_was_freed),
        LEAK_FREE(a_cleared_arena_gives_zeroed_blocks),
        LEAK_FREE(blocks_of_every_awkward_size_are_zeroed_and_whole),
        LEAK_FREE(the_same_size_again_and_again_fills_chunks_to_the_brim),
        LEAK_FREE(memory_taken_is_in_proportion_to_memory_used),
        LEAK_FREE(a_huge_block_does_not_make_the_next_chunk_huge),
        LEAK_FREE(a_copied_string_ends_with_nul_even_when_it_contains_one),
        LEAK_FREE(a_vector_is_copied_element_by_element),
        LEAK_FREE(what_is_new_in_a_vector_can_be_taken_from_it),
        LEAK_FREE(blocks_never_move_and_never_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
