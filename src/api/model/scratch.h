/* scratch.h -- memory of one thread of a model, released when it is run again.
 *
 * The same requests in the same order get the same addresses again: pointers into it
 * that were given away stay right when their owner is run again.
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

/* Blocks are only added, at the end, when none from CURRENT on has room: so which block
 * serves a request follows from the requests before it. */
typedef struct scratch {
    char *next, *limit; /* of the current block */
    size_t current;     /* how many blocks are begun */
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
