/* reach_fixture.h -- all states of small systems by system_enabled and system_step, to
 * compare with: nothing of the fast engine is used here. */
#ifndef REACH_FIXTURE_H
#define REACH_FIXTURE_H

#include "base/intern.h"
#include "core/system.h"
#include "model_fixture.h"

#include <stdio.h>
#include <stdlib.h>

/* States by number, in the order in which a search meets them. */
typedef struct reach {
    model m;
    intern rows;
    system_state to;
    transition_list enabled;
} reach;

/* Where transitions lead: states by number + 1; 0: a violation.  As a multiset. */
typedef VEC(uint32_t) successors;

/* Large enough for most programs of the suite; the rest is cut off. */
enum { REACH_MOST = 400 };

static inline uint32_t reach_number(reach *r, const system_state *s)
{
    return intern_put(&r->rows, s->data, s->len * sizeof *s->data);
}

static inline void reach_row(const reach *r, uint32_t number, system_state *out)
{
    vec_clear(out);
    size_t len = intern_len(&r->rows, number) / sizeof(value);
    for (size_t i = 0; i < len; i++) {
        value x;
        memcpy(&x, intern_text(&r->rows, number) + i * sizeof x, sizeof x);
        vec_push(out, x);
    }
}

static inline int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static inline void successors_sort(successors *s)
{
    if (s->len > 0)
        qsort(s->data, s->len, sizeof *s->data, by_number);
}

/* Returns how many transitions are not faults of the network or of machines. */
static inline size_t reach_successors(reach *r, const system_state *from,
                                      successors *out)
{
    core *c = r->m.c;
    vec_clear(out);
    size_t ordinary = system_enabled(c, from, &r->enabled);
    for (size_t i = 0; i < r->enabled.len; i++) {
        transition_result found;
        for (uint32_t k = 0;
             system_step(c, from, r->enabled.data[i], k, &r->to, &found); k++)
            if (!found.is_pruned)
                vec_push(out, found.fault != 0 ? 0 : reach_number(r, &r->to) + 1);
    }
    successors_sort(out);
    return ordinary;
}

static inline void reach_begin(reach *r, const char *text, const core_options *o)
{
    *r = (reach){.m = model_load(text, o)};
    intern_init(&r->rows);
    transition_result result;
    system_start(r->m.c, &r->to, &result);
    assert_int_equal(result.fault, 0);
    assert_false(result.is_pruned);
    reach_number(r, &r->to);
}

static inline void reach_end(reach *r)
{
    intern_fini(&r->rows);
    vec_free(&r->to);
    vec_free(&r->enabled);
    model_free(&r->m);
}

static inline void expect_same_successors(const reach *r, uint32_t from,
                                          const successors *want, const successors *got)
{
    bool same = want->len == got->len &&
                (want->len == 0 ||
                 memcmp(want->data, got->data, want->len * sizeof *want->data) == 0);
    if (same)
        return;
    print_error("state %u of %u:", from, intern_count(&r->rows));
    for (size_t i = 0; i < want->len; i++)
        print_error(" %u", want->data[i]);
    print_error(" wanted, but got");
    for (size_t i = 0; i < got->len; i++)
        print_error(" %u", got->data[i]);
    fail_msg("other successors");
}

/* What all states have. */
typedef struct reach_counts {
    uint64_t states, transitions, terminal;
    bool has_fault;
} reach_counts;

/* All of them, at most REACH_MOST being expanded. */
static inline reach_counts reach_all(reach *r)
{
    reach_counts n = {0};
    system_state from = {0};
    successors next = {0};
    uint32_t i = 0;
    for (; i < intern_count(&r->rows) && i < REACH_MOST; i++) {
        reach_row(r, i, &from);
        bool ends = reach_successors(r, &from, &next) == 0;
        n.transitions += next.len;
        n.terminal += ends;
        n.has_fault |= next.len > 0 && next.data[0] == 0;
        n.has_fault |= ends && system_end(r->m.c, &from).kind != FAULT_NONE;
    }
    n.states = i;
    vec_free(&from);
    vec_free(&next);
    return n;
}

/* ---- Programs to try ---- */

