/* The reduced search: no violation is lost, and no transition is postponed for ever. */
#include "engine/reduce/reduced_search.h"

#include "reach_fixture.h"

typedef struct outcome_of {
    bool is_over; /* a violation was found */
    uint32_t states;
    uint64_t provisos;
} outcome_of;

/* Pointers onward form no cycle, except that a root points to itself. */
static void expect_forest(const reduced_search *s)
{
    for (uint32_t i = 0; i < s->onward.len; i++) {
        uint32_t at = i;
        for (size_t steps = 0; s->onward.data[at] != at; steps++) {
            assert_true(steps < s->onward.len);
            at = s->onward.data[at];
        }
    }
}

static outcome_of search(const char *text, const core_options *with, bool depth_first,
                         unsigned flaws)
{
    engine_options o = {.core = *with, .depth_first = depth_first};
    o.reduction.flaws = flaws;
    model m = model_load(text, with);
    verdict v;
    verdict_init(&v);
    reduced_search s = {.o = &o, .c = m.c, .v = &v};
    reduced_search_run(&s);
    assert_int_equal(s.rows.stopped, STOP_NONE);
    assert_int_equal(s.v->stats.deeper, 0);
    expect_forest(&s);
    outcome_of found = {s.rows.is_over, row_store_count(&s.rows.states),
                        v.stats.reduction.provisos};
    reduced_search_fini(&s);
    verdict_fini(&v);
    model_free(&m);
    return found;
}

/* Blinkers go round in circles, and the counter fails in the end.  Since each sends to
 * itself alone, a stubborn set of each state is what one of them does. */
#define BLINKER                                                          \
    "event eTick; event eStep: int;\n"                                   \
    "machine Blinker { var lit: bool; start state S {\n"                 \
    "  entry { send this, eTick; }\n"                                    \
    "  on eTick do { lit = !lit; send this, eTick; } } }\n"              \
    "machine Counter { start state S { entry { send this, eStep, 3; }\n" \
    "  on eStep do (n: int) { assert n > 0; send this, eStep, n - 1; } } }\n"

static const char *const circles[] = {
    BLINKER "machine Main { start state S { entry {\n"
            "  new Blinker(); new Counter(); } } }\n",
    BLINKER "machine Main { start state S { entry {\n"
            "  new Counter(); new Blinker(); } } }\n",
    BLINKER "machine Main { start state S { entry {\n"
            "  new Blinker(); new Counter(); new Blinker(); } } }\n",
};

/* Lemma proviso-1. */
TEST(a_circle_does_not_postpone_the_rest_for_ever)
{
    unsigned lost = 0;
    for (size_t i = 0; i < COUNT_OF(circles); i++)
        for (int depth_first = 0; depth_first < 2; depth_first++) {
            const core_options o = {0};
            outcome_of found = search(circles[i], &o, depth_first, 0);
            assert_true(found.is_over);
            lost += !search(circles[i], &o, depth_first, FLAW_NO_PROVISO).is_over;
        }
    assert_true(lost > 0); /* without the proviso, the programs would tell */
}

/* Three circles, none of which fails: each is explored in the end. */
TEST(a_circle_is_left_once_it_is_closed)
{
    static const char text[] =
        BLINKER "machine Main { start state S { entry {\n"
                "  new Blinker(); new Blinker(); new Blinker(); } } }\n";
    for (int depth_first = 0; depth_first < 2; depth_first++) {
        outcome_of found = search(text, &(core_options){0}, depth_first, 0);
        assert_false(found.is_over);
        assert_true(found.provisos > 0);
    }
}

static unsigned compared, with_fault;

static void compare(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    reach_counts n = reach_all(&r);
    bool applies = n.states < REACH_MOST && !core_may_be_hot(r.m.ir, r.m.c->test);
    reach_end(&r);
    for (int depth_first = 0; depth_first < 2 && applies; depth_first++) {
        outcome_of found = search(text, o, depth_first, 0);
        if (found.is_over != n.has_fault)
            print_error("%s\n", text);
        assert_int_equal(found.is_over, n.has_fault);
        assert_true(n.has_fault || found.states <= n.states);
        compared++;
        with_fault += n.has_fault;
    }
}

TEST(a_violation_is_found_if_and_only_if_there_is_one)
{
    compared = with_fault = 0;
    each_program(compare);
    assert_true(with_fault > 50 && compared - with_fault > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_circle_does_not_postpone_the_rest_for_ever),
        LEAK_FREE(a_circle_is_left_once_it_is_closed),
        LEAK_FREE(a_violation_is_found_if_and_only_if_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
