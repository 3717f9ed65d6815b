/* Checks tests and implementations: that they are closed, their main machines, their
 * parameters. */
#include "lang/check.h"
#include "lang/expand.h"
#include "lang/module.h"

static void *find(program *p, name_space space, name_id name)
{
    return scope_get(&p->scopes, SCOPE_GLOBAL, space, name);
}

/* ---- Closed, with a main machine ---- */

static const machine_decl *creator_of(const module *m, const interface_decl *i)
{
    list_each (b, &m->bindings)
        for (uint32_t k = 0; k < b->machine->creates.count; k++)
            if (b->links[k] == i)
                return b->machine;
    return NULL;
}

static bool check_closed(checker *c, const test_decl *t, const module *m)
{
    bool ok = true;
    idmap bound = {0};
    list_each (b, &m->bindings)
        idmap_put(&bound, b->interface->index, b->interface);
    list_each (i, &m->creates) {
        if (idmap_get(&bound, (*i)->index) != NULL)
            continue;
        const machine_decl *creator = creator_of(m, *i);
        diag_error(c->d, t->name.pos,
                   "'%s' creates '%s', which is not bound in the module",
                   check_name(c, creator->name.name), check_name(c, (*i)->name.name));
        diag_note(c->d, (*i)->name.pos, "'%s' is declared here",
                  check_name(c, (*i)->name.name));
        diag_hint(c->d, "add '%s', or a machine bound to it, to the module",
                  check_name(c, (*i)->name.name));
        ok = false;
    }
    idmap_fini(&bound);
    return ok;
}

/* The interface that creates the main machine: its own, if that is bound. */
static interface_decl *main_interface(const module *m, const machine_decl *main)
{
    interface_decl *found = NULL;
    list_each (b, &m->bindings)
        if (b->machine == main && (found == NULL || b->interface == main->iface))
            found = b->interface;
    return found;
}

static void check_main(checker *c, test_decl *t, const module *m)
{
    ident name = t->main;
    if (name.name == NAME_NONE)
        return;
    machine_decl *main = find(c->p, NS_MACHINE, name.name);
    if (main == NULL) {
        check_missing(c, name, NS_MACHINE, "machine");
        return;
    }
    if (main->kind != MACHINE_PLAIN) {
        diag_error(c->d, name.pos, "'%s' is a spec and cannot be the main machine",
                   check_name(c, name.name));
        return;
    }
    if (m == NULL)
        return;
    interface_decl *i = main_interface(m, main);
    if (i == NULL) {
        diag_error(c->d, name.pos, "main machine '%s' is not in the module",
                   check_name(c, name.name));
        return;
    }
    if (!t->is_implementation && main->payload != TYPE_NULL) {
        diag_error(c->d, name.pos, "main machine '%s' takes a parameter",
                   check_name(c, name.name));
        if (main->start != NULL)
            diag_note(c->d, main->start->name.pos,
                      "the entry of its start state takes it");
        return;
    }
    t->main_machine = main;
    t->main_interface = i;
}

/* ---- Parameters ---- */

static void check_values(checker *c, const test_param *t)
{
    type_id want = t->var != NULL ? t->var->type : TYPE_ERROR;
    bool first_is_bool = t->values.data[0].is_bool;
    list_each (v, &t->values) {
        if (v->too_large) {
            diag_error(c->d, v->pos, "this number is too large");
            return;
        }
        if (v->is_bool != first_is_bool) {
            diag_error(c->d, v->pos, "values of mixed types for parameter '%s'",
                       check_name(c, t->name.name));
            return;
        }
    }
    if (!check_accepts(c, t->values.data[0].pos, want,
                       first_is_bool ? TYPE_BOOL : TYPE_INT)) {
        if (t->var != NULL)
            diag_note(c->d, t->var->name.pos, "the parameter is declared here");
        return;
    }
    idmap seen = {0};
    list_each (v, &t->values) {
        if (idmap_add(&seen, (uint64_t)v->value))
            continue;
        if (first_is_bool)
            diag_error(c->d, v->pos, "value %s appears twice",
                       v->value ? "true" : "false");
        else
            diag_error(c->d, v->pos, "value %lld appears twice", (long long)v->value);
        break;
    }
    idmap_fini(&seen);
}

static void check_params(checker *c, test_decl *t)
{
    idmap seen = {0};
    for (uint32_t i = 0; i < t->params.count; i++) {
        test_param *param = &t->params.data[i];
        param->var = find(c->p, NS_VARIABLE, param->name.name);
        if (param->var == NULL)
            check_missing(c, param->name, NS_VARIABLE, "global parameter");
        if (!idmap_add(&seen, param->name.name))
            diag_error(c->d, param->name.pos, "parameter '%s' appears twice",
                       check_name(c, param->name.name));
        check_values(c, param);
    }
    idmap_fini(&seen);
    if (t->has_wise && (t->wise < 1 || t->wise > t->params.count)) {
        if (t->wise > INT32_MAX)
            diag_error(c->d, t->wise_pos, "the number before 'wise' is too large");
        else if (t->params.count == 0)
            diag_error(c->d, t->wise_pos, "'wise' needs a test with parameters");
        else
            diag_error(c->d, t->wise_pos,
                       "the number before 'wise' must be between 1 and "
                       "%u (the number of parameters), found %llu",
                       t->params.count, (unsigned long long)t->wise);
    }
}

