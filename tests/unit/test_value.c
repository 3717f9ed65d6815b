/* Values: one id for each content, and an order by content. */
#include "core/value.h"

#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A store with types of its own: two named tuples and three machines. */
typedef struct fixture {
    intern names;
    types types;
    values v;
    uint32_t ab, ba, abc; /* shapes: (a, b), (b, a), (a, b, c) */
    uint32_t root, first, second;
} fixture;

static void set_up(fixture *f)
{
    intern_init(&f->names);
    types_init(&f->types, &f->names);
    values_init(&f->v, &f->types);
    const name_id ab[3] = {intern_puts(&f->names, "a"), intern_puts(&f->names, "b"),
                           intern_puts(&f->names, "c")};
    const name_id ba[2] = {ab[1], ab[0]};
    const type_id ints[3] = {TYPE_INT, TYPE_INT, TYPE_INT};
    f->ab = type_named_tuple(&f->types, ab, ints, 2);
    f->ba = type_named_tuple(&f->types, ba, ints, 2);
    f->abc = type_named_tuple(&f->types, ab, ints, 3);
    f->root = naming_child(&f->v.names, MACHINE_NONE, 1, 0, 0, 0);
    /* not in the order of their names: 1.2 before 1.1 */
    f->second = naming_child(&f->v.names, f->root, 2, 0, 0, 0);
    f->first = naming_child(&f->v.names, f->root, 1, 0, 0, 0);
}

static void tear_down(fixture *f)
{
    values_fini(&f->v);
    types_fini(&f->types);
    intern_fini(&f->names);
}

static value list(fixture *f, value_kind kind, uint32_t aux, const value *items,
                  size_t count)
{
    return value_make(&f->v, kind, aux, items, count);
}

static value seq_of(fixture *f, int64_t a, int64_t b)
{
    const value items[2] = {value_int(&f->v, a), value_int(&f->v, b)};
    return list(f, VK_SEQ, 0, items, 2);
}

TEST(small_ints_are_immediate_and_big_ones_are_nodes)
{
    fixture f;
    set_up(&f);
    static const int64_t numbers[] = {0,
                                      1,
                                      -1,
                                      VALUE_INT_MAX,
                                      VALUE_INT_MIN,
                                      (int64_t)VALUE_INT_MAX + 1,
                                      (int64_t)VALUE_INT_MIN - 1,
                                      INT64_MAX,
                                      INT64_MIN};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        value x = value_int(&f.v, numbers[i]);
        assert_int_equal(value_kind_of(&f.v, x), VK_INT);
        assert_true(value_to_int(&f.v, x) == numbers[i]);
        assert_int_equal(value_int(&f.v, numbers[i]), x);
        assert_false(value_is_draft(x));
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(x, value_int(&f.v, numbers[k]));
    }
    assert_int_equal(f.v.node_count, 4);
    tear_down(&f);
}

TEST(there_is_one_zero_and_one_nan)
{
    fixture f;
    set_up(&f);
    assert_int_equal(value_float(&f.v, 0.0), value_float(&f.v, -0.0));
    assert_false(signbit(value_to_float(&f.v, value_float(&f.v, -0.0))));
    uint64_t bits = UINT64_C(0xfff8000000001234); /* another NaN */
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    assert_int_equal(value_float(&f.v, odd), value_float(&f.v, (double)NAN));
    assert_true(isnan(value_to_float(&f.v, value_float(&f.v, odd))));
    assert_int_equal(f.v.node_count, 2);
    assert_int_not_equal(value_float(&f.v, 1.0), value_int(&f.v, 1));
    tear_down(&f);
}

TEST(texts_may_hold_nul_bytes)
{
    fixture f;
    set_up(&f);
    value a = value_text(&f.v, "x\0y", 3);
    value b = value_text(&f.v, "x\0z", 3);
    value c = value_text(&f.v, "x", 1);
    assert_true(a != b && a != c && b != c);
    assert_int_equal(value_text(&f.v, "x\0y", 3), a);
    size_t len;
    assert_memory_equal(value_to_text(&f.v, a, &len), "x\0y", 3);
    assert_int_equal(len, 3);
    assert_true(value_compare(&f.v, c, a) < 0);
    assert_true(value_compare(&f.v, a, b) < 0);
    assert_true(value_compare(&f.v, value_text(&f.v, "", 0), c) < 0);
    assert_true(value_compare(&f.v, value_text(&f.v, "\xff", 1), b) > 0);
    tear_down(&f);
}

