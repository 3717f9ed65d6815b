/* The explicit engine as a whole, with tiny tables: it finds what a plain search finds,
 * whatever it has to grow or rebuild meanwhile. */
#include "engine/engine.h"

#include "failing.h"
#include "folder_fixture.h"
#include "reach_fixture.h"
#include "report/stop_text.h"

/* ---- What a plain search finds ---- */

typedef struct plain {
    reach_counts n;
    bool is_small;
    size_t shortest; /* moves of a shortest run to a violation, if there is one */
} plain;

static size_t shortest_violation(reach *r)
{
    system_state from = {0};
    successors next = {0};
    VEC(size_t) depth = {0};
    size_t best = SIZE_MAX;
    vec_push(&depth, 0);
    for (uint32_t i = 0; i < depth.len && i < REACH_MOST; i++) {
        reach_row(r, i, &from);
        bool ends = reach_successors(r, &from, &next) == 0;
        size_t at = depth.data[i];
        if (ends && system_end(r->m.c, &from).kind != FAULT_NONE && at < best)
            best = at;
        if (next.len > 0 && next.data[0] == 0 && at + 1 < best)
            best = at + 1;
        while (depth.len < intern_count(&r->rows))
            vec_push(&depth, at + 1);
    }
    vec_free(&from);
    vec_free(&next);
    vec_free(&depth);
    return best;
}

static plain search_plainly(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    plain p = {.shortest = shortest_violation(&r)};
    p.n = reach_all(&r);
    p.is_small = intern_count(&r.rows) <= REACH_MOST;
    reach_end(&r);
    return p;
}

/* ---- And what the engine finds ---- */

static const struct {
    unsigned threads;
    explore_tuning tuning;
} ways[] = {
    {1, {0}},
    {1, {.cache_bits = 1, .id_bits = 1, .pilot_states = 1, .shared_keys = 1}},
    {2, {.cache_bits = 1, .id_bits = 2, .pilot_states = 7, .shared_keys = 1}},
    {1, {.cache_bits = 4, .id_bits = 3, .pilot_states = 30, .shared_keys = 1}},
};

static void expect_counts(const verdict *v, const plain *p)
{
    assert_int_equal(v->kind, VERDICT_EXHAUSTED);
    assert_int_equal(v->stats.states, p->n.states);
    assert_int_equal(v->stats.transitions, p->n.transitions);
    assert_int_equal(v->stats.terminal, p->n.terminal);
    assert_int_equal(v->stats.frontier, 0);
}

static unsigned checked, violated;

static void compare_way(const char *text, const core_options *o, const plain *p,
                        size_t i)
{
    const engine_options e = {
        .core = *o, .threads = ways[i].threads, .tuning = ways[i].tuning};
    verdict v;
    model_explore(text, &e, &v);
    checked++;
    if (p->shortest == SIZE_MAX) {
        expect_counts(&v, p);
    } else {
        assert_int_equal(v.kind, VERDICT_VIOLATED);
        assert_int_equal(v.trace.steps.len, p->shortest);
        violated++;
    }
    verdict_fini(&v);
}

TEST(however_tiny_the_engine_finds_the_same)
{
    checked = violated = 0;
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        core_options o;
        for (unsigned at = (unsigned)i % 5; next_options(&at, &o); at += 4) {
            plain p = search_plainly(strbuf_text(&text), &o);
            for (size_t k = 0; p.is_small && k < COUNT_OF(ways); k++)
                compare_way(strbuf_text(&text), &o, &p, k);
        }
    }
    strbuf_free(&text);
    assert_true(checked > 300);
    assert_true(violated > 100);
}

/* ---- A violation far away: it is found in any order and then once more in order ----
 */

/* N machines count to K; their sum is watched. */
static void counters(strbuf *text, unsigned n, unsigned k, unsigned bad)
{
    strbuf_clear(text);
    strbuf_printf(text,
                  "event eTick; event eUp;\n"
                  "machine Main { start state S { entry { var i: int;\n"
                  "  while (i < %u) { new W(); i = i + 1; } } } }\n"
                  "machine W { var had: int; start state S {\n"
                  "  entry { send this, eTick; }\n"
                  "  on eTick do { had = had + 1; announce eUp;\n"
                  "    if (had < %u) { send this, eTick; } }\n"
                  "} }\n"
                  "spec Sum observes eUp { var n: int; start state S {\n"
                  "  on eUp do { n = n + 1; assert n != %u; } } }\n"
                  "test t [main=Main]: assert Sum in { Main, W };\n",
                  n, k, bad);
}

