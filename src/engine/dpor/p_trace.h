/* p_trace.h -- from an execution to a run of core/system.h that is a violation. */
#ifndef ENGINE_DPOR_P_TRACE_H
#define ENGINE_DPOR_P_TRACE_H

#include "engine/dpor/p_order.h"
#include "engine/engine.h"

/* Makes the run in P's core and, if it fails, V a violation with its trace.  FAILED is
 * the thread that does; P_NO_THREAD: it is the end of the run that is wrong.  False: no
 * run of the core is like that. */
bool p_trace_make(p_program *p, const dpor_execution *e, uint32_t failed, verdict *v);

#endif
