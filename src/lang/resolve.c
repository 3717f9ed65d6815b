/* Phase 2: finds what declarations refer to: types, events, states, handlers. */
#include "lang/resolve.h"

/* ---- Types ---- */

static typedef_decl *find_alias(const checker *c, name_id name)
{
    if (scope_get(&c->p->scopes, SCOPE_GLOBAL, NS_ENUM, name) != NULL)
        return NULL; /* enums come first */
    return scope_get(&c->p->scopes, SCOPE_GLOBAL, NS_TYPEDEF, name);
}

/* A chain of aliases may be long, so a loop follows it: from T over the typedefs that T
 * is another name for, marking each, to a type that is more than a name, or to one that
 * is marked already. */
typedef struct alias_chain {
    VEC(typedef_decl *) names;
    typedef_decl *end; /* NULL: the last name does not name a typedef */
    srcpos use;        /* where the end is named */
} alias_chain;

static alias_chain follow_aliases(const checker *c, typedef_decl *t, srcpos use)
{
    alias_chain chain = {.end = t, .use = use};
    while (chain.end != NULL && chain.end->progress == TYPEDEF_NEW &&
           chain.end->syntax != NULL && chain.end->syntax->kind == TX_NAME) {
        chain.end->progress = TYPEDEF_ACTIVE;
        vec_push(&chain.names, chain.end);
        chain.use = chain.end->syntax->name.pos;
        chain.end = find_alias(c, chain.end->syntax->name.name);
    }
    return chain;
}

static void finish_typedef(checker *c, typedef_decl *t, type_id type)
{
    assert(t->progress != TYPEDEF_NEW);
    if (t->progress == TYPEDEF_ACTIVE) { /* else it contains itself */
        t->type = type;
        type_add_alias(&c->p->symbols.types, type, t->name.name);
    }
    t->progress = TYPEDEF_DONE;
}

static type_id resolve_chain_end(checker *c, typedef_decl *t, srcpos use)
{
    if (t->syntax == NULL || t->progress == TYPEDEF_DONE)
        return t->type;
    if (t->progress == TYPEDEF_ACTIVE) {
        diag_error(c->d, t->name.pos, "type '%s' contains itself",
                   check_name(c, t->name.name));
        diag_note(c->d, use, "through this");
        t->progress = TYPEDEF_DONE;
        t->type = TYPE_ERROR;
        return TYPE_ERROR;
    }
    t->progress = TYPEDEF_ACTIVE;
    finish_typedef(c, t, resolve_type(c, t->syntax));
    return t->type;
}

static type_id resolve_typedef(checker *c, typedef_decl *t, srcpos use)
{
    scope_id here = c->scope;
    c->scope = SCOPE_GLOBAL;
    alias_chain chain = follow_aliases(c, t, use);
    type_id type;
    if (chain.end != NULL)
        type = resolve_chain_end(c, chain.end, chain.use);
    else
        type = resolve_type(c, (*vec_last(&chain.names))->syntax);
    vec_each (name, &chain.names)
        finish_typedef(c, *name, type);
    vec_free(&chain.names);
    c->scope = here;
    return t->type;
}

/* P searches in this order: enum, typedef, event set, interface (and machine), spec,
 * event. */
static type_id resolve_type_name(checker *c, ident name)
{
    if (name.name == NAME_NONE)
        return TYPE_ERROR;
    const scopes *s = &c->p->scopes;
    const enum_decl *e = scope_get(s, SCOPE_GLOBAL, NS_ENUM, name.name);
    if (e != NULL)
        return e->type;
    typedef_decl *t = scope_get(s, SCOPE_GLOBAL, NS_TYPEDEF, name.name);
    if (t != NULL)
        return resolve_typedef(c, t, name.pos);
    const eventset_decl *set = scope_get(s, SCOPE_GLOBAL, NS_EVENTSET, name.name);
    if (set != NULL)
        return set->type;
    const interface_decl *i = scope_get(s, SCOPE_GLOBAL, NS_INTERFACE, name.name);
    if (i != NULL)
        return i->type;
    const machine_decl *m = scope_get(s, SCOPE_GLOBAL, NS_MACHINE, name.name);
    if (m != NULL)
        return m->type;
    event_decl *event = scope_get(s, SCOPE_GLOBAL, NS_EVENT, name.name);
    if (event != NULL) {
        event->is_mentioned = true;
        return event->type;
    }
    check_missing(c, name, NS_TYPEDEF, "type");
    return TYPE_ERROR;
}

