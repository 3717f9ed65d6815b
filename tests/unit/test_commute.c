/* Is it visible in which order a program visits machines?  Lemma commute-1. */
#include "analysis/commute.h"

#include "analysis_fixture.h"

/* A handler of Main; its code is put in place of the format's %s. */
static const char frame_of_all[] =
    "event a; event b: machine; event n: int;\n"
    "machine Main { var all: set[machine]; var counts: map[machine, int];\n"
    "  var sum: int; var last: machine; var list: seq[machine];\n"
    "  var some: set[int]; var done: bool; var text: string;\n"
    "  var task: (of: set[machine], n: int); var seen: set[machine];\n"
    "  start state S { entry { var x, y: machine; var i, j: int;\n"
    "    var ks: seq[machine]; var vs: seq[int]; var s: string;\n"
    "    all += (new W()); all += (new W());\n"
    "%s\n"
    "  } ignore a, b, n; }\n"
    "  fun Grow() { all += (this); }\n"
    "  fun Least(m: machine) { if (counts[m] < sum) { sum = counts[m]; } } }\n"
    "fun Tell(m: machine) { send m, a; }\n"
    "fun Post(m: machine, e: event) { send m, e; }\n"
    "fun Forward(m: machine, e: event) { Post(m, e); }\n"
    "machine W { start state S { ignore a, b, n; } }\n"
    "spec M observes n { start state S { ignore n; } }\n"
    "test t [main=Main]: assert M in { Main, W };\n";

typedef struct fixture {
    model m;
    fn_effects_table *e;
    points_to *p;
    commute *c;
    uint32_t function;
    const ir_function *f;
} fixture;

static fixture load(const char *body, network_model net)
{
    strbuf text = {0};
    strbuf_printf(&text, frame_of_all, body);
    fixture x = {.m = model_load(strbuf_text(&text), &(core_options){.network = net})};
    const test_context *t = context_of(x.m.c);
    x.e = fn_effects_new(t);
    x.p = points_to_new(t, x.e);
    x.c = commute_new(t, x.e, x.p);
    x.function = find_function(x.m.ir, "Main.S.entry");
    x.f = &x.m.ir->functions[x.function];
    strbuf_free(&text);
    return x;
}

static void unload(fixture *x)
{
    commute_free(x->c);
    points_to_free(x->p);
    fn_effects_free(x->e);
    model_free(&x->m);
}

/* The first loop over a set. */
static void expect_loop(const char *body, network_model net, bool shows)
{
    fixture x = load(body, net);
    uint32_t pc = find_pc(x.f, IR_FOREACH, 0);
    if (commute_loop_shows(x.c, x.function, pc) != shows)
        fail_msg("%s", body);
    unload(&x);
}

static void expect(const char *body, bool shows)
{
    expect_loop(body, NET_BAG, shows);
}

TEST(private_variables_do_not_show_the_order)
{
    expect("foreach (x in all) { i = 1; i = i + 1; }", false);
    expect("foreach (x in all) { y = x; }", false);
}

TEST(what_outlives_an_iteration_does)
{
    expect("foreach (x in all) { y = x; } last = y;", true);
    expect("foreach (x in all) { last = x; }", true);
    expect("foreach (x in all) { i = i * 2 + 1; } sum = i;", true);
    expect(
        "foreach (x in all) { if (i > 0) { y = x; } i = 1; if (y == x) { sum = 1; } }",
        true);
    expect("foreach (x in all) { } last = x;", true); /* the element itself */
    expect("foreach (x in all) { list += (0, x); }", true);
}

TEST(updates_that_commute_do_not_show_it)
{
    expect("foreach (x in all) { sum = sum + 1; }", false);
    expect("foreach (x in all) { sum = sum - 2; }", false);
    expect("foreach (x in all) { some += (3); }", false);
    expect("foreach (x in all) { some -= (3); }", false);
    expect("foreach (x in all) { done = true; }", false);
    expect("foreach (x in all) { counts[x] = 1; }", false);
    expect("foreach (x in all) { if (x in counts) { counts[x] = counts[x] + 1; } }",
           false);
    expect("foreach (x in all) { y = x; counts[y] = 1; }", false);
}

