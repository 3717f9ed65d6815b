/* shape_hash.h -- hashes of columns that do not depend on the names of machines.
 *
 * A machine that may be renamed counts as its KIND: the kind or name of its creator,
 * and the interface that it was made by.  The shape hash of a column has kinds in place
 * of names.  For each such machine that the column refers to there is one more hash,
 * the REF HASH, in which that machine is marked: it says how the column refers to it.
 *
 * Lemma shape-1.  A renaming moves ref hashes along with the machines and changes
 * neither them nor the shape hash.
 *
 * All hashes are of contents and the same in every run.
 */
#ifndef REDUCE_SHAPE_HASH_H
#define REDUCE_SHAPE_HASH_H

#include "analysis/equivariance.h"
#include "core/system.h"

typedef struct ref_hash {
    machine_id machine;
    uint64_t hash;
} ref_hash;

typedef struct shape_hash {
    uint64_t hash;
    uint64_t mask;  /* of the machines that it refers to, by machine id modulo 64 */
    uint32_t first; /* of its ref hashes */
    uint32_t count;
    bool is_inside_loop; /* the machine stopped there: see equivariance_is_inside */
} shape_hash;

typedef struct shape_hash_table shape_hash_table;

shape_hash_table *shape_hash_new(core *c, const equivariance *e);
void shape_hash_free(shape_hash_table *l); /* accepts NULL */

/* The number of a column's shape hash, which is cached; valid until shape_hash_trim. */
uint32_t shape_hash_of(shape_hash_table *l, value column);
const shape_hash *shape_hash_get(const shape_hash_table *l, uint32_t number);
const ref_hash *shape_hash_refs(const shape_hash_table *l, const shape_hash *one);

/* Empties the cache if it is too large; true: it did. */
bool shape_hash_trim(shape_hash_table *l);

/* The kind of a machine; 0: it keeps its name. */
uint64_t shape_hash_kind(shape_hash_table *l, machine_id id);

#endif
