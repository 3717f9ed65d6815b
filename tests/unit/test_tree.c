/* States as keys of a tree: the same states, and the same successors, as rows. */
#include "engine/explore/tree_private.h"

#include "core/store.h"
#include "folder_fixture.h"
#include "reach_fixture.h"

/* A tree beside the system that it must agree with. */
typedef struct fixture {
    reach r;
    tree *t;
    unsigned bits; /* of ids; 0: no limit */
    unsigned extended;
    unsigned widened;
    system_state row;
} fixture;

static void set_up(fixture *f, const char *text, const core_options *o,
                   unsigned cache_bits)
{
    *f = (fixture){0};
    reach_begin(&f->r, text, o);
    tree_layout shape = {0};
    tree_layout_balanced(f->r.m.c, &shape);
    f->t = tree_new(f->r.m.c, &shape, cache_bits);
    vec_free(&shape);
}

static void tear_down(fixture *f)
{
    assert_true(tree_check(f->t));
    tree_free(f->t);
    vec_free(&f->row);
    reach_end(&f->r);
}

static void set_limits(fixture *f, unsigned bits)
{
    f->bits = bits;
    tree_set_limit(f->t, TREE_LEFT, bits);
    tree_set_limit(f->t, TREE_RIGHT, bits);
}

/* What stood in the way is mended; false: nothing did. */
static bool mend(fixture *f)
{
    switch (f->t->pause) {
    case TREE_PAUSE_NONE:
        return false;
    case TREE_PAUSE_NEW_MACHINE:
        f->extended++;
        tree_extend(f->t);
        if (f->bits > 0)
            set_limits(f, f->bits);
        break;
    case TREE_PAUSE_WIDE_ID:
        assert_true(f->bits > 0);
        f->widened++;
        f->t->pause = TREE_PAUSE_NONE;
        set_limits(f, f->bits + 1);
        break;
    case TREE_PAUSE_TOO_MANY:
        fail();
    }
    assert_int_equal(f->t->pause, TREE_PAUSE_NONE);
    return true;
}

static void check_key(const fixture *f, uint64_t key)
{
    assert_true(key >> 32 < tree_count(f->t, TREE_LEFT));
    assert_true((uint32_t)key < tree_count(f->t, TREE_RIGHT));
    if (f->bits > 0) {
        assert_int_equal(key >> 32 >> f->bits, 0);
        assert_int_equal((uint32_t)key >> f->bits, 0);
    }
}

static uint64_t encode(fixture *f, const system_state *s)
{
    uint64_t key;
    do
        key = tree_encode(f->t, s);
    while (mend(f));
    check_key(f, key);
    return key;
}

static uint32_t number_of(fixture *f, uint64_t key)
{
    tree_decode(f->t, key, &f->row);
    return reach_number(&f->r, &f->row);
}

/* ---- Successors, as a worker finds them ---- */

static const tree_record *record_of(const fixture *f, int side, uint64_t key)
{
    return tree_at(f->t, f->t->side[side],
                   side == TREE_LEFT ? (uint32_t)(key >> 32) : (uint32_t)key);
}

/* The same as APPLY, step by step; where there are several results they are the very
 * same. */
static void check_steps(fixture *f, int side, uint32_t id, uint32_t requests,
                        tree_results want)
{
    tree_task a = {.side = (uint32_t)side, .id = id, .requests = requests};
    if (requests % 2 == 0)
        tree_prefetch_task(f->t, &a);
    tree_start_task(f->t, &a);
    tree_results r = tree_finish_task(f->t, &a);
    assert_int_equal(f->t->pause, TREE_PAUSE_NONE);
    assert_int_equal(r.count, want.count);
    if (r.count == 1) {
        assert_int_equal(r.one.id, want.one.id);
        assert_int_equal(r.one.requests, want.one.requests);
    } else {
        assert_ptr_equal(r.many, want.many);
    }
}

