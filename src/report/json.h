/* json.h -- results for programs: docs/json.md describes the schema. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report/result.h"

#include "base/diag.h"

/* The version that is written, and the oldest that is read. */
enum { JSON_SCHEMA = 2, JSON_OLDEST_SCHEMA = 1 };

/* Writes a model and its results, in this order.  MESSAGES: the errors and warnings
 * about the model, made by json_message. */
void json_begin(sources *src, const char *const *inputs, size_t count, bool strict_p,
                const char *messages, strbuf *out);
void json_result(sources *src, const result *r, bool is_first, strbuf *out);
void json_end(strbuf *out);

/* Adds an error or a warning to a list of them. */
void json_message(sources *src, const diag_item *item, strbuf *list);

/* A hash of the text of the model. */
uint64_t json_fingerprint(const sources *src);

#endif
