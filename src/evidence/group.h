/* group.h -- reorders the steps of a run so that each machine runs longer at a stretch.
 *
 * A trace is easier to read if it rarely switches from machine to machine.
 */
#ifndef EVIDENCE_GROUP_H
#define EVIDENCE_GROUP_H

#include "evidence/attempt.h"

/* Reorders P as long as that saves switches: first each machine runs as long as it can,
 * then blocks of one machine are joined, until no join saves a switch.  Each order is
 * run, and taken only if it fails as before. */
void group_steps(attempt *a, attempt_plan *p);

/* How often the run switches to another machine. */
size_t group_switches(const attempt_plan *p);

#endif
