/* Steps of random runs: what is found is what the step would have drawn. */
#include "core/drawn.h"

#include "base/hash.h"
#include "unit.h"

/* A step that is made up: how many alternatives its next choice has, after those that
 * were TAKEN; 0: it ends. */
static uint32_t width_after(value local, value stimulus, const run *r)
{
    uint64_t hash = hash_u64(IDMAP_KEY(local, stimulus));
    vec_each (choice, &r->taken)
        hash = hash_u64(hash + *choice);
    enum { MOST_CHOICES = 5 };
    bool ends = hash % 3 == 0 || r->taken.len == MOST_CHOICES;
    return ends ? 0 : 1 + (uint32_t)(hash >> 8) % 5;
}

/* Makes the step; *RANDOM is what it leaves behind. */
static void make_step(run *r, value local, value stimulus, uint64_t *random)
{
    vec_clear(&r->widths);
    vec_clear(&r->taken);
    for (;;) {
        uint32_t width = width_after(local, stimulus, r);
        if (width == 0)
            return;
        vec_push(&r->widths, width);
        vec_push(&r->taken, run_draw(random, width));
    }
}

/* The outcome and the charge of a step that is made up. */
static uint32_t outcome_of(value local, value stimulus, const run *r)
{
    uint64_t hash = hash_u64(IDMAP_KEY(stimulus, local));
    vec_each (choice, &r->taken)
        hash = hash_u64(hash + *choice);
    return (uint32_t)hash;
}

static void expect_found(const drawn_steps *d, const drawn_end *end, const run *r,
                         value local, value stimulus)
{
    uint32_t number = outcome_of(local, stimulus, r);
    assert_int_equal(end->outcome.local, number);
    assert_int_equal(end->charge_count, number % 3);
    for (uint32_t i = 0; i < end->charge_count; i++) {
        assert_int_equal(drawn_charges(d, end)[i].handler, i);
        assert_int_equal(drawn_charges(d, end)[i].instructions, number);
    }
}

static void keep(drawn_steps *d, const run *r, value local, value stimulus)
{
    uint32_t number = outcome_of(local, stimulus, r);
    coverage_charges charges = {0};
    for (uint32_t i = 0; i < number % 3; i++) {
        coverage_charge one = {i, 1, number};
        vec_push(&charges, one);
    }
    drawn_keep(d, local, stimulus, r, &(outcome){.local = number}, &charges);
    vec_free(&charges);
}

/* One step of many; returns whether it was known. */
static bool draw_one(drawn_steps *d, run *r, value local, value stimulus,
                     uint64_t random)
{
    uint64_t wanted = random;
    uint64_t drawn = random;
    make_step(r, local, stimulus, &wanted);
    const drawn_end *end = drawn_find(d, 0, local, stimulus, &drawn);
    if (end == NULL) {
        assert_true(drawn == random); /* nothing was drawn */
        keep(d, r, local, stimulus);
        return false;
    }
    assert_true(drawn == wanted);
    expect_found(d, end, r, local, stimulus);
    return true;
}

TEST(what_is_found_is_what_the_step_would_have_drawn)
{
    enum { ROUNDS = 20000, STATES = 12 };
    drawn_steps *d = drawn_new(1, NULL);
    run r = {0};
    uint64_t random = 7;
    size_t known = 0;
    for (int i = 0; i < ROUNDS; i++) {
        value local = (value)(hash_random(&random) % STATES);
        value stimulus = (value)(hash_random(&random) % STATES);
        known += draw_one(d, &r, local, stimulus, hash_random(&random));
    }
    assert_true(known > ROUNDS / 2);
    assert_true(known < ROUNDS);
    run_free(&r);
    drawn_free(d);
}

TEST(a_cleared_cache_knows_nothing)
{
    drawn_steps *d = drawn_new(1, NULL);
    run r = {0};
    assert_false(draw_one(d, &r, 1, 2, 7));
    assert_true(draw_one(d, &r, 1, 2, 7));
    assert_false(draw_one(d, &r, 2, 1, 7));
    drawn_clear(d);
    assert_false(draw_one(d, &r, 1, 2, 7));
    run_free(&r);
    drawn_free(d);
}

TEST(a_step_with_a_wide_choice_is_not_kept)
{
    enum { WIDE = 10000 };
    drawn_steps *d = drawn_new(1, NULL);
    run r = {0};
    const coverage_charges none = {0};
    uint64_t random = 7;
    vec_push(&r.widths, WIDE);
    vec_push(&r.taken, run_draw(&random, WIDE));
    random = 7;
    drawn_keep(d, 1, 2, &r, &(outcome){.local = 3}, &none);
    assert_null(drawn_find(d, 0, 1, 2, &random));
    assert_true(random == 7);
    run_free(&r);
    drawn_free(d);
}

TEST(steps_are_kept_where_most_of_them_were_known)
{
    enum { TIMER, SERVER, IDLE, MACHINES };
    drawn_steps *d = drawn_new(MACHINES, NULL);
    run r = {0};
    const coverage_charges none = {0};
    uint64_t random = 7;
    for (value local = 0; local < 30; local++) {
        assert_true(drawn_find(d, TIMER, 0, 1, &random) != NULL || local == 0);
        if (local == 0)
            drawn_keep(d, 0, 1, &r, &(outcome){.local = 1}, &none);
        assert_null(drawn_find(d, SERVER, local, 2, &random));
    }
    bool keeps[MACHINES] = {0};
    drawn_judge(d, 3, keeps);
    assert_true(keeps[TIMER]);
    assert_false(keeps[SERVER]);
    assert_false(keeps[IDLE]); /* nobody knows */
    drawn_free(d);
    d = drawn_new(MACHINES, keeps);
    assert_true(drawn_keeps(d, TIMER));
    assert_false(drawn_keeps(d, SERVER));
    run_free(&r);
    drawn_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_is_found_is_what_the_step_would_have_drawn),
        LEAK_FREE(a_cleared_cache_knows_nothing),
        LEAK_FREE(a_step_with_a_wide_choice_is_not_kept),
        LEAK_FREE(steps_are_kept_where_most_of_them_were_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
