#include "engine/reduce/roles.h"

#include "base/intern.h"
#include "core/world.h"

struct casts {
    core *c;
    likenesses *l;
    intern known; /* who is there, a byte for each slot */
    VEC(cast) all;
    VEC(bool) present; /* of the last state */
    uint32_t last;     /* INTERN_NONE: there was none */
};

casts *casts_new(core *c, likenesses *l)
{
    casts *k = mem_alloc(sizeof *k);
    k->c = c;
    k->l = l;
    k->last = INTERN_NONE;
    intern_init(&k->known);
    return k;
}

void casts_free(casts *k)
{
    if (k == NULL)
        return;
    vec_each (one, &k->all) {
        vec_free(&one->roles);
        vec_free(&one->members);
        vec_free(&one->movers);
    }
    vec_free(&k->all);
    vec_free(&k->present);
    intern_fini(&k->known);
    mem_free(k, sizeof *k);
}

static const machine_name *name_of(const casts *k, uint32_t slot)
{
    return naming_get(&k->c->vals.names, slot);
}

static bool is_same_role(const casts *k, uint32_t a, uint32_t b)
{
    const machine_name *x = name_of(k, a);
    const machine_name *y = name_of(k, b);
    return x->parent == y->parent && x->asked == y->asked &&
           x->interface == y->interface;
}

/* Of one depth by name. */
static void add_movers(casts *k, cast *to)
{
    uint32_t deepest = 0;
    for (uint32_t depth = 1; depth <= deepest + 1; depth++) {
        vec_each (slot, &k->c->vals.names.sorted) {
            const mover m = {*slot, name_of(k, *slot)->parent, ROLE_NONE};
            if (*slot >= k->present.len || !k->present.data[*slot] ||
                name_of(k, *slot)->depth < depth || likeness_kind(k->l, *slot) == 0)
                continue;
            deepest = depth;
            if (name_of(k, *slot)->depth == depth)
                vec_push(&to->movers, m);
        }
    }
}

/* The role of mover I, if it is the first of two or more. */
static void add_role(casts *k, cast *to, size_t i)
{
    uint32_t first = to->movers.data[i].slot;
    role r = {.kind = likeness_kind(k->l, first),
              .parent = name_of(k, first)->parent,
              .depth = name_of(k, first)->depth,
              .first = (uint32_t)to->members.len};
    for (size_t n = i; n < to->movers.len; n++)
        if (is_same_role(k, to->movers.data[n].slot, first))
            vec_push(&to->members, to->movers.data[n].slot);
    r.count = (uint32_t)to->members.len - r.first;
    if (r.count == 1) {
        to->members.len--;
        return;
    }
    for (size_t n = i; n < to->movers.len; n++)
        if (is_same_role(k, to->movers.data[n].slot, first))
            to->movers.data[n].role = (uint32_t)to->roles.len;
    for (uint32_t n = 2; n <= r.count; n++)
        to->group *= n;
    vec_push(&to->roles, r);
}

static cast make_cast(casts *k)
{
    cast made = {.group = 1};
    add_movers(k, &made);
    for (size_t i = 0; i < made.movers.len; i++)
        if (made.movers.data[i].role == ROLE_NONE)
            add_role(k, &made, i);
    return made;
}

/* Notes who is there; true: the same as in the last state. */
static bool look_who_is_there(casts *k, const system_state *s)
{
    uint32_t slots = system_slots(k->c, s);
    const value *locals = s->data + world_columns(k->c);
    bool is_same = k->present.len == slots;
    while (k->present.len < slots)
        vec_push(&k->present, false);
    k->present.len = slots;
    for (uint32_t slot = 0; slot < slots; slot++) {
        bool is_there = locals[(size_t)2 * slot] != VALUE_NULL;
        is_same &= k->present.data[slot] == is_there;
        k->present.data[slot] = is_there;
    }
    return is_same;
}

const cast *cast_of(casts *k, const system_state *s)
{
    if (!look_who_is_there(k, s) || k->last == INTERN_NONE) {
        k->last = intern_put(&k->known, k->present.data, k->present.len);
        if (k->last == k->all.len) {
            const cast made = make_cast(k);
            vec_push(&k->all, made);
        }
    }
    return &k->all.data[k->last];
}
