/* Foreign functions that are left open: the code that they get. */
#include "ir/open.h"

#include "analysis/points_to.h"
#include "analysis_fixture.h"
#include "core/step.h"

/* With the foreign functions of the program left open. */
static model load(const char *text)
{
    const frontend_options front = {.warnings_off = true};
    model m = {.p = frontend_load_text("t.p", text, strlen(text), &front)};
    assert_int_equal(m.p->diags.errors, 0);
    m.ir = lower_program(m.p);
    open_all(m.p, m.ir);
    m.c = core_new(m.ir, &m.ir->tests[0], &(core_options){0});
    return m;
}

/* The number of values that F() of this result type may return. */
static void expect_values(const char *type, size_t want)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event eOne; event eTwo: int; enum tColor { RED = 7, GREEN = 3 }\n"
                  "type tId; fun F(): %s;\n"
                  "machine Main { var x: %s; start state S { entry { x = F(); } } }\n"
                  "test t [main=Main]: { Main };\n",
                  type, type);
    model m = load(strbuf_text(&text));
    machine_id id =
        naming_child(&m.c->vals.names, MACHINE_NONE, 1, m.c->test->main_interface,
                     m.c->test->main_interface, find_machine(m.ir, "Main"));
    value begin = process_new_machine(m.c, id, VALUE_NULL);
    step_outcomes all = step_machine(m.c, begin, VALUE_NULL);
    if (all.count != want)
        fail_msg("%s: %u values", type, all.count);
    for (uint32_t i = 0; i < all.count; i++) {
        const outcome *o = step_outcome(m.c, all, i);
        assert_int_equal(o->fault, 0);
        type_id is = m.ir->machines[find_machine(m.ir, "Main")].fields[0].type;
        assert_true(core_fits(m.c, is, value_item(&m.c->vals, o->local, LOCAL_FIELDS)));
    }
    model_free(&m);
    strbuf_free(&text);
}

TEST(each_type_has_its_values)
{
    expect_values("bool", 2);
    expect_values("int", OPEN_INTS);
    expect_values("float", OPEN_INTS);
    expect_values("string", OPEN_INTS);
    expect_values("tColor", 2);
    expect_values("event", 2);
    expect_values("machine", 1);
    expect_values("Main", 1);
    expect_values("any", 1);
    expect_values("tId", 1);
    expect_values("(bool, tColor)", 4);
    expect_values("(a: bool, b: (c: int, d: bool))", 2 * OPEN_INTS * 2);
    expect_values("seq[bool]", 3);
    expect_values("set[tColor]", 3);
    expect_values("map[int, bool]", 1 + OPEN_INTS * 2);
    expect_values("seq[seq[bool]]", 4);
}

/* ---- Which functions, and copies of them ---- */

static const char ids[] =
    "type tId; fun NewId(): tId; fun Flag(): bool; fun Never(): int; fun Log();\n"
    "fun Two() { var a, b: tId; a = NewId(); b = NewId(); Log(); }\n"
    "machine Main { start state S { entry { var a: tId; Two(); a = NewId(); } } }\n"
    "machine Other { start state S { entry { if (Flag()) { Flag(); } } } }\n"
    "test t [main=Main]: { Main }; test u [main=Other]: { Other };\n";

static void expect_open(const ir_program *ir, const ir_test *test, const char *want)
{
    strbuf shown = {0};
    uint32_t *open = open_of_test(ir, test);
    for (uint32_t i = 0; open[i] != IR_NONE; i++)
        strbuf_printf(&shown, "%s ", ir->functions[open[i]].name);
    assert_string_equal(strbuf_text(&shown), want);
    mem_free(open, (ir->function_count + 1) * sizeof *open);
    strbuf_free(&shown);
}

TEST(a_test_has_the_functions_that_it_may_call)
{
    model m = load(ids);
    expect_open(m.ir, &m.ir->tests[0], "NewId Log ");
    expect_open(m.ir, &m.ir->tests[1], "Flag ");
    model_free(&m);
}

TEST(calls_have_copies)
{
    model m = load(ids);
    size_t new_ids = 0;
    size_t flags = 0;
    size_t logs = 0;
    for (uint32_t i = 0; i < m.ir->function_count; i++) {
        new_ids += strcmp(m.ir->functions[i].name, "NewId") == 0;
        flags += strcmp(m.ir->functions[i].name, "Flag") == 0;
        logs += strcmp(m.ir->functions[i].name, "Log") == 0;
    }
    assert_int_equal(new_ids, 3);
    assert_int_equal(flags, 2);
    assert_int_equal(logs, 1); /* it has no result */
    assert_false(open_needs_machine(&m.ir->functions[find_function(m.ir, "NewId")]));
    assert_true(open_needs_machine(&m.ir->functions[find_function(m.ir, "Flag")]));
    model_free(&m);
}

/* 2^60 parts: the code must end somewhere. */
TEST(a_huge_type_is_cut)
{
    strbuf text = {0};
    strbuf_puts(&text, "type t0 = (int, int);\n");
    for (int i = 1; i < 60; i++)
        strbuf_printf(&text, "type t%d = (t%d, t%d);\n", i, i - 1, i - 1);
    strbuf_puts(&text,
                "fun F(): t59; machine Main { start state S { entry { F(); } } }\n"
                "test t [main=Main]: { Main };\n");
    model m = load(strbuf_text(&text));
    assert_true(m.ir->functions[find_function(m.ir, "F")].code_count < 20000);
    model_free(&m);
    strbuf_free(&text);
}

/* ---- What analyses make of it ---- */

TEST(references_flow_through_an_open_function)
{
    model m =
        load("type tId; fun Pick(a: machine, b: machine): machine; fun Id(): tId;\n"
             "machine Main { var x: machine; var id: tId; start state S { entry {\n"
             "  x = Pick(new W(), new V()); id = Id(); } } }\n"
             "machine W { start state S { entry { } } }\n"
             "machine V { start state S { entry { } } }\n"
             "machine U { start state S { entry { } } }\n"
             "test t [main=Main]: { Main, W, V, U };\n");
    const test_context *t = context_of(m.c);
    fn_effects_table *e = fn_effects_new(t);
    points_to *p = points_to_new(t, e);
    const ir_machine *main_decl = &m.ir->machines[find_machine(m.ir, "Main")];
    uint32_t entry = main_decl->states[0].entry;
    for (uint32_t field = 0; field < 2; field++) {
        uint64_t set[1] = {0};
        points_to_add(p, (fn_operand){entry, IR_OPERAND(IR_FIELD_OF_MACHINE, field)},
                      set);
        assert_true(has_bit(set, find_machine(m.ir, "Main")));
        assert_int_equal(has_bit(set, find_machine(m.ir, "W")), field == 0);
        assert_int_equal(has_bit(set, find_machine(m.ir, "V")), field == 0);
        assert_false(has_bit(set, find_machine(m.ir, "U")));
    }
    points_to_free(p);
    fn_effects_free(e);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(each_type_has_its_values),
        LEAK_FREE(a_test_has_the_functions_that_it_may_call),
        LEAK_FREE(calls_have_copies),
        LEAK_FREE(a_huge_type_is_cut),
        LEAK_FREE(references_flow_through_an_open_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
