#include "cli/model.h"

#include "cli/icet_input.h"
#include "cli/missing.h"

#include "analysis/tuple_names.h"
#include "core/foreign.h"
#include "ir/lower.h"
#include "lang/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool model_use_color(const options *o, int descriptor)
{
    if (strcmp(o->color, "auto") != 0)
        return strcmp(o->color, "always") == 0;
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && isatty(descriptor);
}

static bool is_json(const options *o)
{
    return strcmp(o->message_format, "json") == 0;
}

void model_show_diags(const options *o, diag *d)
{
    diag_style style = {
        .color = model_use_color(o, STDERR_FILENO),
        .json = is_json(o),
        .max_errors = o->max_errors,
        .warnings_off = o->quiet,
    };
    size_t errors = d->errors;
    diag_show(d, stderr, &style);
    if (errors > 0 && !style.json)
        fprintf(stderr, "synod: %zu error%s\n", errors, errors == 1 ? "" : "s");
}

/* One name that two files declare is a slip; if there are more, the user may have given
 * several models at once. */
static void hint_at_separate_models(const options *o, const program *p)
{
    if (p->clashes > 1 && !is_json(o))
        fputs("synod: hint: if these files are separate models, check each of them "
              "alone\n",
              stderr);
}

/* A folder without a project was read as one model; its projects may be more. */
static void hint_at_projects(const options *o, const program *p)
{
    enum { MOST = 20 };
    if (p->diags.errors == 0 || p->projects_below.len == 0 || is_json(o))
        return;
    fputs("synod: hint: there are projects below this folder; name one of them:\n",
          stderr);
    for (size_t i = 0; i < p->projects_below.len && i < MOST; i++)
        fprintf(stderr, "    %s\n", p->projects_below.data[i]);
    if (p->projects_below.len > MOST)
        fprintf(stderr, "    and %zu more\n", p->projects_below.len - MOST);
}

void model_show_messages(const options *o, program *p)
{
    model_show_diags(o, &p->diags);
    if (p->projects_below.len == 0)
        hint_at_separate_models(o, p);
    hint_at_projects(o, p);
}

static p_model load(const options *o, const char *const *inputs, size_t count,
                    bool is_to_run, void (*see)(void *context, program *p),
                    void *context)
{
    frontend_options f = {
        .strict_p = o->strict_p,
        .warnings_off = strcmp(o->warnings, "off") == 0,
        .warnings_are_errors = strcmp(o->warnings, "error") == 0,
    };
    p_model m = {.program = frontend_load(inputs, count, &f)};
    icet_input_recognize(m.program);
    if (m.program->diags.errors == 0)
        m.ir = lower_program(m.program);
    if (m.ir != NULL)
        tuple_names_check(m.ir, &m.program->diags);
    if (m.ir != NULL && is_to_run)
        m.foreign = missing_load(o, inputs, count, m.program, m.ir);
    if (m.program->diags.errors > 0) {
        ir_free(m.ir);
        m.ir = NULL;
    }
    if (see != NULL)
        see(context, m.program);
    model_show_messages(o, m.program);
    return m;
}

p_model model_load(const options *o, const char *const *inputs, size_t count,
                   void (*see)(void *context, program *p), void *context)
{
    return load(o, inputs, count, false, see, context);
}

p_model model_load_to_run(const options *o, const char *const *inputs, size_t count,
                          void (*see)(void *context, program *p), void *context)
{
    return load(o, inputs, count, true, see, context);
}

void model_fini(p_model *m)
{
    foreign_close(m->foreign);
    ir_free(m->ir);
    program_free(m->program);
}

void model_print_tests(const p_model *m)
{
    for (uint32_t i = 0; i < m->ir->test_count; i++)
        puts(m->ir->tests[i].name);
}
