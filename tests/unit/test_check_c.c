/* syn_check, called as a test runner of a user calls it, and the modules behind it. */
#include "synod.h"

#include "api/order.h"
#include "api/places.h"
#include "api/recording.h"
#include "api/ticker.h"

#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASK = 1 };

static void client(void *arg)
{
    syn_send_int(*(syn_thread *)arg, ASK, (int)syn_self());
}

static void spawn_clients(int count)
{
    syn_thread me = syn_self();
    syn_spawning s = {
        .name = "client", .run = client, .arg = &me, .arg_size = sizeof me};
    for (int i = 0; i < count; i++)
        syn_spawn_with(&s);
}

static void five(void *arg)
{
    (void)arg;
    spawn_clients(5);
    for (int i = 0; i < 5; i++)
        syn_recv();
}

static void picky(void *arg)
{
    spawn_clients(3);
    int first = syn_int(syn_recv());
    syn_assert(first == *(int *)arg, "%d was first", first);
}

static void waits(void *arg)
{
    (void)arg;
    spawn_clients(1);
    syn_recv_tag(ASK + 1);
}

static int begun;

static void keeps_state(void *arg)
{
    (void)arg;
    if (begun++ > 0)
        spawn_clients(1);
    spawn_clients(1);
    syn_recv();
}

static const syn_test five_test = SYN_TEST(five);

/* ---- Verdicts ---- */

TEST(no_options_explore_everything)
{
    syn_verdict *v = syn_check(&five_test, NULL);
    assert_int_equal(v->outcome, SYN_HOLDS);
    assert_int_equal(v->executions, 120);
    assert_int_equal(v->blocked, 0);
    assert_int_equal(v->longest, 15); /* 5 spawns, 5 sends, 5 receives */
    assert_non_null(strstr(v->text, "five: holds: exhausted, all 120 executions, "));
    assert_null(v->violation);
    assert_null(v->trace);
    assert_null(v->file);
    syn_verdict_free(v);
    syn_verdict_free(NULL);
}

TEST(a_violation_says_what_where_and_how)
{
    int wanted = 1;
    const syn_test test = {.name = "picky", .run = picky, .arg = &wanted};
    syn_verdict *v = syn_check(&test, NULL);
    assert_int_equal(v->outcome, SYN_VIOLATED);
    assert_string_equal(v->violation, "picky(0): assertion failed: 2 was first");
    assert_non_null(strstr(v->file, "test_check_c.c"));
    assert_true(v->line > 0);
    assert_non_null(strstr(v->trace, "client(2) -> picky(0) 1(2)\n"));
    assert_null(strstr(v->trace, "client(3) starts"));
    syn_verdict_free(v);
}

TEST(options_decide_what_counts)
{
    const syn_test test = SYN_TEST(waits);
    syn_verdict *v = syn_check(&test, &(syn_options){0});
    assert_int_equal(v->outcome, SYN_HOLDS);
    assert_int_equal(v->executions, 0);
    assert_int_equal(v->blocked, 1);
    syn_verdict_free(v);
    v = syn_check(&test, &(syn_options){.deadlock_is_violation = true});
    assert_int_equal(v->outcome, SYN_VIOLATED);
    assert_non_null(strstr(v->violation, "waits(0) waits for a message: tag 2 ("));
    assert_null(v->file); /* it is nobody's fault in particular */
    syn_verdict_free(v);
}

TEST(limits_and_samples_are_said)
{
    syn_verdict *v = syn_check(&five_test, &(syn_options){.max_executions = 7});
    assert_int_equal(v->outcome, SYN_UNKNOWN);
    assert_int_equal(v->executions, 7);
    syn_verdict_free(v);
    v = syn_check(&five_test, &(syn_options){.engine = SYN_SAMPLE, .samples = 50});
    assert_int_equal(v->outcome, SYN_SAMPLED);
    assert_int_equal(v->executions, 50);
    assert_true(v->estimate == 120); /* a tree whose branches are alike */
    syn_verdict_free(v);
}

TEST(going_on_counts_the_failures)
{
    int wanted = 1;
    const syn_test test = {.name = "picky", .run = picky, .arg = &wanted};
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        syn_verdict *v =
            syn_check(&test, &(syn_options){.keep_going = true, .jobs = jobs});
        assert_int_equal(v->outcome, SYN_VIOLATED);
        assert_int_equal(v->executions, 1);
        assert_int_equal(v->errors, 2);
        assert_string_equal(v->violation, "picky(0): assertion failed: 2 was first");
        syn_verdict_free(v);
    }
}

