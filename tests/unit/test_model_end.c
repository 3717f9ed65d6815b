/* C models: monitors, checks at the end, intended crashes, replay, and words. */
#include "model_drive.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASK = 1, ANSWER = 2, HIDDEN = 3 };

/* ---- Publishing ---- */

enum { TOTAL = 7, TEXT = 8 };

static int is_called;
static int want_total;
static syn_thread about;

static void check_total(void *arg)
{
    is_called++;
    int total = -1;
    size_t size = 99;
    if (!syn_published_int(about, TOTAL, &total)) {
        syn_assert(want_total == -1, "nothing was published");
        syn_assert(syn_published(about, TOTAL, &size) == NULL && size == 0, "size");
        return;
    }
    syn_assert(total == want_total, "%d instead of %d", total, want_total);
    syn_assert(*(int *)arg == 5, "the argument is %d", *(int *)arg);
    const char *text = syn_published(about, TEXT, &size);
    syn_assert(size == 3 && strcmp(text, "ab") == 0, "text");
    syn_assert(syn_has_ended(about) == (total != 1), "end");
}

static void publisher(void *arg)
{
    (void)arg;
    syn_publish(TEXT, "ab", 3);
    int sum = 0;
    syn_publish_int(TOTAL, -100);
    for (int i = 0; i < 3; i++) {
        sum += (int)syn_nondet(2);
        syn_publish_int(TOTAL, sum);
    }
    syn_assume(sum != 1);
}

static void publishes(void *arg)
{
    (void)arg;
    int *kept = syn_alloc(sizeof *kept);
    syn_at_end(check_total, kept);
    syn_spawn("publisher", publisher, NULL);
    *kept = 5;
}

/* The execution in which the publisher chooses so, after STEPS choices. */
static void choose(drive *d, uint32_t bits, unsigned steps)
{
    vec_clear(&d->e);
    local_id first = drive_begin(d);
    local_id l = drive_expect(d, first, OP_SPAWN).what;
    drive_expect(d, drive_advance(d, 0, first, 0), OP_END);
    for (unsigned i = 0; i < steps; i++)
        l = drive_advance(d, 1, l, bits >> i & 1);
}

TEST(a_check_sees_what_was_published_last)
{
    drive d = drive_new(publishes, NULL);
    is_called = 0;
    about = 1;
    for (uint32_t bits = 0; bits < 8; bits++) {
        choose(&d, bits, 3);
        assert_true(model_wants_end(d.m));
        want_total = __builtin_popcount(bits);
        assert_true(model_at_end(d.m, &d.e));
        want_total = 9;
        assert_false(model_at_end(d.m, &d.e));
        assert_string_equal(model_end_failure(d.m).kind, "assertion");
        char text[100];
        snprintf(text, sizeof text, "%d instead of 9", __builtin_popcount(bits));
        assert_string_equal(model_end_failure(d.m).text, text);
        assert_non_null(strstr(model_end_failure(d.m).place.file, "test_model_end.c"));
    }
    about = 0; /* has published nothing */
    want_total = -1;
    assert_true(model_at_end(d.m, &d.e));
    about = 77; /* does not exist */
    assert_true(model_at_end(d.m, &d.e));
    assert_int_equal(is_called, 18);
    drive_free(&d);
}

TEST(what_was_published_since_the_last_call_counts)
{
    drive d = drive_new(publishes, NULL);
    about = 1;
    choose(&d, 7, 2); /* it waits for its third choice, having published 2 */
    want_total = 2;
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).text, "end"); /* it has not ended */
    choose(&d, 7, 0);
    want_total = -100;
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).text, "end");
    drive_free(&d);
}

/* ---- Checks with memory ---- */

static void check_and_spoil(void *arg)
{
    int *sum = arg;
    syn_assert(*sum == 3, "the sum is %d", *sum);
    *sum = 100;
}

static void adds_up(void *arg)
{
    int *kept = syn_alloc(sizeof *kept), local = 0;
    int *sum = arg == NULL ? kept : &local;
    syn_at_end(check_and_spoil, sum);
    *sum += (int)syn_nondet(3);
    *sum += (int)syn_nondet(3);
}

