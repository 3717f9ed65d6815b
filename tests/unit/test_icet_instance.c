/* Instances of IceT programs: verdicts, counts of executions, and final states that are
 * worked out by hand. */
#include "icet_instance/icet_try.h"

#include "icet/load.h"
#include "report/trace_text.h"

#include "unit.h"

#include <string.h>

/* ---- Programs as text ---- */

typedef struct fixture {
    sources src;
    diag diag;
    icet_program program;
} fixture;

static void load(fixture *f, const char *text)
{
    sources_init(&f->src);
    diag_init(&f->diag, &f->src);
    bool ok =
        icet_load_text("p.icet", text, strlen(text), &f->src, &f->diag, &f->program);
    if (!ok)
        diag_show(&f->diag, stderr, &(diag_style){0});
    assert_true(ok);
}

static void unload(fixture *f)
{
    icet_program_fini(&f->program);
    diag_fini(&f->diag);
    sources_fini(&f->src);
}

enum { MOST_SETS = 3 };

/* All sets have the same size. */
static void check_size(fixture *f, uint32_t size, checked *out)
{
    uint32_t sizes[MOST_SETS] = {size, size, size};
    icet_instance i = {.program = &f->program, .src = &f->src, .sizes = sizes};
    icet_instance_check(&i, out);
}

/* With SIZE, there are so many executions, and none fails. */
static void holds(const char *text, uint32_t size, uint64_t executions)
{
    fixture f;
    checked out;
    load(&f, text);
    check_size(&f, size, &out);
    const verdict *v = &out.result.verdict;
    if (v->kind == VERDICT_VIOLATED)
        print_error("%s\n", v->fault.text);
    assert_string_equal(verdict_word(v->kind), verdict_word(VERDICT_EXHAUSTED));
    assert_int_equal(v->stats.executions, executions);
    assert_int_equal(v->stats.blocked, 0);
    check_fini(&out);
    unload(&f);
}

static void fails_at(const char *text, uint32_t size, fault_kind kind, unsigned line,
                     const char *words)
{
    fixture f;
    checked out;
    load(&f, text);
    check_size(&f, size, &out);
    const verdict *v = &out.result.verdict;
    assert_int_equal(v->kind, VERDICT_VIOLATED);
    assert_string_equal(fault_word(v->fault.kind), fault_word(kind));
    assert_string_equal(v->fault.text, words);
    assert_int_equal(sources_place(&f.src, v->fault.pos).line, line);
    check_fini(&out);
    unload(&f);
}

static void is_unknown(const char *text, const char *reason)
{
    fixture f;
    checked out;
    load(&f, text);
    check_size(&f, 1, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_UNKNOWN);
    assert_string_equal(out.result.verdict.detail, reason);
    check_fini(&out);
    unload(&f);
}

/* ---- Receives ---- */

static const char gather[] = "message hi(pid);\n"
                             "proc server { for _ in C { receive hi(c); } }\n"
                             "proc client[C] { send hi(self) to server; }\n";

static const char gather_set[] =
    "message hi(pid);\n"
    "proc server { for _ in C { receive hi(c) from C; } }\n"
    "proc client[C] { send hi(self) to server; }\n";

static const char in_turn[] =
    "message hi(pid);\n"
    "proc server { for x in C { receive hi(c) from x; assert c == x; } }\n"
    "proc client[C] { send hi(self) to server; }\n";

TEST(messages_of_n_senders_come_in_every_order)
{
    static const uint64_t factorials[] = {1, 1, 2, 6, 24, 120};
    for (uint32_t n = 0; n < COUNT_OF(factorials); n++) {
        holds(gather, n, factorials[n]);
        holds(gather_set, n, factorials[n]);
        holds(in_turn, n, 1);
    }
}

TEST(a_channel_is_a_queue)
{
    holds("message a(int);\n"
          "proc p { send a(1) to q; send a(2) to q; }\n"
          "proc q { receive a(x); receive a(y); assert x == 1 && y == 2; }\n",
          0, 1);
    /* two senders: any way to merge 1 2 and 1 2, which are 4! / (2! 2!) = 6 */
    holds("message a(pid, int);\n"
          "proc q {\n"
          "  for _ in P { receive a(x, i); receive a(y, j);\n"
          "    if (x == y) { assert i < j; } }\n"
          "}\n"
          "proc p[P] { send a(self, 1) to q; send a(self, 2) to q; }\n",
          2, 6);
}

