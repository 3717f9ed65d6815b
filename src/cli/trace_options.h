/* trace_options.h -- the options of the command line for how traces are shown. */
#ifndef CLI_TRACE_OPTIONS_H
#define CLI_TRACE_OPTIONS_H

#include "api/options.h"

#include "report/trace_text.h"

typedef struct trace_options {
    trace_filter *filter;
    trace_view trace;
} trace_options;

/* False: WHY says which option makes no sense. */
bool trace_options_init(trace_options *v, const options *o, const ir_program *ir,
                        strbuf *why);
void trace_options_fini(trace_options *v); /* zeroed options is fine */

#endif
