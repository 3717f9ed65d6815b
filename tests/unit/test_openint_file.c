/* Open ints in files: what was saved is what is loaded, and what cannot be is refused.
 */
#include "core/openint_file.h"

#include "core/store.h"

#include "folder_fixture.h"
#include "model_fixture.h"

static const char program_text[] = "machine Main { start state S { } }\n";

/* A core where ints are open, with one machine. */
static model begin(void)
{
    model m = model_load(program_text, &(core_options){0});
    openint_enable(m.c);
    naming_child(&m.c->vals.names, MACHINE_NONE, 1, 0, 0, 0);
    return m;
}

static value variable(core *c, uint32_t number, uint32_t width)
{
    return openint_variable_value(c->vals.open, (openint_variable){0, number, width});
}

/* ---- Knowledge ---- */

enum { WIDTH = 4, ROWS = 3 };

/* The greatest x_i - x_j of all numbers that fit, where x_0 = 0; false: none do. */
static bool greatest_differences(int64_t at[ROWS][ROWS], int64_t most[ROWS][ROWS])
{
    bool any = false;
    for (int64_t n = 0; n < WIDTH * WIDTH; n++) {
        const int64_t x[ROWS] = {0, n % WIDTH, n / WIDTH};
        bool fits = true;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < ROWS; j++)
                fits &= x[i] - x[j] <= at[i][j];
        for (int i = 0; fits && i < ROWS; i++)
            for (int j = 0; j < ROWS; j++)
                if (!any || x[i] - x[j] > most[i][j])
                    most[i][j] = x[i] - x[j];
        any |= fits;
    }
    return any;
}

static value list_of(core *c, const value *variables, int64_t at[ROWS][ROWS])
{
    value items[ROWS - 1 + ROWS * ROWS] = {variables[0], variables[1]};
    for (int i = 0; i < ROWS * ROWS; i++)
        items[ROWS - 1 + i] = value_int(&c->vals, at[i / ROWS][i % ROWS]);
    return list_make(c, items, COUNT_OF(items));
}

/* Most matrices are those of some bounds, or differ from one in one place. */
TEST(knowledge_is_what_follows_from_all_of_it)
{
    model m = begin();
    const value variables[] = {variable(m.c, 0, WIDTH), variable(m.c, 1, WIDTH)};
    uint64_t seed = 2026;
    unsigned right = 0;
    unsigned wrong = 0;
    for (int round = 0; round < 20000; round++) {
        int64_t at[ROWS][ROWS];
        int64_t most[ROWS][ROWS] = {{0}};
        for (int i = 0; i < ROWS * ROWS; i++)
            at[i / ROWS][i % ROWS] =
                i % (ROWS + 1) == 0 ? 0 : (int64_t)rnd_below(&seed, 8) - 2;
        if (greatest_differences(at, most) && rnd_below(&seed, 8) > 0)
            memcpy(at, most, sizeof at);
        if (rnd_below(&seed, 2) == 0)
            at[rnd_below(&seed, ROWS)][rnd_below(&seed, ROWS)] +=
                rnd_below(&seed, 2) ? 1 : -1;
        bool is_it = greatest_differences(at, most) && memcmp(at, most, sizeof at) == 0;
        assert_int_equal(openint_file_is_knowledge(m.c, list_of(m.c, variables, at)),
                         is_it);
        right += is_it;
        wrong += !is_it;
    }
    assert_true(right > 1000 && wrong > 1000);
    model_free(&m);
}

TEST(knowledge_has_its_form)
{
    model m = begin();
    core *c = m.c;
    const value x = variable(c, 0, WIDTH);
    const value y = variable(c, 1, WIDTH);
    const value shifted = openint_sum(&c->vals, y, value_int(&c->vals, 1));
    const value difference = openint_difference(&c->vals, y, x);
    const value orders[][2] = {{y, x}, {x, x}, {x, shifted}, {x, difference}};
    int64_t at[ROWS][ROWS] = {{0, 0, 0}, {3, 0, 3}, {3, 3, 0}};
    assert_true(openint_file_is_knowledge(c, VALUE_NULL));
    assert_true(openint_file_is_knowledge(c, list_of(c, (value[]){x, y}, at)));
    for (size_t i = 0; i < COUNT_OF(orders); i++)
        assert_false(openint_file_is_knowledge(c, list_of(c, orders[i], at)));
    value all = list_of(c, (value[]){x, y}, at);
    value_view w = value_get(&c->vals, all);
    for (size_t count = 1; count < w.count; count++) {
        assert_false(openint_file_is_knowledge(c, list_make(c, w.items, count)));
        assert_false(openint_file_is_knowledge(
            c, list_make(c, w.items + count, w.count - count)));
    }
    value text = value_text(&c->vals, "3", 1);
    assert_false(openint_file_is_knowledge(c, list_make(c, &text, 1)));
    model_free(&m);
}

