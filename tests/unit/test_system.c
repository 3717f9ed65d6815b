/* The transitions of whole systems, one by one. */
#include "core/system.h"

#include "model_fixture.h"

typedef struct fixture {
    model m;
    system_state at;
    system_state next;
    transition_list enabled;
    size_t ordinary; /* of the transitions, those that are not faults */
} fixture;

static void set_up(fixture *f, const char *text, const core_options *o)
{
    *f = (fixture){.m = model_load(text, o)};
    transition_result r;
    system_start(f->m.c, &f->at, &r);
    assert_int_equal(r.fault, 0);
    f->ordinary = system_enabled(f->m.c, &f->at, &f->enabled);
}

static void tear_down(fixture *f)
{
    vec_free(&f->at);
    vec_free(&f->next);
    vec_free(&f->enabled);
    model_free(&f->m);
}

/* The transitions as text: "act 1, deliver 1.1#0, | lose 1#0, ", faults behind the bar.
 */
static void expect_moves(fixture *f, const char *want)
{
    static const char *const words[] = {[TRANSITION_ACT] = "act",
                                        [TRANSITION_DELIVER] = "deliver",
                                        [TRANSITION_CRASH] = "crash",
                                        [TRANSITION_LOSE] = "lose",
                                        [TRANSITION_DUP] = "dup"};
    strbuf shown = {0};
    for (size_t i = 0; i < f->enabled.len; i++) {
        const transition *m = &f->enabled.data[i];
        if (i == f->ordinary)
            strbuf_puts(&shown, "| ");
        strbuf_printf(&shown, "%s ", words[m->kind]);
        naming_path(&f->m.c->vals.names, m->machine, &shown);
        if (m->index == TRANSITION_PENDING)
            strbuf_puts(&shown, "#held");
        else if (m->kind != TRANSITION_ACT && m->kind != TRANSITION_CRASH)
            strbuf_printf(&shown, "#%u", m->index);
        strbuf_puts(&shown, ", ");
    }
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

/* Makes move I, the first way of it. */
static transition_result make_move(fixture *f, size_t i)
{
    transition_result r;
    assert_true(system_step(f->m.c, &f->at, *vec_at(&f->enabled, i), 0, &f->next, &r));
    if (r.fault == 0) {
        system_state was = f->at;
        f->at = f->next;
        f->next = was;
        f->ordinary = system_enabled(f->m.c, &f->at, &f->enabled);
    }
    return r;
}

/* Main makes two machines and sends a to the first, b to the second, c to the first. */
static const char two_targets[] =
    "event a; event b; event c;\n"
    "machine Main { start state S { entry { var x, y: machine;\n"
    "  x = new W(); y = new W(); send x, a; send y, b; send x, c; } } }\n"
    "machine W { start state S { ignore a, b, c; } }\n";

TEST(new_machines_begin_at_once_and_then_messages_arrive)
{
    fixture f;
    set_up(&f, two_targets, &(core_options){.network = NET_MBOX});
    expect_moves(&f, "act 1, ");
    make_move(&f, 0);
    expect_moves(&f, "act 1.1, ");
    make_move(&f, 0);
    expect_moves(&f, "act 1.2, ");
    make_move(&f, 0);
    for (int left = 3; left > 0; left--) {
        expect_moves(&f, "deliver 1#0, ");
        transition_result r = make_move(&f, 0);
        assert_int_equal(r.runner, left == 2 ? 2 : 1); /* the target: 1.2 in between */
        assert_int_equal(r.other, MACHINE_NONE);
    }
    expect_moves(&f, "");
    assert_int_equal(f.ordinary, 0);
    assert_int_equal(system_end(f.m.c, &f.at).kind, FAULT_NONE);
    tear_down(&f);
}

static void expect_deliveries(network_model kind, const char *want)
{
    fixture f;
    set_up(&f, two_targets, &(core_options){.network = kind});
    for (int i = 0; i < 3; i++)
        make_move(&f, 0);
    expect_moves(&f, want);
    tear_down(&f);
}

TEST(the_network_says_what_may_be_delivered)
{
    expect_deliveries(NET_MBOX, "deliver 1#0, ");
    expect_deliveries(NET_CAUSAL, "deliver 1#0, deliver 1#1, ");
    expect_deliveries(NET_P2P, "deliver 1#0, deliver 1#2, "); /* by target: a c, b */
    expect_deliveries(NET_BAG, "deliver 1#0, deliver 1#1, deliver 1#2, ");
}

TEST(faults_come_last_and_use_up_their_budget)
{
    fixture f;
    core_options o = {.network = NET_MBOX};
    o.budgets[BUDGET_LOSS].left = o.budgets[BUDGET_DUP].left = 1;
    set_up(&f, two_targets, &o);
    for (int i = 0; i < 3; i++)
        make_move(&f, 0);
    assert_int_equal(system_budget(f.m.c, &f.at, BUDGET_DUP), 1);
    expect_moves(&f, "deliver 1#0, | lose 1#0, dup 1#0, ");
    make_move(&f, 2); /* the copy stays */
    assert_int_equal(system_budget(f.m.c, &f.at, BUDGET_DUP), 0);
    assert_int_equal(outbox_count(f.m.c, system_outbox(f.m.c, &f.at, 0)), 3);
    expect_moves(&f, "deliver 1#0, | lose 1#0, ");
    make_move(&f, 1);
    assert_int_equal(system_budget(f.m.c, &f.at, BUDGET_LOSS), 0);
    assert_int_equal(outbox_count(f.m.c, system_outbox(f.m.c, &f.at, 0)), 2);
    expect_moves(&f, "deliver 1#0, ");
    tear_down(&f);
}

TEST(what_a_machine_sends_itself_and_halt_are_never_lost)
{
    static const char text[] =
        "event a;\n"
        "machine Main { start state S { entry { var w: machine;\n"
        "  w = new W(); send this, a; send w, halt; send w, a; } ignore a; } }\n"
        "machine W { start state S { ignore a; } }\n";
    fixture f;
    core_options o = {.network = NET_MBOX};
    o.budgets[BUDGET_LOSS].left = 1;
    set_up(&f, text, &o);
    make_move(&f, 0);
    make_move(&f, 0);
    expect_moves(&f, "deliver 1#0, ");
    make_move(&f, 0);
    expect_moves(&f, "deliver 1#0, ");
    make_move(&f, 0);
    expect_moves(&f, "deliver 1#0, | lose 1#0, ");
    tear_down(&f);
}

/* A machine that may crash stops before whatever it announces or sends. */
TEST(a_machine_may_crash_once_it_runs_but_not_before)
{
    static const char text[] =
        "event a;\n"
        "machine Main { start state S { entry { announce a; send this, a; } } }\n";
    fixture f;
    core_options o = {.network = NET_MBOX};
    o.budgets[BUDGET_CRASH].left = 1;
    set_up(&f, text, &o);
    expect_moves(&f, "act 1, "); /* it is new */
    make_move(&f, 0);
    expect_moves(&f, "act 1, | crash 1, ");
    make_move(&f, 1);
    expect_moves(&f, "");
    assert_int_equal(local_status(f.m.c, system_local(f.m.c, &f.at, 0)), STATUS_HALTED);
    assert_int_equal(f.at.data[1], process_halted(f.m.c, 0));
    tear_down(&f);
}

/* In P what was sent is in queues when monitors see what comes next.  The last message
 * is held until then, and arrives together with it. */
TEST(an_observation_waits_for_what_was_sent_before)
{
    static const char text[] =
        "event a; event b;\n"
        "machine Main { start state S { entry { var w: machine;\n"
        "  w = new W(); send w, a; send w, a; announce b; } } }\n"
        "machine W { start state S { ignore a; } }\n"
        "spec M observes b { start state S { ignore b; } }\n"
        "test t [main=Main]: assert M in { Main, W };\n";
    fixture f;
    set_up(&f, text, &(core_options){.network = NET_MBOX});
    make_move(&f, 0);
    make_move(&f, 0);
    expect_moves(&f, "deliver 1#0, ");
    make_move(&f, 0);
    expect_moves(&f, "act 1, ");
    transition_result r = make_move(&f, 0);
    assert_int_equal(r.other, 0); /* Main, and then W */
    assert_int_equal(r.runner, 1);
    expect_moves(&f, "");
    tear_down(&f);
    set_up(&f, text, &(core_options){.network = NET_P2P});
    make_move(&f, 0);
    make_move(&f, 0);
    expect_moves(&f, "act 1, deliver 1#0, ");
    tear_down(&f);
}

TEST(all_ways_of_a_move_are_there_and_no_more)
{
    fixture f;
    set_up(&f,
           "machine Main { var x: int; start state S { entry { x = choose(3); } } }\n",
           &(core_options){.network = NET_MBOX});
    transition_result r;
    uint32_t ways = 0;
    uint64_t hashes[3];
    while (system_step(f.m.c, &f.at, f.enabled.data[0], ways, &f.next, &r)) {
        assert_true(ways < 3);
        hashes[ways] = system_hash(f.m.c, &f.next);
        value_view choices = list_get(f.m.c, r.choices);
        assert_int_equal(choices.count, 1);
        assert_int_equal(value_to_int(&f.m.c->vals, choices.items[0]), ways++);
    }
    assert_int_equal(ways, 3);
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    assert_true(hashes[0] != hashes[2]);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(new_machines_begin_at_once_and_then_messages_arrive),
        LEAK_FREE(the_network_says_what_may_be_delivered),
        LEAK_FREE(faults_come_last_and_use_up_their_budget),
        LEAK_FREE(what_a_machine_sends_itself_and_halt_are_never_lost),
        LEAK_FREE(a_machine_may_crash_once_it_runs_but_not_before),
        LEAK_FREE(an_observation_waits_for_what_was_sent_before),
        LEAK_FREE(all_ways_of_a_move_are_there_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
