/* colour.h -- what can be said of a machine without names, as one number.
 *
 * The COLOUR of a machine is a hash of its own columns, of how others mention it
 * (likeness.h), and of the colours of what it has created.  To REFINE colours is to
 * tell how a column mentions a machine with the colours of all that it mentions, and so
 * on as long as more machines are told apart.
 *
 * A renaming moves colours along with machines.
 */
#ifndef REDUCE_PARTITION_H
#define REDUCE_PARTITION_H

#include "engine/reduce/sym_class.h"

/* What never changes of a machine. */
typedef struct slot_facts {
    bool has_kind;
    uint64_t tags[2]; /* for hashes: its kind or name, and which column it is */
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
    /* by slot: */
    VEC(slot_facts) facts;
    VEC(uint64_t) colours;
    VEC(uint64_t) sums;
} partition;

void partition_init(partition *p, core *c, shape_hash_table *l);
void partition_fini(partition *p);

/* S and CAST must stay.  False: the state must be left as it is. */
bool partition_load(partition *p, const system_state *s, const sym_classes *k);

/* Makes room for all machines that there are by now. */
void partition_grow(partition *p);

void partition_colour(partition *p);
void partition_refine(partition *p);

static inline bool partition_has_kind(const partition *p, uint32_t slot)
{
    return p->facts.data[slot].has_kind;
}

/* Whose column it is; SLOT_NONE: the world's. */
static inline uint32_t partition_owner(const partition *p, size_t column)
{
    return column < p->first ? SLOT_NONE : (uint32_t)(column - p->first) / 2;
}

/* Is it a column of a machine that is not there? */
static inline bool partition_is_absent(const partition *p, size_t column)
{
    return column >= p->first &&
           p->s->data[column - (column - p->first) % 2] == VALUE_NULL;
}

/* ---- Cells: members of a role with the same colour ---- */

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

/* How many members have the colour of member I; IS_FIRST: none before it has. */
uint32_t partition_cell_size(const partition *p, const sym_class *r, uint32_t i,
                             bool *is_first);
uint32_t partition_count_cells(const partition *p);

#endif
