/* Representatives of states, against orbits found the naive way. */
#include "engine/reduce/symmetry.h"

#include "analysis/equivariance.h"
#include "engine/context.h"
#include "engine/reduce/renaming.h"
#include "orbit_fixture.h"
#include "reach_fixture.h"

/* ---- All states, and what stands for them ---- */

typedef struct counts {
    uint32_t states;  /* reached without symmetry, without new machines */
    uint32_t orbits;  /* that those belong to, found naively */
    uint32_t reduced; /* reached with symmetry */
} counts;

static void reach_everything(reach *r)
{
    system_state from = {0};
    successors next = {0};
    for (uint32_t i = 0; i < intern_count(&r->rows); i++) {
        reach_row(r, i, &from);
        reach_successors(r, &from, &next);
    }
    vec_free(&from);
    vec_free(&next);
}

/* Machines that are new begin by name, one after the other; as they commute, it makes
 * no difference in the end, but the states in between are not all met. */
static bool is_settled(const core *c, const system_state *s)
{
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        if (local != VALUE_NULL && local_status(c, local) == STATUS_NEW)
            return false;
    }
    return true;
}

/* Representatives that a search by representatives meets. */
static uint32_t reach_reduced(reach *r, symmetry *y)
{
    intern seen;
    intern_init(&seen);
    system_state at = {0};
    system_state to = {0};
    transition_list enabled = {0};
    transition_result result;
    system_start(r->m.c, &at, &result);
    symmetry_canonical(y, &at);
    intern_put(&seen, at.data, at.len * sizeof *at.data);
    uint32_t count = 0;
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        vec_clear(&at);
        for (size_t k = 0; k < intern_len(&seen, i) / sizeof(value); k++) {
            value x;
            memcpy(&x, intern_text(&seen, i) + k * sizeof x, sizeof x);
            vec_push(&at, x);
        }
        count += is_settled(r->m.c, &at);
        system_enabled(r->m.c, &at, &enabled);
        vec_each (m, &enabled) {
            for (uint32_t k = 0; system_step(r->m.c, &at, *m, k, &to, &result); k++) {
                if (result.is_pruned || result.fault != 0)
                    continue;
                symmetry_canonical(y, &to);
                intern_put(&seen, to.data, to.len * sizeof *to.data);
            }
        }
    }
    intern_fini(&seen);
    vec_free(&at);
    vec_free(&to);
    vec_free(&enabled);
    return count;
}

/* A permutation of the machines of S, drawn at random: all of one role are moved. */
static bool random_renaming(core *c, renaming *r, const bool *is_pinned,
                            const system_state *s, uint64_t *seed,
                            uint32_t *permutation)
{
    orbit_roles o;
    orbit_begin(&o, c, is_pinned, s);
    VEC(new_name) names = {0};
    size_t which = rnd_below(seed, (unsigned)o.starts.len - 1);
    uint32_t *all = o.members.data + o.starts.data[which];
    uint32_t count = o.starts.data[which + 1] - o.starts.data[which];
    uint32_t shift = count > 1 ? 1 + rnd_below(seed, count - 1) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const new_name one = {all[i], all[(i + shift) % count]};
        if (one.from != one.to)
            vec_push(&names, one);
    }
    for (size_t i = 1; i < names.len; i++) /* sorted, as it must be */
        for (size_t k = i; k > 0 && names.data[k - 1].from > names.data[k].from; k--) {
            new_name t = names.data[k];
            names.data[k] = names.data[k - 1];
            names.data[k - 1] = t;
        }
    bool enabled = names.len > 0;
    if (enabled)
        *permutation = renaming_number(r, names.data, names.len);
    vec_free(&names);
    orbit_end(&o);
    return enabled;
}

static void expect_same_row(const system_state *a, const system_state *b)
{
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->data, b->data, a->len * sizeof *a->data);
}

