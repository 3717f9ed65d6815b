/* trace_filter.h -- which machines, events and variables a trace shows. */
#ifndef REPORT_TRACE_FILTER_H
#define REPORT_TRACE_FILTER_H

#include "base/strbuf.h"
#include "report/story.h"

typedef struct trace_filter trace_filter;

/* SHOW and HIDE are comma-separated lists of names, or NULL.  A name is a type of
 * machines, a machine of a run (Client(1.2)), an event, or a variable (x, Client.x).
 * If SHOW names machines, only those are shown; the same holds for events and
 * variables.  Returns NULL if a name is unknown, and WHY says which. */
trace_filter *trace_filter_new(const ir_program *ir, const char *show, const char *hide,
                               strbuf *why);
void trace_filter_free(trace_filter *f); /* accepts NULL */

/* With a NULL filter, everything is shown. */
bool trace_filter_shows_machine(const trace_filter *f, const story_machine *m);
bool trace_filter_shows_event(const trace_filter *f, const char *event);
bool trace_filter_shows_eventless(
    const trace_filter *f); /* steps that are about no event */
bool trace_filter_shows_variable(const trace_filter *f, const story_machine *m,
                                 const char *name);

#endif
