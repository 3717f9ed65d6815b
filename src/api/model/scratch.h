/* scratch.h -- memory of one thread of a model, released when the thread runs again.
 *
 * The same requests in the same order get the same addresses: pointers into it that the
 * thread has passed on stay valid when it runs again.
 */
#ifndef API_MODEL_SCRATCH_H
#define API_MODEL_SCRATCH_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct scratch_block {
    char *data;
    size_t size;
} scratch_block;

/* A block is added, at the end, only if none from CURRENT on has room.  So the earlier
 * requests determine which block serves a request. */
typedef struct scratch {
    char *next, *limit; /* of the current block */
    size_t current;     /* blocks in use */
    VEC(scratch_block) blocks;
} scratch;

void scratch_free(scratch *s);

static inline void scratch_clear(scratch *s)
{
    s->next = s->limit = NULL;
    s->current = 0;
}

void *scratch_more(scratch *s, size_t size);

/* Not zeroed; aligned for any type.  Never NULL. */
static inline void *scratch_alloc(scratch *s, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(s->limit - s->next) < size || s->next == NULL)
        return scratch_more(s, size);
    void *p = s->next;
    s->next += size;
    return p;
}

bool scratch_owns(const scratch *s, const void *p);

#endif
