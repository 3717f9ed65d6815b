/* Terms: each rewrite of the simplifier by hand, random terms against a naive
 * evaluator, and path conditions. */
#include "engine/sequential/term.h"

#include "unit.h"

static const icet_type t_int = {.kind = ICET_INT}, t_bool = {.kind = ICET_BOOL};

/* type two = Left(int) | Right(bool);  type only = Only(int);  type three = A | B | C;
 */
static const icet_data two, only, three;
static const icet_ctor two_ctors[] = {
    {"Left", &two, 0, 1, (const icet_type *const[]){&t_int}},
    {"Right", &two, 1, 1, (const icet_type *const[]){&t_bool}},
};
static const icet_ctor only_ctor = {"Only", &only, 0, 1,
                                    (const icet_type *const[]){&t_int}};
static const icet_ctor three_ctors[] = {
    {"A", &three, 0, 0, NULL}, {"B", &three, 1, 0, NULL}, {"C", &three, 2, 0, NULL}};
static const icet_data two = {.name = "two", .count = 2, .ctors = two_ctors};
static const icet_data only = {.name = "only", .count = 1, .ctors = &only_ctor};
static const icet_data three = {.name = "three", .count = 3, .ctors = three_ctors};
static const icet_type t_two = {.kind = ICET_DATA, .data = &two};
static const icet_type t_three = {.kind = ICET_DATA, .data = &three};

typedef struct box {
    term_store t;
    arena memory;
} box;

static int setup(void **state)
{
    static box b;
    term_init(&b.t);
    arena_init(&b.memory);
    *state = &b;
    return 0;
}

static int teardown(void **state)
{
    box *b = *state;
    term_fini(&b->t);
    arena_fini(&b->memory);
    return 0;
}

#define BEGIN(b)           \
    box *b = *state;       \
    term_store *t = &b->t; \
    (void)t

static term made(term_store *t, const icet_ctor *ctor, term arg)
{
    return term_make(t, TERM_CTOR, 0, ctor, ctor->count, &arg);
}

static void terms_are_hash_consed(void **state)
{
    BEGIN(b);
    term x = term_unknown(t, &t_int), y = term_unknown(t, &t_int);
    assert_int_not_equal(x, y); /* two unknowns are never one */
    assert_int_equal(term_binary(t, TERM_ADD, x, y), term_binary(t, TERM_ADD, x, y));
    assert_int_equal(term_binary(t, TERM_EQ, x, y), term_binary(t, TERM_EQ, y, x));
    term p = term_unknown(t, &t_bool), q = term_unknown(t, &t_bool);
    assert_int_equal(term_binary(t, TERM_AND, p, q), term_binary(t, TERM_AND, q, p));
    assert_int_equal(term_binary(t, TERM_OR, p, q), term_binary(t, TERM_OR, q, p));
}

static void neutral_elements_vanish(void **state)
{
    BEGIN(b);
    term x = term_unknown(t, &t_int), zero = term_int(t, 0), one = term_int(t, 1);
    assert_int_equal(term_binary(t, TERM_ADD, x, zero), x);
    assert_int_equal(term_binary(t, TERM_ADD, zero, x), x);
    assert_int_equal(term_binary(t, TERM_SUB, x, zero), x);
    assert_int_equal(term_binary(t, TERM_MUL, one, x), x);
    assert_int_equal(term_binary(t, TERM_MUL, zero, x), zero);
    assert_int_not_equal(term_binary(t, TERM_SUB, zero, x), x); /* -x */
    assert_int_not_equal(term_binary(t, TERM_MUL, x, zero), x);
    term p = term_unknown(t, &t_bool);
    term yes = term_bool(t, true), no = term_bool(t, false);
    assert_int_equal(term_binary(t, TERM_AND, p, yes), p);
    assert_int_equal(term_binary(t, TERM_AND, no, p), no);
    assert_int_equal(term_binary(t, TERM_OR, no, p), p);
    assert_int_equal(term_binary(t, TERM_OR, p, yes), yes);
    assert_int_equal(term_binary(t, TERM_EQ, p, yes), p);
    assert_int_equal(term_binary(t, TERM_EQ, no, p), term_unary(t, TERM_NOT, p));
    assert_int_equal(term_unary(t, TERM_NOT, term_unary(t, TERM_NOT, p)), p);
    assert_true(term_is_true(t, term_binary(t, TERM_LE, x, x)));
    assert_true(term_is_false(t, term_binary(t, TERM_LT, x, x)));
}

