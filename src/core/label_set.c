#include "core/label_set.h"

#include <stdlib.h>

enum { COMPLETE = 1, PARTIAL = 2 };

void label_set_fini(label_set *s)
{
    vec_free(&s->labels);
    idmap_fini(&s->known);
    idmap_fini(&s->taken);
    idmap_fini(&s->judged);
}

void label_set_add(label_set *s, const core *c, value label)
{
    if (!idmap_add(&s->known, label))
        return;
    value site = fair_label_site(c, fair_label_offer_of(c, label));
    vec_push(&s->labels, label);
    idmap_add(&s->taken, IDMAP_KEY(site, fair_label_alternative(c, label)));
    if (s->judged.len > 0) {
        idmap_fini(&s->judged);
        s->judged = (idmap){0};
    }
}

static bool is_complete(const label_set *s, core *c, value offer)
{
    value site = fair_label_site(c, offer);
    uint32_t width = fair_label_offer_width(c, offer);
    for (uint32_t i = 0; i < width; i++) {
        value alternative = fair_label_offer_item(c, offer, i);
        if (idmap_get(&s->taken, IDMAP_KEY(site, alternative)) == NULL)
            return false;
    }
    return true;
}

bool label_set_is_partial(label_set *s, core *c, value offer)
{
    size_t judged = idmap_get_number(&s->judged, offer);
    if (judged == 0) {
        judged = is_complete(s, c, offer) ? COMPLETE : PARTIAL;
        idmap_put_number(&s->judged, offer, judged);
    }
    return judged == PARTIAL;
}

static int compare_values(const void *a, const void *b)
{
    value x = *(const value *)a;
    value y = *(const value *)b;
    return (x > y) - (x < y);
}

value label_set_list(const label_set *s, core *c)
{
    fair_label_list sorted = {0};
    vec_each (label, &s->labels)
        vec_push(&sorted, *label);
    if (sorted.len > 1)
        qsort(sorted.data, sorted.len, sizeof *sorted.data, compare_values);
    value list = list_make(c, sorted.data, sorted.len);
    vec_free(&sorted);
    return list;
}
