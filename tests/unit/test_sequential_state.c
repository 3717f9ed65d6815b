/* Symbolic states: copy-on-write, queues, unfold and fold, kept payloads, and the small
 * values of guess.h. */
#include "engine/sequential/guess.h"

#include "sequential_fixture.h"

static const char *const workers =
    "message job(int); message done(int);\n"
    "proc m { for w in W { send job(1) to w; } for w in W { receive done from W; } }\n"
    "proc w[W] { var n: int = nondet; receive job(k) from m; send done(n + k) to m; "
    "}\n";

enum { M, W };

static seq_item message(fixture *f, int64_t value, const icet_stmt *sent)
{
    vec_push(&f->p.keeps,
             ((seq_keep){.same = (uint32_t)f->p.keeps.len, .heap = ICET_NONE}));
    return (seq_item){.value = term_int(&f->p.terms, value),
                      .sent = sent,
                      .keep = (uint32_t)f->p.keeps.len - 1,
                      .many = ICET_NONE};
}

/* The workers have chosen n, each its own, and wait for their jobs. */
static seq_state *at_receive(fixture *f)
{
    seq_state *s = fixture_state(f);
    seq_unit *w = seq_state_unit(&f->p, s, W);
    w->store[fixture_var(f, W, "n")] =
        prover_own(&f->p, f->program.processes[W].vars[0].type);
    w->at = fixture_stmt(f, W, ICET_RECEIVE, 0);
    seq_state_check(&f->p, s);
    return s;
}

TEST(states_share_until_they_are_written_to)
{
    fixture f;
    fixture_init(&f, workers);
    seq_state *a = at_receive(&f);
    uint32_t n = fixture_var(&f, W, "n");
    term before = a->units[W]->store[n];
    seq_state *b = seq_state_copy(&f.p, a);
    assert_ptr_equal(a->units[W], b->units[W]);
    seq_state_unit(&f.p, b, W)->store[n] = term_int(&f.p.terms, 7);
    assert_int_equal(a->units[W]->store[n], before);
    seq_state_unit(&f.p, a, W)->store[n] = term_int(&f.p.terms, 8);
    assert_int_equal(b->units[W]->store[n], term_int(&f.p.terms, 7));
    seq_state_check(&f.p, a);
    seq_state_check(&f.p, b);
    fixture_fini(&f);
}

TEST(channels_are_queues)
{
    fixture f;
    fixture_init(&f, workers);
    seq_state *s = at_receive(&f);
    const icet_stmt *send = fixture_stmt(&f, M, ICET_SEND, 0);
    uint32_t job = fixture_message(&f, "job");
    uint32_t copy = seq_state_unfold(&f.p, s, W, prover_name(&f.p, W, 0, ICET_NONE));
    for (int i = 0; i < 3; i++)
        seq_state_push(&f.p, s, M, copy, job, false, message(&f, i, send));
    seq_state_check(&f.p, s);
    int at = seq_state_find_channel(s, M, copy, job, false);
    assert_true(at >= 0);
    assert_int_equal(seq_state_find_channel(s, copy, M, job, false), -1);
    seq_state *other = seq_state_copy(&f.p, s);
    for (int i = 0; i < 3; i++)
        assert_int_equal(seq_state_pull(&f.p, s, (uint32_t)at).value,
                         term_int(&f.p.terms, i));
    assert_int_equal(other->channels[at]->count, 3);
    seq_state_scrub(&f.p, s);
    assert_int_equal(s->channel_count, 0);
    fixture_fini(&f);
}

TEST(fold_undoes_unfold)
{
    fixture f;
    fixture_init(&f, workers);
    seq_state *s = at_receive(&f);
    uint32_t n = fixture_var(&f, W, "n");
    uint32_t name = prover_name(&f.p, W, 0, ICET_NONE);
    uint32_t copy = seq_state_unfold(&f.p, s, W, name);
    seq_state_check(&f.p, s);
    assert_int_equal(seq_state_named(s, name), copy);
    assert_int_equal(seq_state_copies(s, W), 1);
    assert_int_not_equal(s->units[copy]->store[n], s->units[W]->store[n]); /* its own */
    assert_true(seq_state_fold(&f.p, s, copy));
    seq_state_check(&f.p, s);
    assert_null(s->units[copy]);
    assert_int_equal(f.proof->rule, RULE_FOLD);
    derivation_check(&f.program, f.proof);
    fixture_fini(&f);
}

TEST(a_copy_that_differs_does_not_fold)
{
    fixture f;
    fixture_init(&f, workers);
    uint32_t n = fixture_var(&f, W, "n"), k = fixture_var(&f, W, "k");
    const icet_stmt *send = fixture_stmt(&f, M, ICET_SEND, 0);
    for (unsigned i = 0; i < 5; i++) {
        seq_state *s = at_receive(&f);
        uint32_t copy =
            seq_state_unfold(&f.p, s, W, prover_name(&f.p, W, 0, ICET_NONE));
        seq_unit *u = seq_state_unit(&f.p, s, copy);
        if (i == 0)
            u->store[k] = term_int(&f.p.terms, 1); /* dead: it is about to be written */
        if (i == 1)
            u->store[n] = term_int(&f.p.terms, 1);
        if (i == 2)
            u->at = u->at->next;
        if (i == 3)
            seq_state_push(&f.p, s, M, copy, 0, false, message(&f, 1, send));
        if (i == 4)
            seq_state_unit(&f.p, s, M)->waits_for = copy;
        assert_int_equal(seq_state_fold(&f.p, s, copy), i == 0);
    }
    fixture_fini(&f);
}

