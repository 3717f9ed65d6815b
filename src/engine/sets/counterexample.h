/* counterexample.h -- from a violation back to the initial state.
 *
 * The iterations of the search are an increasing chain of sets.  The state at hand is
 * new in one of them, by a transition of that iteration's group from a state that an
 * earlier iteration reached.  Such a predecessor is found by bisection of the set
 * before: one column after the other is fixed to a value for which the image of the
 * rest still contains the state at hand.  Each step decreases the number of the
 * iteration, so the construction ends at the initial state.
 */
#ifndef SETS_COUNTEREXAMPLE_H
#define SETS_COUNTEREXAMPLE_H

#include "engine/sets/set_search.h"

/* Finds a state of FROM that passes TEST; TEST of a set must be true exactly if it is
 * true of some state in it.  False: there is none, or the store gave up.  NEAR: a state
 * that agrees with the result in most columns, to be tried first; or NULL. */
typedef bool counterexample_test(void *context, ldd from);
bool counterexample_find_state(set_search *s, ldd from, const value *near,
                               counterexample_test *test, void *context, value *out);

/* The iteration before END that reached STATE first; END if none did. */
size_t counterexample_iteration_of(const set_search *s, const value *state, size_t end);

/* Adds the transitions from the initial state to STATE to the trace; false: the store
 * gave up. */
bool counterexample_add_transitions_to(set_search *s, const value *state);

/* Reports that a violation exists, but that its trace was not recovered. */
void counterexample_give_up(set_search *s);

/* Reports a run to a state of FROM in which a transition of X fails. */
void counterexample_to_failure(set_search *s, ldd from, transition_group x);

/* Reports a run that ends in a state of BAD. */
void counterexample_to_end(set_search *s, ldd bad);

#endif
