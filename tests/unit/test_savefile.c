/* Files that are complete or absent. */
#include "base/savefile.h"

#include "folder_fixture.h"
#include "spill_fixture.h"

#include <errno.h>

/* ---- What is written, and read back ---- */

/* LEN bytes that follow from SEED. */
static void fill(char *bytes, size_t len, uint64_t seed)
{
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)rnd(&seed);
}

static void put_content(savefile *f, size_t len, uint64_t seed)
{
    char *bytes = mem_alloc(len + 1);
    fill(bytes, len, seed);
    savefile_put(f, bytes, len);
    mem_free(bytes, len + 1);
}

static bool try_write(const char *path, size_t len, uint64_t seed, strbuf *why)
{
    savefile *f = savefile_create(path, why);
    if (f == NULL)
        return false;
    put_content(f, len, seed);
    return savefile_keep(f, why);
}

static void write_file(const char *path, size_t len, uint64_t seed)
{
    strbuf why = {0};
    assert_true(try_write(path, len, seed, &why));
    assert_int_equal(why.len, 0);
    strbuf_free(&why);
}

static bool is_whole(const char *path)
{
    strbuf why = {0};
    savefile *f = savefile_open(path, &why);
    assert_non_null(f);
    bool ok = savefile_is_whole(f);
    savefile_close(f);
    strbuf_free(&why);
    return ok;
}

static void expect_file(const char *path, size_t len, uint64_t seed)
{
    strbuf why = {0};
    savefile *f = savefile_open(path, &why);
    assert_non_null(f);
    assert_true(savefile_is_whole(f));
    char *bytes = mem_alloc(2 * len + 1);
    fill(bytes, len, seed);
    assert_true(savefile_get(f, bytes + len, len));
    assert_memory_equal(bytes, bytes + len, len);
    mem_free(bytes, 2 * len + 1);
    savefile_close(f);
    strbuf_free(&why);
}

/* Around the sizes of buffers. */
static const size_t sizes[] = {0,    1,    7,    8,     9,     100,   4087,  4088,
                               4095, 4096, 4097, 65535, 65536, 65537, 200000};

TEST(what_was_written_comes_back)
{
    folder d;
    folder_make(&d);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        write_file(d.file, sizes[i], i);
        expect_file(d.file, sizes[i], i);
        assert_int_equal(folder_count(&d), 1);
    }
    folder_remove(&d);
}

TEST(numbers_and_texts_come_back)
{
    static const uint64_t numbers[] = {0, 1, 255, UINT32_MAX, UINT64_MAX};
    static const char *const texts[] = {"", "a", "two lines\nof text", "\xff\x01"};
    folder d;
    folder_make(&d);
    strbuf why = {0};
    strbuf text = {0};
    savefile *f = savefile_create(d.file, &why);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        savefile_put_number(f, numbers[i]);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        savefile_put_text(f, texts[i]);
    assert_true(savefile_keep(f, &why));
    f = savefile_open(d.file, &why);
    assert_true(savefile_is_whole(f));
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        uint64_t n;
        assert_true(savefile_get_number(f, &n));
        assert_true(n == numbers[i]);
    }
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        strbuf_clear(&text);
        assert_true(savefile_get_text(f, &text));
        assert_string_equal(strbuf_text(&text), texts[i]);
    }
    savefile_close(f);
    strbuf_free(&text);
    strbuf_free(&why);
    folder_remove(&d);
}

/* Those who write by themselves are covered by the checksum too. */
TEST(what_goes_through_the_stream_counts)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    savefile *f = savefile_create(d.file, &why);
    savefile_put_number(f, 1);
    assert_true(fputs("others", savefile_stream(f)) >= 0);
    savefile_put_number(f, 2);
    assert_true(savefile_keep(f, &why));
    assert_true(is_whole(d.file));
    strbuf bytes = {0};
    file_read(d.file, &bytes);
    assert_int_equal(bytes.len, 8 + 6 + 8 + 8);
    bytes.data[10] ^= 1;
    file_write(d.file, bytes.data, bytes.len);
    assert_false(is_whole(d.file));
    strbuf_free(&bytes);
    strbuf_free(&why);
    folder_remove(&d);
}

TEST(reading_ends_where_writing_ended)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    for (int checks_first = 0; checks_first < 2; checks_first++) {
        write_file(d.file, 20, 1);
        savefile *f = savefile_open(d.file, &why);
        char bytes[20];
        uint64_t n;
        if (checks_first)
            assert_true(savefile_is_whole(f));
        assert_true(savefile_get(f, bytes, 20));
        /* The checksum is nobody's number. */
        assert_false(savefile_get_number(f, &n));
        assert_false(savefile_get(f, bytes, 1));
        savefile_close(f);
    }
    strbuf_free(&why);
    folder_remove(&d);
}