static void what_overflows_stays_symbolic(void **state)
{
    BEGIN(b);
    term most = term_int(t, INT64_MAX), least = term_int(t, INT64_MIN);
    term one = term_int(t, 1);
    term sum = term_binary(t, TERM_ADD, most, one);
    assert_int_equal(term_at(t, sum)->kind, TERM_ADD);
    term product = term_binary(t, TERM_MUL, most, term_int(t, 2));
    assert_int_equal(term_at(t, product)->kind, TERM_MUL);
    term less = term_binary(t, TERM_SUB, least, one);
    assert_int_equal(term_at(t, less)->kind, TERM_SUB);
    assert_int_equal(term_at(t, term_unary(t, TERM_NEGATE, least))->kind, TERM_NEGATE);
}

static void ifs_are_decided_by_constants_only(void **state)
{
    BEGIN(b);
    term c = term_unknown(t, &t_bool), one = term_int(t, 1), two_ = term_int(t, 2);
    term yes = term_bool(t, true), no = term_bool(t, false);
    assert_int_equal(term_ite(t, yes, one, two_), one);
    assert_int_equal(term_ite(t, no, one, two_), two_);
    assert_int_equal(term_ite(t, c, one, one), one);
    assert_int_equal(term_ite(t, c, yes, no), c);
    assert_int_equal(term_ite(t, c, no, yes), term_unary(t, TERM_NOT, c));
    assert_int_equal(term_ite(t, term_unary(t, TERM_NOT, c), one, two_),
                     term_ite(t, c, two_, one));
    assert_int_equal(term_ite(t, c, one, TERM_NONE), TERM_NONE); /* a dead variable */
    /* a comparison with a constant moves into the branches */
    term x = term_ite(t, c, one, two_);
    assert_int_equal(term_binary(t, TERM_EQ, x, one), c);
    assert_int_equal(term_binary(t, TERM_EQ, two_, x), term_unary(t, TERM_NOT, c));
    assert_true(term_is_false(t, term_binary(t, TERM_EQ, x, term_int(t, 3))));
}

static void pids_differ_only_if_they_must(void **state)
{
    BEGIN(b);
    term one = term_leaf(t, TERM_UNIT_PID, 0), other = term_leaf(t, TERM_UNIT_PID, 1);
    term nobody = term_leaf(t, TERM_NOBODY, 0), self = term_leaf(t, TERM_SELF, 0);
    term v = term_leaf(t, TERM_NAME, 0), w = term_leaf(t, TERM_NAME, 1);
    const term differ[][2] = {{one, other}, {one, nobody}, {v, one},
                              {nobody, v},  {self, one},   {nobody, self}};
    for (size_t i = 0; i < COUNT_OF(differ); i++)
        assert_true(
            term_is_false(t, term_binary(t, TERM_EQ, differ[i][0], differ[i][1])));
    /* two names may denote one copy, and a name the copy itself */
    assert_int_equal(term_at(t, term_binary(t, TERM_EQ, v, w))->kind, TERM_EQ);
    assert_int_equal(term_at(t, term_binary(t, TERM_EQ, v, self))->kind, TERM_EQ);
    assert_true(term_is_true(t, term_binary(t, TERM_EQ, v, v)));
}

