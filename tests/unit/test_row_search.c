/* The search over rows, with successor functions that are given as tables. */
#include "engine/row_search.h"

#include "model_fixture.h"

enum { MOST_STATES = 16, NO_STATE = -1 };

/* A graph: the successors of each state in their order, up to the first NO_STATE. */
typedef struct table {
    int successors[MOST_STATES][4];
} table;

typedef struct toy {
    model m;
    verdict v;
    row_search rows;
    int order[MOST_STATES]; /* the states in the order of expansion */
    size_t expanded;
    size_t met;
    int ends_at; /* the state whose expansion ends the search, or NO_STATE */
    system_state next;
} toy;

/* Two ways from 0 to 3 and to 4, a way back from 3, a loop at 4; 6 is not reached. */
static const table graph = {{
    [0] = {1, 2, NO_STATE},
    [1] = {3, 4, NO_STATE},
    [2] = {4, 5, NO_STATE},
    [3] = {0, NO_STATE},
    [4] = {4, NO_STATE},
    [5] = {3, NO_STATE},
    [6] = {0, NO_STATE},
}};

static void add(toy *y, int n)
{
    system_resize(&y->next, 1);
    y->next.data[0] = (value)n;
    (void)row_search_add(&y->rows, &y->next);
}

static void expand(void *context)
{
    toy *y = context;
    int n = (int)y->rows.row.data[0];
    y->order[y->expanded++] = n;
    for (size_t i = 0; i < 4 && graph.successors[n][i] != NO_STATE; i++)
        add(y, graph.successors[n][i]);
    y->rows.is_over |= n == y->ends_at;
}

static void meet(void *context, uint32_t state, const system_state *row)
{
    toy *y = context;
    assert_int_equal(state, y->met++);
    assert_int_equal(row->len, 1);
}

static stop_reason look(void *context)
{
    const toy *y = context;
    return y->rows.o->limits.queue > 0 && y->expanded == 3 ? STOP_QUEUES : STOP_NONE;
}

static const row_search_calls calls = {
    .expand = expand, .on_new = meet, .on_look = look};

static void search(toy *y, const engine_options *o, int ends_at)
{
    *y = (toy){.m = model_load("machine Main { start state S { } }", &o->core),
               .ends_at = ends_at};
    verdict_init(&y->v);
    row_search_init(&y->rows, y->m.c, o, &y->v, &calls, y);
    add(y, 0);
    row_search_run(&y->rows);
    row_search_conclude(&y->rows, VERDICT_EXHAUSTED);
    assert_int_equal(y->v.stats.states, y->met);
}

static void toy_free(toy *y)
{
    row_search_fini(&y->rows);
    vec_free(&y->next);
    verdict_fini(&y->v);
    model_free(&y->m);
}

static void expect_order(const toy *y, const int *order, size_t count)
{
    assert_int_equal(y->expanded, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(y->order[i], order[i]);
}

/* Lemma rows-1; states are numbered as they are met. */
static void test_breadth_first(void **unused)
{
    (void)unused;
    static const int order[] = {0, 1, 2, 3, 4, 5};
    toy y;
    search(&y, &(engine_options){0}, NO_STATE);
    assert_int_equal(y.v.kind, VERDICT_EXHAUSTED);
    expect_order(&y, order, COUNT_OF(order));
    assert_int_equal(y.v.stats.depth, 2);
    assert_int_equal(y.v.stats.frontier, 0);
    const uint32_t parents[] = {ROW_NONE, 0, 0, 1, 1, 2};
    for (uint32_t i = 0; i < COUNT_OF(parents); i++)
        assert_int_equal(y.rows.states.nodes.data[i].parent, parents[i]);
    toy_free(&y);
}

/* Successors are entered in their order, and below the parent that added them last: 3
 * and 4 after 1, then 2 and its 5.  4 waits twice and is expanded once. */
static void test_depth_first(void **unused)
{
    (void)unused;
    static const int order[] = {0, 1, 3, 4, 2, 5};
    toy y;
    search(&y, &(engine_options){.depth_first = true}, NO_STATE);
    assert_int_equal(y.v.kind, VERDICT_EXHAUSTED);
    expect_order(&y, order, COUNT_OF(order));
    assert_int_equal(y.v.stats.frontier, 0);
    toy_free(&y);
}

/* At the limit of states, states that are known may still be added: 0, 1, 2 and 3 are,
 * and 4, the second successor of 1, is one too many. */
static void test_limit_of_states(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        toy y;
        engine_options o = {.depth_first = i == 1, .limits.states = 4};
        search(&y, &o, NO_STATE);
        assert_int_equal(y.v.kind, VERDICT_UNKNOWN);
        assert_int_equal(y.v.stop, STOP_STATES);
        assert_int_equal(y.met, 4);
        assert_int_equal(y.expanded, 2);
        toy_free(&y);
    }
    toy y;
    search(&y, &(engine_options){.limits.states = 6}, NO_STATE);
    assert_int_equal(y.v.kind, VERDICT_EXHAUSTED);
    toy_free(&y);
}

/* The engine has its result: nothing more is expanded. */
static void test_engine_ends_it(void **unused)
{
    (void)unused;
    toy y;
    search(&y, &(engine_options){0}, 1);
    assert_int_equal(y.expanded, 2);
    assert_int_equal(y.v.stats.frontier, 3);
    toy_free(&y);
}

/* So does a limit of its own. */
static void test_engine_has_a_limit(void **unused)
{
    (void)unused;
    toy y;
    search(&y, &(engine_options){.limits.queue = 1}, NO_STATE);
    assert_int_equal(y.expanded, 3);
    assert_int_equal(y.v.stop, STOP_QUEUES);
    toy_free(&y);
}

/* So does the user. */
static void test_stop_flag(void **unused)
{
    (void)unused;
    toy y;
    volatile sig_atomic_t stop = 1;
    search(&y, &(engine_options){.stop = &stop}, NO_STATE);
    assert_int_equal(y.v.kind, VERDICT_UNKNOWN);
    assert_int_equal(y.v.stop, STOP_INTERRUPTED);
    toy_free(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_breadth_first),
        cmocka_unit_test(test_depth_first),
        cmocka_unit_test(test_limit_of_states),
        cmocka_unit_test(test_engine_ends_it),
        cmocka_unit_test(test_engine_has_a_limit),
        cmocka_unit_test(test_stop_flag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
