/* Messages that cannot matter any more, and the states that are left without them. */
#include "core/coverage.h"
#include "effect_checks.h"

typedef struct fixture {
    model m;
    local_effects *o;
    dead *d;
    system_state at;
    bool has_new;
} fixture;

static void set_up(fixture *f, const char *text, const core_options *options)
{
    *f = (fixture){.m = model_load(text, options)};
    f->o = local_effects_new(f->m.c);
    f->d = dead_new(f->m.c, f->o, 0);
    transition_result r;
    system_start(f->m.c, &f->at, &r);
    assert_int_equal(r.fault, 0);
}

static void tear_down(fixture *f)
{
    vec_free(&f->at);
    dead_free(f->d);
    local_effects_free(f->o);
    model_free(&f->m);
}

/* The first COUNT enabled transitions, one after the other. */
static void go_on(fixture *f, int count)
{
    transition_list enabled = {0};
    for (; count > 0; count--) {
        transition_result r;
        system_state next = {0};
        assert_true(system_enabled(f->m.c, &f->at, &enabled) > 0);
        assert_true(system_step(f->m.c, &f->at, enabled.data[0], 0, &next, &r));
        assert_int_equal(r.fault, 0);
        vec_free(&f->at);
        f->at = next;
    }
    vec_free(&enabled);
}

static size_t drop(fixture *f)
{
    return dead_drop(f->d, &f->at, &f->has_new);
}

