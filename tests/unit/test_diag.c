#include "base/diag.h"

#include "diag_fixture.h"

#include <stdio.h>
#include <string.h>

static const diag_style plain = {0};
static const diag_style json = {.json = true};

/* An error at OFFSET: where it is said to be, the line shown, and the line below. */
static void expect_picture(const char *text, size_t offset, const char *place,
                           const char *line, const char *caret)
{
    fixture f;
    start(&f, text);
    diag_error(&f.d, f.file->base + (srcpos)offset, "e");
    strbuf want = {0};
    strbuf_printf(&want, "a.p:%s: error: e\n%5s | %s\n      | %s\n", place,
                  place[0] == '1' ? "1" : "2", line, caret);
    expect(&f, plain, strbuf_text(&want));
    strbuf_free(&want);
}

static void expect_caret(const char *text, const char *needle, const char *place,
                         const char *line, const char *caret)
{
    expect_picture(text, (size_t)(strstr(text, needle) - text), place, line, caret);
}

TEST(nothing_reported_shows_nothing)
{
    fixture f;
    start(&f, "x");
    expect(&f, plain, "");
    start(&f, NULL);
    expect(&f, json, "");
}

TEST(an_error_shows_its_line_and_underlines_its_token)
{
    expect_caret("var count: int;\n", "count", "1:5", "var count: int;", "    ^~~~~");
    expect_caret("a <==> b", "<==>", "1:3", "a <==> b", "  ^~~~");
    expect_caret("a == > b", "==", "1:3", "a == > b", "  ^~");
    expect_caret("(a)", "(", "1:1", "(a)", "^");
    expect_caret("12ab_;", "12", "1:1", "12ab_;", "^~~~~");
}

TEST(a_string_is_underlined_to_its_closing_quote_or_the_end_of_line)
{
    expect_caret("x = \"a\\\"b\" + 1", "\"", "1:5", "x = \"a\\\"b\" + 1", "    ^~~~~~");
    expect_caret("\"ab\ncd\"", "\"", "1:1", "\"ab", "^~~");
    expect_caret("\"a\\", "\"", "1:1", "\"a\\", "^~~");
    expect_caret("\"", "\"", "1:1", "\"", "^");
}

TEST(the_caret_stands_under_its_token_behind_tabs)
{
    expect_caret("\tif\t(x)", "x", "1:6", "\tif\t(x)", "\t  \t ^");
    expect_caret("\tx", "\t", "1:1", "\tx", "^");
}

#define A_UMLAUT "\xc3\xa4"
#define EURO     "\xe2\x82\xac"
#define SMILE    "\xf0\x9f\x98\x80"
#define UNKNOWN  "\xef\xbf\xbd" /* U+FFFD */

TEST(the_caret_counts_characters_not_bytes)
{
    static const char text[] = "\"" A_UMLAUT EURO SMILE "\" x";
    expect_caret(text, "x", "1:7", text, "      ^");
    expect_caret(text, "\"", "1:1", text, "^~~~~");
    expect_caret(EURO EURO, EURO, "1:1", EURO EURO, "^");
}

TEST(control_characters_and_malformed_bytes_are_made_visible)
{
    expect_caret("a\x1b[31m\x7f x", "x", "1:9", "a" UNKNOWN "[31m" UNKNOWN " x",
                 "        ^");
    expect_caret("a\xff\xe2\x82 b", "b", "1:6", "a" UNKNOWN UNKNOWN UNKNOWN " b",
                 "     ^");
}

TEST(line_ends_of_every_system_stay_out_of_the_picture)
{
    expect_caret("one\r\ntwo\r\n", "two", "2:1", "two", "^~~");
    expect_caret("one\r\ntwo", "\r", "1:4", "one", "   ^");
    expect_caret("one\r\ntwo", "\n", "1:4", "one", "   ^");
    expect_caret("one\rtwo\r", "two", "2:1", "two", "^~~");
}

TEST(the_end_of_file_can_be_pointed_at)
{
    expect_picture("", 0, "1:1", "", "^");
    expect_picture("ab", 2, "1:3", "ab", "  ^");
    expect_picture("ab\n", 3, "2:1", "", "^");
    expect_picture("\t", 1, "1:2", "\t", "\t^");
}

