/* path.h -- finds the transitions between successive states of a search.
 *
 * Where values are open, the numbers of a trace follow from all of its transitions
 * (openint_trace.h): so it is complete when the path ends.
 */
#ifndef ENGINE_PATH_H
#define ENGINE_PATH_H

#include "core/openint_trace.h"

typedef struct path_trace {
    core *c;
    trace *made;
    openint_trace open;
    bool is_lost;
} path_trace;

/* Transitions are added to T. */
path_trace path_begin(core *c, trace *t);

/* False: a transition was not found, because specs fork in more ways there than
 * system_step numbers; then nothing is added, and the limit of the core says so. */
bool path_end(path_trace *p);

/* Adds a transition that leads from FROM to TO; there must be one.  If TO is NULL, adds
 * the first transition that fails, and returns its fault. */
fault path_add_transition(path_trace *p, const system_state *from,
                          const system_state *to);

#endif
