/* Plans: they count only if the core runs them to the same failure. */
#include "evidence/attempt.h"

#include "base/clock.h"
#include "walk_fixture.h"

typedef struct fixture {
    model m;
    core_options o;
    trace t;
    core *c;
    attempt a;
    attempt_plan plan;
} fixture;

static void set_up(fixture *f, const char *text, uint64_t seed)
{
    *f = (fixture){.o = {.network = NET_P2P}};
    f->m = model_load(text, &f->o);
    walk_to_failure(&f->m, &f->o, &seed, 8, 60, &f->t);
    f->c = core_new(f->m.ir, f->m.c->test, &f->o);
    attempt_init(&f->a, f->c);
    assert_true(attempt_learn(&f->a, &f->t, &f->plan));
}

static void tear_down(fixture *f)
{
    vec_free(&f->plan);
    attempt_fini(&f->a);
    core_free(f->c);
    trace_fini(&f->t);
    model_free(&f->m);
}

static void plan_without(const attempt_plan *from, size_t at, attempt_plan *to)
{
    vec_clear(to);
    for (size_t i = 0; i < from->len; i++)
        if (i != at)
            vec_push(to, from->data[i]);
}

/* What was made is a run that fails in the same way. */
static void expect_made_fails(fixture *f)
{
    replay_result want = walk_replay(&f->m, &f->o, &f->t);
    trace made;
    trace_init(&made);
    vec_each (one, &f->a.made)
        trace_add(&made, f->c, one->m, one->choices);
    walk_expect_fault(&f->m, &f->o, &made, &want);
    trace_fini(&made);
}

TEST(the_original_run_is_a_plan_that_succeeds)
{
    for (size_t i = 0; i < COUNT_OF(walk_programs); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            fixture f;
            set_up(&f, walk_programs[i], seed);
            assert_int_equal(f.plan.len, f.t.steps.len);
            f.a.is_exact = true;
            assert_true(attempt_run(&f.a, &f.plan));
            assert_int_equal(f.a.made.len, f.plan.len);
            expect_made_fails(&f);
            tear_down(&f);
        }
}

/* Without any one step, the attempt makes a run that fails alike, or says no. */
TEST(a_plan_with_a_step_less_fails_in_the_same_way_or_not_at_all)
{
    unsigned yes = 0;
    unsigned no = 0;
    for (size_t i = 0; i < COUNT_OF(walk_programs); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            fixture f;
            attempt_plan less = {0};
            set_up(&f, walk_programs[i], seed);
            for (size_t k = 0; k < f.plan.len; k++) {
                plan_without(&f.plan, k, &less);
                bool ok = attempt_run(&f.a, &less);
                if (ok)
                    expect_made_fails(&f);
                yes += ok;
                no += !ok;
                f.a.is_exact = true;
                if (!f.a.goal.is_at_end && k + 1 == f.plan.len)
                    assert_false(attempt_run(&f.a, &less));
                f.a.is_exact = false;
            }
            vec_free(&less);
            tear_down(&f);
        }
    assert_true(yes > 20);
    assert_true(no > 20);
}

/* A random change of the plan: steps left out, two exchanged, a choice altered. */
static void change_plan(const attempt_plan *from, core *c, uint64_t *seed,
                        attempt_plan *to)
{
    size_t at = rnd_below(seed, (unsigned)from->len);
    attempt_copy_plan(from, to);
    switch (rnd_below(seed, 3)) {
    case 0:
        plan_without(from, at, to);
        break;
    case 1:
        to->data[at] = from->data[from->len - 1 - at];
        to->data[from->len - 1 - at] = from->data[at];
        break;
    default:
        to->data[at].choices = list_make(c, (value[]){value_int(&c->vals, 1)}, 1);
    }
}

/* The same attempt from the beginning. */
static bool run_afresh(attempt *a, const attempt_plan *what)
{
    vec_clear(&a->known);
    return attempt_run(a, what);
}

static bool is_same_plan(const attempt_plan *a, const attempt_plan *b)
{
    if (a->len != b->len)
        return false;
    for (size_t i = 0; i < a->len; i++)
        if (!transition_is_same(a->data[i].m, b->data[i].m) ||
            a->data[i].message != b->data[i].message ||
            a->data[i].choices != b->data[i].choices)
            return false;
    return true;
}