/* False: there is a wall. */
static bool finish(fixture *f, int side, uint32_t mine, uint32_t other,
                   uint32_t requests, successors *out)
{
    if (requests == TREE_FAULT) {
        vec_push(out, 0);
        return true;
    }
    if (requests == 0) {
        uint64_t key =
            side == TREE_LEFT ? tree_key(mine, other) : tree_key(other, mine);
        check_key(f, key);
        vec_push(out, number_of(f, key) + 1);
        return true;
    }
    tree_results r = tree_apply(f->t, 1 - side, other, requests);
    if (f->t->pause != TREE_PAUSE_NONE)
        return false;
    check_steps(f, 1 - side, other, requests, r);
    for (uint32_t i = 0; i < r.count; i++) {
        tree_entry e = r.count == 1 ? r.one : r.many[i];
        if (!finish(f, 1 - side, e.id, mine, e.requests, out))
            return false;
    }
    if (r.count != 1)
        assert_int_equal(r.many[-1].id, r.count);
    return true;
}

static bool list_side(fixture *f, int side, uint64_t key, successors *out)
{
    const tree_record *r = record_of(f, side, key);
    const tree_entry *list = tree_entries(f->t, r->list);
    uint32_t other = side == TREE_LEFT ? (uint32_t)key : (uint32_t)(key >> 32);
    for (uint32_t i = 0; i < r->info >> TREE_TRAIT_BITS; i++)
        if (!finish(f, side, list[i].id, other, list[i].requests, out))
            return false;
    return true;
}

static bool try_successors(fixture *f, uint64_t key, successors *out)
{
    vec_clear(out);
    tree_list(f->t, TREE_LEFT, (uint32_t)(key >> 32));
    tree_list(f->t, TREE_RIGHT, (uint32_t)key);
    if (f->t->pause != TREE_PAUSE_NONE)
        return false;
    const tree_record *left = record_of(f, TREE_LEFT, key);
    const tree_record *right = record_of(f, TREE_RIGHT, key);
    bool is_left = left->info & TRAIT_URGENT;
    bool is_right = right->info & TRAIT_URGENT;
    if (is_left && is_right) {
        is_left = tree_first_urgent(f->t, left, right) == TREE_LEFT;
        is_right = !is_left;
    }
    return (is_right || list_side(f, TREE_LEFT, key, out)) &&
           (is_left || list_side(f, TREE_RIGHT, key, out));
}

static void tree_successors(fixture *f, uint64_t key, successors *out)
{
    while (!try_successors(f, key, out))
        assert_true(mend(f));
    successors_sort(out);
}

static unsigned traits_of(const fixture *f, uint64_t key)
{
    return (record_of(f, TREE_LEFT, key)->info | record_of(f, TREE_RIGHT, key)->info) &
           TREE_TRAITS;
}

/* Keys by number of the state; they stay what they are whatever is mended. */
typedef VEC(uint64_t) key_list;

static void compare_all(fixture *f, key_list *keys)
{
    system_state from = {0};
    successors want = {0};
    successors got = {0};
    for (uint32_t i = 0; i < intern_count(&f->r.rows) && i < REACH_MOST; i++) {
        reach_row(&f->r, i, &from);
        uint64_t key = encode(f, &from);
        assert_int_equal(number_of(f, key), i);
        size_t ordinary = reach_successors(&f->r, &from, &want);
        tree_successors(f, key, &got);
        expect_same_successors(&f->r, i, &want, &got);
        assert_int_equal((traits_of(f, key) & TRAIT_ENABLED) == 0, ordinary == 0);
        vec_push(keys, key);
    }
    for (uint32_t i = 0; i < keys->len; i++) {
        reach_row(&f->r, i, &from);
        assert_true(encode(f, &from) == keys->data[i]);
        assert_int_equal(number_of(f, keys->data[i]), i);
    }
    assert_true(tree_check(f->t));
    vec_free(&from);
    vec_free(&want);
    vec_free(&got);
}

