/* The values of expressions that users evaluate, and the reasons of refusals. */
#include "report/evaluation_text.h"

#include "core/step.h"
#include "core/system.h"
#include "model_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char text_of_model[] =
    "enum Color { RED = 3, BLUE = 5 }\n"
    "event ePing: int;\n"
    "type tPair = (a: int, b: bool);\n"
    "param limit: int;\n"
    "fun Twice(n: int): int { return 2 * n; }\n"
    "fun Sum(s: seq[int]): int {\n"
    "  var sum, x: int;\n"
    "  foreach (x in s) { sum = sum + x; }\n"
    "  return sum;\n"
    "}\n"
    "fun Sure(b: bool): bool { assert b, \"not so\"; return b; }\n"
    "fun Sure2(b: bool): bool { assert b; return b; }\n"
    "fun Endless(): int { while (true) { } return 1; }\n"
    "fun Deeper(n: int): int { return Deeper(n + 1); }\n"
    "fun Shout(): int { print \"x\"; return 1; }\n"
    "fun ShoutLater(): int { return Shout(); }\n"
    "fun Alien(n: int): int;\n"
    "fun Tell(m: machine): int { send m, ePing, 1; return 1; }\n"
    "machine Main {\n"
    "  var n: int; var color: Color; var s: seq[int]; var m: map[int, string];\n"
    "  var t: tPair; var name: string; var other: machine; var f: float; var e: "
    "event;\n"
    "  var a: any;\n"
    "  fun Half(): int { return n / 2; }\n"
    "  fun Bump(): int { n = n + 1; return n; }\n"
    "  fun Wait(): int { receive { case ePing: (k: int) { } } return 1; }\n"
    "  fun Fire() { raise ePing, 1; }\n"
    "  fun Leave() { goto T; }\n"
    "  fun Tell2(): int { announce ePing, 1; return 1; }\n"
    "  start state S { entry {\n"
    "    n = 7; color = BLUE; s += (0, 4); s += (1, 9); m[2] = \"two\";\n"
    "    t = (a = 1, b = true); name = \"a \\\"b\\\"\"; f = 0.5; e = ePing;\n"
    "    other = new Quiet(this); a = 12;\n"
    "  } on ePing do { n = 8; } }\n"
    "  state T { entry { raise halt; } }\n"
    "}\n"
    "machine Quiet { var boss: machine;\n"
    "  start state S { entry (m: machine) { boss = m; } ignore ePing; } }\n"
    "spec Watch observes ePing { var seen: int;\n"
    "  start state S { entry { seen = 40; } on ePing do (k: int) { seen = seen + k; } "
    "}\n"
    "}\n"
    "test param (limit in [6]) t [main=Main]: assert Watch in { Main, Quiet };\n";

typedef struct fixture {
    model m;
    system_state s; /* before anything ran but the spec */
    value main;     /* after the entry */
} fixture;

static void set_up(fixture *f)
{
    *f =
        (fixture){.m = model_load(text_of_model, &(core_options){.network = NET_MBOX})};
    transition_result r;
    system_start(f->m.c, &f->s, &r);
    step_outcomes ways =
        step_machine(f->m.c, system_local(f->m.c, &f->s, 0), VALUE_NULL);
    assert_int_equal(ways.count, 1);
    f->main = step_outcome(f->m.c, ways, 0)->local;
}

static void tear_down(fixture *f)
{
    vec_free(&f->s);
    model_free(&f->m);
}

static const ir_expression *compile(fixture *f, const char *text)
{
    return ir_expression_new(f->m.p, f->m.ir, "--eval", text, IR_NONE);
}

