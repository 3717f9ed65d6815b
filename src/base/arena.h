/* arena.h -- memory that is freed all at once.
 *
 * One arena per lifetime (a compilation, a trace, a query).  Blocks are zeroed, aligned
 * to 8 bytes, and never move.  Not thread-safe: one owner per arena.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    arena_chunk *chunks; /* newest first */
    char *next;
    char *limit;
} arena;

void arena_init(arena *a);
void arena_fini(arena *a);

/* Frees all blocks, but keeps some memory for those that come. */
void arena_clear(arena *a);

void *arena_alloc(arena *a, size_t size);
void *arena_copy(arena *a, const void *p, size_t size);
char *arena_strndup(arena *a, const char *s, size_t len); /* adds a final NUL */

#define ARENA_NEW(a, T)          ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, count) ((T *)arena_alloc((a), sizeof(T) * (count)))

/* The elements of vector V, copied; NULL when it is empty. */
#define ARENA_VEC(a, v) arena_copy((a), (v)->data, (v)->len * sizeof *(v)->data)

/* Moves the elements of vector V from MARK on into LIST, {data, count}.  So one vector
 * serves for all lists under construction, the innermost last. */
#define ARENA_TAKE(a, v, mark, list)                                           \
    do {                                                                       \
        size_t count_ = (v)->len - (mark);                                     \
        (list)->data = arena_copy((a), count_ > 0 ? (v)->data + (mark) : NULL, \
                                  count_ * sizeof *(v)->data);                 \
        (list)->count = (uint32_t)count_;                                      \
        (v)->len = (mark);                                                     \
    } while (0)

#endif