TEST(a_violation_beyond_the_pilot_has_a_shortest_trace)
{
    strbuf text = {0};
    size_t length = 0;
    for (unsigned way = 0; way < 6; way++) {
        const engine_options e = {.threads = 1 + way % 3,
                                  .tuning = {.cache_bits = 1 + 4 * way,
                                             .id_bits = 1 + 2 * way,
                                             .pilot_states = 1 + 10 * way,
                                             .shared_keys = 1}};
        verdict v;
        counters(&text, 4, 3, 12);
        model_explore(strbuf_text(&text), &e, &v);
        assert_int_equal(v.kind, VERDICT_VIOLATED);
        assert_int_equal(v.fault.kind, FAULT_ASSERT);
        if (way == 0)
            length = v.trace.steps.len;
        assert_int_equal(v.trace.steps.len, length);
        verdict_fini(&v);
    }
    strbuf_free(&text);
}

/* Where many machines go through long inboxes, batches of asks wait for each other, and
 * a cache that grows meanwhile has its lines elsewhere.  The memory of the old ones is
 * watched only in builds with sanitizers. */
TEST(a_cache_may_grow_while_many_asks_wait)
{
    static const char text[] =
        "event m: int; event go; event ready;\n"
        "machine Main { start state S { entry { var d: machine; var c: machine;\n"
        "  d = new D(); c = new C(d); new A((d, c)); new B(d); } } }\n"
        "machine A { start state S { entry (p: (machine, machine)) { var i: int;\n"
        "  while (i < 30) { send p.0, m, 0; i = i + 1; } send p.1, ready; } } }\n"
        "machine B { start state S { entry (d: machine) {\n"
        "  send d, m, 1; send d, m, 2; } } }\n"
        "machine C { var d: machine; start state S { entry (p: machine) { d = p; }\n"
        "  on ready do { send d, go; } } }\n"
        "machine D { var x: int; start state S { defer m; on go goto Work; }\n"
        "  state Work { on m do (n: int) { x = (x * 3 + n) % 1000003; } } }\n"
        "test t [main=Main]: { Main, A, B, C, D };\n";
    const engine_options e = {
        .threads = 1, .tuning = {.id_bits = 4, .pilot_states = 1000, .shared_keys = 1}};
    verdict v;
    model_explore(text, &e, &v);
    assert_int_equal(v.kind, VERDICT_EXHAUSTED);
    assert_int_equal(v.stats.states, 7044);
    assert_int_equal(v.stats.transitions, 7107);
    verdict_fini(&v);
}

/* ---- Limits ---- */

static volatile sig_atomic_t interrupted;

/* The first that is told is that there is a violation. */
static void interrupt(void *context, const char *text)
{
    (void)context;
    assert_non_null(strstr(text, "violation"));
    interrupted = 1;
}

TEST(a_violation_without_its_way_is_not_denied)
{
    strbuf text = {0};
    const engine_options e = {.threads = 1,
                              .stop = &interrupted,
                              .is_verbose = true,
                              .notice = interrupt,
                              .tuning = {.pilot_states = 20, .shared_keys = 1}};
    verdict whole, v;
    counters(&text, 4, 3, 12);
    model_explore(strbuf_text(&text), &(engine_options){.tuning = e.tuning}, &whole);
    interrupted = 0;
    model_explore(strbuf_text(&text), &e, &v);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_true(v.saw_violation);
    strbuf expected = {0};
    strbuf room = {0};
    strbuf_printf(
        &expected,
        "there is a violation within %zu steps, but the check was interrupted "
        "before its trace was recovered",
        whole.trace.steps.len);
    assert_int_equal(v.stop, STOP_INTERRUPTED);
    assert_string_equal(stop_text_verdict(&v, &room), strbuf_text(&expected));
    strbuf_free(&expected);
    strbuf_free(&room);
    assert_int_equal(v.stats.depth + 1, whole.trace.steps.len);
    assert_true(v.stats.states > e.tuning.pilot_states);
    verdict_fini(&v);
    verdict_fini(&whole);
    strbuf_free(&text);
}

/* ---- Progress ---- */

typedef struct onlooker {
    volatile sig_atomic_t asked; /* never stops asking */
    engine_stats last;
    size_t polls_queue;
    bool saw_again, saw_way;
} onlooker;

