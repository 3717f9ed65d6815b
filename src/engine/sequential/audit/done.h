/* done.h -- what an iteration makes of a copy.  For audit_loop.c only. */
#ifndef ENGINE_SEQUENTIAL_AUDIT_DONE_H
#define ENGINE_SEQUENTIAL_AUDIT_DONE_H

#include "engine/sequential/audit/inside.h"

/* A copy as one end leaves it, said of any copy: what is new is each one's own.  In
 * its lines DONE is its number. */
typedef struct image {
    actor actor;
    VEC(line) lines;
} image;

typedef struct imaging {
    auditor *a;
    uint32_t names, unknowns; /* what is new in an iteration has numbers from here on */
    uint32_t done;
} imaging;

void image_of(const imaging *how, const scene *end, uint32_t index, image *out);
void image_fini(image *i);

/* Are they the same, but for the numbers of what is each copy's own? */
bool image_is_like(auditor *a, const image *x, const image *y);

/* INTO is all of COUNT images: a value is that of one of them.  False: they are not in
 * the same place, or have other messages. */
bool image_join(auditor *a, const image *images, size_t count, image *into);

#endif
