#include "engine/reduce/renaming.h"

#include "core/env.h"

#include "base/hash.h"
#include "base/intern.h"

#include <string.h>

enum { MEMORY_BITS = 17 }; /* log2 of the cached columns */

typedef struct permutation {
    const new_name *names;
    uint32_t count;
    VEC(uint32_t) images; /* by machine id: the new one + 1; 0: not computed yet */
} permutation;

typedef struct renamed {
    value from;
    uint32_t permutation;
    value to;
} renamed;

struct renaming {
    core *c;
    intern keys; /* of permutations, by number */
    VEC(permutation) all;
    renamed *known;   /* a direct-mapped cache */
    VEC(value) stack; /* items of the values under construction */
};

renaming *renaming_new(core *c)
{
    renaming *r = mem_alloc(sizeof *r);
    r->c = c;
    intern_init(&r->keys);
    r->known = mem_alloc(sizeof *r->known << MEMORY_BITS);
    return r;
}

void renaming_free(renaming *r)
{
    if (r == NULL)
        return;
    vec_each (p, &r->all)
        vec_free(&p->images);
    vec_free(&r->all);
    vec_free(&r->stack);
    intern_fini(&r->keys);
    mem_free(r->known, sizeof *r->known << MEMORY_BITS);
    mem_free(r, sizeof *r);
}

/* ---- Permutations ---- */

uint32_t renaming_number(renaming *r, const new_name *names, size_t count)
{
    for (size_t i = 1; i < count; i++)
        assert(names[i - 1].from < names[i].from);
    intern_id number = intern_put(&r->keys, names, count * sizeof *names);
    if (number == r->all.len) {
        const permutation p = {
            .names = (const new_name *)(const void *)intern_text(&r->keys, number),
            .count = (uint32_t)count};
        vec_push(&r->all, p);
    }
    return number;
}

/* The explicit image of a machine; MACHINE_NONE: the permutation has none. */
static uint32_t said(const permutation *p, machine_id id)
{
    uint32_t low = 0;
    uint32_t high = p->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->names[middle].from < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->count && p->names[low].from == id ? p->names[low].to : MACHINE_NONE;
}

static uint32_t find_image(renaming *r, uint32_t number, machine_id id)
{
    uint32_t to = said(&r->all.data[number], id);
    machine_name m = *naming_get(&r->c->vals.names, id);
    if (to != MACHINE_NONE || m.parent == MACHINE_NONE)
        return to != MACHINE_NONE ? to : id;
    uint32_t parent = renaming_machine(r, number, m.parent);
    return parent == m.parent ? id
                              : naming_child(&r->c->vals.names, parent, m.number,
                                             m.requested, m.interface, m.decl);
}

uint32_t renaming_machine(renaming *r, uint32_t number, machine_id id)
{
    assert(number < r->all.len);
    permutation *p = &r->all.data[number];
    if (id < p->images.len && p->images.data[id] != 0)
        return p->images.data[id] - 1;
    uint32_t image = find_image(r, number, id);
    while (p->images.len <= id)
        vec_push(&p->images, 0);
    p->images.data[id] = image + 1;
    return image;
}

/* ---- Values ---- */

static value rename_value(renaming *r, uint32_t number, value x);

static value rename_machine(renaming *r, uint32_t number, value x)
{
    values *v = &r->c->vals;
    machine_id id = renaming_machine(r, number, value_to_machine_id(v, x));
    evset_id events;
    return value_has_rights(v, x, &events)
               ? value_machine(v, id, events, core_usual_rights(r->c, id))
               : value_machine_id(id);
}

/* The sort key of a part: in outboxes of p2p networks the target alone. */
static value sort_key(const renaming *r, value part, bool by_target)
{
    return by_target ? value_item(&r->c->vals, part, MESSAGE_TARGET) : part;
}

/* Sorts the parts from BASE on, of STRIDE items each; equal ones stay in order.  Most
 * are in order already. */
