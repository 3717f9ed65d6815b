/* The kit: the number of executions of each object under every communication model, and
 * the messages about misuse.  All numbers are counted by hand. */
#include "synod_kit.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { HELLO = 1, ENTER, LEAVE, TICK, STEP }; /* STEP and up: one tag for each number */

static const syn_model all_models[] = {SYN_BAG, SYN_P2P, SYN_CAUSAL, SYN_MBOX};

static syn_verdict *check_by(syn_schedule schedule, void (*run)(void *arg), int n,
                             syn_model model)
{
    const syn_test t = {"test", run, &n};
    const syn_options o = {
        .model = model, .schedule = schedule, .seed = 7, .quiet = true};
    return syn_check(&t, &o);
}

static syn_verdict *check(void (*run)(void *arg), int n, syn_model model)
{
    return check_by(SYN_SENDS_FIRST, run, n, model);
}

/* RUN(&N) holds, with so many executions, under MODEL and by any schedule. */
static void expect_under(syn_model model, void (*run)(void *arg), int n,
                         uint64_t executions, uint64_t blocked)
{
    const syn_schedule schedules[] = {SYN_SENDS_FIRST, SYN_LEFT_TO_RIGHT, SYN_RANDOM};
    for (size_t i = 0; i < COUNT_OF(schedules); i++) {
        syn_verdict *v = check_by(schedules[i], run, n, model);
        if (v->outcome != SYN_HOLDS || v->executions != executions ||
            v->blocked != blocked)
            fail_msg("model %d, schedule %zu, n = %d: %s\n%s", model, i, n, v->text,
                     v->trace == NULL ? "" : v->trace);
        syn_verdict_free(v);
    }
}

static void expect(void (*run)(void *arg), int n, uint64_t executions)
{
    for (size_t i = 0; i < COUNT_OF(all_models); i++)
        expect_under(all_models[i], run, n, executions, 0);
}

static void expect_violation(void (*run)(void *arg), const char *text)
{
    for (size_t i = 0; i < COUNT_OF(all_models); i++) {
        syn_verdict *v = check(run, 0, all_models[i]);
        assert_int_equal(v->outcome, SYN_VIOLATED);
        if (strstr(v->violation, text) == NULL)
            fail_msg("'%s' is not in '%s'", text, v->violation);
        syn_verdict_free(v);
    }
}

/* A misuse is told with the line of the call, in this file. */
static void expect_misuse(void (*run)(void *arg), const char *text)
{
    expect_violation(run, text);
    syn_verdict *v = check(run, 0, SYN_DEFAULT);
    assert_non_null(v->file);
    assert_non_null(strstr(v->file, "test_kit.c"));
    assert_true(v->line > 0);
    syn_verdict_free(v);
}

static uint64_t factorial(int n)
{
    return n < 2 ? 1 : (uint64_t)n * factorial(n - 1);
}

/* What most threads here get. */
typedef struct job {
    syn_thread main;
    syn_lock lock, other;
    syn_register reg;
    int number;
    int count;
} job;

/* N threads that do RUN, each with its number. */
static void spawn_all(void (*run)(void *arg), job j, int n, syn_thread *threads)
{
    for (int i = 0; i < n; i++) {
        j.number = i;
        threads[i] = syn_spawn_value("worker", run, j);
    }
}

static void run_all(void (*run)(void *arg), job j, int n)
{
    syn_thread threads[8];
    spawn_all(run, j, n, threads);
    for (int i = 0; i < n; i++)
        syn_join(threads[i]);
}

/* ---- One-shots ---- */

static void send_seven(void *arg)
{
    int seven = 7;
    syn_oneshot_send_value(*(syn_oneshot *)arg, seven);
}

/* N of them side by side, received in the order in which they were made. */
static void oneshots(void *arg)
{
    int n = *(int *)arg;
    syn_oneshot c[8];
    syn_thread sender[8];
    for (int i = 0; i < n; i++) {
        c[i] = syn_oneshot_new("channel");
        sender[i] = syn_spawn_value("sender", send_seven, c[i]);
    }
    for (int i = 0; i < n; i++) {
        syn_msg m = syn_oneshot_recv(c[i]);
        syn_assert(syn_int(m) == 7, "content");
        syn_assert(m.from == sender[i], "sender");
        syn_assert(m.tag == 0, "tag");
    }
}

