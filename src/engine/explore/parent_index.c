#include "engine/explore/parent_index.h"

/* ---- Numbers: seven bits a byte; the high bit says that more follow ---- */

static void numbers_add(parent_index_numbers *n, uint64_t x)
{
    if (n->count++ % PARENT_INDEX_MARK == 0)
        vec_push(&n->marks, n->bytes.len);
    for (; x >= 0x80; x >>= 7)
        vec_push(&n->bytes, (uint8_t)(x | 0x80));
    vec_push(&n->bytes, (uint8_t)x);
}

static uint64_t numbers_read(const parent_index_numbers *n, size_t *at)
{
    uint64_t x = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *vec_at(&n->bytes, *at);
        ++*at;
        x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return x;
    }
}

static uint64_t numbers_get(const parent_index_numbers *n, uint64_t i)
{
    assert(i < n->count);
    size_t at = *vec_at(&n->marks, i / PARENT_INDEX_MARK);
    for (uint64_t k = i / PARENT_INDEX_MARK * PARENT_INDEX_MARK; k < i; k++)
        numbers_read(n, &at);
    return numbers_read(n, &at);
}

static void numbers_fini(parent_index_numbers *n)
{
    vec_free(&n->bytes);
    vec_free(&n->marks);
}

static size_t numbers_bytes(const parent_index_numbers *n)
{
    return n->bytes.cap + n->marks.cap * sizeof *n->marks.data;
}

/* ---- The index ---- */

void parent_index_fini(parent_index *t)
{
    numbers_fini(&t->children);
    numbers_fini(&t->ordinals);
    vec_free(&t->first_child);
    *t = (parent_index){0};
}

size_t parent_index_bytes(const parent_index *t)
{
    return numbers_bytes(&t->children) + numbers_bytes(&t->ordinals) +
           t->first_child.cap * sizeof *t->first_child.data;
}

void parent_index_add(parent_index *t, uint64_t ordinal)
{
    numbers_add(&t->ordinals, ordinal);
    t->open++;
}

void parent_index_next(parent_index *t)
{
    if (t->children.count % PARENT_INDEX_MARK == 0)
        vec_push(&t->first_child, t->ordinals.count - t->open + 1);
    numbers_add(&t->children, t->open);
    t->open = 0;
}

uint64_t parent_index_expanding(const parent_index *t)
{
    return t->children.count;
}

/* The last mark whose state has its children, if any, no later than STATE. */
static size_t find_mark(const parent_index *t, uint64_t state)
{
    size_t low = 0;
    size_t high = t->first_child.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->first_child.data[middle] <= state)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint64_t parent_of(const parent_index *t, uint64_t state)
{
    /* The number of children of the state being expanded is not stored yet. */
    if (state > t->ordinals.count - t->open)
        return t->children.count;
    size_t mark = find_mark(t, state);
    uint64_t next = t->first_child.data[mark];
    uint64_t parent = (uint64_t)mark * PARENT_INDEX_MARK;
    size_t at = t->children.marks.data[mark];
    for (;; parent++) {
        next += numbers_read(&t->children, &at);
        if (state < next)
            return parent;
    }
}

void parent_index_find(const parent_index *t, uint64_t state, parent_index_path *out)
{
    vec_clear(out);
    assert(state <= t->ordinals.count);
    while (state != 0) {
        uint64_t parent = parent_of(t, state);
        assert(parent < state); /* a state is found before its children are */
        vec_push(out, numbers_get(&t->ordinals, state - 1));
        state = parent;
    }
    for (size_t i = 0; i < out->len / 2; i++) {
        uint64_t other = out->data[out->len - 1 - i];
        out->data[out->len - 1 - i] = out->data[i];
        out->data[i] = other;
    }
}
