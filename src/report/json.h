/* json.h -- results for programs: docs/json.md describes the schema. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report/result.h"

/* The one that is written, and the oldest that is read. */
enum { JSON_SCHEMA = 2, JSON_OLDEST_SCHEMA = 1 };

/* How a model and its results are written, in this order. */
void json_begin(sources *src, const char *const *inputs, size_t count, bool strict_p,
                strbuf *out);
void json_result(sources *src, const result *r, bool is_first, strbuf *out);
void json_end(strbuf *out);

/* The same for the same text of the model. */
uint64_t json_fingerprint(const sources *src);

#endif