static void oneshot_tries(void *arg)
{
    int n = *(int *)arg;
    syn_oneshot c = syn_oneshot_new("channel");
    syn_spawn_value("sender", send_seven, c);
    syn_msg m;
    for (int i = 0; i < n; i++)
        if (syn_oneshot_try_recv(c, &m)) {
            syn_assert(syn_int(m) == 7, "content");
            return;
        }
}

static void empty_oneshot(void *arg)
{
    (void)arg;
    syn_oneshot c = syn_oneshot_new("channel");
    syn_oneshot_send(c, NULL, 0);
    syn_msg m;
    syn_assert(syn_oneshot_try_recv(c, &m), "it is there, although it is empty");
    syn_assert(m.size == 0 && m.from == syn_self(), "content");
}

/* The receiver has gone on to wait for ever, and a message for it is elsewhere. */
static void oneshot_never_sent(void *arg)
{
    (void)arg;
    syn_oneshot_recv(syn_oneshot_new("channel"));
}

TEST(oneshots_add_no_executions)
{
    expect(oneshots, 1, 1);
    expect(oneshots, 4, 1);
    expect(empty_oneshot, 0, 1);
    expect_under(SYN_DEFAULT, oneshot_never_sent, 0, 0, 1);
}

TEST(a_oneshot_is_there_or_not_yet)
{
    for (int n = 1; n < 5; n++)
        expect(oneshot_tries, n, (uint64_t)n + 1);
}

static void second_send(void *arg)
{
    syn_oneshot c = syn_oneshot_new("channel");
    (void)arg;
    syn_spawn_value("sender", send_seven, c);
    syn_spawn_value("sender", send_seven, c);
}

static void second_receive(void *arg)
{
    (void)arg;
    syn_oneshot c = syn_oneshot_new("channel");
    syn_oneshot_send(c, NULL, 0);
    syn_oneshot_recv(c);
    syn_oneshot_recv(c);
}

static void second_try(void *arg)
{
    (void)arg;
    syn_msg m;
    syn_oneshot c = syn_oneshot_new("channel");
    syn_oneshot_send(c, NULL, 0);
    syn_oneshot_recv(c);
    syn_oneshot_try_recv(c, &m);
}

static void zero_handle(void *arg)
{
    (void)arg;
    syn_oneshot c = {0};
    syn_oneshot_recv(c);
}

TEST(a_oneshot_is_for_one_message)
{
    expect_misuse(second_send, "a second message is sent on a one-shot channel");
    expect_misuse(second_receive, "has already been received");
    expect_misuse(second_try, "has already been received");
    expect_misuse(zero_handle, "the handle is zero: it was not initialised");
}

/* ---- Registers ---- */

static void use_register(void *arg)
{
    job j = *(job *)arg;
    for (int i = 0; i < j.count; i++)
        if (i % 2 == 0)
            syn_register_read(j.reg);
        else
            syn_register_write(j.reg, j.number);
}

/* N is 10 times the threads, and the operations of each. */
static void registers(void *arg)
{
    int n = *(int *)arg;
    job j = {.reg = syn_register_new("r", 0), .count = n % 10};
    run_all(use_register, j, n / 10);
}

TEST(a_register_counts_the_orders_of_its_operations)
{
    expect(registers, 13, 1);
    expect(registers, 21, 2);
    expect(registers, 31, 6);
    expect(registers, 22, 6);  /* 4! / (2! 2!) */
    expect(registers, 23, 20); /* 6! / (3! 3!) */
    expect(registers, 32, 90); /* 6! / (2! 2! 2!) */
}

static void swap_once(void *arg)
{
    job j = *(job *)arg;
    if (syn_register_cas(j.reg, 0, 1))
        syn_tell(j.main, HELLO);
}

static void one_swap_wins(void *arg)
{
    job j = {.main = syn_self(), .reg = syn_register_new("r", 0)};
    run_all(swap_once, j, *(int *)arg);
    syn_assert(syn_register_read(j.reg) == 1, "nobody won");
    syn_recv_tag(HELLO);
}