static void sort_parts(renaming *r, size_t base, size_t stride, bool by_target)
{
    value *items = r->stack.data;
    for (size_t at = base + stride; at < r->stack.len; at += stride) {
        value moved[2] = {items[at], items[at + stride - 1]};
        value key = sort_key(r, moved[0], by_target);
        size_t to = at;
        while (to > base &&
               value_compare(&r->c->vals, sort_key(r, items[to - stride], by_target),
                             key) > 0) {
            memmove(&items[to], &items[to - stride], stride * sizeof *items);
            to -= stride;
        }
        items[to] = moved[0];
        items[to + stride - 1] = moved[1];
    }
}

/* Pushes the renamed parts; false: none has changed. */
static bool push_parts(renaming *r, uint32_t number, value_view w)
{
    bool is_other = false;
    for (uint32_t i = 0; i < w.count; i++) {
        value item = rename_value(r, number, w.items[i]);
        is_other |= item != w.items[i];
        vec_push(&r->stack, item);
    }
    return is_other;
}

static void sort_like(renaming *r, size_t base, value_view w)
{
    if (w.kind == VK_SET)
        sort_parts(r, base, 1, false);
    else if (w.kind == VK_MAP || (w.kind == VK_RECORD && w.aux == REC_LOOSE))
        sort_parts(r, base, 2, false);
}

static value finish_parts(renaming *r, size_t base, value_view w)
{
    value x = value_make(&r->c->vals, w.kind, w.aux, r->stack.data + base,
                         r->stack.len - base);
    r->stack.len = base;
    return x;
}

static value rename_parts(renaming *r, uint32_t number, value x)
{
    value_view w = value_get(&r->c->vals, x);
    size_t base = r->stack.len;
    if (!push_parts(r, number, w)) {
        r->stack.len = base;
        return x;
    }
    sort_like(r, base, w);
    return finish_parts(r, base, w);
}

static value rename_value(renaming *r, uint32_t number, value x)
{
    if (!value_has_parts(&r->c->vals, x))
        return value_kind_of(&r->c->vals, x) == VK_MACHINE
                   ? rename_machine(r, number, x)
                   : x;
    return rename_parts(r, number, x);
}

/* ---- Columns ---- */

/* An outbox has the order that its network keeps (position_for in core/network.c). */
static value rename_box(renaming *r, uint32_t number, value outbox)
{
    network_model net = r->c->options.network;
    value_view w = value_get(&r->c->vals, outbox);
    size_t base = r->stack.len;
    push_parts(r, number, w);
    if (net == NET_P2P || net == NET_BAG)
        sort_parts(r, base, 1, net == NET_P2P);
    return finish_parts(r, base, w);
}

static value rename_column(renaming *r, uint32_t number, value x)
{
    bool is_box = value_kind_of(&r->c->vals, x) == VK_RECORD &&
                  value_get(&r->c->vals, x).aux == REC_LIST;
    return is_box ? rename_box(r, number, x) : rename_value(r, number, x);
}

value renaming_column(renaming *r, uint32_t number, value x)
{
    if (x >= VALUE_ATOM_BIT || x == VALUE_NULL) /* no node */
        return x;
    size_t at = hash_u64(IDMAP_KEY(number, x)) >> (64 - MEMORY_BITS);
    renamed *known = &r->known[at];
    if (known->from != x || known->permutation != number)
        *known = (renamed){x, number, rename_column(r, number, x)};
    return known->to;
}

static void put_machine(system_state *to, size_t column, value local, value outbox)
{
    while (to->len < column + 2)
        vec_push(to, VALUE_NULL);
    to->data[column] = local;
    to->data[column + 1] = outbox;
}

void renaming_row(renaming *r, uint32_t number, const system_state *from,
                  system_state *to)
{
    assert(from != to);
    uint32_t first = env_columns(r->c);
    vec_clear(to);
    for (uint32_t i = 0; i < first; i++)
        vec_push(to, renaming_column(r, number, from->data[i]));
    for (uint32_t i = first; i < from->len; i += 2) {
        const value *columns = &from->data[i];
        if (columns[0] != VALUE_NULL)
            put_machine(to, first + 2 * renaming_machine(r, number, (i - first) / 2),
                        renaming_column(r, number, columns[0]),
                        renaming_column(r, number, columns[1]));
    }
}
