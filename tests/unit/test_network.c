/* Outboxes: equal possibilities have one form, and no message leaves too early. */
#include "core/network.h"

#include "core/process.h"
#include "model_fixture.h"

enum { SLOTS = 4, EVENT = EVENT_FIRST_USER };

typedef struct fixture {
    model m;
    core *c;
    value columns[2 * SLOTS];
    network n;
} fixture;

static void set_up(fixture *f, network_model kind)
{
    f->m = model_load("event eX: int;\nmachine Main { start state S { ignore eX; } }\n",
                      &(core_options){.network = kind});
    f->c = f->m.c;
    /* machine ids in the order of names: 1, 1.1, 1.2, 1.3 */
    naming *names = &f->c->vals.names;
    naming_child(names, MACHINE_NONE, 1, 0, 0, 0);
    for (uint32_t i = 1; i < SLOTS; i++)
        assert_int_equal(naming_child(names, 0, i, 0, 0, 0), i);
    memset(f->columns, 0, sizeof f->columns);
    f->n = (network){f->columns, SLOTS};
}

static void tear_down(fixture *f)
{
    model_free(&f->m);
}

static value message(fixture *f, uint32_t target, int64_t payload)
{
    const value parts[3] = {value_machine_id(target), value_event(EVENT),
                            value_int(&f->c->vals, payload)};
    return value_make(&f->c->vals, VK_RECORD, REC_MESSAGE, parts, 3);
}

static void post(fixture *f, uint32_t from, uint32_t target, int64_t payload)
{
    value m = message(f, target, payload);
    network_send(f->c, &f->n, from, &m, 1);
}

static value box(const fixture *f, machine_id id)
{
    return f->columns[2 * id + 1];
}

static uint32_t count(const fixture *f, machine_id id)
{
    return outbox_count(f->c, box(f, id));
}

/* Where the message with this payload is in a box. */
static uint32_t place_of(fixture *f, machine_id id, int64_t payload)
{
    for (uint32_t k = 0; k < count(f, id); k++) {
        value m = outbox_message(f->c, box(f, id), k);
        value p = value_item(&f->c->vals, m, MESSAGE_PAYLOAD);
        if (value_to_int(&f->c->vals, p) == payload)
            return k;
    }
    fail_msg("no message %d in box %u", (int)payload, id);
    return 0;
}

static bool may_leave(fixture *f, machine_id id, int64_t payload)
{
    return network_may_leave(f->c, &f->n, id, place_of(f, id, payload));
}

static void deliver(fixture *f, machine_id id, int64_t payload)
{
    network_leave(f->c, &f->n, id, place_of(f, id, payload), true, false);
}

TEST(a_mailbox_is_one_queue)
{
    fixture f;
    set_up(&f, NET_MBOX);
    post(&f, 0, 1, 10);
    post(&f, 0, 2, 20);
    post(&f, 0, 1, 30);
    assert_int_equal(count(&f, 0), 3);
    assert_true(may_leave(&f, 0, 10));
    assert_false(may_leave(&f, 0, 20)); /* not even to another */
    assert_false(may_leave(&f, 0, 30));
    deliver(&f, 0, 10);
    assert_true(may_leave(&f, 0, 20));
    deliver(&f, 0, 20);
    deliver(&f, 0, 30);
    assert_int_equal(box(&f, 0), VALUE_NULL);
    tear_down(&f);
}

TEST(messages_that_were_replaced_are_sorted_again)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_BAG};
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        fixture f;
        set_up(&f, all[k]);
        const value sorted[] = {message(&f, 1, 10), message(&f, 1, 20),
                                message(&f, 1, 20), message(&f, 2, 10)};
        const value mixed[] = {sorted[1], sorted[0], sorted[2], sorted[3]};
        value is = list_make(f.c, mixed, 4);
        value wanted = all[k] == NET_BAG ? list_make(f.c, sorted, 4) : is;
        assert_int_equal(outbox_sort(f.c, is), wanted);
        assert_int_equal(outbox_sort(f.c, VALUE_NULL), VALUE_NULL);
        tear_down(&f);
    }
}

/* Sends SENDS from machine id 0, two digits each: target and payload. */
static uint64_t hash_after(network_model kind, const char *sends)
{
    fixture f;
    set_up(&f, kind);
    for (const char *s = sends; *s != '\0'; s += 3)
        post(&f, 0, (uint32_t)(s[0] - '0'), s[1] - '0');
    uint64_t hash = value_hash(&f.c->vals, box(&f, 0));
    tear_down(&f);
    return hash;
}

/* The same box, by content, where the model gives the same possibilities. */
static void expect_same(network_model kind, bool same, const char *a, const char *b)
{
    assert_int_equal(hash_after(kind, a) == hash_after(kind, b), same);
}

