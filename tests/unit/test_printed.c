/* Which texts are made only to be printed. */
#include "analysis/printed.h"

#include "analysis_fixture.h"

/* The body of Main's entry is put in place of the format's %s. */
static const char frame_of_all[] =
    "event eText: string;\n"
    "fun Log(text: string) { print format(\"log: {0}\", text); }\n"
    "fun Quote(text: string) { var all: string; all = format(\"<{0}>\", text); "
    "Log(all); "
    "}\n"
    "fun Down(n: int, text: string) { if (n > 0) { Down(n - 1, text); } Log(text); }\n"
    "fun Same(text: string): string { return text; }\n"
    "fun Check(text: string) { assert text != \"\"; print text; }\n"
    "fun Even(n: int, text: string) { if (n > 0) { Odd(n - 1, text); } }\n"
    "fun Odd(n: int, text: string) { Even(n - 1, text); Check(text); }\n"
    "machine Main {\n"
    "  var field: string;\n"
    "  start state S { entry { var x, y, z: string; var n: int;\n"
    "%s\n"
    "  } ignore eText; }\n"
    "}\n";

static void show_printed(const model *m, uint32_t function, strbuf *out)
{
    const ir_function *f = &m->ir->functions[function];
    const printed_slots *p = printed_new(&m->c->memory, m->ir);
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (f->slots[i].name != NAME_NONE && printed_is(p, function, i))
            strbuf_printf(out, "%s ", program_name(m->p, f->slots[i].name));
}

/* The variables of FUNCTION that are only printed. */
static void expect_in(const char *function, const char *body, const char *want)
{
    strbuf text = {0};
    strbuf printed = {0};
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
    show_printed(&m, find_function(m.ir, function), &printed);
    if (strcmp(strbuf_text(&printed), want) != 0)
        print_error("%s\n", body);
    assert_string_equal(strbuf_text(&printed), want);
    strbuf_free(&printed);
    strbuf_free(&text);
    model_free(&m);
}

/* ... of Main's entry. */
static void expect(const char *body, const char *want)
{
    expect_in("Main.S.entry", body, want);
}

TEST(what_is_printed_need_not_be_made)
{
    expect("x = \"a\"; y = \"b\"; z = \"c\"; print x; n = n + 1;",
           "x y z "); /* nobody reads y and z */
    expect("x = \"a\"; print format(\"{0}\", x); y = x; z = y; print z; n = n + 1;",
           "x y z ");
}

TEST(what_others_can_notice_is_made)
{
    expect("x = \"a\"; send this, eText, x; print y; print z; n = n + 1;", "y z ");
    expect("x = \"a\"; field = x; print x; n = n + 1;", "y z ");
    expect("if (x == y) { print z; } n = n + 1;", "z ");
    expect(
        "x = format(\"{0}\", n); y = x; z = y; assert z != \"\"; print x; n = n + 1;",
        "");
    expect("x = y + z; announce eText, x; n = n + 1;", "");
    expect("x = format(\"{0}\", y); raise eText, x; ", "z n ");
}

TEST(a_number_that_is_printed_and_counted_is_made)
{
    expect("n = n + 1; print format(\"{0}\", n);", "x y z ");
    expect("print format(\"{0}\", n);", "x y z n ");
}

TEST(a_parameter_that_is_printed_need_not_be_made)
{
    expect("Log(x); Quote(y); print z; n = n + 1;", "x y z ");
    expect_in("Log", "n = n + 1;", "text ");
    expect_in("Quote", "n = n + 1;", "text all ");
}

/* The step comes back to the same state only if the text does, and texts have a limit.
 */
TEST(a_text_that_may_grow_is_made)
{
    expect("while (n < 9) { x = format(\"{0}{1}\", x, n); n = n + 1; } print x;",
           "y z ");
    expect("while (n < 9) { x = y; y = format(\"{0}!\", x); n = n + 1; } print z;",
           "z ");
    expect("while (n < 9) { x = x + \"!\"; n = n + 1; } print x; y = x; print y;",
           "y z ");
    expect("z = x; while (n < 9) { x = format(\"{0}!\", x); n = n + 1; } print z;",
           "y z ");
    expect_in("Down", "n = n + 1;", "");
}

TEST(a_parameter_that_is_read_is_made)
{
    expect("Check(x); Log(x); y = Same(z); print y; n = n + 1;", "y ");
    expect_in("Same", "n = n + 1;", "");
    expect_in("Check", "n = n + 1;", "");
}

/* Even calls Odd and is called by it, and only Odd reads the text. */
TEST(what_a_recursion_reads_is_made)
{
    expect("Even(3, x); Odd(3, y); print z; n = n + 1;", "z ");
    expect_in("Even", "n = n + 1;", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_is_printed_need_not_be_made),
        LEAK_FREE(what_others_can_notice_is_made),
        LEAK_FREE(a_number_that_is_printed_and_counted_is_made),
        LEAK_FREE(a_parameter_that_is_printed_need_not_be_made),
        LEAK_FREE(a_text_that_may_grow_is_made),
        LEAK_FREE(a_parameter_that_is_read_is_made),
        LEAK_FREE(what_a_recursion_reads_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
