/* The reader of trace files on arbitrary bytes; what it accepts is replayed. */
#include "evidence/replay.h"
#include "fuzz.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "report/trace_file.h"

#include <string.h>

static const char model[] =
    "event eGo: int; spec S observes eGo { start state A { ignore eGo; } }"
    "machine Main { start state Go { entry { var k: int; k = choose(3);"
    "  if ($$) send this, eGo, k; } on eGo do (n: int) { send this, eGo, n; } } }"
    "test tc [main=Main]: assert S in { Main };";

static void replay_all(const trace_file *f)
{
    const frontend_options options = {0};
    program *p = frontend_load_text("model.p", model, strlen(model), &options);
    ir_program *ir = lower_program(p);
    vec_each (t, &f->traces) {
        core_options o = {0};
        for (int i = 0; i < BUDGET_COUNT; i++)
            o.budgets[i].left = t->budgets[i];
        core *c = core_new(ir, &ir->tests[0], &o);
        replay(c, &t->trace, NULL, NULL);
        core_free(c);
    }
    ir_free(ir);
    program_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    trace_file f;
    strbuf why = {0};
    if (trace_file_parse(&f, (const char *)data, size, &why))
        replay_all(&f);
    else if (why.len == 0)
        abort(); /* every refusal has a reason */
    trace_file_free(&f);
    strbuf_free(&why);
    fuzz_check_memory(before);
    return 0;
}