static type_id resolve_fields(checker *c, const type_expr *t, const type_id *parts)
{
    if (!check_distinct_fields(c, &t->names))
        return TYPE_ERROR;
    name_id *names = mem_alloc(t->names.count * sizeof *names);
    for (uint32_t i = 0; i < t->names.count; i++)
        names[i] = t->names.data[i].name;
    assert(t->names.count == t->parts.count);
    type_id type = type_named_tuple(&c->p->symbols.types, names, parts, t->parts.count);
    mem_free(names, t->names.count * sizeof *names);
    return type;
}

static type_id resolve_parts(checker *c, const type_expr *t)
{
    types *table = &c->p->symbols.types;
    size_t size = t->parts.count * sizeof(type_id);
    type_id *parts = mem_alloc(size);
    bool ok = true;
    for (uint32_t i = 0; i < t->parts.count; i++) {
        parts[i] = resolve_type(c, t->parts.data[i]);
        ok &= parts[i] != TYPE_ERROR;
    }
    type_id type = TYPE_ERROR;
    switch (ok ? t->kind : TX_NAME) { /* a part with an error makes the whole an error,
                                         without a second message */
    case TX_SEQ:
        type = type_seq(table, parts[0]);
        break;
    case TX_SET:
        type = type_set(table, parts[0]);
        break;
    case TX_MAP:
        type = type_map(table, parts[0], parts[1]);
        break;
    case TX_TUPLE:
        type = type_tuple(table, parts, t->parts.count);
        break;
    case TX_NAMED_TUPLE:
        type = resolve_fields(c, t, parts);
        break;
    case TX_BUILTIN:
    case TX_NAME:
        break;
    }
    mem_free(parts, size);
    return type;
}

/* Recursion through typedefs is as deep as the chain of typedefs. */
static bool too_deep(checker *c, const type_expr *t, unsigned depth)
{
    if (depth <= TYPE_MAX_DEPTH)
        return false;
    if (!c->p->said_type_too_deep)
        diag_error(c->d, t->pos, "type nested too deeply (more than %d levels)",
                   TYPE_MAX_DEPTH);
    c->p->said_type_too_deep = true; /* what contains it is too deep as well */
    return true;
}

type_id resolve_type(checker *c, type_expr *t)
{
    if (t->is_resolved)
        return t->type;
    t->is_resolved = true; /* also ends cycles, which resolve_typedef reports */
    t->type = TYPE_ERROR;
    c->type_depth++;
    type_id type = TYPE_ERROR;
    if (!too_deep(c, t, c->type_depth)) {
        if (t->kind == TX_BUILTIN)
            type = t->builtin;
        else if (t->kind == TX_NAME)
            type = resolve_type_name(c, t->name);
        else
            type = resolve_parts(c, t);
    }
    c->type_depth--;
    if (too_deep(c, t, type_depth(&c->p->symbols.types, type)))
        type = TYPE_ERROR;
    t->type = type;
    return type;
}

/* ---- Events ---- */

event_decl *resolve_event(checker *c, ident name)
{
    if (name.name == NAME_NONE)
        return NULL;
    event_decl *e = scope_get(&c->p->scopes, SCOPE_GLOBAL, NS_EVENT, name.name);
    if (e == NULL)
        check_missing(c, name, NS_EVENT, "event");
    else
        e->is_mentioned = true;
    return e;
}

static evset_id resolve_events(checker *c, const ident_list *names)
{
    VEC(uint32_t) found = {0};
    list_each (name, names) {
        const event_decl *e = resolve_event(c, *name);
        if (e != NULL)
            vec_push(&found, e->index);
    }
    evset_id set = evset_make(&c->p->symbols.evsets, found.data, found.len);
    vec_free(&found);
    return set;
}

