/* Runs that go on from a choice, against runs from the beginning.
 *
 * All steps that one machine can make are enumerated, and each is made again by scripts
 * alone, one for each combination of choices: those know nothing of points and
 * waypoints.  Each program tells two ways apart by something that a waypoint must keep.
 */
#include "core/coverage.h"
#include "core/step.h"
#include "core/system.h"

#include "model_fixture.h"

typedef struct stimulated {
    value local;
    value stimulus;
} stimulated;

typedef VEC(uint32_t) number_list;

typedef struct closure {
    core *c;
    VEC(stimulated) steps; /* to enumerate */
    idmap known;           /* (local, stimulus) */
    VEC(value) locals;     /* that wait for messages */
    VEC(value) messages;   /* that the machine has sent to itself */
    idmap seen;            /* the elements of both */
    size_t faults;
    size_t ends;
} closure;

/* ---- One step by scripts ---- */

/* Makes the step with these choices and zeros after them; false: it has no outcome. */
static bool make(core *c, stimulated at, const number_list *choices, note_list *notes,
                 outcome *out)
{
    script s = {.choices = choices->data,
                .choice_count = (uint32_t)choices->len,
                .notes = notes};
    notes->len = 0;
    c->script = &s;
    step_outcomes one = step_machine(c, at.local, at.stimulus);
    c->script = NULL;
    if (one.count > 0)
        *out = *step_outcome(c, one, 0);
    return one.count > 0;
}

/* Sets the choices to the next combination after the one of NOTES; false: that was the
 * last. */
static bool advance(number_list *choices, const note_list *notes)
{
    number_list widths = {0};
    for (size_t i = 0; i < notes->len; i++)
        if (notes->data[i].kind == NOTE_CHOICE)
            vec_push(&widths, notes->data[i].width);
    while (choices->len < widths.len)
        vec_push(choices, 0);
    choices->len = widths.len;
    while (choices->len > 0 && *vec_last(choices) + 1 == widths.data[choices->len - 1])
        choices->len--;
    vec_free(&widths);
    if (choices->len > 0)
        ++*vec_last(choices);
    return choices->len > 0;
}

static fault fault_of(const core *c, const outcome *o)
{
    return o->fault == 0 ? (fault){.text = ""} : *vec_at(&c->faults, o->fault - 1);
}

static bool are_same(const core *c, const outcome *a, const outcome *b)
{
    fault x = fault_of(c, a);
    fault y = fault_of(c, b);
    return a->local == b->local && a->effects == b->effects &&
           a->is_stuck == b->is_stuck && x.kind == y.kind && x.pos == y.pos;
}

static bool is_among(const core *c, const outcome *o, step_outcomes list)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (are_same(c, o, step_outcome(c, list, i)))
            return true;
    return false;
}

/* Each combination of choices leads to one of the outcomes. */
static void expect_all(core *c, stimulated at, step_outcomes list)
{
    number_list choices = {0};
    note_list notes = {0};
    outcome o = {0};
    size_t count = 0;
    do {
        if (make(c, at, &choices, &notes, &o))
            assert_true(is_among(c, &o, list));
        assert_true(++count < 100000);
    } while (advance(&choices, &notes));
    vec_free(&choices);
    vec_free(&notes);
}

/* ... and each outcome comes of its choices, with all that it has. */
static void expect_each(core *c, stimulated at, step_outcomes list)
{
    number_list choices = {0};
    note_list notes = {0};
    for (uint32_t i = 0; i < list.count; i++) {
        outcome want = *step_outcome(c, list, i);
        outcome got = {0};
        value_view taken = list_get(c, want.choices);
        vec_clear(&choices);
        for (uint32_t k = 0; k < taken.count; k++)
            vec_push(&choices, (uint32_t)value_to_int(&c->vals, taken.items[k]));
        assert_true(make(c, at, &choices, &notes, &got));
        assert_true(are_same(c, &got, &want));
        assert_int_equal(got.choices, want.choices);
        assert_int_equal(got.need, want.need);
        assert_int_equal(got.cooled, want.cooled);
        assert_int_equal(got.only_sends, want.only_sends);
        fault x = fault_of(c, &got);
        fault y = fault_of(c, &want);
        assert_int_equal(x.event, y.event);
        assert_int_equal(x.state, y.state);
        assert_string_equal(x.text, y.text);
    }
    vec_free(&choices);
    vec_free(&notes);
}