/* Each message has channels of its own. */
TEST(other_messages_overtake)
{
    holds("message a; message b;\n"
          "proc p { send a to q; send b to q; }\n"
          "proc q { receive b; receive a; }\n",
          0, 1);
    holds("message a; message b;\n" /* 2! for a, and 2! for b */
          "proc q { for _ in P { receive b; } for _ in P { receive a; } }\n"
          "proc p[P] { send a to q; send b to q; }\n",
          2, 4);
}

/* Also before anybody else has done anything. */
TEST(anybody_may_send_to_anybody)
{
    holds("message a(pid);\n"
          "proc p { send a(p) to s; }\n"
          "proc q[Q] { send a(q0) to s; }\n"
          "proc q0 { send a(p) to s; }\n"
          "proc s { receive a(x) from p; receive a(y) from q0;\n"
          "  for _ in Q { receive a(z) from Q; } assert x == p && y == p; }\n",
          3, 6);
}

TEST(one_may_send_to_oneself)
{
    holds("message a(int);\n"
          "proc p { send a(3) to self; receive a(x) from self; assert x == 3; }\n",
          0, 1);
}

static const char two_phase[] = "type ballot = Accept | Reject;\n"
                                "message query(pid);\n"
                                "message vote(ballot);\n"
                                "message decide(bool);\n"
                                "message ack;\n"
                                "proc coordinator {\n"
                                "  for a in A { send query(self) to a; }\n"
                                "  var yes = 0;\n"
                                "  for _ in A {\n"
                                "    receive vote(v) from A;\n"
                                "    if (v == Accept) { yes = yes + 1; }\n"
                                "  }\n"
                                "  for a in A { send decide(yes == |A|) to a; }\n"
                                "  for _ in A { receive ack; }\n"
                                "}\n"
                                "proc acceptor[A] {\n"
                                "  receive query(c);\n"
                                "  var v: ballot = nondet;\n"
                                "  send vote(v) to c;\n"
                                "  receive decide(commit);\n"
                                "  if (commit) { assert v == Accept; }\n"
                                "  send ack to c;\n"
                                "}\n";

/* 2^n votes, which come in n! orders, as do the acknowledgements. */
TEST(two_phase_commit)
{
    holds(two_phase, 0, 1);
    holds(two_phase, 1, 2);
    holds(two_phase, 2, 4 * 2 * 2);
    holds(two_phase, 3, 8 * 6 * 6);
}

/* ---- Those that wait ---- */

TEST(deadlocks)
{
    fails_at("message a; message b;\n"
             "proc p { receive a from q;\n"
             "  send b to q; }\n"
             "proc q { receive b; send a to p; }\n",
             0, FAULT_DEADLOCK, 2,
             "p waits for a from q (p.icet:2); q waits for b (p.icet:4)");
    fails_at("message a;\n"
             "proc p { receive a from Q; }\n"
             "proc q[Q] { receive a from Q; }\n",
             2, FAULT_DEADLOCK, 2,
             "p waits for a from Q (p.icet:2); q 1 waits for a from Q (p.icet:3); q 2 "
             "waits for a from Q (p.icet:3)");
    fails_at("message a;\n"
             "proc p { receive a from Q; }\n"
             "proc q[Q] { send a to p; }\n",
             0, FAULT_DEADLOCK, 2, "p waits for a from an empty set");
    /* of the message, only what q sends counts */
    fails_at("message a;\n"
             "proc p { receive a from q; }\n"
             "proc q { receive a; }\n"
             "proc r { send a to p; send a to q; }\n",
             0, FAULT_DEADLOCK, 2, "p waits for a from q");
}

/* Hole 1 of the published prover: everybody waits at once. */
TEST(a_circle_through_others)
{
    static const char text[] =
        "message tod; message t1; message t2; message resp;\n"
        "proc d { for _ in S { receive tod from S; } send t1 to e; }\n"
        "proc e { receive t1; send t2 to f; }\n"
        "proc f { receive t2; for c in S { send resp to c; } }\n"
        "proc c[S] { receive resp from f; send tod to d; }\n";
    holds(text, 0, 1);
    fails_at(text, 1, FAULT_DEADLOCK, 2,
             "d waits for tod from c 1 (p.icet:2); e waits for t1 (p.icet:3); f waits "
             "for t2 (p.icet:4); c 1 waits for resp from f (p.icet:5)");
}

