/* The runs of parameterised tests: their number, order and names. */
#include "lang/expand.h"
#include "lang/frontend.h"
#include "unit.h"

#include <string.h>

static const char prelude[] = "param a, b, c, d, e: int;\n"
                              "param p, q: bool;\n"
                              "machine Main { start state S { entry { } } }\n";

static program *load(const char *test)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s%s\n", prelude, test);
    program *p = frontend_load_text("t.p", strbuf_text(&text), text.len,
                                    &(frontend_options){.warnings_off = false});
    strbuf_free(&text);
    return p;
}

/* "test param WHAT T [main=Main]: { Main };" */
static program *load_param(const char *what)
{
    strbuf test = {0};
    strbuf_printf(&test, "test param %s T [main=Main]: { Main };", what);
    program *p = load(strbuf_text(&test));
    strbuf_free(&test);
    return p;
}

static void add_names(program *p, const test_decl *t, strbuf *out)
{
    assignment_list runs = {0};
    expand_test(p, t, &runs);
    vec_each (run, &runs) {
        expand_name(p, t, run, out);
        strbuf_putc(out, ' ');
    }
    vec_free(&runs);
}

/* The names of all runs of the one test, each followed by a blank. */
static void expect_runs(const char *what, const char *want)
{
    program *p = load_param(what);
    assert_int_equal(p->diags.errors, 0);
    assert_int_equal(p->tests.len, 1);
    strbuf names = {0};
    add_names(p, *vec_at(&p->tests, 0), &names);
    if (strcmp(strbuf_text(&names), want) != 0)
        print_error("%s\n", what);
    assert_string_equal(strbuf_text(&names), want);
    strbuf_free(&names);
    program_free(p);
}

TEST(a_test_without_parameters_runs_once_under_its_own_name)
{
    program *p = load("test One [main=Main]: { Main };\n"
                      "implementation Two [main=Main]: { Main };");
    assert_int_equal(p->diags.errors, 0);
    strbuf names = {0};
    vec_each (t, &p->tests)
        add_names(p, *t, &names);
    assert_string_equal(strbuf_text(&names), "One Two ");
    assert_int_equal(p->tests.len, 2);
    strbuf_free(&names);
    program_free(p);
}

TEST(a_program_without_tests_is_a_test_of_itself)
{
    program *p = load("");
    assert_int_equal(p->diags.errors, 0);
    assert_int_equal(p->tests.len, 1);
    strbuf names = {0};
    add_names(p, *vec_at(&p->tests, 0), &names);
    assert_string_equal(strbuf_text(&names), "DefaultImpl ");
    strbuf_free(&names);
    program_free(p);
}

TEST(the_first_parameter_varies_fastest)
{
    expect_runs("(a in [1, 2], p in [true, false])",
                "T___a_1__p_true T___a_2__p_true T___a_1__p_false T___a_2__p_false ");
    expect_runs("(b in [3, 1, 2])", "T___b_3 T___b_1 T___b_2 ");
    expect_runs("(c in [1, 2], a in [5], b in [8, 9])",
                "T___c_1__a_5__b_8 T___c_2__a_5__b_8 "
                "T___c_1__a_5__b_9 T___c_2__a_5__b_9 ");
}

TEST(values_are_spelled_as_numbers_not_as_text)
{
    expect_runs("(a in [-1, 0, 007, 2147483647])",
                "T___a_neg1 T___a_0 T___a_7 T___a_2147483647 ");
    expect_runs("(p in [false])", "T___p_false ");
}

/* Which of -2 .. 3 and 7 an assumption about `a` admits. */
static void expect_admitted(const char *assumption, const char *values)
{
    strbuf what = {0};
    strbuf want = {0};
    strbuf_printf(&what, "(a in [-2, -1, 0, 1, 2, 3, 7]) assume (%s)", assumption);
    for (const char *v = values; *v != '\0'; v++) {
        if (*v == '-')
            strbuf_printf(&want, "T___a_neg%c ", *++v);
        else
            strbuf_printf(&want, "T___a_%c ", *v);
    }
    expect_runs(strbuf_text(&what), strbuf_text(&want));
    strbuf_free(&what);
    strbuf_free(&want);
}

TEST(the_assumption_filters)
{
    expect_admitted("true", "-2-101237");
    expect_admitted("a > 0", "1237");
    expect_admitted("a <= -1", "-2-1");
    expect_admitted("a >= 2 && a != 3", "27");
    expect_admitted("a < 0 || a == 7", "-2-17");
    expect_admitted("!(a < 2)", "237");
    expect_admitted("a + 1 == 2", "1");
    expect_admitted("a - 1 - 1 == 0", "2"); /* from the left */
    expect_admitted("1 + a * 2 == 5", "2"); /* products first */
    expect_admitted("a / 2 == 0", "-101");  /* towards zero */
    expect_admitted("a % 2 == 1", "137");   /* the sign of the dividend */
    expect_admitted("a % 2 == -1", "-1");
    expect_admitted("-a == 2", "-2");
}

