/* Runs that stop at sends become runs of whole handlers that fail in the same way. */
#include "evidence/coarsen.h"

#include "walk_fixture.h"

static const core_options fine = {.network = NET_MBOX, .stops_at_sends = true};
static const core_options whole = {.network = NET_MBOX};

/* Handlers with several sends and choices between them. */
static const char several[] =
    "event eA: int; event eB: int; event eDone;\n"
    "machine Main { start state S { entry { var r: machine; r = new R();\n"
    "  new Sender(r); new Sender(r); } } }\n"
    "machine Sender { start state S { entry (r: machine) { var i: int;\n"
    "  i = choose(3); send r, eA, i; if ($) { i = i + choose(2); }\n"
    "  send r, eB, i; send r, eDone; } } }\n"
    "machine R { var sum: int; var done: int; start state S {\n"
    "  on eA do (i: int) { sum = sum + i; }\n"
    "  on eB do (i: int) { sum = sum + i; assert sum < 7 || done > 0; }\n"
    "  on eDone do { done = done + 1; } } }\n";

static const char *const programs[] = {walk_race, walk_end, several};

TEST(whole_handlers_fail_in_the_same_way)
{
    unsigned made = 0;
    unsigned shorter = 0;
    for (size_t i = 0; i < COUNT_OF(programs); i++)
        for (uint64_t seed = 0; seed < test_size(10, 60); seed++) {
            uint64_t dice = seed;
            model m = model_load(programs[i], &whole);
            trace t;
            walk_to_failure(&m, &fine, &dice, 5, 60, &t);
            replay_result want = walk_replay(&m, &fine, &t);
            size_t before = t.steps.len;
            if (coarsen_trace(m.ir, m.c->test, &fine, &t)) {
                walk_expect_fault(&m, &whole, &t, &want);
                made++;
                shorter += t.steps.len < before;
            } else { /* unchanged */
                assert_int_equal(t.steps.len, before);
                walk_expect_fault(&m, &fine, &t, &want);
            }
            trace_fini(&t);
            model_free(&m);
        }
    assert_true(made >= test_size(25, 150));
    assert_true(shorter > 5);
}

/* A handler that sends without end cannot run to its end. */
TEST(a_handler_without_end_is_left_as_it_is)
{
    static const char text[] =
        "event eA; event eB: int;\n"
        "machine Main { start state S { entry { var r: machine; r = new R();\n"
        "  while (true) { send r, eA; } } } }\n"
        "machine R { var n: int; start state S {\n"
        "  on eA do { n = n + 1; assert n < 3; } } }\n";
    uint64_t seed = 1;
    model m = model_load(text, &whole);
    trace t;
    walk_to_failure(&m, &fine, &seed, 3, 60, &t);
    replay_result want = walk_replay(&m, &fine, &t);
    size_t before = t.steps.len;
    assert_false(coarsen_trace(m.ir, m.c->test, &fine, &t));
    assert_int_equal(t.steps.len, before);
    walk_expect_fault(&m, &fine, &t, &want);
    trace_fini(&t);
    model_free(&m);
}

/* R fails; but the handler of eGo, when it runs to its end, fails before that. */
TEST(another_failure_is_none)
{
    static const char text[] =
        "event eA; event eGo;\n"
        "machine Main { start state S { entry { var r: machine; r = new R();\n"
        "  send new W(r), eGo; } } }\n"
        "machine W { var r: machine; start state S { entry (m: machine) { r = m; }\n"
        "  on eGo do { send r, eA; assert false; } } }\n"
        "machine R { start state S { on eA do { assert false; } } }\n";
    for (uint64_t seed = 0; seed < 5; seed++) {
        uint64_t dice = seed;
        model m = model_load(text, &whole);
        trace t;
        walk_to_failure(&m, &fine, &dice, 3, 60, &t);
        replay_result want = walk_replay(&m, &fine, &t);
        assert_false(coarsen_trace(m.ir, m.c->test, &fine, &t));
        walk_expect_fault(&m, &fine, &t, &want);
        trace_fini(&t);
        model_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(whole_handlers_fail_in_the_same_way),
        LEAK_FREE(another_failure_is_none),
        LEAK_FREE(a_handler_without_end_is_left_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
