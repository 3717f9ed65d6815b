/* Liveness: which cycles are violations, and what their lassos show. */
#include "engine/explore/liveness.h"

#include "../confirm.h"
#include "model_fixture.h"

/* Asked, and not answered. */
static const char ask[] = "spec M observes eAsk, eAnswer {\n"
                          "  start cold state C { on eAsk goto H; ignore eAnswer; }\n"
                          "  hot state H { on eAnswer goto C; ignore eAsk; }\n"
                          "}\n";

/* Main asks, and does BODY at every tick. */
static void ticking(strbuf *text, const char *body, const char *spec)
{
    strbuf_printf(text,
                  "event eAsk; event eAnswer; event eTick;\n"
                  "machine Main { var b, last: bool; var i, n: int; var s: set[int];\n"
                  "start state S {\n"
                  "  entry { announce eAsk; send this, eTick; }\n"
                  "  on eTick do { %s } } }\n"
                  "%s\n"
                  "test t [main=Main]: assert M in { Main };\n",
                  body, spec);
}

/* Whoever is violated must say so with a loop that closes when it is run again. */
static void check_result(const result *r, const char *text, bool violated, bool loops)
{
    const verdict *v = &r->verdict;
    if ((v->kind == VERDICT_VIOLATED) != violated)
        print_error("%s\n", text);
    assert_int_equal(v->kind, violated ? VERDICT_VIOLATED : VERDICT_EXHAUSTED);
    if (!violated)
        return;
    assert_int_equal(v->fault.kind, FAULT_LIVENESS);
    assert_int_equal(v->trace.loop != TRACE_NO_LOOP, loops);
    assert_true(!loops || v->trace.loop < v->trace.steps.len);
    assert_null(r->bad_replay);
}

/* What happens in a loop: choices each way, and deliveries from machines. */
typedef struct loop_counts {
    unsigned ways[2];
    unsigned helper, noise;
} loop_counts;

static void count_loop(const trace *t, loop_counts *out)
{
    *out = (loop_counts){0};
    for (size_t i = t->loop; i < t->steps.len; i++) {
        const trace_step *s = &t->steps.data[i];
        for (uint32_t k = 0; k < s->choice_count; k++)
            out->ways[s->choices[k]]++;
        out->helper += strcmp(s->machine, "1.1") == 0;
        out->noise += strcmp(s->machine, "1.2") == 0;
    }
}

typedef void engine_run(const ir_program *ir, const ir_test *test,
                        const engine_options *o, verdict *v);

static void explore_by(engine_run *engine, const char *text, core_options with,
                       bool violated, bool loops, loop_counts *counts)
{
    engine_options o = {.core = with};
    model m = model_load(text, &o.core);
    result r;
    result_init(&r, m.ir, m.c->test);
    r.options = &o;
    engine(m.ir, m.c->test, &o, &r.verdict);
    if (r.verdict.kind == VERDICT_VIOLATED)
        confirm_as_found(&r);
    check_result(&r, text, violated, loops);
    if (counts != NULL)
        count_loop(&r.verdict.trace, counts);
    result_fini(&r);
    model_free(&m);
}

/* State by state, and as one set.  COUNTS: where both have some of something. */
static void explore(const char *text, core_options with, bool violated, bool loops,
                    loop_counts *counts)
{
    explore_by(explore_run, text, with, violated, loops, counts);
    if (with.network == NET_CAUSAL)
        return;
    loop_counts other = {0};
    explore_by(sets_run, text, with, violated, loops, counts != NULL ? &other : NULL);
    if (counts == NULL)
        return;
    counts->ways[0] *= other.ways[0];
    counts->ways[1] *= other.ways[1];
    counts->helper *= other.helper;
    counts->noise *= other.noise;
}

static void expect_choosing(const char *body, const char *spec, bool is_unfair,
                            bool violated)
{
    strbuf text = {0};
    ticking(&text, body, spec);
    explore(strbuf_text(&text),
            (core_options){.network = NET_MBOX, .choices_are_unfair = is_unfair},
            violated, true, NULL);
    strbuf_free(&text);
}

