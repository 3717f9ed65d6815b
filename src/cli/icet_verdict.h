/* icet_verdict.h -- the verdict on a model in IceT, printed for people. */
#ifndef CLI_ICET_VERDICT_H
#define CLI_ICET_VERDICT_H

#include "api/options.h"

#include "report/result.h"

/* A proof; or a run that goes wrong, and then why there is no proof; or, if none does,
 * why there is no proof, how far all could be put in order, and what is left.  With
 * --quiet, a line for what is not proved. */
void icet_verdict_print(const options *o, sources *src, const result *r);

#endif
