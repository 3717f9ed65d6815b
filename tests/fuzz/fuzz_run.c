/* Explores each program that the front end accepts for a moment; the length of the text
 * determines how.  A violation must replay, and so must its shrunk run. */
#include "../confirm.h"
#include "fuzz.h"
#include "ir/lower.h"
#include "ir/open.h"
#include "lang/frontend.h"
#include "report/json.h"
#include "report/text.h"
#include "report/trace_text.h"

static void check_test(program *p, const ir_program *ir, const ir_test *test,
                       const engine_options *o)
{
    result r;
    result_init(&r, ir, test);
    r.engine = o->schedules > 0 ? ENGINE_SAMPLE : ENGINE_EXPLICIT;
    r.options = o;
    registry_run(r.engine, ir, test, o, &r.verdict);
    if (r.verdict.kind == VERDICT_VIOLATED) {
        const shrink_limits limits = {.seconds = 0.1};
        confirm_shrunk(&r, &limits);
        if (r.bad_replay != NULL) {
            fprintf(stderr, "does not replay: %s\n", r.bad_replay);
            abort();
        }
        if (r.shrunk_from == 0 && r.verdict.trace.steps.len > 0) {
            fprintf(stderr, "what is left of it does not replay\n");
            abort();
        }
    }
    strbuf text = {0};
    text_verdict(&p->src, &r, &text);
    trace_text(&p->src, &r, &(trace_view){.only_why = true}, &text);
    trace_text(&p->src, &r, &(trace_view){.use_color = true}, &text);
    json_result(&p->src, &r, true, &text);
    strbuf_free(&text);
    result_fini(&r);
}

static void check_program(program *p, size_t size)
{
    ir_program *ir = lower_program(p);
    open_all(p, ir);
    engine_options o = {.limits = {.seconds = 0.3, .states = 300, .memory = 1 << 30}};
    o.core.network = (network_model)(size % 4);
    o.core.budgets[size % 5 % BUDGET_COUNT].left = size % 5 < BUDGET_COUNT ? 1 : 0;
    o.core.strict_quiescence = size % 7 == 0;
    o.depth_first = size % 3 == 0;
    o.schedules = size % 11 == 0 ? 3 : 0;
    o.max_steps = 100;
    o.threads = 1;
    o.pct_depth = 2;
    o.strategy = (sample_strategy)(size % 3);
    for (uint32_t i = 0; i < ir->test_count && i < 4; i++)
        if (ir->tests[i].main_interface != IR_NONE)
            check_test(p, ir, &ir->tests[i], &o);
    ir_free(ir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    frontend_options options = {.warnings_off = true};
    program *p = frontend_load_text("input.p", (const char *)data, size, &options);
    if (p->diags.errors == 0)
        check_program(p, size);
    program_free(p);
    fuzz_check_memory(before);
    return 0;
}
