/* Trouble in C models: crashes, endless loops, misuse, and threads that behave
 * differently each time. */
#include "model_drive.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ASK = 1 };

/* ---- Crashes ---- */

static volatile int zero;
static int *volatile nowhere;
static volatile int grows;

static int recurse(int n)
{
    volatile char frame[512];
    frame[n % 512] = (char)n;
    return grows < 0 ? n : recurse(n + 1) + frame[0];
}

/* One frame that is larger than the stack. */
static void fill_large(void)
{
    volatile char large[500000];
    large[10] = 1;
    grows = large[10];
}

static void crashes(void *arg)
{
    (void)arg;
    switch (syn_nondet(8)) {
    case 0:
        *nowhere = 1;
        break;
    case 1:
        zero = 7 % zero;
        break;
    case 2:
        raise(SIGABRT);
        break;
    case 3:
        grows = recurse(0);
        break;
    case 4:
        __builtin_trap();
    case 5:
        fill_large();
        break;
    case 6:
        exit(0);
    default:
        syn_tell(0, ASK);
    }
    syn_fail("this must not be reached");
}

TEST(crashes_are_failures_of_the_thread)
{
    const char *texts[] = {
        "crashed: SIGSEGV at address 0x0",
        "crashed: SIGFPE",
        "crashed: SIGABRT",
        "crashed: stack overflow (64 KiB; see --stack-size)",
        "crashed: SIGILL",
        "crashed: stack overflow (64 KiB; see --stack-size)",
        "called exit after this call: that would end the check; to end a thread, "
        "return from its "
        "function or call syn_exit",
    };
    drive d = drive_new(crashes, NULL);
    local_id l = drive_begin(&d);
    drive_expect(&d, l, OP_CHOOSE);
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        local_id x = drive_advance(&d, 0, l, i);
        drive_fails(&d, x, i == 6 ? "misuse" : "crash", texts[i]);
        assert_int_equal(model_failure(d.m, x).place.line, model_where(d.m, l).line);
        /* ... and the thread can still be run. */
        local_id y = drive_advance(&d, 0, l, 7);
        drive_expect(&d, y, OP_SEND);
        vec_clear(&d.e);
        drive_advance(&d, 0, l, i);
        model_verify(d.m, &d.e); /* it crashes each time */
        assert_null(model_disorder(d.m));
    }
    drive_free(&d);
}

/* AddressSanitizer lets nobody write where it can tell. */
static void sends_from_nowhere(void *arg)
{
    const char *far = (const char *)16;
    switch (syn_nondet(4)) {
    case 0:
        syn_send(0, ASK, far, 100);
        break;
    case 1:
        syn_publish(7, far, 100);
        break;
    case 2:
        syn_receive((&(syn_filter){.tags = (const uint32_t *)(const void *)far,
                                   .tag_count = 10}));
        break;
    default:
        syn_spawn_with((&(syn_spawning){
            .name = "x", .run = crashes, .arg = (void *)far, .arg_size = 100}));
    }
    (void)arg;
}

TEST(crashes_inside_of_calls_leave_everything_whole)
{
    drive d = drive_new(sends_from_nowhere, NULL);
    local_id l = drive_begin(&d);
    for (uint32_t i = 0; i < 4; i++) {
        local_id x = drive_advance(&d, 0, l, i);
        drive_expect(&d, x, OP_FAIL);
        assert_string_equal(model_failure(d.m, x).kind, "crash");
    }
    drive_free(&d);
}

static volatile sig_atomic_t user_saw;

static void user_handler(int signal)
{
    user_saw = signal;
}

TEST(handlers_of_the_user_are_back_afterwards)
{
    struct sigaction mine = {.sa_handler = user_handler};
    struct sigaction old;
    sigaction(SIGFPE, &mine, &old);
    drive d = drive_new(crashes, NULL);
    drive_fails(&d, drive_advance(&d, 0, drive_begin(&d), 1), "crash",
                "crashed: SIGFPE");
    assert_int_equal(user_saw, 0);
    raise(SIGFPE); /* outside of the model: it is the user's, even meanwhile */
    assert_int_equal(user_saw, SIGFPE);
    drive_free(&d);
    struct sigaction now;
    sigaction(SIGFPE, &old, &now);
    assert_ptr_equal(now.sa_handler, user_handler);
}

/* A model that checks a model: the outer one is still watched then. */
static void checks_another(void *arg)
{
    (void)arg;
    syn_nondet(2);
    drive inner = drive_new(crashes, NULL);
    local_id x = drive_advance(&inner, 0, drive_begin(&inner), 0);
    bool has_failed = drive_look(&inner, x).kind == OP_FAIL;
    drive_free(&inner);
    syn_assert(has_failed, "it did not crash");
    *nowhere = 1;
}

