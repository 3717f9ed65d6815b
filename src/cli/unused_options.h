/* unused_options.h -- options that were given, but have no effect together with the
 * others. */
#ifndef CLI_UNUSED_OPTIONS_H
#define CLI_UNUSED_OPTIONS_H

#include "api/options.h"

/* Calls SAY with one sentence for each, such as `--seed has no effect without
 * --engine=sample`.  COMMAND: CHECK or REPLAY. */
void unused_options_report(const options *o, unsigned command,
                           void (*say)(void *context, const char *text), void *context);

#endif
