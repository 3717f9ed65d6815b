/* finals.c -- collects the distinct final states of an instance. */
#include "icet_instance/instance_private.h"

static void add_vars(instance_setup *c, const instance_copy *a, const cell *vars)
{
    assert(vars != NULL);
    const icet_process *p = &c->program->processes[a->process];
    const instance_plan *planned = &c->plans[a->process];
    for (uint32_t i = 0; i < p->var_count; i++) {
        const char *name = p->vars[i].name != NULL ? p->vars[i].name : "_";
        strbuf_printf(&c->final, "%s%s=", i > 0 ? ", " : " ", name);
        if (vars[planned->cells + i] != 0)
            instance_cells_show(c, p->vars[i].type, vars + planned->var_at[i],
                                &c->final);
        else
            strbuf_putc(&c->final, '?');
    }
}

/* False: this execution has no final state. */
static bool add_copy(instance_setup *c, const instance_copy *a)
{
    int is_last = 0;
    if (!syn_published_int(a->number, PUBLISHED_LAST, &is_last) || !is_last)
        return false;
    strbuf_printf(&c->final, "%s:", a->name);
    add_vars(c, a, syn_published(a->number, PUBLISHED_VARS, NULL));
    strbuf_putc(&c->final, '\n');
    return true;
}

void instance_finals_collect(void *arg)
{
    instance_setup *c = arg;
    strbuf_clear(&c->final);
    for (uint32_t i = 1; i <= c->copy_count; i++)
        if (!add_copy(c, &c->copies[i]))
            return;
    intern_put(&c->finals, strbuf_text(&c->final), c->final.len);
}