TEST(equal_content_is_one_node_and_other_kinds_are_others)
{
    fixture f;
    set_up(&f);
    value a = seq_of(&f, 1, 2);
    assert_int_equal(seq_of(&f, 1, 2), a);
    assert_int_not_equal(seq_of(&f, 2, 1), a);
    const value items[2] = {value_int(&f.v, 1), value_int(&f.v, 2)};
    const value same[] = {a,
                          list(&f, VK_TUPLE, 0, items, 2),
                          list(&f, VK_TUPLE, f.ab, items, 2),
                          list(&f, VK_SET, 0, items, 2),
                          list(&f, VK_MAP, 0, items, 2),
                          list(&f, VK_RECORD, 1, items, 2),
                          list(&f, VK_RECORD, 2, items, 2)};
    for (size_t i = 0; i < COUNT_OF(same); i++)
        for (size_t k = 0; k < COUNT_OF(same); k++)
            assert_true((i == k) == (same[i] == same[k]));
    value_view w = value_get(&f.v, same[2]);
    assert_int_equal(w.kind, VK_TUPLE);
    assert_int_equal(w.aux, f.ab);
    assert_int_equal(w.count, 2);
    assert_int_equal(w.items[1], items[1]);
    assert_int_equal(value_item(&f.v, same[6], 0), items[0]);
    tear_down(&f);
}

enum { LADDER = 40 };

/* Values of every kind, each less than the next. */
static size_t make_ladder(fixture *f, value *out)
{
    values *v = &f->v;
    size_t n = 0;
    out[n++] = VALUE_NULL;
    out[n++] = VALUE_FALSE;
    out[n++] = VALUE_TRUE;
    out[n++] = value_int(v, INT64_MIN);
    out[n++] = value_int(v, (int64_t)VALUE_INT_MIN - 1);
    out[n++] = value_int(v, VALUE_INT_MIN);
    out[n++] = value_int(v, -1);
    out[n++] = value_int(v, 0);
    out[n++] = value_int(v, VALUE_INT_MAX);
    out[n++] = value_int(v, INT64_MAX);
    out[n++] = value_float(v, (double)NAN); /* before all numbers */
    out[n++] = value_float(v, -DBL_MAX);
    out[n++] = value_float(v, -0.0);
    out[n++] = value_float(v, DBL_MIN);
    out[n++] = value_float(v, (double)INFINITY);
    out[n++] = value_text(v, "", 0);
    out[n++] = value_text(v, "a", 1);
    out[n++] = value_text(v, "ab", 2);
    out[n++] = value_text(v, "b", 1);
    out[n++] = value_event(0);
    out[n++] = value_event(7);
    out[n++] = value_machine_id(f->root);
    out[n++] = value_machine_id(f->first);
    out[n++] = value_machine_id(f->second);
    const value one[2] = {value_int(v, 1), value_int(v, 2)};
    const value two[3] = {value_int(v, 2), value_int(v, 1), value_int(v, 1)};
    out[n++] = list(f, VK_TUPLE, 0, one, 2); /* those without names first */
    out[n++] = list(f, VK_TUPLE, 0, two, 2);
    out[n++] = list(f, VK_TUPLE, f->ab, one, 2); /* by names, then by content */
    out[n++] = list(f, VK_TUPLE, f->ab, two, 2);
    out[n++] = list(f, VK_TUPLE, f->abc, two, 3);
    out[n++] = list(f, VK_TUPLE, f->ba, one, 2);
    out[n++] = list(f, VK_SEQ, 0, NULL, 0);
    out[n++] = list(f, VK_SEQ, 0, one, 1); /* a prefix comes first */
    out[n++] = list(f, VK_SEQ, 0, one, 2);
    out[n++] = list(f, VK_SEQ, 0, two, 1);
    out[n++] = list(f, VK_SET, 0, one, 2);
    out[n++] = list(f, VK_MAP, 0, one, 2);
    out[n++] = list(f, VK_RECORD, 1, one, 2);
    return n;
}

