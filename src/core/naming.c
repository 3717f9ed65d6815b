#include "core/naming.h"

#include "base/hash.h"

#include <assert.h>

void naming_fini(naming *n)
{
    vec_free(&n->machines);
    vec_free(&n->sorted);
    idmap_fini(&n->children);
}

static uint64_t name_hash(const naming *n, uint32_t parent, uint32_t number,
                          uint32_t requested)
{
    uint64_t above = parent == MACHINE_NONE ? 1 : naming_get(n, parent)->hash;
    return hash_u64(above + hash_u64(IDMAP_KEY(requested, number)));
}

static void sort_in(naming *n, machine_id id)
{
    vec_push(&n->sorted, id);
    size_t at = n->sorted.len - 1;
    for (; at > 0 && naming_compare(n, id, n->sorted.data[at - 1]) < 0; at--)
        n->sorted.data[at] = n->sorted.data[at - 1];
    n->sorted.data[at] = id;
}

/* The machine id + 1 of a name; 0: it has none.  FIRST: the first with that parent and
 * number. */
static size_t find(const naming *n, size_t first, uint32_t requested)
{
    size_t at = first;
    while (at != 0 && n->machines.data[at - 1].requested != requested)
        at = n->machines.data[at - 1].next;
    return at;
}

machine_id naming_append(naming *n, machine_id parent, uint32_t number,
                         uint32_t requested, uint32_t interface, uint32_t decl)
{
    uint64_t key = IDMAP_KEY(parent, number);
    size_t first = idmap_get_number(&n->children, key);
    if (find(n, first, requested) != 0)
        return MACHINE_NONE;
    machine_name m = {
        .parent = parent,
        .number = number,
        .requested = requested,
        .interface = interface,
        .decl = decl,
        .depth = parent == MACHINE_NONE ? 0 : naming_get(n, parent)->depth + 1,
        .hash = name_hash(n, parent, number, requested),
    };
    assert(parent == MACHINE_NONE || m.depth > 0);
    vec_push(&n->machines, m);
    machine_id id = (uint32_t)n->machines.len - 1;
    if (first == 0)
        idmap_put_number(&n->children, key, id + 1);
    else {
        n->machines.data[id].next = n->machines.data[first - 1].next;
        n->machines.data[first - 1].next = id + 1;
    }
    return id;
}

machine_id naming_child(naming *n, machine_id parent, uint32_t number,
                        uint32_t requested, uint32_t interface, uint32_t decl)
{
    size_t first = idmap_get_number(&n->children, IDMAP_KEY(parent, number));
    size_t known = find(n, first, requested);
    if (known != 0)
        return (uint32_t)(known - 1);
    machine_id id = naming_append(n, parent, number, requested, interface, decl);
    sort_in(n, id);
    assert(n->sorted.len == n->machines.len);
    return id;
}

/* Ids that ascend by name are different, so these are all of them.  Neighbours in this
 * order are close in the tree of names: all comparisons together take linear time. */
bool naming_set_order(naming *n, const machine_id *sorted)
{
    vec_clear(&n->sorted);
    for (size_t i = 0; i < n->machines.len; i++) {
        if (sorted[i] >= n->machines.len ||
            (i > 0 && naming_compare(n, sorted[i - 1], sorted[i]) >= 0))
            return false;
        vec_push(&n->sorted, sorted[i]);
    }
    return true;
}

machine_id naming_first(const naming *n, machine_id parent, uint32_t number)
{
    size_t first = idmap_get_number(&n->children, IDMAP_KEY(parent, number));
    return first == 0 ? MACHINE_NONE : (uint32_t)(first - 1);
}

static uint32_t ancestor(const naming *n, machine_id id, uint32_t depth)
{
    while (naming_get(n, id)->depth > depth) {
        id = naming_get(n, id)->parent;
        assert(id != MACHINE_NONE);
    }
    return id;
}

static int order(machine_id a, machine_id b)
{
    return a < b ? -1 : a > b;
}

int naming_compare(const naming *n, machine_id a, machine_id b)
{
    if (a == b)
        return 0;
    uint32_t depth_a = naming_get(n, a)->depth;
    uint32_t depth_b = naming_get(n, b)->depth;
    uint32_t x = ancestor(n, a, depth_b);
    uint32_t y = ancestor(n, b, depth_a);
    if (x == y)
        return order(depth_a, depth_b);
    while (naming_get(n, x)->parent != naming_get(n, y)->parent) {
        x = naming_get(n, x)->parent;
        y = naming_get(n, y)->parent;
    }
    int by_number = order(naming_get(n, x)->number, naming_get(n, y)->number);
    return by_number != 0
               ? by_number
               : order(naming_get(n, x)->requested, naming_get(n, y)->requested);
}

/* Not by recursion: a chain of creations may be long. */
void naming_path(const naming *n, machine_id id, strbuf *out)
{
    VEC(uint32_t) numbers = {0};
    for (; id != MACHINE_NONE; id = naming_get(n, id)->parent)
        vec_push(&numbers, naming_get(n, id)->number);
    for (size_t i = numbers.len; i > 0; i--) {
        strbuf_put_int(out, numbers.data[i - 1]);
        if (i > 1)
            strbuf_putc(out, '.');
    }
    vec_free(&numbers);
}