static void data_are_taken_apart(void **state)
{
    BEGIN(b);
    term n = term_unknown(t, &t_int), p = term_unknown(t, &t_bool);
    term left = made(t, &two_ctors[0], n), right = made(t, &two_ctors[1], p);
    assert_int_equal(term_make(t, TERM_PART, 0, &two_ctors[0], 1, &left), n);
    term is_left = term_make(t, TERM_IS, 0, &two_ctors[0], 1, &left);
    assert_true(term_is_true(t, is_left));
    is_left = term_make(t, TERM_IS, 0, &two_ctors[0], 1, &right);
    assert_true(term_is_false(t, is_left));
    assert_true(term_is_false(t, term_binary(t, TERM_EQ, left, right)));
    term u = term_unknown(t, &t_int); /* of a type with one constructor */
    assert_true(term_is_true(t, term_make(t, TERM_IS, 0, &only_ctor, 1, &u)));
    /* a part of an if: only the branch that has it counts */
    term c = term_unknown(t, &t_bool), either = term_ite(t, c, left, right);
    assert_int_equal(term_make(t, TERM_PART, 0, &two_ctors[0], 1, &either), n);
    assert_int_equal(term_make(t, TERM_PART, 0, &two_ctors[1], 1, &either), p);
    assert_int_equal(term_make(t, TERM_IS, 0, &two_ctors[0], 1, &either), c);
    term pair = term_make(t, TERM_TUPLE, 0, NULL, 2, (term[]){n, p});
    assert_int_equal(term_make(t, TERM_ITEM, 1, NULL, 1, &pair), p);
    term pair2 = term_make(t, TERM_TUPLE, 0, NULL, 2, (term[]){term_int(t, 1), p});
    assert_int_equal(term_binary(t, TERM_EQ, pair, pair2),
                     term_binary(t, TERM_EQ, n, term_int(t, 1)));
}

/* ---- random terms and a naive evaluator ---- */

enum { UNKNOWNS = 3 };

typedef struct twin {
    term_store *t;
    uint64_t seed;
    term ints[UNKNOWNS], bools[UNKNOWNS];
    int64_t int_values[UNKNOWNS];
    bool bool_values[UNKNOWNS];
} twin;

typedef struct pair {
    term x;
    int64_t value;
} pair;

static pair any_bool(twin *w, unsigned depth);

static pair any_int(twin *w, unsigned depth)
{
    term_store *t = w->t;
    unsigned k = rnd_below(&w->seed, depth ? 7 : 2), u = rnd_below(&w->seed, UNKNOWNS);
    int64_t n = (int64_t)rnd_below(&w->seed, 5) - 2;
    if (k == 0)
        return (pair){term_int(t, n), n};
    if (k == 1)
        return (pair){w->ints[u], w->int_values[u]};
    pair a = any_int(w, depth - 1);
    if (k == 2)
        return (pair){term_unary(t, TERM_NEGATE, a.x), -a.value};
    pair b = any_int(w, depth - 1);
    switch (k) {
    case 3:
        return (pair){term_binary(t, TERM_ADD, a.x, b.x), a.value + b.value};
    case 4:
        return (pair){term_binary(t, TERM_SUB, a.x, b.x), a.value - b.value};
    case 5:
        return (pair){term_binary(t, TERM_MUL, a.x, b.x), a.value * b.value};
    default: {
        pair c = any_bool(w, depth - 1);
        return (pair){term_ite(t, c.x, a.x, b.x), c.value ? a.value : b.value};
    }
    }
}

static pair any_comparison(twin *w, unsigned depth)
{
    term_store *t = w->t;
    pair a = any_int(w, depth), b = any_int(w, depth);
    switch (rnd_below(&w->seed, 3)) {
    case 0:
        return (pair){term_binary(t, TERM_EQ, a.x, b.x), a.value == b.value};
    case 1:
        return (pair){term_binary(t, TERM_LT, a.x, b.x), a.value < b.value};
    default:
        return (pair){term_binary(t, TERM_LE, a.x, b.x), a.value <= b.value};
    }
}

static pair any_bool(twin *w, unsigned depth)
{
    term_store *t = w->t;
    unsigned k = rnd_below(&w->seed, depth ? 8 : 2), u = rnd_below(&w->seed, UNKNOWNS);
    if (k == 0)
        return (pair){term_bool(t, u == 0), u == 0};
    if (k == 1)
        return (pair){w->bools[u], w->bool_values[u]};
    if (k < 4)
        return any_comparison(w, depth - 1);
    pair a = any_bool(w, depth - 1);
    if (k == 4)
        return (pair){term_unary(t, TERM_NOT, a.x), !a.value};
    pair b = any_bool(w, depth - 1);
    if (k == 5)
        return (pair){term_binary(t, TERM_AND, a.x, b.x), a.value && b.value};
    if (k == 6)
        return (pair){term_binary(t, TERM_OR, a.x, b.x), a.value || b.value};
    return (pair){term_binary(t, TERM_EQ, a.x, b.x), a.value == b.value};
}

