/* Sets of rows against sorted arrays of rows. */
#include "engine/sets/ldd.h"

#include "base/idmap.h"
#include "failing.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The model: rows one behind the other, sorted, each once ---- */

typedef struct rows {
    uint32_t *data;
    size_t width;
    size_t count;
} rows;

static size_t width_now; /* for qsort */

static int compare_rows(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;
    for (size_t i = 0; i < width_now; i++)
        if (x[i] != y[i])
            return x[i] > y[i] ? -1 : 1; /* as in a set: the largest first */
    return 0;
}

static size_t row_bytes(const rows *r)
{
    return r->width * sizeof *r->data;
}

static const uint32_t *row_at(const rows *r, size_t i)
{
    return r->data + i * r->width;
}

/* A byte more: there may be nothing in it. */
static rows rows_new(size_t width, size_t count)
{
    return (rows){calloc(width * count + 1, sizeof(uint32_t)), width, count};
}

static void rows_free(rows *r)
{
    free(r->data);
    *r = (rows){0};
}

static void rows_settle(rows *r)
{
    width_now = r->width;
    if (r->count == 0)
        return;
    if (r->width == 0) {
        r->count = 1;
        return;
    }
    qsort(r->data, r->count, row_bytes(r), compare_rows);
    size_t kept = 1;
    for (size_t i = 1; i < r->count; i++)
        if (compare_rows(row_at(r, i), row_at(r, kept - 1)) != 0)
            memmove(r->data + kept++ * r->width, row_at(r, i), row_bytes(r));
    r->count = kept;
}

static bool rows_have(const rows *r, const uint32_t *row)
{
    for (size_t i = 0; i < r->count; i++)
        if (memcmp(row_at(r, i), row, row_bytes(r)) == 0)
            return true;
    return false;
}

/* To place AT; there may be no rows. */
static void rows_put(rows *to, size_t at, const rows *from)
{
    if (from->count > 0)
        memcpy(to->data + at * to->width, from->data, from->count * row_bytes(from));
}

static rows rows_copy(const rows *r)
{
    rows to = rows_new(r->width, r->count);
    rows_put(&to, 0, r);
    return to;
}

static rows rows_union(const rows *a, const rows *b)
{
    rows to = rows_new(a->width, a->count + b->count);
    rows_put(&to, 0, a);
    rows_put(&to, a->count, b);
    rows_settle(&to);
    return to;
}

static rows rows_minus(const rows *a, const rows *b)
{
    rows to = rows_new(a->width, a->count);
    to.count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (!rows_have(b, row_at(a, i)))
            memcpy(to.data + to.count++ * a->width, row_at(a, i), row_bytes(a));
    return to;
}

static rows rows_both(const rows *a, const rows *b)
{
    rows to = rows_new(a->width, a->count);
    to.count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (rows_have(b, row_at(a, i)))
            memcpy(to.data + to.count++ * a->width, row_at(a, i), row_bytes(a));
    return to;
}

static rows rows_insert(const rows *a, size_t level, uint32_t value)
{
    rows to = rows_new(a->width + 1, a->count);
    for (size_t i = 0; i < a->count; i++) {
        uint32_t *row = to.data + i * to.width;
        memcpy(row, row_at(a, i), level * sizeof *row);
        row[level] = value;
        memcpy(row + level + 1, row_at(a, i) + level, (a->width - level) * sizeof *row);
    }
    rows_settle(&to);
    return to;
}

static rows rows_swap(const rows *a, size_t level)
{
    rows to = rows_copy(a);
    for (size_t i = 0; i < a->count; i++) {
        to.data[i * a->width + level] = row_at(a, i)[level + 1];
        to.data[i * a->width + level + 1] = row_at(a, i)[level];
    }
    rows_settle(&to);
    return to;
}

/* Values come from a few for each column, or from all. */
static rows rows_random(uint64_t *seed, size_t width, size_t most)
{
    rows r = rows_new(width, rnd_below(seed, (unsigned)most + 1));
    unsigned values[64];
    for (size_t k = 0; k < width; k++)
        values[k] = rnd_below(seed, 4) == 0 ? 0 : 1 + rnd_below(seed, 4);
    for (size_t i = 0; i < r.count; i++)
        for (size_t k = 0; k < width; k++)
            r.data[i * width + k] =
                values[k] == 0 ? (uint32_t)rnd(seed) : rnd_below(seed, values[k]);
    rows_settle(&r);
    return r;
}

/* ---- Is a set what the model says? ---- */

/* Do the rows with the same beginning as I, from I on, end like those from K on? */
static bool is_same_node(const rows *r, size_t i, size_t k, size_t level)
{
    size_t start = level * sizeof *r->data;
    const uint32_t *first = row_at(r, i);
    const uint32_t *second = row_at(r, k);
    for (;; i++, k++) {
        bool one = i < r->count && memcmp(row_at(r, i), first, start) == 0;
        bool other = k < r->count && memcmp(row_at(r, k), second, start) == 0;
        if (!one || !other)
            return one == other;
        if (memcmp(row_at(r, i) + level, row_at(r, k) + level,
                   (r->width - level) * sizeof *r->data) != 0)
            return false;
    }
}

