/* Values that change in place: as long as nobody else holds them. */
#include "core/value_heap.h"

#include "unit.h"

typedef struct fixture {
    intern names;
    types types;
    values v;
} fixture;

static void set_up(fixture *f)
{
    intern_init(&f->names);
    types_init(&f->types, &f->names);
    values_init(&f->v, &f->types);
    values_start_heap(&f->v);
}

static void tear_down(fixture *f)
{
    values_fini(&f->v);
    types_fini(&f->types);
    intern_fini(&f->names);
}

static value number(int64_t n)
{
    return VALUE_INT_BIT | (uint32_t)n;
}

static value new_seq(values *v)
{
    value x = value_draft_new(v, VK_SEQ, 0, 0);
    value_draft_done(v, x);
    return x;
}

static value append(values *v, value x, value item)
{
    return value_splice(v, x, true, value_get(v, x).count, 0, &item, 1);
}

TEST(a_value_changes_in_place_until_it_is_shared)
{
    fixture f;
    set_up(&f);
    value a = append(&f.v, new_seq(&f.v), number(1));
    value b = value_splice(&f.v, a, true, 0, 1, &(value){number(2)}, 1);
    assert_int_equal(a, b);
    assert_int_equal(value_get(&f.v, a).items[0], number(2));
    value c = value_splice(&f.v, a, false, 0, 1, &(value){number(3)}, 1);
    assert_int_not_equal(a, c);
    value_share(&f.v, a);
    value d = append(&f.v, a, number(4));
    assert_int_not_equal(a, d);
    assert_int_equal(value_get(&f.v, a).count, 1);
    assert_int_equal(value_get(&f.v, d).count, 2);
    tear_down(&f);
}

TEST(an_item_is_shared_and_so_are_the_items_of_a_copy)
{
    fixture f;
    set_up(&f);
    value inner = append(&f.v, new_seq(&f.v), number(1));
    assert_true(value_heap_is_own(&f.v, inner));
    value outer = append(&f.v, new_seq(&f.v), inner);
    assert_false(value_heap_is_own(&f.v, inner));
    value itself = append(&f.v, outer, outer); /* holds what it was before */
    assert_int_not_equal(itself, outer);
    assert_int_equal(value_get(&f.v, outer).count, 1);
    assert_int_equal(value_get(&f.v, itself).items[1], outer);
    tear_down(&f);
}

TEST(a_text_grows_in_place_until_it_is_shared)
{
    fixture f;
    set_up(&f);
    value a = value_draft_text(&f.v, "ab", 2);
    value tail = value_draft_text(&f.v, "cdefg", 5);
    value b = value_append_text(&f.v, a, true, tail);
    value c = value_append_text(&f.v, b, true, tail);
    size_t len;
    assert_memory_equal(value_to_text(&f.v, c, &len), "abcdefgcdefg", 12);
    assert_int_equal(len, 12);
    value_share(&f.v, c);
    value d = value_append_text(&f.v, c, true, c);
    assert_memory_equal(value_to_text(&f.v, d, &len), "abcdefgcdefgabcdefgcdefg", 24);
    (void)value_to_text(&f.v, c, &len);
    assert_int_equal(len, 12);
    tear_down(&f);
}

TEST(a_collection_keeps_what_roots_hold_once)
{
    fixture f;
    set_up(&f);
    f.v.heap.is_restless = true;
    value inner = append(&f.v, new_seq(&f.v), number(5));
    value own = append(&f.v, new_seq(&f.v), number(6));
    value roots[] = {append(&f.v, new_seq(&f.v), inner),
                     append(&f.v, new_seq(&f.v), inner), own, number(7), VALUE_NULL};
    for (int i = 0; i < 1000; i++)
        (void)value_int(&f.v, INT64_MAX - i); /* garbage */
    size_t before = values_heap_bytes(&f.v);
    values_collect(&f.v, roots, COUNT_OF(roots));
    assert_true(values_heap_bytes(&f.v) < before / 10);
    value shared = value_get(&f.v, roots[0]).items[0];
    assert_int_equal(value_get(&f.v, roots[1]).items[0], shared);
    assert_int_equal(value_get(&f.v, shared).items[0], number(5));
    assert_false(value_heap_is_own(&f.v, shared));
    assert_true(value_heap_is_own(&f.v, roots[2]));
    assert_int_equal(roots[3], number(7));
    assert_int_equal(roots[4], VALUE_NULL);
    values_clear_heap(&f.v);
    assert_int_equal(values_heap_bytes(&f.v), 0);
    tear_down(&f);
}

TEST(the_heap_grows_over_segments_and_gives_them_back)
{
    fixture f;
    set_up(&f);
    char *text = mem_alloc(VALUE_MAX_TEXT);
    memset(text, 'x', VALUE_MAX_TEXT);
    value roots[2] = {value_text(&f.v, text, VALUE_MAX_TEXT), VALUE_NULL};
    for (int i = 0; i < 20; i++)
        roots[1] = value_text(&f.v, text, VALUE_MAX_TEXT);
    size_t segments = f.v.segments.len;
    values_collect(&f.v, roots, 2);
    values_collect(&f.v, roots, 2);
    assert_true(f.v.segments.len < segments);
    size_t len;
    assert_memory_equal(value_to_text(&f.v, roots[0], &len), text, VALUE_MAX_TEXT);
    assert_int_equal(len, VALUE_MAX_TEXT);
    mem_free(text, VALUE_MAX_TEXT);
    tear_down(&f);
}

