/* What machines may do from some point on: rows of the analysis, lemma reach-1. */
#include "analysis/reach_effects.h"

#include "analysis_fixture.h"
#include "reach_fixture.h"

typedef struct fixture {
    model m;
    reach_effects *r;
} fixture;

static fixture load(const char *text)
{
    fixture x = {.m = model_load(text, &(core_options){0})};
    x.r = reach_effects_new(context_of(x.m.c));
    return x;
}

static void unload(fixture *x)
{
    reach_effects_free(x->r);
    model_free(&x->m);
}

static effect_row resting(const fixture *x, const char *machine, const char *state)
{
    const ir_machine *m = &x->m.ir->machines[find_machine(x->m.ir, machine)];
    return reach_effects_resting(x->r, find_interface(x->m.ir, machine),
                                 find_state(m, state));
}

static bool sends(const fixture *x, effect_row row, const char *to, const char *event)
{
    return reach_effects_sends(x->r, row, find_machine(x->m.ir, to),
                               find_event(x->m.ir, event));
}

static bool is_relevant(const fixture *x, effect_row row, const char *event)
{
    return has_bit(reach_effects_relevant(row), find_event(x->m.ir, event));
}

static bool is_unguarded(const fixture *x, effect_row row, const char *event)
{
    return has_bit(reach_effects_unguarded(x->r, row), find_event(x->m.ir, event));
}

static const char one_way[] =
    "event a; event b; event c;\n"
    "machine Main { var w: W; start state A { entry { w = new W(this); }\n"
    "    on a do { send w, a; } on b goto B; ignore c; }\n"
    "  state B { on b do { send w, b; } ignore a; defer c; } }\n"
    "machine W { var up: machine; start state S { entry (m: machine) { up = m; }\n"
    "  on a do { send up, c; } on b do { } ignore c; } }\n"
    "spec M observes b { start state S { ignore b; } }\n"
    "test t [main=Main]: assert M in { Main, W };\n";

TEST(a_row_has_what_is_reachable_and_nothing_else)
{
    fixture x = load(one_way);
    effect_row a = resting(&x, "Main", "A");
    effect_row b = resting(&x, "Main", "B");
    assert_true(sends(&x, a, "W", "a"));
    assert_true(sends(&x, a, "W", "b"));
    assert_false(sends(&x, b, "W", "a"));
    assert_true(sends(&x, b, "W", "b"));
    assert_false(sends(&x, a, "Main", "a"));
    assert_true(reach_effects_sends_to(x.r, a, find_machine(x.m.ir, "W")));
    assert_true(reach_effects_rests_in(x.r, a, 1));
    assert_false(reach_effects_rests_in(x.r, b, 0));
    unload(&x);
}

TEST(events_are_irrelevant_where_all_reachable_states_ignore_or_defer_them)
{
    fixture x = load(one_way);
    effect_row a = resting(&x, "Main", "A");
    effect_row b = resting(&x, "Main", "B");
    assert_true(is_relevant(&x, a, "a"));
    assert_false(is_relevant(&x, b, "a"));
    assert_false(is_relevant(&x, a, "c"));
    assert_true(is_relevant(&x, b, "b"));
    assert_true(is_relevant(&x, b, "halt")); /* no action: it halts the machine */
    unload(&x);
}

TEST(monitors_observe_by_event)
{
    fixture x = load(one_way);
    assert_true(reach_effects_is_observed(resting(&x, "Main", "B")));
    assert_false(reach_effects_is_observed(resting(&x, "W", "S")));
    unload(&x);
}

/* What a child does counts; what it takes and which fields it has does not. */
TEST(a_creator_has_the_effects_of_its_children_but_not_their_events)
{
    fixture x = load("event a; event b;\n"
                     "machine Main { start state S { on a do { new W(this); } } }\n"
                     "machine W { var n: int; start state S {\n"
                     "  entry (m: machine) { send m, a; }\n"
                     "  on b do { n = n + 1; } ignore a; } }\n"
                     "test t [main=Main]: { Main, W };\n");
    effect_row row = resting(&x, "Main", "S");
    uint32_t w = find_machine(x.m.ir, "W");
    assert_true(reach_effects_creates(x.r, row));
    assert_true(reach_effects_creates_one(x.r, row, w));
    assert_true(sends(&x, row, "Main", "a"));
    assert_true(is_relevant(&x, row, "b")); /* unhandled: a fault of Main itself */
    assert_false(reach_effects_field(x.r, row, 0).increases);
    assert_true(reach_effects_field(x.r, resting(&x, "W", "S"), 0).increases);
    assert_false(reach_effects_field(x.r, resting(&x, "W", "S"), 0).decreases);
    unload(&x);
}

