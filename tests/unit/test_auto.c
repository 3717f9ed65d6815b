#include "engine/engine.h"
#include "model_fixture.h"

/* Cycles must be judged, and clients choose numbers that the server keeps: sets are
 * soon far ahead of the search, and neither comes to an end. */
static const char endless[] =
    "event eWrite: (machine, int); "
    "event eDone: machine; "
    "event eAsk; event eAnswer; "
    "machine Main { start state S { entry { var s: machine; var i: int; s = new "
    "Server(); while (i < 3) { new Client(s); i = i + 1; } } } } "
    "machine Client { "
    "var n: int; var server: machine; "
    "start state S { entry (s: machine) { server = s; write(); } on eDone do { "
    "announce eAnswer; n = n + 1; if (n < 2) { write(); } } } "
    "fun write() { announce eAsk; send server, eWrite, (this, choose(100)); } "
    "} "
    "machine Server { var kept: map[int, int]; "
    "start state S { on eWrite do (w: (machine, int)) { kept[w.1 / 10] = w.1; send "
    "w.0, eDone, w.0; } } "
    "} "
    "spec Answered observes eAsk, eAnswer { "
    "var open: int; "
    "start cold state Idle { on eAsk do { open = open + 1; goto Open; } } "
    "hot state Open { on eAsk do { open = open + 1; } on eAnswer do { open = open - 1; "
    "if (open == 0) { goto Idle; } } } "
    "} "
    "test tc [main=Main]: assert Answered in { Main, Client, Server }; ";

typedef struct host {
    volatile sig_atomic_t stop;
    unsigned turns; /* of sets, before the user interrupts */
} host;

/* Random runs are paused then, so at least so many count every time. */
static void on_begin(void *context, engine_id engine)
{
    host *h = context;
    if (engine == ENGINE_SETS && h->turns-- == 0)
        h->stop = 1;
}

static uint64_t random_runs(unsigned threads, unsigned turns)
{
    model m = model_load(endless, &(core_options){0});
    host h = {.turns = turns};
    engine_options o = {.auto_states = 100000,
                        .max_steps = 10000,
                        .threads = threads,
                        .seed = 1,
                        .pct_depth = 3,
                        .stop = &h.stop,
                        .on_begin = on_begin,
                        .host = &h};
    verdict v;
    verdict_init(&v);
    auto_run(m.ir, m.c->test, &o, &v);
    uint64_t runs = v.random_runs;
    verdict_fini(&v);
    model_free(&m);
    return runs;
}

/* By the states of the search alone there would be 3,760. */
TEST(random_runs_go_on_as_long_as_sets_beside_the_search)
{
    assert_true(random_runs(2, 12) >= 10000);
}

/* ... and 5,168 if operations on large diagrams took no longer than others. */
TEST(random_runs_have_their_share_of_the_time_of_large_sets)
{
    if (test_size(0, 1) > 0) /* it takes two seconds */
        assert_true(random_runs(1, 16) >= 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(random_runs_go_on_as_long_as_sets_beside_the_search),
        LEAK_FREE(random_runs_have_their_share_of_the_time_of_large_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
