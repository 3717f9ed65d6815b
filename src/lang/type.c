#include "lang/type.h"

#include "lang/token.h"

#include <string.h>

/* idmap stores pointers; these two represent the answers. */
static char yes, no;

static type_id add_info(types *t, type_info info)
{
    vec_push(&t->infos, info);
    return (type_id)(t->infos.len - 1);
}

void types_init(types *t, const intern *names)
{
    *t = (types){.names = names};
    intern_init(&t->keys);
    arena_init(&t->memory);
    static const name_id builtin_names[TYPE_FIRST_MADE] = {
        [TYPE_ERROR] = NAME_NONE,
        [TYPE_ANY] = NAME_OF_WORD(TOK_ANY),
        [TYPE_DATA] = NAME_OF_WORD(TOK_DATA),
        [TYPE_BOOL] = NAME_OF_WORD(TOK_BOOL),
        [TYPE_INT] = NAME_OF_WORD(TOK_INT),
        [TYPE_FLOAT] = NAME_OF_WORD(TOK_FLOAT),
        [TYPE_STRING] = NAME_OF_WORD(TOK_STRING),
        [TYPE_EVENT] = NAME_OF_WORD(TOK_EVENT),
        [TYPE_MACHINE] = NAME_OF_WORD(TOK_MACHINE),
        [TYPE_NULL] = NAME_OF_WORD(TOK_NULL),
    };
    for (uint32_t i = 0; i < TYPE_FIRST_MADE; i++) {
        /* Built-in types have keys only to keep ids and infos in step. */
        intern_put(&t->keys, &i, sizeof i);
        add_info(t, (type_info){.kind = TYPE_KIND_BUILTIN,
                                .name = builtin_names[i],
                                .alias = NAME_NONE});
    }
}

void types_fini(types *t)
{
    intern_fini(&t->keys);
    arena_fini(&t->memory);
    vec_free(&t->infos);
    idmap_fini(&t->accepts_cache);
    idmap_fini(&t->data_cache);
}

const type_info *type_get(const types *t, type_id type)
{
    return vec_at(&t->infos, type);
}

type_kind type_kind_of(const types *t, type_id type)
{
    return type_get(t, type)->kind;
}

uint32_t type_depth(const types *t, type_id type)
{
    return type_get(t, type)->depth;
}

/* Hash-consing: the key is kind, parts and names in a row. */
static type_id make(types *t, type_kind kind, const name_id *names,
                    const type_id *parts, uint32_t count)
{
    assert(count > 0 || kind == TYPE_KIND_TUPLE || kind == TYPE_KIND_NAMED_TUPLE);
    size_t words = 2 + (size_t)count * (names != NULL ? 2 : 1);
    uint32_t small[32];
    uint32_t *key = words <= 32 ? small : mem_alloc(words * sizeof *key);
    key[0] = (uint32_t)kind + TYPE_FIRST_MADE; /* unlike built-in types */
    key[1] = count;
    memcpy(key + 2, parts, count * sizeof *parts);
    if (names != NULL)
        memcpy(key + 2 + count, names, count * sizeof *names);
    type_id id = intern_put(&t->keys, key, words * sizeof *key);
    if (key != small)
        mem_free(key, words * sizeof *key);
    if (id < t->infos.len)
        return id;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; i++)
        if (type_depth(t, parts[i]) > depth)
            depth = type_depth(t, parts[i]);
    return add_info(
        t, (type_info){
               .kind = kind,
               .depth = depth + 1,
               .name = NAME_NONE,
               .alias = NAME_NONE,
               .count = count,
               .parts = arena_copy(&t->memory, parts, count * sizeof *parts),
               .names = names == NULL
                            ? NULL
                            : arena_copy(&t->memory, names, count * sizeof *names),
           });
}

type_id type_seq(types *t, type_id elem)
{
    return make(t, TYPE_KIND_SEQ, NULL, &elem, 1);
}

type_id type_set(types *t, type_id elem)
{
    return make(t, TYPE_KIND_SET, NULL, &elem, 1);
}

