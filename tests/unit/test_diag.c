#include "base/diag.h"

#include "base/strbuf.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    sources src;
    diag d;
    const source_file *file; /* NULL: none was added */
} fixture;

static void start(fixture *f, const char *text)
{
    sources_init(&f->src);
    diag_init(&f->d, &f->src);
    f->file = text == NULL ? NULL : sources_add(&f->src, "a.p", text, strlen(text));
}

/* Position of the first NEEDLE in the text. */
static srcpos at(const fixture *f, const char *needle)
{
    const char *found = strstr(f->file->text, needle);
    assert_non_null(found);
    return f->file->base + (srcpos)(found - f->file->text);
}

/* Checks what is shown, to the letter, and ends the fixture. */
static void expect(fixture *f, diag_style style, const char *want)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    diag_show(&f->d, out, &style);
    fclose(out);
    diag_fini(&f->d);
    sources_fini(&f->src);
    bool same = strcmp(text, want) == 0;
    if (!same)
        print_error("shown:\n%s\nexpected:\n%s\n", text, want);
    free(text);
    assert_true(same);
}

static const diag_style plain = {0};
static const diag_style json = {.json = true};

static void expect_caret(const char *text, const char *needle, const char *want)
{
    fixture f;
    start(&f, text);
    diag_error(&f.d, at(&f, needle), "e");
    expect(&f, plain, want);
}

static void ignore(void *context, const diag_item *item)
{
    (void)context;
    (void)item;
}

static void add_text(void *context, const diag_item *item)
{
    strbuf_printf(context, "%s ", item->text);
}

/* Only the texts of the messages, in the order they are seen. */
static void expect_texts(fixture *f, const char *want)
{
    strbuf b = {0};
    diag_visit(&f->d, add_text, &b);
    diag_fini(&f->d);
    sources_fini(&f->src);
    assert_string_equal(strbuf_text(&b), want);
    strbuf_free(&b);
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
    expect_caret("var count: int;\n", "count",
                 "a.p:1:5: error: e\n"
                 "    1 | var count: int;\n"
                 "      |     ^~~~~\n");
    expect_caret("a <==> b", "<==>",
                 "a.p:1:3: error: e\n    1 | a <==> b\n      |   ^~~~\n");
    expect_caret("a == > b", "==", "a.p:1:3: error: e\n    1 | a == > b\n      |   ^~\n");
    expect_caret("(a)", "(", "a.p:1:1: error: e\n    1 | (a)\n      | ^\n");
    expect_caret("12ab_;", "12",
                 "a.p:1:1: error: e\n    1 | 12ab_;\n      | ^~~~~\n");
}

TEST(a_string_is_underlined_to_its_closing_quote_or_the_end_of_line)
{
    expect_caret("x = \"a\\\"b\" + 1", "\"",
                 "a.p:1:5: error: e\n"
                 "    1 | x = \"a\\\"b\" + 1\n"
                 "      |     ^~~~~~\n");
    expect_caret("\"ab\ncd\"", "\"", "a.p:1:1: error: e\n    1 | \"ab\n      | ^~~\n");
    expect_caret("\"a\\", "\"", "a.p:1:1: error: e\n    1 | \"a\\\n      | ^~~\n");
    expect_caret("\"", "\"", "a.p:1:1: error: e\n    1 | \"\n      | ^\n");
}

TEST(the_caret_stands_under_its_token_behind_tabs)
{
    expect_caret("\tif\t(x)", "x",
                 "a.p:1:6: error: e\n"
                 "    1 | \tif\t(x)\n"
                 "      | \t  \t ^\n");
}

TEST(the_caret_counts_characters_not_bytes)
{
    expect_caret("\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\" x", "x",
                 "a.p:1:7: error: e\n"
                 "    1 | \"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\" x\n"
                 "      |       ^\n");
    expect_caret("a \"\xc3\xa4\xc3\xb6\" b", "\"",
                 "a.p:1:3: error: e\n"
                 "    1 | a \"\xc3\xa4\xc3\xb6\" b\n"
                 "      |   ^~~~\n");
    expect_caret("\xe2\x82\xac\xe2\x82\xac", "\xe2",
                 "a.p:1:1: error: e\n"
                 "    1 | \xe2\x82\xac\xe2\x82\xac\n"
                 "      | ^\n");
}

TEST(control_characters_and_malformed_bytes_are_made_visible)
{
    expect_caret("a\x1b[31m\x7f x", " x",
                 "a.p:1:8: error: e\n"
                 "    1 | a\xef\xbf\xbd[31m\xef\xbf\xbd x\n"
                 "      |        ^\n");
    expect_caret("a\xff\xe2\x82 b", "b",
                 "a.p:1:6: error: e\n"
                 "    1 | a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd b\n"
                 "      |      ^\n");
}

TEST(line_ends_of_every_system_stay_out_of_the_picture)
{
    expect_caret("one\r\ntwo\r\n", "two",
                 "a.p:2:1: error: e\n    2 | two\n      | ^~~\n");
    expect_caret("one\r\ntwo", "\r", "a.p:1:4: error: e\n    1 | one\n      |    ^\n");
    expect_caret("one\r\ntwo", "\n", "a.p:1:4: error: e\n    1 | one\n      |    ^\n");
    expect_caret("one\rtwo\r", "two", "a.p:2:1: error: e\n    2 | two\n      | ^~~\n");
}

static void expect_at_end(const char *text, const char *want)
{
    fixture f;
    start(&f, text);
    diag_error(&f.d, f.file->base + f.file->len, "e");
    expect(&f, plain, want);
}

