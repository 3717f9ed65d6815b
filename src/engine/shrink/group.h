/* group.h -- the same steps in another order, with fewer changes from machine to
 * machine.
 */
#ifndef SHRINK_GROUP_H
#define SHRINK_GROUP_H

#include "engine/shrink/attempt.h"

/* Reorders P as long as fewer changes are to be had: first as each machine can go on,
 * then by moving whole blocks, until no block that is moved to another one of its
 * machine saves a change.  Every order is tried out. */
void group_steps(attempt *a, attempt_plan *p);

/* How often another machine has its turn. */
size_t group_switches(const attempt_plan *p);

#endif
