#include "engine/sets/label.h"

#include <assert.h>

bool label_has(const core *c, value label, value fair_label)
{
    value_view w = list_get(c, label);
    for (uint32_t i = 0; i < w.count; i++)
        if (w.items[i] == fair_label)
            return true;
    return false;
}

/* The offer of a fair label, if it is a choice at this site; else null. */
static value offer_at(const core *c, value fair_label, value site)
{
    if (fair_label_kind_of(c, fair_label) != FAIR_LABEL_CHOICE)
        return VALUE_NULL;
    value offer = fair_label_offer_of(c, fair_label);
    return fair_label_site(c, offer) == site ? offer : VALUE_NULL;
}

bool label_takes(const core *c, value label, value site, value alternative)
{
    value_view w = list_get(c, label);
    for (uint32_t i = 0; i < w.count; i++)
        if (offer_at(c, w.items[i], site) != VALUE_NULL &&
            fair_label_alternative(c, w.items[i]) == alternative)
            return true;
    return false;
}

bool label_offers(core *c, value label, value site, value alternative)
{
    for (uint32_t i = 0; i < list_get(c, label).count; i++) {
        value offer = offer_at(c, list_get(c, label).items[i], site);
        uint32_t width = offer != VALUE_NULL ? fair_label_offer_width(c, offer) : 0;
        for (uint32_t k = 0; k < width; k++)
            if (fair_label_offer_item(c, offer, k) == alternative)
                return true;
    }
    return false;
}

value label_add(core *c, value label, value fair_label)
{
    fair_label_list items = {0};
    assert(fair_label_is_one(c, fair_label));
    value_view w = list_get(c, label);
    uint32_t i = 0;
    for (; i < w.count && w.items[i] < fair_label; i++)
        vec_push(&items, w.items[i]);
    if (i == w.count || w.items[i] != fair_label)
        vec_push(&items, fair_label);
    for (; i < w.count; i++)
        vec_push(&items, w.items[i]);
    value list = list_make(c, items.data, items.len);
    vec_free(&items);
    return list;
}

value label_join(core *c, value a, value b)
{
    uint32_t count = list_get(c, b).count;
    for (uint32_t i = 0; i < count; i++)
        a = label_add(c, a, list_get(c, b).items[i]);
    return a;
}

value label_choices(core *c, value label)
{
    fair_label_list items = {0};
    value_view w = list_get(c, label);
    for (uint32_t i = 0; i < w.count; i++)
        if (fair_label_kind_of(c, w.items[i]) == FAIR_LABEL_CHOICE)
            vec_push(&items, w.items[i]);
    value list = list_make(c, items.data, items.len);
    vec_free(&items);
    return list;
}

value label_split_requests(core *c, value requests, value *label)
{
    VEC(value) rest = {0};
    fair_label_list fair_labels = {0};
    value_view w = list_get(c, requests);
    for (uint32_t i = 0; i < w.count; i++) {
        if (fair_label_is_one(c, w.items[i]))
            vec_push(&fair_labels, w.items[i]);
        else
            vec_push(&rest, w.items[i]);
    }
    vec_each (fair_label, &fair_labels)
        *label = label_add(c, *label, *fair_label);
    value left = list_make(c, rest.data, rest.len);
    vec_free(&rest);
    vec_free(&fair_labels);
    return left;
}

value label_of_transition(core *c, const system_state *from, transition m,
                          const transition_result *r)
{
    value label = VALUE_NULL;
    fair_label_list fair_labels = {0};
    fair_label_memo known = {0};
    fair_label_transition(c, &known, from, m, r, &fair_labels);
    vec_each (fair_label, &fair_labels)
        label = label_add(c, label, *fair_label);
    vec_free(&fair_labels);
    fair_label_memo_free(&known);
    return label;
}

/* ---- Sets by label ---- */

static label_states *find(const label_map *x, value label)
{
    vec_each (one, x)
        if (one->label == label)
            return one;
    return NULL;
}

ldd label_map_get(const label_map *x, value label)
{
    const label_states *known = find(x, label);
    return known == NULL ? LDD_EMPTY : known->states;
}

void label_map_set(label_map *x, value label, ldd states)
{
    label_states *known = find(x, label);
    assert(states != LDD_UNIT); /* states have columns */
    if (known != NULL)
        known->states = states;
    else if (states != LDD_EMPTY)
        vec_push(x, ((label_states){label, states}));
}

void label_map_add(label_map *x, ldd_store *s, value label, ldd states)
{
    label_map_set(x, label, ldd_union(s, label_map_get(x, label), states));
}

ldd label_map_union(const label_map *x, ldd_store *s)
{
    ldd all = LDD_EMPTY;
    vec_each (one, x)
        all = ldd_union(s, all, one->states);
    return all;
}

void label_map_copy(const label_map *from, label_map *to)
{
    assert(from != to);
    vec_clear(to);
    vec_each (one, from)
        vec_push(to, *one);
}

static bool is_within(const label_map *a, const label_map *b)
{
    vec_each (one, a)
        if (one->states != label_map_get(b, one->label))
            return false;
    return true;
}

bool label_map_is_same(const label_map *a, const label_map *b)
{
    return is_within(a, b) && is_within(b, a);
}

bool label_map_is_empty(const label_map *x)
{
    vec_each (one, x)
        if (one->states != LDD_EMPTY)
            return false;
    return true;
}
