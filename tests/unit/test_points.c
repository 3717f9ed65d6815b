/* Points of choice: every state of a step is tried once, and loops without end are
 * found. */
#include "core/points.h"

#include "unit.h"

static void expect_choices(const choice_points *p, uint32_t point, const uint32_t *want)
{
    uint32_t choices[8] = {0};
    const choice_point *to = &p->points.data[point - 1];
    assert_true(to->depth <= 8);
    points_choices(p, to, choices);
    assert_memory_equal(choices, want, to->depth * sizeof *want);
}

/* A state of one word. */
static bool reach(choice_points *p, value state, size_t index, const uint32_t *taken)
{
    return points_reach(p, &state, 1, index, taken);
}

TEST(a_state_is_known_when_it_is_met_again)
{
    static const uint32_t taken[] = {1, 0, 1, 0};
    static const uint32_t others[] = {0, 1, 1, 1};
    choice_points p = {0};
    assert_false(reach(&p, 7, 0, taken));
    assert_false(reach(&p, 8, 1, taken));
    assert_false(reach(&p, 9, 2, taken));
    assert_true(reach(&p, 8, 3, taken));
    assert_false(reach(&p, 6, 1, others));
    assert_true(reach(&p, 8, 2, others));
    assert_false(reach(&p, 5, 2, others));
    assert_int_equal(p.points.len, 5);
    assert_int_equal(p.points.data[2].depth, 2);
    expect_choices(&p, 3, taken);
    expect_choices(&p, 5, others);
    points_fini(&p);
}

TEST(each_alternative_is_an_edge_with_its_label)
{
    static const uint32_t taken[] = {0, 4};
    static const uint32_t others[] = {3};
    choice_points p = {0};
    reach(&p, 7, 0, taken);
    points_label(&p, 0, 100);
    reach(&p, 8, 1, taken);
    points_label(&p, 1, 101);
    points_end(&p, 2, taken, 5);
    points_label(&p, 0, 102); /* the next path, with another first choice */
    points_end(&p, 1, others, 6);
    points_end(&p, 1, others, POINT_NO_END);
    const point_edge want[] = {
        {.from = 1, .to = 2, .choice = 0, .label = 100},
        {.from = 2, .to = 5, .choice = 4, .label = 101, .is_end = true},
        {.from = 1, .to = 6, .choice = 3, .label = 102, .is_end = true}};
    assert_int_equal(p.edges.len, COUNT_OF(want));
    for (size_t i = 0; i < COUNT_OF(want); i++) {
        const point_edge *e = &p.edges.data[i];
        assert_int_equal(e->from, want[i].from);
        assert_int_equal(e->to, want[i].to);
        assert_int_equal(e->choice, want[i].choice);
        assert_int_equal(e->label, want[i].label);
        assert_int_equal(e->is_end, want[i].is_end);
    }
    points_fini(&p);
}

TEST(a_path_that_ends_early_says_nothing_about_later_points)
{
    static const uint32_t taken[] = {0, 0};
    choice_points p = {0};
    assert_false(reach(&p, 7, 0, taken));
    assert_false(reach(&p, 8, 1, taken));
    points_end(&p, 1, taken, POINT_NO_END); /* the second point is not on the way */
    assert_true(p.points.data[0].can_end);
    assert_ptr_equal(points_endless(&p), &p.points.data[1]);
    points_fini(&p);
}

/* Random lists of few words, against a linear search in those that were there. */
TEST(states_are_equal_if_all_their_words_are)
{
    enum { ROUNDS = 3000, MOST = 4 };
    static value seen[ROUNDS][MOST];
    static size_t lens[ROUNDS];
    static const uint32_t taken[ROUNDS] = {0};
    choice_points p = {0};
    uint64_t seed = 5;
    size_t count = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        value state[MOST];
        size_t len = rnd_below(&seed, MOST + 1);
        for (size_t k = 0; k < MOST; k++)
            state[k] = rnd_below(&seed, 3);
        bool was_there = false;
        for (size_t k = 0; k < count; k++)
            was_there |= lens[k] == len && memcmp(seen[k], state, len * 4) == 0;
        bool is_known = points_reach(&p, state, len, p.path.len, taken);
        assert_int_equal(is_known, was_there);
        if (is_known) {
            p.path.len--; /* this path is abandoned */
            continue;
        }
        assert_memory_equal(points_at(&p, p.path.len - 1)->state, state, len * 4);
        memcpy(seen[count], state, sizeof state);
        lens[count++] = len;
    }
    assert_int_equal(p.points.len, count);
    points_clear(&p);
    assert_false(points_reach(&p, seen[0], lens[0], 0, taken));
    points_fini(&p);
}

TEST(a_choice_with_alternatives_that_are_never_tried_is_a_way_out)
{
    static const uint32_t taken[] = {0, 0, 0};
    choice_points p = {0};
    assert_false(reach(&p, 7, 0, taken));
    assert_false(reach(&p, 8, 1, taken));
    assert_true(reach(&p, 7, 2, taken)); /* back again */
    assert_ptr_equal(points_endless(&p), &p.points.data[0]);
    points_leave_open(&p, 1);
    assert_null(points_endless(&p));
    points_fini(&p);
}

