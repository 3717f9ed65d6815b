/* unit.h -- what every unit test needs: cmocka, a leak check, seeded random numbers. */
#ifndef UNIT_H
#define UNIT_H

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name)  static void name(void **unused_ __attribute__((unused)))
#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

/* How large a random or exhaustive test is: QUICK in the setup `quick` of meson (make
 * check), FULL otherwise (make test, and a test that is run by hand). */
static inline unsigned test_size(unsigned quick, unsigned full)
{
    const char *tier = getenv("SYNOD_TESTS");
    return tier != NULL && strcmp(tier, "quick") == 0 ? quick : full;
}

/* splitmix64: every seed is a good one. */
static inline uint64_t rnd(uint64_t *seed)
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline unsigned rnd_below(uint64_t *seed, unsigned limit)
{
    return (unsigned)(rnd(seed) % limit);
}

static inline int leak_before(void **in_use)
{
    *in_use = (void *)(uintptr_t)mem_in_use();
    return 0;
}

static inline int leak_after(void **in_use)
{
    size_t before = (size_t)(uintptr_t)*in_use;
    if (mem_in_use() != before)
        print_error("memory in use: %zu bytes before, %zu after\n", before,
                    mem_in_use());
    return mem_in_use() == before ? 0 : -1;
}

/* A test that must give back all memory it took. */
#define LEAK_FREE(test) cmocka_unit_test_setup_teardown(test, leak_before, leak_after)

#endif