/* What TEXT is for the local state. */
static void expect_shown(fixture *f, value local, const char *text, const char *want)
{
    const ir_expression *e = compile(f, text);
    vec_each (item, &f->m.p->diags.items)
        print_error("%s: %s\n", text, (*item)->text);
    assert_non_null(e);
    evaluator v = evaluate_prepare(f->m.c, e);
    strbuf shown = {0};
    evaluation_text(&v, local, &shown);
    if (strcmp(strbuf_text(&shown), want) != 0)
        print_error("%s\n", text);
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

TEST(expressions_have_the_values_that_p_gives_them)
{
    static const char *const cases[][2] = {
        {"Main: n", "7"},
        {"Main: n + 1", "8"},
        {"Main:n*n-n/2", "46"},
        {"Main: -n % 4", "-3"},
        {"Main: n > 6 && n < 8", "true"},
        {"Main: !(n in s)", "true"},
        {"Main: 9 in s", "true"},
        {"Main: color", "BLUE"},
        {"Main: RED", "RED"},
        {"Main: color == RED", "false"},
        {"Main: color to int", "5"},
        {"Main: (color, RED)", "(BLUE, RED)"},
        {"Main: s", "[4, 9]"},
        {"Main: s[1]", "9"},
        {"Main: sizeof(s) + sizeof(m)", "3"},
        {"Main: keys(m)", "[2]"},
        {"Main: m", "{2: \"two\"}"},
        {"Main: m[2]", "\"two\""},
        {"Main: t", "(a=1, b=true)"},
        {"Main: t.a + 1", "2"},
        {"Main: (x = t.b, y = s)", "(x=true, y=[4, 9])"}, /* a type of its own */
        {"Main: default((c: Color, k: int))", "(c=RED, k=0)"},
        {"Main: (s, 100000)", "([4, 9], 100000)"},
        {"Main: name", "\"a \\\"b\\\"\""},
        {"Main: name + \"!\"", "\"a \\\"b\\\"!\""},
        {"Main: format(\"{0} of {1}\", n, limit)", "\"7 of 6\""},
        {"Main: f * 3.0", "1.5"},
        {"Main: e", "ePing"},
        {"Main: e == halt", "false"},
        {"Main: a as int", "12"},
        {"Main: null", "null"},
        {"Main: this", "Main(1)"},
        {"Main: other", "Quiet(1.1)"},
        {"Main: other == this", "false"},
        {"Main: limit + n", "13"},
        {"Main: Twice(n) + Half()", "17"},
        {"Main: Sum(s)", "13"},
        {"Main: Sure(n == 7)", "true"},
        {"  Main  :\t n // a comment", "7"},
    };
    fixture f;
    set_up(&f);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_shown(&f, f.main, cases[i][0], cases[i][1]);
    tear_down(&f);
}

TEST(an_expression_that_fails_says_why)
{
    static const char *const cases[][2] = {
        {"Main: n / (n - 7)", "error: division by zero: 7 is divided by zero"},
        {"Main: n % 0", "error: division by zero: 7 is divided by zero"},
        {"Main: s[2]", "error: index out of range: index 2, but the size is 2"},
        {"Main: m[3]", "error: missing or duplicate key: key 3 is not in the map"},
        {"Main: a as bool", "error: bad cast: 12 is not of type bool"},
        {"Main: Sure(n == 8)", "error: assertion failed: not so"},
        {"Main: Sure2(false)", "error: assertion failed"},
        {"Main: Endless()", "error: more than 100000 instructions: an endless loop?"},
        {"Main: Deeper(0)", "error: an endless recursion: Deeper calls itself"},
    };
    fixture f;
    set_up(&f);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_shown(&f, f.main, cases[i][0], cases[i][1]);
    expect_shown(&f, f.main, "Main: n", "7"); /* and the next one is as ever */
    tear_down(&f);
}

TEST(specs_have_variables_too)
{
    fixture f;
    set_up(&f);
    value spec = system_monitor(f.m.c, &f.s, 0);
    expect_shown(&f, spec, "Watch: seen", "40");
    expect_shown(&f, spec, "Watch: Twice(seen) + limit", "86");
    tear_down(&f);
}

TEST(who_does_not_run_has_no_values)
{
    fixture f;
    set_up(&f);
    expect_shown(&f, system_local(f.m.c, &f.s, 0), "Main: n", "-");
    expect_shown(&f, process_halted(f.m.c, 0), "Main: n", "-");
    tear_down(&f);
}

TEST(a_machine_in_the_midst_of_a_handler_has_values)
{
    static const char text[] =
        "event eSeen;\n"
        "machine Main { var n: int; start state S { entry { var k: int;\n"
        "  n = 1; k = 5; send this, eSeen; send this, eSeen; n = n + k; }\n"
        "  ignore eSeen; } }\n"
        "spec W observes eSeen { start state S { ignore eSeen; } }\n"
        "test t [main=Main]: assert W in { Main };\n";
    fixture f = {.m = model_load(text, &(core_options){.network = NET_MBOX})};
    transition_result r;
    system_start(f.m.c, &f.s, &r);
    value local = system_local(f.m.c, &f.s, 0);
    step_outcomes ways = step_machine(f.m.c, local, VALUE_NULL);
    value paused = step_outcome(f.m.c, ways, 0)->local;
    assert_int_equal(local_status(f.m.c, paused), STATUS_PAUSED);
    expect_shown(&f, paused, "Main: n * 10", "10");
    value after = paused;
    while (local_status(f.m.c, after) == STATUS_PAUSED) {
        ways = step_machine(f.m.c, after, VALUE_NULL);
        after = step_outcome(f.m.c, ways, 0)->local;
    }
    expect_shown(&f, after, "Main: n * 10", "60");
    tear_down(&f);
}

TEST(nothing_happens_to_the_core)
{
    fixture f;
    set_up(&f);
    core before = *f.m.c;
    value local = process_new_machine(f.m.c, 0, VALUE_NULL);
    const ir_expression *e = compile(&f, "Main: (q = s, r = \"new text\", u = n)");
    evaluator v = evaluate_prepare(f.m.c, e);
    strbuf why = {0};
    evaluation x = evaluate(&v, f.main, &why);
    assert_int_equal(x.kind, EVALUATION_VALUE);
    assert_int_equal(evaluate(&v, f.main, &why).value, x.value);
    assert_int_equal(why.len, 0);
    assert_ptr_equal(f.m.c->ir, before.ir);
    assert_ptr_equal(f.m.c->consts, before.consts);
    assert_ptr_equal(f.m.c->shapes, before.shapes);
    assert_int_equal(f.m.c->limit, STOP_NONE);
    assert_false(f.m.c->was_stopped);
    assert_int_equal(f.m.c->faults.len, before.faults.len);
    step_forget(f.m.c);
    step_outcomes ways = step_machine(f.m.c, local, VALUE_NULL);
    assert_int_equal(step_outcome(f.m.c, ways, 0)->local, f.main);
    strbuf_free(&why);
    tear_down(&f);
}

/* Checkpoints, fingerprints and engines see the same program as without it. */
TEST(the_program_stays_as_it_was)
{
    fixture f;
    set_up(&f);
    ir_program before = *f.m.ir;
    size_t functions = f.m.p->functions.len;
    const ir_expression *e = compile(&f, "Main: name + \"new text\"");
    assert_non_null(e);
    assert_int_equal(f.m.ir->function_count, before.function_count);
    assert_int_equal(f.m.ir->const_count, before.const_count);
    assert_ptr_equal(f.m.ir->functions, before.functions);
    assert_int_equal(f.m.p->functions.len, functions);
    assert_int_equal(e->program.const_count, before.const_count + 1);
    assert_int_equal(e->function, before.function_count);
    assert_string_equal(e->text, "name + \"new text\"");
    assert_false(f.m.p->src.files.data[0].is_aside);
    assert_true(f.m.p->src.files.data[1].is_aside);
    tear_down(&f);
}

TEST(a_machine_may_be_given_instead_of_named)
{
    fixture f;
    set_up(&f);
    const ir_expression *e = ir_expression_new(f.m.p, f.m.ir, "print", " n +\n 1 ", 0);
    assert_non_null(e);
    assert_string_equal(e->text, "n +  1");
    assert_int_equal(e->machine, 0);
    assert_int_equal(e->type, TYPE_INT);
    tear_down(&f);
}

/* ---- Refused ---- */

static void expect_messages(fixture *f, const char *text, const char *want)
{
    char *shown = NULL;
    size_t len = 0;
    assert_null(compile(f, text));
    FILE *out = open_memstream(&shown, &len);
    diag_show(&f->m.p->diags, out, &(diag_style){0});
    fclose(out);
    bool same = strcmp(shown, want) == 0;
    if (!same)
        print_error("shown:\n%s\nexpected:\n%s\n", shown, want);
    free(shown);
    assert_true(same);
}

TEST(messages_point_into_the_expression)
{
    fixture f;
    set_up(&f);
    expect_messages(&f, "Main: nam + 1",
                    "--eval:1:7: error: no variable named 'nam'\n"
                    "    1 | Main: nam + 1\n"
                    "      |       ^~~\n"
                    "      = hint: did you mean 'name'?\n");
    tear_down(&f);
}

/* The first lines of the messages alone, and hints. */
static void expect_lines(fixture *f, const char *text, const char *want)
{
    strbuf lines = {0};
    if (compile(f, text) != NULL)
        print_error("accepted: %s\n", text);
    vec_each (item, &f->m.p->diags.items) {
        src_place at = sources_place(&f->m.p->src, (*item)->pos);
        strbuf_printf(&lines, "%u: %s\n", at.column, (*item)->text);
        for (const diag_item *d = (*item)->details; d != NULL; d = d->next)
            strbuf_printf(&lines, "  %s\n", d->text);
    }
    if (strcmp(strbuf_text(&lines), want) != 0)
        print_error("%s\n", text);
    assert_string_equal(strbuf_text(&lines), want);
    strbuf_free(&lines);
    vec_clear(&f->m.p->diags.items);
}

TEST(mistakes_are_reported_as_in_a_model)
{
    static const char *const cases[][2] = {
        {"", "1: expected the name of a machine or spec, found the end of the "
             "expression\n"
             "  write MACHINE: EXPRESSION, as in Server: sizeof(queue)\n"},
        {"Main(1.2): n", "5: expected ':' after the name of a machine or spec, found "
                         "'('\n"
                         "  it is about all machines of a type: write MACHINE: "
                         "EXPRESSION, without the number of a machine\n"},
        {"n + 1", "3: expected ':' after the name of a machine or spec, found '+'\n"
                  "  write MACHINE: EXPRESSION, as in Server: sizeof(queue)\n"},
        {"n", "2: expected ':' after the name of a machine or spec, found the end of "
              "the expression\n"
              "  write MACHINE: EXPRESSION, as in Server: sizeof(queue)\n"},
        {"machine: n", "1: 'machine' is a reserved word and cannot be the name of a "
                       "machine or spec\n"},
        {"Mainn: n", "1: no machine or spec named 'Mainn'\n  did you mean 'Main'?\n"},
        {"ePing: n", "1: no machine or spec named 'ePing': it is an event\n"},
        {"Main:", "6: expected an expression, found the end of the expression\n"},
        {"Main: n +", "10: expected an expression, found the end of the expression\n"},
        {"Main: n n", "9: expected an operator or the end of the expression, found "
                      "'n'\n"},
        {"Main: n; n", "8: expected an operator or the end of the expression, found "
                       "';'\n"},
        {"Main: n = 3", "9: expected an operator or the end of the expression, found "
                        "'='\n"
                        "  compare with '=='\n"},
        {"Main: n + name", "9: operator '+' does not apply to int and string\n"},
        {"Main: seen", "7: no variable named 'seen'\n"},
        {"Main: Twise(n)", "7: no function named 'Twise'\n  did you mean 'Twice'?\n"},
        {"Main: Twice(name)", "13: expected int, found string\n"
                              "  the parameter is declared here\n"},
        {"Main: t.c", "9: no field named 'c' in (a: int, b: bool)\n"},
        {"Watch: this", "8: 'this' is not allowed in a spec\n  'Watch' only watches\n"},
        {"Watch: $", "8: '$' is not allowed in a spec\n  'Watch' only watches\n"},
        {"Watch: n", "8: no variable named 'n'\n"},
        {"Main: forall (x: int) :: x == x",
         "7: 'forall' can be used only in proofs\n"
         "  this program has no invariant, lemma or other proof declaration\n"},
    };
    fixture f;
    set_up(&f);
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < COUNT_OF(cases); i++)
            expect_lines(&f, cases[i][0], cases[i][1]);
    expect_shown(&f, f.main, "Main: n", "7");
    tear_down(&f);
}

