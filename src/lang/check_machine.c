/* Checks handlers: the number of their parameters, and that the payload fits. */
#include "lang/check.h"

#include <ctype.h>
#include <string.h>

static bool check_parameter_count(checker *c, const fun_decl *f, srcpos pos)
{
    if (f->params.count <= 1)
        return true;
    diag_error(c->d, pos,
               "'%s' has %u parameters; a handler takes at most one parameter",
               check_name(c, f->name.name), f->params.count);
    diag_note(c->d, f->name.pos, "the function is declared here");
    return false;
}

/* "an int", "a Client"; a tuple has no article. */
static const char *article_of(const char *type)
{
    if (!isalpha((unsigned char)type[0]))
        return "";
    return strchr("aeiouAEIOU", type[0]) != NULL ? "an " : "a ";
}

static void report_no_payload(checker *c, srcpos pos, type_id param,
                              const event_decl *event)
{
    const char *type = check_type(c, param);
    diag_error(c->d, pos, "the handler takes %s%s, but event '%s' carries no payload",
               article_of(type), type, check_name(c, event->name.name));
}

/* F's parameter, if it has one, must accept what the event carries. */
static void check_handler_payload(checker *c, const fun_decl *f, const action *a,
                                  type_id payload)
{
    if (f == NULL || f->params.count != 1)
        return;
    const var_decl *param = f->params.data[0];
    if (type_accepts(&c->p->symbols.types, param->type, payload))
        return;
    bool written_here = f->name.name == NAME_NONE && f == a->handler->fun;
    srcpos pos = written_here ? param->name.pos : a->pos;
    if (payload == TYPE_NULL)
        report_no_payload(c, pos, param->type, a->event);
    else
        diag_error(c->d, pos, "expected %s, found %s", check_type(c, param->type),
                   check_type(c, payload));
    if (!written_here)
        diag_note(c->d, param->name.pos, "the parameter is declared here");
    if (payload != TYPE_NULL)
        check_note_event(c, a->event);
    else if (a->event->name.pos != SRC_NONE)
        diag_note(c->d, a->event->name.pos, "the event is declared here");
}

/* A quorum's size is computed whenever a message arrives, so it must be without effect.
 */
static bool is_plain(const expr *e)
{
    switch (e->kind) {
    case EX_CALL:
    case EX_NEW:
    case EX_CHOOSE:
    case EX_NONDET:
    case EX_IS:
    case EX_TARGETS:
    case EX_INFLIGHT:
    case EX_SENT:
    case EX_QUANTIFIER:
        return false;
    default:
        list_each (a, &e->args)
            if (!is_plain(*a))
                return false;
        return true;
    }
}

static void check_quorum_size(checker *c, const handler_decl *h)
{
    c->scope = c->machine->scope;
    size_t reported = c->d->errors;
    check_expr(c, h->quorum);
    if (c->d->errors == reported && !is_plain(h->quorum))
        diag_error(c->d, h->quorum->start,
                   "the quorum size must be a plain expression");
    else
        check_accepts(c, h->quorum->start, TYPE_INT, h->quorum->type);
    c->scope = SCOPE_GLOBAL;
}

static void check_action(checker *c, const action *a)
{
    const handler_decl *h = a->handler;
    type_id payload = a->event->payload;
    if (h->fun != NULL && h->named.name != NAME_NONE &&
        !check_parameter_count(c, h->fun, h->named.pos))
        return;
    if (h->kind == ACTION_QUORUM)
        payload = type_seq(&c->p->symbols.types, payload);
    check_handler_payload(c, h->fun, a, payload);
    if (h->kind == ACTION_GOTO && h->to != NULL)
        check_handler_payload(c, h->to->entry.fun, a, payload);
}

static void check_state(checker *c, const state_decl *s)
{
    const fun_decl *entry = s->entry.fun;
    if (entry != NULL)
        check_parameter_count(c, entry, s->entry.named.pos);
    const fun_decl *exit = s->exit.fun;
    if (exit != NULL && exit->params.count > 0) {
        diag_error(c->d, s->exit.named.pos,
                   "'%s' has a parameter; an exit function takes "
                   "no parameter",
                   check_name(c, exit->name.name));
        diag_note(c->d, exit->name.pos, "the function is declared here");
    }
    list_each (h, &s->handlers)
        if ((*h)->kind == ACTION_QUORUM)
            check_quorum_size(c, *h);
    vec_each (a, &s->actions)
        check_action(c, a);
}

void check_machines(program *p)
{
    checker c = {.p = p, .d = &p->diags, .scope = SCOPE_GLOBAL};
    vec_each (m, &p->machines) {
        c.machine = *m;
        list_each (s, &(*m)->states)
            check_state(&c, *s);
    }
}