/* A line of LEN dashes with the name "here" at WHERE, of which FROM to TO is shown. */
static void expect_cut(size_t len, size_t where, size_t from, size_t to)
{
    strbuf text = {0};
    strbuf line = {0};
    strbuf caret = {0};
    char place[16];
    strbuf_fill(&text, '-', len);
    memcpy(text.data + where, "here", 4);
    strbuf_puts(&line, from > 0 ? "..." : "");
    strbuf_add(&line, text.data + from, to - from);
    strbuf_puts(&line, to < len ? "..." : "");
    strbuf_fill(&caret, ' ', where - from + (from > 0 ? 3 : 0));
    strbuf_puts(&caret, "^~~~");
    snprintf(place, sizeof place, "1:%zu", where + 1);
    expect_picture(text.data, where, place, line.data, caret.data);
    strbuf_free(&text);
    strbuf_free(&line);
    strbuf_free(&caret);
}

TEST(a_line_of_160_bytes_is_shown_whole_and_a_longer_one_around_the_caret)
{
    expect_cut(160, 0, 0, 160);
    expect_cut(160, 156, 0, 160);
    expect_cut(161, 100, 0, 160);
    expect_cut(161, 101, 1, 161);
    expect_cut(1000, 500, 400, 560);
    expect_cut(1000, 996, 896, 1000);
}

TEST(a_long_token_is_underlined_as_far_as_it_is_shown)
{
    strbuf text = {0};
    strbuf line = {0};
    strbuf caret = {0};
    strbuf_fill(&text, 'a', 400);
    strbuf_fill(&line, 'a', 160);
    strbuf_puts(&line, "...");
    strbuf_putc(&caret, '^');
    strbuf_fill(&caret, '~', 159);
    expect_picture(text.data, 0, "1:1", line.data, caret.data);
    strbuf_free(&text);
    strbuf_free(&line);
    strbuf_free(&caret);
}

/* 600 two-byte letters: a cut in the middle of one would show as U+FFFD. */
TEST(a_cut_never_splits_a_character)
{
    for (size_t shift = 0; shift < 2; shift++) {
        strbuf text = {0};
        strbuf_fill(&text, '.', shift);
        for (size_t i = 0; i < 600; i++)
            strbuf_puts(&text, A_UMLAUT);
        memcpy(text.data + shift + 600, "ab", 2);
        char line[200];
        char caret[60];
        snprintf(line, sizeof line, "...%.160s...", text.data + shift + 500);
        snprintf(caret, sizeof caret, "%55s", "^~");
        expect_picture(text.data, shift + 600, shift == 0 ? "1:301" : "1:302", line,
                       caret);
        strbuf_free(&text);
    }
}

/* A binary file: the byte complained about must be in the part that is shown. */
TEST(a_long_line_of_malformed_bytes_is_shown_too)
{
    char text[301] = "a";
    memset(text + 1, 0x80, 299);
    strbuf line = {0};
    strbuf_putc(&line, 'a');
    for (size_t i = 1; i < 160; i++)
        strbuf_puts(&line, UNKNOWN);
    strbuf_puts(&line, "...");
    expect_picture(text, 1, "1:2", strbuf_text(&line), " ^");
    strbuf_free(&line);
}

TEST(notes_and_hints_follow_their_message)
{
    fixture f;
    start(&f, "var x;\nvar x;\n");
    diag_error(&f.d, f.file->base + 11, "'%s' twice", "x");
    diag_note(&f.d, at(&f, "x"), "first here");
    diag_hint(&f.d, "rename one");
    diag_note(&f.d, SRC_NONE, "no place");
    expect(&f, plain,
           "a.p:2:5: error: 'x' twice\n"
           "    2 | var x;\n"
           "      |     ^\n"
           "a.p:1:5: note: first here\n"
           "    1 | var x;\n"
           "      |     ^\n"
           "      = hint: rename one\n"
           "synod: note: no place\n");
}

TEST(messages_without_a_place_come_first_and_name_a_file_if_there_is_one)
{
    fixture f;
    start(&f, "x");
    diag_error(&f.d, at(&f, "x"), "third");
    diag_error_in(&f.d, "b.p", "first");
    diag_error(&f.d, SRC_NONE, "second");
    expect(&f, plain,
           "b.p: error: first\n"
           "synod: error: second\n"
           "a.p:1:1: error: third\n    1 | x\n      | ^\n");
}

TEST(a_remark_is_a_note_with_details_and_counts_as_nothing)
{
    fixture f;
    start(&f, "x");
    diag_remark(&f.d, at(&f, "x"), "r");
    diag_note(&f.d, SRC_NONE, "n");
    diag_hint(&f.d, "h");
    diag_remark(&f.d, at(&f, "x"), "r");
    assert_int_equal(f.d.errors, 0);
    assert_int_equal(f.d.warnings, 0);
    expect(&f, plain,
           "a.p:1:1: note: r\n    1 | x\n      | ^\n"
           "synod: note: n\n      = hint: h\n");
}