static const char serves[] = "message ask(pid); message answer;\n"
                             "reactive proc server {\n"
                             "  while true { receive ask(c); send answer to c; }\n"
                             "}\n"
                             "proc client[C] { send ask(self) to server;\n"
                             "  receive answer; }\n";

TEST(the_reactive_wait_for_ever)
{
    holds(serves, 0, 1);
    holds(serves, 1, 1);
    holds(serves, 3, 6);
}

TEST(others_do_not)
{
    fails_at("message a;\n"
             "proc p { while true { receive a; if (p == q) { break; } } }\n"
             "proc q { send a to p; }\n",
             0, FAULT_DEADLOCK, 2, "p waits for a");
    fails_at("message a; message b;\n"
             "reactive proc p { while true { receive a;\n"
             "    receive b; } }\n"
             "proc q { send a to p; }\n",
             0, FAULT_DEADLOCK, 3, "p waits for b");
}

/* ---- Messages that nobody receives ---- */

TEST(unread_messages)
{
    fails_at("message a(int);\n"
             "proc p { receive a(x); }\n"
             "proc q { send a(1) to p;\n"
             "  send a(2) to p; }\n",
             0, FAULT_UNREAD, 4, "a(2) of q to p");
    /* also with one that may wait, for something else */
    fails_at("message a; message b;\n"
             "reactive proc p { while true { receive a; } }\n"
             "proc q { send a to p; send b to p; }\n",
             0, FAULT_UNREAD, 3, "b of q to p");
}

/* ---- Claims ---- */

TEST(assertions_and_fail)
{
    fails_at("proc p { var x = 2;\n  assert x * x == 5, \"two by two\"; }\n", 0,
             FAULT_ASSERT, 2, "two by two");
    fails_at("proc p {\n assert 1 > 2; }\n", 0, FAULT_ASSERT, 2,
             "the assertion is false");
    fails_at("proc p { if (*) {\n fail; } }\n", 0, FAULT_ASSERT, 2, "fail is reached");
    fails_at("proc p { if (*) { } else {\n fail \"no\"; } }\n", 0, FAULT_ASSERT, 2,
             "no");
    /* a race of which one order fails */
    fails_at("message hi(pid);\n"
             "proc server { receive hi(c) from C; receive hi(d) from C;\n"
             "  assert c == c; assert c != d;\n"
             "  send hi(c) to last; }\n"
             "proc last { receive hi(c);\n"
             "  receive hi(x) from c; }\n"
             "proc client[C] { send hi(self) to server; }\n",
             2, FAULT_DEADLOCK, 6, "last waits for hi from client 1");
}

TEST(nobody)
{
    fails_at("message a(int);\n"
             "proc p { var x = nobody;\n"
             "  send a(1) to x; }\n",
             0, FAULT_NOBODY, 3, "p sends a to nobody");
    fails_at("message a(int);\n"
             "proc p[P] { var x = nobody;\n"
             "  receive a(y) from x; }\n",
             1, FAULT_NOBODY, 3, "p 1 receives a from nobody");
}

/* ---- Choices ---- */

TEST(choices_are_all_made)
{
    holds("proc p { if (*) { } }", 0, 2);
    holds("proc p { var x: bool = nondet; var y: bool = nondet; }", 0, 4);
    holds("type t = A | B(bool) | C(bool, (bool, bool));\n" /* 1 + 2 + 8 */
          "proc p { var x: t = nondet; }",
          0, 11);
    holds("proc p { var x: (bool, bool) = nondet; }", 0, 4);
    holds("proc p { var x = nondet Q; } proc q[Q >= 1] { }", 1, 1);
    holds("proc p { var x = nondet Q; } proc q[Q >= 1] { }", 4, 4);
    holds("index K >= 1; proc p { var x = nondet K; assert 1 <= x && x <= |K|; }", 3,
          3);
    fails_at("index K >= 1; proc p { var x = nondet K;\n assert x != 3; }", 3,
             FAULT_ASSERT, 2, "the assertion is false");
}

/* ---- Integers that may be any ---- */

#define WERE_TAKEN " were tried for unknown integers"

