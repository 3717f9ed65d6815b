/* Transitions of components agree with the transitions of whole states. */
#include "core/component.h"

#include "core/env.h"
#include "reach_fixture.h"

/* ---- Followed by hand ---- */

/* The parts of a state: the world, and machines and their inboxes by machine id. */
typedef struct parts {
    component env;
    VEC(component) machines;
    VEC(component) inboxes; /* as many */
} parts;

static void parts_add(parts *p, component machine, component inbox)
{
    vec_push(&p->machines, machine);
    vec_push(&p->inboxes, inbox);
}

static void parts_free(parts *p)
{
    vec_free(&p->machines);
    vec_free(&p->inboxes);
}

static void parts_take(core *c, const system_state *s, parts *out)
{
    *out = (parts){.env = {list_make(c, s->data, env_columns(c)), VALUE_NULL}};
    for (uint32_t i = 0; i < system_machines(c, s); i++) {
        component machine = {system_local(c, s, i), system_outbox(c, s, i)};
        component inbox = {0};
        if (machine.local != VALUE_NULL && inbox_is_apart(c, i))
            inbox.local = inbox_take_out(c, machine.local, &machine.local);
        parts_add(out, machine, inbox);
    }
}

static parts parts_copy(const parts *p)
{
    parts copy = {.env = p->env};
    for (size_t i = 0; i < p->machines.len; i++)
        parts_add(&copy, p->machines.data[i], p->inboxes.data[i]);
    return copy;
}

static component *parts_at(parts *p, machine_id id)
{
    if (id == COMPONENT_ENV)
        return &p->env;
    uint32_t machine = id & ~COMPONENT_INBOX_BIT;
    while (p->machines.len <= machine)
        parts_add(p, (component){0}, (component){0});
    return component_is_inbox(id) ? &p->inboxes.data[machine]
                                  : &p->machines.data[machine];
}

/* As it is in a whole state. */
static value parts_local(core *c, const parts *p, size_t id)
{
    value local = p->machines.data[id].local;
    value inbox = p->inboxes.data[id].local;
    if (inbox_is_out(c, local))
        return inbox_put_in(c, local, inbox);
    assert_int_equal(inbox, VALUE_NULL);
    return local;
}

static uint32_t parts_number(reach *r, const parts *p)
{
    system_state row = {0};
    value_view env = list_get(r->m.c, p->env.local);
    for (uint32_t i = 0; i < env.count; i++)
        vec_push(&row, env.items[i]);
    size_t count = p->machines.len;
    while (count > 0 && p->machines.data[count - 1].local == VALUE_NULL)
        count--;
    for (size_t i = 0; i < count; i++) {
        vec_push(&row, parts_local(r->m.c, p, i));
        vec_push(&row, p->machines.data[i].outbox);
    }
    uint32_t number = reach_number(r, &row);
    vec_free(&row);
    return number;
}

/* What is done simply is done as usual, in the one way that there is. */
static void check_simple(core *c, machine_id id, component p, value what,
                         const component_branches *branches)
{
    component to = p;
    component_prefetch(c, p, what);
    if (!component_respond_simply(c, id, &to, what)) {
        assert_int_equal(to.local, p.local); /* nothing was done */
        assert_int_equal(to.outbox, p.outbox);
        return;
    }
    assert_true(component_is_inbox(id) || ts_is_message(c, what));
    assert_int_equal(branches->len, 1);
    assert_int_equal(branches->data[0].requests, VALUE_NULL);
    assert_int_equal(branches->data[0].to.local, to.local);
    assert_int_equal(branches->data[0].to.outbox, to.outbox);
}

typedef VEC(value) asks_left;

/* Does what is asked, one thing after the other, in all ways. */
static void follow(reach *r, const parts *p, machine_id id,
                   const component_branch *branch, const asks_left *behind,
                   successors *out)
{
    core *c = r->m.c;
    parts now = parts_copy(p);
    *parts_at(&now, id) = branch->to;
    asks_left requests = {0};
    value_view w = list_get(c, branch->requests);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&requests, w.items[i]);
    vec_each (x, behind)
        vec_push(&requests, *x);
    if (requests.len == 0) {
        vec_push(out, parts_number(r, &now) + 1);
    } else if (component_request_target(c, requests.data[0]) == MACHINE_NONE) {
        vec_push(out, 0);
    } else {
        value first = requests.data[0];
        uint32_t asked = component_request_target(c, first);
        asks_left rest = {0};
        for (size_t i = 1; i < requests.len; i++)
            vec_push(&rest, requests.data[i]);
        component_branches branches = {0};
        component_respond(c, asked, *parts_at(&now, asked), first, &branches);
        if (asked != COMPONENT_ENV)
            check_simple(c, asked, *parts_at(&now, asked), first, &branches);
        vec_each (next, &branches)
            follow(r, &now, asked, next, &rest, out);
        vec_free(&branches);
        vec_free(&rest);
    }
    vec_free(&requests);
    parts_free(&now);
}

