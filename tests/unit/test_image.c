/* Images of sets against successors of single states: lemma image-1, labels, subsets,
 * inboxes (inbox-1), and tops that decrease. */
#include "engine/sets/image.h"

#include "reach_fixture.h"

/* States of a small system, numbered by R, as rows of a store. */
typedef struct bench {
    reach r;
    set_layout l;
    ldd_store s;
    set_image *m;
    set_image *with_labels;
    VEC(uint32_t) sample; /* numbers of expanded states */
} bench;

enum { SAMPLE = 14 };

static void add_column(bench *b, set_column x)
{
    if (layout_level(&b->l, x) == LEVEL_NONE)
        layout_insert(&b->l, layout_level_for(&b->l, x), x);
}

static void add_columns(bench *b)
{
    set_column_list needs = {0};
    system_state s = {0};
    for (uint32_t i = 0; i < intern_count(&b->r.rows); i++) {
        reach_row(&b->r, i, &s);
        layout_state_columns(b->r.m.c, &s, &needs);
    }
    vec_each (x, &needs)
        add_column(b, *x);
    vec_free(&needs);
    vec_free(&s);
}

static void bench_begin(bench *b, const char *text, const core_options *o,
                        const ldd_tuning *t, const machine_order *order)
{
    *b = (bench){0};
    reach_begin(&b->r, text, o);
    uint32_t states = (uint32_t)reach_all(&b->r).states;
    for (uint32_t i = 0; i < SAMPLE && i < states; i++)
        vec_push(&b->sample, states <= SAMPLE ? i : i * (states / SAMPLE));
    layout_init(&b->l, b->r.m.c, order);
    add_columns(b);
    ldd_init(&b->s, t);
    b->m = image_new(&b->l, &b->s);
    b->with_labels = image_new(&b->l, &b->s);
    image_enable_labels(b->with_labels);
}

static void bench_end(bench *b)
{
    image_free(b->m);
    image_free(b->with_labels);
    ldd_fini(&b->s);
    layout_fini(&b->l);
    vec_free(&b->sample);
    reach_end(&b->r);
}

static ldd row_of(bench *b, uint32_t number)
{
    system_state s = {0};
    state_row row = {0};
    reach_row(&b->r, number, &s);
    layout_encode(&b->l, &s, &row);
    ldd set = ldd_row(&b->s, row.data, row.len);
    vec_free(&row);
    vec_free(&s);
    return set;
}

/* The states of numbers [first, first + count) of the sample. */
static ldd sample_set(bench *b, size_t first, size_t count)
{
    ldd set = LDD_EMPTY;
    for (size_t i = first; i < first + count; i++)
        set = ldd_union(&b->s, set, row_of(b, b->sample.data[i]));
    return set;
}

/* ---- Transition groups ---- */

typedef VEC(transition_group) groups;

static void list_groups(const bench *b, groups *out)
{
    bool crashes = b->r.m.c->options.budgets[BUDGET_CRASH].left > 0;
    vec_clear(out);
    vec_each (x, &b->l.columns) {
        transition_group g = {.machine = x->machine, .target = x->target};
        if (x->kind == COLUMN_LOCAL) {
            g.kind = GROUP_ACT;
            vec_push(out, g);
            g.kind = GROUP_CRASH;
            if (crashes)
                vec_push(out, g);
        } else if (x->kind == COLUMN_OUTBOX || x->kind == COLUMN_CHANNEL) {
            g.kind = GROUP_DELIVER;
            vec_push(out, g);
        }
    }
}

/* The new machine that is first by name, or MACHINE_NONE. */
static uint32_t first_urgent(const bench *b, const system_state *s)
{
    const core *c = b->r.m.c;
    vec_each (id, &c->vals.names.sorted)
        if (*id < system_machines(c, s) &&
            ts_is_urgent(c, *id, system_local(c, s, *id)))
            return *id;
    return MACHINE_NONE;
}

/* The groups that apply to a state. */
static void list_groups_of(const bench *b, uint32_t number, groups *out)
{
    system_state s = {0};
    reach_row(&b->r, number, &s);
    uint32_t urgent = first_urgent(b, &s);
    list_groups(b, out);
    if (urgent != MACHINE_NONE) {
        vec_clear(out);
        vec_push(out, ((transition_group){.kind = GROUP_ACT, .machine = urgent}));
    }
    vec_free(&s);
}

static bool is_settled(const bench *b, uint32_t number)
{
    system_state s = {0};
    reach_row(&b->r, number, &s);
    bool is = first_urgent(b, &s) == MACHINE_NONE;
    vec_free(&s);
    return is;
}

/* ---- Images ---- */

