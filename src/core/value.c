/* The store of values: nodes by content, and drafts.
 *
 * Why equal content has one id.  The index finds a node by the hash of its tag and
 * content, and intern_node compares the content itself before it adds a node.  Items of
 * a node are nodes or immediate values, so comparing their ids compares their content.
 * Nodes are never removed and never move, so an id stays valid as long as the store.
 */
#include "core/openint.h"
#include "core/value_heap.h"

#include "base/hash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    FIRST_INDEX_SIZE = 1 << 10,
};

void value_prefetch(const values *v, value x)
{
    if (value_is_node(x))
        __builtin_prefetch(value_node_at(v, x));
}

void values_init(values *v, const types *t)
{
    *v = (values){.types = t};
    arena_init(&v->draft_memory);
    v->index_size = FIRST_INDEX_SIZE;
    v->index = mem_alloc(v->index_size * sizeof *v->index);
    vec_push(&v->segments, mem_alloc((size_t)SEGMENT_UNITS * 8));
    mem_begin_small(v->segments.data[0], (size_t)SEGMENT_UNITS * 8);
    v->used = 1; /* unit 0 stands for null */
    v->heap_first = VALUE_ATOM_BIT;
}

void values_fini(values *v)
{
    arena_fini(&v->draft_memory);
    vec_free(&v->drafts);
    vec_free(&v->heap.segments);
    vec_free(&v->heap.spare);
    vec_each (segment, &v->segments)
        mem_free(*segment, (size_t)SEGMENT_UNITS * 8);
    vec_free(&v->segments);
    mem_free(v->index, v->index_size * sizeof *v->index);
    mem_free(v->old_index, v->old_size * sizeof *v->old_index);
    naming_fini(&v->names);
}

size_t values_bytes(const values *v)
{
    return v->used * 8;
}

size_t values_limit(const values *v)
{
    return (size_t)v->heap_first * 8;
}

size_t values_coming_growth(const values *v, size_t more)
{
    bool grows = (v->node_count + more) * 2 >= v->index_size;
    if (v->old_index != NULL) /* as in idmap_coming_growth */
        return v->index_size * sizeof *v->index / v->old_size *
               (v->old_size - v->moved);
    return grows ? v->index_size * 2 * sizeof *v->index : 0;
}

/* ---- The store ---- */

/* Nodes stay in the old index when they have moved: looking there finds all that was in
 * it. */
static void move_index(values *v, size_t most)
{
    size_t mask = v->index_size - 1;
    size_t end = v->old_size - v->moved > most ? v->moved + most : v->old_size;
    for (; v->moved < end; v->moved++) {
        uint64_t slot = v->old_index[v->moved];
        if (slot == 0)
            continue;
        size_t at = value_node_at(v, (value)slot)->hash & mask;
        while (v->index[at] != 0)
            at = (at + 1) & mask;
        v->index[at] = slot;
    }
    if (v->moved == v->old_size) {
        mem_free(v->old_index, v->old_size * sizeof *v->old_index);
        v->old_index = NULL;
        v->old_size = v->moved = 0;
    }
}

/* The index grows while it is used (as an idmap does): moving all nodes at once would
 * take seconds, in which no limit is looked at. */
static void grow_index(values *v)
{
    if (v->old_index != NULL)
        move_index(v, v->old_size);
    v->old_index = v->index;
    v->old_size = v->index_size;
    v->moved = 0;
    v->index_size *= 2;
    v->index = mem_alloc(v->index_size * sizeof *v->index);
}

static void make_room(values *v)
{
    enum { MOVE = 1 << 10 };
    if (v->node_count * 2 >= v->index_size)
        grow_index(v);
    if (v->old_index != NULL)
        move_index(v, MOVE);
}

void values_add_segment(values *v, size_t number)
{
    while (v->segments.len <= number)
        vec_push(&v->segments, NULL);
    assert(v->segments.data[number] == NULL);
    v->segments.data[number] = mem_alloc((size_t)SEGMENT_UNITS * 8);
}