/* Nothing fails with those of WORDS, which are tried in so many executions. */
static void only_tries(const char *text, const char *words, uint64_t executions)
{
    fixture f;
    checked out;
    load(&f, text);
    check_size(&f, 1, &out);
    const verdict *v = &out.result.verdict;
    assert_int_equal(v->kind, VERDICT_UNKNOWN);
    assert_string_equal(v->detail, words);
    assert_int_equal(v->stats.executions, executions);
    check_fini(&out);
    unload(&f);
}

TEST(small_integers_and_those_of_the_program_are_tried)
{
    static const char small[] = "only -1, 0, 1 and 2" WERE_TAKEN;
    only_tries("proc p { var x: int = nondet; }", small, 4);
    only_tries("proc p { var x: int = nondet; assert x == x + 0; }", small, 4);
    only_tries("type t = A | B(bool) | C(int, bool);\n" /* 1 + 2 + 8 */
               "proc p { var x: t = nondet; }",
               small, 11);
    only_tries("proc p { var x: (bool, int) = nondet; }", small, 8);
    /* neighbours have what room is left: of 5, but not of -9 */
    only_tries("proc p { var x: int = nondet; if (x > 0) { x = -9; }\n"
               "  else { x = 5; } }",
               "only -9, -1, 0, 1, 2, 4, 5 and 6" WERE_TAKEN, 8);
    only_tries("message m(int, int);\n"
               "proc p { var x: int = nondet; send m(-3, 7 * 10) to p;\n"
               "  receive m(y, z); if (*) { while true { x = 3; break; } } }",
               "only -3, -1, 0, 1, 2, 3, 7 and 10" WERE_TAKEN, 16);
}

TEST(the_last_integers_have_one_neighbour)
{
    only_tries("proc p { var x: int = nondet; var y = 9223372036854775807;\n"
               "  y = -9223372036854775808; }",
               "only -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, "
               "9223372036854775806 and 9223372036854775807" WERE_TAKEN,
               8);
}

TEST(integers_that_fail_are_found)
{
    fails_at("proc p { var x: int = nondet;\n assert x >= 0; }", 0, FAULT_ASSERT, 2,
             "the assertion is false");
    fails_at("proc p { var x: int = nondet;\n assert x != 77; }", 0, FAULT_ASSERT, 2,
             "the assertion is false");
    fails_at("proc p { var x: int = nondet;\n assert x <= 77; }", 0, FAULT_ASSERT, 2,
             "the assertion is false");
    fails_at("proc p { var x: int = nondet;\n assert x >= -77; }", 0, FAULT_ASSERT, 2,
             "the assertion is false");
}

/* Nobody asks for one. */
TEST(without_free_integers_all_is_explored)
{
    static const char text[] = "proc p { for _ in Q { var x: int = nondet; } }\n"
                               "proc q[Q] { }\n";
    holds(text, 0, 1);
    only_tries(text, "only -1, 0, 1 and 2" WERE_TAKEN, 4);
    holds("type t = A | B(int); proc p { var x = A; if (x is B) { x = nondet; } }", 0,
          1);
}

TEST(integers_that_are_given_are_all)
{
    static const icet_ints given = {3, {0, 7, 5}};
    fixture f;
    checked out;
    load(&f, "proc p { var x: int = nondet; assert x == 0 || x == 7 || x == 5; }");
    icet_instance i = {.program = &f.program, .src = &f.src, .ints = &given};
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_EXHAUSTED);
    assert_int_equal(out.result.verdict.stats.executions, 3);
    check_fini(&out);
    unload(&f);
}

/* ---- Values and control ---- */

TEST(values_of_all_types)
{
    holds("type t = A | B(int, (bool, pid));\n"
          "message m(t, int);\n"
          "proc p {\n"
          "  var x = B(7, (true, q));\n"
          "  var y = B(7, (true, q));\n"
          "  assert x == y; assert x != A;\n"
          "  assert x != B(7, (false, q)); assert x != B(7, (true, nobody));\n"
          "  send m(x, -3 + 5 * 2) to q;\n"
          "}\n"
          "proc q {\n"
          "  receive m(v, n);\n"
          "  assert n == 7 && !(n != 7) && n >= 7 && n <= 7 && n > 6 && n < 8;\n"
          "  assert n - 8 == -1 || false;\n"
          "  match v {\n"
          "    A => { fail; }\n"
          "    B(k, t) => { assert k == n; assert t.0; assert t.1 == self; }\n"
          "  }\n"
          "}\n",
          0, 1);
}

