#include "base/compress.h"

#include "unit.h"

#include <string.h>

enum { LARGEST = 100000 };

static unsigned char plain[LARGEST];
static unsigned char restored[LARGEST];

/* Random bytes of which about one in EVERY is not zero. */
static void fill(uint64_t *seed, size_t len, unsigned every)
{
    for (size_t i = 0; i < len; i++)
        plain[i] = rnd_below(seed, every) == 0 ? (unsigned char)rnd(seed) : 0;
}

static size_t round_trip(compressor *c, size_t len)
{
    size_t room = compress_bound(len);
    unsigned char *packed = mem_alloc(room);
    size_t packed_len = compress_pack(c, packed, plain, len);
    assert_true(packed_len <= room);
    memset(restored, 0xee, sizeof restored);
    assert_int_equal(compress_unpack(c, restored, len, packed, packed_len), ST_OK);
    assert_memory_equal(restored, plain, len);
    if (len < LARGEST)
        assert_int_equal(restored[len], 0xee);
    mem_free(packed, room);
    return packed_len;
}

TEST(all_bytes_come_back)
{
    static const size_t lens[] = {0,    1,     2,     7,     255,   256,
                                  4095, 16384, 16385, 32760, 65536, LARGEST};
    compressor *c = compress_new();
    uint64_t seed = 1;
    for (unsigned every = 1; every <= 1000; every *= 10) {
        for (size_t i = 0; i < COUNT_OF(lens); i++) {
            fill(&seed, lens[i], every);
            round_trip(c, lens[i]);
        }
    }
    compress_free(c);
}

TEST(what_repeats_becomes_short)
{
    compressor *c = compress_new();
    uint64_t seed = 2;
    fill(&seed, LARGEST, 1000);
    assert_true(round_trip(c, LARGEST) < LARGEST / 50);
    memset(plain, 0, LARGEST);
    assert_true(round_trip(c, LARGEST) < 100);
    compress_free(c);
}

TEST(another_length_is_refused)
{
    compressor *c = compress_new();
    unsigned char packed[2000];
    memset(plain, 'x', 1000);
    size_t len = compress_pack(c, packed, plain, 1000);
    assert_int_equal(compress_unpack(c, restored, 999, packed, len), ST_IO);
    assert_int_equal(compress_unpack(c, restored, 1001, packed, len), ST_IO);
    assert_int_equal(compress_unpack(c, restored, 1000, packed, len - 1), ST_IO);
    assert_int_equal(compress_unpack(c, restored, 1000, packed, 0), ST_IO);
    assert_int_equal(compress_unpack(c, restored, 1000, packed, len), ST_OK);
    compress_free(c);
}

/* It may go unnoticed here (there is no checksum), but must stay within bounds. */
TEST(damaged_bytes_do_no_harm)
{
    enum { LEN = 3000 };
    compressor *c = compress_new();
    uint64_t seed = 3;
    fill(&seed, LEN, 3);
    size_t room = compress_bound(LEN);
    unsigned refused = 0;
    for (int round = 0; round < 3000; round++) {
        unsigned char *packed = mem_alloc(room);
        size_t len = compress_pack(c, packed, plain, LEN);
        for (unsigned k = 0; k < 1 + rnd_below(&seed, 4); k++)
            packed[rnd_below(&seed, (unsigned)len)] = (unsigned char)rnd(&seed);
        unsigned char *to = mem_alloc(LEN);
        refused += compress_unpack(c, to, LEN, packed, len) != ST_OK;
        mem_free(to, LEN);
        mem_free(packed, room);
    }
    assert_true(refused > 100);
    round_trip(c, LEN); /* and the compressor still works */
    compress_free(c);
}

TEST(all_working_memory_is_counted)
{
    size_t before = mem_in_use();
    compressor *c = compress_new();
    assert_true(mem_in_use() > before + 100000);
    compress_free(c);
    compress_free(NULL);
    assert_int_equal(mem_in_use(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(all_bytes_come_back),           LEAK_FREE(what_repeats_becomes_short),
        LEAK_FREE(another_length_is_refused),     LEAK_FREE(damaged_bytes_do_no_harm),
        LEAK_FREE(all_working_memory_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
