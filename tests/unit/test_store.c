/* Saves values and names to a file and loads them. */
#include "core/store.h"

#include "folder_fixture.h"
#include "reach_fixture.h"

/* ---- Whole cores ---- */

static void save_core(const folder *d, const core *c)
{
    strbuf why = {0};
    savefile *f = savefile_create(d->file, &why);
    store_save(c, f);
    assert_true(savefile_keep(f, &why));
    strbuf_free(&why);
}

static bool load_core(const folder *d, core *c)
{
    strbuf why = {0};
    savefile *f = savefile_open(d->file, &why);
    assert_true(savefile_is_whole(f));
    bool ok = store_load(c, f);
    uint64_t more;
    if (ok)
        assert_false(savefile_get_number(f, &more)); /* all of it was read */
    savefile_close(f);
    strbuf_free(&why);
    return ok;
}

static void expect_same_names(const core *a, const core *b)
{
    const naming *x = &a->vals.names;
    const naming *y = &b->vals.names;
    assert_int_equal(x->machines.len, y->machines.len);
    assert_memory_equal(x->sorted.data, y->sorted.data,
                        x->machines.len * sizeof *x->sorted.data);
    for (uint32_t i = 0; i < x->machines.len; i++) {
        const machine_name *m = naming_get(x, i);
        const machine_name *n = naming_get(y, i);
        assert_int_equal(m->parent, n->parent);
        assert_int_equal(m->number, n->number);
        assert_int_equal(m->requested, n->requested);
        assert_int_equal(m->interface, n->interface);
        assert_int_equal(m->decl, n->decl);
        assert_int_equal(m->depth, n->depth);
        assert_true(m->hash == n->hash);
    }
}

/* The states of the one mean the same in the other, and what is made there gets the ids
 * that it has here: then the index is right too. */
static void expect_same_states(reach *a, reach *b)
{
    system_state row = {0};
    successors want = {0};
    successors got = {0};
    size_t used = b->m.c->vals.used;
    size_t nodes = b->m.c->vals.node_count;
    for (uint32_t i = 1; i < intern_count(&a->rows); i++) {
        reach_row(a, i, &row);
        assert_int_equal(reach_number(b, &row), i); /* the same rows from now on */
    }
    for (uint32_t i = 0; i < intern_count(&a->rows) && i < REACH_MOST; i++) {
        reach_row(a, i, &row);
        assert_true(system_hash(a->m.c, &row) == system_hash(b->m.c, &row));
        reach_successors(a, &row, &want);
        reach_successors(b, &row, &got);
        expect_same_successors(a, i, &want, &got);
    }
    assert_int_equal(b->m.c->vals.used, used);
    assert_int_equal(b->m.c->vals.node_count, nodes);
    assert_int_equal(b->m.c->vals.node_count, a->m.c->vals.node_count);
    vec_free(&row);
    vec_free(&want);
    vec_free(&got);
}

static folder the_folder;

static void compare(const char *text, const core_options *o)
{
    reach a;
    reach b;
    reach_begin(&a, text, o);
    reach_all(&a);
    save_core(&the_folder, a.m.c);
    reach_begin(&b, text, o);
    assert_true(load_core(&the_folder, b.m.c));
    expect_same_names(a.m.c, b.m.c);
    expect_same_states(&a, &b);
    reach_end(&a);
    reach_end(&b);
}

TEST(a_new_core_takes_over_what_another_knows)
{
    folder_make(&the_folder);
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        core_options o;
        for (unsigned at = (unsigned)i % 6; next_options(&at, &o); at += 6)
            compare(strbuf_text(&text), &o);
    }
    strbuf_free(&text);
    folder_remove(&the_folder);
}

