#include "lang/type.h"

#include "unit.h"

#include <string.h>

enum { FEW = 5, MANY = 6 }; /* event sets, once filled in */

/* One type of every kind, and references with chosen event sets. */
typedef struct fixture {
    intern names;
    types t;
    evset_id none, all, few, same_few, many; /* what the references accept */
    type_id deaf, server, client, timer, worker;
    type_id color, shape, file, socket;
} fixture;

static type_id reference(fixture *f, permission_kind kind, const char *name,
                         evset_id *events, evset_id value)
{
    *events = value;
    return type_permission(&f->t, kind, intern_puts(&f->names, name), NULL, events);
}

static void start(fixture *f)
{
    names_init(&f->names);
    types_init(&f->t, &f->names);
    f->deaf = reference(f, PERMISSION_INTERFACE, "Deaf", &f->none, EVSET_EMPTY);
    f->server = reference(f, PERMISSION_INTERFACE, "Server", &f->all, EVSET_ALL);
    f->client = reference(f, PERMISSION_EVENTSET, "Client", &f->few, FEW);
    f->timer = reference(f, PERMISSION_INTERFACE, "Timer", &f->same_few, FEW);
    f->worker = reference(f, PERMISSION_SPEC, "Worker", &f->many, MANY);
    f->color = type_enum(&f->t, intern_puts(&f->names, "Color"), NULL);
    f->shape = type_enum(&f->t, intern_puts(&f->names, "Shape"), NULL);
    f->file = type_foreign(&f->t, intern_puts(&f->names, "File"), NULL);
    f->socket = type_foreign(&f->t, intern_puts(&f->names, "Socket"), NULL);
}

static void finish(fixture *f)
{
    types_fini(&f->t);
    intern_fini(&f->names);
}

static type_id pair(fixture *f, type_id a, type_id b)
{
    return type_tuple(&f->t, (type_id[]){a, b}, 2);
}

static type_id fields(fixture *f, const char *x, type_id a, const char *y, type_id b)
{
    name_id names[] = {intern_puts(&f->names, x), intern_puts(&f->names, y)};
    return type_named_tuple(&f->t, names, (type_id[]){a, b}, 2);
}

static void accepts(fixture *f, type_id target, type_id source, bool want)
{
    for (int round = 0; round < 2; round++) { /* the second answer is from a cache */
        if (type_accepts(&f->t, target, source) == want)
            continue;
        strbuf b = {0};
        type_show(&f->t, target, &b);
        strbuf_puts(&b, " <- ");
        type_show(&f->t, source, &b);
        print_error("%s is %s\n", strbuf_text(&b), want ? "refused" : "accepted");
        strbuf_free(&b);
        fail();
    }
}

/* All scalar types of the fixture. */
static size_t scalars(const fixture *f, type_id *out)
{
    const type_id all[] = {TYPE_ANY,    TYPE_DATA,  TYPE_BOOL,    TYPE_INT,  TYPE_FLOAT,
                           TYPE_STRING, TYPE_EVENT, TYPE_MACHINE, TYPE_NULL, f->deaf,
                           f->server,   f->client,  f->timer,     f->worker, f->color,
                           f->shape,    f->file,    f->socket};
    memcpy(out, all, sizeof all);
    return COUNT_OF(all);
}

static bool is_reference(const fixture *f, type_id type)
{
    return type >= f->deaf && type <= f->worker;
}

/* Section 6.3 of the language, word by word. */
static bool naive_accepts(const fixture *f, type_id target, type_id source)
{
    if (target == source || target == TYPE_ANY)
        return true;
    if (target == TYPE_MACHINE)
        return source == TYPE_NULL || is_reference(f, source);
    if (target == TYPE_EVENT)
        return source == TYPE_NULL;
    if (target == TYPE_DATA)
        return source != TYPE_ANY && source != TYPE_MACHINE && source != f->file &&
               source != f->socket && (!is_reference(f, source) || source == f->deaf);
    bool both_few = (target == f->client || target == f->timer) &&
                    (source == f->client || source == f->timer);
    return both_few;
}

TEST(every_pair_of_scalars_is_judged_by_the_rules)
{
    fixture f;
    start(&f);
    type_id all[20];
    size_t count = scalars(&f, all);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            accepts(&f, all[i], all[k], naive_accepts(&f, all[i], all[k]));
    finish(&f);
}

TEST(collections_and_tuples_follow_their_elements)
{
    fixture f;
    start(&f);
    type_id all[20];
    size_t count = scalars(&f, all);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count; k++) {
            type_id a = all[i];
            type_id b = all[k];
            bool want = naive_accepts(&f, a, b);
            accepts(&f, type_seq(&f.t, a), type_seq(&f.t, b), want);
            accepts(&f, type_set(&f.t, a), type_set(&f.t, b), want);
            accepts(&f, type_map(&f.t, a, TYPE_INT), type_map(&f.t, b, TYPE_INT), want);
            accepts(&f, type_map(&f.t, TYPE_INT, a), type_map(&f.t, TYPE_INT, b), want);
            accepts(&f, pair(&f, TYPE_INT, a), pair(&f, TYPE_INT, b), want);
            accepts(&f, fields(&f, "x", a, "y", TYPE_INT),
                    fields(&f, "x", b, "y", TYPE_INT), want);
        }
    }
    finish(&f);
}