/* One state: its representative is of its orbit, whatever names it has now. */
static void check_state(reach *r, symmetry *y, renaming *names, const bool *is_pinned,
                        const system_state *at, intern *orbits, intern *found,
                        uint64_t *seed)
{
    core *c = r->m.c;
    strbuf least = {0};
    strbuf other = {0};
    size_t size;
    size_t other_size;
    system_state canonical = {0};
    system_state renamed = {0};
    orbit_of(c, is_pinned, at, &least, &size);
    system_copy(at, &canonical);
    bool is_other = symmetry_canonical(y, &canonical);
    assert_int_equal(is_other,
                     at->len != canonical.len || memcmp(at->data, canonical.data,
                                                        at->len * sizeof(value)) != 0);
    /* Lemma symmetry-1. */
    orbit_of(c, is_pinned, &canonical, &other, &other_size);
    assert_string_equal(strbuf_text(&other), strbuf_text(&least));
    assert_true(symmetry_orbit(y, at) == (double)size);
    /* Representatives and orbits correspond one to one. */
    uint32_t orbit = intern_put(orbits, strbuf_text(&least), least.len);
    uint32_t number =
        intern_put(found, canonical.data, canonical.len * sizeof *canonical.data);
    assert_int_equal(orbit, number);
    uint32_t permutation;
    if (random_renaming(c, names, is_pinned, at, seed, &permutation)) {
        renaming_row(names, permutation, at, &renamed);
        orbit_of(c, is_pinned, &renamed, &other, &other_size);
        assert_string_equal(strbuf_text(&other), strbuf_text(&least));
        /* Lemma symmetry-2. */
        symmetry_canonical(y, &renamed);
        expect_same_row(&renamed, &canonical);
    }
    assert_true(symmetry_is_same(y, at, &canonical));
    reach_row(r, 0, &renamed); /* the start, where Main is new */
    assert_false(symmetry_is_same(y, at, &renamed));
    strbuf_free(&least);
    strbuf_free(&other);
    vec_free(&canonical);
    vec_free(&renamed);
}

/* PINNED: names of declarations, with blanks around each. */
static void find_pinned(const core *c, const char *pinned, bool *is_pinned)
{
    for (uint32_t d = 0; d < c->ir->machine_count; d++) {
        strbuf name = {0};
        strbuf_printf(&name, " %s ", c->ir->machines[d].name);
        is_pinned[d] = strstr(pinned, strbuf_text(&name)) != NULL;
        strbuf_free(&name);
    }
}

static counts check(const char *text, const core_options *options, const char *pinned)
{
    reach r;
    reach_begin(&r, text, options);
    reach_everything(&r);
    bool is_pinned[16];
    find_pinned(r.m.c, pinned, is_pinned);
    strbuf report = {0};
    symmetry *y = symmetry_new(r.m.c, SYMMETRY_EXACT, &report);
    assert_non_null(y);
    renaming *names = renaming_new(r.m.c);
    intern orbits;
    intern found;
    intern_init(&orbits);
    intern_init(&found);
    system_state at = {0};
    uint64_t seed = 1;
    counts n = {0};
    for (uint32_t i = 0; i < intern_count(&r.rows); i++) {
        reach_row(&r, i, &at);
        if (!is_settled(r.m.c, &at))
            continue;
        n.states++;
        check_state(&r, y, names, is_pinned, &at, &orbits, &found, &seed);
    }
    n.orbits = intern_count(&orbits);
    n.reduced = reach_reduced(&r, y);
    assert_true(symmetry_is_exact(y));
    vec_free(&at);
    intern_fini(&orbits);
    intern_fini(&found);
    renaming_free(names);
    symmetry_free(y);
    strbuf_free(&report);
    reach_end(&r);
    return n;
}

static void expect(const char *text, network_model net, const char *pinned,
                   uint32_t states, uint32_t reduced)
{
    counts n = check(text, &(core_options){.network = net}, pinned);
    assert_int_equal(n.orbits, n.reduced);
    assert_int_equal(n.states, states);
    assert_int_equal(n.reduced, reduced);
}

/* A search by representatives meets one for each orbit. */
static void expect_orbits(const char *text, const core_options *o, const char *pinned)
{
    counts n = check(text, o, pinned);
    assert_int_equal(n.orbits, n.reduced);
    assert_true(n.reduced < n.states);
}

static const network_model networks[] = {NET_MBOX, NET_P2P, NET_BAG};

static void expect_orbits_in_all(const char *text, const char *pinned)
{
    for (size_t i = 0; i < COUNT_OF(networks); i++)
        expect_orbits(text, &(core_options){.network = networks[i]}, pinned);
}

/* ---- Steps commute with renaming ---- */

/* States that come of FROM when machines that are new have begun; and a fault. */
typedef struct settled {
    intern rows;
    bool has_fault;
} settled;

