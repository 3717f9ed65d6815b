/* cells.c -- the width of types, and values as text. */
#include "icet_instance/instance_private.h"

#include <string.h>

/* ---- Width ---- */

static uint32_t add_widths(instance_setup *c, const icet_type *const *list,
                           uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count && sum <= MOST_CELLS; i++)
        sum += instance_cells_width(c, list[i]);
    return sum;
}

/* Cached, since one type may occur in many others. */
static uint32_t data_cells(instance_setup *c, const icet_data *d)
{
    vec_each (w, &c->widths)
        if (w->data == d)
            return w->cells;
    uint32_t most = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t cells = add_widths(c, d->ctors[i].fields, d->ctors[i].count);
        most = cells > most ? cells : most;
    }
    vec_push(&c->widths, ((instance_data_width){d, most + 1}));
    return most + 1;
}

uint32_t instance_cells_width(instance_setup *c, const icet_type *type)
{
    switch (type->kind) {
    case ICET_INT:
    case ICET_BOOL:
    case ICET_PID:
        return 1;
    case ICET_TUPLE:
        return add_widths(c, type->items, type->count);
    case ICET_DATA:
        return data_cells(c, type->data);
    }
    return 0;
}

uint32_t instance_cells_room(instance_setup *c, const icet_expr *e)
{
    uint32_t sum = instance_cells_width(c, e->type);
    for (uint32_t i = 0; i < e->count && sum <= MOST_CELLS; i++)
        sum += instance_cells_room(c, e->args[i]);
    return sum;
}

/* ---- Text ---- */

static void show_list(instance_setup *c, const icet_type *const *list, uint32_t count,
                      const cell *v, strbuf *out)
{
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        instance_cells_show(c, list[i], v, out);
        v += instance_cells_width(c, list[i]);
    }
    strbuf_putc(out, ')');
}

static void show_data(instance_setup *c, const icet_data *d, const cell *v, strbuf *out)
{
    const icet_ctor *made_by = &d->ctors[v[0]];
    strbuf_puts(out, made_by->name);
    if (made_by->count > 0)
        show_list(c, made_by->fields, made_by->count, v + 1, out);
}

void instance_cells_show(instance_setup *c, const icet_type *type, const cell *v,
                         strbuf *out)
{
    assert(type != NULL);
    switch (type->kind) {
    case ICET_INT:
        strbuf_printf(out, "%lld", (long long)v[0]);
        return;
    case ICET_BOOL:
        strbuf_puts(out, v[0] != 0 ? "true" : "false");
        return;
    case ICET_PID:
        strbuf_puts(out, c->copies[v[0]].name);
        return;
    case ICET_TUPLE:
        show_list(c, type->items, type->count, v, out);
        return;
    case ICET_DATA:
        show_data(c, type->data, v, out);
        return;
    }
}

/* vote(Accept), ack, req.Get(client 1): as in a send. */
void instance_cells_show_message(instance_setup *c, uint32_t tag, const cell *v,
                                 strbuf *out)
{
    assert(tag < c->program->message_count);
    const icet_message *m = &c->program->messages[tag];
    const icet_type *t = m->payload;
    strbuf_puts(out, m->name);
    if (t->kind == ICET_TUPLE) {
        if (t->count > 0)
            show_list(c, t->items, t->count, v, out);
    } else if (t->kind == ICET_DATA && strcmp(t->data->name, m->name) == 0) {
        strbuf_putc(out, '.');
        show_data(c, t->data, v, out);
    } else {
        show_list(c, &t, 1, v, out);
    }
}