TEST(a_set_at_the_element_does_not_show_it)
{
    expect(
        "foreach (x in all) { if (x in seen) { seen -= (x); } else { seen += (x); } }",
        false);
    expect(
        "foreach (x in all) { y = x; seen += (y); if (x in seen) { sum = sum + 1; } }",
        false);
    expect("foreach (x in all) { if (last in seen) { seen -= (x); } }", true);
    expect("foreach (x in all) { if (x in seen) { seen -= (last); } }", true);
    expect("foreach (x in all) { seen += (x); seen -= (last); }", true);
    expect("foreach (x in all) { seen -= (last); if (x in seen) { sum = 1; } }", true);
    expect("foreach (x in all) { seen -= (x); if (sizeof(seen) == 1) { sum = 1; } }",
           true);
    expect("foreach (x in all) { seen -= (x); seen -= (last); }", false);
}

TEST(the_least_and_the_largest_number_do_not_show_it)
{
    expect("foreach (x in all) { if (counts[x] < sum) { sum = counts[x]; } }", false);
    expect("foreach (x in all) { if (counts[x] >= sum) { sum = counts[x]; } }", false);
    expect("foreach (x in all) { i = counts[x]; if (i > sum) { sum = i; } }", false);
    expect("foreach (x in all) { if (sum > counts[x]) { sum = counts[x]; } }", false);
    expect("foreach (x in all) { Least(x); }", false);
}

TEST(what_only_looks_like_the_least_does)
{
    static const char *const bodies[] = {
        "if (counts[x] < sum) { sum = counts[x] + 1; }",       /* another number */
        "if (counts[x] < sum) { sum = counts[last]; }",        /* of another machine */
        "if (counts[x] < sum) { sum = counts[x]; last = x; }", /* the first of equals */
        "if (counts[x] < sum) { sum = counts[x]; } else { sum = 0; }",
        "if (counts[x] < sum) { sum = counts[x]; } some += (sum);",
        "if (counts[x] < sum) { sum = counts[x]; } sum = sum + 1;",
        "if (counts[x] < sum) { sum = counts[x]; } if (sum < 3) { sum = 3; }",
        "i = counts[x]; if (i < sum) { i = 2; sum = i; }",
        "if (counts[x] < sum) { j = counts[x]; sum = j; j = 1; }",
        "if (choose(2) < sum) { sum = choose(2); }",
        "done = counts[x] < sum; if (done) { sum = counts[x]; }",
        "if (sum < sum + counts[x]) { sum = sum + counts[x]; } sum = sum * 2;",
    };
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        strbuf text = {0};
        strbuf_printf(&text, "foreach (x in all) { %s }", bodies[k]);
        expect(strbuf_text(&text), true);
        strbuf_free(&text);
    }
}

TEST(loops_within_the_body_do_not_show_it)
{
    expect("foreach (x in all) { j = 0; while (j < 2) { j = j + 1; sum = sum + j; } }",
           false);
    expect("foreach (x in all) { foreach (y in list) { if (x == y) break; } }", false);
    expect("foreach (x in all) { foreach (j in some) { sum = sum + j; } }", false);
    expect("foreach (x in all) { while (j < 2) { j = j + 1; } sum = sum + j; }", true);
    expect("foreach (x in all) { foreach (y in list) { } if (y == x) { sum = 1; } }",
           true);
    expect("foreach (x in all) { foreach (y in list) { list += (0, y); } }", true);
}

TEST(updates_of_different_kinds_do)
{
    expect("foreach (x in all) { sum = sum + 1; sum = sum * 2; }", true);
    expect("foreach (x in all) { some += (3); some -= (3); }", true);
    expect("foreach (x in all) { done = true; done = false; }", true);
    expect("foreach (x in all) { sum = sum + 1; if (sum > 1) { done = true; } }", true);
    expect("foreach (x in all) { counts[last] = 1; }", true);
}

TEST(sends_are_hidden_by_some_networks)
{
    static const char to_element[] = "foreach (x in all) { send x, a; }";
    static const char to_other[] = "foreach (x in all) { send this, b, x; }";
    expect_loop(to_element, NET_BAG, false);
    expect_loop(to_element, NET_P2P, false);
    expect_loop(to_element, NET_MBOX, true);
    expect_loop(to_element, NET_CAUSAL, true);
    expect_loop(to_other, NET_BAG, false);
    expect_loop(to_other, NET_P2P, true);
    expect_loop("foreach (x in all) { Tell(x); }", NET_P2P, false);
}

