#include "lang/module.h"

#include "lang/check.h"

enum { MAX_DEPTH = 2000 };

static const binding *module_find(const module *m, const interface_decl *i)
{
    list_each (b, &m->bindings)
        if (b->interface == i)
            return b;
    return NULL;
}

static bool creates(const module *m, const interface_decl *i)
{
    list_each (c, &m->creates)
        if (*c == i)
            return true;
    return false;
}

static void *find(program *p, name_space space, name_id name)
{
    return scope_get(&p->scopes, SCOPE_GLOBAL, space, name);
}

static interface_decl *find_interface(checker *c, ident name)
{
    interface_decl *i = find(c->p, NS_INTERFACE, name.name);
    if (i == NULL)
        check_missing(c, name, NS_INTERFACE, "machine or interface");
    return i;
}

/* The interfaces that the bound machines create, through their links. */
void module_collect_creates(program *p, module *m)
{
    interface_list all = {0};
    list_each (b, &m->bindings)
        for (uint32_t i = 0; i < b->machine->creates.count; i++)
            vec_push(&all, b->links[i]);
    m->creates = program_interface_set(p, &all);
}

/* ---- { M, N -> I } ---- */

static machine_decl *find_machine(checker *c, ident name)
{
    machine_decl *m = find(c->p, NS_MACHINE, name.name);
    if (m == NULL) {
        check_missing(c, name, NS_MACHINE, "machine or interface");
        return NULL;
    }
    if (m->kind == MACHINE_PLAIN)
        return m;
    diag_error(c->d, name.pos, "'%s' is a spec and cannot be bound",
               check_name(c, name.name));
    diag_hint(c->d, "attach it: assert %s in ...", check_name(c, name.name));
    return NULL;
}

static bool check_binding(checker *c, srcpos pos, const machine_decl *m,
                          const interface_decl *i)
{
    program *p = c->p;
    uint32_t event;
    if (evset_difference(&p->symbols.evsets, i->receives_set, m->receives_set,
                         &event)) {
        diag_error(c->d, pos, "cannot bind '%s' to '%s': it does not receive '%s'",
                   check_name(c, m->name.name), check_name(c, i->name.name),
                   check_name(c, p->events.data[event]->name.name));
        return false;
    }
    if (!type_accepts(&p->symbols.types, m->payload, i->payload)) {
        diag_error(c->d, pos, "cannot bind '%s' to '%s': it takes %s, not %s",
                   check_name(c, m->name.name), check_name(c, i->name.name),
                   check_type(c, m->payload), check_type(c, i->payload));
        return false;
    }
    return true;
}

static const module *evaluate_bindings(checker *c, const module_expr *e)
{
    program *p = c->p;
    module *m = ARENA_NEW(&p->memory, module);
    m->bindings.data = ARENA_ARRAY(&p->memory, binding, e->bindings.count);
    evset_union sends = {0};
    idmap bound = {0};
    bool ok = true;
    list_each (syntax, &e->bindings) {
        machine_decl *machine = find_machine(c, syntax->machine);
        interface_decl *i = machine == NULL ? NULL : machine->iface;
        srcpos pos = syntax->machine.pos;
        if (syntax->interface.name != NAME_NONE) {
            i = find_interface(c, syntax->interface);
            pos = syntax->interface.pos;
        }
        if (machine == NULL || i == NULL) {
            ok = false;
            continue;
        }
        if (!idmap_add(&bound, i->index)) {
            diag_error(c->d, pos, "interface '%s' is bound twice",
                       check_name(c, i->name.name));
            ok = false;
            continue;
        }
        ok &= check_binding(c, syntax->machine.pos, machine, i);
        m->bindings.data[m->bindings.count++] =
            (binding){i, machine, machine->creates.data};
        evset_union_add(&sends, &p->symbols.evsets, machine->sends_set);
    }
    m->sends = evset_union_finish(&sends, &p->symbols.evsets);
    idmap_fini(&bound);
    module_collect_creates(p, m);
    return ok ? m : NULL;
}

/* ---- union, compose ---- */

/* Reports what two parts have, but only one may have; MARKS holds the first owner. */
static bool report_shared(checker *c, const module_expr *e, uint32_t part, idmap *marks,
                          uint32_t key, void *who, const char *format, name_id name)
{
    const module_expr *first = idmap_put(marks, key, who);
    if (first == NULL)
        return false;
    diag_error(c->d, e->parts.data[part]->pos, format, check_name(c, name));
    diag_note(c->d, first->pos, "the other one is here");
    return true;
}

