/* trace_filter.h -- which machines, events and variables are to be seen in a trace. */
#ifndef REPORT_TRACE_FILTER_H
#define REPORT_TRACE_FILTER_H

#include "base/strbuf.h"
#include "report/story.h"

typedef struct trace_filter trace_filter;

/* SHOW and HIDE are lists of names with commas between, or NULL: types of machines,
 * machines of a run (Client(1.2)), events, variables (x, Client.x).  Of what SHOW names
 * something, only that is seen.  NULL after saying in WHY which name means nothing. */
trace_filter *trace_filter_new(const ir_program *ir, const char *show, const char *hide,
                               strbuf *why);
void trace_filter_free(trace_filter *f); /* accepts NULL */

/* Without a filter (NULL) everything is seen. */
bool trace_filter_shows_machine(const trace_filter *f, const story_machine *m);
bool trace_filter_shows_event(const trace_filter *f, const char *event);
bool trace_filter_shows_eventless(const trace_filter *f); /* what is about no event */
bool trace_filter_shows_variable(const trace_filter *f, const story_machine *m,
                                 const char *name);

#endif
