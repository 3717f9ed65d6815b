/* From the trace of an engine to a confirmed run; and runs that a user makes. */
#include "evidence/evidence.h"

#include "evidence/trace_cursor.h"
#include "model_fixture.h"

/* R fails at its second message; what Noise does is of no importance. */
static const char text[] =
    "event eOne; event eNoise;\n"
    "machine Main { start state S { entry { var r, n: machine;\n"
    "  n = new Noise(); new Noise(); r = new R(); send n, eNoise; send r, eOne;\n"
    "  send n, eNoise; send r, eOne; } } }\n"
    "machine Noise { start state S { entry { send this, eNoise; }\n"
    "  on eNoise do { if (choose(3) > 0) { raise halt; } } } }\n"
    "machine R { var n: int; start state S { on eOne do {\n"
    "  n = n + 1; assert n < 2, \"second\"; } } }\n";

static const shrink_limits enough = {.seconds = 100};

typedef struct fixture {
    model m;
    engine_options o;
    verdict v;
} fixture;

/* Depth first, the run is longer than it need be. */
static void set_up(fixture *f, core_options with)
{
    *f = (fixture){.o = {.core = with, .depth_first = true}};
    f->m = model_load(text, &with);
    verdict_init(&f->v);
    explore_run(f->m.ir, f->m.c->test, &f->o, &f->v);
    assert_int_equal(f->v.kind, VERDICT_VIOLATED);
}

static void tear_down(fixture *f)
{
    verdict_fini(&f->v);
    model_free(&f->m);
}

static evidence_request request(const fixture *f, const shrink_limits *shrink)
{
    return (evidence_request){.ir = f->m.ir,
                              .test = f->m.c->test,
                              .options = &f->o.core,
                              .found = &f->v.trace,
                              .fault = &f->v.fault,
                              .shrink = shrink};
}

/* The steps are recorded, and each begins where the one before it ends. */
static void check_steps(const evidence *e)
{
    assert_int_equal(e->steps.len, e->trace.steps.len + 1);
    for (size_t i = 0; i < e->steps.len; i++) {
        replay_step step = evidence_step_at(e, i);
        assert_int_equal(step.number, i);
        assert_int_equal(step.after == NULL, i + 1 == e->steps.len);
        if (i > 0)
            assert_ptr_equal(step.before, evidence_step_at(e, i - 1).after);
    }
}

TEST(a_run_is_confirmed_as_it_was_found)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_MBOX});
    evidence_request q = request(&f, NULL);
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_int_equal(e.shrunk_from, 0);
    assert_int_equal(e.trace.steps.len, f.v.trace.steps.len);
    assert_int_equal(e.fault.kind, FAULT_ASSERT);
    assert_non_null(strstr(e.fault.text, "second"));
    check_steps(&e);
    evidence_fini(&e);
    tear_down(&f);
}

/* Main, R and two Noises begin; two messages arrive.  Nothing else is needed. */
TEST(a_shrunk_run_is_confirmed)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_P2P});
    evidence_request q = request(&f, &enough);
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_int_equal(e.shrunk_from, f.v.trace.steps.len);
    assert_int_equal(e.trace.steps.len, 6);
    check_steps(&e);
    evidence_fini(&e);
    tear_down(&f);
}

TEST(an_end_that_was_not_known_is_found)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_MBOX});
    evidence_request q = request(&f, NULL);
    q.fault = NULL;
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_int_equal(e.fault.kind, FAULT_ASSERT);
    assert_int_equal(e.fault.pos, f.v.fault.pos);
    evidence_fini(&e);
    f.v.trace.steps.len--;
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_int_equal(e.fault.kind, FAULT_NONE);
    evidence_fini(&e);
    tear_down(&f);
}

/* Neither the run nor what shrinking makes of it has that fault. */
TEST(another_fault_is_not_confirmed)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_MBOX});
    f.v.fault.kind = FAULT_DEADLOCK;
    for (int i = 0; i < 2; i++) {
        evidence_request q = request(&f, i == 0 ? NULL : &enough);
        evidence_make(&e, &q);
        assert_string_equal(e.problem, "it ends differently");
        assert_int_equal(e.fault.kind, FAULT_DEADLOCK);
        assert_int_equal(e.shrunk_from, 0);
        assert_int_equal(e.trace.steps.len, f.v.trace.steps.len);
        evidence_fini(&e);
    }
    tear_down(&f);
}

