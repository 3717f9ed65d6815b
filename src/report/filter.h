/* filter.h -- which machines, events and variables are to be seen in a trace. */
#ifndef REPORT_FILTER_H
#define REPORT_FILTER_H

#include "base/strbuf.h"
#include "report/story.h"

typedef struct filter filter;

/* SHOW and HIDE are lists of names with commas between, or NULL: types of machines,
 * machines of a run (Client(1.2)), events, variables (x, Client.x).  Of what SHOW names
 * something, only that is seen.  NULL after saying in WHY which name means nothing. */
filter *filter_new(const ir_program *ir, const char *show, const char *hide,
                   strbuf *why);
void filter_free(filter *f); /* accepts NULL */

/* Without a filter (NULL) everything is seen. */
bool filter_shows_machine(const filter *f, const story_machine *m);
bool filter_shows_event(const filter *f, const char *event);
bool filter_shows_eventless(const filter *f); /* what is about no event */
bool filter_shows_variable(const filter *f, const story_machine *m, const char *name);

#endif