static void settle(core *c, const system_state *at, settled *out)
{
    transition_list enabled = {0};
    system_state to = {0};
    transition_result result;
    system_enabled(c, at, &enabled);
    bool is_urgent =
        enabled.len == 1 && enabled.data[0].kind == TRANSITION_ACT &&
        local_status(c, system_local(c, at, enabled.data[0].machine)) == STATUS_NEW;
    if (!is_urgent)
        intern_put(&out->rows, at->data, at->len * sizeof *at->data);
    for (uint32_t k = 0;
         is_urgent && system_step(c, at, enabled.data[0], k, &to, &result); k++) {
        if (result.fault != 0)
            out->has_fault = true;
        else if (!result.is_pruned)
            settle(c, &to, out);
    }
    vec_free(&enabled);
    vec_free(&to);
}

static void settled_successors(core *c, const system_state *from, settled *out)
{
    transition_list enabled = {0};
    system_state to = {0};
    transition_result result;
    system_enabled(c, from, &enabled);
    vec_each (m, &enabled) {
        for (uint32_t k = 0; system_step(c, from, *m, k, &to, &result); k++) {
            if (result.fault != 0)
                out->has_fault = true;
            else if (!result.is_pruned)
                settle(c, &to, out);
        }
    }
    vec_free(&enabled);
    vec_free(&to);
}

static void intern_row(const intern *rows, uint32_t number, system_state *out)
{
    vec_clear(out);
    for (size_t k = 0; k < intern_len(rows, number) / sizeof(value); k++) {
        value x;
        memcpy(&x, intern_text(rows, number) + k * sizeof x, sizeof x);
        vec_push(out, x);
    }
}

/* Is what comes of FROM, renamed, what comes of the renamed state? */
static bool commutes(core *c, renaming *names, uint32_t permutation,
                     const system_state *from)
{
    settled here = {0};
    settled there = {0};
    intern_init(&here.rows);
    intern_init(&there.rows);
    system_state row = {0};
    system_state renamed = {0};
    renaming_row(names, permutation, from, &renamed);
    settled_successors(c, &renamed, &there);
    settled_successors(c, from, &here);
    bool same = here.has_fault == there.has_fault &&
                intern_count(&here.rows) == intern_count(&there.rows);
    for (uint32_t i = 0; i < intern_count(&here.rows) && same; i++) {
        intern_row(&here.rows, i, &row);
        renaming_row(names, permutation, &row, &renamed);
        same = intern_find(&there.rows, renamed.data,
                           renamed.len * sizeof *renamed.data) != INTERN_NONE;
    }
    vec_free(&row);
    vec_free(&renamed);
    intern_fini(&here.rows);
    intern_fini(&there.rows);
    return same;
}

/* In how many states not all is as it should be, of those without new machines. */
static uint32_t count_strange(const char *text, const core_options *o, bool is_free)
{
    reach r;
    reach_begin(&r, text, o);
    reach_all(&r);
    core *c = r.m.c;
    equivariance *e = equivariance_new(context_of(c));
    bool is_pinned[32];
    for (uint32_t d = 0; d < c->ir->machine_count; d++)
        is_pinned[d] = !is_free && !equivariance_may_permute(e, d);
    renaming *names = renaming_new(c);
    system_state at = {0};
    uint64_t seed = 7;
    uint32_t strange = 0;
    uint32_t count = intern_count(&r.rows);
    for (uint32_t i = 0; i < count && i < REACH_MOST; i++) {
        reach_row(&r, i, &at);
        uint32_t permutation;
        if (random_renaming(c, names, is_pinned, &at, &seed, &permutation))
            strange += !commutes(c, names, permutation, &at);
    }
    vec_free(&at);
    renaming_free(names);
    equivariance_free(e);
    reach_end(&r);
    return strange;
}

static void expect_commuting(const char *text, const core_options *o)
{
    assert_int_equal(count_strange(text, o, false), 0);
}

/* ---- Programs ---- */

/* Three workers get a message and answer; Main knows in a set who has. */
static const char three_workers[] =
    "event go: machine; event done: machine;\n"
    "machine Main { var all: set[machine]; var answered: set[machine];\n"
    "  start state S { entry { var i: int; var w: machine;\n"
    "    while (i < 3) { w = new Worker(); all += (w); i = i + 1; send w, go, this; }\n"
    "  } on done do (w: machine) { answered += (w); } } }\n"
    "machine Worker { start state S { on go do (hub: machine) { send hub, done, this; "
    "}\n"
    "} }\n";

/* Each worker is in one of three stages, by itself: 27 states, and 10 = C(5,2)
 * multisets of stages. */
