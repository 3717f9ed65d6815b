/* The explorer of instances, on programs whose runs can be counted by hand; each is
 * explored in both ways. */
#include "naive.h"

#include "icet/load.h"
#include "unit.h"

#include <string.h>

enum { LOTS = 50000 };

static void load(const char *text, sources *src, diag *d, icet_program *program)
{
    diag_style style = {0};
    sources_init(src);
    diag_init(d, src);
    bool ok = icet_load_text("test.icet", text, strlen(text), src, d, program);
    diag_show(d, stderr, &style);
    assert_true(ok);
}

static void explore(const icet_program *program, uint32_t size, bool literal,
                    naive_result *result)
{
    uint32_t sizes[4] = {size, size, size, size};
    naive_options options = {.max_states = LOTS, .literal = literal};
    assert_true(program->set_count <= 4);
    naive_explore(program, sizes, &options, result);
}

/* All sets have SIZE elements; FINALS: how many final states, if it is right. */
static void expect(const char *text, uint32_t size, naive_kind kind, size_t finals)
{
    sources src;
    diag d;
    icet_program program;
    load(text, &src, &d, &program);
    for (int literal = 0; literal < 2; literal++) {
        naive_result result;
        explore(&program, size, literal, &result);
        assert_string_equal(naive_kind_name(result.kind), naive_kind_name(kind));
        if (kind == NAIVE_RIGHT)
            assert_int_equal(result.finals.sorted.len, finals);
        naive_fini(&result);
    }
    icet_program_fini(&program);
    diag_fini(&d);
    sources_fini(&src);
}

static void expect_text(const char *text, uint32_t size, const char *part)
{
    sources src;
    diag d;
    icet_program program;
    naive_result result;
    load(text, &src, &d, &program);
    explore(&program, size, false, &result);
    const char *where = result.kind == NAIVE_RIGHT ? result.finals.sorted.data[0]
                                                   : strbuf_text(&result.run);
    if (strstr(where, part) == NULL)
        assert_string_equal(where, part);
    naive_fini(&result);
    icet_program_fini(&program);
    diag_fini(&d);
    sources_fini(&src);
}

/* Everybody gets a number, and the numbers come back in any order. */
static const char gather[] =
    "message number(int);\nmessage back(int);\n"
    "proc a { var i = 0; for q in W { i = i + 1; send number(i) to q; }\n"
    "  var t = 0; for _ in W { receive back(k); t = 10 * t + k; } }\n"
    "proc w[W] { receive number(k); send back(k) to a; }\n";

TEST(messages_of_several_come_in_every_order)
{
    expect(gather, 0, NAIVE_RIGHT, 1);
    expect(gather, 1, NAIVE_RIGHT, 1);
    expect(gather, 2, NAIVE_RIGHT, 2);
    expect(gather, 3, NAIVE_RIGHT, 6);
    expect_text(gather, 2, "a: i=2 q=w[2] t=12 #3=w[2] k=2; w[1]: k=1; w[2]: k=2");
}

TEST(messages_of_one_come_in_order)
{
    expect("message m(int); proc a { send m(1) to b; send m(2) to b; }\n"
           "proc b { receive m(x); receive m(y); assert x == 1; assert y == 2; }",
           0, NAIVE_RIGHT, 1);
}

TEST(each_message_has_a_channel_of_its_own)
{
    expect("message m; message n; proc a { send m to b; send n to b; }\n"
           "proc b { receive n from a; receive m from a; }",
           0, NAIVE_RIGHT, 1);
}

TEST(choices_have_all_their_values)
{
    expect("proc a { var x: int = nondet; }", 0, NAIVE_RIGHT, 3);
    expect("proc a { var x: bool = nondet; }", 0, NAIVE_RIGHT, 2);
    expect("type d = Low | High(int, bool); proc a { var x: d = nondet; }", 0,
           NAIVE_RIGHT, 7);
    expect("proc a { var x = nondet W; } proc w[W >= 1] { }", 3, NAIVE_RIGHT, 3);
    expect("proc w[W] { var x = 0; if (*) { x = 1; } }", 3, NAIVE_RIGHT, 8);
    expect("index K; proc a { var t = 0; for i in K { if (*) { t = t + i; } } }", 3,
           NAIVE_RIGHT, 7); /* 0 to 6: sums of 1, 2, 3 */
}

TEST(nobody_can_move_and_somebody_has_not_finished)
{
    const char *mutual = "message m; proc a { receive m from b; send m to b; }\n"
                         "proc b { receive m from a; send m to a; }";
    const char *set = "message m; proc a { for _ in W { receive m from W; } }\n"
                      "proc w[W] { if (*) { send m to a; } }";
    expect(mutual, 0, NAIVE_DEADLOCK, 0);
    expect(set, 0, NAIVE_RIGHT, 1);
    expect(set, 1, NAIVE_DEADLOCK, 0);
    expect_text(mutual, 0, "b waits for m for ever");
}

TEST(a_message_that_nobody_receives)
{
    const char *text =
        "message m; proc a { for q in W { send m to q; } send m to b; }\n"
        "proc w[W] { receive m; }\nproc b { }";
    expect(text, 2, NAIVE_UNRECEIVED, 0);
    expect_text(text, 2, "b has not received m from a");
}

