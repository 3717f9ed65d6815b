#include "core/narrow.h"

#include <assert.h>

/* Number K of those that are tried is K * (WIDTH - 1) / (COUNT - 1), rounded down.  The
 * next is the first of them that is larger, and so at least ALTERNATIVE + 1. */
uint32_t narrow_next(uint32_t width, uint32_t count, uint32_t alternative)
{
    if (width == 0 || alternative >= width - 1)
        return 0;
    assert(count >= 2);
    assert(count <= width);
    uint64_t steps = count - 1;
    uint64_t last = width - 1;
    uint64_t k = ((alternative + (uint64_t)1) * steps + last - 1) / last;
    return (uint32_t)(k * last / steps);
}
