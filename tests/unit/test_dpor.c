/* The DPOR engine around its search: limits, verdicts, samples, estimates, processes.
 * The cross tests check that it visits the right graphs; the numbers here are closed
 * forms. */
#include "adapter.h"
#include "engine/dpor/dpor.h"
#include "unit.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* N threads send to thread 0, which receives all: N! executions. */
#define FIVE "r r r r r|s0:1|s0:2|s0:3|s0:4|s0:5"
#define NINE "r r r r r r r r r|s0:1|s0:2|s0:3|s0:4|s0:5|s0:6|s0:7|s0:8|s0:9"
enum { FACTORIAL_5 = 120, FACTORIAL_9 = 362880 };

/* So many executions, 9! * 9^4, that they take minutes on any machine. */
#define LONG NINE "|c9 c9 c9 c9"

typedef struct fixture {
    mpl_program program;
    adapter adapter;
    dpor_result result;
    unsigned ends;
    unsigned fail_at;
    volatile sig_atomic_t stop;
    pid_t process;
} fixture;

static void explore(fixture *f, const char *text, dpor_options o)
{
    mpl_error e;
    memset(f, 0, sizeof *f);
    assert_true(mpl_parse(&f->program, text, &e));
    adapter_init(&f->adapter, &f->program, 0);
    dpor_program p = adapter_program(&f->adapter);
    if (o.context == NULL)
        o.context = f;
    dpor_run_program(&p, &o, &f->result);
}

static void end(fixture *f)
{
    assert_null(adapter_misuse(&f->adapter));
    dpor_result_free(&f->result);
    adapter_free(&f->adapter);
    mpl_free(&f->program);
}

static void assert_counts(const fixture *f, uint64_t executions, uint64_t blocked)
{
    assert_int_equal(f->result.end, DPOR_DONE);
    assert_int_equal(f->result.stats.executions, executions);
    assert_int_equal(f->result.stats.blocked, blocked);
}

static void assert_stopped(const fixture *f, stop_reason why)
{
    assert_int_equal(f->result.end, DPOR_STOPPED);
    assert_int_equal(f->result.stop, why);
}

/* ---- Violations ---- */

TEST(a_failure_is_told_with_its_execution)
{
    fixture f;
    explore(&f, "r e=2|s0:1|s0:2", (dpor_options){0});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_FAIL);
    assert_int_equal(f.result.thread, 0);
    /* two spawns, at least the send that is read, and the receive behind it */
    const dpor_execution *x = &f.result.execution;
    const dpor_event *last = vec_last(x);
    assert_int_equal(last->thread, 0);
    assert_true(last->source < x->len - 1);
    assert_int_equal(x->data[last->source].thread, 2);
    end(&f);
}

TEST(keeps_going_past_failures)
{
    fixture f;
    explore(&f, "r e=2|s0:1|s0:2", (dpor_options){.keep_going = true});
    assert_counts(&f, 1, 1);
    assert_int_equal(f.result.stats.errors, 1);
    end(&f);
}

TEST(a_deadlock_is_one_if_asked)
{
    fixture f;
    explore(&f, "r r|s0:1", (dpor_options){0});
    assert_counts(&f, 0, 1);
    end(&f);
    explore(&f, "r r|s0:1", (dpor_options){.deadlock_is_violation = true});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_DEADLOCK);
    assert_int_equal(f.result.thread, 0);
    end(&f);
}

/* A daemon may wait for messages; who waits because of an assumption is not deadlocked.
 */
TEST(daemons_and_assumptions_are_no_deadlock)
{
    fixture f;
    explore(&f, "s1:1|D r r", (dpor_options){.deadlock_is_violation = true});
    assert_counts(&f, 1, 0);
    end(&f);
    explore(&f, "r|a=1 s0:1", (dpor_options){.deadlock_is_violation = true});
    assert_counts(&f, 0, 1);
    end(&f);
}

TEST(unread_messages_are_a_violation_if_asked)
{
    fixture f;
    explore(&f, "r|s0:1 s0:2", (dpor_options){.unread_is_violation = true});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_UNREAD);
    assert_int_equal(f.result.thread, 0);
    end(&f);
    explore(&f, "r r|s0:1 s0:2", (dpor_options){.unread_is_violation = true});
    assert_counts(&f, 1, 0);
    end(&f);
}