type_id type_map(types *t, type_id key, type_id value)
{
    return make(t, TYPE_KIND_MAP, NULL, (type_id[]){key, value}, 2);
}

type_id type_tuple(types *t, const type_id *parts, uint32_t count)
{
    return make(t, TYPE_KIND_TUPLE, NULL, parts, count);
}

type_id type_named_tuple(types *t, const name_id *names, const type_id *parts,
                         uint32_t count)
{
    return make(t, TYPE_KIND_NAMED_TUPLE, names, parts, count);
}

/* Types of declarations: each declaration calls this once, so no search is needed. */
static type_id make_declared(types *t, type_info info)
{
    struct {
        uint32_t kind;
        uint32_t number;
    } key = {(uint32_t)info.kind + TYPE_FIRST_MADE, (uint32_t)t->infos.len};
    type_id id = intern_put(&t->keys, &key, sizeof key);
    assert(id == t->infos.len);
    (void)id;
    assert(info.name != NAME_NONE || info.decl != NULL);
    info.alias = NAME_NONE;
    return add_info(t, info);
}

type_id type_enum(types *t, name_id name, const void *decl)
{
    return make_declared(
        t, (type_info){.kind = TYPE_KIND_ENUM, .name = name, .decl = decl});
}

void type_set_elems(types *t, type_id type, const type_elem *elems, uint32_t count)
{
    type_info *info = vec_at(&t->infos, type);
    assert(info->kind == TYPE_KIND_ENUM);
    assert(info->elems == NULL);
    info->elems = arena_copy(&t->memory, elems, count * sizeof *elems);
    info->elem_count = count;
}

uint64_t type_smallest_elem(const types *t, type_id type)
{
    const type_info *info = type_get(t, type);
    assert(info->kind == TYPE_KIND_ENUM);
    uint64_t smallest = UINT64_MAX;
    for (uint32_t i = 0; i < info->elem_count; i++)
        if (info->elems[i].number < smallest)
            smallest = info->elems[i].number;
    return smallest;
}

type_id type_foreign(types *t, name_id name, const void *decl)
{
    return make_declared(
        t, (type_info){.kind = TYPE_KIND_FOREIGN, .name = name, .decl = decl});
}

type_id type_permission(types *t, permission_kind kind, name_id name, const void *decl,
                        const evset_id *events)
{
    return make_declared(t, (type_info){.kind = TYPE_KIND_PERMISSION,
                                        .name = name,
                                        .permission = kind,
                                        .decl = decl,
                                        .events = events});
}

void type_add_alias(types *t, type_id type, name_id name)
{
    type_info *info = vec_at(&t->infos, type);
    if (info->kind >= TYPE_KIND_SEQ && info->alias == NAME_NONE)
        info->alias = name;
}

/* True if values cannot hold a machine reference: every permission inside is known and
 * empty. */
static bool is_data(types *t, type_id type)
{
    void *known = idmap_get(&t->data_cache, type);
    if (known != NULL)
        return known == &yes;
    const type_info info = *type_get(t, type);
    bool answer = true;
    switch (info.kind) {
    case TYPE_KIND_BUILTIN:
        answer = type != TYPE_ANY && type != TYPE_MACHINE;
        break;
    case TYPE_KIND_ENUM:
        break;
    case TYPE_KIND_FOREIGN:
        answer = false;
        break;
    case TYPE_KIND_PERMISSION:
        answer = *info.events == EVSET_EMPTY;
        break;
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
    case TYPE_KIND_MAP:
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        for (uint32_t i = 0; i < info.count && answer; i++)
            answer = is_data(t, info.parts[i]);
        break;
    }
    idmap_put(&t->data_cache, type, answer ? &yes : &no);
    return answer;
}

static bool accepts_builtin(types *t, type_id target, type_id source)
{
    bool is_reference = type_kind_of(t, source) == TYPE_KIND_PERMISSION;
    switch (target) {
    case TYPE_ANY:
        return true;
    case TYPE_DATA:
        return is_data(t, source);
    case TYPE_EVENT:
        return source == TYPE_NULL;
    case TYPE_MACHINE:
        return source == TYPE_NULL || is_reference;
    }
    return false;
}

