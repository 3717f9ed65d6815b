/* lasso.h -- is a run that goes on for ever fair?
 *
 * By the definition (docs/checking.md), from the run alone: it is made again, and the
 * states of its loop are looked at.  Nothing here is an engine's.
 */
#ifndef CROSS_LASSO_H
#define CROSS_LASSO_H

#include "report/result.h"

/* NULL: it is, or it has no loop.  Else who or what is treated unfairly. */
const char *lasso_unfairness(const result *r);

#endif
