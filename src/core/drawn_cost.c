#include "core/drawn_cost.h"

void drawn_costs_fini(drawn_costs *d)
{
    vec_free(&d->steps);
    vec_free(&d->charges);
    vec_free(&d->counted);
}

void drawn_costs_keep(drawn_costs *d, uint32_t number, const charge_list *charges)
{
    const drawn_cost none = {0};
    const drawn_cost one = {.first = d->charges.len, .count = (uint32_t)charges->len};
    while (d->steps.len <= number)
        vec_push(&d->steps, none);
    assert(d->steps.data[number].count == 0);
    d->steps.data[number] = one;
    vec_each (charge, charges)
        vec_push(&d->charges, *charge);
}

void drawn_costs_settle(drawn_costs *d, coverage *v)
{
    vec_each (number, &d->counted) {
        drawn_cost *one = vec_at(&d->steps, *number);
        for (uint32_t i = 0; i < one->count; i++) {
            const coverage_charge *charge = vec_at(&d->charges, one->first + i);
            v->costs[charge->handler].steps += one->times;
            v->costs[charge->handler].instructions += one->times * charge->instructions;
        }
        one->times = 0;
    }
    vec_clear(&d->counted);
}

void drawn_costs_clear(drawn_costs *d)
{
    assert(d->counted.len == 0);
    vec_clear(&d->steps);
    vec_clear(&d->charges);
}

size_t drawn_costs_bytes(const drawn_costs *d)
{
    return d->steps.cap * sizeof *d->steps.data +
           d->charges.cap * sizeof *d->charges.data +
           d->counted.cap * sizeof *d->counted.data;
}
