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
#ifndef REDUCE_LIKENESS_H
#define REDUCE_LIKENESS_H

#include "analysis/equivariance.h"
#include "core/system.h"

typedef struct mention {
    uint32_t slot;
    uint64_t hash;
} mention;

typedef struct likeness {
    uint64_t hash;
    uint64_t mask;  /* of the machines that are mentioned, by slot modulo 64 */
    uint32_t first; /* mention */
    uint32_t count;
    bool is_between; /* see equivariance_is_inside */
} likeness;

typedef struct likenesses likenesses;

likenesses *likenesses_new(core *c, const equivariance *e);
void likenesses_free(likenesses *l); /* accepts NULL */

/* The number of a column's likeness, which is remembered; good until likeness_trim. */
uint32_t likeness_of(likenesses *l, value column);
const likeness *likeness_get(const likenesses *l, uint32_t number);
const mention *likeness_mentions(const likenesses *l, const likeness *one);

/* Forgets all when there are too many of them: true, if it does. */
bool likeness_trim(likenesses *l);

/* The kind of a machine; 0: it keeps its name. */
uint64_t likeness_kind(likenesses *l, uint32_t slot);

#endif
