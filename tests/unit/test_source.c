#include "base/source.h"

#include "base/utf8.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static src_place place_in(sources *s, const char *text, size_t offset)
{
    const source_file *f = sources_add(s, "t.p", text, strlen(text));
    return sources_place(s, f->base + (srcpos)offset);
}

static void expect_place(const char *text, size_t offset, unsigned line,
                         unsigned column, const char *line_text)
{
    sources s;
    sources_init(&s);
    src_place p = place_in(&s, text, offset);
    assert_int_equal(p.line, line);
    assert_int_equal(p.column, column);
    assert_int_equal(p.line_len, strlen(line_text));
    assert_memory_equal(p.line_text, line_text, p.line_len);
    assert_true(p.offset <= p.line_len);
    sources_fini(&s);
}

TEST(a_place_has_line_and_column_from_one)
{
    expect_place("ab\ncd\n", 0, 1, 1, "ab");
    expect_place("ab\ncd\n", 1, 1, 2, "ab");
    expect_place("ab\ncd\n", 2, 1, 3, "ab"); /* the line end belongs to its line */
    expect_place("ab\ncd\n", 3, 2, 1, "cd");
    expect_place("ab\ncd\n", 6, 3, 1, "");
    expect_place("ab\ncd", 5, 2, 3, "cd");
}

TEST(an_empty_file_has_one_empty_line)
{
    expect_place("", 0, 1, 1, "");
    expect_place("\n", 0, 1, 1, "");
    expect_place("\n", 1, 2, 1, "");
}

TEST(line_ends_of_every_system_are_understood)
{
    expect_place("a\r\nb", 3, 2, 1, "b");
    expect_place("a\r\nb", 1, 1, 2, "a");
    expect_place("a\r\nb", 2, 1, 2, "a"); /* between CR and LF: the end of the line */
    expect_place("a\rb", 2, 2, 1, "b");
    expect_place("a\r\rb", 2, 2, 1, "");
    expect_place("a\r\rb", 3, 3, 1, "b");
    expect_place("a\n\rb", 3, 3, 1, "b");
    expect_place("a\r", 2, 2, 1, "");
    expect_place("a\r\n", 3, 2, 1, "");
}

TEST(columns_count_characters_not_bytes)
{
    expect_place("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80x", 9, 1, 4,
                 "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80x");
    expect_place("\t\tx", 2, 1, 3, "\t\tx");
    expect_place("\xff\xffx", 2, 1, 3, "\xff\xffx");
}

TEST(every_position_knows_its_file)
{
    enum { FILES = 40 };
    sources s;
    sources_init(&s);
    srcpos bases[FILES];
    for (size_t i = 0; i < FILES; i++) {
        char path[16];
        char text[FILES] = {0};
        snprintf(path, sizeof path, "f%zu", i);
        memset(text, 'x', i % 5); /* empty ones among them */
        const source_file *f = sources_add(&s, path, text, i % 5);
        bases[i] = f->base;
        assert_true(f->base != SRC_NONE);
    }
    for (size_t i = 0; i < FILES; i++) {
        char path[16];
        snprintf(path, sizeof path, "f%zu", i);
        for (srcpos at = 0; at <= i % 5; at++) { /* its end is its own, too */
            assert_string_equal(sources_place(&s, bases[i] + at).file->path, path);
            src_place p = sources_place(&s, bases[i] + at);
            assert_string_equal(p.file->path, path);
            assert_int_equal(p.column, at + 1);
        }
    }
    sources_fini(&s);
}

TEST(path_and_text_are_copied_and_end_with_nul)
{
    char path[] = "a.p";
    char text[] = "some text";
    sources s;
    sources_init(&s);
    const source_file *f = sources_add(&s, path, text, 4);
    memset(path, '#', 3);
    memset(text, '#', 9);
    assert_string_equal(f->path, "a.p");
    assert_string_equal(f->text, "some");
    assert_int_equal(f->len, 4);
    sources_fini(&s);
}

/* The naive twin: walk the text from its start. */
static void naive_place(const char *text, size_t at, unsigned *line, size_t *start)
{
    *line = 1;
    *start = 0;
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) {
            ++*line;
            *start = i + 1;
        }
    }
}

TEST(random_texts_agree_with_a_walk_from_the_start)
{
    static const char letters[] = "ab\n\r\t\xc3\xa4";
    uint64_t seed = 0x50c;
    for (int round = 0; round < 2000; round++) {
        char text[41] = {0};
        unsigned len = rnd_below(&seed, 40);
        for (unsigned i = 0; i < len; i++)
            text[i] = letters[rnd_below(&seed, 7)];
        sources s;
        sources_init(&s);
        const source_file *f = sources_add(&s, "t", text, len);
        for (srcpos at = 0; at <= len; at++) {
            unsigned line;
            size_t start;
            naive_place(text, at, &line, &start);
            size_t end = start + strcspn(text + start, "\r\n");
            size_t offset = (at < end ? at : end) - start;
            src_place p = sources_place(&s, f->base + at);
            assert_int_equal(p.line, line);
            assert_ptr_equal(p.line_text, f->text + start);
            assert_int_equal(p.line_len, end - start);
            assert_int_equal(p.offset, offset);
            assert_int_equal(p.column, utf8_count(text + start, offset) + 1);
        }
        sources_fini(&s);
    }
}

