/* What units can reach while one waits: each clause of the fixed point by hand. */
#include "engine/sequential/reach.h"

#include "engine/sequential/choice.h"
#include "engine/sequential/run.h"
#include "sequential_fixture.h"

static void reach_of(fixture *f, const seq_state *s, const char *waits, reach *r)
{
    reach_init(r, &f->p, s, fixture_process(f, waits));
}

TEST(who_waits_does_not_move_and_its_messages_do_not_come)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b;\n"
                     "proc p { receive a; send b to q; }\n"
                     "proc q { receive b; send a to p; }\n");
    reach_of(&f, fixture_state(&f), "p", &r);
    assert_false(reach_can_step(&r, 0));
    assert_false(reach_can_step(&r, 1)); /* b would come from p, which waits */
    assert_null(reach_send(&r, 1, fixture_message(&f, "a"), 0));
    reach_fini(&r);
    fixture_fini(&f);
}

/* A message is there for p; but the question is what happens before p takes it. */
TEST(who_waits_does_not_move_even_if_it_could)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b;\n"
                     "proc p { receive a from s; send b to q; }\n"
                     "proc q { receive b; send a to p; }\n"
                     "proc s { send a to p; }\n");
    seq_state *s = fixture_state(&f);
    const icet_stmt *send = fixture_stmt(&f, 2, ICET_SEND, 0);
    vec_push(&f.p.keeps, ((seq_keep){.heap = ICET_NONE}));
    term unit = term_make(&f.p.terms, TERM_TUPLE, 0, NULL, 0, NULL);
    seq_state_push(&f.p, s, 2, 0, fixture_message(&f, "a"), false,
                   (seq_item){.value = unit, .sent = send, .many = ICET_NONE});
    reach_of(&f, s, "p", &r);
    assert_false(reach_can_step(&r, 0));
    assert_false(reach_can_step(&r, 1));
    assert_true(reach_can_step(&r, 2));
    reach_fini(&r);
    fixture_fini(&f);
}

TEST(a_send_opens_a_receive_and_what_follows_it)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b; message c;\n"
                     "proc p { receive a; }\n"
                     "proc q { receive b; send a to p; }\n"
                     "proc s { send b to q; receive c; send a to p; }\n");
    uint32_t a = fixture_message(&f, "a");
    reach_of(&f, fixture_state(&f), "p", &r);
    assert_true(reach_can_step(&r, 1));
    assert_non_null(reach_send(&r, 1, a, 0)); /* after b, which s may send */
    assert_null(reach_send(&r, 2, a, 0));     /* after c, which no unit sends */
    reach_fini(&r);
    fixture_fini(&f);
}

TEST(a_message_that_is_there_opens_a_receive)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b;\n"
                     "proc p { receive a; }\n"
                     "proc q { receive b from s; send a to p; }\n"
                     "proc s { send b to q; receive b; }\n");
    uint32_t a = fixture_message(&f, "a"), b = fixture_message(&f, "b");
    seq_state *s = fixture_state(&f);
    const icet_stmt *send = fixture_stmt(&f, 2, ICET_SEND, 0);
    seq_state_unit(&f.p, s, 2)->at = send->next; /* s has sent, and waits */
    vec_push(&f.p.keeps, ((seq_keep){.heap = ICET_NONE}));
    reach_of(&f, s, "p", &r);
    assert_null(reach_send(&r, 1, a, 0)); /* nothing is there */
    reach_fini(&r);
    term unit = term_make(&f.p.terms, TERM_TUPLE, 0, NULL, 0, NULL);
    seq_state_push(&f.p, s, 2, 1, b, false,
                   (seq_item){.value = unit, .sent = send, .many = ICET_NONE});
    seq_state_check(&f.p, s);
    reach_of(&f, s, "p", &r);
    assert_non_null(reach_send(&r, 1, a, 0));
    reach_fini(&r);
    fixture_fini(&f);
}