static const char *const suite_programs[] = {
    "choices/choices-combine",
    "choices/loop-of-choices",
    "events/another-sender-in-between",
    "events/deferred-in-two-states",
    "events/messages-to-itself-stay-in-order",
    "faults/crash-before-an-announcement",
    "faults/crash-in-a-broadcast",
    "faults/crash-of-a-minority",
    "faults/duplicate-apart-from-the-original",
    "faults/loss-of-both-copies",
    "faults/lost-messages-are-observed",
    "halt/exit-still-sends",
    "halt/monitors-see-sends-to-the-halted",
    "machines/assumption-does-not-hide-others",
    "machines/children-start-in-any-order",
    "machines/send-is-a-scheduling-point",
    "monitors/announce-is-no-scheduling-point",
    "monitors/assumption-of-a-spec",
    "monitors/failing-reception-before-an-observed-send",
    "monitors/observation-order-is-not-delivery-order",
    "monitors/observes-halt",
    "monitors/specs-run-in-the-order-of-attachment",
    "network/circle-of-orders",
    "network/creation-is-a-cause",
    "network/message-to-itself-overtaken",
    "network/two-phase-commit-by-formula",
    "null-events/fires-before-a-message-of-another",
    "null-events/fires-beside-deferred-messages",
    "null-events/not-while-waiting",
    "quorum/own-vote-counts",
    "quorum/tolerates-a-crash",
    "quorum/two-rounds",
    "quorum/votes-in-the-order-of-the-queue",
    "receive/deadlock-when-the-answer-may-not-come",
    "receive/halt-while-waiting",
    "receive/in-a-recursion",
    "receive/nested",
};

/* What is rare there. */
static const char *const more_programs[] = {
    /* receptions with several ways, some of which fail, while the sender goes on in
     * several ways too */
    "event a: int; event b;\n"
    "machine Main { start state S { entry { var w: machine; var i: int;\n"
    "  w = new W(); send w, a, choose(2); i = choose(3); send w, b; send w, a, i;\n"
    "} } }\n"
    "machine W { var n: int; start state S {\n"
    "  on a do (i: int) { n = n + i + choose(2); assert n < 4; }\n"
    "  on b do { n = choose(2); } } }\n"
    "spec M observes a, b { var n: int; start state S {\n"
    "  on a do (i: int) { n = n + i; assert n < 3; }\n"
    "  on b do { } } }\n"
    "test t [main=Main]: assert M in { Main, W };\n",
    /* a sender that cannot go on still lets the reception fail */
    "event a; event b; axiom true;\n"
    "machine Main { start state S { entry { var w: machine;\n"
    "  w = new W(); send w, a; send w, a; announce b; assume (false); } } }\n"
    "machine W { var n: int; start state S {\n"
    "  on a do { n = n + 1; assert n < 2; } } }\n"
    "spec M observes a, b { start state S { ignore a, b; } }\n"
    "test t [main=Main]: assert M in { Main, W };\n",
    /* creations between messages, on messages, and messages to itself */
    "event a: machine; event b;\n"
    "machine Main { var n: int; start state S { entry { var w, x: machine;\n"
    "  w = new W(this); send w, a, this; x = new W(w); send x, a, w; send this, b;\n"
    "  new W(x); send this, b; announce b; send w, halt; }\n"
    "  on a do (m: machine) { n = n + 1; } ignore b; } }\n"
    "machine W { var up: machine; start state S {\n"
    "  entry (m: machine) { up = m; send m, b; }\n"
    "  on a do (m: machine) { send m, b; if ($) { new V(this); } }\n"
    "  on b do { } } }\n"
    "machine V { start state S { entry (m: machine) { send m, b; raise halt; } } }\n"
    "spec M observes b { var n: int; start state S {\n"
    "  on b do { n = n + 1; if (n > 6) { goto T; } } } hot state T { ignore b; } }\n"
    "test t [main=Main]: assert M in { Main, W, V };\n",
    /* null handlers that send to themselves */
    "event a; event b; axiom true;\n"
    "machine Main { var n: int; start state S { entry { new W(this); }\n"
    "  on null do { n = n + 1; send this, a; if (n > 2) { goto T; } }\n"
    "  on a do { if ($) { send this, b; send this, a; } } on b do { } }\n"
    "  state T { ignore a, b; } }\n"
    "machine W { start state S { entry (m: machine) { send m, b; send m, a; } } }\n"
    "spec M observes a, b { var n: int; start state S {\n"
    "  on a do { n = 1; } on b do { assume (n < 1); } } }\n"
    "test t [main=Main]: assert M in { Main, W };\n",
    /* inboxes told apart: several messages are handled in a row, in states that change
     * or do not; some are ignored on the way, some stay, the last one may fail */
    "event go: int; event item: int; event noise; event done;\n"
    "machine Main { var got: int; start state S { entry { var w: machine;\n"
    "  w = new W(this); new V(w); send w, item, 1; send w, noise; send w, go, 1;\n"
    "  send w, item, 2; send w, go, 2; send w, noise; }\n"
    "  on done do { got = got + 1; } } }\n"
    "machine V { start state S { entry (w: machine) {\n"
    "  send w, item, 3; send w, go, 3; send w, item, 4; } } }\n"
    "machine W { var up: machine; var sum: int;\n"
    "  start state Z { entry (m: machine) { up = m; goto A; } }\n"
    "  state A { defer item, noise;\n"
    "    on go do (i: int) { if (i != 2) { goto B; } } }\n"
    "  state B { ignore noise; defer go; on item do (i: int) { sum = sum + i;\n"
    "    assert sum != 8; send up, done; if (sum > 4) { goto C; } } }\n"
    "  state C { entry { send up, done; } defer noise; ignore item;\n"
    "    on go do (i: int) { sum = i; goto A; } } }\n"
    "test t [main=Main]: { Main, V, W };\n",
    /* ... they pause for monitors, create, halt with mail, and get mail before they
     * begin and when they are gone */
    "event go; event item: int; event done: int;\n"
    "machine Main { start state S { entry { var w: machine;\n"
    "  w = new W(2); send w, item, 1; send w, go; send w, item, 2; send w, go; }\n"
    "  ignore done, item; } }\n"
    "machine W { var left: int; var sum: int;\n"
    "  start state Z { entry (n: int) { var v: machine; left = n;\n"
    "      if (n > 0) { v = new W(n - 2); send v, item, 5; send v, go; }\n"
    "      goto A; } }\n"
    "  state A { defer item; on go goto B; on done do (i: int) { raise halt; } }\n"
    "  state B { entry { announce done, sum; }\n"
    "    on item do (i: int) { sum = sum + i; send this, done, sum; }\n"
    "    on done do (i: int) { if (i > 2) { raise halt; } } on go goto A with { } } }\n"
    "spec M observes done { var n: int; start state S {\n"
    "  on done do (i: int) { n = n + i; if (n > 3) { goto T; } } }\n"
    "  hot state T { on done do (i: int) { assert i < 6; } } }\n"
    "test t [main=Main]: assert M in { Main, W };\n",
    /* machines that appear late, made by those that got a message */
    "event a: int;\n"
    "machine Main { start state S { entry { var w: machine;\n"
    "  w = new W(); send w, a, 1; send w, a, 2; send this, a, 0; }\n"
    "  on a do (i: int) { if (i < 2) { send this, a, i + 1; } else { new V(this); } }\n"
    "} }\n"
    "machine W { start state S { on a do (i: int) {\n"
    "  var v: machine; v = new V(this); if ($) { send v, a, i; } } } }\n"
    "machine V { var up: machine; start state S { entry (m: machine) { up = m; }\n"
    "  on a do (i: int) { new U(up); } } }\n"
    "machine U { start state S { entry (m: machine) { } } }\n",
};

