/* Phase 1: enters every declaration into the name table.
 *
 * Some names clash across kinds, and two clashes depend on the order of the text (an
 * event set and an interface, a function and a state of one machine), so positions are
 * compared: the later of two is the one reported. */
#include "lang/declare.h"

#include "lang/check.h"

static bool is_same_file(checker *c, srcpos a, srcpos b)
{
    return sources_place(&c->p->src, a).file == sources_place(&c->p->src, b).file;
}

static void report_clash(checker *c, ident name, const scope_entry *other)
{
    srcpos first = other->pos < name.pos ? other->pos : name.pos;
    srcpos second = other->pos < name.pos ? name.pos : other->pos;
    diag_error(c->d, second, "'%s' is already declared", check_name(c, name.name));
    if (first == SRC_NONE)
        return;
    diag_note(c->d, first, "first declared here");
    c->p->clashes += !is_same_file(c, first, second);
}

/* Declares NAME, unless it is taken in its own space or in one of the others. */
static void put(checker *c, ident name, name_space space, void *decl,
                const name_space *others, size_t other_count)
{
    if (name.name == NAME_NONE)
        return;
    for (size_t i = 0; i < other_count; i++) {
        const scope_entry *other =
            scope_entry_of(&c->p->scopes, c->scope, others[i], name.name);
        if (other != NULL) {
            report_clash(c, name, other);
            return;
        }
    }
    const scope_entry *before =
        scope_put(&c->p->scopes, c->scope, space, name.name, name.pos, decl);
    if (before != NULL)
        report_clash(c, name, before);
}

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const name_space type_names[] = {NS_TYPEDEF, NS_ENUM, NS_INTERFACE, NS_MACHINE};

static void put_type_name(checker *c, ident name, name_space space, void *decl)
{
    put(c, name, space, decl, type_names, COUNT(type_names));
}

static type_id declare_enum(program *p, const enum_decl *e)
{
    type_id type = type_enum(&p->symbols.types, e->name.name, e);
    VEC(type_elem) elems = {0};
    list_each (elem, &e->elems)
        vec_push(&elems, ((type_elem){(*elem)->name.name, (*elem)->number}));
    type_set_elems(&p->symbols.types, type, elems.data, (uint32_t)elems.len);
    vec_free(&elems);
    return type;
}

static void declare_types(checker *c)
{
    program *p = c->p;
    vec_each (t, &p->typedefs) {
        put_type_name(c, (*t)->name, NS_TYPEDEF, *t);
        if ((*t)->syntax == NULL)
            (*t)->type = type_foreign(&p->symbols.types, (*t)->name.name, *t);
    }
    vec_each (e, &p->enums) {
        put_type_name(c, (*e)->name, NS_ENUM, *e);
        (*e)->type = declare_enum(p, *e);
    }
}

static void declare_events(checker *c)
{
    static const name_space elems[] = {NS_ENUM_ELEM};
    static const name_space events[] = {NS_EVENT};
    program *p = c->p;
    for (uint32_t i = 0; i < p->events.len; i++) {
        event_decl *e = p->events.data[i];
        e->index = i;
        e->type = type_permission(&p->symbols.types, PERMISSION_EVENT, e->name.name, e,
                                  &e->self_set);
        put(c, e->name, NS_EVENT, e, elems, COUNT(elems));
    }
    vec_each (e, &p->enums)
        list_each (elem, &(*e)->elems)
            put(c, (*elem)->name, NS_ENUM_ELEM, *elem, events, COUNT(events));
}

static void declare_interfaces(checker *c)
{
    program *p = c->p;
    vec_each (i, &p->interfaces) {
        put_type_name(c, (*i)->name, NS_INTERFACE, *i);
        (*i)->type = type_permission(&p->symbols.types, PERMISSION_INTERFACE,
                                     (*i)->name.name, *i, &(*i)->receives_set);
    }
}

/* An event set must not have the name of an interface declared before it; it may have
 * the name of a later one. */
static void declare_eventsets(checker *c)
{
    program *p = c->p;
    vec_each (s, &p->eventsets) {
        eventset_decl *e = *s;
        const scope_entry *iface =
            scope_entry_of(&p->scopes, c->scope, NS_INTERFACE, e->name.name);
        if (iface != NULL && iface->pos < e->name.pos)
            report_clash(c, e->name, iface);
        else
            put(c, e->name, NS_EVENTSET, e, NULL, 0);
        e->type = type_permission(&p->symbols.types, PERMISSION_EVENTSET, e->name.name,
                                  e, &e->set);
    }
}

