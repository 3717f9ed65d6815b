/* A small team of workers, compared with a plain search. */
#include "engine/explore/worker.h"

#include "team_fixture.h"

static unsigned all_walls[PAUSE_STATE_LIMIT + 1];

static void note_walls(const squad *s)
{
    for (size_t i = 0; i < COUNT_OF(all_walls); i++)
        all_walls[i] += s->pauses_met[i];
}

/* ---- The same numbers, whoever does the work ---- */

static const squad_options ways[] = {
    {.workers = 1, .cache_bits = 10, .id_bits = 18, .chunk_keys = KEY_CHUNK_KEYS},
    {.workers = 1, .cache_bits = 1, .id_bits = 1, .chunk_keys = 1},
    {.workers = 3, .cache_bits = 2, .id_bits = 1, .chunk_keys = 2},
    {.workers = 1, .cache_bits = 1, .id_bits = 1, .chunk_keys = 3, .in_order = true},
    {.workers = 1, .cache_bits = 12, .id_bits = 9, .chunk_keys = 64, .in_order = true},
};

/* Every state by its number: the path that leads there, walked again. */
static void check_trail(squad *s)
{
    parent_index_path path = {0};
    for (uint64_t i = 0; i < s->keys.len; i += 1 + s->keys.len / 50) {
        uint64_t key = s->keys.data[0];
        parent_index_find(&s->parents, i, &path);
        vec_each (ordinal, &path)
            key = worker_successor(s->workers[0], key, *ordinal);
        assert_true(key == s->keys.data[i]);
    }
    vec_free(&path);
}

static void check_order(squad *s)
{
    assert_true(parent_index_expanding(&s->parents) == s->team.states);
    assert_int_equal(s->keys.len, s->team.states);
    uint64_t transitions = s->team.transitions;
    check_trail(s);
    assert_true(s->team.transitions == transitions); /* looking changes nothing */
}

static void compare_ways(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    reach_counts n = reach_all(&r);
    bool is_small = n.states < REACH_MOST;
    reach_end(&r);
    for (size_t i = 0; is_small && i < COUNT_OF(ways); i++) {
        model m = model_load(text, o);
        squad s;
        squad_init(&s, m.c, &ways[i]);
        squad_begin(&s);
        s.pause_every = i % 2 == 0 ? 0 : 3;
        assert_true(squad_run(&s, 0));
        squad_expect(&s, &n);
        assert_int_equal(s.faults > 0, n.has_fault);
        if (ways[i].in_order)
            check_order(&s);
        note_walls(&s);
        squad_fini(&s);
        model_free(&m);
    }
}

TEST(teams_of_all_kinds_see_the_same)
{
    memset(all_walls, 0, sizeof all_walls);
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        core_options o;
        for (unsigned at = (unsigned)i % 5; next_options(&at, &o); at += 4)
            compare_ways(strbuf_text(&text), &o);
    }
    strbuf_free(&text);
    assert_true(all_walls[PAUSE_TREE] > 100);
}

/* ---- Something larger ---- */

/* N machines that send themselves K ticks: see test_explore. */
static void product(strbuf *text, unsigned n, unsigned k)
{
    strbuf_clear(text);
    strbuf_printf(
        text,
        "event eTick;\n"
        "machine Main { start state S { entry { var i: int;\n"
        "  while (i < %u) { new W(); i = i + 1; } } } }\n"
        "machine W { var had: int; start state S {\n"
        "  entry { if (had < %u) { send this, eTick; } }\n"
        "  on eTick do { had = had + 1; if (had < %u) { send this, eTick; } }\n"
        "} }\n",
        n, k, k);
}

/* 5 machines with 6 ticks: 7^5 states, and 6 before. */
static const reach_counts large = {
    .states = 6 + 16807, .transitions = 6 + UINT64_C(5) * 6 * 2401, .terminal = 1};

