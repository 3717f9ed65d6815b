/* difference.h -- what has become different in a value, in short. */
#ifndef REPORT_DIFFERENCE_H
#define REPORT_DIFFERENCE_H

#include "core/core.h"

/* NAME of TYPE was WAS and is IS: `x = 2 (was 1)`, `votes += 3`, `log[2].term = 4 (was
 * 3)`.  Where the differences are many, the whole value. */
void difference_text(const core *c, const char *name, type_id type, value was, value is,
                     strbuf *out);

#endif
