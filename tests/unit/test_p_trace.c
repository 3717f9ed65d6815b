/* Executions of P programs with faults: each deadlock is a run of P, or has no order.
 */
#include "engine/dpor/p_trace.h"

#include "model_fixture.h"

/* Main waits for an answer that is missing if a machine crashes or a message is lost.
 */
#define ASKS                                                                 \
    "event ask: machine; event done;\n"                                      \
    "machine Main { start state S { entry {\n"                               \
    "  var w: machine; w = new W(); send w, ask, this; send w, ask, this;\n" \
    "  receive { case done: { } } receive { case done: { } } }\n"            \
    "  ignore done; } }\n"                                                   \
    "machine W { start state S { on ask do (m: machine) { send m, done; } } }\n"
/* W takes the second message with the first one: nobody can crash in between. */
#define DEFERS                                                        \
    "event ask: machine; event go; event done;\n"                     \
    "machine Main { start state S { entry {\n"                        \
    "  var w: machine; w = new W(); send w, ask, this; send w, go;\n" \
    "  receive { case done: { } } } ignore done; } }\n"               \
    "machine W { start state S { defer ask; on go goto T; }\n"        \
    "  state T { on ask do (m: machine) { send m, done; } ignore go; } }\n"
/* W halts at a message and answers nothing. */
#define HALTS                                             \
    "event ask: machine; event done;\n"                   \
    "machine Main { start state S { entry {\n"            \
    "  var w: machine; w = new W(); send w, ask, this;\n" \
    "  receive { case done: { } } } } }\n"                \
    "machine W { start state S { on ask do { raise halt; } } }\n"
#define PLAIN "test tc [main=Main]: { Main, W };\n"
/* What W sends is held until the spec has observed it. */
#define SPEC                                                      \
    "spec M observes done { start state A { on done do { } } }\n" \
    "test tc [main=Main]: assert M in { Main, W };\n"

static const char *const programs[] = {ASKS PLAIN, ASKS SPEC, DEFERS PLAIN,
                                       DEFERS SPEC};

typedef struct counts {
    p_program p;
    unsigned made;
    unsigned no_run;
    unsigned other;
} counts;

static bool count_end(void *context, const dpor_execution *e, bool is_blocked)
{
    counts *k = context;
    if (!is_blocked)
        return false;
    verdict v;
    verdict_init(&v);
    p_trace_answer answer = p_trace_make(&k->p, e, P_NO_THREAD, &v);
    k->made += answer == P_TRACE_MADE;
    k->no_run += answer == P_TRACE_NO_RUN;
    k->other += answer == P_TRACE_OTHER;
    verdict_fini(&v);
    return false;
}

/* All executions of a program, not only those up to the first violation. */
static counts count_ends(const char *text, const core_options *o)
{
    model m = model_load(text, o);
    counts k = {0};
    p_program_init(&k.p, m.c, o->network == NET_P2P || o->network == NET_CAUSAL);
    const dpor_program view = p_program_view(&k.p);
    const dpor_options options = {
        .lose = o->budgets[BUDGET_LOSS].left,
        .budgets = {[DPOR_CRASHES] = o->budgets[BUDGET_CRASH].left,
                    [DPOR_COPIES] = o->budgets[BUDGET_DUP].left},
        .at_end = count_end,
        .context = &k};
    dpor_result r;
    dpor_run_program(&view, &options, &r);
    assert_int_equal(r.end, DPOR_DONE);
    dpor_result_free(&r);
    p_program_fini(&k.p);
    model_free(&m);
    return k;
}

static core_options options_of(network_model n, uint32_t crashes, uint32_t losses,
                               uint32_t copies)
{
    core_options o = {.network = n};
    o.budgets[BUDGET_CRASH].left = crashes;
    o.budgets[BUDGET_LOSS].left = losses;
    o.budgets[BUDGET_DUP].left = copies;
    return o;
}

TEST(every_deadlock_is_a_run)
{
    const network_model networks[] = {NET_MBOX, NET_P2P, NET_CAUSAL, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(programs); i++)
        for (size_t n = 0; n < COUNT_OF(networks); n++)
            for (uint32_t f = 1; f < 8; f++) {
                core_options o = options_of(networks[n], f & 1, f >> 1 & 1, f >> 2);
                counts k = count_ends(programs[i], &o);
                assert_int_equal(k.other, 0);
                assert_int_equal(k.made > 0, (f & 3) != 0);
            }
}

/* A machine that waits crashes before the messages are sent that it would take.
 * Without this rule it takes a message that was sent before, halts, and cannot crash.
 */
TEST(crash_comes_before_missed_messages)
{
    core_options o = options_of(NET_MBOX, 1, 0, 0);
    counts k = count_ends(HALTS PLAIN, &o);
    assert_int_equal(k.other, 0);
    assert_int_equal(k.no_run, 0);
    assert_true(k.made > 1);
}

/* A crash between two messages that W takes at once has no order: go was sent last. */
TEST(no_crash_between_two_messages)
{
    core_options o = options_of(NET_MBOX, 1, 0, 0);
    counts k = count_ends(DEFERS PLAIN, &o);
    assert_int_equal(k.other, 0);
    assert_true(k.no_run > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_deadlock_is_a_run),
        LEAK_FREE(crash_comes_before_missed_messages),
        LEAK_FREE(no_crash_between_two_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
