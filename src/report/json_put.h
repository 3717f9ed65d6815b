/* json_put.h -- pieces of JSON that several reports write. */
#ifndef REPORT_JSON_PUT_H
#define REPORT_JSON_PUT_H

#include "base/source.h"
#include "base/strbuf.h"

#include <stdbool.h>

void json_put_text(strbuf *out, const char *key, const char *text); /* NULL: null */
void json_put_bool(strbuf *out, const char *key, bool is);
void json_put_place(sources *src, srcpos pos, strbuf *out); /* file, line and column */

#endif
