/* difference.h -- the difference between two values, in short. */
#ifndef REPORT_DIFFERENCE_H
#define REPORT_DIFFERENCE_H

#include "core/core.h"

/* NAME of TYPE was WAS and is IS: `x = 2 (was 1)`, `votes += 3`, `log[2].term = 4 (was
 * 3)`.  If there are many differences, shows the whole value. */
void difference_text(const core *c, const char *name, type_id type, value was, value is,
                     strbuf *out);

#endif
