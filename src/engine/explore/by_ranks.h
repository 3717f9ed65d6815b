/* by_ranks.h -- a search on several processes, each of which owns a subset of the
 * states.
 *
 * The content of a state says which rank owns it (owner.h).  All ranks search level by
 * level, in rounds: each rank expands states of its own for a while, then all ranks
 * exchange the states that they found for each other, and agree on whether to continue.
 * A level ends on all ranks at once, so depths and counts equal those of one process.
 */
#ifndef EXPLORE_BY_RANKS_H
#define EXPLORE_BY_RANKS_H

#include "engine/explore/tree_search.h"

/* Runs the search, except for the retrace of a violation; S->o->cluster is set.
 * Afterwards rank 0 is where a search in one process would be; the others have stopped.
 */
void by_ranks(tree_search *s);

/* For by_tree.c, between two chunks: true if the round must end now. */
bool by_ranks_is_due(const tree_search *s);

#endif
