/* glue.h -- C# or Java code of a foreign function, beside a model. */
#ifndef CLI_GLUE_H
#define CLI_GLUE_H

#include "base/source.h"
#include "base/strbuf.h"

/* The language of the code that seems to define FUNCTION ("C#", "Java"); FILE then has
 * its path.  NULL: none was found.  Looks into the folders of the inputs and of the
 * sources, and one level below them. */
const char *glue_find(const sources *src, const char *const *inputs, size_t count,
                      const char *function, strbuf *file);

#endif