TEST(a_box_has_one_form)
{
    expect_same(NET_MBOX, false, "11 22 ", "22 11 ");
    expect_same(NET_P2P, true, "11 22 13 24 ", "22 24 11 13 "); /* each in order */
    expect_same(NET_P2P, false, "11 12 ", "12 11 ");
    expect_same(NET_BAG, true, "11 12 22 13 ", "22 13 11 12 ");
    expect_same(NET_BAG, false, "11 12 ", "11 11 ");
    expect_same(NET_BAG, false, "11 11 ", "11 ");
    expect_same(NET_BAG, false, "11 22 ", "12 21 ");
}

TEST(messages_sent_at_once_are_sent_in_order)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        fixture f;
        set_up(&f, all[i]);
        value batch[5];
        for (uint32_t k = 0; k < COUNT_OF(batch); k++) {
            batch[k] = message(&f, 3 - k % 2, k / 2);
            network_send(f.c, &f.n, 0, &batch[k], 1);
        }
        value one_by_one = box(&f, 0);
        memset(f.columns, 0, sizeof f.columns);
        network_send(f.c, &f.n, 0, batch, COUNT_OF(batch));
        assert_int_equal(count(&f, 0), COUNT_OF(batch));
        assert_int_equal(box(&f, 0), one_by_one);
        tear_down(&f);
    }
}

TEST(of_equal_messages_in_a_bag_one_is_enough)
{
    fixture f;
    set_up(&f, NET_BAG);
    post(&f, 0, 1, 5);
    post(&f, 0, 1, 6);
    post(&f, 0, 1, 5);
    assert_int_equal(count(&f, 0), 3);
    unsigned ways = 0;
    for (uint32_t k = 0; k < 3; k++)
        ways += network_may_leave(f.c, &f.n, 0, k);
    assert_int_equal(ways, 2);
    tear_down(&f);
}

TEST(a_copy_stays_in_its_place)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        fixture f;
        set_up(&f, all[i]);
        post(&f, 0, 1, 1);
        post(&f, 0, 1, 2);
        value was = box(&f, 0);
        network_leave(f.c, &f.n, 0, place_of(&f, 0, 1), true, true);
        assert_int_equal(box(&f, 0), was);
        deliver(&f, 0, 1);
        assert_int_equal(count(&f, 0), 1);
        tear_down(&f);
    }
}

/* 1 sends x to 1.2 and then y to 1.1, which sends z to 1.2: z must wait for x. */
TEST(causality_goes_through_others)
{
    fixture f;
    set_up(&f, NET_CAUSAL);
    post(&f, 0, 2, 'x');
    post(&f, 0, 1, 'y');
    assert_true(may_leave(&f, 0, 'y')); /* x goes to another */
    deliver(&f, 0, 'y');
    post(&f, 1, 2, 'z');
    post(&f, 1, 3, 'w');
    assert_false(may_leave(&f, 1, 'z'));
    assert_true(may_leave(&f, 1, 'w'));
    deliver(&f, 0, 'x');
    assert_true(may_leave(&f, 1, 'z'));
    tear_down(&f);
}

TEST(a_lost_message_holds_nobody_up)
{
    fixture f;
    set_up(&f, NET_CAUSAL);
    post(&f, 0, 2, 'x');
    post(&f, 0, 1, 'y');
    deliver(&f, 0, 'y');
    post(&f, 1, 2, 'z');
    network_leave(f.c, &f.n, 0, place_of(&f, 0, 'x'), false, false);
    assert_true(may_leave(&f, 1, 'z'));
    tear_down(&f);
}

/* What its creator sent before happened before all that a child does; not what it sent
 * afterwards. */
TEST(a_child_knows_what_its_creator_knew)
{
    fixture f;
    set_up(&f, NET_CAUSAL);
    post(&f, 0, 2, 'x');
    network_create(f.c, &f.n, 0, 1);
    post(&f, 0, 3, 'y');
    post(&f, 1, 2, 'p');
    post(&f, 1, 3, 'q');
    assert_false(may_leave(&f, 1, 'p'));
    assert_true(may_leave(&f, 1, 'q'));
    tear_down(&f);
}

/* ---- The naive twin: what happened before, as sets of messages ---- */

enum { MESSAGES = 64 }; /* one bit each */

typedef struct twin {
    network_model kind;
    uint32_t count;
    uint32_t sender[MESSAGES];
    uint32_t target[MESSAGES];
    uint64_t past[MESSAGES]; /* what happened before it was sent */
    uint64_t pending;
    uint64_t known[SLOTS];
} twin;

static bool is_pending(const twin *t, uint32_t m)
{
    return t->pending >> m & 1;
}

static bool holds_up(const twin *t, uint32_t earlier, uint32_t m)
{
    bool same_sender = t->sender[earlier] == t->sender[m];
    bool same_target = t->target[earlier] == t->target[m];
    switch (t->kind) {
    case NET_MBOX:
        return same_sender && earlier < m;
    case NET_P2P:
        return same_sender && same_target && earlier < m;
    case NET_CAUSAL:
        return same_target && (t->past[m] >> earlier & 1);
    case NET_BAG:
        break;
    }
    return false;
}