static bool fail_once(void *context, const dpor_execution *e, bool is_blocked)
{
    fixture *f = context;
    assert_false(is_blocked);
    assert_int_equal(e->len, 15); /* of FIVE: spawns, sends, receives */
    return ++f->ends == f->fail_at;
}

TEST(the_end_of_every_execution_is_seen)
{
    fixture f, other = {.fail_at = 7};
    explore(&f, FIVE, (dpor_options){.at_end = fail_once});
    assert_counts(&f, FACTORIAL_5, 0);
    assert_int_equal(f.ends, FACTORIAL_5);
    end(&f);
    explore(&f, FIVE, (dpor_options){.at_end = fail_once, .context = &other});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_AT_END);
    assert_int_equal(f.result.stats.executions, 7);
    assert_int_equal(f.result.execution.len, 15);
    end(&f);
}

TEST(keeps_going_past_wrong_ends)
{
    fixture f, wrong = {.fail_at = 7};
    dpor_options o = {.deadlock_is_violation = true, .keep_going_at_end = true};
    explore(&f, "r{1,2} r{2}|s0:1|s0:2", o);
    assert_counts(&f, 1, 1);
    assert_int_equal(f.result.stats.errors, 1);
    end(&f);
    o.unread_is_violation = true; /* the two of which are one execution */
    explore(&f, "r{1,2} r{2}|s0:1|s0:2 s1:1", o);
    assert_counts(&f, 1, 1);
    assert_int_equal(f.result.stats.errors, 2);
    end(&f);
    o.at_end = fail_once;
    o.context = &wrong;
    explore(&f, FIVE, o);
    assert_counts(&f, FACTORIAL_5, 0);
    assert_int_equal(f.result.stats.errors, 1);
    end(&f);
}

/* ---- Budgets ---- */

/* The program as before, except that its choices are faults. */
static dpor_program without_faults;

static const op *look_at_fault(void *context, local_id local)
{
    static op o;
    o = *without_faults.look(context, local);
    o.budget = o.kind == OP_CHOOSE ? DPOR_CRASHES : DPOR_FREE;
    return &o;
}

static void assert_within(const char *text, uint32_t budget, uint64_t executions)
{
    static const dpor_schedule orders[] = {DPOR_SENDS_FIRST, DPOR_LEFT_TO_RIGHT,
                                           DPOR_RANDOM};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        fixture f;
        mpl_error e;
        dpor_options o = {
            .schedule = orders[i], .seed = budget, .jobs = i == 0 ? 2 : 1};
        o.budgets[DPOR_CRASHES] = budget;
        o.jobs_after = 1e-9;
        memset(&f, 0, sizeof f);
        assert_true(mpl_parse(&f.program, text, &e));
        adapter_init(&f.adapter, &f.program, 0);
        without_faults = adapter_program(&f.adapter);
        dpor_program p = without_faults;
        p.look = look_at_fault;
        dpor_run_program(&p, &o, &f.result);
        assert_counts(&f, executions, 0);
        end(&f);
    }
}

/* Of N choices, those in which at most so many are not 0. */
TEST(choices_take_from_a_budget)
{
    assert_within("c2|c2|c2", 0, 1);
    assert_within("c2|c2|c2", 1, 1 + 3);
    assert_within("c2|c2|c2", 2, 1 + 3 + 3);
    assert_within("c2|c2|c2", 3, 1 + 3 + 3 + 1);
    assert_within("c3 c3|c3", 1, 1 + 3 * 2);
}

/* The same, times the orders of what thread 0 receives: revisits delete choices, and
 * what these took can be taken again. */
TEST(revisits_give_back_to_a_budget)
{
    assert_within("r r|c2 s0:$|c2 s0:$", 1, (1 + 2) * 2);
    assert_within("r r r|c2 s0:$|c2 s0:$|c2 s0:$", 1, (1 + 3) * 6);
    assert_within("r r r|c2 s0:$|c2 s0:$|c2 s0:$", 2, (1 + 3 + 3) * 6);
    /* a choice that comes after what was received, and is read in turn */
    assert_within("r c2 s1:$ r c2 s1:$|s0:7 r r|s0:8", 1, (1 + 2) * 2);
}