TEST(workers_that_do_not_know_each_other_are_counted)
{
    expect(three_workers, NET_P2P, "", 27, 10);
    expect(three_workers, NET_BAG, "", 27, 10);
}

/* Numbers and sequences by machine, of a machine and of a spec; two roles. */
static const char maps_and_sets[] =
    "event ask: (who: machine, n: int); event yes: (who: machine, n: int);\n"
    "machine Main { var left: map[machine, int]; var pairs: set[(machine, machine)];\n"
    "  var s: seq[machine];\n"
    "  start state S { entry { var i: int; var w, c: machine;\n"
    "    while (i < 2) { w = new Server(this); left[w] = i * 0; s += (i, w);\n"
    "      i = i + 1; }\n"
    "    i = 0;\n"
    "    while (i < 2) { c = new Client(choose(s)); pairs += ((c, w)); i = i + 1; } }\n"
    "  on yes do (x: (who: machine, n: int)) {\n"
    "    left[x.who] = left[x.who] + x.n; } } }\n"
    "machine Server { var up: machine; var served: set[machine];\n"
    "  start state S { entry (m: machine) { up = m; }\n"
    "  on ask do (x: (who: machine, n: int)) { served += (x.who);\n"
    "    send up, yes, (who = this, n = sizeof(served)); } } }\n"
    "machine Client { start state S { entry (m: machine) {\n"
    "  send m, ask, (who = this, n = 1); } } }\n"
    "spec Count observes yes { var seen: map[machine, set[int]]; start state S {\n"
    "  on yes do (x: (who: machine, n: int)) {\n"
    "    if (!(x.who in seen)) { seen[x.who] = default(set[int]); }\n"
    "    seen[x.who] += (x.n); } } }\n"
    "test t [main=Main]: assert Count in { Main, Server, Client };\n";

TEST(references_are_renamed_in_maps_sets_and_monitors)
{
    expect_orbits_in_all(maps_and_sets, "");
}

/* What workers have created moves along, and has symmetries of its own; numbers of
 * children differ, since a worker may make some other machine first. */
static const char families[] =
    "event go; event up: machine;\n"
    "machine Main { var got: set[machine];\n"
    "  start state S { entry { var i: int; var w: machine;\n"
    "    while (i < 2) { w = new Worker(this); send w, go; i = i + 1; } }\n"
    "  on up do (m: machine) { got += (m); } } }\n"
    "machine Worker { var hub: machine; var mine: set[machine];\n"
    "  start state S { entry (m: machine) { hub = m; }\n"
    "  on go do { if ($) { new Idle(); } mine += (new Child(hub));\n"
    "    mine += (new Child(hub)); } } }\n"
    "machine Child { start state S { entry (m: machine) { send m, up, this; } } }\n"
    "machine Idle { start state S { } }\n";

TEST(children_move_along_with_their_creators)
{
    expect_orbits_in_all(families, "");
}

/* Each knows the next one: no two can change names, but all can move on by one.
 * Colours alone do not tell them apart. */
static const char ring[] =
    "event next: machine; event token; event note;\n"
    "machine Main { start state S { entry { var i: int; var s: seq[machine];\n"
    "  while (i < 4) { s += (i, new Node()); i = i + 1; }\n"
    "  i = 0; while (i < 3) { send s[i], next, s[i + 1]; i = i + 1; }\n"
    "  send s[3], next, s[0]; send choose(s), token; } } }\n"
    "machine Node { var succ: machine; start state S { defer token;\n"
    "    on next do (m: machine) { succ = m; goto T; } }\n"
    "  state T { on token do { send succ, note; goto U; } on note do { } }\n"
    "  state U { on note do { } } }\n";

TEST(a_ring_can_be_turned)
{
    expect_orbits_in_all(ring, "");
}

/* Nodes in circles of 3, 4 and 5: colours do not tell the circles apart, and each way
 * down leads to another row.  So in the end it is cut; what comes out is still of the
 * orbit: 12! / (3 * 4 * 5) states. */
static const char circles[] =
    "event next: machine;\n"
    "machine Main { start state S { entry { var i: int; var s: seq[machine];\n"
    "  while (i < 12) { s += (i, new Node()); i = i + 1; }\n"
    "  i = 0; while (i < 12) { send s[i], next, s[i + 1 - 3 * toInt(i == 2)\n"
    "    - 4 * toInt(i == 6) - 5 * toInt(i == 11)]; i = i + 1; } } }\n"
    "  fun toInt(b: bool): int { if (b) { return 1; } return 0; } }\n"
    "machine Node { var succ: machine; start state S {\n"
    "  on next do (m: machine) { succ = m; } } }\n";