TEST(an_expression_may_only_read)
{
    static const char *const cases[][2] = {
        {"Main: $", "7: this makes a choice; an expression may only read\n"},
        {"Main: $$ && $", "7: this makes a choice; an expression may only read\n"
                          "13: this makes a choice; an expression may only read\n"},
        {"Main: choose(n)", "7: this makes a choice; an expression may only read\n"},
        {"Main: choose(s)", "7: this makes a choice; an expression may only read\n"},
        {"Main: choose(m)", "7: this makes a choice; an expression may only read\n"},
        {"Main: new Quiet(this)",
         "7: this creates a machine; an expression may only read\n"},
        {"Main: 1 + Alien(n)",
         "11: this calls a foreign function; an expression may only read\n"},
        {"Main: Tell(other)", "7: 'Tell' sends a message; an expression may only read\n"
                              "  'Tell' does so here\n"},
        {"Main: ShoutLater()", "7: 'ShoutLater' prints; an expression may only read\n"
                               "  'Shout' does so here\n"},
        {"Main: n + Bump()",
         "11: 'Main.Bump' changes a variable of the machine; an expression may only "
         "read\n  'Main.Bump' does so here\n"},
        {"Main: Wait()", "7: 'Main.Wait' receives; an expression may only read\n"
                         "  'Main.Wait' does so here\n"},
        {"Main: Fire()", "7: 'Main.Fire' raises an event; an expression may only read\n"
                         "  'Main.Fire' does so here\n"},
        {"Main: Leave()",
         "7: 'Main.Leave' changes the state; an expression may only read\n"
         "  'Main.Leave' does so here\n"},
        {"Main: Tell2()",
         "7: 'Main.Tell2' announces an event; an expression may only read\n"
         "  'Main.Tell2' does so here\n"},
    };
    fixture f;
    set_up(&f);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_lines(&f, cases[i][0], cases[i][1]);
    tear_down(&f);
}

