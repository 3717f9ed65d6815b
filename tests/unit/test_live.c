/* Which variables of a paused handler still matter. */
#include "analysis/live.h"

#include "analysis/flow.h"
#include "analysis_fixture.h"
#include "reach_fixture.h"

/* The body of Main's entry is put in place of the format's %s. */
static const char frame_of_all[] =
    "event eInt: int;\n"
    "event eBool: bool;\n"
    "fun Send(m: machine, n: int): int { send m, eInt, n; return n; }\n"
    "fun Use(n: int) { }\n"
    "machine Main {\n"
    "  var field: int;\n"
    "  start state S { entry { var x, y, z: int; var b: bool; var s: seq[int];\n"
    "%s\n"
    "  } ignore eInt; }\n"
    "}\n";

/* The variables, without temporaries, that are live there: "x y ". */
static void show_live(const model *m, uint32_t function, uint32_t place, bool after,
                      strbuf *out)
{
    const ir_function *f = &m->ir->functions[function];
    const live_slots *l = live_new(&m->c->memory, f);
    for (uint32_t i = 0; i < f->slot_count; i++)
        if (f->slots[i].name != NAME_NONE &&
            (after ? live_behind_call(l, place, i) : live_before(l, place, i)))
            strbuf_printf(out, "%s ", program_name(m->p, f->slots[i].name));
}

static void expect(const char *body, const char *function, ir_op op, uint32_t nth,
                   bool after, const char *want)
{
    strbuf text = {0};
    strbuf live = {0};
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
    uint32_t index = find_function(m.ir, function);
    uint32_t place = find_pc(&m.ir->functions[index], op, nth);
    show_live(&m, index, place, after, &live);
    if (strcmp(strbuf_text(&live), want) != 0)
        print_error("%s\n", body);
    assert_string_equal(strbuf_text(&live), want);
    strbuf_free(&live);
    strbuf_free(&text);
    model_free(&m);
}

/* Live before the only or NTH send of Main's entry. */
static void expect_before_send(uint32_t nth, const char *body, const char *want)
{
    expect(body, "Main.S.entry", IR_SEND, nth, false, want);
}

TEST(what_is_read_later_is_live)
{
    expect_before_send(0, "x = 1; y = 2; send this, eInt, 0; Use(y);", "y ");
    expect_before_send(0, "x = 1; y = 2; send this, eInt, x; Use(y);", "x y ");
    expect_before_send(0, "x = 1; send this, eInt, 0; send this, eInt, x;", "x ");
    expect_before_send(1, "x = 1; send this, eInt, x; send this, eInt, 1;", "");
    expect_before_send(0, "x = 1; send this, eInt, 0;", "");
}

TEST(what_is_written_first_is_dead)
{
    expect_before_send(0, "x = 1; send this, eInt, 0; x = 2; Use(x);", "");
    expect_before_send(0, "x = 1; send this, eInt, 0; x = x + 1; Use(x);", "x ");
    expect_before_send(0, "send this, eInt, 0; s = default(seq[int]); Use(s[0]);", "");
    expect_before_send(0, "send this, eInt, 0; s[0] = 1; Use(s[0]);", "s ");
}

TEST(either_branch_may_follow)
{
    expect_before_send(
        0, "send this, eInt, 0; if (b) { x = 1; } else { Use(y); } Use(x);", "x y b ");
    expect_before_send(
        0, "send this, eInt, 0; if (b) { x = 1; } else { x = 2; } Use(x);", "b ");
    expect_before_send(0, "if (b) { send this, eInt, 0; Use(x); } else { Use(y); }",
                       "x ");
    expect_before_send(0, "send this, eInt, 0; if (b) { return; } Use(z);", "z b ");
    expect_before_send(0, "if (b) { send this, eInt, 0; return; } Use(z);", "");
    expect_before_send(
        0, "if (b) { send this, eInt, 0; raise eInt, x; } else { Use(y); } Use(z);",
        "x ");
}

TEST(a_loop_comes_back)
{
    expect_before_send(
        0, "while (x < 3) { send this, eInt, 0; x = x + 1; y = x; Use(y); }", "x ");
    expect_before_send(0, "while (x < y) { Use(z); send this, eInt, 0; x = x + 1; }",
                       "x y z ");
    /* behind the loop there is no way back */
    expect_before_send(0, "while (x < y) { x = x + 1; } send this, eInt, 0; Use(z);",
                       "z ");
    /* `break` and `continue` leave out what follows them */
    expect_before_send(
        0, "while (true) { Use(x); if (b) { send this, eInt, 0; break; } Use(y); }",
        "");
    expect_before_send(
        0,
        "while (true) { Use(x); if (b) { send this, eInt, 0; continue; } b = $; "
        "Use(y); y = 0; }",
        "x y b ");
    expect_before_send(0, "while (true) { send this, eInt, 0; x = 1; Use(x); }", "");
}

/* The collection is a copy, in a temporary: S itself may be forgotten. */
TEST(a_foreach_comes_back_and_may_leave_its_element)
{
    expect_before_send(0, "foreach (x in s) { send this, eInt, 0; Use(x); }", "x ");
    expect_before_send(0, "foreach (x in s) { send this, eInt, 0; Use(y); }", "y ");
    expect_before_send(0, "foreach (x in s) { Use(x); send this, eInt, 0; } Use(x);",
                       "x ");
    expect_before_send(0, "foreach (x in s) { Use(x); } send this, eInt, 0; Use(z);",
                       "z ");
}

