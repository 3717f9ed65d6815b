/* Narrowed choices: which alternatives are tried, and under which numbers. */
#include "core/narrow.h"

#include "core/coverage.h"
#include "core/step.h"
#include "core/system.h"
#include "model_fixture.h"

/* ---- Which ones ---- */

/* They begin with 0. */
static void expect_spread(uint32_t width, uint32_t count)
{
    uint32_t least = UINT32_MAX;
    uint32_t most = 0;
    uint32_t found = 1;
    uint32_t last = 0;
    for (uint32_t next; (next = narrow_next(width, count, last)) != 0; last = next) {
        assert_true(next > last);
        least = next - last < least ? next - last : least;
        most = next - last > most ? next - last : most;
        found++;
    }
    assert_int_equal(found, count);
    assert_int_equal(last, width - 1);
    assert_true(most <= least + 1 || count == 1);
}

TEST(both_ends_and_others_evenly_between_them)
{
    for (uint32_t width = 2; width <= 60; width++)
        for (uint32_t count = 2; count <= width; count++)
            expect_spread(width, count);
    for (uint32_t count = 2; count <= 10000; count += 7)
        expect_spread(10000, count);
    expect_spread(1, 1);
    expect_spread(10000, 10000);
}

/* As a script has it that is wrong, and as RUN_LOOPS. */
TEST(nothing_comes_after_what_is_no_alternative)
{
    assert_int_equal(narrow_next(3, 3, 3), 0);
    assert_int_equal(narrow_next(3, 2, 7), 0);
    assert_int_equal(narrow_next(0, 0, UINT32_MAX), 0);
}

TEST(after_an_alternative_that_is_not_tried_comes_the_next_one_that_is)
{
    /* 0, 3, 6, 9 */
    static const uint32_t after[] = {3, 3, 3, 6, 6, 6, 9, 9, 9, 0};
    for (uint32_t i = 0; i < COUNT_OF(after); i++)
        assert_int_equal(narrow_next(10, 4, i), after[i]);
}

/* ---- Steps ---- */

/* BODY sets x; the outcomes have these choices, and as many as COUNT. */
static void expect_choices(const char *body, uint32_t narrow, const uint32_t *want,
                           uint32_t count, uint64_t narrowed)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "machine Main { var x: int; var b: bool; start state S { entry {\n"
                  "  var q: seq[int]; %s } } }\n",
                  body);
    model m = model_load(strbuf_text(&text), &(core_options){.narrow = narrow});
    system_state s = {0};
    transition_result r;
    system_start(m.c, &s, &r);
    step_outcomes ways = step_machine(m.c, system_local(m.c, &s, 0), VALUE_NULL);
    assert_int_equal(ways.count, count);
    for (uint32_t i = 0; i < count; i++) {
        value_view choices = list_get(m.c, step_outcome(m.c, ways, i)->choices);
        assert_int_equal(value_to_int(&m.c->vals, choices.items[0]), want[i]);
    }
    assert_int_equal(coverage_count_narrowed(m.c->coverage), narrowed);
    vec_free(&s);
    model_free(&m);
    strbuf_free(&text);
}

#define EXPECT_CHOICES(body, narrow, narrowed, ...)               \
    expect_choices(body, narrow, (const uint32_t[]){__VA_ARGS__}, \
                   COUNT_OF(((const uint32_t[]){__VA_ARGS__})), narrowed)

TEST(outcomes_keep_the_numbers_of_their_alternatives)
{
    EXPECT_CHOICES("x = choose(10);", 4, 1, 0, 3, 6, 9);
    EXPECT_CHOICES("x = choose(10000);", 2, 1, 0, 9999);
    EXPECT_CHOICES("q += (0, 7); q += (1, 8); q += (2, 9); x = choose(q);", 2, 1, 0, 2);
}

TEST(a_choice_that_is_not_wider_stays_as_it_is)
{
    EXPECT_CHOICES("x = choose(3);", 3, 0, 0, 1, 2);
    EXPECT_CHOICES("x = choose(3);", 0, 0, 0, 1, 2);
    EXPECT_CHOICES("b = $;", 2, 0, 0, 1);
}

TEST(a_place_is_counted_once)
{
    EXPECT_CHOICES("x = choose(3); x = x * 3 + choose(3);", 2, 2, 0, 0, 2, 2);
    EXPECT_CHOICES("x = choose(3 + choose(2)); b = x > 0;", 2, 1, 0, 0, 1);
}

/* ---- Runs that are alone ---- */

/* A trace may hold any alternative. */
TEST(a_script_chooses_what_is_not_tried)
{
    model m = model_load("machine Main { var x: int; start state S { entry {\n"
                         "  x = choose(10); } } }\n",
                         &(core_options){.narrow = 2});
    system_state s = {0};
    transition_result r;
    static const uint32_t five = 5;
    script follows = {.choices = &five, .choice_count = 1};
    system_start(m.c, &s, &r);
    m.c->script = &follows;
    step_outcomes way = step_machine(m.c, system_local(m.c, &s, 0), VALUE_NULL);
    assert_int_equal(way.count, 1);
    assert_false(follows.is_wrong);
    value local = step_outcome(m.c, way, 0)->local;
    assert_int_equal(
        value_to_int(&m.c->vals, value_item(&m.c->vals, local, LOCAL_FIELDS)), 5);
    assert_int_equal(coverage_count_narrowed(m.c->coverage), 0);
    m.c->script = NULL;
    vec_free(&s);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(both_ends_and_others_evenly_between_them),
        LEAK_FREE(nothing_comes_after_what_is_no_alternative),
        LEAK_FREE(after_an_alternative_that_is_not_tried_comes_the_next_one_that_is),
        LEAK_FREE(outcomes_keep_the_numbers_of_their_alternatives),
        LEAK_FREE(a_choice_that_is_not_wider_stays_as_it_is),
        LEAK_FREE(a_place_is_counted_once),
        LEAK_FREE(a_script_chooses_what_is_not_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