/* ---- All steps of a machine ---- */

static void add_step(closure *k, value local, value stimulus)
{
    if (idmap_add(&k->known, IDMAP_KEY(local, stimulus)))
        vec_push(&k->steps, ((stimulated){local, stimulus}));
}

static void add_message(closure *k, value message)
{
    if (!idmap_add(&k->seen, message))
        return;
    vec_push(&k->messages, message);
    vec_each (local, &k->locals)
        add_step(k, *local, message);
}

static void add_local(closure *k, value local)
{
    if (local == VALUE_NULL || !idmap_add(&k->seen, local))
        return;
    process_status is = local_status(k->c, local);
    if (is != STATUS_IDLE && is != STATUS_WAITING && is != STATUS_HALTED) {
        add_step(k, local, VALUE_NULL);
        return;
    }
    vec_push(&k->locals, local);
    vec_each (message, &k->messages)
        add_step(k, local, *message);
}

/* Main is the first machine. */
static void add_effect(closure *k, value effect)
{
    value_view e = value_get(&k->c->vals, effect);
    if (e.aux == REC_MESSAGE && e.items[MESSAGE_TARGET] == value_machine_id(0))
        add_message(k, effect);
}

static void add_successors(closure *k, const outcome *o)
{
    k->faults += o->fault != 0;
    k->ends++;
    value_view effects = list_get(k->c, o->effects);
    for (uint32_t i = 0; i < effects.count; i++)
        add_effect(k, effects.items[i]);
    add_local(k, o->local);
    value held = o->local == VALUE_NULL
                     ? VALUE_NULL
                     : value_item(&k->c->vals, o->local, LOCAL_PENDING);
    if (held != VALUE_NULL)
        add_effect(k, held);
}

static void check_steps(closure *k)
{
    enum { MOST = 400 };
    for (size_t i = 0; i < k->steps.len && i < MOST; i++) {
        stimulated at = k->steps.data[i];
        step_outcomes list = step_machine(k->c, at.local, at.stimulus);
        expect_all(k->c, at, list);
        expect_each(k->c, at, list);
        for (uint32_t o = 0; o < list.count; o++) {
            outcome one = *step_outcome(k->c, list, o);
            add_successors(k, &one);
        }
    }
}

/* It must come to so many outcomes and faults at least. */
static void check_with(const char *text, const core_options *options, size_t ends,
                       size_t faults)
{
    model m = model_load(text, options);
    closure k = {.c = m.c};
    system_state s = {0};
    transition_result r;
    system_start(m.c, &s, &r);
    add_local(&k, system_local(m.c, &s, 0));
    check_steps(&k);
    if (k.ends < ends || k.faults < faults)
        print_error("%zu ends, %zu faults\n%s\n", k.ends, k.faults, text);
    assert_true(k.ends >= ends);
    assert_true(k.faults >= faults);
    vec_free(&s);
    vec_free(&k.steps);
    vec_free(&k.locals);
    vec_free(&k.messages);
    idmap_fini(&k.known);
    idmap_fini(&k.seen);
    model_free(&m);
}

static void check(const char *text, size_t ends, size_t faults)
{
    check_with(text, &(core_options){.network = NET_MBOX}, ends, faults);
}

/* As --max-instructions. */
static void check_within(uint64_t most, const char *text, size_t ends, size_t faults)
{
    const core_options options = {.network = NET_MBOX, .most_instructions = most};
    check_with(text, &options, ends, faults);
}

#define EVENTS "event eA: int;\nevent eB: int;\nevent eC: int;\nevent eSeen: int;\n"
#define OTHERS                                                               \
    "machine W { start state S { ignore eA, eB, eC; } } axiom true;\n"       \
    "spec M observes eSeen { start state S { on eSeen do (n: int) { } } }\n" \
    "test t [main=Main]: assert M in { Main, W };\n"

