#include "base/opt.h"

#include "unit.h"

#include <string.h>

typedef struct values {
    bool quiet;
    bool strict;
    uint64_t jobs;
    uint64_t seed;
    const char *output;
    const char *color;
    const char *trace;
    uint64_t tries;
} values;

static const opt_spec specs[] = {
    {"quiet", 'q', OPT_FLAG, NULL, 0, 0, "say less", offsetof(values, quiet), NULL,
     NULL, NULL},
    {"strict", 0, OPT_FLAG, NULL, 0, 0, "be strict", offsetof(values, strict), NULL,
     NULL, NULL},
    {"jobs", 'j', OPT_UINT, "N", 1, 256, "use N threads", offsetof(values, jobs), NULL,
     NULL, NULL},
    {"seed", 0, OPT_UINT, "N", 0, UINT64_MAX, "start from N", offsetof(values, seed),
     NULL, NULL, NULL},
    {"output", 'o', OPT_TEXT, "FILE", 0, 0, "write to FILE", offsetof(values, output),
     NULL, NULL, NULL},
    {"color", 0, OPT_CHOICE, "auto|always|never", 0, 0, "paint",
     offsetof(values, color), NULL, NULL, NULL},
    {"trace", 'T', OPT_MODE, "short|long", 0, 0, "show the way",
     offsetof(values, trace), NULL, NULL, NULL},
    {"tries", 0, OPT_FEW, "N", 1, 9, "try N times", offsetof(values, tries), NULL, NULL,
     NULL},
};
static const opt_table table = {.specs = specs, .count = COUNT_OF(specs)};

typedef struct outcome {
    status st;
    values v;
    opt_list given;
    opt_rest rest;
    strbuf why;
} outcome;

/* Parses a NULL-terminated list. */
static outcome parse_list(char *const *argv)
{
    outcome o = {.v = {.jobs = 7}};
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    o.st = opt_parse(&table, argc, argv, &o.v, &o.given, &o.rest, &o.why);
    return o;
}

static void finish(outcome *o)
{
    vec_free(&o->given);
    vec_free(&o->rest);
    strbuf_free(&o->why);
}

#define ARGS(...)  ((char *const[]){__VA_ARGS__, NULL})
#define PARSE(...) parse_list(ARGS(__VA_ARGS__))

static void expect_error(char *const *argv, const char *why)
{
    outcome o = parse_list(argv);
    assert_int_equal(o.st, ST_USAGE);
    assert_string_equal(strbuf_text(&o.why), why);
    finish(&o);
}

TEST(times_have_units_that_get_smaller)
{
    static const struct {
        const char *text;
        uint64_t seconds; /* UINT64_MAX: it is none */
    } all[] = {{"0", 0},
               {"90", 90},
               {"90s", 90},
               {"1m30s", 90},
               {"1h30m", 5400},
               {"1h1s", 3601},
               {"1m30", UINT64_MAX},
               {"30s1m", UINT64_MAX},
               {"1s1s", UINT64_MAX},
               {"", UINT64_MAX},
               {"s", UINT64_MAX},
               {"-1", UINT64_MAX},
               {"1 s", UINT64_MAX},
               {"18446744073709551616", UINT64_MAX},
               {"18446744073709551615m", UINT64_MAX},
               {"5124095576030431h18446744073709551615s", UINT64_MAX}};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        uint64_t n = UINT64_MAX;
        assert_true(opt_read_time(all[i].text, &n) == (all[i].seconds != UINT64_MAX));
        assert_true(n == all[i].seconds);
    }
}

TEST(no_arguments_change_nothing)
{
    outcome o = parse_list((char *const[]){NULL});
    assert_int_equal(o.st, ST_OK);
    assert_false(o.v.quiet);
    assert_int_equal(o.v.jobs, 7);
    assert_null(o.v.output);
    assert_int_equal(o.rest.len, 0);
    assert_int_equal(o.given.len, 0);
    assert_string_equal(strbuf_text(&o.why), "");
    finish(&o);
}