static term valuation(void *context, term x, const term_node *n)
{
    twin *w = context;
    (void)n;
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        if (x == w->ints[i])
            return term_int(w->t, w->int_values[i]);
        if (x == w->bools[i])
            return term_bool(w->t, w->bool_values[i]);
    }
    return TERM_NONE;
}

/* Simplified with unknowns and then given values, a term has the value that the naive
 * evaluator computes from the values alone. */
static void simplification_preserves_values(void **state)
{
    BEGIN(b);
    twin w = {.t = t, .seed = 5};
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        w.ints[i] = term_unknown(t, &t_int);
        w.bools[i] = term_unknown(t, &t_bool);
    }
    for (unsigned round = 0; round < 20000; round++) {
        for (unsigned i = 0; i < UNKNOWNS; i++) {
            w.int_values[i] = (int64_t)rnd_below(&w.seed, 5) - 2;
            w.bool_values[i] = rnd_below(&w.seed, 2);
        }
        pair x = any_bool(&w, 4);
        term y = term_replace(t, x.x, &(term_change){&w, valuation});
        assert_int_equal(term_at(t, y)->kind, TERM_BOOL);
        assert_int_equal(term_is_true(t, y), x.value);
        pair n = any_int(&w, 4);
        y = term_replace(t, n.x, &(term_change){&w, valuation});
        assert_int_equal(term_at(t, y)->kind, TERM_INT);
        assert_true(term_at(t, y)->number == n.value);
    }
}

/* A fact that holds for some values does not change the value of a term for them. */
static void facts_that_hold_preserve_values(void **state)
{
    BEGIN(b);
    twin w = {.t = t, .seed = 6};
    for (unsigned i = 0; i < UNKNOWNS; i++) {
        w.ints[i] = term_unknown(t, &t_int);
        w.bools[i] = term_unknown(t, &t_bool);
    }
    for (unsigned round = 0; round < 5000; round++) {
        for (unsigned i = 0; i < UNKNOWNS; i++) {
            w.int_values[i] = (int64_t)rnd_below(&w.seed, 3);
            w.bool_values[i] = rnd_below(&w.seed, 2);
        }
        const term_fact *facts = NULL;
        for (unsigned i = 0; i < 3; i++) {
            pair c = any_bool(&w, 2);
            term now = term_under(t, facts, c.x);
            if (term_at(t, now)->kind == TERM_BOOL)
                assert_int_equal(term_is_true(t, now), c.value);
            facts = term_fact_add(&b->memory, t, facts, now, c.value);
        }
        pair x = any_bool(&w, 3);
        term y = term_under(t, facts, x.x);
        y = term_replace(t, y, &(term_change){&w, valuation});
        assert_int_equal(term_is_true(t, y), x.value);
    }
}

/* ---- path conditions ---- */

static void facts_have_consequences(void **state)
{
    BEGIN(b);
    term p = term_unknown(t, &t_bool), q = term_unknown(t, &t_bool);
    const term_fact *f =
        term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_AND, p, q), true);
    assert_true(term_is_true(t, term_under(t, f, p)));
    assert_true(term_is_true(t, term_under(t, f, q)));
    f = term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_OR, p, q), false);
    assert_true(term_is_false(t, term_under(t, f, p)));
    f = term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_OR, p, q), true);
    assert_int_equal(term_under(t, f, p), p); /* one of them, but which? */
    f = term_fact_add(&b->memory, t, NULL, term_unary(t, TERM_NOT, p), true);
    assert_true(term_is_false(t, term_under(t, f, p)));
}

static void an_equation_replaces_an_unknown(void **state)
{
    BEGIN(b);
    term x = term_unknown(t, &t_int), y = term_unknown(t, &t_int);
    term next = term_binary(t, TERM_ADD, y, term_int(t, 1));
    const term_fact *f =
        term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_EQ, x, next), true);
    assert_int_equal(term_under(t, f, x), next);
    f = term_fact_add(&b->memory, t, f, term_binary(t, TERM_EQ, y, term_int(t, 4)),
                      true);
    assert_int_equal(term_under(t, f, x), term_int(t, 5)); /* both facts */
    /* x = x + 1 must not be applied for ever */
    term more = term_binary(t, TERM_ADD, x, term_int(t, 1));
    f = term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_EQ, x, more), true);
    assert_int_equal(term_under(t, f, x), x);
    f = term_fact_add(&b->memory, t, NULL, term_binary(t, TERM_EQ, x, y), false);
    assert_int_equal(term_under(t, f, x), x);
}

