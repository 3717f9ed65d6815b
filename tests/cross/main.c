/* Explores every test of a model naively and prints one line each:
 *
 *     NAME: holds, 1234 states, 5678 transitions, 3 ends
 *     NAME: holds but for cycles, ...   (a spec has hot states)
 *     NAME: violated: assertion at model.p:12 after 7 steps: the message
 *     NAME: unknown after 100000 states
 *
 * What the explorer does not support (quorums, foreign functions) is unknown too.
 *
 * usage: naive [-s STATES] [-t SECONDS] INPUT...
 * Exit code: 0 all hold, 1 some violated, 3 some unknown, 2 bad input. */
#include "ir/lower.h"
#include "lang/frontend.h"
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A spec with hot states may also be violated by a cycle, which nobody looked for. */
static bool has_hot_spec(const ir_program *ir, const ir_test *t)
{
    for (uint32_t i = 0; i < t->module->monitor_count; i++) {
        const ir_machine *m = &ir->machines[t->module->monitors[i].machine];
        for (uint32_t k = 0; k < m->state_count; k++)
            if (m->kind == MACHINE_SPEC && m->states[k].temp == HOT)
                return true;
    }
    return false;
}

static int report(program *p, const ir_program *ir, const ir_test *t,
                  const naive_result *r)
{
    if (r->fault == FAULT_NONE || r->fault == FAULT_UNSUPPORTED) {
        const char *verdict = !r->is_exhausted      ? "unknown"
                              : has_hot_spec(ir, t) ? "holds but for cycles"
                                                    : "holds";
        printf("%s: %s, %zu states, %zu transitions, %zu ends\n", t->name, verdict,
               r->states, r->transitions, r->terminal);
        return r->is_exhausted ? 0 : 3;
    }
    printf("%s: violated: %s", t->name, fault_text(r->fault));
    if (r->pos != SRC_NONE) {
        src_place place = sources_place(&p->src, r->pos);
        printf(" at %s:%u", place.file->path, place.line);
    }
    printf(" after %zu steps%s%s\n", r->depth, r->message != NULL ? ": " : "",
           r->message != NULL ? r->message : "");
    return 1;
}

static int explore_all(program *p, const naive_limits *limits)
{
    ir_program *ir = lower_program(p);
    int code = 0;
    for (uint32_t i = 0; i < ir->test_count; i++) {
        const ir_test *t = &ir->tests[i];
        if (t->main_interface == IR_NONE)
            continue;
        arena memory;
        arena_init(&memory);
        naive_result r;
        naive_explore(ir, t, limits, &memory, &r);
        int one = report(p, ir, t, &r);
        fflush(stdout);
        arena_fini(&memory);
        code = one == 1 || code == 1 ? 1 : one > code ? one : code;
    }
    ir_free(ir);
    return code;
}

int main(int argc, char **argv)
{
    naive_limits limits = {.states = 200000, .seconds = 60};
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
        uint64_t n = strtoull(argv[at + 1], NULL, 10);
        if (strcmp(argv[at], "-s") == 0)
            limits.states = n;
        else
            limits.seconds = n;
    }
    const frontend_options options = {.warnings_off = true};
    program *p =
        frontend_load((const char *const *)argv + at, (size_t)(argc - at), &options);
    int code = 2;
    if (p->diags.errors == 0) {
        code = explore_all(p, &limits);
    } else {
        const diag_style style = {.max_errors = 5};
        diag_show(&p->diags, stderr, &style);
    }
    program_free(p);
    return code;
}
