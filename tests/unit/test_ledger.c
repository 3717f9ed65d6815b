/* What chunks have counted: each counts once, and as soon as it is known to count. */
#include "engine/sample/ledger.h"

#include "base/hash.h"
#include "model_fixture.h"

static const char text[] = "machine Main { start state S { entry { } } }\n";

static void count(ledger_entry *e, uint64_t steps, bool is_cut, uint64_t behaviour)
{
    const sampler_run r = {.steps = steps, .is_cut = is_cut};
    ledger_count_run(e, &r);
    vec_push(&e->behaviours, behaviour);
    vec_push(&e->states, behaviour + 1000);
    e->executed->costs[0].steps++;
}

typedef struct fixture {
    model m;
    ledger l;
    ledger_total total;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.m = model_load(text, &(core_options){0})};
    f->total.executed = coverage_new(f->m.ir);
}

static void tear_down(fixture *f)
{
    ledger_fini(&f->l);
    ledger_total_fini(&f->total);
    coverage_free(f->total.executed);
    model_free(&f->m);
}

static void expect(const fixture *f, uint64_t runs, uint64_t transitions, uint64_t cut,
                   uint64_t depth, uint64_t behaviours)
{
    const engine_stats *s = &f->total.stats;
    assert_int_equal(s->schedules, runs);
    assert_int_equal(s->transitions, transitions);
    assert_int_equal(s->cut, cut);
    assert_int_equal(s->depth, depth);
    assert_int_equal(s->behaviours, behaviours);
    assert_int_equal(s->states, behaviours);
    assert_int_equal(f->total.executed->costs[0].steps, runs);
}

TEST(of_a_run_that_was_stopped_only_the_steps_count)
{
    fixture f;
    set_up(&f);
    ledger_entry *e = ledger_begin(&f.l, f.m.ir, 0);
    const sampler_run stopped = {.steps = 9, .is_cut = true, .stop = STOP_TIME};
    count(e, 5, false, 1);
    ledger_count_run(e, &stopped);
    ledger_settle(&f.l, UINT64_MAX, &f.total);
    expect(&f, 1, 14, 0, 5, 1);
    tear_down(&f);
}

TEST(chunks_behind_the_end_wait)
{
    fixture f;
    set_up(&f);
    ledger_entry *e = ledger_begin(&f.l, f.m.ir, 0);
    count(e, 5, false, 1);
    count(e, 7, true, 2);
    e = ledger_begin(&f.l, f.m.ir, 32);
    count(e, 9, false, 2);
    assert_int_equal(ledger_pending(&f.l), 6);
    ledger_settle(&f.l, 0, &f.total);
    expect(&f, 0, 0, 0, 0, 0);
    ledger_settle(&f.l, 32, &f.total);
    expect(&f, 2, 12, 1, 7, 2);
    assert_int_equal(ledger_pending(&f.l), 2);
    ledger_settle(&f.l, 33, &f.total);
    expect(&f, 3, 21, 1, 9, 2);
    ledger_settle(&f.l, UINT64_MAX, &f.total);
    expect(&f, 3, 21, 1, 9, 2);
    tear_down(&f);
}

/* Entries are used again, and are then as new. */
TEST(the_order_of_settling_does_not_matter)
{
    uint64_t random = 7;
    for (int round = 0; round < 50; round++) {
        fixture f;
        uint64_t runs = 0;
        uint64_t steps = 0;
        set_up(&f);
        for (uint64_t chunk = 0; chunk < 40; chunk++) {
            ledger_entry *e = ledger_begin(&f.l, f.m.ir, chunk * 16);
            for (uint64_t i = hash_random(&random) % 4; i > 0; i--) {
                uint64_t made = hash_random(&random) % 9;
                count(e, made, false, ++runs);
                steps += made;
            }
            if (hash_random(&random) % 3 == 0)
                ledger_settle(&f.l, hash_random(&random) % (chunk * 16 + 1), &f.total);
        }
        assert_int_equal(f.total.stats.schedules + ledger_pending(&f.l) / 2, runs);
        ledger_settle(&f.l, UINT64_MAX, &f.total);
        assert_int_equal(f.total.stats.transitions, steps);
        assert_int_equal(f.total.stats.behaviours, runs);
        assert_int_equal(f.total.executed->costs[0].steps, runs);
        tear_down(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(of_a_run_that_was_stopped_only_the_steps_count),
        LEAK_FREE(chunks_behind_the_end_wait),
        LEAK_FREE(the_order_of_settling_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