static void constructors_are_learned(void **state)
{
    BEGIN(b);
    term u = term_unknown(t, &t_two);
    term is_left = term_make(t, TERM_IS, 0, &two_ctors[0], 1, &u);
    const term_fact *f = term_fact_add(&b->memory, t, NULL, is_left, true);
    assert_true(term_at(t, term_under(t, f, u))->of == &two_ctors[0]);
    f = term_fact_add(&b->memory, t, NULL, is_left, false); /* so it is the other one */
    assert_true(term_at(t, term_under(t, f, u))->of == &two_ctors[1]);
    term v = term_unknown(t, &t_three);
    term is_a = term_make(t, TERM_IS, 0, &three_ctors[0], 1, &v);
    f = term_fact_add(&b->memory, t, NULL, is_a, false); /* B or C */
    assert_int_equal(term_under(t, f, v), v);
    assert_true(term_is_false(t, term_under(t, f, is_a)));
}

/* ---- counting ---- */

static void growth_is_bounded(void **state)
{
    BEGIN(b);
    term x = term_unknown(t, &t_int), c = term_unknown(t, &t_bool);
    term one = term_int(t, 1);
    term more = term_binary(t, TERM_ADD, x, one),
         less = term_binary(t, TERM_SUB, x, one);
    int64_t low, high;
    assert_true(term_growth(t, x, x, &low, &high) && low == 0 && high == 0);
    assert_true(term_growth(t, x, more, &low, &high) && low == 1 && high == 1);
    term either = term_ite(t, c, less, term_binary(t, TERM_ADD, more, one));
    assert_true(term_growth(t, x, either, &low, &high) && low == -1 && high == 2);
    either = term_ite(t, c, term_binary(t, TERM_ADD, more, one), less);
    assert_true(term_growth(t, x, either, &low, &high) && low == -1 && high == 2);
    term twice = term_binary(t, TERM_MUL, x, term_int(t, 2));
    assert_false(term_growth(t, x, twice, &low, &high));
    assert_false(term_growth(t, x, term_unknown(t, &t_int), &low, &high));
    assert_false(term_growth(t, x, TERM_NONE, &low, &high));
    assert_false(term_growth(t, TERM_NONE, TERM_NONE, &low, &high));
    term far = term_binary(t, TERM_ADD, x, term_int(t, INT64_MAX));
    far = term_binary(t, TERM_ADD, far, one); /* overflows: nothing is known */
    assert_false(term_growth(t, x, far, &low, &high));
}

static void counters_after_a_loop(void **state)
{
    BEGIN(b);
    const term_fact *f = NULL;
    term size = term_leaf(t, TERM_SIZE, 0), zero = term_int(t, 0);
    assert_int_equal(term_counted(&b->memory, t, &f, zero, size, 1, 1), size);
    assert_null(f);
    term x = term_counted(&b->memory, t, &f, zero, size, 0, 1);
    assert_int_equal(term_at(t, x)->kind, TERM_UNKNOWN);
    assert_true(term_is_true(t, term_under(t, f, term_binary(t, TERM_LE, zero, x))));
    assert_true(term_is_true(t, term_under(t, f, term_binary(t, TERM_LE, x, size))));
    assert_false(term_is_true(t, term_under(t, f, term_binary(t, TERM_LE, size, x))));
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(terms_are_hash_consed),
        WITH_STORE(neutral_elements_vanish),
        WITH_STORE(what_overflows_stays_symbolic),
        WITH_STORE(ifs_are_decided_by_constants_only),
        WITH_STORE(pids_differ_only_if_they_must),
        WITH_STORE(data_are_taken_apart),
        WITH_STORE(simplification_preserves_values),
        WITH_STORE(facts_that_hold_preserve_values),
        WITH_STORE(facts_have_consequences),
        WITH_STORE(an_equation_replaces_an_unknown),
        WITH_STORE(constructors_are_learned),
        WITH_STORE(growth_is_bounded),
        WITH_STORE(counters_after_a_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
