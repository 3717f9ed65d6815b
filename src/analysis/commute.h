/* commute.h -- is it visible in which order a program visits machines?
 *
 * A program visits the elements of a set and the keys of a map in the order of their
 * names.  If machines are renamed, it visits them in another order.  Where the order of
 * the work is all that changes, the program still commutes with renaming.
 *
 * The answers err on the safe side: "the order shows" where the analysis cannot tell.
 *
 * Lemma commute-1.  Let the body of a loop, with all functions that it calls and all
 * loops within it, only
 *   - write variables that each iteration writes before it reads them and nobody reads
 *     after the loop (they are PRIVATE), or
 *   - update others in a way that commutes: add to a number, keep the least or the
 *     largest (extremum.h), add to a set, remove from a set, store one and the same
 *     constant; each variable in one of these ways only, and not read them otherwise;
 *     or read and change a set or map at the element of this iteration only,
 *   - and send, where the network hides the order: in a bag anything, with one channel
 *     for each pair of machines (p2p) to the element itself.
 * Then each iteration is a function of its element, and iterations commute: the loop
 * reaches the same state in any order.  Nobody sees an intermediate state, because the
 * machine does not stop in the loop: it must not wait, create, or be observed; nor may
 * the last message be pending at a later stop (pending_effect.h), for then it would be
 * visible which message was the last.  It must visit all elements: a loop that is left
 * early shows which came first.
 *
 * A loop over the indices of a collection is such a loop, too, if it is one over its
 * elements (index_loop.h).
 *
 * In P's own network the order of sends does show.  A sender's messages arrive in the
 * order in which they were sent, even at different machines: who is first may act, and
 * others may hear of that before the broadcast reaches them.  Renaming reverses the
 * order of two machines that are told apart by then, and no run of the program has the
 * reverse order.  So such loops pin their machines, whatever else the body does.
 */
#ifndef ANALYSIS_COMMUTE_H
#define ANALYSIS_COMMUTE_H

#include "analysis/points_to.h"

typedef struct commute commute;

/* T, E and P must live as long. */
commute *commute_new(const test_context *t, const fn_effects_table *e,
                     const points_to *p);
void commute_free(commute *o); /* accepts NULL */

/* The FOREACH at PC of FUNCTION iterates over a set: is the order visible? */
bool commute_loop_shows(commute *o, uint32_t function, ir_pc pc);

/* The SET_GET at PC takes an element by its index: is the order visible? */
bool commute_get_shows(commute *o, uint32_t function, ir_pc pc);

/* The KEYS or VALUES at PC makes a sequence: is its order used? */
bool commute_list_shows(commute *o, uint32_t function, ir_pc pc);

/* Is the text that FORMAT at PC makes used for more than messages to people? */
bool commute_text_shows(commute *o, uint32_t function, ir_pc pc);

/* Is PC inside of a loop over a set that sends and whose iterations commute?  A machine
 * stops there only after very many sends. */
bool commute_is_inside(const commute *o, uint32_t function, ir_pc pc);

#endif
