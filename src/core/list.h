/* list.h -- LIST, the record that the core uses for sequences of values of its own.
 *
 * Equal lists are the same value.  The empty list is null.
 */
#ifndef CORE_LIST_H
#define CORE_LIST_H

#include "core/core.h"

static inline value list_make(core *c, const value *items, size_t count)
{
    return count == 0 ? VALUE_NULL
                      : value_make(&c->vals, VK_RECORD, REC_LIST, items, count);
}

/* The view always has items to point to, also if there are none. */
static inline value_view list_get(const core *c, value list)
{
    static const value nothing = VALUE_NULL;
    if (list == VALUE_NULL)
        return (value_view){.kind = VK_RECORD, .aux = REC_LIST, .items = &nothing};
    return value_get_node(&c->vals, list);
}

/* A, then B. */
static inline value list_join(core *c, value a, value b)
{
    if (a == VALUE_NULL || b == VALUE_NULL)
        return a == VALUE_NULL ? b : a;
    size_t base = c->scratch.len;
    const value halves[2] = {a, b};
    for (int half = 0; half < 2; half++) {
        value_view w = list_get(c, halves[half]);
        for (uint32_t i = 0; i < w.count; i++)
            vec_push(&c->scratch, w.items[i]);
    }
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

#endif
