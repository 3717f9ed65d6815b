#include "base/mem.h"

#include <assert.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Plain counters: no other memory is published through them, so relaxed suffices. */
static _Atomic size_t in_use;
static _Atomic size_t peak;

static void account(size_t freed, size_t taken)
{
    size_t now =
        atomic_fetch_add_explicit(&in_use, taken, memory_order_relaxed) + taken;
    atomic_fetch_sub_explicit(&in_use, freed, memory_order_relaxed);
    size_t seen = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > seen && !atomic_compare_exchange_weak_explicit(&peak, &seen, now,
                                                                memory_order_relaxed,
                                                                memory_order_relaxed))
        ;
}

static void (*on_failure)(void);

void mem_on_failure(void (*handler)(void))
{
    on_failure = handler;
}

/* Allocations until one must fail; 0: none must. */
static _Atomic size_t until_failure;

size_t mem_fail_after(size_t n)
{
    return atomic_exchange_explicit(&until_failure, n, memory_order_relaxed);
}

static bool must_fail(void)
{
    size_t left = atomic_load_explicit(&until_failure, memory_order_relaxed);
    while (left > 0 && !atomic_compare_exchange_weak_explicit(
                           &until_failure, &left, left - 1, memory_order_relaxed,
                           memory_order_relaxed))
        ;
    return left == 1;
}

static void die_out_of_memory(size_t size)
{
    if (on_failure != NULL)
        on_failure();
    fprintf(stderr, "synod: out of memory (asked the system for %zu bytes)\n", size);
    abort(); /* the command line makes this exit code 4 */
}

/* Large blocks are mappings of their own, in huge pages where the system has them: the
 * large blocks of Synod are tables with random access.  Under sanitizers they stay on
 * the heap, where more mistakes are found; but a sanitizer takes a millisecond for each
 * large block, so builds for many small searches define MEM_MAPS_LARGE. */
static bool is_mapped(size_t size)
{
#if defined(__SANITIZE_ADDRESS__) && !defined(MEM_MAPS_LARGE)
    (void)size;
    return false;
#else
    return size >= MEM_HUGE_FROM;
#endif
}

void *mem_alloc(size_t size)
{
    if (size == 0)
        return NULL;
    if (is_mapped(size))
        return mem_must_map(size);
    void *p = must_fail() ? NULL : calloc(1, size);
    if (p == NULL)
        die_out_of_memory(size);
    account(0, size);
    return p;
}

void mem_begin_small(void *p, size_t size)
{
    if (is_mapped(size))
        madvise(p, MEM_HUGE_PAGE, MADV_NOHUGEPAGE);
}

/* Moves a block from the heap to a mapping of its own, or back. */
static void *move_block(void *p, size_t old_size, size_t new_size)
{
    void *q = mem_alloc(new_size);
    memcpy(q, p, old_size < new_size ? old_size : new_size);
    mem_free(p, old_size);
    return q;
}

void *mem_resize(void *p, size_t old_size, size_t new_size)
{
    assert((p == NULL) == (old_size == 0));
    if (new_size == 0) {
        mem_free(p, old_size);
        return NULL;
    }
    if (old_size > 0 && (is_mapped(old_size) != is_mapped(new_size) ||
                         (is_mapped(new_size) && new_size < old_size)))
        return move_block(p, old_size, new_size);
    if (is_mapped(new_size)) {
        void *q = p == NULL ? mem_map(new_size) : mem_remap(p, old_size, new_size);
        if (q == NULL)
            die_out_of_memory(new_size);
        return q;
    }
    void *q = must_fail() ? NULL : realloc(p, new_size);
    if (q == NULL)
        die_out_of_memory(new_size);
    if (new_size > old_size)
        memset((char *)q + old_size, 0, new_size - old_size);
    account(old_size, new_size);
    return q;
}

void mem_free(void *p, size_t size)
{
    if (p == NULL)
        return;
    if (is_mapped(size)) {
        mem_unmap(p, size);
        return;
    }
    assert(size > 0);
    account(size, 0);
    free(p);
}

void *mem_grow(void *data, size_t *cap, size_t size)
{
    assert(size > 0);
    assert((data == NULL) == (*cap == 0));
    size_t old = *cap;
    size_t wanted = old < 8 ? 8 : old * 2;
    if (wanted > SIZE_MAX / size)
        die_out_of_memory(SIZE_MAX);
    *cap = wanted;
    return mem_resize(data, old * size, wanted * size);
}

/* The system may start a mapping in the middle of a huge page; and when it moves one,
 * huge pages survive only if old and new address agree modulo their size.  So we choose
 * the address of large mappings: reserve one huge page more than needed, and cut off
 * both ends.  PROTECTION: PROT_NONE to reserve addresses only. */