static void run_large(const squad_options *o)
{
    strbuf text = {0};
    product(&text, 5, 6);
    model m = model_load(strbuf_text(&text), &(core_options){0});
    squad s;
    squad_init(&s, m.c, o);
    squad_begin(&s);
    assert_true(squad_run(&s, 0));
    squad_expect(&s, &large);
    assert_int_equal(s.team.depth, 6 + 5 * 6);
    if (o->in_order)
        check_order(&s);
    note_walls(&s);
    squad_fini(&s);
    model_free(&m);
    strbuf_free(&text);
}

TEST(sets_that_grow_and_ids_that_widen_lose_nothing)
{
    memset(all_walls, 0, sizeof all_walls);
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        run_large(&ways[i]);
    run_large(&(squad_options){
        .workers = 4, .cache_bits = 12, .id_bits = 2, .chunk_keys = 100});
    assert_true(all_walls[PAUSE_TREE] > 20);
}

/* ---- Another tree ---- */

/* The machines in reverse, one by one: ids mean other states than in a balanced tree.
 */
static void reverse_layout(const core *c, tree_layout *out)
{
    const machine_id *sorted = c->vals.names.sorted.data;
    vec_push(out, (tree_join){.cid = COMPONENT_ENV});
    for (size_t i = c->vals.names.sorted.len; i-- > 0;) {
        tree_join join = {.cid = COMPONENT_NONE, .left = (uint32_t)out->len - 1};
        vec_push(out, (tree_join){.cid = sorted[i]});
        join.right = (uint32_t)out->len - 1;
        vec_push(out, join);
    }
}

static void restart(squad *s, bool is_balanced)
{
    tree_layout layout = {0};
    system_state start = {0};
    transition_result r;
    if (is_balanced)
        tree_layout_balanced(s->c, &layout);
    else
        reverse_layout(s->c, &layout);
    tree_free(s->team.tree);
    visited_free(s->team.visited);
    s->team.tree = tree_new(s->c, &layout, s->o.cache_bits);
    s->team.visited = visited_new(s->o.id_bits, s->o.id_bits, 0);
    s->team.states = s->team.transitions = s->team.terminal = 0;
    for (unsigned i = 0; i < s->o.workers; i++)
        worker_forget(s->workers[i]);
    squad_set_limits(s);
    system_start(s->c, &start, &r);
    assert_true(worker_add_first(s->workers[0], tree_encode(s->team.tree, &start)));
    squad_next_level(s);
    vec_free(&start);
    vec_free(&layout);
}

static const char ring[] =
    "event eNext: machine; event ePass: int;\n"
    "machine Main { start state S { entry { var a, b, c: machine;\n"
    "  a = new W(1); b = new W(2); c = new W(4);\n"
    "  send a, eNext, b; send b, eNext, c; send c, eNext, a; } } }\n"
    "machine W { var sum: int; var next: machine; start state S {\n"
    "  entry (n: int) { sum = n; }\n"
    "  on eNext do (m: machine) { next = m; send next, ePass, sum; goto T; }\n"
    "  defer ePass; }\n"
    "  state T { on ePass do (n: int) { sum = (sum + n) % 8;\n"
    "    if (sum != 0) { send next, ePass, n; } } } }\n";

/* Lemma cache-1: entries of the old tree would be wrong for the new one. */
TEST(a_team_with_another_tree_forgets_what_it_knew)
{
    static const squad_options o = {
        .workers = 1, .cache_bits = 12, .id_bits = 12, .chunk_keys = 100};
    model m = model_load(ring, &(core_options){.network = NET_BAG});
    squad s;
    squad_init(&s, m.c, &o);
    squad_begin(&s);
    assert_true(squad_run(&s, 0));
    const reach_counts want = {.states = s.team.states,
                               .transitions = s.team.transitions,
                               .terminal = s.team.terminal};
    assert_true(want.states > 100);
    for (unsigned i = 0; i < 4; i++) {
        restart(&s, i % 2 == 0);
        assert_true(squad_run(&s, 0));
        squad_expect(&s, &want);
    }
    squad_fini(&s);
    model_free(&m);
}

/* ---- Limits ---- */