static void expect_different(const key_list *keys)
{
    intern all;
    intern_init(&all);
    vec_each (key, keys)
        intern_put(&all, key, sizeof *key);
    assert_int_equal(intern_count(&all), keys->len);
    intern_fini(&all);
}

/* ---- From machines that are met one by one ---- */

static unsigned all_extended, all_widened;

static void compare(const char *text, const core_options *o, unsigned cache_bits,
                    unsigned id_bits)
{
    fixture f;
    key_list keys = {0};
    set_up(&f, text, o, cache_bits);
    if (id_bits > 0)
        set_limits(&f, id_bits);
    compare_all(&f, &keys);
    expect_different(&keys);
    all_extended += f.extended;
    all_widened += f.widened;
    vec_free(&keys);
    tear_down(&f);
}

static void compare_usual(const char *text, const core_options *o)
{
    compare(text, o, TREE_CACHE_BITS, 0);
}

static void compare_tiny(const char *text, const core_options *o)
{
    compare(text, o, 1, 1);
}

TEST(a_tree_has_the_successors_of_the_system)
{
    all_extended = 0;
    each_program(compare_usual);
    assert_true(all_extended >
                test_size(150, 500)); /* the tree knows the first machine only */
}

TEST(tiny_caches_and_tight_limits_change_nothing)
{
    all_widened = 0;
    each_program(compare_tiny);
    assert_true(all_widened > test_size(150, 500));
}

/* ---- Other trees ---- */

static uint32_t push_random(uint32_t *ids, size_t count, uint64_t *seed,
                            tree_layout *out)
{
    tree_join j = {.cid = count == 1 ? ids[0] : MACHINE_NONE};
    if (count > 1) {
        size_t left = 1 + rnd_below(seed, (unsigned)count - 1);
        j.left = push_random(ids, left, seed, out);
        j.right = push_random(ids + left, count - left, seed, out);
    }
    vec_push(out, j);
    return (uint32_t)out->len - 1;
}

/* All machines that the core has met and the world, in any order, joined anyhow. */
static void random_shape(const core *c, uint64_t *seed, tree_layout *out)
{
    VEC(uint32_t) ids = {0};
    vec_push(&ids, COMPONENT_ENV);
    vec_each (id, &c->vals.names.sorted)
        vec_push(&ids, *id);
    for (size_t i = ids.len; i > 1; i--) {
        size_t k = rnd_below(seed, (unsigned)i);
        uint32_t x = ids.data[k];
        ids.data[k] = ids.data[i - 1];
        ids.data[i - 1] = x;
    }
    vec_clear(out);
    push_random(ids.data, ids.len, seed, out);
    vec_free(&ids);
}

static uint64_t shape_seed;

/* First some states with a small tree, so that the core knows machines. */
static void compare_random_shape(const char *text, const core_options *o)
{
    fixture f;
    key_list keys = {0};
    tree_layout shape = {0};
    set_up(&f, text, o, 4);
    successors next = {0};
    for (uint32_t i = 0; i < intern_count(&f.r.rows) && i < 20; i++) {
        reach_row(&f.r, i, &f.row);
        reach_successors(&f.r, &f.row, &next);
    }
    tree_free(f.t);
    random_shape(f.r.m.c, &shape_seed, &shape);
    f.t = tree_new(f.r.m.c, &shape, 4);
    assert_int_equal(f.t->nodes.len + 1, shape.len);
    compare_all(&f, &keys);
    vec_free(&shape);
    vec_free(&keys);
    vec_free(&next);
    tear_down(&f);
}

TEST(any_shape_of_tree_will_do)
{
    shape_seed = 1;
    each_program(compare_random_shape);
}

