/* The checker of derivations: what the prover writes is accepted, and a step that is
 * missing, or another one, is noticed. */
#include "engine/sequential/audit/audit.h"
#include "icet/load.h"
#include "unit.h"

#include <dirent.h>
#include <string.h>

typedef struct proved {
    sources src;
    diag d;
    icet_program program;
    sequential_result result;
    audit_report report;
    VEC(derivation **) steps; /* all of them: what points to each */
    size_t before;
} proved;

static void begin(proved *p)
{
    *p = (proved){.before = mem_in_use()};
    sources_init(&p->src);
    diag_init(&p->d, &p->src);
}

static void list_steps(proved *p, derivation **list)
{
    for (; *list; list = &(*list)->next) {
        vec_push(&p->steps, list);
        list_steps(p, &(*list)->then);
        list_steps(p, &(*list)->otherwise);
    }
}

static bool is_accepted(proved *p)
{
    return audit_derivation(&p->program, &p->result, &p->report);
}

static void prove_it(proved *p)
{
    sequential_prove(&p->program, &(sequential_options){0}, &p->result);
    assert_int_equal(p->result.kind, SEQUENTIAL_HOLDS);
    list_steps(p, (derivation **)(uintptr_t)&p->result.derivation);
    if (!is_accepted(p))
        fail_msg("not accepted: %s", p->report.why);
}

static void prove_text(proved *p, const char *text)
{
    begin(p);
    assert_true(
        icet_load_text("text", text, strlen(text), &p->src, &p->d, &p->program));
    prove_it(p);
}

static void end(proved *p)
{
    vec_free(&p->steps);
    sequential_fini(&p->result);
    icet_program_fini(&p->program);
    diag_fini(&p->d);
    sources_fini(&p->src);
    assert_int_equal(mem_in_use(), p->before);
}

/* The first step of rule R. */
static derivation *first(const proved *p, rule r)
{
    vec_each (step, &p->steps)
        if ((**step)->rule == r)
            return **step;
    fail_msg("there is no step of that rule");
    return NULL;
}

static void is_refused(proved *p, const char *why)
{
    assert_false(is_accepted(p));
    if (!strstr(p->report.why, why))
        fail_msg("'%s' does not say '%s'", p->report.why, why);
}

/* ---- Programs ---- */

static const char gather[] = "message ask(pid);\n"
                             "message answer(int);\n"
                             "proc m {\n"
                             "    var n = 0;\n"
                             "    for w in W { send ask(self) to w; }\n"
                             "    for w in W { receive answer(a) from W; n = n + 1; }\n"
                             "    assert n == |W|;\n"
                             "}\n"
                             "proc worker[W] {\n"
                             "    receive ask(x);\n"
                             "    var a: int = nondet;\n"
                             "    send answer(a) to x;\n"
                             "}\n";

static const char ways[] =
    "message a; message b;\n"
    "proc p { if (*) { send a to q; } else { send a to q; } send b to q; }\n"
    "proc q { receive b from p; receive a from p; }\n";

/* What two processes send to a third one. */
static const char three[] = "message a; message b;\n"
                            "proc p { send a to l; }\n"
                            "proc q { send b to l; }\n"
                            "proc l { receive a; receive b; }\n";

/* ---- Tests ---- */

static void the_examples_are_accepted(void **state)
{
    (void)state;
    const char folder[] = SUITE_RUN "/../../../examples/icet";
    DIR *dir = opendir(folder);
    unsigned count = 0;
    assert_non_null(dir);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        char path[4096];
        size_t len = strlen(e->d_name);
        if (len < 5 || strcmp(e->d_name + len - 5, ".icet") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        proved p;
        begin(&p);
        assert_true(icet_load(path, &p.src, &p.d, &p.program));
        prove_it(&p);
        end(&p);
        count++;
    }
    closedir(dir);
    assert_true(count >= 17);
}

/* A copy that does not join the others is noticed only if somebody asks for them. */
static bool may_be_missing(const derivation *d)
{
    return d->rule == RULE_FOLD;
}

static void no_step_may_be_missing(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, gather);
    for (size_t i = 0; i < p.steps.len; i++) {
        derivation **at = p.steps.data[i], *step = *at;
        *at = step->next;
        if (is_accepted(&p) && !may_be_missing(step))
            fail_msg("a step of rule %s may be missing",
                     derivation_rule_name(step->rule));
        *at = step;
    }
    assert_true(is_accepted(&p));
    end(&p);
}

/* Steps of one actor have an order, and so do a send and the receive of it. */
static bool depend(const derivation *a, const derivation *b)
{
    return a->unit == b->unit || (a->rule == RULE_SEND && b->rule == RULE_RECEIVE);
}

static void steps_have_an_order(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, gather);
    unsigned swapped = 0;
    for (size_t i = 0; i < p.steps.len; i++) {
        derivation **at = p.steps.data[i], *a = *at, *b = a->next;
        if (!b || !depend(a, b))
            continue;
        derivation *rest = b->next;
        *at = b;
        b->next = a;
        a->next = rest;
        assert_false(is_accepted(&p));
        *at = a;
        a->next = b;
        b->next = rest;
        swapped++;
    }
    assert_true(swapped > 3);
    assert_true(is_accepted(&p));
    end(&p);
}

