#include "core/within.h"

#include "core/evaluate.h"

#include <string.h>

struct within {
    evaluator *bounds;
    size_t count;
    idmap known; /* local state -> 1: it is within the bound; 2: it is not */
    strbuf failure;
};

enum { IS_WITHIN = 1, IS_OUTSIDE = 2 };

within *within_new(core *c)
{
    const core_options *o = &c->options;
    if (o->within_count == 0)
        return NULL;
    within *w = mem_alloc(sizeof *w);
    w->count = o->within_count;
    w->bounds = ARENA_ARRAY(&c->memory, evaluator, w->count);
    for (size_t i = 0; i < w->count; i++)
        w->bounds[i] = evaluate_prepare(c, o->within[i]);
    return w;
}

void within_free(within *w)
{
    if (w == NULL)
        return;
    idmap_fini(&w->known);
    strbuf_free(&w->failure);
    mem_free(w, sizeof *w);
}

/* The first one is enough for the user. */
static void note_failure(within *w, const core *c, const evaluator *bound,
                         const strbuf *why)
{
    if (w->failure.len > 0)
        return;
    strbuf_printf(&w->failure, "--within '%s: %s'",
                  c->ir->machines[bound->e->machine].name, bound->e->text);
    strbuf_printf(&w->failure, " fails in some states, which count as outside: %s",
                  why->len > 0 ? strbuf_text(why) : "it reaches a limit");
}

static bool holds(within *w, const core *c, const evaluator *bound, value local)
{
    strbuf why = {0};
    if (local_machine(c, local) != bound->e->machine)
        return true;
    evaluation x = evaluate(bound, local, &why);
    bool is_open = c->vals.open != NULL && c->vals.open->must_close;
    if (x.kind == EVALUATION_FAULT && !is_open)
        note_failure(w, c, bound, &why);
    strbuf_free(&why);
    return x.kind == EVALUATION_NONE ||
           (x.kind == EVALUATION_VALUE && x.value == VALUE_TRUE);
}

static bool has_local(core *c, value local)
{
    within *w = c->within;
    if (local == VALUE_NULL)
        return true;
    size_t known = idmap_get_number(&w->known, local);
    if (known != 0)
        return known == IS_WITHIN;
    bool is = true;
    for (size_t i = 0; i < w->count && is; i++)
        is = holds(w, c, &w->bounds[i], local);
    idmap_put_number(&w->known, local, is ? IS_WITHIN : IS_OUTSIDE);
    return is;
}

/* The first column has the budgets. */
static bool has_environment(core *c, value env)
{
    for (uint32_t i = 1; i <= c->test->module->monitor_count; i++)
        if (!has_local(c, list_get(c, env).items[i]))
            return false;
    return true;
}

bool within_has_component(core *c, component_id cid, component p)
{
    if (!within_matters(c) || component_is_inbox(cid))
        return true;
    return cid == COMPONENT_ENV ? has_environment(c, p.local) : has_local(c, p.local);
}

bool within_has_state(core *c, const system_state *s)
{
    if (!within_matters(c))
        return true;
    for (uint32_t i = 1; i <= c->test->module->monitor_count; i++)
        if (!has_local(c, s->data[i]))
            return false;
    for (machine_id id = 0; id < system_machines(c, s); id++)
        if (!has_local(c, system_local(c, s, id)))
            return false;
    return true;
}

const char *within_failure(const core *c)
{
    return c->within != NULL && c->within->failure.len > 0
               ? strbuf_text(&c->within->failure)
               : NULL;
}
