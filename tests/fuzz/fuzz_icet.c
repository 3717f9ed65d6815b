/* The front end of IceT on arbitrary text.  What is accepted can be printed, read
 * again, and is the same. */
#include "again.h"
#include "fuzz.h"
#include "icet/load.h"
#include "icet/print.h"

static void print_heads(const icet_program *program, const icet_process *process,
                        const icet_stmt *s)
{
    strbuf text = {0};
    for (; s != NULL; s = s->next) {
        strbuf_clear(&text);
        icet_print_stmt_head(&text, program, process, s);
        print_heads(program, process, s->then);
        print_heads(program, process, s->otherwise);
    }
    strbuf_free(&text);
}

static void look_at(const icet_program *program)
{
    const char *problem = icet_again(program);
    if (problem != NULL) {
        fprintf(stderr, "%s\n", problem);
        abort();
    }
    for (uint32_t i = 0; i < program->process_count; i++)
        print_heads(program, &program->processes[i], program->processes[i].body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    sources src;
    diag d;
    icet_program program;
    sources_init(&src);
    diag_init(&d, &src);
    bool ok = icet_load_text("input", (const char *)data, size, &src, &d, &program);
    if (ok != (d.errors == 0)) {
        fprintf(stderr, "refused without a word, or accepted with one\n");
        abort();
    }
    if (ok) {
        look_at(&program);
        icet_program_fini(&program);
    }
    diag_show(&d, fuzz_sink(), &(diag_style){0});
    diag_fini(&d);
    sources_fini(&src);
    fuzz_check_memory(before);
    return 0;
}