TEST(a_model_may_be_checked_inside_of_a_model)
{
    model_options o = {.stack_size = 1 << 20};
    drive d = drive_with(checks_another, NULL, &o);
    local_id l = drive_begin(&d);
    drive_fails(&d, drive_advance(&d, 0, l, 0), "crash",
                "crashed: SIGSEGV at address 0x0");
    drive_free(&d);
}

/* ---- Loops ---- */

static void loops(void *arg)
{
    (void)arg;
    if (syn_flip())
        for (;;)
            zero = 0;
    for (;;)
        syn_alloc(8);
}

static void loops_for_ever(drive *d)
{
    local_id l = drive_begin(d);
    drive_fails(d, drive_advance(d, 0, l, 1), "loop",
                "runs for 0.2 s without calling Synod: an endless loop");
}

TEST(a_thread_that_loops_is_stopped)
{
    model_options o = {.step_seconds = 0.2};
    drive d = drive_with(loops, NULL, &o);
    loops_for_ever(&d);
    drive_free(&d);
}

TEST(a_loop_is_noticed_in_a_child_process_too)
{
    model_options o = {.step_seconds = 0.2};
    drive d = drive_with(loops, NULL, &o);
    loops_for_ever(&d);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        local_id x = drive_advance(&d, 0, drive_begin(&d), 0);
        _exit(drive_look(&d, x).kind == OP_FAIL ? 42 : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 42);
    drive_free(&d);
}

/* Sleep is interrupted by ticks: so it tells whether there are some. */
TEST(the_clock_rests_while_nothing_runs)
{
    model_options o = {.step_seconds = 0.2};
    drive d = drive_with(loops, NULL, &o);
    drive_look(&d, drive_begin(&d));
    struct timespec wait = {1, 500000000};
    while (nanosleep(&wait, &wait) != 0)
        ;
    struct timespec quiet = {0, 300000000};
    assert_int_equal(nanosleep(&quiet, NULL), 0);
    loops_for_ever(&d); /* and it is there again */
    drive_free(&d);
}

/* ---- Misuse ---- */

static bool calls_inside(const syn_msg *m, const void *context)
{
    (void)m;
    (void)context;
    syn_tell(0, ASK);
    return true;
}

static void see_nothing(void *state, const syn_observation *o)
{
    (void)state;
    (void)o;
}

static bool sends_inside(const syn_observation *o)
{
    (void)o;
    syn_tell(0, ASK);
    return true;
}

static void end_of_thread(void *arg)
{
    (void)arg;
}

static void misuses(void *arg)
{
    int n;
    switch (syn_nondet(15)) {
    case 0:
        syn_nondet(0);
        break;
    case 1:
        syn_join(0);
        break;
    case 2:
        syn_join(77);
        break;
    case 3:
        syn_tell(77, ASK);
        break;
    case 4:
        syn_spawn("nothing", NULL, NULL);
        break;
    case 5:
        syn_send(0, ASK, NULL, 4);
        break;
    case 6:
        syn_send_as((syn_model)9, 0, ASK, NULL, 0);
        break;
    case 7:
        syn_published_int(0, 1, &n);
        break;
    case 8:
        syn_spawn("thread", end_of_thread, NULL);
        syn_monitor((&(syn_monitoring){.see = see_nothing}));
        break;
    case 9:
        syn_monitor((&(syn_monitoring){.see = see_nothing, .accepts = sends_inside}));
        syn_tell(0, ASK);
        break;
    case 10:
        syn_int((syn_msg){.tag = 5, .from = 0, .size = 3, .data = ""});
        break;
    case 11:
        syn_alloc(SIZE_MAX - 5);
        break;
    case 12:
        syn_tell(0, 0xfffffffe);
        break;
    case 13:
        syn_tell(0, SYN_CRASH);
        break;
    default:
        syn_at_end(NULL, NULL);
    }
    syn_fail("this must not be reached");
    (void)arg;
}

