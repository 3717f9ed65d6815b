/* exact.h -- the explicit search as the reference for engines that must find every
 * state.
 *
 * If the test holds, the number of states and the digests of all states and of the
 * final states (lines.h) must be equal.  If it does not, the engine must find a
 * violation.  Any violation will do; it must replay.
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
