/* way.h -- from a violation that a search in order has found to its counterexample.
 *
 * The trail says which successor to take at each state; which move that is, and how its
 * choices fall, is found by making every move of the state as system.h has it, so a
 * counterexample does not rest on what the tree remembers.
 */
#ifndef EXPLORE_WAY_H
#define EXPLORE_WAY_H

#include "engine/explore/search.h"

/* Turns the verdict into a violation. */
void way_report(search *s);

#endif
