/* Reports code that is legal, but probably a mistake.
 *
 * The searches over-approximate what a program can do: every branch may be taken, and
 * every event in a variable may be any event.  So code that is reported as unreachable
 * or dead cannot run.  The program must be without errors, because the marks (is_read,
 * is_sent, ...) are complete only then.
 */
#include "lang/lint.h"

#include "lang/check.h"
#include "lang/module.h"

/* Is POS in an included project? A program need not use all that a library has. */
static bool is_library(const checker *c, srcpos pos)
{
    return sources_file(&c->p->src, pos)->is_included;
}

/* ---- Variables ---- */

static void lint_variable(checker *c, const var_decl *v, const char *kind)
{
    const char *name = check_name(c, v->name.name);
    if (name[0] == '_')
        return; /* the usual way to say "unused on purpose" */
    if (!v->is_read && !v->is_written)
        diag_warning(c->d, "unused-variable", v->name.pos, "unused %s '%s'", kind,
                     name);
    else if (!v->is_read && v->kind != VAR_PARAM)
        diag_warning(c->d, "unread-variable", v->name.pos,
                     "variable '%s' is assigned but never read", name);
}

static void lint_case_variables(checker *c, const stmt *s)
{
    list_each (b, &s->body)
        lint_case_variables(c, *b);
    list_each (r, &s->cases) {
        list_each (v, &(*r)->locals)
            lint_variable(c, *v, "variable");
        lint_case_variables(c, (*r)->body);
    }
}

/* Unreachable code: what follows a jump in the same block. */
static bool jumps(const stmt *s)
{
    return s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || check_surely_returns(s);
}

static void lint_unreachable(checker *c, const stmt *s)
{
    for (uint32_t i = 0; i < s->body.count; i++) {
        const stmt *one = s->body.data[i];
        lint_unreachable(c, one);
        bool has_next = s->kind == STMT_BLOCK && i + 1 < s->body.count;
        if (has_next && jumps(one) && s->body.data[i + 1]->kind != STMT_EMPTY) {
            diag_warning(c->d, "unreachable-code", s->body.data[i + 1]->pos,
                         "unreachable statement");
            diag_note(c->d, one->pos, "control leaves here");
            return;
        }
    }
    list_each (r, &s->cases)
        lint_unreachable(c, (*r)->body);
}

static void lint_function(checker *c, const fun_decl *f)
{
    if (f->body == NULL)
        return;
    /* No warning: the parameter of a handler documents the payload. */
    if (f->role == ROLE_NAMED && f->params.count > 0 && !f->is_handler)
        list_each (v, &f->params)
            lint_variable(c, *v, "parameter");
    list_each (v, &f->locals)
        lint_variable(c, *v, "variable");
    lint_case_variables(c, f->body);
    lint_unreachable(c, f->body);
}

/* ---- Functions that are never called ---- */

static void mark_calls(program *p)
{
    vec_each (f, &p->functions)
        vec_each (call, &(*f)->calls)
            if (call->callee != *f)
                call->callee->is_called = true;
}

static void lint_uncalled(checker *c, const fun_decl *f)
{
    if (f->role == ROLE_NAMED && f->body != NULL && !f->is_called && !f->is_handler &&
        !is_library(c, f->name.pos))
        diag_warning(c->d, "unused-function", f->name.pos,
                     "function '%s' is never called", check_name(c, f->name.name));
}

static void mark_handlers(const machine_decl *m)
{
    list_each (s, &m->states) {
        if ((*s)->entry.fun != NULL)
            (*s)->entry.fun->is_handler = true;
        if ((*s)->exit.fun != NULL)
            (*s)->exit.fun->is_handler = true;
        list_each (h, &(*s)->handlers)
            if ((*h)->fun != NULL)
                (*h)->fun->is_handler = true;
    }
}

/* ---- Unreachable states ---- */

typedef VEC(state_decl *) state_stack;

static void reach(state_stack *work, state_decl *s)
{
    if (s == NULL || s->is_reachable)
        return;
    s->is_reachable = true;
    vec_push(work, s);
}

static void reach_gotos(state_stack *work, const stmt *s)
{
    if (s->kind == STMT_GOTO)
        reach(work, s->state);
    list_each (b, &s->body)
        reach_gotos(work, *b);
    list_each (r, &s->cases)
        reach_gotos(work, (*r)->body);
}

/* Follows the gotos of a function and of the functions of the machine that it calls. */
static void reach_from_function(state_stack *work, fun_decl *f, uint32_t mark)
{
    VEC(fun_decl *) calls = {0};
    if (f != NULL && f->visit != mark) {
        f->visit = mark;
        vec_push(&calls, f);
    }
    while (calls.len > 0) {
        fun_decl *one = vec_pop(&calls);
        if (one->body != NULL)
            reach_gotos(work, one->body);
        vec_each (call, &one->calls) {
            if (call->callee->visit == mark || call->callee->owner == NULL)
                continue;
            call->callee->visit = mark;
            vec_push(&calls, call->callee);
        }
    }
    vec_free(&calls);
}

