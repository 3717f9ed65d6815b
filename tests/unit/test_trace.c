/* Traces are written, read and replayed; a wrong trace is detected. */
#include "evidence/replay.h"

#include "../confirm.h"
#include "model_fixture.h"
#include "report/json.h"
#include "report/trace_file.h"

/* The second of two senders sends what it drew; 2 is wrong if it comes first. */
static const char race[] =
    "event eNumber: int;\n"
    "machine Main { start state S { entry { var r: machine;\n"
    "  r = new R(); new Sender((r = r, i = 0)); new Sender((r = r, i = choose(3)));\n"
    "} } }\n"
    "machine Sender { start state S { entry (p: (r: machine, i: int)) {\n"
    "  send p.r, eNumber, p.i; } } }\n"
    "machine R { var n: int; start state S { on eNumber do (i: int) {\n"
    "  n = n + 1; assert i < 2 || n > 1; } } }\n";

#define SPIN                                                       \
    "event eTick;\n"                                               \
    "machine Main { start state S { entry { send this, eTick; }\n" \
    "  on eTick do { send this, eTick; } } }\n"                    \
    "test t [main=Main]: assert M in { Main };\n"

/* Main loops for ever while its spec is hot; or cold, but only in passing. */
static const char spin[] =
    SPIN "spec M observes eTick { start cold state C { on eTick goto H; }\n"
         "  hot state H { ignore eTick; } }\n";
static const char spin_and_cool[] =
    SPIN "spec M observes eTick { start hot state H { on eTick goto C; }\n"
         "  cold state C { entry { goto H; } } }\n";

typedef struct fixture {
    model m;
    engine_options o;
    result r;
} fixture;

/* Explores TEXT, which is wrong. */
static void set_up(fixture *f, const char *text, core_options with)
{
    f->o = (engine_options){.core = with};
    f->m = model_load(text, &with);
    result_init(&f->r, f->m.ir, f->m.c->test);
    f->r.options = &f->o;
    f->r.engine = ENGINE_EXPLICIT;
    explore_run(f->m.ir, f->m.c->test, &f->o, &f->r.verdict);
    assert_int_equal(f->r.verdict.kind, VERDICT_VIOLATED);
    confirm_as_found(&f->r);
    assert_null(f->r.bad_replay);
}

static void tear_down(fixture *f)
{
    result_fini(&f->r);
    model_free(&f->m);
}

static trace *trace_of(fixture *f)
{
    return &f->r.verdict.trace;
}

static trace_step *last_step(fixture *f)
{
    return vec_last(&trace_of(f)->steps);
}

/* Runs the trace again, as a stranger would. */
static replay_result play(fixture *f)
{
    core *c = core_new(f->m.ir, f->m.c->test, &f->o.core);
    replay_result p = replay(c, trace_of(f), NULL, NULL);
    p.fault.text = NULL; /* goes with the core */
    core_free(c);
    return p;
}

static void write_json(fixture *f, strbuf *out)
{
    static const char *const inputs[] = {"a b.p", "\"quoted\".p"};
    json_begin(&f->m.p->src, inputs, COUNT_OF(inputs), true, "", out);
    json_result(&f->m.p->src, &f->r, true, out);
    json_result(&f->m.p->src, &f->r, false, out);
    json_end(out);
}

static void expect_same_trace(const trace *a, const trace *b)
{
    assert_int_equal(a->loop, b->loop);
    assert_int_equal(a->steps.len, b->steps.len);
    for (size_t i = 0; i < a->steps.len; i++) {
        const trace_step *x = &a->steps.data[i];
        const trace_step *y = &b->steps.data[i];
        assert_int_equal(x->kind, y->kind);
        assert_string_equal(x->machine, y->machine);
        assert_int_equal(x->index, y->index);
        assert_int_equal(x->choice_count, y->choice_count);
        for (uint32_t k = 0; k < x->choice_count; k++)
            assert_int_equal(x->choices[k], y->choices[k]);
    }
}

