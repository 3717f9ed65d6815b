#include "engine/explore/level.h"

#include "base/thread.h"
#include "base/vec.h"
#include "failing.h"
#include "spill_fixture.h"

#include <stdatomic.h>

enum { CHUNK = sizeof(key_chunk) };

static level *new_level(chunk_pool *pool, size_t budget, bool keeps_order)
{
    return level_new(
        pool,
        &(level_options){.dir = "/tmp", .budget = budget, .keeps_order = keeps_order});
}

/* A chunk of the keys FIRST, FIRST + 1, ... */
static key_chunk *counting(chunk_pool *pool, uint64_t first, uint32_t count)
{
    key_chunk *chunk = chunk_get(pool);
    chunk->count = count;
    for (uint32_t i = 0; i < count; i++)
        chunk->keys[i] = first + i;
    return chunk;
}

static void add_counting(level *l, chunk_pool *pool, uint64_t first, uint32_t count)
{
    assert_int_equal(level_add(l, counting(pool, first, count)), ST_OK);
}

static void check_counting(level *l, chunk_pool *pool, uint64_t first, uint32_t count)
{
    key_chunk *chunk = NULL;
    assert_int_equal(level_take(l, &chunk), ST_OK);
    assert_non_null(chunk);
    assert_int_equal(chunk->count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_true(chunk->keys[i] == first + i);
    chunk_put(pool, chunk);
}

static void check_used_up(level *l)
{
    key_chunk *chunk = (key_chunk *)l;
    assert_int_equal(level_take(l, &chunk), ST_OK);
    assert_null(chunk);
    assert_int_equal(level_count(l), 0);
    assert_int_equal(level_memory(l), 0);
    assert_int_equal(level_on_disk(l), 0);
}

TEST(an_empty_level_has_nothing)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, 0, true);
    check_used_up(l);
    assert_int_equal(level_add(l, chunk_get(pool)), ST_OK); /* no keys: no chunk */
    check_used_up(l);
    assert_string_equal(level_error(l), "");
    assert_int_equal(spill_file(), -1); /* no file before it is needed */
    level_free(l);
    level_free(NULL);
    chunk_pool_free(pool);
}

TEST(the_first_in_is_the_first_out_under_any_budget)
{
    enum { CHUNKS = 100 };
    for (size_t budget = 0; budget <= 2 * CHUNKS; budget += 25) {
        chunk_pool *pool = chunk_pool_new();
        level *l = new_level(pool, budget * CHUNK, true);
        for (uint64_t i = 0; i < CHUNKS; i++)
            add_counting(l, pool, i << 32, 1 + (uint32_t)i);
        assert_int_equal(level_count(l), CHUNKS * (CHUNKS + 1) / 2);
        assert_int_equal(level_memory(l), (budget < CHUNKS ? budget : CHUNKS) * CHUNK);
        assert_int_equal(level_on_disk(l) > 0, budget < CHUNKS);
        for (uint64_t i = 0; i < CHUNKS; i++)
            check_counting(l, pool, i << 32, 1 + (uint32_t)i);
        check_used_up(l);
        level_free(l);
        chunk_pool_free(pool);
    }
}

TEST(without_a_directory_all_stays_in_memory)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = level_new(pool, &(level_options){.budget = 0});
    for (uint64_t i = 0; i < 10; i++)
        add_counting(l, pool, i * 10, 10);
    assert_int_equal(level_memory(l), 10 * CHUNK);
    assert_int_equal(level_set_budget(l, CHUNK), ST_OK);
    for (uint64_t i = 0; i < 10; i++)
        check_counting(l, pool, i * 10, 10);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(a_smaller_budget_sends_the_newest_to_disk)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, SIZE_MAX, true);
    for (uint64_t i = 0; i < 20; i++)
        add_counting(l, pool, i * 10, 10);
    assert_int_equal(level_memory(l), 20 * CHUNK);
    assert_int_equal(level_set_budget(l, 5 * CHUNK + 1), ST_OK);
    assert_int_equal(level_memory(l), 5 * CHUNK);
    for (uint64_t i = 0; i < 5; i++)
        check_counting(l, pool, i * 10, 10);
    assert_int_equal(level_memory(l), 0);
    assert_int_equal(level_set_budget(l, SIZE_MAX), ST_OK);
    add_counting(l, pool, 200, 10); /* behind those on disk, though in memory */
    assert_int_equal(level_memory(l), CHUNK);
    for (uint64_t i = 5; i < 21; i++)
        check_counting(l, pool, i * 10, 10);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(the_file_is_emptied_when_nothing_in_it_is_needed)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, CHUNK, true);
    for (int round = 0; round < 3; round++) {
        add_counting(l, pool, 0, 10);
        add_counting(l, pool, 10, 10);
        add_counting(l, pool, 20, 10);
        assert_true(spill_file_size() > 0);
        assert_int_equal(spill_file_size(), level_on_disk(l));
        check_counting(l, pool, 0, 10);
        check_counting(l, pool, 10, 10);
        assert_true(spill_file_size() > 0);
        add_counting(l, pool, 30, 10); /* in memory */
        check_counting(l, pool, 20, 10);
        assert_int_equal(spill_file_size(), 0);
        check_counting(l, pool, 30, 10);
    }
    level_free(l);
    assert_int_equal(spill_file(), -1);
    chunk_pool_free(pool);
}

