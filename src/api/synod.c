#include "synod.h"

#include "ir/lower.h"
#include "ir/print.h"
#include "lang/frontend.h"

struct synod_model {
    program *program;
    ir_program *ir; /* NULL: the model has errors */
};

const char *synod_version(void)
{
    return SYNOD_VERSION;
}

static frontend_options convert(const synod_options *o)
{
    frontend_options f = {0};
    if (o != NULL) {
        f.strict_p = o->strict_p;
        f.warnings_off = o->warnings_off;
        f.warnings_are_errors = o->warnings_are_errors;
    }
    return f;
}

static synod_model *make_model(program *p)
{
    synod_model *m = mem_alloc(sizeof *m);
    m->program = p;
    m->ir = p->diags.errors == 0 ? lower_program(p) : NULL;
    if (p->diags.errors > 0) { /* expanding the tests may have found some */
        ir_free(m->ir);
        m->ir = NULL;
    }
    return m;
}

synod_model *synod_load(const char *const *paths, size_t count,
                        const synod_options *options)
{
    frontend_options f = convert(options);
    return make_model(frontend_load(paths, count, &f));
}

synod_model *synod_load_text(const char *name, const char *text, size_t len,
                             const synod_options *options)
{
    frontend_options f = convert(options);
    return make_model(frontend_load_text(name, text, len, &f));
}

void synod_free(synod_model *model)
{
    if (model == NULL)
        return;
    ir_free(model->ir);
    program_free(model->program);
    mem_free(model, sizeof *model);
}

size_t synod_error_count(const synod_model *model)
{
    return model->program->diags.errors;
}

typedef struct visit {
    synod_model *model;
    void (*see)(void *context, const synod_message *message);
    void *context;
} visit;

static void visit_item(void *context, const diag_item *item)
{
    static const synod_severity severities[] = {
        [DIAG_ERROR] = SYNOD_ERROR,
        [DIAG_WARNING] = SYNOD_WARNING,
        [DIAG_NOTE] = SYNOD_NOTE,
        [DIAG_HINT] = SYNOD_HINT,
    };
    visit *v = context;
    synod_message m = {.severity = severities[item->severity],
                       .text = item->text,
                       .code = item->code,
                       .file = item->path};
    if (item->pos != SRC_NONE) {
        src_place p = sources_place(&v->model->program->src, item->pos);
        m.file = p.file->path;
        m.line = p.line;
        m.column = p.column;
    }
    v->see(v->context, &m);
    for (const diag_item *d = item->details; d != NULL; d = d->next)
        visit_item(context, d);
}

void synod_each_message(synod_model *model,
                        void (*see)(void *context, const synod_message *message),
                        void *context)
{
    visit v = {model, see, context};
    diag_visit(&model->program->diags, visit_item, &v);
}

size_t synod_test_count(const synod_model *model)
{
    return model->ir == NULL ? 0 : model->ir->test_count;
}

const char *synod_test_name(const synod_model *model, size_t index)
{
    assert(index < synod_test_count(model));
    return model->ir->tests[index].name;
}

void synod_dump_ir(const synod_model *model, FILE *out)
{
    if (model->ir != NULL)
        ir_print(model->ir, out);
}
