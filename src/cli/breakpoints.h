/* breakpoints.h -- names at which the stepper stops. */
#ifndef CLI_BREAKPOINTS_H
#define CLI_BREAKPOINTS_H

#include "report/story.h"

typedef VEC(char *) breakpoint_list;

void breakpoints_fini(breakpoint_list *b); /* a zeroed list is empty */

/* NAME is a type of machines, a machine, a state (Wait, Client.Wait), or an event.
 * False: the text names nothing of the kind, and WHY says so. */
bool breakpoints_add(breakpoint_list *b, const ir_program *ir, const char *name,
                     strbuf *why);
void breakpoints_remove(breakpoint_list *b, size_t index);

/* The first name that step NUMBER of the story concerns, or NULL. */
const char *breakpoints_hit(const breakpoint_list *b, const story *s, size_t number);

#endif
