#include "base/suggest.h"

#include "unit.h"

#include <string.h>

#define NOTHING "(nothing)"

/* The best of a NULL-terminated list. */
static const char *best_of(const char *wanted, const char *const *candidates)
{
    suggest s;
    suggest_start(&s, wanted);
    for (; *candidates != NULL; candidates++)
        suggest_offer(&s, *candidates);
    return s.best != NULL ? s.best : NOTHING;
}

#define BEST(wanted, ...) best_of(wanted, (const char *const[]){__VA_ARGS__, NULL})

TEST(without_candidates_there_is_no_suggestion)
{
    suggest s;
    suggest_start(&s, "anything");
    assert_null(s.best);
}

TEST(one_slip_is_forgiven)
{
    assert_string_equal(BEST("conter", "counter"), "counter");
    assert_string_equal(BEST("countter", "counter"), "counter");
    assert_string_equal(BEST("countar", "counter"), "counter");
    assert_string_equal(BEST("cuonter", "counter"), "counter");
}

TEST(something_else_is_not_suggested)
{
    assert_string_equal(BEST("counter", "server", "x", ""), NOTHING);
    assert_string_equal(BEST("abc", "xyz"), NOTHING);
}

/* (length + 1) / 3 letters may be wrong, from three letters on: 0, 0, 1, 1, 2, 2, 2, 3
 */
TEST(a_third_of_the_letters_may_be_wrong)
{
    assert_string_equal(BEST("a", "b"), NOTHING);
    assert_string_equal(BEST("ab", "ax"), NOTHING);
    assert_string_equal(BEST("abc", "abx"), "abx");
    assert_string_equal(BEST("abc", "axy"), NOTHING);
    assert_string_equal(BEST("abcd", "abcx"), "abcx");
    assert_string_equal(BEST("abcd", "abxy"), NOTHING);
    assert_string_equal(BEST("abcde", "abcxy"), "abcxy");
    assert_string_equal(BEST("abcde", "abxyz"), NOTHING);
    assert_string_equal(BEST("abcdefgh", "abcdexyz"), "abcdexyz");
    assert_string_equal(BEST("abcdefgh", "abcdwxyz"), NOTHING);
}

TEST(a_word_of_one_letter_finds_only_itself)
{
    assert_string_equal(BEST("x", "y", "X"), "X");
    assert_string_equal(BEST("x", "xy", "y", ""), NOTHING);
}

TEST(an_empty_word_finds_only_itself)
{
    assert_string_equal(BEST("", "a"), NOTHING);
    assert_string_equal(BEST("", "a", ""), "");
}

TEST(a_difference_in_case_alone_is_no_edit)
{
    assert_string_equal(BEST("Count", "Counts", "count"), "count");
    assert_string_equal(BEST("COUNT", "COUNTS", "count"), "count");
}

TEST(a_swap_is_one_edit_whatever_the_case)
{
    assert_string_equal(BEST("abc", "BAC"), "BAC");
    assert_string_equal(BEST("Sned", "sEnd"), "sEnd");
    assert_string_equal(BEST("ESND", "send"), "send");
}

TEST(the_closest_wins_and_the_first_among_equals)
{
    assert_string_equal(BEST("server", "serxxr", "serve", "servers"), "serve");
    assert_string_equal(BEST("server", "servers", "serve"), "servers");
    assert_string_equal(BEST("server", "servers", "serve", "server"), "server");
}

TEST(words_of_sixty_four_letters_are_compared_and_longer_ones_are_not)
{
    char wanted[70];
    char near[70];
    for (size_t len = 62; len <= 66; len++) {
        memset(wanted, 'a', len);
        memset(near, 'a', len);
        near[len - 1] = 'b';
        wanted[len] = near[len] = '\0';
        const char *best = BEST(wanted, near);
        assert_string_equal(best, len <= 64 ? near : NOTHING);
    }
    wanted[64] = '\0';
    near[63] = 'a';
    near[65] = '\0';
    assert_string_equal(BEST(wanted, near), NOTHING); /* one of them is too long */
    assert_string_equal(BEST(near, wanted), NOTHING);
}

/* The naive twin: optimal string alignment, straight from its recursive definition. */
static size_t naive_distance(const char *a, size_t i, const char *b, size_t j)
{
    if (i == 0 || j == 0)
        return i + j;
    size_t best = naive_distance(a, i - 1, b, j) + 1;
    size_t other = naive_distance(a, i, b, j - 1) + 1;
    best = other < best ? other : best;
    other = naive_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
    best = other < best ? other : best;
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        other = naive_distance(a, i - 2, b, j - 2) + 1;
        best = other < best ? other : best;
    }
    return best;
}

static void random_word(uint64_t *seed, char *word)
{
    unsigned len = rnd_below(seed, 7);
    for (unsigned i = 0; i < len; i++)
        word[i] = (char)('a' + rnd_below(seed, 3));
    word[len] = '\0';
}

TEST(distances_agree_with_their_definition)
{
    uint64_t seed = 0x5c;
    for (int i = 0; i < 4000; i++) {
        char a[8];
        char b[8];
        random_word(&seed, a);
        random_word(&seed, b);
        suggest s;
        suggest_start(&s, a);
        size_t limit = s.best_distance;
        suggest_offer(&s, b);
        size_t d = naive_distance(a, strlen(a), b, strlen(b));
        assert_true((s.best != NULL) == (d < limit));
        if (s.best != NULL)
            assert_int_equal(s.best_distance, d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(without_candidates_there_is_no_suggestion),
        LEAK_FREE(one_slip_is_forgiven),
        LEAK_FREE(something_else_is_not_suggested),
        LEAK_FREE(a_third_of_the_letters_may_be_wrong),
        LEAK_FREE(a_word_of_one_letter_finds_only_itself),
        LEAK_FREE(an_empty_word_finds_only_itself),
        LEAK_FREE(a_difference_in_case_alone_is_no_edit),
        LEAK_FREE(a_swap_is_one_edit_whatever_the_case),
        LEAK_FREE(the_closest_wins_and_the_first_among_equals),
        LEAK_FREE(words_of_sixty_four_letters_are_compared_and_longer_ones_are_not),
        LEAK_FREE(distances_agree_with_their_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