/* A node for each list that differs from all others of its level. */
static size_t rows_nodes(const rows *r)
{
    size_t count = 0;
    for (size_t level = 0; level < r->width; level++) {
        size_t *heads = calloc(r->count + 1, sizeof *heads);
        size_t found = 0;
        for (size_t i = 0; i < r->count; i++) {
            bool is_new = i == 0 || memcmp(row_at(r, i), row_at(r, i - 1),
                                           (level + 1) * sizeof *r->data) != 0;
            for (size_t k = 0; is_new && k < found; k++)
                is_new = !is_same_node(r, i, heads[k], level);
            if (is_new)
                heads[found++] = i;
        }
        count += found;
        free(heads);
    }
    return count;
}

typedef struct comparison {
    const rows *r;
    size_t next;
} comparison;

static bool compare_next(void *context, const uint32_t *row)
{
    comparison *c = context;
    assert_true(c->next < c->r->count);
    assert_memory_equal(row, row_at(c->r, c->next), row_bytes(c->r));
    c->next++;
    return true;
}

static bool stop_at_third(void *context, const uint32_t *row)
{
    (void)row;
    return ++*(size_t *)context < 3;
}

static void check_count(const ldd_store *s, ldd a, const char *wanted)
{
    strbuf text = {0};
    ldd_count_exactly(s, a, &text);
    assert_string_equal(strbuf_text(&text), wanted);
    strbuf_free(&text);
}

static void check_members(ldd_store *s, ldd a, const rows *r, uint64_t *seed)
{
    uint32_t row[64];
    for (int i = 0; i < 10; i++) {
        rows other = rows_random(seed, r->width, 1);
        if (other.count > 0)
            assert_int_equal(ldd_has(s, a, other.data, r->width),
                             rows_have(r, other.data));
        rows_free(&other);
    }
    if (r->count == 0)
        return;
    size_t one = rnd_below(seed, (unsigned)r->count);
    assert_true(ldd_has(s, a, row_at(r, one), r->width));
    ldd_pick(s, a, row, r->width);
    assert_memory_equal(row, r->data, row_bytes(r));
}

static void check(ldd_store *s, ldd a, const rows *r, uint64_t *seed)
{
    uint32_t row[64];
    char text[32];
    comparison c = {r, 0};
    assert_int_equal(s->trouble, LDD_NO_TROUBLE);
    assert_int_equal(s->stack.len, 0);
    if (a != LDD_EMPTY || r->count > 0)
        assert_true(ldd_each(s, a, row, r->width, compare_next, &c));
    assert_int_equal(c.next, r->count);
    assert_true(ldd_count(s, a) == (double)r->count);
    snprintf(text, sizeof text, "%zu", r->count);
    check_count(s, a, text);
    check_members(s, a, r, seed);
    if (r->count >= 3) {
        size_t seen = 0;
        assert_false(ldd_each(s, a, row, r->width, stop_at_third, &seen));
        assert_int_equal(seen, 3);
    }
}

static ldd set_of(ldd_store *s, const rows *r)
{
    ldd a = LDD_EMPTY;
    for (size_t i = 0; i < r->count; i++)
        a = ldd_union(s, a, ldd_row(s, row_at(r, i), r->width));
    return a;
}

/* ---- Many operations one after the other ---- */

enum { POOL = 8, MOST_WIDTH = 12 };

/* Sets that are alive, and what they should be. */
typedef struct pool {
    ldd_store s;
    ldd sets[POOL];
    rows rows[POOL];
    uint64_t seed;
    size_t full;      /* times that there was no room */
    size_t collected; /* times */
} pool;

static void pool_init(pool *p, const ldd_tuning *t, uint64_t seed)
{
    *p = (pool){.seed = seed};
    ldd_init(&p->s, t);
}

static void pool_fini(pool *p)
{
    assert_true(ldd_check(&p->s));
    for (size_t i = 0; i < POOL; i++)
        rows_free(&p->rows[i]);
    ldd_fini(&p->s);
}

static void pool_collect(pool *p)
{
    ldd_collect(&p->s, p->sets, POOL);
    p->collected++;
    assert_int_equal(p->s.trouble, LDD_NO_TROUBLE);
    assert_true(ldd_check(&p->s));
    for (size_t i = 0; i < POOL; i++)
        check(&p->s, p->sets[i], &p->rows[i], &p->seed);
}

/* What is kept at I now. */
static void pool_put(pool *p, size_t i, ldd a, rows *r)
{
    rows_free(&p->rows[i]);
    p->rows[i] = *r;
    p->sets[i] = a;
}