TEST(messages_with_constructors)
{
    holds("message req = Get(pid) | Put(pid, int) | Bye;\n"
          "message val(int);\n"
          "proc server {\n"
          "  var kept = 0;\n"
          "  while true {\n"
          "    receive req {\n"
          "      Get(c) => { send val(kept) to c; }\n"
          "      Put(_, n) => { kept = n; }\n"
          "      Bye => { break; }\n"
          "    }\n"
          "  }\n"
          "  assert kept == 5;\n"
          "}\n"
          "proc client {\n"
          "  send req.Put(self, 5) to server; send req.Get(self) to server;\n"
          "  receive val(n); assert n == 5;\n"
          "  send req.Bye to server;\n"
          "}\n",
          0, 1);
}

TEST(loops)
{
    holds("index K;\n"
          "proc p {\n"
          "  var sum = 0; var last = 0;\n"
          "  for i in K { assert i == last + 1; last = i; sum = sum + i; }\n"
          "  assert sum == 6;\n"
          "  var n = 0;\n"
          "  while true { n = n + 1; for i in K { if (i == 2) { break; }\n"
          "      assert i == 1; } fail; }\n" /* break leaves the while, too */
          "  assert n == 1;\n"
          "}\n",
          3, 1);
    holds("proc p { var n = 0; while true { if (n == 100) { break; } n = n + 1; }\n"
          "  assert n == 100; }",
          0, 1);
}

/* A loop must have a way out; this one is never taken. */
#define FOR_EVER(body) "while true { " body " if (1 > 2) { break; } }"

TEST(loops_without_end_are_cut)
{
    is_unknown("proc p { " FOR_EVER("") " }",
               "a loop runs without sending or receiving");
    is_unknown("proc p { var x = 1; " FOR_EVER("x = x * 2;") " }",
               "an integer overflowed");
    is_unknown("message a; proc p { " FOR_EVER("send a to q;") " } proc q { }",
               "a process runs too long");
    is_unknown("index K >= 1; proc p { " FOR_EVER("var x = nondet K;") " }",
               "a loop runs without sending or receiving");
    is_unknown("proc p { while true { if (*) { break; } } }",
               "a process runs too long");
    /* what they leave unread is no fault, for they go on; but others fail */
    is_unknown("message a; proc p { send a to q; " FOR_EVER("") " } proc q { }",
               "a loop runs without sending or receiving");
    fails_at("proc p { " FOR_EVER("") " }\nproc q { if (*) { fail; } }", 0,
             FAULT_ASSERT, 2, "fail is reached");
}

static void repeat(strbuf *out, const char *text, int times)
{
    while (times-- > 0)
        strbuf_puts(out, text);
}

/* As deep as the notation has it. */
TEST(deep_programs_have_room)
{
    strbuf text = {0};
    strbuf_puts(&text, "proc p { var x = ");
    repeat(&text, "-(1 + ", 100);
    strbuf_puts(&text, "0");
    repeat(&text, ")", 100); /* -1, 0, -1, ... */
    strbuf_puts(&text, "; assert x == 0; ");
    repeat(&text, "if (x == 0) { ", 230);
    strbuf_puts(&text, "x = x + 7;");
    repeat(&text, " }", 230);
    strbuf_puts(&text, " assert x == 7; }");
    holds(strbuf_text(&text), 0, 1);
    strbuf_free(&text);
}

TEST(too_large_is_unknown)
{
    fixture f;
    checked out;
    load(&f, gather);
    check_size(&f, 1000000, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_UNKNOWN);
    assert_string_equal(out.result.verdict.detail, "it has too many processes");
    check_fini(&out);
    unload(&f);
}

TEST(limits)
{
    fixture f;
    checked out;
    uint32_t size = 8; /* 40,320 */
    load(&f, gather);
    icet_instance i = {.program = &f.program, .src = &f.src, .sizes = &size};
    i.max_executions = 10;
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_UNKNOWN);
    assert_int_equal(out.result.verdict.stop, STOP_EXECUTIONS);
    assert_int_equal(out.result.verdict.stats.executions, 10);
    check_fini(&out);
    i.max_executions = 0;
    i.max_seconds = 0.001;
    size = 12;
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_UNKNOWN);
    assert_int_equal(out.result.verdict.stop, STOP_TIME);
    check_fini(&out);
    unload(&f);
}