/* The first way from the start to the end. */
static void run_to_end(core *c, system_state *at)
{
    transition_list enabled = {0};
    system_state to = {0};
    transition_result result;
    system_start(c, at, &result);
    while (system_enabled(c, at, &enabled) > 0) {
        assert_true(system_step(c, at, enabled.data[0], 0, &to, &result));
        system_copy(&to, at);
    }
    vec_free(&enabled);
    vec_free(&to);
}

TEST(very_many_ties_are_cut_unless_all_are_wanted)
{
    model m = model_load(circles, &(core_options){.network = NET_MBOX});
    strbuf report = {0};
    symmetry *some = symmetry_new(m.c, SYMMETRY_AUTO, &report);
    symmetry *all = symmetry_new(m.c, SYMMETRY_EXACT, &report);
    system_state at = {0};
    system_state one = {0};
    system_state other = {0};
    run_to_end(m.c, &at);
    system_copy(&at, &one);
    system_copy(&at, &other);
    symmetry_canonical(some, &one);
    assert_false(symmetry_is_exact(some));
    assert_true(symmetry_is_same(some, &one, &at));
    symmetry_canonical(all, &one);
    symmetry_canonical(all, &other);
    expect_same_row(&one, &other);
    assert_true(symmetry_is_exact(all));
    assert_true(symmetry_orbit(all, &at) == 479001600.0 / 60);
    assert_true(symmetry_orbit(some, &at) <= 479001600.0 / 60);
    vec_free(&at);
    vec_free(&one);
    vec_free(&other);
    symmetry_free(some);
    symmetry_free(all);
    strbuf_free(&report);
    model_free(&m);
}

/* Votes count by sender; machines may crash, messages get lost or come twice. */
static const char votes[] =
    "event vote: machine;\n"
    "machine Main { var rounds: int; var who: set[machine]; start state S {\n"
    "  entry { var i: int; while (i < 3) { new Voter(this); i = i + 1; } }\n"
    "  on quorum (2) vote do (all: seq[machine]) { rounds = rounds + 1;\n"
    "    who += (all[0]); } } }\n"
    "machine Voter { start state S { entry (m: machine) { send m, vote, this; } } }\n";

TEST(faults_and_quorums_go_by_declaration)
{
    for (size_t i = 0; i < COUNT_OF(networks); i++) {
        for (int budget = 0; budget < BUDGET_COUNT; budget++) {
            core_options o = {.network = networks[i]};
            o.budgets[budget].left = 1;
            expect_orbits(votes, &o, "");
            expect_commuting(votes, &o);
        }
    }
}

/* References that may be sent less than usual are renamed too. */
static const char rights[] =
    "event a: Few; event b;\n"
    "eventset Few = { a };\n"
    "machine Main { var known: set[machine]; start state S { entry { var i: int;\n"
    "  var w: Worker; var s: seq[Worker];\n"
    "  while (i < 3) { w = new Worker(); s += (i, w); i = i + 1; }\n"
    "  w = choose(s); send w, a, choose(s) to Few; known += (w to Few); } } }\n"
    "machine Worker receives a, b; { var other: machine;\n"
    "  start state S { on a do (m: Few) { other = m; } on b do { } } }\n";

TEST(rights_stay_with_references)
{
    expect_orbits_in_all(rights, "");
}

/* The tail of a queue (queue_abs.h) is sorted by content: message, count, ... */
static value with_tail(core *c, value local, const value *parts, size_t count)
{
    value_view w = value_get(&c->vals, local);
    value tail = value_make(&c->vals, VK_RECORD, REC_LOOSE, parts, count);
    VEC(value) all = {0};
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&all, i == LOCAL_INBOX ? list_make(c, &tail, 1) : w.items[i]);
    value made = value_make(&c->vals, VK_RECORD, REC_LOCAL, all.data, all.len);
    vec_free(&all);
    return made;
}

static value message_of(core *c, value who)
{
    const value parts[3] = {value_machine_id(0), value_event(EVENT_FIRST_USER), who};
    return value_make(&c->vals, VK_RECORD, REC_MESSAGE, parts, 3);
}