TEST(a_balanced_shape_has_every_machine_once)
{
    static const char text[] = "machine Main { start state S { entry { var i: int;\n"
                               "  while (i < 20) { new W(); i = i + 1; } } } }\n"
                               "machine W { start state S { } }\n";
    fixture f;
    key_list keys = {0};
    set_up(&f, text, &(core_options){0}, 4);
    compare_all(&f, &keys);
    tree_layout shape = {0};
    tree_layout_balanced(f.r.m.c, &shape);
    bool seen[21] = {0};
    unsigned worlds = 0;
    for (size_t i = 0; i < shape.len; i++) {
        const tree_join *j = &shape.data[i];
        if (j->cid == MACHINE_NONE) {
            assert_true(j->left < i);
            assert_true(j->right < i);
        } else if (j->cid == COMPONENT_ENV) {
            worlds++;
        } else {
            assert_true(j->cid < COUNT_OF(seen));
            assert_false(seen[j->cid]);
            seen[j->cid] = true;
        }
    }
    assert_int_equal(worlds, 1);
    assert_int_equal(shape.len, 2 * 22 - 1);
    vec_free(&shape);
    vec_free(&keys);
    tear_down(&f);
}

/* ---- Leaves ---- */

typedef struct seen_leaves {
    const fixture *f;
    uint32_t count;
    VEC(uint32_t) at; /* ids by position */
} seen_leaves;

static void see_leaf(void *context, uint32_t position, uint32_t id)
{
    seen_leaves *s = context;
    assert_int_equal(position, s->count++);
    vec_push(&s->at, id);
}

TEST(every_part_of_a_state_is_visited_once)
{
    strbuf text = {0};
    suite_read("faults/crash-of-a-minority", &text);
    fixture f;
    key_list keys = {0};
    set_up(&f, strbuf_text(&text), &(core_options){0}, 4);
    compare_all(&f, &keys);
    vec_each (key, &keys) {
        seen_leaves s = {.f = &f};
        tree_each_leaf(f.t, *key, see_leaf, &s);
        assert_int_equal(s.count, f.t->leaves);
        tree_decode(f.t, *key, &f.row);
        vec_each (n, &f.t->nodes)
            if (n->cid != MACHINE_NONE && n->cid != COMPONENT_ENV) {
                const tree_record *r = shelf_at(&n->records, s.at.data[n->first]);
                assert_int_equal(r->left, system_local(f.r.m.c, &f.row, n->cid));
                assert_int_equal(r->right, system_outbox(f.r.m.c, &f.row, n->cid));
            }
        vec_free(&s.at);
    }
    vec_free(&keys);
    strbuf_free(&text);
    tear_down(&f);
}

/* ---- Files ---- */

static folder the_folder;

static void write_tree(const fixture *f)
{
    strbuf why = {0};
    savefile *file = savefile_create(the_folder.file, &why);
    assert_non_null(file);
    store_save(f->r.m.c, file);
    tree_save(f->t, file);
    assert_true(savefile_keep(file, &why));
    strbuf_free(&why);
}

static void read_tree(fixture *f, unsigned cache_bits)
{
    strbuf why = {0};
    savefile *file = savefile_open(the_folder.file, &why);
    assert_non_null(file);
    assert_true(savefile_is_whole(file));
    assert_true(store_load(f->r.m.c, file));
    f->t = tree_load(f->r.m.c, cache_bits, file);
    assert_non_null(f->t);
    savefile_close(file);
    strbuf_free(&why);
}

/* Half of the states, to a file, into a new core, and all of them. */
static void compare_loaded(const char *text, const core_options *o)
{
    fixture a;
    fixture b = {0};
    key_list keys = {0};
    key_list again = {0};
    set_up(&a, text, o, 3);
    compare_all(&a, &keys);
    write_tree(&a);
    reach_begin(&b.r, text, o);
    read_tree(&b, 3);
    assert_true(tree_check(b.t));
    assert_int_equal(b.t->nodes.len, a.t->nodes.len);
    for (int side = 0; side < 2; side++)
        assert_int_equal(tree_count(b.t, side), tree_count(a.t, side));
    for (size_t i = 0; i < keys.len; i++) {
        tree_decode(a.t, keys.data[i], &a.row);
        tree_decode(b.t, keys.data[i], &b.row);
        assert_int_equal(a.row.len, b.row.len);
        assert_memory_equal(a.row.data, b.row.data, a.row.len * sizeof *a.row.data);
        assert_true(encode(&b, &b.row) == keys.data[i]);
    }
    assert_int_equal(b.extended, 0);
    compare_all(&b, &again);
    assert_int_equal(again.len, keys.len);
    assert_memory_equal(again.data, keys.data, keys.len * sizeof *keys.data);
    vec_free(&keys);
    vec_free(&again);
    tear_down(&a);
    tear_down(&b);
}