/* Some operation on some sets: the result, as a set and as rows. */
static ldd pool_operate(pool *p, size_t most, rows *out)
{
    size_t i = rnd_below(&p->seed, POOL);
    size_t k = rnd_below(&p->seed, POOL);
    const rows *x = &p->rows[i];
    unsigned level = rnd_below(&p->seed, (unsigned)x->width + 1);
    uint32_t value = rnd_below(&p->seed, 2) ? rnd_below(&p->seed, 3) : UINT32_MAX;
    bool is_same = x->width == p->rows[k].width && x->count + p->rows[k].count <= most;
    switch (rnd_below(&p->seed, 7)) {
    case 0:
        if (is_same) {
            *out = rows_union(x, &p->rows[k]);
            return ldd_union(&p->s, p->sets[i], p->sets[k]);
        }
        break;
    case 1:
        if (is_same) {
            *out = rows_minus(x, &p->rows[k]);
            return ldd_minus(&p->s, p->sets[i], p->sets[k]);
        }
        break;
    case 2:
        if (x->width < MOST_WIDTH) {
            *out = rows_insert(x, level, value);
            return ldd_insert(&p->s, p->sets[i], level, value);
        }
        break;
    case 3:
        if (level + 2 <= x->width) {
            *out = rows_swap(x, level);
            return ldd_swap(&p->s, p->sets[i], level);
        }
        break;
    case 4:
        if (is_same) {
            *out = rows_both(x, &p->rows[k]);
            return ldd_intersect(&p->s, p->sets[i], p->sets[k]);
        }
        break;
    default:
        break;
    }
    *out = rows_random(&p->seed, rnd_below(&p->seed, MOST_WIDTH + 1), most);
    return set_of(&p->s, out);
}

static void pool_step(pool *p, size_t most)
{
    rows r;
    ldd a = pool_operate(p, most, &r);
    if (p->s.trouble != LDD_NO_TROUBLE) {
        assert_int_equal(p->s.trouble, LDD_FULL);
        assert_true(ldd_wants_to_collect(&p->s));
        p->full++;
        rows_free(&r);
        pool_collect(p);
        return;
    }
    check(&p->s, a, &r, &p->seed);
    pool_put(p, rnd_below(&p->seed, POOL), a, &r);
    if (ldd_wants_to_collect(&p->s) || rnd_below(&p->seed, 50) == 0)
        pool_collect(p);
}

static void run_pool(const ldd_tuning *t, size_t steps, size_t most)
{
    for (uint64_t seed = 1; seed <= test_size(2, 6); seed++) {
        pool p;
        pool_init(&p, t, seed);
        for (size_t i = 0; i < steps; i++)
            pool_step(&p, most);
        assert_true(p.collected > 0);
        assert_int_equal(p.full, 0);
        pool_fini(&p);
    }
}

TEST(sets_are_what_the_rows_say)
{
    run_pool(&(ldd_tuning){0}, 150, 60);
}

TEST(sets_of_many_rows)
{
    run_pool(&(ldd_tuning){0}, 30, 700);
}

TEST(collected_at_every_chance)
{
    run_pool(&(ldd_tuning){.always_collects = true}, 150, 60);
}

TEST(with_hardly_any_cache)
{
    run_pool(&(ldd_tuning){.most_cache_bits = 1}, 150, 60);
    run_pool(&(ldd_tuning){.most_cache_bits = 1, .always_collects = true}, 100, 60);
}

TEST(cache_entries_are_as_many_as_allowed)
{
    for (unsigned bits = 1; bits <= 14; bits += test_size(4, 1)) {
        pool p;
        pool_init(&p, &(ldd_tuning){.most_cache_bits = bits}, bits);
        for (size_t i = 0; i < 20; i++)
            pool_step(&p, 300);
        assert_true(p.s.cache_size <= (size_t)1 << bits);
        pool_fini(&p);
    }
}

/* ---- One set, one node ---- */

TEST(equal_sets_are_the_same_node)
{
    uint64_t seed = 7;
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    for (size_t k = 0; k < 200; k++) {
        size_t width = 1 + rnd_below(&seed, MOST_WIDTH);
        rows r = rows_random(&seed, width, 40);
        ldd a = set_of(&s, &r);
        ldd b = LDD_EMPTY;
        for (size_t i = r.count; i-- > 0;) /* in another order */
            b = ldd_union(&s, ldd_row(&s, row_at(&r, i), width), b);
        assert_int_equal(a, b);
        assert_int_equal(ldd_size(&s, a), rows_nodes(&r));
        /* ... and by detours */
        unsigned level = rnd_below(&seed, (unsigned)width);
        rows other = rows_random(&seed, width, 40);
        rows common = rows_minus(&r, &other);
        ldd without = ldd_minus(&s, a, set_of(&s, &other));
        assert_int_equal(without, set_of(&s, &common));
        if (level + 1 < width)
            assert_int_equal(ldd_swap(&s, ldd_swap(&s, a, level), level), a);
        rows_free(&r);
        rows_free(&other);
        rows_free(&common);
    }
    ldd_fini(&s);
}

TEST(what_is_collected_is_used_again)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t row[3] = {i, i + 1, i + 2};
        ldd a = ldd_row(&s, row, 3);
        assert_true(ldd_has(&s, a, row, 3));
        if (i % 1000 == 999) {
            ldd_collect(&s, &a, 1);
            assert_int_equal(ldd_nodes(&s), 3);
            assert_true(ldd_has(&s, a, row, 3));
        }
    }
    assert_true(s.used < 4096);
    assert_true(s.peak >= 3000);
    assert_true(s.peak < 4096);
    ldd_collect(&s, NULL, 0);
    assert_int_equal(ldd_nodes(&s), 0);
    ldd_fini(&s);
}