TEST(colors_wrap_the_parts_and_end)
{
    fixture f;
    start(&f, "x");
    diag_warning(&f.d, "code", at(&f, "x"), "w");
    diag_hint(&f.d, "h");
    expect(&f, (diag_style){.color = true},
           "\033[1ma.p:1:1:\033[0m \033[1;35mwarning:\033[0m \033[1mw\033[0m [code]\n"
           "    1 | x\n"
           "      | \033[1;32m^\033[0m\n"
           "      = \033[1;36mhint:\033[0m h\n");
}

TEST(json_is_one_object_a_line)
{
    fixture f;
    start(&f, "\tfoo = \"\xc3\xa4\";\n");
    diag_error(&f.d, at(&f, "foo"), "a \"quote\", a \\ and\na line");
    diag_note(&f.d, at(&f, "\""), "n");
    diag_hint(&f.d, "h");
    diag_warning(&f.d, "some-code", at(&f, ";"), "w");
    diag_error_in(&f.d, "dir/\"b\".p", "cannot read");
    diag_error(&f.d, SRC_NONE, "no tests");
    diag_error(&f.d, f.file->base + f.file->len, "end");
    expect(
        &f, json,
        "{\"severity\":\"error\",\"message\":\"cannot read\","
        "\"file\":\"dir/\\\"b\\\".p\"}\n"
        "{\"severity\":\"error\",\"message\":\"no tests\"}\n"
        "{\"severity\":\"error\",\"message\":\"a \\\"quote\\\", a \\\\ and\\na line\","
        "\"line\":1,\"column\":2,\"endColumn\":5,\"file\":\"a.p\",\"details\":["
        "{\"severity\":\"note\",\"message\":\"n\",\"line\":1,\"column\":8,"
        "\"endColumn\":11,\"file\":\"a.p\"},"
        "{\"severity\":\"hint\",\"message\":\"h\"}]}\n"
        "{\"severity\":\"warning\",\"message\":\"w\",\"code\":\"some-code\","
        "\"line\":1,\"column\":11,\"endColumn\":12,\"file\":\"a.p\"}\n"
        "{\"severity\":\"error\",\"message\":\"end\",\"line\":2,\"column\":1,"
        "\"endColumn\":2,\"file\":\"a.p\"}\n");
}

TEST(messages_are_sorted_by_place_then_by_time)
{
    fixture f;
    start(&f, "abc");
    for (unsigned i = 0; i < 6; i++)
        diag_error(&f.d, 2 - i % 2, "%u", i);
    diag_visit(&f.d, ignore, NULL); /* looking does not disturb the order */
    diag_error(&f.d, 1, "6");
    expect_texts(&f, "1 3 5 6 0 2 4 ");
}

TEST(the_same_message_at_the_same_place_is_kept_once)
{
    fixture f;
    start(&f, "abc");
    diag_error(&f.d, 1, "x");
    diag_error(&f.d, 1, "y");
    diag_error(&f.d, 1, "x"); /* not next to the first */
    diag_note(&f.d, 1, "goes with it");
    diag_error(&f.d, 2, "x");
    diag_warning(&f.d, "c", 2, "x"); /* a warning is another message */
    expect_texts(&f, "x y x x ");
}

TEST(the_same_message_about_two_files_is_kept_twice)
{
    fixture f;
    start(&f, NULL);
    diag_error_in(&f.d, "a.p", "cannot open");
    diag_error_in(&f.d, "b.p", "cannot open");
    diag_error_in(&f.d, "b.p", "cannot open");
    expect(&f, plain, "a.p: error: cannot open\nb.p: error: cannot open\n");
}

static void expect_limited(size_t errors, diag_style style, const char *want)
{
    fixture f;
    start(&f, NULL);
    for (size_t i = 0; i < errors; i++)
        diag_error(&f.d, SRC_NONE, "%zu", i);
    diag_warning(&f.d, "c", SRC_NONE, "w");
    expect(&f, style, want);
}

