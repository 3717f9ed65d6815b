/* Results of traversals: rows, sorted by class, as one set. */
#include "engine/sets/image_private.h"

#include <stdlib.h>

uint32_t image_class(set_image *m, uint32_t above, value v)
{
    assert(above < m->classes.len);
    uint64_t key = IDMAP_KEY(above, v);
    size_t known = idmap_get_number(&m->class_ids, key);
    if (known == 0) {
        known = m->classes.len;
        vec_push(&m->classes, ((result_class){above, v}));
        idmap_put_number(&m->class_ids, key, known);
    }
    return (uint32_t)known;
}

static int compare_rows(const void *a, const void *b)
{
    const result_row *x = a;
    const result_row *y = b;
    if (x->class != y->class)
        return x->class > y->class ? -1 : 1;
    return (x->value < y->value) - (x->value > y->value);
}

static bool is_sorted(const result_row *r, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_rows(&r[i - 1], &r[i]) > 0)
            return false;
    return true;
}

/* Pops the rows of CLASS, which are last, as a list. */
static ldd pop_class(set_image *m, size_t mark, uint32_t class)
{
    ldd list = LDD_EMPTY;
    while (m->rows.len > mark && vec_last(&m->rows)->class == class) {
        result_row r = vec_pop(&m->rows);
        while (m->rows.len > mark && vec_last(&m->rows)->class == class &&
               vec_last(&m->rows)->value == r.value)
            r.down = ldd_union(m->s, r.down, vec_pop(&m->rows).down);
        list = ldd_make(m->s, r.value, r.down, list);
    }
    return list;
}

ldd image_join_rows(set_image *m, size_t mark)
{
    assert(mark <= m->rows.len);
    size_t count = m->rows.len - mark;
    if (count > 1 && !is_sorted(m->rows.data + mark, count))
        qsort(m->rows.data + mark, count, sizeof(result_row), compare_rows);
    ldd result = LDD_EMPTY;
    while (m->rows.len > mark) {
        uint32_t class = vec_last(&m->rows)->class;
        result = ldd_make(m->s, class, pop_class(m, mark, class), result);
    }
    return result;
}