static void swap_until_done(void *arg)
{
    job j = *(job *)arg;
    for (;;) {
        int seen = syn_register_read(j.reg);
        if (syn_register_cas(j.reg, seen, seen + 1))
            return;
    }
}

static void swaps_count(void *arg)
{
    job j = {.reg = syn_register_new("r", 5)};
    run_all(swap_until_done, j, *(int *)arg);
    syn_assert(syn_register_read(j.reg) == 5 + *(int *)arg, "a swap was lost");
}

static void add_number(void *arg)
{
    job j = *(job *)arg;
    syn_register_add(j.reg, j.number + 1);
}

static void additions(void *arg)
{
    job j = {.reg = syn_register_new("r", 0)};
    run_all(add_number, j, *(int *)arg);
    int n = *(int *)arg;
    syn_assert(syn_register_add(j.reg, 1) == n * (n + 1) / 2, "the sum is wrong");
}

TEST(compare_and_swap_and_addition_are_atomic)
{
    expect(one_swap_wins, 2, 2); /* the oracle's atomic_bool_cas */
    expect(one_swap_wins, 4, 24);
    /* read read swap fails read swap: 4; one after the other: 2 */
    expect(swaps_count, 2, 6);
    expect(additions, 4, 24);
}

static void increment(void *arg)
{
    job j = *(job *)arg;
    bool is_careful = j.lock.server != 0;
    if (is_careful)
        syn_lock_take(j.lock);
    int seen = syn_register_read(j.reg);
    syn_register_write(j.reg, seen + 1);
    if (is_careful)
        syn_lock_release(j.lock);
}

static void careless_increments(void *arg)
{
    (void)arg;
    job j = {.reg = syn_register_new("r", 0)};
    run_all(increment, j, 2);
    syn_assert(syn_register_read(j.reg) == 2, "an update was lost");
}

static void careful_increments(void *arg)
{
    int n = *(int *)arg;
    job j = {.reg = syn_register_new("r", 0), .lock = syn_lock_new("lock")};
    run_all(increment, j, n);
    syn_assert(syn_register_read(j.reg) == n, "an update was lost");
}

TEST(an_update_is_lost_without_the_lock)
{
    expect_violation(careless_increments, "an update was lost");
    expect(careful_increments, 2, 2);
    expect(careful_increments, 3, 6);
}

/* ---- Locks ---- */

static void have_sections(void *arg)
{
    job j = *(job *)arg;
    for (int i = 0; i < j.count; i++) {
        syn_lock_take(j.lock);
        syn_lock_release(j.lock);
    }
}

static void sections(void *arg)
{
    job j = {.lock = syn_lock_new("lock"), .count = *(int *)arg % 10};
    run_all(have_sections, j, *(int *)arg / 10);
}

TEST(a_lock_counts_the_orders_of_sections)
{
    for (int n = 1; n < 6; n++)
        expect(sections, 10 * n + 1, factorial(n));
    expect(sections, 22, 6);
    expect(sections, 32, 90);
}

static void try_once(void *arg)
{
    job j = *(job *)arg;
    if (syn_lock_try(j.lock))
        syn_lock_release(j.lock);
}

static void tries(void *arg)
{
    job j = {.lock = syn_lock_new("lock")};
    run_all(try_once, j, *(int *)arg);
}

static void try_against_section(void *arg)
{
    (void)arg;
    job j = {.lock = syn_lock_new("lock"), .count = 1};
    syn_spawn_value("waits", have_sections, j);
    syn_spawn_value("tries", try_once, j);
}

/* Let f(n) be the sequences with the lock free and n threads left to try, g(n) with the
 * lock held: f(n) = n g(n-1), g(n) = f(n) + n g(n-1), f(0) = g(0) = 1. */
TEST(a_trial_gets_a_lock_or_not)
{
    expect(tries, 1, 1);
    expect(tries, 2, 4);
    expect(tries, 3, 24);
    expect(tries, 4, 192);
    expect(try_against_section, 0, 3);
}

