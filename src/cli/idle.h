/* idle.h -- options that were given and have no effect, beside the others. */
#ifndef CLI_IDLE_H
#define CLI_IDLE_H

#include "api/options.h"

/* One sentence for each, as `--seed has no effect without --engine=sample`, to SAY.
 * COMMAND: CHECK or REPLAY. */
void idle_options(const options *o, unsigned command,
                  void (*say)(void *context, const char *text), void *context);

#endif