/* ---- Final states ---- */

static void add_line(void *context, const char *state)
{
    strbuf *all = context;
    strbuf_printf(all, "%s---\n", state);
}

static void finals_are(const char *text, uint32_t size, const char *expected)
{
    fixture f;
    checked out;
    strbuf all = {0};
    uint32_t sizes[MOST_SETS] = {size, size, size};
    load(&f, text);
    icet_instance i = {.program = &f.program, .src = &f.src, .sizes = sizes};
    icet_instance_finals(&i, add_line, &all, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_EXHAUSTED);
    assert_string_equal(strbuf_text(&all), expected);
    strbuf_free(&all);
    check_fini(&out);
    unload(&f);
}

TEST(final_states_are_told_once)
{
    finals_are("proc p { var x: bool = nondet; x = true; }", 0, "p: x=true\n---\n");
    finals_are("proc p { if (*) { var x = 3; } var y = (1, nobody); }", 0,
               "p: x=3, y=(1, nobody)\n---\n"
               "p: x=?, y=(1, nobody)\n---\n");
    finals_are("message m(pid);\n"
               "reactive proc p { var last = self; while true { receive m(x); last = x;"
               " } }\n"
               "proc q[Q] { send m(self) to p; }\n",
               2,
               "p: last=q 2, x=q 2\nq 1:\nq 2:\n---\n"
               "p: last=q 1, x=q 1\nq 1:\nq 2:\n---\n");
    finals_are("index K; proc p[P] { }", 0, "---\n");
}

/* ---- Stories ---- */

static const char story_of_votes[] =
    "    1  acceptor 1 starts\n"
    "         nondet is Accept                                               p.icet:9\n"
    "         sends vote(Accept) to coordinator                              "
    "p.icet:10\n"
    "         ends\n"
    "    2  acceptor 2 starts\n"
    "         nondet is Reject                                               p.icet:9\n"
    "         sends vote(Reject) to coordinator                              "
    "p.icet:10\n"
    "         ends\n"
    "    3  acceptor 1 -> coordinator vote(Accept)\n"
    "         receives vote(Accept)                                          p.icet:5\n"
    "    4  acceptor 2 -> coordinator vote(Reject)\n"
    "         receives vote(Reject)                                          p.icet:5\n"
    "         v = Reject\n"
    "         no = true\n"
    "       coordinator: assertion failed: all agree  p.icet:6\n";

TEST(a_failure_is_told)
{
    fixture f;
    checked out;
    strbuf text = {0};
    load(&f,
         "type ballot = Accept | Reject;\n"
         "message vote(ballot);\n"
         "proc coordinator {\n"
         "  var no = false;\n"
         "  for _ in A { receive vote(v) from A; if (v == Reject) { no = true; } }\n"
         "  assert !no, \"all agree\";\n"
         "}\n"
         "proc acceptor[A] {\n"
         "  var v: ballot = nondet;\n"
         "  send vote(v) to coordinator;\n"
         "}\n");
    check_size(&f, 2, &out);
    const result *r = &out.result;
    assert_int_equal(r->verdict.kind, VERDICT_VIOLATED);
    assert_string_equal(r->name, "A = 2");
    assert_string_equal(r->machine, "coordinator");
    trace_text(&f.src, r, &(trace_view){0}, &text);
    assert_string_equal(strbuf_text(&text), story_of_votes);
    strbuf_free(&text);
    assert_int_equal(r->story.machines.len, 3);
    assert_string_equal(r->story.machines.data[0].name, "coordinator");
    assert_string_equal(r->story.machines.data[2].name, "acceptor 2");
    assert_string_equal(r->story.machines.data[2].type, "acceptor");
    assert_string_equal(r->story.messages.data[0].event, "vote");
    check_fini(&out);
    unload(&f);
}

/* ---- Trying sizes ---- */

static void try_up_to(fixture *f, uint32_t bound, icet_try_result *out)
{
    icet_try_options t = {.program = &f->program, .src = &f->src, .bound = bound};
    icet_try_instances(&t, out);
}

