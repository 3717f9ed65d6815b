/* Handlers that do nothing with a message: the static part, and abstract values. */
#include "analysis/guard.h"

#include "analysis_fixture.h"
#include "engine/reduce/guard_absint.h"

/* The body of a handler is put in place of the format's %s. */
static const char frame_of_all[] =
    "event e: (n: int, m: int); event go;\n"
    "fun Id(n: int): int { return n; }\n"
    "machine Main { var f: int; var g: int; var b: bool; start state S {\n"
    "  entry { } on e do (p: (n: int, m: int)) { var x, y: int;\n"
    "%s\n"
    "  } ignore go; } }\n";

typedef struct fixture {
    model m;
    uint32_t function;
} fixture;

static fixture load(const char *body)
{
    strbuf text = {0};
    strbuf_printf(&text, frame_of_all, body);
    fixture x = {.m = model_load(strbuf_text(&text), &(core_options){0})};
    const ir_state *s = &x.m.ir->machines[find_machine(x.m.ir, "Main")].states[0];
    for (uint32_t i = 0; i < s->action_count; i++)
        if (s->actions[i].event == find_event(x.m.ir, "e"))
            x.function = s->actions[i].function;
    strbuf_free(&text);
    return x;
}

static void expect_may_refuse(const char *body, bool want)
{
    fixture x = load(body);
    if (guard_may_refuse(&x.m.ir->functions[x.function]) != want)
        fail_msg("%s", body);
    model_free(&x.m);
}

TEST(a_handler_may_refuse_if_a_harmless_path_reaches_its_end)
{
    expect_may_refuse("if (p.n > f) { f = p.n; }", true);
    expect_may_refuse("if (p.n > f) { send this, go; }", true);
    expect_may_refuse("if (p.n > f) { return; } f = p.n;", true);
    expect_may_refuse("x = p.n + 1; y = x - p.m; print format(\"{0}\", y);", true);
}

TEST(an_effect_on_every_path_is_no_refusal)
{
    expect_may_refuse("f = p.n;", false);
    expect_may_refuse("if (p.n > f) { f = p.n; } else { g = 1; }", false);
    expect_may_refuse("send this, go; if (p.n > f) { f = p.n; }", false);
    expect_may_refuse("if (p.n > f) { f = p.n; } raise go;", false);
}

TEST(loops_calls_and_choices_count_as_effects)
{
    expect_may_refuse("x = Id(p.n);", false);
    expect_may_refuse("while (x < 3) { x = x + 1; }", false);
    expect_may_refuse("x = choose(3);", false);
    expect_may_refuse("assert p.n > 0;", true); /* one path does not fail */
}

static absval range(int64_t low, int64_t high)
{
    return (absval){.kind = ABSVAL_RANGE, .low = low, .high = high};
}

/* The payload is (n, 5); f is from LOW to HIGH, g any number, b true or false. */
static void expect_refuses(const char *body, int64_t n, int64_t low, int64_t high,
                           bool want)
{
    fixture x = load(body);
    core *c = x.m.c;
    const value parts[] = {value_int(&c->vals, n), value_int(&c->vals, 5)};
    type_id type = x.m.ir->events[find_event(x.m.ir, "e")].payload;
    value payload = value_make(&c->vals, VK_TUPLE, c->shapes[type], parts, 2);
    const absval fields[] = {
        range(low, high), range(INT64_MIN, INT64_MAX), {.kind = ABSVAL_BOOL}};
    assert_true(guard_may_refuse(&x.m.ir->functions[x.function]));
    if (guard_absint_refuses(c, x.function, payload, fields) != want)
        fail_msg("%s: n = %lld", body, (long long)n);
    model_free(&x.m);
}

TEST(a_guard_refuses_if_it_fails_for_all_values_of_the_field)
{
    expect_refuses("if (p.n > f) { f = p.n; }", 3, 3, 9, true);
    expect_refuses("if (p.n > f) { f = p.n; }", 3, 4, INT64_MAX, true);
    expect_refuses("if (p.n > f) { f = p.n; }", 3, 2, 9, false);
    expect_refuses("if (p.n >= f) { f = p.n; }", 3, 3, 9, false);
    expect_refuses("if (p.n >= f) { f = p.n; }", 3, 4, 9, true);
    expect_refuses("if (f < p.n) { f = p.n; }", 3, 3, 9, true);
    expect_refuses("if (p.n == f) { f = 0; }", 3, 4, 9, true);
    expect_refuses("if (p.n == f) { f = 0; }", 3, 3, 9, false);
    expect_refuses("if (p.n != f) { f = 0; }", 3, 3, 4, false);
}

TEST(an_open_condition_takes_both_branches)
{
    expect_refuses("if (b) { if (p.n > f) { f = 0; } }", 3, 3, 9, true);
    expect_refuses("if (b) { f = 0; }", 3, 3, 9, false);
    expect_refuses("if (b) { x = 1; } else { f = 0; }", 3, 3, 9, false);
    expect_refuses("if (g > 0) { x = 1; } if (p.n > f) { f = 0; }", 3, 3, 9, true);
    /* the same condition again has the same value */
    expect_refuses("if (b) { x = 1; } else { x = 2; } if (x == 3) { f = 0; }", 3, 3, 9,
                   true);
}

/* Numbers wrap: a sum of a range may be anything. */
TEST(sums_of_ranges_are_unknown)
{
    expect_refuses("if (f + 1 < p.n) { f = 0; }", 3, 3, 9, false);
    expect_refuses("if (p.n + p.m < f) { f = 0; }", 3, 0, 8, true);
    expect_refuses("if (p.n + p.m < f) { f = 0; }", 3, 0, 9, false);
}

/* Lemma guard-1, by enumeration: what is refused for a range is refused for each value
 * in it, and nothing is refused for a range that is not for some value. */
TEST(a_range_is_refused_only_if_each_of_its_values_is)
{
    static const char *const bodies[] = {
        "if (p.n > f) { f = p.n; }",   "if (p.n >= f) { f = 1; }",
        "if (f == p.n) { f = 1; }",    "if (f != p.n) { f = 1; }",
        "if (!(f <= p.n)) { f = 1; }", "if (f - p.n > 1) { f = 1; }",
    };
    for (size_t k = 0; k < COUNT_OF(bodies); k++) {
        fixture x = load(bodies[k]);
        core *c = x.m.c;
        type_id type = x.m.ir->events[find_event(x.m.ir, "e")].payload;
        const value parts[] = {value_int(&c->vals, 2), value_int(&c->vals, 5)};
        value payload = value_make(&c->vals, VK_TUPLE, c->shapes[type], parts, 2);
        for (int64_t low = -1; low < 5; low++) {
            bool all = true;
            for (int64_t high = low; high < 5; high++) {
                absval fields[3] = {range(high, high), range(0, 0)};
                all &= guard_absint_refuses(c, x.function, payload, fields);
                fields[0] = range(low, high);
                if (guard_absint_refuses(c, x.function, payload, fields) && !all)
                    fail_msg("%s: %d to %d", bodies[k], (int)low, (int)high);
            }
        }
        model_free(&x.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_handler_may_refuse_if_a_harmless_path_reaches_its_end),
        LEAK_FREE(an_effect_on_every_path_is_no_refusal),
        LEAK_FREE(loops_calls_and_choices_count_as_effects),
        LEAK_FREE(a_guard_refuses_if_it_fails_for_all_values_of_the_field),
        LEAK_FREE(an_open_condition_takes_both_branches),
        LEAK_FREE(sums_of_ranges_are_unknown),
        LEAK_FREE(a_range_is_refused_only_if_each_of_its_values_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
