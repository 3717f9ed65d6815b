/* Shape hashes, symmetry classes and colours do not depend on names: lemmas shape-1 and
 * partition-1. */
#include "engine/reduce/partition.h"

#include "engine/context.h"
#include "engine/reduce/renaming.h"
#include "view_fixture.h"

/* Workers that know each other, their master, and children of their own. */
static const char workers[] =
    "event hello: machine; event ping: (who: machine, n: int); event done;\n"
    "machine Main { var all: set[machine]; var left: int; start state S { entry {\n"
    "    var a, b, c: machine; a = new W(this); b = new W(this); c = new W(this);\n"
    "    all += (a); all += (b); left = 3;\n"
    "    send a, hello, b; send b, hello, c; send c, hello, c; }\n"
    "  on done do { left = left - 1; } } }\n"
    "machine W { var up: machine; var friend: machine; var kid: machine;\n"
    "  start state S { entry (m: machine) { up = m; kid = new Kid(this); }\n"
    "  on hello do (m: machine) { friend = m; send m, ping, (who = this, n = 1); }\n"
    "  on ping do (p: (who: machine, n: int)) { send up, done; } ignore done; } }\n"
    "machine Kid { var parent: machine; start state S {\n"
    "  entry (m: machine) { parent = m; send m, done; } } }\n"
    "test t [main=Main]: { Main, W, Kid };\n";

typedef struct fixture {
    viewed v;
    equivariance *e;
    shape_hash_table *shapes;
    sym_class_table *classes;
    renaming *renaming;
    partition here, there;
} fixture;

static void begin(fixture *x, network_model net)
{
    viewed_begin(&x->v, workers, net);
    core *c = x->v.m.c;
    x->e = equivariance_new(context_of(c));
    x->shapes = shape_hash_new(c, x->e);
    x->classes = sym_class_new(c, x->shapes);
    x->renaming = renaming_new(c);
    partition_init(&x->here, c, x->shapes);
    partition_init(&x->there, c, x->shapes);
    system_state row = {0};
    state_view view = {0};
    for (uint32_t i = 0; i < 300 && i < intern_count(&x->v.rows); i++) {
        viewed_row(&x->v, i, &row);
        state_view_load(&view, &x->v.cache, &row);
        for (size_t k = 0; k < view.transitions.len; k++)
            viewed_fire(&x->v, &view, &view.transitions.data[k]);
    }
    vec_free(&row);
    state_view_fini(&view);
}

static void end(fixture *x)
{
    partition_fini(&x->here);
    partition_fini(&x->there);
    renaming_free(x->renaming);
    sym_class_free(x->classes);
    shape_hash_free(x->shapes);
    equivariance_free(x->e);
    viewed_end(&x->v);
}

/* The permutation that exchanges two machines. */
static uint32_t swap(fixture *x, uint32_t a, uint32_t b)
{
    const new_name names[] = {{a < b ? a : b, a < b ? b : a},
                              {a < b ? b : a, a < b ? a : b}};
    return renaming_number(x->renaming, names, 2);
}

static uint64_t ref_hash_of(const fixture *x, const shape_hash *one, machine_id id)
{
    const ref_hash *refs = shape_hash_refs(x->shapes, one);
    for (uint32_t i = 0; i < one->count; i++)
        if (refs[i].machine == id)
            return refs[i].hash;
    return 0;
}

/* Renamed columns have the same shape, and refer to the images in the same way. */
static void check_shapes(fixture *x, uint32_t permutation, const system_state *s)
{
    vec_each (column, s) {
        value image = renaming_column(x->renaming, permutation, *column);
        const shape_hash a =
            *shape_hash_get(x->shapes, shape_hash_of(x->shapes, *column));
        const shape_hash b =
            *shape_hash_get(x->shapes, shape_hash_of(x->shapes, image));
        assert_true(a.hash == b.hash);
        assert_int_equal(a.count, b.count);
        for (uint32_t i = 0; i < a.count; i++) {
            ref_hash one = shape_hash_refs(x->shapes, &a)[i];
            uint32_t to = renaming_machine(x->renaming, permutation, one.machine);
            assert_true(one.hash == ref_hash_of(x, &b, to));
        }
    }
}

