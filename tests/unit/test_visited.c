#include "engine/explore/visited.h"

#include "base/hash.h"
#include "base/idmap.h"
#include "base/thread.h"
#include "unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* By how much loops are shortened: ThreadSanitizer slows them down by ten times and
 * more. */
static unsigned thrift(void)
{
    return VISITED_SSE2 ? test_size(4, 1) : 4;
}

static visited_answer add(visited *v, uint64_t key)
{
    return visited_add(v, visited_prepare(v, key));
}

/* Adds as an engine does: growing when told to. */
static bool add_and_grow(visited *v, uint64_t key, uint64_t count, double factor)
{
    if (visited_is_crowded(v, count))
        assert_true(visited_grow(v, factor, 1));
    visited_answer answer = add(v, key);
    while (answer == VISITED_FULL) {
        assert_true(visited_grow(v, factor, 1));
        answer = add(v, key);
    }
    return answer == VISITED_NEW;
}

static uint64_t random_key(const visited *v, uint64_t *seed)
{
    uint64_t left = rnd(seed) >> (64 - v->left_bits);
    uint64_t right = rnd(seed) >> (64 - v->right_bits);
    return left << 32 | right;
}

/* ---- The naive twin: a plain hash set ---- */

typedef struct twin {
    idmap keys;
    idmap met; /* by visited_each */
} twin;

static void meet(void *context, uint64_t key)
{
    twin *t = context;
    assert_int_equal(idmap_get_number(&t->keys, key), 1);
    assert_true(idmap_put_number(&t->met, key, 1) == 0);
}

static void assert_same(const visited *v, twin *t)
{
    assert_true(visited_check(v));
    assert_int_equal(visited_count(v), t->keys.len);
    visited_each(v, meet, t);
    assert_int_equal(t->met.len, t->keys.len);
    idmap_fini(&t->met);
    t->met = (idmap){0};
}

static bool twin_add(twin *t, uint64_t key)
{
    return idmap_put_number(&t->keys, key, 1) == 0;
}

static void twin_fini(twin *t)
{
    idmap_fini(&t->keys);
    idmap_fini(&t->met);
}

/* ---- Tests ---- */

TEST(a_new_set_is_small_and_empty)
{
    visited *v = visited_new(1, 1, 0);
    assert_int_equal(visited_count(v), 0);
    assert_true(visited_bytes(v) <= 64 << 10);
    assert_false(visited_has(v, 0));
    assert_false(visited_is_crowded(v, 0));
    assert_true(visited_check(v));
    assert_true(mem_in_use() >= visited_bytes(v));
    visited_free(v);
    visited_free(NULL);
}

TEST(a_key_is_new_once)
{
    visited *v = visited_new(8, 8, 0);
    assert_int_equal(add(v, 0), VISITED_NEW);
    assert_int_equal(add(v, 0), VISITED_OLD);
    assert_int_equal(add(v, (uint64_t)255 << 32 | 255), VISITED_NEW);
    assert_int_equal(add(v, (uint64_t)255 << 32 | 255), VISITED_OLD);
    assert_true(visited_has(v, 0));
    assert_false(visited_has(v, 1));
    visited_free(v);
}

/* Few bits, so all of them can be tried: each key is mixed to a number of its own. */
TEST(mixing_can_be_undone)
{
    for (unsigned left = 1; left <= 8; left++)
        for (unsigned right = 1; right <= 8; right++) {
            visited *v = visited_new(left, right, 0);
            for (uint64_t mixed = 0; mixed <= v->mask; mixed++) {
                uint64_t key = visited_unmix(v, mixed);
                assert_true(key >> 32 < (uint64_t)1 << left);
                assert_true((uint32_t)key < (uint64_t)1 << right);
                assert_true(visited_mix(v, key) == mixed);
            }
            visited_free(v);
        }
}

