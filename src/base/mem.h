/* mem.h -- the only gateway to the heap; counts every byte that is alive.
 *
 * Callers give the size back when they free, so the count is exact.  Running out of
 * memory ends the process with a message: no caller has to think about it.
 * Thread-safe.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size); /* zeroed; never NULL for size > 0 */
void *mem_resize(void *p, size_t old_size, size_t new_size);
void mem_free(void *p, size_t size); /* accepts NULL */

/* For growable arrays: doubles *CAP elements of SIZE bytes, returns the new block. */
void *mem_grow(void *data, size_t *cap, size_t size);

/* HANDLER is called first when the system has no memory left.  It need not return; it
 * must not allocate. */
void mem_on_failure(void (*handler)(void));

size_t mem_in_use(void);
size_t mem_peak(void);

#endif