TEST(tails_of_queues_are_sorted_anew)
{
    model m = model_load(three_workers, &(core_options){.network = NET_MBOX});
    renaming *r = renaming_new(m.c);
    system_state at = {0};
    run_to_end(m.c, &at);
    const value one = value_int(&m.c->vals, 1);
    const value many = value_int(&m.c->vals, 2);
    const value first = message_of(m.c, value_machine_id(1));
    const value second = message_of(m.c, value_machine_id(2));
    const value before[4] = {first, one, second, many};
    const value after[4] = {first, many, second, one};
    const new_name swap[2] = {{1, 2}, {2, 1}};
    value local = system_local(m.c, &at, 0);
    assert_int_equal(renaming_column(r, renaming_number(r, swap, 2),
                                     with_tail(m.c, local, before, 4)),
                     with_tail(m.c, local, after, 4));
    vec_free(&at);
    renaming_free(r);
    model_free(&m);
}

/* ---- What breaks symmetry ---- */

typedef struct breaking {
    const char *what;
    const char *loop;      /* statements of Main, which has ws, by and all: workers */
    const char *report[3]; /* of Worker, by network; NULL: symmetric */
} breaking;

#define SET "the order of a set of machines is observable at t.p:"
#define MAP "the order of a map's keys, which are machines, is observable at t.p:"

static const breaking breaks[] = {
    {"nothing", "", {0}},
    {"broadcast over a set", "foreach (w in ws) { send w, a, 1; }", {SET}},
    {"over keys", "foreach (w in keys(by)) { send w, a, by[w]; }", {MAP}},
    {"over a sequence", "foreach (w in all) { send w, a, 1; }", {0}},
    {"to somebody else", "foreach (w in ws) { send this, told, w; }", {SET, SET, NULL}},
    {"numbered", "foreach (w in ws) { send w, a, i; i = i + 1; }", {SET, SET, SET}},
    {"the first one", "send ws[0], a, 1;", {SET, SET, SET}},
    {"one of the set", "send choose(ws), a, 1;", {0}},
    {"one of the keys", "send choose(keys(by)), a, 1;", {0}},
    {"the first key", "send keys(by)[0], a, 1;", {MAP, MAP, MAP}},
    {"keys kept", "all = keys(by);", {MAP, MAP, MAP}},
    {"how many keys", "if (sizeof(keys(by)) > 1) { send choose(ws), a, 1; }", {0}},
    {"a sum", "foreach (w in ws) { i = i + by[w]; } send choose(ws), a, i;", {0}},
    {"a count of some",
     "foreach (w in ws) { if (by[w] > 0) { i = i + 1; } } send choose(ws), a, i;",
     {0}},
    {"a set of them",
     "foreach (w in ws) { if (by[w] > 0) { some += (w); } } ws = some;",
     {0}},
    {"a map by them", "foreach (w in ws) { by[w] = by[w] + 1; }", {0}},
    {"the last one", "foreach (w in ws) { v = w; } send v, a, 1;", {SET, SET, SET}},
    {"the loop's own variable after it",
     "foreach (w in ws) { i = i + 1; } send w, a, 1;",
     {SET, SET, SET}},
    {"a sequence made of a set",
     "foreach (w in ws) { all += (0, w); }",
     {SET, SET, SET}},
    {"a flag", "foreach (w in ws) { if (by[w] > 0) { b = true; } } b = !b;", {0}},
    {"two constants",
     "foreach (w in ws) { if (by[w] > 0) { i = 1; } else { i = 2; } } send choose(ws), "
     "a, i;",
     {SET, SET, SET}},
    {"the values of a map",
     "foreach (i in values(by)) { j = j + i; } send choose(ws), a, j;",
     {0}},
    {"the first value", "send choose(ws), a, values(by)[0];", {MAP, MAP, MAP}},
    {"a name in a string",
     "text = format(\"{0}\", all[0]);",
     {"the name of a machine becomes part of a string at t.p:",
      "the name of a machine becomes part of a string at t.p:",
      "the name of a machine becomes part of a string at t.p:"}},
    {"a name that is shown",
     "print format(\"{0}\", choose(ws)); assert sizeof(ws) < 9, format(\"{0}\", ws);",
     {0}},
    {"seen before the last message is",
     "foreach (w in ws) { send w, a, 1; } announce seen;",
     {SET, SET, SET}},
    {"seen after another message",
     "foreach (w in ws) { send w, a, 1; } send this, told, this; announce seen;",
     {SET}},
    {"sent in some",
     "foreach (w in ws) { if ($) { send w, a, by[w]; } else { i = i + 1; } }",
     {SET}},
    {"created for each", "foreach (w in ws) { new Other(w); }", {SET, SET, SET}},
    {"a helper for each", "foreach (w in ws) { Tell(w, by[w]); }", {SET}},
    {"a helper that counts",
     "foreach (w in ws) { Count(w); } Tell(choose(ws), n);",
     {0}},
    {"a helper that numbers",
     "foreach (w in ws) { Count(w); Tell(w, n); }",
     {SET, SET, SET}},
    {"a helper that changes its mind",
     "foreach (w in ws) { Swap(w, choose(ws)); }",
     {SET, SET}},
    {"a helper with a loop, seen later", "TellAll(); announce seen;", {SET, SET, SET}},
    {"a helper with a loop, seen before", "announce seen; TellAll();", {SET}},
    {"a helper with a loop, seen in the next state",
     "TellAll(); goto T;",
     {SET, SET, SET}},
    {"two loops with one variable",
     "foreach (w in ws) { some += (w); } foreach (w in some) { i = i + by[w]; }",
     {0}},
    {"waited for",
     "foreach (w in ws) { send w, a, 1; receive { case told: (m: machine) "
     "{ } } }",
     {SET, SET, SET}},
};

