/* crasher.c -- crashes at most as many threads as the budget allows.
 *
 * Each victim stands behind the previous one in the list, so every set of victims is
 * chosen once.
 */
#include "api/kit/kit.h"

#include <string.h>

typedef struct plan {
    uint32_t budget;
    uint32_t count;
    syn_thread threads[];
} plan;

/* The next victim from FIRST on, or COUNT: no further victim. */
static uint32_t choose(uint32_t first, uint32_t count)
{
    return first + syn_nondet_at(NULL, 0, count - first + 1);
}

static void run(void *arg)
{
    const plan *p = arg;
    uint32_t first = 0;
    for (uint32_t i = 0; i < p->budget && first < p->count; i++) {
        uint32_t victim = choose(first, p->count);
        if (victim < p->count)
            syn_send_at(NULL, 0, SYN_P2P, p->threads[victim], SYN_CRASH, NULL, 0);
        first = victim + 1;
    }
}

syn_thread syn_crasher_at(const char *file, int line, const syn_thread *threads,
                          size_t count, size_t budget)
{
    if (count > UINT16_MAX)
        syn_fail_at(file, line, NULL, "%zu threads are too many to crash", count);
    size_t size = sizeof(plan) + count * sizeof *threads;
    plan *p = syn_alloc(size);
    p->count = (uint32_t)count;
    p->budget = (uint32_t)(budget < count ? budget : count);
    memcpy(p->threads, threads, count * sizeof *threads);
    return kit_start(KIT_HERE(file, line), "crasher", run, p, size);
}
