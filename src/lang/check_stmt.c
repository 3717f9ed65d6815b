/* Checks statements, bodies of functions, and that every path returns a value.
 *
 * check_surely_returns is conservative: a loop may run zero times, and conditions are
 * not evaluated, so every path that exists at run time is a path that it considers.
 */
#include "lang/resolve.h"

static void check_stmt(checker *c, stmt *s);

static void check_args(checker *c, const stmt *s, uint32_t from)
{
    for (uint32_t i = from; i < s->args.count; i++)
        check_expr(c, s->args.data[i]);
}

static void check_condition(checker *c, const stmt *s)
{
    check_expr_is(c, s->args.data[0], TYPE_BOOL);
    if (s->args.count > 1)
        check_expr_is(c, s->args.data[1], TYPE_STRING);
}

static void check_assume(checker *c, const stmt *s)
{
    check_condition(c, s);
    check_proof_only(c, s->pos, "'assume'");
}

/* A case of receive is a function without a result: its `return` has no value. */
static void check_return(checker *c, const stmt *s)
{
    type_id given = TYPE_NULL;
    srcpos pos = s->pos;
    if (s->args.count > 0) {
        given = check_expr(c, s->args.data[0]);
        pos = s->args.data[0]->start;
    }
    type_id want = c->fun->result_type;
    if (given == TYPE_ERROR)
        return;
    if (c->in_case && (s->args.count > 0 || c->fun->result != NULL)) {
        diag_error(c->d, pos, "expected %s, found %s",
                   check_type(c, s->args.count > 0 ? TYPE_NULL : want),
                   check_type(c, given));
        diag_hint(c->d,
                  "a case of receive cannot return a value; store it in a variable "
                  "and return after the receive");
        return;
    }
    if (check_accepts(c, pos, want, given))
        return;
    if (c->fun->result == NULL) {
        diag_hint(c->d, "this function returns nothing; a result is declared after its "
                        "parameters: fun f(): int { ... }");
        return;
    }
    if (s->args.count == 0)
        diag_hint(c->d, "'return' needs a value here");
    diag_note(c->d, c->fun->result->pos, "the function returns %s",
              check_type(c, want));
}

static void check_loop_control(checker *c, const stmt *s)
{
    if (c->loops == 0)
        diag_error(c->d, s->pos, "'%s' outside a loop",
                   s->kind == STMT_BREAK ? "break" : "continue");
}

/* Points at the declaration of the target of an assignment that does not fit. */
static void note_target(checker *c, const expr *target)
{
    if (target->kind == EX_NAME && target->ref == REF_VAR)
        diag_note(c->d, target->to.var->name.pos, "'%s' is declared here as %s",
                  check_name(c, target->name.name), check_type(c, target->type));
}

static void check_assign(checker *c, const stmt *s)
{
    type_id target = check_lvalue(c, s->args.data[0]);
    type_id value = check_expr(c, s->args.data[1]);
    if (check_accepts(c, s->args.data[1]->start, target, value))
        return;
    note_target(c, s->args.data[0]);
    if (s->args.data[1]->kind == EX_CALL && value == TYPE_NULL)
        diag_hint(c->d, "'%s' returns nothing",
                  check_name(c, s->args.data[1]->callee.name));
}

/* lv += (i, e)    lv += (e)    lv -= e */
static void check_collection_update(checker *c, const stmt *s)
{
    type_id target = check_lvalue(c, s->args.data[0]);
    check_args(c, s, 1);
    if (target == TYPE_ERROR)
        return;
    const type_info info = *type_get(&c->p->symbols.types, target);
    bool is_seq = info.kind == TYPE_KIND_SEQ;
    bool is_set = info.kind == TYPE_KIND_SET;
    bool is_map = info.kind == TYPE_KIND_MAP;
    bool fits = s->kind == STMT_INSERT ? is_seq || is_map
                : s->kind == STMT_ADD  ? is_set
                                       : is_seq || is_set || is_map;
    if (!fits) {
        const char *want = s->kind == STMT_INSERT ? "a seq or map"
                           : s->kind == STMT_ADD  ? "a set"
                                                  : "a seq, set or map";
        diag_error(c->d, s->args.data[0]->start, "'%s' needs %s, found %s",
                   s->kind == STMT_REMOVE ? "-=" : "+=", want, check_type(c, target));
        if (s->kind == STMT_ADD && is_seq)
            diag_hint(c->d, "insert at an index: q += (sizeof(q), element)");
        return;
    }
    type_id key = is_seq && s->kind != STMT_ADD ? TYPE_INT : info.parts[0];
    check_accepts(c, s->args.data[1]->start, key, s->args.data[1]->type);
    if (s->kind == STMT_INSERT)
        check_accepts(c, s->args.data[2]->start, info.parts[is_seq ? 0 : 1],
                      s->args.data[2]->type);
}