/* Room for a node of BYTES behind its header; nodes do not cross segments. */
static value new_node(values *v, size_t bytes)
{
    size_t units = (sizeof(value_node) + bytes + 7) / 8;
    assert(units <= SEGMENT_UNITS);
    size_t left = SEGMENT_UNITS - (v->used & (SEGMENT_UNITS - 1));
    if (left < units || left == SEGMENT_UNITS) {
        size_t next = (v->used + SEGMENT_UNITS - 1) >> SEGMENT_SHIFT;
        v->used = next << SEGMENT_SHIFT;
        values_add_segment(v, next);
    }
    value x = (value)v->used;
    assert(v->used + units < v->heap_first && "the store is full");
    v->used += units;
    return x;
}

typedef struct node_content {
    uint64_t hash;
    uint32_t tag;
    uint32_t count;
    const void *items;
    size_t bytes;
} node_content;

/* The slot of the node with this content, or the empty one where it belongs. */
static uint64_t *find_node(const values *v, uint64_t *index, size_t size,
                           const node_content *c)
{
    size_t at = c->hash & (size - 1);
    for (; index[at] != 0; at = (at + 1) & (size - 1)) {
        if (index[at] >> 32 != c->hash >> 32)
            continue;
        const value_node *n = value_node_at(v, (value)index[at]);
        if (n->hash == c->hash && n->tag == c->tag && n->count == c->count &&
            (c->bytes == 0 || memcmp(n->items, c->items, c->bytes) == 0))
            break;
    }
    return &index[at];
}

/* The node with this content, made if it is new. */
static value intern_node(values *v, uint32_t tag, uint64_t hash, uint32_t count,
                         uint32_t depth, const void *content, size_t bytes)
{
    assert(count < 1u << 24);
    const node_content c = {hash, tag, count, content, bytes};
    make_room(v);
    uint64_t *slot = find_node(v, v->index, v->index_size, &c);
    if (*slot != 0)
        return (value)*slot;
    if (v->old_index != NULL) {
        const uint64_t *old = find_node(v, v->old_index, v->old_size, &c);
        if (*old != 0)
            return (value)*old;
    }
    value x = new_node(v, bytes);
    value_node *n = (value_node *)value_node_at(v, x);
    n->hash = hash;
    n->tag = tag;
    n->count = count & 0xffffffu;
    n->depth = depth & 0xffu;
    if (bytes > 0)
        memcpy(n->items, content, bytes);
    *slot = (hash >> 32) << 32 | x;
    v->node_count++;
    return x;
}

static bool has_id(const uint64_t *index, size_t size, uint64_t hash, value x)
{
    for (size_t at = hash & (size - 1); index[at] != 0; at = (at + 1) & (size - 1))
        if ((value)index[at] == x)
            return true;
    return false;
}

/* An id that points into the middle of a node finds nothing under what it takes for a
 * hash. */
static bool node_exists(const values *v, value x)
{
    enum { HEAD = sizeof(value_node) / 8 };
    if ((size_t)x + HEAD > v->used || (x & (SEGMENT_UNITS - 1)) + HEAD > SEGMENT_UNITS)
        return false;
    uint64_t hash = value_node_at(v, x)->hash;
    return has_id(v->index, v->index_size, hash, x) ||
           (v->old_index != NULL && has_id(v->old_index, v->old_size, hash, x));
}

bool value_exists(const values *v, value x)
{
    if ((x & VALUE_INT_BIT) != 0 || x == VALUE_NULL)
        return true;
    if ((x & VALUE_DRAFT_BIT) != 0)
        return (x & ~VALUE_DRAFT_BIT) < v->drafts.len;
    if ((x & VALUE_ATOM_BIT) == 0)
        return node_exists(v, x);
    uint32_t index = x & VALUE_ATOM_MASK;
    switch (x >> VALUE_ATOM_SHIFT & 3) {
    case ATOM_BOOL:
        return index <= 1;
    case ATOM_MACHINE:
        return index < v->names.machines.len;
    case ATOM_EVENT: /* the caller knows how many there are */
        return true;
    }
    return false;
}

static uint64_t bytes_hash(value_kind kind, const void *bytes, size_t len)
{
    return hash_u64(hash_bytes(bytes, len) + kind);
}

/* A node whose content is no values. */
static value make_bytes(values *v, value_kind kind, const void *bytes, size_t len)
{
    if (v->heap.is_on) {
        value x = value_heap_new(v, kind, (uint32_t)len, len);
        if (len > 0)
            memcpy(value_heap_node(v, x)->items, bytes, len);
        return x;
    }
    uint64_t hash = bytes_hash(kind, bytes, len);
    return intern_node(v, kind, hash, (uint32_t)len, 0, bytes, len);
}

