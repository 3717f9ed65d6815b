/* Effect summaries of functions, and which machines run them. */
#include "analysis/fn_effects.h"

#include "analysis_fixture.h"

static const char shared_helper[] =
    "event a; event b: int; event go: machine;\n"
    "fun Tell(who: machine, e: event) { send who, e; }\n"
    "fun TellOne(who: machine) { Tell(who, a); }\n"
    "machine Main { var w: W; var n: int; start state S {\n"
    "  entry { w = new W(this); TellOne(w); n = 1; goto T; } }\n"
    "  state T { entry { receive { case b: (i: int) { n = i; } } } ignore a; } }\n"
    "machine W { var up: machine; start state S {\n"
    "  entry (m: machine) { up = m; Tell(up, b); }\n"
    "  on a do { announce a; } } }\n"
    "machine Unused { start state S { entry { send this, a; } } }\n"
    "test t [main=Main]: { Main, W, Unused };\n";

typedef struct fixture {
    model m;
    fn_effects_table *e;
} fixture;

static fixture load(const char *text)
{
    fixture x = {.m = model_load(text, &(core_options){0})};
    x.e = fn_effects_new(context_of(x.m.c));
    return x;
}

static void unload(fixture *x)
{
    fn_effects_free(x->e);
    model_free(&x->m);
}

static const fn_effects *effects(const fixture *x, const char *function)
{
    return &x->e->of[find_function(x->m.ir, function)];
}

/* The only emission of a function. */
static const emission *only(const fixture *x, const char *function)
{
    const fn_effects *f = effects(x, function);
    assert_int_equal(f->emissions.len, 1);
    return f->emissions.data;
}

TEST(a_helper_sends_what_its_parameters_say)
{
    fixture x = load(shared_helper);
    const emission *tell = only(&x, "Tell");
    assert_int_equal(tell->kind, EMIT_SEND);
    assert_int_equal(tell->event, IR_NONE);
    assert_int_equal(tell->event_param, 1);
    assert_int_equal(tell->given_param, 0);
    unload(&x);
}

/* Two callers of one helper do not share what it sends. */
TEST(arguments_take_the_place_of_parameters)
{
    fixture x = load(shared_helper);
    const emission *of_main = only(&x, "Main.S.entry");
    const emission *of_w = only(&x, "W.S.entry");
    assert_int_equal(of_main->event, find_event(x.m.ir, "a"));
    assert_int_equal(of_w->event, find_event(x.m.ir, "b"));
    assert_int_equal(of_main->given.function, find_function(x.m.ir, "Main.S.entry"));
    assert_int_equal(of_main->given_param, IR_NONE);
    assert_int_equal(only(&x, "TellOne")->given_param, 0);
    unload(&x);
}

TEST(effects_of_calls_are_effects_of_the_caller)
{
    fixture x = load(shared_helper);
    const fn_effects *entry = effects(&x, "Main.S.entry");
    const ir_machine *m = &x.m.ir->machines[find_machine(x.m.ir, "Main")];
    assert_true(numset_has(&entry->calls, find_function(x.m.ir, "TellOne")));
    assert_false(numset_has(&entry->calls, find_function(x.m.ir, "Tell")));
    assert_true(numset_has(&entry->gotos, find_state(m, "T")));
    assert_false(numset_has(&entry->gotos, find_state(m, "S")));
    assert_true(numset_has(&entry->creates, find_interface(x.m.ir, "W")));
    assert_true(entry->is_root);
    assert_false(effects(&x, "Tell")->is_root);
    unload(&x);
}

TEST(receives_and_writes_are_found)
{
    fixture x = load(shared_helper);
    const fn_effects *t = effects(&x, "Main.T.entry");
    const ir_machine *m = &x.m.ir->machines[find_machine(x.m.ir, "Main")];
    uint32_t n = find_slot(x.m.p, m->fields, m->field_count, "n");
    uint32_t w = find_slot(x.m.p, m->fields, m->field_count, "w");
    assert_true(t->has_receive);
    assert_true(numset_has(&t->receives, find_event(x.m.ir, "b")));
    assert_false(numset_has(&t->receives, find_event(x.m.ir, "a")));
    assert_true(numset_has(&t->writes, n));
    assert_false(numset_has(&t->writes, w));
    assert_false(effects(&x, "Main.S.entry")->has_receive);
    unload(&x);
}

