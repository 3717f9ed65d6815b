/* local_effects.h -- what a machine may still do, from its local state.
 *
 * reach_effects.h has an effect row for each point of the program.  A machine at rest
 * has the row of its state.  A machine in the middle of a handler has the union of the
 * rows of its state, its outermost frame (calls are part of it), its tasks, and its
 * pending effect.  So all answers are those of reach_effects.h: they over-approximate,
 * and they only shrink along a run.
 *
 * Effects that have left the machine are not counted: a message in its outbox, and in
 * P's own network a creation that waits there.  For such a child, pass the local state
 * that it will begin with (process_new_machine).
 *
 * Rows of local states are cached; one thread uses it at a time.
 */
#ifndef REDUCE_LOCAL_EFFECTS_H
#define REDUCE_LOCAL_EFFECTS_H

#include "analysis/reach_effects.h"
#include "core/process.h"

typedef struct local_effects local_effects;

local_effects *local_effects_new(core *c);
void local_effects_free(local_effects *l); /* accepts NULL */

/* May the machine in LOCAL ever send EVENT to a machine of declaration DECL?  Its
 * pending effect (LOCAL_PENDING) counts, its outbox does not. */
bool local_effects_sends(local_effects *l, value local, uint32_t decl, uint32_t event);

/* ... any event at all? */
bool local_effects_sends_to(local_effects *l, value local, uint32_t decl);

/* ... before it receives a message that it does not have yet? */
bool local_effects_sends_before_receive(local_effects *l, value local, uint32_t decl);

/* ... any of EVENTS, by event? */
bool local_effects_sends_any(local_effects *l, value local, uint32_t decl,
                             const bool *events);

/* See KNOWN TARGETS in reach_effects.h; the pending effect is not counted. */
bool local_effects_has_known_targets(local_effects *l, value local);
bool local_effects_targets_field(local_effects *l, value local, uint32_t field);
bool local_effects_targets_self(local_effects *l, value local);

/* May it do something that a monitor of the test observes? */
bool local_effects_is_observed(local_effects *l, value local);

/* May it, or its descendants, create a machine?  One of declaration DECL? */
bool local_effects_creates(local_effects *l, value local);
bool local_effects_creates_one(local_effects *l, value local, uint32_t decl);

/* Is EVENT irrelevant, now and in every reachable state?  Then a message with it has no
 * effect, whenever it comes (reach_effects_relevant).  Halted: yes.  For a machine that
 * polls its queue (core.looks) only when it has halted. */
bool local_effects_is_irrelevant(local_effects *l, value local, uint32_t event);

/* Can it rest in STATE, now or later? */
bool local_effects_rests_in(local_effects *l, value local, uint32_t state);

/* How the value of FIELD may change from now on. */
field_direction local_effects_field(local_effects *l, value local, uint32_t field);

/* Relevant and unguarded events, one bit each: see reach_effects.h. */
const uint64_t *local_effects_relevant(local_effects *l, value local);
const uint64_t *local_effects_unguarded(local_effects *l, value local);

/* Surely all messages in LIST are relevant.  False: some may not be. */
bool local_effects_all_relevant(local_effects *l, value local, value list);

#endif
