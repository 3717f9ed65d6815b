#include "core/show.h"

#include "base/real.h"

#include <stdlib.h>
#include <string.h>

static const char *event_name(const core *c, value x)
{
    return c->ir->events[value_to_event(x)].name;
}

static const char *field_name(const core *c, uint32_t shape, uint32_t i)
{
    return symbols_name(c->source, type_get(&c->source->types, shape)->names[i]);
}

static void show_int(const core *c, value x, strbuf *out)
{
    if (value_is_open(x))
        strbuf_putc(out, '?'); /* a trace has a number there */
    else
        strbuf_put_int(out, value_to_int(&c->vals, x));
}

/* ---- As P's format ---- */

static void format_tuple(const core *c, const value_view *t, strbuf *out)
{
    strbuf_putc(out, '<');
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->aux != 0) {
            strbuf_puts(out, field_name(c, t->aux, i));
            strbuf_putc(out, ':');
        }
        show_format(c, t->items[i], out);
        strbuf_puts(out, t->aux != 0 ? ", " : ",");
    }
    strbuf_putc(out, '>');
}

typedef struct rendered {
    strbuf key;
    strbuf rest; /* of a map: -> and the value */
} rendered;

static int by_key(const void *a, const void *b)
{
    const strbuf *x = &((const rendered *)a)->key;
    const strbuf *y = &((const rendered *)b)->key;
    size_t len = x->len < y->len ? x->len : y->len;
    int order = memcmp(strbuf_text(x), strbuf_text(y), len);
    return order != 0 ? order : (x->len > y->len) - (x->len < y->len);
}

/* Sets and maps: each element between < and >, sorted as text. */
static void format_sorted(const core *c, const value_view *t, strbuf *out)
{
    size_t stride = t->kind == VK_MAP ? 2 : 1;
    size_t count = t->count / stride;
    rendered *all = mem_alloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        show_format(c, t->items[i * stride], &all[i].key);
        if (stride == 2) {
            strbuf_puts(&all[i].rest, "->");
            show_format(c, t->items[i * 2 + 1], &all[i].rest);
        }
    }
    qsort(all, count, sizeof *all, by_key);
    strbuf_putc(out, '(');
    for (size_t i = 0; i < count; i++) {
        strbuf_puts(out, i > 0 ? ", <" : "<");
        strbuf_add(out, strbuf_text(&all[i].key), all[i].key.len);
        strbuf_add(out, strbuf_text(&all[i].rest), all[i].rest.len);
        strbuf_putc(out, '>');
        strbuf_free(&all[i].key);
        strbuf_free(&all[i].rest);
    }
    strbuf_putc(out, ')');
    mem_free(all, (count + 1) * sizeof *all);
}

static void format_seq(const core *c, const value_view *t, strbuf *out)
{
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < t->count; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        show_format(c, t->items[i], out);
    }
    strbuf_putc(out, ')');
}

void show_format(const core *c, value x, strbuf *out)
{
    if (out->len > VALUE_MAX_TEXT) /* the text is too long already */
        return;
    value_kind kind = value_kind_of(&c->vals, x);
    value_view parts = kind >= VK_TUPLE ? value_get(&c->vals, x) : (value_view){0};
    switch (kind) {
    case VK_NULL:
    case VK_RECORD:
        return;
    case VK_BOOL:
        strbuf_puts(out, x == VALUE_TRUE ? "True" : "False");
        return;
    case VK_INT:
        show_int(c, x, out);
        return;
    case VK_FLOAT:
        real_show(out, value_to_float(&c->vals, x));
        return;
    case VK_TEXT: {
        size_t len;
        const char *text = value_to_text(&c->vals, x, &len);
        strbuf_add(out, text, len);
        return;
    }
    case VK_EVENT:
        strbuf_puts(out, event_name(c, x));
        return;
    case VK_MACHINE:
        core_show_machine(c, value_to_machine_id(&c->vals, x), out);
        return;
    case VK_TUPLE:
        format_tuple(c, &parts, out);
        return;
    case VK_SEQ:
        format_seq(c, &parts, out);
        return;
    case VK_SET:
    case VK_MAP:
        format_sorted(c, &parts, out);
        return;
    }
}

/* ---- As traces have it ---- */

void show_field_name(const core *c, const value_view *tuple, uint32_t i, strbuf *out)
{
    if (tuple->aux != 0)
        strbuf_puts(out, field_name(c, tuple->aux, i));
    else
        strbuf_printf(out, "%u", i);
}

/* How to show: machines by name, or only by path; elements of enums by their names
 * where the type says so. */
typedef struct view {
    const core *c;
    bool is_canonical;
    size_t limit; /* of the text: further items are left out */
    strbuf *out;
} view;

static void show(const view *v, type_id type, value x);

/* A tuple that came through `any` may have other fields than its type.  The type may be
 * newer than the core's table of shapes. */
