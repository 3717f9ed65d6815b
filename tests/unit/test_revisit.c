/* Revisits: which receives a new send revisits, what stays and what goes, and that all
 * is undone. */
#include "egraph_fixture.h"

/* ---- Which ---- */

TEST(a_new_send_revisits_a_receive_that_could_have_read_it)
{
    building b;
    building_begin(&b, "r|s0:1|s0:2", MPL_ASYN);
    event *got = receive(&b, 0, step(&b, 1));
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 1);
    assert_true(is_listed(&b, got));
    building_end(&b);
}

TEST(a_receive_that_does_not_want_it_is_not_revisited)
{
    building b;
    building_begin(&b, "r{1}|s0:1|s0:2", MPL_ASYN);
    receive(&b, 0, step(&b, 1));
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 0);
    building_end(&b);
}

TEST(a_receive_that_happened_before_it_is_not_revisited)
{
    building b;
    building_begin(&b, "r s2:1|s0:1|r s0:2", MPL_ASYN);
    receive(&b, 0, step(&b, 1));
    receive(&b, 2, step(&b, 0));
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 0);
    building_end(&b);
}

TEST(a_read_that_would_not_be_consistent_is_no_revisit)
{
    building b;
    building_begin(&b, "r|s0:1|s0:2 s0:3", MPL_P2P);
    event *one = step(&b, 1);
    receive(&b, 0, one);
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 1);
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 0); /* 2 is before 3 */
    building_end(&b);
}

/* ---- Maximality: what is deleted must be as it comes about by first choices ---- */

TEST(another_choice_than_the_first_forbids_revisits_across_it)
{
    for (uint32_t which = 0; which < 2; which++) {
        building b;
        building_begin(&b, "r|s0:1|c2|s0:2", MPL_ASYN);
        receive(&b, 0, step(&b, 1));
        choose(&b, 2, which);
        step(&b, 3);
        assert_int_equal(find_revisits(&b), which == 0 ? 1 : 0);
        building_end(&b);
    }
}

/* What happened before the send stays, so it may be anything. */
TEST(a_choice_before_the_send_forbids_nothing)
{
    building b;
    building_begin(&b, "r|s0:1|c2 s0:2", MPL_ASYN);
    receive(&b, 0, step(&b, 1));
    choose(&b, 2, 1);
    step(&b, 2);
    assert_int_equal(find_revisits(&b), 1);
    building_end(&b);
}

TEST(a_lost_send_forbids_revisits_across_it)
{
    for (int is_lost = 0; is_lost < 2; is_lost++) {
        building b;
        building_begin(&b, "r|s0:1|l3:1|s0:2", MPL_ASYN);
        receive(&b, 0, step(&b, 1));
        if (is_lost)
            lose(&b, 2);
        else
            step(&b, 2);
        step(&b, 3);
        assert_int_equal(find_revisits(&b), is_lost ? 0 : 1);
        building_end(&b);
    }
}

/* A receive that is deleted must have read the first by rank of what was there. */
TEST(a_read_other_than_the_tie_breaker_forbids_revisits)
{
    for (int is_first = 0; is_first < 2; is_first++) {
        building b;
        building_begin(&b, "r|s0:1|s0:2|s0:3", MPL_ASYN);
        event *one = step(&b, 1);
        event *two = step(&b, 2);
        receive(&b, 0, is_first ? one : two);
        step(&b, 3);
        assert_int_equal(find_revisits(&b), is_first ? 1 : 0);
        building_end(&b);
    }
}

TEST(a_receive_that_may_get_nothing_is_maximal_with_nothing)
{
    for (int gets = 0; gets < 2; gets++) {
        building b;
        building_begin(&b, "n|s0:1|s0:2", MPL_ASYN);
        event *one = step(&b, 1);
        receive(&b, 0, gets ? one : NULL);
        step(&b, 2);
        assert_int_equal(find_revisits(&b), gets ? 0 : 1);
        building_end(&b);
    }
}

/* ---- How ---- */

TEST(a_revisit_keeps_what_happened_before_and_deletes_the_rest)
{
    building b;
    building_begin(&b, "r s1:9|s0:1 r|s0:2|c2 s0:3", MPL_ASYN);
    event *one = step(&b, 1);
    event *got = receive(&b, 0, one);
    event *after = step(&b, 0);       /* follows from the receive: deleted */
    event *other = step(&b, 2);       /* has nothing to do with it: deleted */
    event *chosen = choose(&b, 3, 0); /* before the send: stays */
    event *three = step(&b, 3);
    size_t len = b.g.order.len;
    assert_int_equal(find_revisits(&b), 1);
    revisit v = revisit_by(&b, got, three);
    assert_ptr_equal(v.receive->source, three);
    assert_int_equal(v.receive->input, three->op.what);
    assert_true(one->is_present && chosen->is_present && three->is_present);
    assert_false(got->is_present || after->is_present || other->is_present);
    assert_null(one->reader);
    assert_int_equal(v.receive->position, v.position); /* before what it reads */
    assert_true(v.receive->position < three->position);
    unrevisit(&b, v);
    assert_int_equal(b.g.order.len, len);
    assert_ptr_equal(one->reader, got);
    assert_null(three->reader);
    assert_true(after->is_present && other->is_present);
    assert_int_equal(find_revisits(&b), 1);
    building_end(&b);
}

/* A send that an earlier receive reads, since it revisited it, must stay: a revisit
 * that deletes it is none. */
TEST(a_send_that_an_earlier_receive_reads_forbids_revisits_across_it)
{
    for (int is_read = 0; is_read < 2; is_read++) {
        building b;
        building_begin(&b, "r|s0:1|r s0:2|s2:5|s2:6", MPL_ASYN);
        event *got = receive(&b, 0, step(&b, 1));
        receive(&b, 2, step(&b, 3));
        event *two = step(&b, 2);
        revisit v = {0};
        if (is_read)
            v = revisit_by(&b, got, two);
        step(&b, 4);
        assert_int_equal(find_revisits(&b), is_read ? 0 : 1);
        building_pop(&b);
        if (is_read)
            unrevisit(&b, v);
        building_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_new_send_revisits_a_receive_that_could_have_read_it),
        LEAK_FREE(a_receive_that_does_not_want_it_is_not_revisited),
        LEAK_FREE(a_receive_that_happened_before_it_is_not_revisited),
        LEAK_FREE(a_read_that_would_not_be_consistent_is_no_revisit),
        LEAK_FREE(another_choice_than_the_first_forbids_revisits_across_it),
        LEAK_FREE(a_choice_before_the_send_forbids_nothing),
        LEAK_FREE(a_lost_send_forbids_revisits_across_it),
        LEAK_FREE(a_read_other_than_the_tie_breaker_forbids_revisits),
        LEAK_FREE(a_receive_that_may_get_nothing_is_maximal_with_nothing),
        LEAK_FREE(a_revisit_keeps_what_happened_before_and_deletes_the_rest),
        LEAK_FREE(a_send_that_an_earlier_receive_reads_forbids_revisits_across_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