static void resolve_event_decls(checker *c)
{
    program *p = c->p;
    vec_each (e, &p->events) {
        (*e)->self_set = evset_make(&p->symbols.evsets, &(*e)->index, 1);
        (*e)->payload =
            (*e)->syntax == NULL ? TYPE_NULL : resolve_type(c, (*e)->syntax);
    }
    vec_each (s, &p->eventsets)
        (*s)->set = resolve_events(c, &(*s)->events);
}

/* ---- Enums ---- */

static void resolve_enum(checker *c, const enum_decl *e)
{
    idmap seen = {0};
    list_each (elem, &e->elems) {
        enum_elem *one = *elem;
        if (one->number > INT32_MAX) {
            diag_error(c->d, one->number_pos,
                       "%llu is too large; the largest number of an "
                       "enum is %d",
                       (unsigned long long)one->number, INT32_MAX);
            continue;
        }
        const enum_elem *before = idmap_put(&seen, one->number, one);
        if (before != NULL) {
            diag_error(c->d, one->number_pos, "value %llu appears twice",
                       (unsigned long long)one->number);
            diag_note(c->d, before->number_pos, "first here");
        }
    }
    idmap_fini(&seen);
}

/* ---- Variables and functions ---- */

void resolve_variable(checker *c, var_decl *v)
{
    v->type = resolve_type(c, v->syntax);
    if (v->name.name == NAME_NONE || v->kind == VAR_GLOBAL_PARAM)
        return;
    const scopes *table = &c->p->scopes;
    const scope_entry *param = NULL;
    if (v->kind != VAR_BOUND)
        param = scope_entry_of(table, SCOPE_GLOBAL, NS_VARIABLE, v->name.name);
    const scope_entry *own = scope_entry_of(table, c->scope, NS_VARIABLE, v->name.name);
    const scope_entry *before = param != NULL ? param : own;
    if (before != NULL) {
        diag_error(c->d, v->name.pos, "'%s' is already declared%s",
                   check_name(c, v->name.name),
                   param != NULL ? " as a global parameter" : "");
        diag_note(c->d, before->pos, "first declared here");
        /* Further messages would be about one of the two variables only: suppress them.
         */
        v->type = TYPE_ERROR;
        if (own != NULL)
            ((var_decl *)own->decl)->type = TYPE_ERROR;
    }
    scope_put(&c->p->scopes, c->scope, NS_VARIABLE, v->name.name, v->name.pos, v);
}

/* Each gets a slot in the frame, in order. */
static void resolve_slots(checker *c, fun_decl *f, const var_list *vars)
{
    list_each (v, vars) {
        resolve_variable(c, *v);
        (*v)->index = f->slot_count++;
    }
}

/* The locals of receive cases live in scopes of their own, but in the same frame. */
static void resolve_cases(checker *c, fun_decl *f, const stmt *s)
{
    list_each (b, &s->body)
        resolve_cases(c, f, *b);
    list_each (r, &s->cases) {
        receive_case *one = *r;
        scope_id outer = c->scope;
        c->scope = scope_new(&c->p->scopes, outer);
        one->scope = c->scope;
        resolve_slots(c, f, &one->params);
        resolve_slots(c, f, &one->locals);
        resolve_cases(c, f, one->body);
        c->scope = outer;
    }
}

