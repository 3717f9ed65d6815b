#include "engine/auto/runner.h"

#include "base/clock.h"
#include "engine/registry.h"
#include "model_fixture.h"

#include <pthread.h>

/* Four machines that count to five, each for itself: 6 ** 4 states once all are there.
 */
#define COUNTERS                                                                    \
    "event eGo; machine Main { start state S { entry { var i: int; while (i < 4) {" \
    " i = i + 1; new Counter(); } } } }"                                            \
    "machine Counter { var n: int; start state S { entry { send this, eGo; }"       \
    " on eGo do { n = n + 1; if (n < 5) { send this, eGo; } } } }"

#define ENDLESS                                                             \
    "event eGo: int; machine Main { start state S { entry { send this, eGo" \
    ", 0; } on eGo do (n: int) { send this, eGo, n + 1; } } }"

/* The order of a set of machines shows, so reduced says that they are not symmetric. */
#define BROADCAST                                                                    \
    "event eGo; event eBack: machine; machine Main { var last: machine; start state" \
    " S { entry { var s: set[machine]; var x: machine; s += (new M()); s += (new"    \
    " M()); foreach (x in s) { last = x; send x, eGo; } } } }"                       \
    " machine M { start state S { ignore eGo; } }"

#define WRONG "machine Main { start state S { entry { assert false; } } }"

static const engine_id searches[] = {ENGINE_EXPLICIT, ENGINE_REDUCED, ENGINE_SETS};

enum { SEARCHES = sizeof searches / sizeof *searches, LONG_S = 1000 };

static engine_options plain(void)
{
    return (engine_options){
        .auto_states = 100, .schedules = 3, .max_steps = 50, .threads = 1, .seed = 1};
}

static runner *runner_of(const model *m, engine_id engine, const engine_options *o)
{
    return runner_new(engine, m->ir, m->c->test, o);
}

/* An engine may have ended before pthread_create has returned to its owner. */
TEST(an_engine_that_ends_at_once_has_ended)
{
    model m = model_load(WRONG, &(core_options){0});
    const engine_options o = plain();
    for (int i = 0; i < (int)test_size(200, 1000); i++) {
        runner *r = runner_of(&m, searches[i % SEARCHES], &o);
        runner_start(r, 1000);
        assert_true(runner_is_on_its_way(r));
        runner_wait(r, LONG_S);
        assert_false(runner_is_on_its_way(r));
        assert_true(runner_has_ended(r));
        assert_int_equal(runner_verdict(r)->kind, VERDICT_VIOLATED);
        runner_free(r);
    }
    model_free(&m);
}

static void check_same(const verdict *a, const verdict *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->stats.states, b->stats.states);
    assert_int_equal(a->stats.transitions, b->stats.transitions);
    assert_int_equal(a->stats.depth, b->stats.depth);
}

/* Lets the engine run STEP states at a time.  Returns the number of pauses. */
static unsigned run_in_parts(runner *r, uint64_t step)
{
    unsigned pauses = 0;
    for (uint64_t work = step; !runner_has_ended(r); work += step) {
        uint64_t before = runner_work(r);
        runner_start(r, work);
        runner_wait(r, LONG_S);
        assert_true(runner_work(r) >= before);
        if (runner_has_ended(r))
            break;
        assert_true(runner_work(r) >= work);
        pauses++;
    }
    return pauses;
}

TEST(an_engine_that_pauses_counts_what_it_counts_alone)
{
    model m = model_load(COUNTERS, &(core_options){0});
    for (int i = 0; i < SEARCHES; i++) {
        engine_options o = plain();
        o.core.network = NET_P2P;
        verdict alone;
        verdict_init(&alone);
        registry_prepare(searches[i], &o);
        registry_run(searches[i], m.ir, m.c->test, &o, &alone);
        runner *r = runner_of(&m, searches[i], &o);
        unsigned pauses = run_in_parts(r, 500);
        assert_true(pauses > 0 || alone.stats.states < 1000);
        check_same(runner_verdict(r), &alone);
        runner_free(r);
        verdict_fini(&alone);
    }
    model_free(&m);
}

/* Random runs count runs and steps.  How long runs may be depends on the steps before
 * them, so only pauses at the same places give the same runs: these do. */