TEST(only_machines_that_are_created_exist)
{
    fixture x = load(shared_helper);
    uint32_t w = find_interface(x.m.ir, "W");
    assert_true(x.e->exists[find_interface(x.m.ir, "Main")]);
    assert_true(x.e->exists[w]);
    assert_false(x.e->exists[find_interface(x.m.ir, "Unused")]);
    assert_true(numset_has(&x.e->runs[w], find_function(x.m.ir, "Tell")));
    assert_false(numset_has(&x.e->runs[w], find_function(x.m.ir, "TellOne")));
    unload(&x);
}

/* Each round puts other parameters in the place of the event and the target. */
TEST(recursion_with_permuted_parameters_comes_to_an_end)
{
    fixture x = load("event a; event b;\n"
                     "fun F(p: machine, q: machine, n: int) {\n"
                     "  if (n > 0) { send p, a; F(q, p, n - 1); } }\n"
                     "machine Main { start state S { entry { F(this, this, 3); }\n"
                     "  ignore a; } }\n");
    bool first = false;
    bool second = false;
    vec_each (one, &effects(&x, "F")->emissions) {
        first |= one->given_param == 0;
        second |= one->given_param == 1;
    }
    assert_true(first);
    assert_true(second);
    unload(&x);
}

TEST(a_copy_of_a_parameter_counts_as_the_parameter)
{
    fixture x = load("event a;\n"
                     "fun Copy(p: machine, q: machine) { var x: machine;\n"
                     "  x = q; send x, a; }\n"
                     "fun Part(p: machine, q: seq[machine]) { send q[0], a; }\n"
                     "fun Either(p: machine, q: machine) { var x: machine;\n"
                     "  x = p; if ($) { x = q; } send x, a; }\n"
                     "machine Main { start state S { entry { } } }\n");
    assert_int_equal(only(&x, "Copy")->given_param, 1);
    assert_int_equal(only(&x, "Part")->given_param, 1);
    assert_int_equal(only(&x, "Either")->given_param, IR_NONE);
    unload(&x);
}

TEST(the_root_of_an_operand_is_where_its_value_comes_from)
{
    fixture x = load("event a;\n"
                     "machine Main { var w: machine; var all: seq[machine];\n"
                     "start state S { entry (m: machine) { var x, y, z: machine;\n"
                     "  x = w; send x, a; y = all[0]; send y, a; z = this; send z, a;\n"
                     "  send m, a; if ($) { x = m; } send x, a; } ignore a; } }\n"
                     "machine Start { start state S { entry { new Main(this); } } }\n"
                     "test t [main=Start]: { Start, Main };\n");
    uint32_t function = find_function(x.m.ir, "Main.S.entry");
    const ir_function *f = &x.m.ir->functions[function];
    const ir_machine *m = &x.m.ir->machines[find_machine(x.m.ir, "Main")];
    uint32_t want[] = {IR_NONE, /* X is also written with a parameter */
                       find_slot(x.m.p, m->fields, m->field_count, "all"),
                       FN_EFFECTS_SELF, IR_NONE};
    for (uint32_t i = 0; i < COUNT_OF(want); i++) {
        fn_operand o = {function, f->code[find_pc(f, IR_SEND, i)].a};
        assert_int_equal(fn_effects_root(x.m.ir, o), want[i]);
    }
    unload(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_helper_sends_what_its_parameters_say),
        LEAK_FREE(arguments_take_the_place_of_parameters),
        LEAK_FREE(effects_of_calls_are_effects_of_the_caller),
        LEAK_FREE(receives_and_writes_are_found),
        LEAK_FREE(only_machines_that_are_created_exist),
        LEAK_FREE(recursion_with_permuted_parameters_comes_to_an_end),
        LEAK_FREE(a_copy_of_a_parameter_counts_as_the_parameter),
        LEAK_FREE(the_root_of_an_operand_is_where_its_value_comes_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
