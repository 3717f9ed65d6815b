/* schedule.h -- which thread's event the search adds next.  Every schedule is sound: it
 * changes the number of revisits, not the set of executions. */
#ifndef ENGINE_DPOR_SCHEDULE_H
#define ENGINE_DPOR_SCHEDULE_H

#include "engine/dpor/dpor.h"
#include "engine/dpor/egraph.h"

#define NO_THREAD UINT32_MAX

/* An enabled thread, or NO_THREAD: the execution has ended. */
uint32_t schedule_next(egraph *g, dpor_schedule schedule, uint64_t *random);

/* Has thread WHOM ended? */
bool schedule_can_join(const egraph *g, uint32_t whom);

#endif