/* It sees what came after the last call, and what it changes is nobody's. */
TEST(a_check_sees_memory_as_it_was_at_the_end)
{
    drive d = drive_new(adds_up, NULL);
    local_id first = drive_begin(&d);
    local_id second = drive_advance(&d, 0, first, 1);
    drive_advance(&d, 0, second, 2);
    assert_true(model_at_end(d.m, &d.e));
    assert_true(model_at_end(d.m, &d.e)); /* the same again */
    d.e.len = 1;
    assert_false(model_at_end(d.m, &d.e)); /* it waits for its second choice */
    assert_string_equal(model_end_failure(d.m).text, "the sum is 1");
    drive_advance(&d, 0, second, 1);
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).text, "the sum is 2");
    drive_free(&d);
}

TEST(a_check_gets_no_variable_of_a_function_that_has_returned)
{
    drive d = drive_new(adds_up, "local");
    local_id second = drive_advance(&d, 0, drive_begin(&d), 1);
    drive_advance(&d, 0, second, 2);
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).kind, "misuse");
    assert_string_equal(model_end_failure(d.m).text,
                        "syn_at_end got a variable of the first thread, which has "
                        "ended: see syn_alloc and syn_publish");
    d.e.len = 1; /* where it waits, the variable is there */
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).text, "the sum is 1");
    drive_free(&d);
}

static void crashes_at_end(void *arg)
{
    *(volatile int *)arg = 1;
}

static void calls_at_end(void *arg)
{
    (void)arg;
    syn_recv();
}

static void with_bad_check(void *arg)
{
    (void)arg;
    syn_at_end(syn_flip() ? crashes_at_end : calls_at_end, NULL);
}

TEST(a_check_that_crashes_or_calls_has_failed)
{
    drive d = drive_new(with_bad_check, NULL);
    drive_advance(&d, 0, drive_begin(&d), 1);
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).kind, "crash");
    assert_string_equal(model_end_failure(d.m).text, "the check at the end crashed: "
                                                     "SIGSEGV at address 0x0");
    vec_clear(&d.e);
    drive_advance(&d, 0, drive_begin(&d), 0);
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).kind, "misuse");
    assert_string_equal(model_end_failure(d.m).text,
                        "syn_receive was called inside of the check at the end");
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

/* ---- Monitors ---- */

typedef struct sums {
    int sent, received;
} sums;

static void see(void *state, const syn_observation *o)
{
    sums *s = state;
    int value;
    syn_assert(o->size == sizeof value, "size %zu", o->size);
    memcpy(&value, o->data, sizeof value);
    syn_assert(o->from == 2 && o->to == 0, "from %u to %u", o->from, o->to);
    if (o->is_receive)
        s->received += value;
    else
        s->sent += value;
    syn_assert(s->received <= s->sent, "received %d of %d", s->received, s->sent);
}

static void at_end(void *state)
{
    const sums *s = state;
    syn_assert(s->received == s->sent, "%d of %d arrived", s->received, s->sent);
}

static bool accepts(const syn_observation *o)
{
    return o->tag == ASK;
}

static void observed_sender(void *arg)
{
    (void)arg;
    syn_send_int(0, ASK, 5);
    syn_send_int(0, HIDDEN, 100);
}

static void observed_model(void *arg)
{
    (void)arg;
    syn_thread monitor = syn_monitor((&(syn_monitoring){.name = "sums",
                                                        .see = see,
                                                        .accepts = accepts,
                                                        .at_end = at_end,
                                                        .sees_receives = true,
                                                        .state_size = sizeof(sums)}));
    syn_assert(monitor == 1, "%u", monitor);
    syn_spawn("sender", observed_sender, NULL);
    syn_msg g = syn_recv_tag(ASK);
    syn_assert(syn_int(g) == 5, "%d", syn_int(g));
}

