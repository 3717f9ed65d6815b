/* Evaluates arbitrary text as an expression over a small model: Synod refuses it, or it
 * has a value in every machine. */
#include "core/system.h"
#include "fuzz.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "report/evaluation_text.h"

#include <string.h>

static const char model[] =
    "enum Color { RED = 2, BLUE = 5 }\n"
    "event eA: int;\n"
    "param limit: int;\n"
    "fun Twice(n: int): int { return 2 * n; }\n"
    "fun Loop(n: int): int { while (n > 0) { n = n + 1; } return n; }\n"
    "fun Deep(n: int): int { return Deep(n + 1); }\n"
    "fun Foreign(n: int): int;\n"
    "machine M { var n: int; var s: seq[int]; var m: map[string, float];\n"
    "  var t: (a: int, b: any); var c: Color; var o: machine; var e: event;\n"
    "  var z: set[(int, bool)];\n"
    "  fun Bump(): int { n = n + 1; return n; }\n"
    "  fun Get(i: int): int { return s[i]; }\n"
    "  start state S { entry { n = 3; s += (0, 4); m[\"x\"] = 0.5; o = this; e = eA;\n"
    "    t = (a = 1, b = s); z += ((1, true)); } on eA do { } } }\n"
    "spec W observes eA { var k: int; start state S { on eA do (i: int) { k = i; } } "
    "}\n"
    "test param (limit in [2]) t [main=M]: assert W in { M };\n";

static void evaluate_all(core *c, const system_state *s, const ir_expression *e)
{
    evaluator v = evaluate_prepare(c, e);
    strbuf shown = {0};
    value local = system_local(c, s, 0);
    value spec = system_monitor(c, s, 0);
    if (local_machine(c, local) == e->machine)
        evaluation_text(&v, local, &shown);
    if (local_machine(c, spec) == e->machine)
        evaluation_text(&v, spec, &shown);
    strbuf_free(&shown);
}

static void ask(program *p, ir_program *ir, const char *text)
{
    core *c = core_new(ir, &ir->tests[0], &(core_options){.network = NET_MBOX});
    system_state start = {0};
    system_state after = {0};
    transition_result r;
    system_start(c, &start, &r);
    if (!system_step(c, &start, (transition){.kind = TRANSITION_ACT}, 0, &after, &r))
        abort();
    const ir_expression *e = ir_expression_new(p, ir, "input", text, IR_NONE);
    if ((e == NULL) != (p->diags.errors > 0))
        abort();
    if (e != NULL) {
        evaluate_all(c, &start, e);
        evaluate_all(c, &after, e);
    }
    vec_free(&start);
    vec_free(&after);
    core_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    frontend_options options = {.warnings_off = true};
    program *p = frontend_load_text("model.p", model, strlen(model), &options);
    ir_program *ir = lower_program(p);
    strbuf text = {0};
    strbuf_add(&text, (const char *)data, size);
    ask(p, ir, strbuf_text(&text));
    strbuf_free(&text);
    ir_free(ir);
    program_free(p);
    fuzz_check_memory(before);
    return 0;
}