static void look_on(void *context, const engine_stats *s)
{
    onlooker *l = context;
    assert_true(s->states >= l->last.states);
    assert_true(s->transitions >= l->last.transitions);
    assert_true(s->terminal >= l->last.terminal);
    assert_true(s->depth >= l->last.depth);
    assert_true(s->executed >= l->last.executed);
    assert_true(s->seconds >= l->last.seconds);
    assert_true(s->pass >= l->last.pass);
    assert_true(s->pass_states <= s->states);
    l->saw_again |= s->pass_states < s->states && s->phase == PHASE_SEARCH;
    l->saw_way |= s->phase == PHASE_COUNTEREXAMPLE;
    l->last = *s;
    l->polls_queue++;
    l->asked = 1;
}

/* ... though it begins anew with another tree, and again to find the way. */
TEST(counts_never_fall_while_somebody_looks_on)
{
    strbuf text = {0};
    onlooker l = {.asked = 1};
    const engine_options e = {.threads = 2,
                              .wants_snapshot = &l.asked,
                              .snapshot = look_on,
                              .progress_context = &l,
                              .tuning = {.pilot_states = 20, .shared_keys = 1}};
    verdict v;
    counters(&text, 4, 3, 12);
    model_explore(strbuf_text(&text), &e, &v);
    assert_int_equal(v.kind, VERDICT_VIOLATED);
    assert_true(l.polls_queue > 10);
    assert_true(l.saw_again);
    assert_true(l.saw_way);
    verdict_fini(&v);
    strbuf_free(&text);
}

/* The text doubles with every message; long before it is too long, something fails. */
TEST(a_limit_that_only_walks_meet_is_none)
{
    static const char text[] =
        "event e; event f;\n"
        "machine Main { var t: string; start state S {\n"
        "  entry { t = \"ab\"; send this, e; new W(); }\n"
        "  on e do { t = format(\"{0}{0}\", t); send this, e; } } }\n"
        "machine W { var n: int; start state S { entry { send this, f; }\n"
        "  on f do { n = n + 1; assert n < 9, \"too far\"; send this, f; } } }\n"
        "test t [main=Main]: { Main, W };\n";
    for (unsigned threads = 1; threads <= 2; threads++) {
        const engine_options e = {.threads = threads,
                                  .tuning = {.pilot_states = 20, .shared_keys = 1}};
        verdict v;
        model_explore(text, &e, &v);
        assert_int_equal(v.kind, VERDICT_VIOLATED);
        assert_int_equal(v.fault.kind, FAULT_ASSERT);
        verdict_fini(&v);
    }
}

/* To go further takes time and memory, and may meet limits that the search does not. */
TEST(walks_are_no_deeper_than_the_search)
{
    static const char text[] =
        "event f;\n"
        "machine Main { start state S { entry { new W(); new W(); new W(); } } }\n"
        "machine W { var n: int; start state S { entry { send this, f; }\n"
        "  on f do { n = n + 1; send this, f; } } }\n"
        "test t [main=Main]: { Main, W };\n";
    uint64_t executed[2];
    for (int has_walks = 0; has_walks < 2; has_walks++) {
        const engine_options e = {.threads = 1,
                                  .limits = {.depth = 9},
                                  .tuning = {.pilot_states = has_walks ? 20 : 10000}};
        verdict v;
        model_explore(text, &e, &v);
        assert_int_equal(v.kind, VERDICT_WITHIN);
        executed[has_walks] = v.stats.executed;
        verdict_fini(&v);
    }
    assert_int_equal(executed[0], executed[1]);
}

TEST(a_limit_of_states_is_a_reason_and_one_of_depth_a_bound)
{
    strbuf text = {0};
    counters(&text, 4, 3, 100);
    for (uint64_t limit = 1; limit < 300; limit += 37) {
        engine_options e = {.tuning = {.id_bits = 2, .pilot_states = 40}};
        verdict v;
        e.limits.states = limit;
        model_explore(strbuf_text(&text), &e, &v);
        assert_int_equal(v.kind, VERDICT_UNKNOWN);
        assert_int_equal(v.stop, STOP_STATES);
        verdict_fini(&v);
        e.limits.states = 0;
        e.limits.depth = 1 + limit / 20;
        model_explore(strbuf_text(&text), &e, &v);
        assert_int_equal(v.kind, VERDICT_WITHIN);
        assert_int_equal(v.stop, STOP_NONE);
        assert_true(v.stats.deeper > 0);
        assert_int_equal(v.stats.depth, e.limits.depth);
        verdict_fini(&v);
    }
    strbuf_free(&text);
}

/* ---- Interrupted, and gone on with ---- */

static const explore_tuning tiny = {
    .cache_bits = 2, .id_bits = 1, .pilot_states = 60, .shared_keys = 1};

