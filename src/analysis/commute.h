/* commute.h -- is it visible in which order a program visits machines?
 *
 * A program visits the elements of a set and the keys of a map in the order of their
 * names.  If machines are renamed, it visits them in another order.  Where the order of
 * the work is all that changes, the program still commutes with renaming.
 *
 * The answers err on the safe side: "the order shows" where the analysis cannot tell.
 *
 * Lemma commute-1.  Let the body of a loop, with all functions that it calls, only
 *   - write variables that each iteration writes before it reads them and nobody reads
 *     after the loop (they are PRIVATE), or
 *   - update others in a way that commutes: add to a number, add to or remove from
 *     a set, change a map at the element of this iteration, store one and the same
 *     constant; and not read them otherwise,
 *   - and send, where the network hides the order: in a bag anything, with one channel
 *     for each pair of machines (p2p) to the element itself.
 * Then each iteration is a function of its element, and iterations commute: the loop
 * reaches the same state in any order.  Nobody sees an intermediate state, because the
 * machine does not stop in the loop: it must not wait, create, or be observed; nor may
 * the last message be pending at a later stop (pending_effect.h), for then it would be
 * visible which message was the last.
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

/* The KEYS or VALUES at PC makes a sequence: is its order used? */
bool commute_list_shows(commute *o, uint32_t function, ir_pc pc);

/* Is the text that FORMAT at PC makes used for more than messages to people? */
bool commute_text_shows(commute *o, uint32_t function, ir_pc pc);

/* Is PC inside of a loop over a set that sends and whose iterations commute?  A machine
 * stops there only after very many sends. */
bool commute_is_inside(const commute *o, uint32_t function, ir_pc pc);

#endif