TEST(a_monitor_is_told_of_what_it_accepts)
{
    drive d = drive_new(observed_model, NULL);
    local_id l = drive_begin(&d);
    op spawn = drive_expect(&d, l, OP_SPAWN);
    assert_true(d.p->is_daemon(d.p->context, spawn.thread));
    assert_string_equal(model_thread_name(d.m, spawn.thread), "sums");
    local_id monitor = spawn.what;
    op waits = drive_expect(&d, monitor, OP_RECEIVE);

    l = drive_advance(&d, 0, l, 0);
    local_id s = drive_expect(&d, l, OP_SPAWN).what;
    l = drive_advance(&d, 0, l, 0);
    /* First the monitor, causally; then the message itself. */
    op seen = drive_expect(&d, s, OP_SEND);
    assert_int_equal(seen.thread, 1);
    assert_int_equal(seen.network, DPOR_CAUSAL);
    assert_true(drive_matches(&d, waits.what, seen.what));
    s = drive_advance(&d, 2, s, 0);
    op ask = drive_expect(&d, s, OP_SEND);
    assert_int_equal(ask.thread, 0);
    assert_int_equal(ask.network, DPOR_P2P);
    assert_false(drive_matches(&d, waits.what, ask.what));
    s = drive_advance(&d, 2, s, 0);
    op hidden = drive_expect(&d, s, OP_SEND); /* not accepted: no word of it */
    assert_int_equal(hidden.thread, 0);
    drive_expect(&d, drive_advance(&d, 2, s, 0), OP_END);

    strbuf b = {0};
    model_show_message(d.m, seen.what, &b);
    assert_string_equal(strbuf_text(&b), "send of 1(5) from sender(2) to first(0)");
    strbuf_free(&b);

    drive_expect(&d, l, OP_RECEIVE);
    l = drive_advance(&d, 0, l, ask.what);
    op got = drive_expect(&d, l, OP_SEND); /* the receive is told of after it */
    assert_int_equal(got.thread, 1);
    assert_int_equal(got.network, DPOR_CAUSAL);
    drive_expect(&d, drive_advance(&d, 0, l, 0), OP_END);

    assert_true(model_wants_end(d.m));
    assert_true(model_at_end(d.m, &d.e)); /* it was told nothing: 0 of 0 */
    local_id x = drive_advance(&d, 1, monitor, seen.what);
    assert_false(model_at_end(d.m, &d.e));
    assert_string_equal(model_end_failure(d.m).text, "0 of 5 arrived");
    drive_advance(&d, 1, x, got.what);
    assert_true(model_at_end(d.m, &d.e));
    assert_true(model_at_end(d.m, &d.e));
    drive_fails(&d, drive_advance(&d, 1, monitor, got.what), "assertion",
                "received 5 of 0");
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

/* ---- Crashes that are wanted ---- */

static void fragile(void *arg)
{
    (void)arg;
    syn_tell(0, ASK);
    syn_recv_tag(ANSWER);
    syn_tell(0, HIDDEN);
}

static void with_fragile(void *arg)
{
    (void)arg;
    syn_thread t = syn_spawn_with(
        (&(syn_spawning){.name = "fragile", .run = fragile, .may_crash = true}));
    syn_tell(t, SYN_CRASH);
    syn_tell(t, ANSWER);
}

TEST(a_thread_that_may_crash_does_so_at_sends_and_receives)
{
    drive d = drive_new(with_fragile, NULL);
    local_id l = drive_begin(&d);
    local_id f = drive_expect(&d, l, OP_SPAWN).what;
    l = drive_advance(&d, 0, l, 0);
    message_id crash = drive_expect(&d, l, OP_SEND).what;
    l = drive_advance(&d, 0, l, 0);
    message_id answer = drive_expect(&d, l, OP_SEND).what;

    op poll = drive_expect(&d, f, OP_RECEIVE); /* before the first send */
    assert_false(poll.is_blocking);
    assert_true(drive_matches(&d, poll.what, crash));
    assert_false(drive_matches(&d, poll.what, answer));
    drive_expect(&d, drive_advance(&d, 1, f, crash), OP_END);
    f = drive_advance(&d, 1, f, RESULT_NONE);
    drive_expect(&d, f, OP_SEND);
    f = drive_advance(&d, 1, f, 0);
    op waits = drive_expect(&d, f, OP_RECEIVE);
    assert_true(waits.is_blocking);
    assert_true(drive_matches(&d, waits.what, crash));
    assert_true(drive_matches(&d, waits.what, answer));
    drive_expect(&d, drive_advance(&d, 1, f, crash), OP_END);
    f = drive_advance(&d, 1, f, answer);
    poll = drive_expect(&d, f, OP_RECEIVE);
    assert_false(poll.is_blocking);
    drive_expect(&d, drive_advance(&d, 1, f, crash), OP_END);
    drive_expect(&d, drive_advance(&d, 1, f, RESULT_NONE), OP_SEND);
    drive_free(&d);
}

/* ---- Replay ---- */

static void notes(void *arg)
{
    (void)arg;
    syn_note("begins");
    uint32_t a = syn_nondet(3);
    syn_note("chose %u", a);
    syn_note("and waits");
    syn_send_int(1, ASK, (int)a);
    syn_note("ends");
}

static void spawns_notes(void *arg)
{
    (void)arg;
    syn_thread t = syn_spawn("notes", notes, NULL);
    syn_note("spawned %u", t);
    syn_join(t);
    syn_note("joined");
    syn_assert(false, "the end of %u", t);
}

static void see_note(void *context, size_t i, uint32_t thread, const model_note *n)
{
    strbuf *out = context;
    strbuf_printf(out, "%zu.%u %s\n", i, thread, n->text);
    assert_non_null(strstr(n->place.file, "test_model_end.c"));
    assert_true(n->place.line > 0);
}

/* Spawn, choice, send, join. */
static local_id run_notes(drive *d)
{
    local_id l = drive_begin(d);
    local_id t = drive_expect(d, l, OP_SPAWN).what;
    l = drive_advance(d, 0, l, 0);
    drive_expect(d, t, OP_CHOOSE);
    t = drive_advance(d, 1, t, 2);
    drive_expect(d, t, OP_SEND);
    drive_expect(d, drive_advance(d, 1, t, 0), OP_END);
    drive_expect(d, l, OP_JOIN);
    l = drive_advance(d, 0, l, 0);
    drive_expect(d, l, OP_FAIL);
    return l;
}

TEST(a_replay_tells_the_notes_of_each_thread_before_its_events)
{
    drive d = drive_new(spawns_notes, NULL);
    run_notes(&d);
    for (int again = 0; again < 2; again++) {
        strbuf b = {0};
        model_replay(d.m, &d.e, true, see_note, &b);
        assert_string_equal(strbuf_text(&b), "1.1 begins\n"
                                             "2.1 chose 2\n"
                                             "2.1 and waits\n"
                                             "3.0 spawned 1\n"
                                             "4.1 ends\n"
                                             "4.0 joined\n");
        strbuf_free(&b);
        assert_null(model_disorder(d.m));
        run_notes(&d); /* it can be explored on */
        d.e.len = 4;
    }
    drive_free(&d);
}

static void ignore_note(void *context, size_t i, uint32_t thread, const model_note *n)
{
    (void)context;
    (void)i;
    (void)thread;
    (void)n;
}

TEST(a_bare_replay_lets_the_debugger_see_the_failure)
{
    drive d = drive_new(spawns_notes, NULL);
    run_notes(&d);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], 2);
        model_free(d.m); /* so that the default is what was there before */
        drive bare = drive_new(spawns_notes, NULL);
        run_notes(&bare);
        model_replay(bare.m, &bare.e, false, ignore_note, NULL);
        _exit(0);
    }
    close(ends[1]);
    char said[200] = "";
    ssize_t len = read(ends[0], said, sizeof said - 1);
    close(ends[0]);
    assert_true(len > 0);
    assert_non_null(strstr(said, "test_model_end.c:"));
    assert_non_null(strstr(said, ": the end of 1\n"));
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT);
    drive_free(&d);
}