static void add_missing(bench *b, set_column missing)
{
    assert_int_equal(layout_level(&b->l, missing), LEVEL_NONE);
    add_column(b, missing);
    image_columns_changed(b->m);
    image_columns_changed(b->with_labels);
}

/* A column that only the middle of a transition needs is added on the way. */
static image_result image_of_state(bench *b, uint32_t number, transition_group g)
{
    for (;;) {
        image_result r = image_after(b->m, row_of(b, number), g);
        if (!r.is_missing)
            return r;
        add_missing(b, r.missing);
    }
}

typedef struct collector {
    bench *b;
    successors *out;
} collector;

static bool collect_row(void *context, const uint32_t *row)
{
    collector *k = context;
    system_state s = {0};
    layout_decode(&k->b->l, row, &s);
    vec_push(k->out, reach_number(&k->b->r, &s) + 1);
    vec_free(&s);
    return true;
}

/* Adds the numbers + 1 of all states of a set. */
static void collect(bench *b, ldd set, successors *out)
{
    state_row row = {0};
    collector k = {.b = b, .out = out};
    for (size_t i = 0; i < b->l.columns.len; i++)
        vec_push(&row, 0);
    if (set != LDD_EMPTY)
        ldd_each(&b->s, set, row.data, row.len, collect_row, &k);
    vec_free(&row);
}

static void sort_unique(successors *s)
{
    size_t kept = 0;
    successors_sort(s);
    for (size_t i = 0; i < s->len; i++)
        if (kept == 0 || s->data[kept - 1] != s->data[i])
            s->data[kept++] = s->data[i];
    s->len = kept;
}

/* Without the 0 for a violation; true: there was one. */
static bool take_violation(successors *s)
{
    sort_unique(s);
    if (s->len == 0 || s->data[0] != 0)
        return false;
    for (size_t i = 1; i < s->len; i++)
        s->data[i - 1] = s->data[i];
    s->len--;
    return true;
}

static void check_is_among(const successors *some, const successors *all)
{
    size_t k = 0;
    vec_each (x, some) {
        while (k < all->len && all->data[k] < *x)
            k++;
        assert_true(k < all->len && all->data[k] == *x);
    }
}

/* Lemma image-1 for one state: all groups together lead to its successors.  Where some
 * transition fails, a group says so, and the others are right. */
static bool check_state(bench *b, uint32_t number)
{
    groups g = {0};
    successors want = {0};
    successors got = {0};
    system_state from = {0};
    bool fails = false;
    reach_row(&b->r, number, &from);
    reach_successors(&b->r, &from, &want);
    bool must_fail = take_violation(&want);
    list_groups_of(b, number, &g);
    for (size_t i = 0; i < g.len; i++) {
        image_result r = image_of_state(b, number, g.data[i]);
        fails |= r.is_violation;
        if (!r.is_violation)
            collect(b, r.to, &got);
    }
    sort_unique(&got);
    assert_int_equal(fails, must_fail);
    if (fails)
        check_is_among(&got, &want);
    else
        expect_same_successors(&b->r, number, &want, &got);
    vec_free(&g);
    vec_free(&want);
    vec_free(&got);
    vec_free(&from);
    return !fails;
}

/* Lemma image-1 for a set: the image is the union of the images of its states.  Of
 * those that are settled, and in which nothing fails. */
static void check_set(bench *b, const bool *is_good)
{
    groups g = {0};
    list_groups(b, &g);
    for (size_t i = 0; i < g.len; i++) {
        ldd from = LDD_EMPTY;
        ldd to = LDD_EMPTY;
        for (size_t k = 0; k < b->sample.len; k++) {
            if (!is_good[k])
                continue;
            image_result one = image_of_state(b, b->sample.data[k], g.data[i]);
            from = ldd_union(&b->s, from, row_of(b, b->sample.data[k]));
            to = ldd_union(&b->s, to, one.to);
        }
        image_result all = image_after(b->m, from, g.data[i]);
        assert_false(all.is_missing);
        assert_false(all.is_violation);
        assert_int_equal(all.to, to);
    }
    vec_free(&g);
}

/* Returns how many cache numbers were in use at the end. */
static uint32_t check_images(const char *text, const core_options *o,
                             const ldd_tuning *t, const machine_order *order)
{
    bench b;
    bool is_good[SAMPLE] = {false};
    bench_begin(&b, text, o, t, order);
    for (size_t i = 0; i < b.sample.len; i++) {
        uint32_t number = b.sample.data[i];
        is_good[i] = check_state(&b, number) && is_settled(&b, number);
    }
    check_set(&b, is_good);
    uint32_t numbers = b.s.operations;
    assert_true(t->most_numbers == 0 || b.s.generation > 0);
    bench_end(&b);
    return numbers;
}