TEST(what_does_not_begin_alike_is_refused)
{
    static const char text[] = "event a: string;\n"
                               "machine Main { start state S { entry {\n"
                               "  send this, a, \"%s\"; } ignore a; } }\n";
    folder d;
    folder_make(&d);
    strbuf one = {0};
    strbuf two = {0};
    strbuf_printf(&one, text, "one");
    strbuf_printf(&two, text, "two");
    model a = model_load(strbuf_text(&one), &(core_options){0});
    save_core(&d, a.c);
    model b = model_load(strbuf_text(&two), &(core_options){0});
    assert_false(load_core(&d, b.c)); /* other constants */
    model_free(&b);
    b = model_load(strbuf_text(&one), &(core_options){0});
    value_text(&b.c->vals, "more", 4);
    assert_false(load_core(&d, b.c)); /* it has more than the file */
    model_free(&b);
    b = model_load(strbuf_text(&one), &(core_options){0});
    naming_child(&b.c->vals.names, MACHINE_NONE, 1, 0, 0, 0);
    assert_false(load_core(&d, b.c));
    model_free(&b);
    model_free(&a);
    strbuf_free(&one);
    strbuf_free(&two);
    folder_remove(&d);
}

TEST(names_that_no_core_gives_are_refused)
{
    /* Number of names, and then parents of each: later, itself, twice the same. */
    static const uint32_t parents[][3] = {
        {MACHINE_NONE, 2, 0}, {MACHINE_NONE, 1, 0}, {0, 0, 0}};
    folder d;
    folder_make(&d);
    strbuf why = {0};
    for (size_t i = 0; i < COUNT_OF(parents) + 1; i++) {
        model m =
            model_load("machine Main { start state S { } }\n", &(core_options){0});
        savefile *f = savefile_create(d.file, &why);
        savefile_put_number(f, 3);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t name[5] = {i < COUNT_OF(parents) ? parents[i][k]
                                                            : MACHINE_NONE,
                                      i < COUNT_OF(parents) ? k + 1 : 1, 0, 0, 0};
            savefile_put(f, name, sizeof name);
        }
        values_save(&m.c->vals, f);
        assert_true(savefile_keep(f, &why));
        assert_false(load_core(&d, m.c));
        model_free(&m);
    }
    strbuf_free(&why);
    folder_remove(&d);
}

/* ---- Values of every kind, and very many ---- */

typedef struct store {
    intern names;
    types types;
    values v;
} store;

static void store_init(store *s)
{
    intern_init(&s->names);
    types_init(&s->types, &s->names);
    values_init(&s->v, &s->types);
}

static void store_fini(store *s)
{
    values_fini(&s->v);
    types_fini(&s->types);
    intern_fini(&s->names);
}

/* Value I of a long list, made of the one before. */
static value make_value(values *v, uint64_t i, value before)
{
    uint64_t seed = i;
    char text[200];
    value items[64];
    size_t count = rnd_below(&seed, (unsigned)COUNT_OF(items));
    for (size_t k = 0; k < count; k++)
        items[k] =
            value_int(v, (int64_t)(rnd(&seed) >> rnd_below(&seed, 60)) + (int64_t)i);
    if (value_depth(v, before) < 9 && count > 0 &&
        (i % 6 == 3 || value_kind_of(v, before) != VK_RECORD))
        items[0] = before; /* programs never see records */
    switch (i % 6) {
    case 0:
        memset(text, 'x', sizeof text);
        snprintf(text, 20, "%llu ", (unsigned long long)i);
        return value_text(v, text, 20 + rnd_below(&seed, 180));
    case 1:
        return value_float(v, (double)i / 7);
    case 2:
        return value_int(v, INT64_MAX - (int64_t)i);
    case 3:
        return value_make(v, VK_RECORD, (uint32_t)i, items, count);
    }
    return value_make(v, VK_SEQ, 0, items, count);
}