/* ---- Words ---- */

static void print_point(FILE *out, const void *data, size_t size)
{
    const int *p = data;
    fprintf(out, "x: %d, y: %d", p[0], p[size / sizeof *p - 1]);
}

static const int *volatile nowhere;

static void print_badly(FILE *out, const void *data, size_t size)
{
    (void)data;
    (void)size;
    fprintf(out, "half");
    fprintf(out, "%d", *nowhere);
}

static void mortal(void *arg)
{
    (void)arg;
}

static bool wants_all(const syn_msg *g, const void *context)
{
    return g != NULL && context == NULL;
}

static void wordy(void *arg)
{
    (void)arg;
    syn_thread victim = syn_spawn_with(
        (&(syn_spawning){.name = "mortal", .run = mortal, .may_crash = true}));
    syn_describe(11, "POINT", print_point);
    syn_describe(11, "POINT", print_point);
    syn_describe(12, "PLAIN", NULL);
    syn_describe(13, "BAD", print_badly);
    int point[] = {3, -4};
    syn_send(0, 11, point, sizeof point);
    syn_send_int(0, 12, -7);
    syn_tell(0, 12);
    syn_send(0, 12, "abc", 3);
    char large[40] = "";
    syn_send(0, 14, large, sizeof large);
    syn_tell(0, 14);
    syn_tell(victim, SYN_CRASH);
    syn_send_int(0, 13, 1);
    syn_recv_tag(11);
    syn_recv_from(0);
    syn_receive((&(syn_filter){.tags = (const uint32_t[]){12, 99},
                               .tag_count = 2,
                               .from = (const syn_thread[]){0, 5},
                               .from_count = 2}));
    syn_recv_if(wants_all, NULL, 0);
    syn_receive((&(syn_filter){
        .tags = (const uint32_t[]){12}, .tag_count = 1, .wants = wants_all}));
    syn_recv();
}

