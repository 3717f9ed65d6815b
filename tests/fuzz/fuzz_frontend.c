/* Lexer, parser, checker and lowering, to instructions and to IceT, on arbitrary text.
 *
 * With libFuzzer this is its entry point; compiled with -DSTANDALONE it reads a file,
 * or standard input, as AFL++ wants it. */
#include "base/mem.h"
#include "engine/sequential/extract/extract.h"
#include "icet/load.h"
#include "ir/lower.h"
#include "ir/print.h"
#include "lang/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *sink(void)
{
    static FILE *null;
    if (null == NULL)
        null = fopen("/dev/null", "w");
    return null;
}

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
        ir_print(ir, sink());
        ir_free(ir);
        extract_tests(p);
    }
    diag_style style = {.color = size % 2 == 0, .json = size % 3 == 0};
    diag_show(&p->diags, sink(), &style);
    program_free(p);
    if (mem_in_use() != before) {
        fprintf(stderr, "%zu bytes are still in use\n", mem_in_use() - before);
        abort();
    }
    return 0;
}

#ifdef STANDALONE
int main(int argc, char **argv)
{
    enum { LARGEST = 1 << 20 };
    static uint8_t buffer[LARGEST];
    FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
    if (in == NULL) {
        perror(argv[1]);
        return 2;
    }
    size_t size = fread(buffer, 1, sizeof buffer, in);
    return LLVMFuzzerTestOneInput(buffer, size);
}
#endif
