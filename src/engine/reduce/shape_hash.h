/* likeness.h -- what a column looks like when the names of machines do not count.
 *
 * A machine that may be renamed counts as its KIND: the kind or name of its creator,
 * and the interface that it was made by.  A likeness is a hash of a column with kinds
 * for names.  For each such machine that is mentioned in the column there is one more
 * hash, in which that machine is marked: it says how the machine is mentioned.  A
 * renaming moves these hashes along with the machines and does not change them.
 *
 * All hashes are of contents and the same in every run.
 */
#ifndef REDUCE_SHAPE_HASH_H
#define REDUCE_SHAPE_HASH_H

#include "analysis/equivariance.h"
#include "core/system.h"

typedef struct ref_hash {
    uint32_t slot;
    uint64_t hash;
} ref_hash;

typedef struct shape_hash {
    uint64_t hash;
    uint64_t mask;  /* of the machines that are mentioned, by slot modulo 64 */
    uint32_t first; /* mention */
    uint32_t count;
    bool is_inside_loop; /* see equivariance_is_inside */
} shape_hash;

typedef struct shape_hash_table shape_hash_table;

shape_hash_table *shape_hash_new(core *c, const equivariance *e);
void shape_hash_free(shape_hash_table *l); /* accepts NULL */

/* The number of a column's likeness, which is remembered; good until likeness_trim. */
uint32_t shape_hash_of(shape_hash_table *l, value column);
const shape_hash *shape_hash_get(const shape_hash_table *l, uint32_t number);
const ref_hash *shape_hash_refs(const shape_hash_table *l, const shape_hash *one);

/* Forgets all when there are too many of them: true, if it does. */
bool shape_hash_trim(shape_hash_table *l);

/* The kind of a machine; 0: it keeps its name. */
uint64_t shape_hash_kind(shape_hash_table *l, uint32_t slot);

#endif