static void check_loop_body(checker *c, const stmt *s)
{
    c->loops++;
    check_stmt(c, s->body.data[0]);
    c->loops--;
}

/* Loop invariants are in the code of the function, but only provers read them: their
 * effects are not effects of the function. */
static void check_loop_invariants(checker *c, const stmt *s)
{
    bool was_in_proof = c->in_proof;
    unsigned effects = c->fun->effects;
    size_t calls = c->fun->calls.len;
    c->in_proof = true;
    c->fun->effects = 0;
    list_each (i, &s->invariants) {
        check_expr_is(c, *i, TYPE_BOOL);
        check_proof_only(c, (*i)->start, "a loop invariant");
        if (c->fun->effects != 0)
            diag_error(c->d, (*i)->start, "%s", CHECK_NO_EFFECTS_IN_PROOFS);
    }
    for (size_t k = calls; k < c->fun->calls.len; k++)
        vec_push(&c->fun->proof_calls, c->fun->calls.data[k]);
    c->fun->calls.len = calls;
    c->fun->effects = effects;
    c->in_proof = was_in_proof;
}

static void check_foreach(checker *c, stmt *s)
{
    type_id whole = check_expr(c, s->args.data[0]);
    s->var = scope_find(&c->p->scopes, c->scope, NS_VARIABLE, s->name.name);
    const type_info info = *type_get(&c->p->symbols.types, whole);
    if (s->var == NULL) {
        check_missing(c, s->name, NS_VARIABLE, "variable");
    } else if (s->var->kind == VAR_GLOBAL_PARAM) {
        diag_error(c->d, s->name.pos, "cannot assign to global parameter '%s'",
                   check_name(c, s->name.name));
        s->var = NULL;
    } else {
        s->var->is_written = true;
        s->var->is_read = true; /* the loop itself reads it */
    }
    if (whole != TYPE_ERROR && info.kind != TYPE_KIND_SEQ &&
        info.kind != TYPE_KIND_SET) {
        diag_error(c->d, s->args.data[0]->start,
                   "'foreach' needs a seq or set, found %s", check_type(c, whole));
        if (info.kind == TYPE_KIND_MAP)
            diag_hint(c->d, "iterate over keys(m) or values(m)");
    } else if (whole != TYPE_ERROR && s->var != NULL &&
               !type_same(&c->p->symbols.types, s->var->type, info.parts[0])) {
        diag_error(c->d, s->name.pos, "expected %s, found %s",
                   check_type(c, info.parts[0]), check_type(c, s->var->type));
        diag_note(c->d, s->var->name.pos, "'%s' must have the type of the elements",
                  check_name(c, s->name.name));
    }
    check_loop_invariants(c, s);
    check_loop_body(c, s);
}

/* ---- Events ---- */

static void check_emission_payload(checker *c, const stmt *s, uint32_t event_at)
{
    const expr *event = s->args.data[event_at];
    payload_subject subject = {"event", {NAME_OF_WORD(TOK_HALT), event->start}};
    type_id want = TYPE_NULL;
    if (event->kind == EX_NAME && event->ref == REF_EVENT) {
        event->to.event->is_sent = true;
        subject.name = event->name;
        want = event->to.event->payload;
    } else if (event->kind != EX_HALT) {
        return; /* the event is in a variable: its payload is unknown */
    }
    check_payload(c, subject, want, s->args.data + event_at + 1,
                  s->args.count - event_at - 1);
}

static void check_emitted_event(checker *c, const stmt *s, uint32_t event_at,
                                const char *verb)
{
    expr *event = s->args.data[event_at];
    check_event_expr(c, event);
    check_args(c, s, event_at + 1);
    bool is_null = event->kind == EX_NULL;
    if (is_null)
        diag_error(c->d, event->pos, "cannot %s the null event", verb);
    else
        check_emission_payload(c, s, event_at);
}

static void check_send(checker *c, const stmt *s)
{
    check_expr_is(c, s->args.data[0], TYPE_MACHINE);
    check_emitted_event(c, s, 1, "send");
    if (!check_not_in_spec(c, s->pos, "send"))
        c->fun->effects |= EFFECT_SENDS;
}

