/* When a crashed machine is a slow one, and what can tell them apart. */
#include "core/crash.h"

#include "model_fixture.h"

/* A worker that gets `go`, and a server; the spec M sees s and t, but not u. */
#define FRAME(handlers)                                                           \
    "event go; event s; event t; event u; event q: int; axiom true;\n"            \
    "fun Tell(m: machine) { send m, u; }\n"                                       \
    "fun Both(m: machine) { send m, u; announce s; }\n"                           \
    "machine Main { var w, r: machine; start state S { entry {\n"                 \
    "  r = new R(); w = new W(r); send w, go; } } }\n"                            \
    "machine R { var had: int; start state S {\n"                                 \
    "  on u do { had = had + 1; announce t; } ignore s, t; } }\n"                 \
    "machine W { var r: machine; start state S { entry (m: machine) { r = m; }\n" \
    "" handlers " } }\n"
#define SPEC                                                         \
    "spec M observes s, t { var had: int; start state A {\n"         \
    "  on s do { had = had + 1; } on t do { assert had > 0; } } }\n" \
    "test tc [main=Main]: assert M in { Main, R, W };\n"

typedef struct example {
    const char *text;
    const char *why; /* NULL: a crash is slowness */
} example;

static const example examples[] = {
    /* nothing is observed after something else */
    {FRAME("on go do { send r, u; send r, u; }") SPEC, NULL},
    {FRAME("on go do { send r, s; send r, u; }") SPEC, NULL},
    {FRAME("on go do { announce s; Tell(r); }") SPEC, NULL},
    /* the receiver of u may run before s is seen, but only with a crash */
    {FRAME("on go do { send r, u; send r, s; }") SPEC, "executes atomically"},
    {FRAME("on go do { send r, u; announce s; }") SPEC, "executes atomically"},
    {FRAME("on go do { Tell(r); announce s; }") SPEC, "executes atomically"},
    {FRAME("on go do { if ($) { send r, u; } announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go do { var i: int;\n"
           "  while (i < 2) { if (i == 1) { announce s; } send r, u; i = i + 1; } }")
         SPEC,
     "executes atomically"},
    {FRAME("on go do { send r, u; goto T; } } state T { entry { announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go do { send r, u; raise s; } on s do { announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go goto T; exit { send r, u; } } state T { entry { announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go goto T with { send r, u; } } state T { entry { announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go do { send r, u; assume (true); }") SPEC, "executes atomically"},
    {FRAME("on go do { var e: event; e = s; send r, u; send r, e; }") SPEC,
     "executes atomically"},
    {FRAME("on go do { Both(r); }") SPEC, "executes atomically"},
    {FRAME("on go do { new R(); announce s; }") SPEC, "executes atomically"},
    {FRAME("on go do { announce s; announce s; }") SPEC, "executes atomically"},
    {FRAME("on go goto T; exit { send r, u; announce s; } } state T {") SPEC,
     "executes atomically"},
    /* what null and quorum handlers do cannot wait */
    {FRAME("on go do { } on null goto T; } state T { entry { announce s; } ignore go;")
         SPEC,
     "executes atomically"},
    {FRAME("on go do { } on quorum (1) q do (all: seq[int]) { announce s; }") SPEC,
     "executes atomically"},
    {FRAME("on go do { } on null do { announce s; goto T; } } state T { ignore go;")
         SPEC,
     "executes atomically"},
    /* ends of runs */
    {FRAME("on go do { send r, u; receive { case s: { } } }") "test tc [main=Main]: { "
                                                              "Main, R, W };\n",
     "may wait in a receive"},
    {FRAME("on go goto T; } state T { entry { receive { case s: { } } }") "test tc "
                                                                          "[main=Main]:"
                                                                          " { Main, R, "
                                                                          "W };\n",
     "may wait in a receive"},
    {FRAME("on go do { send r, u; }") "spec M observes u { start hot state A { on u "
                                      "goto B; } cold state B\n"
                                      "  { ignore u; } } test tc [main=Main]: assert M "
                                      "in { Main, R, W };\n",
     "has hot states"},
    /* without specs, none sees the order */
    {FRAME(
         "on go do { send r, u; send r, s; }") "test tc [main=Main]: { Main, R, W };\n",
     NULL},
};

static bool ask(const model *m, const core_options *o, strbuf *why)
{
    strbuf_clear(why);
    return crash_is_slowness(m->ir, m->c->test, o, why);
}

TEST(what_can_tell_is_named)
{
    strbuf why = {0};
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        const example *e = &examples[i];
        const core_options o = {0};
        model m = model_load(e->text, &o);
        bool is_slowness = ask(&m, &o, &why);
        if (is_slowness != (e->why == NULL))
            print_error("example %zu: %s\n", i, strbuf_text(&why));
        assert_int_equal(is_slowness, e->why == NULL);
        if (e->why != NULL)
            assert_non_null(strstr(strbuf_text(&why), e->why));
        model_free(&m);
    }
    strbuf_free(&why);
}

static verdict_kind explore(const char *text, unsigned crashes)
{
    verdict v;
    engine_options o = {0};
    o.core.budgets[BUDGET_CRASH].left = (uint8_t)crashes;
    model_explore(text, &o, &v);
    verdict_kind kind = v.kind;
    verdict_fini(&v);
    return kind;
}

/* Lemma crash-1: where the answer is yes, crashes change no verdict.  Some of the
 * others are violated with crashes alone, so that a wrong yes would be noticed. */
TEST(crashes_that_are_slowness_change_no_verdict)
{
    unsigned differ = 0;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        verdict_kind without = explore(examples[i].text, 0);
        verdict_kind with = explore(examples[i].text, 2);
        if (examples[i].why == NULL)
            assert_int_equal(with, without);
        differ += with != without;
        assert_false(without == VERDICT_VIOLATED && with != VERDICT_VIOLATED);
    }
    assert_true(differ >= 8);
}

TEST(options_count_too)
{
    strbuf why = {0};
    core_options o = {.strict_quiescence = true};
    model m = model_load(examples[0].text, &o);
    assert_false(ask(&m, &o, &why));
    assert_non_null(strstr(strbuf_text(&why), "--strict-quiescence"));
    model_free(&m);
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        if (examples[i].why == NULL || strstr(examples[i].why, "receive") == NULL)
            continue;
        o = (core_options){.deadlock_is_fine = true};
        m = model_load(examples[i].text, &o);
        assert_true(ask(&m, &o, &why));
        model_free(&m);
    }
    strbuf_free(&why);
}

/* A machine that may not crash is not looked at. */
TEST(only_those_count_that_may_crash)
{
    strbuf why = {0};
    core_options o = {0};
    model m = model_load(FRAME("on go do { send r, u; announce s; }") SPEC, &o);
    bool *may = mem_alloc(m.ir->machine_count * sizeof *may);
    o.budgets[BUDGET_CRASH].may = may;
    assert_true(ask(&m, &o, &why));
    for (uint32_t i = 0; i < m.ir->machine_count; i++) {
        bool is_worker = strcmp(m.ir->machines[i].name, "W") == 0;
        memset(may, 0, m.ir->machine_count * sizeof *may);
        may[i] = true;
        assert_int_equal(ask(&m, &o, &why), !is_worker);
    }
    mem_free(may, m.ir->machine_count * sizeof *may);
    model_free(&m);
    strbuf_free(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(what_can_tell_is_named),
        LEAK_FREE(crashes_that_are_slowness_change_no_verdict),
        LEAK_FREE(options_count_too),
        LEAK_FREE(only_those_count_that_may_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
