/* Loads models and says what is wrong with them, as the command line would; with
 * --print, what became of them. */
#include "icet/load.h"
#include "icet/print.h"

#include <string.h>

static bool load(const char *path)
{
    sources src;
    diag d;
    icet_program program;
    sources_init(&src);
    diag_init(&d, &src);
    bool ok = icet_load(path, &src, &d, &program);
    if (ok)
        icet_program_fini(&program);
    diag_show(&d, stderr, &(diag_style){0});
    diag_fini(&d);
    sources_fini(&src);
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = true;
    for (int i = 1; i < argc; i++)
        ok &= load(argv[i]);
    return ok ? 0 : 2;
}
