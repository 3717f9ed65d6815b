/* A copying collector over two sets of segments.
 *
 * New nodes are put one behind the other into the current segment.  A collection copies
 * what the roots reach into fresh segments; the old ones become spare.  A copied node
 * leaves its new id behind, so that what two values hold stays one node.
 */
#include "core/value_heap.h"

#include <string.h>

void values_start_heap(values *v)
{
    assert(v->used < VALUE_HEAP_FIRST && "too late for a heap");
    while (v->segments.len < HEAP_FIRST_SEGMENT)
        vec_push(&v->segments, NULL);
    v->heap_first = VALUE_HEAP_FIRST;
    v->heap.is_on = true;
}

bool values_switch_heap(values *v, bool on)
{
    bool was_on = v->heap.is_on;
    v->heap.is_on = on;
    return was_on;
}

size_t values_heap_bytes(const values *v)
{
    const value_heap *h = &v->heap;
    if (h->segments.len == 0)
        return 0;
    return (h->segments.len * SEGMENT_UNITS - (h->end - h->at)) * 8;
}

/* ---- Segments ---- */

/* Takes the least or the greatest spare segment: what is kept moves down, so that
 * memory at the end can be given back. */
static uint32_t take_spare(value_heap *h, bool greatest)
{
    uint32_t *best = h->spare.data;
    vec_each (number, &h->spare)
        if (greatest ? *number > *best : *number < *best)
            best = number;
    uint32_t number = *best;
    *best = *vec_last(&h->spare);
    h->spare.len--;
    return number;
}

static void add_segment(values *v)
{
    value_heap *h = &v->heap;
    uint32_t number;
    if (h->spare.len > 0) {
        number = take_spare(h, false);
    } else {
        number = (uint32_t)v->segments.len;
        values_add_segment(v, number);
        mem_begin_small(v->segments.data[number], (size_t)SEGMENT_UNITS * 8);
    }
    vec_push(&h->segments, number);
    h->at = (size_t)number << SEGMENT_SHIFT;
    h->end = h->at + SEGMENT_UNITS;
    assert(h->end <= VALUE_ATOM_BIT && "the heap is full");
}

value value_heap_new(values *v, uint32_t tag, uint32_t count, size_t bytes)
{
    value_heap *h = &v->heap;
    size_t units = (sizeof(value_node) + bytes + 7) / 8;
    assert(units <= SEGMENT_UNITS);
    if (h->end - h->at < units)
        add_segment(v);
    value x = (value)h->at;
    h->at += units;
    value_node *n = (value_node *)value_node_at(v, x);
    n->heap.cap = (uint32_t)((bytes + sizeof(value) - 1) / sizeof(value));
    n->heap.flags = 0;
    n->count = count & 0xffffffu;
    n->depth = 0;
    n->tag = tag | VALUE_MIXED_BIT;
    return x;
}

/* ---- Changes in place ---- */

/* X with room for CAP items; a new node, if it has less. */
static value with_room(values *v, value x, size_t cap, size_t most)
{
    const value_node *n = value_node_at(v, x);
    if (cap <= n->heap.cap)
        return x;
    assert(cap <= most);
    size_t wanted = 2 * cap < most ? 2 * cap : most;
    value y = value_heap_new(v, n->tag, n->count, wanted * sizeof(value));
    value_node *to = value_heap_node(v, y);
    to->depth = n->depth;
    memcpy(to->items, n->items, n->heap.cap * sizeof(value));
    return y;
}

value value_heap_splice(values *v, value x, size_t at, size_t removed,
                        const value *added, size_t added_count)
{
    size_t count = value_node_at(v, x)->count - removed + added_count;
    x = with_room(v, x, count, VALUE_MAX_ITEMS);
    value_node *n = value_heap_node(v, x);
    assert(at + removed <= n->count);
    size_t tail = n->count - at - removed;
    if (tail > 0 && removed != added_count)
        memmove(n->items + at + added_count, n->items + at + removed,
                tail * sizeof(value));
    if (added_count > 0)
        memcpy(n->items + at, added, added_count * sizeof(value));
    n->count = (uint32_t)count & 0xffffffu;
    uint8_t depth = value_depth_above(v, added, added_count);
    if (depth > n->depth) /* an upper bound is enough, as for drafts */
        n->depth = depth;
    return x;
}