static void expect_round_trip(fixture *f, const char *word, const char *kind)
{
    strbuf json = {0};
    strbuf why = {0};
    trace_file file;
    write_json(f, &json);
    assert_true(trace_file_parse(&file, strbuf_text(&json), json.len, &why));
    assert_int_equal(file.inputs.len, 2);
    assert_string_equal(file.inputs.data[0], "a b.p");
    assert_string_equal(file.inputs.data[1], "\"quoted\".p");
    assert_true(file.strict_p);
    assert_true(file.fingerprint == json_fingerprint(&f->m.p->src));
    assert_int_equal(file.traces.len, 2);
    vec_each (one, &file.traces) {
        assert_string_equal(one->test, f->m.c->test->name);
        assert_string_equal(one->kind, kind);
        assert_string_equal(one->network, word);
        for (int i = 0; i < BUDGET_COUNT; i++)
            assert_int_equal(one->budgets[i], f->o.core.budgets[i].left);
        assert_int_equal(one->strict_quiescence, f->o.core.strict_quiescence);
        expect_same_trace(&one->trace, trace_of(f));
    }
    trace_file_free(&file);
    strbuf_free(&json);
    strbuf_free(&why);
}

TEST(a_trace_survives_writing_and_reading)
{
    static const char *const words[] = {[NET_MBOX] = "mbox",
                                        [NET_P2P] = "p2p",
                                        [NET_CAUSAL] = "causal",
                                        [NET_BAG] = "bag"};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        fixture f;
        set_up(&f, race, (core_options){.network = (network_model)i});
        expect_round_trip(&f, words[i], "assertion");
        tear_down(&f);
    }
    fixture f;
    set_up(&f, spin, (core_options){.strict_quiescence = true});
    assert_int_not_equal(trace_of(&f)->loop, TRACE_NO_LOOP);
    expect_round_trip(&f, "mbox", "liveness");
    tear_down(&f);
}

/* The names behind a budget: none, which is not the default, and some. */
TEST(budgets_survive_with_their_names)
{
    static const bool none[8] = {false};
    static const bool some[8] = {[EVENT_HALT] = true, [EVENT_FIRST_USER] = true};
    fixture f;
    core_options o = {.network = NET_MBOX};
    o.budgets[BUDGET_LOSS] = (fault_budget){.left = 2, .may = some};
    o.budgets[BUDGET_DUP] = (fault_budget){.left = 255, .may = none};
    set_up(&f, race, o);
    expect_round_trip(&f, "mbox", "assertion");
    strbuf json = {0};
    strbuf why = {0};
    trace_file file;
    write_json(&f, &json);
    assert_true(trace_file_parse(&file, strbuf_text(&json), json.len, &why));
    const recorded_trace *one = vec_at(&file.traces, 0);
    assert_null(one->of[BUDGET_CRASH].data);
    assert_int_equal(one->of[BUDGET_LOSS].len, 2);
    assert_string_equal(one->of[BUDGET_LOSS].data[0], "halt");
    assert_string_equal(one->of[BUDGET_LOSS].data[1], "eNumber");
    assert_non_null(one->of[BUDGET_DUP].data);
    assert_int_equal(one->of[BUDGET_DUP].len, 0);
    trace_file_free(&file);
    strbuf_free(&json);
    strbuf_free(&why);
    tear_down(&f);
}

/* Replaces the first FROM by TO, as long as FROM is there. */
static void replace(strbuf *text, const char *from, const char *to)
{
    strbuf out = {0};
    const char *at = strstr(strbuf_text(text), from);
    assert_non_null(at);
    strbuf_printf(&out, "%.*s%s%s", (int)(at - strbuf_text(text)), strbuf_text(text),
                  to, at + strlen(from));
    strbuf_free(text);
    *text = out;
}