TEST(a_failed_read_makes_all_later_ones_fail)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    strbuf text = {0};
    savefile *f = savefile_create(d.file, &why);
    savefile_put_number(f, UINT64_MAX); /* no text is that long */
    savefile_put_number(f, 7);
    assert_true(savefile_keep(f, &why));
    f = savefile_open(d.file, &why);
    assert_true(savefile_is_whole(f));
    uint64_t n = 0;
    assert_false(savefile_get_text(f, &text));
    assert_false(savefile_get_number(f, &n));
    savefile_close(f);
    f = savefile_open(d.file, &why);
    char many[100];
    assert_false(savefile_get(f, many, sizeof many));
    assert_false(savefile_get(f, many, 0));
    assert_false(savefile_get_text(f, &text));
    savefile_close(f);
    strbuf_free(&text);
    strbuf_free(&why);
    folder_remove(&d);
}

/* ---- Damage ---- */

/* All of a small file, and every seventh place of a large one. */
static size_t stride(const strbuf *whole)
{
    return whole->len < 1000 ? 1 : 7;
}

static void refuse_each_length(const folder *d, const strbuf *whole)
{
    for (size_t len = 0; len < whole->len; len += stride(whole)) {
        file_write(d->file, whole->data, len);
        assert_false(is_whole(d->file));
    }
    char *longer = mem_alloc(whole->len + 20);
    memcpy(longer, whole->data, whole->len);
    for (size_t more = 1; more <= 20; more++) {
        file_write(d->file, longer, whole->len + more);
        assert_false(is_whole(d->file));
    }
    mem_free(longer, whole->len + 20);
}

static void refuse_each_flip(const folder *d, strbuf *whole, int flip)
{
    for (size_t at = 0; at < whole->len; at += stride(whole)) {
        whole->data[at] = (char)(whole->data[at] ^ flip);
        file_write(d->file, whole->data, whole->len);
        assert_false(is_whole(d->file));
        whole->data[at] = (char)(whole->data[at] ^ flip);
    }
}

TEST(every_truncation_and_every_flipped_bit_is_noticed)
{
    static const size_t lens[] = {0, 1, 8, 60, 4101};
    folder d;
    folder_make(&d);
    strbuf whole = {0};
    for (size_t i = 0; i < COUNT_OF(lens); i++) {
        write_file(d.file, lens[i], i);
        file_read(d.file, &whole);
        refuse_each_length(&d, &whole);
        for (unsigned bit = 0; bit < (lens[i] < 100 ? 8 : 1); bit++)
            refuse_each_flip(&d, &whole, 1 << bit);
        file_write(d.file, whole.data, whole.len);
        expect_file(d.file, lens[i], i);
    }
    strbuf_free(&whole);
    folder_remove(&d);
}

TEST(zeros_and_blocks_in_another_order_are_noticed)
{
    enum { BLOCK = 4096 };
    folder d;
    folder_make(&d);
    char zeros[2 * BLOCK] = {0};
    for (size_t len = 0; len < 300; len++) {
        file_write(d.file, zeros, len);
        assert_false(is_whole(d.file));
    }
    strbuf whole = {0};
    write_file(d.file, sizeof zeros, 5);
    file_read(d.file, &whole);
    memcpy(zeros, whole.data + BLOCK, BLOCK);
    memcpy(zeros + BLOCK, whole.data, BLOCK);
    memcpy(whole.data, zeros, sizeof zeros);
    file_write(d.file, whole.data, whole.len);
    assert_false(is_whole(d.file));
    strbuf_free(&whole);
    folder_remove(&d);
}

/* ---- Failures ---- */

