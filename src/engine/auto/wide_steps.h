/* wide_steps.h -- is a step so wide that the search had better begin with open values?
 *
 * A step with some thousand outcomes does not keep a search busy for ever, but several
 * of them do: their product.  Where choices of ints stay open (core/openint.h), such a
 * test often has few states.  So a short look at the first states comes before
 * everything else.  It counts states and outcomes, so it sees the same each time. */
#ifndef AUTO_WIDE_STEPS_H
#define AUTO_WIDE_STEPS_H

#include "engine/engine.h"

/* A step with more outcomes is wide. */
enum { WIDE_OUTCOMES = 1000 };

/* Is one met among the first states?  False also if choices of ints cannot stay open,
 * or if there are none. */
bool wide_steps_are_met(const ir_program *ir, const ir_test *test,
                        const engine_options *o);

#endif
