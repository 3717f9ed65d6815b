/* Reordered runs: the same steps, the same failure, fewer switches. */
#include "evidence/group.h"

#include "walk_fixture.h"

TEST(switches_are_counted)
{
    attempt_plan p = {0};
    static const uint32_t subjects[] = {1, 1, 2, 1, 3, 3};
    assert_int_equal(group_switches(&p), 0);
    for (size_t i = 0; i < COUNT_OF(subjects); i++)
        vec_push(&p, ((plan_step){.subject = subjects[i]}));
    assert_int_equal(group_switches(&p), 3);
    vec_free(&p);
}

/* How often S is in P, by machine, kind and message. */
static size_t count_step(const attempt_plan *p, const plan_step *s)
{
    size_t count = 0;
    vec_each (one, p)
        count += one->m.kind == s->m.kind && one->m.machine == s->m.machine &&
                 one->message == s->message && one->choices == s->choices;
    return count;
}

static size_t saved;

static void group_one(const char *text, uint64_t seed)
{
    const core_options o = {.network = NET_P2P};
    model m = model_load(text, &o);
    trace t;
    attempt a;
    attempt_plan before = {0};
    attempt_plan after = {0};
    walk_to_failure(&m, &o, &seed, 8, 60, &t);
    core *c = core_new(m.ir, m.c->test, &o);
    attempt_init(&a, c);
    assert_true(attempt_learn(&a, &t, &before));
    attempt_copy_plan(&before, &after);
    group_steps(&a, &after);
    assert_false(a.is_exact);
    assert_int_equal(after.len, before.len);
    assert_true(group_switches(&after) <= group_switches(&before));
    saved += group_switches(&before) - group_switches(&after);
    vec_each (one, &after)
        assert_int_equal(count_step(&after, one), count_step(&before, one));
    assert_true(attempt_run(&a, &after));
    size_t switches = group_switches(&after);
    group_steps(&a, &after); /* nothing is left to be joined */
    assert_int_equal(group_switches(&after), switches);
    replay_result want = walk_replay(&m, &o, &t);
    trace made;
    trace_init(&made);
    vec_each (one, &after)
        trace_add(&made, c, one->m, one->choices);
    walk_expect_fault(&m, &o, &made, &want);
    trace_fini(&made);
    vec_free(&before);
    vec_free(&after);
    attempt_fini(&a);
    core_free(c);
    trace_fini(&t);
    model_free(&m);
}

TEST(grouping_keeps_steps_and_failure_and_saves_switches)
{
    saved = 0;
    for (size_t i = 0; i < COUNT_OF(walk_programs); i++)
        for (uint64_t seed = 0; seed < test_size(20, 60); seed++)
            group_one(walk_programs[i], seed);
    assert_true(saved > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(switches_are_counted),
        LEAK_FREE(grouping_keeps_steps_and_failure_and_saves_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
