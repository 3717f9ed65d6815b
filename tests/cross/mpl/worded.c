/* worded -- the programs that the oracle file describes in words, as models in C.  The
 * numbers are those of the file, or follow from the comment beside them. */
#include "synod.h"
#include "unit.h"

#include <stdint.h>
#include <string.h>

typedef struct expected {
    uint64_t executions, blocked;
    bool fails;
} expected;

static const syn_schedule schedules[] = {SYN_SENDS_FIRST, SYN_LEFT_TO_RIGHT, SYN_RANDOM,
                                         SYN_RANDOM, SYN_RANDOM};

static void expect_as(void (*run)(void *), syn_model model, expected e)
{
    syn_test test = {"worded", run, NULL};
    for (size_t i = 0; i < COUNT_OF(schedules); i++) {
        syn_options o = {.schedule = schedules[i],
                         .seed = i,
                         .model = model,
                         .keep_going = true,
                         .quiet = true};
        syn_verdict *v = syn_check(&test, &o);
        if (v->executions != e.executions || v->blocked != e.blocked ||
            (v->outcome != SYN_HOLDS) != e.fails)
            fail_msg("schedule %zu: %zu executions, %zu blocked: %s", i,
                     (size_t)v->executions, (size_t)v->blocked, v->text);
        syn_verdict_free(v);
    }
}

static void expect(void (*run)(void *), uint64_t executions, uint64_t blocked)
{
    expect_as(run, SYN_P2P, (expected){executions, blocked, false});
}

/* Only that it fails: not how often. */
static void expect_failure(void (*run)(void *), const char *violation)
{
    syn_test test = {"worded", run, NULL};
    for (size_t i = 0; i < COUNT_OF(schedules); i++) {
        syn_options o = {.schedule = schedules[i], .seed = i, .quiet = true};
        syn_verdict *v = syn_check(&test, &o);
        assert_int_equal(v->outcome, SYN_VIOLATED);
        assert_non_null(v->violation);
        if (strstr(v->violation, violation) == NULL)
            fail_msg("'%s' is not in '%s'", violation, v->violation);
        syn_verdict_free(v);
    }
}

static void do_nothing(void *arg)
{
    (void)arg;
}

/* ---- Threads that are spawned by threads ---- */

enum { VALUE = 1, WHO };

static void send_zero(void *arg)
{
    syn_send_int(*(syn_thread *)arg, VALUE, 0);
}

static void send_one(void *arg)
{
    syn_send_int(*(syn_thread *)arg, VALUE, 1);
}

static void spawns_between_receives(void *arg)
{
    (void)arg;
    int x = syn_int(syn_recv());
    if (x == 0)
        syn_recv();
    syn_spawn("child", do_nothing, NULL);
    if (x == 0)
        syn_recv();
}

static void nested_spawn(void *arg)
{
    (void)arg;
    syn_thread *t1 = syn_alloc(sizeof *t1);
    *t1 = syn_spawn("t1", spawns_between_receives, NULL);
    syn_spawn("t2", send_zero, t1);
    syn_spawn("t3", send_one, t1);
}

static void answers_whom_it_is_told(void *arg)
{
    (void)arg;
    syn_send_int(syn_value(syn_thread, syn_recv()), VALUE, 1);
}

static void spawns_and_passes_on(void *arg)
{
    (void)arg;
    syn_thread who = syn_value(syn_thread, syn_recv());
    syn_thread t2 = syn_spawn("t2", answers_whom_it_is_told, NULL);
    syn_send_value(t2, WHO, who);
}

static void nested_spawn3(void *arg)
{
    (void)arg;
    syn_thread me = syn_self();
    syn_thread t1 = syn_spawn("t1", spawns_and_passes_on, NULL);
    syn_send_value(t1, WHO, me);
    syn_send_int(me, VALUE, 0);
    if (syn_int(syn_recv()) == 0)
        syn_spawn("child", do_nothing, NULL);
}

TEST(threads_come_and_go_with_the_receives_that_spawn_them)
{
    expect(nested_spawn, 1, 1); /* 1; or 0, 1 and then nothing more */
    expect(nested_spawn3, 2, 0);
}