/* Random and dense keys, and those at both ends of the range. */
static void use_width(unsigned left_bits, unsigned right_bits, uint64_t seed)
{
    visited *v = visited_new(left_bits, right_bits, 0);
    twin t = {0};
    assert_true(visited_bytes(v) <= 128 << 10);
    for (uint64_t i = 0; i < 3000 / thrift(); i++) {
        uint64_t dense =
            i % ((uint64_t)1 << left_bits) << 32 | i / 7 % ((uint64_t)1 << right_bits);
        uint64_t last = visited_unmix(v, v->mask - i % 50 % (v->mask + 1));
        uint64_t first = visited_unmix(v, i % 50 % (v->mask + 1));
        uint64_t keys[] = {random_key(v, &seed), dense, first, last};
        for (size_t k = 0; k < COUNT_OF(keys); k++)
            assert_int_equal(add_and_grow(v, keys[k], t.keys.len, 1.4),
                             twin_add(&t, keys[k]));
    }
    assert_same(v, &t);
    visited_free(v);
    twin_fini(&t);
}

TEST(all_widths_work)
{
    for (unsigned bits = 2; bits <= VISITED_MAX_BITS; bits++) {
        unsigned least = bits > 32 ? bits - 32 : 1;
        unsigned most = bits > 32 ? 32 : bits - 1;
        use_width(least, bits - least, bits);
        use_width(most, bits - most, bits);
        use_width(bits / 2, bits - bits / 2, bits);
    }
}

TEST(wide_words_are_used_only_where_narrow_ones_waste_memory)
{
    visited *v = visited_new(20, 19, 0);
    assert_false(v->is_wide);
    visited_free(v);
    v = visited_new(31, 32, 0);
    assert_true(v->is_wide);
    visited_free(v);
    v = visited_new(26, 26, 0);
    assert_true(v->is_wide);
    visited_free(v);
    v = visited_new(24, 24, 10000000);
    assert_false(v->is_wide);
    visited_free(v);
}

/* 45 bits: wide at first, narrow from 2^15 lines on. */
TEST(a_wide_set_becomes_narrow_when_it_has_grown)
{
    visited *v = visited_new(22, 23, 0);
    twin t = {0};
    uint64_t seed = 5;
    assert_true(v->is_wide);
    while (v->is_wide || t.keys.len < 250000) {
        uint64_t key = random_key(v, &seed);
        bool was_wide = v->is_wide;
        assert_int_equal(add_and_grow(v, key, t.keys.len, 1.3), twin_add(&t, key));
        if (was_wide && !v->is_wide)
            assert_same(v, &t);
    }
    assert_same(v, &t);
    visited_free(v);
    twin_fini(&t);
}

TEST(growth_by_odd_factors_keeps_every_key)
{
    static const double factors[] = {0.5, 1.0, 1.01, 1.13, 1.4, 1.618, 2, 3.7, 10};
    for (size_t f = 0; f < COUNT_OF(factors); f++) {
        visited *v = visited_new(17, 15, 0);
        twin t = {0};
        uint64_t seed = f;
        for (unsigned i = 0; i < 40000 / thrift(); i++) {
            uint64_t key = random_key(v, &seed);
            assert_int_equal(add_and_grow(v, key, t.keys.len, factors[f]),
                             twin_add(&t, key));
        }
        assert_same(v, &t);
        size_t room = visited_growth_bytes(v, factors[f]);
        size_t before = mem_in_use();
        size_t bytes = visited_bytes(v);
        assert_true(visited_grow(v, factors[f], 1));
        assert_true(visited_bytes(v) > bytes);
        assert_true(mem_in_use() <= before + room);
        assert_same(v, &t);
        visited_free(v);
        twin_fini(&t);
    }
}

/* Large enough for waves of several threads, wide and narrow, crowded and not. */
TEST(threads_that_make_it_grow_lose_no_key)
{
    static const double factors[] = {3.3, 2, 1.4, 1.125}; /* a wave is a share */
    for (unsigned half = 18; half <= 30; half += 12) {
        visited *v = visited_new(half, half, 0);
        twin t = {0};
        uint64_t seed = half;
        for (unsigned threads = 2; threads <= 5; threads++) {
            for (unsigned i = 0; i < 200000 / thrift(); i++) {
                uint64_t key = random_key(v, &seed);
                assert_int_equal(add_and_grow(v, key, t.keys.len, 1.4),
                                 twin_add(&t, key));
            }
            assert_true(visited_grow(v, factors[threads - 2], threads));
            assert_same(v, &t);
        }
        visited_free(v);
        twin_fini(&t);
    }
}

