/* Which sends a receive may read: a small graph for each rule of consistent.h. */
#include "egraph_fixture.h"

/* ---- One rule for each model ---- */

TEST(under_asyn_all_may_overtake)
{
    building b;
    building_begin(&b, "r r|s0:1 s0:2", MPL_ASYN);
    event *one = step(&b, 1);
    event *two = step(&b, 1);
    SOURCES(&b, 0, one, two);
    building_end(&b);
}

TEST(under_p2p_one_sender_stays_in_order)
{
    building b;
    building_begin(&b, "r r|s0:1 s0:2|s0:3", MPL_P2P);
    event *one = step(&b, 1);
    step(&b, 1);
    event *three = step(&b, 2);
    SOURCES(&b, 0, one, three);
    building_end(&b);
}

/* 1 sends to 0 and then to 2, which sends to 0: p2p does not mind, causal does. */
static event *relay(building *b, mpl_model model, event **first)
{
    building_begin(b, "r r|s0:1 s2:2|r s0:3", model);
    *first = step(b, 1);
    event *told = step(b, 1);
    receive(b, 2, told);
    return step(b, 2);
}

TEST(under_p2p_a_relay_may_overtake)
{
    building b;
    event *first;
    event *last = relay(&b, MPL_P2P, &first);
    SOURCES(&b, 0, first, last);
    building_end(&b);
}

TEST(under_causal_what_happened_before_stays_before)
{
    building b;
    event *first;
    relay(&b, MPL_CAUSAL, &first);
    SOURCES(&b, 0, first);
    building_end(&b);
}

TEST(under_mbox_what_happened_before_stays_before)
{
    building b;
    event *first;
    relay(&b, MPL_MBOX, &first);
    SOURCES(&b, 0, first);
    building_end(&b);
}

/* Thread 3 reads B's message although A's, which it wants, is there: A sent to 3 after
 * B did.  B had sent to 4 before, and A after, so 4 has B's message first: that follows
 * under mbox alone, by a path through the edge "B's send overtakes A's". */
static void cross_over(building *b, mpl_model model, event **a, event **from_b)
{
    building_begin(b, "j1 j2|s3:1 s4:2|s4:3 s3:4|r|r", model);
    event *a3 = step(b, 1);
    *a = step(b, 1);
    *from_b = step(b, 2);
    event *b3 = step(b, 2);
    receive(b, 3, b3);
    assert_null(a3->reader);
}

TEST(under_mbox_an_overtaking_read_orders_other_mailboxes)
{
    building b;
    event *a;
    event *from_b;
    cross_over(&b, MPL_MBOX, &a, &from_b);
    SOURCES(&b, 4, from_b);
    building_end(&b);
}

TEST(under_causal_an_overtaking_read_orders_nothing)
{
    building b;
    event *a;
    event *from_b;
    cross_over(&b, MPL_CAUSAL, &a, &from_b);
    SOURCES(&b, 4, a, from_b);
    building_end(&b);
}

/* ... but not if the receive did not want A's message: then it has not overtaken. */
TEST(what_a_filter_leaves_is_not_overtaken)
{
    building b;
    building_begin(&b, "j1 j2|s3:1 s4:2|s4:3 s3:4|r{4}|r", MPL_MBOX);
    step(&b, 1);
    event *a = step(&b, 1);
    event *from_b = step(&b, 2);
    event *b3 = step(&b, 2);
    receive(&b, 3, b3);
    SOURCES(&b, 4, a, from_b);
    building_end(&b);
}

/* ---- Candidates ---- */

TEST(only_what_is_wanted_holds_up)
{
    building b;
    building_begin(&b, "r{2}|s0:1 s0:2", MPL_P2P);
    step(&b, 1);
    event *two = step(&b, 1);
    SOURCES(&b, 0, two);
    building_end(&b);
}

TEST(lost_sends_hold_up_nothing)
{
    building b;
    building_begin(&b, "r|l0:1 s0:2", MPL_P2P);
    lose(&b, 1);
    event *two = step(&b, 1);
    SOURCES(&b, 0, two);
    building_end(&b);
}

