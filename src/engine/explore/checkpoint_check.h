/* checkpoint_check.h -- checks a search that was loaded from a file as a whole.
 *
 * Values, components, the tree and the set of visited states have been checked by those
 * who loaded them.  This checks what connects them:
 *
 *   - each visited state is a pair of ids of the tree, and there are as many as states
 *     were counted;
 *   - the states that wait are visited, each waits once, and each has the machines that
 *     it refers to (presence.h);
 *   - the counts are possible: runs end in states that were expanded, and there are
 *     more states than the depth says.
 *
 * It takes a few look-ups for each state and each id.
 */
#ifndef EXPLORE_CHECKPOINT_CHECK_H
#define EXPLORE_CHECKPOINT_CHECK_H

#include "engine/explore/worker.h"

MUST_CHECK bool checkpoint_is_consistent(team *m);

#endif