/* The values that are made behind a choice are not those that were made before it. */
TEST(fields_slots_and_frames_are_put_back)
{
    check(EVENTS
          "fun Pick(n: int): int { var k: int; var s: seq[int];\n"
          "  s += (0, n); k = choose(n); s += (1, k); return s[0] + s[1]; }\n"
          "machine Main { var x: int; var s: set[int];\n"
          "  fun Fill(n: int): seq[int] { var a: seq[int]; a += (0, n);\n"
          "    return a; }\n"
          "  start state S {\n"
          "    entry { var i: int; var t: set[int]; var a, b: seq[int];\n"
          "      i = 5; t += (i); s += (i); x = 3;\n"
          "      if ($) { i = i + Pick(2); } else { i = 20 + Pick(2); x = 4; }\n"
          "      a = Fill(x); b = Fill(i); a += (0, b[0]);\n"
          "      t += (i); s += (Pick(3)); x = x + choose(2); i = i + choose(3);\n"
          "      b = Fill(x); a = Fill(i); b += (1, a[0]); a += (1, b[1]);\n"
          "      if (sizeof(t) > 1) { t += (a[1]); s = t; } s += (100 * i);\n"
          "      x = x + b[0]; } }\n"
          "}\n" OTHERS,
          20, 0);
}

TEST(effects_and_children_are_put_back)
{
    check(EVENTS "machine Main { var w: machine; var x: int;\n"
                 "  start state S { entry { send this, eA, 1;\n"
                 "      if ($) { w = new W(); send w, eA, 2; }\n"
                 "      if ($) { w = new W(); } else { send this, eB, 3; }\n"
                 "      x = choose(2); send this, eC, x; if ($) { w = new W(); } }\n"
                 "    on eA do (n: int) { send this, eB, n; if ($) { return; }\n"
                 "      send this, eC, 4; w = new W(); }\n"
                 "    ignore eB, eC; } }\n" OTHERS,
          20, 0);
}

/* T and U have the same entry, and S has one exit for both. */
TEST(states_and_tasks_are_put_back)
{
    check(EVENTS "machine Main { var x: int;\n"
                 "  fun Enter() { if ($) { x = 1; } else { x = 2; } }\n"
                 "  start state S { entry { var t: seq[int];\n"
                 "      send this, eA, 1; send this, eB, 2;\n"
                 "      if ($) { goto T; } if ($) { goto U; }\n"
                 "      t += (0, choose(2)); t += (1, choose(2)); goto V, t; }\n"
                 "    exit { if ($) { x = x + 10; } }\n"
                 "    on eA do (n: int) { if ($) { raise eB, n; } goto U; }\n"
                 "    on eB goto T with (n: int) { x = n * choose(2); } }\n"
                 "  state T { entry Enter; on eA goto S; on eB do { x = 7; } }\n"
                 "  cold state U { entry Enter; on eA do { x = 8; } on eB goto S; }\n"
                 "  state V { entry (t: seq[int]) { x = 10 * t[0] + t[1]; }\n"
                 "    on eA do { if ($) { goto U; } x = choose(2); } ignore eB; }\n"
                 "}\n" OTHERS,
          40, 0);
}

TEST(the_inbox_is_put_back)
{
    check(EVENTS
          "machine Main { var x: int;\n"
          "  start state S { entry { send this, eA, 1; send this, eB, 2;\n"
          "      send this, eC, 3; }\n"
          "    defer eA, eB;\n"
          "    on eC do (n: int) {\n"
          "      if ($) { receive { case eA: (k: int) { x = 5; } } x = 0; }\n"
          "      x = choose(2); if ($) { goto T; } } }\n"
          "  state T { defer eC;\n"
          "    on eA do (n: int) { x = x + 10; if ($) { goto S; } }\n"
          "    on eB do (n: int) { x = x + 20; if ($) { x = 0; raise halt; } } }\n"
          "}\n" OTHERS,
          60, 0);
}

/* It goes on before an observation only if nobody can have run in between. */
TEST(the_last_effect_and_the_floor_are_put_back)
{
    check(EVENTS
          "machine Main { var x: int;\n"
          "  start state S { entry { send this, eA, 1; announce eSeen, 1;\n"
          "      if ($) { x = 1; send this, eA, 2; } announce eSeen, 2;\n"
          "      if ($) { announce eSeen, 3; } if ($) { send this, eB, 4; }\n"
          "      if ($) { assume (x == 1); } announce eSeen, 5; }\n"
          "    on eA do (n: int) { if ($) { send this, eB, n; }\n"
          "      if ($) { announce eSeen, 6; } if ($) { x = 9; } }\n"
          "    on eB do (n: int) { if ($) { announce eSeen, 7; assume (false); }\n"
          "      x = choose(2); } }\n"
          "}\n" OTHERS,
          16, 0);
}

