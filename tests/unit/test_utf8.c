#include "base/utf8.h"

#include "unit.h"

#include <string.h>

/* The independent twin: decode by the bit pattern of RFC 3629, then judge the number.
 * Returns the length of the character, 0 when malformed. */
static size_t decode(const unsigned char *s, size_t len)
{
    static const struct {
        unsigned mask, lead;
        uint32_t lowest;
    } forms[] = {{0x80, 0x00, 0},
                 {0xe0, 0xc0, 0x80},
                 {0xf0, 0xe0, 0x800},
                 {0xf8, 0xf0, 0x10000}};
    for (size_t n = 0; n < COUNT_OF(forms); n++) {
        if ((s[0] & forms[n].mask) != forms[n].lead)
            continue;
        uint32_t code = s[0] & ~forms[n].mask & 0xff;
        for (size_t i = 1; i <= n; i++) {
            if (i >= len || s[i] >> 6 != 2)
                return 0;
            code = code << 6 | (s[i] & 0x3f);
        }
        bool surrogate = code >= 0xd800 && code <= 0xdfff;
        return code < forms[n].lowest || surrogate || code > 0x10ffff ? 0 : n + 1;
    }
    return 0;
}

static size_t encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(lead[n] | code);
    return n;
}

static void check_sequence(const unsigned char *s, size_t len)
{
    size_t want = decode(s, len);
    size_t got = utf8_char((const char *)s, len);
    if (got != want)
        fail_msg("%02x %02x %02x %02x, %zu readable: %zu instead of %zu", s[0],
                 len > 1 ? s[1] : 0, len > 2 ? s[2] : 0, len > 3 ? s[3] : 0, len, got,
                 want);
}

TEST(every_sequence_of_one_or_two_bytes_is_judged_right)
{
    for (unsigned a = 0; a < 256; a++) {
        for (unsigned b = 0; b < 256; b++) {
            unsigned char s[4] = {(unsigned char)a, (unsigned char)b, 0, 0};
            check_sequence(s, 1);
            check_sequence(s, 2);
        }
    }
}

TEST(every_sequence_of_three_bytes_is_judged_right)
{
    for (unsigned a = 0x7f; a < 256; a++) {
        for (unsigned bc = 0; bc < 0x10000; bc++) {
            unsigned char s[4] = {(unsigned char)a, (unsigned char)(bc >> 8),
                                  (unsigned char)bc, 0};
            check_sequence(s, 3);
        }
    }
}

/* Every first and second byte; the rest at the edges of what may follow. */
TEST(sequences_of_four_bytes_are_judged_right)
{
    static const unsigned char edges[] = {0x00, 0x41, 0x7f, 0x80, 0x81, 0x8f, 0x90,
                                          0x9f, 0xa0, 0xbe, 0xbf, 0xc0, 0xc2, 0xff};
    for (unsigned ab = 0; ab < 0x10000; ab++) {
        for (size_t c = 0; c < COUNT_OF(edges); c++) {
            for (size_t d = 0; d < COUNT_OF(edges); d++) {
                unsigned char s[4] = {(unsigned char)(ab >> 8), (unsigned char)ab,
                                      edges[c], edges[d]};
                check_sequence(s, 4);
            }
        }
    }
}

TEST(every_code_point_but_the_surrogates_is_a_character)
{
    for (uint32_t code = 0; code <= 0x110000; code++) {
        char s[4] = {0};
        size_t n = encode(code, s);
        bool good = (code < 0xd800 || code > 0xdfff) && code <= 0x10ffff;
        assert_int_equal(utf8_char(s, 4), good ? n : 0);
        assert_int_equal(utf8_valid_prefix(s, n), good ? n : 0);
        if (good)
            assert_int_equal(utf8_count(s, n), 1);
    }
}

/* Blocks of the exact size, so that AddressSanitizer sees a read beyond the end. */
TEST(no_byte_beyond_the_readable_ones_is_touched)
{
    static const char *const cut[] = {"\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xf4\x8f"};
    for (size_t i = 0; i < COUNT_OF(cut); i++) {
        for (size_t ascii = 0; ascii < 20; ascii++) {
            size_t tail = strlen(cut[i]);
            char *s = mem_alloc(ascii + tail);
            memset(s, 'a', ascii);
            memcpy(s + ascii, cut[i], tail);
            assert_int_equal(utf8_char(s + ascii, tail), 0);
            assert_int_equal(utf8_valid_prefix(s, ascii + tail), ascii);
            assert_int_equal(utf8_count(s, ascii + tail), ascii + tail);
            mem_free(s, ascii + tail);
        }
    }
}

TEST(nothing_is_well_formed_and_has_no_characters)
{
    assert_int_equal(utf8_valid_prefix("", 0), 0);
    assert_int_equal(utf8_count("", 0), 0);
    assert_int_equal(utf8_valid_prefix("\xff", 0), 0);
}