/* The machine that goes before all others, by name; MACHINE_NONE: there is none. */
static uint32_t urgent_machine(const core *c, const parts *p)
{
    vec_each (id, &c->vals.names.sorted)
        if (*id < p->machines.len &&
            component_traits(c, *id, p->machines.data[*id]) & TRAIT_URGENT)
            return *id;
    return MACHINE_NONE;
}

static void successors_by_parts(reach *r, parts *p, successors *out)
{
    core *c = r->m.c;
    const asks_left nothing = {0};
    component_branches branches = {0};
    vec_clear(out);
    uint32_t urgent = urgent_machine(c, p);
    component_initiate(c, COMPONENT_ENV, p->env, &branches);
    assert_int_equal(branches.len, 0);
    for (machine_id id = 0; id < p->machines.len; id++) {
        if (urgent != MACHINE_NONE && id != urgent)
            continue;
        vec_clear(&branches);
        component_initiate(c, id, p->machines.data[id], &branches);
        vec_each (branch, &branches)
            follow(r, p, id, branch, &nothing, out);
    }
    successors_sort(out);
    vec_free(&branches);
}

static unsigned all_traits(const core *c, const parts *p)
{
    unsigned traits = component_traits(c, COMPONENT_ENV, p->env);
    for (machine_id id = 0; id < p->machines.len; id++)
        traits |= component_traits(c, id, p->machines.data[id]) |
                  component_traits(c, id | COMPONENT_INBOX_BIT, p->inboxes.data[id]);
    return traits;
}

/* A state ends a run where system.h says so, and its traits tell what is wrong. */
static void check_end(core *c, const system_state *s, const parts *p, size_t ordinary)
{
    unsigned traits = all_traits(c, p);
    assert_int_equal((traits & TRAIT_ENABLED) == 0, ordinary == 0);
    fault f = ordinary == 0 ? system_end(c, s) : (fault){0};
    bool is_wrong = traits & TRAIT_WAITS || traits & TRAIT_IS_HOT;
    if (ordinary == 0)
        assert_int_equal(f.kind != FAULT_NONE, is_wrong);
}

static void compare_parts(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    assert_true(component_is_separable(r.m.c));
    system_state from = {0};
    successors want = {0};
    successors got = {0};
    for (uint32_t i = 0; i < intern_count(&r.rows) && i < REACH_MOST; i++) {
        parts p;
        reach_row(&r, i, &from);
        size_t ordinary = reach_successors(&r, &from, &want);
        parts_take(r.m.c, &from, &p);
        assert_int_equal(parts_number(&r, &p), i);
        successors_by_parts(&r, &p, &got);
        expect_same_successors(&r, i, &want, &got);
        check_end(r.m.c, &from, &p, ordinary);
        parts_free(&p);
    }
    vec_free(&from);
    vec_free(&want);
    vec_free(&got);
    reach_end(&r);
}

TEST(parts_and_whole_states_have_the_same_successors)
{
    each_program(compare_parts);
}

/* ---- Inboxes ---- */

/* Is the inbox of a machine with this in it told apart? */
static bool has_inbox_apart(const char *inside)
{
    strbuf text = {0};
    strbuf_printf(&text,
                  "event a; event b: int; axiom true;\n"
                  "fun Flip(): bool { return $; }\n"
                  "fun Wait() { receive { case a: { } } }\n"
                  "fun Twice(): bool { return Flip(); }\n"
                  "machine Main { var n: int; var s: seq[int]; var t: set[int];\n"
                  "  var m: map[int, int]; start state S { } %s }\n",
                  inside);
    model m = model_load(strbuf_text(&text), &(core_options){0});
    bool is = m.c->is_apart[m.c->bindings[m.c->test->main_interface]->machine];
    model_free(&m);
    strbuf_free(&text);
    return is;
}

TEST(inboxes_of_plain_machines_that_defer_are_told_apart)
{
    static const char *const plain[] = {
        "state T { defer a; }",
        "state T { defer a; ignore b; entry { print \"x\"; } exit { n = 1; } }",
        "state T { defer a; on b do F; } fun F() { send this, a; raise halt; }",
    };
    static const char *const others[] = {
        "", /* nothing waits for long */
        "state T { ignore a; }",
        "state T { defer a; entry { n = choose(3); } }",
        "state T { defer a; exit { n = choose(s); } }",
        "state T { defer a; on b do { n = choose(t); } }",
        "state T { defer a; on b goto S with { n = choose(m); } }",
        "state T { defer a; on b do { if ($) { n = 1; } } }",
        "state T { defer a; on b do { if ($$) { n = 1; } } }",
        "state T { defer a; on b do { assume (n > 1); } }",
        "state T { defer a; on b do { receive { case a: { } } } }",
        "state T { defer a; } state U { entry { Wait(); } }",
        "state T { defer a; } state U { exit { F(); } } fun F() { Twice(); }",
        "state T { defer a; } state U { on b do F; } fun F(i: int) { Flip(); }",
        "state T { defer a; } state U { on null do { n = 1; } }",
        "state T { defer a; } state U { on quorum (2) b do (l: seq[int]) { } }",
    };
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        assert_true(has_inbox_apart(plain[i]));
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(has_inbox_apart(others[i]));
}