value value_heap_append_text(values *v, value x, const char *tail, size_t more)
{
    size_t len = value_node_at(v, x)->count;
    size_t words = (len + more + sizeof(value) - 1) / sizeof(value);
    x = with_room(v, x, words, VALUE_MAX_TEXT / sizeof(value));
    value_node *n = value_heap_node(v, x);
    if (more > 0)
        memcpy((char *)n->items + len, tail, more);
    n->count = (uint32_t)(len + more) & 0xffffffu;
    return x;
}

/* ---- Collection ---- */

static size_t content_bytes(const value_node *n)
{
    bool is_bytes = value_node_kind(n) < VK_MACHINE;
    return is_bytes ? n->count : n->count * sizeof(value);
}

/* Recursion is bounded: values are not nested deeper than VALUE_MAX_DEPTH. */
static value keep(values *v, value x)
{
    if (!value_is_in_heap(v, x))
        return x;
    value_node *n = value_heap_node(v, x);
    if (n->heap.flags & HEAP_MOVED)
        return n->heap.cap;
    value y = value_heap_new(v, n->tag, n->count, content_bytes(n));
    value_node *to = value_heap_node(v, y);
    to->heap.flags = n->heap.flags;
    to->depth = n->depth;
    memcpy(to->items, n->items, content_bytes(n));
    n->heap.flags = HEAP_MOVED;
    n->heap.cap = y;
    if (value_node_kind(to) >= VK_TUPLE)
        for (uint32_t i = 0; i < to->count; i++)
            to->items[i] = keep(v, to->items[i]);
    return y;
}

/* Some memory stays, so that a run finds the segments of the run before it. */
static void drop_spare(values *v)
{
    enum { KEPT = 4 };
    value_heap *h = &v->heap;
    while (h->spare.len > KEPT) {
        uint32_t number = take_spare(h, true);
        if (number + 1 != v->segments.len) {
            vec_push(&h->spare, number);
            break;
        }
        mem_free(vec_pop(&v->segments), (size_t)SEGMENT_UNITS * 8);
    }
}

/* Overwrites what segment NUMBER held, up to LAST if that is in it: who still reads it
 * is caught. */
static void spoil(const values *v, uint32_t number, size_t last)
{
    size_t units =
        last >> SEGMENT_SHIFT == number ? last & (SEGMENT_UNITS - 1) : SEGMENT_UNITS;
    memset(v->segments.data[number], 0xff, units * 8);
}

void values_collect(values *v, value *roots, size_t count)
{
    value_heap *h = &v->heap;
    VEC(uint32_t) old = {0};
    vec_each (number, &h->segments)
        vec_push(&old, *number);
    vec_clear(&h->segments);
    size_t last = h->at;
    h->at = h->end = 0;
    for (size_t i = 0; i < count; i++)
        roots[i] = keep(v, roots[i]);
    vec_each (number, &old) {
        if (h->is_restless)
            spoil(v, *number, last);
        vec_push(&h->spare, *number);
    }
    vec_free(&old);
    h->kept = values_heap_bytes(v);
    drop_spare(v);
}

void values_clear_heap(values *v)
{
    value_heap *h = &v->heap;
    while (h->segments.len > 1)
        vec_push(&h->spare, vec_pop(&h->segments));
    h->kept = 0;
    if (h->segments.len == 0)
        return;
    h->at = (size_t)h->segments.data[0] << SEGMENT_SHIFT;
    h->end = h->at + SEGMENT_UNITS;
    drop_spare(v);
}