TEST(a_way_that_fails_leaves_nothing_behind)
{
    check(EVENTS "machine Main { var x: int;\n"
                 "  start state S { entry { send this, eA, 0; send this, eB, 1; }\n"
                 "    on eA do Both; on eB do Both; on eC do { x = 4; } }\n"
                 "  fun Both(n: int) { if ($) { raise eC, n; } send this, eC, 2;\n"
                 "      assert choose(3) != 1, \"one\"; x = n;\n"
                 "      if ($) { raise eSeen, 1; } x = 1 / choose(2); }\n"
                 "}\n" OTHERS,
          10, 6);
}

/* The messages since the last one that was handled count: from that on, 1000 are a
 * step.  The first way handles another message, after ten more. */
TEST(the_first_effect_of_a_message_is_put_back)
{
    check(EVENTS
          "machine Main { var x: int;\n"
          "  fun Many(n: int) { while (n > 0) { send this, eSeen, 0; n = n - 1; } }\n"
          "  start state S { entry { send this, eA, 0; send this, eB, 0;\n"
          "      send this, eC, 0; }\n"
          "    defer eA, eB; ignore eSeen; on eC do { Many(600); goto T; } }\n"
          "  state T { defer eC; ignore eSeen; on eB do { x = 3; }\n"
          "    on eA do { if ($) { Many(1005); } else { Many(10); } } }\n"
          "}\n"
          "machine W { start state S { } } spec M observes halt { start state S { } }\n"
          "test t [main=Main]: assert M in { Main, W };\n",
          10, 0);
}

/* The instructions of Main's entry if all choices are 0. */
static uint64_t count_instructions(const char *text)
{
    model m = model_load(text, &(core_options){.network = NET_MBOX});
    system_state s = {0};
    transition_result r;
    script zeros = {0};
    system_start(m.c, &s, &r);
    m.c->script = &zeros;
    step_machine(m.c, system_local(m.c, &s, 0), VALUE_NULL);
    m.c->script = NULL;
    uint32_t handler = coverage_handler(m.c->coverage, 0, 0, HANDLER_ENTRY);
    uint64_t count = m.c->coverage->costs[handler].instructions;
    vec_free(&s);
    model_free(&m);
    return count;
}

/* Whatever is left of the instructions when it chooses, and a look for an endless loop
 * is on: it is cut off where a run from the beginning is, to the very instruction. */
TEST(budget_and_look_are_put_back)
{
    enum { LOOK = 200000 }; /* so many more, see endless.c */
    static const char text[] =
        EVENTS "machine Main { var x: int;\n"
               "  start state S { entry { var i: int;\n"
               "      while (i < 30000) { i = i + 1; } x = choose(2);\n"
               "      while (i > 0) { i = i - 1; } x = x + choose(2); } }\n"
               "}\n" OTHERS;
    uint64_t count = count_instructions(text);
    assert_true(count > LOOK + 100);
    for (uint64_t most = count - LOOK - 4; most < count - LOOK + 4; most++)
        check_within(most, text, 0, 0);
    check_within(count - LOOK + 100, text, 3, 0);
}

/* As P does: then it matters whether the machine has looked at its inbox. */
TEST(machines_that_stop_at_sends_go_on_as_well)
{
    const core_options options = {.network = NET_MBOX, .stops_at_sends = true};
    check_with(EVENTS "machine Main { var x: int;\n"
                      "  start state S { entry { send this, eA, 1; send this, eB, 2;\n"
                      "      send this, eC, 0; x = choose(2); }\n"
                      "    defer eB;\n"
                      "    on eA do (n: int) { if ($) { goto T; } }\n"
                      "    on eC do { if ($) { goto T; } send this, eC, 3; } }\n"
                      "  state T { ignore eC; on eA do { goto S; }\n"
                      "    on eB do { x = choose(2); if ($) { goto S; } } }\n"
                      "}\n" OTHERS,
               &options, 20, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(fields_slots_and_frames_are_put_back),
        LEAK_FREE(effects_and_children_are_put_back),
        LEAK_FREE(states_and_tasks_are_put_back),
        LEAK_FREE(the_inbox_is_put_back),
        LEAK_FREE(the_last_effect_and_the_floor_are_put_back),
        LEAK_FREE(a_way_that_fails_leaves_nothing_behind),
        LEAK_FREE(the_first_effect_of_a_message_is_put_back),
        LEAK_FREE(budget_and_look_are_put_back),
        LEAK_FREE(machines_that_stop_at_sends_go_on_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
