#include "naive_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const val *val_null(void)
{
    static const val null = {.kind = V_NULL};
    return &null;
}

const val *val_bool(bool b)
{
    static const val values[2] = {{.kind = V_BOOL, .number = 0},
                                  {.kind = V_BOOL, .number = 1}};
    return &values[b];
}

static val *new_val(arena *a, val_kind kind)
{
    val *v = ARENA_NEW(a, val);
    v->kind = kind;
    return v;
}

const val *val_number(arena *a, val_kind kind, int64_t n)
{
    val *v = new_val(a, kind);
    v->number = n;
    return v;
}

/* Not as in P: there is one zero, and one NaN (docs/language.md). */
const val *val_float(arena *a, double f)
{
    val *v = new_val(a, V_FLOAT);
    v->real = f == 0 ? 0 : isnan(f) ? (double)NAN : f;
    return v;
}

const val *val_text(arena *a, const char *text, size_t len)
{
    val *v = new_val(a, V_TEXT);
    v->text = arena_strndup(a, text, len);
    v->count = len;
    return v;
}

const val *val_machine(arena *a, const char *path, uint32_t interface, uint32_t rights)
{
    val *v = new_val(a, V_MACHINE);
    v->count = strlen(path);
    v->text = arena_strndup(a, path, v->count);
    v->number = interface;
    v->rights = rights;
    return v;
}

const val *val_make(arena *a, val_kind kind, type_id type, const val **items,
                    size_t count)
{
    val *v = new_val(a, kind);
    v->type = type;
    v->count = count;
    v->items = arena_copy(a, items, count * sizeof *items);
    return v;
}

/* The type with the same names that was made first: names are what a tuple carries. */
static type_id names_of(const symbols *p, type_id type)
{
    const type_info *info = type_get(&p->types, type);
    if (info->kind != TYPE_KIND_NAMED_TUPLE)
        return 0;
    for (type_id other = TYPE_FIRST_MADE; other < type; other++) {
        const type_info *o = type_get(&p->types, other);
        if (o->kind == TYPE_KIND_NAMED_TUPLE && o->count == info->count &&
            memcmp(o->names, info->names, info->count * sizeof *o->names) == 0)
            return other;
    }
    return type;
}

const val *val_tuple(arena *a, const symbols *p, type_id type, const val **items,
                     size_t count)
{
    return val_make(a, V_TUPLE, names_of(p, type), items, count);
}

static const val *default_enum(arena *a, const type_info *info)
{
    uint64_t smallest = UINT64_MAX;
    for (uint32_t i = 0; i < info->elem_count; i++)
        if (info->elems[i].number < smallest)
            smallest = info->elems[i].number;
    return val_number(a, V_INT, (int64_t)smallest);
}

static const val *default_tuple(arena *a, const symbols *p, type_id type)
{
    const type_info *info = type_get(&p->types, type);
    const val **items = ARENA_ARRAY(a, const val *, info->count);
    for (uint32_t i = 0; i < info->count; i++)
        items[i] = val_default(a, p, info->parts[i]);
    return val_tuple(a, p, type, items, info->count);
}

const val *val_default(arena *a, const symbols *p, type_id type)
{
    const type_info *info = type_get(&p->types, type);
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        switch (type) {
        case TYPE_BOOL:
            return val_bool(false);
        case TYPE_INT:
            return val_number(a, V_INT, 0);
        case TYPE_FLOAT:
            return val_float(a, 0);
        case TYPE_STRING:
            return val_text(a, "", 0);
        }
        return val_null();
    case TYPE_KIND_ENUM:
        return default_enum(a, info);
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_PERMISSION:
        return val_null();
    case TYPE_KIND_SEQ:
        return val_make(a, V_SEQ, 0, NULL, 0);
    case TYPE_KIND_SET:
        return val_make(a, V_SET, 0, NULL, 0);
    case TYPE_KIND_MAP:
        return val_make(a, V_MAP, 0, NULL, 0);
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        return default_tuple(a, p, type);
    }
    return val_null();
}

