/* Local steps: every outcome of the choices once; effects and faults. */
#include "core/fair_label.h"
#include "core/step.h"

#include "core/system.h"
#include "model_fixture.h"

/* The body of Main's entry is put in place of the format's %s. */
static const char frame_of_all[] =
    "event eInt: int;\n"
    "event eSeen: int;\n"
    "type tPair = (a: int, b: int);\n"
    "fun Deeper(n: int): int { return Deeper(n + 1); }\n"
    "machine Main {\n"
    "  var x: int;\n"
    "  start state S { entry { var i: int; var b: bool; var s: seq[int];\n"
    "    var m: map[int, int]; var w, v: machine; var a: any; var e: event;\n"
    "    var t: set[int];\n"
    "%s\n"
    "  } on eInt do (n: int) { x = n; } }\n"
    "}\n"
    "machine W { start state S { ignore eInt; } } axiom true;\n"
    "spec M observes eSeen { start state S { on eSeen do (n: int) { } } }\n"
    "test t [main=Main]: assert M in { Main, W };\n";

typedef struct fixture {
    model m;
    core *c;
    value local; /* of Main, before it runs */
    step_outcomes ways;
} fixture;

static void set_up(fixture *f, const char *body)
{
    strbuf text = {0};
    strbuf_printf(&text, frame_of_all, body);
    f->m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
    strbuf_free(&text);
    f->c = f->m.c;
    system_state s = {0};
    transition_result r;
    system_start(f->c, &s, &r);
    f->local = system_local(f->c, &s, 0);
    vec_free(&s);
    f->ways = step_machine(f->c, f->local, VALUE_NULL);
}

static void tear_down(fixture *f)
{
    model_free(&f->m);
}

static int64_t x_of(const fixture *f, uint32_t way)
{
    value local = step_outcome(f->c, f->ways, way)->local;
    return value_to_int(&f->c->vals, value_item(&f->c->vals, local, LOCAL_FIELDS));
}

