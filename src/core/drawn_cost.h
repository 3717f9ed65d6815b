/* drawn_cost.h -- what cached steps of random runs cost, so that each of them counts as
 * often as it is made: coverage says then what the runs did, and not what one thread's
 * cache has spared.
 *
 * A look-up only counts; the costs are added to the coverage now and then.
 */
#ifndef CORE_DRAWN_COST_H
#define CORE_DRAWN_COST_H

#include "core/coverage.h"

typedef struct drawn_cost {
    size_t first; /* of its charges */
    uint32_t count;
    uint64_t times; /* that it was looked up, and not yet added */
} drawn_cost;

typedef struct drawn_costs {
    VEC(drawn_cost) steps; /* by outcome, as in drawn.h */
    charge_list charges;
    VEC(uint32_t) counted; /* outcomes that were looked up */
} drawn_costs;

void drawn_costs_fini(drawn_costs *d);

/* The step with outcome NUMBER is kept; CHARGES is what it has cost. */
void drawn_costs_keep(drawn_costs *d, uint32_t number, const charge_list *charges);

/* It is looked up. */
static inline void drawn_costs_count(drawn_costs *d, uint32_t number)
{
    if (vec_at(&d->steps, number)->times++ == 0)
        vec_push(&d->counted, number);
}

/* Adds the costs of all steps that were looked up. */
void drawn_costs_settle(drawn_costs *d, coverage *v);

/* Forgets all steps, which are settled. */
void drawn_costs_clear(drawn_costs *d);

size_t drawn_costs_bytes(const drawn_costs *d);

#endif