static interface_decl *implicit_interface(checker *c, machine_decl *m)
{
    program *p = c->p;
    interface_decl *i = ARENA_NEW(&p->memory, interface_decl);
    i->name = m->name;
    i->machine = m;
    i->type = type_permission(&p->symbols.types, PERMISSION_INTERFACE, i->name.name, i,
                              &i->receives_set);
    return i;
}

static void declare_members(checker *c, machine_decl *m)
{
    c->scope = m->scope;
    list_each (s, &m->states) {
        put(c, (*s)->name, NS_STATE, *s, NULL, 0);
        scope_put(&c->p->scopes, c->p->any_machine, NS_STATE, (*s)->name.name,
                  (*s)->name.pos, *s);
    }
    list_each (f, &m->functions) {
        const scope_entry *state =
            scope_entry_of(&c->p->scopes, c->scope, NS_STATE, (*f)->name.name);
        if (state != NULL && state->pos < (*f)->name.pos)
            report_clash(c, (*f)->name, state);
        else
            put(c, (*f)->name, NS_FUNCTION, *f, NULL, 0);
    }
    c->scope = SCOPE_GLOBAL;
}

static void declare_machines(checker *c)
{
    program *p = c->p;
    for (uint32_t i = 0; i < p->machines.len; i++) {
        machine_decl *m = p->machines.data[i];
        m->index = i;
        m->scope = scope_new(&p->scopes, SCOPE_GLOBAL);
        put_type_name(c, m->name, NS_MACHINE, m);
        if (m->kind == MACHINE_PLAIN) {
            m->iface = implicit_interface(c, m);
            m->type = m->iface->type;
            /* The implicit interface shares the name of its machine, so no clash is
             * reported. */
            if (scope_get(&p->scopes, SCOPE_GLOBAL, NS_MACHINE, m->name.name) == m)
                scope_put(&p->scopes, SCOPE_GLOBAL, NS_INTERFACE, m->name.name,
                          m->name.pos, m->iface);
            vec_push(&p->interfaces, m->iface);
        } else {
            m->type = type_permission(&p->symbols.types, PERMISSION_SPEC, m->name.name,
                                      m, &m->observes_set);
        }
        declare_members(c, m);
    }
    for (uint32_t i = 0; i < p->interfaces.len; i++)
        p->interfaces.data[i]->index = i;
}

/* The invariant A of lemma L is known as L_A. */
static ident invariant_name(checker *c, const invariant_decl *i)
{
    if (i->lemma == NULL)
        return i->name;
    strbuf full = {0};
    strbuf_printf(&full, "%s_%s", check_name(c, i->lemma->name.name),
                  check_name(c, i->name.name));
    ident name = {intern_put(&c->p->symbols.names, strbuf_text(&full), full.len),
                  i->name.pos};
    strbuf_free(&full);
    return name;
}

static void declare_proof_names(checker *c)
{
    program *p = c->p;
    vec_each (f, &p->pures)
        put(c, (*f)->name, NS_PURE, *f, NULL, 0);
    for (uint32_t i = 0; i < p->invariants.len; i++) {
        invariant_decl *inv = p->invariants.data[i];
        inv->index = i;
        inv->full_name = invariant_name(c, inv);
        put(c, inv->full_name, NS_INVARIANT, inv, NULL, 0);
    }
    for (uint32_t i = 0; i < p->lemmas.len; i++) {
        p->lemmas.data[i]->index = i;
        put(c, p->lemmas.data[i]->name, NS_LEMMA, p->lemmas.data[i], NULL, 0);
    }
}

void declare_names(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    p->any_machine = scope_new(&p->scopes, SCOPE_GLOBAL);
    declare_types(&c);
    declare_events(&c);
    declare_interfaces(&c);
    declare_machines(&c);
    declare_eventsets(&c);
    vec_each (f, &p->global_functions)
        put(&c, (*f)->name, NS_FUNCTION, *f, NULL, 0);
    vec_each (m, &p->modules)
        put(&c, (*m)->name, NS_MODULE, *m, NULL, 0);
    vec_each (t, &p->tests)
        put(&c, (*t)->name, NS_TEST, *t, NULL, 0);
    for (uint32_t i = 0; i < p->params.len; i++) {
        p->params.data[i]->index = i;
        put(&c, p->params.data[i]->name, NS_VARIABLE, p->params.data[i], NULL, 0);
    }
    declare_proof_names(&c);
}