value value_large_int(values *v, int64_t n)
{
    return make_bytes(v, VK_INT, &n, sizeof n);
}

/* One zero and one NaN, so that equal numbers are equal ids. */
value value_float(values *v, double d)
{
    if (d == 0)
        d = 0;
    if (isnan(d))
        d = (double)NAN;
    return make_bytes(v, VK_FLOAT, &d, sizeof d);
}

value value_text(values *v, const char *text, size_t len)
{
    assert(len <= VALUE_MAX_TEXT);
    return make_bytes(v, VK_TEXT, text, len);
}

uint32_t value_depth(const values *v, value x)
{
    if (value_is_draft(x))
        return v->drafts.data[x & ~VALUE_DRAFT_BIT].depth;
    return value_is_node(x) ? value_node_at(v, x)->depth : 0;
}

uint8_t value_depth_above(const values *v, const value *items, size_t count)
{
    uint32_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t below = items[i] & VALUE_INT_BIT ? 0 : value_depth(v, items[i]);
        if (below >= depth)
            depth = below + 1;
    }
    return (uint8_t)(depth < UINT8_MAX ? depth : UINT8_MAX);
}

static uint64_t hash_before_parts(value_kind kind, uint32_t aux)
{
    return hash_u64(IDMAP_KEY(aux, kind) + 1);
}

static uint64_t parts_hash(const values *v, value_kind kind, uint32_t aux,
                           const value *items, size_t count)
{
    uint64_t hash = hash_before_parts(kind, aux);
    for (size_t i = 0; i < count; i++)
        hash = hash_u64(hash + value_hash(v, items[i]));
    return hash;
}

static value make_in_heap(values *v, value_kind kind, uint32_t aux, const value *items,
                          size_t count)
{
    value x = value_heap_new(v, kind | aux << VALUE_AUX_SHIFT, (uint32_t)count,
                             count * sizeof *items);
    value_node *n = value_heap_node(v, x);
    n->heap.flags = HEAP_SHARED;
    n->depth = kind == VK_RECORD ? 0 : value_depth_above(v, items, count);
    if (count > 0)
        memcpy(n->items, items, count * sizeof *items);
    return x;
}

value value_make(values *v, value_kind kind, uint32_t aux, const value *items,
                 size_t count)
{
    if (v->heap.is_on)
        return make_in_heap(v, kind, aux, items, count);
    uint32_t tag = kind | aux << VALUE_AUX_SHIFT;
    uint32_t depth = 0;
    uint64_t hash = hash_before_parts(kind, aux);
    for (size_t i = 0; i < count; i++) {
        value x = items[i];
        assert(!value_is_draft(x));
        assert(!value_is_in_heap(v, x));
        if (value_is_node(x)) {
            const value_node *n = value_node_at(v, x);
            tag |= n->tag & VALUE_MIXED_BIT;
            depth = n->depth >= depth ? n->depth + 1u : depth;
            hash = hash_u64(hash + n->hash);
        } else {
            if (value_is_open(x))
                tag |= VALUE_MIXED_BIT;
            depth = depth > 0 ? depth : 1;
            hash = hash_u64(hash + value_hash(v, x));
        }
    }
    depth = depth < UINT8_MAX ? depth : UINT8_MAX;
    return intern_node(v, tag, hash, (uint32_t)count, depth, items,
                       count * sizeof *items);
}

static uint64_t reference_hash(const values *v, machine_id id, evset_id events)
{
    return hash_u64(naming_get(&v->names, id)->hash + hash_u64(events + (uint64_t)1));
}

value value_machine(values *v, machine_id id, evset_id events, evset_id usual)
{
    if (events == usual)
        return value_machine_id(id);
    const value content[2] = {id, events};
    if (v->heap.is_on) {
        value x = value_heap_new(v, VK_MACHINE, 2, sizeof content);
        memcpy(value_heap_node(v, x)->items, content, sizeof content);
        return x;
    }
    uint64_t hash = reference_hash(v, id, events);
    return intern_node(v, VK_MACHINE | VALUE_MIXED_BIT, hash, 2, 0, content,
                       sizeof content);
}

