/* Checks names, selections, calls, `new`, and the predicates of proofs.
 *
 * Each function resolves a name in the order of P's name spaces, stores the declaration
 * in the expression (`ref`, `to`), and returns the type.  It also records reads,
 * writes, calls and uses of events, which lint.c and effects.c need.
 */
#include "lang/resolve.h"

static void *find(const checker *c, name_space space, name_id name)
{
    return scope_find(&c->p->scopes, c->scope, space, name);
}

/* ---- Names ---- */

static bool refer(expr *e, ref_kind kind, void *decl)
{
    if (decl == NULL)
        return false;
    e->ref = kind;
    e->to.var = decl; /* every member of the union is a pointer to a declaration */
    return true;
}

static void use_event(const checker *c, event_decl *e)
{
    e->is_mentioned = true;
    if (!c->in_proof)
        e->is_emitted = true; /* any code may send a value of type event */
}

static type_id check_known_name(checker *c, expr *e)
{
    name_id name = e->name.name;
    if (refer(e, REF_VAR, find(c, NS_VARIABLE, name))) {
        e->to.var->is_read = true;
        return e->to.var->type;
    }
    if (refer(e, REF_ENUM_ELEM, find(c, NS_ENUM_ELEM, name)))
        return e->to.elem->owner->type;
    if (refer(e, REF_EVENT, find(c, NS_EVENT, name))) {
        use_event(c, e->to.event);
        return TYPE_EVENT;
    }
    machine_decl *m = find(c, NS_MACHINE, name);
    if (m != NULL && m->kind != MACHINE_PLAIN && refer(e, REF_SPEC, m))
        return check_proof_only(c, e->pos, "a spec as a value") ? TYPE_ERROR
                                                                : TYPE_MACHINE;
    if (refer(e, REF_INVARIANT, find(c, NS_INVARIANT, name)) ||
        refer(e, REF_LEMMA, find(c, NS_LEMMA, name)))
        return TYPE_BOOL;
    return TYPE_ERROR;
}

type_id check_name_expr(checker *c, expr *e)
{
    if (e->name.name == NAME_NONE)
        return TYPE_ERROR;
    type_id type = check_known_name(c, e);
    if (e->ref == REF_NONE)
        check_missing(c, e->name, NS_VARIABLE, "variable");
    return type;
}

type_id check_event_expr(checker *c, expr *e)
{
    if (e->kind == EX_NAME && e->name.name != NAME_NONE) {
        e->type = check_known_name(c, e);
        if (e->ref == REF_NONE)
            check_missing(c, e->name, NS_EVENT, "event");
    } else {
        check_expr(c, e);
    }
    check_accepts(c, e->start, TYPE_EVENT, e->type);
    return e->type;
}

/* ---- Fields ---- */

static type_id missing_field(checker *c, const expr *e, type_id in)
{
    diag_error(c->d, e->pos, "no field named '%s' in %s",
               check_name(c, e->access.field.name), check_type(c, in));
    const type_info *info = type_get(&c->p->symbols.types, in);
    suggest s;
    suggest_start(&s, check_name(c, e->access.field.name));
    for (uint32_t i = 0; i < info->count && info->names != NULL; i++)
        suggest_offer(&s, check_name(c, info->names[i]));
    if (s.best != NULL)
        diag_hint(c->d, "did you mean '%s'?", s.best);
    return TYPE_ERROR;
}

static type_id check_machine_field(checker *c, expr *e, machine_decl *m, ref_kind kind)
{
    name_id name = e->access.field.name;
    var_decl *field = scope_get(&c->p->scopes, m->scope, NS_VARIABLE, name);
    if (field == NULL) {
        diag_error(c->d, e->pos, "no field named '%s' in '%s'", check_name(c, name),
                   check_name(c, m->name.name));
        return TYPE_ERROR;
    }
    field->is_read = true;
    e->ref = kind;
    e->to.machine = m;
    e->access.index = field->index;
    return field->type;
}

