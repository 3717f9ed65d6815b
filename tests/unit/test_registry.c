#include "engine/registry.h"
#include "engine/statistics.h"
#include "report/stop_text.h"

#include "model_fixture.h"

/* ---- Names and features ---- */

TEST(engines_are_found_by_their_names)
{
    for (engine_id id = ENGINE_NONE + 1; id < ENGINE_COUNT; id++)
        assert_int_equal(registry_find(registry_name(id)), id);
    assert_int_equal(registry_find("explicitly"), ENGINE_NONE);
    assert_int_equal(registry_find(""), ENGINE_NONE);
    assert_int_equal(registry_find(NULL), ENGINE_NONE);
    assert_null(registry_name(ENGINE_NONE));
    assert_false(registry_has(ENGINE_NONE, TAKES_P));
}

TEST(every_setting_has_a_reader_and_means_one)
{
    for (engine_setting s = 0; s < SETTING_COUNT; s++) {
        engine_id means = registry_setting(s)->means;
        assert_int_not_equal(registry_reader(s, 0), ENGINE_NONE);
        if (means != ENGINE_NONE)
            assert_true(registry_reads(means, s));
    }
    assert_int_equal(registry_reader(SETTING_TAIL, 0), ENGINE_ASI);
    assert_int_equal(registry_reader(SETTING_TAIL, 1), ENGINE_NONE);
    assert_int_equal(registry_reader(SETTING_POR, 1), ENGINE_ASI);
}

TEST(only_asi_is_prepared_for_queues_without_bound)
{
    for (engine_id id = ENGINE_AUTO + 1; id < ENGINE_COUNT; id++) {
        engine_options o = {.core.stops_at_sends = true};
        registry_prepare(id, &o);
        assert_int_equal(o.core.stops_at_sends, id == ENGINE_ASI);
        assert_int_equal(o.reduction.unbounded, id == ENGINE_ASI);
    }
}

/* ---- Features are what engines accept ---- */

#define PLAIN                                                             \
    "event eGo; machine Main { start state S { entry { send this, eGo; }" \
    " on eGo do { } } }"
#define HOT                                                                      \
    PLAIN " spec Live observes eGo { start hot state Wait { on eGo goto Done; }" \
          " state Done { ignore eGo; } } test t [main=Main]: assert Live in {Main};"
#define POLLING                                                                 \
    "event eGo; machine Main { start state S { on null do { goto End; } on eGo" \
    " do { } } state End { entry { raise halt; } } }"

/* Engines of P accept the test exactly if they have FEATURE, and run it if they do. */
static void agree(const char *text, const core_options *with, engine_feature feature)
{
    const frontend_options front = {.warnings_off = true};
    program *p = frontend_load_text("t.p", text, strlen(text), &front);
    assert_int_equal(p->diags.errors, 0);
    ir_program *ir = lower_program(p);
    for (engine_id id = ENGINE_NONE + 1; id < ENGINE_COUNT; id++) {
        engine_options o = {.core = *with,
                            .auto_states = 10000,
                            .schedules = 3,
                            .max_steps = 50,
                            .threads = 1};
        strbuf why = {0};
        verdict v;
        if (!registry_has(id, TAKES_P))
            continue;
        if (id != ENGINE_AUTO)
            registry_prepare(id, &o);
        bool does = registry_applies(id, ir, &ir->tests[0], &o, &why);
        if (does != registry_has(id, feature))
            print_error("%s: %s\n", registry_name(id), strbuf_text(&why));
        assert_int_equal(does, registry_has(id, feature));
        assert_int_equal(why.len > 0, !does);
        verdict_init(&v);
        registry_run(id, ir, &ir->tests[0], &o, &v);
        assert_int_equal(v.kind == VERDICT_REFUSED, !does);
        assert_int_equal(v.engine, id == ENGINE_AUTO ? ENGINE_EXPLICIT : id);
        if (!does) {
            assert_int_equal(v.stop, STOP_NOT_APPLICABLE);
            assert_string_equal(v.detail, strbuf_text(&why));
        }
        verdict_fini(&v);
        strbuf_free(&why);
    }
    ir_free(ir);
    program_free(p);
}

