/* Loads models and prints the messages about them, as the command does.
 *
 * usage: load [--print] FILE...
 *
 * An accepted model is printed, read again and compared; --print shows it. */
#include "icet/load.h"
#include "again.h"
#include "icet/print.h"

#include <string.h>

static void show(const icet_program *program)
{
    strbuf text = {0};
    icet_print_program(&text, program);
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
}

/* 0: right; 1: a fault of ours; 2: mistakes in the model. */
static int load(const char *path, bool print)
{
    sources src;
    diag d;
    icet_program program;
    int code = 2;
    size_t before = mem_in_use();
    sources_init(&src);
    diag_init(&d, &src);
    if (icet_load(path, &src, &d, &program)) {
        const char *problem = icet_again(&program);
        code = problem != NULL;
        if (problem != NULL)
            fprintf(stderr, "%s: %s\n", path, problem);
        if (print)
            show(&program);
        icet_program_fini(&program);
    }
    diag_show(&d, stderr, &(diag_style){0});
    diag_fini(&d);
    sources_fini(&src);
    if (mem_in_use() != before) {
        fprintf(stderr, "%s: %zu bytes are still in use\n", path,
                mem_in_use() - before);
        code = 1;
    }
    return code;
}

int main(int argc, char **argv)
{
    bool print = argc > 1 && strcmp(argv[1], "--print") == 0;
    int worst = 0;
    for (int i = 1 + print; i < argc; i++) {
        int code = load(argv[i], print);
        worst = code == 1 || worst == 0 ? code : worst;
    }
    return worst;
}