TEST(nul_is_a_character_like_others)
{
    assert_int_equal(utf8_char("\0", 1), 1);
    assert_int_equal(utf8_valid_prefix("a\0b\0c\0d\0e\0", 10), 10);
    assert_int_equal(utf8_count("a\0b", 3), 3);
}

TEST(a_bad_byte_is_found_wherever_it_stands)
{
    for (size_t len = 1; len < 40; len++) {
        for (size_t bad = 0; bad < len; bad++) {
            char s[40];
            memset(s, 'x', sizeof s);
            s[bad] = (char)0x80;
            assert_int_equal(utf8_valid_prefix(s, len), bad);
        }
    }
}

TEST(malformed_bytes_count_one_each)
{
    assert_int_equal(utf8_count("\x80\x80\x80", 3), 3);
    assert_int_equal(utf8_count("\xe2\x82x", 3), 3);
    assert_int_equal(utf8_count("\xed\xa0\x80", 3), 3);         /* a surrogate */
    assert_int_equal(utf8_count("\xf0\x9f\x98\x80\xf0", 5), 2); /* one, and a stump */
    assert_int_equal(utf8_count("\xc3\xc3\xa4", 3), 2);
}

static size_t naive_valid_prefix(const unsigned char *s, size_t len)
{
    size_t i = 0;
    while (i < len && decode(s + i, len - i) > 0)
        i += decode(s + i, len - i);
    return i;
}

static size_t naive_count(const unsigned char *s, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < len; count++)
        i += decode(s + i, len - i) > 0 ? decode(s + i, len - i) : 1;
    return count;
}

static size_t random_text(uint64_t *seed, char *out, size_t limit)
{
    size_t len = 0;
    size_t want = rnd_below(seed, (unsigned)limit - 4);
    while (len < want) {
        static const uint32_t largest[] = {0x80, 0x80, 0x80, 0x800, 0x10000, 0x110000};
        uint32_t code = rnd_below(seed, largest[rnd_below(seed, 6)]);
        if (rnd_below(seed, 60) == 0)
            out[len++] = (char)rnd_below(seed, 256);
        else
            len += encode(code, out + len);
    }
    return len;
}

TEST(random_texts_agree_with_the_naive_decoder)
{
    uint64_t seed = 0xf8;
    for (int i = 0; i < 50000; i++) {
        char s[80];
        size_t len = random_text(&seed, s, sizeof s);
        const unsigned char *u = (const unsigned char *)s;
        assert_int_equal(utf8_valid_prefix(s, len), naive_valid_prefix(u, len));
        assert_int_equal(utf8_count(s, len), naive_count(u, len));
    }
}

TEST(wide_characters_take_two_columns_and_marks_none)
{
    static const struct {
        const char *text;
        size_t columns;
    } cases[] = {
        {"", 0},
        {"abc", 3},
        {"\xc3\xa9", 1},                 /* e with an acute accent, one character */
        {"e\xcc\x81", 1},                /* ... and two */
        {"\xe4\xb8\xad\xe6\x96\x87", 4}, /* Chinese */
        {"\xea\xb0\x80", 2},             /* Hangul */
        {"\xf0\x9f\x98\x80", 2},         /* a face */
        {"\xe2\x86\x93", 1},             /* an arrow */
        {"\xff\xfe", 2},                 /* malformed */
        {"a\xe4\xb8", 3},                /* cut short */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(utf8_columns(cases[i].text, strlen(cases[i].text)),
                         cases[i].columns);
}

TEST(what_fits_are_whole_characters)
{
    static const char text[] = "a\xe4\xb8\xad"
                               "e\xcc\x81z"; /* columns 1, 2, 1, 0, 1 */
    static const size_t bytes[] = {0, 1, 1, 4, 7, 8, 8};
    for (size_t columns = 0; columns < COUNT_OF(bytes); columns++)
        assert_int_equal(utf8_fit(text, strlen(text), columns), bytes[columns]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_sequence_of_one_or_two_bytes_is_judged_right),
        LEAK_FREE(every_sequence_of_three_bytes_is_judged_right),
        LEAK_FREE(sequences_of_four_bytes_are_judged_right),
        LEAK_FREE(every_code_point_but_the_surrogates_is_a_character),
        LEAK_FREE(no_byte_beyond_the_readable_ones_is_touched),
        LEAK_FREE(nothing_is_well_formed_and_has_no_characters),
        LEAK_FREE(nul_is_a_character_like_others),
        LEAK_FREE(a_bad_byte_is_found_wherever_it_stands),
        LEAK_FREE(malformed_bytes_count_one_each),
        LEAK_FREE(random_texts_agree_with_the_naive_decoder),
        LEAK_FREE(wide_characters_take_two_columns_and_marks_none),
        LEAK_FREE(what_fits_are_whole_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
