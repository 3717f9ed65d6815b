/* Ways out: which functions can come to an end, by their flow graphs alone. */
#include "analysis/way_out.h"

#include "model_fixture.h"

static const char frame_of_all[] =
    "event eA;\n"
    "fun Never() { Never(); }\n"
    "fun Ping(n: int) { if (n > 0) { Pong(n); } else { Pong(0); } }\n"
    "fun Pong(n: int) { Ping(n - 1); }\n"
    "fun Down(n: int): int { if (n == 0) return 0; return Down(n - 1); }\n"
    "machine Main { var x: int;\n"
    "  fun MayGo() { if (x > 3) { goto S; } x = x + 1; }\n"
    "  fun MaySend() { if (x > 3) { send this, eA; } }\n"
    "  fun Asks() { MayGo(); }\n"
    "  fun Again() { MayGo(); Again(); }\n"
    "  fun Body() { %s }\n"
    "  start state S { entry { Body(); } ignore eA; } }\n";

static uint32_t function_named(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->ir->function_count; i++)
        if (strcmp(m->ir->functions[i].name, name) == 0)
            return i;
    fail();
    return 0;
}

static void expect(const char *body, bool exists)
{
    strbuf text = {0};
    arena memory;
    arena_init(&memory);
    strbuf_printf(&text, frame_of_all, body);
    model m = model_load(strbuf_text(&text), &(core_options){.network = NET_MBOX});
    const way_out *w = way_out_new(&memory, m.ir);
    uint32_t f = function_named(&m, "Main.Body");
    bool found = way_out_leaves(w, f, 0) || way_out_returns(w, f, 0);
    if (found != exists)
        print_error("%s\n", body);
    assert_int_equal(found, exists);
    arena_fini(&memory);
    model_free(&m);
    strbuf_free(&text);
}

TEST(a_loop_without_an_exit_has_no_way_out)
{
    expect("", true);
    expect("while (true) { x = x + 1; }", false);
    expect("while (true) { if (x > 3) { x = 0; } else { x = x + 1; } }", false);
    expect("while (x >= 0) { x = x + 1; }", true);
    expect("while (true) { if (x > 3) { break; } x = x + 1; }", true);
    expect("while (true) { if ($) { return; } }", true);
    expect("if (false) { return; } while (true) { }", false);
    expect("while (true) { print \"here\"; announce eA; }", false);
}

TEST(what_leaves_the_handler_or_lets_others_run_is_a_way_out)
{
    expect("while (true) { send this, eA; }", true);
    expect("while (true) { if (x > 3) { raise eA; } }", true);
    expect("while (true) { assert x < 3; }", true);
    expect("while (true) { receive { case eA: { } } }", true);
    expect("while (true) { new Main(); }", true);
}

TEST(a_call_is_passed_if_the_callee_can_end)
{
    expect("Never();", false);
    expect("Ping(3);", false);
    expect("x = Down(3);", true);
    expect("if (x > 0) { Never(); }", true);
    expect("while (true) { x = Down(x); }", false);
}

TEST(a_callee_that_leaves_takes_its_callers_along)
{
    expect("while (true) { MayGo(); }", true);
    expect("while (true) { MaySend(); }", true);
    expect("while (true) { Asks(); }", true);
    expect("Again();", true);
    expect("Never(); MayGo();", false);
    expect("while (true) { Never(); MayGo(); }", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_loop_without_an_exit_has_no_way_out),
        LEAK_FREE(what_leaves_the_handler_or_lets_others_run_is_a_way_out),
        LEAK_FREE(a_call_is_passed_if_the_callee_can_end),
        LEAK_FREE(a_callee_that_leaves_takes_its_callers_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
