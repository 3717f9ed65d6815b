#include "engine/explore/spill.h"

#include "base/thread.h"
#include "spill_fixture.h"

#define DIRECTORY "/tmp"

static spill *new_spill(void)
{
    strbuf why = {0};
    spill *s = NULL;
    assert_int_equal(spill_new(DIRECTORY, &s, &why), ST_OK);
    assert_int_equal(why.len, 0);
    return s;
}

static spill_block write_text(spill *s, const char *text)
{
    strbuf why = {0};
    spill_block block;
    assert_int_equal(spill_write(s, text, (uint32_t)strlen(text), &block, &why), ST_OK);
    assert_int_equal(block.len, strlen(text));
    return block;
}

static void check_text(spill *s, const spill_block *block, const char *expected)
{
    strbuf why = {0};
    char text[100] = {0};
    assert_int_equal(spill_read(s, block, text, &why), ST_OK);
    assert_string_equal(text, expected);
}

static void check_unreadable(spill *s, const spill_block *block, const char *expected)
{
    strbuf why = {0};
    char text[100];
    assert_int_equal(spill_read(s, block, text, &why), ST_IO);
    assert_string_equal(strbuf_text(&why), expected);
    strbuf_free(&why);
}

TEST(blocks_come_back_in_any_order)
{
    spill *s = new_spill();
    spill_block first = write_text(s, "first");
    spill_block second = write_text(s, "the second");
    check_text(s, &second, "the second");
    check_text(s, &first, "first");
    check_text(s, &first, "first");
    assert_int_equal(spill_size(s), 15);
    spill_free(s);
    spill_free(NULL);
}

