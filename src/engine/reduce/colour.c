#include "engine/reduce/colour.h"

#include "base/hash.h"
#include "core/world.h"

#include <string.h>

void palette_init(palette *p, core *c, likenesses *l)
{
    *p = (palette){.c = c, .likenesses = l, .first = world_columns(c)};
}

void palette_fini(palette *p)
{
    vec_free(&p->columns);
    vec_free(&p->facts);
    vec_free(&p->colours);
    vec_free(&p->sums);
}

/* ---- The state at hand ---- */

/* Successors differ from each other in few columns: most are where they were.  (No
 * column is a draft.) */
bool palette_load(palette *p, const system_state *s, const cast *k)
{
    p->s = s;
    p->cast = k;
    if (likeness_trim(p->likenesses))
        vec_clear(&p->columns);
    bool is_between = false;
    for (size_t i = 0; i < p->s->len; i++) {
        value x = p->s->data[i];
        if (i == p->columns.len)
            vec_push(&p->columns, (column_memory){.column = VALUE_DRAFT_BIT});
        column_memory *m = &p->columns.data[i];
        if (m->column != x)
            *m = (column_memory){x, likeness_of(p->likenesses, x)};
        is_between |= likeness_get(p->likenesses, m->likeness)->is_between;
    }
    return !is_between;
}

static const likeness *likeness_at(const palette *p, size_t column)
{
    return likeness_get(p->likenesses, p->columns.data[column].likeness);
}

static slot_facts facts_of(palette *p, uint32_t slot)
{
    uint64_t kind = likeness_kind(p->likenesses, slot);
    uint64_t who = kind != 0 ? kind : naming_get(&p->c->vals.names, slot)->hash;
    return (slot_facts){.has_kind = kind != 0,
                        .tags = {hash_u64(who + 11), hash_u64(who + 13)}};
}

void palette_grow(palette *p)
{
    for (uint32_t slot = (uint32_t)p->facts.len; slot < p->c->vals.names.slots.len;
         slot++) {
        vec_push(&p->facts, facts_of(p, slot));
        vec_push(&p->colours, 0);
        vec_push(&p->sums, 0);
    }
}

static void clear_by_slot(palette *p)
{
    memset(p->colours.data, 0, p->colours.len * sizeof *p->colours.data);
    memset(p->sums.data, 0, p->sums.len * sizeof *p->sums.data);
}

/* ---- Colours ---- */

/* What kind of column it is, for hashes. */
static uint64_t tag_of(const palette *p, size_t column)
{
    uint32_t owner = palette_owner(p, column);
    return owner == SLOT_NONE ? hash_u64(column + 1)
                              : p->facts.data[owner].tags[(column - p->first) % 2];
}

/* What a column says of those that it mentions, and of its owner. */
static void tell_colours(palette *p, size_t column, uint64_t tag, uint64_t *to)
{
    enum { OF_ITSELF = 17, OF_OWNER = 19 };
    const likeness *l = likeness_at(p, column);
    const mention *mentions = likeness_mentions(p->likenesses, l);
    uint32_t owner = palette_owner(p, column);
    for (uint32_t i = 0; i < l->count; i++) {
        uint64_t self = mentions[i].slot == owner ? OF_ITSELF : 0;
        to[mentions[i].slot] += hash_u64(mentions[i].hash + tag + self);
    }
    if (owner != SLOT_NONE && palette_has_kind(p, owner))
        to[owner] += hash_u64(l->hash + tag + OF_OWNER);
}

static void take_sum(palette *p, uint32_t slot)
{
    p->colours.data[slot] = hash_u64(p->colours.data[slot] + p->sums.data[slot]);
    p->sums.data[slot] = 0;
}

/* A creator is told by what it has created, and that by who has created it. */
static void tell_families(palette *p)
{
    for (size_t i = p->cast->movers.len; i-- > 0;) {
        const mover *m = &p->cast->movers.data[i];
        take_sum(p, m->slot);
        const machine_name *name = naming_get(&p->c->vals.names, m->slot);
        if (palette_has_kind(p, m->parent))
            p->sums.data[m->parent] += hash_u64(p->colours.data[m->slot]) +
                                       hash_u64(IDMAP_KEY(name->asked, name->number));
    }
    vec_each (m, &p->cast->movers)
        if (palette_has_kind(p, m->parent))
            p->colours.data[m->slot] =
                hash_u64(p->colours.data[m->slot] + p->colours.data[m->parent]);
}

void palette_colour(palette *p)
{
    palette_grow(p);
    clear_by_slot(p);
    for (size_t i = 0; i < p->s->len; i++)
        if (!palette_is_absent(p, i))
            tell_colours(p, i, tag_of(p, i), p->sums.data);
    tell_families(p);
}

/* The colour of a column: all that it mentions, how, and whose it is. */
static uint64_t column_colour(palette *p, size_t column)
{
    const likeness *l = likeness_at(p, column);
    const mention *mentions = likeness_mentions(p->likenesses, l);
    uint32_t owner = palette_owner(p, column);
    uint64_t sum = tag_of(p, column);
    if (owner != SLOT_NONE && palette_has_kind(p, owner))
        sum += hash_u64(p->colours.data[owner] + 23);
    for (uint32_t i = 0; i < l->count; i++)
        sum += hash_u64(mentions[i].hash + hash_u64(p->colours.data[mentions[i].slot]));
    return hash_u64(sum);
}

static void refine_once(palette *p)
{
    for (size_t i = 0; i < p->s->len; i++)
        if (!palette_is_absent(p, i))
            tell_colours(p, i, column_colour(p, i), p->sums.data);
    tell_families(p);
}

/* ---- Cells ---- */

uint32_t palette_cell_size(const palette *p, const role *r, uint32_t i, bool *is_first)
{
    uint32_t size = 0;
    *is_first = true;
    for (uint32_t k = 0; k < r->count; k++) {
        bool is_same = palette_of(p, r, k) == palette_of(p, r, i);
        size += is_same;
        *is_first &= !is_same || k >= i;
    }
    return size;
}

uint32_t palette_count_cells(const palette *p)
{
    uint32_t count = 0;
    vec_each (r, &p->cast->roles) {
        for (uint32_t i = 0; i < r->count; i++) {
            bool is_first;
            palette_cell_size(p, r, i, &is_first);
            count += is_first;
        }
    }
    return count;
}

void palette_refine(palette *p)
{
    uint32_t before = palette_count_cells(p);
    while (before < p->cast->members.len) {
        refine_once(p);
        uint32_t now = palette_count_cells(p);
        if (now == before)
            return;
        before = now;
    }
}
