/* All states of small systems: counts that are derived by hand, limits and final
 * states.
 */
#include "engine/engine.h"

#include "model_fixture.h"

#include <sys/resource.h>

typedef struct counts {
    uint64_t states, transitions, terminal, depth;
} counts;

/* All of them, breadth first and depth first. */
static counts count_all(const char *text, engine_options o)
{
    verdict v;
    counts c[2];
    for (int i = 0; i < 2; i++) {
        o.depth_first = i == 1;
        model_explore(text, &o, &v);
        assert_int_equal(v.kind, VERDICT_EXHAUSTED);
        c[i] = (counts){v.stats.states, v.stats.transitions, v.stats.terminal,
                        v.stats.depth};
        verdict_fini(&v);
    }
    assert_int_equal(c[0].states, c[1].states);
    assert_int_equal(c[0].transitions, c[1].transitions);
    assert_int_equal(c[0].terminal, c[1].terminal);
    return c[0];
}

static uint64_t power(uint64_t base, unsigned n)
{
    return n == 0 ? 1 : base * power(base, n - 1);
}

/* Before N machines run that Main makes, there are a state in which Main is new, and
 * one for each machine that is about to begin: they begin one after the other. */
static uint64_t beginnings(unsigned n)
{
    return 1 + n;
}

/* Each of N machines sends itself a tick K times over: it has had 0, 1, ... K of them.
 * They know nothing of each other: (K + 1)^N states.  In K * (K + 1)^(N - 1) of them a
 * given machine has a tick to come, which is its one move. */
static void expect_product(unsigned n, unsigned k)
{
    strbuf text = {0};
    strbuf_printf(
        &text,
        "event eTick;\n"
        "machine Main { start state S { entry { var i: int;\n"
        "  while (i < %u) { new W(); i = i + 1; } } } }\n"
        "machine W { var had: int; start state S {\n"
        "  entry { if (had < %u) { send this, eTick; } }\n"
        "  on eTick do { had = had + 1; if (had < %u) { send this, eTick; } }\n"
        "} }\n",
        n, k, k);
    counts c = count_all(strbuf_text(&text), (engine_options){0});
    assert_int_equal(c.states, beginnings(n) + power(k + 1, n));
    assert_int_equal(c.transitions, beginnings(n) + n * k * power(k + 1, n - 1));
    assert_int_equal(c.terminal, 1);
    assert_int_equal(c.depth, beginnings(n) + n * k);
    strbuf_free(&text);
}

TEST(machines_that_do_not_meet_multiply)
{
    expect_product(1, 0);
    expect_product(1, 5);
    expect_product(2, 3);
    expect_product(4, 3);
    expect_product(7, 2);
}

/* N senders send their number to one receiver, which does UPDATE with it. */
static counts count_senders(unsigned n, const char *update, network_model kind)
{
    strbuf text = {0};
    strbuf_printf(
        &text,
        "event eNumber: int;\n"
        "machine Main { start state S { entry { var i: int; var r: machine;\n"
        "  r = new Receiver();\n"
        "  while (i < %u) { new Sender((r = r, i = i)); i = i + 1; } } } }\n"
        "machine Sender { start state S { entry (p: (r: machine, i: int)) {\n"
        "  send p.r, eNumber, p.i; } } }\n"
        "machine Receiver { var log: seq[int]; var sum: int; start state S {\n"
        "  on eNumber do (i: int) { %s } } }\n",
        n, update);
    counts c = count_all(strbuf_text(&text), (engine_options){.core.network = kind});
    strbuf_free(&text);
    return c;
}

/* The log is a sequence of J different numbers: sum of n! / (n - j)! over all j. */
TEST(the_receiver_sees_every_order_of_its_senders)
{
    static const uint64_t arrangements[] = {1, 2, 5, 16, 65, 326};
    static const uint64_t orders[] = {1, 1, 2, 6, 24, 120};
    for (unsigned n = 0; n <= 5; n++) {
        counts c = count_senders(n, "log += (sizeof(log), i);", NET_MBOX);
        assert_int_equal(c.states, beginnings(n + 1) + arrangements[n]);
        assert_int_equal(c.terminal, orders[n]);
        /* different senders: the network makes no difference */
        assert_int_equal(count_senders(n, "log += (sizeof(log), i);", NET_BAG).states,
                         c.states);
    }
}

/* What has come is a set of senders: 2^n; and the sum follows from it. */
TEST(orders_that_make_no_difference_are_not_counted)
{
    for (unsigned n = 0; n <= 6; n++) {
        counts c = count_senders(n, "sum = sum + i;", NET_MBOX);
        assert_int_equal(c.states, beginnings(n + 1) + power(2, n));
        assert_int_equal(c.terminal, 1);
        assert_int_equal(c.transitions,
                         beginnings(n + 1) + (n == 0 ? 0 : n * power(2, n - 1)));
    }
}

/* Main sends 1 and 3 to one receiver and 2 and 4 to another, in the order of numbers;
 * each keeps a log. */
