/* Fault budgets and monitors: the part of a state that belongs to no machine. */
#include "core/env.h"

#include "analysis_fixture.h"
#include "core/system.h"

/* ---- Budgets ---- */

static const char nobody[] = "machine Main { start state S { } }\n";

static core_options with_budgets(uint32_t crash, uint32_t loss, uint32_t dup)
{
    core_options o = {0};
    o.budgets[BUDGET_CRASH].left = crash;
    o.budgets[BUDGET_LOSS].left = loss;
    o.budgets[BUDGET_DUP].left = dup;
    return o;
}

static void expect_budgets(const core *c, value all, const uint32_t *left)
{
    for (int i = 0; i < BUDGET_COUNT; i++)
        assert_int_equal(env_budget(c, all, i), left[i]);
}

/* All the way down, each by itself, from the largest there is. */
TEST(spending_one_budget_leaves_the_others)
{
    for (int spent = 0; spent < BUDGET_COUNT; spent++) {
        core_options o = with_budgets(BUDGET_MAX, BUDGET_MAX, BUDGET_MAX);
        model m = model_load(nobody, &o);
        uint32_t left[BUDGET_COUNT] = {BUDGET_MAX, BUDGET_MAX, BUDGET_MAX};
        value all = env_budgets(m.c);
        expect_budgets(m.c, all, left);
        while (left[spent] > 0) {
            value before = all;
            all = env_spend(m.c, all, spent);
            left[spent]--;
            expect_budgets(m.c, all, left);
            assert_int_not_equal(before, all);
        }
        model_free(&m);
    }
}

TEST(a_budget_that_is_used_up_is_no_move)
{
    core_options o = with_budgets(2, 0, 1);
    model m = model_load(nobody, &o);
    values *v = &m.c->vals;
    value column = env_budgets(m.c);
    value env = list_make(m.c, &column, 1);
    env_notes notes = {0};
    value to = 77;
    assert_int_equal(env_respond(m.c, env, value_int(v, BUDGET_LOSS), &to, &notes),
                     ENV_PRUNED);
    assert_int_equal(to, 77);
    assert_int_equal(env_respond(m.c, env, value_int(v, BUDGET_DUP), &to, &notes),
                     ENV_FINE);
    expect_budgets(m.c, list_get(m.c, to).items[0], (uint32_t[]){2, 0, 0});
    env = to;
    assert_int_equal(env_respond(m.c, env, value_int(v, BUDGET_DUP), &to, &notes),
                     ENV_PRUNED);
    for (uint32_t left = 2; left > 0; left--) {
        assert_int_equal(env_respond(m.c, env, value_int(v, BUDGET_CRASH), &to, &notes),
                         ENV_FINE);
        env = to;
    }
    assert_int_equal(env_respond(m.c, env, value_int(v, BUDGET_CRASH), &to, &notes),
                     ENV_PRUNED);
    assert_int_equal(env, to);
    expect_budgets(m.c, list_get(m.c, env).items[0], (uint32_t[]){0, 0, 0});
    model_free(&m);
}

/* ---- Monitors ---- */

/* Three in a row: the first counts, the second fails or assumes, the third counts. */
static const char three[] =
    "event a: int; event b; axiom true;\n"
    "machine Main { start state S { entry { announce b; } } }\n"
    "spec First observes a { var n: int; start state S {\n"
    "  on a do (i: int) { n = n + 1; } } }\n"
    "spec Second observes a { start state S {\n"
    "  on a do (i: int) { assume (i != 1); assert i != 2; if (i == 3) { goto Hot; } } "
    "}\n"
    "  hot state Hot { on a goto Cold; } cold state Cold { on a goto S; } }\n"
    "spec Third observes a, b { var n: int; start state S {\n"
    "  on a do (i: int) { n = n + 1; } ignore b; } }\n"
    "test t [main=Main]: assert First, Second, Third in { Main };\n";

typedef struct fixture {
    model m;
    system_state at;
    uint32_t event_a, event_b;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.m = model_load(three, &(core_options){0})};
    transition_result r;
    system_start(f->m.c, &f->at, &r);
    f->event_a = find_event(f->m.ir, "a");
    f->event_b = find_event(f->m.ir, "b");
    assert_int_equal(env_columns(f->m.c), 4);
}

static void tear_down(fixture *f)
{
    vec_free(&f->at);
    model_free(&f->m);
}

static value observation(fixture *f, uint32_t event, value payload)
{
    const value parts[2] = {value_event(event), payload};
    return value_make(&f->m.c->vals, VK_RECORD, REC_OBSERVATION, parts, 2);
}

static env_answer observe_a(fixture *f, value *columns, int i, env_notes *notes)
{
    value seen = observation(f, f->event_a, value_int(&f->m.c->vals, i));
    return env_observe(f->m.c, columns, 0, seen, notes);
}

