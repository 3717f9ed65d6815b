/* junit.h -- results as the XML that CI systems read as test reports.
 *
 * A P test is a test case.  A violation is a <failure>.  A test that was not decided is
 * an <error>, since no system shows that as a success; a test that did not begin is
 * <skipped>.
 */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "base/diag.h"
#include "report/result.h"

typedef struct junit {
    size_t tests, failures, errors, skipped;
    double seconds;
    char began[32]; /* date and time, for the report */
} junit;

void junit_begin(junit *j);

/* In any order; junit_end completes the document. */
void junit_result(junit *j, sources *src, const result *r, strbuf *out);
void junit_messages(junit *j, diag *d, strbuf *out); /* errors of the model */
void junit_end(const junit *j, strbuf *out);

#endif
