/* outlook.h -- what a machine may still do, from where it stands.
 *
 * Static: found once by looking at the program.  A machine in a control state can only
 * run handlers of states that it can get to from there; what those send, create and let
 * monitors see is all that it will ever do.  A machine that is in the middle of a
 * handler (frames, tasks) can do what that handler may do, too.  What machines do that
 * it may create, directly or by others, counts as its own: before they exist, they are
 * part of it.
 *
 * All answers are on the safe side: true where it is not clear (ignores: false).
 *
 * Why nothing is missed.  From one step to the next a machine goes on with its frames
 * and tasks, or runs an action of the state that it is in, whichever event that is for,
 * raised or received; a state is left for the target of an action or of a `goto` in
 * what was run.  So what is reachable in the graph of these contains all that it runs,
 * and once something is out of reach, it stays so: answers only shrink along a run (a
 * child's are among its creator's).  deeds.h reads what functions do, with their calls;
 * refs.h, whom they may mean.
 *
 * What has left the machine is nobody's: a message in its box, and in P's own network a
 * creation that waits there.  For such a child ask with the local state that it will
 * begin with (process_new_machine).
 */
#ifndef REDUCE_OUTLOOK_H
#define REDUCE_OUTLOOK_H

#include "core/process.h"

typedef struct outlook outlook;

outlook *outlook_new(core *c);
void outlook_free(outlook *o); /* accepts NULL */

/* May the machine in LOCAL ever send EVENT to a machine of declaration DECL?  It goes
 * by what variables may refer to in any run, not by which references it holds now.
 * What it holds back (LOCAL_HELD) counts, what is in its box does not. */
bool outlook_sends(outlook *o, value local, uint32_t decl, uint32_t event);

/* ... any event at all? */
bool outlook_sends_to(outlook *o, value local, uint32_t decl);

/* ... before it takes a message that it does not have yet? */
bool outlook_sends_alone(outlook *o, value local, uint32_t decl);

/* ... any of EVENTS, by event? */
bool outlook_sends_any(outlook *o, value local, uint32_t decl, const bool *events);

/* Does all that it will ever send, but for what it holds back, go to itself or to
 * machines that some of its fields refer to, which nothing in its reach writes to? Then
 * those are the machines that the fields refer to now: which fields, and whether to
 * itself. */
bool outlook_is_aimed(outlook *o, value local);
bool outlook_aims_at(outlook *o, value local, uint32_t field);
bool outlook_aims_at_self(outlook *o, value local);

/* May it do something that a monitor of the test observes? */
bool outlook_is_observed(outlook *o, value local);

/* May it create a machine, or those that it creates?  One of declaration DECL? */
bool outlook_creates(outlook *o, value local);
bool outlook_creates_one(outlook *o, value local, uint32_t decl);

/* Can it do nothing but throw EVENT away, or keep it for ever, now and in every state
 * that it can get to?  Then a message with it has no effect, whenever it comes: states
 * ignore or defer it, and no `receive` takes it.  (Each takes halt, with or without a
 * case for it.)  Halted: yes.  In a machine that looks at its queue (core.looks) only
 * when it has halted. */
bool outlook_ignores(outlook *o, value local, uint32_t event);

/* Can it come to rest in STATE, or is it there? */
bool outlook_rests_in(outlook *o, value local, uint32_t state);

/* What can become of what a field holds now: see drift.h. */
typedef struct outlook_drift {
    bool rises;
    bool falls;
    bool is_loose;
} outlook_drift;

outlook_drift outlook_field(outlook *o, value local, uint32_t field);

/* The events that it does not ignore so, a bit each. */
const uint64_t *outlook_minded(outlook *o, value local);

/* Those of them of which there is more to be said than that it may, here and in every
 * state that it can get to, run a handler that may come to do nothing (guard.h). */
const uint64_t *outlook_firm(outlook *o, value local);

/* Surely none of the messages in LIST is ignored so. */
bool outlook_minds_all(outlook *o, value local, value list);

#endif
