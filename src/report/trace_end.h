/* trace_end.h -- what a trace says after its last step: what has not happened.
 *
 * Messages in flight often explain a failure.  A run that ends too early, or loops, has
 * no failing step: there the question is what a hot spec waits for, what was dropped,
 * and what each machine did last.
 */
#ifndef REPORT_TRACE_END_H
#define REPORT_TRACE_END_H

#include "report/trace_text.h"

void trace_end_text(const result *r, const trace_view *v, strbuf *out);

#endif