static void use_two(void *arg)
{
    job j = *(job *)arg;
    syn_lock_take(j.number == 0 ? j.lock : j.other);
    syn_lock_take(j.number == 0 ? j.other : j.lock);
    syn_lock_release(j.lock);
    syn_lock_release(j.other);
}

static void crosswise(void *arg)
{
    (void)arg;
    job j = {.lock = syn_lock_new("a"), .other = syn_lock_new("b")};
    run_all(use_two, j, 2);
}

TEST(locks_taken_crosswise_can_block)
{
    for (size_t i = 0; i < COUNT_OF(all_models); i++)
        expect_under(all_models[i], crosswise, 0, 2, 1);
}

static void own_lock(void *arg)
{
    job j = *(job *)arg;
    j.lock = syn_lock_new("own");
    j.count = 1;
    run_all(have_sections, j, 2);
}

/* Objects of several makers do not know of each other. */
static void own_locks(void *arg)
{
    job j = {.count = 0};
    run_all(own_lock, j, *(int *)arg);
}

TEST(objects_stand_side_by_side)
{
    expect(own_locks, 1, 2);
    expect(own_locks, 3, 8);
}

/* Takes the lock from a message, and has mail before and after it. */
static void busy_section(void *arg)
{
    job j = *(job *)arg;
    syn_lock lock = syn_value(syn_lock, syn_recv_tag(HELLO));
    syn_tell(j.main, STEP);
    syn_lock_take(lock);
    for (int i = 2; i >= 0; i--)
        syn_recv_tag(STEP + (unsigned)i);
    syn_lock_release(lock);
    syn_tell(j.main, STEP);
}

static void among_other_messages(void *arg)
{
    int n = *(int *)arg;
    syn_thread threads[8];
    job j = {.main = syn_self()};
    spawn_all(busy_section, j, n, threads);
    syn_lock lock = syn_lock_new("lock");
    for (int i = 0; i < n; i++) {
        for (unsigned k = 0; k < 3; k++)
            syn_tell(threads[i], STEP + k);
        syn_send_value(threads[i], HELLO, lock);
    }
}

TEST(other_messages_do_not_mix_with_those_of_a_lock)
{
    expect(among_other_messages, 2, 2);
    expect(among_other_messages, 4, 24);
}

static void add_one(void *arg)
{
    job j = *(job *)arg;
    syn_lock_take(j.lock);
    syn_register_write(j.reg, syn_register_read(j.reg) + 1);
    syn_lock_release(j.lock);
}

static void times_ten(void *arg)
{
    job j = *(job *)arg;
    syn_lock_take(j.lock);
    syn_register_write(j.reg, syn_register_read(j.reg) * 10);
    syn_lock_release(j.lock);
}

/* The oracle's mutex race_condition. */
static void race_of_two(void *arg)
{
    (void)arg;
    job j = {.lock = syn_lock_new("lock"), .reg = syn_register_new("r", 1)};
    syn_thread a = syn_spawn_value("add", add_one, j);
    syn_thread b = syn_spawn_value("times", times_ten, j);
    syn_join(a);
    syn_join(b);
    int end = syn_register_read(j.reg);
    syn_assert(end == 20 || end == 11, "it is %d", end);
}

TEST(two_updates_under_a_lock_have_two_orders)
{
    expect(race_of_two, 0, 2);
}

static void watch_sections(void *state, const syn_observation *o)
{
    int *inside = state;
    *inside += o->tag == ENTER ? 1 : -1;
    syn_assert(*inside <= 1, "%d threads are inside", *inside);
}

static bool is_of_section(const syn_observation *o)
{
    return o->tag == ENTER || o->tag == LEAVE;
}

static void watched_section(void *arg)
{
    job j = *(job *)arg;
    if (j.lock.server != 0)
        syn_lock_take(j.lock);
    syn_tell(j.main, ENTER);
    syn_tell(j.main, LEAVE);
    if (j.lock.server != 0)
        syn_lock_release(j.lock);
}

