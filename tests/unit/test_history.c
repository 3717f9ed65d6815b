/* The tree of histories: nodes are found again, numbers are used again, and the check
 * of the whole finds what is broken. */
#include "api/model/history.h"
#include "unit.h"

/* A tree with COUNT children below each node, to DEPTH. */
static void grow(history *h, local_id at, uint32_t count, unsigned depth)
{
    for (uint32_t input = 0; depth > 0 && input < count; input++)
        grow(h, history_add(h, at, input), count, depth - 1);
}

TEST(a_child_is_found_by_what_its_parent_was_told)
{
    history h;
    history_init(&h);
    local_id root = history_add_root(&h, 7, 0);
    local_id one = history_add(&h, root, 1);
    local_id two = history_add(&h, root, 2);
    local_id below = history_add(&h, one, 2);
    assert_true(history_check(&h));
    for (int i = 0; i < 2; i++) { /* whichever was asked for last */
        assert_int_equal(history_child(&h, root, 1), one);
        assert_int_equal(history_child(&h, root, 2), two);
        assert_int_equal(history_child(&h, one, 2), below);
        assert_int_equal(history_find(&h, root, 3), 0);
    }
    assert_int_equal(history_at(&h, below)->thread, 7);
    assert_int_equal(history_at(&h, below)->depth, 2);
    history_free(&h);
}

TEST(a_table_that_grows_loses_nothing)
{
    history h;
    history_init(&h);
    local_id root = history_add_root(&h, 0, 0);
    grow(&h, root, 6, 4);
    assert_int_equal(h.live, 1 + 6 + 36 + 216 + 1296);
    assert_true(history_check(&h));
    for (uint32_t i = 0; i < 6; i++)
        assert_int_not_equal(history_find(&h, history_find(&h, root, i), 5 - i), 0);
    history_free(&h);
}

static void mark_up(history *h, local_id at)
{
    for (; at != 0; at = history_at(h, at)->parent)
        history_at(h, at)->is_marked = true;
}

TEST(what_has_no_mark_is_swept_and_its_number_used_again)
{
    history h;
    history_init(&h);
    local_id root = history_add_root(&h, 0, 0);
    grow(&h, root, 3, 5);
    local_id kept = root;
    for (uint32_t i = 0; i < 5; i++)
        kept = history_find(&h, kept, i % 3);
    history_set_text(&h, kept, "assertion", "some text");
    history_publish(&h, kept, 1, "12345", 5);
    history_publish(&h, history_find(&h, root, 2), 1, "12345", 5);
    assert_true(history_check(&h));
    size_t len = h.nodes.len;
    mark_up(&h, kept);
    history_sweep(&h);
    assert_true(history_check(&h));
    assert_int_equal(h.live, 6);
    assert_int_equal(history_find(&h, root, 2), 0);
    grow(&h, history_find(&h, root, 0), 2, 0);
    for (uint32_t input = 10; h.live + 1 < len; input++)
        history_add(&h, root, input);
    assert_int_equal(h.nodes.len, len);
    assert_true(history_check(&h));
    history_free(&h);
    assert_int_equal(h.bytes, 0);
}

TEST(a_broken_tree_is_found)
{
    history h;
    history_init(&h);
    local_id root = history_add_root(&h, 0, 0);
    grow(&h, root, 3, 3);
    local_id one = history_find(&h, root, 1);
    history_publish(&h, one, 1, "12345", 5);
    mark_up(&h, one);
    mark_up(&h, history_find(&h, root, 2));
    history_sweep(&h);
    grow(&h, one, 2, 2);
    assert_true(history_check(&h));
    uint32_t *const numbers[] = {
        &history_at(&h, one)->input,  &history_at(&h, one)->depth,
        &history_at(&h, one)->thread, &history_at(&h, one)->parent,
        &history_at(&h, one)->recent, &h.free.data[0]};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        *numbers[i] += 2;
        assert_false(history_check(&h));
        *numbers[i] -= 2;
    }
    size_t *const sizes[] = {&h.live, &h.bytes};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        ++*sizes[i];
        assert_false(history_check(&h));
        --*sizes[i];
    }
    size_t slot = 0;
    while (h.slots[slot] == 0)
        slot++;
    local_id was = h.slots[slot];
    h.slots[slot] = 0;
    assert_false(history_check(&h));
    h.slots[slot] = was;
    assert_true(history_check(&h));
    history_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_child_is_found_by_what_its_parent_was_told),
        LEAK_FREE(a_table_that_grows_loses_nothing),
        LEAK_FREE(what_has_no_mark_is_swept_and_its_number_used_again),
        LEAK_FREE(a_broken_tree_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
