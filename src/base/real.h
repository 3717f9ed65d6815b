/* real.h -- floating-point numbers as text, independent of the locale of the process.
 */
#ifndef BASE_REAL_H
#define BASE_REAL_H

#include "base/strbuf.h"

double real_parse(const char *text); /* digits, a point, digits */
void real_show(strbuf *out,
               double value); /* the shortest text that reads back as VALUE */

#endif
