/* shrink.h -- a shorter run that fails in the same way.
 *
 * Steps, machines, faults and choices that the failure does not need are left out, then
 * steps that can change places are put together by machine.  Nothing is concluded from
 * the model: each candidate is run, and counts only if it ends with the same fault at
 * the same place.  At the end no single removal keeps the failure, unless time was up.
 */
#ifndef ENGINE_SHRINK_H
#define ENGINE_SHRINK_H

#include "core/trace.h"

#include <signal.h>

typedef struct shrink_limits {
    double seconds;
    const volatile sig_atomic_t *stop; /* set when the user wants it to end; or NULL */
} shrink_limits;

/* Replaces T by a shorter run, if there is one.  False: T is as it was, for it does not
 * fail when it is run again. */
bool shrink_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                  const shrink_limits *limits, trace *t);

#endif