TEST(collecting_is_wanted_when_much_is_new)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    assert_false(ldd_wants_to_collect(&s));
    ldd a = LDD_EMPTY;
    for (uint32_t i = 0; !ldd_wants_to_collect(&s); i++)
        a = ldd_make(&s, i, LDD_UNIT, a);
    assert_true(ldd_nodes(&s) > 1 << 16);
    ldd_collect(&s, &a, 1);
    assert_false(ldd_wants_to_collect(&s)); /* nothing could be freed */
    ldd_fini(&s);
}

TEST(the_empty_row_and_no_row)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    assert_int_equal(ldd_row(&s, NULL, 0), LDD_UNIT);
    assert_int_equal(ldd_union(&s, LDD_UNIT, LDD_EMPTY), LDD_UNIT);
    assert_int_equal(ldd_union(&s, LDD_UNIT, LDD_UNIT), LDD_UNIT);
    assert_int_equal(ldd_minus(&s, LDD_UNIT, LDD_EMPTY), LDD_UNIT);
    assert_int_equal(ldd_minus(&s, LDD_UNIT, LDD_UNIT), LDD_EMPTY);
    assert_int_equal(ldd_minus(&s, LDD_EMPTY, LDD_UNIT), LDD_EMPTY);
    assert_int_equal(ldd_intersect(&s, LDD_UNIT, LDD_UNIT), LDD_UNIT);
    assert_int_equal(ldd_intersect(&s, LDD_EMPTY, LDD_UNIT), LDD_EMPTY);
    assert_int_equal(ldd_make(&s, 3, LDD_EMPTY, LDD_EMPTY), LDD_EMPTY);
    assert_int_equal(ldd_insert(&s, LDD_EMPTY, 0, 3), LDD_EMPTY);
    assert_true(ldd_has(&s, LDD_UNIT, NULL, 0));
    assert_false(ldd_has(&s, LDD_EMPTY, NULL, 0));
    uint32_t five = 5;
    assert_int_equal(ldd_insert(&s, LDD_UNIT, 0, 5), ldd_row(&s, &five, 1));
    assert_int_equal(ldd_size(&s, LDD_UNIT), 0);
    check_count(&s, LDD_EMPTY, "0");
    check_count(&s, LDD_UNIT, "1");
    ldd_fini(&s);
}

/* ---- Operations of one's own ---- */

TEST(what_is_put_into_the_cache_is_found)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    uint32_t three = ldd_operation(&s, 3);
    uint32_t next = ldd_operation(&s, 1);
    ldd result;
    assert_true(three > 0);
    assert_int_equal(next, three + 3);
    assert_false(ldd_cache_get(&s, three, 10, 20, &result));
    ldd_cache_put(&s, three, 10, 20, 42);
    assert_true(ldd_cache_get(&s, three, 10, 20, &result));
    assert_int_equal(result, 42);
    assert_false(ldd_cache_get(&s, three + 1, 10, 20, &result));
    assert_false(ldd_cache_get(&s, three, 11, 20, &result));
    assert_false(ldd_cache_get(&s, three, 10, 21, &result));
    assert_false(ldd_cache_get(&s, three, 20, 10, &result));
    ldd_collect(&s, NULL, 0);
    assert_false(ldd_cache_get(&s, three, 10, 20, &result));
    ldd_fini(&s);
}

TEST(numbers_for_operations_end)
{
    pool p;
    pool_init(&p, &(ldd_tuning){0}, 5);
    assert_int_equal(ldd_operation(&p.s, UINT32_MAX), 0);
    uint32_t first = ldd_operation(&p.s, 1);
    uint32_t most = UINT32_MAX - first - 1;
    assert_int_equal(ldd_operation(&p.s, most), first + 1);
    assert_int_equal(ldd_operation(&p.s, 1), 0);
    assert_int_equal(ldd_operation(&p.s, 0), UINT32_MAX);
    for (size_t i = 0; i < 200; i++) /* the store itself does without */
        pool_step(&p, 40);
    pool_fini(&p);
}

TEST(lists_are_made_from_the_stack)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    const ldd_element elements[] = {
        {9, LDD_UNIT}, {8, LDD_EMPTY}, {7, LDD_UNIT}, {3, LDD_EMPTY}};
    vec_push(&s.stack, ((ldd_element){1, LDD_UNIT})); /* somebody else's */
    for (size_t i = 0; i < COUNT_OF(elements); i++)
        vec_push(&s.stack, elements[i]);
    ldd rest = ldd_make(&s, 2, LDD_UNIT, LDD_EMPTY);
    ldd a = ldd_list(&s, 1, rest);
    assert_int_equal(s.stack.len, 1);
    assert_int_equal(a, ldd_make(&s, 9, LDD_UNIT, ldd_make(&s, 7, LDD_UNIT, rest)));
    assert_int_equal(ldd_list(&s, 1, rest), rest);
    assert_int_equal(ldd_at(&s, a)->value, 9);
    ldd_fini(&s);
}

