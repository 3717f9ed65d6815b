/* breakpoints.h -- names at which a walk through a run stops. */
#ifndef CLI_BREAKPOINTS_H
#define CLI_BREAKPOINTS_H

#include "report/story.h"

typedef VEC(char *) breakpoint_list;

void breakpoints_fini(breakpoint_list *b); /* a zeroed list is empty */

/* NAME: a type of machines or one of them, a state (Wait, Client.Wait), or an event.
 * False after saying in WHY that it is none. */
bool breakpoints_add(breakpoint_list *b, const ir_program *ir, const char *name,
                     strbuf *why);
void breakpoints_remove(breakpoint_list *b, size_t index);

/* The first name that step NUMBER of the story is about, or NULL. */
const char *breakpoints_hit(const breakpoint_list *b, const story *s, size_t number);

#endif