static void put_breaking(const breaking *b, strbuf *out)
{
    strbuf_clear(out);
    strbuf_printf(
        out,
        "event a: int; event told: machine; event seen;\n"
        "machine Main { var ws: set[machine]; var some: set[machine];\n"
        "  var by: map[machine, int]; var all: seq[machine]; var text: string;\n"
        "  var n: int;\n"
        "  fun Tell(w: machine, i: int) { send w, a, i; }\n"
        "  fun Count(w: machine) { n = n + by[w]; }\n"
        "  fun Swap(w: machine, v: machine) { var i: int;\n"
        "    i = by[w]; w = v; send w, a, i; }\n"
        "  fun TellAll() { var w: machine; foreach (w in ws) { Tell(w, 1); } }\n"
        "  start state S { entry { var w, v: machine; var i, j: int; var b: bool;\n"
        "    while (i < 3) { w = new Worker(this, i); ws += (w); by[w] = i / 2;\n"
        "      i = i + 1; }\n"
        "    i = 0; send this, told, this; }\n"
        "  on told do (m: machine) { var w, v: machine; var i, j: int; var b: bool;\n"
        "    if (m == this && sizeof(all) == 0) { all += (0, choose(ws));\n"
        "    %s\n"
        "  } } }\n"
        "  state T { entry { announce seen; } on told do (m: machine) { } } }\n"
        "machine Worker { var up: machine; var n: int;\n"
        "  start state S { entry (x: (machine, int)) { up = x.0; n = x.1 / 2; }\n"
        "  on a do (i: int) { n = n + i; send up, told, this; } } }\n"
        "machine Other { var m: machine;\n"
        "  start state S { entry (x: machine) { m = x; } } }\n"
        "spec M observes seen { start state S { on seen do { } } }\n"
        "test t [main=Main]: assert M in { Main, Worker, Other };\n",
        b->loop);
}

static void expect_report(const char *text, const core_options *o, const char *what,
                          const char *want)
{
    model m = model_load(text, o);
    strbuf report = {0};
    symmetry *y = symmetry_new(m.c, SYMMETRY_AUTO, &report);
    strbuf line = {0};
    strbuf_printf(&line, "Worker machines are %ssymmetric%s%s",
                  want != NULL ? "not " : "", want != NULL ? ": " : "",
                  want != NULL ? want : "");
    if (strstr(strbuf_text(&report), strbuf_text(&line)) == NULL)
        fail_msg("%s: wanted %s, got %s", what, strbuf_text(&line),
                 strbuf_text(&report));
    assert_true(want != NULL || y != NULL);
    symmetry_free(y);
    strbuf_free(&line);
    strbuf_free(&report);
    model_free(&m);
}

TEST(what_shows_the_order_of_machines_is_found)
{
    strbuf text = {0};
    for (size_t i = 0; i < COUNT_OF(breaks); i++) {
        put_breaking(&breaks[i], &text);
        for (size_t n = 0; n < COUNT_OF(networks); n++) {
            core_options o = {.network = networks[n]};
            expect_report(strbuf_text(&text), &o, breaks[i].what, breaks[i].report[n]);
            uint32_t strange = count_strange(strbuf_text(&text), &o, false);
            if (strange > 0)
                fail_msg("%s: %u states", breaks[i].what, strange);
        }
    }
    strbuf_free(&text);
}