TEST(misuse_is_told_in_words)
{
    const char *texts[] = {
        "syn_nondet has no alternatives",
        "syn_join waits for the thread itself",
        "waits for thread 77, which does not exist, or need not exist yet: no spawn of "
        "it happened before",
        "sends to thread 77, which does not exist, or need not exist yet: no spawn of "
        "it happened before",
        "syn_spawn got no function to run",
        "sends 4 bytes from a null pointer",
        "there is no network 9",
        "a thread called syn_published: only checks at the end may call it",
        "syn_monitor was called after syn_spawn: it would miss earlier events",
        "syn_send was called inside of a monitor's accepts",
        "the message with tag 5 from first(0) has 3 bytes, not 4",
        "syn_alloc was asked for 18446744073709551610 bytes",
        "sends with tag 0xfffffffe, which is reserved",
        "sends a crash to first(0), which was spawned without may_crash",
        "syn_at_end got no function to run",
    };
    drive d = drive_new(misuses, NULL);
    for (uint32_t i = 0; i < COUNT_OF(texts); i++) {
        local_id l = drive_advance(&d, 0, drive_begin(&d), i);
        while (drive_look(&d, l).kind == OP_SPAWN)
            l = drive_advance(&d, 0, l, 0);
        drive_fails(&d, l, i == 10 ? "content" : "misuse", texts[i]);
    }
    assert_null(model_disorder(d.m));
    drive_free(&d);
}

static void only_first(void *arg)
{
    if (*(int *)arg == 0)
        syn_at_end(end_of_thread, NULL);
    else
        syn_monitor((&(syn_monitoring){.see = see_nothing}));
}

static void not_first(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++)
        syn_spawn_with((&(syn_spawning){
            .name = "x", .run = only_first, .arg = &i, .arg_size = sizeof i}));
}

TEST(some_calls_are_for_the_first_thread)
{
    drive d = drive_new(not_first, NULL);
    local_id l = drive_begin(&d);
    drive_fails(&d, drive_look(&d, l).what, "misuse",
                "only the first thread may call syn_at_end");
    l = drive_advance(&d, 0, l, 0);
    drive_fails(&d, drive_look(&d, l).what, "misuse",
                "only the first thread may call syn_monitor");
    drive_free(&d);
}

static void bad_filter(void *arg)
{
    (void)arg;
    syn_tell(0, ASK);
    syn_recv_if(calls_inside, NULL, 0);
}

TEST(a_filter_must_not_call_anything)
{
    drive d = drive_new(bad_filter, NULL);
    local_id l = drive_begin(&d);
    message_id g = drive_look(&d, l).what;
    l = drive_advance(&d, 0, l, 0);
    drive_matches(&d, drive_look(&d, l).what, g);
    drive_bad_filter(&d, l, "syn_send was called inside of the filter of a receive");
    drive_expect(&d, drive_advance(&d, 0, l, g), OP_FAIL); /* nothing goes on */
    drive_free(&d);
}

static bool filter_crashes(const syn_msg *m, const void *context)
{
    return *(const int *)context == (int)m->tag;
}

static void crashing_filter(void *arg)
{
    (void)arg;
    syn_tell(0, ASK);
    syn_recv_if(filter_crashes, NULL, 0);
}

TEST(a_filter_that_crashes_is_no_crash_of_ours)
{
    drive d = drive_new(crashing_filter, NULL);
    local_id l = drive_begin(&d);
    message_id g = drive_look(&d, l).what;
    l = drive_advance(&d, 0, l, 0);
    drive_matches(&d, drive_look(&d, l).what, g);
    drive_bad_filter(&d, l, "the filter of a receive crashed: SIGSEGV at address 0x0");
    drive_free(&d);
}

/* ---- Not the same each time ---- */

static int which; /* what a model must not have: something that changes */

static void other_thread(void *arg)
{
    (void)arg;
}

static void changes(void *arg)
{
    (void)arg;
    syn_nondet(2);
    switch (which) {
    case 0:
        syn_send_int(0, ASK, 1);
        break;
    case 1:
        syn_send_int(0, ASK, 2);
        break;
    case 2:
        syn_recv_tag(ASK);
        break;
    case 3:
        syn_recv_tag(ASK + 1);
        break;
    case 4:
        syn_nondet(3);
        break;
    case 5:
        return;
    case 6:
        *nowhere = 1;
        break;
    case 7:
        syn_fail("sometimes");
        break;
    case 8:
        syn_spawn("a", other_thread, NULL);
        break;
    case 9:
        syn_spawn("a", other_thread, &which);
        break;
    default:
        syn_assume(which == 0);
    }
    syn_nondet(2);
}

