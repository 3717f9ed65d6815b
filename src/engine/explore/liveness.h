/* liveness.h -- specs that are hot forever: fair cycles among the states of a graph.
 *
 * A fair run violates a spec if from some point on the spec is never cold, and hot
 * infinitely often.  In a finite graph the run then stays in a strongly connected
 * component.  A component has such a run if, without the states and transitions in
 * which the spec is cold,
 *
 *   - it contains a hot state,
 *   - every machine that could act in all its states runs in it, and every message that
 *     is pending in all its states is delivered in it (weak fairness: otherwise the
 *     component is dropped, because no smaller one inside it can do better),
 *   - each alternative that a machine can choose in it is chosen in it, at the same
 *     place (strong fairness: otherwise the transitions that offer the alternative are
 *     removed, and the rest is checked again).
 *
 * If choices are unfair (core_options), the last condition is for `$$` alone.
 */
#ifndef EXPLORE_LIVENESS_H
#define EXPLORE_LIVENESS_H

#include "engine/engine.h"
#include "engine/explore/graph.h"

/* True if the test has a spec that can be hot. */
bool liveness_matters(const core *c);

typedef enum liveness_result {
    LIVENESS_FINE,
    LIVENESS_VIOLATED, /* the verdict has the trace */
    LIVENESS_STOPPED,
} liveness_result;

/* Called now and then; true: the search must end. */
typedef bool liveness_stop(void *context);

/* Searches for a violation among the expanded states.  If there is none, but would be
 * one if choices were unfair, sets V->needs_fair_choices. */
liveness_result liveness_check(graph *g, verdict *v, liveness_stop *is_over,
                               void *context);

/* For tests: true if some cycle violates the spec MONITOR. */
bool liveness_violates(graph *g, uint32_t monitor);

#endif