/* ---- Reading ---- */

double value_to_float(const values *v, value x)
{
    double d;
    memcpy(&d, value_node_at(v, x)->items, sizeof d);
    return d;
}

const char *value_to_text(const values *v, value x, size_t *len)
{
    if (value_is_draft(x)) {
        const value_draft *d = &v->drafts.data[x & ~VALUE_DRAFT_BIT];
        *len = d->count;
        return (const char *)d->items;
    }
    const value_node *n = value_node_at(v, x);
    *len = n->count;
    return (const char *)n->items;
}

bool value_has_rights(const values *v, value x, evset_id *events)
{
    if (x & VALUE_ATOM_BIT)
        return false;
    *events = value_node_at(v, x)->items[1];
    return true;
}

/* The hash that the node would have in the index. */
static uint64_t heap_hash(const values *v, value x)
{
    const value_node *n = value_node_at(v, x);
    value_kind kind = value_node_kind(n);
    if (kind == VK_MACHINE)
        return reference_hash(v, n->items[0], n->items[1]);
    if (kind < VK_TUPLE)
        return bytes_hash(kind, n->items, n->count);
    return parts_hash(v, kind, n->tag >> VALUE_AUX_SHIFT, n->items, n->count);
}

uint64_t value_hash(const values *v, value x)
{
    assert(!value_is_draft(x));
    if (value_is_in_heap(v, x))
        return heap_hash(v, x);
    if (value_is_node(x))
        return value_node_at(v, x)->hash;
    if (x >> VALUE_ATOM_SHIFT == VALUE_MACHINE_TAG)
        return naming_get(&v->names, x & VALUE_ATOM_MASK)->hash;
    return hash_u64(x + (uint64_t)1);
}

/* ---- Order ---- */