static int compare_numbers(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

int path_compare(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        char *a_end;
        char *b_end;
        unsigned long x = strtoul(a, &a_end, 10);
        unsigned long y = strtoul(b, &b_end, 10);
        if (x != y)
            return x < y ? -1 : 1;
        a = a_end + (*a_end == '.');
        b = b_end + (*b_end == '.');
    }
    return (*a != '\0') - (*b != '\0');
}

/* Named tuples differ when their names do, in order; others have none. */
static int compare_names(const symbols *p, type_id a, type_id b)
{
    if (a == b)
        return 0;
    if (a == 0 || b == 0)
        return a == 0 ? -1 : 1;
    const type_info *x = type_get(&p->types, a);
    const type_info *y = type_get(&p->types, b);
    for (uint32_t i = 0; i < x->count && i < y->count; i++)
        if (x->names[i] != y->names[i])
            return compare_numbers(x->names[i], y->names[i]);
    return compare_numbers(x->count, y->count);
}

int val_compare(const symbols *p, const val *a, const val *b)
{
    if (a->kind != b->kind)
        return compare_numbers(a->kind, b->kind);
    int order;
    switch (a->kind) {
    case V_NULL:
        return 0;
    case V_BOOL:
    case V_INT:
    case V_EVENT:
        return compare_numbers(a->number, b->number);
    case V_MACHINE:
        return path_compare(a->text, b->text);
    case V_FLOAT:
        if (isnan(a->real) || isnan(b->real)) /* NaN is less than numbers */
            return compare_numbers(!isnan(a->real), !isnan(b->real));
        return a->real < b->real ? -1 : a->real > b->real;
    case V_TEXT:
        order = memcmp(a->text, b->text, a->count < b->count ? a->count : b->count);
        return order != 0 ? order
                          : compare_numbers((int64_t)a->count, (int64_t)b->count);
    case V_TUPLE:
        order = compare_names(p, a->type, b->type);
        if (order != 0)
            return order;
        break;
    case V_SEQ:
    case V_SET:
    case V_MAP:
        break;
    }
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        order = val_compare(p, a->items[i], b->items[i]);
        if (order != 0)
            return order;
    }
    return compare_numbers((int64_t)a->count, (int64_t)b->count);
}

long val_find(const symbols *p, const val *whole, const val *x, size_t *where)
{
    size_t stride = whole->kind == V_MAP ? 2 : 1;
    size_t i = 0;
    while (i < whole->count) {
        int order = val_compare(p, whole->items[i], x);
        if (order == 0) {
            *where = i;
            return (long)(i / stride);
        }
        if (order > 0)
            break;
        i += stride;
    }
    *where = i;
    return -1;
}

const val *val_splice(arena *a, const val *v, size_t at, size_t removed,
                      const val *const *added, size_t added_count)
{
    size_t count = v->count - removed + added_count;
    const val **items = ARENA_ARRAY(a, const val *, count);
    size_t n = 0;
    for (size_t i = 0; i < at; i++)
        items[n++] = v->items[i];
    for (size_t i = 0; i < added_count; i++)
        items[n++] = added[i];
    for (size_t i = at + removed; i < v->count; i++)
        items[n++] = v->items[i];
    return val_make(a, v->kind, v->type, items, count);
}

/* P has a class for tuples and one for named tuples, and casts to no more than that. */
static bool is_of_class(const type_info *info, const val *v)
{
    return v->kind == V_TUPLE &&
           (v->type != 0) == (info->kind == TYPE_KIND_NAMED_TUPLE);
}

size_t val_field(const symbols *p, const val *v, type_id type, size_t index)
{
    const type_info *info = type_get(&p->types, type);
    if (!is_of_class(info, v))
        return SIZE_MAX;
    if (info->kind == TYPE_KIND_TUPLE)
        return index;
    const type_info *own = type_get(&p->types, v->type);
    for (uint32_t i = 0; i < own->count; i++)
        if (own->names[i] == info->names[index])
            return i;
    return SIZE_MAX;
}