static bool parts_are_disjoint(checker *c, const module_expr *e,
                               const module *const *parts)
{
    idmap interfaces = {0};
    idmap monitors = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->parts.count && ok; i++) {
        module_expr *who = e->parts.data[i];
        list_each (b, &parts[i]->bindings)
            if (ok && report_shared(c, e, i, &interfaces, b->interface->index, who,
                                    "interface '%s' is bound in both modules",
                                    b->interface->name.name))
                ok = false;
        list_each (m, &parts[i]->monitors)
            if (ok && report_shared(c, e, i, &monitors, m->spec->index, who,
                                    "spec '%s' is attached in both modules",
                                    m->spec->name.name))
                ok = false;
    }
    idmap_fini(&interfaces);
    idmap_fini(&monitors);
    return ok;
}

/* Finds an event that this part and an earlier part send.  EARLIER is EVSET_ALL if an
 * earlier part sends every event, else the set of one of them; SENDERS has the events
 * of all. */
static bool shared_send(checker *c, const module *part, evset_id earlier,
                        idmap *senders, uint32_t *event)
{
    evsets *e = &c->p->symbols.evsets;
    if (part->sends == EVSET_ALL || earlier == EVSET_ALL)
        return evset_common(e, earlier, part->sends, event);
    size_t count;
    const uint32_t *members = evset_members(e, part->sends, &count);
    for (size_t i = 0; i < count; i++) {
        *event = members[i];
        if (!idmap_add(senders, members[i]))
            return true;
    }
    return false;
}

static bool sends_are_disjoint(checker *c, const module_expr *e,
                               const module *const *parts)
{
    evset_id earlier = EVSET_EMPTY;
    idmap senders = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->parts.count && ok; i++) {
        uint32_t event;
        if (shared_send(c, parts[i], earlier, &senders, &event)) {
            diag_error(c->d, e->parts.data[i]->pos,
                       "this module and one before it both send '%s'",
                       check_name(c, c->p->events.data[event]->name.name));
            diag_hint(c->d,
                      "a machine without a 'sends' clause sends every event; 'union' "
                      "allows what 'compose' forbids");
            ok = false;
        }
        if (earlier != EVSET_ALL && parts[i]->sends != EVSET_EMPTY)
            earlier = parts[i]->sends;
    }
    idmap_fini(&senders);
    return ok;
}

static bool creates_are_disjoint(checker *c, const module_expr *e,
                                 const module *const *parts)
{
    idmap created = {0};
    bool ok = true;
    for (uint32_t i = 0; i < e->parts.count && ok; i++)
        list_each (n, &parts[i]->creates)
            if (ok && report_shared(c, e, i, &created, (*n)->index, e->parts.data[i],
                                    "this module and one before it both create '%s'",
                                    (*n)->name.name))
                ok = false;
    idmap_fini(&created);
    return ok;
}

static const module *unite(program *p, const module *const *parts, uint32_t count)
{
    module *m = ARENA_NEW(&p->memory, module);
    uint32_t bindings = 0;
    uint32_t monitors = 0;
    for (uint32_t i = 0; i < count; i++) {
        bindings += parts[i]->bindings.count;
        monitors += parts[i]->monitors.count;
    }
    assert(count > 0);
    m->bindings.data = ARENA_ARRAY(&p->memory, binding, bindings);
    m->monitors.data = ARENA_ARRAY(&p->memory, monitor, monitors);
    evset_union sends = {0};
    for (uint32_t i = 0; i < count; i++) {
        list_each (b, &parts[i]->bindings)
            m->bindings.data[m->bindings.count++] = *b;
        list_each (o, &parts[i]->monitors)
            m->monitors.data[m->monitors.count++] = *o;
        evset_union_add(&sends, &p->symbols.evsets, parts[i]->sends);
    }
    assert(m->bindings.count == bindings);
    assert(m->monitors.count == monitors);
    m->sends = evset_union_finish(&sends, &p->symbols.evsets);
    module_collect_creates(p, m);
    return m;
}

static const module *evaluate_union(checker *c, const module_expr *e)
{
    const module **parts = ARENA_ARRAY(&c->p->memory, const module *, e->parts.count);
    bool ok = true;
    for (uint32_t i = 0; i < e->parts.count; i++) {
        parts[i] = module_evaluate(c, e->parts.data[i]);
        ok &= parts[i] != NULL;
    }
    if (!ok || !parts_are_disjoint(c, e, parts))
        return NULL;
    if (e->kind == MOD_COMPOSE &&
        (!sends_are_disjoint(c, e, parts) || !creates_are_disjoint(c, e, parts)))
        return NULL;
    return unite(c->p, parts, e->parts.count);
}

