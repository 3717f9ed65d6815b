#include "api/model/scratch.h"

#include <assert.h>

enum { FIRST_BLOCK = 1024, LARGEST_STEP = 64 << 10 };

void scratch_free(scratch *s)
{
    vec_each (b, &s->blocks)
        mem_free(b->data, b->size);
    vec_free(&s->blocks);
    *s = (scratch){0};
}

static void add_block(scratch *s, size_t needed)
{
    size_t size = s->blocks.len == 0 ? FIRST_BLOCK : vec_last(&s->blocks)->size * 2;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (size < needed)
        size = needed;
    vec_push(&s->blocks, ((scratch_block){mem_alloc(size), size}));
}

void *scratch_more(scratch *s, size_t size)
{
    size_t needed = size > 0 ? size : 1;
    while (s->current < s->blocks.len && s->blocks.data[s->current].size < needed)
        s->current++;
    if (s->current == s->blocks.len)
        add_block(s, needed);
    const scratch_block *b = vec_at(&s->blocks, s->current);
    s->current++;
    assert(b->size >= size);
    s->next = b->data + size;
    s->limit = b->data + b->size;
    return b->data;
}

bool scratch_owns(const scratch *s, const void *p)
{
    vec_each (b, &s->blocks)
        if ((uintptr_t)p >= (uintptr_t)b->data &&
            (uintptr_t)p < (uintptr_t)b->data + b->size)
            return true;
    return false;
}