static bool twin_may_leave(const twin *t, uint32_t m)
{
    for (uint32_t k = 0; k < t->count; k++)
        if (is_pending(t, k) && holds_up(t, k, m))
            return false;
    return true;
}

static void twin_send(twin *t, uint32_t from, uint32_t target)
{
    uint32_t m = t->count++;
    t->sender[m] = from;
    t->target[m] = target;
    t->past[m] = t->known[from];
    t->known[from] |= (uint64_t)1 << m;
    t->pending |= (uint64_t)1 << m;
}

static void twin_leave(twin *t, uint32_t m, bool is_received, bool is_kept)
{
    if (is_received)
        t->known[t->target[m]] |= t->past[m];
    if (is_received && !is_kept)
        t->known[t->target[m]] |= (uint64_t)1 << m;
    if (!is_kept)
        t->pending &= ~((uint64_t)1 << m);
}

static void expect_agreement(fixture *f, const twin *t)
{
    uint32_t in_boxes[SLOTS] = {0};
    for (uint32_t m = 0; m < t->count; m++) {
        if (!is_pending(t, m))
            continue;
        in_boxes[t->sender[m]]++;
        assert_int_equal(may_leave(f, t->sender[m], m), twin_may_leave(t, m));
    }
    for (machine_id id = 0; id < SLOTS; id++)
        assert_int_equal(count(f, id), in_boxes[id]);
}

/* Some message that may leave; there is always one. */
static uint32_t pick(const twin *t, uint64_t *seed)
{
    for (uint32_t m = rnd_below(seed, t->count);; m = (m + 1) % t->count)
        if (is_pending(t, m) && twin_may_leave(t, m))
            return m;
}

static void random_leave(fixture *f, twin *t, uint64_t *seed)
{
    uint32_t m = pick(t, seed);
    uint32_t how = rnd_below(seed, 8);
    bool is_lost = how == 0;
    bool is_kept = how == 1;
    machine_id id = t->sender[m];
    network_leave(f->c, &f->n, id, place_of(f, id, m), !is_lost, is_kept);
    twin_leave(t, m, !is_lost, is_kept);
}

/* One to three at a time. */
static void random_sends(fixture *f, twin *t, uint32_t from, uint64_t *seed)
{
    value batch[3];
    size_t len = 0;
    for (uint32_t n = 1 + rnd_below(seed, 3); n > 0 && t->count < MESSAGES; n--) {
        uint32_t target = rnd_below(seed, SLOTS);
        batch[len++] = message(f, target, t->count);
        twin_send(t, from, target);
    }
    network_send(f->c, &f->n, from, batch, len);
}

static void random_run(network_model kind, uint64_t *seed)
{
    fixture f;
    set_up(&f, kind);
    twin t = {.kind = kind};
    bool is_there[SLOTS] = {true, true};
    uint32_t eager = 1 + rnd_below(seed, 3); /* how much is pending at a time */
    while (t.count < MESSAGES) {
        uint32_t from = rnd_below(seed, SLOTS);
        if (!is_there[from]) {
            uint32_t creator = rnd_below(seed, 2);
            is_there[from] = true;
            network_create(f.c, &f.n, creator, from);
            t.known[from] = t.known[creator];
        } else if (t.pending == 0 || rnd_below(seed, 4) < eager) {
            random_sends(&f, &t, from, seed);
        } else {
            random_leave(&f, &t, seed);
        }
        expect_agreement(&f, &t);
    }
    while (t.pending != 0) {
        random_leave(&f, &t, seed);
        expect_agreement(&f, &t);
    }
    /* Nothing is pending: clocks are forgotten too. */
    for (machine_id id = 0; id < SLOTS; id++)
        assert_int_equal(box(&f, id), VALUE_NULL);
    tear_down(&f);
}

TEST(random_runs_agree_with_sets_of_what_happened_before)
{
    static const network_model all[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    uint64_t seed = 2026;
    for (int i = 0; i < 60; i++)
        for (size_t k = 0; k < COUNT_OF(all); k++)
            random_run(all[k], &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_mailbox_is_one_queue),
        LEAK_FREE(a_box_has_one_form),
        LEAK_FREE(messages_that_were_replaced_are_sorted_again),
        LEAK_FREE(messages_sent_at_once_are_sent_in_order),
        LEAK_FREE(of_equal_messages_in_a_bag_one_is_enough),
        LEAK_FREE(a_copy_stays_in_its_place),
        LEAK_FREE(causality_goes_through_others),
        LEAK_FREE(a_lost_message_holds_nobody_up),
        LEAK_FREE(a_child_knows_what_its_creator_knew),
        LEAK_FREE(random_runs_agree_with_sets_of_what_happened_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