TEST(monitors_and_stops_show_the_order)
{
    expect("foreach (x in all) { send x, n, 1; }", true); /* observed */
    expect("foreach (x in all) { announce n, 1; }", true);
    expect("foreach (x in all) { new W(); }", true);
    expect("foreach (x in all) { receive { case a: { } } }", true);
    expect("foreach (x in all) { break; }", true);
    expect("foreach (x in all) { return; }", true);
    /* the last message is pending at the announcement */
    expect("foreach (x in all) { send x, a; } announce n, 1;", true);
    expect("foreach (x in all) { sum = sum + 1; } announce n, 1;", false);
}

TEST(a_loop_that_sends_is_marked)
{
    fixture x = load("foreach (x in all) { send x, a; } sum = 1;", NET_BAG);
    uint32_t head = find_pc(x.f, IR_FOREACH, 0);
    assert_false(commute_is_inside(x.c, x.function, head + 1));
    assert_false(commute_loop_shows(x.c, x.function, head));
    assert_true(commute_is_inside(x.c, x.function, head + 1));
    assert_false(commute_is_inside(x.c, x.function, x.f->code[head].c));
    unload(&x);
}

/* The first element that is taken by its index. */
static void expect_get(const char *body, network_model net, bool shows)
{
    fixture x = load(body, net);
    uint32_t pc = find_pc(x.f, IR_SET_GET, 0);
    if (commute_get_shows(x.c, x.function, pc) != shows)
        fail_msg("%s", body);
    unload(&x);
}

#define BY_INDEX(body) "i = 0; while (i < sizeof(all)) { " body " i = i + 1; }"

TEST(a_loop_over_indices_is_one_over_elements)
{
    expect_get(BY_INDEX("send all[i], a;"), NET_BAG, false);
    expect_get(BY_INDEX("send all[i], a;"), NET_P2P, false);
    expect_get(BY_INDEX("send all[i], a;"), NET_MBOX, true);
    expect_get(BY_INDEX("x = all[i]; send x, b, all[i];"), NET_P2P, false);
    expect_get(BY_INDEX("Tell(all[i]);"), NET_P2P, false);
    expect_get(BY_INDEX("send this, b, all[i];"), NET_P2P, true);
    expect_get(BY_INDEX("counts[all[i]] = 1;"), NET_MBOX, false);
    expect_get(BY_INDEX("if (counts[all[i]] < sum) { sum = counts[all[i]]; }"),
               NET_MBOX, false);
    expect_get(BY_INDEX("foreach (y in list) { if (y == all[i]) sum = sum + 1; }"),
               NET_MBOX, false);
    /* 0 at first */
    expect_get("while (i < sizeof(all)) { send all[i], a; i = i + 1; }", NET_BAG,
               false);
    expect_get("while (i < sizeof(task.of)) { send task.of[i], a; i = i + 1; }",
               NET_P2P, false);
    expect_get("i = 1; if (done) { i = 0; } else { i = 0; }"
               "while (i < sizeof(all)) { send all[i], a; i = i + 1; }",
               NET_BAG, false);
}

TEST(a_loop_over_some_indices_is_not)
{
    static const char *const bodies[] = {
        "x = all[0];",
        "i = 1; while (i < sizeof(all)) { send all[i], a; i = i + 1; }",
        "if (done) { i = 1; } while (i < sizeof(all)) { send all[i], a; i = i + 1; }",
        "while (i < 1) { send all[i], a; i = i + 1; }",
        "while (i < sizeof(list)) { send all[i], a; i = i + 1; }",
        "while (i < sizeof(all)) { send all[i], a; i = i + 2; }",
        "while (i < sizeof(all)) { i = i + 1; if (i < 2) send all[i], a; }",
        "while (j < 2) { while (i < sizeof(all)) { send all[i], a; i = i + 1; }"
        " j = j + 1; i = 1; }",
        "while (i < sizeof(task.of)) { send all[i], a; i = i + 1; }",
        "while (i < sizeof(task.of)) { send task.of[i], a; task.of -= (this);"
        " i = i + 1; }",
        BY_INDEX("send all[i], a; if (done) break;"),
        BY_INDEX("send all[i], a; all -= (this);"),
        BY_INDEX("send all[i], a; Grow();"),
        BY_INDEX("send all[i], n, i;"),       /* observed */
        BY_INDEX("send all[i], a; sum = i;"), /* the index is used */
        BY_INDEX("counts[all[i]] = i;"),
        BY_INDEX("if (i == 0) { send all[i], a; }"),
        BY_INDEX("last = all[i];"),
        BY_INDEX("list += (i, all[i]);"),
        BY_INDEX("x = all[i];") "last = x;",
        BY_INDEX("if (i > 0) { send x, a; } x = all[i];"),
        BY_INDEX("if (done) { i = i + 1; } send all[i], a;"),
    };
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++)
        expect_get(bodies[k], NET_BAG, true);
}

