/* May a message be pending when its sender stops? */
#include "analysis/pending_effect.h"

#include "analysis_fixture.h"

/* After the only send of Main's entry, or of Helper where it has none. */
static void expect(const char *body, bool want)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event a; event seen; event go; axiom true;\n"
                  "fun Helper(m: machine) { send m, a; }\n"
                  "fun Nothing() { }\n"
                  "machine Main { start state S { entry { %s } exit { %s } ignore a;\n"
                  "  on go do { announce seen; } }\n"
                  "  state T { entry { %s } ignore a, go; } }\n"
                  "spec M observes seen { start state S { ignore seen; } }\n"
                  "test t [main=Main]: assert M in { Main };\n",
                  body, strstr(body, "goto T") != NULL ? "" : "announce seen;",
                  "Nothing();");
    model m = model_load(strbuf_text(&text), &(core_options){0});
    fn_effects_table *e = fn_effects_new(context_of(m.c));
    const char *where = strstr(body, "Helper") != NULL ? "Helper" : "Main.S.entry";
    uint32_t function = find_function(m.ir, where);
    uint32_t pc = find_pc(&m.ir->functions[function], IR_SEND, 0) + 1;
    if (pending_effect_is_possible(e, function, pc) != want)
        fail_msg("%s", body);
    fn_effects_free(e);
    model_free(&m);
    strbuf_free(&text);
}

TEST(a_message_is_pending_at_what_monitors_observe)
{
    expect("send this, a; announce seen;", true);
    expect("send this, a; if ($) { announce seen; }", true);
    expect("send this, a; while ($) { announce seen; }", true);
    expect("announce seen; send this, a;", false);
    expect("send this, a;", false);
}

TEST(what_is_not_observed_stops_nobody)
{
    expect("send this, a; announce go;", false);
}

TEST(an_assumption_stops_the_machine)
{
    expect("send this, a; assume ($);", true);
}

TEST(a_receive_ends_the_walk)
{
    expect("send this, a; receive { case go: { announce seen; } }", false);
}

TEST(control_is_followed_into_calls_and_behind_them)
{
    expect("Helper(this); announce seen;", true);
    expect("Helper(this);", false);
    expect("send this, a; Nothing(); announce seen;", true);
}

TEST(control_is_followed_through_raises_and_gotos)
{
    expect("send this, a; raise go;", true);
    expect("send this, a; goto T;", false);
    expect("send this, a; goto S;", true); /* the exit announces */
}

TEST(observation_is_by_event_and_by_who_runs_the_function)
{
    model m = model_load("event a; event b;\n"
                         "machine Main { start state S { entry { send this, a;\n"
                         "  send this, b; } ignore a, b; } }\n"
                         "fun Never(m: machine) { send m, a; }\n"
                         "spec M observes a { start state S { ignore a; } }\n"
                         "test t [main=Main]: assert M in { Main };\n",
                         &(core_options){0});
    fn_effects_table *e = fn_effects_new(context_of(m.c));
    uint32_t entry = find_function(m.ir, "Main.S.entry");
    const ir_function *f = &m.ir->functions[entry];
    uint32_t never = find_function(m.ir, "Never");
    assert_true(
        pending_effect_is_observed(e, entry, f->code[find_pc(f, IR_SEND, 0)].b));
    assert_false(
        pending_effect_is_observed(e, entry, f->code[find_pc(f, IR_SEND, 1)].b));
    f = &m.ir->functions[never];
    assert_false(
        pending_effect_is_observed(e, never, f->code[find_pc(f, IR_SEND, 0)].b));
    fn_effects_free(e);
    model_free(&m);
}

/* Is what Post sends observed? */
static void expect_post(const char *post, const char *body, bool want)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event a; event seen; event given: event;\n"
                  "machine Main { start state S { entry { %s } ignore a, seen;\n"
                  "  %s }\n"
                  "  fun Post(m: machine, e: event) { %s send m, e; }\n"
                  "  fun Via(e: event) { Post(this, e); }\n"
                  "  fun Handle(e: event) { Post(this, e); } }\n"
                  "spec M observes seen { start state S { ignore seen; } }\n"
                  "test t [main=Main]: assert M in { Main };\n",
                  body, strstr(body, "given") != NULL ? "on given do Handle;" : "",
                  post);
    model m = model_load(strbuf_text(&text), &(core_options){0});
    fn_effects_table *e = fn_effects_new(context_of(m.c));
    uint32_t function = find_function(m.ir, "Main.Post");
    const ir_function *f = &m.ir->functions[function];
    if (pending_effect_is_observed(e, function, f->code[find_pc(f, IR_SEND, 0)].b) !=
        want)
        fail_msg("%s / %s", post, body);
    fn_effects_free(e);
    model_free(&m);
    strbuf_free(&text);
}

TEST(callers_tell_which_event_a_parameter_is)
{
    expect_post("", "Post(this, a);", false);
    expect_post("", "Post(this, a); Post(this, seen);", true);
    expect_post("", "Via(a);", false);
    expect_post("", "Via(a); Via(seen);", true);
}

TEST(a_parameter_may_be_any_event)
{
    expect_post("", "Post(this, a); send this, given, a;", true); /* a payload */
    expect_post("if ($) { e = seen; }", "Post(this, a);", true);
    expect_post("", "var e: event; e = a; Post(this, e);", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_message_is_pending_at_what_monitors_observe),
        LEAK_FREE(what_is_not_observed_stops_nobody),
        LEAK_FREE(an_assumption_stops_the_machine),
        LEAK_FREE(a_receive_ends_the_walk),
        LEAK_FREE(control_is_followed_into_calls_and_behind_them),
        LEAK_FREE(control_is_followed_through_raises_and_gotos),
        LEAK_FREE(observation_is_by_event_and_by_who_runs_the_function),
        LEAK_FREE(callers_tell_which_event_a_parameter_is),
        LEAK_FREE(a_parameter_may_be_any_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