TEST(values_are_taken_from_the_same_or_the_next_argument)
{
    static char *const ways[][3] = {
        {"--jobs=12"}, {"--jobs", "12"}, {"-j12"}, {"-j", "12"}, {"--jobs", "012"}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        outcome o = parse_list(ways[i]);
        assert_int_equal(o.st, ST_OK);
        assert_int_equal(o.v.jobs, 12);
        assert_int_equal(o.rest.len, 0);
        finish(&o);
    }
}

TEST(flags_are_set_by_name_and_letter)
{
    outcome o = PARSE("-q", "--strict");
    assert_int_equal(o.st, ST_OK);
    assert_true(o.v.quiet);
    assert_true(o.v.strict);
    finish(&o);
}

TEST(a_mode_takes_a_value_only_in_the_same_argument)
{
    outcome o = PARSE("--trace", "long");
    assert_int_equal(o.st, ST_OK);
    assert_string_equal(o.v.trace, "");
    assert_int_equal(o.rest.len, 1);
    assert_string_equal(*vec_at(&o.rest, 0), "long");
    finish(&o);
    o = PARSE("--trace=long", "short");
    assert_int_equal(o.st, ST_OK);
    assert_string_equal(o.v.trace, "long");
    assert_int_equal(o.rest.len, 1);
    finish(&o);
    o = PARSE("-Tshort");
    assert_string_equal(o.v.trace, "short");
    finish(&o);
    o = PARSE("-T", "-q");
    assert_string_equal(o.v.trace, "");
    assert_true(o.v.quiet);
    finish(&o);
    expect_error(ARGS("--trace=loud"), "option '--trace' takes short|long, not 'loud'");
    expect_error(ARGS("--trace="), "option '--trace' takes short|long, not ''");
}

TEST(a_number_that_is_left_out_means_a_few)
{
    outcome o = PARSE("--tries", "3");
    assert_int_equal(o.st, ST_OK);
    assert_int_equal(o.v.tries, OPT_A_FEW);
    assert_int_equal(o.rest.len, 1);
    finish(&o);
    o = PARSE("--tries=3");
    assert_int_equal(o.v.tries, 3);
    finish(&o);
    expect_error(ARGS("--tries=0"),
                 "option '--tries' needs a number from 1 to 9, not '0'");
    expect_error(ARGS("--tries="),
                 "option '--tries' needs a number from 1 to 9, not ''");
}

TEST(the_last_of_several_values_counts)
{
    outcome o = PARSE("-j1", "--jobs=2", "-j", "3", "--color=auto", "--color=never");
    assert_int_equal(o.st, ST_OK);
    assert_int_equal(o.v.jobs, 3);
    assert_string_equal(o.v.color, "never");
    finish(&o);
}

TEST(what_is_given_is_known_whatever_its_value)
{
    outcome o = PARSE("-j", "7", "x.p", "--color=never", "-j3", "--", "--quiet");
    assert_int_equal(o.st, ST_OK);
    assert_int_equal(o.given.len, 3);
    assert_string_equal(o.given.data[0], "jobs");
    assert_string_equal(o.given.data[1], "color");
    assert_string_equal(o.given.data[2], "jobs");
    finish(&o);
}

TEST(each_text_of_a_list_counts)
{
    static const opt_spec one = {"eval", 'e', OPT_LIST, "EXPR", 0,   0,
                                 "look", 0,   NULL,     NULL,   NULL};
    char *const argv[] = {"--eval=a, b", "x.p", "-e", "", "--eval", "a, b"};
    opt_list list = {0};
    opt_rest rest = {0};
    strbuf why = {0};
    assert_int_equal(opt_parse(&(opt_table){.specs = &one, .count = 1}, 6, argv, &list,
                               NULL, &rest, &why),
                     ST_OK);
    assert_int_equal(list.len, 3);
    assert_string_equal(list.data[0], "a, b");
    assert_string_equal(list.data[1], "");
    assert_string_equal(list.data[2], "a, b");
    assert_int_equal(rest.len, 1);
    vec_free(&list);
    vec_free(&rest);
    strbuf_free(&why);
}

