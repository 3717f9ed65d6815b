#include "engine/explore/cache.h"

static size_t cache_bytes(unsigned bits)
{
    return (sizeof(cache_line) << bits) + sizeof(cache_line);
}

void cache_init(cache *c, unsigned bits)
{
    assert(bits > 0 && bits < 32); /* the line is the high BITS bits of a hash */
    *c = (cache){.bits = bits, .memory = mem_alloc(cache_bytes(bits))};
    uintptr_t start = (uintptr_t)c->memory;
    size_t skip = -start % sizeof(cache_line);
    assert(skip < sizeof(cache_line));
    c->lines = (cache_line *)(void *)((char *)c->memory + skip);
}

void cache_fini(cache *c)
{
    mem_free(c->memory, cache_bytes(c->bits));
}

void cache_grow(cache *c, unsigned bits)
{
    cache old = *c;
    assert(bits > old.bits);
    cache_init(c, bits);
    /* The oldest entry of a line first, so that the newest stays the newest. */
    for (size_t i = 0; i < (size_t)1 << old.bits; i++)
        for (int k = CACHE_WAYS; k > 0; k--)
            if (old.lines[i].ways[k - 1].requests != 0)
                cache_put(c, old.lines[i].ways[k - 1]);
    cache_fini(&old);
}
