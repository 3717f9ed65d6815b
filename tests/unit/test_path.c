/* From states to the moves between them: the trace replays through the same states. */
#include "engine/path.h"

#include "evidence/replay.h"
#include "reach_fixture.h"

/* By state: the state before it, in the order of the search. */
typedef struct tree_of {
    VEC(uint32_t) parents;
    VEC(uint32_t) failing; /* states from which some move fails */
} tree_of;

static void find_parents(reach *r, tree_of *out)
{
    system_state from = {0};
    successors next = {0};
    vec_push(&out->parents, 0);
    for (uint32_t i = 0; i < intern_count(&r->rows) && i < REACH_MOST / 4; i++) {
        reach_row(r, i, &from);
        reach_successors(r, &from, &next);
        while (out->parents.len < intern_count(&r->rows))
            vec_push(&out->parents, i);
        if (next.len > 0 && next.data[0] == 0)
            vec_push(&out->failing, i);
    }
    vec_free(&from);
    vec_free(&next);
}

static void add_path(reach *r, const tree_of *w, uint32_t to, trace *t)
{
    system_state a = {0};
    system_state b = {0};
    if (to > 0) {
        add_path(r, w, w->parents.data[to], t);
        reach_row(r, w->parents.data[to], &a);
        reach_row(r, to, &b);
        path_trace p = path_begin(r->m.c, t);
        fault none = path_add_transition(&p, &a, &b);
        path_end(&p);
        assert_int_equal(none.kind, FAULT_NONE);
    }
    vec_free(&a);
    vec_free(&b);
}

/* The content of the last state of a replay. */
static void see_last(void *context, const core *c, const replay_step *step)
{
    uint64_t *hash = context;
    *hash = step->after == NULL ? 0 : system_hash(c, step->after);
}

static void check_path(reach *r, const tree_of *w, uint32_t to, const core_options *o)
{
    trace t;
    system_state row = {0};
    trace_init(&t);
    add_path(r, w, to, &t);
    reach_row(r, to, &row);
    core *fresh = core_new(r->m.ir, r->m.c->test, o);
    uint64_t last = 0;
    replay_result result = replay(fresh, &t, see_last, &last);
    assert_true(result.is_valid);
    assert_int_equal(result.steps, t.steps.len);
    assert_true(last == system_hash(r->m.c, &row));
    core_free(fresh);
    trace_fini(&t);
    vec_free(&row);
}

static void check_failure(reach *r, const tree_of *w, uint32_t at,
                          const core_options *o)
{
    trace t;
    system_state row = {0};
    trace_init(&t);
    add_path(r, w, at, &t);
    size_t before = t.steps.len;
    reach_row(r, at, &row);
    path_trace p = path_begin(r->m.c, &t);
    fault f = path_add_transition(&p, &row, NULL);
    path_end(&p);
    assert_int_not_equal(f.kind, FAULT_NONE);
    assert_int_equal(t.steps.len, before + 1);
    core *fresh = core_new(r->m.ir, r->m.c->test, o);
    replay_result result = replay(fresh, &t, NULL, NULL);
    assert_true(result.is_valid);
    assert_int_equal(result.steps, t.steps.len);
    assert_int_equal(result.fault.kind, f.kind);
    assert_int_equal(result.fault.pos, f.pos);
    core_free(fresh);
    trace_fini(&t);
    vec_free(&row);
}

static unsigned failures;

static void check(const char *text, const core_options *o)
{
    reach r;
    tree_of w = {0};
    reach_begin(&r, text, o);
    find_parents(&r, &w);
    for (uint32_t i = 0; i < w.parents.len; i += 1 + (uint32_t)w.parents.len / 8)
        check_path(&r, &w, i, o);
    for (size_t i = 0; i < w.failing.len; i += 1 + w.failing.len / 4)
        check_failure(&r, &w, w.failing.data[i], o);
    failures += w.failing.len > 0;
    vec_free(&w.failing);
    vec_free(&w.parents);
    reach_end(&r);
}

TEST(a_path_of_states_is_a_trace)
{
    failures = 0;
    each_program(check);
    assert_true(failures > 50);
}

/* Several faults in one core: each move has its own. */
TEST(a_move_that_fails_has_its_fault)
{
    check("event a; event b;\n"
          "machine Main { start state S { entry { var r: machine; r = new R();\n"
          "  new A(r); new B(r); } } }\n"
          "machine A { start state S { entry (r: machine) { send r, a; } } }\n"
          "machine B { start state S { entry (r: machine) { send r, b; } } }\n"
          "machine R { var n: int; start state S {\n"
          "  on a do { n = n + 1; assert n < 2; }\n"
          "  on b do { n = n + 1; assert n < 2; } } }\n",
          &(core_options){.network = NET_P2P});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_path_of_states_is_a_trace),
        LEAK_FREE(a_move_that_fails_has_its_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
