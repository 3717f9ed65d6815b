/* order.h -- orders of machines, for the columns of sets.
 *
 * The size of a decision diagram depends on the order of its columns: columns that
 * depend on each other should be adjacent, and a machine that all others send to (a
 * hub) is best placed last, below the columns that determine what it receives.  Random
 * runs show which machines communicate.  Several orders are computed from that; each is
 * good for some protocols, and the engine tries them (sets.c).
 *
 * Every order is a permutation of the machines that were observed, whatever the links
 * are: a bad order costs time, and never correctness.
 */
#ifndef SETS_ORDER_H
#define SETS_ORDER_H

#include "engine/engine.h"

typedef VEC(uint32_t) machine_order;

/* Which machines communicate, as far as random runs showed it. */
typedef struct order_links {
    uint32_t ids;
    uint8_t *talks; /* machine ids x machine ids, symmetric */
} order_links;

/* Makes random runs from FIRST. */
void order_observe(core *c, const system_state *first, order_links *out);
void order_links_fini(order_links *k);

void order_make(const order_links *k, order_kind kind, machine_order *out);

#endif
