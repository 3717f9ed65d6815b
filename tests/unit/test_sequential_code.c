/* Static facts about texts: control flow by hand; liveness and possible sends against a
 * naive search of all paths. */
#include "sequential_fixture.h"

static const char *const control =
    "message a(int); message b; index K;\n"
    "proc p {\n"
    "    var x = 1; var y = 2;\n"
    "    if (x == 1) { x = 3; } else { y = 4; }\n"
    "    while true {\n"
    "        receive a(n) from q;\n"
    "        for k in K { if (n == k) { break; } send b to q; }\n"
    "        if (n == 0) { break; }\n"
    "    }\n"
    "    assert y == 2;\n"
    "}\n"
    "proc q {}\n";

TEST(control_flow)
{
    fixture f;
    bool returned;
    fixture_init(&f, control);
    const code *c = &f.p.code;
    const icet_stmt *branch = fixture_stmt(&f, 0, ICET_IF, 0);
    const icet_stmt *loop = fixture_stmt(&f, 0, ICET_WHILE, 0);
    const icet_stmt *inner = fixture_stmt(&f, 0, ICET_FOR, 0);
    const icet_stmt *end = fixture_stmt(&f, 0, ICET_ASSERT, 0);
    const icet_stmt *send = fixture_stmt(&f, 0, ICET_SEND, 0);
    /* both branches go on behind the if */
    assert_ptr_equal(code_after(c, 0, branch->then, &returned), loop);
    assert_ptr_equal(code_after(c, 0, branch->otherwise, &returned), loop);
    assert_false(returned);
    /* the last statement of a loop is followed by the loop */
    assert_ptr_equal(code_after(c, 0, send, &returned), inner);
    assert_true(returned);
    const icet_stmt *last = fixture_stmt(&f, 0, ICET_IF, 2);
    assert_ptr_equal(code_after(c, 0, last, &returned), loop);
    assert_false(returned); /* a `while`, not a `for` */
    /* a break leaves the `while`, also out of a `for` in it */
    for (unsigned i = 0; i < 2; i++)
        assert_ptr_equal(
            code_break(c, 0, fixture_stmt(&f, 0, ICET_BREAK, i), &returned), end);
    assert_null(code_after(c, 0, end, &returned));
    assert_true(code_inside(c, 0, send, inner));
    assert_true(code_inside(c, 0, send, loop));
    assert_false(code_inside(c, 0, end, loop));
    assert_ptr_equal(code_loop(c, 0, send), inner);
    assert_ptr_equal(code_loop(c, 0, inner), loop);
    assert_null(code_loop(c, 0, end));
    fixture_fini(&f);
}

TEST(only_computing_is_local)
{
    fixture f;
    fixture_init(&f, control);
    const code *c = &f.p.code;
    assert_true(code_at(c, 0, fixture_stmt(&f, 0, ICET_IF, 0))->local);
    assert_false(code_at(c, 0, fixture_stmt(&f, 0, ICET_IF, 1))->local); /* break */
    assert_false(code_at(c, 0, fixture_stmt(&f, 0, ICET_SEND, 0))->local);
    assert_false(code_at(c, 0, fixture_stmt(&f, 0, ICET_WHILE, 0))->local);
    fixture_fini(&f);
}

/* ---- a naive twin ---- */

typedef struct paths {
    const fixture *f;
    uint32_t process, var;
    bool seen[100];
    uint64_t sends; /* messages on some path */
} paths;

static bool reads(const icet_expr *e, uint32_t var)
{
    bool found = e && e->kind == ICET_EX_VAR && e->index == var;
    for (uint32_t i = 0; e && i < e->count; i++)
        found = found || reads(e->args[i], var);
    return found;
}

static bool writes(const icet_stmt *s, uint32_t var)
{
    return s->var == var && (s->kind == ICET_ASSIGN || s->kind == ICET_NONDET ||
                             s->kind == ICET_RECEIVE || s->kind == ICET_FOR);
}

/* Is there a path from S to a read of the variable without a write on it? */
static bool is_read(paths *p, const icet_stmt *s)
{
    const code *c = &p->f->p.code;
    bool returned, found = false;
    if (!s || p->seen[s->id])
        return false;
    p->seen[s->id] = true;
    if (s->kind == ICET_SEND)
        p->sends |= UINT64_C(1) << s->message;
    if (p->var != ICET_NONE && (reads(s->value, p->var) || reads(s->to, p->var)))
        return true;
    if (p->var != ICET_NONE && writes(s, p->var))
        return false;
    const icet_stmt *after = code_after(c, p->process, s, &returned);
    if (s->kind == ICET_IF) {
        found = is_read(p, s->then ? s->then : after);
        return is_read(p, s->otherwise ? s->otherwise : after) || found;
    }
    if (s->kind == ICET_FOR || s->kind == ICET_WHILE)
        found = is_read(p, s->then);
    if (s->kind == ICET_BREAK)
        return is_read(p, code_break(c, p->process, s, &returned));
    if (s->kind == ICET_WHILE || s->kind == ICET_FAIL)
        return found;
    return is_read(p, after) || found;
}