TEST(a_damaged_file_is_refused_and_says_why)
{
    static const struct {
        const char *from, *to, *why;
    } cases[] = {
        {"\"schema\": 2", "\"schema\": 3",
         "it has schema 3, and this Synod reads schemas 1 to 2"},
        {"\"schema\": 2", "\"schema\": 0",
         "it has schema 0, and this Synod reads schemas 1 to 2"},
        {"\"schema\": 2", "\"schema\": -1", "its \"schema\" is missing or malformed"},
        {"\"schema\": 2,", "", "its \"schema\" is missing or malformed"},
        {"\"strict_p\": true", "\"strict_p\": 1",
         "its \"strict_p\" is missing or malformed"},
        {"\"inputs\": [", "\"inputs\": [3, ", "its \"inputs\" is missing or malformed"},
        {"\"results\"", "\"resulting\"", "its \"results\" is missing or malformed"},
        {"\"move\": \"act\"", "\"move\": \"fly\"",
         "its \"move\" is missing or malformed"},
        {"\"machine\": \"1\"", "\"machine\": 1",
         "its \"machine\" is missing or malformed"},
        {"\"index\": 0", "\"index\": 4294967296",
         "its \"index\" is missing or malformed"},
        {"\"choices\": [", "\"choices\": [-1, ",
         "its \"choices\" is missing or malformed"},
        {"\"trace\": {\"network\": \"mbox\", \"crash\": {\"budget\": 0",
         "\"trace\": {\"network\": \"mbox\", \"crash\": {\"budget\": 256",
         "its \"budget\" is missing or malformed"},
        {"\"loop\": null", "\"loop\": 1000", "its \"loop\" is missing or malformed"},
        {"\"steps\": [", "\"steps\": [0, ", "its \"move\" is missing or malformed"},
    };
    fixture f;
    set_up(&f, race, (core_options){.network = NET_MBOX});
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strbuf json = {0};
        strbuf why = {0};
        trace_file file;
        write_json(&f, &json);
        replace(&json, cases[i].from, cases[i].to);
        assert_false(trace_file_parse(&file, strbuf_text(&json), json.len, &why));
        assert_string_equal(strbuf_text(&why), cases[i].why);
        trace_file_free(&file);
        strbuf_free(&json);
        strbuf_free(&why);
    }
    tear_down(&f);
}

/* Cut off anywhere, and with any byte of it changed, it is read or refused. */
TEST(no_damage_crashes_the_reader)
{
    fixture f;
    set_up(&f, spin, (core_options){.network = NET_MBOX});
    strbuf json = {0};
    write_json(&f, &json);
    char *copy = mem_alloc(json.len);
    uint64_t seed = 8;
    unsigned refused = 0;
    for (unsigned i = 0; i < 2000; i++) {
        memcpy(copy, strbuf_text(&json), json.len);
        size_t len = i % 2 == 0 ? rnd_below(&seed, (unsigned)json.len - 2) : json.len;
        copy[rnd_below(&seed, (unsigned)json.len)] = (char)rnd_below(&seed, 256);
        trace_file file;
        strbuf why = {0};
        bool ok = trace_file_parse(&file, copy, len, &why);
        assert_true(ok || why.len > 0);
        assert_false(ok && i % 2 == 0);
        refused += !ok;
        trace_file_free(&file);
        strbuf_free(&why);
    }
    assert_in_range(refused, 1001, 1999);
    mem_free(copy, json.len);
    strbuf_free(&json);
    tear_down(&f);
}

/* ---- Steps ---- */

TEST(a_trace_and_its_copy_own_what_they_show)
{
    char machine[] = "1.2";
    uint32_t choices[] = {3, 4};
    trace t;
    trace copy;
    trace_init(&t);
    trace_add_step(&t, &(trace_step){TRANSITION_DELIVER, machine, 5, choices, 2});
    t.loop = 1;
    machine[0] = '9';
    choices[0] = 9;
    trace_copy(&t, &copy);
    trace_fini(&t);
    assert_int_equal(copy.loop, 1);
    assert_int_equal(copy.steps.len, 1);
    const trace_step *step = &copy.steps.data[0];
    assert_int_equal(step->kind, TRANSITION_DELIVER);
    assert_string_equal(step->machine, "1.2");
    assert_int_equal(step->index, 5);
    assert_int_equal(step->choice_count, 2);
    assert_int_equal(step->choices[0], 3);
    assert_int_equal(step->choices[1], 4);
    trace_fini(&copy);
}

/* ---- Replay ---- */

TEST(a_run_fails_again_in_the_same_way)
{
    fixture f;
    set_up(&f, race, (core_options){.network = NET_P2P});
    replay_result p = play(&f);
    assert_true(p.is_valid);
    assert_int_equal(p.fault.kind, FAULT_ASSERT);
    assert_int_equal(p.fault.pos, f.r.verdict.fault.pos);
    assert_int_equal(p.steps, trace_of(&f)->steps.len);
    assert_string_equal(f.r.machine, "R(1.1)");
    assert_string_equal(f.r.state, "S");
    assert_string_equal(f.r.event, "eNumber");
    tear_down(&f);
}

TEST(part_of_a_run_is_fine_and_does_not_fail)
{
    fixture f;
    set_up(&f, race, (core_options){.network = NET_MBOX});
    trace_of(&f)->steps.len--;
    replay_result p = play(&f);
    assert_true(p.is_valid);
    assert_int_equal(p.fault.kind, FAULT_NONE);
    tear_down(&f);
}

