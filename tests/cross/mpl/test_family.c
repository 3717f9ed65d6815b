#include "adapter.h"
#include "engine/dpor/dpor.h"
#include "family.h"
#include "unit.h"

#include <string.h>

/* Sanitizers see the same code with fewer executions. */
#ifdef FAMILY_SMALL
enum { LARGEST = 5, LARGEST_COMMIT = 3 };
#else
enum { LARGEST = 8, LARGEST_COMMIT = 6 };
#endif

typedef struct counted {
    uint64_t executions, blocked, errors;
} counted;

static counted explore(const char *text, const char *model, dpor_schedule schedule)
{
    mpl_program p;
    mpl_error e;
    assert_true(mpl_parse(&p, text, &e) && mpl_set_models(&p, model, &e));
    adapter a;
    adapter_init(&a, &p, 0);
    dpor_program program = adapter_program(&a);
    dpor_options o = {.schedule = schedule, .seed = 1, .keep_going = true};
    dpor_result r;
    dpor_run_program(&program, &o, &r);
    assert_int_equal(r.end, DPOR_DONE);
    dpor_result_free(&r);
    adapter_free(&a);
    mpl_free(&p);
    return (counted){r.stats.executions, r.stats.blocked, r.stats.errors};
}

static void expect(const char *text, const char *model, dpor_schedule schedule,
                   uint64_t executions, uint64_t blocked)
{
    counted c = explore(text, model, schedule);
    if (c.executions != executions || c.blocked != blocked || c.errors != 0)
        fail_msg("%s by schedule %d: %zu and %zu, not %zu and %zu: %s", model,
                 (int)schedule, (size_t)c.executions, (size_t)c.blocked,
                 (size_t)executions, (size_t)blocked, text);
}

/* All models and schedules give the same for most families. */
static void expect_always(const strbuf *text, uint64_t executions, uint64_t blocked)
{
    static const char *const models[] = {"asyn", "p2p", "cd", "mbox"};
    for (size_t m = 0; m < COUNT_OF(models); m++) {
        expect(text->data, models[m], DPOR_SENDS_FIRST, executions, blocked);
        if (executions > 1000)
            continue;
        expect(text->data, models[m], DPOR_LEFT_TO_RIGHT, executions, blocked);
        expect(text->data, models[m], DPOR_RANDOM, executions, blocked);
    }
}

static uint64_t factorial(uint64_t n)
{
    return n == 0 ? 1 : n * factorial(n - 1);
}

static uint64_t binomial(uint64_t n, uint64_t k)
{
    return k == 0 ? 1 : binomial(n - 1, k - 1) * n / k;
}

TEST(one_of_n_messages_is_received_in_n_ways)
{
    static const unsigned sizes[] = {1, 2, 5, 8, 200};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        strbuf text = {0};
        family_receive_one(sizes[i], &text);
        expect_always(&text, sizes[i], 0);
        strbuf_free(&text);
    }
}

TEST(n_messages_are_received_in_n_factorial_orders)
{
    for (unsigned n = 1; n <= LARGEST; n++) {
        strbuf text = {0};
        family_receive_all(n, &text);
        expect_always(&text, factorial(n), 0);
        strbuf_free(&text);
    }
}

TEST(n_messages_that_are_asked_for_in_order_come_in_one)
{
    static const unsigned sizes[] = {2, 5, 8, 60};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        strbuf text = {0};
        family_receive_in_order(sizes[i], &text);
        expect_always(&text, 1, 0);
        strbuf_free(&text);
    }
}

TEST(an_order_that_is_assumed_is_found_out_step_by_step)
{
    for (unsigned n = 2; n <= 20; n++) {
        strbuf text = {0};
        family_assume_order(n, &text);
        expect_always(&text, 1, n * (n - 1) / 2);
        strbuf_free(&text);
    }
}

TEST(n_workers_have_twice_n_factorial)
{
    for (unsigned n = 1; n <= LARGEST; n++) {
        strbuf text = {0};
        family_workers(n, &text);
        expect_always(&text, 2 * factorial(n), 0);
        strbuf_free(&text);
    }
}

TEST(two_phase_commit_has_votes_and_their_orders)
{
    for (unsigned n = 1; n <= LARGEST_COMMIT; n++) {
        strbuf text = {0};
        family_commit(n, &text);
        expect_always(&text, ((uint64_t)1 << n) * factorial(n), 0);
        strbuf_free(&text);
    }
}

/* K of the polls get something: which ones, and which messages. */
TEST(polls_get_some_of_the_messages)
{
    for (unsigned polls = 0; polls <= 6; polls++)
        for (unsigned sends = 0; sends <= 5; sends++) {
            strbuf text = {0};
            uint64_t ordered = 0, any = 0;
            for (unsigned k = 0; k <= polls && k <= sends; k++) {
                ordered += binomial(polls, k);
                any += binomial(polls, k) * binomial(sends, k) * factorial(k);
            }
            family_polls(polls, sends, &text);
            expect(text.data, "asyn", DPOR_LEFT_TO_RIGHT, any, 0);
            expect(text.data, "p2p", DPOR_SENDS_FIRST, ordered, 0);
            expect(text.data, "cd", DPOR_LEFT_TO_RIGHT, ordered, 0);
            expect(text.data, "mbox", DPOR_RANDOM, ordered, 0);
            strbuf_free(&text);
        }
}

TEST(polls_of_nothing_get_nothing)
{
    strbuf text = {0};
    strbuf_puts(&text, "n|n|n|n|n|n|n|n|n|n");
    expect_always(&text, 1, 0);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(one_of_n_messages_is_received_in_n_ways),
        LEAK_FREE(n_messages_are_received_in_n_factorial_orders),
        LEAK_FREE(n_messages_that_are_asked_for_in_order_come_in_one),
        LEAK_FREE(an_order_that_is_assumed_is_found_out_step_by_step),
        LEAK_FREE(n_workers_have_twice_n_factorial),
        LEAK_FREE(two_phase_commit_has_votes_and_their_orders),
        LEAK_FREE(polls_get_some_of_the_messages),
        LEAK_FREE(polls_of_nothing_get_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