/* ---- assert S in A ---- */

static bool can_attach(checker *c, const module *in, ident name,
                       const machine_decl *spec)
{
    program *p = c->p;
    uint32_t event;
    list_each (o, &in->monitors) {
        if (o->spec == spec) {
            diag_error(c->d, name.pos, "'%s' is already attached",
                       check_name(c, name.name));
            return false;
        }
    }
    if (evset_difference(&p->symbols.evsets, spec->observes_set, in->sends, &event)) {
        diag_error(c->d, name.pos, "'%s' observes '%s', which the module never sends",
                   check_name(c, name.name),
                   check_name(c, p->events.data[event]->name.name));
        return false;
    }
    return true;
}

static const module *evaluate_assert(checker *c, const module_expr *e)
{
    program *p = c->p;
    const module *in = module_evaluate(c, e->parts.data[0]);
    if (in == NULL)
        return NULL;
    module *m = arena_copy(&p->memory, in, sizeof *in);
    uint32_t room = in->monitors.count + e->names.count;
    m->monitors.data = ARENA_ARRAY(&p->memory, monitor, room);
    for (uint32_t i = 0; i < in->monitors.count; i++)
        m->monitors.data[i] = in->monitors.data[i];
    interface_decl **watches =
        ARENA_ARRAY(&p->memory, interface_decl *, in->bindings.count);
    for (uint32_t i = 0; i < in->bindings.count; i++)
        watches[i] = in->bindings.data[i].interface;
    bool ok = true;
    list_each (name, &e->names) {
        machine_decl *spec = find(p, NS_MACHINE, name->name);
        if (spec == NULL || spec->kind == MACHINE_PLAIN) {
            check_missing(c, *name, NS_MACHINE, "spec");
            ok = false;
        } else if (!can_attach(c, m, *name, spec)) {
            ok = false;
        } else {
            monitor *o = &m->monitors.data[m->monitors.count++];
            o->spec = spec;
            o->watches.data = watches;
            o->watches.count = in->bindings.count;
        }
    }
    return ok ? m : NULL;
}

/* ---- hidei, rename ---- */

/* Hiding changes nothing inside the module, and a test has no outside: so hiding is
 * only checked. */
static const module *evaluate_hide(checker *c, const module_expr *e)
{
    const module *in = module_evaluate(c, e->parts.data[0]);
    if (in == NULL)
        return NULL;
    bool ok = true;
    list_each (name, &e->names) {
        const interface_decl *i = find_interface(c, *name);
        if (i == NULL) {
            ok = false;
        } else if (module_find(in, i) == NULL || !creates(in, i)) {
            diag_error(c->d, name->pos, "cannot hide '%s': the module must %s it",
                       check_name(c, name->name),
                       module_find(in, i) == NULL ? "bind" : "create");
            ok = false;
        }
    }
    return ok ? in : NULL;
}

static bool can_rename(checker *c, const module *in, const module_expr *e,
                       const interface_decl *from, const interface_decl *to)
{
    const char *why = NULL;
    if (from->receives_set != to->receives_set)
        why = "they do not receive the same events";
    else if (module_find(in, from) == NULL && !creates(in, from))
        why = "the module neither binds nor creates the first";
    else if (module_find(in, to) != NULL || creates(in, to))
        why = "the module has the second already";
    if (why == NULL)
        return true;
    diag_error(c->d, e->names.data[0].pos, "cannot rename '%s' to '%s': %s",
               check_name(c, from->name.name), check_name(c, to->name.name), why);
    return false;
}

static interface_decl *renamed(interface_decl *i, const interface_decl *from,
                               interface_decl *to)
{
    return i == from ? to : i;
}

