#include "base/real.h"
#include "unit.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect_text(double value, const char *wanted)
{
    strbuf b = {0};
    real_show(&b, value);
    assert_string_equal(strbuf_text(&b), wanted);
    strbuf_free(&b);
}

TEST(numbers_are_shown_as_short_as_they_can_be)
{
    expect_text(0.1, "0.1");
    expect_text(1.5, "1.5");
    expect_text(2, "2");
    expect_text(1.0 / 3, "0.3333333333333333");
    expect_text(1e300, "1e+300");
    expect_text(-0.25, "-0.25");
}

TEST(what_is_shown_reads_back_as_the_same_number)
{
    uint64_t seed = 0x7ea1;
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = rnd(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        strbuf b = {0};
        real_show(&b, value);
        assert_true(strtod(strbuf_text(&b), NULL) == value);
        strbuf_free(&b);
    }
}

/* A locale with a comma for the point need not be installed; where none is, the test
 * still runs in the one there is. */
TEST(the_locale_of_the_process_does_not_matter)
{
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE",
                                         "pl_PL.UTF-8"};
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
        if (setlocale(LC_ALL, commas[i]) != NULL)
            break;
    assert_true(real_parse("1.5") == 1.5);
    assert_true(real_parse(".25") == 0.25);
    expect_text(1.5, "1.5");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(numbers_are_shown_as_short_as_they_can_be),
        LEAK_FREE(what_is_shown_reads_back_as_the_same_number),
        LEAK_FREE(the_locale_of_the_process_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