/* N = 0: two without a lock. */
static void watched_sections(void *arg)
{
    const syn_monitoring m = {.name = "mutual exclusion",
                              .accepts = is_of_section,
                              .see = watch_sections,
                              .state_size = sizeof(int)};
    syn_monitor(&m);
    int n = *(int *)arg;
    job j = {.main = syn_self()};
    if (n > 0)
        j.lock = syn_lock_new("lock");
    run_all(watched_section, j, n > 0 ? n : 2);
}

TEST(a_monitor_sees_one_thread_inside)
{
    expect(watched_sections, 2, 2);
    expect(watched_sections, 3, 6);
    expect_violation(watched_sections, "2 threads are inside");
}

static void release_other(void *arg)
{
    syn_lock_release(*(syn_lock *)arg);
}

static void released_by_another(void *arg)
{
    (void)arg;
    syn_lock lock = syn_lock_new("lock");
    syn_lock_take(lock);
    syn_join(syn_spawn_value("other", release_other, lock));
}

static void released_by_nobody(void *arg)
{
    (void)arg;
    syn_lock_release(syn_lock_new("lock"));
}

static void taken_twice(void *arg)
{
    (void)arg;
    syn_lock lock = syn_lock_new("lock");
    syn_lock_take(lock);
    syn_lock_take(lock);
}

static void zero_lock(void *arg)
{
    (void)arg;
    syn_lock lock = {0};
    syn_lock_try(lock);
}

TEST(a_lock_knows_its_owner)
{
    expect_misuse(released_by_another, "a thread releases a lock that thread 0 holds");
    expect_misuse(released_by_nobody, "a thread releases a lock that no thread holds");
    expect_misuse(taken_twice, "a thread takes a lock that it holds already");
    expect_misuse(zero_lock, "the handle is zero: it was not initialised");
}

/* ---- Barriers and wait-groups ---- */

enum { MOST = 4 };

typedef struct meeting {
    syn_barrier barrier;
    syn_waitgroup group;
    syn_register step[MOST]; /* of each party: how often it came */
    uint32_t self, count;
} meeting;

/* What the next party did before the barrier is seen after it.  A register has one
 * writer and one reader, and they are never there at the same time. */
static void meet(void *arg)
{
    const meeting *m = arg;
    for (int round = 1; round <= 3; round++) {
        syn_register_write(m->step[m->self], round);
        syn_barrier_wait(m->barrier, m->self);
        int seen = syn_register_read(m->step[(m->self + 1) % m->count]);
        syn_assert(seen == round, "in round %d, another is in %d", round, seen);
        syn_barrier_wait(m->barrier, m->self);
    }
}

static meeting new_meeting(uint32_t count)
{
    meeting m = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        m.step[i] = syn_register_new("step", 0);
    return m;
}

static void meetings(void *arg)
{
    meeting m = new_meeting((uint32_t) * (int *)arg);
    m.barrier = syn_barrier_new("barrier", m.count);
    for (m.self = 0; m.self < m.count; m.self++)
        syn_spawn_value("party", meet, m);
}

TEST(a_barrier_adds_no_executions)
{
    for (int n = 1; n <= MOST; n++)
        expect(meetings, n, 1);
}

static void come(void *arg)
{
    const meeting *m = arg;
    syn_barrier_wait(m->barrier, m->self);
}

static void party_comes_twice(void *arg)
{
    (void)arg;
    meeting m = {.barrier = syn_barrier_new("barrier", 2)};
    syn_spawn_value("party", come, m);
    syn_spawn_value("party", come, m);
}

static void party_too_many(void *arg)
{
    (void)arg;
    syn_barrier_wait(syn_barrier_new("barrier", 2), 2);
}

static void barrier_for_nobody(void *arg)
{
    (void)arg;
    syn_barrier_new("barrier", 0);
}

static void zero_barrier(void *arg)
{
    (void)arg;
    syn_barrier b = {0};
    syn_barrier_wait(b, 0);
}

TEST(a_barrier_knows_its_parties)
{
    expect_misuse(party_comes_twice, "party 0 arrives twice at a barrier");
    expect_misuse(party_too_many, "party 2 is not in a barrier of 2 parties");
    expect_misuse(barrier_for_nobody, "a barrier of 0 parties");
    expect_misuse(zero_barrier, "the handle is zero: it was not initialised");
}