TEST(random_runs_go_on_where_they_paused)
{
    enum { STEP = 20000, PARTS = 10 };
    model m = model_load(COUNTERS, &(core_options){0});
    engine_options o = plain();
    o.schedules = 0;
    o.max_steps = 1000;
    o.pct_depth = 3;
    o.strategy = SAMPLE_PORTFOLIO;
    for (unsigned threads = 1; threads <= 2; threads++) {
        uint64_t runs = 0;
        o.threads = threads;
        runner *r = runner_of(&m, ENGINE_SAMPLE, &o);
        for (uint64_t part = 1; part <= PARTS; part++) {
            runner_start(r, part * STEP);
            runner_wait(r, LONG_S);
            assert_false(runner_has_ended(r));
            assert_in_range(runner_work(r), part * STEP, part * STEP + STEP / 2);
            assert_true(runner_now(r)->schedules > runs);
            runs = runner_now(r)->schedules;
        }
        uint64_t work = runner_work(r);
        runner_quit(r);
        assert_int_equal(runner_work(r), work);
        assert_int_equal(runner_verdict(r)->stats.schedules, runs);
        assert_non_null(runner_verdict(r)->coverage);
        runner_free(r);
    }
    model_free(&m);
}

/* Not begun, waiting for its turn, and in the middle of a search without an end. */
TEST(an_engine_is_freed_wherever_it_is)
{
    model m = model_load(ENDLESS, &(core_options){0});
    const engine_options o = plain();
    for (int i = 0; i < SEARCHES; i++) {
        runner_free(runner_of(&m, searches[i], &o));
        runner *waits = runner_of(&m, searches[i], &o);
        runner_start(waits, 1000);
        runner_wait(waits, LONG_S);
        assert_false(runner_has_ended(waits));
        runner_free(waits);
        runner *runs = runner_of(&m, searches[i], &o);
        runner_start(runs, UINT64_MAX);
        runner_free(runs);
        runner *late = runner_of(&m, searches[i], &o);
        runner_start_late(late, UINT64_MAX);
        runner_free(late);
    }
    runner_free(NULL);
    model_free(&m);
}

/* A wait that is over ends the engine, and its verdict is that time is up. */
TEST(an_engine_that_comes_to_no_pause_is_ended)
{
    model m = model_load(ENDLESS, &(core_options){0});
    const engine_options o = plain();
    runner *r = runner_of(&m, ENGINE_EXPLICIT, &o);
    runner_start(r, UINT64_MAX);
    runner_wait(r, 0.01);
    assert_true(runner_has_ended(r));
    assert_int_equal(runner_verdict(r)->kind, VERDICT_UNKNOWN);
    assert_int_equal(runner_verdict(r)->stop, STOP_TIME);
    runner_free(r);
    model_free(&m);
}

TEST(the_first_violation_has_its_time)
{
    const engine_options o = plain();
    const char *texts[] = {COUNTERS, WRONG};
    _Atomic uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        model m = model_load(texts[i], &(core_options){0});
        uint64_t before = clock_ns();
        runner *r = runner_of(&m, ENGINE_SAMPLE, &o);
        runner_note_violation(r, &at);
        runner_start_late(r, UINT64_MAX);
        runner_wait(r, LONG_S);
        uint64_t then = at;
        assert_int_equal(then != 0, i == 1);
        assert_true(then == 0 || (before <= then && then <= clock_ns()));
        runner_free(r);
        model_free(&m);
    }
}

/* A host that has one thread, the owner's. */
typedef struct listener {
    pthread_t owner;
    unsigned notices;
} listener;

static void hear(void *context, const char *text)
{
    listener *l = context;
    assert_non_null(text);
    assert_true(pthread_equal(pthread_self(), l->owner));
    l->notices++;
}

TEST(only_the_owner_tells_the_host_of_notices)
{
    model m = model_load(BROADCAST, &(core_options){0});
    listener l = {.owner = pthread_self()};
    engine_options o = plain();
    o.notice = hear;
    o.progress_context = &l;
    runner *r = runner_of(&m, ENGINE_REDUCED, &o);
    runner_start(r, 1000);
    runner_wait(r, LONG_S);
    assert_int_not_equal(l.notices, 0);
    runner_free(r);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_engine_that_ends_at_once_has_ended),
        LEAK_FREE(an_engine_that_pauses_counts_what_it_counts_alone),
        LEAK_FREE(random_runs_go_on_where_they_paused),
        LEAK_FREE(an_engine_is_freed_wherever_it_is),
        LEAK_FREE(an_engine_that_comes_to_no_pause_is_ended),
        LEAK_FREE(the_first_violation_has_its_time),
        LEAK_FREE(only_the_owner_tells_the_host_of_notices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