static const char fan_out[] =
    "event eNumber: int;\n"
    "machine Main { start state S { entry { var x, y: machine;\n"
    "  x = new Receiver(); y = new Receiver();\n"
    "  send x, eNumber, 1; send y, eNumber, 2; send x, eNumber, 3; send y, eNumber, "
    "4;\n"
    "} } }\n"
    "machine Receiver { var log: seq[int]; start state S {\n"
    "  on eNumber do (i: int) { log += (sizeof(log), i); } } }\n";

/* mbox: 0 to 4 messages have come.  p2p and causal: 0 to 2 at each, independently.
 * bag: each log is empty, one of two numbers, or both in one of two orders. */
TEST(one_sender_two_receivers)
{
    static const struct {
        network_model kind;
        uint64_t states, terminal;
    } cases[] = {{NET_MBOX, 5, 1},
                 {NET_P2P, 3 * 3, 1},
                 {NET_CAUSAL, 3 * 3, 1},
                 {NET_BAG, 25, 4}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        counts c = count_all(fan_out, (engine_options){.core.network = cases[i].kind});
        assert_int_equal(c.states, beginnings(2) + cases[i].states);
        assert_int_equal(c.terminal, cases[i].terminal);
    }
}

/* 1 tells c, then b; b tells c.  Unless the network is causal, c may hear b first. */
TEST(only_some_networks_let_news_overtake)
{
    static const char text[] =
        "event eNews: int; event eGo: machine;\n"
        "machine Main { start state S { entry { var b, c: machine;\n"
        "  c = new C(); b = new B(); send c, eNews, 1; send b, eGo, c; } } }\n"
        "machine B { start state S { on eGo do (c: machine) { send c, eNews, 2; } } }\n"
        "machine C { var log: seq[int]; start state S {\n"
        "  on eNews do (n: int) { log += (sizeof(log), n); } } }\n";
    static const uint64_t ends[] = {
        [NET_MBOX] = 1, [NET_P2P] = 2, [NET_CAUSAL] = 1, [NET_BAG] = 2};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        counts c = count_all(text, (engine_options){.core.network = (network_model)i});
        assert_int_equal(c.terminal, ends[i]);
    }
}

/* K messages to one receiver that counts them. */
static counts count_stream(unsigned k, int budget, uint32_t left)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event eOne;\n"
                  "machine Main { start state S { entry { var i: int; var r: machine;\n"
                  "  r = new R(); while (i < %u) { send r, eOne; i = i + 1; } } } }\n"
                  "machine R { var n: int; start state S { on eOne do { n = n + 1; } "
                  "} }\n",
                  k);
    engine_options o = {.core.network = NET_MBOX};
    o.core.budgets[budget].left = left;
    counts c = count_all(strbuf_text(&text), o);
    strbuf_free(&text);
    return c;
}

TEST(budgets_are_part_of_the_state)
{
    enum { K = 5 };
    for (uint32_t left = 0; left <= 3; left++) {
        /* D have come and L are lost: D + L <= K, L <= LEFT */
        uint64_t lossy = 0;
        for (uint32_t lost = 0; lost <= left; lost++)
            lossy += K - lost + 1;
        counts c = count_stream(K, BUDGET_LOSS, left);
        assert_int_equal(c.states, beginnings(1) + lossy);
        assert_int_equal(c.terminal, left + 1);
        /* R have left the box and U of LEFT copies were made: any two numbers */
        c = count_stream(K, BUDGET_DUP, left);
        assert_int_equal(c.states, beginnings(1) + (K + 1) * (left + 1));
        assert_int_equal(c.terminal, left + 1);
    }
}

/* N machines that do nothing, of which at most LEFT crash: sum of C(n, j).  Main may
 * not, so that it makes all of them. */
TEST(any_few_machines_crash)
{
    static const char text[] = "machine Main { start state S { entry { var i: int;\n"
                               "  while (i < 4) { new W(); i = i + 1; } } } }\n"
                               "machine W { start state S { } }\n";
    static const uint64_t subsets[] = {1, 1 + 4, 1 + 4 + 6, 1 + 4 + 6 + 4, 16, 16};
    static const bool may[] = {false, true};
    for (uint32_t left = 0; left < COUNT_OF(subsets); left++) {
        engine_options o = {.core.network = NET_MBOX};
        o.core.budgets[BUDGET_CRASH] = (fault_budget){.left = left, .may = may};
        counts c = count_all(text, o);
        assert_int_equal(c.states, beginnings(4) + subsets[left]);
    }
}

/* ---- Limits and ends ---- */

TEST(a_limit_of_states_makes_the_verdict_unknown_and_one_of_depth_bounds_it)
{
    static const char text[] =
        "event eTick: int;\n"
        "machine Main { start state S { entry { send this, eTick, 0; }\n"
        "  on eTick do (n: int) { send this, eTick, n + 1; } } }\n";
    verdict v;
    engine_options o = {.limits.states = 100};
    model_explore(text, &o, &v);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_int_equal(v.stats.states, 100);
    assert_int_not_equal(v.stop, STOP_NONE);
    verdict_fini(&v);
    o.limits = (engine_limits){.depth = 30};
    model_explore(text, &o, &v);
    assert_int_equal(v.kind, VERDICT_WITHIN);
    assert_int_equal(v.stats.deeper, 1);
    assert_int_equal(v.stats.depth, 30);
    verdict_fini(&v);
}

