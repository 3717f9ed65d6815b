/* colour.h -- what can be said of a machine without names, as one number.
 *
 * The COLOUR of a machine is a hash of its own columns, of how others mention it
 * (likeness.h), and of the colours of what it has created.  To REFINE colours is to
 * tell how a column mentions a machine with the colours of all that it mentions, and so
 * on as long as more machines are told apart.
 *
 * A renaming moves colours along with machines.
 */
#ifndef REDUCE_COLOUR_H
#define REDUCE_COLOUR_H

#include "engine/reduce/roles.h"

/* What never changes of a machine. */
typedef struct slot_facts {
    bool has_kind;
    uint64_t tags[2]; /* for hashes: its kind or name, and which column it is */
} slot_facts;

typedef struct column_memory {
    value column;
    uint32_t likeness;
} column_memory;

typedef struct palette {
    core *c;
    likenesses *likenesses;
    uint32_t first; /* column of a machine */
    const system_state *s;
    const cast *cast;
    VEC(column_memory) columns;
    /* by slot: */
    VEC(slot_facts) facts;
    VEC(uint64_t) colours;
    VEC(uint64_t) sums;
} palette;

void palette_init(palette *p, core *c, likenesses *l);
void palette_fini(palette *p);

/* S and CAST must stay.  False: the state must be left as it is. */
bool palette_load(palette *p, const system_state *s, const cast *k);

/* Makes room for all machines that there are by now. */
void palette_grow(palette *p);

void palette_colour(palette *p);
void palette_refine(palette *p);

static inline bool palette_has_kind(const palette *p, uint32_t slot)
{
    return p->facts.data[slot].has_kind;
}

/* Whose column it is; SLOT_NONE: the world's. */
static inline uint32_t palette_owner(const palette *p, size_t column)
{
    return column < p->first ? SLOT_NONE : (uint32_t)(column - p->first) / 2;
}

/* Is it a column of a machine that is not there? */
static inline bool palette_is_absent(const palette *p, size_t column)
{
    return column >= p->first &&
           p->s->data[column - (column - p->first) % 2] == VALUE_NULL;
}

/* ---- Cells: members of a role with the same colour ---- */

static inline uint32_t palette_member(const palette *p, const role *r, uint32_t i)
{
    return p->cast->members.data[r->first + i];
}

static inline uint64_t palette_of(const palette *p, const role *r, uint32_t i)
{
    return p->colours.data[palette_member(p, r, i)];
}

/* How many members have the colour of member I; IS_FIRST: none before it has. */
uint32_t palette_cell_size(const palette *p, const role *r, uint32_t i, bool *is_first);
uint32_t palette_count_cells(const palette *p);

#endif
