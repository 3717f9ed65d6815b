/* A search on several ranks finds what one process finds, whatever the numbers of the
 * ranks and however small the tables. */
#include "engine/engine.h"

#include "model_fixture.h"
#include "thread_cluster.h"

enum { RANKS_MAX = 5 };

typedef struct trial {
    const char *text;
    engine_options o;
    verdict *v; /* of rank 0 */
} trial;

/* Nothing is shared: each rank loads the program by itself. */
static void explore_on_rank(void *context, const cluster *c)
{
    const trial *t = context;
    engine_options o = t->o;
    verdict v;
    o.cluster = c;
    model_explore(t->text, &o, c->rank == 0 ? t->v : &v);
    if (c->rank != 0)
        verdict_fini(&v);
}

static void explore_on(unsigned ranks, const char *text, const engine_options *o,
                       verdict *v)
{
    trial t = {text, *o, v};
    if (ranks == 0)
        model_explore(text, o, v);
    else
        thread_cluster_run(ranks, explore_on_rank, &t);
}

static void expect_equal(const verdict *a, const verdict *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->stats.states, b->stats.states);
    assert_int_equal(a->stats.transitions, b->stats.transitions);
    assert_int_equal(a->stats.terminal, b->stats.terminal);
    assert_int_equal(a->stats.depth, b->stats.depth);
    assert_int_equal(a->trace.steps.len, b->trace.steps.len);
    if (a->kind != VERDICT_EXHAUSTED)
        return;
    assert_int_equal(a->coverage->mark_count, b->coverage->mark_count);
    assert_memory_equal(a->coverage->marks, b->coverage->marks,
                        a->coverage->mark_count);
}

static const explore_tuning tiny = {
    .cache_bits = 3, .id_bits = 2, .pilot_states = 1, .shared_keys = 1};

/* Returns the verdict of one process, with which all others agree. */
static void expect_same(const char *text, engine_options o, verdict *one)
{
    o.tuning = tiny;
    explore_on(0, text, &o, one);
    for (unsigned ranks = 1; ranks <= RANKS_MAX; ranks++)
        for (o.threads = 1; o.threads <= 2; o.threads++) {
            verdict v;
            explore_on(ranks, text, &o, &v);
            expect_equal(one, &v);
            verdict_fini(&v);
        }
}

static void expect_same_counts(const char *text, uint64_t at_least)
{
    verdict v;
    expect_same(text, (engine_options){0}, &v);
    assert_int_equal(v.kind, VERDICT_EXHAUSTED);
    assert_true(v.stats.states >= at_least);
    verdict_fini(&v);
}

/* Each worker sends itself ticks. */
#define TICKS                                                               \
    "event eTick;\n"                                                        \
    "machine W { var had: int; start state S {\n"                           \
    "  entry { send this, eTick; }\n"                                       \
    "  on eTick do { had = had + 1; if (had < 4) { send this, eTick; } }\n" \
    "} }\n"

TEST(machines_that_do_not_meet)
{
    expect_same_counts(TICKS "machine Main { start state S { entry { var i: int;\n"
                             "  while (i < 4) { new W(); i = i + 1; } } } }\n",
                       600);
}

/* Each new machine makes the next one: ranks meet them at different times. */
TEST(machines_made_on_the_way)
{
    expect_same_counts(
        "event eGo: int;\n"
        "machine Main { start state S { entry { send new C(2), eGo, 1; } } }\n"
        "machine C { var left: int; var others: seq[C]; start state S {\n"
        "  entry (n: int) { left = n; }\n"
        "  on eGo do (n: int) {\n"
        "    if (left > 0) {\n"
        "      if ($) { others += (sizeof(others), new C(left - 1)); }\n"
        "      if (n < 3) { send this, eGo, n + 1; }\n"
        "      if (sizeof(others) > 0) { send others[0], eGo, n; }\n"
        "    } } } }\n",
        500);
}

/* Values of all kinds in states and messages, and a monitor that counts. */
TEST(values_of_all_kinds)
{
    expect_same_counts(
        "event eV: (a: any, m: map[int, string], f: float, who: machine);\n"
        "spec Seen observes eV { var n: int; start state S {\n"
        "  on eV do { n = (n + 1) % 3; } } }\n"
        "machine Main { var s: set[(int, bool)]; var last: any; start state S {\n"
        "  entry { var i: int; while (i < 3) { new P(this); i = i + 1; } }\n"
        "  on eV do (x: (a: any, m: map[int, string], f: float, who: machine)) {\n"
        "    s += ((sizeof(x.m), x.f > 1.0)); last = x; } } }\n"
        "machine P { start state S { entry (t: machine) {\n"
        "  var m: map[int, string];\n"
        "  if ($) { m += (1 + choose(3), format(\"t{0}\", choose(2))); }\n"
        "  send t, eV, (a = m as any, m = m, f = 0.5, who = this);\n"
        "  send t, eV, (a = 2000000000 as any, m = m, f = 1.5, who = t);\n"
        "} } }\n"
        "test tc [main = Main]: assert Seen in { Main, P };\n",
        1000);
}

