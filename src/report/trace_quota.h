/* trace_quota.h -- how many traces a command may still print: --max-traces.
 *
 * A model with many violated tests would bury its verdicts in traces.  Documents have
 * all of them.
 */
#ifndef REPORT_TRACE_QUOTA_H
#define REPORT_TRACE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct trace_quota {
    uint64_t most;
    uint64_t seen;
} trace_quota;

/* May the next trace be shown? */
bool trace_quota_has_room(const trace_quota *q);

/* The same, and counts the trace. */
bool trace_quota_take(trace_quota *q);

/* Prints how many traces were not shown, if any. */
void trace_quota_print(const trace_quota *q);

#endif
