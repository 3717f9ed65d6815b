/* Footprints: nothing else changes, and disjoint ones commute.  And no branch follows
 * one that is said to be the last. */
#include "reach_fixture.h"

static bool has(ts_footprint f, machine_id id)
{
    return f.runs == id || f.target == id;
}

static bool is_disjoint(ts_footprint a, ts_footprint b)
{
    return (a.runs == MACHINE_NONE || !has(b, a.runs)) &&
           (a.target == MACHINE_NONE || !has(b, a.target));
}

/* ---- Nothing else changes ---- */

static void check_writes(const core *c, const system_state *from, transition m,
                         const system_state *to)
{
    ts_footprint f = system_footprint(c, from, m);
    for (machine_id id = 0; id < system_machines(c, from); id++) {
        bool is_new = system_local(c, from, id) == VALUE_NULL;
        if (!is_new && !has(f, id))
            assert_int_equal(system_local(c, to, id), system_local(c, from, id));
        if (!is_new && !has(f, id) && id != m.machine)
            assert_int_equal(system_outbox(c, to, id), system_outbox(c, from, id));
    }
    if (!transition_is_fault(m))
        assert_int_equal(to->data[0], from->data[0]);
}

/* ---- Disjoint ones commute ---- */

/* The transition of TO that was M in FROM: messages before it may have gone. */
static bool find_again(core *c, const system_state *from, transition m,
                       const system_state *to, transition_list *all, transition *found)
{
    value message = system_message(c, from, m);
    system_enabled(c, to, all);
    vec_each (one, all)
        if (one->kind == m.kind && one->machine == m.machine &&
            system_message(c, to, *one) == message) {
            *found = *one;
            return true;
        }
    return false;
}

typedef struct pair {
    core *c;
    const system_state *from;
    transition_list all;
    system_state between;
    system_state to[2];
    size_t compared;
} pair;

/* The first outcome of A, then of B; false: a violation, or a machine is created. */
static bool make_both(pair *p, transition a, transition b, system_state *to)
{
    transition_result r;
    core *c = p->c;
    if (!system_step(c, p->from, a, 0, &p->between, &r) || r.fault != 0 ||
        r.is_pruned || system_urgent(c, &p->between) != MACHINE_NONE)
        return false;
    transition then = b;
    if (!find_again(c, p->from, b, &p->between, &p->all, &then))
        fail_msg("a transition with a disjoint footprint disables another");
    return system_step(c, &p->between, then, 0, to, &r) && r.fault == 0 && !r.is_pruned;
}

static void check_pair(pair *p, transition a, transition b)
{
    if (!is_disjoint(system_footprint(p->c, p->from, a),
                     system_footprint(p->c, p->from, b)) ||
        transition_is_fault(a) || transition_is_fault(b))
        return;
    if (!make_both(p, a, b, &p->to[0]) || !make_both(p, b, a, &p->to[1]))
        return;
    p->compared++;
    assert_int_equal(p->to[0].len, p->to[1].len);
    assert_memory_equal(p->to[0].data, p->to[1].data,
                        p->to[0].len * sizeof *p->to[0].data);
}

/* ---- All programs ---- */

static size_t compared;
static size_t lasts;

static void check_pairs(reach *r, const system_state *from)
{
    pair p = {.c = r->m.c, .from = from};
    transition_list enabled = {0};
    system_enabled(r->m.c, from, &enabled);
    for (size_t i = 0; i < enabled.len; i++)
        for (size_t k = i + 1; k < enabled.len; k++)
            check_pair(&p, enabled.data[i], enabled.data[k]);
    compared += p.compared;
    vec_free(&enabled);
    vec_free(&p.all);
    vec_free(&p.between);
    vec_free(&p.to[0]);
    vec_free(&p.to[1]);
}

static void check_state(reach *r, const system_state *from)
{
    core *c = r->m.c;
    system_enabled(c, from, &r->enabled);
    for (size_t i = 0; i < r->enabled.len; i++) {
        transition_result found;
        bool was_last = false;
        for (uint32_t k = 0;
             system_step(c, from, r->enabled.data[i], k, &r->to, &found); k++) {
            assert_false(was_last); /* else searches would miss this branch */
            was_last = found.is_last;
            lasts += was_last;
            if (found.fault != 0 || found.is_pruned)
                continue;
            check_writes(c, from, r->enabled.data[i], &r->to);
            reach_number(r, &r->to);
        }
    }
    if (c->test->module->monitor_count == 0)
        check_pairs(r, from);
}

static void check_program(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    system_state from = {0};
    for (uint32_t i = 0; i < intern_count(&r.rows) && i < REACH_MOST; i++) {
        reach_row(&r, i, &from);
        check_state(&r, &from);
    }
    vec_free(&from);
    reach_end(&r);
}

static void test_footprints(void **unused)
{
    (void)unused;
    each_program(check_program);
    assert_true(compared > 1000);
    assert_true(lasts > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_footprints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
