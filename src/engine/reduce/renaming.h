/* renaming.h -- states with machines renamed.
 *
 * A permutation says which machines get which names.  The children of a machine move
 * along with it, also those that it is yet to create: child k of w becomes child k of
 * w's new name, unless the permutation says otherwise.
 *
 * Renamed columns are cached.
 */
#ifndef REDUCE_RENAMING_H
#define REDUCE_RENAMING_H

#include "core/system.h"

typedef struct renaming renaming;

renaming *renaming_new(core *c);
void renaming_free(renaming *r); /* accepts NULL */

typedef struct new_name {
    uint32_t from, to; /* machine ids */
} new_name;

/* A number for the permutation.  NAMES are sorted by `from`, and none follows from the
 * others: then equal permutations have equal numbers. */
uint32_t renaming_number(renaming *r, const new_name *names, size_t count);

uint32_t renaming_machine(renaming *r, uint32_t permutation, machine_id id);

/* A column: a local state, an outbox, a monitor, or budgets. */
value renaming_column(renaming *r, uint32_t permutation, value column);

/* The whole state; not in place. */
void renaming_row(renaming *r, uint32_t permutation, const system_state *from,
                  system_state *to);

#endif
