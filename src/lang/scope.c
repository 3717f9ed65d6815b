#include "lang/scope.h"

void scopes_init(scopes *s)
{
    *s = (scopes){0};
    vec_push(&s->parents, SCOPE_GLOBAL); /* the global scope is its own parent */
}

void scopes_fini(scopes *s)
{
    vec_free(&s->parents);
    vec_free(&s->entries);
    idmap_fini(&s->table);
}

scope_id scope_new(scopes *s, scope_id parent)
{
    assert(parent < s->parents.len);
    vec_push(&s->parents, parent);
    return (scope_id)(s->parents.len - 1);
}

static uint64_t key_of(scope_id scope, name_space space, name_id name)
{
    assert(space < NS_COUNT);
    assert(scope <= UINT32_MAX / NS_COUNT);
    return IDMAP_KEY(scope * (uint32_t)NS_COUNT + (uint32_t)space, name);
}

const scope_entry *scope_entry_of(const scopes *s, scope_id scope, name_space space,
                                  name_id name)
{
    size_t number = idmap_get_number(&s->table, key_of(scope, space, name));
    return number == 0 ? NULL : vec_at(&s->entries, number - 1);
}

const scope_entry *scope_put(scopes *s, scope_id scope, name_space space, name_id name,
                             srcpos pos, void *decl)
{
    assert(scope < s->parents.len);
    assert(name != NAME_NONE);
    assert(decl != NULL);
    size_t number = s->entries.len + 1;
    size_t before = idmap_put_number(&s->table, key_of(scope, space, name), number);
    if (before != 0)
        return vec_at(&s->entries, before - 1);
    scope_entry e = {scope, space, name, pos, decl};
    vec_push(&s->entries, e);
    return NULL;
}

void *scope_get(const scopes *s, scope_id scope, name_space space, name_id name)
{
    const scope_entry *e = scope_entry_of(s, scope, space, name);
    return e == NULL ? NULL : e->decl;
}

void *scope_find(const scopes *s, scope_id scope, name_space space, name_id name)
{
    for (;; scope = *vec_at(&s->parents, scope)) {
        void *decl = scope_get(s, scope, space, name);
        if (decl != NULL || scope == SCOPE_GLOBAL)
            return decl;
    }
}

static bool encloses(const scopes *s, scope_id outer, scope_id inner)
{
    while (inner != outer && inner != SCOPE_GLOBAL)
        inner = s->parents.data[inner];
    return inner == outer;
}

void scope_suggest(const scopes *s, scope_id scope, name_space space,
                   const intern *names, suggest *out)
{
    vec_each (e, &s->entries)
        if (e->space == space && encloses(s, e->scope, scope))
            suggest_offer(out, intern_text(names, e->name));
}