static verdict run_whole(const char *text, const engine_options *o)
{
    verdict v;
    model_explore(text, o, &v);
    return v;
}

/* With STEP more states each time; CHANGES: other ways of searching on the way. */
static verdict run_in_pieces(const char *text, uint64_t step, bool changes)
{
    folder d;
    folder_make(&d);
    engine_options e = {.checkpoint = d.file,
                        .identity = "model: it\n",
                        .checkpoint_seconds = 1e9,
                        .tuning = tiny};
    verdict v;
    unsigned pieces = 0;
    for (e.limits.states = step;; e.limits.states += step) {
        model_explore(text, &e, &v);
        if (v.kind != VERDICT_UNKNOWN)
            break;
        assert_int_equal(v.stop, STOP_STATES);
        assert_int_equal(folder_count(&d), 1);
        verdict_fini(&v);
        e.resume = d.file;
        pieces++;
        if (changes)
            e.threads = 1 + pieces % 3;
    }
    assert_true(pieces > 0);
    folder_remove(&d);
    return v;
}

TEST(a_search_in_pieces_ends_with_the_same_numbers)
{
    strbuf text = {0};
    counters(&text, 4, 3, 100);
    const engine_options whole = {.tuning = tiny};
    verdict v = run_whole(strbuf_text(&text), &whole);
    assert_int_equal(v.kind, VERDICT_EXHAUSTED);
    for (uint64_t step = 10; step < v.stats.states; step += 1 + step * 2) {
        verdict w = run_in_pieces(strbuf_text(&text), step, step % 2 == 0);
        assert_int_equal(w.kind, VERDICT_EXHAUSTED);
        assert_int_equal(w.stats.states, v.stats.states);
        assert_int_equal(w.stats.transitions, v.stats.transitions);
        assert_int_equal(w.stats.terminal, v.stats.terminal);
        assert_int_equal(w.stats.depth, v.stats.depth);
        assert_int_equal(w.stats.frontier, 0);
        verdict_fini(&w);
    }
    verdict_fini(&v);
    strbuf_free(&text);
}

TEST(a_violation_after_an_interruption_has_its_whole_trace)
{
    strbuf text = {0};
    counters(&text, 4, 3, 11);
    const engine_options whole = {0};
    verdict v = run_whole(strbuf_text(&text), &whole);
    assert_int_equal(v.kind, VERDICT_VIOLATED);
    for (uint64_t step = 10; step < 250; step += 60) {
        verdict w = run_in_pieces(strbuf_text(&text), step, true);
        assert_int_equal(w.kind, VERDICT_VIOLATED);
        assert_int_equal(w.fault.kind, v.fault.kind);
        assert_int_equal(w.trace.steps.len, v.trace.steps.len);
        verdict_fini(&w);
    }
    verdict_fini(&v);
    strbuf_free(&text);
}

TEST(a_search_does_not_go_on_from_anything_else)
{
    folder d;
    folder_make(&d);
    strbuf text = {0};
    counters(&text, 2, 2, 100);
    engine_options e = {.resume = d.file, .identity = "model: it\n"};
    verdict v = run_whole(strbuf_text(&text), &e);
    assert_int_equal(v.kind, VERDICT_REFUSED);
    assert_int_equal(v.stop, STOP_CHECKPOINT);
    assert_non_null(strstr(v.detail, "No such file"));
    verdict_fini(&v);
    e = (engine_options){.checkpoint = d.file, .identity = "model: it\n"};
    e.limits.states = 5;
    v = run_whole(strbuf_text(&text), &e);
    verdict_fini(&v);
    e = (engine_options){.resume = d.file, .identity = "model: that\n"};
    v = run_whole(strbuf_text(&text), &e);
    assert_int_equal(v.kind, VERDICT_REFUSED);
    assert_non_null(strstr(v.detail, "another model"));
    verdict_fini(&v);
    strbuf_free(&text);
    folder_remove(&d);
}

/* ---- Less memory ---- */

TEST(levels_on_disk_change_nothing)
{
    folder d;
    folder_make(&d);
    strbuf text = {0};
    counters(&text, 4, 3, 100);
    engine_options e = {.tuning = tiny};
    verdict v = run_whole(strbuf_text(&text), &e);
    e.spill = d.path;
    e.tuning.level_budget = 1;
    for (e.threads = 1; e.threads < 4; e.threads++) {
        verdict w = run_whole(strbuf_text(&text), &e);
        assert_int_equal(w.kind, VERDICT_EXHAUSTED);
        assert_int_equal(w.stats.states, v.stats.states);
        assert_int_equal(w.stats.transitions, v.stats.transitions);
        verdict_fini(&w);
    }
    counters(&text, 4, 3, 11);
    verdict w = run_whole(strbuf_text(&text), &e);
    assert_int_equal(w.kind, VERDICT_VIOLATED);
    verdict_fini(&w);
    assert_int_equal(folder_count(&d), 0);
    verdict_fini(&v);
    strbuf_free(&text);
    folder_remove(&d);
}