TEST(parameters_not_mentioned_have_default_values)
{
    expect_admitted("b == 0 && !p && a == b", "0");
    expect_admitted("p || a == 3", "3");
    expect_admitted("p == q", "-2-101237");
}

TEST(what_is_not_needed_is_not_computed)
{
    expect_admitted("a != 0 && 6 / a == 3", "2");
    expect_admitted("a == 0 || 6 / a == 3", "02");
}

static bool has_warning(const program *p, const char *code, const char *text)
{
    vec_each (item, &p->diags.items)
        if ((*item)->code != NULL && strcmp((*item)->code, code) == 0 &&
            strcmp((*item)->text, text) == 0)
            return true;
    return false;
}

static void expect_warning(const char *what, const char *code, const char *text)
{
    program *p = load_param(what);
    assert_int_equal(p->diags.errors, 0);
    strbuf names = {0};
    add_names(p, *vec_at(&p->tests, 0), &names);
    assert_true(has_warning(p, code, text));
    strbuf_free(&names);
    program_free(p);
}

TEST(an_assumption_that_cannot_be_met_or_computed_is_a_warning)
{
    expect_warning("(a in [1, 2]) assume (a > 2)", "empty-test",
                   "test 'T' runs nothing: no values satisfy its assumption");
    expect_warning("(a in [1, 2], b in [1, 2]) assume (false) (1 wise)", "empty-test",
                   "test 'T' runs nothing: no values satisfy its assumption");
    expect_warning("(a in [0, 1]) assume (1 / a > 0)", "assume-division",
                   "this assumption divides by zero for some values");
    expect_warning("(a in [0, 1]) assume (1 % a == 0)", "assume-division",
                   "this assumption divides by zero for some values");
}

/* 111 covers three pairs; 211 and 121 then two, 221 three; after it 212 three (112 only
 * two); 122 has the last three. */
TEST(pairwise_takes_what_covers_most_and_the_earliest_on_ties)
{
    static const char want[] = "T___a_1__b_1__c_1 T___a_2__b_2__c_1 "
                               "T___a_2__b_1__c_2 T___a_1__b_2__c_2 ";
    expect_runs("(a in [1, 2], b in [1, 2], c in [1, 2]) pairwise", want);
    expect_runs("(a in [1, 2], b in [1, 2], c in [1, 2]) (2 wise)", want);
}

/* (1,5) covers both; (2,6) is the first with two new values; (3,5) has the last. */
TEST(one_wise_meets_every_value)
{
    expect_runs("(a in [1, 2, 3], b in [5, 6]) (1 wise)",
                "T___a_1__b_5 T___a_2__b_6 T___a_3__b_5 ");
}

TEST(as_wise_as_there_are_parameters_is_everything)
{
    expect_runs("(a in [1, 2], b in [3, 4]) pairwise",
                "T___a_1__b_3 T___a_2__b_3 T___a_1__b_4 T___a_2__b_4 ");
    expect_runs("(a in [1, 2]) (1 wise)", "T___a_1 T___a_2 ");
}

/* 211, 121, 212, 122 are admissible; each has a pair that no other has. */
TEST(only_combinations_that_the_assumption_admits_must_be_covered)
{
    expect_runs("(a in [1, 2], b in [1, 2], c in [1, 2]) assume (a != b) pairwise",
                "T___a_2__b_1__c_1 T___a_1__b_2__c_1 "
                "T___a_2__b_1__c_2 T___a_1__b_2__c_2 ");
}

/* ---- A naive twin ---- */

enum { PARAMS = 5 };

typedef struct space {
    unsigned params, wise; /* wise 0: all */
    unsigned sizes[PARAMS];
    int values[PARAMS][4];
    unsigned limit; /* assume that a + 2 b < limit */
} space;

static space random_space(uint64_t *seed)
{
    space s = {.params = 2 + rnd_below(seed, PARAMS - 1)};
    s.wise = rnd_below(seed, s.params + 1);
    s.limit = 1 + rnd_below(seed, 30);
    for (unsigned i = 0; i < s.params; i++) {
        s.sizes[i] = 1 + rnd_below(seed, 4);
        for (unsigned k = 0; k < s.sizes[i]; k++)
            s.values[i][k] = (int)((k * 7 + i * 3) % 10); /* distinct, unsorted */
    }
    return s;
}

static void write_space(const space *s, strbuf *out)
{
    for (unsigned i = 0; i < s->params; i++) {
        strbuf_printf(out, "%s%c in [", i == 0 ? "(" : ", ", 'a' + (int)i);
        for (unsigned k = 0; k < s->sizes[i]; k++)
            strbuf_printf(out, "%s%d", k == 0 ? "" : ", ", s->values[i][k]);
        strbuf_putc(out, ']');
    }
    strbuf_printf(out, ") assume (a + 2 * b < %u)", s->limit);
    if (s->wise > 0)
        strbuf_printf(out, " (%u wise)", s->wise);
}

typedef struct row {
    int values[PARAMS];
} row;
typedef VEC(row) rows;

