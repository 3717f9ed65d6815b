/* within.h -- the bound of a search: expressions that hold in all states that are
 * expanded (--within).
 *
 * An expression is about the variables of one machine or spec, and must hold for every
 * machine of that type that there is.  So a state is within the bound exactly if each
 * local state in it is, and an engine may look at one component at a time.  A machine
 * that has not begun to run, or has halted, has no variables, and is within.  An
 * expression that fails (a missing key, a division by zero) does not hold: the state is
 * not expanded, and so no search with such a state claims more than it has seen.
 *
 * Call these functions between two steps: see evaluate.h.
 */
#ifndef CORE_WITHIN_H
#define CORE_WITHIN_H

#include "core/component.h"
#include "core/system.h"

typedef struct within within;

within *within_new(core *c);
void within_free(within *w); /* accepts NULL */

static inline bool within_matters(const core *c)
{
    return c->options.within_count > 0;
}

/* True if the component does not leave the bound. */
bool within_has_component(core *c, component_id cid, component p);

/* True if the state lies within the bound. */
bool within_has_state(core *c, const system_state *s);

/* Why an expression has failed in some state: "--within '...': why"; NULL: none has. */
const char *within_failure(const core *c);

#endif