static void check_colours(fixture *x, uint32_t permutation, const system_state *s)
{
    const core *c = x->v.m.c;
    system_state to = {0};
    renaming_row(x->renaming, permutation, s, &to);
    const sym_classes *k = sym_class_find(x->classes, s);
    assert_true(partition_load(&x->here, s, k));
    partition_colour(&x->here);
    partition_refine(&x->here);
    assert_true(partition_load(&x->there, &to, sym_class_find(x->classes, &to)));
    partition_colour(&x->there);
    partition_refine(&x->there);
    for (machine_id id = 0; id < system_machines(c, s); id++) {
        uint32_t image = renaming_machine(x->renaming, permutation, id);
        if (system_local(c, s, id) == VALUE_NULL || !partition_has_kind(&x->here, id))
            continue;
        assert_true(x->here.colours.data[id] == x->there.colours.data[image]);
    }
    vec_free(&to);
}

static void each_swap(network_model net, void (*check)(fixture *x, uint32_t permutation,
                                                       const system_state *s))
{
    fixture x = {0};
    begin(&x, net);
    system_state row = {0};
    uint32_t count = intern_count(&x.v.rows);
    uint32_t swaps = 0;
    for (uint32_t i = 0; i < count; i++) {
        viewed_row(&x.v, i, &row);
        const sym_classes k = *sym_class_find(x.classes, &row);
        vec_each (one, &k.classes)
            for (uint32_t n = 1; n < one->count; n++, swaps++) {
                uint32_t a = k.members.data[one->first];
                check(&x, swap(&x, a, k.members.data[one->first + n]), &row);
            }
    }
    assert_true(swaps > 50);
    vec_free(&row);
    end(&x);
}

TEST(a_renaming_moves_ref_hashes_and_keeps_shapes)
{
    each_swap(NET_MBOX, check_shapes);
    each_swap(NET_P2P, check_shapes);
    each_swap(NET_BAG, check_shapes);
}

TEST(a_renaming_moves_colours)
{
    each_swap(NET_MBOX, check_colours);
    each_swap(NET_P2P, check_colours);
    each_swap(NET_BAG, check_colours);
}

/* A message from one worker about another: their ref hashes differ. */
TEST(ref_hashes_tell_how_a_column_refers_to_a_machine)
{
    fixture x = {0};
    begin(&x, NET_P2P);
    system_state row = {0};
    uint32_t count = intern_count(&x.v.rows);
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        viewed_row(&x.v, i, &row);
        vec_each (column, &row) {
            const shape_hash one =
                *shape_hash_get(x.shapes, shape_hash_of(x.shapes, *column));
            const ref_hash *refs = shape_hash_refs(x.shapes, &one);
            for (uint32_t k = 1; k < one.count; k++)
                distinct += refs[k].hash != refs[0].hash &&
                            shape_hash_kind(x.shapes, refs[k].machine) ==
                                shape_hash_kind(x.shapes, refs[0].machine);
        }
    }
    assert_true(distinct > 0);
    vec_free(&row);
    end(&x);
}

/* Refinement tells more apart, never less. */
TEST(refinement_splits_cells)
{
    fixture x = {0};
    begin(&x, NET_P2P);
    system_state row = {0};
    uint32_t count = intern_count(&x.v.rows);
    for (uint32_t i = 0; i < count; i++) {
        viewed_row(&x.v, i, &row);
        const sym_classes *k = sym_class_find(x.classes, &row);
        assert_true(partition_load(&x.here, &row, k));
        partition_colour(&x.here);
        uint32_t before = partition_count_cells(&x.here);
        partition_refine(&x.here);
        assert_true(partition_count_cells(&x.here) >= before);
        assert_true(partition_count_cells(&x.here) <= k->members.len);
    }
    vec_free(&row);
    end(&x);
}

/* Main's children are one class; the kids of different workers are not. */
TEST(a_class_has_the_children_of_one_machine)
{
    fixture x = {0};
    begin(&x, NET_P2P);
    system_state row = {0};
    bool has_three = false;
    uint32_t count = intern_count(&x.v.rows);
    for (uint32_t i = 0; i < count; i++) {
        viewed_row(&x.v, i, &row);
        const sym_classes *k = sym_class_find(x.classes, &row);
        vec_each (one, &k->classes) {
            has_three |= one->count == 3;
            for (uint32_t n = 0; n < one->count; n++) {
                const machine_name *m =
                    naming_get(&x.v.m.c->vals.names, k->members.data[one->first + n]);
                assert_int_equal(m->parent, one->parent);
                assert_string_equal(x.v.m.ir->machines[m->decl].name, "W");
            }
        }
    }
    assert_true(has_three);
    vec_free(&row);
    end(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_renaming_moves_ref_hashes_and_keeps_shapes),
        LEAK_FREE(a_renaming_moves_colours),
        LEAK_FREE(ref_hashes_tell_how_a_column_refers_to_a_machine),
        LEAK_FREE(refinement_splits_cells),
        LEAK_FREE(a_class_has_the_children_of_one_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