TEST(variables_of_states_have_names)
{
    model m = begin();
    openints *o = m.c->vals.open;
    const value named = variable(m.c, 0, WIDTH);
    const value fresh =
        openint_variable_value(o, (openint_variable){MACHINE_NONE, 0, WIDTH});
    const value both[] = {named, fresh};
    assert_true(openint_file_is_named(m.c, VALUE_NULL));
    assert_true(openint_file_is_named(m.c, list_make(m.c, both, 1)));
    assert_false(openint_file_is_named(m.c, list_make(m.c, both, 2)));
    assert_false(
        openint_file_is_named(m.c, openint_difference(&m.c->vals, fresh, named)));
    model_free(&m);
}

/* ---- Variables and terms ---- */

static bool load_from(const folder *d, core *c)
{
    strbuf why = {0};
    savefile *f = savefile_open(d->file, &why);
    bool ok = openint_file_load(c, f);
    savefile_close(f);
    strbuf_free(&why);
    return ok;
}

TEST(terms_keep_their_places)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    model a = begin();
    values *v = &a.c->vals;
    const value x = variable(a.c, 3, 10);
    const value y = variable(a.c, 1, CHOOSE_LIMIT);
    const value terms[] = {openint_sum(v, x, value_int(v, -OPENINT_MOST_OFFSET)),
                           openint_difference(v, y, x),
                           openint_difference(v, value_int(v, 5), y)};
    const value set = value_make(v, VK_SET, 0, (value[]){terms[1], x, terms[0]}, 3);
    savefile *f = savefile_create(d.file, &why);
    store_save(a.c, f);
    assert_true(savefile_keep(f, &why));
    model b = model_load(program_text, &(core_options){0});
    openint_enable(b.c);
    f = savefile_open(d.file, &why);
    assert_true(store_load(b.c, f));
    savefile_close(f);
    assert_int_equal(variable(b.c, 3, 10), x);
    assert_int_equal(variable(b.c, 1, CHOOSE_LIMIT), y);
    assert_int_equal(openint_difference(&b.c->vals, y, x), terms[1]);
    assert_int_equal(openint_difference(&b.c->vals, value_int(v, 5), y), terms[2]);
    assert_int_equal(openint_contents(b.c, set).count, 2);
    assert_int_equal(b.c->vals.open->terms.len, v->open->terms.len);
    model_free(&b);
    b = model_load(program_text, &(core_options){0}); /* where none are open */
    f = savefile_open(d.file, &why);
    assert_false(store_load(b.c, f));
    savefile_close(f);
    model_free(&b);
    model_free(&a);
    strbuf_free(&why);
    folder_remove(&d);
}

enum { MOST_PARTS = 2 };

typedef struct content {
    uint32_t variables[MOST_PARTS][3];
    int64_t terms[MOST_PARTS][3];
    bool is_right;
} content;

TEST(what_no_core_has_is_refused)
{
    static const content all[] = {
        {{{0, 0, 2}, {MACHINE_NONE, 1, 3}}, {{0, 1, 7}, {DIFF_ZERO, 0, -1}}, true},
        {{{0, 0, 2}, {0, 0, 2}}, {{0, 1, 7}, {0, 1, 8}}, false}, /* twice the same */
        {{{0, 0, 1}, {0, 1, 2}}, {{0, 1, 7}, {0, 1, 8}}, false},
        {{{0, 0, CHOOSE_LIMIT + 1}, {0, 1, 2}}, {{0, 1, 7}, {0, 1, 8}}, false},
        {{{0, OPENINT_MOST_NUMBERS, 2}, {0, 1, 2}}, {{0, 1, 7}, {0, 1, 8}}, false},
        {{{1, 0, 2}, {0, 1, 2}}, {{0, 1, 7}, {0, 1, 8}}, false}, /* no such machine */
        {{{0, 0, 2}, {0, 1, 2}}, {{0, 1, 7}, {0, 1, 7}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{0, 2, 7}, {0, 1, 8}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{0, -1, 7}, {0, 1, 8}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{1, 1, 7}, {0, 1, 8}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{DIFF_ZERO, DIFF_ZERO, 7}, {0, 1, 8}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{0, 1, OPENINT_MOST_OFFSET + 1}, {0, 1, 8}}, false},
        {{{0, 0, 2}, {0, 1, 2}}, {{0, 1, INT64_MIN}, {0, 1, 8}}, false},
    };
    folder d;
    folder_make(&d);
    strbuf why = {0};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        model m = begin();
        savefile *f = savefile_create(d.file, &why);
        savefile_put_number(f, MOST_PARTS);
        savefile_put(f, all[i].variables, sizeof all[i].variables);
        savefile_put_number(f, MOST_PARTS);
        savefile_put(f, all[i].terms, sizeof all[i].terms);
        assert_true(savefile_keep(f, &why));
        assert_int_equal(load_from(&d, m.c), all[i].is_right);
        model_free(&m);
    }
    strbuf_free(&why);
    folder_remove(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(knowledge_is_what_follows_from_all_of_it),
        LEAK_FREE(knowledge_has_its_form),
        LEAK_FREE(variables_of_states_have_names),
        LEAK_FREE(terms_keep_their_places),
        LEAK_FREE(what_no_core_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