/* An attempt that begins like the last one starts in its middle, and nothing else
 * differs. */
TEST(what_an_attempt_remembers_changes_nothing)
{
    unsigned yes = 0;
    unsigned shared = 0;
    for (uint64_t seed = 0; seed < test_size(60, 400); seed++) {
        fixture f;
        attempt_plan best = {0};
        attempt_plan candidate = {0};
        attempt_plan made = {0};
        uint64_t dice = seed;
        set_up(&f, walk_programs[seed % COUNT_OF(walk_programs)], seed);
        assert_true(attempt_run(&f.a, &f.plan));
        attempt_copy_plan(&f.a.made, &best);
        for (int i = 0; i < 40; i++) {
            f.a.is_exact = rnd_below(&dice, 2);
            change_plan(&best, f.c, &dice, &candidate);
            shared += f.a.known.len > 1 && candidate.len > 0 &&
                      candidate.data[0].message == f.a.known.data[0].message;
            bool ok = attempt_run(&f.a, &candidate);
            attempt_copy_plan(&f.a.made, &made);
            attempt_plan known = {0};
            attempt_copy_plan(&f.a.known, &known);
            assert_int_equal(run_afresh(&f.a, &candidate), ok);
            assert_true(is_same_plan(&f.a.made, &made));
            if (ok)
                attempt_copy_plan(&made, &best);
            else
                assert_true(run_afresh(&f.a, &known)); /* remembers it again */
            yes += ok;
            vec_free(&known);
        }
        vec_free(&best);
        vec_free(&candidate);
        vec_free(&made);
        tear_down(&f);
    }
    assert_true(yes > 100);
    assert_true(shared > 100);
}

/* A fault at another position is another failure. */
TEST(another_failure_is_none)
{
    fixture f;
    set_up(&f, walk_race, 1);
    assert_true(attempt_run(&f.a, &f.plan));
    attempt_goal goal = f.a.goal;
    f.a.goal.fault.pos++;
    assert_false(attempt_run(&f.a, &f.plan));
    f.a.goal = goal;
    f.a.goal.fault.kind = FAULT_LIVENESS;
    assert_false(attempt_run(&f.a, &f.plan));
    f.a.goal = goal;
    f.a.goal.decl++;
    assert_false(attempt_run(&f.a, &f.plan));
    f.a.goal = goal;
    f.a.goal.monitor = 0;
    assert_false(attempt_run(&f.a, &f.plan));
    f.a.goal = goal;
    f.a.goal.is_at_end = true;
    assert_false(attempt_run(&f.a, &f.plan));
    f.a.goal = goal;
    assert_true(attempt_run(&f.a, &f.plan));
    tear_down(&f);
}

/* P with STEP before position AT. */
static void plan_with(const attempt_plan *p, size_t at, plan_step step,
                      attempt_plan *to)
{
    vec_clear(to);
    for (size_t i = 0; i <= p->len; i++) {
        if (i == at)
            vec_push(to, step);
        if (i < p->len)
            vec_push(to, p->data[i]);
    }
}

TEST(a_step_that_is_not_enabled_is_skipped_unless_all_must_be_made)
{
    fixture f;
    attempt_plan more = {0};
    set_up(&f, walk_race, 2);
    for (size_t i = 0; i <= f.plan.len; i++) {
        plan_with(&f.plan, i, (plan_step){.m = {TRANSITION_CRASH, 0, 0}}, &more);
        f.a.is_exact = false;
        assert_true(attempt_run(&f.a, &more));
        assert_int_equal(f.a.made.len, f.plan.len);
        f.a.is_exact = true;
        assert_false(attempt_run(&f.a, &more));
    }
    vec_free(&more);
    tear_down(&f);
}

/* A machine that the plan starts too late starts by itself, with the choices that the
 * plan has for it, and not once more. */
TEST(a_new_machine_starts_with_the_choices_of_the_plan)
{
    unsigned moved = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        fixture f;
        attempt_plan late = {0};
        attempt_plan less = {0};
        set_up(&f, walk_spec, seed);
        for (size_t i = 1; i + 2 < f.plan.len; i++) {
            plan_step step = f.plan.data[i];
            size_t next = i + 1; /* step of the machine */
            while (next + 1 < f.plan.len && f.plan.data[next].subject != step.subject)
                next++;
            if (list_get(f.c, step.choices).count == 0 || next == i + 1)
                continue;
            plan_without(&f.plan, i, &less);
            plan_with(&less, next - 1, step, &late);
            assert_true(attempt_run(&f.a, &late));
            assert_int_equal(f.a.made.len, f.plan.len);
            expect_made_fails(&f);
            moved++;
        }
        vec_free(&late);
        vec_free(&less);
        tear_down(&f);
    }
    assert_true(moved > 3);
}

