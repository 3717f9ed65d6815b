/* Values sent between two stores that share only the types. */
#include "core/wire.h"

#include "unit.h"

#include <math.h>
#include <string.h>

enum { EVENTS = 5, USUAL = 4 };

/* A sender, and a receiver whose ids are others. */
typedef struct fixture {
    intern names;
    types types;
    values from, to;
    wire_writer w;
    wire_known told;
    wire_reader r;
    strbuf stream;
    uint32_t root, child; /* machine ids of the sender */
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){0};
    intern_init(&f->names);
    types_init(&f->types, &f->names);
    values_init(&f->from, &f->types);
    values_init(&f->to, &f->types);
    f->root = naming_child(&f->from.names, MACHINE_NONE, 1, 2, 3, 4);
    f->child = naming_child(&f->from.names, f->root, 7, 1, 1, 0);
    /* what the receiver has met already */
    naming_child(&f->to.names, naming_child(&f->to.names, MACHINE_NONE, 1, 2, 3, 4), 1,
                 1, 1, 0);
    value_text(&f->to, "something else", 14);
    wire_writer_init(&f->w, &f->from);
    wire_reader_init(&f->r, &f->to);
}

static void tear_down(fixture *f)
{
    strbuf_free(&f->stream);
    wire_reader_fini(&f->r);
    wire_known_fini(&f->told);
    wire_writer_fini(&f->w);
    values_fini(&f->to);
    values_fini(&f->from);
    types_fini(&f->types);
    intern_fini(&f->names);
}

static value receive(fixture *f, wire_bytes *in)
{
    while (wire_read_definition(&f->r, wire_get_number(in), in))
        continue;
    return wire_get_value(&f->r, in);
}

static void send(fixture *f, value x)
{
    strbuf_clear(&f->stream);
    wire_define(&f->w, &f->told, x, &f->stream);
    wire_put_number(&f->stream, WIRE_FREE);
    wire_put_value(&f->w, x, &f->stream);
}

/* X as the receiver has it; content is the same. */
static value pass(fixture *f, value x)
{
    send(f, x);
    wire_bytes in = {.at = f->stream.data, .end = f->stream.data + f->stream.len};
    value y = receive(f, &in);
    assert_false(in.is_bad);
    assert_ptr_equal(in.at, in.end);
    assert_int_equal(value_kind_of(&f->from, x), value_kind_of(&f->to, y));
    assert_true(value_hash(&f->from, x) == value_hash(&f->to, y));
    return y;
}

TEST(constants_events_and_numbers)
{
    fixture f;
    set_up(&f);
    assert_int_equal(pass(&f, VALUE_NULL), VALUE_NULL);
    assert_int_equal(pass(&f, VALUE_TRUE), VALUE_TRUE);
    assert_int_equal(pass(&f, VALUE_FALSE), VALUE_FALSE);
    assert_int_equal(pass(&f, value_event(0)), value_event(0));
    assert_int_equal(pass(&f, value_event(1234)), value_event(1234));
    static const int64_t numbers[] = {0,
                                      1,
                                      -1,
                                      63,
                                      -64,
                                      VALUE_INT_MAX,
                                      VALUE_INT_MIN,
                                      (int64_t)VALUE_INT_MAX + 1,
                                      (int64_t)VALUE_INT_MIN - 1,
                                      INT64_MAX,
                                      INT64_MIN};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        value y = pass(&f, value_int(&f.from, numbers[i]));
        assert_true(value_to_int(&f.to, y) == numbers[i]);
        assert_int_equal(y, value_int(&f.to, numbers[i]));
    }
    tear_down(&f);
}

TEST(floats_and_texts)
{
    fixture f;
    set_up(&f);
    static const double numbers[] = {0, -0.5, 1e300, INFINITY};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        assert_true(value_to_float(&f.to, pass(&f, value_float(&f.from, numbers[i]))) ==
                    numbers[i]);
    assert_true(
        isnan(value_to_float(&f.to, pass(&f, value_float(&f.from, (double)NAN)))));
    static const char text[] = "with a \0 inside";
    size_t len;
    value y = pass(&f, value_text(&f.from, text, sizeof text));
    assert_memory_equal(value_to_text(&f.to, y, &len), text, sizeof text);
    assert_int_equal(len, sizeof text);
    y = pass(&f, value_text(&f.from, "", 0));
    value_to_text(&f.to, y, &len);
    assert_int_equal(len, 0);
    tear_down(&f);
}