TEST(different_structures_never_mix)
{
    fixture f;
    start(&f);
    type_id made[] = {TYPE_INT,
                      type_seq(&f.t, TYPE_INT),
                      type_set(&f.t, TYPE_INT),
                      type_map(&f.t, TYPE_INT, TYPE_INT),
                      type_tuple(&f.t, (type_id[]){TYPE_INT}, 1),
                      pair(&f, TYPE_INT, TYPE_INT),
                      type_tuple(&f.t, (type_id[]){TYPE_INT, TYPE_INT, TYPE_INT}, 3),
                      fields(&f, "x", TYPE_INT, "y", TYPE_INT),
                      fields(&f, "y", TYPE_INT, "x", TYPE_INT), /* order counts */
                      fields(&f, "x", TYPE_INT, "z", TYPE_INT),
                      type_seq(&f.t, type_seq(&f.t, TYPE_INT))};
    for (size_t i = 0; i < COUNT_OF(made); i++)
        for (size_t k = 0; k < COUNT_OF(made); k++)
            accepts(&f, made[i], made[k], i == k);
    finish(&f);
}

TEST(any_takes_every_structure_and_gives_none_back)
{
    fixture f;
    start(&f);
    type_id made[] = {type_seq(&f.t, f.file), type_map(&f.t, TYPE_ANY, f.server),
                      pair(&f, TYPE_MACHINE, TYPE_NULL)};
    for (size_t i = 0; i < COUNT_OF(made); i++) {
        accepts(&f, TYPE_ANY, made[i], true);
        accepts(&f, made[i], TYPE_ANY, false);
        accepts(&f, made[i], TYPE_NULL, false);
        accepts(&f, made[i], TYPE_DATA, false);
    }
    finish(&f);
}

TEST(data_takes_what_embeds_no_reference_at_any_depth)
{
    fixture f;
    start(&f);
    type_id good[] = {TYPE_INT, TYPE_EVENT, TYPE_NULL, TYPE_DATA, f.color, f.deaf};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        accepts(&f, TYPE_DATA, type_seq(&f.t, type_set(&f.t, good[i])), true);
        accepts(&f, TYPE_DATA, type_map(&f.t, good[i], good[0]), true);
        accepts(&f, TYPE_DATA, fields(&f, "x", TYPE_INT, "y", good[i]), true);
    }
    type_id bad[] = {TYPE_ANY, TYPE_MACHINE, f.server, f.worker, f.file};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        accepts(&f, TYPE_DATA, type_seq(&f.t, type_set(&f.t, bad[i])), false);
        accepts(&f, TYPE_DATA, type_map(&f.t, bad[i], TYPE_INT), false);
        accepts(&f, TYPE_DATA, type_map(&f.t, TYPE_INT, bad[i]), false);
        accepts(&f, TYPE_DATA, fields(&f, "x", TYPE_INT, "y", bad[i]), false);
    }
    finish(&f);
}

TEST(same_means_assignable_both_ways)
{
    fixture f;
    start(&f);
    assert_true(type_same(&f.t, f.client, f.timer));
    assert_true(type_same(&f.t, type_seq(&f.t, f.client), type_seq(&f.t, f.timer)));
    assert_false(type_same(&f.t, TYPE_ANY, TYPE_INT));
    assert_false(type_same(&f.t, TYPE_NULL, TYPE_EVENT));
    assert_false(type_same(&f.t, f.server, TYPE_MACHINE));
    finish(&f);
}

TEST(what_was_reported_already_fits_everywhere)
{
    fixture f;
    start(&f);
    type_id all[20];
    size_t count = scalars(&f, all);
    for (size_t i = 0; i < count; i++) {
        accepts(&f, TYPE_ERROR, all[i], true);
        accepts(&f, all[i], TYPE_ERROR, true);
        accepts(&f, type_seq(&f.t, all[i]), type_seq(&f.t, TYPE_ERROR), true);
    }
    accepts(&f, TYPE_DATA, type_seq(&f.t, TYPE_ERROR), true);
    finish(&f);
}