TEST(dense_keys_take_few_bytes_on_disk)
{
    enum { CHUNKS = 20 };
    uint64_t bytes[2];
    for (int keeps_order = 0; keeps_order < 2; keeps_order++) {
        chunk_pool *pool = chunk_pool_new();
        level *l = new_level(pool, 0, keeps_order);
        uint64_t seed = 5;
        for (int i = 0; i < CHUNKS; i++) {
            key_chunk *chunk = chunk_get(pool);
            chunk->count = KEY_CHUNK_KEYS;
            for (uint32_t k = 0; k < KEY_CHUNK_KEYS; k++)
                chunk->keys[k] =
                    (uint64_t)rnd_below(&seed, 2000) << 32 | rnd_below(&seed, 2000);
            assert_int_equal(level_add(l, chunk), ST_OK);
        }
        bytes[keeps_order] = level_on_disk(l);
        level_free(l);
        chunk_pool_free(pool);
    }
    assert_true(bytes[1] < CHUNKS * KEY_CHUNK_KEYS * 4);
    assert_true(bytes[0] * 4 < bytes[1] * 3);
}

/* ---- Looking without taking ---- */

typedef struct seen {
    VEC(uint64_t) keys;
    size_t most; /* then fails */
} seen;

static status note_keys(void *context, const uint64_t *keys, uint32_t count)
{
    seen *s = context;
    for (uint32_t i = 0; i < count; i++)
        vec_push(&s->keys, keys[i]);
    return s->keys.len > s->most ? ST_LIMIT : ST_OK;
}

TEST(all_keys_can_be_seen_without_taking_them)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, 3 * CHUNK, true);
    for (uint64_t i = 0; i < 10; i++)
        add_counting(l, pool, i * 100, 100);
    for (int round = 0; round < 2; round++) {
        seen s = {.most = SIZE_MAX};
        assert_int_equal(level_each(l, note_keys, &s), ST_OK);
        assert_int_equal(s.keys.len, 1000);
        for (uint64_t i = 0; i < 1000; i++)
            assert_true(s.keys.data[i] == i);
        vec_free(&s.keys);
    }
    seen s = {.most = 450};
    assert_int_equal(level_each(l, note_keys, &s), ST_LIMIT);
    assert_int_equal(s.keys.len, 500);
    vec_free(&s.keys);
    assert_int_equal(level_count(l), 1000);
    for (uint64_t i = 0; i < 10; i++)
        check_counting(l, pool, i * 100, 100);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

/* ---- Failures ---- */