static void expect_invalid(fixture *f, const char *why)
{
    replay_result p = play(f);
    assert_false(p.is_valid);
    assert_non_null(strstr(p.why, why));
    tear_down(f);
}

TEST(a_step_that_is_not_possible_is_found_out)
{
    static const core_options o = {.network = NET_MBOX};
    static const char impossible[] = "it takes a step that is not enabled";
    fixture f;
    set_up(&f, race, o);
    last_step(&f)->machine = "1.7";
    expect_invalid(&f, "it names a machine that does not exist");
    set_up(&f, race, o);
    last_step(&f)->machine = "1.1"; /* which has sent nothing */
    expect_invalid(&f, impossible);
    set_up(&f, race, o);
    last_step(&f)->index = 1;
    expect_invalid(&f, impossible);
    set_up(&f, race, o);
    last_step(&f)->kind = TRANSITION_LOSE; /* without a budget */
    expect_invalid(&f, impossible);
    set_up(&f, race, o);
    trace_of(&f)->steps.data[0].kind = TRANSITION_CRASH;
    expect_invalid(&f, impossible);
}

TEST(choices_must_be_those_of_the_step)
{
    static const uint32_t many[] = {2, 2};
    static const uint32_t seven = 7; /* where there are three ways */
    static const char other[] = "its choices do not fit the step";
    fixture f;
    set_up(&f, race, (core_options){.network = NET_MBOX});
    trace_step *first = vec_at(&trace_of(&f)->steps, 0);
    assert_int_equal(first->choice_count, 1);
    assert_int_equal(first->choices[0], 2);
    first->choices = many;
    first->choice_count = 2;
    expect_invalid(&f, other);
    set_up(&f, race, (core_options){.network = NET_MBOX});
    trace_of(&f)->steps.data[0].choice_count = 0;
    expect_invalid(&f, other);
    set_up(&f, race, (core_options){.network = NET_MBOX});
    trace_of(&f)->steps.data[0].choices = &seven;
    expect_invalid(&f, other);
}

/* With another choice, the same steps lead somewhere else. */
TEST(a_run_that_does_not_fail_is_no_witness)
{
    static const uint32_t one = 1;
    fixture f;
    set_up(&f, race, (core_options){.network = NET_MBOX});
    trace_of(&f)->steps.data[0].choices = &one;
    replay_result p = play(&f);
    assert_true(p.is_valid);
    assert_int_equal(p.fault.kind, FAULT_NONE);
    confirm_as_found(&f.r);
    assert_string_equal(f.r.bad_replay, "it ends differently");
    tear_down(&f);
}

TEST(a_loop_must_close)
{
    fixture f;
    set_up(&f, spin, (core_options){.network = NET_MBOX});
    replay_result p = play(&f);
    assert_true(p.is_valid && p.is_lasso);
    assert_int_equal(p.fault.kind, FAULT_LIVENESS);
    assert_int_equal(p.monitor, 0);
    trace_of(&f)->loop = 0;
    expect_invalid(&f, "its loop does not close");
}

/* The same moves are a loop in another program too, but not one that violates it. */
TEST(a_loop_that_cools_down_is_no_witness)
{
    fixture f;
    set_up(&f, spin, (core_options){.network = NET_MBOX});
    model other = model_load(spin_and_cool, &f.o.core);
    replay_result p = replay(other.c, trace_of(&f), NULL, NULL);
    assert_true(p.is_valid);
    assert_false(p.is_lasso);
    assert_int_equal(p.fault.kind, FAULT_NONE);
    model_free(&other);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_trace_survives_writing_and_reading),
        LEAK_FREE(budgets_survive_with_their_names),
        LEAK_FREE(a_damaged_file_is_refused_and_says_why),
        LEAK_FREE(no_damage_crashes_the_reader),
        LEAK_FREE(a_trace_and_its_copy_own_what_they_show),
        LEAK_FREE(a_run_fails_again_in_the_same_way),
        LEAK_FREE(part_of_a_run_is_fine_and_does_not_fail),
        LEAK_FREE(a_step_that_is_not_possible_is_found_out),
        LEAK_FREE(choices_must_be_those_of_the_step),
        LEAK_FREE(a_run_that_does_not_fail_is_no_witness),
        LEAK_FREE(a_loop_must_close),
        LEAK_FREE(a_loop_that_cools_down_is_no_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
