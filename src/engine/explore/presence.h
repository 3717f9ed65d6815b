/* presence.h -- which machines are present in a state, and which it refers to.
 *
 * In every state of a run, a machine that anything refers to is present, or its
 * creation waits in an outbox; and there is an environment.  A transition relies on
 * that.  States from a file are checked against it: each id of a tree has a SUMMARY,
 * the machines that are present below it and those that are referred to.  There are few
 * different summaries, and joining two of them is a look-up, so a state costs little
 * more than that.
 */
#ifndef EXPLORE_PRESENCE_H
#define EXPLORE_PRESENCE_H

#include "engine/explore/tree.h"

typedef struct presence presence;

/* Summarizes all ids of T. */
presence *presence_new(const tree *t);
void presence_free(presence *p); /* accepts NULL */

/* Is everything present that the state refers to?  Its ids must exist. */
bool presence_is_right(presence *p, uint64_t key);

#endif
