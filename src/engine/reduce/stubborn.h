/* stubborn.h -- stubborn sets: which transitions of a state suffice.
 *
 * A set X of machines (and monitors) is chosen, and all transitions whose footprint
 * meets X are explored: EX.  X is closed such that no run without transitions of EX
 * ever enables a transition that meets X and is not in EX.
 *
 * Lemma stubborn-1.  Every run from here either contains a transition of EX, and then
 * the first one commutes with all that come before it (it meets X, they do not); or it
 * contains none, and then it is possible after any transition of EX, too.  So only
 * orders are lost, as long as no run is postponed forever: reduced_search.c.
 *
 * Local states are preserved without a visibility condition: a run without transitions
 * of EX does not change what X holds.  Monitors are members like machines.
 *
 * X is closed if for each z in X (additions form a necessary enabling set):
 *
 *   - footprints that contain z are subsets of X;
 *
 *   - if z could act if only its outbox were empty (P's own network), the target of the
 *     first message of its outbox is in X;
 *
 *   - no machine y can get a new message for z.
 *
 *     P's own network: only the first message of y's outbox can be delivered.  If it is
 *     for z, it is in EX.  Else, if a later one is, or if y may ever send to z, add the
 *     target of the first one: as long as that stays, nothing else leaves.  Or, if none
 *     in the outbox is for z, add y: then y never sends one.
 *
 *     p2p: if the channel from y to z is not empty, its first message is in EX.  Else,
 *     if y may ever send to z, add y.
 *
 *     bag: if y may ever send a message to z that z would accept now (acceptance.h),
 *     add y.  Of messages that come together as a quorum, add so many senders that the
 *     others cannot form one.
 *
 *   - if z may take a message from its queue abstraction (queue_abs.h), those
 *     transitions are in EX;
 *
 *   - monitors: add each machine that they may ever observe, or the target of the first
 *     message of its outbox: it is observed only after that has left.
 *
 * A machine that is yet to be created belongs to its creator (reach_effects.h);
 * state_view.c computes which machines may ever know each other.
 *
 * Where there is a choice, POR_NES adds the set with the fewest transitions; it tries
 * every transition as a seed.  POR_LPOR adds everything that could enable a disabled
 * transition: the forward search of the thesis (section 3.5), seen from its end,
 * without its families of enabling sets.
 */
#ifndef REDUCE_STUBBORN_H
#define REDUCE_STUBBORN_H

#include "engine/reduce/state_view.h"

typedef struct stubborn {
    mask members;   /* X */
    uint32_t count; /* of transitions in EX */
    uint32_t grows; /* ... that make a queue longer */
    bool is_unfair; /* for tests: no proviso */
} stubborn;

/* The best set for the transitions of S; all machines where there is no choice. */
stubborn stubborn_choose(const state_view *s);

/* The least closed set that contains SEED. */
stubborn stubborn_close(const state_view *s, mask seed);

static inline bool stubborn_has(const stubborn *x, const view_transition *e)
{
    return (e->footprint & x->members) != 0;
}

#endif
