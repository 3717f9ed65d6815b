/* Lexer, parser, checker and lowering, to instructions and to IceT, on arbitrary text.
 */
#include "engine/sequential/extract/extract.h"
#include "fuzz.h"
#include "icet/load.h"
#include "ir/lower.h"
#include "ir/print.h"
#include "lang/frontend.h"

#include <string.h>

static void extract_tests(program *p)
{
    vec_each (t, &p->tests) {
        icet_program made;
        if (extract_program(p, *t, &p->diags, &made))
            icet_program_fini(&made);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    /* The length decides the dialect, so that both are covered. */
    frontend_options options = {.strict_p = size % 4 == 3};
    program *p = frontend_load_text("input.p", (const char *)data, size, &options);
    if (p->diags.errors == 0) {
        ir_program *ir = lower_program(p);
        ir_verify(ir);
        ir_print(ir, fuzz_sink());
        ir_free(ir);
        extract_tests(p);
    }
    diag_style style = {.color = size % 2 == 0, .json = size % 3 == 0};
    diag_show(&p->diags, fuzz_sink(), &style);
    program_free(p);
    fuzz_check_memory(before);
    return 0;
}
