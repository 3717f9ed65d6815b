/* order.h -- which machines stand beside which.
 *
 * How large a set is depends on the order of its columns: what goes together should
 * stand together, and a machine that all others talk to is best told last, when what
 * they have to say is known.  Who talks to whom is seen in random runs.  From that
 * several orders follow, each good for some protocols; the search finds out which
 * (search.h).
 */
#ifndef SETS_ORDER_H
#define SETS_ORDER_H

#include "engine/engine.h"

typedef VEC(uint32_t) slot_order;

/* Who sends to whom, as far as that was seen. */
typedef struct order_links {
    uint32_t slots;
    uint8_t *talks; /* slots x slots: in either direction */
} order_links;

/* From runs that begin at FIRST. */
void order_observe(core *c, const system_state *first, order_links *out);
void order_links_fini(order_links *k);

void order_make(const order_links *k, order_kind kind, slot_order *out);

#endif