static void resolve_function(checker *c, fun_decl *f)
{
    program *p = c->p;
    f->index = (uint32_t)p->functions.len;
    vec_push(&p->functions, f);
    if (f->owner != NULL)
        vec_push(&f->owner->all_functions, f);
    f->scope = scope_new(&p->scopes, f->owner != NULL ? f->owner->scope : SCOPE_GLOBAL);
    c->scope = f->scope;
    resolve_slots(c, f, &f->params);
    f->result_type = f->result != NULL ? resolve_type(c, f->result) : TYPE_NULL;
    if (f->returned != NULL) {
        resolve_variable(c, f->returned);
        f->returned->index = f->slot_count++;
        f->returned->is_read = f->returned->is_written = true;
        f->result_type = f->returned->type;
    }
    resolve_slots(c, f, &f->locals);
    if (f->body != NULL)
        resolve_cases(c, f, f->body);
    if (f->creates.name != NAME_NONE) {
        f->created_by_foreign =
            scope_get(&p->scopes, SCOPE_GLOBAL, NS_INTERFACE, f->creates.name);
        f->effects |= EFFECT_CREATES;
        if (f->created_by_foreign == NULL)
            check_missing(c, f->creates, NS_INTERFACE, "machine or interface");
    }
    c->scope = SCOPE_GLOBAL;
}

/* ---- Machines ---- */

/* A handler given by name: a function of this machine, with a body. */
static fun_decl *resolve_named_handler(checker *c, ident named)
{
    if (named.name == NAME_NONE)
        return NULL;
    const scopes *s = &c->p->scopes;
    fun_decl *f = scope_get(s, c->machine->scope, NS_FUNCTION, named.name);
    if (f == NULL) {
        c->scope = c->machine->scope;
        if (scope_get(s, SCOPE_GLOBAL, NS_FUNCTION, named.name) != NULL) {
            diag_error(c->d, named.pos, "'%s' is not a function of this machine",
                       check_name(c, named.name));
            diag_hint(c->d,
                      "a handler must be declared in the machine; it may call the "
                      "global function");
        } else {
            check_missing(c, named, NS_FUNCTION, "function");
        }
        c->scope = SCOPE_GLOBAL;
        return NULL;
    }
    if (f->body == NULL) {
        diag_error(c->d, named.pos, "'%s' has no body and cannot be a handler",
                   check_name(c, named.name));
        diag_note(c->d, f->name.pos, "declared here as a foreign function");
        return NULL;
    }
    return f;
}

static void resolve_hook(checker *c, hook *h)
{
    if (h->fun != NULL)
        resolve_function(c, h->fun);
    else
        h->fun = resolve_named_handler(c, h->named);
}

static void check_event_place(checker *c, const handler_decl *h, const event_decl *e,
                              srcpos pos)
{
    if (e->index == EVENT_NULL)
        check_not_in_spec(c, pos, "on null");
    if (h->kind == ACTION_QUORUM && e->index == EVENT_HALT)
        diag_error(c->d, pos, "a quorum cannot count 'halt'");
}

static void add_action(checker *c, state_decl *s, handler_decl *h, ident name,
                       idmap *handled)
{
    event_decl *e = resolve_event(c, name);
    if (e == NULL)
        return;
    check_event_place(c, h, e, name.pos);
    *(h->kind == ACTION_IGNORE ? &e->is_ignored : &e->is_consumed) = true;
    size_t before = idmap_put_number(handled, e->index, s->actions.len + 1);
    if (before != 0) {
        diag_error(c->d, name.pos, "event '%s' already has a handler in state '%s'",
                   check_name(c, name.name), check_name(c, s->name.name));
        diag_note(c->d, s->actions.data[before - 1].pos, "the first one is here");
        return;
    }
    action a = {e, h, name.pos};
    vec_push(&s->actions, a);
}

static void resolve_handler(checker *c, state_decl *s, handler_decl *h, idmap *handled)
{
    if (h->kind == ACTION_DEFER)
        check_not_in_spec(c, h->pos, "defer");
    if (h->kind == ACTION_QUORUM)
        check_not_in_spec(c, h->pos, "on quorum");
    list_each (name, &h->events)
        add_action(c, s, h, *name, handled);
    if (h->kind == ACTION_QUORUM && h->events.count > 1)
        diag_error(c->d, h->events.data[1].pos, "a quorum counts one event, found ','");
    if (h->target.name != NAME_NONE) {
        h->to = scope_get(&c->p->scopes, c->machine->scope, NS_STATE, h->target.name);
        if (h->to == NULL) {
            c->scope = c->machine->scope;
            check_missing(c, h->target, NS_STATE, "state");
            c->scope = SCOPE_GLOBAL;
        }
    }
    if (h->fun != NULL)
        resolve_function(c, h->fun);
    else
        h->fun = resolve_named_handler(c, h->named);
}