/* Iterates over the events of a set; false at the end. */
static bool next_event(const checker *c, evset_id set, size_t *at, event_decl **event)
{
    size_t count = c->p->events.len;
    const uint32_t *members = NULL;
    if (set != EVSET_ALL)
        members = evset_members(&c->p->symbols.evsets, set, &count);
    if (*at >= count)
        return false;
    uint32_t index = members != NULL ? members[*at] : (uint32_t)*at;
    *event = c->p->events.data[index];
    ++*at;
    return true;
}

/* A field of the payload; all events of the set that have it must agree on it. */
static type_id check_payload_field(checker *c, expr *e, type_id of)
{
    const types *t = &c->p->symbols.types;
    evset_id set = *type_get(t, of)->events;
    type_id found = TYPE_ERROR;
    event_decl *event;
    for (size_t at = 0; next_event(c, set, &at, &event);) {
        int index = type_field_index(t, event->payload, e->access.field.name);
        if (index < 0)
            continue;
        type_id type = type_get(t, event->payload)->parts[index];
        if (e->ref == REF_NONE) {
            e->ref = REF_EVENT_FIELD;
            e->to.event = event;
            e->access.index = (uint32_t)index;
            found = type;
        } else if (type != found || (uint32_t)index != e->access.index) {
            diag_error(c->d, e->pos, "field '%s' differs between '%s' and '%s'",
                       check_name(c, e->access.field.name),
                       check_name(c, e->to.event->name.name),
                       check_name(c, event->name.name));
            return TYPE_ERROR;
        }
    }
    return e->ref == REF_NONE ? missing_field(c, e, of) : found;
}

static type_id check_reference_field(checker *c, expr *e, type_id of)
{
    if (check_proof_only(c, e->pos, "a field of a machine or event"))
        return TYPE_ERROR;
    const type_info info = *type_get(&c->p->symbols.types, of);
    switch (info.permission) {
    case PERMISSION_INTERFACE: {
        const interface_decl *i = info.decl;
        if (i->machine == NULL)
            return missing_field(c, e, of);
        return check_machine_field(c, e, i->machine, REF_MACHINE_FIELD);
    }
    case PERMISSION_SPEC:
        return missing_field(c, e, of);
    case PERMISSION_EVENTSET:
    case PERMISSION_EVENT:
        return check_payload_field(c, e, of);
    }
    return TYPE_ERROR;
}

/* A selection from a value of type OF, whose operands are checked already. */

static type_id select_tuple_field(checker *c, expr *e, type_id of)
{
    int index = type_field_index(&c->p->symbols.types, of, e->access.field.name);
    if (index < 0)
        return missing_field(c, e, of);
    e->ref = REF_TUPLE_FIELD;
    e->access.index = (uint32_t)index;
    return type_get(&c->p->symbols.types, of)->parts[index];
}

static type_id select_numbered_field(checker *c, const expr *e, type_id of)
{
    if (e->integer > INT32_MAX) {
        diag_error(c->d, e->pos, "the number of this field is too large");
        return TYPE_ERROR;
    }
    const type_info *info = type_get(&c->p->symbols.types, of);
    if (info->kind == TYPE_KIND_TUPLE && e->integer < info->count)
        return info->parts[e->integer];
    diag_error(c->d, e->pos, "no field %llu in %s", (unsigned long long)e->integer,
               check_type(c, of));
    if (info->kind == TYPE_KIND_NAMED_TUPLE)
        diag_hint(c->d, "the fields of a named tuple are selected by name");
    return TYPE_ERROR;
}

static type_id select_element(checker *c, const expr *e, type_id of)
{
    const expr *index = e->args.data[1];
    const type_info info = *type_get(&c->p->symbols.types, of);
    switch ((int)info.kind) {
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
        return check_accepts(c, index->start, TYPE_INT, index->type) ? info.parts[0]
                                                                     : TYPE_ERROR;
    case TYPE_KIND_MAP:
        return check_accepts(c, index->start, info.parts[0], index->type)
                   ? info.parts[1]
                   : TYPE_ERROR;
    }
    diag_error(c->d, e->args.data[0]->start, "cannot index %s", check_type(c, of));
    return TYPE_ERROR;
}