TEST(of_many_copies_the_others_move_while_one_waits)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b;\n"
                     "proc w[W] { receive a; send b to m; }\n"
                     "proc m { for v in W { send a to v; } }\n");
    uint32_t set = f.program.processes[0].set;
    reach_of(&f, fixture_state(&f), "w", &r);
    assert_true(reach_can_step(&r, 0));
    assert_true(reach_can_step(&r, 1));
    assert_true(reach_names(&r, 1, set));
    assert_false(reach_names(&r, 0, set));
    reach_fini(&r);
    fixture_fini(&f);
}

TEST(a_break_and_both_branches_are_followed)
{
    fixture f;
    reach r;
    fixture_init(&f, "message a; message b;\n"
                     "proc p { receive a; }\n"
                     "proc q { while true { if (*) { break; } else { send b to q; } }\n"
                     "    send a to p; }\n"
                     "proc s { receive b; send a to p; }\n");
    reach_of(&f, fixture_state(&f), "p", &r);
    assert_non_null(reach_send(&r, 1, fixture_message(&f, "a"), 0));
    assert_non_null(reach_send(&r, 1, fixture_message(&f, "b"), 1));
    assert_null(reach_send(&r, 1, fixture_message(&f, "b"), 2)); /* to q only */
    assert_false(reach_can_step(&r, 2));
    reach_fini(&r);
    fixture_fini(&f);
}

/* ---- the senders of a receive ---- */

TEST(senders_are_those_that_are_there_or_may_come)
{
    fixture f;
    choice_senders from;
    fixture_init(&f, "message a;\n"
                     "proc p { receive a; receive a; }\n"
                     "proc q { send a to p; }\n"
                     "proc w[W] { send a to p; }\n");
    seq_state *s = fixture_state(&f);
    choice_find_senders(&f.p, s, 0, &from);
    assert_int_equal(from.count, 2);
    assert_false(from.list[0].there || from.list[1].there);
    seq_state_unit(&f.p, s, 1)->at = NULL; /* q has finished */
    choice_find_senders(&f.p, s, 0, &from);
    assert_int_equal(from.count, 1);
    assert_int_equal(from.list[0].unit, 2);
    fixture_fini(&f);
}

/* Nobody has the pid of the copy, so nothing can come for it. */
TEST(a_copy_that_no_unit_can_address_gets_nothing)
{
    fixture f;
    choice_senders from;
    fixture_init(&f, "message a; message b(pid);\n"
                     "proc w[W] { receive a; }\n"
                     "proc q { receive b(x); send a to x; }\n"
                     "proc r { send b(nobody) to q; }\n");
    seq_state *s = fixture_state(&f);
    uint32_t name = prover_name(&f.p, 0, 0, ICET_NONE);
    uint32_t copy = seq_state_unfold(&f.p, s, 0, name);
    seq_state_check(&f.p, s);
    assert_false(choice_is_known(&f.p, s, copy));
    choice_find_senders(&f.p, s, copy, &from);
    assert_int_equal(from.count, 0);
    /* a live variable with its name makes it known */
    seq_unit *q = seq_state_unit(&f.p, s, 1);
    q->at = q->at->next;
    q->store[fixture_var(&f, 1, "x")] = term_leaf(&f.p.terms, TERM_NAME, name);
    assert_true(choice_is_known(&f.p, s, copy));
    choice_find_senders(&f.p, s, copy, &from);
    assert_int_equal(from.count, 1);
    fixture_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(who_waits_does_not_move_and_its_messages_do_not_come),
        LEAK_FREE(who_waits_does_not_move_even_if_it_could),
        LEAK_FREE(a_send_opens_a_receive_and_what_follows_it),
        LEAK_FREE(a_message_that_is_there_opens_a_receive),
        LEAK_FREE(of_many_copies_the_others_move_while_one_waits),
        LEAK_FREE(a_break_and_both_branches_are_followed),
        LEAK_FREE(senders_are_those_that_are_there_or_may_come),
        LEAK_FREE(a_copy_that_no_unit_can_address_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