/* The values that x can have afterwards, in the order of the ways. */
static void expect_x(const char *body, const int64_t *want, uint32_t count)
{
    fixture f;
    set_up(&f, body);
    if (f.ways.count != count)
        print_error("%s\n", body);
    assert_int_equal(f.ways.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_true(x_of(&f, i) == want[i]);
    tear_down(&f);
}

#define EXPECT_X(body, ...)                        \
    expect_x(body, (const int64_t[]){__VA_ARGS__}, \
             COUNT_OF(((const int64_t[]){__VA_ARGS__})))

TEST(each_way_of_the_choices_is_an_outcome)
{
    EXPECT_X("x = 7;", 7);
    EXPECT_X("x = choose(3);", 0, 1, 2);
    EXPECT_X("x = 5; x = choose(0);", 0);
    EXPECT_X("if ($) { x = choose(3); } else { x = 10 + choose(2); }", 10, 11, 0, 1, 2);
    EXPECT_X("x = 10 * choose(2); x = x + choose(3);", 0, 1, 2, 10, 11, 12);
    EXPECT_X("while (i < 3) { x = 2 * x; if ($) { x = x + 1; } i = i + 1; }", 0, 1, 2,
             3, 4, 5, 6, 7);
    EXPECT_X("s += (0, 5); s += (1, 9); x = choose(s);", 5, 9);
    EXPECT_X("t += (8); t += (3); x = choose(t);", 3, 8);
    /* how many ways the second has depends on how the first fell: 1 + 2 + 3 */
    EXPECT_X("i = choose(3); x = 10 * i + choose(i + 1);", 0, 10, 11, 20, 21, 22);
}

TEST(ways_that_end_the_same_are_one)
{
    EXPECT_X("if ($) { x = 1; } else { x = 1; }", 1);
    EXPECT_X("x = choose(4) / 2;", 0, 1);
    EXPECT_X("i = choose(5);", 0); /* nobody reads it any more */
    EXPECT_X("x = choose(2) + choose(2) + choose(2);", 0, 1, 2, 3);
}

/* ---- Labels for fairness ---- */

static void label(fixture *f, bool is_unfair)
{
    f->c->labels_choices = true;
    f->c->options.choices_are_unfair = is_unfair;
    step_forget(f->c);
    f->ways = step_machine(f->c, f->local, VALUE_NULL);
}

/* The alternatives of outcome WAY as one number, in base 10, from the last one on. */
static int64_t alternatives_of(const fixture *f, uint32_t way)
{
    value_view labels = list_get(f->c, step_outcome(f->c, f->ways, way)->fair);
    int64_t digits[10] = {0};
    int64_t all = 0;
    for (uint32_t i = 0; i < labels.count; i++) {
        value x = fair_label_alternative(f->c, labels.items[i]);
        int64_t n = x == VALUE_FALSE  ? 0
                    : x == VALUE_TRUE ? 1
                                      : value_to_int(&f->c->vals, x);
        assert_in_range(n, 0, 9);
        digits[n]++;
    }
    for (int64_t n = 10; n-- > 0;)
        for (; digits[n] > 0; digits[n]--)
            all = 10 * all + n;
    return all;
}

/* Outcomes that differ in nothing but the choices are one, and it has all labels. */
TEST(an_outcome_has_the_labels_of_all_its_choices)
{
    fixture f;
    set_up(&f, "if (choose(4) == 3) { x = 1; } else { x = 2; }");
    assert_int_equal(list_get(f.c, step_outcome(f.c, f.ways, 0)->fair).count, 0);
    label(&f, false);
    assert_int_equal(f.ways.count, 2);
    assert_int_equal(x_of(&f, 0), 2);
    assert_int_equal(alternatives_of(&f, 0), 210);
    assert_int_equal(alternatives_of(&f, 1), 3);
    value first = list_get(f.c, step_outcome(f.c, f.ways, 0)->fair).items[0];
    value offer = fair_label_offer_of(f.c, first);
    assert_int_equal(fair_label_offer_width(f.c, offer), 4);
    assert_int_equal(value_to_int(&f.c->vals, fair_label_offer_item(f.c, offer, 3)), 3);
    assert_false(fair_label_is_always_fair(f.c, fair_label_site(f.c, offer)));
    tear_down(&f);
}

/* If some alternative leads elsewhere, a fair run may have to avoid the choice. */
TEST(an_outcome_has_a_class_without_what_need_not_be_chosen)
{
    fixture f;
    set_up(&f, "i = choose(2); if (i == 1) { b = $; } x = 7;");
    label(&f, false);
    assert_int_equal(f.ways.count, 1);
    assert_int_equal(alternatives_of(&f, 0), 1100); /* 0 or 1, and then false or true */
    tear_down(&f);
    set_up(&f, "i = choose(2); if (i == 1) { if ($) { x = 1; return; } } x = 7;");
    assert_int_equal(f.ways.count, 2);
    label(&f, false);
    assert_int_equal(f.ways.count, 3);
    assert_int_equal(x_of(&f, 0), 7);
    assert_int_equal(alternatives_of(&f, 0), 100); /* 0, or 1 and then false */
    assert_int_equal(x_of(&f, 1), 1);
    assert_int_equal(alternatives_of(&f, 1), 11);
    assert_int_equal(x_of(&f, 2), 7);
    assert_int_equal(alternatives_of(&f, 2), 0);
    assert_int_equal(list_get(f.c, step_outcome(f.c, f.ways, 2)->fair).count, 1);
    tear_down(&f);
}

TEST(elements_and_keys_are_alternatives)
{
    fixture f;
    set_up(&f, "t += (8); t += (3); x = choose(t);");
    label(&f, false);
    assert_int_equal(alternatives_of(&f, 0), 3);
    assert_int_equal(alternatives_of(&f, 1), 8);
    tear_down(&f);
}

TEST(with_unfair_choices_only_fair_ones_have_labels)
{
    fixture f;
    set_up(&f, "b = $; if ($$) { x = 1; } i = choose(3);");
    label(&f, true);
    assert_int_equal(f.ways.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        value_view fair = list_get(f.c, step_outcome(f.c, f.ways, i)->fair);
        assert_int_equal(fair.count, 1);
        value site = fair_label_site(f.c, fair_label_offer_of(f.c, fair.items[0]));
        assert_true(fair_label_is_always_fair(f.c, site));
    }
    tear_down(&f);
}

/* ---- Loops of choices ---- */

TEST(a_machine_may_stay_in_a_loop_of_choices)
{
    fixture f;
    set_up(&f, "while ($) { b = !b; } x = 5;");
    assert_int_equal(f.ways.count, 1);
    f.c->stops_in_loops = true;
    step_forget(f.c);
    f.ways = step_machine(f.c, f.local, VALUE_NULL);
    assert_int_equal(f.ways.count, 2);
    assert_int_equal(x_of(&f, 0), 5);
    const outcome *o = step_outcome(f.c, f.ways, 1);
    value looping = o->local;
    assert_int_equal(local_status(f.c, looping), STATUS_LOOPING);
    value_view choices = list_get(f.c, o->choices);
    assert_int_equal(value_to_int(&f.c->vals, choices.items[choices.count - 1]),
                     RUN_LOOPS);
    /* It goes round for ever: b is true, and false again. */
    step_outcomes more = step_machine(f.c, looping, VALUE_NULL);
    assert_int_equal(more.count, 1);
    assert_int_equal(step_outcome(f.c, more, 0)->local, looping);
    assert_int_equal(list_get(f.c, step_outcome(f.c, more, 0)->choices).count, 3);
    tear_down(&f);
}

/* Some alternatives lead out of the loop.  What is left of it without these choices is
 * a loop, too: i is 0, and b is false or true.  Without the choice of i nothing is
 * left. */
TEST(a_loop_has_a_round_for_each_fair_part_of_it)
{
    fixture f;
    set_up(&f,
           "while (true) { i = choose(2); if (i == 1) { if ($) { break; } } b = $; }");
    f.c->stops_in_loops = true;
    label(&f, false);
    assert_int_equal(f.ways.count, 2);
    step_outcomes rounds =
        step_machine(f.c, step_outcome(f.c, f.ways, 1)->local, VALUE_NULL);
    assert_int_equal(rounds.count, 2);
    assert_int_equal(list_get(f.c, step_outcome(f.c, rounds, 0)->fair).count, 5);
    assert_int_equal(list_get(f.c, step_outcome(f.c, rounds, 1)->fair).count, 3);
    tear_down(&f);
}

TEST(a_script_makes_the_choices_of_an_outcome_again)
{
    fixture f;
    set_up(&f, "i = choose(3); x = 10 * i + choose(i + 1);");
    assert_int_equal(f.ways.count, 6);
    for (uint32_t i = 0; i < f.ways.count; i++) {
        outcome want = *step_outcome(f.c, f.ways, i);
        value_view list = list_get(f.c, want.choices);
        assert_int_equal(list.count, 2);
        const uint32_t choices[2] = {(uint32_t)value_to_int(&f.c->vals, list.items[0]),
                                     (uint32_t)value_to_int(&f.c->vals, list.items[1])};
        script s = {.choices = choices, .choice_count = 2};
        f.c->script = &s;
        step_outcomes one = step_machine(f.c, f.local, VALUE_NULL);
        f.c->script = NULL;
        assert_int_equal(one.count, 1);
        assert_int_equal(s.used, 2);
        assert_int_equal(step_outcome(f.c, one, 0)->local, want.local);
    }
    tear_down(&f);
}

/* ---- Effects ---- */

/* "new 1.1, eInt 1 to 1.1, seen 2, " */
static void show_effect(const core *c, value effect, strbuf *out)
{
    value_view w = value_get(&c->vals, effect);
    value payload = w.items[w.count - 1];
    switch (w.aux) {
    case REC_CREATION:
        strbuf_puts(out, "new ");
        naming_path(&c->vals.names,
                    value_to_machine_id(&c->vals, w.items[CREATION_MACHINE]), out);
        break;
    case REC_MESSAGE:
        strbuf_printf(out, "%s %d to ",
                      c->ir->events[value_to_event(w.items[MESSAGE_EVENT])].name,
                      (int)value_to_int(&c->vals, payload));
        naming_path(&c->vals.names,
                    value_to_machine_id(&c->vals, w.items[MESSAGE_TARGET]), out);
        break;
    case REC_OBSERVATION:
        strbuf_printf(out, "seen %d", (int)value_to_int(&c->vals, payload));
        break;
    }
    strbuf_puts(out, ", ");
}

static void expect_effects(const fixture *f, uint32_t way, const char *want)
{
    strbuf shown = {0};
    value_view w = list_get(f->c, step_outcome(f->c, f->ways, way)->effects);
    for (uint32_t i = 0; i < w.count; i++)
        show_effect(f->c, w.items[i], &shown);
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

TEST(effects_are_in_the_order_of_the_program)
{
    fixture f;
    set_up(&f, "w = new W(); send w, eInt, 1; v = new W(); send v, eInt, 2;"
               "send w, eInt, 3; send this, eInt, 4;");
    assert_int_equal(f.ways.count, 1);
    expect_effects(&f, 0,
                   "new 1.1, eInt 1 to 1.1, new 1.2, eInt 2 to 1.2, eInt 3 to 1.1, "
                   "eInt 4 to 1, ");
    assert_int_equal(local_status(f.c, step_outcome(f.c, f.ways, 0)->local),
                     STATUS_IDLE);
    tear_down(&f);
}

TEST(each_way_has_its_own_effects)
{
    fixture f;
    set_up(&f, "if ($) { send this, eInt, 1; } else { send this, eInt, 2; } x = 3;");
    assert_int_equal(f.ways.count, 2);
    expect_effects(&f, 0, "eInt 2 to 1, ");
    expect_effects(&f, 1, "eInt 1 to 1, ");
    tear_down(&f);
}

/* It pauses before what a monitor sees; what was sent last is held until then. */
TEST(a_step_ends_before_an_observation)
{
    fixture f;
    set_up(&f, "send this, eInt, 1; send this, eInt, 2; announce eSeen, 5; x = 1;"
               "send this, eInt, 3;");
    expect_effects(&f, 0, "eInt 1 to 1, ");
    value paused = step_outcome(f.c, f.ways, 0)->local;
    assert_int_equal(local_status(f.c, paused), STATUS_PAUSED);
    value held = value_item(&f.c->vals, paused, LOCAL_PENDING);
    assert_int_equal(value_get(&f.c->vals, held).aux, REC_MESSAGE);
    f.ways = step_machine(f.c, paused, VALUE_NULL);
    expect_effects(&f, 0, "seen 5, eInt 3 to 1, ");
    assert_int_equal(local_status(f.c, step_outcome(f.c, f.ways, 0)->local),
                     STATUS_IDLE);
    tear_down(&f);
}

/* It pauses before an assumption that fails, too.  What monitors have seen since then
 * is an outcome without a successor; without that there is none. */
TEST(an_assumption_keeps_what_was_observed)
{
    fixture f;
    set_up(&f, "send this, eInt, 1; announce eSeen, 5; x = choose(3);"
               "if (x == 1) { announce eSeen, 6; } assume (x == 2);");
    f.ways = step_machine(f.c, step_outcome(f.c, f.ways, 0)->local, VALUE_NULL);
    assert_int_equal(f.ways.count, 3);
    expect_effects(&f, 0, "seen 5, ");
    expect_effects(&f, 1, "seen 5, seen 6, ");
    for (uint32_t i = 0; i < 3; i++) {
        const outcome *o = step_outcome(f.c, f.ways, i);
        assert_int_equal(o->is_stuck, i < 2);
        assert_int_equal(o->local == VALUE_NULL, i < 2);
        assert_int_equal(o->fault, 0);
    }
    tear_down(&f);
    set_up(&f, "send this, eInt, 1; assume (false);");
    value paused = step_outcome(f.c, f.ways, 0)->local;
    assert_int_equal(local_status(f.c, paused), STATUS_PAUSED);
    assert_int_equal(step_machine(f.c, paused, VALUE_NULL).count, 0);
    tear_down(&f);
}

/* The first and the last of these three runs are the same, whatever was between them.
 */
TEST(a_failed_assumption_after_a_fault_is_that_before_it)
{
    fixture f;
    set_up(&f, "send this, eInt, 1; announce eSeen, 5; x = choose(3);"
               "assert x != 1; assume (false);");
    f.ways = step_machine(f.c, step_outcome(f.c, f.ways, 0)->local, VALUE_NULL);
    assert_int_equal(f.ways.count, 2);
    assert_true(step_outcome(f.c, f.ways, 0)->is_stuck);
    assert_true(step_outcome(f.c, f.ways, 1)->fault != 0);
    tear_down(&f);
}

/* It goes on for ever, but not in one step. */
TEST(very_many_effects_are_several_steps)
{
    static const char *const bodies[] = {
        "while (true) { x = x + 1; send this, eInt, x; }",
        "while (true) { x = x + 1; new W(); }",
    };
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        fixture f;
        set_up(&f, bodies[i]);
        for (int64_t step = 1; step <= 3; step++) {
            assert_int_equal(f.ways.count, 1);
            const outcome *o = step_outcome(f.c, f.ways, 0);
            assert_int_equal(o->fault, 0);
            assert_int_equal(list_get(f.c, o->effects).count, STEP_EFFECTS);
            assert_in_range(x_of(&f, 0), step * STEP_EFFECTS,
                            step * (STEP_EFFECTS + 1));
            f.ways = step_machine(f.c, o->local, VALUE_NULL);
        }
        tear_down(&f);
    }
}

/* ---- Faults ---- */

static void expect_fault(const char *body, fault_kind kind)
{
    fixture f;
    set_up(&f, body);
    assert_int_equal(f.ways.count, 1);
    const outcome *o = step_outcome(f.c, f.ways, 0);
    fault found = {0};
    if (o->fault != 0)
        found = *vec_at(&f.c->faults, o->fault - 1);
    if (found.kind != kind)
        print_error("%s\n", body);
    assert_int_equal(found.kind, kind);
    assert_true(found.text != NULL);
    assert_int_equal(o->local, VALUE_NULL);
    tear_down(&f);
}

TEST(whatever_fails_says_how)
{
    static const struct {
        const char *body;
        fault_kind kind;
    } cases[] = {
        {"assert x == 1, \"no\";", FAULT_ASSERT},
        {"x = 1 / x;", FAULT_DIVISION},
        {"x = 1 % x;", FAULT_DIVISION},
        {"x = s[0];", FAULT_INDEX},
        {"s += (1, 1);", FAULT_INDEX},
        {"x = m[4];", FAULT_KEY},
        {"m += (1, 1); m += (1, 2);", FAULT_KEY},
        {"a = 1; b = a as bool;", FAULT_CAST},
        {"send w, eInt, 1;", FAULT_NULL_TARGET},
        {"raise e, 1;", FAULT_NULL_EVENT},
        {"x = choose(x - 1);", FAULT_CHOOSE},
        {"x = choose(s);", FAULT_CHOOSE},
        {"raise eSeen, 1;", FAULT_UNHANDLED},
        {"while (true) { x = x + 1; }", FAULT_RUNAWAY},
        {"x = Deeper(0);", FAULT_RUNAWAY},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_fault(cases[i].body, cases[i].kind);
}

/* One failing way of three; what it did before stays done, for monitors saw it. */
TEST(one_way_may_fail_and_others_not)
{
    fixture f;
    set_up(&f, "x = choose(3);\nsend this, eInt, x;\nassert x != 1, \"it is one\";");
    assert_int_equal(f.ways.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(step_outcome(f.c, f.ways, i)->fault != 0, i == 1);
    const fault *found = vec_at(&f.c->faults, 0);
    assert_string_equal(found->text, "it is one");
    src_place place = sources_place(&f.m.p->src, found->pos);
    assert_int_equal(place.line, 12);
    tear_down(&f);
}

/* ---- The cache ---- */

static value int_message(const fixture *f, int64_t n)
{
    const value parts[3] = {value_machine_id(0), value_event(EVENT_FIRST_USER),
                            value_int(&f->c->vals, n)};
    return value_make(&f->c->vals, VK_RECORD, REC_MESSAGE, parts, 3);
}

TEST(a_step_is_executed_once)
{
    fixture f;
    set_up(&f, "x = choose(2);");
    step_statistics before = step_stats(f.c);
    for (int i = 0; i < 10; i++) {
        step_outcomes again = step_machine(f.c, f.local, VALUE_NULL);
        assert_int_equal(again.first, f.ways.first);
        assert_int_equal(again.count, f.ways.count);
    }
    assert_int_equal(step_stats(f.c).executed, before.executed);
    assert_int_equal(step_stats(f.c).lookups, before.lookups + 10);
    /* Two local states and three messages are six steps, with three results. */
    value results[2][3];
    for (int64_t n = 0; n < 3; n++) {
        for (uint32_t k = 0; k < 2; k++) {
            step_outcomes one = step_machine(f.c, step_outcome(f.c, f.ways, k)->local,
                                             int_message(&f, 5 + n));
            results[k][n] = step_outcome(f.c, one, 0)->local;
        }
        assert_int_equal(results[0][n], results[1][n]);
        assert_true(n == 0 || results[0][n] != results[0][n - 1]);
    }
    assert_int_equal(step_stats(f.c).executed, before.executed + 6);
    tear_down(&f);
}

TEST(a_step_with_a_script_is_not_remembered)
{
    fixture f;
    set_up(&f, "x = choose(2);");
    step_statistics before = step_stats(f.c);
    script s = {0};
    f.c->script = &s;
    step_machine(f.c, f.local, VALUE_NULL);
    step_trim(f.c); /* which forgets at once while there is a script */
    f.c->script = NULL;
    assert_int_equal(step_stats(f.c).lookups, before.lookups);
    f.ways = step_machine(f.c, f.local, VALUE_NULL);
    assert_int_equal(f.ways.count, 2);
    assert_int_equal(step_stats(f.c).executed, before.executed + 1);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(each_way_of_the_choices_is_an_outcome),
        LEAK_FREE(ways_that_end_the_same_are_one),
        LEAK_FREE(an_outcome_has_the_labels_of_all_its_choices),
        LEAK_FREE(an_outcome_has_a_class_without_what_need_not_be_chosen),
        LEAK_FREE(elements_and_keys_are_alternatives),
        LEAK_FREE(with_unfair_choices_only_fair_ones_have_labels),
        LEAK_FREE(a_machine_may_stay_in_a_loop_of_choices),
        LEAK_FREE(a_loop_has_a_round_for_each_fair_part_of_it),
        LEAK_FREE(a_script_makes_the_choices_of_an_outcome_again),
        LEAK_FREE(effects_are_in_the_order_of_the_program),
        LEAK_FREE(each_way_has_its_own_effects),
        LEAK_FREE(a_step_ends_before_an_observation),
        LEAK_FREE(an_assumption_keeps_what_was_observed),
        LEAK_FREE(a_failed_assumption_after_a_fault_is_that_before_it),
        LEAK_FREE(very_many_effects_are_several_steps),
        LEAK_FREE(whatever_fails_says_how),
        LEAK_FREE(one_way_may_fail_and_others_not),
        LEAK_FREE(a_step_is_executed_once),
        LEAK_FREE(a_step_with_a_script_is_not_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