TEST(features_are_what_engines_accept)
{
    core_options plain = {0};
    core_options causal = {.network = NET_CAUSAL};
    core_options crash = {.budgets[BUDGET_CRASH].left = 1};
    core_options loss = {.budgets[BUDGET_LOSS].left = 1};
    core_options copies = {.budgets[BUDGET_DUP].left = 1};
    agree(PLAIN, &plain, TAKES_P);
    agree(PLAIN, &causal, TAKES_CAUSAL);
    agree(PLAIN, &crash, TAKES_CRASHES);
    agree(PLAIN, &loss, TAKES_LOSS);
    agree(PLAIN, &copies, TAKES_DUPLICATES);
    agree(HOT, &plain, TAKES_HOT);
    agree(POLLING, &plain, TAKES_POLLING);
}

/* ---- Statistics ---- */

TEST(statistics_are_read_from_their_fields)
{
    engine_stats s = {.states = 3,
                      .executed = 4,
                      .reduction.tails = 5,
                      .set = {.states = "77", .about = 7.5, .peak = 8},
                      .memory = 9,
                      .seconds = 1.5};
    assert_int_equal(statistics_count(STATISTIC_STATES, &s), 3);
    assert_int_equal(statistics_count(STATISTIC_LOCAL_STEPS, &s), 4);
    assert_int_equal(statistics_count(STATISTIC_TAILS, &s), 5);
    assert_int_equal(statistics_count(STATISTIC_PEAK_NODES, &s), 8);
    assert_int_equal(statistics_count(STATISTIC_MEMORY, &s), 9);
    assert_true(statistics_real(STATISTIC_SECONDS, &s) == 1.5);
    assert_true(statistics_real(STATISTIC_ABOUT, &s) == 7.5);
    assert_string_equal(statistics_text(STATISTIC_SET_STATES, &s), "77");
    assert_null(statistics_text(STATISTIC_ORDER, &s));
    s.set.order = "narrow";
    assert_string_equal(statistics_text(STATISTIC_ORDER, &s), "narrow");
}

TEST(a_group_is_walked_in_the_order_of_the_table)
{
    statistic_id id = STATISTIC_COUNT;
    const statistic_id expected[] = {STATISTIC_EXECUTIONS, STATISTIC_BLOCKED,
                                     STATISTIC_REVISITS, STATISTIC_COUNT};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        id = statistics_next(id, STATISTIC_OF_EXECUTIONS, STATISTIC_IN_PROGRESS);
        assert_int_equal(id, expected[i]);
    }
}

/* ---- Reasons ---- */

TEST(every_reason_has_words)
{
    for (stop_reason i = STOP_NONE + 1; i < STOP_COUNT; i++) {
        assert_non_null(stop_words(i));
        for (stop_reason k = STOP_NONE + 1; k < i; k++)
            assert_string_not_equal(stop_words(i), stop_words(k));
    }
    assert_null(stop_words(STOP_NONE));
}

TEST(details_and_violations_are_told)
{
    strbuf room = {0};
    assert_string_equal(stop_text(STOP_DISK, "it is full", &room), "it is full");
    assert_string_equal(stop_text(STOP_NO_END, "10", &room),
                        "a thread did not end within 10 events (see --max-depth)");
    strbuf_clear(&room);
    const verdict v = {
        .stop = STOP_BITSTATE_LOSS, .saw_violation = true, .violation_within = 7};
    assert_string_equal(stop_text_verdict(&v, &room),
                        "there is a violation within 7 steps, but bitstate missed "
                        "states before its trace was recovered");
    strbuf_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(engines_are_found_by_their_names),
        LEAK_FREE(every_setting_has_a_reader_and_means_one),
        LEAK_FREE(only_asi_is_prepared_for_queues_without_bound),
        LEAK_FREE(features_are_what_engines_accept),
        LEAK_FREE(statistics_are_read_from_their_fields),
        LEAK_FREE(a_group_is_walked_in_the_order_of_the_table),
        LEAK_FREE(every_reason_has_words),
        LEAK_FREE(details_and_violations_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