TEST(the_end_of_file_can_be_pointed_at)
{
    expect_at_end("", "a.p:1:1: error: e\n    1 | \n      | ^\n");
    expect_at_end("ab", "a.p:1:3: error: e\n    1 | ab\n      |   ^\n");
    expect_at_end("ab\n", "a.p:2:1: error: e\n    2 | \n      | ^\n");
    expect_at_end("\t", "a.p:1:2: error: e\n    1 | \t\n      | \t^\n");
}

/* A line of LEN letters 'a' with the name "here" in it. */
static void long_line(char *text, size_t len, size_t where)
{
    memset(text, '-', len);
    memcpy(text + where, "here", 4);
    text[len] = '\0';
}

TEST(a_line_of_160_bytes_is_shown_whole)
{
    char text[161];
    char want[500];
    long_line(text, 160, 150);
    snprintf(want, sizeof want,
             "a.p:1:151: error: e\n    1 | %s\n      | %150s^~~~\n", text, "");
    expect_caret(text, "here", want);
}

TEST(a_longer_line_is_cut_at_its_end)
{
    char text[1001];
    char want[500];
    long_line(text, 161, 100);
    snprintf(want, sizeof want,
             "a.p:1:101: error: e\n    1 | %.160s...\n      | %100s^~~~\n", text, "");
    expect_caret(text, "here", want);
}

TEST(a_longer_line_is_cut_at_both_ends)
{
    char text[1001];
    char want[600];
    long_line(text, 1000, 500);
    snprintf(want, sizeof want,
             "a.p:1:501: error: e\n    1 | ...%.160s...\n      | %103s^~~~\n",
             text + 400, "");
    expect_caret(text, "here", want);
    long_line(text, 1000, 996);
    snprintf(want, sizeof want,
             "a.p:1:997: error: e\n    1 | ...%s\n      | %103s^~~~\n", text + 896, "");
    expect_caret(text, "here", want);
}

TEST(a_long_token_is_underlined_as_far_as_it_is_shown)
{
    char text[400];
    char want[600];
    char waves[160];
    memset(text, 'a', 399);
    text[399] = '\0';
    memset(waves, '~', 159);
    waves[159] = '\0';
    snprintf(want, sizeof want, "a.p:1:1: error: e\n    1 | %.160s...\n      | ^%s\n",
             text, waves);
    expect_caret(text, "a", want);
}

/* 600 two-byte letters: a cut in the middle of one would show as U+FFFD. */
TEST(a_cut_never_splits_a_character)
{
    for (size_t shift = 0; shift < 2; shift++) {
        char text[1300] = {0};
        memset(text, '.', shift);
        for (size_t i = 0; i < 600; i++)
            strcat(text, "\xc3\xa4");
        memcpy(text + shift + 600, "ab", 2);
        fixture f;
        start(&f, text);
        diag_error(&f.d, at(&f, "ab"), "e");
        char want[600];
        snprintf(want, sizeof want,
                 "a.p:1:%zu: error: e\n    1 | ...%.160s...\n      | %53s^~\n",
                 shift + 301, text + shift + 500, "");
        expect(&f, plain, want);
    }
}

/* A binary file: the byte complained about must be in the part that is shown. */
TEST(a_long_line_of_malformed_bytes_is_shown_up_to_the_caret)
{
    char text[301] = "a";
    memset(text + 1, 0x80, 299);
    fixture f;
    start(&f, text);
    diag_error(&f.d, at(&f, "\x80"), "e");
    char *shown = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&shown, &len);
    diag_show(&f.d, out, &plain);
    fclose(out);
    diag_fini(&f.d);
    sources_fini(&f.src);
    bool visible = strstr(shown, "| a\xef\xbf\xbd") != NULL;
    free(shown);
    assert_true(visible);
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
    expect(&f, json,
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
    expect_limited(2, two,
                   "synod: error: 0\nsynod: error: 1\nsynod: warning: w [c]\n");
    expect_limited(3, two,
                   "synod: error: 0\nsynod: error: 1\nsynod: warning: w [c]\n"
                   "synod: more errors follow (3 in all); see them with "
                   "--max-errors=0\n");
    expect_limited(2, (diag_style){.max_errors = 1, .json = true},
                   "{\"severity\":\"error\",\"message\":\"0\"}\n"
                   "{\"severity\":\"warning\",\"message\":\"w\",\"code\":\"c\"}\n");
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

TEST(errors_beyond_the_ten_thousandth_are_counted_only)
{
    fixture f;
    start(&f, NULL);
    for (int i = 0; i < 10001; i++)
        diag_error(&f.d, SRC_NONE, "%d", i);
    diag_hint(&f.d, "of a message that is gone");
    assert_int_equal(f.d.errors, 10001);
    assert_int_equal(f.d.items.len, 10000);
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
        LEAK_FREE(the_caret_stands_under_its_token_behind_tabs),
        LEAK_FREE(the_caret_counts_characters_not_bytes),
        LEAK_FREE(control_characters_and_malformed_bytes_are_made_visible),
        LEAK_FREE(line_ends_of_every_system_stay_out_of_the_picture),
        LEAK_FREE(the_end_of_file_can_be_pointed_at),
        LEAK_FREE(a_line_of_160_bytes_is_shown_whole),
        LEAK_FREE(a_longer_line_is_cut_at_its_end),
        LEAK_FREE(a_longer_line_is_cut_at_both_ends),
        LEAK_FREE(a_long_token_is_underlined_as_far_as_it_is_shown),
        LEAK_FREE(a_cut_never_splits_a_character),
        LEAK_FREE(a_long_line_of_malformed_bytes_is_shown_up_to_the_caret),
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
        LEAK_FREE(errors_beyond_the_ten_thousandth_are_counted_only),
        LEAK_FREE(what_was_shown_is_forgotten_but_still_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