/* Growth of an empty, a nearly empty and an overfull set. */
TEST(growth_is_possible_at_any_load)
{
    visited *v = visited_new(16, 16, 0);
    twin t = {0};
    uint64_t seed = 3;
    assert_true(visited_grow(v, 1.2, 1));
    assert_same(v, &t);
    for (int round = 0; round < 4; round++) {
        for (uint64_t key; (key = random_key(v, &seed), true);) {
            visited_answer answer = add(v, key);
            if (answer == VISITED_FULL)
                break;
            assert_int_equal(answer == VISITED_NEW, twin_add(&t, key));
        }
        assert_true(visited_is_crowded(v, t.keys.len));
        assert_int_equal(v->overflow_count, v->overflow_slots / 4 * 3);
        assert_same(v, &t);
        assert_true(visited_grow(v, 1.2, 1));
        assert_same(v, &t);
    }
    visited_free(v);
    twin_fini(&t);
}

/* All keys have their home in one of three lines, however large the set: almost all of
 * them live in the overflow table. */
TEST(keys_that_collide_for_ever_go_to_the_overflow_table)
{
    for (unsigned half = 16; half <= 30; half += 14) {
        visited *v = visited_new(half, half, 0);
        twin t = {0};
        for (uint64_t mixed = 0; mixed < 5000; mixed++) {
            uint64_t keys[] = {visited_unmix(v, mixed),
                               visited_unmix(v, v->mask - mixed)};
            for (size_t k = 0; k < COUNT_OF(keys); k++)
                assert_int_equal(add_and_grow(v, keys[k], 0, 1.2),
                                 twin_add(&t, keys[k]));
        }
        for (uint64_t mixed = 0; mixed < 5000; mixed++)
            assert_int_equal(add(v, visited_unmix(v, mixed)), VISITED_OLD);
        assert_true(half == 16 || v->overflow_count > 9000);
        assert_same(v, &t);
        assert_true(visited_widen(v, half + 1, half + 1));
        assert_same(v, &t);
        visited_free(v);
        twin_fini(&t);
    }
}

/* Well spread at first, all in the first lines with the new widths: the overflow table
 * must become larger in the midst of it. */
TEST(widening_may_make_all_keys_collide)
{
    visited *v = visited_new(31, 31, 0);
    visited *wider = visited_new(31, 32, 0);
    twin t = {0};
    for (uint64_t mixed = 0; t.keys.len < 5000; mixed++) {
        uint64_t key = visited_unmix(wider, mixed);
        if ((uint32_t)key >> 31 == 0)
            assert_int_equal(add_and_grow(v, key, t.keys.len, 1.4), twin_add(&t, key));
    }
    assert_true(v->overflow_count < 500);
    assert_true(visited_widen(v, 31, 32));
    assert_true(v->overflow_count > 4900);
    assert_same(v, &t);
    visited_free(v);
    visited_free(wider);
    twin_fini(&t);
}

/* As dense as ids are: all pairs of some hundred left and right ones. */
TEST(dense_keys_spread_well)
{
    visited *v = visited_new(10, 10, 500000);
    for (uint64_t left = 0; left < 1000; left++)
        for (uint64_t right = 0; right < 500; right++)
            assert_int_equal(add(v, left << 32 | right), VISITED_NEW);
    assert_false(visited_is_crowded(v, 500000));
    assert_true(v->overflow_count < 5000);
    assert_true(visited_check(v));
    visited_free(v);
}

TEST(widening_keeps_every_key)
{
    static const unsigned widths[][2] = {{2, 2},   {3, 5},   {9, 8},
                                         {9, 20},  {24, 20}, {25, 28},
                                         {32, 31}, {30, 30}, {9, 8}};
    visited *v = visited_new(1, 1, 0);
    twin t = {0};
    uint64_t seed = 1;
    for (size_t w = 0; w < COUNT_OF(widths); w++) {
        for (unsigned i = 0; i < 20000 / thrift() && v->bits <= 17; i++) {
            uint64_t key = random_key(v, &seed);
            assert_int_equal(add_and_grow(v, key, t.keys.len, 1.4), twin_add(&t, key));
        }
        assert_true(visited_widen(v, widths[w][0], widths[w][1]));
        assert_int_equal(v->left_bits, widths[w][0]);
        assert_int_equal(v->right_bits, widths[w][1]);
        assert_same(v, &t);
    }
    visited_free(v);
    twin_fini(&t);
}

