/* Which fields hold sequences whose order nobody can tell. */
#include "analysis/seq_order.h"

#include "analysis_fixture.h"

/* The body of Main's handler is put in place of the format's %s. */
static const char frame_of_all[] =
    "event eGo: int; event eSeq: seq[int];\n"
    "fun First(s: seq[int]): int { return s[0]; }\n"
    "machine Main {\n"
    "  var a, b: seq[int]; var m: map[int, seq[int]]; var p: (seq[int], int);\n"
    "  start state S { on eGo do (n: int) { var x, y: seq[int]; var all: "
    "set[seq[int]];\n"
    "var i: int;\n"
    "%s\n"
    "  } }\n"
    "}\n";

/* The fields whose order is hidden. */
static void expect(const char *body, const char *want)
{
    strbuf text = {0};
    strbuf hidden = {0};
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
    const seq_order *s = seq_order_new(&m.c->memory, m.ir);
    uint32_t machine = find_machine(m.ir, "Main");
    for (uint32_t i = 0; i < m.ir->machines[machine].field_count; i++)
        if (seq_order_is_hidden(s, machine, i))
            strbuf_puts(&hidden,
                        program_name(m.p, m.ir->machines[machine].fields[i].name));
    if (strcmp(strbuf_text(&hidden), want) != 0)
        print_error("%s\n", body);
    assert_string_equal(strbuf_text(&hidden), want);
    strbuf_free(&hidden);
    strbuf_free(&text);
    model_free(&m);
}

TEST(what_is_in_it_and_how_many_does_not_tell_the_order)
{
    expect("", "abmp");
    expect("if (n in a && sizeof(b) > n) a += (sizeof(a), n);", "abmp");
    expect("a += (0, n); a += (n, n);", "abmp"); /* only the length matters */
    expect("x = a; x += (0, n); b = x;", "abmp");
    expect("m[n] = a; m[n] += (0, n); if (n in m[n + 1]) i = sizeof(keys(m));", "abmp");
    expect("p.0 = a; p.1 = sizeof(p.0);", "abmp");
    expect("a = default(seq[int]); m -= (n);", "abmp");
}

TEST(an_element_by_its_place_does)
{
    expect("i = a[n];", "bmp");
    expect("a -= (0);", "bmp");
    expect("a[0] = n;", "bmp");
    expect("foreach (i in a) n = n + i;", "bmp");
    expect("i = choose(a);", "bmp");
    expect("i = First(a);", "bmp");
    expect("i = m[n][0];", "abp");
    expect("i = p.0[0];", "abm");
}

TEST(who_compares_prints_or_sends_it_sees_the_order)
{
    expect("if (a == b) n = 0;", "mp");
    expect("all += (a);", "bmp");
    expect("if (a in all) n = 0;", "bmp");
    expect("print format(\"{0}\", a);", "bmp");
    expect("send this, eSeq, a;", "bmp");
    expect("raise eSeq, b;", "amp");
    expect("if (sizeof(values(m)) > 0) n = 0;", "abp");
    expect("assert n > 0, format(\"{0}\", m);", "abp");
}

TEST(what_goes_somewhere_else_is_seen_there)
{
    expect("x = a; y = x; i = y[0];", "bmp");
    expect("m[n] = a; i = m[0][0];", "bp");
    expect("p = (b, n); i = p.0[0];", "am");
    expect("x = a; x += (0, n); b = x; i = b[0];", "mp");
    expect("while (n > 0) { i = x[0]; x = y; y = a; n = n - 1; }", "bmp");
}

TEST(only_what_is_seen_of_a_variable_later_counts)
{
    expect("x = a; i = sizeof(x); x = b; i = x[0];", "amp");
    expect("x = b; if (n > 0) x = a; i = x[0];", "mp");
    expect("x = b; i = x[0]; x = a; i = sizeof(x);", "amp");
    expect("i = x[0]; x = a;", "abmp"); /* a new frame next time */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_is_in_it_and_how_many_does_not_tell_the_order),
        LEAK_FREE(an_element_by_its_place_does),
        LEAK_FREE(who_compares_prints_or_sends_it_sees_the_order),
        LEAK_FREE(what_goes_somewhere_else_is_seen_there),
        LEAK_FREE(only_what_is_seen_of_a_variable_later_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
