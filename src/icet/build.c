#include "icet/build.h"

#include <string.h>

static const icet_type int_type = {.kind = ICET_INT};
static const icet_type bool_type = {.kind = ICET_BOOL};
static const icet_type pid_type = {.kind = ICET_PID};
static const icet_type unit_type = {.kind = ICET_TUPLE};

void icet_builder_init(icet_builder *b, icet_program *program)
{
    *program = (icet_program){0};
    arena_init(&program->memory);
    *b = (icet_builder){.program = program};
    intern_init(&b->tuples);
}

void icet_builder_fini(icet_builder *b)
{
    intern_fini(&b->tuples);
    vec_free(&b->tuple_types);
    idmap_fini(&b->data_types);
    vec_free(&b->vars);
}

const char *icet_text(icet_builder *b, const char *text)
{
    return arena_strndup(&b->program->memory, text, strlen(text));
}

const icet_type *icet_type_int(void)
{
    return &int_type;
}

const icet_type *icet_type_bool(void)
{
    return &bool_type;
}

const icet_type *icet_type_pid(void)
{
    return &pid_type;
}

const icet_type *icet_type_unit(void)
{
    return &unit_type;
}

const icet_type *icet_type_tuple(icet_builder *b, const icet_type *const *items,
                                 uint32_t count)
{
    if (count == 0)
        return &unit_type;
    intern_id id = intern_put(&b->tuples, items, count * sizeof(*items));
    if (id < b->tuple_types.len)
        return b->tuple_types.data[id];
    icet_type *t = ARENA_NEW(&b->program->memory, icet_type);
    t->kind = ICET_TUPLE;
    t->count = count;
    t->items = arena_copy(&b->program->memory, items, count * sizeof(*items));
    assert(id == b->tuple_types.len);
    vec_push(&b->tuple_types, t);
    return t;
}

const icet_type *icet_type_data(icet_builder *b, const icet_data *data)
{
    assert(data != NULL);
    uint64_t key = (uint64_t)(uintptr_t)data;
    const icet_type *known = idmap_get(&b->data_types, key);
    if (known != NULL)
        return known;
    icet_type *t = ARENA_NEW(&b->program->memory, icet_type);
    t->kind = ICET_DATA;
    t->data = data;
    idmap_put(&b->data_types, key, t);
    return t;
}

const icet_type *icet_set_type(const icet_set *set)
{
    return set->process == ICET_NONE ? &int_type : &pid_type;
}

icet_expr *icet_expr_new(icet_builder *b, icet_expr_kind kind, srcpos pos,
                         const icet_type *type, const icet_expr *const *args,
                         uint32_t count)
{
    assert(type != NULL);
    assert(count == 0 || args != NULL);
    icet_expr *e = ARENA_NEW(&b->program->memory, icet_expr);
    e->kind = kind;
    e->pos = pos;
    e->type = type;
    e->count = count;
    if (count > 0)
        e->args = arena_copy(&b->program->memory, args, count * sizeof(*args));
    return e;
}

const icet_expr *icet_expr_int(icet_builder *b, srcpos pos, int64_t number)
{
    icet_expr *e = icet_expr_new(b, ICET_EX_INT, pos, &int_type, NULL, 0);
    e->number = number;
    return e;
}

const icet_expr *icet_expr_bool(icet_builder *b, srcpos pos, bool value)
{
    icet_expr *e = icet_expr_new(b, ICET_EX_BOOL, pos, &bool_type, NULL, 0);
    e->number = value;
    return e;
}

const icet_expr *icet_expr_var(icet_builder *b, srcpos pos, uint32_t var)
{
    const icet_type *type = vec_at(&b->vars, var)->type;
    icet_expr *e = icet_expr_new(b, ICET_EX_VAR, pos, type, NULL, 0);
    e->index = var;
    return e;
}

const icet_expr *icet_expr_tuple(icet_builder *b, srcpos pos,
                                 const icet_expr *const *args, uint32_t count)
{
    VEC(const icet_type *) items = {0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&items, args[i]->type);
    const icet_type *type = icet_type_tuple(b, items.data, count);
    vec_free(&items);
    return icet_expr_new(b, ICET_EX_TUPLE, pos, type, args, count);
}

const icet_expr *icet_expr_item(icet_builder *b, const icet_expr *tuple, uint32_t item)
{
    assert(tuple->type->kind == ICET_TUPLE);
    assert(item < tuple->type->count);
    icet_expr *e =
        icet_expr_new(b, ICET_EX_ITEM, tuple->pos, tuple->type->items[item], &tuple, 1);
    e->index = item;
    return e;
}

const icet_expr *icet_expr_part(icet_builder *b, const icet_expr *data,
                                const icet_ctor *ctor, uint32_t field)
{
    assert(data->type->data == ctor->data);
    assert(field < ctor->count);
    icet_expr *e =
        icet_expr_new(b, ICET_EX_PART, data->pos, ctor->fields[field], &data, 1);
    e->ctor = ctor;
    e->index = field;
    return e;
}

const icet_expr *icet_expr_is(icet_builder *b, const icet_expr *data,
                              const icet_ctor *ctor)
{
    assert(data->type->data == ctor->data);
    icet_expr *e = icet_expr_new(b, ICET_EX_IS, data->pos, &bool_type, &data, 1);
    e->ctor = ctor;
    return e;
}

icet_stmt *icet_stmt_new(icet_builder *b, icet_list *list, icet_stmt_kind kind,
                         srcpos pos)
{
    icet_stmt *s = ARENA_NEW(&b->program->memory, icet_stmt);
    s->kind = kind;
    s->pos = pos;
    s->id = b->stmts++;
    s->message = s->var = s->set = ICET_NONE;
    *(list->end != NULL ? list->end : &list->first) = s;
    list->end = &s->next;
    return s;
}

void icet_stmt_assign(icet_builder *b, icet_list *list, srcpos pos, uint32_t var,
                      const icet_expr *value)
{
    assert(var < b->vars.len);
    assert(value == NULL || b->vars.data[var].type == NULL ||
           value->type == b->vars.data[var].type);
    icet_stmt *s = icet_stmt_new(b, list, ICET_ASSIGN, pos);
    s->var = var;
    s->value = value;
}

uint32_t icet_var_new(icet_builder *b, const char *name, srcpos pos,
                      const icet_type *type)
{
    icet_var v = {name != NULL ? icet_text(b, name) : NULL, pos, type};
    vec_push(&b->vars, v);
    return (uint32_t)b->vars.len - 1;
}

void icet_process_end(icet_builder *b, icet_process *process, const icet_list *body)
{
    process->var_count = (uint32_t)b->vars.len;
    process->vars = ARENA_VEC(&b->program->memory, &b->vars);
    process->body = body->first;
    vec_clear(&b->vars);
    b->stmts = 0;
}

/* A value has a bounded number of parts, so the recursion is shallow. */
bool icet_type_has_pid(const icet_type *type)
{
    bool found = type->kind == ICET_PID;
    for (uint32_t i = 0; type->kind == ICET_TUPLE && i < type->count && !found; i++)
        found = icet_type_has_pid(type->items[i]);
    for (uint32_t i = 0; type->kind == ICET_DATA && i < type->data->count; i++)
        for (uint32_t k = 0; k < type->data->ctors[i].count && !found; k++)
            found = icet_type_has_pid(type->data->ctors[i].fields[k]);
    return found;
}