/* ---- A queue of jobs, whose workers ask for them ---- */

enum { INIT = 1, REQUEST, SUBMIT, JOB };
enum { TOP, LEAF };

static void run_queue(void *arg)
{
    (void)arg;
    for (;;) {
        syn_msg request = syn_recv_tag(REQUEST);
        syn_msg job = syn_recv_tag(SUBMIT);
        syn_send_int(request.from, JOB, syn_int(job));
    }
}

static void run_worker(void *arg)
{
    syn_thread queue = *(syn_thread *)arg;
    syn_recv_tag(INIT);
    for (;;) {
        syn_tell(queue, REQUEST);
        if (syn_int(syn_recv()) != TOP)
            continue;
        syn_send_int(queue, SUBMIT, LEAF);
        syn_send_int(queue, SUBMIT, LEAF);
    }
}

static syn_thread spawn_daemon(const char *name, void (*run)(void *), void *arg,
                               size_t size)
{
    return syn_spawn_with((&(const syn_spawning){
        .name = name, .run = run, .arg = arg, .arg_size = size, .is_daemon = true}));
}

static void pull_test(void *arg)
{
    (void)arg;
    syn_thread queue = spawn_daemon("queue", run_queue, NULL, 0);
    syn_thread a = spawn_daemon("worker", run_worker, &queue, sizeof queue);
    syn_thread b = spawn_daemon("worker", run_worker, &queue, sizeof queue);
    syn_tell(a, INIT);
    syn_tell(b, INIT);
    syn_send_int(queue, SUBMIT, TOP);
}

TEST(daemons_that_wait_at_the_end_do_no_harm)
{
    expect(pull_test, 16, 0); /* four requests are taken, each of two */
}

/* ---- Memory and locks as threads ---- */

enum { READ = 1, WRITE, SWAP, ANSWER, LOCK, UNLOCK };

static void run_register(void *arg)
{
    int value = *(int *)arg;
    for (;;) {
        syn_msg m = syn_recv();
        if (m.tag == WRITE) {
            value = syn_int(m);
        } else {
            syn_send_int(m.from, ANSWER, value);
            if (m.tag == SWAP && value == 0)
                value = 1;
        }
    }
}

static int ask(syn_thread whom, uint32_t tag)
{
    syn_tell(whom, tag);
    return syn_int(syn_recv_from(whom));
}

static void deposit(void *arg)
{
    syn_thread account = *(syn_thread *)arg;
    int x = ask(account, READ);
    syn_send_int(account, WRITE, x + 10);
}

static void withdraw(void *arg)
{
    syn_thread account = *(syn_thread *)arg;
    int x = ask(account, READ);
    syn_send_int(account, WRITE, x - 10);
}

static void bank_test(void *arg)
{
    (void)arg;
    int hundred = 100;
    syn_thread *account = syn_alloc(sizeof *account);
    *account = spawn_daemon("account", run_register, &hundred, sizeof hundred);
    syn_thread a = syn_spawn("client", deposit, account);
    syn_thread b = syn_spawn("client", withdraw, account);
    syn_join(a);
    syn_join(b);
    syn_assert(ask(*account, READ) == 100, "an update is lost");
}

static void swap_once(void *arg)
{
    (void)ask(*(syn_thread *)arg, SWAP);
}

static void atomic_bool_cas(void *arg)
{
    (void)arg;
    int no = 0;
    syn_thread *flag = syn_alloc(sizeof *flag);
    *flag = spawn_daemon("flag", run_register, &no, sizeof no);
    syn_thread a = syn_spawn("a", swap_once, flag);
    syn_thread b = syn_spawn("b", swap_once, flag);
    syn_join(a);
    syn_join(b);
    syn_assert(ask(*flag, READ) == 1, "nobody set it");
}

/* Whoever has the lock has the value. */
static void run_mutex(void *arg)
{
    int value = *(int *)arg;
    for (;;) {
        syn_send_int(syn_recv_tag(LOCK).from, ANSWER, value);
        value = syn_int(syn_recv_tag(UNLOCK));
    }
}

