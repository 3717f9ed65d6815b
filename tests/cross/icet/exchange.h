/* exchange.h -- the exchanges that random programs are made of. */
#ifndef CROSS_ICET_EXCHANGE_H
#define CROSS_ICET_EXCHANGE_H

#include "plan.h"

/* Adds one exchange among the processes OF; it may contain others. */
void exchange_add(plan *p, crowd of);

/* Turns some of the processes into servers; what is left may exchange messages with
 * each other, and call them (exchange_add does that). */
crowd exchange_add_servers(plan *p);

#endif