static void check_announce(checker *c, const stmt *s)
{
    check_emitted_event(c, s, 0, "announce");
    if (!check_not_in_spec(c, s->pos, "announce"))
        c->fun->effects |= EFFECT_ANNOUNCES;
}

static void note_jump(checker *c, unsigned effect, srcpos pos)
{
    c->fun->effects |= effect;
    if (c->fun->jump_pos == SRC_NONE)
        c->fun->jump_pos = pos;
}

static bool returns_value(const checker *c)
{
    return c->fun->result != NULL || c->fun->returned != NULL;
}

static void check_raise(checker *c, const stmt *s)
{
    check_emitted_event(c, s, 0, "raise");
    const expr *event = s->args.data[0];
    if (event->kind == EX_NAME && event->ref == REF_EVENT)
        vec_push(&c->fun->raises, event->to.event->index);
    else if (event->kind != EX_HALT)
        c->fun->raises_unknown = true;
    if (returns_value(c))
        diag_error(c->d, s->pos, "'raise' in a function that returns a value");
    note_jump(c, EFFECT_RAISES, s->pos);
}

static void check_goto_target(checker *c, stmt *s)
{
    if (s->name.name == NAME_NONE)
        return;
    if (c->machine == NULL) {
        diag_error(c->d, s->pos, "'goto' outside a machine");
        diag_hint(c->d, "a global function may raise an event instead");
        return;
    }
    s->state = scope_get(&c->p->scopes, c->machine->scope, NS_STATE, s->name.name);
    if (s->state == NULL) {
        check_missing(c, s->name, NS_STATE, "state");
        return;
    }
    const fun_decl *entry = s->state->entry.fun;
    uint32_t want = entry != NULL ? entry->params.count : 0;
    if (want != s->args.count) {
        diag_error(c->d, s->name.pos, "state '%s' takes %u argument%s, found %u",
                   check_name(c, s->name.name), want, check_plural(want),
                   s->args.count);
        diag_note(c->d, s->state->name.pos, "the state is declared here");
        return;
    }
    for (uint32_t i = 0; i < want; i++)
        check_accepts(c, s->args.data[i]->start, entry->params.data[i]->type,
                      s->args.data[i]->type);
}

static void check_goto(checker *c, stmt *s)
{
    check_args(c, s, 0);
    check_goto_target(c, s);
    if (c->machine != NULL && returns_value(c))
        diag_error(c->d, s->pos, "'goto' in a function that returns a value");
    note_jump(c, EFFECT_CHANGES_STATE, s->pos);
}

/* ---- Receive ---- */

static void check_case_event(checker *c, const receive_case *r, const event_decl *e,
                             const ident *name, idmap *seen)
{
    srcpos pos = name->pos;
    const ident *before = idmap_put(seen, e->index, (void *)name); /* NOLINT */
    if (before != NULL) {
        diag_error(c->d, pos, "'%s' appears twice in this receive",
                   check_name(c, e->name.name));
        diag_note(c->d, before->pos, "first here");
        return;
    }
    type_id param = r->params.count > 0 ? r->params.data[0]->type : TYPE_NULL;
    if (type_accepts(&c->p->symbols.types, param, e->payload))
        return;
    srcpos at = r->params.count > 0 ? r->params.data[0]->name.pos : pos;
    diag_error(c->d, at, "expected %s, found %s", check_type(c, param),
               check_type(c, e->payload));
    if (r->params.count == 0)
        diag_hint(c->d,
                  "the case must take the payload of '%s': case %s: (x: %s) { ... }",
                  check_name(c, e->name.name), check_name(c, e->name.name),
                  check_type(c, e->payload));
    check_note_event(c, e);
}

static void check_case(checker *c, receive_case *r, idmap *seen)
{
    r->handles.data = ARENA_ARRAY(&c->p->memory, event_decl *, r->events.count);
    list_each (name, &r->events) {
        event_decl *e = resolve_event(c, *name);
        if (e == NULL)
            continue;
        e->is_consumed = true;
        r->handles.data[r->handles.count++] = e;
        check_case_event(c, r, e, name, seen);
    }
    scope_id outer = c->scope;
    bool was_in_case = c->in_case;
    c->scope = r->scope;
    c->in_case = true;
    check_stmt(c, r->body);
    c->scope = outer;
    c->in_case = was_in_case;
}

