/* by_ranks.h -- a search on several processes, each of which has a part of the states.
 *
 * States belong to ranks by content (post.h).  All ranks search level by level, in
 * rounds: each expands states of its own for a while, then all exchange what they found
 * of each other's, and agree on whether to go on.  So depths are what they are in one
 * process, and so are all counts.
 */
#ifndef EXPLORE_BY_RANKS_H
#define EXPLORE_BY_RANKS_H

#include "engine/explore/tree_search.h"

/* All of it but the way to a violation; S->o->cluster is there.  Afterwards rank 0 has
 * what one process would have, the others have stopped. */
void by_ranks(tree_search *s);

/* For by_tree.c: is it time to end a round?  Between two chunks. */
bool by_ranks_is_due(const tree_search *s);

#endif
