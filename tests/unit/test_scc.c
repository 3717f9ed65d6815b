#include "base/numset.h"
#include "base/scc.h"

#include "unit.h"

enum { NODES = 12, EDGES = 40 };

typedef struct graph {
    uint32_t count;
    scc_edge edges[EDGES];
    size_t edge_count;
    bool reaches[NODES][NODES]; /* naive, reflexive */
} graph;

static graph make(uint64_t *seed)
{
    graph g = {.count = 1 + rnd_below(seed, NODES),
               .edge_count = rnd_below(seed, EDGES)};
    for (size_t i = 0; i < g.edge_count; i++)
        g.edges[i] = (scc_edge){rnd_below(seed, g.count), rnd_below(seed, g.count)};
    for (uint32_t n = 0; n < g.count; n++)
        g.reaches[n][n] = true;
    for (uint32_t round = 0; round < g.count; round++)
        for (size_t i = 0; i < g.edge_count; i++)
            for (uint32_t n = 0; n < g.count; n++)
                g.reaches[n][g.edges[i].to] |= g.reaches[n][g.edges[i].from];
    return g;
}

TEST(components_are_those_that_reach_each_other)
{
    uint64_t seed = 7;
    for (unsigned round = 0; round < test_size(500, 5000); round++) {
        graph g = make(&seed);
        uint32_t component[NODES];
        uint32_t count = scc_find(g.count, g.edges, g.edge_count, component);
        for (uint32_t a = 0; a < g.count; a++) {
            assert_true(component[a] < count);
            for (uint32_t b = 0; b < g.count; b++)
                assert_int_equal(component[a] == component[b],
                                 g.reaches[a][b] && g.reaches[b][a]);
        }
        for (size_t i = 0; i < g.edge_count; i++)
            assert_true(component[g.edges[i].to] <= component[g.edges[i].from]);
    }
}

/* Rows of three words; only the middle one is meant. */
TEST(a_closure_joins_what_leads_to_a_row)
{
    uint64_t seed = 8;
    for (unsigned round = 0; round < test_size(500, 5000); round++) {
        graph g = make(&seed);
        uint64_t words[NODES][3];
        uint64_t own[NODES];
        for (uint32_t n = 0; n < g.count; n++) {
            own[n] = words[n][0] = words[n][1] = words[n][2] = (uint64_t)1
                                                               << rnd_below(&seed, 64);
        }
        scc_close(&(scc_rows){words[0], 3, 1, 1}, g.count, g.edges, g.edge_count);
        for (uint32_t n = 0; n < g.count; n++) {
            uint64_t want = 0;
            for (uint32_t from = 0; from < g.count; from++)
                want |= g.reaches[from][n] ? own[from] : 0;
            assert_int_equal(words[n][1], want);
            assert_int_equal(words[n][0], own[n]);
            assert_int_equal(words[n][2], own[n]);
        }
    }
}

TEST(a_long_path_needs_no_deep_stack)
{
    enum { LONG = 1000000 };
    scc_edge *edges = mem_alloc(LONG * sizeof *edges);
    uint32_t *component = mem_alloc(LONG * sizeof *component);
    for (uint32_t i = 0; i + 1 < LONG; i++)
        edges[i] = (scc_edge){i, i + 1};
    assert_int_equal(scc_find(LONG, edges, LONG - 1, component), LONG);
    edges[LONG - 1] = (scc_edge){LONG - 1, 0};
    assert_int_equal(scc_find(LONG, edges, LONG, component), 1);
    mem_free(edges, LONG * sizeof *edges);
    mem_free(component, LONG * sizeof *component);
}

enum { NUMBERS = 40 };

static void expect_members(const numset *s, const bool *members)
{
    size_t count = 0;
    for (uint32_t n = 0; n < NUMBERS; n++) {
        assert_int_equal(numset_has(s, n), members[n]);
        count += members[n];
    }
    assert_int_equal(s->len, count);
}

TEST(a_set_of_numbers_agrees_with_an_array_of_bools)
{
    uint64_t seed = 9;
    for (unsigned round = 0; round < test_size(500, 5000); round++) {
        numset a = {0}, b = {0}, c = {0};
        bool in_a[NUMBERS] = {0}, in_b[NUMBERS] = {0}, in_c[NUMBERS] = {0};
        for (unsigned k = rnd_below(&seed, 30); k > 0; k--) {
            uint32_t x = rnd_below(&seed, NUMBERS);
            assert_int_equal(numset_add(&a, x), !in_a[x]);
            in_a[x] = true;
            x = rnd_below(&seed, NUMBERS);
            assert_int_equal(numset_add(&b, x), !in_b[x]);
            in_b[x] = true;
            x = rnd_below(&seed, NUMBERS);
            vec_push(&c, x);
            in_c[x] = true;
        }
        numset_finish(&c);
        expect_members(&a, in_a);
        expect_members(&b, in_b);
        expect_members(&c, in_c);
        bool grows = false;
        for (uint32_t n = 0; n < NUMBERS; n++) {
            grows |= in_b[n] && !in_a[n];
            in_a[n] |= in_b[n];
        }
        assert_int_equal(numset_join(&a, &b), grows);
        expect_members(&a, in_a);
        vec_free(&a);
        vec_free(&b);
        vec_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(components_are_those_that_reach_each_other),
        LEAK_FREE(a_closure_joins_what_leads_to_a_row),
        LEAK_FREE(a_long_path_needs_no_deep_stack),
        LEAK_FREE(a_set_of_numbers_agrees_with_an_array_of_bools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
