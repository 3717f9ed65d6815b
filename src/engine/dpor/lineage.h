/* lineage.h -- names of threads that do not depend on the schedule: the K-th thread
 * that thread T spawns.  Numbers follow the order in which the search first meets the
 * names.  lineage_compare orders threads by their names, so the order is the same in
 * every process.
 */
#ifndef ENGINE_DPOR_LINEAGE_H
#define ENGINE_DPOR_LINEAGE_H

#include "base/idmap.h"
#include "base/vec.h"

typedef struct lineage_name {
    uint32_t parent; /* of thread 0, which has none: 0 */
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

/* A total order: an ancestor comes first; of two others, the one whose ancestor the
 * closest common ancestor spawned first. */
int lineage_compare(const lineage *l, uint32_t a, uint32_t b);

#endif
