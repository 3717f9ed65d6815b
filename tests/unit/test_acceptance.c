/* Which messages a machine would handle if they came now. */
#include "engine/reduce/acceptance.h"

#include "analysis_fixture.h"
#include "core/system.h"

static const char program_text[] =
    "event now; event later; event go; event seen; event vote: int;\n"
    "machine Main { start state S { on now do { }  defer later; ignore go;\n"
    "    on quorum (2) vote do (all: seq[int]) { } }\n"
    "  }\n"
    "machine Waits { start state S { entry { receive { case go: { } } }\n"
    "  ignore now, later, go; } }\n"
    "machine Polls { start state S { on null do { } ignore now; defer later; } }\n"
    "machine Counts { start state S { entry { send this, vote, 1; }\n"
    "    on quorum (2) vote do (all: seq[int]) { } } }\n"
    "fun Wait() { receive { case go: { } } }\n"
    "machine Both { start state S { entry { new Plain(); Wait(); }\n"
    "  on null do { } ignore now, later, go; } }\n"
    "machine Plain { start state S { entry { Wait(); } ignore now, later, go; } }\n"
    "test b [main=Both]: { Both, Plain };\n"
    "test c [main=Counts]: { Counts };\n"
    "test t [main=Main]: { Main };\n"
    "test w [main=Waits]: { Waits };\n"
    "test p [main=Polls]: { Polls };\n";

typedef struct fixture {
    model m;
    core *c;
    acceptance_table a;
    value local;
    value second; /* of the second machine, or null */
} fixture;

/* The first machine of a test, after so many transitions. */
static void make_moves(fixture *x, const char *test, const core_options *o, int count)
{
    transition_result r;
    transition_list enabled = {0};
    system_state at = {0};
    system_state next = {0};
    *x = (fixture){.m = model_load(program_text, o)};
    for (uint32_t i = 0; i < x->m.ir->test_count; i++)
        if (strcmp(x->m.ir->tests[i].name, test) == 0)
            x->c = core_new(x->m.ir, &x->m.ir->tests[i], o);
    system_start(x->c, &at, &r);
    for (int i = 0; i < count; i++) {
        assert_true(system_enabled(x->c, &at, &enabled) > 0);
        system_step(x->c, &at, enabled.data[0], 0, &next, &r);
        system_copy(&next, &at);
    }
    x->local = system_local(x->c, &next, 0);
    x->second = system_local(x->c, &next, 1);
    acceptance_init(&x->a, x->c, 0);
    vec_free(&enabled);
    vec_free(&at);
    vec_free(&next);
}

static void begin(fixture *x, const char *test, const core_options *o)
{
    make_moves(x, test, o, 1);
}

static void end(fixture *x)
{
    acceptance_fini(&x->a);
    core_free(x->c);
    model_free(&x->m);
}

/* "now halt ", a quorum as "vote/2 ", or "all". */
static void expect(const char *test, const core_options *o, const char *want)
{
    fixture x;
    strbuf shown = {0};
    begin(&x, test, o);
    const acceptance *a = acceptance_of(&x.a, x.local);
    for (uint32_t e = 0; !a->takes_all && e < x.m.ir->event_count; e++) {
        if (e == EVENT_HALT || e == EVENT_NULL)
            continue;
        if (a->takes[e])
            strbuf_printf(&shown, "%s ", x.m.ir->events[e].name);
        if (a->quorum_size[e] > 0)
            strbuf_printf(&shown, "%s/%u ", x.m.ir->events[e].name, a->quorum_size[e]);
    }
    assert_string_equal(a->takes_all ? "all" : strbuf_text(&shown), want);
    strbuf_free(&shown);
    end(&x);
}

TEST(in_a_bag_deferred_messages_are_not_delivered)
{
    expect("t", &(core_options){.network = NET_BAG}, "now go seen vote/2 ");
}

TEST(in_a_bag_a_receive_accepts_its_cases)
{
    expect("w", &(core_options){.network = NET_BAG}, "go ");
}

/* What is behind them in their channel may be accepted. */
TEST(in_channels_a_machine_at_rest_accepts_everything)
{
    expect("t", &(core_options){.network = NET_P2P}, "all");
    expect("w", &(core_options){.network = NET_P2P}, "all");
}

/* A vote has come, and the machine is about to look.  In channels it would see a quorum
 * before messages that came ahead of its last vote; in a bag votes come together. */
TEST(a_machine_that_counts_votes_looks_late_in_channels_and_at_once_in_bags)
{
    static const network_model all[] = {NET_P2P, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        fixture x;
        bool is_bag = all[i] == NET_BAG;
        make_moves(&x, "c", &(core_options){.network = all[i]}, 2);
        assert_int_equal(local_status(x.c, x.local), STATUS_POLLING);
        assert_int_equal(acceptance_is_polling(&x.a, x.local), is_bag);
        assert_int_equal(acceptance_of(&x.a, x.local)->takes_all, !is_bag);
        end(&x);
    }
}

TEST(in_a_mailbox_everything_is_accepted)
{
    expect("t", &(core_options){.network = NET_MBOX}, "all");
}

TEST(machines_with_null_handlers_accept_everything)
{
    expect("p", &(core_options){.network = NET_BAG}, "all");
}

TEST(also_in_a_function_that_plain_machines_call)
{
    fixture x;
    make_moves(&x, "b", &(core_options){.network = NET_BAG}, 2);
    for (int i = 0; i < 2; i++) { /* the second time, answers are known */
        assert_int_equal(local_status(x.c, x.second), STATUS_WAITING);
        assert_false(acceptance_of(&x.a, x.second)->takes_all);
        assert_true(acceptance_of(&x.a, x.local)->takes_all);
    }
    end(&x);
}

TEST(so_does_everybody_where_queues_are_judged_or_messages_are_lost)
{
    core_options o = {.network = NET_BAG, .strict_quiescence = true};
    expect("t", &o, "all");
    o = (core_options){.network = NET_BAG};
    o.budgets[BUDGET_DUP].left = 1;
    expect("t", &o, "all");
    o = (core_options){.network = NET_BAG};
    o.budgets[BUDGET_LOSS].left = 1;
    expect("t", &o, "all");
    o = (core_options){.network = NET_BAG};
    o.budgets[BUDGET_CRASH].left = 1;
    expect("t", &o, "now go seen vote/2 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(in_a_bag_deferred_messages_are_not_delivered),
        LEAK_FREE(in_a_bag_a_receive_accepts_its_cases),
        LEAK_FREE(in_channels_a_machine_at_rest_accepts_everything),
        LEAK_FREE(
            a_machine_that_counts_votes_looks_late_in_channels_and_at_once_in_bags),
        LEAK_FREE(in_a_mailbox_everything_is_accepted),
        LEAK_FREE(machines_with_null_handlers_accept_everything),
        LEAK_FREE(also_in_a_function_that_plain_machines_call),
        LEAK_FREE(so_does_everybody_where_queues_are_judged_or_messages_are_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