TEST(what_is_no_option_is_collected_in_order)
{
    outcome o = PARSE("a.p", "-q", "b.p", "-", "", "--jobs", "4", "c.p");
    assert_int_equal(o.st, ST_OK);
    static const char *const want[] = {"a.p", "b.p", "-", "", "c.p"};
    assert_int_equal(o.rest.len, COUNT_OF(want));
    for (size_t i = 0; i < COUNT_OF(want); i++)
        assert_string_equal(*vec_at(&o.rest, i), want[i]);
    finish(&o);
}

TEST(after_two_dashes_nothing_is_an_option)
{
    outcome o = PARSE("-q", "--", "--strict", "--", "-j");
    assert_int_equal(o.st, ST_OK);
    assert_true(o.v.quiet);
    assert_false(o.v.strict);
    assert_int_equal(o.rest.len, 3);
    assert_string_equal(*vec_at(&o.rest, 0), "--strict");
    assert_string_equal(*vec_at(&o.rest, 1), "--");
    assert_string_equal(*vec_at(&o.rest, 2), "-j");
    finish(&o);
}

TEST(text_may_be_empty_or_look_like_an_option_or_contain_equals)
{
    static const struct {
        char *argv[3];
        const char *want;
    } cases[] = {{{"--output="}, ""},        {{"--output", "--"}, "--"},
                 {{"--output", "-q"}, "-q"}, {{"--output=a=b"}, "a=b"},
                 {{"-o=x"}, "=x"},           {{"-ofile"}, "file"},
                 {{"--output", ""}, ""}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        outcome o = parse_list(cases[i].argv);
        assert_int_equal(o.st, ST_OK);
        assert_string_equal(o.v.output, cases[i].want);
        assert_false(o.v.quiet);
        finish(&o);
    }
}

TEST(numbers_reach_from_the_lowest_to_the_highest)
{
    outcome o = PARSE("--jobs=1", "--seed=18446744073709551615");
    assert_int_equal(o.st, ST_OK);
    assert_int_equal(o.v.jobs, 1);
    assert_true(o.v.seed == UINT64_MAX);
    finish(&o);
    o = PARSE("--jobs=256", "--seed=0");
    assert_int_equal(o.st, ST_OK);
    assert_int_equal(o.v.jobs, 256);
    assert_true(o.v.seed == 0);
    finish(&o);
}

TEST(what_is_no_number_in_range_is_refused_word_for_word)
{
    static char *const wrong[] = {"0",  "257", "-1",   "+1",
                                  " 1", "1 ",  "1x",   "0x10",
                                  "",   "1.5", "many", "18446744073709551617"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        strbuf want = {0};
        strbuf_printf(&want, "option '--jobs' needs a number from 1 to 256, not '%s'",
                      wrong[i]);
        expect_error(ARGS("--jobs", wrong[i]), strbuf_text(&want));
        strbuf_free(&want);
    }
    expect_error(ARGS("--seed=18446744073709551616"),
                 "option '--seed' needs a number from 0 to 18446744073709551615, not "
                 "'18446744073709551616'");
    expect_error(ARGS("-jx"), "option '--jobs' needs a number from 1 to 256, not 'x'");
}

TEST(a_refused_number_leaves_the_value_alone)
{
    outcome o = PARSE("--jobs=999");
    assert_int_equal(o.st, ST_USAGE);
    assert_int_equal(o.v.jobs, 7);
    finish(&o);
}

TEST(a_choice_is_one_of_those_listed_and_nothing_like_it)
{
    static char *const wrong[] = {
        "",      "aut",   "autox",       "Auto",         "|",
        "auto|", "|auto", "auto|always", "always|never", "auto|always|never"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        strbuf want = {0};
        strbuf_printf(&want, "option '--color' takes auto|always|never, not '%s'",
                      wrong[i]);
        expect_error(ARGS("--color", wrong[i]), strbuf_text(&want));
        strbuf_free(&want);
    }
    static char *const right[] = {"auto", "always", "never"};
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        outcome o = PARSE("--color", right[i]);
        assert_int_equal(o.st, ST_OK);
        assert_ptr_equal(o.v.color, right[i]);
        finish(&o);
    }
}

