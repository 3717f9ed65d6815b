/* schedule.h -- which thread's event comes next.  Any answer is right: it changes how
 * much has to be revisited, and not what is explored. */
#ifndef ENGINE_DPOR_SCHEDULE_H
#define ENGINE_DPOR_SCHEDULE_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/egraph.h"

#define NO_THREAD UINT32_MAX

/* A thread whose next event can be added, or NO_THREAD: the execution has ended. */
uint32_t schedule_next(egraph *g, dpor_schedule schedule, uint64_t *random);

/* Has thread WHOM come to its end? */
bool schedule_can_join(const egraph *g, uint32_t whom);

#endif