/* Any order of all operations. */
TEST(random_use_agrees_with_a_naive_set)
{
    for (uint64_t seed = 0; seed < 12 / thrift(); seed++) {
        uint64_t s = seed;
        visited *v = visited_new(1 + rnd_below(&s, 12), 1 + rnd_below(&s, 12), 0);
        twin t = {0};
        for (int i = 0; i < 30000; i++) {
            uint64_t key = random_key(v, &s);
            unsigned what = rnd_below(&s, 6000);
            if (what == 0)
                assert_true(visited_grow(v, 1 + rnd_below(&s, 100) / 50.0,
                                         1 + (unsigned)rnd_below(&s, 3)));
            if (what == 1 && v->bits < 50)
                assert_true(visited_widen(v, v->left_bits + rnd_below(&s, 4),
                                          v->right_bits + rnd_below(&s, 4)));
            assert_int_equal(visited_has(v, key), idmap_get_number(&t.keys, key) != 0);
            assert_int_equal(add_and_grow(v, key, t.keys.len, 1.4), twin_add(&t, key));
        }
        assert_same(v, &t);
        visited_free(v);
        twin_fini(&t);
    }
}

TEST(a_set_with_room_from_the_start_need_not_grow)
{
    for (unsigned half = 16; half <= 31; half += 15) {
        enum { KEYS = 100000 };
        visited *v = visited_new(half, half, KEYS);
        uint64_t seed = 0;
        for (int i = 0; i < KEYS; i++)
            assert_int_not_equal(add(v, random_key(v, &seed)), VISITED_FULL);
        assert_true(v->is_wide || !visited_is_crowded(v, KEYS));
        visited_free(v);
    }
}

/* ---- No memory ---- */

static void limit_address_space(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &limit);
}

TEST(without_memory_the_set_stays_as_it_was)
{
    visited *v = visited_new(16, 16, 0);
    twin t = {0};
    uint64_t seed = 0;
    for (int i = 0; i < 5000; i++) {
        uint64_t key = random_key(v, &seed);
        assert_int_equal(add_and_grow(v, key, t.keys.len, 1.4), twin_add(&t, key));
    }
    assert_false(visited_grow(v, 1e30, 1));
    assert_same(v, &t);
    assert_null(visited_new(16, 16, (uint64_t)1 << 62));
    limit_address_space(1);
    bool has_grown = visited_grow(v, 1.4, 1) || visited_widen(v, 20, 20);
    visited *other = visited_new(16, 16, 0);
    limit_address_space(RLIM_INFINITY);
    assert_false(has_grown);
    assert_null(other);
    assert_same(v, &t);
    assert_true(visited_grow(v, 1.4, 1));
    assert_same(v, &t);
    visited_free(v);
    twin_fini(&t);
}

/* ---- Files ---- */

typedef struct bytes {
    char *data;
    size_t len;
} bytes;

static bytes save(const visited *v)
{
    bytes b;
    FILE *f = open_memstream(&b.data, &b.len);
    assert_true(visited_save(v, f));
    fclose(f);
    return b;
}

static visited *load(const char *data, size_t len)
{
    FILE *f = fmemopen((void *)(uintptr_t)data, len, "r");
    visited *v = visited_load(f);
    fclose(f);
    return v;
}

/* With some overflow. */
static visited *some_set(unsigned left_bits, unsigned right_bits, twin *t)
{
    visited *v = visited_new(left_bits, right_bits, 0);
    uint64_t seed = left_bits;
    while (v->overflow_count < 20) {
        uint64_t key = random_key(v, &seed);
        assert_int_equal(add(v, key) == VISITED_NEW, twin_add(t, key));
    }
    return v;
}

TEST(what_was_saved_is_loaded)
{
    static const unsigned widths[][2] = {
        {9, 8}, {16, 16}, {20, 20}, {30, 30}, {31, 32}};
    for (size_t w = 0; w < COUNT_OF(widths); w++) {
        twin t = {0};
        visited *v = some_set(widths[w][0], widths[w][1], &t);
        bytes b = save(v);
        visited_free(v);
        v = load(b.data, b.len);
        assert_non_null(v);
        assert_same(v, &t);
        assert_true(visited_grow(v, 1.4, 1));
        assert_same(v, &t);
        visited_free(v);
        free(b.data);
        twin_fini(&t);
    }
}

