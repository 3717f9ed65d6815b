/* Lemmas fair-1 and fair-2: pairs remain exactly if there is a fair cycle.
 *
 * The twin builds the graph of all steps of a small system, state by state, and looks
 * for a fair strongly connected component in it: nothing of the engine is used. */
#include "core/fair_label.h"
#include "core/network.h"
#include "reach_fixture.h"

#include "../confirm.h"

typedef struct pair {
    uint32_t state; /* its number in the reach */
    value choices;  /* LIST of fair fair_labels of the step that led here */
} pair;

typedef struct step_edge {
    uint32_t from, to;     /* pairs */
    uint32_t first, count; /* its fair_labels */
} step_edge;

typedef struct graph {
    reach r;
    uint32_t monitor;
    VEC(pair) pairs;
    VEC(step_edge) edges;
    VEC(value) fair_labels;
    VEC(value) promises; /* fair_labels of kind RAN and SERVED that fairness is about */
} graph;

/* ---- The graph of steps ---- */

static void add_once(graph *g, value promise)
{
    vec_each (x, &g->promises)
        if (*x == promise)
            return;
    vec_push(&g->promises, promise);
}

static uint32_t pair_number(graph *g, uint32_t state, value choices)
{
    for (uint32_t i = 0; i < g->pairs.len; i++)
        if (g->pairs.data[i].state == state && g->pairs.data[i].choices == choices)
            return i;
    vec_push(&g->pairs, ((pair){state, choices}));
    return (uint32_t)g->pairs.len - 1;
}

static temperature temperature_of(const graph *g, const system_state *s)
{
    const core *c = g->r.m.c;
    uint32_t machine = c->test->module->monitors[g->monitor].machine;
    uint32_t state = local_state(c, s->data[1 + g->monitor]);
    return c->ir->machines[machine].states[state].temp;
}

static bool is_cold(const graph *g, uint32_t number)
{
    system_state s = {0};
    reach_row(&g->r, number, &s);
    bool is = temperature_of(g, &s) == COLD;
    vec_free(&s);
    return is;
}

static bool is_hot(const graph *g, uint32_t number)
{
    system_state s = {0};
    reach_row(&g->r, number, &s);
    bool is = temperature_of(g, &s) == HOT;
    vec_free(&s);
    return is;
}

/* Sorted, so that equal choices are the same list. */
static value fair_choices(core *c, const fair_label_list *fair_labels)
{
    fair_label_list fair = {0};
    vec_each (d, fair_labels)
        if (fair_label_kind_of(c, *d) == FAIR_LABEL_CHOICE)
            vec_push(&fair, *d);
    for (size_t i = 1; i < fair.len; i++) {
        for (size_t k = i; k > 0 && fair.data[k] < fair.data[k - 1]; k--) {
            value x = fair.data[k];
            fair.data[k] = fair.data[k - 1];
            fair.data[k - 1] = x;
        }
    }
    value list = list_make(c, fair.data, fair.len);
    vec_free(&fair);
    return list;
}

static bool has_label(const fair_label_list *fair_labels, value fair_label)
{
    vec_each (d, fair_labels)
        if (*d == fair_label)
            return true;
    return false;
}

/* The step from all pairs of a state, of which there is one for each way to it; so it
 * is kept with the number of the state, and given to pairs later. */
static void add_edge(graph *g, uint32_t from, const system_state *state, transition m,
                     const transition_result *r)
{
    core *c = g->r.m.c;
    fair_label_list fair_labels = {0};
    uint32_t to = reach_number(&g->r, &g->r.to);
    fair_label_memo memo = {0};
    fair_label_transition(c, &memo, state, m, r, &fair_labels);
    fair_label_memo_free(&memo);
    if (!is_cold(g, from) && !is_cold(g, to) &&
        !has_label(&fair_labels, fair_label_cooled(c, g->monitor))) {
        step_edge e = {from, pair_number(g, to, fair_choices(c, &fair_labels)),
                       (uint32_t)g->fair_labels.len, (uint32_t)fair_labels.len};
        vec_each (d, &fair_labels)
            vec_push(&g->fair_labels, *d);
        vec_push(&g->edges, e);
    }
    vec_free(&fair_labels);
}

