/* narrow.h -- choices of which only some alternatives are tried (--narrow).
 *
 * A choice from more than N alternatives (an int, a collection) takes its two ends and
 * N - 2 others between them.  So the search is that of another program, in which each
 * wide choice is one from a smaller set: a search that is exact for every program is
 * exact for that one.  Its runs are runs of the program itself, with the same numbers
 * of alternatives, so traces replay without the option.  Only where all combinations of
 * choices are tried are they narrowed (run.points is set): replays, random runs and
 * shrinking make ordinary choices.
 *
 * Where choices can stay open (openint.h), narrowed ones do not, and forks are not
 * narrowed.
 *
 * What is judged by what can NOT happen needs more than that:
 *
 *   - The end of a run: nothing is enabled.  That depends on no choice.
 *   - A loop of choices within a step that none of them leaves.  An alternative that
 *     was not tried may leave it, so a narrowed choice counts as a way out (points.h).
 *   - A cycle on which a spec is hot.  The offer of a narrowed choice has all of its
 *     alternatives (fair_label.h).  So a cycle through it takes some of them never, and
 *     is unfair, as it is in the program itself; unless it takes the others elsewhere
 *     at the same site, or elements of a sequence that are equal to them, and then it
 *     is fair there, too.  What remains of fairness, machines that can run and messages
 *     that wait, depends on no choice.  Cycles that take the left out alternatives as
 *     well are not found: the verdict is about runs that do not.
 *   - A renaming of machines that changes nothing.  Positions in a collection of
 *     machines depend on their names, so such choices pin them (equivariance.h).
 *   - A run with fewer steps that fails: see is_shortest in explore.c.
 */
#ifndef CORE_NARROW_H
#define CORE_NARROW_H

#include <stdint.h>

/* The alternative that is tried after ALTERNATIVE, if COUNT of WIDTH are tried, evenly
 * spread from 0 to WIDTH - 1; 0: none.  COUNT is WIDTH, or less and at least 2. */
uint32_t narrow_next(uint32_t width, uint32_t count, uint32_t alternative);

#endif