TEST(order_and_equality_go_by_content)
{
    fixture f;
    set_up(&f);
    value x[LADDER];
    size_t n = make_ladder(&f, x);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            int by = value_compare(&f.v, x[i], x[k]);
            assert_true(i < k ? by < 0 : i > k ? by > 0 : by == 0);
            assert_int_equal(value_equal(&f.v, x[i], x[k]), i == k);
        }
    }
    tear_down(&f);
}

/* The same in two stores, whatever was made before and whatever the machine ids are. */
TEST(hashes_do_not_depend_on_the_run)
{
    fixture f;
    fixture g;
    set_up(&f);
    set_up(&g);
    for (int i = 0; i < 1000; i++)
        seq_of(&g, i, i);
    value x[LADDER];
    value y[LADDER];
    size_t n = make_ladder(&f, x);
    assert_int_equal(make_ladder(&g, y), n);
    assert_int_not_equal(x[n - 1], y[n - 1]);
    for (size_t i = 0; i < n; i++) {
        assert_true(value_hash(&f.v, x[i]) == value_hash(&g.v, y[i]));
        for (size_t k = 0; k < i; k++)
            assert_true(value_hash(&f.v, x[i]) != value_hash(&f.v, x[k]));
    }
    tear_down(&g);
    /* 1.1 is the third machine there and the second here. */
    values h;
    values_init(&h, &f.types);
    uint32_t root = naming_child(&h.names, MACHINE_NONE, 1, 0, 0, 0);
    uint32_t child = naming_child(&h.names, root, 1, 0, 0, 0);
    assert_int_not_equal(child, f.first);
    assert_true(value_hash(&h, value_machine_id(child)) ==
                value_hash(&f.v, value_machine_id(f.first)));
    assert_true(value_hash(&h, value_machine(&h, child, 6, 5)) ==
                value_hash(&f.v, value_machine(&f.v, f.first, 6, 5)));
    values_fini(&h);
    tear_down(&f);
}

TEST(rights_tell_references_apart_but_do_not_count)
{
    fixture f;
    set_up(&f);
    enum { USUAL = 5, FEW = 6 };
    value plain = value_machine(&f.v, f.first, USUAL, USUAL);
    value narrow = value_machine(&f.v, f.first, FEW, USUAL);
    evset_id events = 0;
    assert_int_equal(plain, value_machine_id(f.first));
    assert_int_not_equal(narrow, plain);
    assert_int_equal(value_to_machine_id(&f.v, narrow), f.first);
    assert_false(value_has_rights(&f.v, plain, &events));
    assert_true(value_has_rights(&f.v, narrow, &events));
    assert_int_equal(events, FEW);
    assert_true(value_equal(&f.v, plain, narrow));
    assert_int_equal(value_compare(&f.v, narrow, plain), 0);
    /* the same inside of others, at any depth */
    value a = list(&f, VK_SEQ, 0, &plain, 1);
    value b = list(&f, VK_SEQ, 0, &narrow, 1);
    value deep_a = list(&f, VK_TUPLE, 0, &a, 1);
    value deep_b = list(&f, VK_TUPLE, 0, &b, 1);
    assert_int_not_equal(deep_a, deep_b);
    assert_true(value_equal(&f.v, deep_a, deep_b));
    value other = value_machine(&f.v, f.second, FEW, USUAL);
    assert_false(value_equal(&f.v, narrow, other));
    assert_false(value_equal(&f.v, b, list(&f, VK_SEQ, 0, &other, 1)));
    tear_down(&f);
}

/* ---- Drafts ---- */

static value draft_of(fixture *f, int64_t a, int64_t b)
{
    value d = value_draft_new(&f->v, VK_SEQ, 0, 2);
    value_draft_items(&f->v, d)[0] = value_int(&f->v, a);
    value_draft_items(&f->v, d)[1] = value_int(&f->v, b);
    return d;
}