TEST(targets_are_known_where_fields_that_name_them_are_not_written)
{
    fixture x = load("event a; event set_up: machine;\n"
                     "machine Main { var w: machine; start state A {\n"
                     "    entry { send this, set_up, this; }\n"
                     "    on set_up do (m: machine) { w = m; goto B; } }\n"
                     "  state B { on a do { send w, a; goto C; } }\n"
                     "  state C { on set_up do (m: machine) { send m, a; } } }\n"
                     "test t [main=Main]: { Main };\n");
    effect_row a = resting(&x, "Main", "A");
    effect_row b = resting(&x, "Main", "B");
    effect_row c = resting(&x, "Main", "C");
    assert_false(reach_effects_has_known_targets(x.r, a));
    assert_false(reach_effects_has_known_targets(x.r, b)); /* C sends to a payload */
    assert_false(reach_effects_has_known_targets(x.r, c));
    assert_true(reach_effects_targets_field(x.r, b, 0));
    assert_false(reach_effects_targets_field(x.r, c, 0));
    unload(&x);
    x = load("event a; event b;\n"
             "machine Main { var w: machine; start state A { entry { w = this; }\n"
             "  on a goto B; }\n"
             "  state B { on a do { send w, a; } on b do { send this, b; } } }\n"
             "test t [main=Main]: { Main };\n");
    b = resting(&x, "Main", "B");
    assert_true(reach_effects_has_known_targets(x.r, b));
    assert_true(reach_effects_targets_field(x.r, b, 0));
    assert_true(reach_effects_targets_self(x.r, b));
    unload(&x);
}

TEST(guarded_events_may_be_refused)
{
    fixture x = load("event p: int; event q: int; event r: int;\n"
                     "machine Main { var n: int; start state A {\n"
                     "    on p do (i: int) { if (i > n) { n = i; } }\n"
                     "    on q do (i: int) { n = i; }\n"
                     "    on r do (i: int) { if (i > n) { n = i; goto B; } } }\n"
                     "  state B { ignore p, q; on r do (i: int) { n = i; } } }\n");
    effect_row a = resting(&x, "Main", "A");
    assert_true(is_relevant(&x, a, "p"));
    assert_false(is_unguarded(&x, a, "p"));
    assert_true(is_unguarded(&x, a, "q"));
    assert_true(is_unguarded(&x, a, "r")); /* B does not guard it */
    unload(&x);
}

TEST(a_receive_makes_its_events_and_halt_relevant)
{
    fixture x = load("event a; event b;\n"
                     "machine Main { start state A { on a do {\n"
                     "    receive { case b: { } } goto B; } ignore b, halt; }\n"
                     "  state B { ignore a, b, halt; } }\n");
    effect_row a = resting(&x, "Main", "A");
    assert_true(is_relevant(&x, a, "b"));
    assert_true(is_unguarded(&x, a, "b"));
    assert_true(is_relevant(&x, a, "halt"));
    assert_false(is_relevant(&x, resting(&x, "Main", "B"), "halt"));
    unload(&x);
}

TEST(without_further_messages_only_the_current_function_counts)
{
    fixture x = load("event a; event b;\n"
                     "machine Main { start state A { entry { send this, a; goto B; }\n"
                     "    on a do { send this, b; } ignore b; }\n"
                     "  state B { on a do { send this, b; } ignore b; } }\n");
    const reach_effects *alone = reach_effects_before_receive(x.r);
    uint32_t main = find_interface(x.m.ir, "Main");
    uint32_t entry = find_function(x.m.ir, "Main.A.entry");
    effect_row all = reach_effects_running(x.r, main, entry);
    effect_row now = reach_effects_running(alone, main, entry);
    assert_true(sends(&x, all, "Main", "b"));
    assert_true(sends(&x, now, "Main", "a"));
    assert_false(sends(&x, now, "Main", "b"));
    unload(&x);
}

/* Lemma reach-1: whatever leads from one point to another, the row only shrinks. */
static bool contains(const fixture *x, effect_row big, effect_row small)
{
    for (uint32_t w = 0; w < reach_effects_words(x->r); w++)
        if ((small[w] & ~big[w]) != 0)
            return false;
    return true;
}

static void check_state(const fixture *x, uint32_t interface, const ir_state *s,
                        effect_row row)
{
    for (uint32_t a = 0; a < s->action_count; a++) {
        uint32_t f = s->actions[a].function;
        if (f != IR_NONE)
            assert_true(contains(x, row, reach_effects_running(x->r, interface, f)));
        if (s->actions[a].kind == ACTION_GOTO)
            assert_true(contains(
                x, row, reach_effects_resting(x->r, interface, s->actions[a].target)));
    }
    if (s->exit != IR_NONE)
        assert_true(contains(x, row, reach_effects_running(x->r, interface, s->exit)));
}

TEST(in_all_programs_rows_shrink_along_actions)
{
    strbuf text = {0};
    for (size_t n = 0; n < PROGRAMS; n++) {
        program_read(n, &text);
        fixture x = load(strbuf_text(&text));
        uint32_t i = x.m.c->test->main_interface;
        const ir_machine *m =
            &x.m.ir->machines[test_context_machine(context_of(x.m.c), i)];
        assert_true(contains(&x, reach_effects_new_machine(x.r, i),
                             reach_effects_resting(x.r, i, m->start)));
        for (uint32_t s = 0; s < m->state_count; s++)
            check_state(&x, i, &m->states[s], reach_effects_resting(x.r, i, s));
        unload(&x);
    }
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_row_has_what_is_reachable_and_nothing_else),
        LEAK_FREE(
            events_are_irrelevant_where_all_reachable_states_ignore_or_defer_them),
        LEAK_FREE(monitors_observe_by_event),
        LEAK_FREE(a_creator_has_the_effects_of_its_children_but_not_their_events),
        LEAK_FREE(targets_are_known_where_fields_that_name_them_are_not_written),
        LEAK_FREE(guarded_events_may_be_refused),
        LEAK_FREE(a_receive_makes_its_events_and_halt_relevant),
        LEAK_FREE(without_further_messages_only_the_current_function_counts),
        LEAK_FREE(in_all_programs_rows_shrink_along_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