static void add_steps_of(graph *g, uint32_t number)
{
    core *c = g->r.m.c;
    system_state from = {0};
    transition_list enabled = {0};
    reach_row(&g->r, number, &from);
    system_enabled(c, &from, &enabled);
    for (size_t i = 0; i < enabled.len; i++) {
        transition_result r;
        transition m = enabled.data[i];
        for (uint32_t k = 0; system_step(c, &from, m, k, &g->r.to, &r); k++)
            if (!r.is_pruned)
                add_edge(g, number, &from, m, &r);
    }
    for (machine_id id = 0; id < system_machines(c, &from); id++) {
        value box = system_outbox(c, &from, id);
        add_once(g, fair_label_ran(c, id));
        for (uint32_t k = 0; k < outbox_count(c, box); k++)
            add_once(g, fair_label_served(c, id, outbox_message(c, box, k)));
    }
    vec_free(&enabled);
    vec_free(&from);
}

/* Edges from states become edges from each of their pairs. */
static void spread_edges(graph *g)
{
    size_t count = g->edges.len;
    VEC(step_edge) all = {0};
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < g->pairs.len; k++) {
            if (g->pairs.data[k].state != g->edges.data[i].from)
                continue;
            step_edge e = g->edges.data[i];
            e.from = k;
            vec_push(&all, e);
        }
    }
    vec_clear(&g->edges);
    vec_each (e, &all)
        vec_push(&g->edges, *e);
    vec_free(&all);
}

static void graph_build(graph *g, uint32_t states)
{
    vec_clear(&g->pairs);
    vec_clear(&g->edges);
    vec_clear(&g->fair_labels);
    vec_clear(&g->promises);
    for (uint32_t i = 0; i < states; i++)
        add_steps_of(g, i);
    spread_edges(g);
}

static void graph_free(graph *g)
{
    vec_free(&g->pairs);
    vec_free(&g->edges);
    vec_free(&g->fair_labels);
    vec_free(&g->promises);
    reach_end(&g->r);
}

/* ---- Fair components ---- */

/* Is the promise kept in a state, without a step? */
static bool is_kept_in(graph *g, uint32_t number, value promise)
{
    core *c = g->r.m.c;
    system_state s = {0};
    bool is_kept = true;
    reach_row(&g->r, number, &s);
    for (machine_id id = 0; id < system_machines(c, &s); id++) {
        value local = system_local(c, &s, id);
        value box = system_outbox(c, &s, id);
        bool is_mbox = c->options.network == NET_MBOX;
        if (fair_label_ran(c, id) == promise && local != VALUE_NULL)
            is_kept &= !ts_can_act(c, local, is_mbox ? box : VALUE_NULL);
        for (uint32_t k = 0; k < outbox_count(c, box); k++)
            is_kept &= fair_label_served(c, id, outbox_message(c, box, k)) != promise;
    }
    vec_free(&s);
    return is_kept;
}

static bool edge_has(const graph *g, const step_edge *e, value fair_label)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (g->fair_labels.data[e->first + i] == fair_label)
            return true;
    return false;
}

/* Edges within a component: PART says which pairs are in it. */
static bool is_inside(const step_edge *e, const bool *part)
{
    return part[e->from] && part[e->to];
}

static bool some_edge_has(const graph *g, const bool *part, value fair_label)
{
    vec_each (e, &g->edges)
        if (is_inside(e, part) && edge_has(g, e, fair_label))
            return true;
    return false;
}

static bool is_kept(graph *g, const bool *part, value promise)
{
    for (uint32_t i = 0; i < g->pairs.len; i++)
        if (part[i] && is_kept_in(g, g->pairs.data[i].state, promise))
            return true;
    return some_edge_has(g, part, promise);
}

static bool has_hot_state(const graph *g, const bool *part)
{
    for (uint32_t i = 0; i < g->pairs.len; i++)
        if (part[i] && is_hot(g, g->pairs.data[i].state))
            return true;
    return false;
}

static bool is_taken(const graph *g, const bool *part, value site, value alternative)
{
    const core *c = g->r.m.c;
    vec_each (e, &g->edges)
        for (uint32_t i = 0; is_inside(e, part) && i < e->count; i++) {
            value one = g->fair_labels.data[e->first + i];
            if (fair_label_kind_of(c, one) == FAIR_LABEL_CHOICE &&
                fair_label_site(c, fair_label_offer_of(c, one)) == site &&
                fair_label_alternative(c, one) == alternative)
                return true;
        }
    return false;
}