static void check_images_plainly(const char *text, const core_options *o)
{
    (void)check_images(text, o, &(ldd_tuning){0}, &(machine_order){0});
}

TEST(images_are_the_successors_of_all_states)
{
    each_program(check_images_plainly);
}

/* Columns in any order: what a request touches may be above or below, so tops decrease,
 * and of two columns that are read, either may be the upper one. */
TEST(images_do_not_depend_on_the_order_of_columns)
{
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        for (int k = 0; k < 2; k++) {
            machine_order order = {0};
            for (machine_id id = 0; id < 4; id++)
                vec_push(&order, k == 0 ? 3 - id : (id + 2) % 4);
            const core_options o = {.network = i % 2 == 0 ? NET_MBOX : NET_P2P};
            check_images(strbuf_text(&text), &o, &(ldd_tuning){0}, &order);
            vec_free(&order);
        }
    }
    strbuf_free(&text);
}

/* There are hardly more numbers than needed, so they are withdrawn all the time. */
TEST(images_survive_new_generations_of_cache_numbers)
{
    strbuf text = {0};
    for (size_t i = 0; i < PROGRAMS; i++) {
        program_read(i, &text);
        const core_options o = {.network = i % 2 == 0 ? NET_P2P : NET_MBOX};
        uint32_t numbers =
            check_images(strbuf_text(&text), &o, &(ldd_tuning){0}, &(machine_order){0});
        const ldd_tuning t = {.most_numbers = numbers / 2 * 3};
        check_images(strbuf_text(&text), &o, &t, &(machine_order){0});
    }
    strbuf_free(&text);
}

/* ---- Labels ---- */

/* The successors of a state with labels, as numbers: label in the upper half. */
typedef VEC(uint64_t) labelled_successors;

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void labelled_sort(labelled_successors *s)
{
    size_t kept = 0;
    if (s->len > 0)
        qsort(s->data, s->len, sizeof *s->data, by_size);
    for (size_t i = 0; i < s->len; i++)
        if (kept == 0 || s->data[kept - 1] != s->data[i])
            s->data[kept++] = s->data[i];
    s->len = kept;
}

/* False: some transition fails. */
static bool labels_by_state(bench *b, const system_state *from,
                            labelled_successors *out)
{
    core *c = b->r.m.c;
    bool is_good = true;
    system_enabled(c, from, &b->r.enabled);
    for (size_t i = 0; i < b->r.enabled.len; i++) {
        transition_result r;
        transition m = b->r.enabled.data[i];
        for (uint32_t k = 0; system_step(c, from, m, k, &b->r.to, &r); k++) {
            is_good &= r.fault == 0;
            if (!r.is_pruned && r.fault == 0)
                vec_push(out, (uint64_t)label_of_transition(c, from, m, &r) << 32 |
                                  reach_number(&b->r, &b->r.to));
        }
    }
    labelled_sort(out);
    return is_good;
}

static void labels_by_image(bench *b, uint32_t number, labelled_successors *out)
{
    groups g = {0};
    list_groups_of(b, number, &g);
    for (size_t i = 0; i < g.len; i++) {
        label_map to = {0};
        for (;;) {
            vec_clear(&to);
            image_result r =
                image_by_label(b->with_labels, row_of(b, number), g.data[i], &to);
            if (!r.is_missing)
                break;
            add_missing(b, r.missing);
        }
        vec_each (one, &to) {
            successors states = {0};
            collect(b, one->states, &states);
            vec_each (x, &states)
                vec_push(out, (uint64_t)one->label << 32 | (*x - 1));
            vec_free(&states);
        }
        vec_free(&to);
    }
    vec_free(&g);
    labelled_sort(out);
}

static void check_labels(const char *text, const core_options *o)
{
    bench b;
    bench_begin(&b, text, o, &(ldd_tuning){0}, &(machine_order){0});
    for (size_t i = 0; i < b.sample.len; i += 2) {
        labelled_successors want = {0};
        labelled_successors got = {0};
        system_state from = {0};
        reach_row(&b.r, b.sample.data[i], &from);
        if (labels_by_state(&b, &from, &want)) {
            labels_by_image(&b, b.sample.data[i], &got);
            assert_int_equal(got.len, want.len);
            for (size_t k = 0; k < want.len; k++)
                assert_true(got.data[k] == want.data[k]);
        }
        vec_free(&want);
        vec_free(&got);
        vec_free(&from);
    }
    bench_end(&b);
}

TEST(labels_are_those_of_single_transitions)
{
    each_program(check_labels);
}

/* ---- Subsets ---- */

