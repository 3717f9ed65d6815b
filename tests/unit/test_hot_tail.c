/* The tail of a random run: when a spec was hot in it, and which steps it has. */
#include "core/hot_tail.h"

#include "analysis_fixture.h"
#include "base/hash.h"

/* eH, eC and eW bring each spec to its hot, cold and warm state; eP lets it pass the
 * cold one.  Spec 1 is a scenario. */
static const char text[] =
    "event eH; event eC; event eW; event eP; event eGo: int;\n"
    "machine Main { start state S { on eGo do (i: int) {\n"
    "  if (i == 0) { announce eH; } if (i == 1) { announce eC; }\n"
    "  if (i == 2) { announce eW; } if (i == 3) { announce eP; } } } }\n"
    "spec A observes eH, eC, eW, eP {\n"
    "  start cold state C { on eH goto H; on eW goto W; ignore eC, eP; }\n"
    "  hot state H { on eC goto C; on eW goto W; on eP goto P; ignore eH; }\n"
    "  cold state P { entry { goto H; } }\n"
    "  state W { on eH goto H; on eC goto C; ignore eW, eP; } }\n"
    "scenario Some observes eH { start hot state Never { ignore eH; } }\n"
    "test t [main=Main]: assert A in { Main };\n";

typedef struct fixture {
    model m;
    hot_tail tail;
    system_state at;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.m = model_load(text, &(core_options){0})};
    transition_result r;
    system_start(f->m.c, &f->at, &r);
    assert_int_equal(r.fault, 0);
    hot_tail_begin(&f->tail, f->m.c);
}

static void tear_down(fixture *f)
{
    hot_tail_free(&f->tail);
    vec_free(&f->at);
    model_free(&f->m);
}

/* One step for each letter: H, C, W, P, or `.`, in which nothing is observed. */
static void make(fixture *f, const char *steps)
{
    core *c = f->m.c;
    for (; *steps != '\0'; steps++) {
        env_notes notes = {0};
        const char name[] = {'e', *steps, '\0'};
        if (*steps != '.') {
            const value parts[2] = {value_event(find_event(c->ir, name)), VALUE_NULL};
            value seen = value_make(&c->vals, VK_RECORD, REC_OBSERVATION, parts, 2);
            assert_int_equal(env_observe(c, f->at.data, 0, seen, &notes), ENV_FINE);
        }
        value cooled = list_make(c, notes.cooled.data, notes.cooled.len);
        hot_tail_note(&f->tail, c, &f->at, cooled);
        vec_free(&notes.cooled);
    }
}

static void expect(const char *before, const char *steps, bool is_hot)
{
    fixture f;
    set_up(&f);
    make(&f, before);
    hot_tail_begin(&f.tail, f.m.c);
    make(&f, steps);
    assert_int_equal(f.tail.steps, strlen(steps));
    uint32_t spec = hot_tail_spec(&f.tail, f.m.c, &f.at);
    if ((spec != IR_NONE) != is_hot)
        print_error("%s, then %s\n", before, steps);
    assert_int_equal(spec, is_hot ? 0 : IR_NONE);
    tear_down(&f);
}

TEST(a_spec_must_stay_hot)
{
    expect("H", "....", true);
    expect("H", ".H.H", true);
    expect("", "....", false);
    expect("H", ".C..", false);
    expect("H", "...C", false);
    expect("H", ".CH.", false);
    expect("C", "....", false);
}

TEST(to_pass_a_cold_state_within_a_step_cools)
{
    expect("H", "..P.", false);
    expect("HP", "....", true);
}

/* Hot after at least half of the steps, and at the end. */
TEST(a_warm_state_neither_cools_nor_counts)
{
    expect("H", "WHWH", true);
    expect("H", "WWHH", true);
    expect("H", "WWWH", false);
    expect("H", "HHHW", false);
    expect("HW", "H..", true);
    expect("HW", ".HH", true);
    expect("HW", "..H", false);
}

TEST(a_run_that_ends_says_for_how_long)
{
    fixture f;
    set_up(&f);
    make(&f, "H.");
    fault said = system_hot_for_long(f.m.c, &f.at, 0, 5000, 1234567);
    assert_int_equal(said.kind, FAULT_LIVENESS);
    assert_string_equal(said.text, "spec A stayed hot for the last 5,000 of 1,234,567 "
                                   "steps, in state H");
    tear_down(&f);
}

/* Every transition about equally often, in every step of every seed another one. */
TEST(transitions_are_drawn_uniformly)
{
    enum { WAYS = 5, DRAWS = 10000 };
    transition_list enabled = {0};
    unsigned seen[WAYS] = {0};
    for (machine_id id = 0; id < WAYS; id++)
        vec_push(&enabled, ((transition){TRANSITION_ACT, id, 0}));
    for (uint64_t k = 0; k < DRAWS; k++) {
        uint64_t random = hot_tail_random(k % 7, k);
        seen[hot_tail_draw(&enabled, &random).machine]++;
        uint64_t again = hot_tail_random(k % 7, k);
        hot_tail_draw(&enabled, &again);
        assert_true(random == again);
        assert_true(hot_tail_random(k % 7, k) != hot_tail_random(k % 7 + 1, k));
    }
    for (int i = 0; i < WAYS; i++)
        assert_in_range(seen[i], DRAWS / WAYS * 9 / 10, DRAWS / WAYS * 11 / 10);
    vec_free(&enabled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_spec_must_stay_hot),
        LEAK_FREE(to_pass_a_cold_state_within_a_step_cools),
        LEAK_FREE(a_warm_state_neither_cools_nor_counts),
        LEAK_FREE(a_run_that_ends_says_for_how_long),
        LEAK_FREE(transitions_are_drawn_uniformly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
