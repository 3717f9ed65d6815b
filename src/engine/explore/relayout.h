/* relayout.h -- moves a search to a tree of another layout: all visited states and both
 * levels are encoded anew.  Nothing else may use the team meanwhile. */
#ifndef EXPLORE_RELAYOUT_H
#define EXPLORE_RELAYOUT_H

#include "engine/explore/worker.h"

/* TO: a new tree, which must have a leaf for every component that has occurred; NOW and
 * NEXT: empty levels.  True: M owns all three, and what it had before is freed.  False:
 * memory or disk did not suffice; M is unchanged, and the three are freed. */
MUST_CHECK bool relayout_move(team *m, tree *to, level *now, level *next,
                              unsigned id_bits);

#endif
