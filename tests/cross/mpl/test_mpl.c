#include "adapter.h"
#include "generate.h"
#include "naive.h"
#include "shrink.h"
#include "table.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static mpl_program parsed(const char *text, const char *models)
{
    mpl_program p;
    mpl_error e;
    if (!mpl_parse(&p, text, &e) || !mpl_set_models(&p, models, &e))
        fail_msg("'%s' %s: column %zu: %s", text, models, e.column, e.text);
    return p;
}

/* ---- Reading and writing ---- */

static void expect_printed(const char *text, const char *expected)
{
    mpl_program p = parsed(text, "p2p");
    strbuf out = {0};
    mpl_print(&p, 0, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_free(&out);
    mpl_free(&p);
}

TEST(what_is_read_is_written_the_same)
{
    static const char *const texts[] = {
        "r",
        "",
        "|r",
        "s1:7 j1|D r{7,-8} ?=7(s0:$):(n a!-1)",
        "l1:-1 c3 ?!0(?=1(e=1):(e!2)) n{5}|",
        "s1:1@mbox l1:$@cd|D",
        "|w2 j2|w3|r",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        expect_printed(texts[i], texts[i]);
    expect_printed("  r   s0:1 |  D  r ?=1( r  )", "r s0:1|D r ?=1(r)");
}

TEST(one_operation_can_be_left_out)
{
    mpl_program p = parsed("s0:1 ?=0(r n):(c2) r|r", "p2p");
    static const char *const expected[] = {
        "s0:1 ?=0(r n):(c2) r|r", "?=0(r n):(c2) r|r",    "s0:1 r n c2 r|r",
        "s0:1 ?=0(n):(c2) r|r",   "s0:1 ?=0(r):(c2) r|r", "s0:1 ?=0(r n):() r|r",
        "s0:1 ?=0(r n):(c2)|r",   "s0:1 ?=0(r n):(c2) r|"};
    assert_int_equal(p.ops.len, COUNT_OF(expected));
    for (mpl_op_id i = 0; i < p.ops.len; i++) {
        strbuf out = {0};
        mpl_print(&p, i, &out);
        assert_string_equal(strbuf_text(&out), expected[i]);
        strbuf_free(&out);
    }
    mpl_free(&p);
}

TEST(mistakes_are_told_with_their_column)
{
    static const struct {
        const char *text;
        size_t column;
        const char *message;
    } mistakes[] = {
        {"x", 1, "an operation is missing"},
        {"r q", 3, "an operation is missing"},
        {"rr", 2, "a blank is missing"},
        {"s", 2, "the number of a thread is missing"},
        {"s-1:2", 2, "the number of a thread is missing"},
        {"s1:2", 2, "there is no such thread"},
        {"s0", 3, "a : and what to send are missing"},
        {"s0:", 4, "a number is missing"},
        {"s0:-", 4, "a number is missing"},
        {"s0:99999999999", 4, "the number is too large"},
        {"s0:1@tcp", 6, "asyn, p2p, cd or mbox is missing"},
        {"r{1,2", 6, "a } is missing"},
        {"r{}", 3, "a number is missing"},
        {"c", 2, "a number is missing"},
        {"c0", 3, "a choice among none"},
        {"a1", 2, "= or ! is missing"},
        {"?=1", 4, "a ( is missing"},
        {"?=1(r", 6, "a ) is missing"},
        {"?=1(r):", 8, "a ( is missing"},
        {"?=1(r|r)", 6, "a ) is missing"},
        {"r)", 2, "a ) too many"},
        {"j0", 3, "a thread cannot join itself"},
        {"|j0", 4, "only thread 0, or who spawned it before, may join a thread"},
        {"|j2|", 4, "only thread 0, or who spawned it before, may join a thread"},
        {"|j2 w2|", 4, "only thread 0, or who spawned it before, may join a thread"},
        {"|w1", 4, "only a later thread may be spawned"},
        {"w1 w1|", 6, "it is spawned twice"},
        {"w2|", 2, "there is no such thread"},
        {"D r", 2, "thread 0 cannot be a daemon"},
        {"|Dr", 3, "a blank is missing"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        mpl_program p;
        mpl_error e = {0};
        if (mpl_parse(&p, mistakes[i].text, &e))
            fail_msg("'%s' was read", mistakes[i].text);
        if (e.column != mistakes[i].column || strcmp(e.text, mistakes[i].message) != 0)
            fail_msg("'%s': %zu: %s", mistakes[i].text, e.column, e.text);
    }
}

TEST(tests_in_each_other_have_a_limit)
{
    strbuf text = {0};
    for (int i = 0; i < 100000; i++)
        strbuf_puts(&text, "?=0(");
    mpl_program p;
    mpl_error e;
    assert_false(mpl_parse(&p, strbuf_text(&text), &e));
    assert_string_equal(e.text, "too many tests in each other");
    strbuf_free(&text);
}

TEST(models_are_for_all_or_for_each)
{
    mpl_program p = parsed("|s0:1@asyn s1:1|", "cd,p2p,mbox+loss2");
    strbuf out = {0};
    mpl_print_models(&p, &out);
    assert_string_equal(strbuf_text(&out), "cd,p2p,mbox+loss2");
    assert_int_equal(p.lose, 2);
    assert_int_equal(mpl_model_of_send(&p, &p.ops.data[1]), MPL_ASYN);
    assert_int_equal(mpl_model_of_send(&p, &p.ops.data[2]), MPL_P2P);
    mpl_error e;
    assert_true(mpl_set_models(&p, "mbox", &e));
    assert_int_equal(p.threads.data[2].model, MPL_MBOX);
    assert_true(mpl_set_models(&p, "bag,causal,p2p", &e));
    assert_int_equal(p.threads.data[0].model, MPL_ASYN);
    assert_int_equal(p.threads.data[1].model, MPL_CAUSAL);
    assert_true(mpl_set_models(&p, "mbox", &e));
    assert_int_equal(p.lose, 0);
    static const struct {
        const char *models;
        size_t column;
        const char *message;
    } mistakes[] = {
        {"", 1, "asyn, p2p, cd or mbox is missing"},
        {"p2", 1, "asyn, p2p, cd or mbox is missing"},
        {"p2p,cd", 7, "fewer models than threads"},
        {"p2p,cd,cd,cd", 13, "more models than threads"},
        {"cd,p2p,asyn loss1", 12, "+loss or the end is missing"},
        {"cd+loss", 8, "a number is missing"},
        {"cd+loss-1", 10, "the budget must be a number from 0 on, at the end"},
        {"cd+loss1x", 9, "the budget must be a number from 0 on, at the end"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        assert_false(mpl_set_models(&p, mistakes[i].models, &e));
        assert_string_equal(e.text, mistakes[i].message);
        assert_int_equal(e.column, mistakes[i].column);
    }
    strbuf_free(&out);
    mpl_free(&p);
}

TEST(tests_are_settled_by_the_last_value)
{
    mpl_program p = parsed("?=1(?!2(a=1) r):(a=7 n) e=3 c2", "p2p");
    const mpl_op *ops = p.ops.data;
    mpl_op_id first = p.threads.data[0].first;
    assert_int_equal(ops[mpl_settle(&p, first, 1)].kind, MPL_RECEIVE);
    assert_true(ops[mpl_settle(&p, first, 1)].is_blocking);
    assert_int_equal(ops[mpl_settle(&p, first, 2)].kind, MPL_ASSUME);
    assert_false(ops[mpl_settle(&p, first, 7)].is_blocking);
    mpl_op_id behind = mpl_after(&p, mpl_settle(&p, first, 1));
    assert_int_equal(ops[mpl_settle(&p, behind, 3)].kind, MPL_ERROR);
    assert_int_equal(ops[mpl_settle(&p, behind, 4)].kind, MPL_CHOOSE);
    assert_int_equal(mpl_after(&p, mpl_settle(&p, behind, 4)), 0);
    mpl_free(&p);
}

/* ---- Brute force, by hand ---- */

static void expect_naive(const char *text, const char *models,
                         const char *const *graphs, size_t count, uint64_t errors)
{
    mpl_program p = parsed(text, models);
    naive_result r;
    naive_run(&p, 100000, &r);
    for (size_t i = 0; i < count; i++)
        if (intern_find(&r.graphs, graphs[i], strlen(graphs[i])) == INTERN_NONE)
            fail_msg("'%s' %s: %s is missing", text, models, graphs[i]);
    assert_int_equal(intern_count(&r.graphs), count);
    assert_int_equal(r.executions + r.blocked, count);
    assert_int_equal(r.errors, errors);
    naive_result_free(&r);
    mpl_free(&p);
}

#define EXPECT_NAIVE(text, models, errors, ...)                    \
    expect_naive(text, models, (const char *const[]){__VA_ARGS__}, \
                 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), errors)

TEST(each_model_orders_what_it_must)
{
    EXPECT_NAIVE("r r|s0:1 s0:2", "asyn", 0, "C r1.0 r1.1 | s s", "C r1.1 r1.0 | s s");
    EXPECT_NAIVE("r r|s0:1 s0:2", "p2p", 0, "C r1.0 r1.1 | s s");
    /* 1 happened before 2, by way of thread 2 */
    EXPECT_NAIVE("r|s0:1 s2:1|r s0:2", "p2p", 0, "C r1.0 | s s | r1.1 s",
                 "C r2.1 | s s | r1.1 s");
    EXPECT_NAIVE("r|s0:1 s2:1|r s0:2", "cd", 0, "C r1.0 | s s | r1.1 s");
    EXPECT_NAIVE("r|s0:1 s2:1|r s0:2", "cd,asyn,asyn", 0, "C r1.0 | s s | r1.1 s");
    /* nobody can get both second messages first, unless each overtakes */
    EXPECT_NAIVE("r|r|s0:1 s1:2|s1:3 s0:4", "cd", 0, "C r2.0 | r2.1 | s s | s s",
                 "C r2.0 | r3.0 | s s | s s", "C r3.1 | r3.0 | s s | s s",
                 "C r3.1 | r2.1 | s s | s s");
    EXPECT_NAIVE("r|r|s0:1 s1:2|s1:3 s0:4", "mbox", 0, "C r2.0 | r2.1 | s s | s s",
                 "C r2.0 | r3.0 | s s | s s", "C r3.1 | r3.0 | s s | s s");
    /* messages of different models do not know each other */
    EXPECT_NAIVE("r|s0:1@mbox s0:2@p2p", "p2p", 0, "C r1.0 | s s", "C r1.1 | s s");
    /* what is not wanted holds up nobody */
    EXPECT_NAIVE("r{2} r|s0:1 s0:2", "mbox", 0, "C r1.1 r1.0 | s s");
}

TEST(executions_end_as_they_should)
{
    EXPECT_NAIVE("n|s0:1", "p2p", 0, "C n- | s", "C r1.0 | s");
    EXPECT_NAIVE("r", "p2p", 0, "B");
    EXPECT_NAIVE("|D r", "p2p", 0, "C |");
    EXPECT_NAIVE("|D a=1", "p2p", 0, "B |");
    EXPECT_NAIVE("j1|D r", "p2p", 0, "B |");
    EXPECT_NAIVE("c2 e=1 s0:1", "p2p", 1, "B c1", "C c0 s");
    EXPECT_NAIVE("l1:1 l1:2|", "p2p+loss1", 0, "C s s |", "C s~ s |", "C s s~ |");
    EXPECT_NAIVE("l1:1|", "p2p", 0, "C s |");
    EXPECT_NAIVE("j1 s0:1 r|s0:2", "cd", 0, "C j s r1.0 | s"); /* join is an order */
    EXPECT_NAIVE("s0:1 w1 r|s0:2", "cd", 0, "C s w r0.0 | s"); /* and so is spawn */
    EXPECT_NAIVE("n ?=1(w2)|s0:1|r", "p2p", 0, "C n- | s |", "B r1.0 w | s |");
    EXPECT_NAIVE("w1 j1|s0:1", "p2p", 0, "C w j | s");
}

TEST(brute_force_knows_its_limits)
{
    mpl_program p = parsed("r r r r|s0:1|s0:2|s0:3|s0:4", "mbox");
    naive_result r;
    naive_run(&p, 10, &r);
    assert_true(r.is_too_big);
    naive_result_free(&r);
    mpl_free(&p);
    p = parsed("||||||||||||", "p2p");
    naive_run(&p, 1000, &r);
    assert_true(r.is_too_big);
    naive_result_free(&r);
    mpl_free(&p);
}

static void expect_wrong(const char *text, const naive_step *steps, size_t count,
                         const char *expected)
{
    mpl_program p = parsed(text, "p2p");
    const char *wrong = naive_follow(&p, steps, count);
    if (expected == NULL)
        assert_null(wrong);
    else
        assert_string_equal(wrong, expected);
    mpl_free(&p);
}

TEST(an_impossible_run_is_told_apart)
{
    naive_step send = {.thread = 1}, get = {.from = 1},
               second = {.from = 1, .index = 1};
    naive_step nothing = {.got_nothing = true}, lost = {.thread = 1, .is_lost = true};
    naive_step pick = {.choice = 2}, zero = {0};
    expect_wrong("r|s0:1", (naive_step[]){send, get}, 2, NULL);
    expect_wrong("r|s0:1", (naive_step[]){get, send}, 2,
                 "a message is received that is not under way");
    expect_wrong("r|s0:1 s0:2", (naive_step[]){send, send, second}, 3,
                 "a message is received that is not wanted, or overtakes another");
    expect_wrong("r", &nothing, 1, "a receive that waits gets nothing");
    expect_wrong("n", &nothing, 1, NULL);
    expect_wrong("|l0:1", &lost, 1, "a message is lost that cannot be");
    expect_wrong("c2", &pick, 1, "a choice that there is not");
    expect_wrong("j1|r", &zero, 1, "a thread is joined that has not ended");
    expect_wrong("a=1", &zero, 1, "a thread goes on that failed");
    expect_wrong("", &zero, 1, "a thread goes on that has ended, or is not there yet");
}

/* ---- The adapter tells on whoever misuses it ---- */

TEST(what_was_not_kept_may_not_be_asked_about)
{
    mpl_program p = parsed("r{1}|s0:1", "p2p");
    adapter a;
    adapter_init(&a, &p, 2);
    dpor_program d = adapter_program(&a);
    local_id begin = d.begin(d.context);
    op spawn = *d.look(d.context, begin);
    assert_int_equal(spawn.kind, OP_SPAWN);
    message_id m = d.look(d.context, spawn.what)->what;
    local_id waiting = d.advance(d.context, begin, 0);
    filter_id filter = d.look(d.context, waiting)->what;
    assert_true(d.matches(d.context, filter, m));
    assert_false(d.is_full(d.context));
    local_id end = d.advance(d.context, waiting, m);
    assert_true(d.is_full(d.context));
    d.collect(d.context, &waiting, 1, NULL, 0);
    assert_false(d.is_full(d.context));
    (void)d.look(d.context, waiting);
    assert_null(adapter_misuse(&a));
    (void)d.matches(d.context, filter, m);
    assert_non_null(adapter_misuse(&a));
    a.misuse = NULL;
    (void)d.look(d.context, end);
    assert_non_null(adapter_misuse(&a));
    adapter_free(&a);
    mpl_free(&p);
}

/* ---- Random programs ---- */

TEST(random_programs_are_programs_and_the_same_for_the_same_seed)
{
    mpl_source s = {0}, again = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        generate(&s, seed);
        generate(&again, seed);
        assert_string_equal(strbuf_text(&s.text), strbuf_text(&again.text));
        mpl_program p = parsed(strbuf_text(&s.text), strbuf_text(&s.models));
        mpl_free(&p);
    }
    mpl_source_free(&s);
    mpl_source_free(&again);
}

/* Two sends and a selective receive, wherever they are. */
static bool has_three_things(void *context, const mpl_program *p)
{
    (void)context;
    size_t sends = 0, receives = 0;
    vec_each (o, &p->ops) {
        bool is_op = o != p->ops.data;
        sends += is_op && o->kind == MPL_SEND;
        receives += is_op && o->is_selective;
    }
    return sends >= 2 && receives >= 1;
}

TEST(what_is_not_interesting_is_taken_away)
{
    mpl_source s = {0};
    strbuf_puts(&s.text, "s1:1 c2 ?=1(s2:2@cd):(l2:$)|D n{1} n{1,2}|r|a=1");
    strbuf_puts(&s.models, "cd,p2p,mbox,asyn+loss2");
    shrink(&s, has_three_things, NULL);
    assert_string_equal(strbuf_text(&s.text), "s2:2 s2:0|r{1,2}|");
    assert_string_equal(strbuf_text(&s.models), "asyn,asyn,asyn");
    mpl_source_free(&s);
}

/* ---- Tables ---- */

static bool read_table_text(table *t, const char *text, size_t len)
{
    char path[] = "/tmp/test_mpl_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, len), (ssize_t)len);
    close(file);
    bool ok = table_read(t, path);
    unlink(path);
    return ok;
}

TEST(rows_are_read_with_what_is_known)
{
    table t = {0};
    const char text[] = "# comment\n\na b\tp2p\tr|s0:1\t1\t0\tno\tmore\r\n"
                        "words\tp2p\tmain sends\t-\t-\tno\n"
                        "c\tmbox+loss1\tl0:1@cd";
    assert_true(read_table_text(&t, text, sizeof text - 1));
    assert_int_equal(t.in_words, 1);
    assert_int_equal(t.rows.len, 2);
    const table_row *row = t.rows.data;
    assert_string_equal(row[0].name, "a b");
    assert_true(row[0].is_known && row[0].executions == 1 && row[0].blocked == 0);
    assert_false(row[0].has_error);
    assert_string_equal(row[0].text, "r|s0:1");
    assert_false(row[1].is_known);
    assert_int_equal(row[1].program.lose, 1);
    table_free(&t);
}

TEST(bad_rows_are_refused)
{
    static const char *const rows[] = {
        "a",
        "a\tp2p",
        "a\tp2p\tx",
        "a\ttcp\tr",
        "a\tp2p\tr\tx",
        "a\tp2p\tr\t1",
        "a\tp2p\tr\t1\t-1",
        "a\tp2p\tr\t1\t0",
        "a\tp2p\tr\t1\t0\tmaybe",
        "a\tp2p\tr\t1\t99999999999999999999\tno",
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        table t = {0};
        assert_false(read_table_text(&t, rows[i], strlen(rows[i])));
        table_free(&t);
    }
    table t = {0};
    assert_false(read_table_text(&t, "a\0b", 3));
    assert_false(table_read(&t, "/nowhere/at/all"));
    assert_false(table_read(&t, "/"));
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_is_read_is_written_the_same),
        LEAK_FREE(one_operation_can_be_left_out),
        LEAK_FREE(mistakes_are_told_with_their_column),
        LEAK_FREE(tests_in_each_other_have_a_limit),
        LEAK_FREE(models_are_for_all_or_for_each),
        LEAK_FREE(tests_are_settled_by_the_last_value),
        LEAK_FREE(each_model_orders_what_it_must),
        LEAK_FREE(executions_end_as_they_should),
        LEAK_FREE(brute_force_knows_its_limits),
        LEAK_FREE(an_impossible_run_is_told_apart),
        LEAK_FREE(what_was_not_kept_may_not_be_asked_about),
        LEAK_FREE(random_programs_are_programs_and_the_same_for_the_same_seed),
        LEAK_FREE(what_is_not_interesting_is_taken_away),
        LEAK_FREE(rows_are_read_with_what_is_known),
        LEAK_FREE(bad_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