static void resolve_start(checker *c, machine_decl *m)
{
    list_each (s, &m->states) {
        if (!(*s)->is_start)
            continue;
        if (m->start == NULL) {
            m->start = *s;
            continue;
        }
        diag_error(c->d, (*s)->name.pos, "'%s' already has a start state",
                   check_name(c, m->name.name));
        diag_note(c->d, m->start->name.pos, "the first one is here");
    }
    if (m->start == NULL) {
        diag_error(c->d, m->name.pos, "'%s' has no start state",
                   check_name(c, m->name.name));
        diag_hint(c->d, "mark one of its states: start state S { ... }");
    }
}

static void resolve_machine(checker *c, machine_decl *m)
{
    c->machine = m;
    m->receives_set = m->has_receives ? resolve_events(c, &m->receives) : EVSET_ALL;
    m->sends_set = m->has_sends ? resolve_events(c, &m->sends) : EVSET_ALL;
    m->observes_set = resolve_events(c, &m->observes);
    list_each (name, &m->observes) {
        event_decl *e = scope_get(&c->p->scopes, SCOPE_GLOBAL, NS_EVENT, name->name);
        if (e != NULL)
            e->is_consumed = true;
    }
    if (m->iface != NULL)
        m->iface->receives_set = m->receives_set;
    for (uint32_t i = 0; i < m->fields.count; i++) {
        c->scope = m->scope;
        m->fields.data[i]->index = i;
        resolve_variable(c, m->fields.data[i]);
        c->scope = SCOPE_GLOBAL;
    }
    list_each (f, &m->functions)
        resolve_function(c, *f);
    for (uint32_t i = 0; i < m->states.count; i++) {
        state_decl *s = m->states.data[i];
        s->index = i;
        resolve_hook(c, &s->entry);
        resolve_hook(c, &s->exit);
        idmap handled = {0};
        list_each (h, &s->handlers)
            resolve_handler(c, s, *h, &handled);
        idmap_fini(&handled);
    }
    resolve_start(c, m);
    c->machine = NULL;
}

/* The payload of `new M(...)`: the parameter of the start state's entry; TYPE_ERROR:
 * reported. */
static type_id constructor_payload(const machine_decl *m)
{
    if (m->start == NULL)
        return TYPE_ERROR;
    const hook *entry = &m->start->entry;
    if (entry->pos == SRC_NONE)
        return TYPE_NULL;
    if (entry->fun == NULL || entry->fun->params.count > 1)
        return TYPE_ERROR;
    return entry->fun->params.count == 1 ? entry->fun->params.data[0]->type : TYPE_NULL;
}

static void resolve_constructor(machine_decl *m)
{
    m->payload = constructor_payload(m);
    if (m->iface != NULL)
        m->iface->payload = m->payload;
}

void resolve_declarations(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    evsets_set_universe(&p->symbols.evsets, (uint32_t)p->events.len - 1);
    vec_each (e, &p->enums)
        resolve_enum(&c, *e);
    vec_each (t, &p->typedefs)
        resolve_typedef(&c, *t, (*t)->name.pos);
    resolve_event_decls(&c);
    vec_each (i, &p->interfaces) {
        if ((*i)->machine != NULL)
            continue;
        (*i)->receives_set = resolve_events(&c, &(*i)->receives);
        (*i)->payload = (*i)->payload_syntax == NULL
                            ? TYPE_NULL
                            : resolve_type(&c, (*i)->payload_syntax);
    }
    vec_each (v, &p->params)
        resolve_variable(&c, *v);
    vec_each (f, &p->global_functions)
        resolve_function(&c, *f);
    vec_each (m, &p->machines)
        resolve_machine(&c, *m);
    vec_each (m, &p->machines)
        resolve_constructor(*m);
}
