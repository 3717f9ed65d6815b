/* coarsen.h -- a run in which machines stop at sends, told as people expect it.
 *
 * Where queues may grow without bound, machines stop after each send, and look at their
 * queues in moves of their own (`stops_at_sends`, core/process.h).  Who reads such a
 * run has to put handlers together again.  Here the same run is made in ordinary moves:
 * messages arrive in the same order, each machine chooses as it did, and handlers run
 * to their end.  It counts only if it fails in the same way.
 */
#ifndef SHRINK_COARSEN_H
#define SHRINK_COARSEN_H

#include "core/trace.h"

/* T is a run with the options O, which say `stops_at_sends`; it becomes one without.
 * False: T is as it was.  That is so where a handler would have to run ahead without
 * end, or to another failure. */
bool coarsen_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                   trace *t);

#endif