/* ---- Random operations against a naive twin ---- */

/* A variable holds a sequence of numbers (LEAF), or of such sequences. */
enum { VARIABLES = 8, LEAVES = 4, MOST = 6 };

typedef struct twin {
    unsigned count;
    int items[MOST];
    struct {
        unsigned count;
        int items[MOST];
    } parts[MOST];
} twin;

/* The twin as an interned value. */
static value intern_ints(values *v, const int *items, unsigned count)
{
    value made[MOST];
    for (unsigned i = 0; i < count; i++)
        made[i] = value_int(v, items[i]);
    return value_make(v, VK_SEQ, 0, made, count);
}

static value intern_twin(values *v, const twin *t, bool is_leaf)
{
    bool was_on = values_switch_heap(v, false);
    value made[MOST];
    for (unsigned i = 0; !is_leaf && i < t->count; i++)
        made[i] = intern_ints(v, t->parts[i].items, t->parts[i].count);
    value x = is_leaf ? intern_ints(v, t->items, t->count)
                      : value_make(v, VK_SEQ, 0, made, t->count);
    values_switch_heap(v, was_on);
    return x;
}

static void check_twin(values *v, value x, const twin *t, bool is_leaf)
{
    value wanted = intern_twin(v, t, is_leaf);
    assert_true(value_equal(v, x, wanted));
    assert_int_equal(value_compare(v, wanted, x), 0);
    assert_true(value_hash(v, x) == value_hash(v, wanted));
}

static void change_leaf(values *v, value *x, twin *t, uint64_t *seed)
{
    int n = (int)rnd_below(seed, 5);
    if (t->count < MOST && rnd_below(seed, 3) > 0) {
        *x = append(v, *x, value_int(v, n));
        t->items[t->count++] = n;
    } else if (t->count > 0) { /* the first goes */
        *x = value_splice(v, *x, true, 0, 1, NULL, 0);
        memmove(t->items, t->items + 1, --t->count * sizeof *t->items);
    }
}

static void put_leaf(values *v, value *x, twin *t, value leaf, const twin *l,
                     uint64_t *seed)
{
    unsigned at = rnd_below(seed, MOST);
    if (at < t->count)
        *x = value_splice(v, *x, true, at, 1, &leaf, 1);
    else
        *x = append(v, *x, leaf);
    at = at < t->count ? at : t->count++;
    t->parts[at].count = l->count;
    memcpy(t->parts[at].items, l->items, sizeof l->items);
}

static void take_leaf(values *v, value x, const twin *t, value *leaf, twin *l,
                      uint64_t *seed)
{
    if (t->count == 0)
        return;
    unsigned at = rnd_below(seed, t->count);
    *leaf = value_get(v, x).items[at];
    value_share(v, *leaf);
    l->count = t->parts[at].count;
    memcpy(l->items, t->parts[at].items, sizeof l->items);
}

static void one_change(values *v, value *held, twin *twins, uint64_t *seed)
{
    unsigned leaf = rnd_below(seed, LEAVES);
    unsigned list = LEAVES + rnd_below(seed, VARIABLES - LEAVES);
    unsigned from = rnd_below(seed, VARIABLES);
    unsigned to = from < LEAVES ? leaf : list;
    switch (rnd_below(seed, 6)) {
    case 0:
        put_leaf(v, &held[list], &twins[list], held[leaf], &twins[leaf], seed);
        break;
    case 1:
        take_leaf(v, held[list], &twins[list], &held[leaf], &twins[leaf], seed);
        break;
    case 2: /* an assignment */
        value_share(v, held[from]);
        held[to] = held[from];
        twins[to] = twins[from];
        break;
    case 3:
        if (rnd_below(seed, 4) == 0)
            values_collect(v, held, VARIABLES);
        break;
    case 4:
        if (rnd_below(seed, 8) == 0) {
            value x = value_intern(v, held[to]);
            assert_int_equal(x, intern_twin(v, &twins[to], to < LEAVES));
            held[to] = rnd_below(seed, 2) == 0 ? x : held[to];
        }
        break;
    default:
        change_leaf(v, &held[leaf], &twins[leaf], seed);
    }
}

TEST(random_changes_agree_with_copies)
{
    uint64_t seed = 11;
    for (unsigned round = 0; round < test_size(20, 200); round++) {
        fixture f;
        twin twins[VARIABLES] = {0};
        value held[VARIABLES];
        set_up(&f);
        f.v.heap.is_restless = true;
        for (int i = 0; i < VARIABLES; i++)
            held[i] = new_seq(&f.v);
        for (int step = 0; step < 300; step++) {
            one_change(&f.v, held, twins, &seed);
            for (int i = 0; i < VARIABLES; i++)
                check_twin(&f.v, held[i], &twins[i], i < LEAVES);
        }
        tear_down(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_value_changes_in_place_until_it_is_shared),
        LEAK_FREE(an_item_is_shared_and_so_are_the_items_of_a_copy),
        LEAK_FREE(a_text_grows_in_place_until_it_is_shared),
        LEAK_FREE(a_collection_keeps_what_roots_hold_once),
        LEAK_FREE(the_heap_grows_over_segments_and_gives_them_back),
        LEAK_FREE(random_changes_agree_with_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