TEST(a_full_disk_is_reported_and_loses_nothing)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, 0, true);
    add_counting(l, pool, 0, 50);
    int file = spill_file();
    int saved = redirect(file, "/dev/full", O_RDWR);
    assert_int_equal(level_add(l, counting(pool, 50, 50)), ST_IO);
    assert_int_equal(level_add(l, counting(pool, 100, 50)), ST_IO);
    assert_int_equal(level_set_budget(l, 1), ST_IO);
    assert_string_equal(level_error(l), "cannot write to the temporary file in '/tmp': "
                                        "No space left on device");
    assert_int_equal(level_memory(l), 2 * CHUNK);
    assert_int_equal(level_count(l), 150);
    undo_redirect(file, saved);
    for (uint64_t i = 0; i < 3; i++)
        check_counting(l, pool, i * 50, 50);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(a_bad_directory_is_reported_and_loses_nothing)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = level_new(pool, &(level_options){.dir = "/no/such/place"});
    assert_int_equal(level_add(l, counting(pool, 0, 50)), ST_IO);
    assert_int_equal(level_add(l, counting(pool, 50, 50)), ST_IO);
    assert_string_equal(level_error(l), "cannot make a temporary file in "
                                        "'/no/such/place': No such file or directory");
    check_counting(l, pool, 0, 50);
    check_counting(l, pool, 50, 50);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(a_damaged_chunk_is_reported_and_not_skipped)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, CHUNK, true);
    for (uint64_t i = 0; i < 3; i++)
        add_counting(l, pool, i * 50, 50);
    flip_byte(spill_file(), 3);
    seen s = {.most = SIZE_MAX};
    assert_int_equal(level_each(l, note_keys, &s), ST_IO);
    vec_free(&s.keys);
    check_counting(l, pool, 0, 50);
    key_chunk *chunk = (key_chunk *)l;
    for (int again = 0; again < 3; again++)
        assert_int_equal(level_take(l, &chunk), ST_IO);
    assert_ptr_equal(chunk, l); /* untouched: it could be taken for an answer */
    assert_string_equal(
        level_error(l),
        "cannot read the temporary file in '/tmp': its content is damaged");
    assert_int_equal(level_count(l), 100);
    flip_byte(spill_file(), 3);
    check_counting(l, pool, 50, 50);
    check_counting(l, pool, 100, 50);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(a_level_with_chunks_everywhere_can_be_freed)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, 5 * CHUNK, false);
    for (uint64_t i = 0; i < 40; i++)
        add_counting(l, pool, i * 50, 50);
    level_free(l);
    chunk_pool_free(pool);
}

static void spill_a_little(void *context)
{
    (void)context;
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, CHUNK, false);
    for (uint64_t i = 0; i < 20; i++)
        add_counting(l, pool, i * 50, 50);
    for (uint64_t i = 0; i < 20; i++)
        check_counting(l, pool, i * 50, 50);
    level_free(l);
    chunk_pool_free(pool);
}

TEST(without_memory_the_process_ends_in_order)
{
    assert_true(fail_each_allocation(spill_a_little, NULL, 1) > 10);
}

/* ---- Against a plain array ---- */

/* The array holds all keys that went in, and where each chunk of them ends. */
typedef struct twin {
    VEC(uint64_t) keys;
    VEC(size_t) ends;
    size_t taken; /* chunks */
} twin;

static size_t twin_start(const twin *t)
{
    return t->taken == 0 ? 0 : t->ends.data[t->taken - 1];
}