/* `assume` is evaluated when tests are listed, so it may use parameters and literals
 * only. */
static bool check_assume_form(checker *c, const expr *e)
{
    bool ok = true;
    switch ((int)e->kind) {
    case EX_NAME:
        ok = e->ref == REF_ENUM_ELEM ||
             (e->ref == REF_VAR && e->to.var->kind == VAR_GLOBAL_PARAM);
        break;
    case EX_INT:
    case EX_BOOL:
    case EX_UNARY:
        break;
    case EX_BINARY:
        ok = e->op != TOK_IN;
        break;
    default:
        ok = false;
    }
    if (!ok) {
        diag_error(
            c->d, e->start,
            "a test's assumption may use only literals, parameters and operators");
        return false;
    }
    list_each (a, &e->args)
        if (!check_assume_form(c, *a))
            return false;
    return true;
}

static void check_assumption(checker *c, const test_decl *t)
{
    if (t->assume == NULL)
        return;
    size_t before = c->d->errors;
    check_expr_is(c, t->assume, TYPE_BOOL);
    if (c->d->errors == before)
        check_assume_form(c, t->assume);
}

/* The binomial coefficient of n and k, or a number above the limit. */
static uint64_t choices(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k && result <= EXPAND_MAX_COVER; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* RUNS counts the runs of all tests. */
static void check_combinations(checker *c, const test_decl *t, uint64_t *runs)
{
    uint64_t total = 1;
    list_each (param, &t->params)
        if (total <= EXPAND_MAX_RUNS)
            total *= param->values.count;
    *runs += total;
    if (*runs > EXPAND_MAX_RUNS)
        diag_error(c->d, t->name.pos,
                   "with test '%s', the tests have more than %d combinations of "
                   "parameter values",
                   check_name(c, t->name.name), EXPAND_MAX_RUNS);
    else if (t->has_wise &&
             total * choices(t->params.count, t->wise) > EXPAND_MAX_COVER)
        diag_error(c->d, t->wise_pos, "test '%s' has too many combinations to cover",
                   check_name(c, t->name.name));
}

static void check_refinement(checker *c, test_decl *t)
{
    const module *abstract = module_evaluate(c, t->refines);
    if (abstract != NULL && check_closed(c, t, abstract) && t->main_machine != NULL &&
        main_interface(abstract, t->main_machine) == NULL)
        diag_error(c->d, t->main.pos, "main machine '%s' is not in the refined module",
                   check_name(c, t->main.name));
    diag_warning(c->d, "unchecked-refinement", t->name.pos,
                 "refinement is not checked: test '%s' checks its first module alone",
                 check_name(c, t->name.name));
}

static void check_test(checker *c, test_decl *t, uint64_t *runs)
{
    const module *m = module_evaluate(c, t->body);
    size_t before = c->d->errors;
    check_params(c, t);
    if (c->d->errors == before)
        check_assumption(c, t);
    if (c->d->errors == before)
        check_combinations(c, t, runs);
    if (m != NULL && check_closed(c, t, m))
        t->value = m;
    check_main(c, t, m);
    if (t->refines != NULL)
        check_refinement(c, t);
}

/* A program without tests but with a machine Main gets a test of itself: every machine
 * bound to its own interface, every spec attached. */
static void make_implicit_test(program *p)
{
    intern_id main_name = intern_find(&p->symbols.names, "Main", 4);
    machine_decl *main =
        main_name == INTERN_NONE ? NULL : find(p, NS_MACHINE, main_name);
    if (p->tests.len > 0 || main == NULL || main->kind != MACHINE_PLAIN)
        return;
    module *m = ARENA_NEW(&p->memory, module);
    m->bindings.data = ARENA_ARRAY(&p->memory, binding, p->machines.len);
    m->monitors.data = ARENA_ARRAY(&p->memory, monitor, p->machines.len);
    interface_decl **all = ARENA_ARRAY(&p->memory, interface_decl *, p->machines.len);
    vec_each (one, &p->machines) {
        if ((*one)->kind != MACHINE_PLAIN)
            continue;
        all[m->bindings.count] = (*one)->iface;
        m->bindings.data[m->bindings.count++] =
            (binding){(*one)->iface, *one, (*one)->creates.data};
    }
    vec_each (one, &p->machines) {
        if ((*one)->kind != MACHINE_SPEC)
            continue;
        monitor *o = &m->monitors.data[m->monitors.count++];
        o->spec = *one;
        o->watches.data = all;
        o->watches.count = m->bindings.count;
    }
    test_decl *t = ARENA_NEW(&p->memory, test_decl);
    t->name = (ident){intern_puts(&p->symbols.names, "DefaultImpl"), main->name.pos};
    t->main = main->name;
    t->value = m;
    t->main_machine = main;
    t->main_interface = main->iface;
    module_collect_creates(p, m);
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    check_closed(&c, t, m);
    vec_push(&p->tests, t);
}

void check_tests(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    uint64_t runs = 0;
    vec_each (t, &p->tests)
        check_test(&c, *t, &runs);
    make_implicit_test(p);
}