static inline void suite_read(const char *name, strbuf *out)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/%s.p", SUITE_RUN, name);
    FILE *f = fopen(strbuf_text(&path), "rb");
    if (f == NULL)
        fail_msg("there is no %s", strbuf_text(&path));
    strbuf_clear(out);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        strbuf_add(out, buffer, n);
    fclose(f);
    strbuf_free(&path);
}

/* Networks and budgets for faults, one after the other; false: there are no more.
 * Without the causal network, which the fast engine does not have. */
static inline bool next_options(unsigned *at, core_options *o)
{
    static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};
    static const uint8_t budgets[][BUDGET_COUNT] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                                    {0, 0, 1}, {0, 2, 1}, {2, 1, 1}};
    if (*at >= COUNT_OF(networks) * COUNT_OF(budgets))
        return false;
    *o = (core_options){.network = networks[*at / COUNT_OF(budgets)]};
    for (int i = 0; i < BUDGET_COUNT; i++)
        o->budgets[i].left = budgets[*at % COUNT_OF(budgets)][i];
    ++*at;
    return true;
}

enum { PROGRAMS = COUNT_OF(suite_programs) + COUNT_OF(more_programs) };

static inline void program_read(size_t i, strbuf *out)
{
    strbuf_clear(out);
    if (i < COUNT_OF(suite_programs))
        suite_read(suite_programs[i], out);
    else
        strbuf_puts(out, more_programs[i - COUNT_OF(suite_programs)]);
}

/* Calls CHECK with each program under all options; in quick tests under a third of
 * them.
 */
static inline void each_program(void (*check)(const char *text, const core_options *o))
{
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        core_options o;
        for (unsigned at = 0; next_options(&at, &o);)
            if ((i + at) % test_size(3, 1) == 0)
                check(strbuf_text(&text), &o);
    }
    strbuf_free(&text);
}

#endif