/* The loop writes it again before the body reads it. */
TEST(the_element_of_a_foreach_is_dead_behind_its_last_use)
{
    expect_before_send(0, "foreach (x in s) { Use(x); send this, eInt, 0; }", "");
    expect_before_send(
        0, "while (b) { foreach (x in s) { Use(x); } send this, eInt, 0; }", "b s ");
}

/* A naive twin: a path from PC on that reads SLOT before it writes it. */
static bool is_read(const ir_function *f, uint32_t pc, uint32_t slot, bits *seen)
{
    const ir_instr *i = &f->code[pc];
    ir_operand o = IR_OPERAND(IR_LOCAL, slot);
    flow_edge e;
    if (!bits_add(seen, pc))
        return false;
    if (flow_reads(f, i, o))
        return true;
    if (flow_writes(i) && i->d == o && i->op != IR_FOREACH)
        return false;
    for (uint32_t k = 0; flow_edge_at(f, pc, k, &e); k++)
        if (e.writes != o && is_read(f, e.to, slot, seen))
            return true;
    return false;
}

static void compare_with_paths(const ir_function *f)
{
    arena memory;
    arena_init(&memory);
    const live_slots *l = live_new(&memory, f);
    for (uint32_t pc = 0; pc < f->code_count; pc++)
        for (uint32_t slot = 0; slot < f->slot_count; slot++) {
            bits seen = {0};
            bool want = is_read(f, pc, slot, &seen);
            bits_fini(&seen);
            if (want != live_before(l, pc, slot))
                fail_msg("%s: slot %u at %u", f->name, slot, pc);
        }
    arena_fini(&memory);
}

TEST(a_slot_is_live_if_and_only_if_some_path_reads_it)
{
    strbuf text = {0};
    for (size_t n = 0; n < PROGRAMS; n++) {
        program_read(n, &text);
        model m = model_load(strbuf_text(&text), &(core_options){0});
        for (uint32_t i = 0; i < m.ir->function_count; i++)
            compare_with_paths(&m.ir->functions[i]);
        model_free(&m);
    }
    strbuf_free(&text);
}

static void expect_at_receive(const char *body, const char *want)
{
    expect(body, "Main.S.entry", IR_RECEIVE, 0, false, want);
}

TEST(the_payload_of_a_case_is_written_by_the_reception)
{
    expect_at_receive("receive { case eInt: (n: int) { Use(n); } }", "");
    expect_at_receive("receive { case eInt: (n: int) { Use(x); } } Use(y);", "x y ");
    expect_at_receive("receive { case eInt: (n: int) { x = n; } } Use(x);", "");
    expect_at_receive("receive { case eInt: (n: int) { x = n; } "
                      "case eBool: (m: bool) { b = m; } } Use(x);",
                      "x ");
    expect_at_receive("while (x < 9) { receive { case eInt: (n: int) { x = x + n; } "
                      "case eBool: (m: bool) { return; } } }",
                      "x ");
    /* what only the way past the `receive` reads does not matter in a case that ends */
    expect_at_receive("receive { case eInt: (n: int) { return; } } Use(z);", "");
}

TEST(a_caller_waits_behind_its_call)
{
    static const char entry[] = "Main.S.entry";
    /* a called function that sends */
    expect("x = Send(this, y); Use(x); Use(z);", entry, IR_CALL, 0, true, "z ");
    expect("x = Send(this, y); Use(x); Use(z);", entry, IR_CALL, 0, false, "y z ");
    expect("x = Send(this, x);", entry, IR_CALL, 0, true, "");
    expect("y = Send(this, x); Use(x);", entry, IR_CALL, 0, true, "x ");
    expect("while (x < 3) { y = Send(this, z); x = x + y; }", entry, IR_CALL, 0, true,
           "x z ");
    expect("Use(0);", "Send", IR_SEND, 0, false, "m n ");
}

/* Frames that differ only in what nobody reads any more are one local state. */
TEST(dead_variables_do_not_split_states)
{
    static const engine_options o = {.core = {.network = NET_MBOX}};
    static const char format[] =
        "event eGo: int;\n"
        "machine Main { var f: int; start state S { entry { var x: int;\n"
        "  x = choose(5); send this, eGo, 0;\n"
        "  receive { case eGo: (n: int) { } } f = %s; } } }\n";
    static const struct {
        const char *read;
        uint64_t states; /* new; waiting, one for each x that matters; done: the same */
    } cases[] = {{"0", 1 + 1 + 1}, {"x", 1 + 5 + 5}, {"x / 2", 1 + 5 + 3}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strbuf text = {0};
        verdict v;
        strbuf_printf(&text, format, cases[i].read);
        model_explore(strbuf_text(&text), &o, &v);
        assert_int_equal(v.kind, VERDICT_EXHAUSTED);
        assert_int_equal(v.stats.states, cases[i].states);
        verdict_fini(&v);
        strbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_is_read_later_is_live),
        LEAK_FREE(what_is_written_first_is_dead),
        LEAK_FREE(either_branch_may_follow),
        LEAK_FREE(a_loop_comes_back),
        LEAK_FREE(a_foreach_comes_back_and_may_leave_its_element),
        LEAK_FREE(the_element_of_a_foreach_is_dead_behind_its_last_use),
        LEAK_FREE(a_slot_is_live_if_and_only_if_some_path_reads_it),
        LEAK_FREE(the_payload_of_a_case_is_written_by_the_reception),
        LEAK_FREE(a_caller_waits_behind_its_call),
        LEAK_FREE(dead_variables_do_not_split_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
