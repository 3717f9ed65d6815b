/* naming.h -- names of machines that do not depend on the schedule.
 *
 * The k-th machine that m creates is m.k, whatever other machines do meanwhile.  So two
 * interleavings that build the same system build the same names, and their states are
 * equal.  A machine id is a dense number for such a name, given in the order in which a
 * search finds the names.  Everything that is shown or ordered uses the name itself.
 */
#ifndef CORE_NAMING_H
#define CORE_NAMING_H

#include "base/idmap.h"
#include "base/status.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdint.h>

#define MACHINE_NONE UINT32_MAX

typedef uint32_t machine_id;

typedef struct machine_name {
    machine_id parent; /* or MACHINE_NONE */
    uint32_t number;   /* among the parent's children, from 1 */
    uint32_t
        requested; /* the interface that `new` named: it determines what may be sent */
    uint32_t interface; /* the one that was made, after renaming */
    uint32_t decl;      /* index of the machine */
    uint32_t depth;
    uint32_t next; /* machine id + 1 of one with the same parent and number, or 0 */
    uint64_t hash; /* of the name, the same in every run */
} machine_name;

typedef struct naming {
    VEC(machine_name) machines;
    VEC(machine_id) sorted; /* by name: an order that is the same in every run */
    idmap children;         /* (parent, number) -> machine id + 1 of the first */
} naming;

void naming_fini(naming *n); /* a zeroed naming is an empty one */

/* The machine id of a name; the last two arguments follow from the others. */
machine_id naming_child(naming *n, machine_id parent, uint32_t number,
                        uint32_t requested, uint32_t interface, uint32_t decl);

/* For names from a file: the next machine id, or MACHINE_NONE if the name has one.  The
 * names have no order then, until SET_ORDER gives it; false: SORTED is not that order.
 */
machine_id naming_append(naming *n, machine_id parent, uint32_t number,
                         uint32_t requested, uint32_t interface, uint32_t decl);
MUST_CHECK bool naming_set_order(naming *n, const machine_id *sorted);

/* The first machine id of a name with that parent and number; the others follow by
 * `next`.  MACHINE_NONE: there is no such name. */
machine_id naming_first(const naming *n, machine_id parent, uint32_t number);

static inline const machine_name *naming_get(const naming *n, machine_id id)
{
    return vec_at(&n->machines, id);
}

/* By path, number by number; a parent comes before its children. */
int naming_compare(const naming *n, machine_id a, machine_id b);

void naming_path(const naming *n, machine_id id, strbuf *out); /* 1.2.1 */

#endif