TEST(a_missing_value_is_asked_for)
{
    expect_error(ARGS("--jobs"), "option '--jobs' needs a value (N)");
    expect_error(ARGS("a.p", "-j"), "option '--jobs' needs a value (N)");
    expect_error(ARGS("--output"), "option '--output' needs a value (FILE)");
    expect_error(ARGS("--color"), "option '--color' needs a value (auto|always|never)");
}

TEST(a_flag_takes_no_value)
{
    expect_error(ARGS("--quiet=yes"), "option '--quiet' takes no value");
    expect_error(ARGS("--quiet="), "option '--quiet' takes no value");
    expect_error(ARGS("-qj4"), "option '--quiet' takes no value");
}

TEST(an_unknown_option_is_named_and_a_near_one_suggested)
{
    expect_error(ARGS("--job=3"), "unknown option '--job'; did you mean '--jobs'?");
    expect_error(ARGS("--stirct"),
                 "unknown option '--stirct'; did you mean '--strict'?");
    expect_error(ARGS("--QUIET"), "unknown option '--QUIET'; did you mean '--quiet'?");
    expect_error(ARGS("--nothing-like-it"), "unknown option '--nothing-like-it'");
    expect_error(ARGS("-x"), "unknown option '-x'");
    expect_error(ARGS("-xyz"), "unknown option '-xyz'");
    expect_error(ARGS("-quiet"), "option '--quiet' takes no value");
    expect_error(ARGS("---quiet"),
                 "unknown option '---quiet'; did you mean '--quiet'?");
}

TEST(options_before_the_mistake_have_taken_effect_and_those_after_have_not)
{
    outcome o = PARSE("-q", "--bad", "--strict");
    assert_int_equal(o.st, ST_USAGE);
    assert_true(o.v.quiet);
    assert_false(o.v.strict);
    finish(&o);
}

TEST(help_is_aligned)
{
    strbuf b = {0};
    opt_help(&table, &b);
    assert_string_equal(strbuf_text(&b),
                        "  -q, --quiet                   say less\n"
                        "      --strict                  be strict\n"
                        "  -j, --jobs=N                  use N threads\n"
                        "      --seed=N                  start from N\n"
                        "  -o, --output=FILE             write to FILE\n"
                        "      --color=auto|always|never paint\n"
                        "  -T, --trace[=short|long]      show the way\n"
                        "      --tries[=N]               try N times\n");
    strbuf_free(&b);
}

/* 32 columns are for the option: 31 leave one blank, 32 need a line of their own. */
TEST(an_option_too_wide_for_its_column_has_a_line_of_its_own)
{
    static const opt_spec wide[] = {
        {"a-name-of-twenty-two-x", 0, OPT_FLAG, NULL, 0, 0, "help", 0, NULL, NULL,
         NULL},
        {"a-name-of-twenty-three-", 0, OPT_FLAG, NULL, 0, 0, "help", 0, NULL, NULL,
         NULL},
        {"a-name-of-twenty-four--x", 0, OPT_FLAG, NULL, 0, 0, "help", 0, NULL, NULL,
         NULL},
    };
    strbuf b = {0};
    opt_help(&(opt_table){.specs = wide, .count = 3}, &b);
    assert_string_equal(strbuf_text(&b), "      --a-name-of-twenty-two-x  help\n"
                                         "      --a-name-of-twenty-three- help\n"
                                         "      --a-name-of-twenty-four--x\n"
                                         "                                help\n");
    strbuf_free(&b);
}