TEST(a_variable_that_held_another_machine_is_no_element)
{
    expect_get(BY_INDEX("x = all[i]; if (done) { x = this; } send x, a;"), NET_P2P,
               true);
    expect_get(BY_INDEX("x = all[i]; if (done) { x = this; } send x, a;"), NET_BAG,
               false);
    expect_loop("foreach (x in all) { y = x; send y, a; }", NET_P2P, false);
    expect_loop("foreach (x in all) { y = x; y = this; send y, a; }", NET_P2P, true);
}

TEST(an_event_that_callers_give_is_known)
{
    expect_loop("foreach (x in all) { Forward(x, a); }", NET_P2P, false);
    expect_loop("foreach (x in all) { Forward(x, a); } Forward(this, n);", NET_P2P,
                true);
}

static void expect_list(const char *body, ir_op op, bool shows)
{
    fixture x = load(body, NET_BAG);
    if (commute_list_shows(x.c, x.function, find_pc(x.f, op, 0)) != shows)
        fail_msg("%s", body);
    unload(&x);
}

TEST(a_list_of_keys_shows_it_by_its_order_only)
{
    expect_list("ks = keys(counts); i = sizeof(ks);", IR_KEYS, false);
    expect_list("ks = keys(counts); if (this in ks) { sum = 1; }", IR_KEYS, false);
    expect_list("last = choose(keys(counts));", IR_KEYS, false);
    expect_list("foreach (x in keys(counts)) { sum = sum + 1; }", IR_KEYS, false);
    expect_list("last = keys(counts)[0];", IR_KEYS, true);
    expect_list("list = keys(counts);", IR_KEYS, true);
    expect_list("ks = keys(counts); list = ks;", IR_KEYS, true);
    expect_list("foreach (i in values(counts)) { some += (i); }", IR_VALUES, false);
    expect_list("vs = values(counts); sum = vs[0];", IR_VALUES, true);
    expect_list("ks = keys(counts); while (i < sizeof(ks)) { sum = sum + counts[ks[i]];"
                " i = i + 1; }",
                IR_KEYS, false);
    expect_list("ks = keys(counts); while (i < sizeof(ks)) { last = ks[i];"
                " i = i + 1; }",
                IR_KEYS, true);
    expect_list("vs = values(counts); while (i < sizeof(vs)) { if (vs[i] > sum)"
                " sum = vs[i]; i = i + 1; }",
                IR_VALUES, false);
}

static void expect_text(const char *body, bool shows)
{
    fixture x = load(body, NET_BAG);
    if (commute_text_shows(x.c, x.function, find_pc(x.f, IR_FORMAT, 0)) != shows)
        fail_msg("%s", body);
    unload(&x);
}

TEST(a_name_in_a_text_shows_unless_it_is_for_people)
{
    expect_text("print format(\"{0}\", this);", false);
    expect_text("s = format(\"{0}\", this); s = s + \"!\"; print s;", false);
    expect_text("text = format(\"{0}\", this);", true);
    expect_text("s = format(\"{0}\", this); if (s == \"x\") { sum = 1; }", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(private_variables_do_not_show_the_order),
        LEAK_FREE(what_outlives_an_iteration_does),
        LEAK_FREE(updates_that_commute_do_not_show_it),
        LEAK_FREE(a_set_at_the_element_does_not_show_it),
        LEAK_FREE(updates_of_different_kinds_do),
        LEAK_FREE(the_least_and_the_largest_number_do_not_show_it),
        LEAK_FREE(what_only_looks_like_the_least_does),
        LEAK_FREE(loops_within_the_body_do_not_show_it),
        LEAK_FREE(a_loop_over_indices_is_one_over_elements),
        LEAK_FREE(a_loop_over_some_indices_is_not),
        LEAK_FREE(a_variable_that_held_another_machine_is_no_element),
        LEAK_FREE(an_event_that_callers_give_is_known),
        LEAK_FREE(sends_are_hidden_by_some_networks),
        LEAK_FREE(monitors_and_stops_show_the_order),
        LEAK_FREE(a_loop_that_sends_is_marked),
        LEAK_FREE(a_list_of_keys_shows_it_by_its_order_only),
        LEAK_FREE(a_name_in_a_text_shows_unless_it_is_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