static void do_part(void *arg)
{
    const meeting *m = arg;
    syn_register_write(m->step[m->self], 1);
    syn_waitgroup_done(m->group, m->self);
}

/* Each of the threads that wait looks at another part, so that they do not race. */
static void wait_for_parts(void *arg)
{
    const meeting *m = arg;
    syn_waitgroup_wait(m->group);
    syn_waitgroup_wait(m->group);
    if (m->count > 0)
        syn_assert(syn_register_read(m->step[m->self]) == 1, "not done");
}

static void works(void *arg)
{
    uint32_t count = (uint32_t) * (int *)arg;
    meeting m = new_meeting(count);
    m.group = syn_waitgroup_new("group", count);
    for (m.self = 0; m.self < count; m.self++) {
        syn_spawn_value("waits", wait_for_parts, m);
        syn_spawn_value("works", do_part, m);
    }
    wait_for_parts(&(meeting){.group = m.group});
}

/* Parts are done in the wrong order, by one thread: nobody waits for another. */
static void backwards(void *arg)
{
    (void)arg;
    syn_waitgroup g = syn_waitgroup_new("group", 3);
    for (uint32_t i = 3; i-- > 0;)
        syn_waitgroup_done(g, i);
    syn_waitgroup_wait(g);
}

static void one_part_missing(void *arg)
{
    (void)arg;
    syn_waitgroup g = syn_waitgroup_new("group", 2);
    syn_waitgroup_done(g, 1);
    syn_waitgroup_wait(g);
}

TEST(a_wait_group_adds_no_executions)
{
    for (int n = 0; n <= MOST; n++)
        expect(works, n, 1);
    expect(backwards, 0, 1);
    expect_under(SYN_DEFAULT, one_part_missing, 0, 0, 1);
}

static void part_done_twice(void *arg)
{
    (void)arg;
    syn_waitgroup g = syn_waitgroup_new("group", 2);
    syn_waitgroup_done(g, 0);
    syn_waitgroup_done(g, 0);
}

static void part_done_again(void *arg)
{
    (void)arg;
    syn_waitgroup g = syn_waitgroup_new("group", 1);
    syn_waitgroup_done(g, 0);
    syn_waitgroup_wait(g);
    syn_waitgroup_done(g, 0);
}

static void part_too_many(void *arg)
{
    (void)arg;
    syn_waitgroup_done(syn_waitgroup_new("group", 1), 1);
}

static void zero_group(void *arg)
{
    (void)arg;
    syn_waitgroup g = {0};
    syn_waitgroup_wait(g);
}

TEST(a_part_is_done_once)
{
    expect_violation(part_done_twice, "part 0 of a wait-group is done twice, at ");
    expect_violation(part_done_again, "test_kit.c:");
    expect_misuse(part_too_many, "part 1 is not in a wait-group of 1 parts");
    expect_misuse(zero_group, "the handle is zero: it was not initialised");
}

/* ---- Timers ---- */

static void say_hello(void *arg)
{
    const job *j = arg;
    for (int i = 0; i < j->count; i++)
        syn_tell(j->main, HELLO);
}

/* Takes what comes first, and what comes then. */
static void timer_and_message(void *arg)
{
    (void)arg;
    job j = {.main = syn_self(), .count = 1};
    syn_spawn_value("sender", say_hello, j);
    syn_timer t = syn_timer_start("timer", TICK);
    syn_msg first = syn_recv();
    syn_msg then = syn_recv();
    syn_assert(first.tag + then.tag == HELLO + TICK, "the same twice");
    syn_assert((first.tag == TICK ? first : then).from == t.server, "sender");
}

/* Takes what comes first, and has no timer any more. */
static void timer_or_message(void *arg)
{
    (void)arg;
    job j = {.main = syn_self(), .count = 1};
    syn_spawn_value("sender", say_hello, j);
    syn_timer t = syn_timer_start("timer", TICK);
    bool has_fired = syn_recv().tag == TICK;
    syn_assert(syn_timer_cancel(t) == !has_fired, "cancel does not know");
    syn_msg m;
    const uint32_t tick[] = {TICK};
    syn_assert(!syn_try_receive((&(syn_filter){.tags = tick, .tag_count = 1}), &m),
               "it fired after that");
}