TEST(machines_go_by_name)
{
    fixture f;
    set_up(&f);
    machine_id id = value_to_machine_id(&f.to, pass(&f, value_machine_id(f.child)));
    assert_int_not_equal(id, f.child);
    const machine_name *m = naming_get(&f.to.names, id);
    assert_int_equal(m->number, 7);
    assert_int_equal(m->requested, 1);
    assert_int_equal(m->parent, 0);
    assert_int_equal(naming_get(&f.to.names, m->parent)->decl, 4);
    value limited = value_machine(&f.from, f.child, EVENTS, USUAL);
    value y = pass(&f, limited);
    evset_id events;
    assert_true(value_has_rights(&f.to, y, &events));
    assert_int_equal(events, EVENTS);
    assert_int_equal(value_to_machine_id(&f.to, y), id);
    assert_int_equal(y, value_machine(&f.to, id, EVENTS, USUAL));
    tear_down(&f);
}

/* One of each kind that has parts, inside each other. */
static value make_deep(fixture *f)
{
    value_kind kinds[] = {VK_TUPLE, VK_SEQ, VK_SET, VK_MAP, VK_RECORD};
    value x = value_machine(&f->from, f->child, EVENTS, USUAL);
    for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
        const value items[4] = {value_int(&f->from, i), x, value_event(i),
                                value_machine_id(f->root)};
        x = value_make(&f->from, kinds[i], i, items, 4);
    }
    return x;
}

static void expect_same(const fixture *f, value x, value y)
{
    assert_int_equal(value_kind_of(&f->from, x), value_kind_of(&f->to, y));
    if (value_kind_of(&f->from, x) < VK_TUPLE) {
        assert_true(value_hash(&f->from, x) == value_hash(&f->to, y));
        return;
    }
    value_view a = value_get(&f->from, x);
    value_view b = value_get(&f->to, y);
    assert_int_equal(a.aux, b.aux);
    assert_int_equal(a.count, b.count);
    for (uint32_t i = 0; i < a.count; i++)
        expect_same(f, a.items[i], b.items[i]);
}

TEST(collections_and_records)
{
    fixture f;
    set_up(&f);
    value x = make_deep(&f);
    expect_same(&f, x, pass(&f, x));
    value none = value_make(&f.from, VK_SEQ, 0, NULL, 0);
    expect_same(&f, none, pass(&f, none));
    tear_down(&f);
}

TEST(each_reader_is_told_once)
{
    fixture f;
    set_up(&f);
    value x = make_deep(&f);
    value y = pass(&f, x);
    size_t first = f.stream.len;
    assert_int_equal(pass(&f, x), y);
    assert_true(f.stream.len < 4);
    /* another one knows nothing yet */
    wire_known_fini(&f.told);
    wire_reader_fini(&f.r);
    f.told = (wire_known){0};
    wire_reader_init(&f.r, &f.to);
    assert_int_equal(pass(&f, x), y);
    assert_int_equal(f.stream.len, first);
    tear_down(&f);
}

TEST(a_stream_that_ends_early_is_bad)
{
    fixture f;
    set_up(&f);
    send(&f, make_deep(&f));
    for (size_t len = 0; len < f.stream.len; len++) {
        wire_bytes in = {.at = f.stream.data, .end = f.stream.data + len};
        wire_reader_fini(&f.r);
        wire_reader_init(&f.r, &f.to);
        receive(&f, &in);
        assert_true(in.is_bad);
    }
    tear_down(&f);
}

TEST(what_was_not_told_is_bad)
{
    fixture f;
    set_up(&f);
    send(&f, make_deep(&f)); /* told, but this reader has not read it */
    send(&f, make_deep(&f));
    wire_bytes in = {.at = f.stream.data, .end = f.stream.data + f.stream.len};
    receive(&f, &in);
    assert_true(in.is_bad);
    tear_down(&f);
}

TEST(numbers_of_any_size)
{
    strbuf b = {0};
    for (unsigned shift = 0; shift < 64; shift++)
        wire_put_number(&b, UINT64_MAX >> shift);
    wire_bytes in = {.at = b.data, .end = b.data + b.len};
    for (unsigned shift = 0; shift < 64; shift++)
        assert_true(wire_get_number(&in) == UINT64_MAX >> shift);
    assert_false(in.is_bad);
    wire_get_number(&in);
    assert_true(in.is_bad);
    strbuf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(constants_events_and_numbers),
        LEAK_FREE(floats_and_texts),
        LEAK_FREE(machines_go_by_name),
        LEAK_FREE(collections_and_records),
        LEAK_FREE(each_reader_is_told_once),
        LEAK_FREE(a_stream_that_ends_early_is_bad),
        LEAK_FREE(what_was_not_told_is_bad),
        LEAK_FREE(numbers_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
