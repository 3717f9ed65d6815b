/* rename.h -- states with machines renamed.
 *
 * A permutation says which machines get which names.  What a machine has created moves
 * along with it, also what it is yet to create: the child k of w becomes the child k of
 * w's new name, unless the permutation says something else of it.
 *
 * Renamed columns are remembered.
 */
#ifndef REDUCE_RENAMING_H
#define REDUCE_RENAMING_H

#include "core/system.h"

typedef struct renaming renaming;

renaming *renaming_new(core *c);
void renaming_free(renaming *r); /* accepts NULL */

typedef struct new_name {
    uint32_t from, to; /* slots */
} new_name;

/* A number for the permutation.  NAMES are sorted by `from`, and none says what follows
 * from the others: then the same permutation has the same number. */
uint32_t renaming_number(renaming *r, const new_name *names, size_t count);

uint32_t renaming_slot(renaming *r, uint32_t permutation, uint32_t slot);

/* A column: a local state, a box, a monitor, or budgets. */
value renaming_column(renaming *r, uint32_t permutation, value column);

/* The whole state; not in place. */
void renaming_row(renaming *r, uint32_t permutation, const system_state *from,
                  system_state *to);

#endif
