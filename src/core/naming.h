/* naming.h -- names of machines that do not depend on the schedule.
 *
 * The k-th machine that m creates is m.k, whatever others do meanwhile, so two
 * interleavings that build the same system build the same names and their states are
 * found equal.  A slot is a dense number for such a name, given in the order in which a
 * search meets them; everything that is shown or ordered goes by the name itself.
 */
#ifndef CORE_NAMING_H
#define CORE_NAMING_H

#include "base/idmap.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdint.h>

#define SLOT_NONE UINT32_MAX

typedef struct machine_name {
    uint32_t parent;    /* slot, or SLOT_NONE */
    uint32_t number;    /* among the parent's children, from 1 */
    uint32_t asked;     /* the interface that `new` named: it says what may be sent */
    uint32_t interface; /* the one that was made, after renaming */
    uint32_t decl;      /* index of the machine */
    uint32_t depth;
    uint32_t next; /* slot + 1 of one with the same parent and number, or 0 */
    uint64_t hash; /* of the name, the same in every run */
} machine_name;

typedef struct naming {
    VEC(machine_name) slots;
    VEC(uint32_t) sorted; /* slots by name: an order that is the same in every run */
    idmap children;       /* (parent, number) -> slot + 1 of the first */
} naming;

void naming_fini(naming *n); /* a zeroed naming is an empty one */

/* The slot of a name; the last two arguments follow from the others. */
uint32_t naming_child(naming *n, uint32_t parent, uint32_t number, uint32_t asked,
                      uint32_t interface, uint32_t decl);

/* The first slot of a name with that parent and number; the others follow by `next`.
 * SLOT_NONE: there is none. */
uint32_t naming_first(const naming *n, uint32_t parent, uint32_t number);

static inline const machine_name *naming_get(const naming *n, uint32_t slot)
{
    return vec_at(&n->slots, slot);
}

/* By path, number by number; a parent comes before its children. */
int naming_compare(const naming *n, uint32_t a, uint32_t b);

void naming_path(const naming *n, uint32_t slot, strbuf *out); /* 1.2.1 */

#endif
