#include "cli/eval.h"

#include <stdio.h>
#include <string.h>

bool eval_compile(p_model *m, const options *o, expression_list *out)
{
    vec_each (text, &o->eval) {
        const ir_expression *e =
            ir_expression_new(m->program, m->ir, "--eval", *text, IR_NONE);
        if (e != NULL)
            vec_push(out, e);
    }
    bool ok = out->len == o->eval.len;
    if (!ok) {
        model_show_messages(o, m->program);
        vec_free(out);
    }
    return ok;
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

void eval_warn(const expression_list *l, const ir_program *ir, const ir_test *test)
{
    vec_each (e, l) {
        const char *name = ir->machines[(*e)->machine].name;
        if (has_machine(test->module, (*e)->machine))
            continue;
        fprintf(stderr, "synod: warning: --eval: there is no %s in %s", name,
                test->name);
        const char *other = stands_in(ir, test->module, name);
        if (other != NULL)
            fprintf(stderr, "; its %s is a %s", name, other);
        fputc('\n', stderr);
    }
}