static void partners_are_who_they_are(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, gather);
    vec_each (at, &p.steps) {
        derivation *d = **at;
        bool with = d->rule == RULE_SEND || d->rule == RULE_RECEIVE ||
                    d->rule == RULE_PICK || d->rule == RULE_UNFOLD;
        for (uint32_t other = 0; with && other < 6; other++) {
            uint32_t was = d->other;
            d->other = other;
            if (other != was)
                assert_false(is_accepted(&p));
            d->other = was;
        }
    }
    end(&p);
}

static void a_race_is_seen(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, three);
    uint32_t a = p.program.processes[0].body->message;
    icet_stmt *of_q = (icet_stmt *)(uintptr_t)p.program.processes[1].body;
    icet_stmt *of_l = (icet_stmt *)(uintptr_t)p.program.processes[2].body->next;
    of_q->message = of_l->message = a;
    is_refused(&p, "a race");
    assert_ptr_equal(p.report.step->stmt, p.program.processes[2].body);
    end(&p);
}

/* The receive of l, which comes last but one, right after the send of p. */
static void receive_early(proved *p)
{
    const icet_stmt *receive = p->program.processes[2].body;
    derivation **at = p->steps.data[0], *send = *at;
    while (*at && (*at)->stmt != receive)
        at = &(*at)->next;
    derivation *step = *at;
    assert_non_null(step);
    *at = step->next;
    step->next = send->next;
    send->next = step;
}

static void a_race_with_what_may_come_is_seen(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, three);
    receive_early(&p);
    assert_true(is_accepted(&p)); /* the order of independent steps does not matter */
    icet_stmt *of_q = (icet_stmt *)(uintptr_t)p.program.processes[1].body;
    icet_stmt *of_l = (icet_stmt *)(uintptr_t)p.program.processes[2].body->next;
    of_q->message = of_l->message = p.program.processes[0].body->message;
    is_refused(&p, "a race: another unit may send the message");
    end(&p);
}

static void what_changes_is_forgotten(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, gather);
    unsigned seen = 0;
    vec_each (at, &p.steps) {
        derivation *d = **at;
        uint32_t count = d->forgotten_count;
        if (count == 0)
            continue;
        d->forgotten_count = 0;
        is_refused(&p, "variable n of m is not as before");
        d->forgotten_count = count;
        derivation_slot *slot = (derivation_slot *)(uintptr_t)d->forgotten;
        slot->least = ++slot->most;
        is_refused(&p, "does not grow as the derivation says");
        slot->least = --slot->most;
        slot->counts = false;
        is_refused(&p, "an assertion does not follow");
        slot->counts = true;
        seen++;
    }
    assert_int_equal(seen, 1);
    end(&p);
}

static void copies_change(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, gather);
    unsigned seen = 0;
    vec_each (at, &p.steps) {
        derivation *d = **at;
        if (d->rule != RULE_FOR)
            continue;
        assert_true(d->changes);
        d->changes = false;
        assert_false(is_accepted(&p));
        d->changes = true;
        seen++;
    }
    assert_int_equal(seen, 2);
    end(&p);
}

static void loops_are_over_one_set(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, "index K; index L; message a;\n"
                   "proc p { for k in K { send a to q; } }\n"
                   "proc q { for k in K { receive a from p; } }\n");
    icet_stmt *of_q = (icet_stmt *)(uintptr_t)p.program.processes[1].body;
    uint32_t was = of_q->set;
    of_q->set = was == 0 ? 1 : 0;
    assert_false(is_accepted(&p));
    of_q->set = was;
    derivation *d = first(&p, RULE_FOR);
    uint32_t *units = (uint32_t *)(uintptr_t)d->units;
    units[0] = 7;
    is_refused(&p, "does not stand at a loop");
    units[0] = 0;
    d->unit_count = 0;
    is_refused(&p, "no unit takes part");
    end(&p);
}

static void ways_meet_where_they_say(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, ways);
    derivation *d = first(&p, RULE_BRANCH);
    assert_true(d->joined);
    d->joined = false;
    is_refused(&p, "a step follows branches that do not meet");
    d->joined = true;
    icet_stmt *one = (icet_stmt *)(uintptr_t)d->stmt->then;
    one->message = one->message == 0 ? 1 : 0;
    is_refused(&p, "the two branches do not meet");
    end(&p);
}

static void the_end_is_the_end(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, "message a; proc p { send a to q; } proc q { receive a; }");
    assert_int_equal(p.steps.len, 2);
    (*p.steps.data[0])->next = NULL;
    is_refused(&p, "q has not finished at the end");
    assert_null(p.report.step);
    icet_process *q = &p.program.processes[1];
    q->body = NULL;
    is_refused(&p, "a is left at the end");
    end(&p);
}

static void assertions_follow(void **state)
{
    (void)state;
    proved p;
    prove_text(&p, "message a(int); proc p { send a(1) to q; }\n"
                   "proc q { receive a(x) from p; assert x == 1; }");
    icet_expr *sent = (icet_expr *)(uintptr_t)p.program.processes[0].body->value;
    sent->number = 2;
    is_refused(&p, "an assertion does not follow");
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_are_accepted),
        cmocka_unit_test(no_step_may_be_missing),
        cmocka_unit_test(steps_have_an_order),
        cmocka_unit_test(partners_are_who_they_are),
        cmocka_unit_test(a_race_is_seen),
        cmocka_unit_test(a_race_with_what_may_come_is_seen),
        cmocka_unit_test(what_changes_is_forgotten),
        cmocka_unit_test(copies_change),
        cmocka_unit_test(loops_are_over_one_set),
        cmocka_unit_test(ways_meet_where_they_say),
        cmocka_unit_test(the_end_is_the_end),
        cmocka_unit_test(assertions_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
