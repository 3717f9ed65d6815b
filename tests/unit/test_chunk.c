#include "engine/explore/chunk.h"

#include "base/thread.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Packs and restores CHUNK; returns the packed length. */
static uint32_t check_round_trip(chunk_pool *pool, key_chunk *chunk, bool keeps_order)
{
    key_chunk *expected = mem_alloc(sizeof *expected);
    *expected = *chunk;
    chunk_packer *p = chunk_packer_get(pool);
    uint32_t len = chunk_pack(p, chunk, keeps_order);
    assert_memory_equal(chunk->keys, expected->keys, chunk->count * 8);
    if (!keeps_order)
        qsort(expected->keys, expected->count, 8, by_key);
    key_chunk *out = chunk_get(pool);
    assert_int_equal(chunk_unpack(p, len, chunk->count, out), ST_OK);
    assert_int_equal(out->count, expected->count);
    assert_memory_equal(out->keys, expected->keys, expected->count * 8);
    chunk_put(pool, out);
    chunk_packer_put(pool, p);
    mem_free(expected, sizeof *expected);
    return len;
}

TEST(all_keys_come_back_in_order_or_sorted)
{
    chunk_pool *pool = chunk_pool_new();
    uint64_t seed = 1;
    for (int round = 0; round < 200; round++) {
        key_chunk *chunk = chunk_get(pool);
        chunk->count = 1 + rnd_below(&seed, round % 2 ? 20 : KEY_CHUNK_KEYS);
        unsigned bits = rnd_below(&seed, 64);
        for (uint32_t i = 0; i < chunk->count; i++)
            chunk->keys[i] = rnd(&seed) >> bits << rnd_below(&seed, 2) * bits / 2;
        check_round_trip(pool, chunk, false);
        check_round_trip(pool, chunk, true);
        chunk_put(pool, chunk);
    }
    chunk_pool_free(pool);
}

TEST(the_smallest_and_the_largest_ids_come_back)
{
    static const uint64_t ends[] = {0,          UINT64_MAX, 1,          UINT32_MAX,
                                    1ull << 32, 1ull << 63, 1ull << 31, ~0ull << 32};
    chunk_pool *pool = chunk_pool_new();
    uint64_t seed = 2;
    for (uint32_t count = 1; count <= KEY_CHUNK_KEYS; count += 273) {
        key_chunk *chunk = chunk_get(pool);
        chunk->count = count;
        for (uint32_t i = 0; i < count; i++)
            chunk->keys[i] = ends[rnd_below(&seed, COUNT_OF(ends))];
        check_round_trip(pool, chunk, false);
        check_round_trip(pool, chunk, true);
        chunk_put(pool, chunk);
    }
    chunk_pool_free(pool);
}

TEST(sorted_keys_take_few_bytes)
{
    chunk_pool *pool = chunk_pool_new();
    key_chunk *chunk = chunk_get(pool);
    uint64_t seed = 3;
    chunk->count = KEY_CHUNK_KEYS;
    for (uint32_t i = 0; i < chunk->count; i++)
        chunk->keys[i] = (uint64_t)rnd_below(&seed, 300) << 32 | rnd_below(&seed, 1000);
    uint32_t kept = check_round_trip(pool, chunk, true);
    uint32_t sorted = check_round_trip(pool, chunk, false);
    assert_true(kept < KEY_CHUNK_KEYS * 4);
    assert_true(sorted < KEY_CHUNK_KEYS * 2);
    chunk_put(pool, chunk);
    chunk_pool_free(pool);
}

TEST(damaged_bytes_are_refused_or_give_as_many_keys)
{
    chunk_pool *pool = chunk_pool_new();
    key_chunk *chunk = chunk_get(pool);
    chunk_packer *p = chunk_packer_get(pool);
    uint64_t seed = 4;
    for (int round = 0; round < 1000; round++) {
        chunk->count = 1000;
        for (uint32_t i = 0; i < chunk->count; i++)
            chunk->keys[i] = rnd(&seed) >> 40;
        uint32_t len = chunk_pack(p, chunk, true);
        unsigned char *packed = chunk_packed(p);
        packed[rnd_below(&seed, len)] ^= (unsigned char)(1 + rnd_below(&seed, 255));
        if (chunk_unpack(p, len, 1000, chunk) == ST_OK)
            assert_int_equal(chunk->count, 1000);
        assert_int_equal(chunk_unpack(p, 0, 1000, chunk), ST_IO);
    }
    chunk_packer_put(pool, p);
    chunk_put(pool, chunk);
    chunk_pool_free(pool);
}

TEST(chunks_are_used_again_and_the_pool_stays_small)
{
    enum { MANY = 200 };
    chunk_pool *pool = chunk_pool_new();
    key_chunk *chunks[MANY];
    for (int i = 0; i < MANY; i++) {
        chunks[i] = chunk_get(pool);
        chunks[i]->count = 7;
    }
    for (int i = 0; i < MANY; i++)
        chunk_put(pool, chunks[i]);
    size_t rest = mem_in_use();
    assert_true(rest < 100 * sizeof(key_chunk));
    key_chunk *again = chunk_get(pool);
    assert_int_equal(again->count, 0);
    assert_int_equal(mem_in_use(), rest);
    chunk_put(pool, again);
    chunk_pool_free(pool);
    chunk_pool_free(NULL);
}

static void use_pool(void *context, unsigned index)
{
    chunk_pool *pool = context;
    uint64_t seed = index;
    for (int i = 0; i < 200; i++) {
        key_chunk *chunk = chunk_get(pool);
        assert_int_equal(chunk->count, 0);
        chunk->count = 1 + rnd_below(&seed, 100);
        for (uint32_t k = 0; k < chunk->count; k++)
            chunk->keys[k] = rnd(&seed);
        chunk_packer *p = chunk_packer_get(pool);
        uint32_t len = chunk_pack(p, chunk, true);
        key_chunk *out = chunk_get(pool);
        assert_int_equal(chunk_unpack(p, len, chunk->count, out), ST_OK);
        assert_memory_equal(out->keys, chunk->keys, chunk->count * 8);
        chunk_put(pool, out);
        chunk_put(pool, chunk);
        chunk_packer_put(pool, p);
    }
}

TEST(threads_share_a_pool)
{
    chunk_pool *pool = chunk_pool_new();
    thread_fork_join(4, use_pool, pool);
    chunk_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(all_keys_come_back_in_order_or_sorted),
        LEAK_FREE(the_smallest_and_the_largest_ids_come_back),
        LEAK_FREE(sorted_keys_take_few_bytes),
        LEAK_FREE(damaged_bytes_are_refused_or_give_as_many_keys),
        LEAK_FREE(chunks_are_used_again_and_the_pool_stays_small),
        LEAK_FREE(threads_share_a_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