/* "a b new ": a box or an inbox. */
static void expect_list(const fixture *f, value list, const char *want)
{
    const core *c = f->m.c;
    strbuf shown = {0};
    value_view w = list_get(c, list);
    for (uint32_t i = 0; i < w.count; i++) {
        if (ts_is_message(c, w.items[i])) {
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

static void expect_box(const fixture *f, machine_id id, const char *want)
{
    expect_list(f, system_outbox(f->m.c, &f->at, id), want);
}

static void expect_inbox(const fixture *f, machine_id id, const char *want)
{
    value local = system_local(f->m.c, &f->at, id);
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

static process_status status_of(const fixture *f, machine_id id)
{
    return local_status(f->m.c, system_local(f->m.c, &f->at, id));
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
    while (status_of(&f, 1) != STATUS_AT_RECEIVE)
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
    const value x[3] = {value_machine_id(0), value_event(EVENT_FIRST_USER), VALUE_NULL};
    const value y[3] = {value_machine_id(0), value_event(EVENT_FIRST_USER + 1),
                        VALUE_NULL};
    value messages[3] = {value_make(&c->vals, VK_RECORD, REC_MESSAGE, x, 3),
                         value_make(&c->vals, VK_RECORD, REC_MESSAGE, y, 3)};
    const value tail[2] = {messages[0], value_int(&c->vals, 2)};
    messages[2] = value_make(&c->vals, VK_RECORD, REC_TAIL, tail, 2);
    value *local = &f.at.data[env_columns(c)];
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

/* ---- What handlers refuse ---- */

/* W rests in B with f and g as it was told, and is sent x with some number. */
static size_t drop_from(const char *in_b, const char *in_c, const char *field,
                        const char *number)
{
    strbuf text = {0};
    strbuf_printf(
        &text,
        "event x: int; event y; event t: (n: int, m: machine);\n"
        "machine Main { start state S { entry { var w: W; w = new W(%s);\n"
        "  send w, x, %s; send w, t, (n = %s, m = this); } ignore y; } }\n"
        "machine W { var f: int; var g: int; var b: bool; var a: any;\n"
        "  start state A { entry (p: int) { f = p; g = p; b = true; a = p; "
        "goto B; } }\n"
        "  state B { on t do { a = null; b = !b; } %s }\n"
        "  state C { %s }\n"
        "  %s\n"
        "  fun Lose() { f = 0; } }\n",
        field, number, number, in_b, in_c,
        strstr(in_b, "Keep") != NULL ? "fun Keep(p: int) { if (p > f) f = p; }" : "");
    fixture f;
    set_up(&f, strbuf_text(&text), &(core_options){.network = NET_BAG});
    go_on(&f, 2);
    size_t dropped = drop(&f);
    assert_int_equal(dropped, dead_refused(f.d));
    tear_down(&f);
    strbuf_free(&text);
    return dropped;
}

typedef struct guard_case {
    const char *in_b;
    const char *in_c;
} guard_case;

#define X      "on x do (p: int) "
#define KEEPS  X "{ if (p > f) f = p; } "
#define IGNORE "ignore x;"

/* With f and g at 2 and the number 1. */
static const guard_case refusing[] = {
    {KEEPS, ""},
    {X "{ if (f < p) { f = p; } else { } }", ""},
    {X "{ if (p <= f) return; f = p; send this, y; } on y do { g = g + 1; }", ""},
    {X "{ if (!(p >= f)) return; f = p; }", ""},
    {X "{ if (p > f && g == 2) f = p; } on y do { g = 0; }", ""},
    {X "{ if (g == 2 && p > f) f = p; } on y do { g = 0; }", ""},
    {X "{ if (b && p > f) f = p; }", ""},
    {X "{ if (p == f) g = 1; } on y do { f = f + 1; }", ""},
    {X "{ if (p > f) f = f + 1; }", ""},
    {X "{ if (p > f) g = 0; } on y do { f = 2 + f; f = f; }", ""},
    {X "{ if (p > g) f = 0; } on y do { f = f - 1; }", ""},
    {X "{ print \"x\"; if (p > f) f = p; if (p >= f) g = 1; }", ""},
    {X "{ var q: int; q = p; if (q > f) f = q; }", ""},
    {X "{ if (p > f) { f = p; goto C; } }", KEEPS},
    {X "{ if (p > f) { f = p; goto C; } }", "defer x;"},
    {KEEPS "on y goto C;", IGNORE},
    {IGNORE "on y goto C;", KEEPS},
    {X "{ }", ""},
    {X "{ if (p > 1) g = p; }", ""},
    {"on x do Keep;", ""},
    {KEEPS "on y do { Keep(7); }", ""},
    {KEEPS "on y do { receive { case t: (q: (n: int, m: machine)) { } } }", ""},
    {X "{ assert g == 2; if (p > f) f = p; }", ""},
};

static const guard_case taking[] = {
    {X "{ if (p < f) f = p; }", ""},
    {KEEPS "on y do { f = 0; }", ""},
    {KEEPS "on y do { f = f - 1; }", ""},
    {KEEPS "on y do { Lose(); }", ""},
    {KEEPS "on y do { if (f < 9) Lose(); }", ""},
    {X "{ if (p > f) f = p - 2; }", ""},
    {X "{ if (p > f) { f = p; f = f + 1; } }", ""}, /* it may wrap */
    {KEEPS "on y do { f = f + 1; }", ""},
    {X "{ if (p > f || g == 1) f = p; } on y do { g = 1; }", ""},
    {X "{ if (p > g) f = p; } on y do { g = 0; }", ""},
    {X "{ var q: int; if (p > f) { q = p; p = 0; f = p; } }", ""},
    {X "{ if (p > f) { Lose(); f = p; } }", ""},
    {X "{ if (p != f) f = p; }", ""},
    {X "{ g = 1; if (p > f) f = p; }", ""},
    {X "{ if (p > f) f = p; else g = 1; }", ""},
    {X "{ if (p > f) f = p; else goto C; }", IGNORE},
    {X "{ if (p > f) f = p; else raise y; } ignore y;", ""},
    {X "{ if (p > f) f = p; else announce y; }", ""},
    {X "{ if (p > f) f = p; assert g == 2; } on y do { g = 0; }", ""},
    {X "{ if (p > f) f = p; if ($) return; }", ""},
    {X "{ if (p > f && (a as int) == 2) f = p; if ((a as int) == 1) return; }", ""},
    {X "{ while (p > f) f = p; }", ""},
    {KEEPS "on y goto C;", X "{ g = 1; }"},
    {KEEPS "on y goto C;", X "{ if (p < g) g = p; }"}, /* lemma dead-1: not there */
    {KEEPS "on y goto C;", "on x goto B;"},
    {KEEPS "on y goto C;", "on y do { }"}, /* x is unhandled there */
    {KEEPS "on y do { receive { case x: (q: int) { g = 1; } } }", ""},
    {"defer x; on y goto C;", KEEPS},
    {X "{ if (b) return; g = 1; }", ""}, /* t changes it */
};

TEST(a_message_that_every_handler_refuses_is_dead)
{
    for (size_t i = 0; i < COUNT_OF(refusing); i++) {
        const guard_case *k = &refusing[i];
        if (drop_from(k->in_b, k->in_c, "2", "1") != 1)
            fail_msg("is not refused: %s", k->in_b);
    }
    /* The other way round; and with the very number. */
    assert_int_equal(drop_from(X "{ if (p < f) f = p; }", "", "2", "3"), 1);
    assert_int_equal(drop_from(KEEPS, "", "2", "2"), 1);
    assert_int_equal(drop_from(X "{ if (p >= f) g = 1; }", "", "2", "2"), 0);
    assert_int_equal(drop_from(KEEPS, "", "2", "3"), 0);
}

TEST(a_message_that_some_handler_may_take_is_not)
{
    for (size_t i = 0; i < COUNT_OF(taking); i++) {
        const guard_case *k = &taking[i];
        if (drop_from(k->in_b, k->in_c, "2", "1") != 0)
            fail_msg("is refused: %s | %s", k->in_b, k->in_c);
    }
}

/* 2^62. */
#define FAR "2147483647 * 2147483647 + 2147483647 + 2147483647 + 1"

TEST(what_is_added_to_a_number_may_wrap)
{
    static const char adds[] = X "{ if (p > f) f = f + 1; }";
    assert_int_equal(drop_from(adds, "", FAR, "1"), 1);
    assert_int_equal(drop_from(adds, "", FAR " + 1", "1"), 0);
    static const char large[] = X "{ if (p > f) f = f + 1025; }";
    assert_int_equal(drop_from(large, "", "2", "1"), 0);
}

TEST(parts_of_a_payload_are_followed)
{
    static const char told[] = "on t do (p: (n: int, m: machine)) { %s } ignore x, y;";
    static const struct {
        const char *body;
        size_t dropped;
    } cases[] = {
        {"if (p.n > f) { f = p.n; send p.m, y; }", 1},
        {"if (p.m == this || p.n > f) { f = p.n; }", 0},
        {"var q: (n: int, m: machine); q = p; if (q.n > f) f = p.n;", 1},
        {"var q: (n: int, m: machine); q = p; q.n = 7; if (p.n > f) f = q.n;", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        strbuf handler = {0};
        strbuf text = {0};
        strbuf_printf(&handler, told, cases[i].body);
        strbuf_printf(
            &text,
            "event x; event y; event t: (n: int, m: machine);\n"
            "machine Main { start state S { entry { var w: machine;\n"
            "  w = new W(); send w, t, (n = 1, m = this); } ignore y; } }\n"
            "machine W { var f: int; start state A { entry { f = 2; goto B; } }\n"
            "  state B { %s } }\n",
            strbuf_text(&handler));
        fixture f;
        set_up(&f, strbuf_text(&text), &(core_options){.network = NET_P2P});
        go_on(&f, 2);
        if (drop(&f) != cases[i].dropped)
            fail_msg("%s", cases[i].body);
        tear_down(&f);
        strbuf_free(&handler);
        strbuf_free(&text);
    }
}

/* Where nothing is before it; else it is dropped when that has left. */
TEST(what_is_refused_goes_as_if_it_were_delivered)
{
    static const network_model kinds[] = {NET_MBOX, NET_P2P, NET_BAG, NET_CAUSAL};
    static const size_t dropped[] = {0, 1, 2, 0};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        fixture f;
        set_up(&f,
               "event x: int; event y;\n"
               "machine Main { start state S { entry { var w, v: machine;\n"
               "  v = new V(); w = new W(); send v, y; send w, x, 1; send w, x, 3;\n"
               "  send w, x, 2; } } }\n"
               "machine V { var n: int; start state A { on y do { n = 1; } } }\n"
               "machine W { var f: int; start state A { entry { f = 2; goto B; } }\n"
               "  state B { on x do (p: int) { if (p > f) f = p; } } }\n",
               &(core_options){.network = kinds[i]});
        go_on(&f, 3);
        assert_int_equal(drop(&f), dropped[i]);
        if (kinds[i] == NET_MBOX) {
            go_on(&f, 1);
            assert_int_equal(drop(&f), 1);
            expect_box(&f, 0, "x x ");
            go_on(&f, 1);
            assert_int_equal(drop(&f), 1);
            expect_box(&f, 0, "");
        }
        tear_down(&f);
    }
}

/* V halts, and wants y no more: W, which has not changed, refuses x only now that y is
 * not in the way. */
TEST(what_was_in_the_way_of_a_refusal_may_be_dead)
{
    fixture f;
    set_up(&f,
           "event x: int; event y; event z;\n"
           "machine Main { start state S { entry { var w, v: machine; v = new V();\n"
           "  w = new W(); new U(v); send v, y; send w, x, 1; } } }\n"
           "machine U { start state A { entry (v: machine) { send v, z; } } }\n"
           "machine V { var n: int; start state A { on y do { n = 1; }\n"
           "  on z do { raise halt; } } }\n"
           "machine W { var f: int; start state A { entry { f = 2; goto B; } }\n"
           "  state B { on x do (p: int) { if (p > f) f = p; } } }\n",
           &(core_options){.network = NET_MBOX});
    go_on(&f, 4);
    assert_int_equal(drop(&f), 0);
    expect_box(&f, 0, "y x ");
    expect_box(&f, 3, "z ");
    system_state clean = {0};
    system_copy(&f.at, &clean);
    const transition give_z = {TRANSITION_DELIVER, 3, 0};
    transition_result r;
    assert_true(system_step(f.m.c, &clean, give_z, 0, &f.at, &r));
    assert_int_equal(dead_drop_since(f.d, &clean, &f.at, &f.has_new), 2);
    expect_box(&f, 0, "");
    vec_free(&clean);
    tear_down(&f);
}

/* A machine in the middle of something may have more to do with it than at rest. */
TEST(only_who_rests_refuses)
{
    fixture f;
    set_up(&f,
           "event x: int; event y;\n"
           "machine Main { start state S { entry { var w: machine;\n"
           "  w = new W(); send w, x, 1; } } }\n"
           "machine W { var f: int; start state A {\n"
           "  entry { f = 2; receive { case y: { } } }\n"
           "  on x do (p: int) { if (p > f) f = p; } } }\n",
           &(core_options){.network = NET_BAG});
    go_on(&f, 2);
    assert_int_equal(local_status(f.m.c, system_local(f.m.c, &f.at, 1)),
                     STATUS_WAITING);
    assert_int_equal(drop(&f), 0);
    tear_down(&f);
}

/* The handler has run, and its condition did not hold. */
TEST(coverage_knows_of_what_was_refused)
{
    fixture f;
    set_up(&f,
           "event x: int;\n"
           "machine Main { start state S { entry { send new W(), x, 1; } } }\n"
           "machine W { var f: int; start state A { entry { f = 2; goto B; } }\n"
           "  state B { on x do (p: int) { if (p > f) f = p; } } }\n",
           &(core_options){.network = NET_BAG});
    go_on(&f, 2);
    const core *c = f.m.c;
    const ir_machine *w = &c->ir->machines[1];
    const ir_action *a = &w->states[1].actions[0];
    const uint8_t *used =
        &c->coverage->handlers[coverage_handler(c->coverage, 1, 1, HANDLER_ACTIONS)];
    assert_int_equal(*used, 0);
    assert_int_equal(drop(&f), 1);
    assert_int_equal(*used, 1);
    unsigned marks = 0;
    for (uint32_t k = 0; k < c->ir->functions[a->function].code_count; k++)
        marks |= c->coverage->code[a->function][k];
    assert_int_equal(marks & (COVER_TRUE | COVER_FALSE), COVER_FALSE);
    tear_down(&f);
}

/* Lemmas dead-0 and dead-1: the same local states, faults and ends of runs. */
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
        LEAK_FREE(a_message_that_every_handler_refuses_is_dead),
        LEAK_FREE(a_message_that_some_handler_may_take_is_not),
        LEAK_FREE(what_is_added_to_a_number_may_wrap),
        LEAK_FREE(parts_of_a_payload_are_followed),
        LEAK_FREE(what_is_refused_goes_as_if_it_were_delivered),
        LEAK_FREE(what_was_in_the_way_of_a_refusal_may_be_dead),
        LEAK_FREE(only_who_rests_refuses),
        LEAK_FREE(coverage_knows_of_what_was_refused),
        LEAK_FREE(nothing_that_matters_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
