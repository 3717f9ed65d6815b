/* coarsen.h -- turns a run in which machines stop at sends into one of whole handlers.
 *
 * Where queues may grow without bound, machines stop after each send, and poll their
 * queues in transitions of their own (`stops_at_sends`, core/process.h).  Readers of
 * such a run would have to put handlers together again.  This module makes the same run
 * in ordinary transitions: messages arrive in the same order, each machine makes the
 * same choices, and handlers run to their end.  The result is taken only if it fails in
 * the same way.
 */
#ifndef EVIDENCE_COARSEN_H
#define EVIDENCE_COARSEN_H

#include "core/trace.h"

/* T is a run with the options O, which include `stops_at_sends` or `split_above`; it
 * becomes a run without these.  False: T is unchanged, because some handler would never
 * end, or would fail differently. */
bool coarsen_trace(const ir_program *ir, const ir_test *test, const core_options *o,
                   trace *t);

#endif
