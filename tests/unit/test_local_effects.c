/* What a machine may still do: asked in states that are put together by hand. */
#include "effect_checks.h"

typedef struct fixture {
    model m;
    local_effects *o;
    system_state at;
    transition_list enabled;
} fixture;

static void begin(fixture *f, const char *text, network_model kind)
{
    *f = (fixture){.m = model_load(text, &(core_options){.network = kind})};
    f->o = local_effects_new(f->m.c);
    transition_result r;
    system_start(f->m.c, &f->at, &r);
    assert_int_equal(r.fault, 0);
}

/* The first move there is; false: there is none. */
static bool go_on(fixture *f)
{
    transition_result r;
    system_state next = {0};
    bool can = system_enabled(f->m.c, &f->at, &f->enabled) > 0;
    if (can) {
        assert_true(system_step(f->m.c, &f->at, f->enabled.data[0], 0, &next, &r));
        assert_int_equal(r.fault, 0);
        vec_free(&f->at);
        f->at = next;
    }
    return can;
}

/* Runs until nothing happens any more. */
static void set_up(fixture *f, const char *text)
{
    begin(f, text, NET_MBOX);
    while (go_on(f)) {
    }
}

static void tear_down(fixture *f)
{
    vec_free(&f->at);
    vec_free(&f->enabled);
    local_effects_free(f->o);
    model_free(&f->m);
}

static uint32_t decl(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->m.ir->machine_count; i++)
        if (strcmp(f->m.ir->machines[i].name, name) == 0)
            return i;
    fail_msg("there is no machine %s", name);
    return 0;
}

static uint32_t event(const fixture *f, const char *name)
{
    for (uint32_t i = 0; i < f->m.ir->event_count; i++)
        if (strcmp(f->m.ir->events[i].name, name) == 0)
            return i;
    fail_msg("there is no event %s", name);
    return 0;
}

static machine_id id(const fixture *f, const char *machine)
{
    uint32_t wanted = decl(f, machine);
    for (uint32_t i = 0; i < system_machines(f->m.c, &f->at); i++)
        if (naming_get(&f->m.c->vals.names, i)->decl == wanted)
            return i;
    fail_msg("no %s was made", machine);
    return 0;
}

static value local(const fixture *f, const char *machine)
{
    return system_local(f->m.c, &f->at, id(f, machine));
}

/* A local state with another part. */
static value changed(const fixture *f, value x, uint32_t which, value to)
{
    VEC(value) items = {0};
    value_view w = value_get(&f->m.c->vals, x);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&items, i == which ? to : w.items[i]);
    value y = value_make(&f->m.c->vals, VK_RECORD, REC_LOCAL, items.data, items.len);
    vec_free(&items);
    return y;
}

/* The first machine of that name, idle in STATE. */
static value in(const fixture *f, const char *machine, const char *state)
{
    core *c = f->m.c;
    const ir_machine *m = &c->ir->machines[decl(f, machine)];
    uint32_t s = 0;
    while (strcmp(m->states[s].name, state) != 0)
        assert_true(++s < m->state_count);
    value x = process_new_machine(c, id(f, machine), VALUE_NULL);
    x = changed(f, x, LOCAL_STATUS, value_int(&c->vals, STATUS_IDLE));
    return changed(f, x, LOCAL_STATE, value_int(&c->vals, s));
}

