#include "base/strbuf.h"

#include "base/utf8.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

TEST(a_zeroed_buffer_is_the_empty_string)
{
    strbuf b = {0};
    assert_string_equal(strbuf_text(&b), "");
    strbuf_clear(&b);
    assert_string_equal(strbuf_text(&b), "");
    strbuf_free(&b);
    strbuf_free(&b);
}

TEST(adding_nothing_leaves_a_string)
{
    strbuf b = {0};
    strbuf_add(&b, "xyz", 0);
    strbuf_puts(&b, "");
    strbuf_fill(&b, 'x', 0);
    strbuf_printf(&b, "%s", "");
    assert_int_equal(b.len, 0);
    assert_string_equal(strbuf_text(&b), "");
    strbuf_free(&b);
}

TEST(ints_are_decimal_as_printf_has_them)
{
    static const int64_t some[] = {0, 7, -7, 10, 99, -100, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        strbuf b = {0};
        char expected[32];
        snprintf(expected, sizeof expected, "x%lld", (long long)some[i]);
        strbuf_putc(&b, 'x');
        strbuf_put_int(&b, some[i]);
        assert_string_equal(strbuf_text(&b), expected);
        assert_int_equal(b.len, strlen(expected));
        strbuf_free(&b);
    }
}

TEST(counts_have_separators)
{
    static const struct {
        uint64_t n;
        const char *expected;
    } some[] = {{0, "0"},
                {999, "999"},
                {1000, "1,000"},
                {1002003, "1,002,003"},
                {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        strbuf b = {0};
        strbuf_put_count(&b, some[i].n);
        assert_string_equal(strbuf_text(&b), some[i].expected);
        strbuf_free(&b);
    }
}

/* The room that is left is too small, just enough, or larger. */
TEST(printf_appends_at_every_fill_of_the_buffer)
{
    for (size_t before = 0; before < 140; before++) {
        strbuf b = {0};
        char expected[160];
        memset(expected, '.', before);
        snprintf(expected + before, sizeof expected - before, "%d%s", 12345, "abc");
        strbuf_fill(&b, '.', before);
        strbuf_printf(&b, "%d%s", 12345, "abc");
        assert_string_equal(strbuf_text(&b), expected);
        assert_int_equal(b.len, before + 8);
        strbuf_free(&b);
    }
}

TEST(every_way_of_adding_appends)
{
    strbuf b = {0};
    strbuf_puts(&b, "one");
    strbuf_putc(&b, ' ');
    strbuf_add(&b, "two three", 3);
    strbuf_fill(&b, '.', 4);
    strbuf_printf(&b, "%d%%%c", -7, 'z');
    assert_string_equal(strbuf_text(&b), "one two....-7%z");
    assert_int_equal(b.len, strlen("one two....-7%z"));
    strbuf_free(&b);
}

TEST(clearing_keeps_the_room_but_not_the_text)
{
    strbuf b = {0};
    strbuf_fill(&b, 'x', 500);
    size_t before = mem_in_use();
    strbuf_clear(&b);
    assert_string_equal(strbuf_text(&b), "");
    strbuf_fill(&b, 'y', 500);
    assert_int_equal(mem_in_use(), before);
    assert_int_equal(strlen(strbuf_text(&b)), 500);
    strbuf_free(&b);
}

TEST(nul_bytes_are_kept_and_counted)
{
    strbuf b = {0};
    strbuf_add(&b, "a\0b", 3);
    strbuf_putc(&b, '\0');
    strbuf_puts(&b, "c");
    assert_int_equal(b.len, 5);
    assert_memory_equal(b.data, "a\0b\0c", 6);
    strbuf_free(&b);
}

/* Every length of the text before and of the addition around the first capacities. */
TEST(text_is_whole_across_every_boundary_of_growth)
{
    for (size_t first = 0; first < 140; first++) {
        for (size_t second = 0; second < 140; second += 1 + second % 3) {
            strbuf b = {0};
            strbuf_fill(&b, 'a', first);
            strbuf_printf(&b, "%*s", (int)second, "");
            strbuf_putc(&b, 'z');
            assert_int_equal(b.len, first + second + 1);
            assert_true(b.cap > b.len);
            assert_int_equal(strlen(b.data), b.len);
            assert_int_equal(strspn(b.data, "a"), first);
            assert_int_equal(strspn(b.data + first, " "), second);
            assert_string_equal(b.data + first + second, "z");
            strbuf_free(&b);
        }
    }
}

TEST(a_long_line_fits_in_one_printf)
{
    strbuf b = {0};
    strbuf_printf(&b, "%s", "start");
    strbuf_printf(&b, "%1000000d", 7);
    assert_int_equal(b.len, 1000005);
    assert_int_equal(b.data[1000004], '7');
    assert_int_equal(b.data[1000005], '\0');
    strbuf_free(&b);
}

static void expect_json(const char *text, const char *want)
{
    strbuf b = {0};
    strbuf_json(&b, text, strlen(text));
    assert_string_equal(strbuf_text(&b), want);
    strbuf_free(&b);
}

TEST(json_strings_are_quoted_and_escaped)
{
    expect_json("", "\"\"");
    expect_json("plain", "\"plain\"");
    expect_json("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
    expect_json("line\nnext\ttab", "\"line\\nnext\\ttab\"");
    expect_json("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
    expect_json("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0",
                "\"\\u0080\\u009b\\u009f\xc2\xa0\"");
    expect_json("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
                "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"");
}

/* RFC 8259, section 7: quote, backslash and all below 0x20 must be escaped. */
TEST(no_control_character_reaches_json)
{
    for (int c = 1; c < 128; c++) {
        char text[2] = {(char)c, 0};
        strbuf b = {0};
        strbuf_json(&b, text, strlen(text));
        assert_int_equal(b.data[0], '"');
        assert_int_equal(b.data[b.len - 1], '"');
        bool must = c < 0x20 || c == '"' || c == '\\';
        if (must)
            assert_int_equal(b.data[1], '\\');
        for (size_t i = 0; i < b.len; i++)
            assert_true((unsigned char)b.data[i] >= 0x20);
        strbuf_free(&b);
    }
}

/* RFC 8259, section 8.1: JSON is UTF-8, but the name of a file can be any bytes. */
TEST(json_is_well_formed_utf8_whatever_the_text)
{
    static const char *const texts[] = {"bad \xff.p", "cut \xe2\x82", "\xc0\x80",
                                        "\xed\xa0\x80", "ok \xc3\xa4 then \x80"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        strbuf b = {0};
        strbuf_json(&b, texts[i], strlen(texts[i]));
        size_t valid = utf8_valid_prefix(b.data, b.len);
        size_t len = b.len;
        strbuf_free(&b);
        assert_int_equal(valid, len);
    }
}

static void random_addition(uint64_t *seed, strbuf *b, char *twin, size_t *len)
{
    char text[64];
    unsigned n = rnd_below(seed, 60);
    memset(text, 'a' + (int)rnd_below(seed, 26), n);
    text[n] = '\0';
    switch (rnd_below(seed, 4)) {
    case 0:
        strbuf_puts(b, text);
        break;
    case 1:
        strbuf_add(b, text, n);
        break;
    case 2:
        strbuf_fill(b, text[0], n);
        break;
    case 3:
        strbuf_printf(b, "%.*s", (int)n, text);
        break;
    }
    memcpy(twin + *len, text, n);
    *len += n;
}

/* The naive twin is an array that is large enough from the start. */
TEST(random_additions_agree_with_an_array)
{
    static char twin[60 * 300];
    uint64_t seed = 0x57b;
    for (int round = 0; round < 50; round++) {
        strbuf b = {0};
        size_t len = 0;
        for (int i = 0; i < 300; i++) {
            random_addition(&seed, &b, twin, &len);
            assert_int_equal(b.len, len);
            assert_int_equal(strbuf_text(&b)[len], '\0');
        }
        assert_memory_equal(b.data, twin, len);
        strbuf_free(&b);
    }
}

TEST(cutting_takes_away_the_end)
{
    strbuf b = {0};
    strbuf_cut(&b, 0);
    assert_string_equal(strbuf_text(&b), "");
    strbuf_puts(&b, "abcdef");
    strbuf_cut(&b, 6);
    assert_string_equal(strbuf_text(&b), "abcdef");
    strbuf_cut(&b, 2);
    assert_string_equal(strbuf_text(&b), "ab");
    strbuf_puts(&b, "x");
    assert_string_equal(strbuf_text(&b), "abx");
    strbuf_free(&b);
}

TEST(what_was_reserved_is_added_without_moving)
{
    strbuf b = {0};
    strbuf_puts(&b, "x");
    strbuf_reserve(&b, 1000);
    const char *data = b.data;
    strbuf_fill(&b, 'y', 1000);
    assert_ptr_equal(b.data, data);
    assert_int_equal(b.len, 1001);
    strbuf_free(&b);
}

/* Every way of moving a tail of a short text, against pieces put together anew. */
TEST(a_tail_moves_before_what_was_there)
{
    static const char text[] = "abcdefg";
    strbuf none = {0};
    strbuf_move_tail(&none, 0, 0);
    assert_int_equal(none.len, 0);
    for (size_t from = 0; from <= 7; from++) {
        for (size_t to = 0; to <= from; to++) {
            strbuf b = {0};
            strbuf twin = {0};
            strbuf_puts(&b, text);
            strbuf_move_tail(&b, from, to);
            strbuf_add(&twin, text, to);
            strbuf_puts(&twin, text + from);
            strbuf_add(&twin, text + to, from - to);
            assert_string_equal(strbuf_text(&b), strbuf_text(&twin));
            strbuf_free(&b);
            strbuf_free(&twin);
        }
    }
}

static void twice(const char *text, size_t len, strbuf *out)
{
    for (size_t i = 0; i < len; i++)
        strbuf_printf(out, "%c%c", text[i], text[i]);
}

TEST(a_tail_is_rewritten_in_place)
{
    strbuf b = {0};
    strbuf_rewrite(&b, 0, 2, twice);
    assert_string_equal(strbuf_text(&b), "");
    strbuf_puts(&b, "abcd");
    strbuf_rewrite(&b, 4, 2, twice);
    assert_string_equal(strbuf_text(&b), "abcd");
    strbuf_rewrite(&b, 2, 2, twice);
    assert_string_equal(strbuf_text(&b), "abccdd");
    strbuf_rewrite(&b, 0, 2, twice);
    assert_string_equal(strbuf_text(&b), "aabbccccdddd");
    strbuf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_zeroed_buffer_is_the_empty_string),
        LEAK_FREE(adding_nothing_leaves_a_string),
        LEAK_FREE(ints_are_decimal_as_printf_has_them),
        LEAK_FREE(counts_have_separators),
        LEAK_FREE(printf_appends_at_every_fill_of_the_buffer),
        LEAK_FREE(every_way_of_adding_appends),
        LEAK_FREE(clearing_keeps_the_room_but_not_the_text),
        LEAK_FREE(nul_bytes_are_kept_and_counted),
        LEAK_FREE(text_is_whole_across_every_boundary_of_growth),
        LEAK_FREE(a_long_line_fits_in_one_printf),
        LEAK_FREE(json_strings_are_quoted_and_escaped),
        LEAK_FREE(no_control_character_reaches_json),
        LEAK_FREE(json_is_well_formed_utf8_whatever_the_text),
        LEAK_FREE(random_additions_agree_with_an_array),
        LEAK_FREE(cutting_takes_away_the_end),
        LEAK_FREE(what_was_reserved_is_added_without_moving),
        LEAK_FREE(a_tail_moves_before_what_was_there),
        LEAK_FREE(a_tail_is_rewritten_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