TEST(bitstate_with_room_enough_sees_all_but_does_not_say_so)
{
    strbuf text = {0};
    engine_options e = {.tuning = tiny};
    counters(&text, 4, 3, 100);
    verdict v = run_whole(strbuf_text(&text), &e);
    e.bitstate = 1 << 20;
    verdict w = run_whole(strbuf_text(&text), &e);
    assert_int_equal(w.kind, VERDICT_COVERED);
    assert_int_equal(w.stats.states, v.stats.states);
    assert_true(w.stats.share > 0.9);
    verdict_fini(&w);
    counters(&text, 4, 3, 12);
    w = run_whole(strbuf_text(&text), &e);
    assert_int_equal(w.kind, VERDICT_VIOLATED);
    verdict_fini(&w);
    verdict_fini(&v);
    strbuf_free(&text);
}

/* ---- No memory ---- */

typedef struct attempt {
    const char *text;
    engine_options o;
    verdict_kind kind; /* if it comes to an end */
    uint64_t states;
} attempt;

/* The model is there already: only the search is tried. */
static model the_model;

static void search(void *context)
{
    const attempt *a = context;
    verdict v;
    verdict_init(&v);
    explore_run(the_model.ir, the_model.c->test, &a->o, &v);
    bool is_right = v.kind == a->kind;
    if (is_right && v.kind == VERDICT_EXHAUSTED)
        is_right = v.stats.states == a->states;
    if (v.kind == VERDICT_UNKNOWN)
        is_right = v.stop == STOP_MEMORY;
    verdict_fini(&v);
    if (!is_right)
        _exit(1); /* an answer that is none */
}

static void fail_everywhere(attempt *a, size_t step)
{
    the_model = model_load(a->text, &a->o.core);
    verdict v;
    verdict_init(&v);
    explore_run(the_model.ir, the_model.c->test, &a->o, &v);
    a->kind = v.kind;
    a->states = v.stats.states;
    verdict_fini(&v);
    assert_true(fail_each_allocation(search, a, step) > 20);
    model_free(&the_model);
}

TEST(without_memory_a_search_ends_in_order)
{
    strbuf text = {0};
    counters(&text, 2, 2, 100);
    attempt a = {.text = strbuf_text(&text)};
    fail_everywhere(&a, 3);
    a.o.tuning = (explore_tuning){
        .cache_bits = 2, .id_bits = 1, .pilot_states = 5, .shared_keys = 1};
    fail_everywhere(&a, 7);
    a.o.threads = 2;
    fail_everywhere(&a, 11);
    strbuf_free(&text);
}

TEST(without_memory_a_counterexample_is_whole_or_there_is_none)
{
    strbuf text = {0};
    counters(&text, 2, 2, 4);
    attempt a = {.text = strbuf_text(&text)};
    a.o.tuning = (explore_tuning){
        .cache_bits = 2, .id_bits = 1, .pilot_states = 5, .shared_keys = 1};
    fail_everywhere(&a, 7);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(however_tiny_the_engine_finds_the_same),
        LEAK_FREE(a_violation_beyond_the_pilot_has_a_shortest_trace),
        LEAK_FREE(a_cache_may_grow_while_many_asks_wait),
        LEAK_FREE(a_violation_without_its_way_is_not_denied),
        LEAK_FREE(counts_never_fall_while_somebody_looks_on),
        LEAK_FREE(a_limit_that_only_walks_meet_is_none),
        LEAK_FREE(walks_are_no_deeper_than_the_search),
        LEAK_FREE(a_limit_of_states_is_a_reason_and_one_of_depth_a_bound),
        LEAK_FREE(a_search_in_pieces_ends_with_the_same_numbers),
        LEAK_FREE(a_violation_after_an_interruption_has_its_whole_trace),
        LEAK_FREE(a_search_does_not_go_on_from_anything_else),
        LEAK_FREE(levels_on_disk_change_nothing),
        LEAK_FREE(bitstate_with_room_enough_sees_all_but_does_not_say_so),
        LEAK_FREE(without_memory_a_search_ends_in_order),
        LEAK_FREE(without_memory_a_counterexample_is_whole_or_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
