#include "base/mem.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void die_out_of_memory(size_t size)
{
    if (on_failure != NULL)
        on_failure();
    fprintf(stderr, "synod: out of memory (asked the system for %zu bytes)\n", size);
    abort(); /* the command line makes this exit code 4 */
}

void *mem_alloc(size_t size)
{
    if (size == 0)
        return NULL;
    void *p = calloc(1, size);
    if (p == NULL)
        die_out_of_memory(size);
    account(0, size);
    return p;
}

void *mem_resize(void *p, size_t old_size, size_t new_size)
{
    assert((p == NULL) == (old_size == 0));
    if (new_size == 0) {
        mem_free(p, old_size);
        return NULL;
    }
    void *q = realloc(p, new_size);
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
    account(size, 0);
    free(p);
}

void *mem_grow(void *data, size_t *cap, size_t size)
{
    size_t old = *cap;
    size_t wanted = old < 8 ? 8 : old * 2;
    if (wanted > SIZE_MAX / size)
        die_out_of_memory(SIZE_MAX);
    *cap = wanted;
    return mem_resize(data, old * size, wanted * size);
}

size_t mem_in_use(void)
{
    return atomic_load_explicit(&in_use, memory_order_relaxed);
}

size_t mem_peak(void)
{
    return atomic_load_explicit(&peak, memory_order_relaxed);
}