/* ---- Large ones ---- */

/* All rows of WIDTH values below BASE. */
static ldd full_set(ldd_store *s, size_t width, uint32_t base)
{
    ldd a = LDD_UNIT;
    while (width-- > 0) {
        ldd list = LDD_EMPTY;
        for (uint32_t v = 0; v < base; v++)
            list = ldd_make(s, v, a, list);
        a = list;
    }
    return a;
}

/* In decimal, by hand: the lowest digit first. */
static void multiply(char *digits, unsigned by)
{
    unsigned carry = 0;
    for (; *digits != '\0' || carry > 0; digits++) {
        if (*digits == '\0') {
            digits[0] = '0';
            digits[1] = '\0';
        }
        carry += (unsigned)(*digits - '0') * by;
        *digits = (char)('0' + carry % 10);
        carry /= 10;
    }
}

static void power_text(unsigned base, size_t exponent, char *out)
{
    strcpy(out, "1");
    for (size_t i = 0; i < exponent; i++)
        multiply(out, base);
    for (size_t i = 0, len = strlen(out); i < len / 2; i++) {
        char c = out[i];
        out[i] = out[len - 1 - i];
        out[len - 1 - i] = c;
    }
}

TEST(counts_are_exact)
{
    static const struct {
        uint32_t base;
        size_t width;
    } cases[] = {{1, 5},   {2, 63},  {2, 64},   {2, 65},    {10, 8},  {10, 9},
                 {10, 17}, {10, 18}, {10, 19},  {10, 36},   {10, 37}, {5, 30},
                 {7, 100}, {999, 7}, {20, 300}, {1000, 120}};
    static char text[1000];
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        power_text(cases[i].base, cases[i].width, text);
        check_count(&s, full_set(&s, cases[i].width, cases[i].base), text);
    }
    check_count(&s, full_set(&s, 30, 5), "931322574615478515625");
    /* One row less than 2^64, and 2^64 - 2^32 - 1. */
    ldd all = full_set(&s, 64, 2);
    uint32_t row[64] = {[3] = 1, [60] = 1};
    ldd one = ldd_row(&s, row, 64);
    ldd most = ldd_minus(&s, all, one);
    check_count(&s, most, "18446744073709551615");
    assert_false(ldd_has(&s, most, row, 64));
    assert_true(ldd_count(&s, most) > 1.844e19);
    ldd half = full_set(&s, 32, 2);
    for (size_t i = 0; i < 32; i++)
        half = ldd_insert(&s, half, 2 * (uint32_t)i, i % 2);
    assert_false(ldd_has(&s, half, row, 64));
    check_count(&s, ldd_minus(&s, most, half), "18446744069414584319");
    assert_true(ldd_count(&s, full_set(&s, 300, 20)) > 1e308); /* beyond a double */
    ldd_fini(&s);
}

TEST(long_lists)
{
    enum { LENGTH = 100000 };
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    ldd even = LDD_EMPTY;
    ldd odd = LDD_EMPTY;
    ldd all = LDD_EMPTY;
    for (uint32_t v = 0; v < LENGTH; v++) {
        all = ldd_make(&s, v, LDD_UNIT, all);
        if (v % 2 == 0)
            even = ldd_make(&s, v, LDD_UNIT, even);
        else
            odd = ldd_make(&s, v, LDD_UNIT, odd);
    }
    assert_int_equal(ldd_union(&s, even, odd), all);
    assert_int_equal(ldd_minus(&s, all, odd), even);
    assert_int_equal(ldd_minus(&s, even, all), LDD_EMPTY);
    assert_int_equal(ldd_size(&s, all), LENGTH);
    ldd two = ldd_union(&s, ldd_insert(&s, even, 0, 1), ldd_insert(&s, odd, 0, 2));
    ldd swapped = ldd_swap(&s, two, 0);
    check_count(&s, swapped, "100000");
    uint32_t row[2] = {77777, 2};
    assert_true(ldd_has(&s, swapped, row, 2));
    row[1] = 1;
    assert_false(ldd_has(&s, swapped, row, 2));
    ldd_collect(&s, &swapped, 1);
    assert_int_equal(ldd_nodes(&s), LENGTH + 2);
    ldd_fini(&s);
}

/* A row at a time, as the states of a long queue are found: one node for each. */
TEST(a_new_value_leaves_the_list_as_it_is)
{
    enum { LENGTH = 10000 };
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    ldd a = LDD_EMPTY;
    for (uint32_t v = 0; v < LENGTH; v++)
        a = ldd_union(&s, a, ldd_row(&s, &v, 1));
    assert_int_equal(ldd_size(&s, a), LENGTH);
    assert_true(ldd_nodes(&s) <= 2 * LENGTH); /* a row is a node, too */
    ldd_fini(&s);
}

