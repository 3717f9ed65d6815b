/* Which machines variables may refer to. */
#include "analysis/points_to.h"

#include "analysis_fixture.h"

typedef struct fixture {
    model m;
    fn_effects_table *e;
    points_to *p;
} fixture;

static fixture load(const char *text)
{
    fixture x = {.m = model_load(text, &(core_options){0})};
    const test_context *t = context_of(x.m.c);
    x.e = fn_effects_new(t);
    x.p = points_to_new(t, x.e);
    return x;
}

static void unload(fixture *x)
{
    points_to_free(x->p);
    fn_effects_free(x->e);
    model_free(&x->m);
}

/* The declarations that a field of a machine may refer to: "A B "; PART: of one part,
 * or -1. */
static void expect_part(const fixture *x, const char *machine, const char *field,
                        int part, const char *want)
{
    const ir_program *ir = x->m.ir;
    uint32_t decl = find_machine(ir, machine);
    const ir_machine *m = &ir->machines[decl];
    uint32_t index = find_slot(x->m.p, m->fields, m->field_count, field);
    fn_operand o = {m->states[m->start].entry, IR_OPERAND(IR_FIELD_OF_MACHINE, index)};
    uint64_t *set = mem_alloc(points_to_words(x->p) * sizeof *set);
    strbuf shown = {0};
    if (part < 0)
        points_to_add(x->p, o, set);
    else
        points_to_add_part(x->p, o, (uint32_t)part, set);
    for (uint32_t d = 0; d < ir->machine_count; d++)
        if (has_bit(set, points_to_class(x->p, d)))
            strbuf_printf(&shown, "%s ", ir->machines[d].name);
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
    mem_free(set, points_to_words(x->p) * sizeof *set);
}

static void expect(const fixture *x, const char *machine, const char *field,
                   const char *want)
{
    expect_part(x, machine, field, -1, want);
}

TEST(references_flow_through_new_this_payloads_and_calls)
{
    fixture x =
        load("event hello: machine;\n"
             "fun Same(m: machine): machine { return m; }\n"
             "machine Main { var w: machine; var v: machine; start state S { entry {\n"
             "  w = new W(this); v = Same(w); send w, hello, v; } } }\n"
             "machine W { var up: machine; var got: machine; start state S {\n"
             "  entry (m: machine) { up = m; }\n"
             "  on hello do (m: machine) { got = m; } } }\n"
             "test t [main=Main]: { Main, W };\n");
    expect(&x, "Main", "w", "W ");
    expect(&x, "Main", "v", "W ");
    expect(&x, "W", "up", "Main ");
    expect(&x, "W", "got", "W ");
    unload(&x);
}

/* The type says W, and a V is in it: only the flow of values counts. */
TEST(types_do_not_limit_references)
{
    fixture x =
        load("event e: machine; event a;\n"
             "machine Main { var w: W; start state S { entry { var m: machine;\n"
             "  m = new V(); w = m as W; } ignore a; } }\n"
             "machine W { start state S { entry { } } }\n"
             "machine V { start state S { entry { } } }\n"
             "test t [main=Main]: { Main, W, V };\n");
    expect(&x, "Main", "w", "V ");
    unload(&x);
}

TEST(parts_of_tuples_and_collections_are_told_apart)
{
    fixture x = load("machine Main { var all: map[W, V]; var x: machine;\n"
                     "  var y: machine; start state S { entry { var t: (W, V);\n"
                     "  t = (new W(), new V()); all[t.0] = t.1; x = t.0; y = t.1;\n"
                     "} } }\n"
                     "machine W { start state S { entry { } } }\n"
                     "machine V { start state S { entry { } } }\n"
                     "test t [main=Main]: { Main, W, V };\n");
    expect(&x, "Main", "x", "W ");
    expect(&x, "Main", "y", "V ");
    expect_part(&x, "Main", "all", 0, "W ");
    expect_part(&x, "Main", "all", 1, "V ");
    expect(&x, "Main", "all", "W V ");
    unload(&x);
}

/* Lemma points-1: in a value that lost its form, every position has every reference. */
TEST(a_value_of_another_form_has_its_references_everywhere)
{
    fixture x = load("machine Main { var x: machine; var y: machine; var n: int;\n"
                     "start state S { entry { var a: any; var t: (machine, machine);\n"
                     "  a = (new W(), new V()); t = a as (machine, machine);\n"
                     "  x = t.0; y = t.1; n = (a as (int, int)).0; } } }\n"
                     "machine W { start state S { entry { } } }\n"
                     "machine V { start state S { entry { } } }\n"
                     "test t [main=Main]: { Main, W, V };\n");
    expect(&x, "Main", "x", "W V ");
    expect(&x, "Main", "y", "W V ");
    expect(&x, "Main", "n", "W V "); /* the cast does not look inside */
    unload(&x);
}

/* Fields are found by name, so a tuple with other names lost its form, too. */
TEST(a_tuple_with_other_names_has_its_references_everywhere)
{
    fixture x = load("event e: (b: machine, a: machine); event f;\n"
                     "machine Main { start state S { entry { var v: event;\n"
                     "  v = e; send new R(), v, (a = new W(), b = new V()); } } }\n"
                     "machine R { var x: machine; start state S { entry { }\n"
                     "  on e do (p: (b: machine, a: machine)) { x = p.a; } } }\n"
                     "machine W { start state S { entry { } } }\n"
                     "machine V { start state S { entry { } } }\n"
                     "test t [main=Main]: { Main, R, W, V };\n");
    expect(&x, "R", "x", "W V ");
    unload(&x);
}

TEST(code_that_no_machine_runs_has_no_references)
{
    fixture x = load("fun Never(): machine { return new W(); }\n"
                     "machine Main { start state S { entry { } } }\n"
                     "machine W { var me: machine; start state S {\n"
                     "  entry { me = this; } } }\n"
                     "test t [main=Main]: { Main, W };\n");
    assert_false(points_to_runs(x.p, find_function(x.m.ir, "Never")));
    assert_true(points_to_runs(x.p, find_function(x.m.ir, "Main.S.entry")));
    expect(&x, "W", "me", "");
    unload(&x);
}

TEST(monitors_see_payloads_and_announcements)
{
    fixture x = load("event e: machine; event f: machine;\n"
                     "machine Main { start state S { entry { send this, e, this;\n"
                     "  announce f, new W(); } ignore e; } }\n"
                     "machine W { start state S { entry { } } }\n"
                     "spec M observes e, f { var a: machine; var b: machine;\n"
                     "  start state S { entry { } on e do (m: machine) { a = m; }\n"
                     "  on f do (m: machine) { b = m; } } }\n"
                     "test t [main=Main]: assert M in { Main, W };\n");
    expect(&x, "M", "a", "Main ");
    expect(&x, "M", "b", "W ");
    unload(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(references_flow_through_new_this_payloads_and_calls),
        LEAK_FREE(types_do_not_limit_references),
        LEAK_FREE(parts_of_tuples_and_collections_are_told_apart),
        LEAK_FREE(a_value_of_another_form_has_its_references_everywhere),
        LEAK_FREE(a_tuple_with_other_names_has_its_references_everywhere),
        LEAK_FREE(code_that_no_machine_runs_has_no_references),
        LEAK_FREE(monitors_see_payloads_and_announcements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
