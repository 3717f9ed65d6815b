/* mem.h -- the only gateway to the heap and to mappings; counts every byte that is
 * alive.
 *
 * Callers give the size back when they free, so the count is exact.  Running out of
 * memory ends the process with a message: no caller has to think about it.
 * Thread-safe.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

void *mem_alloc(size_t size); /* zeroed; never NULL for size > 0 */
void *mem_resize(void *p, size_t old_size, size_t new_size);
void mem_free(void *p, size_t size); /* accepts NULL */

/* Call it for a large block that is never resized and often little used: its first
 * pages become small ones, because zeroing a huge page takes longer than many runs. */
void mem_begin_small(void *p, size_t size);

/* For growable arrays: doubles *CAP elements of SIZE bytes, returns the new block. */
void *mem_grow(void *data, size_t *cap, size_t size);

/* Mappings are for the few blocks that may become large: untouched pages cost nothing,
 * growing moves pages instead of copying them, and from MEM_HUGE_FROM bytes on they use
 * huge pages where the system has some.  Zeroed, and aligned to a page.  NULL when the
 * system refuses, which the caller reports; mem_remap then leaves P unchanged. */
#define MEM_HUGE_FROM ((size_t)8 << 20)
#define MEM_HUGE_PAGE ((size_t)2 << 20) /* multiples of it waste no part of a page */
#define MEM_PAGE      ((size_t)4096)

void *mem_map(size_t size);      /* SIZE > 0 */
void *mem_must_map(size_t size); /* ends the process when the system refuses */
void *mem_remap(void *p, size_t old_size, size_t new_size);
void mem_unmap(void *p, size_t size); /* accepts NULL */

/* The same with GUARD bytes below that fault when touched and cost no memory.  Both
 * sizes are multiples of a page. */
void *mem_map_guarded(size_t size, size_t guard);
void mem_unmap_guarded(void *p, size_t size, size_t guard); /* accepts NULL */

/* Calls HANDLER first when the system has no memory left.  It need not return; it must
 * not allocate. */
void mem_on_failure(void (*handler)(void));

/* Resident memory of the whole process in bytes, as the system counts it. */
size_t mem_resident(void);

/* The memory of the whole system, in bytes. */
typedef struct mem_system {
    size_t all;
    size_t available; /* now, without swapping */
} mem_system;

/* Where Linux tells of it. */
#define MEM_SYSTEM_FILE "/proc/meminfo"

/* Reads PATH, a file like that.  False: it does not tell, and M is unchanged. */
bool mem_read_system(const char *path, mem_system *m);

/* For tests: makes the N-th allocation or enlargement from now on fail, once, as if the
 * system had no memory left; 0: none fails.  Returns what was left of the previous N: 0
 * if that failure has happened. */
size_t mem_fail_after(size_t n);

/* Gives freed memory back to the system. */
void mem_trim(void);

size_t mem_in_use(void);
size_t mem_peak(void);

#endif