/* Each list is the end of the one before it: no part is walked again and again. */
TEST(lists_that_share_their_ends)
{
    enum { LENGTH = 100000 };
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    ldd ends[2] = {LDD_EMPTY, LDD_EMPTY};
    for (uint32_t v = 0; v < LENGTH; v++) {
        ends[0] = ldd_make(&s, v, LDD_UNIT, ends[0]);
        ends[1] = ldd_make(&s, v, ends[0], ends[1]);
    }
    check_count(&s, ends[1], "5000050000");
    assert_true(ldd_count(&s, ends[1]) == 5000050000.0);
    assert_int_equal(ldd_size(&s, ends[1]), 2 * LENGTH);
    ldd_fini(&s);
}

TEST(deep_rows)
{
    enum { WIDTH = 300 };
    ldd_store s;
    uint64_t seed = 3;
    ldd_init(&s, &(ldd_tuning){0});
    rows r = rows_new(WIDTH, 40);
    for (size_t i = 0; i < 40 * WIDTH; i++)
        r.data[i] = rnd_below(&seed, 3);
    rows_settle(&r);
    ldd a = set_of(&s, &r);
    static const uint32_t levels[] = {0, 1, 150, 297, 298};
    for (size_t i = 0; i < COUNT_OF(levels); i++) {
        rows swapped = rows_swap(&r, levels[i]);
        rows longer = rows_insert(&r, levels[i] + 2, 5);
        assert_int_equal(ldd_swap(&s, a, levels[i]), set_of(&s, &swapped));
        assert_int_equal(ldd_insert(&s, a, levels[i] + 2, 5), set_of(&s, &longer));
        rows_free(&swapped);
        rows_free(&longer);
    }
    assert_int_equal(ldd_size(&s, a), rows_nodes(&r));
    rows_free(&r);
    ldd_fini(&s);
}

TEST(several_stores_at_once)
{
    pool one;
    pool other;
    pool_init(&one, &(ldd_tuning){0}, 11);
    pool_init(&other, &(ldd_tuning){.most_cache_bits = 2, .always_collects = true}, 12);
    for (size_t i = 0; i < 200; i++) {
        pool_step(&one, 50);
        pool_step(&other, 50);
    }
    pool_fini(&one);
    for (size_t i = 0; i < 50; i++)
        pool_step(&other, 50);
    pool_fini(&other);
}

/* ---- No room, or no time ---- */

TEST(a_limit_of_bytes)
{
    size_t full = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        ldd_store empty;
        ldd_init(&empty, &(ldd_tuning){0});
        size_t first = ldd_bytes(&empty);
        ldd_fini(&empty);
        pool p;
        pool_init(&p, &(ldd_tuning){.max_bytes = first + seed % 3 * (first / 2)}, seed);
        for (size_t i = 0; i < 150; i++) {
            pool_step(&p, 150);
            assert_true(ldd_bytes(&p.s) <= p.s.tuning.max_bytes);
        }
        full += p.full;
        pool_fini(&p);
    }
    assert_true(full > 10);
}

static ldd distinct_rows(ldd_store *s, uint32_t from, uint32_t count)
{
    ldd a = LDD_EMPTY;
    for (uint32_t i = from; i < from + count; i++)
        a = ldd_union(s, a, ldd_row(s, (uint32_t[]){i % 7, i, i / 3}, 3));
    return a;
}

TEST(little_room_is_kept_to)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){.max_bytes = 5000});
    ldd kept = distinct_rows(&s, 0, 5);
    assert_int_equal(s.trouble, LDD_NO_TROUBLE);
    for (uint32_t i = 0; s.trouble == LDD_NO_TROUBLE; i++) {
        assert_true(ldd_bytes(&s) <= 5000);
        (void)distinct_rows(&s, i, 5);
    }
    assert_int_equal(s.trouble, LDD_FULL);
    ldd_collect(&s, &kept, 1);
    assert_int_equal(distinct_rows(&s, 0, 5), kept);
    ldd_fini(&s);
}

TEST(a_full_store_says_nothing)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){.max_bytes = 1}); /* less than it has already */
    ldd kept = distinct_rows(&s, 0, 5);
    assert_int_equal(s.trouble, LDD_NO_TROUBLE);
    size_t size = ldd_size(&s, kept);
    (void)distinct_rows(&s, 0, 100000);
    assert_int_equal(s.trouble, LDD_FULL);
    ldd result = 99;
    assert_true(ldd_cache_get(&s, ldd_operation(&s, 1), 2, 3, &result));
    assert_int_equal(result, LDD_EMPTY);
    uint32_t row[3] = {1, 2, 3};
    assert_int_equal(ldd_row(&s, row, 3), LDD_EMPTY);
    assert_int_equal(ldd_insert(&s, kept, 1, 7), LDD_EMPTY);
    assert_int_equal(ldd_swap(&s, kept, 1), LDD_EMPTY);
    ldd_collect(&s, &kept, 1);
    assert_int_equal(s.trouble, LDD_NO_TROUBLE);
    assert_int_equal(ldd_nodes(&s), size);
    assert_int_equal(distinct_rows(&s, 0, 5), kept);
    ldd_fini(&s);
}