TEST(a_tree_from_a_file_has_the_same_ids_and_goes_on_alike)
{
    static const char *const names[] = {
        "quorum/two-rounds", "machines/send-is-a-scheduling-point",
        "monitors/observes-halt", "network/two-phase-commit-by-formula"};
    folder_make(&the_folder);
    strbuf text = {0};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        suite_read(names[i], &text);
        core_options o;
        for (unsigned at = 0; next_options(&at, &o); at += 2)
            compare_loaded(strbuf_text(&text), &o);
    }
    strbuf_free(&text);
    folder_remove(&the_folder);
}

static const char three[] = "machine Main { start state S { entry {\n"
                            "  new W(); new W(); } } }\n"
                            "machine W { start state S { } }\n";

static void expect_refused(const fixture *f)
{
    strbuf why = {0};
    write_tree(f);
    model m = model_load(three, &(core_options){0});
    savefile *file = savefile_open(the_folder.file, &why);
    assert_non_null(file);
    assert_true(savefile_is_whole(file));
    assert_true(store_load(m.c, file));
    assert_null(tree_load(m.c, 3, file));
    savefile_close(file);
    strbuf_free(&why);
    model_free(&m);
}

/* A file that is whole but not of a tree: ids would get another meaning. */
TEST(a_file_without_a_tree_in_it_is_refused)
{
    fixture f;
    key_list keys = {0};
    folder_make(&the_folder);
    set_up(&f, three, &(core_options){0}, 3);
    compare_all(&f, &keys);
    tree_node *n = &f.t->nodes.data[f.t->side[TREE_RIGHT]];
    assert_int_equal(n->cid, COMPONENT_NONE);
    assert_true(n->records.count > 2);
    tree_record *r = shelf_at(&n->records, 2);
    const tree_record *other = shelf_at(&n->records, 1);
    const tree_record was = *r;
    r->left = other->left; /* twice the same pair */
    r->right = other->right;
    expect_refused(&f);
    r->left = r->right = 0; /* which has id 0 */
    expect_refused(&f);
    r->left = was.left;
    r->right = was.right;
    uint32_t left = n->left;
    n->left = f.t->side[TREE_RIGHT]; /* a parent of its own */
    expect_refused(&f);
    n->left = n->right; /* one child twice */
    expect_refused(&f);
    n->left = left;
    uint32_t side = f.t->side[TREE_LEFT];
    f.t->side[TREE_LEFT] = (uint32_t)f.t->nodes.len;
    expect_refused(&f);
    f.t->side[TREE_LEFT] = side;
    vec_free(&keys);
    tear_down(&f);
    folder_remove(&the_folder);
}

/* ---- Limits ---- */

TEST(an_id_beyond_the_limit_is_a_wall_each_time_it_is_met)
{
    strbuf text = {0};
    suite_read("quorum/two-rounds", &text);
    fixture f;
    key_list keys = {0};
    set_up(&f, strbuf_text(&text), &(core_options){0}, 4);
    compare_all(&f, &keys);
    assert_true(tree_count(f.t, TREE_RIGHT) > 4);
    tree_set_limit(f.t, TREE_LEFT, 32);
    tree_set_limit(f.t, TREE_RIGHT, 2);
    system_state row = {0};
    unsigned met = 0;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < keys.len; i++) {
            reach_row(&f.r, i, &row);
            f.t->pause = TREE_PAUSE_NONE;
            tree_encode(f.t, &row);
            assert_int_equal(f.t->pause == TREE_PAUSE_WIDE_ID,
                             (uint32_t)keys.data[i] >= 4);
            met += f.t->pause == TREE_PAUSE_WIDE_ID;
        }
    assert_true(met > 0);
    f.t->pause = TREE_PAUSE_NONE;
    vec_free(&row);
    vec_free(&keys);
    strbuf_free(&text);
    tear_down(&f);
}

