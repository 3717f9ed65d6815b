/* Checks types: resolves their names, and reports types that contain themselves or are
 * huge. */
#include "icet/check.h"

static const icet_data *find_data(icet_checker *c, ast_name name)
{
    size_t number = idmap_get_number(&c->type_names, name.id);
    if (number != 0)
        return &c->datas[number - 1];
    diag_error(c->d, name.pos, "no type named '%s'", icet_check_name(c, name));
    if (!icet_check_may_suggest(c))
        return NULL;
    suggest s;
    suggest_start(&s, icet_check_name(c, name));
    static const char *const words[] = {"int", "bool", "pid"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        suggest_offer(&s, words[i]);
    for (uint32_t i = 0; i < c->program->data_count; i++)
        suggest_offer(&s, c->datas[i].name);
    icet_check_suggest(c, &s);
    return NULL;
}

static const icet_type *resolve(icet_checker *c, const ast_type *type)
{
    switch (type->kind) {
    case AST_TYPE_INT:
        return icet_type_int();
    case AST_TYPE_BOOL:
        return icet_type_bool();
    case AST_TYPE_PID:
        return icet_type_pid();
    case AST_TYPE_NAME: {
        const icet_data *data = find_data(c, type->name);
        return data != NULL ? icet_type_data(&c->b, data) : NULL;
    }
    case AST_TYPE_TUPLE: {
        bool ok = true;
        const icet_type *result = NULL;
        VEC(const icet_type *) items = {0};
        list_each (item, &type->items) {
            vec_push(&items, resolve(c, *item));
            ok &= *vec_last(&items) != NULL;
        }
        if (ok)
            result = icet_type_tuple(&c->b, items.data, type->items.count);
        vec_free(&items);
        return result;
    }
    case AST_TYPE_BAD:
        break;
    }
    return NULL;
}

/* The number of parts of a value of the type; with several constructors, the largest.
 */
static uint32_t size_of(const icet_checker *c, const icet_type *type)
{
    if (type->kind == ICET_DATA)
        return c->data_sizes[type->data - c->datas];
    uint64_t size = 1;
    for (uint32_t i = 0; i < type->count && size <= ICET_MAX_TYPE; i++)
        size += size_of(c, type->items[i]);
    return size <= ICET_MAX_TYPE ? (uint32_t)size : ICET_MAX_TYPE + 1;
}

bool icet_check_size_of(icet_checker *c, const icet_type *type, srcpos pos)
{
    if (size_of(c, type) <= ICET_MAX_TYPE)
        return true;
    diag_error(c->d, pos, "this value is too large (more than %d parts)",
               ICET_MAX_TYPE);
    return false;
}

const icet_type *icet_check_written_type(icet_checker *c, const ast_type *type)
{
    const icet_type *t = resolve(c, type);
    return t != NULL && icet_check_size_of(c, t, type->pos) ? t : NULL;
}

bool icet_check_has_pid(const icet_checker *c, const icet_type *type)
{
    if (type->kind == ICET_DATA)
        return c->data_has_pid[type->data - c->datas];
    bool has = type->kind == ICET_PID;
    for (uint32_t i = 0; i < type->count && !has; i++)
        has = icet_check_has_pid(c, type->items[i]);
    return has;
}

/* ---- Dependencies between types ---- */

enum { UNSEEN, SEEING, SEEN };

typedef struct walk {
    icet_checker *c;
    char *state;
    unsigned level;
} walk;

static bool visit_data(walk *w, uint32_t index);

static bool visit_type(walk *w, const ast_type *type)
{
    icet_checker *c = w->c;
    bool ok = true;
    if (type->kind == AST_TYPE_TUPLE)
        list_each (item, &type->items)
            ok &= visit_type(w, *item);
    if (type->kind != AST_TYPE_NAME)
        return ok;
    const icet_data *data = find_data(c, type->name);
    if (data == NULL)
        return false;
    uint32_t index = (uint32_t)(data - c->datas);
    if (w->state[index] != SEEING)
        return visit_data(w, index);
    diag_error(c->d, data->pos, "type '%s' contains itself", data->name);
    diag_note(c->d, type->pos, "through this");
    return false;
}

static void fill_ctor(icet_checker *c, icet_ctor *ctor, const ast_ctor *tree,
                      uint64_t *size)
{
    const icet_type **fields =
        ARENA_ARRAY(&c->program->memory, const icet_type *, tree->fields.count);
    *size = 1;
    for (uint32_t i = 0; i < tree->fields.count; i++) {
        fields[i] = resolve(c, tree->fields.data[i]);
        *size += size_of(c, fields[i]);
        c->data_has_pid[ctor->data - c->datas] |= icet_check_has_pid(c, fields[i]);
    }
    ctor->fields = fields;
    ctor->count = tree->fields.count;
}

/* The types of its fields are complete and do not contain it. */
static bool fill_data(icet_checker *c, uint32_t index)
{
    const ast_data *tree = c->data_trees.data[index];
    uint64_t largest = 0;
    for (uint32_t i = 0; i < tree->ctors.count; i++) {
        uint64_t size;
        fill_ctor(c, &c->ctors[index][i], tree->ctors.data[i], &size);
        largest = size > largest ? size : largest;
    }
    if (largest > ICET_MAX_TYPE) {
        diag_error(c->d, tree->name.pos,
                   "values of '%s' are too large (more than %d parts)",
                   c->datas[index].name, ICET_MAX_TYPE);
        return false;
    }
    c->data_sizes[index] = (uint32_t)largest;
    return true;
}

static bool visit_data(walk *w, uint32_t index)
{
    const ast_data *tree = w->c->data_trees.data[index];
    if (w->state[index] == SEEN)
        return w->c->data_sizes[index] > 0;
    if (w->level >= ICET_MAX_TYPE) {
        diag_error(w->c->d, tree->name.pos, "types nested too deeply (more than %d)",
                   ICET_MAX_TYPE);
        return false;
    }
    bool ok = true;
    w->state[index] = SEEING;
    w->level++;
    list_each (ctor, &tree->ctors)
        list_each (field, &(*ctor)->fields)
            ok &= visit_type(w, *field);
    w->level--;
    w->state[index] = SEEN;
    return ok && fill_data(w->c, index);
}

void icet_check_datas(icet_checker *c)
{
    uint32_t count = c->program->data_count;
    c->data_sizes = ARENA_ARRAY(&c->scratch, uint32_t, count); /* 0: reported */
    c->data_has_pid = ARENA_ARRAY(&c->scratch, bool, count);
    walk w = {.c = c, .state = ARENA_ARRAY(&c->scratch, char, count)};
    for (uint32_t i = 0; i < count; i++)
        visit_data(&w, i);
}
