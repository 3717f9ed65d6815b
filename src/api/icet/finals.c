/* finals.c -- the final states of an instance, each once. */
#include "api/icet/inside.h"

static void add_vars(cast *c, const actor *a, const cell *vars)
{
    const icet_process *p = &c->program->processes[a->process];
    const plan *planned = &c->plans[a->process];
    for (uint32_t i = 0; i < p->var_count; i++) {
        const char *name = p->vars[i].name != NULL ? p->vars[i].name : "_";
        strbuf_printf(&c->final, "%s%s=", i > 0 ? ", " : " ", name);
        if (vars[planned->cells + i] != 0)
            cells_show(c, p->vars[i].type, vars + planned->var_at[i], &c->final);
        else
            strbuf_putc(&c->final, '?');
    }
}

/* False: it does not end here. */
static bool add_actor(cast *c, const actor *a)
{
    int is_last = 0;
    if (!syn_published_int(a->number, PUBLISHED_LAST, &is_last) || !is_last)
        return false;
    strbuf_printf(&c->final, "%s:", a->name);
    add_vars(c, a, syn_published(a->number, PUBLISHED_VARS, NULL));
    strbuf_putc(&c->final, '\n');
    return true;
}

void finals_collect(void *arg)
{
    cast *c = arg;
    strbuf_clear(&c->final);
    for (uint32_t i = 1; i <= c->actor_count; i++)
        if (!add_actor(c, &c->actors[i]))
            return;
    intern_put(&c->finals, strbuf_text(&c->final), c->final.len);
}