/* Hole 2 of the published prover: the loop remembers. */
TEST(the_first_sizes_that_fail_are_found)
{
    fixture f;
    icet_try_result t;
    load(&f,
         "message a;\n"
         "proc p { var c = 0; for q in S { if (c == 0) { send a to q; } c = 1; } }\n"
         "proc q[S] { receive a; }\n");
    try_up_to(&f, 3, &t);
    assert_true(t.fails);
    assert_int_equal(t.sizes[0], 2);
    assert_int_equal(t.done, 2);
    assert_int_equal(t.failing.result.verdict.fault.kind, FAULT_DEADLOCK);
    assert_string_equal(t.failing.result.verdict.fault.text, "q 2 waits for a");
    icet_try_fini(&t);
    unload(&f);
}

TEST(mixed_sizes_are_tried)
{
    fixture f;
    icet_try_result t;
    load(&f, "message a;\n"
             "proc p { for _ in A { receive a from B; } }\n"
             "proc x[A] { } proc y[B] { send a to p; }\n");
    try_up_to(&f, 2, &t);
    assert_true(t.fails);
    assert_int_equal(t.sizes[0], 0);
    assert_int_equal(t.sizes[1], 1);
    assert_int_equal(t.done, 2); /* 0 0 and 1 1 */
    assert_int_equal(t.failing.result.verdict.fault.kind, FAULT_UNREAD);
    icet_try_fini(&t);
    unload(&f);
}

/* The first that fail are 2 2: one of A is enough. */
TEST(sizes_that_fail_are_made_smaller)
{
    fixture f;
    icet_try_result t;
    load(&f, "proc p { assert |B| < 2 || |A| == 0; }\n"
             "proc x[A] { } proc y[B] { }\n");
    try_up_to(&f, 3, &t);
    assert_true(t.fails);
    assert_int_equal(t.sizes[0], 1);
    assert_int_equal(t.sizes[1], 2);
    assert_string_equal(t.failing.result.name, "A = 1, B = 2");
    icet_try_fini(&t);
    unload(&f);
}

TEST(all_sizes_up_to_a_bound_are_tried_once)
{
    fixture f;
    icet_try_result t;
    load(&f, gather);
    try_up_to(&f, 3, &t);
    assert_false(t.fails);
    assert_int_equal(t.done, 4);
    assert_int_equal(t.executions, 1 + 1 + 2 + 6);
    assert_int_equal(t.cut, 0);
    icet_try_fini(&t);
    unload(&f);
    load(&f, "proc x[A] { } proc y[B >= 2] { } index K;\n");
    try_up_to(&f, 3, &t);
    assert_false(t.fails);
    assert_int_equal(t.done, 4 * 2 * 4);
    icet_try_fini(&t);
    unload(&f);
    load(&f, "proc x { }\n");
    try_up_to(&f, 3, &t);
    assert_int_equal(t.done, 1);
    icet_try_fini(&t);
    unload(&f);
}

/* Those are done, and what they say is not for all integers. */
TEST(the_integers_that_were_tried_are_told)
{
    fixture f;
    icet_try_result t;
    load(&f, "proc p { for _ in Q { var x: int = nondet; } }\n"
             "proc q[Q] { }\n");
    try_up_to(&f, 0, &t);
    assert_int_equal(t.done, 1);
    assert_null(t.ints);
    icet_try_fini(&t);
    try_up_to(&f, 2, &t);
    assert_false(t.fails);
    assert_int_equal(t.done, 3);
    assert_int_equal(t.cut, 0);
    assert_int_equal(t.executions, 1 + 4 + 16);
    assert_string_equal(t.ints, "only -1, 0, 1 and 2" WERE_TAKEN);
    icet_try_fini(&t);
    unload(&f);
}

TEST(what_is_cut_is_told)
{
    fixture f;
    icet_try_result t;
    load(&f, gather);
    icet_try_options with = {
        .program = &f.program, .src = &f.src, .bound = 4, .max_executions = 3};
    icet_try_instances(&with, &t);
    assert_false(t.fails);
    assert_int_equal(t.done, 3);
    assert_int_equal(t.cut, 2);
    assert_int_equal(t.first_cut[0], 3);
    assert_string_equal(t.reason, "the execution limit was reached");
    assert_false(t.is_stopped);
    icet_try_fini(&t);
    with = (icet_try_options){
        .program = &f.program, .src = &f.src, .bound = 40, .max_seconds = 1};
    icet_try_instances(&with, &t);
    assert_false(t.fails);
    assert_true(t.is_stopped);
    assert_true(t.first_cut[0] > 3);
    assert_true(t.seconds < 20);
    assert_string_equal(t.reason, "the time limit was reached");
    icet_try_fini(&t);
    volatile sig_atomic_t stop = 1;
    with = (icet_try_options){
        .program = &f.program, .src = &f.src, .bound = 3, .stop = &stop};
    icet_try_instances(&with, &t);
    assert_true(t.is_stopped);
    assert_int_equal(t.done, 0);
    assert_string_equal(t.reason, "the check was interrupted");
    icet_try_fini(&t);
    unload(&f);
}