/* An offer of which some alternative is never taken at its site; or null. */
static value partial_offer(const graph *g, const bool *part)
{
    core *c = g->r.m.c;
    vec_each (e, &g->edges) {
        for (uint32_t i = 0; is_inside(e, part) && i < e->count; i++) {
            value one = g->fair_labels.data[e->first + i];
            if (fair_label_kind_of(c, one) != FAIR_LABEL_CHOICE)
                continue;
            value offer = fair_label_offer_of(c, one);
            for (uint32_t k = 0; k < fair_label_offer_width(c, offer); k++)
                if (!is_taken(g, part, fair_label_site(c, offer),
                              fair_label_offer_item(c, offer, k)))
                    return offer;
        }
    }
    return VALUE_NULL;
}

/* Pairs of AMONG that can be reached from START by at least one step; or, BACKWARDS,
 * that can reach it. */
static void reachable(const graph *g, const bool *among, uint32_t start, bool backwards,
                      bool *out)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        vec_each (e, &g->edges) {
            uint32_t here = backwards ? e->to : e->from;
            uint32_t there = backwards ? e->from : e->to;
            if (!is_inside(e, among) || out[there] || (here != start && !out[here]))
                continue;
            out[there] = true;
            has_changed = true;
        }
    }
}

static bool has_fair_part(graph *g, const bool *among);

/* PART is strongly connected, and has steps. */
static bool is_fair_part(graph *g, bool *part)
{
    if (!has_hot_state(g, part))
        return false;
    for (size_t i = 0; i < g->promises.len; i++)
        if (!is_kept(g, part, g->promises.data[i]))
            return false;
    value offer = partial_offer(g, part);
    if (offer == VALUE_NULL)
        return true;
    /* A fair run does not meet that offer again and again. */
    for (uint32_t i = 0; i < g->pairs.len; i++) {
        value_view w = list_get(g->r.m.c, g->pairs.data[i].choices);
        for (uint32_t k = 0; k < w.count; k++)
            part[i] &= fair_label_offer_of(g->r.m.c, w.items[k]) != offer;
    }
    return has_fair_part(g, part);
}

static bool has_fair_part(graph *g, const bool *among)
{
    size_t count = g->pairs.len + 1;
    bool *seen = mem_alloc(count);
    bool is_found = false;
    for (uint32_t i = 0; i < g->pairs.len && !is_found; i++) {
        if (!among[i] || seen[i])
            continue;
        bool *forwards = mem_alloc(count);
        bool *part = mem_alloc(count);
        reachable(g, among, i, false, forwards);
        reachable(g, among, i, true, part);
        for (uint32_t k = 0; k < g->pairs.len; k++) {
            part[k] &= forwards[k];
            seen[k] |= part[k];
        }
        is_found = part[i] && is_fair_part(g, part);
        mem_free(forwards, count);
        mem_free(part, count);
    }
    mem_free(seen, count);
    return is_found;
}

static bool has_fair_cycle(graph *g)
{
    bool *all = mem_alloc(g->pairs.len + 1);
    for (uint32_t i = 0; i < g->pairs.len; i++)
        all[i] = true;
    bool has = has_fair_part(g, all);
    mem_free(all, g->pairs.len + 1);
    return has;
}

/* ---- Comparison ---- */

enum { FEW = 120 };

static unsigned compared[2];

static bool some_spec_can_stay_hot(graph *g, uint32_t states)
{
    const core *c = g->r.m.c;
    bool has = false;
    for (g->monitor = 0; g->monitor < c->test->module->monitor_count; g->monitor++) {
        uint32_t machine = c->test->module->monitors[g->monitor].machine;
        if (c->ir->machines[machine].kind != MACHINE_SPEC)
            continue;
        graph_build(g, states);
        has |= has_fair_cycle(g);
    }
    return has;
}