/* What it says when the first run did A and the second B. */
static void expect_disorder(int a, int b, const char *text)
{
    drive d = drive_new(changes, NULL);
    which = a;
    local_id l = drive_advance(&d, 0, drive_begin(&d), 0);
    drive_look(&d, l);
    uint32_t input = drive_look(&d, l).kind == OP_RECEIVE ? RESULT_NONE : 0;
    /* To another branch and back, so that it must run again. */
    drive_advance(&d, 0, drive_begin(&d), 1);
    which = b;
    if (a >= 5 && a <= 7)
        model_verify(d.m, &d.e); /* it goes no further, so nobody runs it again */
    else if (input == 0)
        drive_expect(&d, drive_advance(&d, 0, l, input), OP_FAIL);
    else
        model_verify(d.m, &d.e);
    assert_non_null(model_disorder(d.m));
    const char *begin = "thread 0 (first) behaves differently when it runs again: "
                        "first it ";
    const char *said = model_disorder(d.m);
    assert_memory_equal(said, begin, strlen(begin));
    strbuf plain = {0}; /* without the places */
    for (const char *p = said + strlen(begin); *p != '\0'; p++) {
        if (strncmp(p, " at ", 4) == 0 && strncmp(p, " at address", 11) != 0)
            p += strcspn(p, ",");
        if (*p == '\0')
            break;
        strbuf_putc(&plain, *p);
    }
    assert_string_equal(strbuf_text(&plain), text);
    strbuf_free(&plain);
    drive_free(&d);
}

TEST(a_thread_that_does_something_else_is_told_of)
{
    expect_disorder(0, 1,
                    "sends 1(1) to thread 0 (first), now it sends 1(2) to thread 0 "
                    "(first)");
    expect_disorder(0, 2, "sends 1(1) to thread 0 (first), now it receives tag 1");
    expect_disorder(4, 0,
                    "chooses a number below 3, now it sends 1(1) to thread 0 (first)");
    expect_disorder(4, 5, "chooses a number below 3, now it ends");
    expect_disorder(4, 6,
                    "chooses a number below 3, now it fails: crashed: SIGSEGV at "
                    "address 0x0");
    expect_disorder(4, 7, "chooses a number below 3, now it fails: sometimes");
    expect_disorder(8, 9, "spawns thread 1 (a), now it spawns thread 1 (a)");
    expect_disorder(4, 10,
                    "chooses a number below 3, now it stops on a false assumption: "
                    "which == 0");
}

static bool wants_which(const syn_msg *m, const void *context)
{
    (void)context;
    return (int)m->tag == which;
}

static void filters_by_which(void *arg)
{
    (void)arg;
    syn_tell(0, ASK);
    syn_recv_if(wants_which, NULL, 0);
}

TEST(verifying_asks_filters_again)
{
    drive d = drive_new(filters_by_which, NULL);
    which = ASK;
    local_id l = drive_begin(&d);
    message_id g = drive_look(&d, l).what;
    l = drive_advance(&d, 0, l, 0);
    assert_true(drive_matches(&d, drive_look(&d, l).what, g));
    model_verify(d.m, &d.e);
    assert_null(model_disorder(d.m));
    which = ASK + 1;
    model_verify(d.m, &d.e);
    const char *text = model_disorder(d.m);
    assert_non_null(strstr(text, "the filter of a receive at "));
    assert_non_null(strstr(text, "test_model_trouble.c:"));
    assert_non_null(strstr(text,
                           " first accepted, and then refused 1 from first(0): it "
                           "must depend on its arguments alone"));
    drive_free(&d);
}

TEST(verifying_runs_all_threads_again)
{
    drive d = drive_new(changes, NULL);
    which = 2;
    drive_look(&d, drive_advance(&d, 0, drive_begin(&d), 0));
    model_verify(d.m, &d.e);
    assert_null(model_disorder(d.m));
    which = 3;
    model_verify(d.m, &d.e);
    assert_non_null(model_disorder(d.m));
    assert_non_null(strstr(model_disorder(d.m), "receives tag 1 at "));
    assert_non_null(strstr(model_disorder(d.m), "now it receives tag 2 at "));
    drive_free(&d);
}

/* ---- Outside ---- */

TEST(a_call_outside_of_a_model_ends_the_process)
{
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(1);
        syn_tell(0, ASK);
        _exit(0);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(crashes_are_failures_of_the_thread),
        LEAK_FREE(crashes_inside_of_calls_leave_everything_whole),
        LEAK_FREE(handlers_of_the_user_are_back_afterwards),
        LEAK_FREE(a_model_may_be_checked_inside_of_a_model),
        LEAK_FREE(a_thread_that_loops_is_stopped),
        LEAK_FREE(the_clock_rests_while_nothing_runs),
        LEAK_FREE(a_loop_is_noticed_in_a_child_process_too),
        LEAK_FREE(misuse_is_told_in_words),
        LEAK_FREE(some_calls_are_for_the_first_thread),
        LEAK_FREE(a_filter_must_not_call_anything),
        LEAK_FREE(a_filter_that_crashes_is_no_crash_of_ours),
        LEAK_FREE(a_thread_that_does_something_else_is_told_of),
        LEAK_FREE(verifying_asks_filters_again),
        LEAK_FREE(verifying_runs_all_threads_again),
        LEAK_FREE(a_call_outside_of_a_model_ends_the_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
