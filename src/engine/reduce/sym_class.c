#include "engine/reduce/sym_class.h"

#include "base/intern.h"
#include "core/env.h"

struct sym_class_table {
    core *c;
    shape_hash_table *l;
    intern known; /* which machines exist, a byte for each machine id */
    VEC(sym_classes) all;
    VEC(bool) present; /* of the last state */
    uint32_t last;     /* INTERN_NONE: there was none */
};

sym_class_table *sym_class_new(core *c, shape_hash_table *l)
{
    sym_class_table *k = mem_alloc(sizeof *k);
    k->c = c;
    k->l = l;
    k->last = INTERN_NONE;
    intern_init(&k->known);
    return k;
}

void sym_class_free(sym_class_table *k)
{
    if (k == NULL)
        return;
    vec_each (one, &k->all) {
        vec_free(&one->classes);
        vec_free(&one->members);
        vec_free(&one->permutable);
    }
    vec_free(&k->all);
    vec_free(&k->present);
    intern_fini(&k->known);
    mem_free(k, sizeof *k);
}

static const machine_name *name_of(const sym_class_table *k, machine_id id)
{
    return naming_get(&k->c->vals.names, id);
}

static bool is_same_class(const sym_class_table *k, uint32_t a, uint32_t b)
{
    const machine_name *x = name_of(k, a);
    const machine_name *y = name_of(k, b);
    return x->parent == y->parent && x->requested == y->requested &&
           x->interface == y->interface;
}

/* By depth, then by name. */
static void add_permutable(sym_class_table *k, sym_classes *to)
{
    uint32_t deepest = 0;
    for (uint32_t depth = 1; depth <= deepest + 1; depth++) {
        vec_each (id, &k->c->vals.names.sorted) {
            const sym_member m = {*id, name_of(k, *id)->parent, SYM_CLASS_NONE};
            if (*id >= k->present.len || !k->present.data[*id] ||
                name_of(k, *id)->depth < depth || shape_hash_kind(k->l, *id) == 0)
                continue;
            deepest = depth;
            if (name_of(k, *id)->depth == depth)
                vec_push(&to->permutable, m);
        }
    }
}

/* The class of machine I, if it is the first of two or more. */
static void add_class(sym_class_table *k, sym_classes *to, size_t i)
{
    assert(to->permutable.data[i].class_index == SYM_CLASS_NONE);
    uint32_t first = to->permutable.data[i].machine;
    sym_class r = {.kind = shape_hash_kind(k->l, first),
                   .parent = name_of(k, first)->parent,
                   .depth = name_of(k, first)->depth,
                   .first = (uint32_t)to->members.len};
    for (size_t n = i; n < to->permutable.len; n++)
        if (is_same_class(k, to->permutable.data[n].machine, first))
            vec_push(&to->members, to->permutable.data[n].machine);
    r.count = (uint32_t)to->members.len - r.first;
    assert(r.count > 0);
    if (r.count == 1) {
        to->members.len--;
        return;
    }
    for (size_t n = i; n < to->permutable.len; n++)
        if (is_same_class(k, to->permutable.data[n].machine, first))
            to->permutable.data[n].class_index = (uint32_t)to->classes.len;
    for (uint32_t n = 2; n <= r.count; n++)
        to->group_order *= n;
    vec_push(&to->classes, r);
}

static sym_classes make_classes(sym_class_table *k)
{
    sym_classes made = {.group_order = 1};
    add_permutable(k, &made);
    for (size_t i = 0; i < made.permutable.len; i++)
        if (made.permutable.data[i].class_index == SYM_CLASS_NONE)
            add_class(k, &made, i);
    return made;
}

/* Notes which machines exist; true: the same as in the last state. */
static bool note_present(sym_class_table *k, const system_state *s)
{
    uint32_t ids = system_machines(k->c, s);
    const value *locals = s->data + env_columns(k->c);
    bool is_same = k->present.len == ids;
    while (k->present.len < ids)
        vec_push(&k->present, false);
    k->present.len = ids;
    for (machine_id id = 0; id < ids; id++) {
        bool is_there = locals[(size_t)2 * id] != VALUE_NULL;
        is_same &= k->present.data[id] == is_there;
        k->present.data[id] = is_there;
    }
    return is_same;
}

const sym_classes *sym_class_find(sym_class_table *k, const system_state *s)
{
    if (!note_present(k, s) || k->last == INTERN_NONE) {
        k->last = intern_put(&k->known, k->present.data, k->present.len);
        if (k->last == k->all.len) {
            const sym_classes made = make_classes(k);
            vec_push(&k->all, made);
        }
    }
    return &k->all.data[k->last];
}