/* Every reason to pin is one: without it, steps do not commute. */
TEST(what_is_pinned_does_not_commute)
{
    strbuf text = {0};
    for (size_t i = 0; i < COUNT_OF(breaks); i++) {
        put_breaking(&breaks[i], &text);
        for (size_t n = 0; n < COUNT_OF(networks); n++) {
            core_options o = {.network = networks[n]};
            if (breaks[i].report[n] != NULL &&
                count_strange(strbuf_text(&text), &o, true) == 0)
                fail_msg("%s: all is as it should be", breaks[i].what);
        }
    }
    strbuf_free(&text);
}

/* The same for a machine that crashes, between any two messages; for one that counts
 * votes, which only looks at them later; and for a spec. */
static const char counting[] =
    "event ask: machine; event vote: machine; event other;\n"
    "machine Main { var ws: set[machine]; start state S { entry { var i: int;\n"
    "    while (i < 3) { ws += (new Worker()); i = i + 1; } send this, other; }\n"
    "  on other do { var w: machine; foreach (w in ws) { send w, ask, this; } }\n"
    "  on quorum (2) vote do (ms: seq[machine]) { ws -= (ms[0]); send this, other; }\n"
    "} }\n"
    "machine Worker { start state S { on ask do (m: machine) {\n"
    "  send m, vote, this; } } }\n";

static const char ordering[] =
    "event told: machine;\n"
    "machine Main { start state S { entry { var i: int;\n"
    "    while (i < 2) { new Worker(this); i = i + 1; } }\n"
    "  ignore told; } }\n"
    "machine Worker { start state S { entry (m: machine) { send m, told, this; } } }\n"
    "spec First observes told { var all: set[machine]; var least: machine;\n"
    "  start state S { on told do (m: machine) { all += (m); least = all[0]; } } }\n"
    "test t [main=Main]: assert First in { Main, Worker };\n";

TEST(stops_and_specs_count_too)
{
    for (size_t n = 0; n < COUNT_OF(networks); n++) {
        core_options o = {.network = networks[n]};
        bool is_mbox = networks[n] == NET_MBOX;
        expect_report(counting, &o, "votes", is_mbox ? SET : NULL);
        expect_commuting(counting, &o);
        assert_true(!is_mbox || count_strange(counting, &o, true) > 0);
        expect_report(ordering, &o, "a spec", SET);
        expect_commuting(ordering, &o);
        assert_true(count_strange(ordering, &o, true) > 0);
        o.budgets[BUDGET_CRASH].left = 1;
        expect_report(counting, &o, "crashes", SET);
        expect_commuting(counting, &o);
        assert_true(count_strange(counting, &o, true) > 0);
    }
}

static void check_program(const char *text, const core_options *o)
{
    expect_commuting(text, o);
}

TEST(steps_commute_with_renaming)
{
    each_program(check_program);
}

TEST(no_symmetry_is_a_line_too)
{
    model m = model_load("machine Main { start state S { } }\n",
                         &(core_options){.network = NET_MBOX});
    strbuf report = {0};
    assert_null(symmetry_new(m.c, SYMMETRY_AUTO, &report));
    assert_string_equal(
        strbuf_text(&report),
        "no machines are symmetric: no machine creates two of the same type");
    strbuf_free(&report);
    model_free(&m);
    m = model_load(three_workers, &(core_options){.network = NET_CAUSAL});
    assert_null(symmetry_new(m.c, SYMMETRY_AUTO, &report));
    assert_true(report.len > 0);
    strbuf_free(&report);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(workers_that_do_not_know_each_other_are_counted),
        LEAK_FREE(references_are_renamed_in_maps_sets_and_monitors),
        LEAK_FREE(children_move_along_with_their_creators),
        LEAK_FREE(a_ring_can_be_turned),
        LEAK_FREE(very_many_ties_are_cut_unless_all_are_wanted),
        LEAK_FREE(faults_and_quorums_go_by_declaration),
        LEAK_FREE(rights_stay_with_references),
        LEAK_FREE(tails_of_queues_are_sorted_anew),
        LEAK_FREE(what_shows_the_order_of_machines_is_found),
        LEAK_FREE(what_is_pinned_does_not_commute),
        LEAK_FREE(stops_and_specs_count_too),
        LEAK_FREE(steps_commute_with_renaming),
        LEAK_FREE(no_symmetry_is_a_line_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
