/* equivariant.h -- which machines may be renamed: those in whose names nothing shows.
 *
 * What a program does commutes with renaming machines unless an operation goes by their
 * order or their names: it goes through a set or the keys of a map by name (order.h has
 * the loops where that does not matter), takes the i-th of a set, puts a name into a
 * string that is used for more than messages to people, or gives a machine to a
 * function that is written in C.  Declarations whose machines may be involved (refs.h)
 * are PINNED, and with them those that may create such machines, for what a machine has
 * created moves along with it.
 *
 * All else goes by equality: choices are taken in every way, queues keep the order of
 * arrival, budgets for faults go by declaration.
 */
#ifndef REDUCE_EQUIVARIANT_H
#define REDUCE_EQUIVARIANT_H

#include "core/core.h"

typedef struct equivariant equivariant;

equivariant *equivariant_new(core *c);
void equivariant_free(equivariant *e); /* accepts NULL */

/* May machines of this declaration be renamed? */
bool equivariant_may_move(const equivariant *e, uint32_t decl);

/* Can one machine create several of some declaration that may be renamed? */
bool equivariant_has_roles(const equivariant *e);

/* A machine that has stopped here is in the middle of something that goes by order,
 * though it does not show in the end: the state must be left as it is. */
bool equivariant_is_between(const equivariant *e, uint32_t function, uint32_t place);

/* A line for each declaration of which there may be several. */
void equivariant_report(const equivariant *e, strbuf *out);

#endif