static interface_decl **rename_all(program *p, interface_decl *const *in,
                                   uint32_t count, const interface_decl *from,
                                   interface_decl *to)
{
    interface_decl **out = ARENA_ARRAY(&p->memory, interface_decl *, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = renamed(in[i], from, to);
    return out;
}

static const module *evaluate_rename(checker *c, const module_expr *e)
{
    program *p = c->p;
    const module *in = module_evaluate(c, e->parts.data[0]);
    interface_decl *from = find_interface(c, e->names.data[0]);
    interface_decl *to = find_interface(c, e->names.data[1]);
    if (in == NULL || from == NULL || to == NULL || !can_rename(c, in, e, from, to))
        return NULL;
    module *m = arena_copy(&p->memory, in, sizeof *in);
    m->bindings.data = arena_copy(&p->memory, in->bindings.data,
                                  in->bindings.count * sizeof *in->bindings.data);
    list_each (b, &m->bindings) {
        b->interface = renamed(b->interface, from, to);
        b->links = rename_all(p, b->links, b->machine->creates.count, from, to);
    }
    m->monitors.data = arena_copy(&p->memory, in->monitors.data,
                                  in->monitors.count * sizeof *in->monitors.data);
    list_each (o, &m->monitors)
        o->watches.data = rename_all(p, o->watches.data, o->watches.count, from, to);
    module_collect_creates(p, m);
    return m;
}

/* ---- Names ---- */

static const module *evaluate_declared(checker *c, module_decl *m, srcpos use)
{
    if (m->progress == MODULE_DONE)
        return m->value;
    if (m->progress == MODULE_ACTIVE) {
        diag_error(c->d, m->name.pos, "module '%s' contains itself",
                   check_name(c, m->name.name));
        diag_note(c->d, use, "through this");
        m->progress = MODULE_DONE;
        return NULL;
    }
    m->progress = MODULE_ACTIVE;
    const module *value = module_evaluate(c, m->body);
    if (m->progress == MODULE_ACTIVE) /* else it contains itself */
        m->value = value;
    m->progress = MODULE_DONE;
    return m->value;
}

static module_decl *find_module(checker *c, ident name)
{
    module_decl *m = find(c->p, NS_MODULE, name.name);
    if (m == NULL)
        check_missing(c, name, NS_MODULE, "module");
    return m;
}

/* Follows a chain of modules that are only other names by a loop: it may be long. */
static const module *evaluate_name(checker *c, const module_expr *e)
{
    VEC(module_decl *) chain = {0};
    ident name = e->names.data[0];
    module_decl *m = find_module(c, name);
    while (m != NULL && m->progress == MODULE_NEW && m->body->kind == MOD_NAME) {
        m->progress = MODULE_ACTIVE;
        vec_push(&chain, m);
        name = m->body->names.data[0];
        m = find_module(c, name);
    }
    const module *value = m == NULL ? NULL : evaluate_declared(c, m, name.pos);
    vec_each (one, &chain) {
        (*one)->value = value;
        (*one)->progress = MODULE_DONE;
    }
    vec_free(&chain);
    return value;
}

static const module *evaluate_main(checker *c, const module_expr *e)
{
    machine_decl *m = find(c->p, NS_MACHINE, e->names.data[0].name);
    const module *in = module_evaluate(c, e->parts.data[0]);
    if (m == NULL) {
        check_missing(c, e->names.data[0], NS_MACHINE, "machine");
        return NULL;
    }
    return in;
}

static const module *evaluate_here(checker *c, const module_expr *e)
{
    switch (e->kind) {
    case MOD_BIND:
        return evaluate_bindings(c, e);
    case MOD_NAME:
        return evaluate_name(c, e);
    case MOD_COMPOSE:
    case MOD_UNION:
        return evaluate_union(c, e);
    case MOD_ASSERT:
        return evaluate_assert(c, e);
    case MOD_HIDE_INTERFACES:
        return evaluate_hide(c, e);
    case MOD_HIDE_EVENTS:
        diag_error(c->d, e->pos, "'hidee' is not supported");
        diag_hint(c->d, "no P tool supports it; leave the events visible");
        return NULL;
    case MOD_RENAME:
        return evaluate_rename(c, e);
    case MOD_MAIN:
        return evaluate_main(c, e);
    }
    return NULL;
}

/* Names lead from one expression into another, so the parser's limit on the depth of
 * each does not bound the recursion here. */
const module *module_evaluate(checker *c, const module_expr *e)
{
    if (c->module_depth >= MAX_DEPTH) {
        diag_error(c->d, e->pos, "modules nested too deeply (more than %d levels)",
                   MAX_DEPTH);
        return NULL;
    }
    c->module_depth++;
    const module *value = evaluate_here(c, e);
    c->module_depth--;
    return value;
}

void check_modules(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    vec_each (m, &p->modules) {
        ident_list names = {.data = &(*m)->name, .count = 1};
        module_expr use = {.kind = MOD_NAME, .pos = (*m)->name.pos, .names = names};
        /* If two modules have one name, only the first can be found by it. */
        if (find(p, NS_MODULE, (*m)->name.name) == *m)
            evaluate_name(&c, &use);
    }
    check_tests(p);
}