/* ---- Lemmas ---- */

/* All states of a program, with their keys. */
static void set_up_all(fixture *f, const char *name, key_list *keys)
{
    strbuf text = {0};
    suite_read(name, &text);
    set_up(f, strbuf_text(&text), &(core_options){.network = NET_BAG}, 6);
    compare_all(f, keys);
    assert_true(keys->len > 5);
    strbuf_free(&text);
}

/* Lemma tree-1. */
TEST(extending_a_tree_preserves_all_keys)
{
    fixture f;
    key_list keys = {0};
    system_state row = {0};
    set_up_all(&f, "quorum/two-rounds", &keys);
    for (int round = 0; round < 3; round++) {
        uint32_t left = tree_count(f.t, TREE_LEFT);
        uint32_t right = tree_count(f.t, TREE_RIGHT);
        uint32_t leaves = f.t->leaves;
        tree_extend(f.t);
        assert_true(tree_check(f.t));
        assert_true(f.t->leaves > leaves);
        assert_int_equal(tree_count(f.t, TREE_LEFT), left);
        assert_int_equal(tree_count(f.t, TREE_RIGHT), right);
        for (uint32_t i = 0; i < keys.len; i++) {
            assert_int_equal(number_of(&f, keys.data[i]), i);
            reach_row(&f.r, i, &row);
            assert_true(tree_encode(f.t, &row) == keys.data[i]);
        }
        assert_int_equal(tree_count(f.t, TREE_RIGHT), right);
    }
    vec_free(&row);
    vec_free(&keys);
    tear_down(&f);
}

/* The list of an id of a side, as it is remembered. */
typedef struct kept_list {
    uint32_t info;
    VEC(tree_entry) entries;
} kept_list;

typedef VEC(kept_list) kept_lists;

static void keep_lists(const fixture *f, int side, kept_lists *out)
{
    for (uint32_t id = 0; id < tree_count(f->t, side); id++) {
        const tree_record *r = tree_at(f->t, f->t->side[side], id);
        kept_list kept = {.info = r->info};
        for (uint32_t i = 0; r->list != 0 && i < r->info >> TREE_TRAIT_BITS; i++)
            vec_push(&kept.entries, tree_entries(f->t, r->list)[i]);
        vec_push(out, kept);
    }
}

static void forget_lists(fixture *f)
{
    vec_each (n, &f->t->nodes) {
        for (uint32_t id = 0; id < n->records.count; id++) {
            tree_record *r = shelf_at(&n->records, id);
            r->list = 0;
            r->info = 0;
        }
        if (n->cache_size > 0)
            memset(n->cache, 0, n->cache_size * sizeof *n->cache);
    }
}

/* Without what is remembered, in the opposite order: the same entries, and no new ids.
 */
static void expect_lists(fixture *f, int side, const kept_lists *want)
{
    for (uint32_t id = (uint32_t)want->len; id-- > 0;) {
        const kept_list *kept = &want->data[id];
        if (kept->info == 0)
            continue;
        tree_list(f->t, side, id);
        const tree_record *r = tree_at(f->t, f->t->side[side], id);
        assert_int_not_equal(r->list, 0);
        assert_int_equal(r->info, kept->info);
        if (kept->entries.len > 0)
            assert_memory_equal(tree_entries(f->t, r->list), kept->entries.data,
                                kept->entries.len * sizeof *kept->entries.data);
    }
    assert_int_equal(tree_count(f->t, side), want->len);
    assert_int_equal(f->t->pause, TREE_PAUSE_NONE);
}

