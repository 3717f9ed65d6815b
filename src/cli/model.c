#include "cli/model.h"

#include "cli/icet_input.h"

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

void model_show_messages(const options *o, program *p)
{
    model_show_diags(o, &p->diags);
    hint_at_separate_models(o, p);
}

p_model model_load(const options *o, const char *const *inputs, size_t count,
                   void (*see)(void *context, program *p), void *context)
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
    if (see != NULL)
        see(context, m.program);
    model_show_messages(o, m.program);
    return m;
}

void model_fini(p_model *m)
{
    ir_free(m->ir);
    program_free(m->program);
}

void model_print_tests(const p_model *m)
{
    for (uint32_t i = 0; i < m->ir->test_count; i++)
        puts(m->ir->tests[i].name);
}