TEST(mail_of_an_inbox_apart_is_a_trait)
{
    static const char text[] = "event a; machine Main { start state S { defer a; } }\n";
    model m = model_load(text, &(core_options){0});
    naming_child(&m.c->vals.names, MACHINE_NONE, 1, 0, 0, 0);
    const value message[3] = {value_machine_id(0), value_event(1), VALUE_NULL};
    const value one = value_make(&m.c->vals, VK_RECORD, REC_MESSAGE, message, 3);
    const component full = {.local = list_make(m.c, &one, 1)};
    assert_int_equal(component_traits(m.c, COMPONENT_INBOX_BIT, full), TRAIT_HAS_MAIL);
    assert_int_equal(component_traits(m.c, COMPONENT_INBOX_BIT, (component){0}), 0);
    model_free(&m);
}

TEST(causal_networks_have_no_parts)
{
    static const char text[] = "machine Main { start state S { } }\n";
    model m = model_load(text, &(core_options){.network = NET_CAUSAL});
    assert_false(component_is_separable(m.c));
    model_free(&m);
}

TEST(who_is_asked_follows_from_what_is_asked)
{
    static const char text[] = "event a; machine Main { start state S { } }\n";
    model m = model_load(text, &(core_options){0});
    values *v = &m.c->vals;
    for (uint32_t i = 1; i < 10; i++)
        naming_child(&v->names, MACHINE_NONE, i, 0, 0, 0);
    const value message[3] = {value_machine_id(7), value_event(1), VALUE_NULL};
    assert_int_equal(component_request_target(
                         m.c, value_make(v, VK_RECORD, REC_MESSAGE, message, 3)),
                     7);
    const value creation[2] = {value_machine_id(8), VALUE_NULL};
    assert_int_equal(component_request_target(
                         m.c, value_make(v, VK_RECORD, REC_CREATION, creation, 2)),
                     8);
    const value witness[2] = {VALUE_NULL, value_machine_id(3)};
    assert_int_equal(component_request_target(
                         m.c, value_make(v, VK_RECORD, REC_WITNESS, witness, 2)),
                     COMPONENT_ENV);
    const value nothing = VALUE_NULL;
    assert_int_equal(component_request_target(
                         m.c, value_make(v, VK_RECORD, REC_DEAD_END, &nothing, 1)),
                     COMPONENT_ENV);
    assert_int_equal(component_request_target(
                         m.c, value_make(v, VK_RECORD, REC_FAILURE, &nothing, 1)),
                     MACHINE_NONE);
    for (int i = 0; i < BUDGET_COUNT; i++)
        assert_int_equal(component_request_target(m.c, value_int(v, i)), COMPONENT_ENV);
    model_free(&m);
}

TEST(what_is_not_there_has_no_moves_and_no_traits)
{
    static const char text[] = "machine Main { start state S { } }\n";
    model m = model_load(text, &(core_options){0});
    component_branches branches = {0};
    component_initiate(m.c, 0, (component){0}, &branches);
    assert_int_equal(branches.len, 0);
    assert_int_equal(component_traits(m.c, 0, (component){0}), 0);
    assert_false(ts_can_act(m.c, VALUE_NULL, VALUE_NULL));
    assert_false(ts_is_urgent(m.c, 0, VALUE_NULL));
    vec_free(&branches);
    model_free(&m);
}

static bool is_always_over(void *context)
{
    ++*(unsigned *)context;
    return true;
}

/* The step is cached with all its outcomes; to make transitions of them takes a while,
 * and must end when the search does. */
TEST(the_outcomes_of_a_wide_step_are_left_when_the_search_is_over)
{
    static const char text[] =
        "event eA: int;\n"
        "machine Main { start state S { entry { send this, eA, choose(5000); }\n"
        "  on eA do (x: int) { send this, eA, choose(5000); } } }\n";
    model m = model_load(text, &(core_options){0});
    system_state start = {0};
    transition_result r;
    system_start(m.c, &start, &r);
    component p = {system_local(m.c, &start, 0), system_outbox(m.c, &start, 0)};
    component_branches all = {0};
    component_initiate(m.c, 0, p, &all);
    assert_int_equal(all.len, 5000);
    unsigned asked = 0;
    m.c->is_over = is_always_over;
    m.c->is_over_context = &asked;
    component_branches some = {0};
    component_initiate(m.c, 0, p, &some);
    assert_int_equal(asked, 1);
    assert_true(m.c->was_stopped);
    assert_true(some.len > 0 && some.len < 1000);
    vec_free(&some);
    vec_free(&all);
    vec_free(&start);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(parts_and_whole_states_have_the_same_successors),
        LEAK_FREE(inboxes_of_plain_machines_that_defer_are_told_apart),
        LEAK_FREE(mail_of_an_inbox_apart_is_a_trait),
        LEAK_FREE(causal_networks_have_no_parts),
        LEAK_FREE(who_is_asked_follows_from_what_is_asked),
        LEAK_FREE(what_is_not_there_has_no_moves_and_no_traits),
        LEAK_FREE(the_outcomes_of_a_wide_step_are_left_when_the_search_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
