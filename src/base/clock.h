/* clock.h -- time that never runs backwards. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_ns(void); /* monotonic, from an arbitrary origin */

#endif
