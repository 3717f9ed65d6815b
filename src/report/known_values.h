/* known_values.h -- what --explain-values shows: which operation made which choice
 * known (core/openint_why.h). */
#ifndef REPORT_KNOWN_VALUES_H
#define REPORT_KNOWN_VALUES_H

#include "report/result.h"

/* A line for each reason. */
void known_values_text(sources *src, const result *r, strbuf *out);

/* The member of a result, after a comma; nothing if nobody asked. */
void known_values_json(sources *src, const result *r, strbuf *out);

#endif