TEST(messages_and_filters_have_words)
{
    const char *words[] = {
        "POINT(x: 3, y: -4)",
        "PLAIN(-7)",
        "PLAIN",
        "PLAIN(616263)",
        ("14(0000000000000000000000000000000000000000000000000000000000000000"
         "... 40 bytes)"),
        "14",
        "CRASH",
        "BAD(half<a printing function crashed: SIGSEGV at address 0x0>)",
        "tag POINT",
        "from first(0)",
        "tags PLAIN, 99 from first(0), 5",
        "what its function wants",
        "tag PLAIN that its function wants",
        "any message",
    };
    drive d = drive_new(wordy, NULL);
    local_id l = drive_advance(&d, 0, drive_begin(&d), 0); /* the spawn */
    message_id g = 0;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        op o = drive_expect(&d, l, i < 8 ? OP_SEND : OP_RECEIVE);
        strbuf b = {0};
        if (i < 8)
            model_show_message(d.m, g = o.what, &b);
        else
            model_show_filter(d.m, o.what, &b);
        assert_string_equal(strbuf_text(&b), words[i]);
        strbuf_free(&b);
        l = drive_advance(&d, 0, l, i < 8 ? 0 : g);
    }
    drive_free(&d);
}

int main(void)
{
    /* Descriptions are for the whole process. */
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_check_sees_what_was_published_last),
        LEAK_FREE(what_was_published_since_the_last_call_counts),
        LEAK_FREE(a_check_sees_memory_as_it_was_at_the_end),
        LEAK_FREE(a_check_gets_no_variable_of_a_function_that_has_returned),
        LEAK_FREE(a_check_that_crashes_or_calls_has_failed),
        LEAK_FREE(a_monitor_is_told_of_what_it_accepts),
        LEAK_FREE(a_thread_that_may_crash_does_so_at_sends_and_receives),
        LEAK_FREE(a_replay_tells_the_notes_of_each_thread_before_its_events),
        LEAK_FREE(a_bare_replay_lets_the_debugger_see_the_failure),
        cmocka_unit_test(messages_and_filters_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
