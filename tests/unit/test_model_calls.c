#include "model_drive.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ASK = 1, ANSWER = 2, OTHER = 3 };

/* ---- Threads and messages ---- */

static void client(void *arg)
{
    syn_send_int(*(syn_thread *)arg, ASK, (int)syn_self());
}

static void two_clients(void *arg)
{
    (void)arg;
    syn_thread me = syn_self();
    syn_spawn("client", client, &me);
    syn_spawn("client", client, &me);
    int first = syn_int(syn_recv());
    int second = syn_int(syn_recv());
    syn_assert(first != second, "twice %d", first);
    syn_publish_int(7, first * 10 + second);
}

TEST(threads_are_told_what_they_wait_for)
{
    drive d = drive_new(two_clients, NULL);
    local_id first = drive_begin(&d);
    op a = drive_expect(&d, first, OP_SPAWN);
    assert_int_equal(a.thread, 1);
    local_id l = drive_advance(&d, 0, first, 0);
    op b = drive_expect(&d, l, OP_SPAWN);
    assert_int_equal(b.thread, 2);
    assert_string_equal(model_thread_name(d.m, 0), "first");
    assert_string_equal(model_thread_name(d.m, 2), "client");
    l = drive_advance(&d, 0, l, 0);
    op r = drive_expect(&d, l, OP_RECEIVE);
    assert_int_equal(r.what, FILTER_ANY);
    assert_true(r.is_blocking);

    op s1 = drive_expect(&d, a.what, OP_SEND);
    assert_int_equal(s1.thread, 0);
    assert_int_equal(s1.network, DPOR_P2P);
    assert_false(s1.may_be_lost);
    op s2 = drive_expect(&d, b.what, OP_SEND);
    assert_int_not_equal(s1.what, s2.what);
    model_message g = model_message_of(d.m, s2.what);
    assert_int_equal(g.from, 2);
    assert_int_equal(g.tag, ASK);
    assert_int_equal(g.size, sizeof(int));
    assert_int_equal(*(const int *)g.data, 2);

    local_id end1 = drive_advance(&d, 1, a.what, 0);
    drive_expect(&d, end1, OP_END);

    /* Both orders, and back again: the tree remembers. */
    for (int i = 0; i < 3; i++) {
        local_id x = drive_advance(&d, 0, l, s1.what);
        drive_expect(&d, x, OP_RECEIVE);
        drive_expect(&d, drive_advance(&d, 0, x, s2.what), OP_END);
        local_id y = drive_advance(&d, 0, l, s2.what);
        drive_expect(&d, y, OP_RECEIVE);
        assert_int_not_equal(x, y);
        drive_expect(&d, drive_advance(&d, 0, y, s1.what), OP_END);
        drive_fails(&d, drive_advance(&d, 0, y, s2.what), "assertion", "twice 2");
    }
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

TEST(the_place_of_a_call_is_known)
{
    drive d = drive_new(two_clients, NULL);
    local_id l = drive_begin(&d);
    drive_look(&d, l);
    assert_string_equal(strrchr(model_where(d.m, l).file, '/'), "/test_model_calls.c");
    assert_int_equal(model_where(d.m, l).line, 19);
    drive_free(&d);
}

static bool is_even(const syn_msg *m, const void *context)
{
    return syn_int(*m) % *(const int *)context == 0;
}

static void selective(void *arg)
{
    (void)arg;
    syn_thread nobody[] = {3, 1};
    syn_recv_tag(ANSWER);
    syn_recv_from(2);
    syn_recv_from_any(nobody, 2);
    int two = 2;
    syn_recv_if(is_even, &two, sizeof two);
    syn_receive((&(syn_filter){.tags = (const uint32_t[]){ASK, OTHER},
                               .tag_count = 2,
                               .from = nobody,
                               .from_count = 1}));
    syn_msg m;
    if (syn_poll(&m))
        syn_fail("got %d", syn_int(m));
    syn_recv_tag(ANSWER);
}

static void sender(void *arg)
{
    (void)arg;
    syn_send_int(0, ASK, 1);
    syn_send_int(0, ANSWER, 2);
    syn_tell(0, OTHER);
}

static void spawn_three_then_select(void *arg)
{
    for (int i = 0; i < 3; i++)
        syn_spawn("sender", sender, NULL);
    selective(arg);
}

TEST(filters_take_what_they_say)
{
    drive d = drive_new(spawn_three_then_select, NULL);
    local_id l = drive_begin(&d);
    message_id g[4][3] = {{0}}; /* by thread: ASK 1, ANSWER 2, OTHER */
    for (uint32_t t = 1; t <= 3; t++) {
        local_id s = drive_expect(&d, l, OP_SPAWN).what;
        for (int i = 0; i < 3; i++) {
            g[t][i] = drive_expect(&d, s, OP_SEND).what;
            s = drive_advance(&d, t, s, 0);
        }
        drive_expect(&d, s, OP_END);
        l = drive_advance(&d, 0, l, 0);
    }
    const char *wanted[] = {
        "010010010", /* tag ANSWER */
        "000111000", /* from 2 */
        "111000111", /* from 3 or 1 */
        "010010010", /* even; others have no int */
        "000000101", /* ASK or OTHER from 3 */
        "111111111",
    };
    filter_id by_tag = drive_look(&d, l).what;
    for (size_t k = 0; k < COUNT_OF(wanted); k++) {
        op o = drive_expect(&d, l, OP_RECEIVE);
        assert_int_equal(o.is_blocking, k < 5);
        for (int i = 0; i < 9; i++) {
            if (k == 3 && i % 3 == 2)
                continue; /* see below */
            for (int again = 0; again < 2; again++)
                assert_int_equal(drive_matches(&d, o.what, g[1 + i / 3][i % 3]),
                                 wanted[k][i] == '1');
        }
        l = drive_advance(&d, 0, l, k < 5 ? g[1][1] : RESULT_NONE);
    }
    assert_int_equal(drive_look(&d, l).what, by_tag); /* equal filters, equal numbers */
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

TEST(a_filter_that_fails_stops_the_exploration)
{
    drive d = drive_new(spawn_three_then_select, NULL);
    local_id l = drive_begin(&d);
    local_id s = drive_look(&d, l).what;
    message_id ask = drive_look(&d, s).what;
    s = drive_advance(&d, 1, s, 0);
    s = drive_advance(&d, 1, s, 0);
    message_id other = drive_look(&d, s).what;
    for (int i = 0; i < 6; i++)
        l = drive_advance(&d, 0, l, i < 3 ? 0 : ask);
    filter_id f = drive_expect(&d, l, OP_RECEIVE).what;
    drive_matches(&d, f, other);
    drive_bad_filter(&d, l, "the message with tag 3 from sender(1) has 0 bytes, not 4");
    drive_free(&d);
}

static void choosy(void *arg)
{
    (void)arg;
    const char *words[] = {"a", "b", "c"};
    const char *word = syn_choose(words);
    syn_assume(word[0] != 'b');
    bool flip = syn_flip();
    syn_send_as(SYN_MBOX, 0, ASK, word, 2);
    syn_send_lossy(0, ASK, word, 2);
    if (flip)
        syn_exit();
    syn_fail("%s", word);
}

TEST(choices_assumptions_and_ends)
{
    drive d = drive_new(choosy, NULL);
    local_id l = drive_begin(&d);
    assert_int_equal(drive_expect(&d, l, OP_CHOOSE).what, 3);
    local_id b = drive_advance(&d, 0, l, 1);
    drive_expect(&d, b, OP_BLOCK);
    assert_string_equal(model_failure(d.m, b).text, "word[0] != 'b'");
    for (uint32_t w = 0; w < 3; w += 2)
        for (uint32_t flip = 0; flip < 2; flip++) {
            local_id x = drive_advance(&d, 0, l, w);
            assert_int_equal(drive_expect(&d, x, OP_CHOOSE).what, 2);
            x = drive_advance(&d, 0, x, flip);
            op s = drive_expect(&d, x, OP_SEND);
            assert_int_equal(s.network, DPOR_MBOX);
            assert_false(s.may_be_lost);
            x = drive_advance(&d, 0, x, 0);
            op t = drive_expect(&d, x, OP_SEND);
            assert_int_equal(t.network, DPOR_P2P);
            assert_true(t.may_be_lost);
            assert_int_equal(s.what, t.what);
            x = drive_advance(&d, 0, x, 0);
            if (flip)
                drive_expect(&d, x, OP_END);
            else
                drive_fails(&d, x, "failure", w == 0 ? "a" : "c");
        }
    drive_free(&d);
}

static void joiner(void *arg)
{
    (void)arg;
    syn_thread t = syn_spawn("client", sender, NULL);
    syn_join(t);
}

TEST(a_join_names_its_thread)
{
    drive d = drive_new(joiner, NULL);
    local_id l = drive_advance(&d, 0, drive_begin(&d), 0);
    assert_int_equal(drive_expect(&d, l, OP_JOIN).thread, 1);
    drive_expect(&d, drive_advance(&d, 0, l, 0), OP_END);
    drive_free(&d);
}

/* ---- Arguments ---- */

static void tell_arg(void *arg)
{
    syn_send_int(0, ASK, *(int *)arg);
}

/* The address is always the same; what is there is not. */
static void spawn_with_local(void *arg)
{
    (void)arg;
    int local = (int)syn_nondet(2);
    syn_spawn("child", tell_arg, &local);
}

static int told_by_child(drive *d, local_id spawn)
{
    local_id child = drive_expect(d, spawn, OP_SPAWN).what;
    message_id g = drive_expect(d, child, OP_SEND).what;
    return *(const int *)model_message_of(d->m, g).data;
}

TEST(an_argument_on_the_stack_of_the_spawner_is_that_of_its_history)
{
    drive d = drive_new(spawn_with_local, NULL);
    local_id l = drive_begin(&d);
    local_id zero = drive_advance(&d, 0, l, 0);
    local_id end = drive_advance(&d, 0, zero, 0); /* the spawner has returned */
    drive_expect(&d, end, OP_END);
    local_id one = drive_advance(&d, 0, l, 1);
    assert_int_equal(told_by_child(&d, zero), 0);
    assert_int_equal(told_by_child(&d, one), 1);
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

typedef struct inherited {
    int *deep;
    int mine;
} inherited;

static void grandchild(void *arg)
{
    const inherited *i = arg;
    syn_send_int(0, ASK, *i->deep * 10 + i->mine);
    syn_send_int(0, OTHER, *i->deep * 10 + i->mine);
}

static void middle(void *arg)
{
    inherited i = {arg, (int)syn_nondet(2)};
    syn_spawn_with((&(syn_spawning){
        .name = "grandchild", .run = grandchild, .arg = &i, .arg_size = sizeof i}));
}

static void top(void *arg)
{
    (void)arg;
    int deep = (int)syn_nondet(2);
    syn_spawn("middle", middle, &deep);
}

TEST(arguments_may_lead_to_memory_of_any_thread_above)
{
    drive d = drive_new(top, NULL);
    local_id l = drive_begin(&d);
    local_id last[2][2];
    for (uint32_t deep = 0; deep < 2; deep++)
        for (uint32_t mine = 0; mine < 2; mine++) {
            local_id x = drive_advance(&d, 0, l, deep);
            local_id mid = drive_expect(&d, x, OP_SPAWN).what;
            last[deep][mine] = drive_advance(&d, 1, mid, mine);
        }
    for (int deep = 0; deep < 2; deep++)
        for (int mine = 0; mine < 2; mine++)
            assert_int_equal(told_by_child(&d, last[deep][mine]), deep * 10 + mine);
    for (int deep = 1; deep >= 0; deep--)
        for (int mine = 1; mine >= 0; mine--) {
            local_id child = drive_look(&d, last[deep][mine]).what;
            local_id next = drive_advance(&d, 2, child, 0);
            message_id g = drive_expect(&d, next, OP_SEND).what;
            assert_int_equal(*(const int *)model_message_of(d.m, g).data,
                             deep * 10 + mine);
        }
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

static void changes_its_copy(void *arg)
{
    int *n = arg;
    while (*n < 5)
        syn_send_int(0, ASK, (*n)++);
}

static void spawn_with_copy(void *arg)
{
    (void)arg;
    int local = 3;
    syn_nondet(2);
    syn_spawn_with((&(syn_spawning){
        .name = "c", .run = changes_its_copy, .arg = &local, .arg_size = 4}));
    local = 100;
    syn_recv();
}

TEST(a_copied_argument_is_fresh_in_each_run_and_shared_by_histories)
{
    drive d = drive_new(spawn_with_copy, NULL);
    local_id l = drive_begin(&d);
    local_id a = drive_advance(&d, 0, l, 0);
    local_id b = drive_advance(&d, 0, l, 1);
    local_id child = drive_look(&d, a).what;
    assert_int_equal(drive_look(&d, b).what, child); /* the same thread, wholly */
    local_id x = drive_advance(&d, 1, child, 0);
    drive_expect(&d, drive_advance(&d, 1, x, 0), OP_END);
    model_verify(d.m, &d.e);
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

static void other_kind(void *arg)
{
    (void)arg;
}

static void spawn_one_of_two(void *arg)
{
    (void)arg;
    if (syn_flip())
        syn_spawn("one", other_kind, NULL);
    else
        syn_spawn_with((&(syn_spawning){
            .name = "two", .run = other_kind, .is_daemon = true, .priority = 5}));
}

TEST(a_number_tells_name_and_kind_of_its_thread)
{
    drive d = drive_new(spawn_one_of_two, NULL);
    local_id l = drive_begin(&d);
    uint32_t two = drive_look(&d, drive_advance(&d, 0, l, 0)).thread;
    uint32_t one = drive_look(&d, drive_advance(&d, 0, l, 1)).thread;
    assert_int_not_equal(one, two);
    assert_string_equal(model_thread_name(d.m, one), "one");
    assert_string_equal(model_thread_name(d.m, two), "two");
    assert_false(d.p->is_daemon(d.p->context, one));
    assert_true(d.p->is_daemon(d.p->context, two));
    assert_int_equal(d.p->priority(d.p->context, one), 0);
    assert_int_equal(d.p->priority(d.p->context, two), 5);
    assert_true(d.p->compare(d.p->context, 0, one) < 0);
    drive_free(&d);
}

/* ---- Memory ---- */

static void allocates(void *arg)
{
    (void)arg;
    for (size_t size = 1; size < 100000; size *= 3) {
        char *p = syn_alloc(size);
        for (size_t i = 0; i < size; i++)
            syn_assert(p[i] == 0, "byte %zu of %zu is %d", i, size, p[i]);
        memset(p, 0x55, size);
        int *shared = syn_alloc(sizeof *shared);
        *shared = (int)size;
        syn_assert((uintptr_t)shared % 16 == 0, "not aligned");
        syn_spawn("child", tell_arg, shared);
        syn_nondet(2);
    }
}

TEST(memory_is_zeroed_and_at_the_same_place_each_time)
{
    drive d = drive_new(allocates, NULL);
    for (uint32_t way = 0; way < 2; way++) {
        local_id l = drive_begin(&d);
        int size = 1;
        for (; drive_look(&d, l).kind != OP_END; size *= 3) {
            assert_int_equal(told_by_child(&d, l), size);
            l = drive_advance(&d, 0, l, 0);
            drive_expect(&d, l, OP_CHOOSE);
            l = drive_advance(&d, 0, l, way);
        }
        assert_int_equal(size, 177147);
    }
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

/* ---- Collecting ---- */

static void counts(void *arg)
{
    (void)arg;
    uint32_t sum = 0;
    for (int i = 0; i < 10; i++)
        sum = sum * 2 + syn_nondet(2);
    char text[100];
    memset(text, (int)sum, sizeof text);
    text[99] = '\0';
    syn_send(0, sum, text, sizeof text);
    syn_recv_tag(sum);
    syn_assert(sum != 777, "%u", sum);
}

static local_id walk(drive *d, uint32_t bits, unsigned steps)
{
    local_id l = drive_begin(d);
    for (unsigned i = 0; i < steps; i++)
        l = drive_advance(d, 0, l, bits >> (9 - i) & 1);
    return l;
}

TEST(collecting_keeps_what_is_asked_for_and_nothing_else)
{
    model_options o = {.most_nodes = 500};
    drive d = drive_with(counts, NULL, &o);
    size_t most = 0;
    for (uint32_t round = 0; round < 4; round++) {
        for (uint32_t bits = 0; bits < 1024; bits++) {
            local_id send = walk(&d, bits, 10);
            message_id g = drive_expect(&d, send, OP_SEND).what;
            local_id receive = drive_advance(&d, 0, send, 0);
            filter_id f = drive_expect(&d, receive, OP_RECEIVE).what;
            assert_true(drive_matches(&d, f, g));
            local_id half = walk(&d, bits ^ 1023, 5);
            if (d.p->is_full(d.p->context)) {
                local_id keep[] = {receive, half};
                d.p->collect(d.p->context, keep, 2, &g, 1);
                assert_false(d.p->is_full(d.p->context));
                assert_int_equal(drive_expect(&d, receive, OP_RECEIVE).what, f);
                assert_int_equal(model_message_of(d.m, g).tag, bits);
                assert_true(drive_matches(&d, f, g));
                assert_int_equal(walk(&d, bits, 10), send);
                assert_int_equal(walk(&d, bits ^ 1023, 5), half);
            }
            local_id end = drive_advance(&d, 0, receive, g);
            drive_expect(&d, end, bits == 777 ? OP_FAIL : OP_END);
            vec_clear(&d.e);
        }
        if (round == 0)
            most = mem_in_use();
    }
    assert_true(mem_in_use() <= most + 4096); /* numbers are used again */
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

/* ---- After fork ---- */

TEST(a_child_process_goes_on)
{
    model_options o = {.step_seconds = 5};
    drive d = drive_with(counts, NULL, &o);
    walk(&d, 5, 10);
    pid_t child = fork();
    if (child == 0) {
        local_id l = walk(&d, 777, 10);
        message_id g = drive_look(&d, l).what;
        l = drive_advance(&d, 0, drive_advance(&d, 0, l, 0), g);
        _exit(drive_look(&d, l).kind == OP_FAIL ? 42 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 42);
    drive_free(&d);
}

static void print_first(FILE *out, const void *data, size_t size)
{
    (void)size;
    fprintf(out, "%d", *(const int *)data);
}

/* The second half of the message is not shown, and another one each time. */
static void send_pair(void *arg)
{
    int pair[2] = {7, ++*(int *)arg};
    syn_describe(77, "pair", print_first);
    syn_send(SYN_FIRST, 77, pair, sizeof pair);
}

TEST(a_difference_that_is_not_shown_is_explained)
{
    int runs = 0;
    drive d = drive_new(send_pair, &runs);
    drive_advance(&d, 0, drive_begin(&d), 0);
    model_verify(d.m, &d.e);
    assert_non_null(model_disorder(d.m));
    assert_non_null(strstr(model_disorder(d.m), "first it sends pair(7) to"));
    assert_non_null(
        strstr(model_disorder(d.m), "with different bytes: an address, or"));
    drive_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(threads_are_told_what_they_wait_for),
        LEAK_FREE(the_place_of_a_call_is_known),
        LEAK_FREE(filters_take_what_they_say),
        LEAK_FREE(a_filter_that_fails_stops_the_exploration),
        LEAK_FREE(choices_assumptions_and_ends),
        LEAK_FREE(a_join_names_its_thread),
        LEAK_FREE(an_argument_on_the_stack_of_the_spawner_is_that_of_its_history),
        LEAK_FREE(arguments_may_lead_to_memory_of_any_thread_above),
        LEAK_FREE(a_copied_argument_is_fresh_in_each_run_and_shared_by_histories),
        LEAK_FREE(a_number_tells_name_and_kind_of_its_thread),
        LEAK_FREE(memory_is_zeroed_and_at_the_same_place_each_time),
        LEAK_FREE(collecting_keeps_what_is_asked_for_and_nothing_else),
        LEAK_FREE(a_child_process_goes_on),
        cmocka_unit_test(a_difference_that_is_not_shown_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