static void lint_states(checker *c, const machine_decl *m, uint32_t mark)
{
    state_stack work = {0};
    reach(&work, m->start);
    while (work.len > 0) {
        const state_decl *s = vec_pop(&work);
        reach_from_function(&work, s->entry.fun, mark);
        list_each (h, &s->handlers) {
            reach(&work, (*h)->to);
            reach_from_function(&work, (*h)->fun, mark);
        }
    }
    vec_free(&work);
    list_each (s, &m->states)
        if (!(*s)->is_reachable)
            diag_warning(c->d, "unreachable-state", (*s)->name.pos,
                         "state '%s' is unreachable", check_name(c, (*s)->name.name));
}

/* ---- Handlers that cannot run ---- */

/* Collects the events that functions of the machine raise, directly or through calls;
 * false: some are in variables. */
static bool collect_raised(const machine_decl *m, uint32_t mark, idmap *raised)
{
    VEC(fun_decl *) work = {0};
    bool is_known = true;
    vec_each (f, &m->all_functions) {
        (*f)->visit = mark;
        vec_push(&work, *f);
    }
    while (work.len > 0) {
        const fun_decl *f = vec_pop(&work);
        is_known &= !f->raises_unknown;
        vec_each (e, &f->raises)
            idmap_add(raised, *e);
        vec_each (call, &f->calls) {
            fun_decl *callee = call->callee;
            if (callee->visit == mark || (callee->effects & EFFECT_RAISES) == 0)
                continue;
            callee->visit = mark;
            vec_push(&work, callee);
        }
    }
    vec_free(&work);
    return is_known;
}

static void lint_handlers(checker *c, const machine_decl *m, uint32_t mark)
{
    bool is_plain = m->kind == MACHINE_PLAIN;
    evset_id arriving = is_plain ? m->receives_set : m->observes_set;
    idmap raised = {0};
    bool is_known =
        arriving != EVSET_ALL && (!is_plain || collect_raised(m, mark, &raised));
    list_each (s, &m->states) {
        vec_each (a, &(*s)->actions) {
            uint32_t e = a->event->index;
            if (!is_known || e == EVENT_NULL ||
                evset_has(&c->p->symbols.evsets, arriving, e) ||
                (is_plain && (e == EVENT_HALT || idmap_get(&raised, e) != NULL)))
                continue;
            diag_warning(c->d, "dead-handler", a->pos,
                         "%s '%s' handles '%s', which it does not %s",
                         is_plain ? "machine" : "spec", check_name(c, m->name.name),
                         check_name(c, a->event->name.name),
                         is_plain ? "receive" : "observe");
        }
    }
    idmap_fini(&raised);
}

static void lint_scenario(checker *c, const machine_decl *m)
{
    bool has_cold = false;
    list_each (s, &m->states)
        has_cold |= (*s)->temp == COLD;
    if (!has_cold)
        diag_warning(c->d, "scenario", m->name.pos,
                     "scenario '%s' has no cold state and is never covered",
                     check_name(c, m->name.name));
    if (m->start->temp == COLD)
        diag_warning(c->d, "scenario", m->start->name.pos,
                     "scenario '%s' starts in a cold state",
                     check_name(c, m->name.name));
}

/* ---- Events ---- */

static void lint_event(checker *c, const event_decl *e)
{
    const char *name = check_name(c, e->name.name);
    if (is_library(c, e->name.pos))
        return;
    if (!e->is_mentioned)
        diag_warning(c->d, "unused-event", e->name.pos, "event '%s' is never used",
                     name);
    else if (e->is_consumed && !e->is_emitted)
        diag_warning(c->d, "unsent-event", e->name.pos, "event '%s' is never sent",
                     name);
    else if (e->is_sent && !e->is_consumed && !e->is_ignored)
        diag_warning(c->d, "unhandled-event", e->name.pos,
                     "event '%s' is sent, but nothing handles it", name);
}

/* ---- Specs no test attaches ---- */

static void lint_specs(checker *c)
{
    idmap attached = {0};
    vec_each (t, &c->p->tests)
        if ((*t)->value != NULL)
            list_each (o, &(*t)->value->monitors)
                idmap_put(&attached, o->spec->index, o->spec);
    vec_each (m, &c->p->machines)
        if ((*m)->kind == MACHINE_SPEC && idmap_get(&attached, (*m)->index) == NULL &&
            !is_library(c, (*m)->name.pos))
            diag_warning(c->d, "unattached-spec", (*m)->name.pos,
                         "no test attaches spec '%s'", check_name(c, (*m)->name.name));
    idmap_fini(&attached);
}

void lint_program(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    mark_calls(p);
    vec_each (m, &p->machines)
        mark_handlers(*m);
    uint32_t mark = UINT32_MAX; /* no mark of an earlier search */
    vec_each (m, &p->machines) {
        list_each (v, &(*m)->fields)
            lint_variable(&c, *v, "variable");
        lint_states(&c, *m, mark--);
        lint_handlers(&c, *m, mark--);
        if ((*m)->kind == MACHINE_SCENARIO)
            lint_scenario(&c, *m);
    }
    vec_each (f, &p->functions) {
        lint_function(&c, *f);
        lint_uncalled(&c, *f);
    }
    for (size_t i = EVENT_FIRST_USER; i < p->events.len; i++)
        lint_event(&c, p->events.data[i]);
    if (p->tests.len > 0)
        lint_specs(&c);
}
