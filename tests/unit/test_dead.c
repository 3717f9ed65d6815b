/* Messages that cannot matter any more, and the states that are left without them. */
#include "outlook_checks.h"

typedef struct fixture {
    model m;
    outlook *o;
    system_state at;
    bool has_new;
} fixture;

static void set_up(fixture *f, const char *text, const core_options *options)
{
    *f = (fixture){.m = model_load(text, options)};
    f->o = outlook_new(f->m.c);
    move_result r;
    system_start(f->m.c, &f->at, &r);
    assert_int_equal(r.fault, 0);
}

static void tear_down(fixture *f)
{
    vec_free(&f->at);
    outlook_free(f->o);
    model_free(&f->m);
}

/* The first moves there are, COUNT of them. */
static void go_on(fixture *f, int count)
{
    move_list moves = {0};
    for (; count > 0; count--) {
        move_result r;
        system_state next = {0};
        assert_true(system_moves(f->m.c, &f->at, &moves) > 0);
        assert_true(system_step(f->m.c, &f->at, moves.data[0], 0, &next, &r));
        assert_int_equal(r.fault, 0);
        vec_free(&f->at);
        f->at = next;
    }
    vec_free(&moves);
}

static size_t drop(fixture *f)
{
    return dead_drop(f->m.c, f->o, &f->at, &f->has_new);
}

/* "a b new ": a box or an inbox. */
static void expect_list(const fixture *f, value list, const char *want)
{
    const core *c = f->m.c;
    strbuf shown = {0};
    value_view w = list_get(c, list);
    for (uint32_t i = 0; i < w.count; i++) {
        if (part_is_message(c, w.items[i])) {
            value e = value_item(&c->vals, w.items[i], MESSAGE_EVENT);
            strbuf_puts(&shown, c->ir->events[value_to_event(e)].name);
        } else {
            strbuf_puts(&shown, "new");
        }
        strbuf_putc(&shown, ' ');
    }
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

static void expect_box(const fixture *f, uint32_t slot, const char *want)
{
    expect_list(f, system_box(f->m.c, &f->at, slot), want);
}

static void expect_inbox(const fixture *f, uint32_t slot, const char *want)
{
    value local = system_local(f->m.c, &f->at, slot);
    expect_list(f, value_item(&f->m.c->vals, local, LOCAL_INBOX), want);
}

/* W has no use for x; V only for z.  Slots: Main 0, W 1, V 2. */
static const char behind_dead_ones[] =
    "event x; event y; event z;\n"
    "machine Main { start state S { entry { var w, v: machine; w = new W();\n"
    "  send w, x; v = new V(); send v, y; send v, z; send w, x; send this, x; }\n"
    "  ignore x; } }\n"
    "machine W { start state A { ignore x; } }\n"
    "machine V { start state A { ignore y; on z do { } } }\n";

TEST(what_waits_behind_the_dead_comes_into_being)
{
    fixture f;
    set_up(&f, behind_dead_ones, &(core_options){.network = NET_MBOX});
    go_on(&f, 1);
    expect_box(&f, 0, "x new y z x x ");
    /* V is there once the first x is gone, and then nobody wants y either. */
    assert_int_equal(drop(&f), 4);
    assert_true(f.has_new);
    expect_box(&f, 0, "z ");
    assert_int_equal(local_status(f.m.c, system_local(f.m.c, &f.at, 2)), STATUS_NEW);
    assert_int_equal(drop(&f), 0);
    assert_false(f.has_new);
    go_on(&f, 3);
    expect_box(&f, 0, "");
    tear_down(&f);
}

TEST(other_networks_lose_theirs_too_but_causal_ones_do_not)
{
    static const network_model kinds[] = {NET_P2P, NET_BAG, NET_CAUSAL};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        fixture f;
        set_up(&f, behind_dead_ones, &(core_options){.network = kinds[i]});
        go_on(&f, 1);
        bool is_causal = kinds[i] == NET_CAUSAL;
        assert_int_equal(drop(&f), is_causal ? 0 : 4);
        assert_false(f.has_new);
        if (!is_causal)
            expect_box(&f, 0, "z ");
        tear_down(&f);
    }
}

TEST(a_machine_that_has_halted_wants_nothing)
{
    fixture f;
    set_up(&f,
           "event x;\n"
           "machine Main { start state S { entry { var w: machine; w = new W();\n"
           "  send w, x; send w, halt; send w, x; send w, halt; } } }\n"
           "machine W { start state A { on x do { } } }\n",
           &(core_options){.network = NET_MBOX});
    go_on(&f, 3);
    assert_int_equal(drop(&f), 0);
    expect_box(&f, 0, "halt x halt ");
    go_on(&f, 1);
    assert_int_equal(drop(&f), 2);
    expect_box(&f, 0, "");
    tear_down(&f);
}