static void expect_ticking(const char *body, const char *spec, bool violated)
{
    expect_choosing(body, spec, false, violated);
}

/* It holds only because choices are fair. */
static void expect_fair(const char *body)
{
    expect_choosing(body, ask, false, false);
    expect_choosing(body, ask, true, true);
}

static void expect_both(const char *body, bool violated)
{
    expect_choosing(body, ask, false, violated);
    expect_choosing(body, ask, true, violated);
}

static void expect_holds(const char *body)
{
    expect_ticking(body, ask, false);
}

static void expect_violated(const char *body)
{
    expect_ticking(body, ask, true);
}

TEST(going_on_for_ever_without_an_answer_is_a_violation)
{
    expect_violated("send this, eTick;");
    expect_holds("announce eAnswer; send this, eTick;");
    expect_holds("announce eAnswer; announce eAsk; send this, eTick;");
    expect_violated("if (!last) { announce eAnswer; announce eAsk; last = true; } "
                    "send this, eTick;"); /* only once */
}

TEST(a_choice_falls_well_at_some_time)
{
    expect_fair("if ($) { announce eAnswer; } send this, eTick;");
    expect_both("if ($$) { announce eAnswer; } send this, eTick;", false);
    expect_fair("if ($) { send this, eTick; } else { announce eAnswer; }");
    expect_both("if ($$) { send this, eTick; } else { announce eAnswer; }", false);
    expect_fair("if (choose(2) == 1) { announce eAnswer; } send this, eTick;");
    expect_fair("if (choose(5) == 3) { announce eAnswer; } send this, eTick;");
    expect_both("if (choose(1) == 1) { announce eAnswer; } send this, eTick;", true);
}

TEST(choices_behind_each_other)
{
    expect_both("if ($$) { if ($$) { announce eAnswer; } } send this, eTick;", false);
    expect_fair("if ($$) { if ($) { announce eAnswer; } } send this, eTick;");
    /* The fair one is not met again if the other never falls that way. */
    expect_fair("if ($) { if ($$) { announce eAnswer; } } send this, eTick;");
}

/* An alternative must be taken only if it is there again and again: 2 is there once. */
TEST(an_alternative_counts_only_while_it_is_offered)
{
    expect_both(
        "if (choose(3 - n) == 2) { announce eAnswer; } n = 1; send this, eTick;", true);
    expect_fair("if (choose(2 + n) == 2) { announce eAnswer; } n = 1 - n; "
                "send this, eTick;");
    expect_fair("s = default(set[int]); s += (n); s += (7); n = 1 - n; "
                "if (choose(s) == 1) { announce eAnswer; } send this, eTick;");
}

/* Taken with another offer at the same place it counts, too: 0 of 1 or 2. */
TEST(a_choice_is_fair_at_its_place_whatever_it_is_offered_with)
{
    expect_both("i = choose(2 + n); if (i == 0 && n == 1) { announce eAnswer; } "
                "n = 1 - n; send this, eTick;",
                true);
}

/* A loop within a step is like a loop through a message. */
TEST(a_loop_of_choices_within_a_step_can_go_on_for_ever)
{
    expect_fair("while ($) { } announce eAnswer;");
    expect_both("while ($$) { } announce eAnswer;", false);
    expect_fair("while ($) { b = !b; } announce eAnswer;");
    expect_fair("i = 1; while (i > 0) { i = choose(3); } announce eAnswer;");
    /* both sides of a coin, and never twice the same */
    expect_both("b = $; while (b != last) { last = b; b = $; } announce eAnswer;",
                true);
    expect_fair("b = $; while (b == last) { last = b; b = $; } announce eAnswer;");
}

