/* counterexample.h -- from a violation of a reduced search back to an ordinary run. */
#ifndef REDUCE_COUNTEREXAMPLE_H
#define REDUCE_COUNTEREXAMPLE_H

#include "engine/reduce/reduced_search.h"

/* Puts a run of the whole system to the violation that S found into the verdict's
 * trace; the run may end in another violation that comes before.  False: there is no
 * such run. */
bool counterexample_find(reduced_search *s);

#endif
