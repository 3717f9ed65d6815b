/* stubborn.h -- which events of a state are enough to explore.
 *
 * A set X of machines (and monitors) is chosen, and all events that touch it are
 * explored: EX.  X is closed such that no run without events of EX ever leads to an
 * event that touches X and is not in EX.  Then every run from here either contains an
 * event of EX, whose first one commutes with all that comes before it (it touches X,
 * they do not), or none, and then it can still be made after any event of EX.  So
 * nothing is lost but orders, as long as a run is not put off for ever: search.c.
 *
 * Local states are kept without any condition on what is visible: a run without events
 * of EX does not change what X holds.  Monitors are members like machines.
 *
 * Closed means, for z in X (what is added is a necessary enabling set):
 *
 *   - what an event touches that touches z is in X, too;
 *
 *   - if z would go on by itself if only its box were empty (P's own network), whom
 *     the first message of its box is for is in X;
 *
 *   - no machine y can come to have a new message for z.
 *
 *     P's own network: only the first message of y's box can be delivered.  If it is
 *     for z, fine: that is in EX.  Else, if a later one is, or if y may ever send to
 *     z, add whom the first one is for: as long as that stays, nothing else leaves.
 *     Or, if none in the box is for z, add y: then it never gets to send one.
 *
 *     p2p: if the channel from y to z holds something, fine: that comes first.  Else,
 *     if y may ever send to z, add y.
 *
 *     bag: if y may ever send something to z that z would take now (accept.h), add y.
 *     Of messages that come together as a quorum, silence so many senders that the
 *     others cannot make one.
 *
 *   - if z may take something from its tail (tail.h), such events are in EX;
 *
 *   - monitors: whoever may ever be seen by them is added, or whom the first message
 *     of its box is for: it is seen only when that has left.
 *
 * A machine that is yet to be created belongs to its creator (reach_effects.h); who may
 * ever know whom is in scene.c.
 *
 * POR_NES adds, where there is a choice, what brings the fewest events with it, and
 * tries every event as the beginning of a set.  POR_LPOR adds everything that could
 * enable what is disabled: the forward search of the thesis (section 3.5), seen from
 * its end, without its families of enabling sets.
 */
#ifndef REDUCE_STUBBORN_H
#define REDUCE_STUBBORN_H

#include "engine/reduce/state_view.h"

typedef struct stubborn {
    mask members;   /* X */
    uint32_t count; /* of events in EX */
    uint32_t grows; /* ... that make a queue longer */
    bool is_unfair; /* for tests: no proviso */
} stubborn;

/* The best set for the events of S; all machines where there is nothing to choose. */
stubborn stubborn_choose(const state_view *s);

/* The closure that begins with SEED. */
stubborn stubborn_close(const state_view *s, mask seed);

static inline bool stubborn_has(const stubborn *x, const transition *e)
{
    return (e->footprint & x->members) != 0;
}

#endif
