/* Checks messages and sends: the number and the types of the values that they carry. */
#include "icet/check.h"

uint32_t icet_check_message(icet_checker *c, ast_name name)
{
    size_t number = idmap_get_number(&c->message_names, name.id);
    if (number != 0)
        return (uint32_t)number - 1;
    diag_error(c->d, name.pos, "no message named '%s'", icet_check_name(c, name));
    if (icet_check_may_suggest(c)) {
        suggest s;
        suggest_start(&s, icet_check_name(c, name));
        for (uint32_t i = 0; i < c->program->message_count; i++)
            suggest_offer(&s, c->program->messages[i].name);
        icet_check_suggest(c, &s);
    }
    return ICET_NONE;
}

static void check_all(icet_checker *c, const ast_exprs *args)
{
    list_each (arg, args)
        icet_check_expr(c, *arg);
}

/* m.Ctor(args) */
static const icet_expr *check_with_ctor(icet_checker *c, const ast_stmt *s,
                                        const icet_message *m)
{
    const icet_ctor *ctor = NULL;
    if (m->payload->kind == ICET_DATA) {
        ctor = icet_check_ctor(c, s->ctor, m->payload->data);
    } else {
        diag_error(c->d, s->ctor.pos, "message '%s' carries no value with constructors",
                   m->name);
        diag_note(c->d, m->pos, "it is declared here");
    }
    if (ctor != NULL)
        return icet_check_ctor_call(c, ctor, s->ctor.pos, s->ctor, &s->args);
    check_all(c, &s->args);
    return NULL;
}

static const icet_expr *check_payload(icet_checker *c, const ast_stmt *s,
                                      uint32_t message)
{
    const icet_message *m = &c->program->messages[message];
    uint32_t count = icet_check_field_count(c, message);
    if (m->payload == NULL || (s->ctor.id == INTERN_NONE && s->args.count != count)) {
        check_all(c, &s->args);
        if (m->payload != NULL)
            icet_check_count(c, s->name, message, s->args.count);
        return NULL;
    }
    if (s->ctor.id != INTERN_NONE)
        return check_with_ctor(c, s, m);
    if (count == 1)
        return icet_check_expr_is(c, s->args.data[0], m->payload);
    const icet_expr **values = ARENA_ARRAY(&c->scratch, const icet_expr *, count);
    bool ok = true;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = icet_check_expr_is(c, s->args.data[i], m->payload->items[i]);
        ok &= values[i] != NULL;
    }
    return ok ? icet_expr_tuple(&c->b, s->name.pos, values, count) : NULL;
}

void icet_check_send(icet_checker *c, const ast_stmt *s, icet_list *out)
{
    icet_stmt *send = icet_stmt_new(&c->b, out, ICET_SEND, s->pos);
    send->message = icet_check_message(c, s->name);
    if (send->message != ICET_NONE)
        send->value = check_payload(c, s, send->message);
    else
        check_all(c, &s->args);
    send->to = icet_check_expr_is(c, s->target, icet_type_pid());
}

uint32_t icet_check_field_count(const icet_checker *c, uint32_t message)
{
    const ast_message *m = c->tree->messages.data[message];
    return m->data != NULL ? 1 : m->fields.count;
}

bool icet_check_count(icet_checker *c, ast_name name, uint32_t message, uint32_t found)
{
    uint32_t count = icet_check_field_count(c, message);
    if (found == count)
        return true;
    diag_error(c->d, name.pos, "message '%s' carries %u value%s, found %u",
               icet_check_name(c, name), count, icet_check_plural(count), found);
    diag_note(c->d, c->program->messages[message].pos, "it is declared here");
    return false;
}
