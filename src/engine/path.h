/* path.h -- from two successive states of a search to the move between them. */
#ifndef ENGINE_PATH_H
#define ENGINE_PATH_H

#include "core/trace.h"

/* Adds to T a move that leads from FROM to TO; there must be one.  TO is NULL: adds the
 * first move that fails, and returns its fault. */
fault path_add_transition(core *c, const system_state *from, const system_state *to,
                          trace *t);

#endif