/* Null passes as a reference, a collection or a tuple, and fails when it is used. */
bool val_fits(const symbols *p, type_id type, const val *v)
{
    const type_info *info = type_get(&p->types, type);
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        switch (type) {
        case TYPE_BOOL:
            return v->kind == V_BOOL;
        case TYPE_INT:
            return v->kind == V_INT;
        case TYPE_FLOAT:
            return v->kind == V_FLOAT;
        case TYPE_STRING:
            return v->kind == V_TEXT;
        case TYPE_EVENT:
            return v->kind == V_EVENT || v->kind == V_NULL;
        case TYPE_MACHINE:
            return v->kind == V_MACHINE || v->kind == V_NULL;
        }
        return true;
    case TYPE_KIND_ENUM:
        return v->kind == V_INT;
    case TYPE_KIND_FOREIGN:
        return true;
    case TYPE_KIND_PERMISSION:
        return v->kind == V_MACHINE || v->kind == V_NULL;
    case TYPE_KIND_SEQ:
        return v->kind == V_SEQ || v->kind == V_NULL;
    case TYPE_KIND_SET:
        return v->kind == V_SET || v->kind == V_NULL;
    case TYPE_KIND_MAP:
        return v->kind == V_MAP || v->kind == V_NULL;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        return v->kind == V_NULL || is_of_class(info, v);
    }
    return true;
}

void val_write(const val *v, strbuf *out)
{
    strbuf_putc(out, (char)v->kind);
    switch (v->kind) {
    case V_NULL:
        return;
    case V_BOOL:
    case V_INT:
    case V_EVENT:
        strbuf_add(out, (const char *)&v->number, sizeof v->number);
        return;
    case V_MACHINE:
        strbuf_add(out, (const char *)&v->number, sizeof v->number);
        strbuf_add(out, (const char *)&v->rights, sizeof v->rights);
        strbuf_add(out, (const char *)&v->count, sizeof v->count);
        strbuf_add(out, v->text, v->count);
        return;
    case V_FLOAT:
        strbuf_add(out, (const char *)&v->real, sizeof v->real);
        return;
    case V_TEXT:
        strbuf_add(out, (const char *)&v->count, sizeof v->count);
        strbuf_add(out, v->text, v->count);
        return;
    case V_TUPLE:
    case V_SEQ:
    case V_SET:
    case V_MAP:
        strbuf_add(out, (const char *)&v->type, sizeof v->type);
        strbuf_add(out, (const char *)&v->count, sizeof v->count);
        for (size_t i = 0; i < v->count; i++)
            val_write(v->items[i], out);
    }
}

static void take(const char **at, void *to, size_t size)
{
    memcpy(to, *at, size);
    *at += size;
}

static void take_text(arena *a, const char **at, val *v)
{
    take(at, &v->count, sizeof v->count);
    v->text = arena_strndup(a, *at, v->count);
    *at += v->count;
}

const val *val_read(arena *a, const char **at)
{
    val *v = new_val(a, (val_kind) * (*at)++);
    switch (v->kind) {
    case V_NULL:
        break;
    case V_BOOL:
    case V_INT:
    case V_EVENT:
        take(at, &v->number, sizeof v->number);
        break;
    case V_MACHINE:
        take(at, &v->number, sizeof v->number);
        take(at, &v->rights, sizeof v->rights);
        take_text(a, at, v);
        break;
    case V_FLOAT:
        take(at, &v->real, sizeof v->real);
        break;
    case V_TEXT:
        take_text(a, at, v);
        break;
    case V_TUPLE:
    case V_SEQ:
    case V_SET:
    case V_MAP:
        take(at, &v->type, sizeof v->type);
        take(at, &v->count, sizeof v->count);
        v->items = ARENA_ARRAY(a, const val *, v->count);
        for (size_t i = 0; i < v->count; i++)
            v->items[i] = val_read(a, at);
    }
    return v;
}
