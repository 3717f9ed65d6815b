/* guard.h -- runs code that may crash or not end in a process of its own. */
#ifndef CROSS_ICET_GUARD_H
#define CROSS_ICET_GUARD_H

#include "base/strbuf.h"

#include <stddef.h>

/* Calls ACT(CONTEXT) in a child.  False: that crashed, or took more than SECONDS; WHY
 * says so, with the first lines that it wrote to the standard error. */
bool guard_survives(void (*act)(const void *context), const void *context,
                    unsigned seconds, strbuf *why);

/* This process gets no more memory than that. */
void guard_memory(size_t bytes);

#endif