static void free_lists(kept_lists *lists)
{
    vec_each (kept, lists)
        vec_free(&kept->entries);
    vec_free(lists);
}

/* Lemma tree-2: a list depends on its id alone, so it can be made again at any time. */
TEST(lists_depend_on_ids_alone)
{
    static const char *const names[] = {"quorum/two-rounds",
                                        "network/two-phase-commit-by-formula",
                                        "events/deferred-in-two-states"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        fixture f;
        key_list keys = {0};
        kept_lists want[2] = {{0}};
        set_up_all(&f, names[i], &keys);
        for (int side = 0; side < 2; side++)
            keep_lists(&f, side, &want[side]);
        forget_lists(&f);
        for (int side = 0; side < 2; side++) {
            expect_lists(&f, side, &want[side]);
            free_lists(&want[side]);
        }
        vec_free(&keys);
        tear_down(&f);
    }
}

static bool has_cached(const fixture *f)
{
    vec_each (n, &f->t->nodes)
        for (size_t i = 0; i < n->cache_size; i++)
            if (n->cache[i].requests != 0)
                return true;
    return false;
}

static bool has_lists(const fixture *f)
{
    vec_each (n, &f->t->nodes)
        for (uint32_t id = 0; id < n->records.count; id++)
            if (tree_at(f->t, (uint32_t)(n - f->t->nodes.data), id)->list != 0)
                return true;
    return false;
}

static void list_all(fixture *f, const key_list *keys)
{
    vec_each (key, keys) {
        tree_list(f->t, TREE_LEFT, (uint32_t)(*key >> 32));
        tree_list(f->t, TREE_RIGHT, (uint32_t)*key);
    }
}

/* Lemma tree-2: while a step is cut short or the tree pauses, answers are incomplete,
 * and nothing of them may be remembered. */
TEST(what_is_incomplete_is_not_remembered)
{
    fixture f;
    key_list keys = {0};
    kept_lists want[2] = {{0}};
    set_up_all(&f, "quorum/two-rounds", &keys);
    for (int side = 0; side < 2; side++)
        keep_lists(&f, side, &want[side]);
    for (int reason = 0; reason < 3; reason++) {
        forget_lists(&f);
        assert_false(has_cached(&f));
        f.r.m.c->was_stopped = reason == 0;
        f.r.m.c->limit = reason == 1 ? STOP_VALUES : STOP_NONE;
        f.t->pause = reason == 2 ? TREE_PAUSE_WIDE_ID : TREE_PAUSE_NONE;
        list_all(&f, &keys);
        assert_false(has_lists(&f));
        assert_false(has_cached(&f));
        f.r.m.c->was_stopped = false;
        f.r.m.c->limit = STOP_NONE;
        f.t->pause = TREE_PAUSE_NONE;
        for (int side = 0; side < 2; side++)
            expect_lists(&f, side, &want[side]);
    }
    for (int side = 0; side < 2; side++)
        free_lists(&want[side]);
    vec_free(&keys);
    tear_down(&f);
}

/* ---- Invariants ---- */

static tree_node *inner_node(const fixture *f)
{
    vec_each (n, &f->t->nodes)
        if (n->cid == COMPONENT_NONE && n->records.count > 4)
            return n;
    fail_msg("no such node");
    return NULL;
}

static void expect_damage_found(const fixture *f, uint32_t *where, uint32_t damaged)
{
    uint32_t was = *where;
    assert_true(tree_check(f->t));
    assert_int_not_equal(was, damaged);
    *where = damaged;
    assert_false(tree_check(f->t));
    *where = was;
    assert_true(tree_check(f->t));
}

static tree_cached *some_cached(const fixture *f)
{
    vec_each (n, &f->t->nodes)
        for (size_t i = 0; i < n->cache_size; i++)
            if (n->cache[i].requests != 0)
                return &n->cache[i];
    fail_msg("nothing is cached");
    return NULL;
}

