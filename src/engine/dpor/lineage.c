#include "engine/dpor/lineage.h"

#include <assert.h>

void lineage_init(lineage *l)
{
    *l = (lineage){0};
    vec_push(&l->names, ((lineage_name){0})); /* the first thread */
}

void lineage_free(lineage *l)
{
    vec_free(&l->names);
    idmap_fini(&l->numbers);
}

uint32_t lineage_child(lineage *l, uint32_t parent, uint32_t nth)
{
    uint64_t key = IDMAP_KEY(parent, nth);
    assert(parent < l->names.len);
    size_t known = idmap_get_number(&l->numbers, key);
    if (known > 0)
        return (uint32_t)known;
    uint32_t depth = vec_at(&l->names, parent)->depth + 1;
    uint32_t number = (uint32_t)l->names.len;
    vec_push(&l->names, ((lineage_name){parent, nth, depth}));
    idmap_put_number(&l->numbers, key, number);
    return number;
}

/* The ancestor of A at DEPTH, which is at most A's own. */
static uint32_t ancestor(const lineage *l, uint32_t a, uint32_t depth)
{
    while (l->names.data[a].depth > depth)
        a = l->names.data[a].parent;
    return a;
}

int lineage_compare(const lineage *l, uint32_t a, uint32_t b)
{
    uint32_t deep_a = vec_at(&l->names, a)->depth;
    uint32_t deep_b = vec_at(&l->names, b)->depth;
    uint32_t depth = deep_a < deep_b ? deep_a : deep_b;
    assert(a < l->names.len && b < l->names.len);
    a = ancestor(l, a, depth);
    b = ancestor(l, b, depth);
    if (a == b)
        return (deep_a > deep_b) - (deep_a < deep_b);
    const lineage_name *names = l->names.data;
    while (names[a].parent != names[b].parent) {
        a = names[a].parent;
        b = names[b].parent;
    }
    assert(names[a].nth != names[b].nth); /* else they would be the same thread */
    return names[a].nth < names[b].nth ? -1 : 1;
}
