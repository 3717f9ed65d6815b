/* invariant.h -- invariants of whole structures, checked in debug builds only.
 *
 * An x_check function walks all of a structure, so a call takes as long as building it.
 * `make asan`, `make tsan` and `make hunt` are debug builds; tests of all builds call
 * x_check themselves.
 */
#ifndef BASE_INVARIANT_H
#define BASE_INVARIANT_H

#ifdef SYNOD_CHECKS
#include <assert.h>
#define INVARIANT(is_met) assert(is_met)
#else
#define INVARIANT(is_met) ((void)0)
#endif

#endif
