/* exact.h -- all states of a test, one by one, to judge engines that must find the
 * same.
 *
 * Where the test holds, the number of states and digests of all of them and of those in
 * which runs end (lines.h) are the same; where it does not, a violation is found.  Any
 * will do: that it replays is looked at.
 */
#ifndef CROSS_EXACT_H
#define CROSS_EXACT_H

#include "search.h"

typedef struct exact {
    verdict_kind kind;
    lines seen;
} exact;

/* Of R's test, with its options; R's verdict is filled. */
void exact_ask(exact *x, result *r);
void exact_fini(exact *x);

/* NULL: what was FOUND and SEEN by another search, as HOW says, is right, or not
 * wrong. */
const char *exact_difference(const exact *x, const search *how, const result *found,
                             const lines *seen);

#endif