/* ---- Limits ---- */

TEST(stops_after_so_many_executions)
{
    fixture f;
    explore(&f, FIVE, (dpor_options){.max_executions = 50});
    assert_stopped(&f, STOP_EXECUTIONS);
    assert_int_equal(f.result.stats.executions, 50);
    end(&f);
    explore(&f, "r|s0:1", (dpor_options){.max_executions = 1}); /* and that was all */
    assert_counts(&f, 1, 0);
    end(&f);
}

TEST(a_thread_is_stopped_or_cut_at_the_bound)
{
    fixture f;
    explore(&f, "s1:1 s1:2 s1:3|r", (dpor_options){.max_events = 3});
    assert_stopped(&f, STOP_NO_END); /* a spawn and two sends */
    end(&f);
    explore(&f, "s1:1 s1:2 s1:3|r", (dpor_options){.max_events = 3, .cuts = true});
    assert_counts(&f, 0, 1);
    assert_int_equal(f.result.stats.cut, 1);
    end(&f);
    explore(&f, "s1:1 s1:2 s1:3|r", (dpor_options){.max_events = 4});
    assert_counts(&f, 1, 0);
    end(&f);
}

TEST(stops_in_time)
{
    fixture f;
    explore(&f, LONG, (dpor_options){.max_seconds = 0.05});
    assert_stopped(&f, STOP_TIME);
    assert_true(f.result.stats.executions > 0);
    end(&f);
}

static bool interrupt(void *context, const dpor_execution *e, bool is_blocked)
{
    (void)e;
    (void)is_blocked;
    *(volatile sig_atomic_t *)context = 1;
    return false;
}

TEST(stops_when_interrupted)
{
    fixture f;
    volatile sig_atomic_t stop = 0;
    explore(
        &f, NINE,
        (dpor_options){.stop = &stop, .at_end = interrupt, .context = (void *)&stop});
    assert_stopped(&f, STOP_INTERRUPTED);
    end(&f);
}

static stop_reason say_trouble(void *context, const char **detail)
{
    const fixture *f = context;
    *detail = f->ends == 3 ? "that was not to be" : NULL;
    return f->ends == 3 ? STOP_NOT_DETERMINISTIC : STOP_NONE;
}

TEST(stops_when_the_program_is_in_trouble)
{
    fixture f;
    explore(&f, FIVE, (dpor_options){.at_end = fail_once, .trouble = say_trouble});
    assert_stopped(&f, STOP_NOT_DETERMINISTIC);
    assert_string_equal(f.result.detail, "that was not to be");
    assert_true(f.result.is_trouble);
    assert_int_equal(f.result.stats.executions, 3);
    end(&f);
}

/* ---- Samples and estimates ---- */

/* That is enough. */
static void remember(void *context, const dpor_stats *stats)
{
    fixture *f = context;
    f->result.stats.estimate = stats->estimate;
    f->stop = 1;
}

/* In a tree that is the same in all its branches, every walk tells the exact number. */
TEST(estimates_are_exact_in_even_trees)
{
    fixture f, seen = {0};
    explore(&f, FIVE, (dpor_options){.sample = true, .samples = 10});
    assert_counts(&f, 10, 0);
    assert_true(fabs(f.result.stats.estimate - FACTORIAL_5) < 1e-9);
    end(&f);
    explore(&f, NINE "|c9 c9 c9",
            (dpor_options){.progress = remember, .stop = &seen.stop, .context = &seen});
    assert_stopped(&f, STOP_INTERRUPTED);
    assert_true(fabs(seen.result.stats.estimate - 729.0 * FACTORIAL_9) < 1e-3);
    end(&f);
}

TEST(samples_find_violations)
{
    fixture f;
    explore(&f, "r e=2|s0:1|s0:2",
            (dpor_options){.sample = true, .samples = 1000, .seed = 1});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_FAIL);
    end(&f);
}