static int order(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_floats(double a, double b)
{
    if (isnan(a) || isnan(b)) /* NaN is less than numbers */
        return order(!isnan(a), !isnan(b));
    return a < b ? -1 : a > b;
}

static int compare_texts(const values *v, value a, value b)
{
    size_t len_a;
    size_t len_b;
    const char *x = value_to_text(v, a, &len_a);
    const char *y = value_to_text(v, b, &len_b);
    size_t len = len_a < len_b ? len_a : len_b;
    int by_bytes = len > 0 ? memcmp(x, y, len) : 0;
    return by_bytes != 0 ? by_bytes : order((int64_t)len_a, (int64_t)len_b);
}

/* Named tuples differ if their names do, in order; other tuples have no names. */
static int compare_shapes(const values *v, uint32_t a, uint32_t b)
{
    if (a == b)
        return 0;
    if (a == 0 || b == 0)
        return a == 0 ? -1 : 1;
    const type_info *x = type_get(v->types, a);
    const type_info *y = type_get(v->types, b);
    for (uint32_t i = 0; i < x->count && i < y->count; i++)
        if (x->names[i] != y->names[i])
            return order(x->names[i], y->names[i]);
    return order(x->count, y->count);
}

static int compare_parts(const values *v, value a, value b)
{
    value_view x = value_get(v, a);
    value_view y = value_get(v, b);
    int by_shape = compare_shapes(v, x.aux, y.aux);
    if (by_shape != 0)
        return by_shape;
    for (uint32_t i = 0; i < x.count && i < y.count; i++) {
        int by_item = value_compare(v, x.items[i], y.items[i]);
        if (by_item != 0)
            return by_item;
    }
    return order(x.count, y.count);
}

int value_compare(const values *v, value a, value b)
{
    if (a == b)
        return 0;
    value_kind kind = value_kind_of(v, a);
    value_kind other = value_kind_of(v, b);
    if (kind != other)
        return order(kind, other);
    switch (kind) {
    case VK_NULL:
        return 0;
    case VK_INT:
        if (value_is_open(a) || value_is_open(b))
            return openint_compare(v, a, b);
        return order(value_to_int(v, a), value_to_int(v, b));
    case VK_BOOL:
        return order(value_to_int(v, a), value_to_int(v, b));
    case VK_FLOAT:
        return compare_floats(value_to_float(v, a), value_to_float(v, b));
    case VK_TEXT:
        return compare_texts(v, a, b);
    case VK_EVENT:
        return order(value_to_event(a), value_to_event(b));
    case VK_MACHINE:
        return naming_compare(&v->names, value_to_machine_id(v, a),
                              value_to_machine_id(v, b));
    case VK_TUPLE:
    case VK_SEQ:
    case VK_SET:
    case VK_MAP:
    case VK_RECORD:
        break;
    }
    return compare_parts(v, a, b);
}

/* Nodes hold equal content once, unless they contain rights, which do not count. */
bool value_equal(const values *v, value a, value b)
{
    if (a == b)
        return true;
    if (value_is_node(a) && value_is_node(b) &&
        ((value_node_at(v, a)->tag | value_node_at(v, b)->tag) & VALUE_MIXED_BIT) == 0)
        return false;
    return v->open != NULL ? openint_equal(v, a, b) : value_compare(v, a, b) == 0;
}

/* ---- Drafts ---- */

void values_start_step(values *v)
{
    if (v->draft_bytes > 0) {
        arena_clear(&v->draft_memory);
        v->draft_bytes = 0;
    }
    vec_clear(&v->drafts);
}

size_t values_draft_bytes(const values *v)
{
    return v->draft_bytes + v->drafts.len * sizeof *v->drafts.data;
}

static value *draft_room(values *v, size_t count)
{
    v->draft_bytes += count * sizeof(value);
    return ARENA_ARRAY(&v->draft_memory, value, count);
}

value value_draft_new(values *v, value_kind kind, uint32_t aux, size_t count)
{
    assert(count <= VALUE_MAX_ITEMS);
    if (v->heap.is_on)
        return value_heap_new(v, kind | aux << VALUE_AUX_SHIFT, (uint32_t)count,
                              count * sizeof(value));
    value_draft d = {.kind = kind, .aux = aux, .count = (uint32_t)count};
    d.cap = d.count;
    d.items = draft_room(v, count);
    vec_push(&v->drafts, d);
    return VALUE_DRAFT_BIT | (uint32_t)(v->drafts.len - 1);
}

value *value_draft_items(values *v, value draft)
{
    if (!value_is_draft(draft))
        return value_heap_node(v, draft)->items;
    return v->drafts.data[draft & ~VALUE_DRAFT_BIT].items;
}

void value_draft_done(values *v, value draft)
{
    if (!value_is_draft(draft)) {
        value_node *n = value_heap_node(v, draft);
        n->depth = value_depth_above(v, n->items, n->count);
        return;
    }
    value_draft *d = &v->drafts.data[draft & ~VALUE_DRAFT_BIT];
    d->depth = value_depth_above(v, d->items, d->count);
}

/* Room for bytes; for a text, count and cap are in bytes too. */
static value *text_room(values *v, size_t bytes)
{
    return draft_room(v, (bytes + sizeof(value) - 1) / sizeof(value));
}

value value_draft_text(values *v, const char *text, size_t len)
{
    if (v->heap.is_on)
        return make_bytes(v, VK_TEXT, text, len);
    value_draft d = {.kind = VK_TEXT, .count = (uint32_t)len, .cap = (uint32_t)len};
    d.items = text_room(v, len);
    if (len > 0)
        memcpy(d.items, text, len);
    vec_push(&v->drafts, d);
    return VALUE_DRAFT_BIT | (uint32_t)(v->drafts.len - 1);
}

value value_append_text(values *v, value x, bool may_change, value y)
{
    size_t len;
    size_t more;
    const char *text = value_to_text(v, x, &len);
    const char *tail = value_to_text(v, y, &more);
    if (v->heap.is_on) {
        if (!may_change || !value_heap_is_own(v, x))
            x = value_draft_text(v, text, len);
        return value_heap_append_text(v, x, tail, more);
    }
    if (!may_change || !value_is_draft(x) ||
        v->drafts.data[x & ~VALUE_DRAFT_BIT].is_shared)
        x = value_draft_text(v, text, len);
    value_draft *d = &v->drafts.data[x & ~VALUE_DRAFT_BIT];
    if (len + more > d->cap) {
        d->cap = (uint32_t)(len + more) * 2;
        value *bigger = text_room(v, d->cap);
        if (len > 0)
            memcpy(bigger, d->items, len);
        d->items = bigger;
    }
    if (more > 0)
        memcpy((char *)d->items + len, tail, more);
    d->count = (uint32_t)(len + more);
    return x;
}

static void splice_in_place(values *v, value_draft *d, size_t at, size_t removed,
                            const value *added, size_t added_count)
{
    size_t count = d->count - removed + added_count;
    size_t tail = d->count - at - removed;
    if (count > d->cap) {
        d->cap = (uint32_t)count * 2;
        value *bigger = draft_room(v, d->cap);
        if (d->count > 0)
            memcpy(bigger, d->items, d->count * sizeof *bigger);
        d->items = bigger;
    }
    if (tail > 0)
        memmove(d->items + at + added_count, d->items + at + removed,
                tail * sizeof *d->items);
    if (added_count > 0)
        memcpy(d->items + at, added, added_count * sizeof *added);
    d->count = (uint32_t)count;
    /* The removed items may have been the deepest: an upper bound is enough. */
    uint8_t depth = value_depth_above(v, added, added_count);
    if (depth > d->depth)
        d->depth = depth;
}

value value_splice(values *v, value x, bool may_change, size_t at, size_t removed,
                   const value *added, size_t added_count)
{
    for (size_t i = 0; i < added_count; i++)
        value_share(v, added[i]);
    if (may_change && value_is_draft(x)) {
        value_draft *d = &v->drafts.data[x & ~VALUE_DRAFT_BIT];
        if (!d->is_shared) {
            splice_in_place(v, d, at, removed, added, added_count);
            return x;
        }
    }
    if (may_change && value_heap_is_own(v, x))
        return value_heap_splice(v, x, at, removed, added, added_count);
    value_view old = value_get(v, x);
    assert(at + removed <= old.count);
    for (uint32_t i = 0; i < old.count; i++)
        value_share(v, old.items[i]);
    value y = value_draft_new(v, old.kind, old.aux, old.count - removed + added_count);
    value *items = value_draft_items(v, y);
    if (at > 0)
        memcpy(items, old.items, at * sizeof *items);
    if (added_count > 0)
        memcpy(items + at, added, added_count * sizeof *items);
    if (at + removed < old.count)
        memcpy(items + at + added_count, old.items + at + removed,
               (old.count - at - removed) * sizeof *items);
    value_draft_done(v, y);
    return y;
}

static value freeze_draft(values *v, value x)
{
    value_draft d = v->drafts.data[x & ~VALUE_DRAFT_BIT];
    if (d.frozen != VALUE_NULL)
        return d.frozen;
    value node;
    if (d.kind == VK_TEXT) {
        node = value_text(v, (const char *)d.items, d.count);
    } else {
        for (uint32_t i = 0; i < d.count; i++)
            d.items[i] = value_freeze(v, d.items[i]);
        node = value_make(v, d.kind, d.aux, d.items, d.count);
    }
    v->drafts.data[x & ~VALUE_DRAFT_BIT].frozen = node;
    v->drafts.data[x & ~VALUE_DRAFT_BIT].is_shared = true;
    return node;
}

value value_freeze(values *v, value x)
{
    return value_is_draft(x) ? freeze_draft(v, x) : x;
}

/* The items are replaced where they are: they have the same content. */
static value intern_from_heap(values *v, value x)
{
    value_node *n = value_heap_node(v, x);
    value_kind kind = value_node_kind(n);
    if (kind == VK_MACHINE) {
        uint64_t hash = reference_hash(v, n->items[0], n->items[1]);
        return intern_node(v, VK_MACHINE | VALUE_MIXED_BIT, hash, 2, 0, n->items,
                           2 * sizeof(value));
    }
    if (kind < VK_TUPLE)
        return intern_node(v, kind, bytes_hash(kind, n->items, n->count), n->count, 0,
                           n->items, n->count);
    for (uint32_t i = 0; i < n->count; i++)
        n->items[i] = value_intern(v, n->items[i]);
    return value_make(v, kind, n->tag >> VALUE_AUX_SHIFT, n->items, n->count);
}

value value_intern(values *v, value x)
{
    if (!value_is_in_heap(v, x))
        return value_freeze(v, x);
    bool was_on = values_switch_heap(v, false);
    value node = intern_from_heap(v, x);
    values_switch_heap(v, was_on);
    return node;
}