static void add_one(void *arg)
{
    syn_thread mutex = *(syn_thread *)arg;
    syn_send_int(mutex, UNLOCK, ask(mutex, LOCK) + 1);
}

static void times_ten(void *arg)
{
    syn_thread mutex = *(syn_thread *)arg;
    syn_send_int(mutex, UNLOCK, ask(mutex, LOCK) * 10);
}

static int use_mutex(int value, void (*one)(void *), void (*other)(void *))
{
    syn_thread *mutex = syn_alloc(sizeof *mutex);
    *mutex = spawn_daemon("mutex", run_mutex, &value, sizeof value);
    syn_thread a = syn_spawn("a", one, mutex);
    syn_thread b = syn_spawn("b", other, mutex);
    syn_join(a);
    syn_join(b);
    return ask(*mutex, LOCK);
}

static void multiple_producer(void *arg)
{
    (void)arg;
    syn_assert(use_mutex(5, add_one, add_one) == 7, "one is missing");
}

static void race_condition(void *arg)
{
    (void)arg;
    int value = use_mutex(1, add_one, times_ten);
    syn_assert(value == 20 || value == 11, "it is %d", value);
}

static void race_to_twenty(void *arg)
{
    (void)arg;
    syn_assert(use_mutex(1, add_one, times_ten) == 20, "not twenty");
}

static void race_to_eleven(void *arg)
{
    (void)arg;
    syn_assert(use_mutex(1, add_one, times_ten) == 11, "not eleven");
}

TEST(shared_memory_is_a_thread_like_others)
{
    expect_failure(bank_test, "an update is lost");
    expect(atomic_bool_cas, 2, 0);
    expect(multiple_producer, 2, 0);
    expect(race_condition, 2, 0);
    expect_as(race_to_twenty, SYN_P2P, (expected){1, 1, true});
    expect_as(race_to_eleven, SYN_P2P, (expected){1, 1, true});
}

/* ---- Monitors ---- */

enum { NUMBER = 1, REPLY, STOP_A, STOP_B };

typedef struct seen {
    int last;
    int count;
} seen;

static bool is_number(const syn_observation *o)
{
    return o->tag == NUMBER;
}

static bool is_for_a(const syn_observation *o)
{
    return o->tag == NUMBER || o->tag == STOP_A;
}

static bool is_for_b(const syn_observation *o)
{
    return o->tag == NUMBER || o->tag == STOP_B;
}

static void count_it(void *state, const syn_observation *o)
{
    (void)o;
    ((seen *)state)->count++;
}

static void must_increase(void *state, const syn_observation *o)
{
    seen *s = state;
    int value = *(const int *)o->data;
    syn_assert(s->count++ == 0 || value > s->last, "it does not increase");
    s->last = value;
}

static void must_be_two(void *state)
{
    syn_assert(((const seen *)state)->count >= 2, "fewer than two");
}

static void receive_and_reply(void *arg)
{
    (void)arg;
    syn_msg m = syn_recv();
    syn_tell(m.from, REPLY);
}

static void send_and_wait(void *arg)
{
    syn_send_int(*(syn_thread *)arg, NUMBER, 1);
    syn_recv();
}

static void watch(const char *name, bool (*accepts)(const syn_observation *o))
{
    syn_monitor((&(const syn_monitoring){.name = name,
                                         .accepts = accepts,
                                         .see = count_it,
                                         .state_size = sizeof(seen)}));
}

static void two_monitors(void *arg)
{
    (void)arg;
    watch("a", is_for_a);
    watch("b", is_for_b);
    syn_thread *t2 = syn_alloc(sizeof *t2);
    *t2 = syn_spawn("t2", receive_and_reply, NULL);
    syn_spawn("t1", send_and_wait, t2);
    syn_tell(syn_self(), STOP_A);
    syn_tell(syn_self(), STOP_B);
}

static void receive_two(void *arg)
{
    (void)arg;
    syn_recv();
    syn_recv();
}

static void send_two(int first, int second)
{
    syn_thread child = syn_spawn("child", receive_two, NULL);
    syn_send_int(child, NUMBER, first);
    syn_send_int(child, NUMBER, second);
}

