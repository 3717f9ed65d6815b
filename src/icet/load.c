#include "icet/load.h"

#include "icet/check.h"
#include "icet/parse.h"

static bool load(const source_file *file, diag *d, icet_program *program)
{
    intern names;
    ast_program tree;
    size_t before = d->errors;
    icet_names_init(&names);
    icet_parse(file, &names, d, &tree);
    if (d->errors == before && tree.processes.len == 0) {
        diag_error_in(d, file->path, "this file declares no process");
        diag_hint(d, "declare one: proc name { ... }");
    }
    bool ok = d->errors == before && icet_check(&tree, &names, d, program);
    icet_parse_free(&tree);
    intern_fini(&names);
    return ok;
}

bool icet_load(const char *path, sources *src, diag *d, icet_program *program)
{
    const source_file *file;
    const char *why;
    if (sources_read(src, path, &file, &why) == ST_OK)
        return load(file, d, program);
    diag_error_in(d, path, "cannot read: %s", why);
    return false;
}

bool icet_load_text(const char *name, const char *text, size_t len, sources *src,
                    diag *d, icet_program *program)
{
    const source_file *file = sources_add(src, name, text, len);
    if (file != NULL)
        return load(file, d, program);
    diag_error_in(d, name, "larger than 4 GB");
    return false;
}

void icet_program_fini(icet_program *program)
{
    arena_fini(&program->memory);
}