static void agree(const fixture *f)
{
    for (uint32_t i = 0; i < f->program.process_count; i++)
        for (uint32_t k = 0; k < f->p.code.processes[i].count; k++) {
            const code_position *at = &f->p.code.processes[i].positions[k];
            if (!at->stmt)
                continue;
            for (uint32_t v = 0; v < f->program.processes[i].var_count; v++) {
                paths p = {.f = f, .process = i, .var = v};
                assert_int_equal(is_read(&p, at->stmt),
                                 code_is_live(&f->p.code, i, at->stmt, v));
            }
            paths p = {.f = f, .process = i, .var = ICET_NONE};
            is_read(&p, at->stmt);
            assert_true(p.sends == at->sends[0]);
        }
}

TEST(liveness_is_that_of_all_paths)
{
    static const char *const texts[] = {
        "message m(int, pid); message k; index K;\n"
        "proc p { var x = 0; for i in K { x = x + i; send m(i, self) to q; }\n"
        "  var y: int = nondet; if (y == x) { y = 1; } else { fail; }\n"
        "  if (*) { send k to q; } assert y == 1; }\n"
        "proc q { while true { receive m(n, who) from p; send k to who;\n"
        "  if (n == 3) { break; } } var z = 1; z = z + 1; }\n",
        "message a(pid); message b(bool);\n"
        "proc p[W] { receive a(c) from s; var v: bool = nondet; send b(v) to c;\n"
        "  if (v) { receive a; } else { v = true; } assert v; }\n"
        "proc s { var n = 0; for w in W { send a(self) to w; }\n"
        "  for _ in W { receive b(x) from W; if (x) { n = n + 1; } }\n"
        "  if (n == |W|) { for w in W { send a(self) to w; } } }\n",
    };
    fixture f;
    fixture_init(&f, control);
    agree(&f);
    fixture_fini(&f);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        fixture_init(&f, texts[i]);
        agree(&f);
        fixture_fini(&f);
    }
}

/* ---- questions about what may come ---- */

TEST(sends_have_destinations)
{
    fixture f;
    fixture_init(&f, "message a; message b; message c;\n"
                     "proc p { send a to q; receive c; send b to self; }\n"
                     "proc q { receive a from p; for w in W { send c to w; } }\n"
                     "proc w[W] { receive c from q; send c to q; }\n");
    const code *c = &f.p.code;
    uint32_t a = fixture_message(&f, "a"), b = fixture_message(&f, "b"),
             m = fixture_message(&f, "c");
    uint32_t p = fixture_process(&f, "p"), q = fixture_process(&f, "q"),
             w = fixture_process(&f, "w");
    const icet_stmt *start = f.program.processes[p].body;
    assert_non_null(code_may_send(c, p, start, a, q));
    assert_null(code_may_send(c, p, start, a, p));
    assert_null(code_may_send(c, p, start, a, w));
    assert_null(code_may_send(c, p, start->next, a, q)); /* it is sent already */
    assert_non_null(code_may_send(c, p, start, b, p));   /* to itself */
    assert_null(code_may_send(c, p, start, b, q));
    assert_non_null(code_may_send(c, q, f.program.processes[q].body, m, w));
    assert_null(code_may_send(c, p, NULL, a, q)); /* it has finished */
    assert_true(code_may_receive(c, p, start, m));
    assert_false(code_may_receive(c, p, start, a));
    assert_true(code_may_receive(c, w, f.program.processes[w].body, m));
    assert_false(code_may_receive(c, w, f.program.processes[w].body->next, m));
    uint32_t set = f.program.processes[w].set;
    assert_true(code_may_name(c, q, f.program.processes[q].body, set));
    assert_false(code_may_name(c, p, start, set));
    assert_false(code_mentions_size(c, set));
    fixture_fini(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(control_flow),
        LEAK_FREE(only_computing_is_local),
        LEAK_FREE(liveness_is_that_of_all_paths),
        LEAK_FREE(sends_have_destinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