static void watch_increase(void)
{
    syn_monitor((&(const syn_monitoring){.name = "increasing",
                                         .accepts = is_number,
                                         .see = must_increase,
                                         .state_size = sizeof(seen)}));
}

static void five_and_five(void *arg)
{
    (void)arg;
    watch_increase();
    send_two(5, 5);
}

static void five_and_six(void *arg)
{
    (void)arg;
    watch_increase();
    send_two(5, 6);
}

static void watch_for_two(void)
{
    syn_monitor((&(const syn_monitoring){.name = "two",
                                         .accepts = is_number,
                                         .see = count_it,
                                         .at_end = must_be_two,
                                         .state_size = sizeof(seen)}));
}

static void got_two(void *arg)
{
    (void)arg;
    watch_for_two();
    send_two(5, 5);
}

static void got_one(void *arg)
{
    (void)arg;
    watch_for_two();
    syn_thread child = syn_spawn("child", receive_and_reply, NULL);
    syn_send_int(child, NUMBER, 5);
}

TEST(monitors_see_what_happens_in_all_orders_that_are_possible)
{
    expect(two_monitors, 4, 0); /* each sees the number before or after its stop */
    expect_failure(five_and_five, "it does not increase");
    expect(five_and_six, 1, 0);
    expect(got_two, 1, 0);
    expect_failure(got_one, "fewer than two");
}

/* ---- Tags ---- */

enum { SENT = 5 };

static void send_with_falling_tags(syn_thread to)
{
    for (int v = 0; v < SENT; v++)
        syn_send_int(to, (uint32_t)(SENT - v), v);
}

static void receive_by_rising_tags(void *arg)
{
    (void)arg;
    bool is_reversed = true;
    for (int i = 0; i < SENT; i++)
        is_reversed &= syn_int(syn_recv_tag((uint32_t)i + 1)) == SENT - 1 - i;
    syn_assert(!is_reversed, "the order is reversed");
}

static void receive_one_by_tag(void *arg)
{
    (void)arg;
    int first = syn_int(syn_recv_tag(SENT));
    for (int i = 1; i < SENT; i++)
        syn_recv();
    syn_assert(first == 0, "the first is %d", first);
}

static void ordering_test1(void *arg)
{
    (void)arg;
    send_with_falling_tags(syn_spawn("client", receive_by_rising_tags, NULL));
}

static void ordering_test2(void *arg)
{
    (void)arg;
    send_with_falling_tags(syn_spawn("client", receive_one_by_tag, NULL));
}

TEST(tags_decide_what_is_received)
{
    expect_failure(ordering_test1, "the order is reversed");
    expect_as(ordering_test2, SYN_MBOX, (expected){1, 0, false});
}

/* ---- Models that do something else when they are run again ---- */

static unsigned runs; /* what a model must not have */

static bool is_another_time(void)
{
    return runs++ % 2 != 0;
}

static void any_answer(void *arg)
{
    syn_send_int(*(syn_thread *)arg, VALUE, 1);
    syn_send_int(*(syn_thread *)arg, VALUE, 2);
}

/* Something to explore, so that all is run again. */
static void spawn_two_senders(void)
{
    syn_thread *me = syn_alloc(sizeof *me);
    *me = syn_self();
    syn_spawn("a", any_answer, me);
    syn_spawn("b", any_answer, me);
}

static void another_tag(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    spawn_two_senders();
    syn_recv();
    syn_tell(syn_self(), is_another ? 7 : 8);
    syn_recv();
}

static void another_target(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    syn_thread a = syn_spawn("a", do_nothing, NULL);
    syn_thread b = syn_spawn("b", do_nothing, NULL);
    spawn_two_senders();
    syn_recv();
    syn_join(is_another ? a : b);
    syn_recv();
}

static void another_name(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    spawn_two_senders();
    syn_recv();
    syn_spawn(is_another ? "this" : "that", do_nothing, NULL);
    syn_recv();
}

static void another_kind_of_thread(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    spawn_two_senders();
    syn_recv();
    syn_spawn_with((&(const syn_spawning){
        .name = "c", .run = do_nothing, .is_daemon = is_another}));
    syn_recv();
}

