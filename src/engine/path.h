/* path.h -- finds the transition between two successive states of a search. */
#ifndef ENGINE_PATH_H
#define ENGINE_PATH_H

#include "core/trace.h"

/* Adds to T a transition that leads from FROM to TO; there must be one.  If TO is NULL,
 * adds the first transition that fails, and returns its fault. */
fault path_add_transition(core *c, const system_state *from, const system_state *to,
                          trace *t);

#endif