/* Of several messages of one event, the planned one is delivered. */
TEST(the_message_of_the_plan_is_delivered)
{
    static const char text[] =
        "event eTick; event eNumber: int;\n" WALK_NOISE
        "machine Main { start state S { entry { var r: machine; r = new R();\n"
        "  new Noise(); send r, eNumber, 0; send r, eNumber, 1; send r, eNumber, 2;\n"
        "} } }\n"
        "machine R { var n: int; start state S {\n"
        "  on eNumber do (i: int) { n = n + 1; assert i < 2 || n > 1; } } }\n";
    for (uint64_t seed = 0; seed < 5; seed++) {
        fixture f = {.o = {.network = NET_BAG}};
        uint64_t dice = seed;
        f.m = model_load(text, &f.o);
        walk_to_failure(&f.m, &f.o, &dice, 4, 60, &f.t);
        f.c = core_new(f.m.ir, f.m.c->test, &f.o);
        attempt_init(&f.a, f.c);
        assert_true(attempt_learn(&f.a, &f.t, &f.plan));
        assert_true(attempt_run(&f.a, &f.plan));
        assert_int_equal(f.a.made.len, f.plan.len);
        tear_down(&f);
    }
}

TEST(a_run_that_is_too_long_is_of_no_use)
{
    fixture f;
    set_up(&f, walk_race, 3);
    f.a.max_len = f.plan.len;
    assert_true(attempt_run(&f.a, &f.plan));
    f.a.max_len = f.plan.len - 1;
    assert_false(attempt_run(&f.a, &f.plan));
    tear_down(&f);
}

TEST(when_time_is_up_no_attempt_succeeds)
{
    static const volatile sig_atomic_t yes = 1;
    for (int by_user = 0; by_user < 2; by_user++) {
        fixture f;
        set_up(&f, walk_race, 4);
        f.a.deadline = by_user ? UINT64_MAX : clock_ns();
        f.a.stop = by_user ? &yes : NULL;
        for (int i = 0; i < 100 && !f.a.is_time_up; i++)
            attempt_run(&f.a, &f.plan);
        assert_true(f.a.is_time_up);
        assert_false(attempt_run(&f.a, &f.plan));
        tear_down(&f);
    }
}

TEST(states_are_those_before_each_step)
{
    fixture f;
    set_up(&f, walk_spec, 5);
    f.a.wants_states = true;
    assert_true(attempt_run(&f.a, &f.plan));
    assert_int_equal(f.a.states.len, f.a.made.len);
    system_state start = {0};
    transition_result r;
    system_start(f.c, &start, &r);
    assert_int_equal(f.a.states.data[0], list_make(f.c, start.data, start.len));
    assert_int_not_equal(f.a.states.data[1], f.a.states.data[0]);
    vec_free(&start);
    tear_down(&f);
}

TEST(a_run_that_does_not_fail_teaches_nothing)
{
    fixture f;
    attempt_plan plan = {0};
    set_up(&f, walk_race, 6);
    f.t.steps.len--;
    assert_false(attempt_learn(&f.a, &f.t, &plan));
    vec_free(&plan);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(the_original_run_is_a_plan_that_succeeds),
        LEAK_FREE(a_plan_with_a_step_less_fails_in_the_same_way_or_not_at_all),
        LEAK_FREE(what_an_attempt_remembers_changes_nothing),
        LEAK_FREE(another_failure_is_none),
        LEAK_FREE(a_step_that_is_not_enabled_is_skipped_unless_all_must_be_made),
        LEAK_FREE(a_new_machine_starts_with_the_choices_of_the_plan),
        LEAK_FREE(the_message_of_the_plan_is_delivered),
        LEAK_FREE(a_run_that_is_too_long_is_of_no_use),
        LEAK_FREE(when_time_is_up_no_attempt_succeeds),
        LEAK_FREE(states_are_those_before_each_step),
        LEAK_FREE(a_run_that_does_not_fail_teaches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
