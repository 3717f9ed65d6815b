#include "engine/row_store.h"

#include <string.h>

enum { DEPTH_MASK = (1 << 30) - 1 };

void row_store_init(row_store *t)
{
    *t = (row_store){0};
    intern_init(&t->rows);
}

void row_store_fini(row_store *t)
{
    intern_fini(&t->rows);
    vec_free(&t->nodes);
}

uint32_t row_store_add(row_store *t, const system_state *row, uint32_t parent,
                       bool *is_new)
{
    assert(parent == ROW_NONE || parent < t->nodes.len);
    uint32_t state = intern_put(&t->rows, row->data, row->len * sizeof *row->data);
    assert(state <= t->nodes.len);
    *is_new = state == t->nodes.len;
    if (*is_new) {
        row_node n = {.parent = parent};
        if (parent != ROW_NONE)
            n.depth = (row_store_depth(t, parent) + 1) & DEPTH_MASK;
        vec_push(&t->nodes, n);
    }
    return state;
}

uint32_t row_store_find(const row_store *t, const system_state *row)
{
    uint32_t state = intern_find(&t->rows, row->data, row->len * sizeof *row->data);
    return state == INTERN_NONE ? ROW_NONE : state;
}

void row_store_get(const row_store *t, uint32_t state, system_state *out)
{
    assert(state < t->nodes.len);
    const char *bytes = intern_text(&t->rows, state);
    size_t count = intern_len(&t->rows, state) / sizeof(value);
    system_resize(out, count);
    memcpy(out->data, bytes, count * sizeof *out->data);
}
