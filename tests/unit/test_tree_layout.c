/* Which tree fits: every part once, and heavy ones alone. */
#include "engine/explore/tree_layout.h"

#include "team_fixture.h"

/* A tree whose leaves have ids that a test makes up: N machines and the world. */
typedef struct fixture {
    model m;
    tree *t;
    visited *seen;
    uint32_t machines;
} fixture;

static void set_up(fixture *f, uint32_t machines)
{
    *f = (fixture){.machines = machines};
    f->m = model_load("machine Main { start state S { } }\n", &(core_options){0});
    for (uint32_t i = 1; i <= machines; i++)
        naming_child(&f->m.c->vals.names, MACHINE_NONE, i, 0, 0, 0);
    tree_layout shape = {0};
    tree_layout_balanced(f->m.c, &shape);
    f->t = tree_new(f->m.c, &shape, 4);
    f->seen = visited_new(24, 24, 0);
    vec_free(&shape);
}

static void tear_down(fixture *f)
{
    tree_free(f->t);
    visited_free(f->seen);
    model_free(&f->m);
}

/* A state in which machine I has the local state LOCALS[I], which is but a number. */
static void add_state(fixture *f, const uint32_t *locals, value env)
{
    system_state row = {0};
    vec_push(&row, env);
    for (uint32_t i = 0; i < f->machines; i++) {
        vec_push(&row, locals[i]);
        vec_push(&row, VALUE_NULL);
    }
    uint64_t key = tree_encode(f->t, &row);
    if (visited_add(f->seen, visited_prepare(f->seen, key)) == VISITED_FULL) {
        assert_true(visited_grow(f->seen, 2, 1));
        visited_add(f->seen, visited_prepare(f->seen, key));
    }
    vec_free(&row);
}

static bool improve_seen(const tree *t, const visited *seen, double share,
                         tree_layout *out)
{
    tree_sample states = {0};
    tree_layout_sample_visited(seen, &states);
    bool is_better = tree_layout_improve(t, &states, share, out);
    vec_free(&states);
    return is_better;
}

static bool improve(const fixture *f, double share, tree_layout *out)
{
    return improve_seen(f->t, f->seen, share, out);
}

/* Was machine I there in some state? */
static bool was_met(const fixture *f, uint32_t i)
{
    vec_each (n, &f->t->nodes)
        if (n->cid == i)
            return n->records.count > 1;
    return false;
}

/* Children before parents, each used once, and every leaf once in which something was.
 */
static void check_shape(const fixture *f, const tree_layout *shape)
{
    unsigned *leaves = mem_alloc((f->machines + 1) * sizeof *leaves);
    unsigned *uses = mem_alloc(shape->len * sizeof *uses);
    for (size_t i = 0; i < shape->len; i++) {
        const tree_join *j = &shape->data[i];
        if (j->cid == MACHINE_NONE) {
            assert_true(j->left < i);
            assert_true(j->right < i);
            uses[j->left]++;
            uses[j->right]++;
        } else {
            assert_true(j->cid == COMPONENT_ENV || j->cid < f->machines);
            leaves[j->cid == COMPONENT_ENV ? f->machines : j->cid]++;
        }
    }
    for (size_t i = 0; i < shape->len; i++)
        assert_int_equal(uses[i], i + 1 < shape->len);
    for (uint32_t i = 0; i < f->machines; i++)
        assert_int_equal(leaves[i], was_met(f, i));
    assert_int_equal(leaves[f->machines], 1);
    mem_free(leaves, (f->machines + 1) * sizeof *leaves);
    mem_free(uses, shape->len * sizeof *uses);
}

static uint32_t count_leaves(const tree_layout *s, uint32_t at)
{
    const tree_join *j = &s->data[at];
    return j->cid != MACHINE_NONE
               ? 1
               : count_leaves(s, j->left) + count_leaves(s, j->right);
}

static bool has_leaf(const tree_layout *s, uint32_t at, machine_id id)
{
    const tree_join *j = &s->data[at];
    if (j->cid != MACHINE_NONE)
        return j->cid == id;
    return has_leaf(s, j->left, id) || has_leaf(s, j->right, id);
}

/* The side below the root on which SLOT is. */
static uint32_t side_of(const tree_layout *s, machine_id id)
{
    const tree_join *root = &s->data[s->len - 1];
    return has_leaf(s, root->left, id) ? root->left : root->right;
}

/* One machine takes thousands of values, the others go together. */
TEST(a_heavy_part_is_left_alone)
{
    enum { MACHINES = 6, STATES = 6000 };
    for (uint32_t heavy = 0; heavy < MACHINES; heavy++) {
        fixture f;
        set_up(&f, MACHINES);
        value env = value_int(&f.m.c->vals, 0);
        uint64_t seed = heavy;
        for (uint32_t i = 1; i <= STATES; i++) {
            uint32_t locals[MACHINES];
            for (uint32_t k = 0; k < MACHINES; k++)
                locals[k] = 1 + rnd_below(&seed, 3);
            locals[heavy] = i;
            add_state(&f, locals, env);
        }
        tree_layout shape = {0};
        assert_true(improve(&f, 0.85, &shape));
        check_shape(&f, &shape);
        assert_int_equal(count_leaves(&shape, side_of(&shape, heavy)), 1);
        vec_free(&shape);
        tear_down(&f);
    }
}