TEST(monitors_take_notice_in_turn_until_one_fails)
{
    fixture f;
    set_up(&f);
    const value *start = f.at.data;
    value columns[4];
    env_notes notes = {0};
    memcpy(columns, start, sizeof columns);
    assert_int_equal(observe_a(&f, columns, 0, &notes), ENV_FINE);
    assert_int_equal(columns[0], start[0]);
    assert_int_not_equal(columns[1], start[1]);
    assert_int_equal(columns[2], start[2]);
    assert_int_not_equal(columns[3], start[3]);
    /* The second assumes what is not so: the third sees nothing. */
    memcpy(columns, start, sizeof columns);
    assert_int_equal(observe_a(&f, columns, 1, &notes), ENV_PRUNED);
    assert_int_equal(columns[3], start[3]);
    /* It fails. */
    memcpy(columns, start, sizeof columns);
    assert_int_equal(notes.fault, 0);
    assert_int_equal(observe_a(&f, columns, 2, &notes), ENV_FAILED);
    assert_int_equal(columns[3], start[3]);
    assert_int_equal(notes.monitor, 1);
    assert_int_equal(f.m.c->faults.data[notes.fault - 1].kind, FAULT_ASSERT);
    vec_free(&notes.cooled);
    tear_down(&f);
}

TEST(only_those_who_observe_an_event_see_it)
{
    fixture f;
    set_up(&f);
    value columns[4];
    memcpy(columns, f.at.data, sizeof columns);
    env_notes notes = {0};
    value seen = observation(&f, f.event_b, VALUE_NULL);
    assert_int_equal(env_observe(f.m.c, columns, 0, seen, &notes), ENV_FINE);
    assert_memory_equal(columns, f.at.data, sizeof columns); /* ignored by one */
    vec_free(&notes.cooled);
    tear_down(&f);
}

TEST(hot_and_cooled_are_noted)
{
    fixture f;
    set_up(&f);
    value columns[4];
    env_notes notes = {0};
    memcpy(columns, f.at.data, sizeof columns);
    static const struct {
        int payload;
        bool is_hot;
        bool cools;
    } steps[] = {{3, true, false}, {0, false, true}, {0, false, false}};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        vec_clear(&notes.cooled);
        assert_int_equal(observe_a(&f, columns, steps[i].payload, &notes), ENV_FINE);
        assert_int_equal(env_spec_is_hot(f.m.c, columns, 1), steps[i].is_hot);
        assert_false(env_spec_is_hot(f.m.c, columns, 0));
        assert_int_equal(env_is_hot(f.m.c, list_make(f.m.c, columns, 4)),
                         steps[i].is_hot);
        if (steps[i].cools) {
            assert_int_equal(notes.cooled.len, 1);
            assert_int_equal(notes.cooled.data[0], value_int(&f.m.c->vals, 1));
        }
    }
    vec_free(&notes.cooled);
    tear_down(&f);
}

static value witness(fixture *f, int i)
{
    const value parts[2] = {observation(f, f->event_a, value_int(&f->m.c->vals, i)),
                            value_machine_id(0)};
    return value_make(&f->m.c->vals, VK_RECORD, REC_WITNESS, parts, 2);
}

/* What is asked of the world as a whole is what its columns do. */
TEST(the_world_as_one_value_does_the_same)
{
    static const env_answer answers[] = {ENV_FINE, ENV_PRUNED, ENV_FAILED, ENV_FINE};
    fixture f;
    set_up(&f);
    value env = list_make(f.m.c, f.at.data, 4);
    for (int i = 0; i < 4; i++) {
        value columns[4];
        memcpy(columns, f.at.data, sizeof columns);
        env_notes notes = {0};
        env_answer want = observe_a(&f, columns, i, &notes);
        value to = 77;
        env_notes told = {0};
        assert_int_equal(env_respond(f.m.c, env, witness(&f, i), &to, &told), want);
        assert_int_equal(told.cooled.len, notes.cooled.len);
        for (size_t k = 0; k < told.cooled.len; k++)
            assert_int_equal(told.cooled.data[k], notes.cooled.data[k]);
        vec_free(&told.cooled);
        vec_free(&notes.cooled);
        assert_int_equal(want, answers[i]);
        assert_int_equal(to, want == ENV_FINE ? list_make(f.m.c, columns, 4) : 77);
    }
    const value nothing = VALUE_NULL;
    value end = value_make(&f.m.c->vals, VK_RECORD, REC_DEAD_END, &nothing, 1);
    value to = 77;
    env_notes notes = {0};
    assert_int_equal(env_respond(f.m.c, env, end, &to, &notes), ENV_PRUNED);
    assert_int_equal(to, 77);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(spending_one_budget_leaves_the_others),
        LEAK_FREE(a_budget_that_is_used_up_is_no_move),
        LEAK_FREE(monitors_take_notice_in_turn_until_one_fails),
        LEAK_FREE(only_those_who_observe_an_event_see_it),
        LEAK_FREE(hot_and_cooled_are_noted),
        LEAK_FREE(the_world_as_one_value_does_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