TEST(violations_are_found_at_the_same_depth)
{
    verdict v;
    expect_same(TICKS "event eDone;\n"
                      "machine Main { var n: int; start state S { entry { var i: int;\n"
                      "  while (i < 3) { new T(this); i = i + 1; } }\n"
                      "  on eDone do { n = n + 1; assert n < 6; } } }\n"
                      "machine T { var had: int; var t: machine; start state S {\n"
                      "  entry (m: machine) { t = m; send this, eTick; }\n"
                      "  on eTick do { had = had + 1; send t, eDone;\n"
                      "    if (had < 3) { send this, eTick; } } } }\n",
                (engine_options){0}, &v);
    assert_int_equal(v.kind, VERDICT_VIOLATED);
    assert_true(v.trace.steps.len > 10);
    verdict_fini(&v);
}

static const char endless[] =
    "event eTick;\n"
    "machine W { var had: int; start state S { entry { send this, eTick; }\n"
    "  on eTick do { had = had + 1; send this, eTick; } } }\n"
    "machine Main { start state S { entry { new W(); new W(); new W(); } } }\n";

TEST(depth_is_limited_everywhere)
{
    verdict v;
    engine_options o = {.limits = {.depth = 15}};
    expect_same(endless, o, &v);
    assert_int_equal(v.kind, VERDICT_WITHIN);
    assert_true(v.stats.deeper > 0);
    verdict_fini(&v);
}

TEST(states_are_limited_everywhere)
{
    for (unsigned ranks = 1; ranks <= RANKS_MAX; ranks++) {
        verdict v;
        engine_options o = {.limits = {.states = 3000}, .tuning = tiny};
        explore_on(ranks, endless, &o, &v);
        assert_int_equal(v.kind, VERDICT_UNKNOWN);
        assert_int_equal(v.stop, STOP_STATES);
        assert_int_equal(v.stats.states, 3000);
        verdict_fini(&v);
    }
}

TEST(time_is_limited_everywhere)
{
    verdict v;
    engine_options o = {.limits = {.seconds = 0.2}, .tuning = tiny};
    explore_on(3, endless, &o, &v);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_int_equal(v.stop, STOP_TIME);
    verdict_fini(&v);
}

/* One rank wants to stop: all do, for its reason. */
static void stop_third_rank(void *context, const cluster *c)
{
    static const volatile sig_atomic_t yes = 1;
    trial t = *(const trial *)context;
    t.o.stop = c->rank == 2 ? &yes : NULL;
    explore_on_rank(&t, c);
}

TEST(one_stops_all)
{
    verdict v;
    trial t = {endless, {.tuning = tiny}, &v};
    thread_cluster_run(4, stop_third_rank, &t);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_int_equal(v.stop, STOP_INTERRUPTED);
    verdict_fini(&v);
}

static void load_another(void *context, const cluster *c)
{
    trial t = *(const trial *)context;
    t.o.identity = c->rank == 1 ? "program: b\n" : "program: a\n";
    explore_on_rank(&t, c);
}

TEST(other_programs_are_refused)
{
    verdict v;
    trial t = {endless, {.tuning = tiny}, &v};
    thread_cluster_run(3, load_another, &t);
    assert_int_equal(v.kind, VERDICT_REFUSED);
    verdict_fini(&v);
}

/* Liveness is left to rank 0. */
TEST(what_cannot_be_shared_is_done_by_one)
{
    verdict v;
    expect_same("event eGo; event eEnd;\n"
                "spec Ends observes eGo, eEnd { start cold state S { on eGo goto H; }\n"
                "  hot state H { on eEnd goto S; ignore eGo; } }\n"
                "machine Main { start state S { entry { send this, eGo; }\n"
                "  on eGo do { if ($) { send this, eEnd; } else { send this, eGo; } }\n"
                "  ignore eEnd; } }\n"
                "test tc [main = Main]: assert Ends in { Main };\n",
                (engine_options){0}, &v);
    verdict_fini(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(machines_that_do_not_meet),
        LEAK_FREE(machines_made_on_the_way),
        LEAK_FREE(values_of_all_kinds),
        LEAK_FREE(violations_are_found_at_the_same_depth),
        LEAK_FREE(depth_is_limited_everywhere),
        LEAK_FREE(states_are_limited_everywhere),
        LEAK_FREE(time_is_limited_everywhere),
        LEAK_FREE(one_stops_all),
        LEAK_FREE(other_programs_are_refused),
        LEAK_FREE(what_cannot_be_shared_is_done_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