/* Machines in pairs that always say the same belong together: 2, 5 | 0, 4 | 1, 3. */
TEST(parts_that_go_together_stay_together)
{
    enum { MACHINES = 6, VALUES = 17 };
    static const uint32_t group[MACHINES] = {0, 1, 2, 1, 0, 2};
    fixture f;
    set_up(&f, MACHINES);
    value env = value_int(&f.m.c->vals, 0);
    for (uint32_t i = 0; i < VALUES * VALUES * VALUES; i++) {
        const uint32_t of_group[3] = {i % VALUES, i / VALUES % VALUES,
                                      i / VALUES / VALUES};
        uint32_t locals[MACHINES];
        for (uint32_t k = 0; k < MACHINES; k++)
            locals[k] = 1 + of_group[group[k]];
        add_state(&f, locals, env);
    }
    tree_layout shape = {0};
    assert_true(improve(&f, 0.85, &shape));
    check_shape(&f, &shape);
    /* No group is torn apart at the root. */
    for (uint32_t a = 0; a < MACHINES; a++)
        for (uint32_t b = 0; b < MACHINES; b++)
            if (group[a] == group[b])
                assert_int_equal(side_of(&shape, a), side_of(&shape, b));
    vec_free(&shape);
    tear_down(&f);
}

/* A share of the present cost that nothing can be below. */
TEST(better_is_what_the_caller_asks_for)
{
    fixture f;
    set_up(&f, 5);
    uint64_t seed = 1;
    for (uint32_t i = 1; i <= 3000; i++) {
        /* The second takes many values, and too few to be set apart in any case. */
        const uint32_t locals[5] = {1 + rnd_below(&seed, 9), 1 + i % 100, 1, 1,
                                    1 + rnd_below(&seed, 9)};
        add_state(&f, locals, value_int(&f.m.c->vals, 0));
    }
    tree_layout shape = {0};
    assert_true(improve(&f, 0.85, &shape));
    assert_false(improve(&f, 0, &shape));
    vec_free(&shape);
    tear_down(&f);
}

/* Whatever the states are: all leaves once, and the new tree can be used. */
TEST(random_states_keep_every_part_once)
{
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 40; round++) {
        fixture f;
        set_up(&f, 1 + rnd_below(&seed, 20));
        uint32_t most[20];
        for (uint32_t k = 0; k < 20; k++)
            most[k] = 1 + rnd_below(&seed, rnd_below(&seed, 5) == 0 ? 3000 : 4);
        uint32_t states = round % 8 == 0 ? round / 8 : rnd_below(&seed, 2000);
        for (uint32_t i = 0; i < states; i++) {
            uint32_t locals[20];
            for (uint32_t k = 0; k < f.machines; k++)
                locals[k] = rnd_below(&seed, most[k]); /* 0: not there */
            add_state(&f, locals, value_int(&f.m.c->vals, rnd_below(&seed, 3)));
        }
        tree_layout shape = {0};
        bool is_better = improve(&f, 0.85, &shape);
        if (f.machines < 2)
            assert_false(is_better);
        if (shape.len > 0)
            check_shape(&f, &shape);
        if (is_better)
            tree_free(tree_new(f.m.c, &shape, 4));
        vec_free(&shape);
        tear_down(&f);
    }
}

TEST(very_many_parts_are_left_as_they_are)
{
    fixture f;
    set_up(&f, 64); /* and the world */
    uint32_t locals[64] = {1};
    tree_layout shape = {0};
    add_state(&f, locals, value_int(&f.m.c->vals, 0));
    vec_push(&shape, (tree_join){0});
    assert_false(improve(&f, 0.85, &shape));
    assert_int_equal(shape.len, 0);
    vec_free(&shape);
    tear_down(&f);
}

/* In a tree that has grown on the way, and has the leaves of new machines last. */
TEST(states_of_a_search_can_be_reshaped)
{
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        model m = model_load(strbuf_text(&text), &(core_options){.network = NET_BAG});
        squad s;
        squad_init(&s, m.c,
                   &(squad_options){.workers = 1,
                                    .cache_bits = 8,
                                    .id_bits = 10,
                                    .chunk_keys = 100,
                                    .max_states = 1000});
        squad_begin(&s);
        squad_run(&s, 0);
        fixture f = {.machines = (uint32_t)m.c->vals.names.machines.len};
        tree_layout shape = {0};
        improve_seen(s.team.tree, s.team.visited, 1, &shape);
        if (shape.len > 0 && s.team.tree->leaves == f.machines + 1)
            check_shape(&f, &shape);
        vec_free(&shape);
        squad_fini(&s);
        model_free(&m);
    }
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_heavy_part_is_left_alone),
        LEAK_FREE(parts_that_go_together_stay_together),
        LEAK_FREE(better_is_what_the_caller_asks_for),
        LEAK_FREE(random_states_keep_every_part_once),
        LEAK_FREE(very_many_parts_are_left_as_they_are),
        LEAK_FREE(states_of_a_search_can_be_reshaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
