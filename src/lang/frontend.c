#include "lang/frontend.h"

#include "lang/check.h"
#include "lang/declare.h"
#include "lang/input.h"
#include "lang/lint.h"
#include "lang/parser.h"
#include "lang/resolve.h"

#include <unistd.h>

static program *start(const frontend_options *options)
{
    program *p = program_new();
    p->strict_p = options->strict_p;
    p->diags.warnings_off = options->warnings_off;
    p->diags.warnings_are_errors = options->warnings_are_errors;
    return p;
}

/* Each phase may rely on what the ones before it established; after a broken phase the
 * later ones would only report its consequences. */
static void check(program *p)
{
    if (p->diags.errors > 0)
        return;
    declare_names(p);
    if (p->diags.errors > 0)
        return; /* further messages about an ambiguous name would be wrong */
    resolve_declarations(p);
    check_pure_functions(p);
    check_machines(p);
    check_bodies(p);
    check_proofs(p);
    if (p->diags.errors > 0)
        return;
    check_effects(p);
    if (p->diags.errors > 0)
        return;
    check_modules(p);
    if (p->diags.errors > 0)
        return;
    lint_program(p);
}

static void read_file(program *p, const input_file *in)
{
    const source_file *file;
    const char *why;
    bool is_standard = input_is_standard(in->path);
    const char *name = is_standard ? FRONTEND_STANDARD_INPUT : in->path;
    status st = is_standard
                    ? sources_read_open(&p->src, STDIN_FILENO, name, &file, &why)
                    : sources_read(&p->src, name, &file, &why);
    if (st != ST_OK) {
        diag_error_in(&p->diags, name, "cannot read: %s", why);
        return;
    }
    vec_last(&p->src.files)->is_included = in->is_included;
    parser_run(p, file, !in->is_included);
}

program *frontend_load(const char *const *paths, size_t count,
                       const frontend_options *options)
{
    program *p = start(options);
    input in;
    input_init(&in);
    for (size_t i = 0; i < count; i++)
        input_add(&in, p, paths[i]);
    if (count == 0)
        input_add_default(&in, p);
    p->proof_target = in.proof_target;
    if (in.is_refused)
        vec_clear(&in.files);
    vec_each (f, &in.files)
        read_file(p, f);
    p->file_count = in.files.len;
    input_fini(&in);
    check(p);
    return p;
}

program *frontend_load_text(const char *name, const char *text, size_t len,
                            const frontend_options *options)
{
    program *p = start(options);
    const source_file *file = sources_add(&p->src, name, text, len);
    if (file == NULL)
        diag_error_in(&p->diags, name, "larger than 4 GB");
    else
        parser_run(p, file, true);
    p->file_count = 1;
    check(p);
    return p;
}