TEST(sends_of_different_models_hold_up_nothing)
{
    building b;
    building_begin(&b, "r r|s0:1@p2p s0:2@cd", MPL_P2P);
    event *one = step(&b, 1);
    event *two = step(&b, 1);
    SOURCES(&b, 0, one, two);
    building_end(&b);
}

TEST(nothing_can_be_received_where_nothing_was_sent)
{
    building b;
    building_begin(&b, "r|r s0:1", MPL_ASYN);
    expect_sources(&b, 0, 0, NULL);
    building_end(&b);
}

/* Sources come by the rank of their senders, not by the order of the stack. */
TEST(sources_are_listed_by_rank)
{
    building b;
    building_begin(&b, "r|s0:1|s0:2|s0:3", MPL_ASYN);
    event *three = step(&b, 3);
    event *one = step(&b, 1);
    event *two = step(&b, 2);
    SOURCES(&b, 0, one, two, three);
    building_end(&b);
}

/* ---- Receives that are there already ---- */

/* Of the graph, only what was pushed before R or happened before S counts. */
TEST(a_receive_may_reread_unless_an_earlier_send_is_held_back)
{
    building b;
    building_begin(&b, "r|s0:1|s0:2 s0:3", MPL_P2P);
    event *one = step(&b, 1);
    event *got = receive(&b, 0, one);
    event *two = step(&b, 2);
    assert_true(consistent_may_reread(&b.g, got, two));
    event *three = step(&b, 2);
    assert_false(consistent_may_reread(&b.g, got, three)); /* TWO is before it */
    building_end(&b);
}

TEST(the_tie_breaker_is_the_first_by_rank)
{
    building b;
    building_begin(&b, "r|s0:1|s0:2", MPL_ASYN);
    event *two = step(&b, 2);
    event *one = step(&b, 1);
    event *got = receive(&b, 0, two);
    assert_ptr_equal(consistent_tie_breaker(&b.g, (egraph_view){0}, got), one);
    building_end(&b);
}

TEST(queued_before_means_read_although_the_other_was_wanted)
{
    building b;
    building_begin(&b, "r r|s0:1|s0:2|s0:3", MPL_MBOX);
    event *one = step(&b, 1);
    event *two = step(&b, 2);
    event *three = lose(&b, 3);
    receive(&b, 0, two);
    assert_true(consistent_is_queued_before(&b.g, two, one));
    assert_false(consistent_is_queued_before(&b.g, one, two));   /* ONE was not read */
    assert_false(consistent_is_queued_before(&b.g, two, three)); /* THREE was lost */
    receive(&b, 0, one);
    assert_true(consistent_is_queued_before(&b.g, two, one)); /* its reader is later */
    assert_false(consistent_is_queued_before(&b.g, one, two));
    building_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(under_asyn_all_may_overtake),
        LEAK_FREE(under_p2p_one_sender_stays_in_order),
        LEAK_FREE(under_p2p_a_relay_may_overtake),
        LEAK_FREE(under_causal_what_happened_before_stays_before),
        LEAK_FREE(under_mbox_what_happened_before_stays_before),
        LEAK_FREE(under_mbox_an_overtaking_read_orders_other_mailboxes),
        LEAK_FREE(under_causal_an_overtaking_read_orders_nothing),
        LEAK_FREE(what_a_filter_leaves_is_not_overtaken),
        LEAK_FREE(only_what_is_wanted_holds_up),
        LEAK_FREE(lost_sends_hold_up_nothing),
        LEAK_FREE(sends_of_different_models_hold_up_nothing),
        LEAK_FREE(nothing_can_be_received_where_nothing_was_sent),
        LEAK_FREE(sources_are_listed_by_rank),
        LEAK_FREE(a_receive_may_reread_unless_an_earlier_send_is_held_back),
        LEAK_FREE(the_tie_breaker_is_the_first_by_rank),
        LEAK_FREE(queued_before_means_read_although_the_other_was_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