TEST(sizes_follow_from_the_path_condition)
{
    fixture f;
    fixture_init(&f, workers);
    term_store *t = &f.p.terms;
    seq_state *s = fixture_state(&f);
    term size = term_leaf(t, TERM_SIZE, 0), zero = term_int(t, 0);
    assert_int_equal(seq_state_size(&f.p, s, 0), -1);
    assert_false(seq_state_is_vacant(&f.p, s, W));
    term empty = term_binary(t, TERM_EQ, zero, size);
    s->facts = term_fact_add(&f.memory, t, NULL, empty, true);
    assert_int_equal(seq_state_size(&f.p, s, 0), 0);
    assert_true(seq_state_is_vacant(&f.p, s, W));
    s->facts = term_fact_add(&f.memory, t, NULL, empty, false);
    assert_int_equal(seq_state_size(&f.p, s, 0), 1);
    /* one copy has a name, and there is one */
    seq_state_unfold(&f.p, s, W, prover_name(&f.p, W, 0, ICET_NONE));
    assert_false(seq_state_is_vacant(&f.p, s, W));
    s->facts = term_fact_add(&f.memory, t, s->facts,
                             term_binary(t, TERM_EQ, term_int(t, 1), size), true);
    assert_true(seq_state_is_vacant(&f.p, s, W));
    fixture_fini(&f);
}

TEST(payloads_of_one_channel_are_never_joined)
{
    fixture f;
    fixture_init(&f, workers);
    seq_state *s = at_receive(&f);
    const icet_stmt *send = fixture_stmt(&f, W, ICET_SEND, 0);
    uint32_t done = fixture_message(&f, "done");
    uint32_t copy = seq_state_unfold(&f.p, s, W, prover_name(&f.p, W, 0, ICET_NONE));
    seq_item a = message(&f, 1, send), b = message(&f, 2, send);
    seq_item c = message(&f, 3, send);
    seq_state_push(&f.p, s, copy, M, done, false, a);
    seq_state_push(&f.p, s, copy, M, done, false, b);
    assert_false(prover_join_keeps(&f.p, a.keep, b.keep));
    assert_true(prover_join_keeps(&f.p, a.keep, c.keep));
    assert_ptr_equal(prover_keep(&f.p, a.keep), prover_keep(&f.p, c.keep));
    assert_false(prover_can_join(&f.p, c.keep, b.keep)); /* c is a, which is not b */
    assert_false(prover_can_join(&f.p, b.keep, c.keep));
    seq_item d = message(&f, 4, send);
    assert_true(prover_join_keeps(&f.p, d.keep, b.keep)); /* d is b, which is not a */
    assert_false(prover_can_join(&f.p, a.keep, d.keep));
    assert_false(prover_can_join(&f.p, d.keep, a.keep));
    fixture_fini(&f);
}

/* ---- small values ---- */

TEST(small_values_refute_what_does_not_always_hold)
{
    static const icet_type t_int = {.kind = ICET_INT}, t_pid = {.kind = ICET_PID};
    fixture f;
    fixture_init(&f, "message x; proc a {} proc b {} proc w[W >= 2] {}");
    term_store *t = &f.p.terms;
    term x = term_unknown(t, &t_int), five = term_int(t, 5);
    assert_true(guess_refutes(&f.p, NULL, term_binary(t, TERM_LT, x, five)));
    assert_true(guess_refutes(&f.p, NULL, term_binary(t, TERM_EQ, x, five)));
    term tautology = term_binary(t, TERM_OR, term_binary(t, TERM_LT, x, five),
                                 term_binary(t, TERM_LE, five, x));
    assert_false(guess_refutes(&f.p, NULL, tautology));
    /* only where the facts hold */
    const term_fact *small =
        term_fact_add(&f.memory, t, NULL, term_binary(t, TERM_LT, x, five), true);
    assert_false(
        guess_refutes(&f.p, small, term_binary(t, TERM_LT, x, term_int(t, 6))));
    assert_true(guess_refutes(&f.p, small, term_binary(t, TERM_LT, x, term_int(t, 4))));
    /* sizes are at least what the program demands */
    term size = term_leaf(t, TERM_SIZE, 0);
    assert_false(
        guess_refutes(&f.p, NULL, term_binary(t, TERM_LE, term_int(t, 2), size)));
    assert_true(
        guess_refutes(&f.p, NULL, term_binary(t, TERM_LE, term_int(t, 3), size)));
    /* two names may denote one copy or two, and an unknown pid any process */
    term v = term_leaf(t, TERM_NAME, prover_name(&f.p, 2, 0, ICET_NONE));
    term w = term_leaf(t, TERM_NAME, prover_name(&f.p, 2, 0, ICET_NONE));
    term same = term_binary(t, TERM_EQ, v, w), pid = term_unknown(t, &t_pid);
    assert_true(guess_refutes(&f.p, NULL, same));
    assert_true(guess_refutes(&f.p, NULL, term_unary(t, TERM_NOT, same)));
    term a = term_leaf(t, TERM_UNIT_PID, 0);
    assert_true(guess_refutes(&f.p, NULL, term_binary(t, TERM_EQ, pid, a)));
    assert_true(guess_refutes(
        &f.p, NULL, term_unary(t, TERM_NOT, term_binary(t, TERM_EQ, pid, a))));
    fixture_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(states_share_until_they_are_written_to),
        LEAK_FREE(channels_are_queues),
        LEAK_FREE(fold_undoes_unfold),
        LEAK_FREE(a_copy_that_differs_does_not_fold),
        LEAK_FREE(sizes_follow_from_the_path_condition),
        LEAK_FREE(payloads_of_one_channel_are_never_joined),
        LEAK_FREE(small_values_refute_what_does_not_always_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
