/* Shapes: expressions of IceT, and values that have none (collections of machines).
 *
 * IceT has no collections, but P programs pass them to `new` and loop over them.  So
 * the extraction evaluates them itself: a shape is the value of a P expression at
 * extraction time.  Tuples whose parts are all expressions are kept as one expression,
 * so SHAPE_TUPLE means that there is a collection inside.  Shapes are immutable.  A
 * shape that would have to become a value of the run is refused (extract_shape_expr),
 * never approximated.
 */
#include "engine/sequential/extract/extract_private.h"

/* ---- expressions ---- */

icet_expr *extract_expr_new(extraction *x, icet_expr_kind kind, const icet_type *type,
                            srcpos pos)
{
    return icet_expr_new(&x->builder, kind, pos, type, NULL, 0);
}

const icet_expr *extract_int(extraction *x, int64_t number, srcpos pos)
{
    return icet_expr_int(&x->builder, pos, number);
}

const icet_expr *extract_operation(extraction *x, icet_expr_kind kind,
                                   const icet_type *type, const icet_expr *a,
                                   const icet_expr *b, srcpos pos)
{
    assert(a != NULL);
    const icet_expr *args[] = {a, b};
    return icet_expr_new(&x->builder, kind, pos, type, args, b == NULL ? 1 : 2);
}

const icet_expr *extract_tuple_of(extraction *x, const icet_expr *const *items,
                                  uint32_t count, srcpos pos)
{
    assert(count == 0 || items != NULL);
    return count == 1 ? items[0] : icet_expr_tuple(&x->builder, pos, items, count);
}

const icet_expr *extract_item(extraction *x, const icet_expr *tuple, uint32_t index,
                              srcpos pos)
{
    if (tuple->type->kind != ICET_TUPLE) /* a tuple of one item is the item */
        return tuple;
    assert(index < tuple->type->count);
    if (tuple->kind == ICET_EX_TUPLE)
        return tuple->args[index];
    icet_expr *e = icet_expr_new(&x->builder, ICET_EX_ITEM, pos,
                                 tuple->type->items[index], &tuple, 1);
    e->index = index;
    return e;
}

const icet_expr *extract_process(extraction *x, uint32_t process, srcpos pos)
{
    assert(process < x->processes.len);
    icet_expr *e = extract_expr_new(x, ICET_EX_PROCESS, icet_type_pid(), pos);
    e->index = process;
    vec_at(&x->processes, process)->is_known = true;
    vec_push(&x->references, e);
    return e;
}

/* The default of an enum is the element with the smallest number. */
static const icet_expr *default_enum(extraction *x, const icet_type *type,
                                     const enum_decl *decl, srcpos pos)
{
    const enum_elem *smallest = decl->elems.data[0];
    list_each (e, &decl->elems)
        if ((*e)->number < smallest->number)
            smallest = *e;
    icet_expr *e = extract_expr_new(x, ICET_EX_CTOR, type, pos);
    e->ctor = extract_ctor(x, smallest);
    return e;
}

static const icet_expr *default_tuple(extraction *x, const type_info *info, srcpos pos)
{
    const icet_expr **items = ARENA_ARRAY(&x->scratch, const icet_expr *, info->count);
    for (uint32_t i = 0; i < info->count; i++)
        items[i] = extract_default(x, info->parts[i], pos);
    return extract_tuple_of(x, items, info->count, pos);
}

const icet_expr *extract_default(extraction *x, type_id type, srcpos pos)
{
    const type_info *info = type_get(&x->p->symbols.types, type);
    const icet_type *made = extract_type(x, type, pos);
    if (info->kind == TYPE_KIND_ENUM)
        return default_enum(x, made, info->decl, pos);
    if (info->kind == TYPE_KIND_TUPLE || info->kind == TYPE_KIND_NAMED_TUPLE)
        return default_tuple(x, info, pos);
    if (made == icet_type_pid())
        return extract_expr_new(x, ICET_EX_NOBODY, made, pos);
    if (made == icet_type_bool())
        return extract_expr_new(x, ICET_EX_BOOL, made, pos);
    if (made == icet_type_int())
        return extract_int(x, 0, pos);
    return extract_tuple_of(x, NULL, 0, pos);
}

/* ---- shapes ---- */

const extract_shape *extract_shape_of_kind(extraction *x, extract_shape_kind kind)
{
    extract_shape *s = ARENA_NEW(&x->scratch, extract_shape);
    s->kind = kind;
    s->set = ICET_NONE;
    return s;
}

const extract_shape *extract_shape_of_expr(extraction *x, const icet_expr *e)
{
    assert(e != NULL);
    extract_shape *s = ARENA_NEW(&x->scratch, extract_shape);
    *s = (extract_shape){.kind = SHAPE_EXPR, .expr = e, .set = ICET_NONE};
    return s;
}

const extract_shape *extract_shape_of_set(extraction *x, uint32_t set)
{
    assert(set < x->sets.len);
    extract_shape *s = ARENA_NEW(&x->scratch, extract_shape);
    *s = (extract_shape){.kind = SHAPE_SET, .set = set};
    return s;
}

