/* reach_effects.h -- reachable effects: what a machine may do from some point on.
 *
 * Static: found once from the program and the test.  A machine in a control state can
 * only run handlers of states that are reachable from there; what those send, create
 * and let monitors see is all that it will ever do.  Effects of machines that it may
 * create, directly or through others, count as its own: until they exist, they are part
 * of it.
 *
 * All answers err on the safe side: true where the analysis cannot tell.
 *
 * Lemma reach-1 (nothing is missed, and answers only shrink along a run).  From one
 * step to the next a machine continues its frames and tasks, or runs an action of its
 * current state, for whichever event, raised or received; it leaves a state for the
 * target of an action or of a `goto` in a function that it ran.  So the graph of these
 * reaches everything that the machine runs, and once something is unreachable, it stays
 * so (a child's effects are among its creator's).  fn_effects.h reads what functions
 * do, with their calls; points_to.h which machines they may refer to.
 *
 * An EFFECT ROW is a bit set that holds what may happen from one point on.  There is
 * a row for each point where a machine may be: RESTING in a state, ENTERING it, RUNNING
 * a function.  The row of a machine in the middle of a handler is a union of rows
 * (engine/reduce/local_effects.h).
 */
#ifndef ANALYSIS_REACH_EFFECTS_H
#define ANALYSIS_REACH_EFFECTS_H

#include "analysis/test_context.h"

typedef struct reach_effects reach_effects;

/* T must live as long. */
reach_effects *reach_effects_new(const test_context *t);
void reach_effects_free(reach_effects *r); /* accepts NULL */

/* The same table for machines that receive no more messages: it belongs to R. */
const reach_effects *reach_effects_before_receive(const reach_effects *r);

/* ---- Rows ---- */

typedef const uint64_t *effect_row;

uint32_t reach_effects_words(const reach_effects *r); /* of a row */
effect_row reach_effects_resting(const reach_effects *r, uint32_t interface,
                                 uint32_t state);
effect_row reach_effects_running(const reach_effects *r, uint32_t interface,
                                 uint32_t function);
effect_row reach_effects_new_machine(const reach_effects *r, uint32_t interface);
effect_row reach_effects_none(const reach_effects *r);

/* Makes rows: ROW has reach_effects_words words. */
void reach_effects_join(const reach_effects *r, uint64_t *row, effect_row more);
void reach_effects_add_send(const reach_effects *r, uint64_t *row, uint32_t decl,
                            uint32_t event);

/* ROW also creates a machine of INTERFACE. */
void reach_effects_add_child(const reach_effects *r, uint64_t *row, uint32_t interface);

/* ---- Questions about a row ---- */

/* May it send EVENT to a machine of declaration DECL?  Any event at all?  By what
 * variables may refer to in any run, not by what they hold now. */
bool reach_effects_sends(const reach_effects *r, effect_row row, uint32_t decl,
                         uint32_t event);
bool reach_effects_sends_to(const reach_effects *r, effect_row row, uint32_t decl);
bool reach_effects_sends_any(const reach_effects *r, effect_row row, uint32_t decl,
                             const bool *events); /* by event: is it one of them? */

/* KNOWN TARGETS: does everything that it sends go to itself or to machines that some of
 * its fields refer to, and is no such field written?  Then the fields name the targets
 * now: which fields, and whether to itself. */
bool reach_effects_has_known_targets(const reach_effects *r, effect_row row);
bool reach_effects_targets_field(const reach_effects *r, effect_row row,
                                 uint32_t field);
bool reach_effects_targets_self(const reach_effects *r, effect_row row);

/* May it do something that a monitor of the test observes? */
bool reach_effects_is_observed(effect_row row);

/* May it, or its descendants, create a machine?  One of declaration DECL? */
bool reach_effects_creates(const reach_effects *r, effect_row row);
bool reach_effects_creates_one(const reach_effects *r, effect_row row, uint32_t decl);

/* May it come to rest in STATE? */
bool reach_effects_rests_in(const reach_effects *r, effect_row row, uint32_t state);

/* What may become of what a field holds now: see monotone.h. */
typedef struct field_direction {
    bool increases;
    bool decreases;
    bool is_untyped;
} field_direction;

field_direction reach_effects_field(const reach_effects *r, effect_row row,
                                    uint32_t field);

/* The RELEVANT events, one bit each: a message with any other event has no effect,
 * whenever it comes.  All reachable states ignore or defer it, and no `receive` takes
 * it.  (Every `receive` takes halt, with or without a case for it.)  For a machine that
 * polls its queue all events are relevant. */
effect_row reach_effects_relevant(effect_row row);

/* The UNGUARDED events: relevant events that are not guard-refusable (guard.h) in every
 * reachable state where they are handled. */
effect_row reach_effects_unguarded(const reach_effects *r, effect_row row);

uint32_t reach_effects_event_words(const reach_effects *r); /* of a set of events */

#endif