TEST(a_draft_equals_its_node_and_freezes_to_it)
{
    fixture f;
    set_up(&f);
    value node = seq_of(&f, 1, 2);
    value d = draft_of(&f, 1, 2);
    assert_true(value_is_draft(d));
    assert_false(value_is_draft(node));
    assert_true(value_equal(&f.v, d, node));
    assert_int_equal(value_freeze(&f.v, d), node);
    assert_int_equal(value_freeze(&f.v, node), node);
    value inner = draft_of(&f, 3, 4);
    value outer = value_splice(&f.v, d, true, 2, 0, &inner, 1);
    value frozen = value_freeze(&f.v, outer);
    assert_int_equal(value_get(&f.v, frozen).items[2], seq_of(&f, 3, 4));
    size_t nodes = f.v.node_count;
    values_start_step(&f.v);
    assert_int_equal(values_draft_bytes(&f.v), 0);
    assert_int_equal(f.v.node_count, nodes);
    tear_down(&f);
}

TEST(a_draft_changes_in_place_only_while_nobody_else_holds_it)
{
    fixture f;
    set_up(&f);
    value nine = value_int(&f.v, 9);
    value d = draft_of(&f, 1, 2);
    assert_int_equal(value_splice(&f.v, d, true, 0, 1, &nine, 1), d);
    assert_true(value_equal(&f.v, d, seq_of(&f, 9, 2)));
    value copy = value_splice(&f.v, d, false, 1, 1, &nine, 1); /* it may not */
    assert_int_not_equal(copy, d);
    assert_true(value_equal(&f.v, d, seq_of(&f, 9, 2)));
    assert_true(value_equal(&f.v, copy, seq_of(&f, 9, 9)));
    value_share(&f.v, d);
    assert_int_not_equal(value_splice(&f.v, d, true, 0, 2, NULL, 0), d);
    assert_true(value_equal(&f.v, d, seq_of(&f, 9, 2)));
    value_freeze(&f.v, copy); /* its node must stay what it is */
    assert_int_not_equal(value_splice(&f.v, copy, true, 0, 1, NULL, 0), copy);
    tear_down(&f);
}

/* What is put into another, or copied along with its holder, is held twice. */
TEST(parts_of_drafts_are_shared)
{
    fixture f;
    set_up(&f);
    value inner = draft_of(&f, 1, 2);
    value outer = value_draft_new(&f.v, VK_SEQ, 0, 0);
    outer = value_splice(&f.v, outer, true, 0, 0, &inner, 1);
    assert_int_not_equal(value_splice(&f.v, inner, true, 0, 1, NULL, 0), inner);
    value lone = value_draft_new(&f.v, VK_SEQ, 0, 1);
    value part = draft_of(&f, 3, 4);
    value_draft_items(&f.v, lone)[0] = part;
    value copy = value_splice(&f.v, lone, false, 1, 0, &part, 0);
    assert_int_not_equal(copy, lone);
    assert_int_not_equal(value_splice(&f.v, part, true, 0, 1, NULL, 0), part);
    tear_down(&f);
}

/* The naive twin is an array of numbers. */
TEST(random_splices_agree_with_an_array)
{
    enum { MOST = 300 };
    fixture f;
    set_up(&f);
    int64_t twin[MOST];
    size_t len = 0;
    uint64_t seed = 0x5eed;
    value d = value_draft_new(&f.v, VK_SEQ, 0, 0);
    for (int i = 0; i < 20000; i++) {
        size_t at = rnd_below(&seed, (unsigned)len + 1);
        size_t removed = rnd_below(&seed, (unsigned)(len - at) + 1) % 4;
        size_t count = rnd_below(&seed, 4);
        if (len - removed + count > MOST)
            count = 0;
        value added[4];
        memmove(twin + at + count, twin + at + removed,
                (len - at - removed) * sizeof *twin);
        for (size_t k = 0; k < count; k++) {
            twin[at + k] = (int64_t)(rnd(&seed) >> rnd_below(&seed, 64));
            added[k] = value_int(&f.v, twin[at + k]);
        }
        len = len - removed + count;
        value was = d;
        bool may_change = rnd_below(&seed, 8) != 0;
        d = value_splice(&f.v, d, may_change, at, removed, added, count);
        assert_int_equal(d == was, may_change);
        value_view w = value_get(&f.v, d);
        assert_int_equal(w.count, len);
        for (size_t k = 0; k < len; k++)
            assert_true(value_to_int(&f.v, w.items[k]) == twin[k]);
    }
    tear_down(&f);
}