TEST(an_impossible_step_is_not_confirmed)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_MBOX});
    vec_last(&f.v.trace.steps)->machine = "1.7";
    for (int i = 0; i < 2; i++) {
        evidence_request q = request(&f, i == 0 ? NULL : &enough);
        evidence_make(&e, &q);
        assert_non_null(strstr(e.problem, "names a machine that does not exist"));
        evidence_fini(&e);
    }
    tear_down(&f);
}

/* How often Main goes on by itself. */
static size_t count_acts(const trace *t)
{
    size_t count = 0;
    vec_each (step, &t->steps)
        count += step->kind == TRANSITION_ACT && strcmp(step->machine, "1") == 0;
    return count;
}

/* Each send is a stop; the coarse run has whole handlers, and needs another option. */
TEST(a_run_that_stops_at_sends_becomes_one_of_whole_handlers)
{
    fixture f;
    evidence e;
    set_up(&f, (core_options){.network = NET_MBOX, .stops_at_sends = true});
    evidence_request q = request(&f, NULL);
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_true(e.options.stops_at_sends);
    evidence_fini(&e);
    q.wants_whole_handlers = true;
    evidence_make(&e, &q);
    assert_null(e.problem);
    assert_false(e.options.stops_at_sends);
    assert_int_equal(count_acts(&f.v.trace), 5); /* once, and once after each send */
    assert_int_equal(count_acts(&e.trace), 1);
    check_steps(&e);
    evidence_fini(&e);
    tear_down(&f);
}

/* ---- Runs that a user makes ---- */

static void count_step(void *context, const core *c, const replay_step *step)
{
    (void)c;
    size_t *count = context;
    *count = step->number == 0 ? 1 : *count + 1;
    assert_int_equal(*count, step->number + 1);
}

static void make_first(trace_cursor *t)
{
    trace_branch_list all = {0};
    arena memory;
    strbuf why = {0};
    arena_init(&memory);
    assert_false(trace_cursor_branches(t, &all));
    assert_true(all.len > 0);
    trace_step s = trace_cursor_branch_step(t, &all.data[0], &memory);
    assert_true(trace_cursor_step(t, &s, &why));
    arena_fini(&memory);
    vec_free(&all);
    strbuf_free(&why);
}

TEST(a_cursor_goes_forward_and_back)
{
    model m = model_load(text, &(core_options){.network = NET_MBOX});
    size_t seen = 0;
    trace_cursor t;
    trace_cursor_init(&t, m.ir, m.c->test, &m.c->options, count_step, &seen);
    assert_int_equal(seen, 1);
    while (!t.is_over)
        make_first(&t);
    size_t len = trace_cursor_length(&t);
    assert_int_equal(seen, len + 1);
    assert_int_equal(t.end.fault.kind, FAULT_ASSERT);
    trace_cursor_rewind(&t, len - 1);
    assert_false(t.is_over);
    assert_int_equal(t.end.fault.kind, FAULT_NONE);
    assert_int_equal(seen, len);
    make_first(&t);
    assert_true(t.is_over);
    strbuf why = {0};
    assert_false(trace_cursor_step(&t, &t.path.steps.data[0], &why));
    assert_string_equal(strbuf_text(&why), "the run is over");
    strbuf_free(&why);
    trace_cursor_fini(&t);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_run_is_confirmed_as_it_was_found),
        LEAK_FREE(a_shrunk_run_is_confirmed),
        LEAK_FREE(an_end_that_was_not_known_is_found),
        LEAK_FREE(another_fault_is_not_confirmed),
        LEAK_FREE(an_impossible_step_is_not_confirmed),
        LEAK_FREE(a_run_that_stops_at_sends_becomes_one_of_whole_handlers),
        LEAK_FREE(a_cursor_goes_forward_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
