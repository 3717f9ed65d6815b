/* confirm.h -- where all commands turn a trace into a confirmed run.
 *
 * Violations and witnesses of an engine must fail again as the engine said.  A trace
 * from a file, or one made by hand, may end in any way, and its end becomes the fault
 * of the verdict.  result_finding tells which of the two R is.
 */
#ifndef CLI_CONFIRM_H
#define CLI_CONFIRM_H

#include "report/result.h"

/* Replays the trace of R as it is. */
void confirm_run(result *r);

/* The same for a run that is easier to read: without stops at sends, and shrunk unless
 * LIMITS is NULL.  It takes no more memory than the search of R may take: a run for
 * which that is too little is not confirmed. */
void confirm_readable_run(result *r, const shrink_limits *limits);

#endif