static void check_receive(checker *c, const stmt *s)
{
    if (!check_not_in_spec(c, s->pos, "receive"))
        c->fun->effects |= EFFECT_RECEIVES;
    idmap seen = {0};
    list_each (r, &s->cases)
        check_case(c, *r, &seen);
    idmap_fini(&seen);
}

static void check_stmt(checker *c, stmt *s)
{
    switch (s->kind) {
    case STMT_BLOCK:
        list_each (b, &s->body)
            check_stmt(c, *b);
        return;
    case STMT_EMPTY:
        return;
    case STMT_ASSERT:
        check_condition(c, s);
        return;
    case STMT_ASSUME:
        check_assume(c, s);
        return;
    case STMT_PRINT:
        check_expr_is(c, s->args.data[0], TYPE_STRING);
        return;
    case STMT_RETURN:
        check_return(c, s);
        return;
    case STMT_BREAK:
    case STMT_CONTINUE:
        check_loop_control(c, s);
        return;
    case STMT_ASSIGN:
        check_assign(c, s);
        return;
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
        check_collection_update(c, s);
        return;
    case STMT_WHILE:
        check_condition(c, s);
        check_loop_body(c, s);
        return;
    case STMT_FOREACH:
        check_foreach(c, s);
        return;
    case STMT_IF:
        check_condition(c, s);
        list_each (b, &s->body)
            check_stmt(c, *b);
        return;
    case STMT_EXPR:
        check_expr(c, s->args.data[0]);
        return;
    case STMT_RAISE:
        check_raise(c, s);
        return;
    case STMT_ANNOUNCE:
        check_announce(c, s);
        return;
    case STMT_SEND:
        check_send(c, s);
        return;
    case STMT_GOTO:
        check_goto(c, s);
        return;
    case STMT_RECEIVE:
        check_receive(c, s);
        return;
    }
}

/* ---- Return paths ---- */

static bool is_false(const expr *e)
{
    return e->kind == EX_BOOL && !e->flag;
}

bool check_surely_returns(const stmt *s)
{
    switch (s->kind) {
    case STMT_RETURN:
    case STMT_GOTO:
    case STMT_RAISE:
        return true;
    case STMT_ASSERT:
    case STMT_ASSUME:
        return is_false(s->args.data[0]);
    case STMT_BLOCK:
        list_each (b, &s->body)
            if (check_surely_returns(*b))
                return true;
        return false;
    case STMT_IF:
        return s->body.count == 2 && check_surely_returns(s->body.data[0]) &&
               check_surely_returns(s->body.data[1]);
    case STMT_RECEIVE:
        list_each (r, &s->cases)
            if (!check_surely_returns((*r)->body))
                return false;
        return true;
    case STMT_EMPTY:
    case STMT_PRINT:
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_ASSIGN:
    case STMT_INSERT:
    case STMT_ADD:
    case STMT_REMOVE:
    case STMT_WHILE:
    case STMT_FOREACH:
    case STMT_EXPR:
    case STMT_ANNOUNCE:
    case STMT_SEND:
        return false;
    }
    return false;
}

static bool has_contract(const fun_decl *f)
{
    return f->requires.count > 0 || f->ensures.count > 0 || f->returned != NULL;
}

static void check_function(program *p, fun_decl *f)
{
    checker c = {
        .p = p, .d = &p->diags, .scope = f->scope, .machine = f->owner, .fun = f};
    if (has_contract(f) && check_proof_only(&c, f->name.pos, "a function's contract"))
        return;
    list_each (r, &f->requires)
        check_formula(p, r, f->scope, f->owner, f->slot_count);
    list_each (e, &f->ensures)
        check_formula(p, e, f->scope, f->owner, f->slot_count);
    if (f->body == NULL)
        return;
    check_stmt(&c, f->body);
    if (f->result == NULL || f->result_type == TYPE_ERROR ||
        check_surely_returns(f->body))
        return;
    diag_error(c.d, f->name.pos, "not every path returns a value");
    diag_note(c.d, f->result->pos, "'%s' returns %s", check_name(&c, f->name.name),
              check_type(&c, f->result_type));
}

void check_bodies(program *p)
{
    /* By index: formulas add frames to the list. */
    for (size_t i = 0; i < p->functions.len; i++)
        if (p->functions.data[i]->role != ROLE_FORMULA)
            check_function(p, p->functions.data[i]);
}
