#include "base/scan.h"

#include "unit.h"

#include <string.h>

typedef struct fixture {
    sources src;
    diag d;
    scan s;
} fixture;

static void start(fixture *f, const char *text)
{
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    scan_init(&f->s, sources_add(&f->src, "t", text, strlen(text)), &f->d);
}

static void finish(fixture *f)
{
    diag_fini(&f->d);
    sources_fini(&f->src);
}

TEST(every_character_is_of_the_kind_that_it_should_be)
{
    const char *letters = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int c = 1; c < 256; c++) {
        assert_int_equal(scan_is((char)c, SCAN_SPACE), strchr(" \t\r\n\f", c) != NULL);
        assert_int_equal(scan_is((char)c, SCAN_LETTER), strchr(letters, c) != NULL);
        assert_int_equal(scan_is((char)c, SCAN_DIGIT), c >= '0' && c <= '9');
    }
    assert_false(scan_is('\0', SCAN_SPACE | SCAN_LETTER | SCAN_DIGIT));
}

TEST(blanks_are_spaces_and_comments)
{
    fixture f;
    start(&f, "\xef\xbb\xbf \t/* a * / */ // b */\r\n/**//x");
    scan_blanks(&f.s);
    assert_string_equal(f.s.at, "/x");
    assert_int_equal(f.d.errors, 0);
    assert_true(f.s.is_whole);
    finish(&f);
}

TEST(a_comment_without_an_end_takes_the_rest)
{
    fixture f;
    start(&f, "  /*/ x");
    scan_blanks(&f.s);
    assert_ptr_equal(f.s.at, f.s.end);
    assert_int_equal(f.d.errors, 1);
    assert_false(f.s.is_whole);
    finish(&f);
}

TEST(a_stray_word_is_one_mistake)
{
    fixture f;
    start(&f, "\xc3\xa4"
              "b\xc3\xb6"
              "1 @@");
    scan_report_stray(&f.s);
    scan_skip_stray(&f.s);
    assert_string_equal(f.s.at, " @@");
    scan_blanks(&f.s);
    scan_skip_stray(&f.s);
    assert_string_equal(f.s.at, "@");
    assert_int_equal(f.d.errors, 1);
    finish(&f);
}

TEST(numbers_saturate)
{
    assert_true(scan_number("0070x", 4) == 70);
    assert_true(scan_number("18446744073709551614", 20) == UINT64_MAX - 1);
    assert_true(scan_number("18446744073709551615", 20) == UINT64_MAX);
    assert_true(scan_number("18446744073709551616", 20) == UINT64_MAX);
    assert_true(scan_number("184467440737095516150", 21) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_character_is_of_the_kind_that_it_should_be),
        LEAK_FREE(blanks_are_spaces_and_comments),
        LEAK_FREE(a_comment_without_an_end_takes_the_rest),
        LEAK_FREE(a_stray_word_is_one_mistake),
        LEAK_FREE(numbers_saturate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