/* Nodes, buckets and the cache grow in turn; only without nodes there is no way on. */
TEST(numbers_of_operations_run_out)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){.most_numbers = 100});
    uint32_t first = ldd_operation(&s, 20);
    assert_true(first > 0);
    ldd a = distinct_rows(&s, 0, 20);
    ldd_cache_put(&s, first, a, 0, a);
    ldd_renew_operations(&s); /* there are enough of them */
    ldd result;
    assert_true(ldd_cache_get(&s, first, a, 0, &result));
    assert_int_equal(ldd_operation(&s, 20), first + 20);
    assert_true(ldd_operation(&s, 30) > 0);
    assert_int_equal(ldd_operation(&s, 40), 0);
    ldd longer = ldd_insert(&s, a, 1, 7);
    ldd_renew_operations(&s);
    assert_int_equal(ldd_operation(&s, 20), first);
    assert_false(ldd_cache_get(&s, first, a, 0, &result));
    assert_int_equal(ldd_insert(&s, a, 1, 7), longer);
    assert_int_equal(distinct_rows(&s, 0, 20), a);
    ldd_fini(&s);
}

TEST(growth_that_is_refused)
{
    for (size_t n = 1; n <= 3; n++) {
        ldd_store s;
        ldd_init(&s, &(ldd_tuning){0});
        ldd a = LDD_EMPTY;
        uint32_t v = 0;
        while (s.used < s.cap)
            a = ldd_make(&s, v++, LDD_UNIT, a);
        ldd before = a;
        mem_fail_after(n);
        ldd more = ldd_make(&s, v, LDD_UNIT, a);
        assert_int_equal(mem_fail_after(0), 0);
        assert_int_equal(s.trouble, n == 1 ? LDD_FULL : LDD_NO_TROUBLE);
        assert_int_equal(more == LDD_EMPTY, n == 1);
        ldd_collect(&s, &before, 1);
        for (uint32_t i = 0; i < 20000; i++) /* the next time it is not refused */
            a = ldd_make(&s, v++, LDD_UNIT, a);
        assert_int_equal(s.trouble, LDD_NO_TROUBLE);
        assert_true(ldd_count(&s, a) == (double)v);
        assert_int_equal(s.bucket_count, n == 2 ? s.cap / 2 : s.cap);
        ldd_fini(&s);
    }
}

/* Whatever is refused, the result is right or there is trouble. */
static void build_and_compare(void *context)
{
    ldd_store s;
    bool copes = false;
    ldd_init(&s, &(ldd_tuning){0});
    uint32_t count = *(uint32_t *)context;
    ldd a = distinct_rows(&s, 0, count);
    ldd b = ldd_swap(&s, ldd_swap(&s, a, 1), 1);
    if (s.trouble == LDD_NO_TROUBLE)
        copes = b == a && ldd_count(&s, a) == (double)count;
    else
        copes = s.trouble == LDD_FULL && b == LDD_EMPTY;
    ldd_fini(&s);
    if (!copes)
        abort();
}

TEST(every_allocation_may_fail)
{
    uint32_t count = test_size(500, 1500);
    size_t failures = fail_each_allocation(build_and_compare, &count, 1);
    assert_true(failures > 10);
}

static bool is_asked(void *context)
{
    return ++*(unsigned *)context > 0;
}

/* A list of any length is one entry. */
TEST(long_lists_are_work)
{
    unsigned asked = 0;
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){.is_over = is_asked, .context = &asked});
    ldd a = LDD_EMPTY;
    for (uint32_t v = 0; s.trouble == LDD_NO_TROUBLE; v++)
        a = ldd_make(&s, v, LDD_UNIT, a);
    assert_int_equal(asked, 1);
    assert_int_equal(s.trouble, LDD_STOPPED);
    assert_true(ldd_nodes(&s) < 100000);
    ldd_fini(&s);
}

static bool is_third_time(void *context)
{
    return ++*(unsigned *)context >= 3;
}

TEST(being_told_to_stop)
{
    unsigned asked = 0;
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){.is_over = is_third_time, .context = &asked});
    ldd kept = distinct_rows(&s, 0, 100);
    uint32_t rounds = 0;
    ldd a = LDD_EMPTY;
    for (; s.trouble == LDD_NO_TROUBLE; rounds++) {
        a = distinct_rows(&s, rounds * 100, 200);
        assert_true(rounds < 10000);
        if (s.trouble == LDD_NO_TROUBLE)
            assert_true(ldd_count(&s, a) == 200);
    }
    assert_int_equal(asked, 3);
    assert_int_equal(s.trouble, LDD_STOPPED);
    assert_int_equal(ldd_union(&s, kept, ldd_row(&s, (uint32_t[]){1, 2, 3}, 3)), kept);
    assert_int_equal(ldd_swap(&s, kept, 0), LDD_EMPTY);
    s.tuning.is_over = NULL;
    ldd_collect(&s, &kept, 1);
    assert_int_equal(s.trouble, LDD_NO_TROUBLE);
    assert_int_equal(distinct_rows(&s, 0, 100), kept);
    ldd_fini(&s);
}

/* Gives up at call number LEFT, counted down. */
static bool is_last_time(void *context)
{
    unsigned *left = context;
    return *left > 0 && --*left == 0;
}

