/* counterexample.h -- from a violation that a search in order has found to its trace.
 *
 * The parent index says which successor to take at each state.  The transition and its
 * choices are found by making every transition of the state in system.h.  So a
 * counterexample does not rely on the content of the tree.
 */
#ifndef EXPLORE_COUNTEREXAMPLE_H
#define EXPLORE_COUNTEREXAMPLE_H

#include "engine/explore/tree_search.h"

/* Fills the verdict: a violation, with its trace. */
void counterexample_report(tree_search *s);

#endif