/* ---- Random programs of choices ---- */

enum { STATES = 9, WIDTH = 3, OUT = STATES };

/* Choice WAY in state S leads to state NEXT[S][WAY], or out. */
typedef struct graph {
    unsigned next[STATES][WIDTH];
    bool is_tried[STATES][WIDTH]; /* by the enumeration */
    unsigned tries;
} graph;

static graph random_graph(uint64_t *seed)
{
    graph g = {0};
    unsigned outs = 1 + rnd_below(seed, 4);
    for (unsigned s = 0; s < STATES; s++)
        for (unsigned way = 0; way < WIDTH; way++)
            g.next[s][way] = rnd_below(seed, 12) < outs ? OUT : rnd_below(seed, STATES);
    return g;
}

typedef VEC(uint32_t) way_list;

/* One way, as step.c makes it; the ways that were forced are CHOICES. */
static void run_way(graph *g, choice_points *p, const way_list *choices,
                    way_list *taken)
{
    unsigned s = 0;
    vec_clear(taken);
    while (s != OUT) {
        size_t index = taken->len;
        if (index >= choices->len && reach(p, s + 1, index, taken->data))
            return;
        uint32_t way = index < choices->len ? choices->data[index] : 0;
        vec_push(taken, way);
        g->is_tried[s][way] = true;
        s = g->next[s][way];
    }
    points_end(p, taken->len, taken->data, 0);
}

/* The next way: the last choice that can be higher is. */
static bool next_way(way_list *choices, const way_list *taken)
{
    vec_clear(choices);
    vec_each (way, taken)
        vec_push(choices, *way);
    while (choices->len > 0 && *vec_last(choices) + 1 == WIDTH)
        choices->len--;
    if (choices->len == 0)
        return false;
    ++*vec_last(choices);
    return true;
}

static void enumerate(graph *g, choice_points *p)
{
    way_list choices = {0};
    way_list taken = {0};
    do {
        run_way(g, p, &choices, &taken);
        assert_true(++g->tries < 100000);
    } while (next_way(&choices, &taken));
    vec_free(&choices);
    vec_free(&taken);
}

/* Naively: the states that STATES lead to, or that lead out. */
static void spread(const graph *g, bool *is_met)
{
    is_met[0] = true;
    for (unsigned round = 0; round < STATES; round++)
        for (unsigned s = 0; s < STATES; s++)
            for (unsigned way = 0; is_met[s] && way < WIDTH; way++)
                if (g->next[s][way] != OUT)
                    is_met[g->next[s][way]] = true;
}

static void spread_back(const graph *g, bool *ends)
{
    for (unsigned round = 0; round < STATES; round++)
        for (unsigned s = 0; s < STATES; s++)
            for (unsigned way = 0; way < WIDTH; way++)
                ends[s] = ends[s] || g->next[s][way] == OUT || ends[g->next[s][way]];
}

static unsigned state_of(const graph *g, const choice_points *p, const choice_point *to)
{
    unsigned s = 0;
    way_list choices = {0};
    for (uint32_t i = 0; i < to->depth; i++)
        vec_push(&choices, 0);
    points_choices(p, to, choices.data);
    vec_each (way, &choices)
        s = g->next[s][*way];
    vec_free(&choices);
    return s;
}

/* A state that is not tried in each way is a successor that is lost. */
TEST(each_choice_of_each_state_is_tried)
{
    uint64_t seed = 11;
    unsigned endless_seen = 0;
    unsigned fine_seen = 0;
    for (unsigned i = 0; i < test_size(3000, 30000); i++) {
        graph g = random_graph(&seed);
        choice_points p = {0};
        bool is_met[STATES] = {0};
        bool ends[STATES] = {0};
        enumerate(&g, &p);
        spread(&g, is_met);
        spread_back(&g, ends);
        bool is_fine = true;
        for (unsigned s = 0; s < STATES; s++) {
            is_fine = is_fine && (!is_met[s] || ends[s]);
            for (unsigned way = 0; way < WIDTH; way++)
                assert_int_equal(g.is_tried[s][way], is_met[s]);
        }
        const choice_point *endless = points_endless(&p);
        assert_int_equal(endless == NULL, is_fine);
        if (endless != NULL)
            assert_false(ends[state_of(&g, &p, endless)]);
        for (size_t k = 0; k < p.points.len; k++)
            assert_int_equal(p.points.data[k].can_end,
                             ends[state_of(&g, &p, &p.points.data[k])]);
        endless_seen += !is_fine;
        fine_seen += is_fine;
        points_fini(&p);
    }
    assert_true(endless_seen > 50 && fine_seen > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_state_is_known_when_it_is_met_again),
        LEAK_FREE(each_alternative_is_an_edge_with_its_label),
        LEAK_FREE(a_path_that_ends_early_says_nothing_about_later_points),
        LEAK_FREE(states_are_equal_if_all_their_words_are),
        LEAK_FREE(a_choice_with_alternatives_that_are_never_tried_is_a_way_out),
        LEAK_FREE(each_choice_of_each_state_is_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
