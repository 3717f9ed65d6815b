/* Which machines may be renamed, and why others may not. */
#include "analysis/equivariance.h"

#include "analysis_fixture.h"

/* Main creates two workers; BODY is the rest of its entry. */
static const char frame_of_all[] =
    "event a; event b: machine;\n"
    "machine Main { var all: set[machine]; var list: seq[machine];\n"
    "  var counts: map[machine, int]; var last: machine; var text: string;\n"
    "  start state S { entry { var x: machine; var i: int;\n"
    "    while (i < 2) { x = new W(); all += (x); list += (0, x); counts[x] = i;\n"
    "      i = i + 1; }\n"
    "%s\n"
    "  } ignore a, b; } }\n"
    "machine W { start state S { entry { new Kid(this); } ignore a, b; } }\n"
    "machine Kid { var up: machine; start state S {\n"
    "  entry (m: machine) { up = m; } } }\n"
    "test t [main=Main]: { Main, W, Kid };\n";

/* Is W free, and what does the report say of it otherwise? */
static void expect_with(const core_options *o, const char *body, bool is_free,
                        const char *why)
{
    strbuf text = {0};
    strbuf report = {0};
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), o);
    equivariance *e = equivariance_new(context_of(m.c));
    equivariance_report(e, &report);
    if (equivariance_may_permute(e, find_machine(m.ir, "W")) != is_free ||
        strstr(strbuf_text(&report), why) == NULL)
        fail_msg("%s: %s", body, strbuf_text(&report));
    assert_int_equal(equivariance_has_orbits(e), is_free);
    equivariance_free(e);
    model_free(&m);
    strbuf_free(&report);
    strbuf_free(&text);
}

static void expect(const char *body, bool is_free, const char *why)
{
    expect_with(&(core_options){.network = NET_BAG}, body, is_free, why);
}

static const char is_symmetric[] = "W machines are symmetric";

TEST(machines_are_free_where_nothing_depends_on_their_names)
{
    expect("", true, is_symmetric);
    expect("send choose(all), a;", true, is_symmetric);
    expect("foreach (x in all) { send x, a; }", true, is_symmetric);
    expect("foreach (x in list) { last = x; }", true, is_symmetric); /* a sequence */
    expect("i = 0; while (i < sizeof(all)) { send all[i], a; i = i + 1; }", true,
           is_symmetric);
    expect("foreach (x in all) { if (counts[x] < i) { i = counts[x]; } }", true,
           is_symmetric);
    expect("i = sizeof(keys(counts));", true, is_symmetric);
    expect("print format(\"{0}\", last);", true, is_symmetric);
    expect("if (last == list[0]) { i = 1; }", true, is_symmetric);
}

TEST(a_visible_order_of_a_set_pins)
{
    expect("foreach (x in all) { last = x; }", false, "order of a set");
    expect("last = all[0];", false, "order of a set");
    expect("while (i < sizeof(all)) { send all[i], a; i = i + 1; }", false,
           "order of a set"); /* i is 2 */
}

TEST(a_visible_order_of_keys_pins)
{
    expect("last = keys(counts)[0];", false, "order of a map's keys");
}

/* A choice that may be narrowed takes elements by their position. */
TEST(a_choice_among_machines_pins_if_it_may_be_narrowed)
{
    static const core_options o = {.network = NET_BAG, .narrow = 2};
    static const char why[] = "a choice among machines may be narrowed";
    expect("last = choose(keys(counts));", true, is_symmetric);
    expect("i = choose(values(counts));", true, is_symmetric);
    expect("last = choose(counts);", true, is_symmetric);
    expect_with(&o, "last = choose(all);", false, why);
    expect_with(&o, "last = choose(counts);", false, why);
    expect_with(&o, "last = choose(keys(counts));", false, "order of a map's keys");
    expect_with(&o, "i = choose(values(counts));", false, "order of a map's keys");
    expect_with(&o, "last = choose(list);", true, is_symmetric); /* a sequence */
    expect_with(&o, "i = choose(10);", true, is_symmetric);
}

TEST(a_name_in_a_string_pins)
{
    expect("x = list[0]; text = format(\"{0}\", x);", false, "part of a string");
}

/* Where a cast may lie, a sequence may be a set. */
TEST(types_that_are_not_certain_pin)
{
    expect("foreach (x in (((list, 1) as any) as (seq[machine], int)).0) { last = x; }",
           false, "types are uncertain");
}

TEST(machines_that_create_pinned_ones_are_pinned)
{
    model m = model_load("event e: machine;\n"
                         "machine Main { var last: machine; var all: set[machine];\n"
                         "  start state S { entry { new W(this); new W(this); }\n"
                         "  on e do (m: machine) { all += (m); last = all[0]; } } }\n"
                         "machine W { start state S { entry (m: machine) {\n"
                         "  send m, e, new Kid(); } } }\n"
                         "machine Kid { start state S { } }\n"
                         "test t [main=Main]: { Main, W, Kid };\n",
                         &(core_options){.network = NET_BAG});
    equivariance *e = equivariance_new(context_of(m.c));
    strbuf report = {0};
    equivariance_report(e, &report);
    assert_false(equivariance_may_permute(e, find_machine(m.ir, "Kid")));
    assert_false(equivariance_may_permute(e, find_machine(m.ir, "W")));
    assert_non_null(strstr(strbuf_text(&report), "they create Kid machines"));
    equivariance_free(e);
    strbuf_free(&report);
    model_free(&m);
}

TEST(a_single_machine_has_no_orbit)
{
    model m = model_load("machine Main { start state S { entry { new W(); } } }\n"
                         "machine W { start state S { } }\n"
                         "test t [main=Main]: { Main, W };\n",
                         &(core_options){0});
    equivariance *e = equivariance_new(context_of(m.c));
    assert_true(equivariance_may_permute(e, find_machine(m.ir, "W")));
    assert_false(equivariance_has_orbits(e));
    equivariance_free(e);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(machines_are_free_where_nothing_depends_on_their_names),
        LEAK_FREE(a_visible_order_of_a_set_pins),
        LEAK_FREE(a_visible_order_of_keys_pins),
        LEAK_FREE(a_choice_among_machines_pins_if_it_may_be_narrowed),
        LEAK_FREE(a_name_in_a_string_pins),
        LEAK_FREE(types_that_are_not_certain_pin),
        LEAK_FREE(machines_that_create_pinned_ones_are_pinned),
        LEAK_FREE(a_single_machine_has_no_orbit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