TEST(old_spellings_are_understood_and_not_shown)
{
    static const opt_spec both[] = {
        {"color", 'c', OPT_CHOICE, "red|blue", 0, 0, "help", 0, NULL, NULL,
         "crimson=red"},
        {"colour", 0, OPT_CHOICE, "red|blue", 0, 0, "help", 0, NULL, "color",
         "crimson=red"},
    };
    const opt_table old = {.specs = both, .count = 2};
    char *const argv[] = {"--colour=crimson"};
    const char *color = NULL;
    opt_list given = {0};
    opt_rest rest = {0};
    strbuf b = {0};
    assert_int_equal(opt_parse(&old, 1, argv, &color, &given, &rest, &b), ST_OK);
    assert_string_equal(color, "red");
    assert_string_equal(given.data[0], "color");
    opt_help(&old, &b);
    assert_string_equal(strbuf_text(&b), "  -c, --color=red|blue          help\n");
    vec_free(&given);
    vec_free(&rest);
    strbuf_free(&b);
}

TEST(sections_have_a_title_each)
{
    static const opt_spec some[] = {
        {"a", 0, OPT_FLAG, NULL, 0, 0, "help", 0, "First", NULL, NULL},
        {"b", 0, OPT_FLAG, NULL, 0, 0, "help", 0, "First", NULL, NULL},
        {"c", 0, OPT_FLAG, NULL, 0, 0, "help", 0, "Second", NULL, NULL},
    };
    strbuf b = {0};
    opt_help(&(opt_table){.specs = some, .count = 3}, &b);
    assert_string_equal(strbuf_text(&b), "First:\n"
                                         "      --a                       help\n"
                                         "      --b                       help\n"
                                         "\nSecond:\n"
                                         "      --c                       help\n");
    strbuf_clear(&b);
    opt_man(&(opt_table){.specs = some + 1, .count = 2}, &b);
    assert_string_equal(strbuf_text(&b), ".SS First\n.TP\n.B \\-\\-b\nhelp\n"
                                         ".SS Second\n.TP\n.B \\-\\-c\nhelp\n");
    strbuf_free(&b);
}

TEST(man_pages_escape_the_dashes)
{
    strbuf b = {0};
    strbuf_puts(&b, "before\n");
    opt_man(&(opt_table){.specs = specs, .count = 3}, &b);
    assert_string_equal(strbuf_text(&b), "before\n"
                                         ".TP\n.B \\-q, \\-\\-quiet\nsay less\n"
                                         ".TP\n.B \\-\\-strict\nbe strict\n"
                                         ".TP\n.B \\-j, \\-\\-jobs=N\nuse N threads\n");
    strbuf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(times_have_units_that_get_smaller),
        LEAK_FREE(no_arguments_change_nothing),
        LEAK_FREE(values_are_taken_from_the_same_or_the_next_argument),
        LEAK_FREE(flags_are_set_by_name_and_letter),
        LEAK_FREE(a_mode_takes_a_value_only_in_the_same_argument),
        LEAK_FREE(a_number_that_is_left_out_means_a_few),
        LEAK_FREE(the_last_of_several_values_counts),
        LEAK_FREE(each_text_of_a_list_counts),
        LEAK_FREE(what_is_given_is_known_whatever_its_value),
        LEAK_FREE(what_is_no_option_is_collected_in_order),
        LEAK_FREE(after_two_dashes_nothing_is_an_option),
        LEAK_FREE(text_may_be_empty_or_look_like_an_option_or_contain_equals),
        LEAK_FREE(numbers_reach_from_the_lowest_to_the_highest),
        LEAK_FREE(what_is_no_number_in_range_is_refused_word_for_word),
        LEAK_FREE(a_refused_number_leaves_the_value_alone),
        LEAK_FREE(a_choice_is_one_of_those_listed_and_nothing_like_it),
        LEAK_FREE(a_missing_value_is_asked_for),
        LEAK_FREE(a_flag_takes_no_value),
        LEAK_FREE(an_unknown_option_is_named_and_a_near_one_suggested),
        LEAK_FREE(
            options_before_the_mistake_have_taken_effect_and_those_after_have_not),
        LEAK_FREE(help_is_aligned),
        LEAK_FREE(an_option_too_wide_for_its_column_has_a_line_of_its_own),
        LEAK_FREE(old_spellings_are_understood_and_not_shown),
        LEAK_FREE(sections_have_a_title_each),
        LEAK_FREE(man_pages_escape_the_dashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