TEST(the_check_finds_damaged_nodes)
{
    fixture f;
    key_list keys = {0};
    set_up_all(&f, "quorum/two-rounds", &keys);
    for (uint32_t node = 0; node < f.t->nodes.len; node++) {
        tree_node *n = &f.t->nodes.data[node];
        expect_damage_found(&f, &n->first, n->first + 1);
        expect_damage_found(&f, &n->end, n->end + 1);
        if (n->cid != COMPONENT_NONE) {
            expect_damage_found(&f, &n->cid, n->cid + 1);
            continue;
        }
        expect_damage_found(&f, &n->left, node);
        expect_damage_found(&f, &n->right, n->left);
    }
    expect_damage_found(&f, &f.t->leaves, f.t->leaves + 1);
    expect_damage_found(&f, &f.t->side[TREE_LEFT], f.t->side[TREE_RIGHT]);
    vec_free(&keys);
    tear_down(&f);
}

TEST(the_check_finds_damaged_records_lists_and_caches)
{
    fixture f;
    key_list keys = {0};
    set_up_all(&f, "quorum/two-rounds", &keys);
    tree_node *inner = inner_node(&f);
    tree_record *r = shelf_at(&inner->records, 3);
    const tree_record *other = shelf_at(&inner->records, 2);
    expect_damage_found(&f, &r->left, UINT32_MAX);
    expect_damage_found(&f, &r->right, UINT32_MAX);
    uint32_t right = r->right;
    r->right = other->right; /* then the pair of id 2 has two ids */
    if (r->left != other->left)
        expect_damage_found(&f, &r->left, other->left);
    r->right = right;
    expect_damage_found(&f, &((tree_record *)shelf_at(&inner->records, 0))->left, 1);
    uint32_t *bucket = &inner->map[tree_map_find(inner, r->left, r->right)];
    expect_damage_found(&f, bucket, 0);
    expect_damage_found(&f, bucket, 2);
    uint32_t info = 0;
    uint32_t id = 0;
    while (info >> TREE_TRAIT_BITS == 0)
        info = tree_at(f.t, f.t->side[TREE_RIGHT], id++)->info;
    r = tree_at(f.t, f.t->side[TREE_RIGHT], id - 1);
    expect_damage_found(&f, &r->info, UINT32_MAX);
    uint32_t list = r->list;
    r->list = f.t->entries.count + 1;
    assert_false(tree_check(f.t));
    r->list = list;
    tree_entry *e = shelf_at(&f.t->entries, r->list - 1);
    expect_damage_found(&f, &e->id, tree_count(f.t, TREE_RIGHT));
    tree_cached *cached = some_cached(&f);
    expect_damage_found(&f, &cached->requests, cached->requests ^ 1);
    expect_damage_found(&f, &cached->id, UINT32_MAX);
    vec_free(&keys);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_tree_has_the_successors_of_the_system),
        LEAK_FREE(tiny_caches_and_tight_limits_change_nothing),
        LEAK_FREE(any_shape_of_tree_will_do),
        LEAK_FREE(a_balanced_shape_has_every_machine_once),
        LEAK_FREE(every_part_of_a_state_is_visited_once),
        LEAK_FREE(a_tree_from_a_file_has_the_same_ids_and_goes_on_alike),
        LEAK_FREE(a_file_without_a_tree_in_it_is_refused),
        LEAK_FREE(an_id_beyond_the_limit_is_a_wall_each_time_it_is_met),
        LEAK_FREE(extending_a_tree_preserves_all_keys),
        LEAK_FREE(lists_depend_on_ids_alone),
        LEAK_FREE(what_is_incomplete_is_not_remembered),
        LEAK_FREE(the_check_finds_damaged_nodes),
        LEAK_FREE(the_check_finds_damaged_records_lists_and_caches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
