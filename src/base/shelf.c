#include "base/shelf.h"

void shelf_init(shelf *s, uint32_t item_size)
{
    assert(item_size > 0);
    *s = (shelf){.item_size = item_size};
}

static size_t segment_bytes(const shelf *s, unsigned k)
{
    return ((size_t)1 << k) * s->item_size;
}

void shelf_fini(shelf *s)
{
    for (unsigned k = 0; k < 32; k++)
        mem_free(s->segments[k], s->segments[k] != NULL ? segment_bytes(s, k) : 0);
    *s = (shelf){.item_size = s->item_size};
}

uint32_t shelf_add(shelf *s, uint32_t count)
{
    assert(count > 0);
    assert(count <= SHELF_MAX - s->count);
    uint32_t first = s->count;
    unsigned k = shelf_segment(first);
    while (shelf_segment(first + count - 1) != k)
        first = (1u << ++k) - SHELF_FIRST;
    if (s->segments[k] == NULL)
        s->segments[k] = mem_alloc(segment_bytes(s, k));
    assert(first >= s->count);
    s->count = first + count;
    return first;
}
