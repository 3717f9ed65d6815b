#include "engine/reduce/partition.h"

#include "base/hash.h"
#include "core/env.h"

#include <string.h>

void partition_init(partition *p, core *c, shape_hash_table *l)
{
    *p = (partition){.c = c, .shapes = l, .first = env_columns(c)};
}

void partition_fini(partition *p)
{
    vec_free(&p->columns);
    vec_free(&p->facts);
    vec_free(&p->colours);
    vec_free(&p->sums);
}

/* ---- Loading a state ---- */

/* Successors differ from each other in few columns: most are cached at their index. (No
 * column is a draft.) */
bool partition_load(partition *p, const system_state *s, const sym_classes *k)
{
    assert(s->len >= p->first);
    p->s = s;
    p->sym = k;
    if (shape_hash_trim(p->shapes))
        vec_clear(&p->columns);
    bool is_inside_loop = false;
    for (size_t i = 0; i < p->s->len; i++) {
        value x = p->s->data[i];
        if (i == p->columns.len)
            vec_push(&p->columns, (cached_column){.column = VALUE_DRAFT_BIT});
        cached_column *m = &p->columns.data[i];
        if (m->column != x)
            *m = (cached_column){x, shape_hash_of(p->shapes, x)};
        is_inside_loop |= shape_hash_get(p->shapes, m->shape)->is_inside_loop;
    }
    return !is_inside_loop;
}

static const shape_hash *shape_at(const partition *p, size_t column)
{
    return shape_hash_get(p->shapes, p->columns.data[column].shape);
}

static slot_facts facts_of(partition *p, machine_id id)
{
    uint64_t kind = shape_hash_kind(p->shapes, id);
    uint64_t who = kind != 0 ? kind : naming_get(&p->c->vals.names, id)->hash;
    return (slot_facts){.has_kind = kind != 0,
                        .tags = {hash_u64(who + 11), hash_u64(who + 13)}};
}

void partition_grow(partition *p)
{
    for (machine_id id = (uint32_t)p->facts.len; id < p->c->vals.names.machines.len;
         id++) {
        vec_push(&p->facts, facts_of(p, id));
        vec_push(&p->colours, 0);
        vec_push(&p->sums, 0);
    }
}

static void clear_by_machine(partition *p)
{
    memset(p->colours.data, 0, p->colours.len * sizeof *p->colours.data);
    memset(p->sums.data, 0, p->sums.len * sizeof *p->sums.data);
}

/* ---- Colours ---- */

/* A hash that identifies the column. */
static uint64_t tag_of(const partition *p, size_t column)
{
    uint32_t owner = partition_owner(p, column);
    return owner == MACHINE_NONE ? hash_u64(column + 1)
                                 : p->facts.data[owner].tags[(column - p->first) % 2];
}

/* Adds to TO the hashes of a column for its owner and for the machines that it refers
 * to. */
static void add_colours(partition *p, size_t column, uint64_t tag, uint64_t *to)
{
    enum { OF_ITSELF = 17, OF_OWNER = 19 };
    const shape_hash *l = shape_at(p, column);
    const ref_hash *refs = shape_hash_refs(p->shapes, l);
    uint32_t owner = partition_owner(p, column);
    for (uint32_t i = 0; i < l->count; i++) {
        uint64_t self = refs[i].machine == owner ? OF_ITSELF : 0;
        to[refs[i].machine] += hash_u64(refs[i].hash + tag + self);
    }
    if (owner != MACHINE_NONE && partition_has_kind(p, owner))
        to[owner] += hash_u64(l->hash + tag + OF_OWNER);
}

static void take_sum(partition *p, machine_id id)
{
    p->colours.data[id] = hash_u64(p->colours.data[id] + p->sums.data[id]);
    p->sums.data[id] = 0;
}

/* Mixes the colours of children into their creator, and then its colour into theirs. */
static void add_families(partition *p)
{
    for (size_t i = p->sym->permutable.len; i-- > 0;) {
        const sym_member *m = &p->sym->permutable.data[i];
        take_sum(p, m->machine);
        const machine_name *name = naming_get(&p->c->vals.names, m->machine);
        if (partition_has_kind(p, m->parent))
            p->sums.data[m->parent] +=
                hash_u64(p->colours.data[m->machine]) +
                hash_u64(IDMAP_KEY(name->requested, name->number));
    }
    vec_each (m, &p->sym->permutable)
        if (partition_has_kind(p, m->parent))
            p->colours.data[m->machine] =
                hash_u64(p->colours.data[m->machine] + p->colours.data[m->parent]);
}

void partition_colour(partition *p)
{
    assert(p->s != NULL);
    partition_grow(p);
    clear_by_machine(p);
    for (size_t i = 0; i < p->s->len; i++)
        if (!partition_is_absent(p, i))
            add_colours(p, i, tag_of(p, i), p->sums.data);
    add_families(p);
}

/* The colour of a column: the machines that it refers to, how, and its owner. */
static uint64_t column_colour(partition *p, size_t column)
{
    const shape_hash *l = shape_at(p, column);
    const ref_hash *refs = shape_hash_refs(p->shapes, l);
    uint32_t owner = partition_owner(p, column);
    uint64_t sum = tag_of(p, column);
    if (owner != MACHINE_NONE && partition_has_kind(p, owner))
        sum += hash_u64(p->colours.data[owner] + 23);
    for (uint32_t i = 0; i < l->count; i++)
        sum += hash_u64(refs[i].hash + hash_u64(p->colours.data[refs[i].machine]));
    return hash_u64(sum);
}

static void refine_once(partition *p)
{
    for (size_t i = 0; i < p->s->len; i++)
        if (!partition_is_absent(p, i))
            add_colours(p, i, column_colour(p, i), p->sums.data);
    add_families(p);
}

/* ---- Cells ---- */

uint32_t partition_cell_size(const partition *p, const sym_class *r, uint32_t i,
                             bool *is_first)
{
    assert(i < r->count);
    uint32_t size = 0;
    *is_first = true;
    for (uint32_t k = 0; k < r->count; k++) {
        bool is_same = partition_colour_of(p, r, k) == partition_colour_of(p, r, i);
        size += is_same;
        *is_first &= !is_same || k >= i;
    }
    return size;
}

uint32_t partition_count_cells(const partition *p)
{
    uint32_t count = 0;
    vec_each (r, &p->sym->classes) {
        for (uint32_t i = 0; i < r->count; i++) {
            bool is_first;
            partition_cell_size(p, r, i, &is_first);
            count += is_first;
        }
    }
    return count;
}

void partition_refine(partition *p)
{
    uint32_t before = partition_count_cells(p);
    while (before < p->sym->members.len) {
        refine_once(p);
        uint32_t now = partition_count_cells(p);
        if (now == before)
            return;
        before = now;
    }
}
