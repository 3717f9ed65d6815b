/* shrink.h -- a shorter run that fails in the same way.
 *
 * It removes steps, machines, faults and choices that the failure does not need, then
 * groups steps by machine.  It draws no conclusions from the model: each candidate is
 * run, and taken only if it ends with the same fault at the same position.  The result
 * is minimal: no removal of a single step keeps the failure, unless time was up.  Where
 * no shorter run fails, as after a search breadth first, it only lowers choices, turns
 * duplications into deliveries, and groups steps.  Of a run with a random tail it
 * shortens what comes before the tail; the tail keeps its length, and is drawn again.
 */
#ifndef EVIDENCE_SHRINK_H
#define EVIDENCE_SHRINK_H

#include "core/trace.h"

#include <signal.h>

typedef struct shrink_limits {
    double seconds;
    bool is_shortest;                  /* no run with fewer steps fails */
    size_t memory;                     /* in use, in bytes; 0: there is no limit */
    const volatile sig_atomic_t *stop; /* set when the user wants to stop; or NULL */
} shrink_limits;

/* Replaces T by a shorter run, if it finds one.  False: T is unchanged, as it does not
 * fail when it is run again, or its tail is too long to be drawn several times. */
bool shrink_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                  const shrink_limits *limits, trace *t);

#endif