static bool has_names_of(const core *c, const type_info *type, const value_view *t)
{
    if (t->aux == 0 || type->kind == TYPE_KIND_TUPLE)
        return t->aux == 0 && type->kind == TYPE_KIND_TUPLE;
    const type_info *own = type_get(&c->source->types, t->aux);
    return own->count == type->count &&
           memcmp(own->names, type->names, own->count * sizeof *own->names) == 0;
}

type_id show_item_type(const core *c, type_id type, const value_view *t, uint32_t i)
{
    const type_info *info = type_get(&c->source->types, type);
    switch (info->kind) {
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
        return t->kind == VK_SEQ || t->kind == VK_SET ? info->parts[0] : TYPE_ANY;
    case TYPE_KIND_MAP:
        return t->kind == VK_MAP ? info->parts[i % 2] : TYPE_ANY;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        return t->kind == VK_TUPLE && has_names_of(c, info, t) && i < info->count
                   ? info->parts[i]
                   : TYPE_ANY;
    case TYPE_KIND_BUILTIN:
    case TYPE_KIND_ENUM:
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_PERMISSION:
        break;
    }
    return TYPE_ANY;
}

static void show_parts(const view *v, type_id type, const value_view *t)
{
    static const char open[] = {[VK_TUPLE] = '(',
                                [VK_SEQ] = '[',
                                [VK_SET] = '{',
                                [VK_MAP] = '{',
                                [VK_RECORD] = '<'};
    static const char close[] = {[VK_TUPLE] = ')',
                                 [VK_SEQ] = ']',
                                 [VK_SET] = '}',
                                 [VK_MAP] = '}',
                                 [VK_RECORD] = '>'};
    strbuf_putc(v->out, open[t->kind]);
    for (uint32_t i = 0; i < t->count; i++) {
        bool is_value = t->kind == VK_MAP && i % 2 == 1;
        strbuf_puts(v->out, i == 0 ? "" : is_value ? ": " : ", ");
        if (i > 0 && !is_value && v->out->len > v->limit) {
            strbuf_puts(v->out, "...");
            break;
        }
        if (t->kind == VK_TUPLE && t->aux != 0)
            strbuf_printf(v->out, "%s=", field_name(v->c, t->aux, i));
        show(v, show_item_type(v->c, type, t, i), t->items[i]);
    }
    strbuf_putc(v->out, close[t->kind]);
}

static void show_number(const view *v, type_id type, value x)
{
    const type_info *info = type_get(&v->c->source->types, type);
    for (uint32_t i = 0; i < info->elem_count && !value_is_open(x); i++) {
        if ((int64_t)info->elems[i].number == value_to_int(&v->c->vals, x)) {
            strbuf_puts(v->out, symbols_name(v->c->source, info->elems[i].name));
            return;
        }
    }
    show_int(v->c, x, v->out);
}

static void show_machine(const view *v, value x)
{
    machine_id id = value_to_machine_id(&v->c->vals, x);
    if (!v->is_canonical) {
        core_show_machine(v->c, id, v->out);
        return;
    }
    strbuf_putc(v->out, '@');
    naming_path(&v->c->vals.names, id, v->out);
}

static void show_text(const view *v, value x)
{
    size_t len;
    const char *text = value_to_text(&v->c->vals, x, &len);
    strbuf_json(v->out, text, len);
}

static void show(const view *v, type_id type, value x)
{
    switch (value_kind_of(&v->c->vals, x)) {
    case VK_NULL:
        strbuf_puts(v->out, "null");
        return;
    case VK_BOOL:
        strbuf_puts(v->out, x == VALUE_TRUE ? "true" : "false");
        return;
    case VK_INT:
        show_number(v, type, x);
        return;
    case VK_FLOAT:
        real_show(v->out, value_to_float(&v->c->vals, x));
        return;
    case VK_TEXT:
        show_text(v, x);
        return;
    case VK_EVENT:
        strbuf_puts(v->out, event_name(v->c, x));
        return;
    case VK_MACHINE:
        show_machine(v, x);
        return;
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
    case VK_RECORD: {
        value_view parts = value_get(&v->c->vals, x);
        show_parts(v, type, &parts);
        return;
    }
    }
}

void show_value(const core *c, type_id type, value x, strbuf *out)
{
    enum { LONG = 10000 };
    const view v = {.c = c, .limit = out->len + LONG, .out = out};
    show(&v, type, x);
}

void show_canonical(const core *c, value x, strbuf *out)
{
    const view v = {.c = c, .is_canonical = true, .limit = SIZE_MAX, .out = out};
    show(&v, TYPE_ANY, x);
}

void show_payload(const core *c, type_id type, value x, strbuf *out)
{
    value_kind kind = value_kind_of(&c->vals, x);
    if (kind == VK_NULL)
        return;
    if (kind != VK_TUPLE)
        strbuf_putc(out, '(');
    show_value(c, type, x, out);
    if (kind != VK_TUPLE)
        strbuf_putc(out, ')');
}

void show_message_text(const core *c, value text, strbuf *out)
{
    size_t len;
    const char *bytes = value_to_text(&c->vals, text, &len);
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\0')
            strbuf_puts(out, "\\0");
        else
            strbuf_putc(out, bytes[i]);
    }
}