static void naive_admissible(const space *s, rows *out)
{
    unsigned total = 1;
    for (unsigned i = 0; i < s->params; i++)
        total *= s->sizes[i];
    for (unsigned n = 0; n < total; n++) {
        row r = {0};
        for (unsigned i = 0, rest = n; i < s->params; rest /= s->sizes[i++])
            r.values[i] = s->values[i][rest % s->sizes[i]];
        if (r.values[0] + 2 * r.values[1] < (int)s->limit)
            vec_push(out, r);
    }
}

/* How many sets of WISE parameters on which no chosen row agrees with R. */
static unsigned naive_gain(const space *s, const row *r, const rows *chosen)
{
    unsigned gain = 0;
    for (unsigned set = 0; set < 1u << s->params; set++) {
        if ((unsigned)__builtin_popcount(set) != s->wise)
            continue;
        bool is_new = true;
        vec_each (other, chosen) {
            bool agrees = true;
            for (unsigned i = 0; i < s->params; i++)
                agrees &= !(set >> i & 1) || r->values[i] == other->values[i];
            is_new &= !agrees;
        }
        gain += is_new;
    }
    return gain;
}

static void naive_cover(const space *s, rows *all)
{
    rows chosen = {0};
    for (;;) {
        const row *best = NULL;
        unsigned best_gain = 0;
        vec_each (r, all) {
            unsigned gain = naive_gain(s, r, &chosen);
            if (gain > best_gain) {
                best = r;
                best_gain = gain;
            }
        }
        if (best == NULL)
            break;
        vec_push(&chosen, *best);
    }
    vec_free(all);
    *all = chosen;
}

static void check_space(const space *s)
{
    strbuf what = {0};
    write_space(s, &what);
    program *p = load_param(strbuf_text(&what));
    assert_int_equal(p->diags.errors, 0);
    assignment_list runs = {0};
    expand_test(p, *vec_at(&p->tests, 0), &runs);
    rows want = {0};
    naive_admissible(s, &want);
    if (s->wise > 0)
        naive_cover(s, &want);
    if (runs.len != want.len)
        print_error("%s\n", strbuf_text(&what));
    assert_int_equal(runs.len, want.len);
    for (size_t n = 0; n < want.len; n++)
        for (unsigned i = 0; i < s->params; i++)
            assert_int_equal(runs.data[n].values[i], want.data[n].values[i]);
    vec_free(&want);
    vec_free(&runs);
    strbuf_free(&what);
    program_free(p);
}

TEST(random_tests_expand_like_a_naive_twin)
{
    uint64_t seed = 0x7e57;
    for (int i = 0; i < 150; i++) {
        space s = random_space(&seed);
        check_space(&s);
    }
}

/* A test of five parameters, the first with FIRST values, the others with ten. */
static program *load_large(unsigned first)
{
    strbuf what = {0};
    for (unsigned i = 0; i < 5; i++) {
        strbuf_printf(&what, "%s%c in [0", i == 0 ? "(" : ", ", 'a' + (int)i);
        for (unsigned k = 1; k < (i == 0 ? first : 10); k++)
            strbuf_printf(&what, ", %u", k);
        strbuf_putc(&what, ']');
    }
    strbuf_putc(&what, ')');
    program *p = load_param(strbuf_text(&what));
    strbuf_free(&what);
    return p;
}

TEST(a_hundred_thousand_combinations_are_accepted_and_more_are_not)
{
    program *p = load_large(10);
    assert_int_equal(p->diags.errors, 0);
    assignment_list runs = {0};
    expand_test(p, *vec_at(&p->tests, 0), &runs);
    assert_int_equal(runs.len, 100000);
    vec_free(&runs);
    program_free(p);
    p = load_large(11);
    assert_int_equal(p->diags.errors, 1);
    assert_string_equal(
        (*vec_at(&p->diags.items, 0))->text,
        "with test 'T', the tests have more than 100000 combinations of parameter "
        "values");
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_test_without_parameters_runs_once_under_its_own_name),
        LEAK_FREE(a_program_without_tests_is_a_test_of_itself),
        LEAK_FREE(the_first_parameter_varies_fastest),
        LEAK_FREE(values_are_spelled_as_numbers_not_as_text),
        LEAK_FREE(the_assumption_filters),
        LEAK_FREE(parameters_not_mentioned_have_default_values),
        LEAK_FREE(what_is_not_needed_is_not_computed),
        LEAK_FREE(an_assumption_that_cannot_be_met_or_computed_is_a_warning),
        LEAK_FREE(pairwise_takes_what_covers_most_and_the_earliest_on_ties),
        LEAK_FREE(one_wise_meets_every_value),
        LEAK_FREE(as_wise_as_there_are_parameters_is_everything),
        LEAK_FREE(only_combinations_that_the_assumption_admits_must_be_covered),
        LEAK_FREE(random_tests_expand_like_a_naive_twin),
        LEAK_FREE(a_hundred_thousand_combinations_are_accepted_and_more_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
