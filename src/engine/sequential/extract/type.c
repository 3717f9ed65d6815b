/* P's types as IceT's, as far as IceT has them. */
#include "engine/sequential/extract/extract_private.h"

const icet_type *extract_tuple(extraction *x, const icet_type *const *items,
                               uint32_t count)
{
    assert(count == 0 || items != NULL);
    return count == 1 ? items[0] : icet_type_tuple(&x->builder, items, count);
}

/* ---- enums ---- */

static const icet_data *make_enum(extraction *x, const enum_decl *decl)
{
    icet_data *data = ARENA_NEW(x->memory, icet_data);
    icet_ctor *ctors = ARENA_ARRAY(x->memory, icet_ctor, decl->elems.count);
    for (uint32_t i = 0; i < decl->elems.count; i++) {
        const char *name = extract_text(x, decl->elems.data[i]->name.name);
        ctors[i] = (icet_ctor){
            .name = extract_name(x, &x->taken, name), .data = data, .index = i};
    }
    *data = (icet_data){
        .name = extract_name(x, &x->taken, extract_text(x, decl->name.name)),
        .pos = decl->name.pos,
        .count = decl->elems.count,
        .ctors = ctors};
    vec_push(&x->datas, data);
    return data;
}

static const icet_data *enum_data(extraction *x, const enum_decl *decl)
{
    vec_each (e, &x->enums)
        if (e->decl == decl)
            return e->data;
    extract_enum_draft made = {decl, make_enum(x, decl)};
    vec_push(&x->enums, made);
    return made.data;
}

const icet_ctor *extract_ctor(extraction *x, const enum_elem *elem)
{
    const icet_data *data = enum_data(x, elem->owner);
    uint32_t i = 0;
    while (elem->owner->elems.data[i] != elem)
        i++;
    return &data->ctors[i];
}

/* ---- all types ---- */

static const icet_type *find_tuple(extraction *x, const type_info *info)
{
    const icet_type **items = ARENA_ARRAY(&x->scratch, const icet_type *, info->count);
    for (uint32_t i = 0; i < info->count; i++) {
        items[i] = extract_find_type(x, info->parts[i]);
        if (items[i] == NULL)
            return NULL;
    }
    return extract_tuple(x, items, info->count);
}

const icet_type *extract_find_type(extraction *x, type_id type)
{
    const type_info *info = type_get(&x->p->symbols.types, type);
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        return type == TYPE_INT       ? icet_type_int()
               : type == TYPE_BOOL    ? icet_type_bool()
               : type == TYPE_MACHINE ? icet_type_pid()
               : type == TYPE_NULL    ? icet_type_unit()
                                      : NULL;
    case TYPE_KIND_ENUM:
        return icet_type_data(&x->builder, enum_data(x, info->decl));
    case TYPE_KIND_PERMISSION: /* restricted to some events: sending others is an error
                                  in P that IceT does not have */
        return *info->events == EVSET_ALL ? icet_type_pid() : NULL;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        return find_tuple(x, info);
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
    case TYPE_KIND_MAP:
        return NULL;
    }
    return NULL;
}

const icet_type *extract_type(extraction *x, type_id type, srcpos pos)
{
    const icet_type *found = extract_find_type(x, type);
    if (found != NULL)
        return found;
    strbuf text = {0};
    type_show(&x->p->symbols.types, type, &text);
    extract_refuse(x, pos,
                   "supported are int, bool, machine, enums, and tuples of these",
                   "a value of type %s", strbuf_text(&text));
    strbuf_free(&text);
    return icet_type_int();
}

bool extract_has_collection(const extraction *x, type_id type)
{
    const type_info *info = type_get(&x->p->symbols.types, type);
    if (info->kind == TYPE_KIND_SEQ || info->kind == TYPE_KIND_SET)
        return true;
    if (info->kind != TYPE_KIND_TUPLE && info->kind != TYPE_KIND_NAMED_TUPLE)
        return false;
    for (uint32_t i = 0; i < info->count; i++)
        if (extract_has_collection(x, info->parts[i]))
            return true;
    return false;
}