/* Fair is each way again and again, and not twice in a row: true, false, true, ... */
TEST(fairness_does_not_promise_runs_of_luck)
{
    static const char body[] = "b = $$; if (b && last) { announce eAnswer; } last = b; "
                               "send this, eTick;";
    strbuf text = {0};
    loop_counts counts;
    ticking(&text, body, ask);
    explore(strbuf_text(&text), (core_options){.network = NET_MBOX}, true, true,
            &counts);
    assert_true(counts.ways[0] > 0 && counts.ways[1] > 0); /* the loop shows both */
    strbuf_free(&text);
}

TEST(a_run_that_ends_hot_is_a_violation_without_a_loop)
{
    strbuf text = {0};
    ticking(&text, "", ask);
    explore(strbuf_text(&text), (core_options){.network = NET_MBOX}, true, false, NULL);
    strbuf_free(&text);
}

TEST(states_that_are_neither_hot_nor_cold)
{
    static const char go_round[] = "send this, eTick;";
    /* again and again hot, never cold */
    expect_ticking(go_round,
                   "spec M observes eTick { start state W { on eTick goto H; }\n"
                   "  hot state H { on eTick goto W; } }",
                   true);
    /* hot only once */
    expect_ticking(go_round,
                   "spec M observes eTick { start hot state H { on eTick goto W; }\n"
                   "  state W { ignore eTick; } }",
                   false);
    /* cold in passing, in each round */
    expect_ticking(go_round,
                   "spec M observes eTick { start hot state H { on eTick goto C; }\n"
                   "  cold state C { entry { goto H; } } }",
                   false);
    expect_ticking(go_round,
                   "spec M observes eTick { start hot state H { on eTick goto W; }\n"
                   "  state W { entry { goto H; } } }",
                   true);
}

/* ---- Others that keep going ---- */

/* Main asks Helper, which does BODY with each question; Noise ticks for ever. */
static void with_noise(strbuf *text, const char *body)
{
    strbuf_printf(text,
                  "event eAsk; event eAnswer; event eTick;\n"
                  "machine Main { start state S { entry { var h: machine;\n"
                  "  h = new Helper(); new Noise(); send h, eAsk; } } }\n"
                  "machine Noise { start state S { entry { send this, eTick; }\n"
                  "  on eTick do { send this, eTick; } } }\n"
                  "machine Helper { start state S { %s } }\n"
                  "%s\n"
                  "test t [main=Main]: assert M in { Main, Noise, Helper };\n",
                  body, ask);
}

static void expect_in_all_networks(const char *body, bool violated)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        strbuf text = {0};
        with_noise(&text, body);
        explore(strbuf_text(&text), (core_options){.network = all[i]}, violated, true,
                NULL);
        strbuf_free(&text);
    }
}

TEST(noise_keeps_nobody_from_answering)
{
    expect_in_all_networks("on eAsk do { announce eAnswer; }", false);
    expect_in_all_networks("on eAsk do { } ", true);
    expect_in_all_networks("defer eAsk; on eTick do { announce eAnswer; }", true);
    expect_in_all_networks("on eAsk do { if ($) { send this, eAsk; } "
                           "announce eAnswer; }",
                           false);
    /* Asking itself for ever, it never answers. */
    expect_in_all_networks("on eAsk do { send this, eAsk; }", true);
}

/* The loop that is shown is itself fair: neither of the two is kept waiting. */
TEST(a_loop_shows_everybody_who_could_go_on)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    static const char *const bodies[] = {
        "on eAsk do { send this, eAsk; }",
        /* the state is the same whoever moves, and all that differs is who did */
        "on eAsk do { send this, eTick; } on eTick do { send this, eTick; }",
    };
    for (size_t i = 0; i < COUNT_OF(all) * COUNT_OF(bodies); i++) {
        strbuf text = {0};
        loop_counts counts;
        with_noise(&text, bodies[i / COUNT_OF(all)]);
        explore(strbuf_text(&text), (core_options){.network = all[i % COUNT_OF(all)]},
                true, true, &counts);
        assert_true(counts.helper > 0 && counts.noise > 0);
        strbuf_free(&text);
    }
}