/* More than one segment of the store: what is left of each stays empty. */
TEST(many_values_keep_their_ids)
{
    enum { MORE = 1000 };
    const size_t most = test_size(75000, 150000);
    folder d;
    folder_make(&d);
    strbuf why = {0};
    store a;
    store b;
    store_init(&a);
    store_init(&b);
    value *ids = mem_alloc((most + MORE) * sizeof *ids);
    for (uint64_t i = 1; i < most; i++)
        ids[i] = make_value(&a.v, i, ids[i - 1]);
    assert_true(a.v.segments.len >= test_size(2, 3));
    savefile *f = savefile_create(d.file, &why);
    values_save(&a.v, f);
    assert_true(savefile_keep(f, &why));
    for (uint64_t i = 1; i < 50; i++)
        assert_int_equal(make_value(&b.v, i, ids[i - 1]), ids[i]); /* it has some */
    f = savefile_open(d.file, &why);
    assert_true(values_load(&b.v, f, NULL, NULL));
    savefile_close(f);
    assert_int_equal(a.v.used, b.v.used);
    assert_int_equal(a.v.node_count, b.v.node_count);
    assert_int_equal(values_bytes(&a.v), values_bytes(&b.v));
    /* Each is found, and new ones come behind. */
    for (uint64_t i = 1; i < most + MORE; i++) {
        value x = make_value(&b.v, i, ids[i - 1]);
        if (i < most)
            assert_int_equal(x, ids[i]);
        else
            assert_int_equal(x, ids[i] = make_value(&a.v, i, ids[i - 1]));
    }
    mem_free(ids, (most + MORE) * sizeof *ids);
    store_fini(&a);
    store_fini(&b);
    strbuf_free(&why);
    folder_remove(&d);
}

enum { SEGMENT = 1 << 20, HEADER = 2 }; /* units of 8 bytes */

/* A text of so many units that is like no other. */
static value fill_units(values *v, size_t units, uint32_t number)
{
    char text[600] = {0};
    snprintf(text, sizeof text, "%u", number);
    size_t before = v->used;
    value x = value_text(v, text, (units - HEADER) * 8);
    assert_int_equal(v->used - before, units);
    return x;
}

/* So many units of the first segment stay free. */
static void fill_but(values *v, size_t left)
{
    for (uint32_t i = 0; v->used != SEGMENT - left; i++) {
        size_t room = SEGMENT - left - v->used;
        fill_units(v, room > 60 ? 27 : room, i);
    }
}

static void copy_store(const folder *d, const values *from, values *to)
{
    strbuf why = {0};
    savefile *f = savefile_create(d->file, &why);
    values_save(from, f);
    assert_true(savefile_keep(f, &why));
    f = savefile_open(d->file, &why);
    assert_true(values_load(to, f, NULL, NULL));
    savefile_close(f);
    strbuf_free(&why);
    assert_int_equal(to->used, from->used);
    assert_int_equal(to->node_count, from->node_count);
}

/* The rest of a segment may be too short for anything, or there is none. */
TEST(stores_that_end_near_a_border_come_back)
{
    folder d;
    folder_make(&d);
    for (size_t left = 0; left < 4; left++) {
        store a;
        store_init(&a);
        fill_but(&a.v, left);
        for (int round = 0; round < 2; round++) {
            store b;
            store_init(&b);
            copy_store(&d, &a.v, &b.v);
            /* Large, and then small ones. */
            char text[100] = {0};
            snprintf(text, sizeof text, "round %d", round);
            for (size_t len = 80; len >= 8; len /= 10)
                assert_int_equal(value_text(&a.v, text, len),
                                 value_text(&b.v, text, len));
            assert_int_equal(a.v.used, b.v.used);
            store_fini(&b);
        }
        assert_int_equal(a.v.segments.len, 2);
        store_fini(&a);
    }
    folder_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_new_core_takes_over_what_another_knows),
        LEAK_FREE(what_does_not_begin_alike_is_refused),
        LEAK_FREE(names_that_no_core_gives_are_refused),
        LEAK_FREE(many_values_keep_their_ids),
        LEAK_FREE(stores_that_end_near_a_border_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