/* Two million nodes of 24 bytes fill six segments; none may move or be confused. */
TEST(millions_of_nodes_keep_their_content)
{
    enum { N = 2000000 };
    fixture f;
    set_up(&f);
    value *made = mem_alloc(N * sizeof *made);
    for (int i = 0; i < N; i++)
        made[i] = value_int(&f.v, INT64_MAX - i);
    assert_int_equal(f.v.node_count, N);
    assert_int_equal(f.v.segments.len, 6);
    assert_true(values_bytes(&f.v) >= (size_t)N * 24);
    uint64_t seed = 3;
    for (int i = 0; i < N; i += 1 + (int)rnd_below(&seed, 8)) {
        assert_true(value_to_int(&f.v, made[i]) == INT64_MAX - i);
        assert_int_equal(value_int(&f.v, INT64_MAX - i), made[i]);
    }
    assert_int_equal(f.v.node_count, N);
    mem_free(made, N * sizeof *made);
    tear_down(&f);
}

/* A node that does not fit into what is left of a segment begins another. */
TEST(only_ids_of_values_exist)
{
    fixture f;
    set_up(&f);
    const value items[3] = {value_int(&f.v, 1), value_int(&f.v, 2), value_int(&f.v, 3)};
    value made[4] = {value_make(&f.v, VK_SEQ, 0, items, 3),
                     value_text(&f.v, "a text of some words", 20),
                     value_int(&f.v, INT64_MAX), value_float(&f.v, 0.5)};
    size_t found = 0;
    for (value x = 1; x < f.v.used + 100; x++) {
        bool is_made = x == made[0] || x == made[1] || x == made[2] || x == made[3];
        assert_int_equal(value_exists(&f.v, x), is_made);
        found += is_made;
    }
    assert_int_equal(found, 4);
    assert_true(value_exists(&f.v, VALUE_NULL) &&
                value_exists(&f.v, value_int(&f.v, -5)));
    assert_true(value_exists(&f.v, VALUE_TRUE) && value_exists(&f.v, VALUE_FALSE));
    assert_false(value_exists(&f.v, VALUE_TRUE + 1));
    assert_true(value_exists(&f.v, value_machine_id(f.first)));
    assert_false(value_exists(&f.v, value_machine_id(17)));
    value draft = value_draft_text(&f.v, "draft", 5);
    assert_true(value_exists(&f.v, draft));
    assert_false(value_exists(&f.v, draft + 1));
    tear_down(&f);
}

TEST(the_largest_values_have_room)
{
    fixture f;
    set_up(&f);
    value *items = mem_alloc(VALUE_MAX_ITEMS * sizeof *items);
    value big[3];
    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < VALUE_MAX_ITEMS; i++)
            items[i] = value_int(&f.v, i + n);
        big[n] = list(&f, VK_SEQ, 0, items, VALUE_MAX_ITEMS);
    }
    for (unsigned n = 0; n < 3; n++) {
        value_view w = value_get(&f.v, big[n]);
        assert_int_equal(w.count, VALUE_MAX_ITEMS);
        assert_int_equal(value_to_int(&f.v, w.items[0]), n);
        assert_int_equal(value_to_int(&f.v, w.items[VALUE_MAX_ITEMS - 1]),
                         VALUE_MAX_ITEMS - 1 + n);
    }
    assert_true(value_compare(&f.v, big[0], big[1]) < 0);
    mem_free(items, VALUE_MAX_ITEMS * sizeof *items);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(small_ints_are_immediate_and_big_ones_are_nodes),
        LEAK_FREE(there_is_one_zero_and_one_nan),
        LEAK_FREE(texts_may_hold_nul_bytes),
        LEAK_FREE(equal_content_is_one_node_and_other_kinds_are_others),
        LEAK_FREE(order_and_equality_go_by_content),
        LEAK_FREE(hashes_do_not_depend_on_the_run),
        LEAK_FREE(rights_tell_references_apart_but_do_not_count),
        LEAK_FREE(a_draft_equals_its_node_and_freezes_to_it),
        LEAK_FREE(a_draft_changes_in_place_only_while_nobody_else_holds_it),
        LEAK_FREE(parts_of_drafts_are_shared),
        LEAK_FREE(random_splices_agree_with_an_array),
        LEAK_FREE(millions_of_nodes_keep_their_content),
        LEAK_FREE(only_ids_of_values_exist),
        LEAK_FREE(the_largest_values_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