/* One fault of a kind, and the machines that may crash: the question or Helper may be
 * lost for good; asking twice, or not at all, does no harm. */
static void expect_with_fault(int budget, const bool *may, bool violated)
{
    strbuf text = {0};
    core_options o = {.network = NET_MBOX};
    o.budgets[budget] = (fault_budget){.left = 1, .may = may};
    with_noise(&text, "on eAsk do { announce eAnswer; }");
    explore(strbuf_text(&text), o, violated, true, NULL);
    strbuf_free(&text);
}

TEST(some_faults_leave_a_question_open)
{
    static const bool main_only[3] = {true};
    static const bool helper_only[3] = {[2] = true};
    expect_with_fault(BUDGET_LOSS, NULL, true);
    expect_with_fault(BUDGET_DUP, NULL, false);
    expect_with_fault(BUDGET_CRASH, helper_only, true);
    expect_with_fault(BUDGET_CRASH, main_only, false);
}

/* ---- Several specs ---- */

static void count_fault(void *context, const fault *f)
{
    assert_int_equal(f->kind, FAULT_LIVENESS);
    ++*(unsigned *)context;
}

TEST(each_spec_is_judged_by_itself)
{
    static const char text[] =
        "event eTick;\n"
        "machine Main { start state S { entry { send this, eTick; }\n"
        "  on eTick do { send this, eTick; } } }\n"
        "spec Hot observes eTick { start hot state H { ignore eTick; } }\n"
        "spec Warm observes eTick { start state W { ignore eTick; } }\n"
        "spec Other observes eTick { start hot state H { on eTick goto C; }\n"
        "  cold state C { on eTick goto H; } }\n"
        "spec Also observes eTick { start hot state H { ignore eTick; } }\n"
        "scenario Never observes eTick { start hot state H { ignore eTick; }\n"
        "  cold state C { } }\n"
        "test t [main=Main]: assert Hot, Warm, Other, Also in { Main };\n";
    unsigned found = 0;
    const engine_options o = {
        .keep_going = true, .see_fault = count_fault, .see_context = &found};
    verdict v;
    model_explore(text, &o, &v);
    assert_int_equal(found, 2);
    verdict_fini(&v);
}

TEST(liveness_matters_only_where_a_spec_can_be_hot)
{
    static const struct {
        const char *spec;
        bool matters;
    } cases[] = {
        {"spec M observes eTick { start state W { } }", false},
        {"spec M observes eTick { start cold state W { } }", false},
        {"spec M observes eTick { start state W { } hot state H { } }", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strbuf text = {0};
        ticking(&text, "", cases[i].spec);
        model m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
        assert_int_equal(liveness_matters(m.c), cases[i].matters);
        model_free(&m);
        strbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(going_on_for_ever_without_an_answer_is_a_violation),
        LEAK_FREE(a_choice_falls_well_at_some_time),
        LEAK_FREE(choices_behind_each_other),
        LEAK_FREE(an_alternative_counts_only_while_it_is_offered),
        LEAK_FREE(a_choice_is_fair_at_its_place_whatever_it_is_offered_with),
        LEAK_FREE(a_loop_of_choices_within_a_step_can_go_on_for_ever),
        LEAK_FREE(fairness_does_not_promise_runs_of_luck),
        LEAK_FREE(a_run_that_ends_hot_is_a_violation_without_a_loop),
        LEAK_FREE(states_that_are_neither_hot_nor_cold),
        LEAK_FREE(noise_keeps_nobody_from_answering),
        LEAK_FREE(a_loop_shows_everybody_who_could_go_on),
        LEAK_FREE(some_faults_leave_a_question_open),
        LEAK_FREE(each_spec_is_judged_by_itself),
        LEAK_FREE(liveness_matters_only_where_a_spec_can_be_hot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