static void another_choice(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    spawn_two_senders();
    syn_recv();
    (void)syn_nondet(is_another ? 2 : 3);
    syn_recv();
}

static void another_operation(void *arg)
{
    (void)arg;
    bool is_another = is_another_time();
    spawn_two_senders();
    syn_recv();
    if (is_another)
        syn_recv();
    else
        syn_tell(syn_self(), VALUE);
    syn_recv();
}

static void expect_disorder(void (*run)(void *))
{
    syn_test test = {"worded", run, NULL};
    for (size_t i = 0; i < COUNT_OF(schedules); i++) {
        syn_options o = {.schedule = schedules[i], .seed = i, .quiet = true};
        runs = 0;
        syn_verdict *v = syn_check(&test, &o);
        if (v->outcome != SYN_REFUSED || strstr(v->text, "deterministic") == NULL)
            fail_msg("schedule %zu: %s", i, v->text);
        syn_verdict_free(v);
    }
}

TEST(a_model_that_does_something_else_the_second_time_is_found_out)
{
    expect_disorder(another_tag);
    expect_disorder(another_target);
    expect_disorder(another_name);
    expect_disorder(another_kind_of_thread);
    expect_disorder(another_choice);
    expect_disorder(another_operation);
}

/* ---- Two-phase commit with a monitor ---- */

enum { PREPARE = 1, YES, NO, COMMIT, ABORT };
enum { MOST_PARTICIPANTS = 3 };

typedef struct votes {
    int yes, no;
} votes;

static bool is_vote_or_decision(const syn_observation *o)
{
    return !o->is_receive && (o->tag == YES || o->tag == NO || o->tag == COMMIT);
}

static void check_decision(void *state, const syn_observation *o)
{
    votes *v = state;
    v->yes += o->tag == YES;
    v->no += o->tag == NO;
    syn_assert(o->tag != COMMIT || v->no == 0, "committed against a vote");
}

static void participate(void *arg)
{
    (void)arg;
    syn_msg m = syn_recv_tag(PREPARE);
    syn_tell(m.from, syn_flip() ? YES : NO);
    syn_recv();
}

static void commit(unsigned n, bool has_monitor)
{
    syn_thread all[MOST_PARTICIPANTS];
    bool agree = true;
    if (has_monitor)
        syn_monitor((&(const syn_monitoring){.name = "votes",
                                             .accepts = is_vote_or_decision,
                                             .see = check_decision,
                                             .state_size = sizeof(votes)}));
    for (unsigned i = 0; i < n; i++)
        all[i] = syn_spawn("participant", participate, NULL);
    syn_broadcast(all, n, PREPARE, NULL, 0);
    for (unsigned i = 0; i < n; i++)
        agree &= syn_recv().tag == YES;
    syn_broadcast(all, n, agree ? COMMIT : ABORT, NULL, 0);
}

static void commit_1(void *arg)
{
    (void)arg;
    commit(1, true);
}

static void commit_2(void *arg)
{
    (void)arg;
    commit(2, true);
}

static void commit_2_alone(void *arg)
{
    (void)arg;
    commit(2, false);
}

static void commit_3_alone(void *arg)
{
    (void)arg;
    commit(3, false);
}

/* N! 2^N without a monitor; one that sees all votes sees them in N! orders, too, and
 * all votes before what is decided on them. */
TEST(two_phase_commit_has_the_same_count_by_all_schedules)
{
    expect(commit_2_alone, 8, 0);
    expect(commit_3_alone, 48, 0);
    expect(commit_1, 2, 0);
    expect(commit_2, 16, 0);
    expect_as(commit_2, SYN_MBOX, (expected){16, 0, false});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_come_and_go_with_the_receives_that_spawn_them),
        cmocka_unit_test(daemons_that_wait_at_the_end_do_no_harm),
        cmocka_unit_test(shared_memory_is_a_thread_like_others),
        cmocka_unit_test(monitors_see_what_happens_in_all_orders_that_are_possible),
        cmocka_unit_test(tags_decide_what_is_received),
        cmocka_unit_test(a_model_that_does_something_else_the_second_time_is_found_out),
        cmocka_unit_test(two_phase_commit_has_the_same_count_by_all_schedules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
