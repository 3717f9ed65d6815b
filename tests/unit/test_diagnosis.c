/* Measurements of small programs: their counts against a naive twin, and what grows. */
#include "engine/diagnose/diagnosis.h"

#include "model_fixture.h"

static const char counters[] =
    "event eTick; event eSay: int;\n"
    "machine Main { var a: machine; start state S { entry { a = new Counter(3); new "
    "Counter(2); } ignore eSay; } }\n"
    "machine Counter { var n: int; var most: int;\n"
    "  start state S { entry (m: int) { most = m; send this, eTick; }\n"
    "    on eTick do { n = (n + 1) % most; if ($) { send this, eTick; } } } }\n"
    "test tc [main=Main]: { Main, Counter };\n";

static const char ticks[] =
    "event eTick;\n"
    "machine Main { var n: int; var same: int; var log: seq[int];\n"
    "  start state S { entry { same = 7; send this, eTick; }\n"
    "    on eTick do { n = n + 1; if (n % 2 == 0) { log += (0, 1); }\n"
    "      send this, eTick; } } }\n"
    "test tc [main=Main]: { Main };\n";

/* ---- The profile ---- */

enum { MOST = 4096 };

/* Different values, kept in the simplest way. */
typedef struct naive_set {
    uint64_t items[MOST];
    size_t count;
} naive_set;

static bool naive_add(naive_set *s, uint64_t x)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->items[i] == x)
            return false;
    assert_true(s->count < MOST);
    s->items[s->count++] = x;
    return true;
}

/* By machine id: local states, outboxes, and values of the first field. */
typedef struct naive_counts {
    naive_set locals[4];
    naive_set outboxes[4];
    naive_set fields[4];
    size_t present[4];
    naive_set states;
} naive_counts;

/* Ids of values differ between cores; hashes of their content do not. */
static void count_naively(void *context, const core *c, const system_state *s)
{
    naive_counts *n = context;
    if (!naive_add(&n->states, system_hash(c, s)))
        return; /* an engine may show a state again */
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        value local = system_local(c, s, id);
        assert_true(id < 4);
        if (local == VALUE_NULL)
            continue;
        n->present[id]++;
        naive_add(&n->locals[id], value_hash(&c->vals, local));
        naive_add(&n->outboxes[id], value_hash(&c->vals, system_outbox(c, s, id)));
        naive_add(&n->fields[id],
                  value_hash(&c->vals, value_item(&c->vals, local, LOCAL_FIELDS)));
    }
}

static const profile_part *part_of(const profile *p, profile_kind kind, size_t number)
{
    vec_each (x, &p->parts)
        if (x->kind == kind && number-- == 0)
            return x;
    return NULL;
}

static void counts_are_those_of_a_naive_twin(void **unused)
{
    (void)unused;
    naive_counts *twin = mem_alloc(sizeof *twin);
    const engine_options o = {
        .see_state = count_naively, .see_context = twin, .threads = 1};
    verdict v;
    model_explore(counters, &o, &v);
    verdict_fini(&v);
    model m = model_load(counters, &o.core);
    profile p;
    profile_make(&p, m.c, 100000, 0, 1000);
    assert_true(p.is_complete);
    assert_int_equal(p.states, twin->states.count);
    double product = 1;
    for (size_t id = 0; id < 3; id++) { /* ids are in the order of names here */
        bool is_late = twin->present[id] < twin->states.count;
        size_t locals = twin->locals[id].count + is_late;
        assert_int_equal(part_of(&p, PROFILE_MACHINE, id)->distinct, locals);
        assert_int_equal(part_of(&p, PROFILE_OUTBOX, id)->distinct,
                         twin->outboxes[id].count);
        product *= (double)locals * (double)twin->outboxes[id].count;
    }
    assert_int_equal(part_of(&p, PROFILE_FIELD, 0)->distinct, twin->fields[0].count);
    assert_int_equal(part_of(&p, PROFILE_FIELD, 1)->distinct, twin->fields[1].count);
    assert_string_equal(part_of(&p, PROFILE_FIELD, 1)->variable, "n");
    assert_int_equal(part_of(&p, PROFILE_FIELD, 1)->distinct, 3);
    assert_int_equal(part_of(&p, PROFILE_FIELD, 3)->distinct, 2);
    assert_true(p.product == product);
    profile_fini(&p);
    model_free(&m);
    mem_free(twin, sizeof *twin);
}

static void a_profile_stops_at_its_limit(void **unused)
{
    (void)unused;
    const core_options o = {0};
    model m = model_load(ticks, &o);
    profile p;
    profile_make(&p, m.c, 10, 0, 1000);
    assert_false(p.is_complete);
    assert_int_equal(p.states, 10);
    assert_int_equal(p.depth, 9); /* the run has one state for each step */
    const profile_part *part;
    assert_int_equal(profile_largest(&p, &part)->kind, PROFILE_MACHINE);
    assert_string_equal(part->variable, "n");
    profile_fini(&p);
    model_free(&m);
}

