/* exchange.h -- the exchanges that random programs are made of. */
#ifndef CROSS_ICET_EXCHANGE_H
#define CROSS_ICET_EXCHANGE_H

#include "plan.h"

/* Adds one exchange among the processes OF; it may contain others. */
void exchange_add(plan *p, crowd of);

#endif
