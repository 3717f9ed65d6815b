#include "base/clock.h"

#include <time.h>

static uint64_t read_clock(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t clock_thread_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
