/* lineage.h -- names of threads that do not depend on the schedule: the K-th thread
 * that thread T spawns.  Numbers are given in the order in which names are first met;
 * the order of threads is that of their names, and so the same wherever they were met.
 */
#ifndef ENGINE_DPOR_LINEAGE_H
#define ENGINE_DPOR_LINEAGE_H

#include "base/idmap.h"
#include "base/vec.h"

typedef struct lineage_name {
    uint32_t parent; /* of 0, which nobody spawned: 0 */
    uint32_t nth;
    uint32_t depth;
} lineage_name;

typedef struct lineage {
    VEC(lineage_name) names;
    idmap numbers; /* (parent, nth) -> number */
} lineage;

void lineage_init(lineage *l);
void lineage_free(lineage *l);

/* The number of the NTH thread (from 0) that PARENT spawns. */
uint32_t lineage_child(lineage *l, uint32_t parent, uint32_t nth);

/* An ancestor comes first; otherwise who was spawned first by the common one. */
int lineage_compare(const lineage *l, uint32_t a, uint32_t b);

#endif