TEST(sets_are_loaded_one_after_the_other_from_one_file)
{
    FILE *f = tmpfile();
    for (uint64_t key = 0; key < 3; key++) {
        visited *v = visited_new(8, 8, 0);
        add(v, key);
        assert_true(visited_save(v, f));
        visited_free(v);
    }
    rewind(f);
    for (uint64_t key = 0; key < 3; key++) {
        visited *v = visited_load(f);
        assert_true(visited_has(v, key));
        assert_int_equal(visited_count(v), 1);
        visited_free(v);
    }
    assert_null(visited_load(f));
    fclose(f);
}

TEST(truncated_files_are_refused)
{
    twin t = {0};
    visited *v = some_set(16, 16, &t);
    bytes b = save(v);
    for (size_t len = 1; len < b.len; len += len < 200 ? 1 : 777)
        assert_null(load(b.data, len));
    assert_null(load(b.data, b.len - 1));
    visited_free(v);
    free(b.data);
    twin_fini(&t);
}

TEST(damaged_files_are_refused)
{
    twin t = {0};
    visited *v = some_set(16, 16, &t);
    bytes b = save(v);
    uint64_t seed = 0;
    for (size_t i = 0; i < 1500; i++) {
        size_t at = i < 100 ? i : rnd(&seed) % b.len;
        char was = b.data[at];
        b.data[at] = (char)(was ^ (1 << rnd_below(&seed, 8)));
        assert_null(load(b.data, b.len));
        b.data[at] = was;
    }
    visited_free(v);
    free(b.data);
    twin_fini(&t);
}

/* Saves the set as it is, with the right checksums, and loads it. */
static bool is_refused(const visited *v)
{
    bytes b = save(v);
    visited *loaded = load(b.data, b.len);
    bool answer = loaded == NULL;
    visited_free(loaded);
    free(b.data);
    return answer;
}

static visited *half_full_set(unsigned left_bits, unsigned right_bits)
{
    visited *v = visited_new(left_bits, right_bits, 0);
    uint64_t seed = 9;
    for (int i = 0; i < 3000; i++)
        add(v, random_key(v, &seed));
    return v;
}

/* At this load all keys lie in their home lines, so no other distance is right. */
TEST(forged_distances_are_refused)
{
    visited *v = half_full_set(16, 16);
    for (uint64_t line = 0; line < v->line_count; line += 1 + 7 * thrift()) {
        uint32_t was = v->lines[line].words[0];
        for (uint32_t tag = 0; tag < 4 && was << 2 != 0; tag++) {
            v->lines[line].words[0] = was << 2 >> 2 | tag << 30;
            assert_int_equal(is_refused(v), tag != 1);
        }
        v->lines[line].words[0] = was;
    }
    visited_free(v);
}

TEST(a_forged_overflow_table_is_refused)
{
    visited *v = half_full_set(16, 16);
    v->overflow_count++;
    assert_true(is_refused(v));
    v->overflow[0] = v->mask + 5;
    assert_true(is_refused(v));
    v->overflow[0] = UINT64_MAX;
    assert_true(is_refused(v));
    v->overflow[0] = 1; /* it belongs into a line */
    assert_true(is_refused(v));
    v->overflow[0] = 0;
    v->overflow_count--;
    assert_false(is_refused(v));
    visited_free(v);
}

/* Some of it may happen to be a set. */
TEST(random_words_do_no_harm)
{
    static const unsigned widths[][2] = {{16, 16}, {2, 2}, {10, 10}, {31, 32}, {1, 1}};
    for (size_t w = 0; w < COUNT_OF(widths); w++) {
        visited *v = half_full_set(widths[w][0], widths[w][1]);
        uint64_t seed = w;
        for (unsigned i = 0; i < 300 / thrift(); i++) {
            uint64_t line = i % 3 == 0
                                ? rnd_below(&seed, 3)
                                : rnd(&seed) % (v->line_count + VISITED_REACH - 1);
            visited_line was = v->lines[line];
            v->lines[line].words[rnd_below(&seed, 16)] = (uint32_t)rnd(&seed);
            is_refused(v);
            v->lines[line] = was;
        }
        assert_false(is_refused(v));
        visited_free(v);
    }
}

