/* liveness.h -- hot for ever: fair cycles among the states of a graph.
 *
 * A fair run violates a spec if from some point on it is never cold and again and again
 * hot.  In a finite graph it then stays in a strongly connected part of it.  A part has
 * such a run if, without the states and moves in which the spec is cold,
 *   - it contains a hot state,
 *   - every machine that could act in all its states runs in it, and every message that
 *     is pending in all its states is delivered in it (weak fairness: such a part is
 *     dropped, for no smaller one inside it can do better),
 *   - each `$$` of a machine that falls in it falls both ways in it (else the moves
 * with that choice are taken out, and what is left is looked at again).
 */
#ifndef EXPLORE_LIVENESS_H
#define EXPLORE_LIVENESS_H

#include "engine/engine.h"
#include "engine/explore/graph.h"

/* Does the test attach a spec that can be hot? */
bool liveness_matters(const core *c);

typedef enum liveness_result {
    LIVENESS_FINE,
    LIVENESS_VIOLATED, /* the verdict says how */
    LIVENESS_STOPPED,
} liveness_result;

/* Asked now and then; true: the search must end. */
typedef bool liveness_stop(void *context);

/* Looks for a violation among the expanded states. */
liveness_result liveness_check(graph *g, verdict *v, liveness_stop *is_over,
                               void *context);

/* For tests: the specs that some cycle violates, by monitor. */
bool liveness_violates(graph *g, uint32_t monitor);

#endif