TEST(a_model_that_is_not_deterministic_is_refused)
{
    const syn_test test = SYN_TEST(keeps_state);
    begun = 0;
    syn_verdict *v = syn_check(&test, NULL);
    assert_int_equal(v->outcome, SYN_REFUSED);
    assert_non_null(strstr(v->text, "keeps_state: error: the model is not determin"));
    syn_verdict_free(v);
}

static void noisy(void *arg)
{
    (void)arg;
    syn_note("a\tb\nc\033[1m");
    syn_fail("d\ne");
}

/* So many forks that their product is no number any more. */
static void deep(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2000; i++)
        (void)syn_flip();
}

TEST(what_a_model_says_does_not_move_the_cursor)
{
    const syn_test test = SYN_TEST(noisy);
    syn_verdict *v = syn_check(&test, NULL);
    assert_non_null(strstr(v->trace, "a\\tb\\nc\\x1b[1m"));
    assert_string_equal(v->violation, "noisy(0): assertion failed: d\\ne");
    syn_verdict_free(v);
}

TEST(more_than_can_be_counted_is_said)
{
    const syn_test test = SYN_TEST(deep);
    syn_verdict *v = syn_check(
        &test, &(syn_options){.engine = SYN_SAMPLE, .samples = 3, .json = "/dev/null"});
    assert_int_equal(v->outcome, SYN_SAMPLED);
    assert_non_null(strstr(v->text, "; there are more than can be counted"));
    syn_verdict_free(v);
}

/* ---- Files ---- */

static void read_whole(const char *path, strbuf *out)
{
    char part[4096];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        strbuf_add(out, part, n);
    fclose(f);
}

TEST(files_are_written_and_a_trace_is_run_again)
{
    char folder[] = "/tmp/synod-check-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    int wanted = 1;
    const syn_test test = {.name = "picky", .run = picky, .arg = &wanted};
    const syn_options o = {
        .html = "x.html", .json = "x.json", .junit = "x.xml", .trace = "x.trace"};
    static const char *const files[] = {"x.html", "x.json", "x.xml", "x.trace"};
    syn_verdict_free(syn_check(&test, &o));

    syn_verdict *v = syn_check(&test, &(syn_options){.replay = "x.trace"});
    assert_int_equal(v->outcome, SYN_VIOLATED);
    assert_string_equal(v->violation, "picky(0): assertion failed: 2 was first");
    syn_verdict_free(v);
    wanted = 2; /* it is mended */
    v = syn_check(&test, &(syn_options){.replay = "x.trace"});
    assert_int_equal(v->outcome, SYN_UNKNOWN);
    syn_verdict_free(v);
    v = syn_check(&five_test, &(syn_options){.replay = "none.trace"});
    assert_int_equal(v->outcome, SYN_REFUSED);
    assert_string_equal(v->text, "five: error: cannot read the trace 'none.trace': No "
                                 "such file or directory");
    syn_verdict_free(v);

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        strbuf text = {0};
        read_whole(files[i], &text);
        assert_non_null(strstr(strbuf_text(&text), "2 was first"));
        strbuf_free(&text);
        unlink(files[i]);
    }
    assert_int_equal(chdir("/"), 0);
    rmdir(folder);
}

/* ---- Recordings ---- */

TEST(what_is_written_is_read_again)
{
    recording a;
    recording b;
    strbuf text = {0};
    strbuf again = {0};
    strbuf why = {0};
    recording_init(&a);
    recording_init(&b);
    a.program = "synod check 'a b.c'";
    a.test = "a \"test\"";
    a.fault = "assertion";
    a.text = "no\n";
    a.model = SYN_CAUSAL;
    a.lose = 3;
    a.stack_size = 65536;
    vec_push(&a.events, ((recording_event){.thread = "1", .kind = OP_SPAWN}));
    vec_push(&a.events,
             ((recording_event){.thread = "1.1", .kind = OP_SEND, .is_lost = true}));
    vec_push(&a.events, ((recording_event){.thread = "1.1", .kind = OP_SEND}));
    vec_push(&a.events,
             ((recording_event){.thread = "1", .kind = OP_RECEIVE, .source = 2}));
    vec_push(&a.events, ((recording_event){
                            .thread = "1", .kind = OP_RECEIVE, .source = SIZE_MAX}));
    vec_push(&a.events,
             ((recording_event){.thread = "1", .kind = OP_CHOOSE, .choice = 4}));
    vec_push(&a.events, ((recording_event){.thread = "1", .kind = OP_JOIN}));
    recording_write(&a, &text);
    assert_true(recording_parse(&b, strbuf_text(&text), text.len, &why));
    recording_write(&b, &again);
    assert_string_equal(strbuf_text(&text), strbuf_text(&again));
    assert_int_equal(b.events.len, 7);
    assert_int_equal(b.stack_size, 65536);
    assert_int_equal(b.events.data[3].source, 2);
    assert_true(b.events.data[4].source == SIZE_MAX);
    assert_true(b.events.data[1].is_lost);
    strbuf_free(&text);
    strbuf_free(&again);
    strbuf_free(&why);
    recording_fini(&a);
    recording_fini(&b);
}

