/* order.h -- does it show in which order a program goes through machines?
 *
 * Sets and the keys of maps are gone through by name.  Machines that are renamed come
 * in another order; if nothing but the order of the work changes by that, the program
 * commutes with renaming all the same.
 *
 * The answers are on the safe side: yes, where it is not clear.
 *
 * Lemma order-1.  Let the body of a loop, with all functions that it calls, only
 *   - write variables that each iteration writes before it reads them and nobody reads
 *     after the loop (they are PRIVATE), or
 *   - update others in a way that commutes: add to a number, add to or take from a set,
 *     change a map at the element of this iteration, store one and the same constant;
 *     and not read them otherwise,
 *   - and send, where the network does not tell the order: in a bag anything, between
 *     pairs of machines (p2p) to the element itself.
 * Then each iteration is a function of its element, and iterations commute: the loop
 * comes to the same end in any order.  Nobody sees the machine in between, as it does
 * not stop in the loop: it must not wait, create, or be observed; nor may the last
 * message be held back at a stop that follows (process.h), for which one is last would
 * show.
 */
#ifndef REDUCE_ORDER_H
#define REDUCE_ORDER_H

#include "engine/reduce/refs.h"

typedef struct order order;

/* D and R must live as long. */
order *order_new(core *c, const deeds *d, const refs *r);
void order_free(order *o); /* accepts NULL */

/* The FOREACH at PLACE of FUNCTION goes through a set. */
bool order_shows_in_loop(order *o, uint32_t function, uint32_t place);

/* The KEYS or VALUES at PLACE makes a sequence: is it used for more than its elements?
 */
bool order_shows_in_list(order *o, uint32_t function, uint32_t place);

/* Is the text that FORMAT at PLACE makes used for more than to be shown to people? */
bool order_shows_in_text(order *o, uint32_t function, uint32_t place);

/* Is the PLACE inside of a loop that goes through a set and sends?  A machine stops
 * there only after very many sends. */
bool order_is_inside(const order *o, uint32_t function, uint32_t place);

#endif