/* ---- Growth ---- */

static const gauge *find(const growth *g, gauge_kind kind, uint32_t index,
                         gauge_measure measure)
{
    vec_each (x, &g->gauges)
        if (x->kind == kind && x->index == index && x->measure == measure)
            return x;
    return NULL;
}

/* The handler runs once in each step but the first. */
static void counters_grow_and_constants_do_not(void **unused)
{
    (void)unused;
    const core_options o = {0};
    model m = model_load(ticks, &o);
    growth g;
    walk w;
    growth_init(&g, m.c, 100);
    walk_init(&w, m.c);
    for (uint64_t i = 0; i < 2; i++) {
        growth_start_walk(&g);
        assert_true(walk_start(&w, i));
        while (w.steps < 100) {
            assert_true(walk_step(&w));
            growth_see(&g, &w.at);
        }
    }
    const gauge *n = find(&g, GAUGE_FIELD, 0, MEASURE_NUMBER);
    assert_true(growth_is_growing(&g, n));
    assert_int_equal(n->shown[0], 24);
    assert_int_equal(n->shown[3], 99);
    assert_int_equal(n->early, 1);
    const gauge *log = find(&g, GAUGE_FIELD, 2, MEASURE_SIZE);
    assert_true(growth_is_growing(&g, log));
    assert_int_equal(log->shown[3], 49);
    assert_false(growth_is_growing(&g, find(&g, GAUGE_FIELD, 1, MEASURE_NUMBER)));
    assert_false(growth_is_growing(&g, find(&g, GAUGE_OUTBOX, 0, MEASURE_SIZE)));
    assert_false(growth_is_growing(&g, find(&g, GAUGE_INBOX, 0, MEASURE_SIZE)));
    walk_fini(&w);
    growth_fini(&g);
    model_free(&m);
}

/* New maxima come, but by less and less: the range is fixed. */
static void draws_from_a_range_do_not_grow(void **unused)
{
    (void)unused;
    static const char draws[] =
        "event eTick;\n"
        "machine Main { var n: int; start state S { entry { send this, eTick; }\n"
        "  on eTick do { n = choose(10000); send this, eTick; } } }\n"
        "test tc [main=Main]: { Main };\n";
    const core_options o = {0};
    model m = model_load(draws, &o);
    growth g;
    walk w;
    growth_init(&g, m.c, 400);
    walk_init(&w, m.c);
    for (uint64_t i = 0; i < 400; i += 4) { /* uniform ones */
        growth_start_walk(&g);
        assert_true(walk_start(&w, i));
        while (w.steps < 400 && walk_step(&w))
            growth_see(&g, &w.at);
    }
    assert_int_equal(g.walks, 100);
    assert_false(growth_is_growing(&g, find(&g, GAUGE_FIELD, 0, MEASURE_NUMBER)));
    walk_fini(&w);
    growth_fini(&g);
    model_free(&m);
}

/* ---- All of it ---- */

static diagnosis diagnose(const char *text, const core_options *how)
{
    const engine_options o = {.core = *how};
    model m = model_load(text, how);
    verdict v;
    diagnosis d;
    verdict_init(&v);
    v.stop = STOP_STATES;
    diagnosis_make(&d, m.ir, m.c->test, &o, &v, &diagnosis_usual_limits);
    verdict_fini(&v);
    model_free(&m);
    return d;
}

static void outcomes_are_counted_where_that_is_possible(void **unused)
{
    (void)unused;
    static const char few[] = "machine Main { var a: int; var b: int; start state S { "
                              "entry { a = choose(30); "
                              "b = choose(20) + a; } } }\n"
                              "test tc [main=Main]: { Main };\n";
    static const char many[] = "machine Main { var a: seq[int]; start state S { entry "
                               "{ a += (0, choose(100)); "
                               "a += (0, choose(100)); a += (0, choose(100)); } } }\n"
                               "test tc [main=Main]: { Main };\n";
    const core_options o = {0};
    diagnosis d = diagnose(few, &o);
    assert_true(d.widest.is_counted);
    assert_int_equal(d.widest.outcomes, 600);
    assert_int_equal(d.reasons.data[0].kind, REASON_LIMIT); /* 601 states in all */
    assert_int_equal(d.profile.states, 601);
    diagnosis_fini(&d);
    d = diagnose(many, &o);
    assert_false(d.widest.is_counted);
    assert_true(d.widest.is_distinct);
    assert_true(d.widest.is_first);
    assert_true(d.widest.ways == 1e6);
    assert_int_equal(d.reasons.data[0].kind, REASON_OUTCOMES);
    diagnosis_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_a_naive_twin),
        cmocka_unit_test(a_profile_stops_at_its_limit),
        cmocka_unit_test(counters_grow_and_constants_do_not),
        cmocka_unit_test(draws_from_a_range_do_not_grow),
        cmocka_unit_test(outcomes_are_counted_where_that_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
