/* icet_verdict.h -- prints the verdict on a model in IceT. */
#ifndef CLI_ICET_VERDICT_H
#define CLI_ICET_VERDICT_H

#include "api/options.h"

#include "report/result.h"
#include "report/trace_quota.h"

/* Prints the proof.  If there is none: the run that fails, if there is one, and the
 * reason why there is no proof; otherwise also the sequential program so far, and the
 * rest of each process.  With --quiet, prints one line if there is no proof; also for a
 * run that fails, if TRACES has no room for it. */
void icet_verdict_print(const options *o, sources *src, const result *r,
                        trace_quota *traces);

#endif