static bool accepts_structure(types *t, const type_info *target,
                              const type_info *source)
{
    if (target->kind != source->kind || target->count != source->count)
        return false;
    for (uint32_t i = 0; i < target->count; i++) {
        if (target->names != NULL && target->names[i] != source->names[i])
            return false;
        if (!type_accepts(t, target->parts[i], source->parts[i]))
            return false;
    }
    return true;
}

bool type_accepts(types *t, type_id target, type_id source)
{
    if (target == source || target == TYPE_ERROR || source == TYPE_ERROR)
        return true;
    const type_info want = *type_get(t, target);
    const type_info have = *type_get(t, source);
    switch (want.kind) {
    case TYPE_KIND_BUILTIN:
        return accepts_builtin(t, target, source);
    case TYPE_KIND_ENUM:
    case TYPE_KIND_FOREIGN:
        return false;
    case TYPE_KIND_PERMISSION:
        return have.kind == TYPE_KIND_PERMISSION && *want.events == *have.events;
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
    case TYPE_KIND_MAP:
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        break;
    }
    /* Types share parts, so without a cache `type B = (A, A); type C = (B, B); ...`
     * would take exponential time. */
    uint64_t key = IDMAP_KEY(target, source);
    void *known = idmap_get(&t->accepts_cache, key);
    if (known != NULL)
        return known == &yes;
    bool answer = accepts_structure(t, &want, &have);
    idmap_put(&t->accepts_cache, key, answer ? &yes : &no);
    return answer;
}

bool type_same(types *t, type_id a, type_id b)
{
    return type_accepts(t, a, b) && type_accepts(t, b, a);
}

int type_field_index(const types *t, type_id type, name_id name)
{
    const type_info *info = type_get(t, type);
    for (uint32_t i = 0; i < info->count && info->names != NULL; i++)
        if (info->names[i] == name)
            return (int)i;
    return -1;
}

enum { SHOW_LIMIT = 60 };

static void show_structure(const types *t, type_id type, size_t limit, strbuf *out);

static void show_list(const types *t, const type_info *info, const char *open,
                      const char *close, size_t limit, strbuf *out)
{
    strbuf_puts(out, open);
    for (uint32_t i = 0; i < info->count; i++) {
        if (i > 0)
            strbuf_puts(out, ", ");
        if (out->len > limit) {
            strbuf_puts(out, "...");
            break;
        }
        if (info->names != NULL)
            strbuf_printf(out, "%s: ", intern_text(t->names, info->names[i]));
        show_structure(t, info->parts[i], limit, out);
    }
    strbuf_puts(out, close);
}

static void show_structure(const types *t, type_id type, size_t limit, strbuf *out)
{
    const type_info *info = type_get(t, type);
    if (out->len > limit) {
        strbuf_puts(out, "...");
        return;
    }
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
    case TYPE_KIND_ENUM:
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_PERMISSION:
        strbuf_puts(out, type == TYPE_ERROR ? "?" : intern_text(t->names, info->name));
        return;
    case TYPE_KIND_SEQ:
        show_list(t, info, "seq[", "]", limit, out);
        return;
    case TYPE_KIND_SET:
        show_list(t, info, "set[", "]", limit, out);
        return;
    case TYPE_KIND_MAP:
        show_list(t, info, "map[", "]", limit, out);
        return;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        show_list(t, info, "(", ")", limit, out);
        return;
    }
}

void type_show(const types *t, type_id type, strbuf *out)
{
    size_t start = out->len;
    show_structure(t, type, start + SHOW_LIMIT, out);
    name_id alias = type_get(t, type)->alias;
    if (out->len - start > SHOW_LIMIT && alias != NAME_NONE) {
        out->len = start;
        strbuf_puts(out, intern_text(t->names, alias));
    }
}

void type_show_whole(const types *t, type_id type, strbuf *out)
{
    /* Types share parts, so even the "whole" text needs a limit: some are exponentially
     * long. */
    enum { LONGEST = 100000 };
    show_structure(t, type, out->len + LONGEST, out);
}