static void *map_at_huge_page(size_t size, int protection)
{
    if (size > SIZE_MAX - 2 * MEM_HUGE_PAGE)
        return NULL;
    size = (size + MEM_PAGE - 1) / MEM_PAGE * MEM_PAGE;
    size_t reserved = size + MEM_HUGE_PAGE;
    char *p = mmap(NULL, reserved, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    size_t front = -(uintptr_t)p % MEM_HUGE_PAGE;
    if (front > 0)
        munmap(p, front);
    if (front < MEM_HUGE_PAGE)
        munmap(p + front + size, MEM_HUGE_PAGE - front);
    return p + front;
}

static void *map_small(size_t size)
{
    void *p =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void *mem_map(size_t size)
{
    assert(size > 0);
    if (must_fail())
        return NULL;
    void *p = size < MEM_HUGE_FROM ? map_small(size)
                                   : map_at_huge_page(size, PROT_READ | PROT_WRITE);
    if (p == NULL)
        return NULL;
    if (size >= MEM_HUGE_FROM)
        madvise(p, size, MADV_HUGEPAGE); /* may fail: only slower then */
    account(0, size);
    return p;
}

void *mem_must_map(size_t size)
{
    void *p = mem_map(size);
    if (p == NULL)
        die_out_of_memory(size);
    return p;
}

/* Moves the mapping to an address that suits huge pages; MAP_FAILED: there is none. */
static void *move_to_huge_page(void *p, size_t old_size, size_t new_size)
{
    if ((uintptr_t)p % MEM_HUGE_PAGE == 0) {
        void *q = mremap(p, old_size, new_size, 0); /* grow in place if possible */
        if (q != MAP_FAILED)
            return q;
    }
    void *place = map_at_huge_page(new_size, PROT_NONE);
    if (place == NULL)
        return MAP_FAILED;
    void *q = mremap(p, old_size, new_size, MREMAP_MAYMOVE | MREMAP_FIXED, place);
    if (q == MAP_FAILED)
        munmap(place, new_size);
    return q;
}

/* The bytes behind the old size in its last page were never written: they are zero. */
void *mem_remap(void *p, size_t old_size, size_t new_size)
{
    assert(p != NULL);
    assert(new_size >= old_size);
    if (must_fail())
        return NULL;
    void *q = new_size < MEM_HUGE_FROM ? mremap(p, old_size, new_size, MREMAP_MAYMOVE)
                                       : move_to_huge_page(p, old_size, new_size);
    if (q == MAP_FAILED)
        return NULL;
    if (new_size >= MEM_HUGE_FROM)
        madvise(q, new_size, MADV_HUGEPAGE);
    account(0, new_size - old_size); /* old and new pages never exist together */
    return q;
}

void mem_unmap(void *p, size_t size)
{
    if (p == NULL)
        return;
    assert(size > 0);
    account(size, 0);
    munmap(p, size);
}

void *mem_map_guarded(size_t size, size_t guard)
{
    assert(size > 0 && size % MEM_PAGE == 0);
    assert(guard % MEM_PAGE == 0);
    if (must_fail())
        return NULL;
    char *p = mmap(NULL, guard + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (mprotect(p + guard, size, PROT_READ | PROT_WRITE) != 0) {
        munmap(p, guard + size);
        return NULL;
    }
    account(0, size);
    return p + guard;
}

void mem_unmap_guarded(void *p, size_t size, size_t guard)
{
    if (p == NULL)
        return;
    account(size, 0);
    munmap((char *)p - guard, guard + size);
}

/* Up to SIZE - 1 bytes from the beginning of a file, without allocating.  False: there
 * is none. */
static bool read_text(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t len = read(file, text, size - 1);
    close(file);
    text[len > 0 ? len : 0] = '\0';
    return true;
}

size_t mem_resident(void)
{
    char text[128];
    if (!read_text("/proc/self/statm", text, sizeof text))
        return mem_in_use();
    char *second; /* of the numbers: pages in memory */
    strtoull(text, &second, 10);
    size_t pages = (size_t)strtoull(second, NULL, 10);
    return pages > 0 ? pages * (size_t)sysconf(_SC_PAGESIZE) : mem_in_use();
}

/* The bytes that a line "KEY   123 kB" of TEXT tells of; 0: there is none. */
static size_t bytes_of_line(const char *text, const char *key)
{
    const char *line = strstr(text, key);
    return line == NULL ? 0 : (size_t)strtoull(line + strlen(key), NULL, 10) << 10;
}

bool mem_read_system(const char *path, mem_system *m)
{
    char text[4096]; /* what matters is in the first lines */
    if (!read_text(path, text, sizeof text))
        return false;
    mem_system now = {.all = bytes_of_line(text, "MemTotal:"),
                      .available = bytes_of_line(text, "MemAvailable:")};
    bool tells = now.all > 0 && strstr(text, "MemAvailable:") != NULL;
    if (tells)
        *m = now;
    return tells;
}

void mem_trim(void)
{
    malloc_trim(0);
}

size_t mem_in_use(void)
{
    return atomic_load_explicit(&in_use, memory_order_relaxed);
}

size_t mem_peak(void)
{
    return atomic_load_explicit(&peak, memory_order_relaxed);
}