static void check_engine(const char *text, const core_options *with, order_kind order,
                         bool violated)
{
    engine_options o = {.core = *with, .order = order};
    model m = model_load(text, &o.core);
    result r;
    result_init(&r, m.ir, m.c->test);
    r.options = &o;
    sets_run(m.ir, m.c->test, &o, &r.verdict);
    if ((r.verdict.kind == VERDICT_VIOLATED) != violated)
        print_error("%s\n", text);
    assert_int_equal(r.verdict.kind, violated ? VERDICT_VIOLATED : VERDICT_EXHAUSTED);
    if (violated) {
        assert_int_equal(r.verdict.fault.kind, FAULT_LIVENESS);
        confirm_as_found(&r);
        assert_null(r.bad_replay);
        assert_true(r.verdict.trace.loop < r.verdict.trace.steps.len);
    }
    result_fini(&r);
    model_free(&m);
}

/* Of systems that are small, and have no other violation. */
static void check(const char *text, const core_options *o)
{
    graph g = {0};
    reach_begin(&g.r, text, o);
    core_look_at_cycles(g.r.m.c);
    reach_counts n = reach_all(&g.r);
    if (!n.has_fault && n.states <= FEW) {
        bool violated = some_spec_can_stay_hot(&g, (uint32_t)n.states);
        compared[violated]++;
        check_engine(text, o, ORDER_CREATED, violated);
        check_engine(text, o, ORDER_HUBS_LAST, violated);
    }
    graph_free(&g);
}

static void check_everywhere(const char *text)
{
    core_options o;
    for (unsigned at = 0; next_options(&at, &o);) {
        check(text, &o);
        o.choices_are_unfair = true;
        check(text, &o);
    }
}

static const char *const liveness_programs[] = {
    "blocked-machine-is-not-forced",
    "choose-is-unfair",
    "cold-for-ever",
    "cold-passed-within-a-step",
    "cycle-of-two-machines",
    "cycle-on-one-branch",
    "fair-choice-asked-once",
    "fair-choice-at-one-place-twice",
    "fair-choice-cannot-be-true-for-ever",
    "fair-choice-of-each-machine",
    "fair-choice",
    "fair-choices-one-under-the-other",
    "fair-choices-side-by-side",
    "hot-and-cold-in-turns",
    "hot-for-ever",
    "message-beside-others-arrives",
    "message-in-transit-arrives",
    "null-does-not-starve-a-message",
    "one-spec-hot-the-other-cold",
    "spinning-on-null-fairly",
    "spinning-on-null",
    "starved-chain",
    "starved-machine",
    "two-specs-hot-in-turns",
    "two-spinning-machines",
    "unfair-choice",
    "warm-for-ever",
};

TEST(pairs_remain_exactly_if_there_is_a_fair_cycle)
{
    strbuf text = {0};
    strbuf name = {0};
    compared[0] = compared[1] = 0;
    for (size_t i = 0; i < COUNT_OF(liveness_programs); i++) {
        strbuf_clear(&name);
        strbuf_printf(&name, "liveness/%s", liveness_programs[i]);
        suite_read(strbuf_text(&name), &text);
        check_everywhere(strbuf_text(&text));
    }
    strbuf_free(&text);
    strbuf_free(&name);
    /* The comparison means something. */
    assert_true(compared[false] > 50);
    assert_true(compared[true] > 50);
}

/* ---- One rule at a time ---- */

static const char spec[] = "spec M observes eAsk, eAnswer {\n"
                           "  start cold state C { on eAsk goto H; ignore eAnswer; }\n"
                           "  hot state H { on eAnswer goto C; ignore eAsk; } }\n"
                           "spec W observes eAsk, eAnswer, eTick { start state A { "
                           "ignore eAsk, eAnswer, eTick; } }\n";