type_id check_field(checker *c, expr *e)
{
    expr *operand = e->args.data[0];
    type_id of = check_expr(c, operand);
    if (of == TYPE_ERROR || e->access.field.name == NAME_NONE)
        return TYPE_ERROR;
    if (operand->kind == EX_NAME && operand->ref == REF_SPEC)
        return check_machine_field(c, e, operand->to.machine, REF_SPEC_FIELD);
    if (type_kind_of(&c->p->symbols.types, of) == TYPE_KIND_PERMISSION)
        return check_reference_field(c, e, of);
    if (of == TYPE_MACHINE && check_proof_only(c, e->pos, "a field of a machine"))
        return TYPE_ERROR;
    return select_tuple_field(c, e, of);
}

type_id check_tuple_field(checker *c, expr *e)
{
    type_id of = check_expr(c, e->args.data[0]);
    return of == TYPE_ERROR ? TYPE_ERROR : select_numbered_field(c, e, of);
}

type_id check_index(checker *c, expr *e)
{
    type_id of = check_expr(c, e->args.data[0]);
    check_expr(c, e->args.data[1]);
    return of == TYPE_ERROR ? TYPE_ERROR : select_element(c, e, of);
}

/* ---- Assignable expressions ---- */

static type_id check_lvalue_name(checker *c, expr *e)
{
    if (e->name.name == NAME_NONE)
        return TYPE_ERROR;
    var_decl *v = find(c, NS_VARIABLE, e->name.name);
    if (v == NULL) {
        check_missing(c, e->name, NS_VARIABLE, "variable");
        return TYPE_ERROR;
    }
    if (v->kind == VAR_GLOBAL_PARAM) {
        diag_error(c->d, e->pos, "cannot assign to global parameter '%s'",
                   check_name(c, e->name.name));
        diag_note(c->d, v->name.pos, "it is set by the test");
        return TYPE_ERROR;
    }
    v->is_written = true;
    refer(e, REF_VAR, v);
    return v->type;
}

static type_id check_place(checker *c, expr *e)
{
    if (e->kind == EX_NAME)
        return check_lvalue_name(c, e);
    type_id of = check_lvalue(c, e->args.data[0]);
    if (e->kind == EX_INDEX)
        check_expr(c, e->args.data[1]);
    if (of == TYPE_ERROR)
        return TYPE_ERROR;
    if (e->kind == EX_FIELD)
        return select_tuple_field(c, e, of);
    if (e->kind == EX_TUPLE_FIELD)
        return select_numbered_field(c, e, of);
    if (type_kind_of(&c->p->symbols.types, of) == TYPE_KIND_SET) {
        diag_error(c->d, e->pos, "cannot assign to an element of a set");
        return TYPE_ERROR;
    }
    return select_element(c, e, of);
}

type_id check_lvalue(checker *c, expr *e)
{
    e->type = check_place(c, e);
    return e->type;
}

/* ---- Calls and creation ---- */

static void check_arguments(checker *c, const expr *e, const var_list *params)
{
    if (params->count != e->args.count) {
        diag_error(c->d, e->pos, "'%s' takes %u argument%s, found %u",
                   check_name(c, e->callee.name), params->count,
                   check_plural(params->count), e->args.count);
        return;
    }
    types *t = &c->p->symbols.types;
    for (uint32_t i = 0; i < params->count; i++) {
        const expr *arg = e->args.data[i];
        type_id want = params->data[i]->type;
        /* A parameter of type event also takes a message of one certain event. */
        if (e->ref == REF_PURE && want == TYPE_EVENT &&
            type_kind_of(t, arg->type) == TYPE_KIND_PERMISSION)
            continue;
        if (!check_accepts(c, arg->start, want, arg->type))
            diag_note(c->d, params->data[i]->name.pos,
                      "the parameter is declared here");
    }
}

