/* Execution graphs: what pushing and popping keeps, what clocks say, and that the check
 * of a whole graph finds what is broken. */
#include "egraph_fixture.h"

TEST(a_read_send_is_unread_again_when_its_reader_is_popped)
{
    building b;
    building_begin(&b, "r r|s0:1|s0:2", MPL_ASYN);
    event *one = step(&b, 1);
    event *two = step(&b, 2);
    SOURCES(&b, 0, one, two);
    receive(&b, 0, one);
    SOURCES(&b, 0, two);
    assert_non_null(one->reader);
    building_pop(&b);
    assert_null(one->reader);
    SOURCES(&b, 0, one, two);
    building_end(&b);
}

TEST(a_lost_send_is_never_unread)
{
    building b;
    building_begin(&b, "r|l0:1|s0:2", MPL_ASYN);
    lose(&b, 1);
    assert_int_equal(b.g.lost, 1);
    event *two = step(&b, 2);
    SOURCES(&b, 0, two);
    building_end(&b);
    assert_int_equal(b.g.lost, 0);
}

/* Clocks: program order, reads-from, spawn and join. */
TEST(clocks_say_what_happened_before)
{
    building b;
    building_begin(&b, "r j1 s2:3|s0:1 s2:2|r r", MPL_ASYN);
    event *first = step(&b, 1);
    event *second = step(&b, 1);
    event *got = receive(&b, 0, first);
    assert_true(egraph_happens_before(first, second)); /* program order */
    assert_false(egraph_happens_before(second, first));
    assert_false(
        egraph_happens_before(first, got)); /* what it reads is not in its own ... */
    event *joined = step(&b, 0);
    assert_true(egraph_happens_before(first, joined)); /* ... but in the next one's */
    assert_true(egraph_happens_before(second, joined));
    event *third = step(&b, 0);
    assert_true(egraph_happens_before(second, third));
    event *spawn = b.g.order.data[0];
    assert_int_equal(spawn->op.kind, OP_SPAWN);
    assert_true(egraph_happens_before(spawn, first));
    building_end(&b);
}

/* A join takes over what the ended thread had read last. */
TEST(a_join_knows_what_was_read_last)
{
    building b;
    building_begin(&b, "j1|r|s1:1", MPL_ASYN);
    event *send = step(&b, 2);
    receive(&b, 1, send);
    event *joined = step(&b, 0);
    assert_true(egraph_happens_before(send, joined));
    building_end(&b);
}

TEST(a_thread_goes_no_further_than_the_bound)
{
    building b;
    building_begin(&b, "c2 c2 c2", MPL_ASYN);
    b.g.bound = 2;
    choose(&b, 0, 1);
    assert_int_equal(b.g.cut, 0);
    choose(&b, 0, 0);
    assert_int_equal(b.g.cut, 1);
    assert_int_equal(b.g.stuck, 1);
    building_pop(&b);
    assert_int_equal(b.g.cut, 0);
    building_end(&b);
}

/* Each value that is derived from the stack, changed behind its back. */
TEST(a_broken_graph_is_found)
{
    building b;
    building_begin(&b, "r n|s0:1 s0:2|s0:3", MPL_MBOX);
    event *one = step(&b, 1);
    event *two = step(&b, 1);
    step(&b, 2);
    event *got = receive(&b, 0, one);
    receive(&b, 0, NULL);
    uint32_t *const numbers[] = {
        &one->position,
        &two->index,
        &two->clock[1],
        &got->input,
        &two->clock[2],
        &b.g.lost,
        &b.g.failed,
        &b.g.stuck,
        &b.g.cut,
        &b.g.threads.data[0]->mbox_sends,
        &b.g.threads.data[1]->len,
        &b.g.threads.data[1]->leads_from,
        &b.g.threads.data[1]->joins,
        &b.g.threads.data[2]->local,
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        *numbers[i] += 7;
        assert_false(egraph_check(&b.g));
        *numbers[i] -= 7;
        assert_true(egraph_check(&b.g));
    }
    event **const links[] = {&one->reader, &got->source, &two->previous,
                             &two->unread_next, &b.g.threads.data[1]->last};
    for (size_t i = 0; i < COUNT_OF(links); i++) {
        event *was = *links[i];
        *links[i] = NULL;
        if (links[i] != &two->unread_next) /* which would be followed */
            assert_false(egraph_check(&b.g));
        *links[i] = was;
    }
    b.g.runnable.data[0] ^= 1;
    assert_false(egraph_check(&b.g));
    b.g.runnable.data[0] ^= 1;
    one->is_lost = true;
    assert_false(egraph_check(&b.g));
    one->is_lost = false;
    building_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_read_send_is_unread_again_when_its_reader_is_popped),
        LEAK_FREE(a_lost_send_is_never_unread),
        LEAK_FREE(clocks_say_what_happened_before),
        LEAK_FREE(a_join_knows_what_was_read_last),
        LEAK_FREE(a_thread_goes_no_further_than_the_bound),
        LEAK_FREE(a_broken_graph_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
