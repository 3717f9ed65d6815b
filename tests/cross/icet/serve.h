/* serve.h -- servers in random programs: processes that run for ever. */
#ifndef CROSS_ICET_SERVE_H
#define CROSS_ICET_SERVE_H

#include "plan.h"

/* Turns some of the processes into servers, or none; the others, which may exchange
 * messages with each other. */
crowd serve_begin(plan *p);

/* One of OF calls a server.  False: there is none. */
bool serve_call(plan *p, crowd of);

#endif
