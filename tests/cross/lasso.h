/* lasso.h -- decides whether an infinite run is fair.
 *
 * It uses the definition (docs/checking.md) and the run alone: it replays the run and
 * looks at the states of its loop.  It shares nothing with the engines.  A choice need
 * not take an alternative on the loop that leads to the same states there: a run that
 * goes round forever may take it instead.
 */
#ifndef CROSS_LASSO_H
#define CROSS_LASSO_H

#include "report/result.h"

/* NULL: it is, or it has no loop.  Else who or what is treated unfairly. */
const char *lasso_unfairness(const result *r);

#endif