static int temp_file(char *path)
{
    strcpy(path, "/tmp/synod-unit-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    return fd;
}

static void expect_read(const char *path, const char *bytes, size_t len)
{
    sources s;
    sources_init(&s);
    const source_file *f = NULL;
    const char *why = NULL;
    assert_int_equal(sources_read(&s, path, &f, &why), ST_OK);
    assert_string_equal(f->path, path);
    assert_int_equal(f->len, len);
    assert_memory_equal(f->text, bytes, len);
    assert_int_equal(f->text[len], '\0');
    sources_fini(&s);
}

TEST(files_of_every_small_size_are_read_whole)
{
    static const size_t sizes[] = {0, 1, 2, 7, 8, 4095, 4096, 4097, 100000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        char path[32];
        int fd = temp_file(path);
        char *bytes = mem_alloc(sizes[i] + 1);
        for (size_t k = 0; k < sizes[i]; k++)
            bytes[k] = (char)(k % 251);
        assert_int_equal(write(fd, bytes, sizes[i]), sizes[i]);
        close(fd);
        expect_read(path, bytes, sizes[i]);
        mem_free(bytes, sizes[i] + 1);
        unlink(path);
    }
}

TEST(a_pipe_is_read_to_its_end)
{
    static const size_t sizes[] = {0, 1, 4096, 4097, 4098, 8195, 60000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        char *bytes = mem_alloc(sizes[i] + 1);
        memset(bytes, 'p', sizes[i]);
        assert_int_equal(write(ends[1], bytes, sizes[i]), sizes[i]);
        close(ends[1]);
        char path[32];
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        expect_read(path, bytes, sizes[i]);
        close(ends[0]);
        mem_free(bytes, sizes[i] + 1);
    }
}

TEST(a_file_that_claims_to_be_empty_is_read_all_the_same)
{
    char bytes[4096];
    FILE *f = fopen("/proc/version", "r");
    if (f == NULL)
        skip();
    size_t len = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    expect_read("/proc/version", bytes, len);
}

static void expect_unreadable(const char *path, status st, const char *why_wanted)
{
    sources s;
    sources_init(&s);
    const source_file *f = NULL;
    const char *why = NULL;
    assert_int_equal(sources_read(&s, path, &f, &why), st);
    assert_string_equal(why, why_wanted);
    assert_null(f);
    assert_int_equal(s.files.len, 0);
    const source_file *next = sources_add(&s, "next", "x", 1); /* still usable */
    assert_string_equal(sources_place(&s, next->base).file->path, "next");
    sources_fini(&s);
}

TEST(what_cannot_be_read_is_explained)
{
    expect_unreadable("/nowhere/at-all.p", ST_IO, "No such file or directory");
    expect_unreadable("/tmp", ST_IO, "Is a directory");
    expect_unreadable("", ST_IO, "No such file or directory");
}

TEST(a_file_above_the_limit_is_refused_and_one_at_the_limit_is_not)
{
    char path[32];
    int fd = temp_file(path);
    assert_int_equal(ftruncate(fd, (off_t)SOURCE_MAX_FILE_MB << 20), 0);
    sources s;
    sources_init(&s);
    const source_file *f = NULL;
    const char *why = NULL;
    status at_limit = sources_read(&s, path, &f, &why);
    sources_fini(&s);
    assert_int_equal(ftruncate(fd, ((off_t)SOURCE_MAX_FILE_MB << 20) + 1), 0);
    expect_unreadable(path, ST_LIMIT, "larger than the limit of 128 MB");
    close(fd);
    unlink(path);
    assert_int_equal(at_limit, ST_OK);
}

TEST(a_stream_without_end_is_refused)
{
    expect_unreadable("/dev/zero", ST_LIMIT, "larger than the limit of 128 MB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_place_has_line_and_column_from_one),
        LEAK_FREE(an_empty_file_has_one_empty_line),
        LEAK_FREE(line_ends_of_every_system_are_understood),
        LEAK_FREE(columns_count_characters_not_bytes),
        LEAK_FREE(every_position_knows_its_file),
        LEAK_FREE(path_and_text_are_copied_and_end_with_nul),
        LEAK_FREE(random_texts_agree_with_a_walk_from_the_start),
        LEAK_FREE(files_of_every_small_size_are_read_whole),
        LEAK_FREE(a_pipe_is_read_to_its_end),
        LEAK_FREE(a_file_that_claims_to_be_empty_is_read_all_the_same),
        LEAK_FREE(what_cannot_be_read_is_explained),
        LEAK_FREE(a_file_above_the_limit_is_refused_and_one_at_the_limit_is_not),
        LEAK_FREE(a_stream_without_end_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