/* ---- Several processes ---- */

static const dpor_schedule schedules[] = {DPOR_SENDS_FIRST, DPOR_LEFT_TO_RIGHT,
                                          DPOR_RANDOM};

TEST(processes_explore_the_same)
{
    fixture f;
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        explore(
            &f, "s0:0 r|r r r r r r r s0:9|s1:1|s1:2|s1:3|s1:4|s1:5|s1:6|s1:7",
            (dpor_options){.schedule = schedules[i], .jobs = 3, .jobs_after = 1e-6});
        assert_counts(&f, 2 * 5040, 0);
        end(&f);
    }
}

/* Losses, polls and choices are handed over, too; the numbers are those of one process.
 */
TEST(processes_hand_over_losses_polls_and_choices)
{
    static const char text[] =
        "l1:1 l1:2 s1:3 c3|n n r ?=3(s2:1):(s2:2)|r n|s2:7 c2 s1:4";
    fixture one, many;
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        dpor_options o = {.schedule = schedules[i], .lose = 1};
        explore(&one, text, o);
        o.jobs = 4;
        o.jobs_after = 1e-6;
        explore(&many, text, o);
        assert_counts(&many, one.result.stats.executions, one.result.stats.blocked);
        end(&one);
        end(&many);
    }
}

/* Whoever finds it, the verdict is told in the terms of the process that was asked. */
TEST(processes_find_violations)
{
    fixture f;
    explore(&f, "r ?=1(r ?=4(r e=5))|s0:5|s0:4|s0:3|s0:2|s0:1 c9 c9 c9",
            (dpor_options){.jobs = 3, .jobs_after = 1e-6});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.fault, DPOR_FAIL);
    assert_int_equal(f.result.thread, 0);
    dpor_program p = adapter_program(&f.adapter);
    assert_int_equal(p.look(p.context, f.result.local)->kind, OP_FAIL);
    size_t receives = 0;
    vec_each (x, &f.result.execution)
        receives += x->thread == 0 && x->source != SIZE_MAX;
    assert_int_equal(receives, 3);
    end(&f);
}

TEST(processes_keep_to_limits)
{
    fixture f;
    dpor_options o = {.jobs = 3, .jobs_after = 1e-6, .max_executions = 5000};
    explore(&f, NINE, o);
    assert_stopped(&f, STOP_EXECUTIONS);
    assert_in_range(f.result.stats.executions, 5000, FACTORIAL_9 - 1);
    end(&f);
    o.max_executions = 0;
    o.max_seconds = 0.01;
    explore(&f, LONG, o);
    assert_stopped(&f, STOP_TIME);
    end(&f);
}

static bool is_other(const fixture *f)
{
    return getpid() != f->process;
}

static bool die(void *context, const dpor_execution *e, bool is_blocked)
{
    (void)e, (void)is_blocked;
    return is_other(context) && raise(SIGKILL) == 0;
}

static bool leave_early(void *context, const dpor_execution *e, bool is_blocked)
{
    (void)e, (void)is_blocked;
    if (is_other(context))
        _exit(0);
    return false;
}

static bool fail_in_other(void *context, const dpor_execution *e, bool is_blocked)
{
    (void)e, (void)is_blocked;
    return is_other(context);
}

static stop_reason trouble_in_other(void *context, const char **detail)
{
    *detail = is_other(context) ? "it is another process" : NULL;
    return *detail != NULL ? STOP_NOT_DETERMINISTIC : STOP_NONE;
}

/* The one that is left does not first explore all that it has. */
TEST(a_process_that_dies_ends_it)
{
    fixture f, at = {.process = getpid()};
    dpor_options o = {.jobs = 3, .jobs_after = 1e-6, .context = &at, .at_end = die};
    explore(&f, LONG, o);
    assert_stopped(&f, STOP_WORKER_DIED);
    end(&f);
    o.at_end = leave_early;
    explore(&f, LONG, o);
    assert_stopped(&f, STOP_WORKER_DIED);
    end(&f);
}

