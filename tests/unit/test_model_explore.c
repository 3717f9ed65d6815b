/* C models and the DPOR engine together. */
#include "api/model/model.h"

#include "unit.h"

#include <string.h>

enum { N = 5, TOLD = 1, VOTE = 2, OUTCOME = 3 };

/* N senders and N receives: N! */
static void sender(void *arg)
{
    (void)arg;
    syn_send_int(0, TOLD, (int)syn_self());
}

static void senders(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++)
        syn_spawn("sender", sender, NULL);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += syn_int(syn_recv());
    syn_assert(sum == N * (N + 1) / 2, "the sum is %d", sum);
}

/* Two-phase commit, a vote for each of the N: 2^N * N! */
static void participant(void *arg)
{
    syn_thread coordinator = *(syn_thread *)arg;
    syn_recv_tag(TOLD);
    bool vote = syn_flip();
    syn_send_int(coordinator, VOTE, vote);
    int outcome = syn_int(syn_recv_tag(OUTCOME));
    syn_assert(vote || !outcome, "commits what it rejected");
}

static void commit(void *arg)
{
    (void)arg;
    syn_thread me = syn_self();
    syn_thread all[N];
    for (int i = 0; i < N; i++)
        all[i] = syn_spawn("participant", participant, &me);
    syn_broadcast(all, N, TOLD, NULL, 0);
    int outcome = 1;
    for (int i = 0; i < N; i++)
        outcome &= syn_int(syn_recv_tag(VOTE));
    syn_broadcast(all, N, OUTCOME, &outcome, sizeof outcome);
}

/* A spawner that chooses what it gives to each child, in its own variables: each of the
 * 3^3 choices is one execution, and the children must see the right one. */
static void child(void *arg)
{
    syn_send_int(0, TOLD, *(int *)arg);
}

static void gives(void *arg)
{
    (void)arg;
    int given[3];
    for (int i = 0; i < 3; i++) {
        given[i] = (int)syn_nondet(3);
        syn_thread t = syn_spawn("child", child, &given[i]);
        int got = syn_int(syn_recv_from(t));
        syn_assert(got == given[i], "got %d instead of %d", got, given[i]);
    }
}

/* Children of children, begun by messages: 4 leaves tell the first thread, 4! */
static void leaf(void *arg)
{
    (void)arg;
    syn_send_int(0, TOLD, (int)syn_self());
}

static void branch(void *arg)
{
    (void)arg;
    syn_recv();
    syn_thread a = syn_spawn("leaf", leaf, NULL);
    syn_thread b = syn_spawn("leaf", leaf, NULL);
    syn_join(a);
    syn_join(b);
}

static void family(void *arg)
{
    (void)arg;
    syn_thread a = syn_spawn("branch", branch, NULL);
    syn_thread b = syn_spawn("branch", branch, NULL);
    syn_tell(a, TOLD);
    syn_tell(b, TOLD);
    for (int i = 0; i < 4; i++)
        syn_recv();
}

/* Two senders, and a monitor that sees their sends in either order: 2 for the receiver,
 * which takes one message, times 2. */
static void see(void *state, const syn_observation *o)
{
    int *count = state;
    syn_assert(o->tag == TOLD, "tag %u", o->tag);
    (*count)++;
}

static void saw_two(void *state)
{
    syn_assert(*(int *)state == 2, "saw %d", *(int *)state);
}

static void observed(void *arg)
{
    (void)arg;
    syn_monitor(
        (&(syn_monitoring){.see = see, .at_end = saw_two, .state_size = sizeof(int)}));
    syn_spawn("sender", sender, NULL);
    syn_spawn("sender", sender, NULL);
    syn_recv();
}

typedef struct exploration {
    model *m;
    uint64_t ends;
} exploration;

static stop_reason trouble(void *context, const char **detail)
{
    *detail = model_disorder(((exploration *)context)->m);
    return *detail != NULL ? STOP_NOT_DETERMINISTIC : STOP_NONE;
}

static bool at_end(void *context, const dpor_execution *e, bool is_blocked)
{
    exploration *x = context;
    if (x->ends++ % 10 == 0)
        model_verify(x->m, e);
    return !is_blocked && model_wants_end(x->m) && !model_at_end(x->m, e);
}

static void explore(void (*run)(void *arg), const dpor_options *given, size_t nodes,
                    uint64_t executions)
{
    syn_test test = {"first", run, NULL};
    model_options mo = {.network = DPOR_P2P, .most_nodes = nodes, .step_seconds = 10};
    exploration x = {.m = model_new(&test, &mo)};
    dpor_options o = *given;
    o.trouble = trouble;
    o.at_end = at_end;
    o.context = &x;
    dpor_result r;
    dpor_run_program(model_program(x.m), &o, &r);
    if (r.end != DPOR_DONE)
        print_error("%s\n", r.detail != NULL        ? r.detail
                            : r.end == DPOR_STOPPED ? "it was stopped"
                            : r.fault == DPOR_FAIL  ? model_failure(x.m, r.local).text
                                                    : model_end_failure(x.m).text);
    assert_int_equal(r.end, DPOR_DONE);
    assert_int_equal(r.stats.executions, executions);
    assert_int_equal(r.stats.blocked, 0);
    dpor_result_free(&r);
    model_free(x.m);
}

/* By all schedules, with a tree that is full all the time, and with two processes. */
static void explore_all_ways(void (*run)(void *arg), uint64_t executions)
{
    dpor_options plain = {0};
    explore(run, &plain, 0, executions);
    explore(run, &plain, 10, executions);
    dpor_options first = {.schedule = DPOR_LEFT_TO_RIGHT};
    explore(run, &first, 30, executions);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        dpor_options random = {.schedule = DPOR_RANDOM, .seed = seed};
        explore(run, &random, seed * 10, executions);
    }
    dpor_options two = {.jobs = 2, .jobs_after = 1e-9};
    explore(run, &two, 0, executions);
}

TEST(senders_and_receives_give_n_factorial)
{
    explore_all_ways(senders, 120);
}

TEST(two_phase_commit_gives_votes_times_orders)
{
    explore_all_ways(commit, 3840);
}

TEST(variables_of_a_spawner_are_right_for_its_children)
{
    explore_all_ways(gives, 27);
}

TEST(threads_may_be_spawned_anywhere)
{
    explore_all_ways(family, 24);
}

TEST(a_monitor_sees_every_order)
{
    explore_all_ways(observed, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(senders_and_receives_give_n_factorial),
        LEAK_FREE(two_phase_commit_gives_votes_times_orders),
        LEAK_FREE(variables_of_a_spawner_are_right_for_its_children),
        LEAK_FREE(threads_may_be_spawned_anywhere),
        LEAK_FREE(a_monitor_sees_every_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