/* The numbers below COUNT, as rows of one column. */
static ldd numbers_below(ldd_store *s, uint32_t count)
{
    ldd a = LDD_EMPTY;
    for (uint32_t v = 0; v < count; v++)
        a = ldd_make(s, v, LDD_UNIT, a);
    return a;
}

/* Large tables grow and are collected in loops that ask, too.  Wherever such a loop is
 * cut short, the store gives no results, and the next collection puts it in order. */
TEST(being_told_to_stop_while_tables_grow_or_are_swept)
{
    enum { ROWS = 70000, KEPT = 300 };
    unsigned most = 0;
    for (unsigned at = 1; at == 1 || most == 0; at++) {
        unsigned left = at;
        ldd_store s;
        ldd_init(&s, &(ldd_tuning){.is_over = is_last_time, .context = &left});
        ldd kept = numbers_below(&s, KEPT);
        (void)numbers_below(&s, ROWS);
        if (s.trouble == LDD_NO_TROUBLE)
            ldd_collect(&s, &kept, 1);
        if (left > 0)
            most = at; /* it was not asked so often */
        else
            assert_int_equal(s.trouble, LDD_STOPPED);
        left = 0;
        ldd_collect(&s, &kept, 1);
        assert_int_equal(s.trouble, LDD_NO_TROUBLE);
        assert_true(ldd_check(&s));
        assert_true(ldd_count(&s, kept) == KEPT);
        ldd more = numbers_below(&s, ROWS);
        assert_true(ldd_count(&s, more) == ROWS);
        assert_int_equal(numbers_below(&s, KEPT), kept);
        ldd_fini(&s);
    }
    assert_true(most > 8);
}

/* ---- The check of the whole ---- */

TEST(a_broken_store_is_found)
{
    ldd_store s;
    ldd_init(&s, &(ldd_tuning){0});
    ldd a = distinct_rows(&s, 0, 50);
    (void)distinct_rows(&s, 100, 50);
    ldd_collect(&s, &a, 1);
    assert_true(s.first_free != 0);
    a = ldd_union(&s, a, ldd_row(&s, (uint32_t[]){1000, 3}, 2));
    assert_true(ldd_check(&s));
    ldd_node *n = &s.nodes[a];
    assert_true(n->right != LDD_EMPTY);
    uint32_t other = s.nodes[n->right].value;
    struct {
        uint32_t *at;
        uint32_t value;
    } breaks[] = {
        {&n->value, other},        /* the list does not rise */
        {&n->down, LDD_EMPTY},     /* an element that leads nowhere */
        {&n->right, LDD_UNIT},     /* a list that ends in a row */
        {&n->right, s.used},       /* a node that is not there */
        {&n->right, s.first_free}, /* a free one */
        {&n->down, n->right},      /* not where its bucket is */
        {&s.free_count, s.free_count + 1},
        {&s.first_free, a},
    };
    for (size_t i = 0; i < COUNT_OF(breaks); i++) {
        uint32_t was = *breaks[i].at;
        *breaks[i].at = breaks[i].value;
        assert_false(ldd_check(&s));
        *breaks[i].at = was;
        assert_true(ldd_check(&s));
    }
    /* The same node twice, under another number. */
    uint32_t twin = s.first_free;
    ldd_node free_node = s.nodes[twin];
    s.first_free = free_node.next;
    s.free_count--;
    s.nodes[twin] = *n;
    n->next = twin;
    assert_false(ldd_check(&s));
    ldd_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_broken_store_is_found),
        LEAK_FREE(sets_are_what_the_rows_say),
        LEAK_FREE(sets_of_many_rows),
        LEAK_FREE(collected_at_every_chance),
        LEAK_FREE(with_hardly_any_cache),
        LEAK_FREE(cache_entries_are_as_many_as_allowed),
        LEAK_FREE(equal_sets_are_the_same_node),
        LEAK_FREE(what_is_collected_is_used_again),
        LEAK_FREE(collecting_is_wanted_when_much_is_new),
        LEAK_FREE(the_empty_row_and_no_row),
        LEAK_FREE(what_is_put_into_the_cache_is_found),
        LEAK_FREE(numbers_for_operations_end),
        LEAK_FREE(lists_are_made_from_the_stack),
        LEAK_FREE(counts_are_exact),
        LEAK_FREE(long_lists),
        LEAK_FREE(a_new_value_leaves_the_list_as_it_is),
        LEAK_FREE(lists_that_share_their_ends),
        LEAK_FREE(deep_rows),
        LEAK_FREE(several_stores_at_once),
        LEAK_FREE(a_limit_of_bytes),
        LEAK_FREE(little_room_is_kept_to),
        LEAK_FREE(a_full_store_says_nothing),
        LEAK_FREE(numbers_of_operations_run_out),
        LEAK_FREE(growth_that_is_refused),
        LEAK_FREE(every_allocation_may_fail),
        LEAK_FREE(long_lists_are_work),
        LEAK_FREE(being_told_to_stop),
        LEAK_FREE(being_told_to_stop_while_tables_grow_or_are_swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