static void add_both(level *l, chunk_pool *pool, twin *t, uint64_t *seed, bool is_full)
{
    key_chunk *chunk = chunk_get(pool);
    chunk->count = 1 + rnd_below(seed, rnd_below(seed, 9) ? 50 : KEY_CHUNK_KEYS);
    unsigned bits = rnd_below(seed, 64);
    for (uint32_t i = 0; i < chunk->count; i++) {
        chunk->keys[i] = rnd(seed) >> bits;
        vec_push(&t->keys, chunk->keys[i]);
    }
    vec_push(&t->ends, t->keys.len);
    status st = level_add(l, chunk);
    assert_true(st == ST_OK || is_full);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void take_both(level *l, chunk_pool *pool, twin *t, bool keeps_order)
{
    key_chunk *chunk = NULL;
    assert_int_equal(level_take(l, &chunk), ST_OK);
    if (t->taken == t->ends.len) {
        assert_null(chunk);
        return;
    }
    size_t start = twin_start(t);
    size_t count = t->ends.data[t->taken++] - start;
    assert_non_null(chunk);
    assert_int_equal(chunk->count, count);
    if (!keeps_order) {
        qsort(t->keys.data + start, count, 8, by_key);
        qsort(chunk->keys, count, 8, by_key);
    }
    assert_memory_equal(chunk->keys, t->keys.data + start, count * 8);
    chunk_put(pool, chunk);
}

static void compare_all(level *l, const twin *t, bool keeps_order)
{
    seen s = {.most = SIZE_MAX};
    assert_int_equal(level_each(l, note_keys, &s), ST_OK);
    assert_int_equal(s.keys.len, t->keys.len - twin_start(t));
    if (keeps_order && s.keys.len > 0)
        assert_memory_equal(s.keys.data, t->keys.data + twin_start(t), s.keys.len * 8);
    vec_free(&s.keys);
}

static void compare_random_use(uint64_t seed, bool keeps_order)
{
    chunk_pool *pool = chunk_pool_new();
    level *l = new_level(pool, 4 * CHUNK, keeps_order);
    twin t = {0};
    bool is_full = false;
    for (int i = 0; i < 1500; i++) {
        unsigned what = rnd_below(&seed, 100);
        bool grows = i / 100 % 2 == 0;
        if (what < (grows ? 60u : 30u)) {
            add_both(l, pool, &t, &seed, is_full);
        } else if (what < 92) {
            take_both(l, pool, &t, keeps_order);
        } else if (what < 96) {
            status st = level_set_budget(l, rnd_below(&seed, 30) * CHUNK);
            assert_true(st == ST_OK || is_full);
        } else if (what < 98) {
            compare_all(l, &t, keeps_order);
        } else {
            is_full = !is_full;
            limit_files(is_full ? rnd_below(&seed, 20000) : RLIM_INFINITY);
        }
        assert_int_equal(level_count(l), t.keys.len - twin_start(&t));
    }
    limit_files(RLIM_INFINITY);
    while (t.taken < t.ends.len)
        take_both(l, pool, &t, keeps_order);
    check_used_up(l);
    level_free(l);
    chunk_pool_free(pool);
    vec_free(&t.keys);
    vec_free(&t.ends);
}

TEST(random_use_agrees_with_an_array)
{
    for (uint64_t seed = 1; seed <= 4; seed++)
        compare_random_use(seed, seed % 2 == 0);
}

/* ---- Threads ---- */

enum { WORKERS = 4, STEPS = 400, MOST_KEYS = 300 };

typedef struct crowd {
    chunk_pool *pool;
    level *l;
    bool changes_budget;
    uint32_t added[WORKERS]; /* keys: the worker's number and 0, 1, ... */
    /* By worker and key: how often it came back. */
    _Atomic unsigned char seen[WORKERS][STEPS * MOST_KEYS];
} crowd;

static bool take_one(crowd *c)
{
    key_chunk *chunk = NULL;
    assert_int_equal(level_take(c->l, &chunk), ST_OK);
    if (chunk == NULL)
        return false;
    for (uint32_t i = 0; i < chunk->count; i++)
        atomic_fetch_add_explicit(
            &c->seen[chunk->keys[i] >> 32][(uint32_t)chunk->keys[i]], 1,
            memory_order_relaxed);
    chunk_put(c->pool, chunk);
    return true;
}

static void add_and_take(void *context, unsigned index)
{
    crowd *c = context;
    uint64_t seed = index;
    for (int i = 0; i < STEPS; i++) {
        if (rnd_below(&seed, 100) < 55) {
            uint32_t count = 1 + rnd_below(&seed, MOST_KEYS);
            uint64_t first = (uint64_t)index << 32 | c->added[index];
            add_counting(c->l, c->pool, first, count);
            c->added[index] += count;
        } else {
            take_one(c);
        }
        if (c->changes_budget && rnd_below(&seed, 20) == 0)
            assert_int_equal(level_set_budget(c->l, rnd_below(&seed, 60) * CHUNK),
                             ST_OK);
    }
}

static void check_crowd(size_t budget, bool changes_budget)
{
    crowd *c = mem_alloc(sizeof *c);
    c->pool = chunk_pool_new();
    c->l = new_level(c->pool, budget, budget % 2 == 0);
    c->changes_budget = changes_budget;
    thread_fork_join(WORKERS, add_and_take, c);
    while (take_one(c))
        ;
    check_used_up(c->l);
    for (unsigned w = 0; w < WORKERS; w++)
        for (uint32_t k = 0; k < STEPS * MOST_KEYS; k++)
            assert_int_equal(atomic_load(&c->seen[w][k]), k < c->added[w]);
    level_free(c->l);
    chunk_pool_free(c->pool);
    mem_free(c, sizeof *c);
}

TEST(threads_that_add_and_take_lose_nothing)
{
    check_crowd(SIZE_MAX, false);
    check_crowd(0, false);
    check_crowd(3 * CHUNK + 1, false);
    check_crowd(10 * CHUNK, true);
}

/* One adds, one takes at the same time: order must hold across memory and disk. */
static void add_or_take(void *context, unsigned index)
{
    enum { KEYS = 20000, EACH = 40 };
    crowd *c = context;
    if (index == 0) {
        for (uint64_t i = 0; i < KEYS; i += EACH)
            add_counting(c->l, c->pool, i, EACH);
        return;
    }
    for (uint64_t next = 0; next < KEYS;) {
        key_chunk *chunk = NULL;
        assert_int_equal(level_take(c->l, &chunk), ST_OK);
        for (uint32_t i = 0; chunk != NULL && i < chunk->count; i++)
            assert_true(chunk->keys[i] == next++);
        if (chunk != NULL)
            chunk_put(c->pool, chunk);
    }
}

TEST(one_taker_sees_the_order_of_one_adder)
{
    for (size_t budget = 0; budget < 10 * CHUNK; budget += 3 * CHUNK) {
        crowd c = {.pool = chunk_pool_new()};
        c.l = new_level(c.pool, budget, true);
        thread_fork_join(2, add_or_take, &c);
        check_used_up(c.l);
        level_free(c.l);
        chunk_pool_free(c.pool);
    }
}

/* Takers on a level that only shrinks, as in a search: NULL is the end for all. */
static void take_all(void *context, unsigned index)
{
    (void)index;
    while (take_one(context))
        ;
}

TEST(threads_use_a_level_up)
{
    crowd *c = mem_alloc(sizeof *c);
    c->pool = chunk_pool_new();
    c->l = new_level(c->pool, 20 * CHUNK, false);
    for (uint64_t i = 0; i < STEPS; i++)
        add_counting(c->l, c->pool, i * MOST_KEYS, MOST_KEYS);
    thread_fork_join(WORKERS, take_all, c);
    check_used_up(c->l);
    for (uint32_t k = 0; k < STEPS * MOST_KEYS; k++)
        assert_int_equal(atomic_load(&c->seen[0][k]), 1);
    level_free(c->l);
    chunk_pool_free(c->pool);
    mem_free(c, sizeof *c);
}

static void shrink_or_take(void *context, unsigned index)
{
    crowd *c = context;
    if (index < 2)
        assert_int_equal(level_set_budget(c->l, 0), ST_OK);
    else
        take_all(c, index);
}

TEST(the_budget_shrinks_while_others_take)
{
    enum { CHUNKS = 60, ROUNDS = 20 };
    crowd *c = mem_alloc(sizeof *c);
    c->pool = chunk_pool_new();
    c->l = new_level(c->pool, SIZE_MAX, true);
    for (int round = 1; round <= ROUNDS; round++) {
        assert_int_equal(level_set_budget(c->l, SIZE_MAX), ST_OK);
        for (uint64_t i = 0; i < CHUNKS; i++)
            add_counting(c->l, c->pool, i * MOST_KEYS, MOST_KEYS);
        thread_fork_join(round % 2 == 0 ? 2 : WORKERS, shrink_or_take, c);
        if (round % 2 == 0)
            assert_int_equal(level_memory(c->l), 0);
        take_all(c, 0);
        check_used_up(c->l);
        for (uint32_t k = 0; k < CHUNKS * MOST_KEYS; k++)
            assert_int_equal(atomic_load(&c->seen[0][k]), round);
    }
    level_free(c->l);
    chunk_pool_free(c->pool);
    mem_free(c, sizeof *c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_empty_level_has_nothing),
        LEAK_FREE(the_first_in_is_the_first_out_under_any_budget),
        LEAK_FREE(without_a_directory_all_stays_in_memory),
        LEAK_FREE(a_smaller_budget_sends_the_newest_to_disk),
        LEAK_FREE(the_file_is_emptied_when_nothing_in_it_is_needed),
        LEAK_FREE(dense_keys_take_few_bytes_on_disk),
        LEAK_FREE(all_keys_can_be_seen_without_taking_them),
        LEAK_FREE(a_full_disk_is_reported_and_loses_nothing),
        LEAK_FREE(a_bad_directory_is_reported_and_loses_nothing),
        LEAK_FREE(a_damaged_chunk_is_reported_and_not_skipped),
        LEAK_FREE(a_level_with_chunks_everywhere_can_be_freed),
        LEAK_FREE(without_memory_the_process_ends_in_order),
        LEAK_FREE(random_use_agrees_with_an_array),
        LEAK_FREE(threads_that_add_and_take_lose_nothing),
        LEAK_FREE(one_taker_sees_the_order_of_one_adder),
        LEAK_FREE(threads_use_a_level_up),
        LEAK_FREE(the_budget_shrinks_while_others_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
