/* p_trace.h -- from an execution to a run of core/system.h that is a violation. */
#ifndef ENGINE_DPOR_P_TRACE_H
#define ENGINE_DPOR_P_TRACE_H

#include "engine/dpor/p_order.h"
#include "engine/engine.h"

typedef enum p_trace_answer {
    P_TRACE_MADE,
    P_TRACE_NO_RUN, /* P has no such order, or an assumption of a spec excludes it */
    P_TRACE_OTHER,  /* the machines of the core do something else */
} p_trace_answer;

/* Makes the run in P's core and, if it fails, V a violation with its trace.  FAILED is
 * the thread that fails; P_NO_THREAD: the end of the run is the violation. */
p_trace_answer p_trace_make(p_program *p, const dpor_execution *e, uint32_t failed,
                            verdict *v);

#endif