/* In A both can still get to where x is taken; in B only W can. */
TEST(what_is_deferred_for_ever_goes_out_of_inboxes)
{
    fixture f;
    set_up(&f,
           "event go; event x; event y;\n"
           "machine Main { start state S { entry { Use(new W()); Use(new V()); } } }\n"
           "fun Use(m: machine) { send m, x; send m, y; send m, go; }\n"
           "machine W { start state A { defer x, y; on go goto B; }\n"
           "  state B { defer x, y; on go goto C; }\n"
           "  state C { on x do { } on y do { } } }\n"
           "machine V { start state A { defer x, y; on go do {\n"
           "    if (true) { goto B; } goto C; } }\n"
           "  state B { defer x; on y do { } ignore go; }\n"
           "  state C { on x do { } on y do { } } }\n",
           &(core_options){.network = NET_MBOX});
    go_on(&f, 4); /* Main, W, x, y */
    expect_inbox(&f, 1, "x y ");
    go_on(&f, 4); /* go, V, x, y */
    expect_inbox(&f, 1, "x y ");
    expect_inbox(&f, 2, "x y ");
    assert_int_equal(drop(&f), 0);
    go_on(&f, 1);
    expect_inbox(&f, 2, "x ");
    assert_int_equal(drop(&f), 1);
    assert_false(f.has_new);
    expect_inbox(&f, 1, "x y ");
    expect_inbox(&f, 2, "");
    tear_down(&f);
}

TEST(machines_that_look_at_their_queue_keep_everything)
{
    fixture f;
    set_up(&f,
           "event x; axiom true;\n"
           "machine Main { start state S { entry { send new W(), x; } } }\n"
           "machine W { start state A { ignore x; on null goto B; }\n"
           "  state B { ignore x; } }\n",
           &(core_options){.network = NET_P2P});
    go_on(&f, 2);
    expect_box(&f, 0, "x ");
    assert_int_equal(drop(&f), 0);
    tear_down(&f);
}

static process_status status_of(const fixture *f, uint32_t slot)
{
    return local_status(f->m.c, system_local(f->m.c, &f->at, slot));
}

/* Where machines stop before they look at their inbox, and only dead ones are there. */
TEST(there_is_nothing_left_to_look_at)
{
    fixture f;
    set_up(&f,
           "event go; event x; event y;\n"
           "machine Main { start state S { entry { var w: machine;\n"
           "  w = new W(); send w, x; send w, go; send w, y; } } }\n"
           "machine W { start state A { defer x;\n"
           "  on go do { receive { case y: { } } } } }\n",
           &(core_options){.network = NET_MBOX, .stops_at_sends = true});
    go_on(&f, 2);
    while (status_of(&f, 1) != STATUS_RESTING)
        go_on(&f, 1);
    expect_inbox(&f, 1, "x "); /* before the receive */
    assert_int_equal(drop(&f), 1);
    expect_inbox(&f, 1, "");
    assert_int_equal(status_of(&f, 1), STATUS_WAITING);
    go_on(&f, 1);
    assert_int_equal(status_of(&f, 1), STATUS_IDLE);
    tear_down(&f);
}

/* The end of an inbox may be a tail: what is in it stays. */
TEST(tails_are_left_alone)
{
    fixture f;
    set_up(&f,
           "event x; event y;\n"
           "machine Main { start state S { defer x; on y do { } } }\n",
           &(core_options){.network = NET_MBOX});
    go_on(&f, 1);
    core *c = f.m.c;
    const value x[3] = {value_slot(0), value_event(EVENT_FIRST_USER), VALUE_NULL};
    const value y[3] = {value_slot(0), value_event(EVENT_FIRST_USER + 1), VALUE_NULL};
    value messages[3] = {value_make(&c->vals, VK_RECORD, REC_MESSAGE, x, 3),
                         value_make(&c->vals, VK_RECORD, REC_MESSAGE, y, 3)};
    const value tail[2] = {messages[0], value_int(&c->vals, 2)};
    messages[2] = value_make(&c->vals, VK_RECORD, REC_TAIL, tail, 2);
    value *local = &f.at.data[world_columns(c)];
    *local = inbox_replace(c, *local, list_make(c, messages, 3));
    assert_int_equal(drop(&f), 1);
    value_view left = list_get(c, value_item(&c->vals, *local, LOCAL_INBOX));
    assert_int_equal(left.count, 2);
    assert_int_equal(left.items[0], messages[1]);
    assert_int_equal(left.items[1], messages[2]);
    *local = inbox_replace(c, *local, LOCAL_INBOX_OUT);
    assert_int_equal(drop(&f), 0);
    tear_down(&f);
}

TEST(nothing_that_matters_is_lost)
{
    each_program(check_dead);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_waits_behind_the_dead_comes_into_being),
        LEAK_FREE(other_networks_lose_theirs_too_but_causal_ones_do_not),
        LEAK_FREE(a_machine_that_has_halted_wants_nothing),
        LEAK_FREE(what_is_deferred_for_ever_goes_out_of_inboxes),
        LEAK_FREE(machines_that_look_at_their_queue_keep_everything),
        LEAK_FREE(there_is_nothing_left_to_look_at),
        LEAK_FREE(tails_are_left_alone),
        LEAK_FREE(nothing_that_matters_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
