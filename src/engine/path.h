/* path.h -- from states to the moves between them: a trace out of what a search knows.
 */
#ifndef ENGINE_PATH_H
#define ENGINE_PATH_H

#include "core/trace.h"

/* Adds a move from one state to another to T; there is one.  TO NULL: the first move
 * that fails, and how. */
fault path_add_move(core *c, const system_state *from, const system_state *to,
                    trace *t);

#endif
