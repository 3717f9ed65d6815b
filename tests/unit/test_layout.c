/* States as rows of columns: nothing is lost, and columns stand where they should. */
#include "engine/sets/layout.h"
#include "reach_fixture.h"

/* ---- Layouts that have all that the states of a program need ---- */

static void add_needs(set_layout *l, const system_state *s)
{
    set_column_list needs = {0};
    layout_state_columns(l->c, s, &needs);
    vec_each (x, &needs)
        if (layout_level(l, *x) == LEVEL_NONE)
            layout_insert(l, layout_level_for(l, *x), *x);
    vec_free(&needs);
}

static void add_all_needs(set_layout *l, const reach *r)
{
    system_state s = {0};
    for (uint32_t i = 0; i < intern_count(&r->rows); i++) {
        reach_row(r, i, &s);
        add_needs(l, &s);
    }
    vec_free(&s);
}

/* Machines in reverse. */
static void reverse_order(uint32_t ids, machine_order *out)
{
    for (uint32_t i = ids; i > 0; i--)
        vec_push(out, i - 1);
}

/* ---- What must hold ---- */

static void expect_levels(const set_layout *l)
{
    for (uint32_t i = 0; i < l->columns.len; i++)
        assert_int_equal(layout_level(l, l->columns.data[i]), i);
}

static void expect_round_trip(const set_layout *l, const reach *r)
{
    system_state s = {0};
    system_state back = {0};
    state_row encoded = {0};
    for (uint32_t i = 0; i < intern_count(&r->rows); i++) {
        reach_row(r, i, &s);
        layout_encode(l, &s, &encoded);
        assert_int_equal(encoded.len, l->columns.len);
        layout_decode(l, encoded.data, &back);
        assert_int_equal(back.len, s.len);
        assert_memory_equal(back.data, s.data, s.len * sizeof *s.data);
    }
    vec_free(&s);
    vec_free(&back);
    vec_free(&encoded);
}

static uint32_t rank_of(const set_layout *l, machine_id id)
{
    return id < l->ranks.len ? l->ranks.data[id] : (uint32_t)l->ranks.len + id;
}

/* The machine that a set_column stands with. */
static uint32_t home_of(const set_layout *l, set_column x)
{
    bool is_targets =
        x.kind == COLUMN_CHANNEL && rank_of(l, x.target) < rank_of(l, x.machine);
    return is_targets ? x.target : x.machine;
}

/* All columns of a machine are neighbours, and machines stand in the order of their
 * ranks; monitors and budgets are last; places of a queue stand in their order. */
static void expect_neighbours(const set_layout *l)
{
    for (size_t i = 0; i + 1 < l->columns.len; i++) {
        set_column x = l->columns.data[i];
        set_column next = l->columns.data[i + 1];
        assert_int_not_equal(x.kind, COLUMN_ENV);
        if (next.kind == COLUMN_ENV)
            continue;
        assert_true(rank_of(l, home_of(l, x)) <= rank_of(l, home_of(l, next)));
        if (x.kind == COLUMN_INBOX && next.kind == COLUMN_INBOX &&
            x.machine == next.machine)
            assert_int_equal(next.index, x.index + 1);
    }
    assert_int_equal(vec_last(&l->columns)->kind, COLUMN_ENV);
}

static size_t columns_seen[COLUMN_ENV + 1];

static void check_program(const char *text, const core_options *o)
{
    reach r;
    reach_begin(&r, text, o);
    (void)reach_all(&r);
    for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
        machine_order order = {0};
        if (is_reversed)
            reverse_order(3, &order);
        set_layout l;
        layout_init(&l, r.m.c, &order);
        add_all_needs(&l, &r);
        expect_levels(&l);
        expect_neighbours(&l);
        expect_round_trip(&l, &r);
        vec_each (x, &l.columns)
            columns_seen[x->kind]++;
        for (uint32_t i = 0; i + 1 < l.columns.len; i += 2) /* any order will do */
            layout_swap(&l, i);
        expect_levels(&l);
        expect_round_trip(&l, &r);
        layout_fini(&l);
        vec_free(&order);
    }
    reach_end(&r);
}

/* Lemma layout-2. */
TEST(a_row_says_all_of_a_state_wherever_its_columns_stand)
{
    each_program(check_program);
    for (int kind = 0; kind <= COLUMN_ENV; kind++)
        assert_true(columns_seen[kind] > 0);
}

/* Lemma layout-2: a machine that does not exist yet, and places behind the last
 * message, are null. */
TEST(what_a_state_does_not_have_is_null)
{
    reach r;
    reach_begin(&r, more_programs[0], &(core_options){0});
    (void)reach_all(&r);
    set_layout l;
    layout_init(&l, r.m.c, &(machine_order){0});
    add_all_needs(&l, &r);
    system_state first = {0};
    state_row encoded = {0};
    reach_row(&r, 0, &first);
    layout_encode(&l, &first, &encoded);
    size_t absent = 0;
    for (size_t i = 0; i < encoded.len; i++) {
        set_column x = l.columns.data[i];
        if (x.kind != COLUMN_ENV &&
            system_local(r.m.c, &first, x.machine) == VALUE_NULL) {
            assert_int_equal(encoded.data[i], VALUE_NULL);
            absent++;
        }
    }
    assert_true(absent > 0);
    vec_free(&first);
    vec_free(&encoded);
    layout_fini(&l);
    reach_end(&r);
}

/* In P's own network what a machine has sent is one column, in others one for each
 * target. */
TEST(channels_are_by_target_but_for_mbox)
{
    core c = {.options.network = NET_MBOX};
    assert_int_equal(layout_channel(&c, 3, 5).kind, COLUMN_OUTBOX);
    assert_int_equal(layout_channel(&c, 3, 5).target, layout_channel(&c, 3, 6).target);
    c.options.network = NET_BAG;
    assert_int_equal(layout_channel(&c, 3, 5).kind, COLUMN_CHANNEL);
    assert_int_equal(layout_channel(&c, 3, 5).target, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_row_says_all_of_a_state_wherever_its_columns_stand),
        LEAK_FREE(what_a_state_does_not_have_is_null),
        LEAK_FREE(channels_are_by_target_but_for_mbox),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