TEST(what_only_another_process_has_found_is_no_violation)
{
    fixture f, at = {.process = getpid()};
    dpor_options o = {.jobs = 3, .jobs_after = 1e-6, .context = &at};
    o.at_end = fail_in_other;
    explore(&f, LONG, o);
    assert_stopped(&f, STOP_LOST_FINDING);
    end(&f);
    o.trouble = trouble_in_other; /* then that is why */
    explore(&f, LONG, o);
    assert_stopped(&f, STOP_NOT_DETERMINISTIC);
    assert_string_equal(f.result.detail, "it is another process");
    assert_true(f.result.is_trouble);
    end(&f);
}

/* ---- Eager ---- */

/* All N! orders of what is sent, though one message is read. */
TEST(eager_orders_all_messages)
{
    fixture f;
    explore(&f, "r|s0:1|s0:2|s0:3|s0:4|s0:5", (dpor_options){.eager = true});
    assert_counts(&f, FACTORIAL_5, 0);
    end(&f);
}

/* Somebody else's message is in the way: p2p would let r read 0 before 1. */
TEST(eager_proves_nothing_of_selective_receives)
{
    fixture f;
    for (unsigned jobs = 1; jobs < 4; jobs += 2) {
        explore(&f, "r{5} r{4}|s0:1|s0:2|s0:3|s0:4|s0:5",
                (dpor_options){.eager = true, .jobs = jobs, .jobs_after = 1e-6});
        assert_stopped(&f, STOP_EAGER);
        assert_int_equal(f.result.stats.executions, FACTORIAL_5);
        end(&f);
    }
}

/* What a carrier has handed on happened before what it hands on next. */
TEST(eager_proves_nothing_of_strong_models)
{
    static const char *const texts[] = {"r r|s0:1|s0:2@cd", "r r|s0:1@mbox|s0:2"};
    fixture f;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        explore(&f, texts[i], (dpor_options){.eager = true});
        assert_stopped(&f, STOP_EAGER);
        end(&f);
    }
}

TEST(eager_violations_have_no_carriers)
{
    fixture f;
    explore(&f, "r r e=1|s0:1|s0:2", (dpor_options){.eager = true});
    assert_int_equal(f.result.end, DPOR_VIOLATED);
    assert_int_equal(f.result.thread, 0);
    const dpor_execution *x = &f.result.execution;
    assert_int_equal(x->len, 6); /* spawns, sends, receives: no carriers */
    const dpor_event *last = vec_last(x);
    assert_int_equal(x->data[last->source].thread, 1);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_failure_is_told_with_its_execution),
        LEAK_FREE(keeps_going_past_failures),
        LEAK_FREE(keeps_going_past_wrong_ends),
        LEAK_FREE(choices_take_from_a_budget),
        LEAK_FREE(revisits_give_back_to_a_budget),
        LEAK_FREE(a_deadlock_is_one_if_asked),
        LEAK_FREE(daemons_and_assumptions_are_no_deadlock),
        LEAK_FREE(unread_messages_are_a_violation_if_asked),
        LEAK_FREE(the_end_of_every_execution_is_seen),
        LEAK_FREE(stops_after_so_many_executions),
        LEAK_FREE(a_thread_is_stopped_or_cut_at_the_bound),
        LEAK_FREE(stops_in_time),
        LEAK_FREE(stops_when_interrupted),
        LEAK_FREE(stops_when_the_program_is_in_trouble),
        LEAK_FREE(estimates_are_exact_in_even_trees),
        LEAK_FREE(samples_find_violations),
        LEAK_FREE(processes_explore_the_same),
        LEAK_FREE(processes_hand_over_losses_polls_and_choices),
        LEAK_FREE(processes_find_violations),
        LEAK_FREE(processes_keep_to_limits),
        LEAK_FREE(a_process_that_dies_ends_it),
        LEAK_FREE(what_only_another_process_has_found_is_no_violation),
        LEAK_FREE(eager_orders_all_messages),
        LEAK_FREE(eager_proves_nothing_of_selective_receives),
        LEAK_FREE(eager_proves_nothing_of_strong_models),
        LEAK_FREE(eager_violations_have_no_carriers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