TEST(equal_types_have_equal_numbers_and_others_do_not)
{
    fixture f;
    start(&f);
    type_id many[40];
    name_id names[40];
    for (uint32_t i = 0; i < 40; i++) { /* too many for the key on the stack */
        many[i] = i % 2 ? TYPE_INT : TYPE_BOOL;
        names[i] = 1000 + i;
    }
    for (uint32_t n = 1; n <= 40; n++) {
        type_id a = type_tuple(&f.t, many, n);
        type_id b = type_named_tuple(&f.t, names, many, n);
        assert_int_not_equal(a, b);
        assert_int_equal(a, type_tuple(&f.t, many, n));
        assert_int_equal(b, type_named_tuple(&f.t, names, many, n));
        assert_int_equal(type_get(&f.t, b)->count, n);
        assert_int_equal(type_field_index(&f.t, b, 1000 + n - 1), n - 1);
        assert_int_equal(type_field_index(&f.t, b, 1000 + n), -1);
        assert_int_equal(type_field_index(&f.t, a, 1000), -1);
    }
    assert_int_equal(type_field_index(&f.t, TYPE_INT, 1000), -1);
    assert_int_not_equal(type_seq(&f.t, TYPE_INT), type_set(&f.t, TYPE_INT));
    finish(&f);
}

/* Each type is two copies of the one before: without sharing, 2^200 steps. */
TEST(types_that_share_parts_are_compared_in_no_time)
{
    fixture f;
    start(&f);
    type_id a = f.client;
    type_id b = f.timer;
    type_id c = f.worker;
    for (uint32_t i = 1; i <= TYPE_MAX_DEPTH; i++) {
        a = pair(&f, a, a);
        b = pair(&f, b, b);
        c = pair(&f, c, c);
        assert_int_equal(type_depth(&f.t, a), i);
    }
    accepts(&f, a, b, true);
    accepts(&f, a, c, false);
    accepts(&f, TYPE_DATA, a, false);
    strbuf out = {0};
    type_show_whole(&f.t, a, &out);
    assert_true(out.len < 1 << 20);
    strbuf_free(&out);
    finish(&f);
}

static void expect_shown(fixture *f, type_id type, const char *want)
{
    strbuf b = {0};
    strbuf_puts(&b, "type of some length before it: ");
    size_t before = b.len;
    type_show(&f->t, type, &b);
    assert_string_equal(strbuf_text(&b) + before, want);
    strbuf_free(&b);
}

TEST(types_are_shown_as_p_writes_them)
{
    fixture f;
    start(&f);
    expect_shown(&f, TYPE_ERROR, "?");
    expect_shown(&f, TYPE_NULL, "null");
    expect_shown(&f, f.server, "Server");
    expect_shown(&f, type_map(&f.t, f.color, type_set(&f.t, TYPE_MACHINE)),
                 "map[Color, set[machine]]");
    expect_shown(&f, fields(&f, "x", TYPE_ANY, "y", pair(&f, TYPE_DATA, f.file)),
                 "(x: any, y: (data, File))");
    expect_shown(&f, type_seq(&f.t, type_tuple(&f.t, (type_id[]){TYPE_FLOAT}, 1)),
                 "seq[(float)]");
    finish(&f);
}

TEST(a_long_type_is_shown_by_its_first_alias_or_cut)
{
    fixture f;
    start(&f);
    type_id ints[30];
    for (size_t i = 0; i < 30; i++)
        ints[i] = TYPE_INT;
    type_id small = type_tuple(&f.t, ints, 12); /* 60 letters: still short */
    type_id large = type_tuple(&f.t, ints, 30);
    type_add_alias(&f.t, small, intern_puts(&f.names, "Dozen"));
    expect_shown(&f, small,
                 "(int, int, int, int, int, int, int, int, int, int, int, int)");
    expect_shown(&f, large,
                 "(int, int, int, int, int, int, int, int, int, int, int, int, ...)");
    type_add_alias(&f.t, large, intern_puts(&f.names, "Many"));
    type_add_alias(&f.t, large, intern_puts(&f.names, "Second"));
    type_add_alias(&f.t, TYPE_INT, intern_puts(&f.names, "Number"));
    expect_shown(&f, large, "Many");
    expect_shown(&f, TYPE_INT, "int");
    strbuf b = {0};
    type_show_whole(&f.t, large, &b);
    assert_int_equal(b.len, 30 * 5);
    strbuf_free(&b);
    finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_pair_of_scalars_is_judged_by_the_rules),
        LEAK_FREE(collections_and_tuples_follow_their_elements),
        LEAK_FREE(different_structures_never_mix),
        LEAK_FREE(any_takes_every_structure_and_gives_none_back),
        LEAK_FREE(data_takes_what_embeds_no_reference_at_any_depth),
        LEAK_FREE(same_means_assignable_both_ways),
        LEAK_FREE(what_was_reported_already_fits_everywhere),
        LEAK_FREE(equal_types_have_equal_numbers_and_others_do_not),
        LEAK_FREE(types_that_share_parts_are_compared_in_no_time),
        LEAK_FREE(types_are_shown_as_p_writes_them),
        LEAK_FREE(a_long_type_is_shown_by_its_first_alias_or_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
