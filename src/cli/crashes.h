/* crashes.h -- --crash-model: whether crashes are explored. */
#ifndef CLI_CRASHES_H
#define CLI_CRASHES_H

#include "api/options.h"

#include "report/result.h"

/* Removes crashes from E, the options of R's test, if none need be explored; R keeps
 * what the user asked for.  REMARK gets the decision and its reason, or nothing if the
 * user asked for no crashes.  False: the user wants crashes left out, but they must be
 * explored; R says why. */
bool crashes_settle(const options *o, result *r, engine_options *e, strbuf *remark);

#endif