TEST(a_key_stored_twice_is_found_by_the_check)
{
    visited *v = visited_new(16, 16, 0);
    add(v, 7);
    visited_slot s = visited_prepare(v, 7);
    assert_true(visited_check(v));
    v->lines[s.home].words[1] = v->lines[s.home].words[0];
    assert_false(visited_check(v));
    v->lines[s.home].words[1] = 0;
    v->lines[s.home + 1].words[0] = (uint32_t)(2u << 30 | s.rest);
    assert_false(visited_check(v));
    v->lines[s.home + 1].words[0] = 0;
    v->lines[s.home].words[2] = v->lines[s.home].words[0];
    v->lines[s.home].words[0] = 0;
    assert_false(visited_check(v)); /* a gap */
    visited_free(v);
}

TEST(a_full_disk_is_noticed)
{
    FILE *f = fopen("/dev/full", "w");
    if (f == NULL)
        skip();
    visited *v = visited_new(16, 16, 0);
    assert_false(visited_save(v, f) && fflush(f) == 0);
    visited_free(v);
    fclose(f);
}

/* ---- Threads ---- */

enum { THREADS = 4, BATCH = 32 };

/* Each thread adds a range of one random row of keys; ranges overlap. */
typedef struct crowd {
    visited *v;
    pthread_barrier_t barrier;
    atomic_uint_fast64_t count; /* of new keys */
    atomic_bool wants_growth;
    atomic_uint running;
    uint64_t seed;
    uint64_t keys; /* different ones */
    unsigned per_thread;
} crowd;

static uint64_t key_number(const crowd *c, uint64_t number)
{
    uint64_t x = hash_u64(number % c->keys + c->seed * 1000003);
    return visited_unmix(c->v, x & c->v->mask); /* well spread, perhaps the same */
}

/* All meet; one grows the set if somebody wants it.  False when all have finished. */
static bool meet_others(crowd *c)
{
    if (pthread_barrier_wait(&c->barrier) == PTHREAD_BARRIER_SERIAL_THREAD &&
        c->wants_growth) {
        c->wants_growth = false;
        if (!visited_grow(c->v, 1.25, 1))
            abort();
    }
    pthread_barrier_wait(&c->barrier);
    bool goes_on = c->running > 0;
    pthread_barrier_wait(&c->barrier);
    return goes_on;
}

/* Returns how many of the batch were added before the set was full. */
static unsigned add_batch(crowd *c, const uint64_t *keys, unsigned len)
{
    visited_slot slots[BATCH];
    uint64_t fresh = 0;
    unsigned i;
    for (i = 0; i < len; i++)
        slots[i] = visited_prepare(c->v, keys[i]);
    for (i = 0; i < len; i++) {
        visited_answer answer = visited_add(c->v, slots[i]);
        if (answer == VISITED_FULL)
            break;
        fresh += answer == VISITED_NEW;
    }
    uint64_t count = atomic_fetch_add(&c->count, fresh) + fresh;
    if (i < len || visited_is_crowded(c->v, count))
        c->wants_growth = true;
    return i;
}

static void work(void *context, unsigned index)
{
    crowd *c = context;
    uint64_t from = c->keys / (THREADS + 2) * index; /* less than half is one's own */
    uint64_t keys[BATCH];
    for (unsigned done = 0; done < c->per_thread;) {
        unsigned len = 0;
        for (; len < BATCH && done + len < c->per_thread; len++)
            keys[len] = key_number(c, from + done + len);
        done += add_batch(c, keys, len);
        if (c->wants_growth)
            meet_others(c);
    }
    c->running--;
    while (meet_others(c))
        ;
}

static uint64_t count_different(const crowd *c)
{
    twin t = {0};
    for (unsigned index = 0; index < THREADS; index++)
        for (unsigned i = 0; i < c->per_thread; i++)
            twin_add(&t, key_number(c, c->keys / (THREADS + 2) * index + i));
    assert_same(c->v, &t);
    uint64_t count = t.keys.len;
    twin_fini(&t);
    return count;
}

