/* breaks.h -- names at which a walk through a run stops. */
#ifndef CLI_BREAKS_H
#define CLI_BREAKS_H

#include "report/story.h"

typedef VEC(char *) break_list;

void breaks_fini(break_list *b); /* a zeroed list is empty */

/* NAME: a type of machines or one of them, a state (Wait, Client.Wait), or an event.
 * False after saying in WHY that it is none. */
bool breaks_add(break_list *b, const ir_program *ir, const char *name, strbuf *why);
void breaks_remove(break_list *b, size_t index);

/* The first name that step NUMBER of the story is about, or NULL. */
const char *breaks_hit(const break_list *b, const story *s, size_t number);

#endif