/* Main ticks and does BODY; Helper, whose address is h, does HELPER. */
static void check_rule_with(bool is_unfair, const char *body, const char *helper,
                            bool violated)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};
    for (size_t i = 0; i < COUNT_OF(networks); i++) {
        strbuf text = {0};
        strbuf_printf(&text,
                      "event eAsk; event eAnswer; event eTick; event eGo;\n"
                      "machine Main { var h: machine; var b, last: bool;\n"
                      "  start state S { entry { h = new Helper(this);\n"
                      "    announce eAsk; send this, eTick; }\n"
                      "    on eTick do { %s } ignore eGo; } }\n"
                      "machine Helper { var up: machine; var n: int; start state S {\n"
                      "  entry (m: machine) { up = m; } %s } }\n%s"
                      "test t [main=Main]: assert M, W in { Main, Helper };\n",
                      body, helper, spec);
        const core_options o = {.network = networks[i],
                                .choices_are_unfair = is_unfair};
        graph g = {0};
        reach_begin(&g.r, strbuf_text(&text), &o);
        core_look_at_cycles(g.r.m.c);
        reach_counts n = reach_all(&g.r);
        assert_false(n.has_fault);
        assert_int_equal(some_spec_can_stay_hot(&g, (uint32_t)n.states), violated);
        graph_free(&g);
        for (order_kind k = ORDER_BEST + 1; k < ORDER_KINDS; k++)
            check_engine(strbuf_text(&text), &o, k, violated);
        strbuf_free(&text);
    }
}

static void check_rule(const char *body, const char *helper, bool violated)
{
    check_rule_with(true, body, helper, violated);
}

TEST(pairs_without_a_step_to_them_are_removed)
{
    /* hot, but the ticks end, and then it is cold */
    check_rule(
        "if (!last) { last = true; send this, eTick; } else { announce eAnswer; }",
        "ignore eGo;", false);
}

TEST(a_cycle_must_be_hot)
{
    check_rule("send this, eTick;", "ignore eGo;", true);
    check_rule("announce eAnswer; send this, eTick;", "ignore eGo;", false);
}

/* Helper can always act: runs in which only Main does are not fair. */
TEST(a_machine_that_can_run_does)
{
    check_rule("send this, eTick;",
               "on null do { if (n == 0) { n = 1; announce eAnswer; } }", false);
    check_rule("send this, eTick;", "on null do { n = 1 - n; }", true);
}

/* Helper has a message: runs in which it is never delivered are not fair. */
TEST(a_message_that_waits_is_delivered)
{
    check_rule("if (!last) { last = true; send h, eGo; } send this, eTick;",
               "on eGo do { announce eAnswer; }", false);
    check_rule("if (!last) { last = true; send h, eGo; } send this, eTick;",
               "on eGo do { n = 1; }", true);
}

TEST(a_fair_choice_takes_both_values)
{
    check_rule("if ($$) { announce eAnswer; } send this, eTick;", "ignore eGo;", false);
    check_rule("if ($) { announce eAnswer; } send this, eTick;", "ignore eGo;", true);
    /* both values in turn, never twice the same */
    check_rule(
        "b = $$; if (b && last) { announce eAnswer; } last = b; send this, eTick;",
        "ignore eGo;", true);
    /* Made on a later cycle, and not on this one: fairness does not concern it here. */
    check_rule("if (last) { if ($$) { announce eAnswer; } } else { last = $; }\n"
               "send this, eTick;",
               "ignore eGo;", true);
    /* made once, before the cycle: fairness does not concern it */
    check_rule("if (!last) { last = true; b = $$; } if (b) { announce eAnswer; }\n"
               "send this, eTick;",
               "ignore eGo;", true);
}

TEST(every_alternative_is_taken)
{
    static const char idle[] = "ignore eGo;";
    check_rule_with(false, "if ($) { announce eAnswer; } send this, eTick;", idle,
                    false);
    check_rule_with(false,
                    "if (choose(4) == 2) { announce eAnswer; } send this, eTick;", idle,
                    false);
    check_rule_with(false,
                    "b = $; if (b && last) { announce eAnswer; } last = b; "
                    "send this, eTick;",
                    idle, true);
    /* 1 is offered only while `last`, and that is over */
    check_rule_with(false, "if (!last) { last = choose(2) == 1; } send this, eTick;",
                    idle, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(pairs_remain_exactly_if_there_is_a_fair_cycle),
        LEAK_FREE(pairs_without_a_step_to_them_are_removed),
        LEAK_FREE(a_cycle_must_be_hot),
        LEAK_FREE(a_machine_that_can_run_does),
        LEAK_FREE(a_message_that_waits_is_delivered),
        LEAK_FREE(a_fair_choice_takes_both_values),
        LEAK_FREE(every_alternative_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
