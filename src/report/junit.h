/* junit.h -- results as the XML that CI systems take for test reports.
 *
 * A P test is a test case.  A violation is a <failure>.  What was not decided is an
 * <error>, for no system shows that as a success; what was not begun is <skipped>.
 */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "base/diag.h"
#include "report/result.h"

typedef struct junit {
    size_t tests, failures, errors, skipped;
    double seconds;
    char began[32]; /* when, for the report */
} junit;

void junit_begin(junit *j);

/* In any order; the document is whole when junit_end has been called. */
void junit_result(junit *j, sources *src, const result *r, strbuf *out);
void junit_messages(junit *j, diag *d, strbuf *out); /* what is wrong with the model */
void junit_end(const junit *j, strbuf *out);

#endif
