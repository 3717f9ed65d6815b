/* The reader of .pproj files on arbitrary bytes. */
#include "base/mem.h"
#include "lang/input.h"
#include "lang/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t before = mem_in_use();
    int fd = memfd_create("project", 0);
    /* Without slashes in paths: a project may list the root folder, which takes long.
     */
    char *text = malloc(size + 1);
    for (size_t i = 0; i < size; i++)
        text[i] =
            data[i] == '/' && (i == 0 || data[i - 1] != '<') ? '_' : (char)data[i];
    bool written = fd >= 0 && write(fd, text, size) == (ssize_t)size;
    free(text);
    if (!written)
        abort();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    program *p = program_new();
    input in;
    input_init(&in);
    project_read(&in, p, path);
    input_fini(&in);
    diag_style style = {.json = true};
    FILE *null = fopen("/dev/null", "w");
    diag_show(&p->diags, null, &style);
    fclose(null);
    program_free(p);
    close(fd);
    if (mem_in_use() != before)
        abort();
    return 0;
}