/* What the proof dialect can ask has no value in a run; what is skipped in runs, such
 * as the invariant of a loop, does no harm. */
TEST(proofs_are_for_provers)
{
    static const char text[] =
        "event eA: int;\n"
        "pure Double(n: int): int = 2 * n;\n"
        "pure Unknown(n: int): int;\n"
        "fun Sum(s: seq[int]): int { var sum, x: int;\n"
        "  foreach (x in s) invariant sum >= 0; { sum = sum + x; } return sum; }\n"
        "invariant fine: forall (m: M) :: m.n == m.n;\n"
        "machine M { var n: int; var s: seq[int];\n"
        "  start state S { entry { n = 3; s += (0, 5); } } }\n"
        "spec W observes eA { start state S { } }\n"
        "test t [main=M]: { M };\n";
    fixture f = {.m = model_load(text, &(core_options){.network = NET_MBOX})};
    transition_result r;
    system_start(f.m.c, &f.s, &r);
    step_outcomes ways = step_machine(f.m.c, system_local(f.m.c, &f.s, 0), VALUE_NULL);
    value local = step_outcome(f.m.c, ways, 0)->local;
    expect_shown(&f, local, "M: Double(n) + Sum(s)", "11");
    expect_lines(&f, "M: Unknown(n)",
                 "4: this calls a function without a body; an expression may only "
                 "read\n");
    expect_lines(&f, "M: forall (x: int) :: x == n",
                 "4: this uses a construct of proofs; an expression may only read\n");
    expect_lines(&f, "M: fine",
                 "4: this uses a construct of proofs; an expression may only read\n");
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(expressions_have_the_values_that_p_gives_them),
        LEAK_FREE(an_expression_that_fails_says_why),
        LEAK_FREE(specs_have_variables_too),
        LEAK_FREE(who_does_not_run_has_no_values),
        LEAK_FREE(a_machine_in_the_midst_of_a_handler_has_values),
        LEAK_FREE(nothing_happens_to_the_core),
        LEAK_FREE(the_program_stays_as_it_was),
        LEAK_FREE(a_machine_may_be_given_instead_of_named),
        LEAK_FREE(messages_point_into_the_expression),
        LEAK_FREE(mistakes_are_reported_as_in_a_model),
        LEAK_FREE(an_expression_may_only_read),
        LEAK_FREE(proofs_are_for_provers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
