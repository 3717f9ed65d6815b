/* Rates, estimates and durations, and their wording. */
#include "report/progress_text.h"
#include "report/text.h"

#include "unit.h"

#include <math.h>
#include <string.h>

static engine_stats at(double seconds, uint64_t states, uint64_t frontier)
{
    return (engine_stats){.seconds = seconds,
                          .states = states,
                          .pass_states = states,
                          .frontier = frontier,
                          .depth = (uint64_t)seconds};
}

/* From second FIRST to LAST, five times a second; states and frontier as straight
 * lines. */
static void see_line(rate_meter *p, int first, int last, double states, double frontier,
                     double change)
{
    for (int i = first * 5; i <= last * 5; i++) {
        double t = i / 5.0;
        engine_stats s =
            at(t, (uint64_t)(states * t), (uint64_t)(frontier + change * (t - first)));
        rate_see(p, &s);
    }
}

static bool is_near(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

static const engine_options no_options;

TEST(nothing_seen_gives_the_average_and_no_trend)
{
    rate_meter p = {0};
    engine_stats s = at(2, 500, 10);
    rate_view v = rate_look(&p, &s, &no_options);
    assert_true(is_near(v.per_second, 250));
    assert_int_equal(v.trend, TREND_UNKNOWN);
    assert_true(v.left < 0);
    assert_true(v.memory_left < 0);
    s.seconds = 0;
    assert_true(is_near(rate_look(&p, &s, &no_options).per_second, 0));
}

TEST(the_rate_is_that_of_the_last_seconds)
{
    rate_meter p = {0};
    see_line(&p, 0, 20, 100, 10, 0);
    for (int i = 0; i <= 50; i++) { /* ten seconds with 7 states a second */
        engine_stats s = at(20 + i / 5.0, 2000 + (uint64_t)(i * 7 / 5), 10);
        rate_see(&p, &s);
    }
    engine_stats now = at(30, 2070, 10);
    double rate = rate_look(&p, &now, &no_options).per_second;
    assert_true(rate > 6.5 && rate < 7.5);
}

TEST(a_frontier_grows_stays_and_falls)
{
    static const struct {
        double change;
        rate_trend trend;
    } cases[] = {{50, TREND_GROWING}, {0, TREND_STEADY}, {-50, TREND_FALLING}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        rate_meter p = {0};
        see_line(&p, 0, 4, 100, 1000, cases[i].change);
        engine_stats now = at(4, 400, (uint64_t)(1000 + 4 * cases[i].change));
        rate_view v = rate_look(&p, &now, &no_options);
        assert_int_equal(v.trend, cases[i].trend);
        assert_true(is_near(v.frontier_rate, cases[i].change));
        assert_true(v.left < 0); /* four seconds are too few for that */
    }
}

/* Up to 2000 at second 10, then down by 100 a second. */
static rate_meter falling_meter(void)
{
    rate_meter p = {0};
    see_line(&p, 0, 10, 100, 1000, 100);
    see_line(&p, 10, 18, 100, 2000, -100);
    return p;
}

TEST(a_frontier_that_falls_for_long_gives_an_estimate)
{
    rate_meter p = falling_meter();
    engine_stats now = at(18, 1800, 1200);
    rate_view v = rate_look(&p, &now, &no_options);
    assert_int_equal(v.trend, TREND_FALLING);
    assert_int_equal(v.since_depth, 10);
    assert_true(is_near(v.left, 12));
}

TEST(there_is_no_estimate_where_it_would_be_none)
{
    rate_meter p = falling_meter();
    engine_stats now = at(18, 1800, 1200);
    const engine_options deep = {.depth_first = true};
    assert_true(rate_look(&p, &now, &deep).left < 0);
    assert_int_equal(rate_look(&p, &now, &deep).trend, TREND_UNKNOWN);
    assert_int_equal(rate_look(&p, &now, &no_options).trend, TREND_FALLING);
    now.states = 5000; /* an earlier pass knew more */
    assert_true(rate_look(&p, &now, &no_options).left < 0);
    now = at(18, 1800, 1999); /* it has hardly fallen */
    assert_true(rate_look(&p, &now, &no_options).left < 0);
}

TEST(a_new_pass_begins_with_nothing)
{
    rate_meter p = falling_meter();
    engine_stats now = at(18.2, 1800, 3);
    now.pass = 1;
    now.pass_states = 5;
    assert_int_equal(rate_look(&p, &now, &no_options).trend, TREND_UNKNOWN);
    assert_true(is_near(rate_look(&p, &now, &no_options).per_second, 0));
    rate_see(&p, &now);
    now.seconds = 19.2;
    now.pass_states = 45;
    assert_true(is_near(rate_look(&p, &now, &no_options).per_second, 40));
}

TEST(schedules_that_are_left_take_so_long)
{
    rate_meter p = {0};
    const engine_options o = {.schedules = 1000};
    engine_stats then = {.seconds = 1, .states = 5000, .phase = PHASE_SAMPLE};
    engine_stats now = {.seconds = 3, .schedules = 100, .phase = PHASE_SAMPLE};
    rate_see(&p, &then);
    rate_view v = rate_look(&p, &now, &o);
    assert_true(is_near(v.per_second, 50));
    assert_true(is_near(v.left, 18));
}

TEST(memory_lasts_so_long)
{
    rate_meter p = {0};
    const engine_options o = {.limits.memory = 1000000};
    engine_stats then = {.seconds = 1, .memory = 300000};
    engine_stats now = {.seconds = 3, .memory = 400000};
    rate_see(&p, &then);
    assert_true(is_near(rate_look(&p, &now, &o).memory_left, 12));
    now.memory = 300000;
    assert_true(rate_look(&p, &now, &o).memory_left < 0);
    assert_true(rate_look(&p, &now, &no_options).memory_left < 0);
}

/* ---- In words ---- */

static void expect_words(const progress_view *i, const char *first, const char *second,
                         const char *third)
{
    strbuf lines[PROGRESS_TEXT_LINES] = {0};
    progress_text_words(i, lines);
    assert_string_equal(strbuf_text(&lines[0]), first);
    assert_string_equal(strbuf_text(&lines[1]), second);
    assert_string_equal(strbuf_text(&lines[2]), third);
    for (int k = 0; k < PROGRESS_TEXT_LINES; k++)
        strbuf_free(&lines[k]);
}

TEST(all_that_is_known_is_said)
{
    const engine_options o = {.limits = {.seconds = 60,
                                         .memory = (size_t)200 << 20,
                                         .states = 4000000,
                                         .depth = 50}};
    engine_stats s = at(42, 1234567, 3000);
    s.depth = 20;
    s.memory = (size_t)50 << 20;
    s.hottest = "Server.Busy on eReq";
    s.hottest_share = 0.314;
    progress_view i = {
        .test = "t", .engine = ENGINE_EXPLICIT, .options = &o, .stats = &s};
    i.rate = (rate_view){.per_second = 31415.9,
                         .trend = TREND_FALLING,
                         .frontier_rate = -1000,
                         .since_depth = 1700,
                         .left = 3,
                         .memory_left = 125};
    expect_words(
        &i,
        "1,234,567 of 4,000,000 states (31%), 31,416/s, depth 20 of 50, 42 s "
        "of 1 min 0 s (70%)",
        "3,000 waiting, falling by 1,000/s since depth 1,700; 3 s left at this rate",
        "50 of 200 MB (25%), full in 2 min 5 s at this rate, hottest: "
        "Server.Busy on eReq (31%)");
}

TEST(what_is_not_known_is_left_out)
{
    engine_stats s = at(1, 5, 2);
    s.memory = (size_t)3 << 20;
    s.executed = 10;
    s.lookups = 100;
    progress_view i = {
        .test = "t", .engine = ENGINE_EXPLICIT, .options = &no_options, .stats = &s};
    i.rate = (rate_view){.per_second = 5, .left = -1, .memory_left = -1};
    expect_words(&i, "5 states, 5/s, depth 1, 1 s", "2 waiting",
                 "3 MB, 10 local steps (90.0% cached)");
    i.rate.trend = TREND_STEADY;
    s.lookups = 0;
    expect_words(&i, "5 states, 5/s, depth 1, 1 s", "2 waiting, steady", "3 MB");
    i.rate.trend = TREND_GROWING;
    i.rate.frontier_rate = 7000;
    s.pass_states = 4;
    expect_words(
        &i, "5 states, 5/s, depth 1, 1 s",
        "restarted with a better tree: 4 states again, 2 waiting, growing by 7,000/s",
        "3 MB");
    s.phase = PHASE_COUNTEREXAMPLE;
    expect_words(&i, "5 states, 5/s, depth 1, 1 s",
                 "violation found; recovering its trace: 4 states again", "3 MB");
    s.phase = PHASE_CYCLES;
    expect_words(&i, "5 states, 5/s, depth 1, 1 s",
                 "all states visited; searching for cycles", "3 MB");
    s.phase = PHASE_SOME_CYCLES;
    expect_words(&i, "5 states, 5/s, depth 1, 1 s",
                 "searching for cycles among the visited states", "3 MB");
}

TEST(one_of_a_kind_is_singular)
{
    const engine_options one = {.limits.states = 1};
    engine_stats s = at(1, 1, 1);
    s.executed = 1;
    s.lookups = 2;
    progress_view i = {
        .test = "t", .engine = ENGINE_EXPLICIT, .options = &no_options, .stats = &s};
    i.rate = (rate_view){.left = -1, .memory_left = -1};
    expect_words(&i, "1 state, 0/s, depth 1, 1 s", "1 waiting",
                 "0 MB, 1 local step (50.0% cached)");
    s.phase = PHASE_COUNTEREXAMPLE;
    i.options = &one;
    s.lookups = 0;
    expect_words(&i, "1 of 1 state (100%), 0/s, depth 1, 1 s",
                 "violation found; recovering its trace: 1 state again", "0 MB");
    i.options = &no_options;
    s = (engine_stats){.phase = PHASE_SETS, .set = {.about = 1, .nodes = 1}};
    expect_words(&i, "1 state in 1 node, round 1, 0 s", "", "0 MB");
}

TEST(sets_tell_how_many_states_they_hold)
{
    const engine_options o = {.limits.seconds = 100};
    engine_stats s = {.phase = PHASE_SETS, .depth = 4, .seconds = 25};
    s.set.about = 999999999;
    s.set.nodes = 1234;
    s.memory = (size_t)3 << 20;
    progress_view i = {.test = "t", .engine = ENGINE_SETS, .options = &o, .stats = &s};
    i.rate = (rate_view){.left = -1, .memory_left = -1};
    expect_words(&i,
                 "999,999,999 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
                 "", "3 MB");
    s.set.about = 1e9;
    expect_words(&i, "1.0e9 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
                 "", "3 MB");
    s.set.about = 9.96e18;
    expect_words(&i, "1.0e19 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
                 "", "3 MB");
    s.phase = PHASE_CYCLES;
    expect_words(&i, "1.0e19 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
                 "all states visited; searching for cycles", "3 MB");
    s.phase = PHASE_SETS;
    s.set.about = INFINITY;
    expect_words(
        &i, "more than 1e308 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
        "", "3 MB");
    s.set.about = 2.0542e14;
    expect_words(&i, "2.1e14 states in 1,234 nodes, round 5, 25 s of 1 min 40 s (25%)",
                 "", "3 MB");
}

TEST(sampling_has_words_of_its_own)
{
    const engine_options o = {.schedules = 2000, .limits.seconds = 100};
    engine_stats s = {.phase = PHASE_SAMPLE,
                      .schedules = 500,
                      .behaviours = 499,
                      .states = 70000,
                      .seconds = 30,
                      .earlier = 5};
    progress_view i = {
        .test = "t", .engine = ENGINE_SAMPLE, .options = &o, .stats = &s};
    i.rate = (rate_view){.per_second = 20, .left = 75, .memory_left = -1};
    expect_words(&i,
                 "500 of 2,000 schedules (25%), 20/s, 499 different behaviours, 70,000 "
                 "different states, 30 s, this run 25 s of 1 min 40 s (25%)",
                 "1 min 15 s left at this rate", "0 MB");
}

TEST(counts_have_separators)
{
    static const struct {
        uint64_t n;
        const char *text;
    } all[] = {{0, "0"},
               {999, "999"},
               {1000, "1,000"},
               {100000, "100,000"},
               {1234567, "1,234,567"},
               {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char room[TEXT_DIGITS];
        strbuf b = {0};
        text_count(all[i].n, &b);
        assert_string_equal(strbuf_text(&b), all[i].text);
        assert_string_equal(text_digits(all[i].n, room), all[i].text);
        strbuf_free(&b);
    }
}

TEST(times_are_rounded_as_people_do)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{-1, "0 s"},          {0.4, "0 s"},          {59.4, "59 s"},
                 {59.6, "1 min 0 s"},  {3599, "59 min 59 s"}, {3600, "1 h 0 min"},
                 {90061, "25 h 1 min"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strbuf b = {0};
        progress_text_time(cases[i].seconds, &b);
        assert_string_equal(strbuf_text(&b), cases[i].text);
        strbuf_free(&b);
    }
}

/* ---- As JSON ---- */

TEST(json_has_every_number_or_null)
{
    engine_stats s = {.states = 1,
                      .transitions = 2,
                      .depth = 3,
                      .terminal = 4,
                      .frontier = 5,
                      .executed = 6,
                      .memory = 7,
                      .seconds = 8.5,
                      .pass_states = 1};
    progress_view i = {
        .test = "a\"b", .engine = ENGINE_EXPLICIT, .options = &no_options, .stats = &s};
    i.rate = (rate_view){.per_second = 9, .left = -1, .memory_left = -1};
    strbuf b = {0};
    progress_text_json(&i, "progress", NULL, &b);
    assert_string_equal(
        strbuf_text(&b),
        "{\"type\": \"progress\", \"test\": \"a\\\"b\", \"engine\": \"explicit\", "
        "\"states\": 1, \"transitions\": 2, \"depth\": 3, \"terminal\": 4, "
        "\"schedules\": 0, \"behaviours\": 0, \"cut\": 0, \"local_steps\": 6, "
        "\"memory\": 7, \"seconds\": 8.500, \"phase\": \"search\", \"pass_states\": 1, "
        "\"frontier\": 5, \"trend\": null, \"frontier_rate\": null, "
        "\"falling_since\": null, \"rate\": 9.000, \"left\": null, \"memory_left\": "
        "null, \"local_steps_asked\": null, \"hottest\": null, \"max_seconds\": null, "
        "\"max_memory\": null, \"max_states\": null, \"max_depth\": null}");
    strbuf_clear(&b);
    const engine_options o = {
        .schedules = 70,
        .limits = {.seconds = 10, .memory = 11, .states = 12, .depth = 13}};
    const verdict v = {.kind = VERDICT_SAMPLED};
    i.options = &o;
    i.engine = ENGINE_SAMPLE;
    progress_text_json(&i, "done", &v, &b);
    assert_non_null(strstr(strbuf_text(&b),
                           "\"seconds\": 8.500, \"verdict\": "
                           "\"sampled\", \"max_seconds\": 10.000, "
                           "\"max_memory\": 11, \"max_states\": 12, "
                           "\"max_depth\": 13, \"max_schedules\": 70}"));
    strbuf_free(&b);
}

TEST(json_tells_trend_and_phase)
{
    engine_stats s = {.states = 9,
                      .pass_states = 3,
                      .lookups = 44,
                      .hottest = "M.S on \"e\"",
                      .hottest_share = 0.25};
    progress_view i = {
        .test = "t", .engine = ENGINE_EXPLICIT, .options = &no_options, .stats = &s};
    i.rate = (rate_view){.trend = TREND_FALLING,
                         .frontier_rate = -2.5,
                         .since_depth = 1700,
                         .left = 1.25,
                         .memory_left = 2.5};
    strbuf b = {0};
    progress_text_json(&i, "snapshot", NULL, &b);
    assert_non_null(
        strstr(strbuf_text(&b),
               "\"phase\": \"again\", \"pass_states\": 3, \"frontier\": 0, \"trend\": "
               "\"falling\", \"frontier_rate\": -2.500, \"falling_since\": 1700, "
               "\"rate\": 0.000, "
               "\"left\": 1.250, \"memory_left\": 2.500, \"local_steps_asked\": 44, "
               "\"hottest\": {\"handler\": \"M.S on \\\"e\\\"\", \"share\": 0.2500}"));
    s.phase = PHASE_COUNTEREXAMPLE;
    strbuf_clear(&b);
    progress_text_json(&i, "snapshot", NULL, &b);
    assert_non_null(strstr(strbuf_text(&b), "\"phase\": \"way\""));
    s.phase = PHASE_CYCLES;
    strbuf_clear(&b);
    progress_text_json(&i, "snapshot", NULL, &b);
    assert_non_null(strstr(strbuf_text(&b), "\"phase\": \"cycles\""));
    strbuf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(nothing_seen_gives_the_average_and_no_trend),
        LEAK_FREE(the_rate_is_that_of_the_last_seconds),
        LEAK_FREE(a_frontier_grows_stays_and_falls),
        LEAK_FREE(a_frontier_that_falls_for_long_gives_an_estimate),
        LEAK_FREE(there_is_no_estimate_where_it_would_be_none),
        LEAK_FREE(a_new_pass_begins_with_nothing),
        LEAK_FREE(schedules_that_are_left_take_so_long),
        LEAK_FREE(memory_lasts_so_long),
        LEAK_FREE(all_that_is_known_is_said),
        LEAK_FREE(what_is_not_known_is_left_out),
        LEAK_FREE(one_of_a_kind_is_singular),
        LEAK_FREE(sets_tell_how_many_states_they_hold),
        LEAK_FREE(sampling_has_words_of_its_own),
        LEAK_FREE(times_are_rounded_as_people_do),
        LEAK_FREE(counts_have_separators),
        LEAK_FREE(json_has_every_number_or_null),
        LEAK_FREE(json_tells_trend_and_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