const extract_shape *extract_shape_of_tuple(extraction *x,
                                            const extract_shape *const *parts,
                                            uint32_t count, srcpos pos)
{
    bool are_exprs = true;
    for (uint32_t i = 0; i < count; i++)
        are_exprs &= parts[i]->kind == SHAPE_EXPR;
    if (are_exprs) {
        const icet_expr **items = ARENA_ARRAY(&x->scratch, const icet_expr *, count);
        for (uint32_t i = 0; i < count; i++)
            items[i] = parts[i]->expr;
        return extract_shape_of_expr(x, extract_tuple_of(x, items, count, pos));
    }
    extract_shape *s = ARENA_NEW(&x->scratch, extract_shape);
    *s =
        (extract_shape){.kind = SHAPE_TUPLE,
                        .set = ICET_NONE,
                        .count = count,
                        .parts = arena_copy(&x->scratch, parts, count * sizeof *parts)};
    return s;
}

const extract_shape *extract_shape_default(extraction *x, type_id type, srcpos pos)
{
    const type_info *info = type_get(&x->p->symbols.types, type);
    if (!extract_has_collection(x, type))
        return extract_shape_of_expr(x, extract_default(x, type, pos));
    if (info->kind == TYPE_KIND_SEQ || info->kind == TYPE_KIND_SET)
        return extract_shape_of_kind(x, SHAPE_EMPTY);
    const extract_shape **parts =
        ARENA_ARRAY(&x->scratch, const extract_shape *, info->count);
    for (uint32_t i = 0; i < info->count; i++)
        parts[i] = extract_shape_default(x, info->parts[i], pos);
    return extract_shape_of_tuple(x, parts, info->count, pos);
}

const extract_shape *extract_shape_part(extraction *x, const extract_shape *s,
                                        uint32_t index, srcpos pos)
{
    assert(s->kind != SHAPE_TUPLE || index < s->count);
    if (s->kind == SHAPE_TUPLE)
        return s->parts[index];
    if (s->kind == SHAPE_EXPR)
        return extract_shape_of_expr(x, extract_item(x, s->expr, index, pos));
    return s;
}

const extract_shape *extract_shape_with_part(extraction *x, const extract_shape *s,
                                             uint32_t count, uint32_t index,
                                             const extract_shape *part, srcpos pos)
{
    assert(index < count);
    const extract_shape **parts =
        ARENA_ARRAY(&x->scratch, const extract_shape *, count);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = i == index ? part : extract_shape_part(x, s, i, pos);
    return extract_shape_of_tuple(x, parts, count, pos);
}

static bool has_kind(const icet_expr *e, icet_expr_kind kind)
{
    if (e->kind == kind)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (has_kind(e->args[i], kind))
            return true;
    return false;
}

bool extract_shape_is_constant(const extract_shape *s)
{
    if (s->kind == SHAPE_EXPR)
        return !has_kind(s->expr, ICET_EX_VAR);
    if (s->kind == SHAPE_MEMBER)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (!extract_shape_is_constant(s->parts[i]))
            return false;
    return true;
}

bool extract_shape_is_wiring(const extract_shape *s)
{
    if (s->kind != SHAPE_EXPR)
        return extract_shape_is_constant(s);
    const icet_expr *e = s->expr;
    return extract_shape_is_constant(s) &&
           (has_kind(e, ICET_EX_PROCESS) || has_kind(e, ICET_EX_SELF) ||
            has_kind(e, ICET_EX_SIZE));
}

static const icet_expr *expr_for_others(extraction *x, uint32_t process,
                                        const icet_expr *e)
{
    if (e->kind == ICET_EX_SELF)
        return extract_process(x, process, e->pos);
    if (!has_kind(e, ICET_EX_SELF))
        return e;
    icet_expr *copy = arena_copy(x->memory, e, sizeof *e);
    const icet_expr **args = ARENA_ARRAY(x->memory, const icet_expr *, e->count);
    for (uint32_t i = 0; i < e->count; i++)
        args[i] = expr_for_others(x, process, e->args[i]);
    copy->args = args;
    return copy;
}

const extract_shape *extract_shape_for_others(extraction *x, uint32_t process,
                                              const extract_shape *s)
{
    if (s->kind == SHAPE_EXPR)
        return extract_shape_of_expr(x, expr_for_others(x, process, s->expr));
    if (s->kind != SHAPE_TUPLE)
        return s;
    const extract_shape **parts =
        ARENA_ARRAY(&x->scratch, const extract_shape *, s->count);
    for (uint32_t i = 0; i < s->count; i++)
        parts[i] = extract_shape_for_others(x, process, s->parts[i]);
    return extract_shape_of_tuple(x, parts, s->count, SRC_NONE);
}

const icet_expr *extract_shape_expr(extraction *x, const extract_shape *s, srcpos pos)
{
    switch (s->kind) {
    case SHAPE_EXPR:
        return s->expr;
    case SHAPE_MEMBER:
        extract_refuse(x, pos, "all machines of a set start with the same values",
                       "a value that differs between the machines of a set");
        break;
    case SHAPE_SET:
    case SHAPE_EMPTY:
    case SHAPE_TUPLE:
        extract_refuse(
            x, pos, "collections of machines may be passed to 'new', and looped over",
            "a collection as a value");
        break;
    }
    return extract_int(x, 0, pos);
}
