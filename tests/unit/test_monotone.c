/* In which direction handlers change the fields of a machine. */
#include "analysis/monotone.h"

#include "analysis/fn_effects.h"
#include "analysis_fixture.h"

/* The body of a handler is put in place of the format's %s. */
static const char frame_of_all[] =
    "event e: (n: int, m: int, a: any); event go: int;\n"
    "fun Id(n: int): int { return n; }\n"
    "machine Main { var f: int; var g: int; var b: bool; start state S {\n"
    "  on e do (p: (n: int, m: int, a: any)) { var x, y: int; var c: bool;\n"
    "%s\n"
    "  } ignore go; } }\n";

/* "f+" increases, "f-" decreases, "f?" may be untyped. */
static void show(const program *p, const ir_machine *m, const monotone *found,
                 strbuf *out)
{
    for (uint32_t i = 0; i < m->field_count; i++) {
        bool up = bits_has(&found->increases, i);
        bool down = bits_has(&found->decreases, i);
        if (!up && !down)
            continue;
        strbuf_printf(out, "%s%s%s%s ", program_name(p, m->fields[i].name),
                      up ? "+" : "", down ? "-" : "",
                      bits_has(&found->untyped, i) ? "?" : "");
    }
}

/* As fn_effects.h sums it up, with calls and sums that are not trusted. */
static void expect(const char *body, const char *want)
{
    strbuf text = {0};
    strbuf shown = {0};
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), &(core_options){0});
    fn_effects_table *e = fn_effects_new(context_of(m.c));
    const ir_machine *machine = &m.ir->machines[find_machine(m.ir, "Main")];
    uint32_t handler = machine->states[0].actions[0].function;
    if (handler == IR_NONE)
        handler = machine->states[0].actions[1].function;
    show(m.p, machine, &e->of[handler].fields, &shown);
    if (strcmp(strbuf_text(&shown), want) != 0)
        print_error("%s\n", body);
    assert_string_equal(strbuf_text(&shown), want);
    fn_effects_free(e);
    model_free(&m);
    strbuf_free(&shown);
    strbuf_free(&text);
}

TEST(an_assignment_behind_a_comparison_has_a_direction)
{
    expect("if (p.n > f) { f = p.n; }", "f+ ");
    expect("if (p.n >= f) { f = p.n; }", "f+ ");
    expect("if (f < p.n) { f = p.n; }", "f+ ");
    expect("if (p.n < f) { f = p.n; }", "f- ");
    expect("if (!(p.n <= f)) { f = p.n; }", "f+ ");
    expect("if (p.n <= f) { return; } f = p.n;", "f+ ");
    expect("x = p.n; c = x > f; if (c) { f = x; }", "f+ ");
}

TEST(without_a_comparison_of_the_same_value_it_has_none)
{
    expect("f = p.n;", "f+-? ");
    expect("if (p.m > f) { f = p.n; }", "f+-? ");
    expect("if (p.n > g) { f = p.n; }", "f+-? ");
    /* compared as a number on both paths, so it is one */
    expect("if (p.n > f) { g = 1; } f = p.n;", "f+- g+- ");
}

TEST(values_are_followed_and_not_variables)
{
    expect("x = p.n; if (x > f) { x = p.m; f = x; }", "f+-? ");
    expect("x = p.n; if (x > f) { y = x; x = p.m; f = y; }", "f+ ");
    /* the same index in another type is another field */
    expect("if ((p.a as (i: int, k: int)).i > f) { f = (p.a as (i: int, k: int)).i; }",
           "f+ ");
    expect("if ((p.a as (i: int, k: int)).i > f) { f = (p.a as (k: int, i: int)).k; }",
           "f+-? ");
    expect("if ((p.a as (i: int, k: int)).i > f) { f = (p.a as (k: int, i: int)).i; }",
           "f+ ");
}

TEST(a_comparison_does_not_outlive_a_write_to_the_field)
{
    expect("if (p.n > f) { f = 7; f = p.n; }", "f+-? ");
    expect("if (p.n > f) { g = 7; f = p.n; }", "f+ g+- ");
}

TEST(sums_and_truths_have_a_direction)
{
    expect("f = f + 1;", "f+ ");
    expect("f = 1 + f;", "f+ ");
    expect("f = f - 1;", "f- ");
    expect("f = f + 1024;", "f+ ");
    expect("f = f + 1025;", "f+- ");
    expect("f = f + g;", "f+- ");
    expect("f = g + 1;", "f+- ");
    expect("b = true;", "b+ ");
    expect("b = false;", "b- ");
    expect("b = $;", "b+- ");
    expect("f = f;", "");
}

/* Lemma monotone-1: a sum is trusted only where the field takes no other values. */
TEST(sums_are_not_trusted_beside_other_values)
{
    expect("if (p.n > f) { f = p.n; } else { f = f + 1; }", "f+- ");
    expect("if (p.n > f) { f = p.n; } else { g = g + 1; }", "f+ g+ ");
}

TEST(calls_receives_and_loops_make_values_unknown)
{
    expect("if (p.n > f) { Id(1); f = p.n; }", "f+-? ");
    expect("if (p.n > f) { receive { case go: (i: int) { } } f = p.n; }", "f+-? ");
    expect("if (p.n > f) { while (c) { c = $; } f = p.n; }", "f+-? ");
    expect("while (c) { if (p.n > f) { f = p.n; } c = $; }", "f+ ");
}

TEST(both_branches_count)
{
    expect("if ($) { f = f + 1; } else { f = f - 1; }", "f+- ");
    expect("if ($) { f = f + 1; } else { f = f + 2; }", "f+ ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(an_assignment_behind_a_comparison_has_a_direction),
        LEAK_FREE(without_a_comparison_of_the_same_value_it_has_none),
        LEAK_FREE(values_are_followed_and_not_variables),
        LEAK_FREE(a_comparison_does_not_outlive_a_write_to_the_field),
        LEAK_FREE(sums_and_truths_have_a_direction),
        LEAK_FREE(sums_are_not_trusted_beside_other_values),
        LEAK_FREE(calls_receives_and_loops_make_values_unknown),
        LEAK_FREE(both_branches_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