/* All that it may send, in the order of declarations: "W: a b, V: c, " */
static void expect_sends(const fixture *f, value x, const char *want)
{
    strbuf shown = {0};
    for (uint32_t d = 0; d < f->m.ir->machine_count; d++) {
        bool is_first = true;
        for (uint32_t e = 0; e < f->m.ir->event_count; e++) {
            if (!local_effects_sends(f->o, x, d, e))
                continue;
            if (is_first)
                strbuf_printf(&shown, "%s:", f->m.ir->machines[d].name);
            strbuf_printf(&shown, " %s", f->m.ir->events[e].name);
            is_first = false;
        }
        assert_int_equal(local_effects_sends_to(f->o, x, d), !is_first);
        strbuf_puts(&shown, is_first ? "" : ", ");
    }
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

/* All events that it ignores for ever: "a b halt " */
static void expect_ignores(const fixture *f, value x, const char *want)
{
    strbuf shown = {0};
    for (uint32_t e = 0; e < f->m.ir->event_count; e++)
        if (e != EVENT_NULL && local_effects_is_irrelevant(f->o, x, e))
            strbuf_printf(&shown, "%s ", f->m.ir->events[e].name);
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

/* ---- States ---- */

TEST(what_lies_behind_is_not_counted)
{
    fixture f;
    set_up(&f, "event a; event b; event x; event y; event z;\n"
               "machine Main { start state S { entry { new W(this); }\n"
               "  ignore x, y, z; } }\n"
               "machine W { var up: machine;\n"
               "  start state A { entry (m: machine) { up = m; send up, x; }\n"
               "    on a goto B; }\n"
               "  state B { entry { send up, y; } on b goto C; exit { send up, z; } }\n"
               "  state C { ignore a, b; } }\n");
    expect_sends(&f, process_new_machine(f.m.c, id(&f, "W"), VALUE_NULL),
                 "Main: x y z, ");
    expect_sends(&f, in(&f, "W", "A"), "Main: y z, "); /* its entry has run */
    expect_sends(&f, in(&f, "W", "B"), "Main: z, ");
    expect_sends(&f, in(&f, "W", "C"), "");
    expect_sends(&f, local(&f, "Main"), "");
    tear_down(&f);
}

TEST(what_a_state_leads_to_is)
{
    fixture f;
    set_up(&f, "event a; event b; event c; event x; event y; event z;\n"
               "machine Main { start state S { entry { new W(this); }\n"
               "  ignore x, y, z; } }\n"
               "machine W { var up: machine;\n"
               "  fun Leave() { if ($) { goto C; } }\n"
               "  start state A { entry (m: machine) { up = m; }\n"
               "    on a do { raise b; } on b goto B with { send up, x; }\n"
               "    on c do { Leave(); } }\n"
               "  state B { entry { send up, y; } }\n"
               "  state C { entry { send up, z; } on a goto C; }\n"
               "  state D { on a goto A; } }\n");
    expect_sends(&f, in(&f, "W", "A"), "Main: x y z, ");
    expect_sends(&f, in(&f, "W", "B"), "");
    expect_sends(&f, in(&f, "W", "C"), "Main: z, "); /* it may enter it again */
    expect_sends(&f, in(&f, "W", "D"), "Main: x y z, ");
    tear_down(&f);
}

/* ---- Messages that nobody will ever take ---- */

TEST(ignored_now_and_handled_later_is_not_ignored)
{
    fixture f;
    set_up(&f, "event go; event x; event y; event z;\n"
               "machine Main { start state S { entry { new W(); } } }\n"
               "machine W { start state A { ignore x, y; on go goto B; }\n"
               "  state B { ignore y, z; on x do { goto C; } on go do { } }\n"
               "  state C { ignore x, z; defer y, go; } }\n");
    expect_ignores(&f, in(&f, "W", "A"), "y ");
    expect_ignores(&f, in(&f, "W", "B"), "y z ");
    expect_ignores(&f, in(&f, "W", "C"), "go x y z "); /* what is deferred for ever */
    expect_ignores(&f, local(&f, "Main"), "");
    tear_down(&f);
}

TEST(a_receive_takes_what_states_ignore)
{
    fixture f;
    set_up(&f, "event go; event x; event y;\n"
               "machine Main { start state S { entry { new W(); new V(); } } }\n"
               "fun Wait() { receive { case x: { } } }\n"
               "machine W { start state A { ignore x, y, halt; on go do { Wait(); }\n"
               "  } }\n"
               "machine V { start state A { ignore x, y, halt; defer go; } }\n");
    expect_ignores(&f, in(&f, "W", "A"), "y "); /* it takes halt, too */
    expect_ignores(&f, in(&f, "V", "A"), "halt go x y ");
    tear_down(&f);
}

TEST(halt_is_minded_until_it_has_come)
{
    fixture f;
    set_up(&f, "event x;\n"
               "machine Main { start state S { entry { var w: machine; w = new W();\n"
               "  send w, halt; new V(); } } }\n"
               "machine W { start state A { ignore x; exit { send this, x; } } }\n"
               "machine V { start state A { ignore x; on null goto B; }\n"
               "  state B { ignore x; } }\n");
    expect_ignores(&f, in(&f, "W", "A"), "x ");
    expect_sends(&f, in(&f, "W", "A"), "W: x, ");
    assert_int_equal(local_status(f.m.c, local(&f, "W")), STATUS_HALTED);
    expect_ignores(&f, local(&f, "W"), "halt x ");
    expect_sends(&f, local(&f, "W"), "");
    assert_false(local_effects_is_observed(f.o, local(&f, "W")));
    /* It notices whether its queue is empty. */
    expect_ignores(&f, in(&f, "V", "B"), "");
    expect_ignores(&f, process_halted(f.m.c, id(&f, "V")), "halt x ");
    tear_down(&f);
}

/* ---- Children, monitors ---- */

TEST(what_children_do_counts_for_those_who_make_them)
{
    fixture f;
    set_up(&f,
           "event a; event b; event x; event y;\n"
           "machine Main { start state S { entry { new W(this); }\n"
           "  ignore x, y; } }\n"
           "machine W { var up: machine; start state A { entry (m: machine) {\n"
           "    up = m; if (false) { new V(m); new U(); } }\n"
           "  on a goto B; on b goto C; }\n"
           "  state B { entry { new V(up); } ignore a; on b goto C; }\n"
           "  state C { ignore a, b; } }\n"
           "machine V { start state A { entry (m: machine) { new U(); send m, x; }\n"
           "  ignore y; } }\n"
           "machine U { start state A { entry { send this, y; announce b; }\n"
           "  ignore y; } }\n"
           "spec M observes b { start state S { ignore b; } }\n"
           "test t [main=Main]: assert M in { Main, W, V, U };\n");
    value a = in(&f, "W", "A");
    expect_sends(&f, a, "Main: x, U: y, ");
    assert_true(local_effects_creates(f.o, a));
    assert_true(local_effects_creates_one(f.o, a, decl(&f, "V")));
    assert_true(local_effects_creates_one(f.o, a, decl(&f, "U")));
    assert_false(local_effects_creates_one(f.o, a, decl(&f, "W")));
    assert_true(local_effects_is_observed(f.o, a));
    expect_ignores(&f, in(&f, "W", "B"), "a "); /* not what its children mind */
    value c = in(&f, "W", "C");
    expect_sends(&f, c, "");
    assert_false(local_effects_creates(f.o, c));
    assert_false(local_effects_is_observed(f.o, c));
    tear_down(&f);
}

TEST(who_is_observed_depends_on_the_interface)
{
    static const char text[] =
        "event x; event y;\n"
        "machine Main { start state S { entry { new W(this); new V(this); }\n"
        "  ignore x, y; } }\n"
        "machine W { var up: machine; start state A {\n"
        "  entry (m: machine) { up = m; } on x do { send up, x; }\n"
        "  on y do { announce y; } } }\n"
        "machine V { start state A { entry (m: machine) { } } }\n"
        "spec M observes x { start state S { ignore x; } }\n"
        "test t [main=Main]: union (assert M in { W }), { Main, V };\n";
    fixture f;
    set_up(&f, text);
    assert_true(local_effects_is_observed(f.o, in(&f, "W", "A")));
    assert_false(local_effects_is_observed(f.o, in(&f, "V", "A")));
    assert_false(local_effects_is_observed(f.o, local(&f, "Main")));
    tear_down(&f);
}

TEST(renamed_interfaces_make_other_machines)
{
    fixture f;
    set_up(
        &f,
        "event eAsk; event eOld; event eNew;\n"
        "interface Server(machine) receives eAsk;\n"
        "interface OldServer(machine) receives eAsk;\n"
        "interface NewServer(machine) receives eAsk;\n"
        "machine Old receives eAsk; { var up: machine; start state A {\n"
        "  entry (m: machine) { up = m; } on eAsk do { send up, eOld; } } }\n"
        "machine New receives eAsk; { var up: machine; start state A {\n"
        "  entry (m: machine) { up = m; } on eAsk do { send up, eNew; } } }\n"
        "machine OldClient { start state A { ignore eOld;\n"
        "  on eAsk do { send new Server(this), eAsk; } } }\n"
        "machine NewClient { start state A { ignore eNew;\n"
        "  on eAsk do { send new Server(this), eAsk; } } }\n"
        "machine Main { start state A { entry { new OldClient(); new NewClient();\n"
        "  } } }\n"
        "module OldSide = rename Server to OldServer in { OldClient, Old -> Server };\n"
        "module NewSide = rename Server to NewServer in { NewClient, New -> Server };\n"
        "test t [main=Main]: union OldSide, NewSide, { Main };\n");
    expect_sends(&f, in(&f, "OldClient", "A"), "Old: eAsk, OldClient: eOld, ");
    expect_sends(&f, in(&f, "NewClient", "A"), "New: eAsk, NewClient: eNew, ");
    tear_down(&f);
}

/* ---- In the middle of a handler ---- */

static void expect_paused(const fixture *f, const char *sends)
{
    value x = local(f, "Main");
    assert_int_equal(local_status(f->m.c, x), STATUS_PAUSED);
    expect_sends(f, x, sends);
    assert_true(local_effects_is_observed(f->o, x));
}

TEST(a_handler_that_has_stopped_counts_and_what_comes_after_it)
{
    fixture f;
    begin(&f,
          "event seen; event v; event w; event x; event y; event z;\n"
          "machine Main { start state S {\n"
          "  entry { send this, x; announce seen; goto T; }\n"
          "  exit { send this, y; announce seen; send this, w; } ignore x; }\n"
          "  state T { entry { send this, z; } ignore w, x, y, z;\n"
          "    on v do { send this, v; } } }\n"
          "spec M observes seen { start state S { ignore seen; } }\n"
          "test t [main=Main]: assert M in { Main };\n",
          NET_P2P);
    go_on(&f);
    expect_paused(&f, "Main: v w x y z, "); /* in the entry */
    go_on(&f);
    expect_paused(&f, "Main: v w y z, "); /* in the exit, on its way to T */
    expect_ignores(&f, local(&f, "Main"), "x ");
    value gone = changed(&f, local(&f, "Main"), LOCAL_TASKS, VALUE_NULL);
    expect_sends(&f, gone, "Main: w y, "); /* without what comes after */
    gone = changed(&f, gone, LOCAL_FRAMES, VALUE_NULL);
    expect_sends(&f, gone, "Main: w y, "); /* the state has that exit, y is held back */
    gone = changed(&f, gone, LOCAL_PENDING, VALUE_NULL);
    gone = changed(&f, gone, LOCAL_STATE, value_int(&f.m.c->vals, 1));
    expect_sends(&f, gone, "Main: v, ");
    go_on(&f);
    assert_int_equal(local_status(f.m.c, local(&f, "Main")), STATUS_IDLE);
    expect_sends(&f, local(&f, "Main"), "Main: v, ");
    expect_ignores(&f, local(&f, "Main"), "w x y z ");
    assert_false(local_effects_is_observed(f.o, local(&f, "Main")));
    tear_down(&f);
}

TEST(a_creation_that_is_held_back_counts)
{
    fixture f;
    begin(&f,
          "event seen; event x;\n"
          "machine Main { start state S { entry { new W(this); announce seen; }\n"
          "  ignore x; } }\n"
          "machine W { start state A { entry (m: machine) { send m, x; } } }\n"
          "spec M observes seen { start state S { ignore seen; } }\n"
          "test t [main=Main]: assert M in { Main, W };\n",
          NET_MBOX);
    go_on(&f);
    expect_paused(&f, "Main: x, ");
    value x = changed(&f, local(&f, "Main"), LOCAL_FRAMES, VALUE_NULL);
    expect_sends(&f, x, "Main: x, ");
    assert_true(local_effects_creates_one(f.o, x, decl(&f, "W")));
    assert_false(local_effects_is_observed(f.o, x));
    x = changed(&f, x, LOCAL_PENDING, VALUE_NULL);
    expect_sends(&f, x, "");
    assert_false(local_effects_creates(f.o, x));
    tear_down(&f);
}

/* Declarations that it may send to before it takes another message. */
static void expect_alone(const fixture *f, value x, const char *want)
{
    strbuf shown = {0};
    for (uint32_t d = 0; d < f->m.ir->machine_count; d++)
        if (local_effects_sends_before_receive(f->o, x, d))
            strbuf_printf(&shown, "%s ", f->m.ir->machines[d].name);
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
}

/* In each, the first three transitions are: Main begins, U does, V does. */
static const char paused_in_main[] =
    "event seen; event e; event x;\n"
    "machine U { start state A { ignore x; } }\n"
    "machine V { start state A { ignore x; } }\n"
    "spec M observes seen { start state S { ignore seen; } }\n"
    "test t [main=Main]: assert M in { Main, U, V, W };\n";

static void expect_main_alone(const char *rest, const char *want)
{
    fixture f;
    strbuf text = {0};
    strbuf_printf(&text, "%s%s", paused_in_main, rest);
    begin(&f, strbuf_text(&text), NET_MBOX);
    while (local_status(f.m.c, local(&f, "Main")) != STATUS_PAUSED)
        assert_true(go_on(&f));
    expect_alone(&f, local(&f, "Main"), want);
    strbuf_free(&text);
    tear_down(&f);
}

TEST(without_another_message_it_only_finishes_what_it_began)
{
    /* what was begun, and what other messages would lead to */
    expect_main_alone("machine Main { var u, v: machine; start state S { entry {\n"
                      "  u = new U(); v = new V(); announce seen; send u, x; }\n"
                      "  on e do { send v, x; } } }\n"
                      "machine W { start state A { } }\n",
                      "U ");
    /* an event that is raised needs no message */
    expect_main_alone("machine Main { var u, v: machine; start state S { entry {\n"
                      "  u = new U(); v = new V(); announce seen; raise e; }\n"
                      "  on e do { send v, x; } } }\n"
                      "machine W { start state A { } }\n",
                      "V ");
    /* nor one that the next state raises */
    expect_main_alone("machine Main { var u, v: machine; start state S { entry {\n"
                      "  u = new U(); v = new V(); announce seen; goto T; } }\n"
                      "  state T { entry { raise e; } on e do { send v, x; } } }\n"
                      "machine W { start state A { } }\n",
                      "V ");
    /* a child that is held back takes messages, whatever its creator does */
    expect_main_alone(
        "machine Main { var v: machine; start state S { entry {\n"
        "  new U(); v = new V(); new W(v); announce seen; } } }\n"
        "machine W { var v: machine; start state A { entry (m: machine) { v = m; }\n"
        "  on e do { send v, x; } } }\n",
        "V ");
}

/* ---- Who may be meant ---- */

TEST(references_are_followed_and_not_types)
{
    fixture f;
    set_up(&f,
           "event a; event b; event x;\n"
           "machine Main { start state S { entry { var w: machine; var v: V;\n"
           "  w = new W(); v = new V(); new One((w, v)); new Two((w, v));\n"
           "  new Three(); } ignore x; } }\n"
           "machine W { start state A { ignore x; } }\n"
           "machine V { start state A { ignore x; } }\n"
           /* parts of a tuple are apart */
           "machine One { var p: (machine, V); start state A {\n"
           "  entry (q: (machine, V)) { p = q; } on a do { send p.0, x; } } }\n"
           /* a W in a variable for a V: both accept everything */
           "machine Two { var v: V; start state A {\n"
           "  entry (q: (machine, V)) { v = q.0 as V; } on a do { send v, x; } } }\n"
           /* through any, collections and a function */
           "machine Three { var all: map[int, seq[any]]; start state A {\n"
           "  entry { all[0] = default(seq[any]); all[0] += (0, this); }\n"
           "  on a do { send Pick(all[0]), x; } ignore x; } }\n"
           "fun Pick(s: seq[any]): machine { return s[0] as machine; }\n");
    expect_sends(&f, in(&f, "One", "A"), "W: x, ");
    expect_sends(&f, in(&f, "Two", "A"), "W: x, ");
    expect_sends(&f, in(&f, "Three", "A"), "Three: x, ");
    tear_down(&f);
}

TEST(references_are_followed_through_containers_and_states)
{
    fixture f;
    set_up(&f,
           "event a; event b; event c: machine; event d; event x;\n"
           "machine Main { start state S { entry { var w: machine;\n"
           "  w = new W(); new V(); new U(w); new T(w); send w, c, w;\n"
           "  } ignore x; } }\n"
           "machine W { start state A { ignore x, c; } }\n"
           /* keys, values, and any as a tuple */
           "machine V { var m: map[machine, machine]; var o: any;\n"
           "  var p: (int, machine); var s: set[machine];\n"
           "  start state A { entry { m[this] = this; p.1 = this; o = p; }\n"
           "  on a do { send keys(m)[0], x; } on b do { send values(m)[0], a; }\n"
           "  on c do (n: machine) { send (o as (int, machine)).1, b; }\n"
           "  on d do { s += (this); send choose(s), d; } ignore x; } }\n"
           /* with a goto, and with the event of one */
           "machine U { var w: machine; start state A {\n"
           "  entry (n: machine) { w = n; } on a do { goto B, w; } on c goto C; }\n"
           "  state B { entry (n: machine) { send n, x; } }\n"
           "  state C { entry (n: machine) { send n, a; } } }\n"
           /* in a receive, in a quorum */
           "machine T { start state A { entry (n: machine) { }\n"
           "  on a do { receive { case c: (n: machine) { send n, x; } } goto B; } }\n"
           "  state B { on quorum (2) c do (n: seq[machine]) { send n[0], a; } } }\n");
    expect_sends(&f, in(&f, "V", "A"), "V: a b d x, ");
    expect_sends(&f, in(&f, "U", "A"), "W: a x, ");
    expect_sends(&f, in(&f, "T", "A"), "W: a x, ");
    expect_sends(&f, in(&f, "T", "B"), "W: a, ");
    tear_down(&f);
}

TEST(references_come_with_messages)
{
    fixture f;
    set_up(&f, "event a: machine; event b: (n: int, m: machine); event x; event y;\n"
               "machine Main { start state S { entry { var w: W; w = new W();\n"
               "  send w, a, this; send w, b, (n = 1, m = new V()); }\n"
               "  ignore x, y; } }\n"
               "machine W { var v: machine; start state A {\n"
               "  on a do (m: machine) { send m, x; }\n"
               "  on b do (p: (n: int, m: machine)) { v = p.m; goto B; } }\n"
               "  state B { entry { send v, y; } } }\n"
               "machine V { start state A { ignore y; } }\n");
    expect_sends(&f, in(&f, "W", "A"), "Main: x, V: y, ");
    expect_sends(&f, in(&f, "W", "B"), "");
    tear_down(&f);
}

/* Nobody calls a handler: its parameter may be any event. */
TEST(references_come_with_any_event)
{
    fixture f;
    set_up(&f,
           "event a; event k: event; event x: machine; event y;\n"
           "machine Main { start state S { entry { new W(); new V(); } } }\n"
           "machine W { start state A { on k do (e: event) { send this, e, this; }\n"
           "  on x do (m: machine) { goto B, m; } }\n"
           "  state B { entry (m: machine) { send m, y; } ignore k; } }\n"
           "machine V { start state A { on x do (m: machine) { send m, y; } } }\n");
    expect_sends(&f, in(&f, "W", "A"), "W: halt a k x y, ");
    expect_sends(&f, in(&f, "V", "A"), "W: y, ");
    tear_down(&f);
}

TEST(helpers_are_followed_into)
{
    static const char text[] =
        "event a; event b; event x: any; event y: any;\n"
        "fun Tell(all: seq[machine], what: event, how: any) { var m: machine;\n"
        "  foreach (m in all) { send m, what, how; } }\n"
        "fun Twice(all: seq[machine], what: event) {\n"
        "  Tell(all, what, 1); Tell(all, what, 2); }\n"
        "machine Main { start state S { entry { var v, w: seq[machine];\n"
        "  v += (0, new V()); w += (0, new W());\n"
        "  new One(v); new Two(w); new Three((v, x)); } } }\n"
        "machine V { start state A { ignore x, y; } }\n"
        "machine W { start state A { ignore x, y; } }\n"
        "machine One { var all: seq[machine]; start state A {\n"
        "  entry (s: seq[machine]) { all = s; } on a do { Tell(all, x, this); } } }\n"
        "machine Two { var all: seq[machine]; start state A {\n"
        "  entry (s: seq[machine]) { all = s; } on a do { Twice(all, y); } } }\n"
        /* who knows which event that is */
        "machine Three { var p: (seq[machine], event); start state A {\n"
        "  entry (s: (seq[machine], event)) { p = s; } on a do { Twice(p.0, p.1); }\n"
        "} }\n";
    fixture f;
    set_up(&f, text);
    expect_sends(&f, in(&f, "One", "A"), "V: x, ");
    expect_sends(&f, in(&f, "Two", "A"), "W: y, ");
    expect_sends(&f, in(&f, "Three", "A"), "V: halt a b x y, ");
    tear_down(&f);
}

/* A helper that calls itself with its parameters in other places, one that changes
 * them, and a handler whose event came with a message. */
TEST(helpers_may_do_otherwise)
{
    static const char text[] =
        "event a; event b: (machine, event); event x; event y;\n"
        "fun Ping(n: int, one: machine, other: machine) {\n"
        "  send one, x; if (n > 0) { Ping(n - 1, other, one); } }\n"
        "fun Pong(m: machine, v: machine, what: event) {\n"
        "  if ($) { m = v; what = y; } send m, what; }\n"
        "machine Main { start state S { entry { var v: V; var w: W;\n"
        "  v = new V(); w = new W(); new One((v, w)); new Two((v, w));\n"
        "  send new Three(), b, (w, x); } } }\n"
        "machine V { start state A { ignore x, y; } }\n"
        "machine W { start state A { ignore x, y; } }\n"
        "machine One { var p: (V, W); start state A {\n"
        "  entry (q: (V, W)) { p = q; } on a do { Ping(3, p.0, p.1); } } }\n"
        "machine Two { var p: (V, W); start state A {\n"
        "  entry (q: (V, W)) { p = q; } on a do { Pong(p.0, p.1, x); } } }\n"
        "machine Three { start state A { on b do (p: (machine, event)) {\n"
        "  Pong(p.0, p.0, p.1); } } }\n";
    fixture f;
    set_up(&f, text);
    expect_sends(&f, in(&f, "One", "A"), "V: x, W: x, ");
    expect_sends(&f, in(&f, "Two", "A"), "V: halt a b x y, W: halt a b x y, ");
    expect_sends(&f, in(&f, "Three", "A"), "V: halt a b x y, W: halt a b x y, ");
    tear_down(&f);
}

/* A value that is not what its type says: inside of tuples nobody looks. */
TEST(types_may_lie)
{
    fixture f;
    set_up(&f, "event a; event b: (int, int); event x;\n"
               "machine Main { start state S { entry { var e: event; e = b;\n"
               "  send new W(), e, (this, 1); } ignore x; } }\n"
               "machine W { var n: any; start state A { ignore x;\n"
               "  on b do (p: (int, int)) { n = p.0; }\n"
               "  on a do { send n as machine, x; } } }\n");
    expect_sends(&f, in(&f, "W", "A"), "Main: x, ");
    tear_down(&f);
}

TEST(c_functions_may_return_any_reference)
{
    fixture f;
    set_up(&f, "event a; event b; event x;\n"
               "fun Somebody(): machine; fun Number(m: machine): int;\n"
               "machine Main { start state S { entry { new W(); } ignore x; } }\n"
               "machine W { var n: any; start state A { ignore x;\n"
               "  on a do { send Somebody(), x; goto B; } }\n"
               "  state B { ignore x; on a do { n = Number(this);\n"
               "    send n as machine, x; } } }\n");
    expect_sends(&f, in(&f, "W", "A"), "Main: x, W: x, ");
    expect_sends(&f, in(&f, "W", "B"), "");
    tear_down(&f);
}

TEST(what_may_not_be_sent_is_not)
{
    fixture f;
    set_up(&f, "event a: event; event x; event y;\n"
               "machine Main { start state S { entry { new W(); } ignore x, y; } }\n"
               "machine W sends x, halt; { start state A { ignore x, y;\n"
               "  on a do (e: event) { send this, e; } } }\n");
    value w = in(&f, "W", "A");
    expect_sends(&f, w, "W: halt x, ");
    bool events[8] = {false};
    events[event(&f, "y")] = true;
    assert_false(local_effects_sends_any(f.o, w, decl(&f, "W"), events));
    events[event(&f, "x")] = true;
    assert_true(local_effects_sends_any(f.o, w, decl(&f, "W"), events));
    assert_false(local_effects_sends_any(f.o, w, decl(&f, "Main"), events));
    tear_down(&f);
}

/* ---- Whatever happens was foreseen ---- */

TEST(every_move_was_foreseen)
{
    each_program(check_effects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_lies_behind_is_not_counted),
        LEAK_FREE(what_a_state_leads_to_is),
        LEAK_FREE(ignored_now_and_handled_later_is_not_ignored),
        LEAK_FREE(a_receive_takes_what_states_ignore),
        LEAK_FREE(halt_is_minded_until_it_has_come),
        LEAK_FREE(what_children_do_counts_for_those_who_make_them),
        LEAK_FREE(who_is_observed_depends_on_the_interface),
        LEAK_FREE(renamed_interfaces_make_other_machines),
        LEAK_FREE(a_handler_that_has_stopped_counts_and_what_comes_after_it),
        LEAK_FREE(a_creation_that_is_held_back_counts),
        LEAK_FREE(without_another_message_it_only_finishes_what_it_began),
        LEAK_FREE(references_are_followed_and_not_types),
        LEAK_FREE(references_are_followed_through_containers_and_states),
        LEAK_FREE(references_come_with_messages),
        LEAK_FREE(references_come_with_any_event),
        LEAK_FREE(helpers_are_followed_into),
        LEAK_FREE(helpers_may_do_otherwise),
        LEAK_FREE(types_may_lie),
        LEAK_FREE(c_functions_may_return_any_reference),
        LEAK_FREE(what_may_not_be_sent_is_not),
        LEAK_FREE(every_move_was_foreseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
