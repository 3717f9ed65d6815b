#include "cli/eval.h"

#include <stdio.h>
#include <string.h>

static void refuse_value(p_model *m, const ir_expression *e)
{
    strbuf type = {0};
    type_show(&m->ir->source->types, e->type, &type);
    srcpos pos = e->program.functions[e->function].pos;
    diag_error(&m->program->diags, pos, "a bound is a condition, but this is %s",
               strbuf_text(&type));
    diag_hint(&m->program->diags, "write a comparison, as in Server: term <= 3");
    strbuf_free(&type);
}

/* Compiles TEXTS, which stand behind OPTION; false: errors were shown. */
static bool compile(p_model *m, const options *o, const char *option,
                    const opt_list *texts, bool are_conditions, expression_list *out)
{
    vec_each (text, texts) {
        const ir_expression *e =
            ir_expression_new(m->program, m->ir, option, *text, IR_NONE);
        if (e != NULL && are_conditions && e->type != TYPE_BOOL)
            refuse_value(m, e);
        else if (e != NULL)
            vec_push(out, e);
    }
    bool ok = out->len == texts->len;
    if (!ok) {
        model_show_messages(o, m->program);
        vec_free(out);
    }
    return ok;
}

bool eval_compile(p_model *m, const options *o, expression_list *out)
{
    return compile(m, o, "--eval", &o->eval, false, out);
}

bool eval_compile_bounds(p_model *m, const options *o, expression_list *out)
{
    return compile(m, o, "--within", &o->within, true, out);
}

static bool has_machine(const ir_module *m, uint32_t machine)
{
    for (uint32_t i = 0; i < m->binding_count; i++)
        if (m->bindings[i].machine == machine)
            return true;
    for (uint32_t i = 0; i < m->monitor_count; i++)
        if (m->monitors[i].machine == machine)
            return true;
    return false;
}

/* The machine that the module binds to the interface NAME, or NULL. */
static const char *stands_in(const ir_program *ir, const ir_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->binding_count; i++)
        if (strcmp(ir->interfaces[m->bindings[i].interface].name, name) == 0)
            return ir->machines[m->bindings[i].machine].name;
    return NULL;
}

static void warn(const char *option, const expression_list *l, const ir_program *ir,
                 const ir_test *test)
{
    vec_each (e, l) {
        const char *name = ir->machines[(*e)->machine].name;
        if (has_machine(test->module, (*e)->machine))
            continue;
        fprintf(stderr, "synod: warning: %s: there is no %s in %s", option, name,
                test->name);
        const char *other = stands_in(ir, test->module, name);
        if (other != NULL)
            fprintf(stderr, "; its %s is a %s", name, other);
        fputc('\n', stderr);
    }
}

void eval_warn(const expression_list *l, const ir_program *ir, const ir_test *test)
{
    warn("--eval", l, ir, test);
}

void eval_warn_bounds(const expression_list *l, const ir_program *ir,
                      const ir_test *test)
{
    warn("--within", l, ir, test);
}
