/* crashes.h -- whether crashes are explored: --crash-model. */
#ifndef CLI_CRASHES_H
#define CLI_CRASHES_H

#include "api/options.h"

#include "report/result.h"

/* E, the options of R's test, loses its crashes where none need be explored; R keeps
 * what the user asked for.  REMARK gets the decision and its reason; nothing, where the
 * user asked for no crashes.  False: the user wants crashes left out, and they must be
 * explored; R says why. */
bool crashes_settle(const options *o, result *r, engine_options *e, strbuf *remark);

#endif