static void add_together(unsigned left_bits, unsigned right_bits, uint64_t seed,
                         unsigned keys)
{
    crowd c = {.v = visited_new(left_bits, right_bits, 0),
               .running = THREADS,
               .seed = seed,
               .keys = keys,
               .per_thread = keys / 2};
    assert_int_equal(pthread_barrier_init(&c.barrier, NULL, THREADS), 0);
    thread_fork_join(THREADS, work, &c);
    assert_int_equal(c.count, count_different(&c));
    pthread_barrier_destroy(&c.barrier);
    visited_free(c.v);
}

/* Lemma visited-1, while the set grows. */
TEST(threads_are_told_new_once_for_each_key)
{
    static const unsigned widths[][2] = {
        {16, 16}, {8, 7}, {20, 20}, {31, 31}, {23, 23}};
    for (uint64_t seed = 0; seed < 40 / thrift(); seed++) {
        const unsigned *w = widths[seed % COUNT_OF(widths)];
        add_together(w[0], w[1], seed, 60000);
    }
}

/* All keys in a few lines: the threads always meet in the same words. */
typedef struct race {
    visited *v;
    pthread_barrier_t barrier;
    atomic_uint fresh;
    unsigned keys;
} race;

static void run_race(void *context, unsigned index)
{
    race *r = context;
    pthread_barrier_wait(&r->barrier);
    for (unsigned i = 0; i < r->keys; i++) {
        uint64_t mixed = index % 2 == 0 ? i : r->keys - 1 - i;
        r->fresh += add(r->v, visited_unmix(r->v, mixed)) == VISITED_NEW;
    }
}

/* Lemma visited-1: at one place only one thread succeeds. */
TEST(threads_race_for_the_same_words)
{
    for (unsigned round = 0; round < 400 / thrift(); round++) {
        race r = {
            .v = visited_new(round % 2 == 0 ? 16 : 31, round % 2 == 0 ? 14 : 31, 0),
            .keys = round % 3 == 0 ? 8 : 300};
        assert_int_equal(pthread_barrier_init(&r.barrier, NULL, THREADS), 0);
        thread_fork_join(THREADS, run_race, &r);
        assert_int_equal(r.fresh, r.keys);
        assert_int_equal(visited_count(r.v), r.keys);
        assert_true(visited_check(r.v));
        pthread_barrier_destroy(&r.barrier);
        visited_free(r.v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_new_set_is_small_and_empty),
        LEAK_FREE(a_key_is_new_once),
        LEAK_FREE(mixing_can_be_undone),
        LEAK_FREE(all_widths_work),
        LEAK_FREE(wide_words_are_used_only_where_narrow_ones_waste_memory),
        LEAK_FREE(a_wide_set_becomes_narrow_when_it_has_grown),
        LEAK_FREE(growth_by_odd_factors_keeps_every_key),
        LEAK_FREE(threads_that_make_it_grow_lose_no_key),
        LEAK_FREE(growth_is_possible_at_any_load),
        LEAK_FREE(keys_that_collide_for_ever_go_to_the_overflow_table),
        LEAK_FREE(dense_keys_spread_well),
        LEAK_FREE(widening_keeps_every_key),
        LEAK_FREE(widening_may_make_all_keys_collide),
        LEAK_FREE(random_use_agrees_with_a_naive_set),
        LEAK_FREE(a_set_with_room_from_the_start_need_not_grow),
        LEAK_FREE(without_memory_the_set_stays_as_it_was),
        LEAK_FREE(what_was_saved_is_loaded),
        LEAK_FREE(sets_are_loaded_one_after_the_other_from_one_file),
        LEAK_FREE(truncated_files_are_refused),
        LEAK_FREE(damaged_files_are_refused),
        LEAK_FREE(forged_distances_are_refused),
        LEAK_FREE(a_forged_overflow_table_is_refused),
        LEAK_FREE(random_words_do_no_harm),
        LEAK_FREE(a_key_stored_twice_is_found_by_the_check),
        LEAK_FREE(a_full_disk_is_noticed),
        LEAK_FREE(threads_are_told_new_once_for_each_key),
        LEAK_FREE(threads_race_for_the_same_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
