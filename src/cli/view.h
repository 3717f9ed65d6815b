/* view.h -- from the command line to how traces are shown. */
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

#include "api/options.h"

#include "report/trace_text.h"

typedef struct view {
    filter *filter;
    trace_view trace;
} view;

/* False after saying in WHY what makes no sense. */
bool view_init(view *v, const options *o, const ir_program *ir, strbuf *why);
void view_fini(view *v); /* a zeroed view is fine */

#endif