/* Until the timer fires. */
static void messages_until_timer(void *arg)
{
    job j = {.main = syn_self(), .count = *(int *)arg};
    syn_spawn_value("sender", say_hello, j);
    syn_timer_start("timer", TICK);
    while (syn_recv().tag != TICK)
        continue;
}

static void first_of_timers(void *arg)
{
    int n = *(int *)arg;
    syn_timer t[8];
    for (int i = 0; i < n; i++)
        t[i] = syn_timer_start("timer", TICK);
    syn_msg m = syn_recv_tag(TICK);
    for (int i = 0; i < n; i++)
        syn_assert(syn_timer_cancel(t[i]) == (m.from != t[i].server), "cancelled");
}

TEST(a_timer_fires_at_any_time)
{
    expect(timer_and_message, 0, 2);
    expect(timer_or_message, 0, 2);
    for (int n = 1; n < 5; n++)
        expect(first_of_timers, n, (uint64_t)n);
    expect_under(SYN_P2P, messages_until_timer, 3, 4, 0);
    expect_under(SYN_CAUSAL, messages_until_timer, 3, 4, 0);
    expect_under(SYN_MBOX, messages_until_timer, 3, 4, 0);
    /* Messages come in any order, too: 1 + 3 + 3 2 + 3 2 1. */
    expect_under(SYN_BAG, messages_until_timer, 3, 16, 0);
}

static void cancelled_twice(void *arg)
{
    (void)arg;
    syn_timer t = syn_timer_start("timer", TICK);
    syn_timer_cancel(t);
    syn_timer_cancel(t);
}

static void cancel_it(void *arg)
{
    syn_timer_cancel(*(syn_timer *)arg);
}

static void cancelled_by_another(void *arg)
{
    (void)arg;
    syn_timer t = syn_timer_start("timer", TICK);
    syn_join(syn_spawn_value("other", cancel_it, t));
}

static void zero_timer(void *arg)
{
    (void)arg;
    syn_timer t = {0};
    syn_timer_cancel(t);
}

static void reserved_tag(void *arg)
{
    (void)arg;
    syn_timer_start("timer", SYN_RESERVED + 1);
}

TEST(a_timer_is_cancelled_once_and_by_its_owner)
{
    expect_misuse(cancelled_twice, "a timer is cancelled twice");
    expect_misuse(cancelled_by_another,
                  "a thread cancels a timer that thread 0 started");
    expect_misuse(zero_timer, "the handle is zero: it was not initialised");
    expect_misuse(reserved_tag, "the tag 0x7fff0001 is reserved");
}

/* ---- Crashes ---- */

static void receive_steps(void *arg)
{
    const job *j = arg;
    for (int i = 0; i < j->count; i++)
        syn_recv_tag(STEP + (unsigned)i);
}

static syn_thread spawn_mortal(int receives)
{
    job j = {.count = receives};
    const syn_spawning s = {.name = "mortal",
                            .run = receive_steps,
                            .arg = &j,
                            .arg_size = sizeof j,
                            .may_crash = true};
    return syn_spawn_with(&s);
}

/* Threads, the messages each receives, and the budget: a digit each. */
static void mortals(void *arg)
{
    int n = *(int *)arg, threads = n / 100, steps = n / 10 % 10, budget = n % 10;
    syn_thread t[8];
    for (int i = 0; i < threads; i++) {
        t[i] = spawn_mortal(steps);
        for (int k = 0; k < steps; k++)
            syn_tell(t[i], STEP + (unsigned)k);
    }
    syn_crasher(t, (size_t)threads, (size_t)budget);
}

/* A victim with K receives crashes at one of them or ends: K + 1.  So N threads and a
 * budget of B give the sum over all V up to B of (N over V) (K + 1)^V. */
TEST(crashes_keep_to_their_budget)
{
    expect(mortals, 110, 1);
    expect(mortals, 111, 3);
    expect(mortals, 131, 5);
    expect(mortals, 211, 5);
    expect(mortals, 212, 9);
    expect(mortals, 213, 9);
    expect(mortals, 311, 7);
    expect(mortals, 312, 19);
    expect(mortals, 313, 27);
    expect(mortals, 322, 1 + 3 * 3 + 3 * 9);
}

