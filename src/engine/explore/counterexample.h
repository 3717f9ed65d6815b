/* way.h -- from a violation that a search in order has found to its counterexample.
 *
 * The trail says which successor to take at each state; which move that is, and how its
 * choices fall, is found by making every move of the state as system.h has it, so a
 * counterexample does not rest on what the tree remembers.
 */
#ifndef EXPLORE_COUNTEREXAMPLE_H
#define EXPLORE_COUNTEREXAMPLE_H

#include "engine/explore/tree_search.h"

/* Turns the verdict into a violation. */
void counterexample_report(tree_search *s);

#endif
