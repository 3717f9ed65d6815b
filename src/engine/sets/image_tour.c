/* Tours (openint_parts.h): an errand that is run on all columns, in one traversal. What
 * is left of it decides what is done below, and what follows. */
#include "engine/sets/image_private.h"

#include "core/openint_parts.h"

/* The environment has run the errand on itself. */
static value run_on(set_image *m, value errand, uint32_t level, value *v)
{
    if (vec_at(&m->l->columns, level)->kind == COLUMN_ENV)
        return errand;
    return openint_run_errand(m->c, errand, v, 1);
}

static uint32_t last_class(set_image *m, value errand)
{
    value next = openint_end_errand(m->c, errand);
    return image_class(m, 0, list_make(m->c, &next, next != VALUE_NULL));
}

static ldd visit(set_image *m, ldd a, uint32_t level, value errand)
{
    uint32_t what = m->tours + level;
    ldd result;
    if (level == m->levels)
        return ldd_make(m->s, last_class(m, errand), a, LDD_EMPTY);
    if (a == LDD_EMPTY || ldd_cache_get(m->s, what, a, errand, &result))
        return a == LDD_EMPTY ? a : result;
    size_t mark = m->rows.len;
    for (ldd x = a; x != LDD_EMPTY; x = ldd_at(m->s, x)->right) {
        const ldd_node n = *ldd_at(m->s, x);
        value v = n.value;
        value left = run_on(m, errand, level, &v);
        if (left == VALUE_NULL) {
            image_add_row(m, image_class(m, 0, VALUE_NULL), v, n.down);
            continue;
        }
        ldd sub = visit(m, n.down, level + 1, left);
        for (; sub != LDD_EMPTY; sub = ldd_at(m->s, sub)->right)
            image_add_row(m, ldd_at(m->s, sub)->value, v, ldd_at(m->s, sub)->down);
    }
    result = image_join_rows(m, mark);
    ldd_cache_put(m->s, what, a, errand, result);
    return result;
}

ldd image_visit_all(set_image *m, uint32_t op, ldd a)
{
    image_number_levels(m);
    return visit(m, a, 0, openint_errand(m->c, m->operations.data[op].request));
}