type_id check_call(checker *c, expr *e)
{
    list_each (a, &e->args)
        check_expr(c, *a);
    if (e->callee.name == NAME_NONE)
        return TYPE_ERROR;
    if (refer(e, REF_FUN, find(c, NS_FUNCTION, e->callee.name))) {
        fun_decl *f = e->to.fun;
        check_arguments(c, e, &f->params);
        fun_call call = {f, e->pos};
        if (c->fun != NULL)
            vec_push(&c->fun->calls, call);
        return f->params.count == e->args.count ? f->result_type : TYPE_ERROR;
    }
    if (refer(e, REF_PURE, find(c, NS_PURE, e->callee.name))) {
        pure_decl *f = e->to.pure;
        check_arguments(c, e, &f->params);
        return f->params.count == e->args.count ? f->result_type : TYPE_ERROR;
    }
    check_missing(c, e->callee, NS_FUNCTION, "function");
    return TYPE_ERROR;
}

void check_payload(checker *c, payload_subject subject, type_id want, expr *const *args,
                   uint32_t count)
{
    if (want == TYPE_ERROR)
        return;
    const char *kind = subject.kind;
    const char *name = check_name(c, subject.name.name);
    const type_info info = *type_get(&c->p->symbols.types, want);
    if (count == 0) {
        if (want != TYPE_NULL)
            diag_error(c->d, subject.name.pos, "%s '%s' needs a payload of type %s",
                       kind, name, check_type(c, want));
        return;
    }
    if (want == TYPE_NULL) {
        if (count > 1 || (args[0]->type != TYPE_NULL && args[0]->type != TYPE_ERROR))
            diag_error(c->d, args[0]->start, "%s '%s' carries no payload", kind, name);
        return;
    }
    if (count == 1) {
        check_accepts(c, args[0]->start, want, args[0]->type);
        return;
    }
    uint32_t fields = info.kind == TYPE_KIND_TUPLE ? info.count : 1;
    if (count != fields) {
        diag_error(c->d, args[0]->start, "%s '%s' takes %u argument%s, found %u", kind,
                   name, fields, check_plural(fields), count);
        if (info.kind == TYPE_KIND_NAMED_TUPLE)
            diag_hint(c->d, "its payload is one value: %s", check_type(c, want));
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        check_accepts(c, args[i]->start, info.parts[i], args[i]->type);
}

type_id check_new(checker *c, expr *e)
{
    list_each (a, &e->args)
        check_expr(c, *a);
    if (check_not_in_spec(c, e->pos, "new") || e->callee.name == NAME_NONE)
        return TYPE_ERROR;
    interface_decl *i = find(c, NS_INTERFACE, e->callee.name);
    if (i == NULL) {
        if (find(c, NS_MACHINE, e->callee.name) != NULL) {
            diag_error(c->d, e->callee.pos, "'%s' is a spec and cannot be created",
                       check_name(c, e->callee.name));
            diag_hint(c->d, "a test attaches it: assert %s in ...",
                      check_name(c, e->callee.name));
        } else {
            check_missing(c, e->callee, NS_INTERFACE, "machine or interface");
        }
        return TYPE_ERROR;
    }
    e->to.interface = i;
    payload_subject subject = {i->machine != NULL ? "machine" : "interface", e->callee};
    check_payload(c, subject, i->payload, e->args.data, e->args.count);
    if (c->fun != NULL) {
        c->fun->effects |= EFFECT_CREATES;
        vec_push(&c->fun->news, i);
    }
    return i->type;
}

/* ---- Proofs ---- */

/* The machine whose state S is in `x is S`, if the type of x determines it; else NULL.
 */
static machine_decl *machine_of(const checker *c, const expr *e)
{
    if (e->kind == EX_NAME && e->ref == REF_SPEC)
        return e->to.machine;
    const type_info *info = type_get(&c->p->symbols.types, e->type);
    if (info->kind != TYPE_KIND_PERMISSION || info->permission != PERMISSION_INTERFACE)
        return NULL;
    return ((const interface_decl *)info->decl)->machine;
}

static bool is_message(const checker *c, type_id t)
{
    const type_info *info = type_get(&c->p->symbols.types, t);
    return t == TYPE_EVENT || t == TYPE_ERROR || t == TYPE_ANY ||
           (info->kind == TYPE_KIND_PERMISSION &&
            (info->permission == PERMISSION_EVENT ||
             info->permission == PERMISSION_EVENTSET));
}

static type_id check_message_operand(checker *c, const expr *e)
{
    if (e->type == TYPE_ERROR)
        return TYPE_ERROR;
    if (is_message(c, e->type))
        return TYPE_BOOL;
    diag_error(c->d, e->start, "expected event, found %s", check_type(c, e->type));
    return TYPE_ERROR;
}

static type_id check_machine_operand(checker *c, const expr *e)
{
    bool ok = e->type == TYPE_ANY || check_accepts(c, e->start, TYPE_MACHINE, e->type);
    return ok && e->type != TYPE_ERROR ? TYPE_BOOL : TYPE_ERROR;
}

type_id check_is(checker *c, expr *e)
{
    expr *operand = e->args.data[0];
    check_expr(c, operand);
    name_id name = e->access.field.name;
    if (check_proof_only(c, e->pos, "'is'") || name == NAME_NONE)
        return TYPE_ERROR;
    if (refer(e, REF_MACHINE, find(c, NS_MACHINE, name)))
        return check_machine_operand(c, operand);
    if (refer(e, REF_EVENT, find(c, NS_EVENT, name))) {
        e->to.event->is_mentioned = true;
        return check_message_operand(c, operand);
    }
    machine_decl *owner = machine_of(c, operand);
    /* If the type determines no machine, S may be a state of any machine. */
    scope_id where = owner != NULL ? owner->scope : c->p->any_machine;
    state_decl *s = scope_get(&c->p->scopes, where, NS_STATE, name);
    if (operand->type == TYPE_ERROR)
        return TYPE_ERROR;
    if (refer(e, REF_STATE, s)) {
        e->flag = owner == NULL;
        return check_machine_operand(c, operand);
    }
    diag_error(c->d, e->access.field.pos, "no machine, event or state named '%s'",
               check_name(c, name));
    return TYPE_ERROR;
}

/* inflight e    sent e    e targets m */
type_id check_event_predicate(checker *c, expr *e)
{
    static const char *const words[] = {
        [EX_TARGETS] = "'targets'", [EX_INFLIGHT] = "'inflight'", [EX_SENT] = "'sent'"};
    list_each (a, &e->args)
        check_expr(c, *a);
    if (check_proof_only(c, e->pos, words[e->kind]))
        return TYPE_ERROR;
    type_id ok = check_message_operand(c, e->args.data[0]);
    if (e->kind == EX_TARGETS && ok == TYPE_BOOL)
        ok = check_machine_operand(c, e->args.data[1]);
    return ok;
}

type_id check_quantifier(checker *c, expr *e)
{
    scope_id outer = c->scope;
    c->scope = scope_new(&c->p->scopes, outer);
    list_each (v, &e->bound) {
        resolve_variable(c, *v);
        if (c->fun != NULL)
            (*v)->index = c->fun->slot_count++;
    }
    expr *body = e->args.data[0];
    bool proves =
        !check_proof_only(c, e->pos, e->op == TOK_FORALL ? "'forall'" : "'exists'");
    type_id type = check_expr(c, body);
    bool ok = check_accepts(c, body->start, TYPE_BOOL, type);
    if (proves && e->flag && e->bound.count != 1) {
        diag_error(c->d, e->pos, "'%s new' binds exactly one variable, found %u",
                   token_text(e->op), e->bound.count);
        ok = false;
    } else if (proves && e->flag && !is_message(c, e->bound.data[0]->type)) {
        diag_error(c->d, e->bound.data[0]->name.pos, "expected event, found %s",
                   check_type(c, e->bound.data[0]->type));
        ok = false;
    }
    c->scope = outer;
    return ok && proves ? TYPE_BOOL : TYPE_ERROR;
}
