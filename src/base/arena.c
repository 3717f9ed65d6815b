#include "base/arena.h"

#include "base/mem.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGNMENT = 8 };

struct arena_chunk {
    arena_chunk *older;
    size_t size; /* whole chunk, this header included */
};

void arena_init(arena *a)
{
    *a = (arena){0};
}

void arena_fini(arena *a)
{
    for (arena_chunk *c = a->chunks; c != NULL;) {
        arena_chunk *older = c->older;
        mem_free(c, c->size);
        c = older;
    }
    *a = (arena){0};
}

/* Frees all chunks but the oldest, which is a small one; false: there is none. */
static bool keep_first_chunk(arena *a)
{
    while (a->chunks != NULL && a->chunks->older != NULL) {
        arena_chunk *older = a->chunks->older;
        mem_free(a->chunks, a->chunks->size);
        a->chunks = older;
        a->next = a->limit = (char *)older + older->size; /* it was used to its end */
    }
    return a->chunks != NULL && a->chunks->size == FIRST_CHUNK;
}

/* Under a sanitizer all memory is given back: so who still uses a block is caught. */
static bool gives_all_back(void)
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return false;
#endif
}

void arena_clear(arena *a)
{
    if (gives_all_back() || !keep_first_chunk(a)) {
        arena_fini(a);
        return;
    }
    char *first = (char *)(a->chunks + 1);
    memset(first, 0, (size_t)(a->next - first));
    a->next = first;
}

/* Chunks double up to a megabyte, so small arenas stay small and large ones few. */
static size_t next_chunk_size(const arena *a)
{
    if (a->chunks == NULL)
        return FIRST_CHUNK;
    size_t size = a->chunks->size * 2;
    return size < LARGEST_CHUNK ? size : LARGEST_CHUNK;
}

static void add_chunk(arena *a, size_t needed)
{
    size_t size = next_chunk_size(a);
    if (size < needed + sizeof(arena_chunk))
        size = needed + sizeof(arena_chunk);
    arena_chunk *c = mem_alloc(size);
    c->older = a->chunks;
    c->size = size;
    a->chunks = c;
    a->next = (char *)(c + 1);
    a->limit = (char *)c + size;
}

void *arena_alloc(arena *a, size_t size)
{
    if (size == 0)
        return NULL;
    assert(size < SIZE_MAX / 2);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((size_t)(a->limit - a->next) < size)
        add_chunk(a, size);
    void *p = a->next;
    a->next += size;
    return p;
}

void *arena_copy(arena *a, const void *p, size_t size)
{
    void *copy = arena_alloc(a, size);
    if (size > 0)
        memcpy(copy, p, size);
    return copy;
}

char *arena_strndup(arena *a, const char *s, size_t len)
{
    char *copy = arena_alloc(a, len + 1);
    if (len > 0)
        memcpy(copy, s, len);
    return copy;
}