static void expect_why(strbuf *why, const char *what)
{
    if (strstr(strbuf_text(why), what) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", strbuf_text(why), what);
    assert_int_not_equal(why->data[why->len - 1], '.');
    strbuf_clear(why);
}

/* However much fits: the checksum too must be on the disk. */
TEST(a_full_disk_leaves_the_old_content_and_no_trace)
{
    enum { LEN = 70000, OLD = 50 };
    folder d;
    folder_make(&d);
    strbuf why = {0};
    write_file(d.file, OLD, 7);
    size_t open_before = open_files();
    for (size_t room = 0; room < LEN + 8;
         room += room < 40 || room > LEN - 40 ? 1 : 997) {
        limit_files(room);
        errno = ENOENT; /* of something else */
        assert_false(try_write(d.file, LEN, 1, &why));
        limit_files(RLIM_INFINITY);
        expect_why(&why, strerror(EFBIG));
        assert_int_equal(folder_count(&d), 1);
        expect_file(d.file, OLD, 7);
    }
    assert_int_equal(open_files(), open_before);
    limit_files(LEN + 8);
    assert_true(try_write(d.file, LEN, 1, &why));
    limit_files(RLIM_INFINITY);
    expect_file(d.file, LEN, 1);
    strbuf_free(&why);
    folder_remove(&d);
}

TEST(a_device_or_a_pipe_is_refused)
{
    strbuf why = {0};
    folder d;
    folder_make(&d);
    size_t open_before = open_files();
    assert_null(savefile_create("/dev/full", &why));
    expect_why(&why, "it is not a regular file");
    assert_false(savefile_may_create("/dev/null", &why));
    expect_why(&why, "it is not a regular file");
    assert_null(savefile_open("/dev/zero", &why));
    expect_why(&why, "it is not a regular file");
    assert_int_equal(mkfifo(d.file, 0600), 0);
    assert_null(
        savefile_open(d.file, &why)); /* nobody writes to it: it must not wait */
    expect_why(&why, "it is not a regular file");
    assert_int_equal(open_files(), open_before);
    strbuf_free(&why);
    folder_remove(&d);
}

/* An error that a later flush would not see any more. */
TEST(a_write_that_failed_is_never_forgotten)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    savefile *f = savefile_create(d.file, &why);
    limit_files(10);
    put_content(f, 70000, 1);
    limit_files(RLIM_INFINITY);
    put_content(f, 10, 1);
    assert_false(savefile_keep(f, &why));
    expect_why(&why, strerror(EFBIG));
    assert_int_equal(folder_count(&d), 0);
    /* Nor one of somebody who writes by himself. */
    f = savefile_create(d.file, &why);
    limit_files(10);
    for (int i = 0; i < 70000; i++)
        fputc('x', savefile_stream(f));
    limit_files(RLIM_INFINITY);
    assert_false(savefile_keep(f, &why));
    assert_true(why.len > 0);
    assert_int_equal(folder_count(&d), 0);
    strbuf_free(&why);
    folder_remove(&d);
}

TEST(what_is_given_up_leaves_no_trace)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    write_file(d.file, 10, 3);
    savefile *f = savefile_create(d.file, &why);
    put_content(f, 100000, 4);
    assert_int_equal(folder_count(&d), 2);
    savefile_close(f);
    assert_int_equal(folder_count(&d), 1);
    expect_file(d.file, 10, 3);
    savefile_close(NULL);
    folder_remove(&d);
}

TEST(a_missing_folder_or_file_is_reported)
{
    strbuf why = {0};
    size_t open_before = open_files();
    assert_null(savefile_create("/no/such/folder/file", &why));
    expect_why(&why, strerror(ENOENT));
    assert_null(savefile_open("/no/such/folder/file", &why));
    expect_why(&why, strerror(ENOENT));
    assert_int_equal(open_files(), open_before);
    strbuf_free(&why);
}

TEST(a_folder_is_no_file)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    assert_null(savefile_open(d.path, &why));
    expect_why(&why, "it is not a regular file");
    /* Nor can a file take its place. */
    assert_int_equal(mkdir(d.file, 0700), 0);
    strbuf_clear(&why);
    errno = ENOENT; /* of something else */
    assert_false(try_write(d.file, 10, 1, &why));
    expect_why(&why, strerror(EISDIR));
    assert_int_equal(folder_count(&d), 1);
    assert_int_equal(rmdir(d.file), 0);
    strbuf_free(&why);
    folder_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_was_written_comes_back),
        LEAK_FREE(numbers_and_texts_come_back),
        LEAK_FREE(what_goes_through_the_stream_counts),
        LEAK_FREE(reading_ends_where_writing_ended),
        LEAK_FREE(a_failed_read_makes_all_later_ones_fail),
        LEAK_FREE(every_truncation_and_every_flipped_bit_is_noticed),
        LEAK_FREE(zeros_and_blocks_in_another_order_are_noticed),
        LEAK_FREE(a_full_disk_leaves_the_old_content_and_no_trace),
        LEAK_FREE(a_device_or_a_pipe_is_refused),
        LEAK_FREE(a_write_that_failed_is_never_forgotten),
        LEAK_FREE(what_is_given_up_leaves_no_trace),
        LEAK_FREE(a_missing_folder_or_file_is_reported),
        LEAK_FREE(a_folder_is_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