static void check_subsets_of(bench *b, uint32_t number, ldd all)
{
    core *c = b->r.m.c;
    system_state s = {0};
    state_row row = {0};
    reach_row(&b->r, number, &s);
    layout_encode(&b->l, &s, &row);
    ldd settled = image_subset(b->m, all, SUBSET_SETTLED);
    ldd ends = image_subset(b->m, settled, SUBSET_TERMINAL);
    ldd fine = image_subset(b->m, ends, SUBSET_ACCEPTED);
    bool is_quiet = first_urgent(b, &s) == MACHINE_NONE;
    bool is_end = system_enabled(c, &s, &b->r.enabled) == 0;
    assert_int_equal(ldd_has(&b->s, settled, row.data, row.len), is_quiet);
    assert_int_equal(ldd_has(&b->s, ends, row.data, row.len), is_end);
    if (is_end)
        assert_int_equal(ldd_has(&b->s, fine, row.data, row.len),
                         system_end(c, &s).kind == FAULT_NONE);
    for (machine_id id = 0; id < system_machines(c, &s); id++)
        assert_int_equal(ldd_has(&b->s, image_urgent(b->m, all, id), row.data, row.len),
                         ts_is_urgent(c, id, system_local(c, &s, id)));
    for (uint32_t at = 0; at < row.len; at++)
        assert_true(ldd_has(&b->s, image_where(b->m, all, at, row.data[at]), row.data,
                            row.len));
    vec_free(&row);
    vec_free(&s);
}

static void check_subsets(const char *text, const core_options *o)
{
    bench b;
    core_options strict = *o;
    strict.strict_quiescence = true;
    bench_begin(&b, text, &strict, &(ldd_tuning){0}, &(machine_order){0});
    ldd all = sample_set(&b, 0, b.sample.len);
    for (size_t i = 0; i < b.sample.len; i++)
        check_subsets_of(&b, b.sample.data[i], all);
    bench_end(&b);
}

TEST(subsets_are_what_single_states_say)
{
    each_program(check_subsets);
}

TEST(what_a_column_does_not_have_is_nowhere)
{
    bench b;
    bench_begin(&b, more_programs[0], &(core_options){.network = NET_P2P},
                &(ldd_tuning){0}, &(machine_order){0});
    ldd all = sample_set(&b, 0, b.sample.len);
    uint32_t env = layout_level(&b.l, (set_column){.kind = COLUMN_ENV});
    assert_int_equal(image_where(b.m, all, env, VALUE_NULL), LDD_EMPTY);
    assert_int_equal(image_urgent(b.m, all, 1000), LDD_EMPTY);
    bench_end(&b);
}

/* ---- Missing columns ---- */

/* A set whose layout lacks what a transition needs: the image names the column. */
TEST(a_missing_column_is_named)
{
    bench b;
    bench_begin(&b, more_programs[0], &(core_options){.network = NET_P2P},
                &(ldd_tuning){0}, &(machine_order){0});
    set_layout small;
    ldd_store store;
    state_row row = {0};
    system_state first = {0};
    set_column_list needs = {0};
    reach_row(&b.r, 0, &first);
    layout_init(&small, b.r.m.c, &(machine_order){0});
    layout_state_columns(b.r.m.c, &first, &needs);
    vec_each (x, &needs)
        if (layout_level(&small, *x) == LEVEL_NONE)
            layout_insert(&small, layout_level_for(&small, *x), *x);
    ldd_init(&store, &(ldd_tuning){0});
    set_image *m = image_new(&small, &store);
    layout_encode(&small, &first, &row);
    ldd from = ldd_row(&store, row.data, row.len);
    /* Main acts until it creates a machine. */
    const transition_group act = {.kind = GROUP_ACT,
                                  .machine = first_urgent(&b, &first)};
    image_result r = {.to = from};
    for (int i = 0; i < 10 && !r.is_missing; i++)
        r = image_after(m, r.to, act);
    assert_true(r.is_missing);
    assert_int_equal(layout_level(&small, r.missing), LEVEL_NONE);
    r = image_after(m, from, (transition_group){.kind = GROUP_DELIVER, .machine = 77});
    assert_true(r.is_missing);
    assert_int_equal(r.missing.kind, COLUMN_CHANNEL);
    assert_int_equal(r.missing.machine, 77);
    image_free(m);
    ldd_fini(&store);
    layout_fini(&small);
    vec_free(&needs);
    vec_free(&row);
    vec_free(&first);
    bench_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(images_are_the_successors_of_all_states),
        LEAK_FREE(images_do_not_depend_on_the_order_of_columns),
        LEAK_FREE(images_survive_new_generations_of_cache_numbers),
        LEAK_FREE(labels_are_those_of_single_transitions),
        LEAK_FREE(subsets_are_what_single_states_say),
        LEAK_FREE(what_a_column_does_not_have_is_nowhere),
        LEAK_FREE(a_missing_column_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