/* ---- Once more ---- */

TEST(a_recording_fails_again)
{
    static const char text[] = "message a(int);\n"
                               "proc p { receive a(x); receive a(y); assert x == 1; }\n"
                               "proc q { send a(1) to p; }\n"
                               "proc r { send a(2) to p; }\n";
    fixture f;
    checked out, again;
    load(&f, text);
    icet_instance i = {.program = &f.program, .src = &f.src};
    icet_instance_check(&i, &out);
    assert_int_equal(out.result.verdict.kind, VERDICT_VIOLATED);
    icet_instance_replay(&i, &out.recording, &again);
    assert_int_equal(again.result.verdict.kind, VERDICT_VIOLATED);
    assert_int_equal(again.result.verdict.fault.kind, FAULT_ASSERT);
    assert_int_equal(again.result.story.steps.len, out.result.story.steps.len);
    check_fini(&again);
    check_fini(&out);
    unload(&f);
}

/* The failure does not follow from anything that q does, but p has sent to it. */
TEST(a_recording_knows_those_that_only_hear)
{
    static const char text[] = "message a;\n"
                               "proc p { send a to q; fail; }\n"
                               "proc r { }\n"
                               "proc q { receive a; }\n";
    fixture f;
    checked out, again;
    load(&f, text);
    icet_instance i = {.program = &f.program, .src = &f.src};
    icet_instance_check(&i, &out);
    icet_instance_replay(&i, &out.recording, &again);
    assert_int_equal(again.result.verdict.fault.kind, FAULT_ASSERT);
    assert_int_equal(again.result.story.machines.len, 3);
    check_fini(&again);
    check_fini(&out);
    unload(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(messages_of_n_senders_come_in_every_order),
        LEAK_FREE(a_channel_is_a_queue),
        LEAK_FREE(other_messages_overtake),
        LEAK_FREE(anybody_may_send_to_anybody),
        LEAK_FREE(one_may_send_to_oneself),
        LEAK_FREE(two_phase_commit),
        LEAK_FREE(deadlocks),
        LEAK_FREE(a_circle_through_others),
        LEAK_FREE(the_reactive_wait_for_ever),
        LEAK_FREE(others_do_not),
        LEAK_FREE(unread_messages),
        LEAK_FREE(assertions_and_fail),
        LEAK_FREE(nobody),
        LEAK_FREE(choices_are_all_made),
        LEAK_FREE(small_integers_and_those_of_the_program_are_tried),
        LEAK_FREE(the_last_integers_have_one_neighbour),
        LEAK_FREE(integers_that_fail_are_found),
        LEAK_FREE(without_free_integers_all_is_explored),
        LEAK_FREE(integers_that_are_given_are_all),
        LEAK_FREE(values_of_all_types),
        LEAK_FREE(messages_with_constructors),
        LEAK_FREE(loops),
        LEAK_FREE(loops_without_end_are_cut),
        LEAK_FREE(deep_programs_have_room),
        LEAK_FREE(too_large_is_unknown),
        LEAK_FREE(limits),
        LEAK_FREE(final_states_are_told_once),
        LEAK_FREE(a_failure_is_told),
        LEAK_FREE(the_first_sizes_that_fail_are_found),
        LEAK_FREE(mixed_sizes_are_tried),
        LEAK_FREE(sizes_that_fail_are_made_smaller),
        LEAK_FREE(all_sizes_up_to_a_bound_are_tried_once),
        LEAK_FREE(the_integers_that_were_tried_are_told),
        LEAK_FREE(what_is_cut_is_told),
        LEAK_FREE(a_recording_fails_again),
        LEAK_FREE(a_recording_knows_those_that_only_hear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