static void mortal_without_mail(void *arg)
{
    (void)arg;
    syn_thread t = spawn_mortal(1);
    syn_crasher(&t, 1, 1);
    syn_join(t);
}

static void poll_once(void *arg)
{
    (void)arg;
    syn_msg m;
    syn_poll(&m);
}

static void mortal_that_polls(void *arg)
{
    (void)arg;
    const syn_spawning s = {.name = "mortal", .run = poll_once, .may_crash = true};
    syn_thread t = syn_spawn_with(&s);
    syn_crasher(&t, 1, 1);
}

TEST(a_thread_crashes_where_it_waits_or_looks_for_messages)
{
    for (size_t i = 0; i < COUNT_OF(all_models); i++)
        expect_under(all_models[i], mortal_without_mail, 0, 1, 1);
    expect(mortal_that_polls, 0, 3); /* not chosen; chosen: nothing, or the crash */
}

static void mortal_section(void *arg)
{
    job j = *(job *)arg;
    syn_lock_take(j.lock);
    syn_lock_release(j.lock);
}

/* Who crashes with the lock keeps it: the second thread waits for ever. */
static void crash_with_lock(void *arg)
{
    (void)arg;
    job j = {.lock = syn_lock_new("lock"), .count = 1};
    const syn_spawning s = {.name = "mortal",
                            .run = mortal_section,
                            .arg = &j,
                            .arg_size = sizeof j,
                            .may_crash = true};
    syn_thread t = syn_spawn_with(&s);
    syn_crasher(&t, 1, 1);
    syn_join(t);
    syn_lock_take(j.lock);
}

/* Not chosen: 1.  Chosen, it ends before it comes to that: 1.  It crashes before it
 * asks for the lock: 1.  When it waits for the lock: its request is heard before ours
 * and we wait for ever, or after it, 1.  With the lock: we wait for ever.  When its
 * release is under way: 1. */
TEST(a_lock_of_a_crashed_thread_stays_taken)
{
    for (size_t i = 0; i < COUNT_OF(all_models); i++)
        expect_under(all_models[i], crash_with_lock, 0, 5, 2);
}

/* How messages are shown is known for good, once somebody has told. */
static int describe_all(void **state)
{
    (void)state;
    syn_verdict_free(check(released_by_nobody, 0, SYN_DEFAULT));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(oneshots_add_no_executions),
        LEAK_FREE(a_oneshot_is_there_or_not_yet),
        LEAK_FREE(a_oneshot_is_for_one_message),
        LEAK_FREE(a_register_counts_the_orders_of_its_operations),
        LEAK_FREE(compare_and_swap_and_addition_are_atomic),
        LEAK_FREE(an_update_is_lost_without_the_lock),
        LEAK_FREE(a_lock_counts_the_orders_of_sections),
        LEAK_FREE(a_trial_gets_a_lock_or_not),
        LEAK_FREE(locks_taken_crosswise_can_block),
        LEAK_FREE(objects_stand_side_by_side),
        LEAK_FREE(other_messages_do_not_mix_with_those_of_a_lock),
        LEAK_FREE(two_updates_under_a_lock_have_two_orders),
        LEAK_FREE(a_monitor_sees_one_thread_inside),
        LEAK_FREE(a_lock_knows_its_owner),
        LEAK_FREE(a_barrier_adds_no_executions),
        LEAK_FREE(a_barrier_knows_its_parties),
        LEAK_FREE(a_wait_group_adds_no_executions),
        LEAK_FREE(a_part_is_done_once),
        LEAK_FREE(a_timer_fires_at_any_time),
        LEAK_FREE(a_timer_is_cancelled_once_and_by_its_owner),
        LEAK_FREE(crashes_keep_to_their_budget),
        LEAK_FREE(a_thread_crashes_where_it_waits_or_looks_for_messages),
        LEAK_FREE(a_lock_of_a_crashed_thread_stays_taken),
    };
    return cmocka_run_group_tests(tests, describe_all, NULL);
}
