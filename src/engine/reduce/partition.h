/* partition.h -- colour refinement: a partition of interchangeable machines that does
 * not depend on names.
 *
 * The COLOUR of a machine is a hash of its own columns, of how others refer to it
 * (shape_hash.h), and of the colours of its children.  Refinement mixes into each
 * reference the colours of all machines that the same column refers to, and repeats as
 * long as more machines get distinct colours.
 *
 * Lemma partition-1.  A renaming moves colours along with machines; so machines that
 * some renaming of the state exchanges have the same colour.
 */
#ifndef REDUCE_PARTITION_H
#define REDUCE_PARTITION_H

#include "engine/reduce/sym_class.h"

/* The part of a machine's colour that does not change. */
typedef struct slot_facts {
    bool has_kind;
    uint64_t tags[2]; /* of its two columns: hashes of its kind or name */
} slot_facts;

typedef struct cached_column {
    value column;
    uint32_t shape;
} cached_column;

typedef struct partition {
    core *c;
    shape_hash_table *shapes;
    uint32_t first; /* column of a machine */
    const system_state *s;
    const sym_classes *sym;
    VEC(cached_column) columns;
    /* by machine id: */
    VEC(slot_facts) facts;
    VEC(uint64_t) colours;
    VEC(uint64_t) sums;
} partition;

void partition_init(partition *p, core *c, shape_hash_table *l);
void partition_fini(partition *p);

/* S and K must outlive the use.  False: the state must not be renamed. */
bool partition_load(partition *p, const system_state *s, const sym_classes *k);

/* Makes room for all machines that have a name by now. */
void partition_grow(partition *p);

void partition_colour(partition *p);
void partition_refine(partition *p);

static inline bool partition_has_kind(const partition *p, machine_id id)
{
    return p->facts.data[id].has_kind;
}

/* The machine of a column; MACHINE_NONE: a monitor or a budget. */
static inline uint32_t partition_owner(const partition *p, size_t column)
{
    return column < p->first ? MACHINE_NONE : (uint32_t)(column - p->first) / 2;
}

/* Is it a column of a machine that does not exist? */
static inline bool partition_is_absent(const partition *p, size_t column)
{
    return column >= p->first &&
           p->s->data[column - (column - p->first) % 2] == VALUE_NULL;
}

/* ---- Cells: members of a class with the same colour ---- */

static inline uint32_t partition_member(const partition *p, const sym_class *r,
                                        uint32_t i)
{
    return p->sym->members.data[r->first + i];
}

static inline uint64_t partition_colour_of(const partition *p, const sym_class *r,
                                           uint32_t i)
{
    return p->colours.data[partition_member(p, r, i)];
}

/* The number of members with the colour of member I; IS_FIRST: I is the first. */
uint32_t partition_cell_size(const partition *p, const sym_class *r, uint32_t i,
                             bool *is_first);
uint32_t partition_count_cells(const partition *p);

#endif