/* Cut off anywhere it is no recording, and nothing bad happens. */
TEST(a_recording_that_is_cut_off_is_refused)
{
    static const char text[] =
        "{\"synod_trace\": 1, \"test\": \"t\", \"fault\": \"deadlock\", \"text\": "
        "\"\", "
        "\"model\": \"mbox\", \"lose\": 0, \"stack_size\": 0, \"events\": [[\"1\", "
        "\"choose\", 7]]}";
    for (size_t len = 0; len <= strlen(text); len++) {
        recording r;
        strbuf why = {0};
        recording_init(&r);
        assert_int_equal(recording_parse(&r, text, len, &why), len == strlen(text));
        assert_int_equal(why.len > 0, len < strlen(text));
        strbuf_free(&why);
        recording_fini(&r);
    }
}

/* ---- Places ---- */

TEST(a_line_of_a_file_that_is_gone_has_a_place)
{
    sources src;
    sources_init(&src);
    assert_int_equal(places_find(&src, NULL, 7), SRC_NONE);
    assert_int_equal(places_find(&src, "no.c", 0), SRC_NONE);
    srcpos near = places_find(&src, "no.c", 7);
    srcpos far = places_find(&src, "no.c", 100000);
    assert_int_equal(sources_place(&src, near).line, 7);
    assert_int_equal(sources_place(&src, far).line, 100000);
    assert_string_equal(sources_place(&src, far).file->path, "no.c");
    assert_int_equal(places_find(&src, "no.c", 7), /* in the longer one */
                     sources_place(&src, far).file->base + 6);
    sources_fini(&src);
}

/* ---- Progress ---- */

static void expect_words(const ticker *t, dpor_stats s, const char *expected)
{
    strbuf b = {0};
    ticker_words(t, &s, &b);
    assert_string_equal(strbuf_text(&b), expected);
    strbuf_free(&b);
}

TEST(progress_is_said_in_words)
{
    ticker t = {0};
    expect_words(&t, (dpor_stats){.executions = 1}, "1 execution, 0 MB, 0 s");
    expect_words(&t, (dpor_stats){.executions = 1200, .blocked = 34, .seconds = 2.6},
                 "1,200 executions, 34 blocked, 0 MB, 3 s");
    t.rate = 1234.5;
    expect_words(
        &t,
        (dpor_stats){
            .executions = 696000, .estimate = 5.8e6, .seconds = 60, .memory = 3 << 20},
        "696,000 executions, 1,234/s, about 12% of 5.8 million, 3 MB, 60 s");
    expect_words(&t, (dpor_stats){.executions = 10, .estimate = 730},
                 "10 executions, 1,234/s, about 1% of 730, 0 MB, 0 s");
    expect_words(&t, (dpor_stats){.executions = 10, .estimate = 2.2e10},
                 "10 executions, 1,234/s, about 5e-08% of 22 billion, 0 MB, 0 s");
    expect_words(&t, (dpor_stats){.executions = 10, .estimate = 3e30},
                 "10 executions, 1,234/s, about 3e-28% of 3e+30, 0 MB, 0 s");
    expect_words(&t, (dpor_stats){.executions = 10, .estimate = INFINITY},
                 "10 executions, 1,234/s, 0 MB, 0 s");
    /* Who has done more than was estimated knows no better. */
    expect_words(&t, (dpor_stats){.executions = 10, .estimate = 9},
                 "10 executions, 1,234/s, 0 MB, 0 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(no_options_explore_everything),
        LEAK_FREE(a_violation_says_what_where_and_how),
        LEAK_FREE(options_decide_what_counts),
        LEAK_FREE(limits_and_samples_are_said),
        LEAK_FREE(going_on_counts_the_failures),
        LEAK_FREE(a_model_that_is_not_deterministic_is_refused),
        LEAK_FREE(what_a_model_says_does_not_move_the_cursor),
        LEAK_FREE(more_than_can_be_counted_is_said),
        LEAK_FREE(files_are_written_and_a_trace_is_run_again),
        LEAK_FREE(what_is_written_is_read_again),
        LEAK_FREE(a_recording_that_is_cut_off_is_refused),
        LEAK_FREE(a_line_of_a_file_that_is_gone_has_a_place),
        LEAK_FREE(progress_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
