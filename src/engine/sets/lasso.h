/* lasso.h -- a run that violates liveness: a path to a fair cycle, and the cycle. */
#ifndef SETS_LASSO_H
#define SETS_LASSO_H

#include "engine/sets/fair.h"

/* F's remaining pairs prove a violation of F's monitor (fair.h): reports a run. */
void lasso_report(fair_search *f);

#endif