TEST(the_file_has_no_name_and_is_not_inherited)
{
    spill *s = new_spill();
    int file = spill_file();
    struct stat about;
    assert_true(file >= 0);
    assert_int_equal(fstat(file, &about), 0);
    assert_int_equal(about.st_nlink, 0);
    assert_int_equal(about.st_mode & 077, 0); /* nor can others read it */
    assert_true((fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
    spill_free(s);
    assert_int_equal(spill_file(), -1);
}

TEST(dropping_empties_the_file)
{
    spill *s = new_spill();
    for (int i = 0; i < 3; i++) {
        spill_block a = write_text(s, "some text");
        spill_block b = write_text(s, "and more");
        assert_int_equal(spill_file_size(), 17);
        check_text(s, &b, "and more");
        check_text(s, &a, "some text");
        spill_drop(s);
        assert_int_equal(spill_size(s), 0);
        assert_int_equal(spill_file_size(), 0);
    }
    spill_free(s);
}

static void check_no_file(const char *dir, const char *expected)
{
    strbuf why = {0};
    spill *s = NULL;
    assert_int_equal(spill_new(dir, &s, &why), ST_IO);
    assert_null(s);
    assert_string_equal(strbuf_text(&why), expected);
    strbuf_free(&why);
}

TEST(a_bad_directory_is_named)
{
    check_no_file("/no/such/place", "cannot make a temporary file in '/no/such/place': "
                                    "No such file or directory");
    check_no_file("/dev/null", "cannot make a temporary file in '/dev/null': "
                               "Not a directory");
}

TEST(a_damaged_block_is_noticed_and_others_are_not_affected)
{
    spill *s = new_spill();
    spill_block blocks[3] = {write_text(s, "one"), write_text(s, "two"),
                             write_text(s, "three")};
    flip_byte(spill_file(), (off_t)blocks[1].offset + 1);
    check_text(s, &blocks[0], "one");
    check_text(s, &blocks[2], "three");
    check_unreadable(
        s, &blocks[1],
        "cannot read the temporary file in '/tmp': its content is damaged");
    flip_byte(spill_file(), (off_t)blocks[1].offset + 1);
    check_text(s, &blocks[1], "two");
    spill_free(s);
}

TEST(every_single_damaged_byte_is_noticed)
{
    spill *s = new_spill();
    spill_block block = write_text(s, "a text of some length, to be damaged");
    for (uint32_t i = 0; i < block.len; i++) {
        flip_byte(spill_file(), i);
        check_unreadable(
            s, &block,
            "cannot read the temporary file in '/tmp': its content is damaged");
        flip_byte(spill_file(), i);
    }
    check_text(s, &block, "a text of some length, to be damaged");
    spill_free(s);
}

TEST(a_shortened_file_is_noticed)
{
    spill *s = new_spill();
    spill_block block = write_text(s, "some text");
    assert_int_equal(ftruncate(spill_file(), 4), 0);
    check_unreadable(
        s, &block,
        "cannot read the temporary file in '/tmp': it is shorter than expected");
    spill_free(s);
}

TEST(a_read_that_fails_says_why)
{
    spill *s = new_spill();
    spill_block block = write_text(s, "some text");
    int file = spill_file();
    int saved = redirect(file, DIRECTORY, O_RDONLY);
    check_unreadable(s, &block,
                     "cannot read the temporary file in '/tmp': Is a directory");
    undo_redirect(file, saved);
    check_text(s, &block, "some text");
    spill_free(s);
}

static void check_unwritable(spill *s, const char *expected)
{
    strbuf why = {0};
    spill_block block = {.offset = 77};
    assert_int_equal(spill_write(s, "text", 4, &block, &why), ST_IO);
    assert_int_equal(block.offset, 77);
    assert_string_equal(strbuf_text(&why), expected);
    strbuf_free(&why);
}

TEST(a_full_disk_says_so)
{
    spill *s = new_spill();
    spill_block before = write_text(s, "before");
    int file = spill_file();
    int saved = redirect(file, "/dev/full", O_RDWR);
    check_unwritable(s, "cannot write to the temporary file in '/tmp': "
                        "No space left on device");
    undo_redirect(file, saved);
    spill_block after = write_text(s, "after");
    check_text(s, &before, "before");
    check_text(s, &after, "after");
    spill_free(s);
}

/* The first bytes of the block still fit: a write that does half is no success. */
TEST(a_limit_for_file_sizes_says_so)
{
    spill *s = new_spill();
    spill_block before = write_text(s, "before");
    limit_files(8);
    check_unwritable(s, "cannot write to the temporary file in '/tmp': File too large");
    limit_files(RLIM_INFINITY);
    check_text(s, &before, "before");
    spill_free(s);
}

static void write_and_read(void *context, unsigned index)
{
    enum { BLOCKS = 300 };
    spill *s = context;
    strbuf why = {0};
    spill_block blocks[BLOCKS];
    for (unsigned i = 0; i < BLOCKS; i++) {
        uint64_t bytes[64] = {index, i};
        assert_int_equal(spill_write(s, bytes, sizeof bytes, &blocks[i], &why), ST_OK);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        uint64_t bytes[64];
        assert_int_equal(spill_read(s, &blocks[i], bytes, &why), ST_OK);
        assert_int_equal(bytes[0], index);
        assert_int_equal(bytes[1], i);
    }
}

TEST(threads_share_a_file)
{
    spill *s = new_spill();
    thread_fork_join(4, write_and_read, s);
    assert_int_equal(spill_size(s), 4 * 300 * 512);
    spill_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(blocks_come_back_in_any_order),
        LEAK_FREE(the_file_has_no_name_and_is_not_inherited),
        LEAK_FREE(dropping_empties_the_file),
        LEAK_FREE(a_bad_directory_is_named),
        LEAK_FREE(a_damaged_block_is_noticed_and_others_are_not_affected),
        LEAK_FREE(every_single_damaged_byte_is_noticed),
        LEAK_FREE(a_shortened_file_is_noticed),
        LEAK_FREE(a_read_that_fails_says_why),
        LEAK_FREE(a_full_disk_says_so),
        LEAK_FREE(a_limit_for_file_sizes_says_so),
        LEAK_FREE(threads_share_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