/* The limit is a wall; with a larger one the search goes on as if it had had that. */
TEST(a_search_goes_on_after_a_limit_of_states)
{
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        strbuf text = {0};
        product(&text, 5, 6);
        model m = model_load(strbuf_text(&text), &(core_options){0});
        squad s;
        squad_init(&s, m.c, &ways[i]);
        for (uint64_t limit = 1; limit < large.states; limit += 1 + limit / 2) {
            s.team.max_states = limit;
            if (limit == 1)
                squad_begin(&s);
            assert_false(squad_run(&s, 0));
            assert_true(s.team.states > limit);
            assert_true(s.team.states <= limit + 2 * 64 * ways[i].workers);
        }
        s.team.max_states = large.states;
        assert_true(squad_run(&s, 0));
        squad_expect(&s, &large);
        squad_fini(&s);
        model_free(&m);
        strbuf_free(&text);
    }
}

TEST(a_limit_of_depth_cuts_and_says_so)
{
    for (uint64_t depth = 1; depth < 40; depth += 7) {
        strbuf text = {0};
        product(&text, 3, 3);
        model m = model_load(strbuf_text(&text), &(core_options){0});
        squad s;
        squad_init(&s, m.c, &ways[0]);
        s.team.max_depth = depth;
        squad_begin(&s);
        assert_true(squad_run(&s, 0));
        uint64_t all = 4 + 3 * 3; /* the length of the longest run */
        assert_int_equal(s.team.deeper > 0, depth < all);
        assert_true(s.team.depth == (depth < all ? depth : all));
        assert_int_equal(s.team.states == 4 + 64, depth >= all);
        squad_fini(&s);
        model_free(&m);
        strbuf_free(&text);
    }
}

/* ---- Violations ---- */

static const char failing[] =
    "event a: int;\n"
    "machine Main { start state S { entry { var w: machine; var i: int;\n"
    "  w = new W(); while (i < 4) { send w, a, i; i = i + 1; } } } }\n"
    "machine W { var n: int; start state S {\n"
    "  on a do (i: int) { n = n + choose(2); assert n < 4; } } }\n";

TEST(in_order_the_first_violation_is_where_the_trail_ends)
{
    for (unsigned bits = 1; bits < 12; bits += 5) {
        model m = model_load(failing, &(core_options){0});
        squad s;
        squad_init(&s, m.c, &(squad_options){1, bits, 1, 2, true, 0});
        s.team.keeps_going = false;
        squad_begin(&s);
        while (!s.team.has_fault)
            squad_run(&s, 1);
        const worker_fault *f = worker_found(s.workers[0]);
        assert_false(f->is_end);
        uint64_t key = s.keys.data[parent_index_expanding(&s.parents)];
        assert_true(key == f->key);
        check_trail(&s);
        squad_fini(&s);
        model_free(&m);
    }
}

TEST(a_run_that_ends_in_a_receive_is_a_violation_unless_allowed)
{
    static const char text[] =
        "event a;\n"
        "machine Main { start state S { entry { receive { case a: { } } } } }\n";
    for (int is_allowed = 0; is_allowed < 2; is_allowed++) {
        model m =
            model_load(text, &(core_options){.deadlock_is_fine = is_allowed != 0});
        squad s;
        squad_init(&s, m.c, &ways[1]);
        s.team.keeps_going = false;
        squad_begin(&s);
        assert_true(squad_run(&s, 0));
        assert_int_equal(s.team.has_fault, !is_allowed);
        if (!is_allowed)
            assert_true(worker_found(s.workers[0])->is_end);
        squad_fini(&s);
        model_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(teams_of_all_kinds_see_the_same),
        LEAK_FREE(sets_that_grow_and_ids_that_widen_lose_nothing),
        LEAK_FREE(a_team_with_another_tree_forgets_what_it_knew),
        LEAK_FREE(a_search_goes_on_after_a_limit_of_states),
        LEAK_FREE(a_limit_of_depth_cuts_and_says_so),
        LEAK_FREE(in_order_the_first_violation_is_where_the_trail_ends),
        LEAK_FREE(a_run_that_ends_in_a_receive_is_a_violation_unless_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