/* With 1 it fails at once, but of 0, 1 and 2 only the ends are tried. */
TEST(where_choices_are_narrowed_a_run_need_not_be_the_shortest)
{
    static const char text[] =
        "event eGo: int;\n"
        "machine Main { start state S { entry { send this, eGo, choose(3); }\n"
        "  on eGo do (n: int) { assert n != 1; if (n == 0) { send this, eGo, 1; } } } "
        "}\n";
    for (uint32_t narrow = 2; narrow <= 3; narrow++) {
        verdict v;
        model_explore(text, &(engine_options){.core.narrow = narrow}, &v);
        assert_int_equal(v.kind, VERDICT_VIOLATED);
        assert_int_equal(v.trace.steps.len, narrow == 2 ? 3 : 2);
        assert_int_equal(v.is_shortest, narrow == 3);
        assert_int_equal(v.stats.narrowed_choices, narrow == 2 ? 1 : 0);
        verdict_fini(&v);
    }
}

static void expect_end(const char *text, bool strict, fault_kind want)
{
    verdict v;
    model_explore(text, &(engine_options){.core.strict_quiescence = strict}, &v);
    assert_int_equal(v.kind, want == FAULT_NONE ? VERDICT_EXHAUSTED : VERDICT_VIOLATED);
    assert_int_equal(v.fault.kind, want);
    verdict_fini(&v);
}

TEST(runs_end_well_or_badly)
{
    static const char blocked[] =
        "event a; machine Main { start state S { entry { receive { case a: { } } } } }";
    static const char deferred[] =
        "event a; machine Main { start state S { entry { send this, a; } defer a; } }";
    static const char hot[] =
        "event a; machine Main { start state S { entry { send this, a; } ignore a; } }"
        "spec M observes a { start cold state C { on a goto H; } hot state H { } }"
        "test t [main=Main]: assert M in { Main };";
    expect_end(blocked, false, FAULT_DEADLOCK);
    expect_end(deferred, false, FAULT_NONE);
    expect_end(deferred, true, FAULT_QUIESCENCE);
    expect_end(hot, false, FAULT_LIVENESS);
}

/* ---- Very much of it ---- */

/* WAITING messages wait until W gets eGo, and W sends EACH for each of them.  With two
 * more machines, W and its inbox are on different sides of the tree; without, on one.
 */
static counts count_waiting(unsigned waiting, unsigned each, bool has_more,
                            network_model net)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event eItem; event eGo; event eOut;\n"
                  "machine Main { start state S { entry { var w: machine; var i: int;\n"
                  "  w = new W(this); %s\n"
                  "  while (i < %u) { i = i + 1; send w, eItem; } send w, eGo; }\n"
                  "  ignore eOut; } }\n"
                  "machine W { var up: machine; var odd: bool;\n"
                  "  start state A { entry (m: machine) { up = m; }\n"
                  "    defer eItem; on eGo goto B; }\n"
                  "  state B { on eItem do { var i: int; odd = !odd;\n"
                  "    while (i < %u) { i = i + 1; send up, eOut; } } } }\n"
                  "machine X { start state S { } }\n",
                  has_more ? "new X(); new X();" : "", waiting, each);
    const engine_options o = {.core.network = net};
    counts c = count_all(strbuf_text(&text), o);
    strbuf_free(&text);
    return c;
}

/* What takes one call within another for each message does not fit. */
TEST(very_many_may_wait)
{
    enum { WAITING = 3000, STACK = 512 << 10 };
    struct rlimit usual;
    assert_int_equal(getrlimit(RLIMIT_STACK, &usual), 0);
    const struct rlimit small = {STACK, usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_STACK, &small), 0);
    for (int i = 0; i < 2; i++) {
        counts c = count_waiting(WAITING, 0, i == 1, NET_MBOX);
        assert_int_equal(c.terminal, 1);
    }
    assert_int_equal(setrlimit(RLIMIT_STACK, &usual), 0);
}

/* A step of very many effects is cut where one message makes them, not several: which
 * way it is told in makes no difference. */
TEST(several_messages_may_make_very_many_effects)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(networks); i++)
        count_waiting(3, STEP_EFFECTS / 2 + 1, false, networks[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(machines_that_do_not_meet_multiply),
        LEAK_FREE(the_receiver_sees_every_order_of_its_senders),
        LEAK_FREE(orders_that_make_no_difference_are_not_counted),
        LEAK_FREE(one_sender_two_receivers),
        LEAK_FREE(only_some_networks_let_news_overtake),
        LEAK_FREE(budgets_are_part_of_the_state),
        LEAK_FREE(any_few_machines_crash),
        LEAK_FREE(
            a_limit_of_states_makes_the_verdict_unknown_and_one_of_depth_bounds_it),
        LEAK_FREE(where_choices_are_narrowed_a_run_need_not_be_the_shortest),
        LEAK_FREE(runs_end_well_or_badly),
        LEAK_FREE(very_many_may_wait),
        LEAK_FREE(several_messages_may_make_very_many_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