TEST(an_assertion_that_fails_in_one_order_only)
{
    const char *text = "message m(int); proc a { send m(1) to c; }\n"
                       "proc b { send m(2) to c; }\n"
                       "proc c { receive m(x); receive m(y); assert x == 1; }";
    expect(text, 0, NAIVE_ASSERT, 0);
    expect_text(text, 0,
                "c receives m 2 from b\n    c receives m 1 from a\n"
                "    c: an assertion fails\n");
    expect("proc a { if (*) { if (*) { fail; } } }", 0, NAIVE_ASSERT, 0);
}

TEST(only_the_reactive_may_wait_where_their_loop_begins)
{
#define SERVER "proc s { while true { receive m(c); send n to c; "
#define CLIENT "proc c[C] { send m(self) to s; receive n from s; }\n"
#define DECLS  "message m(pid); message n; message o;\n"
    expect(DECLS "reactive " SERVER "} }" CLIENT, 2, NAIVE_RIGHT, 2);
    expect(DECLS SERVER "if (c == nobody) { break; } } }" CLIENT, 2, NAIVE_DEADLOCK, 0);
    expect(DECLS "reactive proc s { while true { receive m(c); receive o; } }\n"
                 "proc c[C] { send m(self) to s; }",
           1, NAIVE_DEADLOCK, 0);
    expect(DECLS "reactive " SERVER "} }" CLIENT "proc d { send o to s; }", 1,
           NAIVE_UNRECEIVED, 0);
}

TEST(nobody_is_neither_sender_nor_receiver)
{
    expect("message m; proc a { send m to nobody; }", 0, NAIVE_NOBODY, 0);
    expect("message m; proc a { var x = nobody; receive m from x; }", 0, NAIVE_NOBODY,
           0);
}

TEST(one_may_write_to_oneself)
{
    expect("message m(int); proc a { send m(1) to self; receive m(x) from a; }", 0,
           NAIVE_RIGHT, 1);
}

TEST(a_break_leaves_the_while_and_the_fors_in_it)
{
    const char *text = "index K; proc a { var n = 0;\n"
                       "for _ in K { while true { for i in K { n = n + 1;\n"
                       "  if (i == 2) { break; } } if (n > 9) { break; } } } }";
    expect_text(text, 3, "n=6"); /* two steps each of three times */
    expect("proc a { var n = 1; while true { n = n + 1; if (n == 0) { break; } } }", 0,
           NAIVE_TOO_LARGE, 0);
}

TEST(choices_without_end_do_not_hide_what_others_do)
{
    expect("message m; proc a { var n = 0; while true { if (*) { n = 0; }\n"
           "  if (n == 1) { break; } } }\n"
           "proc b { send m to c; } proc c { receive m; fail; }",
           0, NAIVE_ASSERT, 0);
    expect("proc a { var n = 0; while true { if (*) { break; } n = n + 1; } }", 0,
           NAIVE_TOO_LARGE, 0);
}

/* Programs that a published implementation of the method accepts. */
TEST(known_traps)
{
    const char *postponed =
        "message tod; message t1; message t2; message resp;\n"
        "proc d { for _ in C { receive tod from C; } send t1 to e; }\n"
        "proc e { receive t1; send t2 to f; }\n"
        "proc f { receive t2; for q in C { send resp to q; } }\n"
        "proc c[C] { receive resp from f; send tod to d; }";
    const char *stateful = "message m; proc a { var c = 0;\n"
                           "for q in W { if (c == 0) { send m to q; } c = 1; } }\n"
                           "proc w[W] { receive m; }";
    const char *unknown =
        "message m; proc a { var x: int = nondet; if (x == 1) { receive m; } }";
    expect(postponed, 0, NAIVE_RIGHT, 1);
    expect(postponed, 2, NAIVE_DEADLOCK, 0);
    expect(stateful, 1, NAIVE_RIGHT, 1);
    expect(stateful, 2, NAIVE_DEADLOCK, 0);
    expect(unknown, 0, NAIVE_DEADLOCK, 0);
}

TEST(too_many_states_are_no_verdict)
{
    sources src;
    diag d;
    icet_program program;
    naive_result result;
    uint32_t sizes[] = {3};
    naive_options options = {.max_states = 4};
    load(gather, &src, &d, &program);
    naive_explore(&program, sizes, &options, &result);
    assert_int_equal(result.kind, NAIVE_TOO_LARGE);
    naive_fini(&result);
    icet_program_fini(&program);
    diag_fini(&d);
    sources_fini(&src);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(messages_of_several_come_in_every_order),
        LEAK_FREE(messages_of_one_come_in_order),
        LEAK_FREE(each_message_has_a_channel_of_its_own),
        LEAK_FREE(choices_have_all_their_values),
        LEAK_FREE(nobody_can_move_and_somebody_has_not_finished),
        LEAK_FREE(a_message_that_nobody_receives),
        LEAK_FREE(an_assertion_that_fails_in_one_order_only),
        LEAK_FREE(only_the_reactive_may_wait_where_their_loop_begins),
        LEAK_FREE(nobody_is_neither_sender_nor_receiver),
        LEAK_FREE(one_may_write_to_oneself),
        LEAK_FREE(a_break_leaves_the_while_and_the_fors_in_it),
        LEAK_FREE(choices_without_end_do_not_hide_what_others_do),
        LEAK_FREE(known_traps),
        LEAK_FREE(too_many_states_are_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
