/* The reader of .pproj files on arbitrary bytes.  Writes to the current folder. */
#include "fuzz.h"
#include "lang/input.h"
#include "lang/project.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    /* Without slashes in paths: a project may list the root folder, which takes long.
     */
    FILE *file = fopen("input.pproj", "w");
    if (file == NULL)
        abort();
    for (size_t i = 0; i < size; i++) {
        bool in_path = data[i] == '/' && (i == 0 || data[i - 1] != '<');
        fputc(in_path ? '_' : data[i], file);
    }
    fclose(file);
    program *p = program_new();
    input in;
    input_init(&in);
    project_read(&in, p, "input.pproj");
    input_fini(&in);
    diag_style style = {.json = true};
    FILE *null = fopen("/dev/null", "w");
    diag_show(&p->diags, null, &style);
    fclose(null);
    program_free(p);
    fuzz_check_memory(before);
    return 0;
}
