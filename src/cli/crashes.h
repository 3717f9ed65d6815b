/* crashes.h -- whether crashes are explored: --crash-model. */
#ifndef CLI_CRASHES_H
#define CLI_CRASHES_H

#include "api/options.h"

#include "report/result.h"

/* E, the options of R's test, has no crashes any more where none need be explored; R
 * knows what was asked for.  REMARK says which it is, and why; nothing, where there is
 * no question.  False: it cannot be as the user wants it, and R says why. */
bool crashes_settle(const options *o, result *r, engine_options *e, strbuf *remark);

#endif