TEST(only_so_many_errors_are_shown_but_every_warning)
{
    diag_style two = {.max_errors = 2};
    expect_limited(2, two, "synod: error: 0\nsynod: error: 1\nsynod: warning: w [c]\n");
    expect_limited(3, two,
                   "synod: error: 0\nsynod: error: 1\nsynod: warning: w [c]\n"
                   "synod: more errors follow (3 in all); --max-errors=0 shows them\n");
    expect_limited(2, (diag_style){.max_errors = 1, .json = true},
                   "{\"severity\":\"error\",\"message\":\"0\"}\n"
                   "{\"severity\":\"warning\",\"message\":\"w\",\"code\":\"c\"}\n"
                   "{\"severity\":\"note\",\"message\":\"more errors follow (2 in "
                   "all); --max-errors=0 shows them\"}\n");
}

TEST(a_repeated_error_is_not_one_that_follows)
{
    fixture f;
    start(&f, NULL);
    diag_error(&f.d, SRC_NONE, "x");
    diag_error(&f.d, SRC_NONE, "x");
    expect(&f, (diag_style){.max_errors = 1}, "synod: error: x\n");
}

TEST(warnings_can_be_off_or_errors)
{
    fixture f;
    start(&f, NULL);
    diag_error(&f.d, SRC_NONE, "e");
    f.d.warnings_off = true;
    diag_warning(&f.d, "c", SRC_NONE, "w");
    diag_note(&f.d, SRC_NONE, "of the warning, not of the error");
    f.d.warnings_off = false;
    f.d.warnings_are_errors = true;
    diag_warning(&f.d, "c", SRC_NONE, "v");
    assert_int_equal(f.d.errors, 2);
    assert_int_equal(f.d.warnings, 0);
    expect(&f, plain, "synod: error: e\nsynod: error: v [c]\n");
}

TEST(errors_beyond_the_hundred_thousandth_are_counted_only)
{
    fixture f;
    start(&f, NULL);
    for (int i = 0; i < 100001; i++)
        diag_error(&f.d, SRC_NONE, "%d", i);
    diag_hint(&f.d, "of a message that is gone");
    assert_int_equal(f.d.errors, 100001);
    assert_int_equal(f.d.items.len, 100000);
    assert_null((*vec_last(&f.d.items))->details);
    diag_fini(&f.d);
    sources_fini(&f.src);
}

TEST(what_was_shown_is_forgotten_but_still_counted)
{
    fixture f;
    start(&f, NULL);
    diag_error(&f.d, SRC_NONE, "x");
    FILE *out = fopen("/dev/null", "w");
    diag_show(&f.d, out, &plain);
    fclose(out);
    diag_hint(&f.d, "too late");
    assert_int_equal(f.d.errors, 1);
    expect(&f, plain, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(nothing_reported_shows_nothing),
        LEAK_FREE(an_error_shows_its_line_and_underlines_its_token),
        LEAK_FREE(a_string_is_underlined_to_its_closing_quote_or_the_end_of_line),
        LEAK_FREE(a_remark_is_a_note_with_details_and_counts_as_nothing),
        LEAK_FREE(the_caret_stands_under_its_token_behind_tabs),
        LEAK_FREE(the_caret_counts_characters_not_bytes),
        LEAK_FREE(control_characters_and_malformed_bytes_are_made_visible),
        LEAK_FREE(line_ends_of_every_system_stay_out_of_the_picture),
        LEAK_FREE(the_end_of_file_can_be_pointed_at),
        LEAK_FREE(a_line_of_160_bytes_is_shown_whole_and_a_longer_one_around_the_caret),
        LEAK_FREE(a_long_token_is_underlined_as_far_as_it_is_shown),
        LEAK_FREE(a_cut_never_splits_a_character),
        LEAK_FREE(a_long_line_of_malformed_bytes_is_shown_too),
        LEAK_FREE(notes_and_hints_follow_their_message),
        LEAK_FREE(messages_without_a_place_come_first_and_name_a_file_if_there_is_one),
        LEAK_FREE(colors_wrap_the_parts_and_end),
        LEAK_FREE(json_is_one_object_a_line),
        LEAK_FREE(messages_are_sorted_by_place_then_by_time),
        LEAK_FREE(the_same_message_at_the_same_place_is_kept_once),
        LEAK_FREE(the_same_message_about_two_files_is_kept_twice),
        LEAK_FREE(only_so_many_errors_are_shown_but_every_warning),
        LEAK_FREE(a_repeated_error_is_not_one_that_follows),
        LEAK_FREE(warnings_can_be_off_or_errors),
        LEAK_FREE(errors_beyond_the_hundred_thousandth_are_counted_only),
        LEAK_FREE(what_was_shown_is_forgotten_but_still_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
