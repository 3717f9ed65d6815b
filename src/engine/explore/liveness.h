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
 *
 * Where ints are open, a choice has no label for its alternatives, or one that has open
 * ints in it; its transition has the label of its site instead (FAIR_LABEL_OPEN).
 *
 * Lemma openint-live-1.  (a) Along every closed walk of open states there is a closed
 * walk of states with numbers.  What the transitions of the walk learn, and the ranges,
 * are bounds of differences, of the variables at its beginning, at its end, and between
 * them.  So R, the pairs (numbers at the beginning, numbers at the end) that they
 * allow, is a set of solutions of such bounds, too, for to drop variables is exact.  By
 * lemma openint-2 every solution at the end comes from one at the beginning.  Going
 * back round and round, for there are finitely many, numbers repeat: there are s0, s1,
 * .., sk = s0 so that all (si, si+1) are in R.  If pairs keep to bounds of differences,
 * so do their least elements, variable by variable.  Let m be the least of all si: (m,
 * m) is in R. So one round is enough, with m at the beginning, and at the end.  The
 * numbers are found as those of any run, with m = m among the facts (openint_trace.h).
 *
 * (b) A component that meets all conditions, and has no transition with the label of an
 * open site, has a violating run: by (a) along a closed walk that takes all its
 * transitions.  It meets the same needs with numbers, for these are of machines, and of
 * senders and targets (in bags they are of contents, so this does not hold there: see
 * openint_obstacle).  All its choices have
 * exact labels.  If choices are unfair, only open `$$` get the label.
 *
 * (c) The transitions that a violating run takes infinitely often lead through a
 * component here, too, that meets all conditions but for alternatives at open sites.
 * For its labels are those that the run meets.  In the classes of choices
 * (choice_graph.h) this holds as well: all paths to one outcome exist for each solution
 * of what the outcome learns.
 *
 * So a component that meets all conditions but for open sites decides nothing: unless
 * there is a violation elsewhere, its sites are closed (openint_close), and the search
 * begins again.  It ends, for there are finitely many places of choices.  Elsewhere can
 * be in the component itself, without the transitions with that label.
 *
 * (d) A machine that stays in a loop of choices of one step forgets what it has
 * learned. That does not matter where no run of the step forks or leaves a choice open.
 * If one does, the search begins again with all choices closed.
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

/* Searches for a violation among the expanded states.  If there is none, but there may
 * be one at sites in G->in_doubt, these are to be closed.  If there is none, but would
 * be one if choices were unfair, sets V->needs_fair_choices. */
liveness_result liveness_check(graph *g, verdict *v, liveness_stop *is_over,
                               void *context);

/* For tests: true if some cycle violates the spec MONITOR. */
bool liveness_violates(graph *g, uint32_t monitor);

#endif
